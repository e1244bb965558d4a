//! The command lines of the documentation and of the help texts: every one is accepted, and every one that does not
//! need hours or another program is run in a folder with the files that it names.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Lines that are only parsed: how they begin, and why they are not run.
const NOT_RUN: &[(&str, &str)] = &[
    ("cargo ", "compiles the program: minutes"),
    ("FLIPFIVE_KERNEL=avx2 cargo test", "runs this test, too"),
    ("scripts/", "compiles the program, or runs for ten minutes"),
    ("flipfive bench", "runs in the tests of the signature"),
    (
        "FLIPFIVE_KERNEL=portable flipfive bench",
        "runs in the tests of the kernels",
    ),
    ("c-gomoku-cli ", "another program"),
    ("gogui-", "another program"),
    ("exec /usr/local/bin/flipfive", "the contents of a file"),
    (
        "flipfive train othello fit",
        "fits a million weights: 8 s even for a single file of games",
    ),
    (
        "flipfive train othello probcut",
        "needs hundreds of games: 5 s to play them",
    ),
    (
        "flipfive train gomoku",
        "a file of games takes a minute, and the other steps read it",
    ),
];

/// Lines that are run with smaller numbers: how they begin, what is replaced, and by what. The first one counts.
const SHORTENED: &[(&str, &[(&str, &str)])] = &[
    (
        "(for i in",
        &[
            ("cargo run --release --", "flipfive"),
            ("--move-time 50", "--move-time 1"),
        ],
    ),
    ("printf 'genmove b", &[("200", "20")]),
    ("printf 'START 15", &[("200", "20")]),
    (
        "flipfive man pages && man -l",
        &[("&& man -l", "&& test -s")],
    ),
    (
        "flipfive bench wins",
        &[("tests/data/gomoku/first-claims.txt", "claims.txt")],
    ),
    ("flipfive perft othello 11", &[("11", "5")]),
    (
        "flipfive solve tests/data/obf/ffo-1-40.obf",
        &[("20-30", "1-2")],
    ),
    ("flipfive solve suite.obf", &[("20-30", "1-2")]),
    (
        "flipfive solve tests/data/obf/ffo-40-45.obf",
        &[("ffo-40-45.obf", "ffo-1-40.obf")],
    ),
    (
        "flipfive solve tests/data/gomoku/puzzles.txt",
        &[("1-15", "1-3")],
    ),
    ("flipfive solve game.sgf", &[("60", "0.1")]),
    ("flipfive best f5d6c3", &[("f5d6c3", "f5d6c3 --nodes 1000")]),
    ("flipfive best h8i9", &[("--time 5", "--time 0.05")]),
    (
        "flipfive best game.sgf",
        &[("--json", "--json --nodes 1000")],
    ),
    (
        "flipfive best start",
        &[("--level 3", "--level 3 --nodes 1000")],
    ),
    ("flipfive analyze games/", &[("--time 0.2", "--time 0.002")]),
    ("flipfive analyze - ", &[("100000", "200")]),
    ("flipfive analyze ", &[("game.sgf", "game.sgf --nodes 200")]),
    (
        "flipfive analysis --parallel 4 --nodes",
        &[("100000", "1000")],
    ),
    (
        "flipfive puzzles",
        &[("flipfive puzzles", "flipfive puzzles --nodes 1000")],
    ),
    (
        "flipfive compliance ./pbrain-rapfi",
        &[("./pbrain-rapfi", "./pbrain-rapfi --only garbage")],
    ),
    (
        "flipfive compliance --game renju ",
        &[("--game renju", "--game renju --only garbage")],
    ),
    (
        "flipfive match --engine ./mine --levels",
        &[("1-8", "1-2 --rounds 1 --max-moves 6")],
    ),
    (
        "flipfive match --engine 'name=new cmd=./new'",
        &[
            ("5+0.05", "1+0.01"),
            ("20000", "1 --max-moves 10 || test $? = 5"),
        ],
    ),
    (
        "flipfive match --file",
        &[("200", "1 --max-moves 10 || test $? = 5")],
    ),
    (
        "flipfive match --engine",
        &[
            ("--rounds 50", "--rounds 1 --max-moves 10"),
            ("--rounds 100", "--rounds 1 --max-moves 10"),
        ],
    ),
    (
        "flipfive fastchess",
        &[
            ("-rounds 500", "-rounds 1"),
            ("openings.txt", "othello.txt"),
            ("tc=8+0.08", "tc=1+0.01"),
        ],
    ),
    (
        "flipfive train othello games",
        &[
            ("400000", "1"),
            ("--depth 6 --solve 16", "--depth 1 --solve 4"),
        ],
    ),
    (
        "flipfive book build",
        &[
            ("87265 --depth 20", "402 --depth 1"),
            ("90000 --depth 20", "87266 --depth 1"),
        ],
    ),
];

