//! `flipfive convert`, `show` and `best` as processes.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs the executable and returns the exit code, stdout and stderr.
fn flipfive(arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_flipfive"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // The program may refuse its arguments and end without reading, and it may write before it has read all.
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input).is_ok());
        child.wait_with_output().unwrap()
    });
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (output.status.code().unwrap_or(-1), stdout, stderr)
}

fn succeed(arguments: &[&str], input: &str) -> String {
    let (code, stdout, stderr) = flipfive(arguments, input.as_bytes());
    assert_eq!(code, 0, "{arguments:?}: {stderr}");
    assert_eq!(stderr, "", "{arguments:?}");
    stdout
}

fn fail(arguments: &[&str], input: &str) -> (String, String) {
    let (code, stdout, stderr) = flipfive(arguments, input.as_bytes());
    assert_eq!(code, 1, "{arguments:?}: {stderr}");
    (stdout, stderr)
}

#[test]
fn the_help_of_every_command_with_points_says_how_they_are_named() {
    for command in [
        "analysis",
        "analyze",
        "best",
        "bridge",
        "compliance",
        "convert",
        "fastchess",
        "match",
        "perft",
        "play",
        "puzzles",
        "show",
        "solve",
    ] {
        let help = succeed(&[command, "--help"], "");
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let named = [
            "the letter I",
            "I as one of the letters",
            "letters without I",
        ];
        assert!(help.contains("Points"), "{command}: {help}");
        assert!(
            named.iter().any(|words| help.contains(words)),
            "{command}: {help}"
        );
    }
}

#[test]
fn files_are_converted() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let sgf = path("games.sgf");
    assert_eq!(succeed(&["convert", "-", &sgf], "f5d6c3\nf5f6e6f4\n"), "");
    assert_eq!(
        succeed(&["convert", &sgf, "-", "--to", "transcript"], ""),
        "f5d6c3\nf5f6e6f4\n"
    );
    let database = path("games.wtb");
    succeed(&["convert", &sgf, &database], "");
    assert_eq!(
        succeed(&["convert", &database, "-", "--to", "transcript"], ""),
        "f5d6c3\nf5f6e6f4\n"
    );
    let obf = succeed(&["convert", &sgf, "-", "--to", "obf", "--move", "1"], "");
    assert_eq!(obf.lines().count(), 2);
    assert!(obf.lines().all(|line| line.ends_with(" O;")), "{obf}");
    // Notes and variations up to the ply stay.
    let notes = "(;GM[2]C[start];B[fe]C[one](;W[df]C[two];B[cc]C[three])(;W[ff]C[other];B[ef]))";
    let cut = ["convert", "-", "-", "--to", "sgf", "--move", "2"];
    let cut = succeed(&cut, notes);
    for text in ["start", "one", "two", "other"] {
        assert!(cut.contains(&format!("C[{text}]")), "{text}: {cut}");
    }
    assert!(!cut.contains("[cc]") && !cut.contains("[ef]"), "{cut}");
    let puzzle = "freestyle 15 moves h8 h9 i8 i9 j8 j9; best k8; vcf 2\n";
    let cut = ["convert", "-", "-", "--to", "puzzle", "--move", "3"];
    assert_eq!(succeed(&cut, puzzle), "freestyle 15 moves h8 h9 i8\n");
    // Shorter games have no such position, and are named in a warning.
    for (format, expected, done) in [
        ("obf", "", "is left out"),
        ("transcript", "f5d6\n", "is written whole"),
    ] {
        let cut = ["convert", "-", "-", "--to", format, "--move", "3"];
        let (code, stdout, stderr) = flipfive(&cut, b"f5d6c3d3\nf5d6\n");
        assert_eq!(code, 0, "{stderr}");
        assert_eq!(stdout.lines().skip(1).collect::<String>(), expected.trim());
        assert_eq!(
            stderr,
            format!("warning: 1 game has fewer than 3 plies and {done}\n")
        );
    }
    // A file for each game.
    succeed(&["convert", "-", &path("five.psq")], "h8i9\nh8g8\n");
    assert_eq!(
        succeed(&["convert", &path("five-2.psq"), "-", "--to", "pos"], ""),
        "h8g8\n"
    );
    // Games that PSQ cannot hold are named by their line, and the others are written.
    let games = "(;GM[4]SZ[15]AB[hh];W[ii])\n(;GM[4]SZ[15];B[hh];B[ii])\n(;GM[4]SZ[15];B[hh])\n(;GM[4]SZ[15];B[gg])\n\
                 (;GM[4]SZ[15];W[hh];B[ii])\n";
    let (_, stderr) = fail(&["convert", "-", &path("some.psq")], games);
    for error in [
        "stdin:1:1: PSQ holds only",
        "stdin:2:1: one side plays twice in a row; the format holds only games",
        "stdin:5:1: White begins; the format holds only games",
        "3 errors; 2 games could be converted\n",
    ] {
        assert!(stderr.contains(error), "{error}: {stderr}");
    }
    // A puzzle line has their last position.
    let twice = ["convert", "-", "-", "--to", "puzzle"];
    assert_eq!(
        succeed(&twice, "(;GM[4]SZ[15];B[hh];B[ii];W[jj])"),
        "freestyle 15 black B i7 h8 W j6\n"
    );
    let second = ["convert", &path("some-2.psq"), "-", "--to", "pos"];
    assert_eq!(succeed(&second, ""), "g9\n");
    let (_, stderr) = fail(&["convert", "-", &path("five.psq")], "h8i9\nh8g8\n");
    assert!(stderr.contains("five-1.psq: the file exists"), "{stderr}");
    let (_, stderr) = fail(&["convert", "-", &sgf], "f5\n");
    assert!(
        stderr.contains("the file exists; --force replaces it"),
        "{stderr}"
    );
    succeed(&["convert", "-", &sgf, "--force"], "f5\n");
}

