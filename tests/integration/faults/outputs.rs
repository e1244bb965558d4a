//! Files that cannot be written. A file that is saved as a whole keeps its old contents, a file that grows ends
//! with a whole part, and nothing else is left behind.

use super::{GAME, flipfive, names, run, shell, system, text};
use crate::support::has_tool;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tempfile::{TempDir, tempdir};

/// What is in a file before a command.
const OLD: &str = "old\n";

/// Games of Othello with puzzles.
const PUZZLES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/data/puzzles/othello.txt"
);

/// Commands that save one file as a whole, `OUT`, with `IN` as their input.
const SAVING: &[&str] = &[
    "show IN --svg OUT",
    "show IN --png OUT",
    "convert IN OUT --to sgf --force",
    "convert IN OUT --to wthor --force",
    "convert IN OUT --to transcript --force",
    "analyze IN --depth 1 --html OUT",
    "puzzles PUZZLES --empties 4-9 --gap 4 --html OUT",
    "book export OUT --force",
    "match merge OUT JOURNAL",
    "match report JOURNAL --html OUT",
    "match report JOURNAL --json OUT",
];

/// Commands that write one file bit by bit.
const GROWING: &[&str] = &[
    "analyze IN --depth 1 --json OUT",
    "analyze IN --depth 1 --csv OUT",
    "analyze IN --depth 1 --sgf OUT",
    "analyze IN --depth 1 --gogui OUT",
    "match report JOURNAL --sgf OUT",
    "match report JOURNAL --csv OUT",
    "match report JOURNAL --jsonl OUT",
    "match report JOURNAL --pgn OUT",
    "match report JOURNAL --ggf OUT",
];

/// A folder with the inputs of the commands.
struct Inputs {
    folder: TempDir,
}

impl Inputs {
    fn new() -> Self {
        let folder = tempdir().unwrap();
        fs::write(folder.path().join("games.transcript"), GAME.repeat(40)).unwrap();
        let inputs = Self { folder };
        let mock =
            |name: &str| format!("name={name} proto=gtp cmd=\"'{}' mock\"", super::EXECUTABLE);
        let mut command = flipfive("match --rounds 20 --concurrency 2 --tc none --journal");
        command.arg(inputs.journal());
        command.args(["--engine", &mock("a"), "--engine", &mock("b")]);
        let (code, _, stderr) = run(&mut command);
        assert_eq!(code, 0, "{stderr}");
        inputs
    }

    fn games(&self) -> PathBuf {
        self.folder.path().join("games.transcript")
    }

    fn journal(&self) -> PathBuf {
        self.folder.path().join("journal.jsonl")
    }

    /// Runs a command with the output `out`.
    fn run(&self, command: &str, out: &Path) -> (i32, String, String) {
        let (games, journal) = (self.games(), self.journal());
        let mut program = flipfive("");
        for word in command.split_whitespace() {
            match word {
                "IN" => program.arg(&games),
                "PUZZLES" => program.arg(PUZZLES),
                "JOURNAL" => program.arg(&journal),
                "OUT" => program.arg(out),
                word => program.arg(word),
            };
        }
        run(&mut program)
    }
}

/// A file system of its own, which only root can make.
struct Mount(TempDir);