/// The command lines of a source, in their order.
struct Source {
    /// The document, or the command whose help it is.
    name: String,
    lines: Vec<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The documents of users and programmers.
fn documents() -> Vec<PathBuf> {
    let mut documents = ["README.md", "CONTRIBUTING.md", "protocol.md"]
        .map(PathBuf::from)
        .to_vec();
    for folder in ["docs", "docs/bench", "docs/notes", "examples"] {
        let entries = std::fs::read_dir(root().join(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name());
        let paths = names.map(|name| Path::new(folder).join(name));
        documents.extend(paths.filter(|path| path.extension().is_some_and(|end| end == "md")));
    }
    documents.sort();
    documents
}

fn read(document: &Path) -> String {
    std::fs::read_to_string(root().join(document)).unwrap()
}

/// The match file of the documents.
fn match_file() -> String {
    let matches = read(Path::new("docs/matches.md"));
    let (_, rest) = matches.split_once("```toml\n").unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

/// The lines of the blocks of a document that are marked as shell.
fn shell_lines(document: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut continues = false;
    let blocks = document.split("\n```sh\n").skip(1);
    for line in blocks.flat_map(|rest| rest.split("\n```").next().unwrap_or_default().lines()) {
        let (text, goes_on) = match line.strip_suffix('\\') {
            Some(text) => (text, true),
            None => (line, false),
        };
        match lines.last_mut() {
            Some(last) if continues => *last += text.trim_start(),
            _ => lines.push(text.to_owned()),
        }
        continues = goes_on;
    }
    // A script begins with the name of its interpreter.
    lines.retain(|line| !line.starts_with("#!"));
    lines
}

/// The examples in the help texts of a command.
fn examples(command: &clap::Command) -> Vec<String> {
    let texts = [command.get_after_help(), command.get_after_long_help()];
    let texts = texts.into_iter().flatten().map(ToString::to_string);
    let mut lines: Vec<String> = Vec::new();
    for text in texts {
        let rest = ["Examples:\n", "Example:\n", "Example: "]
            .iter()
            .find_map(|heading| text.split_once(heading));
        let examples = rest.iter().flat_map(|(_, rest)| rest.lines());
        lines.extend(examples.map(|line| line.trim().to_owned()));
    }
    lines
}

/// The examples of a command and its sub-commands.
fn add_examples(command: &clap::Command, name: &str, sources: &mut Vec<Source>) {
    sources.push(Source {
        name: format!("{name} --help"),
        lines: examples(command),
    });
    for inner in command.get_subcommands() {
        add_examples(inner, &format!("{name} {}", inner.get_name()), sources);
    }
}

/// Everything that has command lines.
fn sources() -> Vec<Source> {
    let documents = documents();
    let mut sources: Vec<Source> = documents
        .iter()
        .map(|path| Source {
            name: path.display().to_string().replace('\\', "/"),
            lines: shell_lines(&read(path)),
        })
        .collect();
    add_examples(&flipfive::cli::command(), "flipfive", &mut sources);
    sources.retain(|source| !source.lines.is_empty());
    sources
}

/// What a shell runs for a line; `None` for a line that is only parsed.
#[cfg(unix)]
fn runnable(line: &str) -> Option<String> {
    if let Some((_, replacements)) = SHORTENED.iter().find(|(start, _)| line.starts_with(start)) {
        let replace = |line: String, (from, to): &(&str, &str)| line.replace(from, to);
        return Some(replacements.iter().fold(line.to_owned(), replace));
    }
    let is_run = !NOT_RUN.iter().any(|(start, _)| line.starts_with(start));
    is_run.then(|| line.to_owned())
}

/// The arguments of every call of `flipfive` in a line, the name of the program included.
fn calls(line: &str) -> Vec<Vec<String>> {
    let words = shlex::split(line).unwrap_or_else(|| panic!("quotes are open: {line}"));
    let mut calls = Vec::new();
    for (at, word) in words.iter().enumerate() {
        // A flag may name the program of another one.
        let is_value = at > 0 && words[at - 1].starts_with('-');
        if word.starts_with("flipfive ") {
            calls.extend(self::calls(word));
        } else if !is_value && (word == "flipfive" || word == "/usr/local/bin/flipfive") {
            let ends = |word: &&String| !["|", "<", ">", "&&"].contains(&word.as_str());
            calls.push(words[at..].iter().take_while(ends).cloned().collect());
        }
    }
    calls
}

/// What the parser of the command line says against a call.
fn refusal(call: &[String]) -> Option<clap::Error> {
    // Options of fastchess have one dash, and are parsed when the command runs.
    if call.get(1).is_some_and(|word| word == "fastchess") {
        return None;
    }
    flipfive::cli::command().try_get_matches_from(call).err()
}

#[test]
fn every_command_line_is_accepted() {
    let sources = sources();
    let mut count = 0;
    for Source { name, lines } in &sources {
        for line in lines {
            let script = line.split(' ').next().unwrap_or_default();
            if script.starts_with("scripts/") {
                assert!(root().join(script).exists(), "{name}: {line}");
            }
            for call in calls(line) {
                count += 1;
                if let Some(error) = refusal(&call) {
                    panic!("{name}: {line}\n{error}");
                }
            }
        }
    }
    assert!(count > 80, "only {count} calls found");
    let names: BTreeSet<&str> = sources.iter().map(|source| source.name.as_str()).collect();
    for name in ["README.md", "docs/records.md", "flipfive mock --help"] {
        assert!(names.contains(name), "{names:?}");
    }
}

/// Commands that running text names: their options and sub-commands exist.
#[test]
fn the_match_file_of_the_documents_is_an_example() {
    let example = read(Path::new("examples/match.toml"));
    let (comment, example) = example.split_once('\n').unwrap();
    assert!(comment.starts_with("# "), "{comment}");
    assert_eq!(example, match_file());
}

#[test]
fn every_command_in_running_text_exists() {
    use clap::error::ErrorKind;
    let mut count = 0;
    for document in documents() {
        let text = read(&document);
        let mentions = text.split('`').skip(1).step_by(2);
        for mention in mentions.filter(|span| span.starts_with("flipfive ")) {
            // Older versions had other names, and `COMMAND` stands for any command.
            let words = mention
                .replace("COMMAND", "match")
                .replace("FOLDER", "folder");
            let Some(call) = calls(&words).pop() else {
                continue;
            };
            count += 1;
            if let Some(error) = refusal(&call)
                && matches!(
                    error.kind(),
                    ErrorKind::UnknownArgument
                        | ErrorKind::InvalidSubcommand
                        | ErrorKind::ArgumentConflict
                )
            {
                panic!("{}: {mention}\n{error}", document.display());
            }
        }
    }
    assert!(count > 50, "only {count} found");
}

#[test]
fn every_exception_has_a_line() {
    let sources = sources();
    let lines: Vec<&String> = sources.iter().flat_map(|source| &source.lines).collect();
    let starts = NOT_RUN.iter().map(|(start, _)| start);
    for start in starts.chain(SHORTENED.iter().map(|(start, _)| start)) {
        assert!(
            lines.iter().any(|line| line.starts_with(start)),
            "no line begins with {start:?}"
        );
    }
    for (start, replacements) in SHORTENED {
        for (from, _) in *replacements {
            let found = lines
                .iter()
                .any(|line| line.starts_with(start) && line.contains(from));
            assert!(found, "no line that begins with {start:?} has {from:?}");
        }
    }
}

#[cfg(unix)]
mod run {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;
    use std::process::{Command, Stdio};
    use std::sync::Mutex;
    use std::time::{Duration, Instant};

    /// Longer than any line takes on a busy machine.
    const LONG: Duration = Duration::from_secs(120);

    /// Makes the files that the lines read.
    const FILES: &str = r#"
        ln -s "$REPOSITORY/tests" tests
        for name in mine new old pbrain-rapfi; do ln -s ../bin/engine $name; done
        head -n 8 tests/data/gomoku/first-claims.txt > claims.txt
        cp tests/data/obf/ffo-1-40.obf suite.obf
        cp tests/data/ggf/server.ggf games.ggf
        mkdir -p archive games .local/share/bash-completion/completions .zfunc .config/fish/completions
        cp games.ggf archive
        echo f5d6c3d3c4b5c5b3a6f6e6f7c6e3d7c7a2b4b6d8e8e7c8f4 > game.transcript
        flipfive convert game.transcript game.sgf
        flipfive convert game.transcript games/othello.sgf
        flipfive convert game.transcript WTH_2020.wtb
        echo f5d6c3 > othello.txt
        for game in 1 2 3 4 5 6 7; do echo "renju 15 moves h8 i9 j${game}"; done > renju.txt
        flipfive convert renju.txt games.sgf
        sed -n 3p tests/data/puzzles/renju.txt > renju.txt
        flipfive convert renju.txt match.sgf
        cp match.sgf games
        echo h8i9g7 > a.pos
        flipfive convert a.pos a.psq --game renju
        cp a.psq b.psq
        cp a.pos openings.txt
        head -n 12 tests/data/gomoku/puzzles.txt > puzzles.txt
        echo '{"id":"a","game":"othello","moves":[["B","F5"]],"maxDepth":3}' > queries.jsonl
        for part in 1 2; do
            flipfive match --engine 'name=a cmd="flipfive mock"' --engine 'name=b cmd="flipfive mock"' --tc none \
                --generate-openings 4 --rounds 2 \
                --shard $part/2 --journal part-$part.jsonl
        done
        flipfive match merge match.jsonl part-*.jsonl
    "#;

    /// Runs a line; the reason of a failure.
    fn run(line: &str, folder: &Path) -> Result<(), String> {
        let output = folder.join("output.txt");
        let file = std::fs::File::create(&output).unwrap();
        let path = std::env::var("PATH").unwrap_or_default();
        let bin = folder.parent().unwrap().join("bin");
        let mut child = Command::new("sh")
            .args(["-e", "-c", line])
            .current_dir(folder)
            .env("PATH", format!("{}:{path}", bin.display()))
            .env("HOME", folder)
            .env("REPOSITORY", root())
            .env_remove("XDG_DATA_HOME")
            .env_remove("FLIPFIVE_DATA_DIR")
            .stdin(Stdio::null())
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .spawn()
            .unwrap();
        let begin = Instant::now();
        let status = loop {
            match child.try_wait().unwrap() {
                Some(status) => break status,
                None if begin.elapsed() > LONG => {
                    child.kill().unwrap();
                    return Err("it does not end".into());
                }
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        };
        let said = std::fs::read(&output).unwrap();
        std::fs::remove_file(output).unwrap();
        eprintln!("{:.2} s  {line}", begin.elapsed().as_secs_f64());
        match status.success() {
            true => Ok(()),
            false => Err(format!("{status}\n{}", String::from_utf8_lossy(&said))),
        }
    }

    /// The folder `files` with the files, beside a folder `bin` of programs.
    fn template(folder: &Path) {
        let bin = folder.join("bin");
        std::fs::create_dir_all(&bin).unwrap();
        let executable = Path::new(env!("CARGO_BIN_EXE_flipfive"));
        std::os::unix::fs::symlink(executable, bin.join("flipfive")).unwrap();
        // It speaks all protocols and ignores its arguments.
        let engine = bin.join("engine");
        std::fs::write(&engine, "#!/bin/sh\nexec flipfive --depth 1\n").unwrap();
        std::fs::set_permissions(&engine, std::fs::Permissions::from_mode(0o755)).unwrap();
        std::os::unix::fs::symlink("engine", bin.join("gtp-engine")).unwrap();
        let files = folder.join("files");
        std::fs::create_dir(&files).unwrap();
        run(FILES, &files).unwrap_or_else(|error| panic!("the files cannot be made: {error}"));
        std::fs::write(files.join("match.toml"), match_file()).unwrap();
    }

    /// The files that the lines of a source make themselves.
    fn made_by(source: &str) -> &'static [&'static str] {
        match source {
            "docs/records.md" | "flipfive convert --help" => &["games.sgf"],
            "docs/training.md" => &["games"],
            _ => &[],
        }
    }

    /// Runs the lines of a source in a new folder, one after the other.
    fn run_source(source: &Source, number: usize, home: &Path) -> Vec<String> {
        let folder = home.join(format!("source-{number}"));
        let copied = Command::new("cp")
            .args(["-RP", "files"])
            .arg(&folder)
            .current_dir(home)
            .status();
        assert!(copied.unwrap().success());
        for name in made_by(&source.name) {
            let removed = Command::new("rm").arg("-r").arg(folder.join(name)).status();
            assert!(removed.unwrap().success());
        }
        let mut failures = Vec::new();
        for line in &source.lines {
            let Some(command) = runnable(line) else {
                continue;
            };
            if command.starts_with("flipfive match --") {
                // The line writes this file, and others read it.
                let _ = std::fs::remove_file(folder.join("match.jsonl"));
            }
            if let Err(error) = run(&command, &folder) {
                failures.push(format!(
                    "{}: {line}\nrun as {command}\n{error}",
                    source.name
                ));
            }
        }
        failures
    }

    #[test]
    fn every_command_line_that_can_be_run_succeeds() {
        let home = tempfile::tempdir().unwrap();
        template(home.path());
        let sources = sources();
        let next = Mutex::new(sources.iter().enumerate());
        let failures = Mutex::new(Vec::new());
        let workers = std::thread::available_parallelism().map_or(1, |count| count.get().min(4));
        std::thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| {
                    while let Some((number, source)) = { next.lock().unwrap().next() } {
                        let failed = run_source(source, number, home.path());
                        failures.lock().unwrap().extend(failed);
                    }
                });
            }
        });
        let failures = failures.into_inner().unwrap();
        assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    }
}