#[test]
fn wthor_is_refused_for_stdout_before_any_game() {
    for out in ["-", "/dev/stdout"] {
        let arguments = ["convert", "-", out, "--to", "wthor"];
        let (code, stdout, stderr) = flipfive(&arguments, b"f5d6\nf5f6\n");
        assert_eq!((code, stdout.as_str()), (2, ""), "{out}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{out}: {stderr}");
        assert!(stderr.contains("WTHOR is written to files only"));
    }
}

#[test]
fn wthor_has_one_year_for_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let games = |years: &[u32]| {
        let game = |year| format!("(;GM[2]DT[{year}-05-01];B[fe])\n");
        years.iter().map(game).collect::<String>()
    };
    succeed(&["convert", "-", &path("one.wtb")], &games(&[2019, 2019]));
    let several = games(&[2019, 2020, 2021]);
    let arguments = ["convert", "-", &path("all.wtb")];
    let (code, _, stderr) = flipfive(&arguments, several.as_bytes());
    assert_eq!((code, stderr.lines().count()), (0, 1), "{stderr}");
    let warning = "those of 2020 become games of 2019\n";
    assert!(stderr.ends_with(warning), "{stderr}");
}

#[test]
fn wthor_names_that_are_cut_or_replaced_are_reported_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.wtb");
    let games = "(;GM[2]PB[中文]PW[b];B[fe])\n(;GM[2]PB[日本]PW[Ève];B[fe])\n";
    let arguments = ["convert", "-", path.to_str().unwrap()];
    let (code, _, stderr) = flipfive(&arguments, games.as_bytes());
    assert_eq!((code, stderr.lines().count()), (0, 1), "{stderr}");
    assert!(stderr.contains("\"中文\" and others like it"), "{stderr}");
    let arguments = ["convert", "-", path.to_str().unwrap(), "--force"];
    assert_eq!(succeed(&arguments, "(;GM[2]PB[Ève]PW[b];B[fe])"), "");
}

