//! `flipfive solve` as a process.

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

const SUITE: &str = "tests/data/obf/ffo-1-40.obf";

const PUZZLES: &str = "tests/data/gomoku/puzzles.txt";

/// Runs `flipfive solve` with a text on stdin, checks the exit code, and returns stdout and stderr.
fn solve(code: i32, arguments: &str, input: &str) -> (String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_flipfive"))
        .arg("solve")
        .args(arguments.split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may refuse its arguments and end without reading.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(code), "{arguments}: {stderr}");
    (stdout, stderr)
}

/// The lines of `flipfive solve --json`.
fn solve_json(code: i32, arguments: &str, input: &str) -> Vec<Value> {
    json_lines(&solve(code, arguments, input).0)
}

fn json_lines(stdout: &str) -> Vec<Value> {
    let lines = stdout.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().unwrap()
}

#[test]
fn a_suite_is_solved_and_found_right() {
    let (text, stderr) = solve(0, &format!("{SUITE} --only 1-5,13,20"), "");
    assert_eq!(stderr, "", "no progress bar without a terminal");
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    // The head, seven positions, two lines of totals.
    assert_eq!(lines.len(), 10, "{text}");
    let found: Vec<&[&str]> = lines[1..8].iter().map(|line| &line[..4]).collect();
    assert_eq!(found[0], ["1", "14", "+18", "g8"]);
    // a5 has the same score.
    assert_eq!(found[3][..3], ["4", "14", "+0"]);
    assert_eq!(found[5], ["13", "16", "+14", "b7"]);
    assert_eq!(found[6], ["20", "6", "+6", "h5"]);
    assert!(text.contains("\n7 positions, "), "{text}");
    assert!(text.ends_with("\n0 answers contradict what the file states\n"));
    let (text, _) = solve(0, &format!("{SUITE} --only 20"), "");
    assert!(text.contains("\n1 position, "), "{text}");
}

#[test]
fn json_has_every_move_with_its_score() {
    let lines = solve_json(0, &format!("{SUITE} --only 2,7 --all-moves --json"), "");
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["position"], 2);
    assert_eq!(lines[0]["score"], 10);
    assert_eq!(lines[0]["best"], json!(["a4"]));
    let scores: Vec<(&str, i64)> = lines[0]["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| (mv["move"].as_str().unwrap(), mv["score"].as_i64().unwrap()))
        .collect();
    assert_eq!(scores.len(), 8);
    assert_eq!(scores[1], ("b2", 0));
    assert_eq!(scores[7], ("h2", -24));
    assert!(lines[0]["nodes"].as_u64().unwrap() > 1000);
    assert_eq!(lines[2]["positions"], 2);
    assert_eq!(lines[2]["wrong"], json!([]));
    assert_eq!(lines[2]["mean_absolute_error"], 0.0);
    assert_eq!(lines[2]["mean_move_loss"], 0.0);
}

/// FForum 1 with a wrong score of the best move, of another move, and of the position.
#[test]
fn contradictions_are_listed_and_counted() {
    let board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let right = format!("{board}; G8:+18; H1:+12; H7:+6;");
    let value = format!("{board}; G8:+16; H1:+12;");
    let best = format!("{board}; +18; H1:+20; G8:+18;");
    let other = format!("{board}; G8:+18; H1:+10;");
    let plain = format!("{board}; -2");
    let suite = [&right, &value, &best, &other, &plain].map(|line| format!("{line}\n"));
    let suite = suite.concat();

    let (stdout, stderr) = solve(1, "- --json", &suite);
    let lines = json_lines(&stdout);
    // Three best moves, and one that is two discs worse.
    assert_eq!(lines[5]["mean_move_loss"], 0.5);
    let mistakes: Vec<_> = lines[..5]
        .iter()
        .map(|line| line["mistakes"].clone())
        .collect();
    assert_eq!(
        mistakes,
        [
            json!([]),
            json!(["the value is +18; the file states +16"]),
            json!(["the best move is g8; the file states +18 for it and +20 for the best move"]),
            json!([]),
            json!(["the value is +18; the file states -2"]),
        ]
    );
    let summary = "flipfive: 3 of 5 answers contradict the file: position 2, 3, 5\n";
    assert_eq!(stderr, summary);

    let (text, _) = solve(1, "- --all-moves --only 4", &suite);
    let wrong = "WRONG: the value of h1 is +12; the file states +10\n";
    assert!(text.contains(wrong), "{text}");

    // The outcome is right in all lines but the last.
    let (text, stderr) = solve(1, "- --wld", &suite);
    let wrong = "WRONG: the value is win; the file states -2\n";
    assert!(text.contains(wrong), "{text}");
    assert!(stderr.contains("1 of 5"), "{stderr}");
}