impl Mount {
    /// A small file system in memory.
    fn new(options: &str) -> Option<Self> {
        let folder = tempdir().unwrap();
        let arguments = ["-t", "tmpfs", "-o", options, "tmpfs"].map(OsStr::new);
        let arguments = [&arguments[..], &[folder.path().as_os_str()]].concat();
        let is_mounted = cfg!(target_os = "linux") && system("mount", &arguments);
        has_tool("mount", is_mounted).then_some(Self(folder))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn remount(&self, options: &str) {
        let options = format!("remount,{options}");
        let arguments = [
            OsStr::new("-o"),
            OsStr::new(&options),
            self.path().as_os_str(),
        ];
        assert!(system("mount", &arguments));
    }

    /// Takes all room that is left.
    fn fill(&self) {
        let mut file = fs::File::create(self.path().join("filling")).unwrap();
        while file.write_all(&[0; 512]).is_ok() {}
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        system("umount", &[self.path().as_os_str()]);
    }
}

/// A full disk of 64 kB with an old file.
fn full_disk() -> Option<(Mount, PathBuf)> {
    let disk = Mount::new("size=64k")?;
    let out = disk.path().join("out");
    fs::write(&out, OLD).unwrap();
    disk.fill();
    Some((disk, out))
}

fn expect_refusal(command: &str, (code, stdout, stderr): (i32, String, String), reasons: &[&str]) {
    assert!(code == 1 || code == 2, "{command}: {code}\n{stderr}");
    let is_named = reasons
        .iter()
        .any(|reason| stderr.to_lowercase().contains(reason));
    assert!(is_named && stderr.contains("/out"), "{command}: {stderr}");
    // The report of a match is written whatever happens to its files.
    let may_print = command.starts_with("match") || command.starts_with("analyze");
    assert!(stdout.is_empty() || may_print, "{command}: {stdout}");
}

#[test]
fn a_full_disk_leaves_files_as_they_were() {
    let Some((disk, out)) = full_disk() else {
        return;
    };
    let inputs = Inputs::new();
    for command in SAVING {
        let refused = inputs.run(command, &out);
        expect_refusal(command, refused, &["no space", "no storage space"]);
        assert_eq!(fs::read_to_string(&out).unwrap(), OLD, "{command}");
        assert_eq!(names(disk.path()), ["filling", "out"], "{command}");
    }
    for command in GROWING {
        let refused = inputs.run(command, &out);
        // There is room for one page, which the old contents had.
        expect_refusal(command, refused, &["no space"]);
        let left = fs::read_to_string(&out).unwrap();
        assert!(left.is_empty() || left.ends_with('\n'), "{command}: {left}");
        assert!(left.len() <= 4096 && left != OLD, "{command}: {left}");
        assert_eq!(names(disk.path()), ["filling", "out"], "{command}");
    }
}

#[test]
fn man_pages_and_games_of_a_full_disk_are_whole_or_missing() {
    let Some((disk, _)) = full_disk() else {
        return;
    };
    let folder = disk.path().to_str().unwrap();
    let (code, _, stderr) = run(&mut flipfive(&format!("man {folder}")));
    assert_eq!(code, 1);
    assert!(
        stderr.contains(folder) && stderr.contains("No space"),
        "{stderr}"
    );
    let saved = format!("{folder}/game.sgf");
    let lines = format!("f5\nsave {saved}\nquit\n");
    let played = with_input(&format!("play --plain --data-dir {folder}/scores"), &lines);
    assert!(
        played.contains(&saved) && played.contains("No space"),
        "{played}"
    );
    let played = with_input("", &format!("play b d3\nprintsgf {saved}\nquit\n"));
    let expected = format!("? cannot write file: {saved}: No space left on device");
    assert!(played.contains(&expected), "{played}");
    // A game that ends at once is counted.
    let scores = format!("play --plain --data-dir {folder}/scores");
    let played = with_input(&scores, "f5\nresign\nquit\n");
    assert!(
        played.contains("the score table was not written"),
        "{played}"
    );
    // An empty page may be left of the table.
    let left = names(disk.path());
    assert!(
        left.iter()
            .all(|name| name != "game.sgf" && !name.ends_with(".tmp")),
        "{left:?}"
    );
    assert!(!left.iter().any(|name| name.ends_with(".1")), "{left:?}");
}

/// The output of the program for an input.
fn with_input(arguments: &str, lines: &str) -> String {
    let mut command = flipfive(arguments);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = pipes.stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(lines.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// The journal of a match on a full disk, and how the match goes on when there is room again.
#[test]
fn a_match_on_a_full_disk_stops_and_can_be_continued() {
    let Some(disk) = Mount::new("size=64k") else {
        return;
    };
    let journal = disk.path().join("out.jsonl");
    let mock = |name: &str| format!("name={name} proto=gtp cmd=\"'{}' mock\"", super::EXECUTABLE);
    let play = |more: &str| {
        let mut command = flipfive("match --rounds 20 --tc none");
        command.args(["--engine", &mock("a"), "--engine", &mock("b")]);
        command
            .arg("--journal")
            .arg(&journal)
            .args(more.split_whitespace());
        run(&mut command)
    };
    let (code, stdout, stderr) = play("");
    assert_eq!(code, 1, "{stderr}");
    assert!(
        stderr.contains("out.jsonl") && stderr.contains("No space"),
        "{stderr}"
    );
    // The games that are in the journal have a result.
    assert!(stdout.contains("a vs b"), "{stdout}");
    let text = fs::read_to_string(&journal).unwrap();
    assert!(text.ends_with('\n') && text.lines().count() > 2, "{text}");
    disk.remount("size=4m");
    let (code, stdout, stderr) = play("--resume");
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("Games: 40"), "{stdout}");
    let complete = fs::read_to_string(&journal).unwrap();
    assert!(complete.starts_with(&text));
    assert_eq!(complete.lines().count(), 41);
}

/// A folder in which no file can be made.
enum ReadOnly {
    Folder(TempDir),
    Mount(Mount),
}

impl ReadOnly {
    /// With a file in it that can be written.
    fn new() -> Option<Self> {
        let folder = tempdir().unwrap();
        fs::write(folder.path().join("out"), OLD).unwrap();
        let set = |is_read_only| {
            let mut permissions = folder.path().metadata().unwrap().permissions();
            permissions.set_readonly(is_read_only);
            fs::set_permissions(folder.path(), permissions).unwrap();
        };
        set(true);
        if fs::File::create(folder.path().join("probe")).is_err() {
            return Some(Self::Folder(folder));
        }
        // This user may write everywhere.
        set(false);
        let mount = Mount::new("size=64k")?;
        fs::write(mount.path().join("out"), OLD).unwrap();
        mount.remount("ro");
        Some(Self::Mount(mount))
    }

    fn path(&self) -> &Path {
        match self {
            Self::Folder(folder) => folder.path(),
            Self::Mount(mount) => mount.path(),
        }
    }
}

#[test]
fn a_read_only_folder_is_refused_for_every_output() {
    let Some(folder) = ReadOnly::new() else {
        return;
    };
    let inputs = Inputs::new();
    let reasons = ["read-only", "permission denied"];
    for command in SAVING.iter().chain(GROWING) {
        for name in ["out", "output"] {
            // A file that exists may be writable, although the folder is not; one that grows is written then.
            let is_writable = matches!(folder, ReadOnly::Folder(_)) && name == "out";
            if is_writable && GROWING.contains(command) {
                continue;
            }
            expect_refusal(
                command,
                inputs.run(command, &folder.path().join(name)),
                &reasons,
            );
        }
        assert_eq!(names(folder.path()), ["out"], "{command}");
        assert_eq!(fs::read_to_string(folder.path().join("out")).unwrap(), OLD);
    }
    for command in [
        "man OUT/out",
        "train othello games --games 1 --out OUT",
        "train othello book --positions 2 --depth 1 --out OUT/book",
        "book build --positions 2 --depth 1 --out OUT/book",
    ] {
        let command = command.replace("OUT", folder.path().to_str().unwrap());
        let (code, stdout, stderr) = run(&mut flipfive(&command));
        assert_eq!((code, stdout.as_str()), (1, ""), "{command}: {stderr}");
        assert!(stderr.contains(folder.path().to_str().unwrap()), "{stderr}");
    }
}

/// Runs everywhere: the system refuses to let a file grow beyond 4 kB.
#[test]
fn a_limit_of_the_file_size_is_like_a_full_disk() {
    let inputs = Inputs::new();
    let folder = tempdir().unwrap();
    let limited = |arguments: &str, out: &Path| {
        let script = format!("trap '' XFSZ; ulimit -f 8; exec \"$0\" {arguments}");
        run(shell(&script).env("IN", inputs.games()).env("OUT", out))
    };
    let out = folder.path().join("out.svg");
    fs::write(&out, OLD).unwrap();
    let (code, stdout, stderr) = limited("show \"$IN\" --svg \"$OUT\"", &out);
    assert_eq!((code, stdout.as_str()), (1, ""), "{stderr}");
    assert!(stderr.contains("out.svg: File too large"), "{stderr}");
    assert_eq!(fs::read_to_string(&out).unwrap(), OLD);
    assert_eq!(names(folder.path()), ["out.svg"]);
    // A growing file ends with a whole game.
    let out = folder.path().join("out.sgf");
    let (code, _, stderr) = limited("analyze \"$IN\" --depth 1 --sgf \"$OUT\"", &out);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("out.sgf: File too large"), "{stderr}");
    let games = fs::read_to_string(&out).unwrap();
    assert!(games.len() <= 8192 && games.ends_with(")\n"), "{games}");
    let (code, stdout, stderr) = run(flipfive("convert --check").arg(&out));
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains(" 0 errors"), "{stdout}");
}

