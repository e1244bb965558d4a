//! Reads what was written, with the readers of the crate where there are some.

use super::*;
use crate::engine::Variant;
use crate::engines::{MoveInfo, Termination};
use crate::format::position::write_position;
use crate::format::{GameRecord, ggf as ggf_format};
use crate::game::{Move, Side};
use crate::gomoku::Rule;
use crate::report::csv;
use crate::tournament::{GameResult, MatchInfo, Replay, fixture};

const HOSTILE: &str = "a]b\\c\"d,e<f>;\n(;=x";

fn othello() -> Vec<GameResult> {
    fixture::play(Variant::Othello, 8, &["first", HOSTILE], 20, 7)
}

fn gomoku() -> Vec<GameResult> {
    let rule = Variant::Gomoku(Rule::Standard);
    fixture::play(rule, 15, &["first", HOSTILE], 10, 8)
}

fn title() -> MatchInfo {
    fixture::title(&["first", HOSTILE])
}

/// The games in a format that appends them.
fn all(record: fn(&MatchInfo, &GameResult) -> Option<String>, games: &[GameResult]) -> String {
    games
        .iter()
        .filter_map(|game| record(&title(), game))
        .collect()
}

fn psq(games: &[GameResult]) -> Vec<(String, String)> {
    let mut writer = PsqWriter::new(&title());
    let files = games.iter().filter_map(|game| writer.file(&title(), game));
    files.collect()
}

fn record(game: &GameResult) -> GameRecord {
    let replay = Replay::of(game).unwrap();
    assert_eq!(replay.refused, None);
    GameRecord {
        variant: replay.variant,
        start: replay.start,
        moves: replay
            .steps
            .iter()
            .map(|step| (step.side, step.mv))
            .collect(),
    }
}

fn places(record: &GameRecord) -> Vec<(Side, Move)> {
    let moves = record.moves.iter().copied();
    moves.filter(|&(_, mv)| mv != Move::Pass).collect()
}

#[test]
fn a_replay_goes_as_far_as_the_rules() {
    let complete = othello().remove(0);
    let mut game = complete.clone();
    let whole = Replay::of(&complete).unwrap();
    assert_eq!(whole.opening, 4);
    assert_eq!(
        whole.steps.len(),
        game.opening_moves.len() + game.plies.len()
    );
    let passes = whole
        .steps
        .iter()
        .filter(|step| step.mv == Move::Pass)
        .count();
    // Passes that nobody wrote down are found again.
    game.plies.retain(|ply| ply.name != "pass");
    let found = Replay::of(&game).unwrap();
    assert_eq!(found.steps.len(), whole.steps.len());
    let implied = found.steps[found.opening..]
        .iter()
        .filter(|step| step.ply.is_none())
        .count();
    assert_eq!(implied, passes);
    assert_eq!(found.end, whole.end);
    let mut game = game.clone();
    game.plies[5].name = "z99".into();
    let broken = Replay::of(&game).unwrap();
    assert_eq!(broken.refused, Some("z99"));
    assert!(broken.steps.len() < whole.steps.len());
    game.size = 9;
    assert_eq!(Replay::of(&game), None);
    game.variant = "Chess".into();
    assert_eq!(Replay::of(&game), None);
    let five = gomoku()
        .into_iter()
        .find(|game| game.ending == Termination::Five)
        .unwrap();
    assert_eq!(Replay::of(&five).unwrap().row.len(), 5);
}

