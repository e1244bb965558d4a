//! `flipfive fastchess`: the output as scripts and test frameworks read it.

use std::process::{Command, Output};
use tempfile::tempdir;

const EXECUTABLE: &str = env!("CARGO_BIN_EXE_flipfive");

fn fastchess(words: &[&str]) -> Output {
    let mut command = Command::new(EXECUTABLE);
    command.arg("fastchess").args(words).output().unwrap()
}

/// The number and the result of a finished game, found as OpenBench's client finds them: the third and the
/// seventh word of the line.
fn finished(line: &str) -> (u32, &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    (words[2].parse().unwrap(), words[6])
}

#[test]
fn a_match_in_the_words_of_fastchess_is_played_and_printed() {
    let folder = tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    let book = folder.path().join("book.epd");
    std::fs::write(&book, "f5d6c3\nf5f6e6f4\nf5d6c4\n").unwrap();
    let engine = |name: &str, arguments: &str| {
        [
            "-engine",
            &format!("cmd={EXECUTABLE}"),
            &format!("args=mock --protocol gtp {arguments}"),
            "proto=gtp",
            name,
        ]
        .map(str::to_owned)
    };
    let [good, bad] = [
        engine("name=good", ""),
        engine("name=bad", "--illegal-at 3"),
    ];
    let book = format!("file={}", book.display());
    let pgn_file = format!("file={}", pgn.display());
    let mut words: Vec<&str> = good.iter().chain(&bad).map(String::as_str).collect();
    words.extend("-recover -variant standard -testEnv -rounds 2 -games 2 -repeat -each tc=5+0.1 timemargin=250".split(' '));
    words.extend([
        "-openings",
        &book,
        "format=epd",
        "order=random",
        // Beyond the three openings of the book.
        "start=5",
        "-srand",
        "3",
    ]);
    words.extend(["-pgnout", &pgn_file, "nodes=true", "-ratinginterval", "2"]);
    let output = fastchess(&words);
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{text}{errors}");

    assert!(
        text.contains("Started game 1 of 4 (good vs bad)\n"),
        "{text}"
    );
    let games: Vec<_> = text
        .lines()
        .filter(|line| line.starts_with("Finished game"))
        .collect();
    assert_eq!(games.len(), 4, "{text}");
    for line in &games {
        let (number, result) = finished(line);
        let black_is_good = number % 2 == 1;
        let loser = if black_is_good { "White" } else { "Black" };
        if line.contains("illegal") {
            assert_eq!(result, if black_is_good { "1-0" } else { "0-1" }, "{line}");
            assert!(
                line.ends_with(&format!("{{{loser} makes an illegal move}}")),
                "{line}"
            );
        }
    }
    assert!(games.iter().any(|line| line.contains("illegal")), "{text}");
    assert_eq!(
        text.matches("Results of good vs bad").count(),
        3,
        "every two games, and at the end: {text}"
    );
    assert!(text.contains("\nPtnml(0-2): ["), "{text}");
    assert!(text.ends_with("Tournament finished\n"), "{text}");
    assert!(errors.contains("-testEnv is ignored"), "{errors}");
    words.insert(0, "-v");
    let again = fastchess(&words);
    let errors = String::from_utf8(again.stderr).unwrap();
    assert!(again.status.success(), "{errors}");
    assert!(
        errors.contains("the same as: flipfive match --recover"),
        "{errors}"
    );
    assert_eq!(
        std::fs::read_to_string(pgn)
            .unwrap()
            .matches("[White \"")
            .count(),
        8,
        "both runs are in the file"
    );
}

