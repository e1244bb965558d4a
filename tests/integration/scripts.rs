//! The scripts: those that run for hours, each for a second, and those for several machines.

use crate::support::has_program;
use flipfive::tournament::journal;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs a script of the repository with Python, in a folder of its own, and returns what it printed.
fn python(script: &str, arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("scripts")
        .join(script);
    let output = Command::new("python3")
        .arg(script)
        .args(arguments)
        .args(["--program", env!("CARGO_BIN_EXE_flipfive"), "--data"])
        .arg(folder.path())
        .output()
        .expect("python3 runs");
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{errors}");
    text
}

#[test]
fn a_short_soak_finds_nothing() {
    if !has_program("python3") {
        return;
    }
    let text = python("soak", &["0.002", "--only", "interrupts"]);
    assert!(text.contains("\n20 interrupts.\n"), "{text}");
    assert!(text.trim_end().ends_with("None."), "{text}");
    let text = python("soak", &["0.0001", "--only", "searches"]);
    assert!(text.contains("| analysis | 1"), "{text}");
}

/// A program in place of `flipfive` that notes its arguments in `log`, writes the file of `--out`, and fails for the rule
/// in `failing`.
const TRAINER: &str = r#"#!/bin/sh
here=$(dirname "$0")
echo "$*" >> "$here/log"
rule= out=
while [ $# -gt 0 ]; do
    case $1 in
        --rule) rule=$2 ;;
        --out) out=$2 ;;
    esac
    shift
done
[ "$rule" != "$(cat "$here/failing")" ] || exit 1
echo made > "$out"
"#;

/// Runs `scripts/train_gomoku` with [`TRAINER`] for a folder; returns the steps that it took, with their rules.
fn train_gomoku(folder: &Path, failing: &str) -> Vec<String> {
    use std::os::unix::fs::PermissionsExt;
    let trainer = folder.join("trainer");
    std::fs::write(&trainer, TRAINER).unwrap();
    std::fs::set_permissions(&trainer, std::fs::Permissions::from_mode(0o755)).unwrap();
    std::fs::write(folder.join("failing"), failing).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/train_gomoku");
    let output = Command::new("sh")
        .arg(script)
        .arg(folder)
        .env("FLIPFIVE", &trainer)
        .env_remove("EARLIER")
        .output()
        .unwrap();
    assert_eq!(output.status.success(), failing == "none", "{output:?}");
    let log = std::fs::read_to_string(folder.join("log")).unwrap();
    std::fs::remove_file(folder.join("log")).unwrap();
    let step = |line: &str| {
        let mut words = line.split(' ').skip_while(|word| *word != "gomoku");
        let step = words.nth(1).unwrap();
        let rule = words.skip_while(|word| *word != "--rule").nth(1);
        [step, rule.unwrap_or_default()].join(" ").trim().to_owned()
    };
    log.lines().map(step).collect()
}

#[test]
fn an_interrupted_training_of_gomoku_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path();
    assert_eq!(train_gomoku(inner, "none"), ["games", "fit"]);
    let mut expected = vec!["games", "variations", "variations", "variations"];
    let collections = expected.len();
    expected.extend(["network freestyle", "network standard", "network renju"]);
    expected.push("network caro");
    assert_eq!(train_gomoku(inner, "caro"), expected);
    // The first three rules are there.
    expected.drain(collections..collections + 3);
    assert_eq!(train_gomoku(inner, "none"), expected);
    let expected = ["games", "policy freestyle", "policy standard"];
    assert_eq!(train_gomoku(inner, "standard"), expected);
    let expected = ["games", "policy standard", "policy renju", "policy caro"];
    assert_eq!(train_gomoku(inner, "none"), expected);
    assert_eq!(train_gomoku(inner, "none"), ["games"]);
}

/// Writes a shell script that can be run.
fn write_program(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::write(path, text).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// `scripts/shards_local` in a folder; `program` stands for `flipfive`. Without GNU parallel, since the messages name
/// other files then, unless the folder has a program that stands for it.
fn shards_command(folder: &Path, program: &Path, arguments: &[&str]) -> Command {
    let bin = folder.join("bin");
    if !bin.exists() {
        std::fs::create_dir(&bin).unwrap();
        write_program(&bin.join("parallel"), "#!/bin/sh\nexit 1\n");
    }
    let path = std::env::var("PATH").unwrap();
    let mut command = Command::new("sh");
    command
        .current_dir(folder)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/shards_local"))
        .args(arguments)
        .env("FLIPFIVE", program)
        .env("PATH", format!("{}:{path}", bin.display()));
    command
}

fn shards_local(folder: &Path, program: &Path, arguments: &[&str]) -> Output {
    shards_command(folder, program, arguments).output().unwrap()
}

/// It would be joined with what the killed shard has not written.
#[test]
fn a_shard_that_was_killed_under_gnu_parallel_has_failed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("bin")).unwrap();
    // The versions of 2021 write the signal in a column of its own.
    let parallel = r#"#!/bin/sh