#[test]
fn games_come_back_from_sgf() {
    for games in [othello(), gomoku()] {
        let text = all(sgf, &games);
        assert_eq!(text.matches("(;FF[4]").count(), games.len());
        for game in &games {
            let text = sgf(&title(), game).unwrap();
            let back = crate::format::sgf::read(&text, Rule::Freestyle)
                .unwrap_or_else(|e| panic!("{e}: {text}"));
            let record = record(game);
            assert_eq!(back.variant, record.variant);
            assert_eq!(places(&back), places(&record));
            assert!(text.contains(r"a\]b\\c"), "{text}");
            assert!(
                text.contains("EV[Sample match]RO[") && text.contains("OT[1+0.01]ON[openings.txt:")
            );
            assert!(text.contains("DT[2026-01-31]"), "{text}");
        }
    }
    let mut game = othello().remove(0);
    game.plies.truncate(1);
    game.plies[0].ms = 7.25;
    game.plies[0].info = MoveInfo {
        value: Some(-2.5),
        mate: Some(-4),
        claimed: false,
        depth: Some(9),
        nodes: Some(123),
        ..MoveInfo::default()
    };
    let text = sgf(&title(), &game).unwrap();
    assert!(
        text.contains("C[value -2.5, loses in 4, depth 9, 123 nodes, 7.25 ms]"),
        "{text}"
    );
    assert_eq!(text.matches("C[opening move]").count(), 4);
    game.plies[0].info.claimed = true;
    let text = sgf(&title(), &game).unwrap();
    assert!(text.contains("loses in 4 (claimed), depth 9"), "{text}");
}

#[test]
fn results_in_sgf() {
    let mut game = othello().remove(0);
    let mut result = |winner, discs, ending| {
        (game.winner, game.discs, game.ending) = (winner, discs, ending);
        let text = sgf(&MatchInfo::default(), &game).unwrap();
        let from = text.find("RE[").unwrap() + 3;
        text[from..].split(']').next().unwrap().to_owned()
    };
    use crate::game::Side::{Black, White};
    assert_eq!(result(Some(Black), Some(6), Termination::Finished), "B+6");
    assert_eq!(
        result(Some(White), Some(-10), Termination::Finished),
        "W+10"
    );
    assert_eq!(result(None, Some(0), Termination::Finished), "0");
    assert_eq!(result(Some(White), None, Termination::Time), "W+T");
    assert_eq!(result(Some(Black), None, Termination::Resign), "B+R");
    assert_eq!(result(Some(Black), Some(3), Termination::Crash), "B+F");
    assert_eq!(result(Some(Black), None, Termination::Adjudicated), "B+");
    let mut five = gomoku().remove(0);
    (five.winner, five.ending) = (Some(Black), Termination::Five);
    let text = sgf(&MatchInfo::default(), &five).unwrap();
    assert!(text.contains("RE[B+1]TE[five]"), "{text}");
}

