//! Checks the page as text and runs its scripts.

use crate::analysis::GameAnalysis;
use crate::engine::Variant;
use crate::engines::Termination;
use crate::format::position::write_position;
use crate::format::{AnnotatedGame, GameRecord, replay};
use crate::game::{Move, Setup, Side, Vertex};
use crate::gomoku::Rule;
use crate::puzzles::{Puzzle, Question, Source};
use crate::report::MatchReport;
use crate::report::analysis::AnalyzedGame;
use crate::report::html::{
    PuzzleData, analysis_data, analysis_page_end, analysis_page_start, puzzle_data, puzzles_page,
};
use crate::tournament::{
    EloModel, GameResult, MatchInfo, Replay, Sprt, TournamentFormat, TournamentKind, fixture,
};

const HOSTILE: &str = "</script><script>alert(1)</script><!--\"'&{{lines}}\n\u{202e}";

fn page(info: &MatchInfo, games: &[GameResult], sprt: Option<&Sprt>) -> String {
    crate::report::html::page(&MatchReport::of(info, games, sprt), false)
}

fn sprt() -> Sprt {
    Sprt::new(0.0, 10.0, 0.05, 0.05, EloModel::Normalized).unwrap()
}

/// The text of an element of the page that has an id.
fn inside<'a>(page: &'a str, id: &str) -> &'a str {
    let from = page
        .find(&format!("id=\"{id}\""))
        .unwrap_or_else(|| panic!("no {id}"));
    let from = from + page[from..].find('>').unwrap() + 1;
    &page[from..from + page[from..].find("</").unwrap()]
}