[ "$1" = --version ] && { echo "GNU parallel 20210822"; exit; }
while [ $# -gt 0 ]; do
    [ "$1" = --joblog ] && log=$2
    shift
done
printf 'Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand\n' >"$log"
printf '1\t:\t1.0\t1.0\t0\t0\t0\t9\tx\n' >>"$log"
exit 1
"#;
    write_program(&folder.path().join("bin/parallel"), parallel);
    let arguments = ["analyze", "2", "parts", "x"];
    let output = shards_local(folder.path(), Path::new("flipfive"), &arguments);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(!folder.path().join("parts/moves.jsonl").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_the_local_shards() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("flipfive");
    write_program(&program, "#!/bin/sh\necho $$ >>ids\nexec sleep 600\n");
    let arguments = ["analyze", "2", "parts", "x"];
    let mut script = shards_command(folder.path(), &program, &arguments)
        .spawn()
        .unwrap();
    let ids = || std::fs::read_to_string(folder.path().join("ids")).unwrap_or_default();
    let wait_until = |is_met: &dyn Fn() -> bool| {
        let began = std::time::Instant::now();
        while !is_met() {
            assert!(began.elapsed().as_secs() < 60);
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    };
    wait_until(&|| ids().lines().count() == 2);
    // SIGINT may be ignored by what runs the tests, and cannot be trapped then.
    let id = script.id().to_string();
    Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert_eq!(script.wait().unwrap().code(), Some(130));
    // Nobody may wait for the children: a zombie has ended, too.
    let runs = |id: &str| {
        std::fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(|text| !text.contains(") Z "))
    };
    wait_until(&|| !ids().lines().any(runs));
}

#[test]
fn local_shards_are_merged_to_one_match() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_flipfive");
    let engine =
        |name: &str| format!("name={name} proto=gtp cmd=\"'{program}' mock --protocol gtp\"");
    let [a, b] = ["a", "b"].map(engine);
    let arguments = ["match", "2", "parts", "--rounds", "2", "--tc", "5/move"];
    let engines = ["--generate-openings", "4", "--engine", &a, "--engine", &b];
    let arguments = [&arguments[..], &engines[..]].concat();
    let output = shards_local(folder.path(), Path::new(program), &arguments);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("a vs b"), "{text}");
    let games = |name: &str| {
        let journal = journal::read(&folder.path().join("parts").join(name));
        journal.unwrap().games.into_keys().collect::<Vec<_>>()
    };
    assert_eq!(games("part-1.jsonl").len(), 2);
    assert_eq!(games("part-2.jsonl").len(), 2);
    assert_eq!(games("match.jsonl").len(), 4);
}

/// A program in place of `flipfive` whose second shard fails, and whose other shards write their names.
const SECOND_SHARD_FAILS: &str = r#"#!/bin/sh
case "$*" in
*"--shard 2/3"*)
    echo "no engine" >&2
    exit 2
    ;;
esac
echo "$*" >>log
out=
for argument; do
    out=$argument
done
case $1-$2 in
match-merge | match-report) ;;
*) echo "{}" >"$out" ;;
esac
"#;

#[test]
fn a_shard_that_fails_names_its_log() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("flipfive");
    std::fs::write(&program, SECOND_SHARD_FAILS).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    for command in ["match", "analyze"] {
        let output = shards_local(folder.path(), &program, &[command, "3", command, "x"]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        let expected = format!("shard 2 failed: see {command}/part-2.log\n");
        assert_eq!(errors, expected);
        let log = folder.path().join(command).join("part-2.log");
        assert_eq!(std::fs::read_to_string(log).unwrap(), "no engine\n");
    }
    // The journals of the other shards are merged; analyses with missing games are not joined.
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    let merge = "match merge match/match.jsonl match/part-1.jsonl match/part-3.jsonl\n";
    assert!(log.contains(merge), "{log}");
    assert!(!folder.path().join("analyze/moves.jsonl").exists());
}

#[test]
fn shards_of_other_commands_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refusal = |arguments: &[&str]| {
        let output = shards_local(folder.path(), Path::new("flipfive"), arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let text = refusal(&["solve", "3", "parts", "x"]);
    assert!(
        text.contains("\"solve\" has no shards; expected match or analyze"),
        "{text}"
    );
    let text = refusal(&["match", "two", "parts", "x"]);
    assert!(
        text.contains("\"two\" shards; expected a whole number from 1"),
        "{text}"
    );
}

#[test]
fn python_can_read_every_script_in_python() {
    if !has_program("python3") {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut scripts: Vec<PathBuf> = Vec::new();
    for folder in ["scripts", "examples"] {
        let files = std::fs::read_dir(root.join(folder)).unwrap();
        scripts.extend(files.map(|file| file.unwrap().path()));
    }
    scripts.retain(|path| {
        std::fs::read_to_string(path).is_ok_and(|text| text.starts_with("#!/usr/bin/env python3"))
    });
    assert!(scripts.len() >= 5, "{scripts:?}");
    let status = Command::new("python3")
        .args([
            "-c",
            "import ast, sys\nfor path in sys.argv[1:]: ast.parse(open(path).read(), path)",
        ])
        .args(scripts)
        .status();
    assert!(status.unwrap().success());
}

/// The lines between which `scripts/measure` writes.
const MARKS: [&str; 2] = [
    "\n<!-- Measured by scripts/measure. -->\n",
    "\n<!-- End of what scripts/measure writes. -->\n",
];

#[test]
fn the_pages_of_figures_have_the_marks() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = std::fs::read_to_string(root.join("scripts/measure")).unwrap();
    let page = concat!("docs/bench/", env!("CARGO_PKG_VERSION"), ".md");
    for page in [page, "README.md"] {
        let text = std::fs::read_to_string(root.join(page)).unwrap();
        let places = MARKS.map(|mark| {
            text.match_indices(mark)
                .map(|(place, _)| place)
                .collect::<Vec<_>>()
        });
        assert!(
            places.iter().all(|places| places.len() == 1) && places[0] < places[1],
            "{page}: {places:?}"
        );
    }
    assert!(
        MARKS
            .iter()
            .all(|mark| script.contains(&format!("\"{}\"", mark.trim())))
    );
}