/// FForum 1, whose best move is g8 with +18.
#[test]
fn a_file_may_leave_out_the_best_move() {
    let board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let (text, stderr) = solve(0, "-", &format!("{board}; H1:+12\n{board}; +18; H1:+12\n"));
    assert_eq!(stderr, "");
    assert!(!text.contains("WRONG"), "{text}");
    let (text, _) = solve(0, "- --wld", &format!("{board}; H7:-2\n"));
    assert!(!text.contains("WRONG"), "{text}");
    let (text, _) = solve(1, "-", &format!("{board}; H1:+20\n"));
    assert!(
        text.contains("WRONG: the value is +18; the file states +20\n"),
        "{text}"
    );
}

#[test]
fn wld_gives_an_outcome_for_every_move() {
    let lines = solve_json(
        0,
        &format!("{SUITE} --wld --all-moves --json --only 4,9"),
        "",
    );
    let outcomes = |line: &Value| -> Vec<i64> {
        line["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|mv| mv["outcome"].as_i64().unwrap())
            .collect()
    };
    assert_eq!(lines[0]["outcome"], 0);
    // h8 and a5 draw.
    assert_eq!(outcomes(&lines[0])[..3], [0, 0, -1]);
    assert_eq!(lines[1]["outcome"], -1);
    assert!(outcomes(&lines[1]).iter().all(|&outcome| outcome == -1));
}

#[test]
fn estimates_are_measured_and_never_wrong() {
    let arguments = format!("{SUITE} --depth 4 --selectivity 73 --only 21-40");
    let (text, _) = solve(0, &arguments, "");
    let error = text
        .split("mean absolute error ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .unwrap_or_else(|| panic!("{text}"));
    let error: f64 = error.parse().unwrap();
    // Searches of four plies err, but not wildly.
    assert!((0.5..20.0).contains(&error), "{text}");
    assert!(text.contains("best move in "), "{text}");
    // A search to the end of the game is a proof.
    let lines = solve_json(0, &format!("{SUITE} --depth 14 --json --only 3"), "");
    assert_eq!(lines[0]["score"], 2);
}

#[test]
fn one_thread_is_deterministic_and_two_agree() {
    let nodes = |threads: u32| {
        let arguments = format!("{SUITE} --json --only 15,16 --threads {threads}");
        let lines = solve_json(0, &arguments, "");
        assert_eq!(lines[0]["score"], 4);
        assert_eq!(lines[1]["score"], 24);
        lines[2]["nodes"].as_u64().unwrap()
    };
    assert_eq!(nodes(1), nodes(1));
    assert!(nodes(2) > 0);
}

/// A profile counts every node of a search that it does not change.
#[test]
fn a_profile_adds_up_to_the_nodes_of_the_search() {
    let sum = |rows: &Value, key: &str| -> u64 {
        let rows = rows.as_array().unwrap().iter();
        rows.map(|row| row[key].as_u64().unwrap()).sum()
    };
    for arguments in [
        "--only 1,15,20",
        "--only 20 --all-moves",
        "--only 4 --wld",
        "--only 20,25 --depth 5 --selectivity 73",
    ] {
        let arguments = format!("{SUITE} --json {arguments}");
        let plain = solve_json(0, &arguments, "");
        let profiled = solve_json(0, &format!("{arguments} --profile"), "");
        assert_eq!(plain.len(), profiled.len());
        let all = &profiled[profiled.len() - 1]["profile"];
        for (rows, key) in [("tables", "cutoffs"), ("ordering", "moves")] {
            assert!(sum(&all[rows], key) > 0, "{arguments}: {rows}");
        }
        assert!(
            sum(&all["empties"], "first_move_cutoffs") > 0,
            "{arguments}"
        );
        for (plain, line) in plain.iter().zip(&profiled) {
            let (nodes, profile) = (&line["nodes"], &line["profile"]);
            assert_eq!(nodes, &plain["nodes"], "{arguments}");
            assert_eq!(plain.get("profile"), None);
            assert_eq!(nodes, &profile["nodes"], "{arguments}");
            let nodes = nodes.as_u64().unwrap();
            assert_eq!(sum(&profile["iterations"], "nodes"), nodes, "{arguments}");
            assert_eq!(sum(&profile["empties"], "nodes"), nodes, "{arguments}");
            let in_probes = profile["probe_nodes"].as_u64().unwrap();
            assert_eq!(sum(&profile["iterations"], "probe_nodes"), in_probes);
            let cut_by_table = sum(&profile["tables"], "cutoffs");
            assert_eq!(sum(&profile["empties"], "table_cutoffs"), cut_by_table);
            for row in profile["empties"].as_array().unwrap() {
                let count = |key: &str| row[key].as_u64().unwrap();
                assert!(
                    count("first_move_cutoffs") <= count("move_cutoffs"),
                    "{row}"
                );
                assert!(count("move_cutoffs") <= count("nodes"), "{row}");
            }
            for row in profile["tables"].as_array().unwrap() {
                let count = |key: &str| row[key].as_u64().unwrap();
                assert!(count("cutoffs") <= count("hits") && count("hits") <= count("look_ups"));
            }
        }
    }
    let (text, _) = solve(0, &format!("{SUITE} --only 20,21 --profile"), "");
    for line in [
        "iteration ",
        "midgame, depth 1 ",
        "endgame, 100 %",
        "all ",
        "empties ",
        "L1 cache ",
        "Multi-ProbCut ",
        "moves ordered by ",
    ] {
        assert!(text.contains(&format!("\n{line}")), "{line}: {text}");
    }
}

#[test]
fn finished_games_and_passes_have_answers() {
    // No side can move; White has to pass.
    let over = format!("X{} O; -64", "-".repeat(63));
    let pass = format!("XO{} O; --:-64", "-".repeat(62));
    let lines = solve_json(0, "- --json", &format!("{over}\n{pass}\n"));
    assert_eq!(lines[0]["score"], -64);
    assert_eq!(lines[0]["best"], json!([]));
    assert_eq!(lines[1]["best"], json!(["--"]));
    let (_, stderr) = solve(0, "-", &over);
    assert_eq!(stderr, "", "there is nothing to search");
}

#[test]
fn finished_games_of_othello_are_named() {
    // Black has no disc left after 28 plies.
    let over = "d3c3b3b2b1a1c4c1c2c5e6f6d1e1a2a3a4a5b5f7b4f4f5g6d2d6g5h5";
    let (stdout, stderr) = solve(1, over, "");
    assert_eq!(stdout, "");
    assert_eq!(
        stderr,
        "flipfive: position:1: the game is over in this position\n"
    );
    let (stdout, stderr) = solve(1, "- --depth 2", &format!("{over}\nf5d6\n"));
    assert!(stdout.contains("\n   2    58 "), "{stdout}");
    let error = "flipfive: stdin:1: game 1: the game is over in this position\n";
    assert!(stderr.starts_with(error), "{stderr}");
}

#[test]
fn wrong_input_is_refused_with_a_reason() {
    let board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let (illegal, no_move) = (&format!("{board}; C1:+2"), &format!("\n{board}; Z9:+2"));
    for (arguments, input, code, sentence) in [
        ("no/such/file.obf", "", 1, "no/such/file.obf"),
        ("-", "% nothing\n", 1, "stdin:1: no problems"),
        ("-", illegal, 1, "stdin:1: c1 has a score but is illegal"),
        ("-", no_move, 1, "stdin:2: "),
        ("- --only 2", board, 1, "problems 1 to 1"),
        ("- --only 9-1", board, 2, "numbers and ranges"),
        ("- --selectivity 73", board, 2, "--depth"),
        ("- --wld --depth 3", board, 2, "cannot be used"),
        (&format!("{PUZZLES} --wld"), "", 1, "are for Othello"),
        (
            &format!("{SUITE} --profile --threads 2"),
            "",
            2,
            "one thread, but --threads is 2; expected 1",
        ),
        (&format!("{PUZZLES} --profile"), "", 1, "are for Othello"),
        (&format!("{SUITE} --goal fours"), "", 1, "are for Gomoku"),
    ] {
        let (stdout, stderr) = solve(code, arguments, input);
        assert!(stderr.contains(sentence), "{arguments}: {stderr}");
        assert_eq!(stdout, "", "{arguments}");
    }
    let (_, stderr) = solve(1, "-", "renju 15 black B h8 W h8\n");
    assert_eq!(stderr, "flipfive: stdin:1: column 23: two stones on h8\n");
}

#[test]
fn gomoku_puzzles_are_solved_to_the_five() {
    let (text, _) = solve(0, &format!("{PUZZLES} --only 1-9,11,13"), "");
    let found: Vec<Vec<&str>> = text
        .lines()
        .skip(1)
        .take(11)
        .map(|line| line.split_whitespace().take(6).collect())
        .collect();
    assert_eq!(found[0], ["1", "renju", "black", "vcf", "12", "25"]);
    assert_eq!(found[7], ["8", "renju", "black", "vcf", "73", "147"]);
    assert_eq!(found[9][..4], ["11", "renju", "white", "vct"]);
    let summary = "\nsolved 11 of 11 positions with a stated answer\n0 answers contradict what the \
                   file states\n";
    assert!(text.ends_with(summary), "{text}");
}

#[test]
fn gomoku_answers_have_their_lines_in_json() {
    let suite = "freestyle 15 black B H8 J8 K8 I7 L7 I6 W H9 L8 J7 K6 I5 L5; vcf 3; id V4\n\
                 freestyle 9 moves e5 d5 e6; vct\n\
                 freestyle 15 moves h8 h9 i8 i9 j8; best f8 g8 k8 l8\n";
    let (stdout, stderr) = solve(1, "- --json", suite);
    let lines = json_lines(&stdout);
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["id"], "V4");
    assert_eq!(lines[0]["result"], "vcf 3");
    assert_eq!(lines[0]["plies"], 7);
    assert_eq!(lines[0]["line"][0], "i8");
    assert_eq!(lines[1]["result"], "none");
    let mistake = "there is no win by threats; the file states one";
    assert_eq!(lines[1]["mistakes"], json!([mistake]));
    assert_eq!(lines[3]["stated"], 2);
    assert_eq!(lines[3]["solved"], 1);
    let summary = "flipfive: 1 of 3 answers contradict the file: position 2\n";
    assert_eq!(stderr, summary);
    let lines = solve_json(0, "- --json --goal best --seconds 0.3 --only 3", suite);
    assert_eq!(lines[0]["solved"], true);
}

#[test]
fn limits_contradict_nothing() {
    for limits in ["--attacks 1 --goal fours", "--attacks 1 --threat 1"] {
        let (text, _) = solve(0, &format!("{PUZZLES} --only 1,2 {limits}"), "");
        let summary = "\nsolved 0 of 2 positions with a stated answer\n0 answers contradict what the file states\n";
        assert!(text.ends_with(summary), "{text}");
    }
}

#[test]
fn flags_without_effect_are_named() {
    let suite = "renju 15 black B g8 h8 i8 W a1 a3 c1";
    for (flags, expected) in [
        ("--threads 2", &["--threads"][..]),
        ("--threads 2 --threat 1", &["--threads"]),
        ("--goal fours --threads 2", &["--threads"]),
        ("--goal fours --threat 1", &["--threat"]),
        ("--goal best --threat 1", &["--threat"]),
        (
            "--goal fours --threads 2 --threat 1",
            &["--threads", "--threat"],
        ),
        ("--goal best --threads 2", &[]),
        ("--threads 1 --threat 1", &[]),
    ] {
        let (_, stderr) = solve(0, &format!("- --seconds 0.2 {flags}"), suite);
        let named = stderr.lines().filter_map(|line| {
            let (start, _) = line.split_once(" has no effect: ")?;
            start.split(' ').next_back()
        });
        let named: Vec<&str> = named.collect();
        assert_eq!(named, expected, "{flags}: {stderr}");
    }
}

#[test]
fn suites_with_byte_order_marks_and_in_latin_1_are_read() {
    let board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;";
    let marked = format!("\u{feff}% both\n\u{feff}{board}\n{board}\n");
    assert_eq!(solve_json(0, "- --json", &marked).len(), 3);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("latin.txt");
    std::fs::write(&file, b"renju 15 moves h8 a1 i8 a2 j8 a4; vcf 1; id \xe9\n").unwrap();
    let lines = solve_json(0, &format!("{} --json", file.display()), "");
    assert_eq!(lines[0]["id"], "é");
}

#[test]
fn games_with_implied_passes_are_solved() {
    // Black moves twice in a row; White begins.
    let black = "(;GM[4]SZ[15];B[hh];W[aa];B[ih];B[jh];W[oo])";
    let white = "(;GM[4]SZ[15];W[hh];B[aa];W[ih];B[ac];W[jh];B[oo])";
    for (game, side) in [(black, "black"), (white, "white")] {
        let lines = solve_json(0, "- --json", game);
        assert_eq!(lines[0]["side"], side, "{game}");
        assert_eq!(lines[0]["result"], "vcf 1", "{game}");
    }
}

#[test]
fn the_game_and_the_size_may_be_given() {
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n1,1,0\n9,8,0\n1,2,0\n10,8,0\n15,15,0\n";
    let sgf = "(;GM[4];B[hh];W[aa];B[ih];W[ab];B[jh];W[oo])";
    let moves = "h8a1i8a2j8a4";
    for (input, size) in [(psq, 15), (sgf, 19), (moves, 19)] {
        let lines = solve_json(0, "--game renju --board-size 19 - --json", input);
        let found = (&lines[0]["rule"], &lines[0]["size"], &lines[0]["result"]);
        assert_eq!(found, (&json!("renju"), &json!(size), &json!("vcf 1")));
    }
    let lines = solve_json(0, &format!("{moves} --game renju --json"), "");
    assert_eq!(lines[0]["rule"], "renju");
}

#[test]
fn games_that_cannot_be_solved_are_named_and_the_rest_is_solved() {
    let over = "(;GM[4]SZ[15];B[hh];W[aa];B[ih];W[ab];B[jh];W[oo];B[kh];W[oa];B[lh])";
    let won = "(;GM[4]SZ[15];B[hh];W[aa];B[ih];W[ab];B[jh];W[ad])";
    let damaged = "(;GM[4]SZ[15];B[hh];W[hh])";
    let othello = "(;GM[2];B[f5])";
    let games = [over, won, damaged, won, othello].join("\n");
    let (stdout, stderr) = solve(1, "- --json --only 1-4", &games);
    let lines = json_lines(&stdout);
    assert_eq!(lines.len(), 3, "{stdout}");
    assert_eq!(
        (&lines[0]["position"], &lines[1]["position"]),
        (&json!(2), &json!(4))
    );
    assert_eq!(lines[0]["result"], "vcf 1");
    let errors = [
        "flipfive: stdin:1: game 1: the game is over in this position\n",
        "flipfive: stdin:3:",
        "flipfive: 2 of the games cannot be solved\n",
    ];
    assert!(
        errors.iter().all(|error| stderr.contains(error)),
        "{stderr}"
    );
    let (_, stderr) = solve(0, "- --json --only 2,4", &games);
    assert_eq!(stderr, "");
    for (arguments, input, error) in [
        (
            "- --only 2,5",
            &games[..],
            "stdin: game 5 is Othello, and game 2 is Gomoku",
        ),
        ("- --only 1", &games, "none of the games can be solved"),
        ("- --only 9", &games, "the file has problems 1 to 5"),
        (
            "-",
            &format!(
                "{}\nrenju 15 moves h8\n",
                "---------------------------OX------XO--------------------------- X"
            ),
            "stdin:2: this is a problem of Gomoku, but the first one is of Othello",
        ),
    ] {
        let (stdout, stderr) = solve(1, arguments, input);
        assert!(stderr.contains(error), "{arguments}: {stderr}");
        assert_eq!(stdout, "", "{arguments}");
    }
}