#[test]
fn the_rule_of_psq_files_may_come_from_a_folder_above_the_current_one() {
    let folder = tempfile::tempdir().unwrap();
    let above = folder.path().join("renju_games");
    std::fs::create_dir_all(above.join("new")).unwrap();
    let game = "Piskvorky 15x15, 11:11, 0\n8,8,0\na\nb\n-1\n";
    std::fs::write(above.join("a.psq"), game).unwrap();
    for (current, file) in [
        (above.clone(), "a.psq"),
        (above.clone(), "./a.psq"),
        (above.join("new"), "../a.psq"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_flipfive"))
            .current_dir(current)
            .args(["convert", file, "-", "--to", "puzzle"])
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(text, "renju 15 moves h8\n", "{file}: {output:?}");
    }
}

#[test]
fn wrong_facts_of_suites_are_errors_of_convert() {
    for (line, error) in [
        (
            "renju 15 moves h8; vcf x\n",
            "stdin:1:20: expected a number",
        ),
        (
            "---------------------------OX------XO--------------------------- X; a1:+3\n",
            "stdin:1:69: a1 has a score but is illegal",
        ),
    ] {
        let (stdout, stderr) = fail(&["convert", "--check", "-"], line);
        assert_eq!(stdout, "stdin: 1 game, 1 error\n");
        assert!(stderr.starts_with(error), "{stderr}");
    }
}

/// Files that other programs wrote; c-gomoku-cli's is a match of this program with itself.
#[test]
fn files_of_other_programs_are_read() {
    for (file, games) in [
        ("sgf/c-gomoku-cli.sgf", "2 games"),
        ("sgf/edax.sgf", "1 game"),
        ("sgf/gogui.sgf", "1 game"),
        ("sgf/sabaki.sgf", "1 game"),
        ("sgf/twogtp.sgf", "1 game"),
        ("ggf/edax.ggf", "1 game"),
        ("ggf/server.ggf", "5 games"),
    ] {
        let path = format!("tests/data/{file}");
        let checked = succeed(&["convert", "--check", &path], "");
        assert_eq!(checked, format!("{path}: {games}, 0 errors\n"));
    }
    // A variation of this one has a point that the board lacks.
    let (checked, errors) = fail(&["convert", "--check", "tests/data/sgf/quarry.sgf"], "");
    assert_eq!(checked, "tests/data/sgf/quarry.sgf: 1 game, 1 error\n");
    assert!(
        errors.contains("quarry.sgf:8:55: \"zz\" is not a point"),
        "{errors}"
    );
}

#[test]
fn set_up_positions_for_gogui_are_written_with_a_warning() {
    let games = "(;GM[4]SZ[15];B[hh])\n(;GM[4]SZ[15]AB[hh];W[ii])\n";
    let arguments = ["convert", "-", "-", "--to", "gogui"];
    let (code, stdout, stderr) = flipfive(&arguments, games.as_bytes());
    assert_eq!((code, stdout.matches("GM[1]").count()), (0, 2), "{stdout}");
    assert_eq!(
        stderr,
        "stdin:2:1: warning: a set-up position, which GoGui shows only without an engine\n"
    );
    let (_, _, stderr) = flipfive(&["convert", "-", "-", "--to", "sgf"], games.as_bytes());
    assert_eq!(stderr, "");
}

#[test]
fn what_cannot_be_converted_is_named_and_the_rest_written() {
    let (stdout, stderr) = fail(&["convert", "-", "-", "--to", "ggf"], "f5d6\nf5f5\nf5f6\n");
    assert_eq!(stdout.lines().count(), 2, "{stdout}");
    assert!(
        stderr.starts_with("stdin:2:3: f5 cannot be played: the point is occupied\n"),
        "{stderr}"
    );
    let (stdout, stderr) = fail(&["convert", "-", "-", "--to", "psq"], "f5d6\n");
    assert_eq!(stdout, "");
    assert!(
        stderr.contains("does not hold games of Othello"),
        "{stderr}"
    );
    // Files that exist stay as they are.
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for name in ["games.ggf", "games.jou"] {
        std::fs::write(path(name), "precious").unwrap();
    }
    let gomoku = "(;GM[4]SZ[15];B[hh])";
    fail(&["convert", "-", &path("games.ggf"), "--force"], gomoku);
    fail(&["convert", "-", &path("games.wtb")], "f5d6\n");
    for name in ["games.ggf", "games.jou"] {
        assert_eq!(std::fs::read_to_string(path(name)).unwrap(), "precious");
    }
    fail(&["convert", "-", &path("new.ggf")], gomoku);
    assert!(!folder.path().join("new.ggf").exists());
    std::fs::write(path("game.sgf"), gomoku).unwrap();
    let (code, ..) = flipfive(
        &["show", &path("game.sgf"), "--svg", &path("game.sgf")],
        b"",
    );
    assert_eq!(code, 2);
    // A shell makes such lines of `--svg *.sgf`.
    for flag in ["--svg", "--png"] {
        let (_, stderr) = fail(&["show", flag, &path("game.sgf"), "f5"], "");
        assert!(
            stderr.contains("game.sgf: this is a file of games"),
            "{stderr}"
        );
    }
    assert_eq!(std::fs::read_to_string(path("game.sgf")).unwrap(), gomoku);
    let (stdout, stderr) = fail(&["convert", "--check", "-"], "(;GM[2];B[f5])(;GM[2];B[a1])");
    assert_eq!(stdout, "stdin: 1 game, 1 error\n");
    assert!(
        stderr.ends_with("1 error; 1 game could be read\n"),
        "{stderr}"
    );
    assert_eq!(
        succeed(&["convert", "--check", "-"], "f5"),
        "stdin: 1 game, 0 errors\n"
    );
}

#[test]
fn hostile_files_end_with_errors() {
    let huge = "f5".repeat(2_000_000);
    let deep = "(;".repeat(200_000);
    let utf16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain("(;GM[2])".encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    let binary: Vec<u8> = (0..100_000u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    for input in [
        huge.as_bytes(),
        deep.as_bytes(),
        &utf16,
        &binary,
        b"",
        b"\0\0\0\0",
        b"(;GM[2];B[f5",
    ] {
        let (code, stdout, stderr) = flipfive(&["convert", "--check", "-"], input);
        assert_eq!(code, 1, "{stderr}");
        assert!(stdout.starts_with("stdin: 0 games, "), "{stdout}");
        assert!(
            stderr.starts_with("stdin:") && !stderr.contains("panic"),
            "{stderr}"
        );
        for command in ["best", "show"] {
            let (code, stdout, stderr) = flipfive(&[command, "-"], input);
            assert_eq!((code, stdout.as_str()), (1, ""), "{stderr}");
        }
    }
    // Unclosed values, each of which would swallow the rest of the file.
    let unclosed = "(;GM[2];B[f5])\n(;GM[2\n".repeat(20_000);
    let (code, stdout, _) = flipfive(&["convert", "--check", "-"], unclosed.as_bytes());
    assert_eq!(
        (code, stdout.as_str()),
        (1, "stdin: 20000 games, 20000 errors\n")
    );
    let lines = "1\n".repeat(3_000_000);
    let arguments = ["convert", "--check", "-", "--from", "psq"];
    assert_eq!(flipfive(&arguments, lines.as_bytes()).0, 1);
    for format in [
        "sgf",
        "ggf",
        "wthor",
        "psq",
        "obf",
        "pos",
        "puzzle",
        "transcript",
    ] {
        let (code, _, stderr) = flipfive(&["convert", "--check", "-", "--from", format], &binary);
        assert_eq!(code, 1, "{format}: {stderr}");
    }
}

#[test]
fn positions_of_every_kind_are_shown() {
    let board = "---------------------------OX------XO--------------------------- X";
    let start = succeed(&["show", "start"], "");
    assert!(
        start.contains("Othello: black to move, black (X) 2, white (O) 2, 0 plies"),
        "{start}"
    );
    assert_eq!(succeed(&["show", board], ""), start);
    assert_eq!(succeed(&["show", "f5d6c3", "--move", "0"], ""), start);
    assert_eq!(succeed(&["show", "(;GM[2])"], ""), start);
    assert_eq!(succeed(&["show", "-"], board), start);
    let five = succeed(&["show", "gomoku 15 moves h8 i9"], "");
    assert!(five.contains(" 9 . . . . . . . .(O)"), "{five}");
    assert_eq!(succeed(&["show", "h8i9"], ""), five);
    let svg = succeed(&["show", "f5d6c3", "--svg", "-", "--numbers"], "");
    assert_eq!(svg.matches("class=\"stone-").count(), 7);
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("position.png");
    let path = picture.to_str().unwrap();
    assert_eq!(succeed(&["show", "h8i9", "--png", path], ""), "");
    let png = std::fs::read(&picture).unwrap();
    // The header of PNG, with width and height: two pixels for each of 15 * 40 + 2 * 32.
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(png[16..24], [0, 0, 5, 48, 0, 0, 5, 48]);
    let (code, _, stderr) = flipfive(&["show", "f5", "--numbers"], b"");
    assert!(code == 0 && stderr.contains("--numbers has no effect"));
    let (code, stdout, stderr) = flipfive(&["show", "f5", "--svg", "-", "--png", "-"], b"");
    assert!(code == 2 && stdout.is_empty(), "{stdout}");
    assert!(
        stderr.contains("only one output can go to stdout"),
        "{stderr}"
    );
    let (_, stderr) = fail(&["show", "f5f5"], "");
    assert!(
        stderr.contains("position:1:3: f5 cannot be played"),
        "{stderr}"
    );
    for (word, sentence) in [
        ("nowhere.sgf", "nowhere.sgf: there is no such file"),
        ("nowhere.txt", "nowhere.txt: there is no such file"),
        ("no where.sgf", "no where.sgf: there is no such file"),
        ("no where.txt", "; there is no file of this name either"),
        ("nowhere", "; there is no file of this name either"),
        ("src/", "src/: it is a folder; expected a file"),
        ("src", "src: it is a folder; expected a file"),
        ("f5.d6", "f5.d6: there is no such file"),
        ("1.f5,2.f5", "position:1:8: f5 cannot be played"),
        // The first `-` of a board is read as `.`, which the message must not name.
        (
            "---------------------------OX------XO---------------------------",
            "position:1:65: expected the side to move (X or O), found the end",
        ),
    ] {
        let (_, stderr) = fail(&["show", word], "");
        assert!(stderr.contains(sentence), "{word}: {stderr}");
    }
    // Moves may have numbers, with or without spaces.
    let two = succeed(&["show", "f5d6"], "");
    for word in ["1.f5,2.d6", "1. f5 2. d6", "1.f5 d6"] {
        assert_eq!(succeed(&["show", word], ""), two, "{word}");
    }
    assert_eq!(succeed(&["show", "1.h8,2.i9"], ""), five);
    for word in ["start", "f5d6"] {
        let (_, stderr) = fail(&["show", word, "--number", "2"], "");
        let expected = "position: there is no game 2; expected --number 1\n";
        assert!(stderr.ends_with(expected), "{word}: {stderr}");
    }
    // A size selects Gomoku, as it does for the engine.
    let (code, stdout, _) = flipfive(&["show", "start", "--size", "19"], b"");
    assert!(code == 0 && stdout.contains("19"), "{stdout}");
    for (format, expected) in [
        ("xx", "'--from <FORMAT>': expected one of: sgf, gogui"),
        (
            "pgn",
            "files of this format are only written; expected one of: sgf, gogui",
        ),
    ] {
        let words = ["convert", "--check", "a.txt", "--from", format];
        let (code, _, stderr) = flipfive(&words, b"");
        assert!(code == 2 && stderr.contains(expected), "{stderr}");
        assert!(!stderr.contains("puzzle, pgn"), "{stderr}");
    }
    // Whatever is to be read, a size that the game does not have is a wrong command line.
    for command in [
        "show start --game othello",
        "best no-such-file.sgf --game othello",
        "solve tests/data/obf/ffo-1-40.obf --game othello",
        "convert --check no-such-file.sgf --game othello",
        "analyze no-such-file.sgf --game othello",
        "puzzles no-such-file.sgf --game othello",
        "perft othello 3",
        "perft othello 3 --position f5d6",
        "play --plain",
        "play --plain no-such-file.sgf --game othello",
    ] {
        let words: Vec<_> = command.split(' ').chain(["--size", "10"]).collect();
        let (code, stdout, stderr) = flipfive(&words, b"");
        assert_eq!((code, stdout.as_str()), (2, ""), "{command}: {stderr}");
        let expected = "--board-size 10: Othello is played on 8";
        assert!(stderr.contains(expected), "{command}: {stderr}");
    }
    let (_, stderr) = fail(&["show", "f5d6", "--move", "9"], "");
    assert!(stderr.contains("the game has only 2 plies"), "{stderr}");
}

#[test]
fn best_moves_are_found() {
    let text = succeed(&["best", "f5d6c3", "--depth", "4"], "");
    assert_eq!(text.lines().count(), 1, "{text}");
    let text = succeed(
        &[
            "best",
            "h8h7i8g7j8",
            "--game",
            "gomoku",
            "--nodes",
            "2000",
            "--json",
        ],
        "",
    );
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["game"], "Gomoku");
    assert!(
        ["g8", "k8"].contains(&answer["move"].as_str().unwrap()),
        "{text}"
    );
    let text = succeed(&["best", "start", "--lines", "4", "--depth", "3"], "");
    assert_eq!(text.lines().count(), 4, "{text}");
    let (_, stderr) = fail(
        &["best", "gomoku 15 black B h8 i8 j8 k8 l8 W a1 a2 a3 a4"],
        "",
    );
    assert!(stderr.contains("the game is over"), "{stderr}");
}

#[test]
fn a_mistyped_flag_is_no_position() {
    for arguments in [
        &["best", "--jsno", "f5d6c3"][..],
        &["show", "--svgs", "f5d6c3"],
        &["solve", "--jsno", "suite.obf"],
        &["book", "show", "--jsno"],
    ] {
        let (code, _, stderr) = flipfive(arguments, b"");
        assert_eq!(code, 2, "{stderr}");
        let flag = arguments.iter().find(|word| word.starts_with("--"));
        let expected = format!("unexpected argument '{}'", flag.unwrap());
        assert!(stderr.contains(&expected), "{stderr}");
    }
}

#[test]
fn an_only_move_and_a_pass_have_values() {
    for (position, best) in [
        (
            "XXOX--O-XOXXXXXXOOOOOXXXO-OXXOXXOOXXXXXXOXOOOXX-XXXXXXXX-O--X--O X",
            "b4",
        ),
        (&format!("XO{} O", "-".repeat(62)), "pass"),
    ] {
        let text = succeed(&["best", position, "--json"], "");
        let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(answer["game"], "Othello");
        assert_eq!(answer["move"], best, "{text}");
        assert!(answer["scoreLead"].is_number(), "{text}");
        assert!(answer["winrate"].is_number(), "{text}");
        assert_eq!(answer["pv"][0], best, "{text}");
    }
    // A classic player counts in units of its own.
    for (level, in_discs) in [("5", false), ("6", true)] {
        let text = succeed(&["best", "f5d6c3", "--level", level, "--json"], "");
        let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(answer["winrate"].is_number(), "{text}");
        assert_eq!(answer["scoreLead"].is_number(), in_discs, "{text}");
    }
    // The search is stopped in time.
    let text = succeed(
        &["best", "f5d6c3d3c4f4f6", "--move", "0", "--time", "0.1"],
        "",
    );
    assert_eq!(text.lines().count(), 1, "{text}");
    let text = succeed(
        &["best", "h8i9", "--game", "gomoku", "--level", "1", "--json"],
        "",
    );
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["game"], "Gomoku", "{text}");
}

/// Files that can be read only once.
#[cfg(unix)]
#[test]
fn pipes_are_read_like_files() {
    let stdin = "/dev/stdin";
    for arguments in [
        &["best", stdin, "--depth", "1"][..],
        &["show", stdin],
        &["perft", "othello", "2", "--position", stdin],
        &["analyze", "--nodes", "100", stdin],
        &["convert", "--check", stdin],
    ] {
        succeed(arguments, "f5d6c3\n");
    }
    let board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; g8:+18";
    let text = succeed(&["solve", stdin], board);
    assert!(text.contains("0 answers contradict"), "{text}");
    // Streams have no contents that --force would have to replace.
    let text = succeed(&["convert", stdin, "/dev/stdout", "--to", "pos"], "h8i9\n");
    assert_eq!(text, "h8i9\n");
    succeed(
        &["convert", stdin, "/dev/null", "--to", "psq"],
        "h8i9\nh8g8\n",
    );
}

/// Linux and most others of its kind take any bytes in the names of files; macOS refuses those that are not UTF-8.
#[cfg(target_os = "linux")]
#[test]
fn names_of_files_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let name = std::ffi::OsStr::from_bytes(b"K\xfcche.sgf");
    std::fs::write(folder.path().join(name), "(;GM[2]SZ[8];B[fe])").unwrap();
    for arguments in [
        &["show"][..],
        &["best", "--depth", "1"],
        &["book", "show"],
        &["perft", "othello", "2", "--position"],
        &["convert", "--check"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_flipfive"))
            .current_dir(&folder)
            .args(arguments)
            .arg(name)
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    }
}

#[test]
fn numbered_files_replace_no_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [all, one, two] = ["games.psq", "games-1.psq", "games-2.psq"].map(path);
    succeed(&["convert", "-", &all], "h8i9\nh8g8\n");
    let read = || [&one, &two].map(|path| std::fs::read_to_string(path).unwrap());
    let games = read();
    let refused = "games-1.psq: the file is both an input and an output";
    let (_, stderr) = fail(&["convert", &two, &one, &all, "--force"], "");
    assert!(stderr.contains(refused), "{stderr}");
    assert_eq!(read(), games);
    // A file with both games.
    std::fs::write(&two, games.concat()).unwrap();
    let (_, stderr) = fail(&["convert", &two, &all, "--force"], "");
    let refused = "games-2.psq: the file is both an input and an output";
    assert!(stderr.contains(refused), "{stderr}");
    assert_eq!(read()[1], games.concat());
}

