//! `flipfive train` as a process, with games written by hand.

use std::fs;
use std::process::Command;
use tempfile::{TempDir, tempdir};

/// How `train othello games --depth 1 --solve 1` begins a file.
const OTHELLO: &str = concat!(
    "flipfive ",
    env!("CARGO_PKG_VERSION"),
    " train othello games: seed 1, depth 1, solved from 1 empties, one move in 32 random"
);

/// How `train gomoku games` begins a file.
const GOMOKU: &str = concat!(
    "flipfive ",
    env!("CARGO_PKG_VERSION"),
    " train gomoku games: seed 1, 5000 nodes"
);

/// What stands in files before a command that must not write them.
const OLD: &str = "old";

/// Runs `flipfive train` in a folder and returns the exit code, stdout and stderr.
fn train(folder: &TempDir, arguments: &str) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_flipfive"))
        .arg("train")
        .args(arguments.split(' '))
        .current_dir(folder)
        .output()
        .unwrap();
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code(), stdout, stderr)
}

/// Writes a block of games into a folder with a name.
fn write_games(folder: &TempDir, name: &str, head: &str, games: &[&str]) {
    let inner = folder.path().join(name);
    fs::create_dir_all(&inner).unwrap();
    let mut text = format!("# {head}\n");
    for game in games {
        text += &format!("{game}\n");
    }
    text += &format!("# {:08x}\n", crc32fast::hash(text.as_bytes()));
    fs::write(inner.join("games-000000.txt"), text).unwrap();
}

/// A folder with games of both kinds, with an empty folder, and with a file that has to stay.
fn games() -> TempDir {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    fs::write(folder.path().join("empty/notes.txt"), "no games").unwrap();
    write_games(&folder, "othello", OTHELLO, &["f5d6c3 0 +2", "f5d6c3 1 +4"]);
    let gomoku = "freestyle 15 h8i9g7 1 10,-20 B";
    write_games(&folder, "gomoku", GOMOKU, &[gomoku]);
    fs::write(folder.path().join("out.bin"), OLD).unwrap();
    folder
}

/// Checks that a command fails with this sentence on stderr, and leaves the files as they were.
fn assert_refused(folder: &TempDir, arguments: &str, sentence: &str) {
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let before = read("othello/games-000000.txt");
    let (code, stdout, stderr) = train(folder, arguments);
    assert!(
        matches!(code, Some(1 | 2)) && stderr.contains(sentence),
        "{arguments}: {code:?} {stdout}{stderr}"
    );
    assert_eq!(read("out.bin"), OLD, "{arguments}");
    assert_eq!(read("othello/games-000000.txt"), before, "{arguments}");
    assert!(!folder.path().join("new").exists(), "{arguments}");
}

#[test]
fn without_games_no_step_writes() {
    let folder = games();
    for (step, game) in [
        ("othello fit", "othello"),
        ("othello factors", "othello"),
        ("othello ordering", "othello"),
        ("gomoku fit", "gomoku"),
        ("gomoku network", "gomoku"),
        ("gomoku policy", "gomoku"),
    ] {
        let out = if step.ends_with("factors") {
            "new"
        } else {
            "out.bin"
        };
        let none = format!(
            "empty: no games; expected files games-NNNNNN.txt of `flipfive train {game} games`"
        );
        let command = |games: &str| format!("{step} --games {games} --out {out}");
        assert_refused(&folder, &command("empty"), &none);
        assert_refused(&folder, &command("othello --games empty"), &none);
        assert_refused(&folder, &command("nowhere"), "nowhere: ");
        let (other, sentence) = match game {
            "othello" => ("gomoku", "games-000000.txt: games of gomoku; expected"),
            _ => ("othello", "games-000000.txt: games of othello; expected"),
        };
        assert_refused(&folder, &command(other), sentence);
    }
    for (arguments, sentence) in [
        (
            "gomoku fit --games gomoku --out out.bin",
            "gomoku: no position to fit; expected more games of `flipfive train gomoku games`",
        ),
        (
            "gomoku network --games gomoku --rule caro --out out.bin",
            "gomoku: no position under caro to fit",
        ),
        (
            "gomoku policy --games gomoku --rule renju --out out.bin",
            "gomoku: no game under renju to fit",
        ),
        (
            "othello ordering --games othello --out out.bin",
            "othello: no position with 8 to 13 empty squares to fit",
        ),
        (
            "othello fit --games othello --out out.bin",
            "othello: no fitted position with 0 to 23 empty squares",
        ),
        (
            "othello probcut --games othello",
            "of 2 positions, 0 groups by number of empty squares have at least 40; expected at least 4",
        ),
        ("othello report --games empty", "empty: no games"),
    ] {
        assert_refused(&folder, arguments, sentence);
    }
}