/// Outputs that are no files.
#[test]
fn streams_are_written_directly() {
    let inputs = Inputs::new();
    let games = inputs.games();
    let folder = tempdir().unwrap();
    let out = |script: &str| {
        let mut command = shell(script);
        let (code, stdout, stderr) = run(command.env("IN", &games).current_dir(&folder));
        assert_eq!(code, 0, "{script}: {stderr}");
        stdout
    };
    let expected = out("\"$0\" show \"$IN\" --svg -");
    assert!(expected.starts_with("<svg"), "{expected}");
    assert_eq!(out("\"$0\" show \"$IN\" --svg /dev/stdout"), expected);
    // Text that is already in the file stays.
    let appended = out("echo first > f; \"$0\" show \"$IN\" --svg /dev/stdout >> f; cat f");
    assert_eq!(appended, format!("first\n{expected}"));
    let piped = out("mkfifo p; cat p & \"$0\" show \"$IN\" --svg p; wait");
    assert_eq!(piped, expected);
    let linked = out("ln -s real link; \"$0\" show \"$IN\" --svg link; test -L link && cat real");
    assert_eq!(linked, expected);
    // The table of an analysis stays out of an output that has another name of stdout.
    let lines = out("\"$0\" analyze \"$IN\" --depth 1 --json -");
    let renamed = out("\"$0\" analyze \"$IN\" --depth 1 --json /dev/stdout > f; cat f");
    assert_eq!(renamed.lines().count(), lines.lines().count());
    assert!(
        renamed.lines().all(|line| line.starts_with('{')),
        "{renamed}"
    );
    out("\"$0\" convert \"$IN\" /dev/null --to sgf; test -c /dev/null");
    assert_eq!(names(folder.path()), ["f", "link", "p", "real"]);
}