#[test]
fn an_option_that_cannot_be_honoured_is_an_error_of_the_command_line() {
    for (words, expected) in [
        (["-noswap", "-rounds", "1"], "games come in pairs"),
        (["-rouds", "1", "-recover"], "did you mean \"-rounds\"?"),
        (["-rounds", "1", "-recover"], "engine"),
    ] {
        let output = fastchess(&words);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(expected), "{errors}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn the_exit_code_does_not_depend_on_the_test() {
    let engine = format!("cmd={EXECUTABLE}");
    let output = fastchess(&[
        "-engine",
        &engine,
        "args=mock --protocol gtp",
        "proto=gtp",
        "name=a",
        "-engine",
        &engine,
        "args=mock --protocol gtp",
        "proto=gtp",
        "name=b",
        "-rounds",
        "2",
        "-sprt",
        "elo0=0",
        "elo1=300",
    ]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    assert!(
        text.contains("LLR: ") && text.contains("undecided"),
        "{text}"
    );
}

#[test]
fn a_match_is_continued_with_the_length_in_its_journal() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    let engine = format!("cmd={EXECUTABLE}");
    let mut words = Vec::new();
    for name in ["name=a", "name=b"] {
        words.extend(["-engine", &engine, "args=mock --protocol gtp", "proto=gtp"]);
        words.push(name);
    }
    let journal = format!("outname={}", path.display());
    words.extend(["-rounds", "4", "-config", &journal]);
    assert!(fastchess(&words).status.success());
    let text = std::fs::read_to_string(&path).unwrap();
    let games = |text: &str| text.matches("{\"game\":").count();
    assert_eq!(games(&text), 8);
    // The match was killed after its first game.
    let killed: Vec<&str> = text.lines().take(2).collect();
    let killed = killed.join("\n") + "\n";
    let journal = format!("file={}", path.display());
    let config = ["-config", journal.as_str()];
    // Each engine has five words.
    let mut with_engines = words[..10].to_vec();
    with_engines.extend(config);
    for words in [config.to_vec(), with_engines] {
        std::fs::write(&path, &killed).unwrap();
        let output = fastchess(&words);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{errors}");
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(games(&text), 8, "{words:?}: {text}");
    }
}

#[test]
fn another_name_for_the_journal_of_a_match_that_goes_on_is_a_warning() {
    let warning = "outname=b.jsonl is ignored";
    for (file, is_ignored) in [("no/a.jsonl", true), ("b.jsonl", false)] {
        let file = format!("file={file}");
        // There is no such journal, and no engine to begin a match.
        let output = fastchess(&["-config", &file, "outname=b.jsonl"]);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(errors.contains(warning), is_ignored, "{errors}");
    }
}

#[test]
fn help_and_version_may_follow_other_options() {
    for (words, expected) in [
        (["-rounds", "1", "--help"], "-use-affinity"),
        (["-rounds", "1", "-version"], env!("CARGO_PKG_VERSION")),
    ] {
        let output = fastchess(&words);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.contains(expected), "{text}");
    }
}

#[test]
fn a_key_that_fastchess_takes_from_all_engines_is_a_warning() {
    let output = fastchess(&["-engine", "cmd=a", "tc=20", "-each", "tc=10", "nodes=5"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    let warning = "an engine keeps its tc=20; fastchess takes tc=10 from -each";
    assert!(errors.contains(warning), "{errors}");
}

#[test]
fn a_wrong_value_is_reported_once() {
    let output = fastchess(&["-sprt", "elo0=0", "elo1=5", "model=bayesian"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.starts_with("flipfive: invalid value"), "{errors}");
    assert_eq!(
        errors.matches("unknown variant `bayesian`").count(),
        1,
        "{errors}"
    );
    assert!(!errors.contains("--help"), "{errors}");
}

#[test]
fn a_clock_that_loses_the_time_that_is_left_is_a_warning() {
    let output = fastchess(&["-each", "tc=40/8"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    let warning = "tc=40/8: time that is left after 40 moves is lost, which fastchess keeps";
    assert!(errors.contains(warning), "{errors}");
}

#[cfg(unix)]
#[test]
fn games_that_never_began_are_no_failure_with_recover() {
    let folder = tempfile::tempdir().unwrap();
    // It starts for the check before the match only.
    let script =
        format!("echo >>starts; [ $(wc -l <starts) = 1 ] || exit 1; exec '{EXECUTABLE}' mock");
    std::fs::write(folder.path().join("engine"), script).unwrap();
    let here = format!("dir={}", folder.path().display());
    let engine = format!("cmd={EXECUTABLE}");
    for (recover, code) in [("", 3), ("-recover", 0), ("--recover", 0)] {
        let _ = std::fs::remove_file(folder.path().join("starts"));
        let words = [
            "-engine",
            "cmd=sh",
            "args=engine",
            &here,
            "proto=gtp",
            "name=a",
            "restart=on",
            "-engine",
            &engine,
            "args=mock",
            "proto=gtp",
            "name=b",
            "-each",
            "tc=5",
            "-rounds",
            "1",
            recover,
        ];
        let output = fastchess(words.strip_suffix(&[""]).unwrap_or(&words));
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{recover}: {text}");
    }
}