#[test]
fn outputs_are_files_that_no_input_is() {
    let folder = games();
    let file = "othello/games-000000.txt";
    for (arguments, sentence) in [
        (
            format!("othello report --games othello --svg {file}"),
            "games-000000.txt: the file is both an input and an output",
        ),
        (
            format!("othello ordering --games othello --out {file}"),
            "games-000000.txt: the file is both an input and an output",
        ),
        (
            "gomoku network --games gomoku --from out.bin --out out.bin".into(),
            "out.bin: the file is both an input and an output",
        ),
        (
            "gomoku fit --games gomoku --out -".into(),
            "--out -: text goes to standard output already; expected the name of a file",
        ),
        (
            "othello report --games othello --svg -".into(),
            "--svg -: text goes to standard output already",
        ),
    ] {
        assert_refused(&folder, &arguments, sentence);
    }
}

#[test]
fn a_folder_holds_games_of_one_kind() {
    let folder = games();
    let games = |more: &str| {
        let command = format!("othello games --out othello --games 1 --depth 1 --solve 1{more}");
        train(&folder, &command)
    };
    let (code, stdout, stderr) = games("");
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(stdout, "othello: all 250 games are there already\n");
    for (more, expected) in [
        (" --seed 2", "seed 2, depth 1"),
        (" --shard 2/2 --random 9", "in 9"),
        (" --greedy 4", "one move in 32 random, one in 4 greedy"),
    ] {
        let (code, _, stderr) = games(more);
        let other = format!("games-000000.txt: made by {OTHELLO:?}; expected ");
        assert!(
            code == Some(1) && stderr.contains(&other) && stderr.contains(expected),
            "{stderr}"
        );
        assert!(
            stderr.ends_with("; give another folder as --out\n"),
            "{stderr}"
        );
    }
}

#[test]
fn numbers_beyond_their_range_are_refused() {
    let folder = games();
    let fraction = "expected a number from 0 to 1";
    let positive = "expected a number above 0";
    for (arguments, sentence) in [
        ("othello fit --out out.bin --ridge 0", positive),
        ("othello fit --out out.bin --coarse-ridge nan", positive),
        ("othello fit --out out.bin --iterations 0", "is not in 1.."),
        ("othello fit --out out.bin --threads 0", "is not in 1.."),
        ("othello ordering --out out.bin --ridge 0", positive),
        ("othello factors --out new --decay=-3", fraction),
        ("othello factors --out new --step inf", positive),
        ("gomoku fit --out out.bin --results 7", fraction),
        ("gomoku network --out out.bin --share 30", fraction),
        ("gomoku policy --out out.bin --step nan", positive),
        (
            "othello book --out new --loss=-5",
            "expected a number of at least 0",
        ),
        ("othello book --out new --depth 61", "is not in 1..=60"),
        ("othello games --out new --solve 99", "is not in 0..=60"),
    ] {
        let reads_none = [" book ", " games "]
            .iter()
            .any(|word| arguments.contains(word));
        let games = if reads_none { "" } else { " --games othello" };
        assert_refused(&folder, &format!("{arguments}{games}"), sentence);
    }
}

#[test]
fn what_is_not_held_out_is_not_measured() {
    let folder = games();
    // The first game is held out, and has no position that is fitted.
    let games = ["f5d6c3 3 +2", "f5d6c3 0 +4"];
    write_games(&folder, "othello", OTHELLO, &games);
    // A folder counts once, however often it is given.
    let command = "othello factors --games othello --games ./othello --out factors --rounds 0";
    let (code, stdout, stderr) = train(&folder, command);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(
        stdout.starts_with("2 games, 3 positions, 0 positions of held-out games\n"),
        "{stdout}"
    );
    let file = fs::read(folder.path().join("factors/weights.bin")).unwrap();
    let provenance = String::from_utf8_lossy(&file[..600]);
    for part in [
        "2 games, 3 positions, solved from 14 empties, ",
        "in discs: not measured, since nothing is held out",
    ] {
        assert!(provenance.contains(part), "{provenance}");
    }
}

#[cfg(unix)]
#[test]
fn a_training_without_a_reader_of_its_progress_is_saved() {
    let folder = games();
    let games = [
        "freestyle 15 h8i9g7h7 0 10,-20,10,-5 B",
        "freestyle 15 h8g7f7g8 1 10,-20,10 W",
    ];
    write_games(&folder, "gomoku", GOMOKU, &games);
    for (step, out) in [
        ("othello factors --games othello --rounds 1", "factors"),
        ("gomoku fit --games gomoku", "gomoku.bin"),
        (
            "gomoku network --games gomoku --rule freestyle",
            "network.bin",
        ),
        (
            "gomoku policy --games gomoku --rule freestyle",
            "policy.bin",
        ),
    ] {
        // It goes away before the first line or after it.
        for reader in ["true", "read -r line"] {
            let script = format!(
                "{{ sleep 0.05; \"$0\" train \"$@\" 2>errors; echo \"code $?\" >>errors; }} | {reader}; cat errors"
            );
            let output = Command::new("sh")
                .args(["-c", &script, env!("CARGO_BIN_EXE_flipfive")])
                .args(step.split(' '))
                .args(["--out", out])
                .current_dir(&folder)
                .output()
                .unwrap();
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(text.ends_with("code 0\n"), "{step}: {text}");
            let out = folder.path().join(out);
            assert!(out.exists(), "{step}: {text}");
            let removed = match out.is_dir() {
                true => std::fs::remove_dir_all(out),
                false => std::fs::remove_file(out),
            };
            removed.unwrap();
        }
    }
}