#[test]
fn games_come_back_from_ggf() {
    let games = othello();
    let text = all(ggf, &games);
    assert_eq!(text.lines().count(), games.len());
    for (line, game) in text.lines().zip(&games) {
        let back = ggf_format::read(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(back.record(), record(game));
        assert_eq!(
            back.players[0].replace('\n', " "),
            game.black.replace('\n', " ")
        );
        assert_eq!(back.place, "Sample match");
        let score = back.result.unwrap();
        match game.ending {
            Termination::Finished => assert_eq!(score.lead, f64::from(game.discs.unwrap())),
            _ => assert_eq!(score.lead.abs(), 64.0),
        }
        assert_eq!(
            score.ending.is_some(),
            game.ending.is_fault() || game.ending == Termination::Resign
        );
        let replay = Replay::of(game).unwrap();
        for (step, found) in replay.steps.iter().zip(&back.moves) {
            let value = step.ply.and_then(|ply| ply.info.value);
            assert_eq!(found.value.is_some(), value.is_some());
            if let (Some(found), Some(value)) = (found.value, value) {
                assert!((found - value).abs() < 0.006);
            }
            if let (Some(time), Some(ply)) = (found.time, step.ply) {
                assert!((time.as_secs_f64() * 1000.0 - ply.ms).abs() < 0.6);
            }
        }
    }
    assert_eq!(all(ggf, &gomoku()), "");
}

/// Reads a record of Piskvork's: the size, the moves as columns and rows with times, the last lines.
fn read_psq(text: &str) -> (u32, Vec<[u32; 3]>, Vec<&str>) {
    let mut lines = text.lines();
    let header = lines.next().unwrap();
    let rest = header.strip_prefix("Piskvorky ").unwrap();
    let size = rest.split('x').next().unwrap().parse().unwrap();
    assert_eq!(header, format!("Piskvorky {size}x{size}, 11:11, 0"));
    let mut moves = Vec::new();
    let mut last = Vec::new();
    for line in lines {
        let numbers: Vec<u32> = line.split(',').filter_map(|n| n.parse().ok()).collect();
        match <[u32; 3]>::try_from(numbers) {
            Ok(numbers) if last.is_empty() => moves.push(numbers),
            _ => last.push(line),
        }
    }
    (size, moves, last)
}

#[test]
fn piskvork_reads_its_records() {
    let games = gomoku();
    let files = psq(&games);
    assert_eq!(files.len(), games.len());
    assert_eq!(files[0].0, "1_1_2.psq");
    assert_eq!(files[1].0, "1_2_1.psq");
    for ((_, text), game) in files.iter().zip(&games) {
        let (size, moves, last) = read_psq(text);
        assert_eq!(size, 15);
        let own = record(game).moves;
        assert_eq!(moves.len(), own.len());
        for ([x, y, _], (_, mv)) in moves.iter().zip(own) {
            let vertex = mv.vertex().unwrap();
            // Rows are counted from the top, where our highest rank is.
            assert_eq!(
                (*x, *y),
                (u32::from(vertex.col) + 1, 15 - u32::from(vertex.row))
            );
        }
        let ms: u32 = moves.iter().map(|[_, _, ms]| ms).sum();
        assert!((f64::from(ms) - game.took as f64).abs() <= game.plies.len() as f64);
        assert_eq!(last.len(), 4);
        assert_eq!(last[2], "-1");
        assert!(["1,Standard", "2,Standard", "0,Standard"].contains(&last[3]));
        assert!(last.contains(&"first"));
    }
    let twice = [games[0].clone(), games[0].clone()];
    let names: Vec<String> = psq(&twice).into_iter().map(|f| f.0).collect();
    assert_eq!(names, ["1_1_2.psq", "1_1_2_1.psq"]);
    assert!(psq(&othello()).is_empty());
    let mut odd = games[0].clone();
    (odd.black, odd.white) = ("1,2,3".into(), " \n".into());
    let text = psq(&[odd.clone()]).remove(0).1;
    let (_, moves, last) = read_psq(&text);
    assert_eq!(moves.len(), odd.opening_moves.len() + odd.plies.len());
    assert_eq!(last[..3], ["?1,2,3", "?", "-1"]);
}

#[test]
fn json_lines_are_the_journal() {
    let games = othello();
    let text: String = games.iter().map(json_line).collect();
    let back: Vec<GameResult> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(back, games);
}

/// Rows and cells of RFC 4180.
fn read_csv(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        let row = rows.last_mut().unwrap();
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                row.last_mut().unwrap().push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(String::new()),
            '\r' if !quoted && chars.peek() == Some(&'\n') => {
                chars.next();
                rows.push(vec![String::new()]);
            }
            c => row.last_mut().unwrap().push(c),
        }
    }
    assert!(!quoted);
    assert_eq!(
        rows.pop(),
        Some(vec![String::new()]),
        "the last row has its end"
    );
    rows
}