#[test]
fn perft_and_solve_read_positions_as_the_others() {
    let leaves = |arguments: &[&str]| {
        let text = succeed(arguments, "");
        text.split(' ').next().unwrap().to_owned()
    };
    assert_eq!(leaves(&["perft", "othello", "4"]), "244");
    assert_eq!(leaves(&["perft", "othello", "3", "--position", "f5"]), "61");
    assert_eq!(
        leaves(&[
            "perft",
            "othello",
            "1",
            "--position",
            "(;GM[2];B[f5];W[d6])"
        ]),
        "5"
    );
    assert_eq!(
        leaves(&["perft", "gomoku", "1", "--position", "gomoku 9 moves a1"]),
        "80"
    );
    let board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let text = succeed(&["solve", board], "");
    assert!(text.contains("+18  g8"), "{text}");
    let sgf = succeed(
        &["convert", "-", "-", "--to", "sgf"],
        &format!("{board};g8\n"),
    );
    let text = succeed(&["solve", "-"], &sgf);
    assert!(text.contains("  -18  "), "{text}");
    let text = succeed(&["solve", "gomoku 15 moves h8 a1 i8 a2 j8 a4"], "");
    assert!(text.contains("freestyle  black  vcf 1"), "{text}");
    let (_, stderr) = fail(&["solve", "no/such/file"], "");
    assert!(stderr.contains("there is no such file"), "{stderr}");
}