/// A file that is read and written has to be a regular one. The other files of the command stay as they were.
#[cfg(unix)]
#[test]
fn what_is_read_and_written_is_no_device_and_no_pipe() {
    let inputs = Inputs::new();
    let folder = tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(system("mkfifo", &[pipe.as_os_str()]));
    let match_of_mocks = "match --engine EXE --engine EXE --tc none --rounds 1 --journal OUT";
    let devices = ["/dev/null", "/dev/full", "/dev/zero"];
    for device in devices.map(Path::new).into_iter().chain([&*pipe]) {
        for (command, flag) in [
            ("match merge OUT JOURNAL", "OUT"),
            ("match --resume --journal OUT", "--journal"),
            (match_of_mocks, "--journal"),
            ("book build --positions 2 --depth 1 --out OUT", "--out"),
        ] {
            let command = command.replace("EXE", super::EXECUTABLE);
            let (code, stdout, stderr) = inputs.run(&command, device);
            assert_eq!((code, stdout.as_str()), (2, ""), "{command}: {stderr}");
            let device = device.display();
            let expected = format!(
                "flipfive: {flag} {device}: this is a device or a pipe; expected a regular file or a new name\n"
            );
            assert_eq!(stderr, expected, "{command}");
        }
    }
    assert_eq!(names(folder.path()), ["pipe"]);
}

/// The journals that `match report` and `match merge` read may come from stdin and pipes.
#[cfg(unix)]
#[test]
fn journals_are_read_from_stdin_and_pipes() {
    let inputs = Inputs::new();
    let folder = tempdir().unwrap();
    let out = |script: &str| {
        let mut command = shell(script);
        command.env("IN", inputs.journal()).current_dir(&folder);
        run(&mut command)
    };
    let (_, expected, _) = out("\"$0\" match report \"$IN\"");
    assert!(expected.contains("Games: 40"), "{expected}");
    for script in [
        "cat \"$IN\" | \"$0\" match report -",
        "cat \"$IN\" | \"$0\" match report /dev/stdin",
        "\"$0\" match report - < \"$IN\"",
        "mkfifo p; cat \"$IN\" > p & \"$0\" match report p",
        "cat \"$IN\" | \"$0\" match merge a - > /dev/null && \"$0\" match report a",
        "cat \"$IN\" > p & \"$0\" match merge b \"$IN\" p > /dev/null && \"$0\" match report b",
    ] {
        let (code, stdout, stderr) = out(script);
        assert_eq!((code, stderr.as_str()), (0, ""), "{script}");
        assert_eq!(stdout, expected, "{script}");
    }
    let (code, _, stderr) = out("\"$0\" match report /dev/zero");
    assert_eq!(code, 1);
    let reason = "it does not begin with {\"flipfive-match\":";
    assert!(stderr.contains(reason), "{stderr}");
    let (_, _, stderr) = out("head -c 30 \"$IN\" | \"$0\" match report -");
    assert!(
        stderr.contains("stdin is not the journal of a match: it has no complete line"),
        "{stderr}"
    );
    assert_eq!(names(folder.path()), ["a", "b", "p"]);
}