/// Every tag that is opened is closed, in the right order.
fn check_tags(page: &str) {
    const VOID: [&str; 4] = ["meta", "link", "input", "br"];
    let mut open: Vec<String> = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        if rest.starts_with('!') {
            continue;
        }
        let end = rest.find('>').unwrap();
        let tag = &rest[..end];
        rest = &rest[end + 1..];
        let name: String = tag
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        if tag.starts_with('/') {
            assert_eq!(
                open.pop().as_deref(),
                Some(name.as_str()),
                "at {}",
                &rest[..rest.len().min(80)]
            );
        } else if !tag.ends_with('/') && !VOID.contains(&name.as_str()) {
            if name == "script" || name == "style" {
                let until = rest.find(&format!("</{name}")).unwrap();
                rest = &rest[until..];
            }
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn a_page_has_every_section() {
    let names = ["alpha", "beta"];
    let games = fixture::play(Variant::Othello, 8, &names, 60, 11);
    let page = page(&fixture::title(&names), &games, Some(&sprt()));
    check_tags(&page);
    for id in [
        "results",
        "crosstable",
        "sprt",
        "elo-history",
        "lengths",
        "terminations",
        "move-times",
        "time-table",
        "openings",
        "games",
        "viewer",
        "data",
        "lines",
    ] {
        assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
    }
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert!(page.contains("<title>Sample match</title>"));
    assert!(page.contains("120 games · Othello 8×8 · 2026-01-31 12:00–12:0"));
    assert!(page.contains("<dt>Time</dt><dd>1+0.01</dd>"));
    // Openings may have White to move.
    assert!(page.contains("Black moves first, except from positions with White to move."));
    assert!(!page.contains("who moves first"));
    assert!(!page.contains("{{") && !page.contains("NaN"));
    // The page loads nothing.
    for outside in ["http:", "https:", "src=", "@import", "url("] {
        let allowed = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!allowed.contains(outside), "{outside}");
    }
}

#[test]
fn names_cannot_break_out() {
    let names = [HOSTILE, "plain"];
    let games = fixture::play(Variant::Othello, 8, &names, 8, 12);
    let mut title = fixture::title(&names);
    title.name = HOSTILE.into();
    title.settings.push((HOSTILE.into(), HOSTILE.into()));
    let mut games = games;
    games[0].opening = HOSTILE.into();
    games[0].detail = HOSTILE.into();
    games[1].variant = HOSTILE.into();
    games[2].plies[3].name = HOSTILE.into();
    let page = page(&title, &games, None);
    check_tags(&page);
    assert_eq!(page.matches("<script").count(), 3);
    assert_eq!(page.matches("</script>").count(), 3);
    assert!(!page.contains("<!--"));
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"));
    let data: serde_json::Value = serde_json::from_str(inside(&page, "data")).unwrap();
    assert_eq!(data["engines"][0], HOSTILE);
    let first: serde_json::Value =
        serde_json::from_str(inside(&page, "lines").lines().next().unwrap()).unwrap();
    assert_eq!(first["s"], HOSTILE);
}

#[test]
fn scripts_get_every_game() {
    let rule = Variant::Gomoku(Rule::Freestyle);
    let names = ["a", "b", "c"];
    let games = fixture::play(rule, 20, &names, 4, 13);
    let page = page(&fixture::title(&names), &games, None);
    let data: serde_json::Value = serde_json::from_str(inside(&page, "data")).unwrap();
    let lines: Vec<serde_json::Value> = inside(&page, "lines")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(data["games"].as_array().unwrap().len(), games.len());
    assert_eq!(lines.len(), games.len());
    assert_eq!(data["variants"], serde_json::json!([["Gomoku", 20]]));
    for ((row, line), game) in data["games"]
        .as_array()
        .unwrap()
        .iter()
        .zip(&lines)
        .zip(&games)
    {
        assert_eq!(row[0], game.game);
        assert_eq!(
            data["engines"][row[2].as_u64().unwrap() as usize],
            game.black.as_str()
        );
        assert_eq!(
            data["terminations"][row[5].as_u64().unwrap() as usize][0],
            game.ending.name()
        );
        let opening = &data["openings"][row[6].as_u64().unwrap() as usize];
        assert_eq!(opening[1], game.opening_moves.join(" "));
        let own = game.plies.iter().map(|ply| ply.name.as_str());
        let all: String = game
            .opening_moves
            .iter()
            .map(String::as_str)
            .chain(own)
            .collect();
        assert_eq!(line["m"], all);
        assert_eq!(line["o"], game.opening_moves.len());
        for (ply, value) in game.plies.iter().zip(line["v"].as_array().unwrap()) {
            let expected = ply.info.value.unwrap();
            assert!((value.as_f64().unwrap() - expected).abs() <= 0.005 + expected.abs() / 100.0);
        }
        assert_eq!(line["d"].as_array().unwrap().len(), game.plies.len());
    }
}

/// A game as the rules play it, for the script that checks the page.
fn expected(game: &GameResult) -> serde_json::Value {
    let game_replay = Replay::of(game).unwrap();
    let mut record = game_replay.variant.new_record(game.size).unwrap();
    record.set_up(&game_replay.start).unwrap();
    let mut boards = vec![board(&record.current())];
    for step in &game_replay.steps {
        replay(record.as_mut(), step.side, step.mv).unwrap();
        boards.push(board(&record.current()));
    }
    let size = usize::from(game.size);
    let cell = |point: &Vertex| usize::from(point.col) + size * usize::from(point.row);
    let mut row: Vec<usize> = game_replay.row.iter().map(cell).collect();
    row.sort_unstable();
    serde_json::json!({
        "number": game.game + 1,
        "size": size,
        "othello": game_replay.variant == Variant::Othello,
        "black": game.black,
        "white": game.white,
        "plies": game_replay.steps.len(),
        "points": game.points(&game.black),
        "termination": game.ending.name(),
        "opening": game.opening,
        "opening_moves": game.opening_moves.join(" "),
        "boards": boards,
        "row": row,
    })
}

/// Row by row from a1.
fn board(setup: &Setup) -> String {
    let letter = |cell: &Option<Side>| cell.map_or('-', Side::letter);
    setup.cells.iter().map(letter).collect()
}

/// Runs the scripts of the page with node, in a small document of our own (`tests/data/report`).
#[test]
fn scripts_show_the_games_as_the_rules_play_them() {
    let mut othello = fixture::play(Variant::Othello, 8, &[HOSTILE, "a <b>&amp;</b>"], 4, 16);
    // White moves first from a position of its own.
    for game in &mut othello[..2] {
        let mut record = Variant::Othello.new_record(8).unwrap();
        for step in &Replay::of(game).unwrap().steps[..3] {
            record.play(step.side, step.mv).unwrap();
        }
        game.start = write_position(&record.current());
        game.opening_moves.drain(..3);
    }
    let renju = Variant::Gomoku(Rule::Renju);
    let gomoku = fixture::play(renju, 15, &["a", "b", "<marquee>"], 1, 17);
    let temporary = std::env::temp_dir();
    for (name, games) in [("othello", othello), ("gomoku", gomoku)] {
        let file = |kind| temporary.join(format!("flipfive-{name}-{}.{kind}", std::process::id()));
        let (html, json) = (file("html"), file("json"));
        let expected: Vec<_> = games.iter().map(expected).collect();
        std::fs::write(&html, page(&MatchInfo::default(), &games, None)).unwrap();
        std::fs::write(&json, serde_json::to_string(&expected).unwrap()).unwrap();
        if let Some(out) = node("tests/data/report/check.js", &[&html, &json]) {
            assert!(out.starts_with(&format!("{} games", games.len())), "{out}");
        }
        for path in [html, json] {
            std::fs::remove_file(path).unwrap();
        }
    }
}

/// Runs a script with node, or says that it is not installed.
fn node(script: &str, arguments: &[&std::path::Path]) -> Option<String> {
    let node = || std::process::Command::new("node");
    if node().arg("--version").output().is_err() {
        // As in the integration tests.
        let required = std::env::var("FLIPFIVE_REQUIRED_TOOLS").unwrap_or_default();
        assert!(
            !required.split(' ').any(|name| name == "node"),
            "node is required and not here"
        );
        eprintln!("skipped: node is not here");
        return None;
    }
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(script);
    let output = node().arg(script).args(arguments).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{arguments:?}: {out}{err}");
    Some(out)
}

#[test]
fn the_page_of_a_running_match_loads_itself_again() {
    let names = ["a", "b"];
    let games = fixture::play(Variant::Othello, 8, &names, 10, 18);
    let report = MatchReport::of(&fixture::title(&names), &games, None);
    let folder = fixture::Folder::new("refresh");
    let [running, ended] = [true, false].map(|running| {
        let path = folder.file(&format!("{running}.html"));
        std::fs::write(&path, crate::report::html::page(&report, running)).unwrap();
        path
    });
    node("tests/data/report/refresh.js", &[&running, &ended]);
}

#[test]
fn lists_are_printed_as_they_are_seen() {
    let page = page(&MatchInfo::default(), &[], None);
    let print = &page[page.find("@media print").unwrap()..];
    let print = &print[..print.find("\n\n").unwrap()];
    // A list draws only its visible rows, so its full height would be blank paper.
    assert!(print.contains(".listing { overflow: hidden; }"), "{print}");
    assert!(!print.contains(".listing, .moves"), "{print}");
    for coloured in [".dot", ".swatch", ".stack span", ".ptnml i", ".tile"] {
        assert!(print.contains(coloured), "{coloured}");
    }
    assert!(print.contains(" print-color-adjust: exact;"), "{print}");
    // The marks of the graph have titles, which appear under the pointer.
    assert!(page.contains(".plot .spot") && !page.contains("pointer-events"));
}

#[test]
fn lines_of_an_analysed_game_keep_the_focus() {
    let value = |lead: f64| serde_json::json!({ "winrate": 0.5, "scoreLead": lead });
    let line = serde_json::json!({
        "pv": ["f5", "d6", "c3"], "depth": 3, "winrate": 0.5, "scoreLead": 0.5
    });
    let moves = [
        (1, "black", "f5", -0.04),
        (2, "white", "d6", 0.04),
        (3, "black", "c3", -1.5),
    ]
    .map(|(ply, player, played, lead)| {
        serde_json::json!({
            "ply": ply, "player": player, "move": played, "value": value(lead), "best": "f5",
            "bestValue": value(0.5), "loss": 0.0, "lossDiscs": 0.0, "lines": [line]
        })
    });
    let tally = serde_json::json!({
        "moves": 1, "accuracy": 100.0, "meanLoss": 0.0, "meanLossDiscs": 0.0, "inaccuracies": 0,
        "mistakes": 0, "blunders": 0
    });
    let mut player = tally.clone();
    player["phases"] = serde_json::json!([tally, tally, tally]);
    let game = serde_json::json!({
        "file": "a.sgf", "number": 1, "black": "alpha", "white": "beta", "result": "",
        "variant": "Othello", "size": 8, "start": null, "row": [], "remarks": [[], [], []],
        "moves": moves, "players": [player, player]
    });
    let end = analysis_page_end("a.sgf", &[("Othello", 8)], 1, "");
    let page = format!("{}{game}{end}", analysis_page_start());
    check_tags(&page);
    let folder = fixture::Folder::new("analysis");
    let path = folder.file("page.html");
    std::fs::write(&path, page).unwrap();
    node("tests/data/report/analysis.js", &[&path]);
}

#[test]
fn keys_of_puzzles_do_not_depend_on_caps_lock() {
    let (game, last) = row_of_five_or_six(Variant::Gomoku(Rule::Standard), false);
    let puzzle = defence_puzzle(&game, last);
    let page = puzzles_page(&[puzzle.clone(), puzzle]);
    check_tags(&page);
    let folder = fixture::Folder::new("puzzles");
    let path = folder.file("page.html");
    std::fs::write(&path, page).unwrap();
    node("tests/data/report/puzzles.js", &[&path]);
}

#[test]
fn a_long_match_shows_a_sample_of_its_games() {
    let names = ["a", "b"];
    let played = fixture::play(Variant::Othello, 8, &names, 3, 19);
    let mut report = MatchReport::new(MatchInfo::default(), None, true);
    for number in 0..25_000u32 {
        let mut game = played[number as usize % played.len()].clone();
        (game.game, game.pair) = (number, number / 2);
        game.ending = match number % 100 {
            0 => Termination::Crash,
            _ => Termination::Finished,
        };
        report.add(&game);
    }
    let sample = report.sample.as_ref().unwrap();
    assert!((4000..=10_000).contains(&sample.len()), "{}", sample.len());
    // Faults stay, and both games of a pair.
    assert!((0..250).all(|n| sample.contains(100 * n)));
    let pairs = (0..12_500).map(|pair| [2 * pair, 2 * pair + 1].map(|game| sample.contains(game)));
    let whole = pairs.clone().filter(|pair| *pair == [true; 2]).count();
    let halves = pairs.filter(|pair| pair[0] != pair[1]).count();
    assert!(whole > 2000 && halves < 400, "{whole} {halves}");
    let text = crate::report::html::page(&report, false);
    check_tags(&text);
    assert!(text.contains(&format!("A sample of {} of 25000 games", sample.len())));
    assert!(text.contains("25000 games · Othello"));
}

#[test]
fn the_page_names_void_and_repeated_games() {
    let names = ["a", "b"];
    let mut games = fixture::play(Variant::Othello, 8, &names, 1, 20);
    let none = page(&fixture::title(&names), &games, None);
    assert!(!none.contains("Void games") && !none.contains("Repeated games"));
    let mut again = games[0].clone();
    (again.game, again.pair) = (2, 1);
    let void = GameResult {
        ending: Termination::Void,
        detail: "b <did> not start".into(),
        ..fixture::result(3, 1, "b", "a", None)
    };
    games.extend([again, void]);
    let page = page(&fixture::title(&names), &games, None);
    check_tags(&page);
    assert!(page.contains("Repeated games: 1 is the same"));
    assert!(page.contains("Void games, counted nowhere: 1<br>"));
    assert!(page.contains("game 4 (b vs a): b &lt;did&gt; not start"));
}

#[test]
fn shut_outs_are_not_drawn_as_a_value() {
    let names = ["a", "b"];
    let mut games = fixture::play(Variant::Othello, 8, &names, 10, 21);
    for game in &mut games {
        let is_black = game.black == "a";
        game.winner = Some(if is_black { Side::Black } else { Side::White });
    }
    let won = page(&fixture::title(&names), &games, None);
    assert!(!won.contains("id=\"elo-history\""), "nothing to draw");
    for game in &mut games[10..] {
        game.winner = None;
    }
    let page = page(&fixture::title(&names), &games, None);
    let chart = &page[page.find("id=\"elo-history\"").unwrap()..];
    let chart = &chart[..chart.find("</section>").unwrap()];
    // The curve begins with the first pair that was not won twice, and its scale is that of finite values.
    assert!(chart.contains("left:0\">12</span>"), "{chart}");
    assert!(!chart.contains("3000</span>"), "{chart}");
}

#[test]
fn odd_matches_have_a_page_too() {
    let empty = page(&MatchInfo::default(), &[], Some(&sprt()));
    check_tags(&empty);
    let two = MatchInfo {
        engines: vec!["a".into(), "b".into()],
        scheduled: Some(10),
        ..MatchInfo::default()
    };
    let none = page(&two, &[], Some(&sprt()));
    check_tags(&none);
    assert!(none.contains("0 of 10 games") && none.contains("No games yet."));
    assert!(!none.contains("have not met"));
    let mut games = fixture::play(Variant::Othello, 8, &["a", "b"], 1, 14);
    for game in &mut games {
        (game.took, game.began) = (u64::MAX, u64::MAX);
        game.plies.iter_mut().for_each(|ply| {
            ply.ms = 1e300;
            ply.info = Default::default();
        });
    }
    let one = page(&MatchInfo::default(), &games[..1], None);
    check_tags(&one);
    assert!(one.contains("1 game ·"));
    games[1].white = games[1].black.clone();
    games[0].winner = None;
    check_tags(&page(&two, &games, Some(&sprt())));
    let swiss = MatchInfo {
        format: Some(TournamentFormat {
            kind: TournamentKind::Swiss,
            rounds: 2,
            challengers: 1,
        }),
        ..two
    };
    let rounds = page(&swiss, &[], None);
    check_tags(&rounds);
    assert!(rounds.contains("Round 1") && rounds.contains("Buchholz"));
    // A knockout of two engines, level for one game pair.
    let knockout = MatchInfo {
        engines: vec!["a".into(), "b".into()],
        scheduled: Some(2),
        format: Some(TournamentFormat {
            kind: TournamentKind::Knockout,
            rounds: 1,
            challengers: 1,
        }),
        ..MatchInfo::default()
    };
    let games: Vec<GameResult> = (0..4)
        .map(|number: u32| {
            let winner = (number >= 2).then_some(Side::ALL[number as usize % 2]);
            let names = [["a", "b"], ["b", "a"]][number as usize % 2];
            fixture::result(number, number / 2, names[0], names[1], winner)
        })
        .collect();
    assert!(page(&knockout, &games[..1], None).contains("1 of 2 games"));
    assert!(page(&knockout, &games[..3], None).contains("3 of 4 games"));
    let ended = page(&knockout, &games, None);
    assert!(ended.contains("4 games") && !ended.contains(" of 2 games"));
    // A match that was resumed with fewer rounds.
    let shorter = MatchInfo {
        format: None,
        ..knockout
    };
    assert!(page(&shorter, &games, None).contains(">4 games"));
    let many: Vec<String> = (0..9).map(|n| format!("engine {n}")).collect();
    let names: Vec<&str> = many.iter().map(String::as_str).collect();
    let games = fixture::play(Variant::Othello, 8, &names, 1, 15);
    check_tags(&page(&fixture::title(&names), &games, None));
}

/// Plays moves of Gomoku in turn. Black's last one makes the row b8 to f8, or b8 to g8 with `g8`.
fn row_of_five_or_six(variant: Variant, g8: bool) -> (GameRecord, Move) {
    let stones = format!("b8 a1 c8 c1 d8 e1 e8 g1 {}", if g8 { "g8 i1" } else { "" });
    let mv = |name: &str| Move::from_name(name, 15).unwrap();
    let sides = Side::ALL.into_iter().cycle();
    let game = GameRecord {
        variant,
        start: variant.new_record(15).unwrap().start(),
        moves: sides.zip(stones.split_whitespace().map(mv)).collect(),
    };
    (game, mv("f8"))
}

/// A puzzle: a defence by a move in the last position of a game.
fn defence_puzzle(game: &GameRecord, mv: Move) -> PuzzleData {
    let puzzle = Puzzle {
        variant: game.variant,
        position: AnnotatedGame::from(game).record(99).unwrap().current(),
        ply: 9,
        played: mv,
        question: Question::Defence,
        line: vec![mv],
    };
    let source = Source {
        file: "a.sgf",
        number: 1,
    };
    puzzle_data(&puzzle, source, &Default::default())
}

/// The data of [`defence_puzzle`].
fn defence(game: &GameRecord, mv: Move) -> serde_json::Value {
    serde_json::to_value(defence_puzzle(game, mv)).unwrap()
}

/// Whether the only move holds in the end is not proved.
#[test]
fn a_defence_promises_no_more_than_is_proved() {
    let (game, last) = row_of_five_or_six(Variant::Gomoku(Rule::Standard), false);
    let question = "Black to move: every move but one loses. Find it.";
    assert_eq!(defence(&game, last)["question"], question);
}

#[test]
fn only_a_row_that_won_has_rings() {
    let five: &[&str] = &["b8", "c8", "d8", "e8", "f8"];
    for (rule, g8, expected) in [
        (Rule::Standard, false, five),
        (Rule::Standard, true, &[]),
        (Rule::Renju, true, &[]),
        (Rule::Renju, false, five),
    ] {
        let (mut game, last) = row_of_five_or_six(Variant::Gomoku(rule), g8);
        let data = defence(&game, last);
        assert_eq!(data["row"], serde_json::json!(expected), "{rule:?}, {g8}");
        game.moves.push((Side::Black, last));
        let analysis = GameAnalysis::new(game.variant, 15, game.moves.clone(), Vec::new());
        let analyzed = AnalyzedGame {
            file: "a.sgf",
            number: 1,
            settings: "",
            source: &AnnotatedGame::from(&game).into(),
            analysis: &analysis,
        };
        let data: serde_json::Value =
            serde_json::from_str(&analysis_data(&analyzed).unwrap()).unwrap();
        assert_eq!(data["row"], serde_json::json!(expected), "{rule:?}, {g8}");
    }
}