#[test]
fn an_early_position_can_be_limited() {
    let (code, stdout, stderr) = flipfive(&["solve", "f5d6c3", "--seconds", "0.2", "--json"], b"");
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    let first = stdout.lines().next().unwrap();
    let row: serde_json::Value = serde_json::from_str(first).unwrap();
    assert_eq!(row["unknown"], true, "{stdout}");
}

#[test]
fn gtp_loads_ggf() {
    let input = "loadsgf tests/data/ggf/edax.ggf 3\nprintsgf\n";
    let text = succeed(&[], input);
    assert!(text.starts_with("=\n\n= (;FF[4]"), "{text}");
    assert!(
        text.contains("GM[2]") && text.contains(";B[") && text.contains(";W["),
        "{text}"
    );
}

#[test]
fn a_folder_is_no_output_of_convert() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    std::fs::create_dir(&out).unwrap();
    let (_, stderr) = fail(
        &["convert", "-", out.to_str().unwrap(), "--to", "psq"],
        "(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[gg])",
    );
    assert!(stderr.contains("expected a file, not a folder"), "{stderr}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn rows_from_the_top_are_read_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.txt");
    std::fs::write(&file, "a1\n").unwrap();
    let shown = |format: &[&str]| {
        let mut arguments = vec!["show", file.to_str().unwrap(), "--game", "gomoku"];
        arguments.extend(format);
        let (code, stdout, stderr) = flipfive(&arguments, b"");
        assert_eq!(code, 0, "{stderr}");
        stdout
    };
    let bottom = shown(&[]);
    assert_eq!(shown(&["--from", "pos"]), bottom);
    assert_ne!(shown(&["--from", "pos-top"]), bottom);
}

#[test]
fn unknown_games_are_answered_with_words_that_can_be_typed() {
    let (code, _, stderr) = flipfive(&["show", "start", "--game", "chess"], b"");
    assert_eq!(code, 2, "{stderr}");
    let (_, words) = stderr.split_once("expected one of: ").unwrap();
    let words = words.lines().next().unwrap();
    assert!(words.split(", ").count() >= 6, "{stderr}");
    for word in words.split(", ") {
        let (code, _, stderr) = flipfive(&["show", "start", "--game", word], b"");
        assert_eq!(code, 0, "{word}: {stderr}");
    }
}