#[test]
fn tables_have_a_row_for_every_game() {
    let games = othello();
    let table: String = games.iter().map(csv::row).collect();
    let rows = read_csv(&(csv::header() + &table));
    assert_eq!(rows.len(), games.len() + 1);
    assert_eq!(rows[0], csv::COLUMNS.map(|(name, _)| name));
    let manual = include_str!("../../../docs/match-report.md");
    for (name, _) in csv::COLUMNS {
        assert!(manual.contains(&format!("`{name}`")), "{name}");
    }
    let column = |name: &str| {
        csv::COLUMNS
            .iter()
            .position(|(other, _)| *other == name)
            .unwrap()
    };
    for (row, game) in rows[1..].iter().zip(&games) {
        assert_eq!(row.len(), rows[0].len());
        assert_eq!(row[column("black")], game.black);
        assert_eq!(
            row[column("discs")],
            game.discs.map_or(String::new(), |d| d.to_string())
        );
        assert_eq!(
            row[column("black_points")].parse(),
            Ok(game.points(&game.black).unwrap())
        );
        let count = game.opening_moves.len() + game.plies.len();
        assert_eq!(row[column("moves")].split(' ').count(), count);
        let sum = |name: &str| row[column(name)].parse::<f64>().unwrap();
        let replay = Replay::of(game).unwrap();
        for side in Side::ALL {
            let own = || {
                let steps = replay.steps.iter().filter(|step| step.side == side);
                steps.filter_map(|step| step.ply)
            };
            let ms: f64 = own().map(|ply| ply.ms).sum();
            assert!((sum(&format!("{side}_ms")) - ms).abs() < 1.0);
            let nodes: u64 = own().filter_map(|ply| ply.info.nodes).sum();
            assert_eq!(sum(&format!("{side}_nodes")), nodes as f64);
        }
        let winner = game
            .winner
            .map_or("draw".to_owned(), |side| side.to_string());
        assert_eq!(row[column("winner")], winner);
        assert!(row[column("began")].starts_with("2026-01-31T1"));
    }
    let mut formula = games[0].clone();
    formula.black = "=1+1".into();
    formula.plies.clear();
    let rows = read_csv(&csv::row(&formula));
    assert_eq!(rows[0][column("black")], "'=1+1");
    assert_eq!(rows[0][column("black_depth")], "");
    assert_eq!(rows[0][column("white_nodes")], "");
}

#[test]
fn ratings_programs_read_who_won() {
    let games = gomoku();
    let text = all(pgn, &games);
    assert_eq!(text.matches("[FirstMover \"Black\"]").count(), games.len());
    assert!(
        text.lines()
            .all(|line| line.len() < 80 || line.starts_with('['))
    );
    // Every tag is one line with two quotation marks.
    for line in text.lines().filter(|line| line.starts_with('[')) {
        assert_eq!(line.matches('"').count(), 2, "{line}");
        assert!(line.ends_with("\"]") && !line.contains('\\'));
    }
    for game in &games {
        let text = pgn(&title(), game).unwrap();
        let result = match game.points(&game.black) {
            Some(1.0) => "1-0",
            Some(0.5) => "1/2-1/2",
            _ => "0-1",
        };
        let tags = text.lines().filter(|line| line.starts_with('['));
        let tags: Vec<_> = tags.filter_map(|line| line.split(' ').next()).collect();
        let distinct: HashSet<_> = tags.iter().collect();
        assert_eq!(distinct.len(), tags.len(), "{tags:?}");
        assert!(text.contains(&format!("[Result \"{result}\"]\n")));
        assert!(text.ends_with(&format!("}}\n{result}\n\n")), "{text}");
        assert_eq!(text.contains("[White \"first\"]"), game.black == "first");
        let comment = text.split_once("\n{").unwrap().1.split('}').next().unwrap();
        let count = game.opening_moves.len() + game.plies.len();
        assert_eq!(comment.split_whitespace().count(), count);
    }
}

#[test]
fn the_engine_that_moves_first_is_white_in_pgn() {
    for mut game in fixture::play(Variant::Othello, 8, &["first", "second"], 4, 7) {
        let mut record = Variant::Othello.new_record(8).unwrap();
        for step in &Replay::of(&game).unwrap().steps[..3] {
            record.play(step.side, step.mv).unwrap();
        }
        game.start = write_position(&record.current());
        game.opening_moves.drain(..3);
        let text = pgn(&title(), &game).unwrap();
        let result = match game.points(&game.white) {
            Some(1.0) => "1-0",
            Some(0.5) => "1/2-1/2",
            _ => "0-1",
        };
        for tag in [
            format!("[White \"{}\"]\n", game.white),
            format!("[Black \"{}\"]\n", game.black),
            format!("[Result \"{result}\"]\n"),
            "[FirstMover \"White\"]\n".into(),
        ] {
            assert!(text.contains(&tag), "{tag}: {text}");
        }
    }
}
