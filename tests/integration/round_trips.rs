//! Random games of every game and rule through every format that can hold them: what is read back is what
//! the format says it holds (`docs/records.md`). `FLIPFIVE_FULL=1` takes 10,000 games of each.

use flipfive::engine::Variant;
use flipfive::format::game_file::{FileFormat, GameReader, GameWriter, ReadOptions, write};
use flipfive::format::{
    AnnotatedGame, AnnotatedMove, Decision, FileGame, GameTree, RecordedResult, obf, puzzle,
};
use flipfive::game::{DynRecord, Move, Side, Vertex};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use std::path::Path;
use std::time::Duration;

use FileFormat::{Ggf, Gogui, Obf, Pos, PosTop, Psq, Puzzle, Sgf, Transcript, Wthor};

/// The formats that are read and written.
const FORMATS: [FileFormat; 10] = [
    Sgf, Gogui, Ggf, Wthor, Transcript, Obf, Psq, Pos, PosTop, Puzzle,
];

fn config() -> Config {
    let cases = if crate::support::full() { 10_000 } else { 100 };
    Config {
        failure_persistence: None,
        ..Config::with_cases(cases)
    }
}

/// Text of a field: without white space at its ends.
fn text() -> impl Strategy<Value = String> {
    // A name that begins like a number would be a move in PSQ.
    "([a-zA-Zé][a-zé0-9 :;%\\]\\[\\\\()-]{0,12})?".prop_map(|text| text.trim().to_owned())
}

/// A comment. It begins with a capital letter, unlike the facts of puzzles, which `puzzles_come_back` checks.
fn comment() -> impl Strategy<Value = String> {
    "([A-Z][a-zé0-9 \n:;%\\]\\[\\\\()-]{0,12})?".prop_map(|text| text.trim().to_owned())
}

/// The name of a player. All formats can hold it.
fn name() -> impl Strategy<Value = String> {
    "[A-Zé][a-zé0-9 \\]\\[\\\\-]{0,12}".prop_map(|text| text.trim().to_owned())
}

fn result() -> impl Strategy<Value = RecordedResult> {
    use Decision::{Adjudication, Forfeit, Resignation, Time};
    let winner = prop_oneof![Just(Side::Black), Just(Side::White)];
    let decision = prop_oneof![
        Just(Adjudication),
        Just(Forfeit),
        Just(Resignation),
        Just(Time)
    ];
    (winner, decision).prop_map(|(winner, decision)| RecordedResult {
        winner: Some(winner),
        margin: None,
        decision,
    })
}

/// A random game with everything that a format may hold.
fn games(variant: Variant) -> impl Strategy<Value = AnnotatedGame> {
    let sizes = if variant == Variant::Othello {
        8..=8
    } else {
        5..=22u8
    };
    let ply = (
        any::<u32>(),
        option::of(-6400..6400i32),
        option::of(0..5_000_000u64),
    );
    // A few games have as many plies as there are cells on a middling board.
    let plies = prop_oneof![9 => vec(ply.clone(), 0..70), 1 => vec(ply, 100..200)];
    let texts = (text(), text(), text(), text(), comment());
    let notes = (
        [name(), name()],
        texts,
        0..20_000_000i64,
        option::of(result()),
    );
    (sizes, plies, option::weighted(0.2, 0..30usize), notes).prop_map(
        move |(size, plies, from, (players, texts, minutes, stated))| {
            let mut game = played(variant, size, &plies);
            if let Some(from) = from {
                begin_at(&mut game, from);
            }
            let (event, round, time_control, opening, comment) = texts;
            let record = game.record(usize::MAX).unwrap();
            let epoch = jiff::civil::date(1990, 1, 1).at(0, 0, 0, 0);
            let began = epoch.saturating_add(jiff::Span::new().minutes(minutes));
            AnnotatedGame {
                players,
                result: record.outcome().map(Into::into).or(stated),
                termination: "finished".into(),
                event,
                round,
                began: Some(began),
                time_control,
                opening,
                comment,
                ..game
            }
        },
    )
}

/// A game whose moves, with their values and times, are chosen by numbers.
fn played(variant: Variant, size: u8, plies: &[(u32, Option<i32>, Option<u64>)]) -> AnnotatedGame {
    let mut record = variant.new_record(size).unwrap();
    let mut moves = Vec::new();
    for &(choice, value, time) in plies {
        if record.outcome().is_some() {
            break;
        }
        let side = record.side();
        let mv = play(record.as_mut(), choice);
        moves.push(AnnotatedMove {
            value: value.map(|hundredths| f64::from(hundredths) / 100.0),
            time: time.map(Duration::from_millis),
            ..AnnotatedMove::new(side, mv)
        });
    }
    let start = variant.new_record(size).unwrap().start();
    AnnotatedGame {
        moves,
        ..AnnotatedGame::new(variant, start)
    }
}

/// Plays the first move that can be played, from a cell that a number chooses on. A point that is forbidden
/// in Renju can be played, and loses.
fn play(record: &mut dyn DynRecord, choice: u32) -> Move {
    let side = record.side();
    let size = u32::from(record.size());
    let cells = size * size;
    for n in 0..cells {
        let cell = choice.wrapping_add(n) % cells;
        let mv = Move::Place(Vertex::new((cell % size) as u8, (cell / size) as u8));
        if record.play_foul(side, mv).is_ok() {
            return mv;
        }
    }
    record.play(side, Move::Pass).unwrap();
    Move::Pass
}

/// Makes the position after some plies the start of the game.
fn begin_at(game: &mut AnnotatedGame, plies: usize) {
    // A position in which the game is over is no start.
    let plies = plies.min(game.moves.len().saturating_sub(1));
    let record = game.record(plies).unwrap();
    game.start = record.current();
    game.moves.drain(..plies);
}

/// What a format holds of a game. `None` if it cannot hold the game.
fn held(game: &AnnotatedGame, format: FileFormat) -> Option<AnnotatedGame> {
    let plain = AnnotatedGame {
        moves: game
            .moves
            .iter()
            .map(|played| AnnotatedMove::new(played.side, played.mv))
            .collect(),
        ..AnnotatedGame::new(game.variant, game.start.clone())
    };
    let regular = game.starts_regularly();
    let mut held = match format {
        Sgf | Gogui => AnnotatedGame {
            moves: plain.moves,
            began: game.began.map(|began| began.date().at(0, 0, 0, 0)),
            result: game.result.map(|result| RecordedResult {
                decision: match result.decision {
                    Decision::Adjudication => Decision::Rules,
                    other => other,
                },
                ..result
            }),
            ..game.clone()
        },
        Ggf => AnnotatedGame {
            moves: game.moves.clone(),
            players: game.players.clone(),
            event: game.event.clone(),
            began: game.began,
            result: game.result.map(scored),
            ..plain
        },
        Wthor if regular => AnnotatedGame {
            players: game.players.clone(),
            event: game.event.clone(),
            began: game
                .began
                .map(|began| jiff::civil::date(began.year(), 1, 1).at(0, 0, 0, 0)),
            result: Some(RecordedResult {
                decision: Decision::Rules,
                ..scored(game.result.unwrap_or_else(|| counted(game)))
            }),
            ..plain
        },
        Transcript if !regular || !game.moves.is_empty() => plain,
        Psq if regular => AnnotatedGame {
            moves: game
                .moves
                .iter()
                .map(|played| AnnotatedMove {
                    time: Some(played.time.unwrap_or_default()),
                    ..AnnotatedMove::new(played.side, played.mv)
                })
                .collect(),
            players: game.players.clone(),
            ..plain
        },
        Pos | PosTop if regular && !game.moves.is_empty() => plain,
        Puzzle if regular => plain,
        Obf | Puzzle => AnnotatedGame {
            start: game.record(usize::MAX).unwrap().current(),
            moves: Vec::new(),
            ..plain
        },
        _ => return None,
    };
    // Where a pass need not be written, one at the end of an unfinished game is not read.
    if matches!(format, Sgf | Gogui | Wthor | Transcript)
        && held.moves.last().is_some_and(|last| last.mv == Move::Pass)
    {
        held.moves.pop();
    }
    // Readers find the result of the rules.
    if held.result.is_none() && !held.moves.is_empty() {
        let outcome = held.record(usize::MAX).unwrap().outcome();
        held.result = outcome.map(Into::into);
    }
    Some(held)
}

/// The result in discs: a win that was not counted is one by 64.
fn scored(result: RecordedResult) -> RecordedResult {
    RecordedResult {
        margin: result.margin.or(Some(64)),
        ..result
    }
}

/// The score if the game ended after its last move: the empty squares are the winner's.
fn counted(game: &AnnotatedGame) -> RecordedResult {
    let now = game.record(usize::MAX).unwrap().current();
    let count = |side| now.stones().filter(|(owner, _)| *owner == side).count() as u32;
    let [black, white] = Side::ALL.map(count);
    let (winner, loser) = match black.cmp(&white) {
        std::cmp::Ordering::Greater => (Some(Side::Black), white),
        std::cmp::Ordering::Less => (Some(Side::White), black),
        std::cmp::Ordering::Equal => (None, 32),
    };
    RecordedResult {
        winner,
        margin: Some(64 - 2 * loser),
        decision: Decision::Rules,
    }
}

/// Writes a game and reads it. `path` is a file for formats that are not text.
fn round_trip(game: &FileGame, format: FileFormat, path: &Path) -> Result<FileGame, TestCaseError> {
    let options = ReadOptions {
        format: Some(format),
        variant: Some(game.game.variant),
        size: Some(game.game.start.size),
        ..ReadOptions::default()
    };
    let fail = |message: String| TestCaseError::fail(format!("{}: {message}", format.name()));
    let (reader, text) = if format == Wthor {
        let mut writer = GameWriter::create(path, format)?;
        writer
            .write(game)
            .map_err(|error| fail(error.to_string()))?;
        writer.finish(path)?;
        (GameReader::open(path, options)?, String::new())
    } else {
        let text = write(game, format).map_err(fail)?;
        (GameReader::from_text(&text, options), text)
    };
    let mut read: Vec<_> = reader.collect();
    match (read.pop(), read.is_empty()) {
        (Some(Ok(read)), true) if read.problems.is_empty() => Ok(read),
        other => Err(fail(format!("read {other:?} from {text}"))),
    }
}

/// Takes random games of a variant through all formats.
fn check_games(variant: Variant) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.wtb");
    let mut runner = TestRunner::new(config());
    let done = runner.run(&games(variant), |game| {
        let game = FileGame::from(game);
        for format in FORMATS.into_iter().filter(|format| format.suits(variant)) {
            let Some(held) = held(&game.game, format) else {
                prop_assert!(format == Wthor || write(&game, format).is_err());
                continue;
            };
            let read = round_trip(&game, format, &path)?;
            prop_assert_eq!(&read.game, &held, "{}", format.name());
            if matches!(format, Sgf | Gogui) {
                prop_assert_eq!(comments(&read), noted(&game));
            }
            // What was read is written and read without any change.
            let again = round_trip(&read, format, &path)?;
            prop_assert_eq!(again, read, "{}", format.name());
        }
        Ok(())
    });
    if let Err(error) = done {
        panic!("{variant}: {error}");
    }
}

/// The comments on the moves of a file, without passes.
fn comments(game: &FileGame) -> Vec<String> {
    let tree = game.tree_or_main_line();
    let nodes = tree.main_line().into_iter().map(|id| tree.node(id));
    let on_points = nodes.filter(|node| node.played.is_some_and(|played| played.mv != Move::Pass));
    on_points.map(|node| node.comment.clone()).collect()
}

/// The notes on the moves of a game, those on a pass with the next move.
fn noted(game: &FileGame) -> Vec<String> {
    let mut notes = Vec::new();
    let mut before = String::new();
    for played in &game.game.moves {
        let note = played.comment();
        match played.mv {
            Move::Pass if note.is_empty() => {}
            Move::Pass => before = format!("pass: {note}\n"),
            _ => notes.push((std::mem::take(&mut before) + &note).trim().to_owned()),
        }
    }
    notes
}

#[test]
fn games_of_othello_come_back() {
    check_games(Variant::Othello);
}

#[test]
fn games_of_freestyle_come_back() {
    check_games(Variant::Gomoku(flipfive::gomoku::Rule::Freestyle));
}

#[test]
fn games_of_standard_come_back() {
    check_games(Variant::Gomoku(flipfive::gomoku::Rule::Standard));
}

#[test]
fn games_of_renju_come_back() {
    check_games(Variant::Gomoku(flipfive::gomoku::Rule::Renju));
}

#[test]
fn games_of_caro_come_back() {
    check_games(Variant::Gomoku(flipfive::gomoku::Rule::Caro));
}

#[test]
fn games_of_caro_with_exactly_five_come_back() {
    check_games(Variant::Gomoku(flipfive::gomoku::Rule::CaroExact));
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn scored_positions_come_back(
        game in games(Variant::Othello),
        score in option::of(-32..=32),
        scores in vec(-32..=32, 0..20),
        comment in text(),
    ) {
        let mut game = game;
        let plies = game.moves.len();
        begin_at(&mut game, plies);
        game.moves.clear();
        let legal = game.record(0).unwrap().legal();
        let mut facts: Vec<String> = score.map(|score| format!("{:+}", 2 * score)).into_iter().collect();
        facts.extend(legal.iter().zip(&scores).map(|(mv, score)| match mv {
            Move::Pass => format!("--:{:+}", 2 * score),
            mv => format!("{}:{:+}", mv.to_string().to_uppercase(), 2 * score),
        }));
        game.comment = facts.join("; ");
        if !comment.is_empty() {
            game.comment += &format!("; % {comment}");
        }
        let line = write(&game.clone().into(), Obf).unwrap();
        let suite = obf::read("positions.obf", &line);
        prop_assert!(suite.is_ok(), "{:?}: {}", suite.err(), line);
        let obf = suite.unwrap().remove(0).content;
        prop_assert_eq!(obf.score, score.map(|score| 2 * score), "{}", &line);
        let expected: Vec<_> = legal.iter().copied().zip(scores.iter().map(|score| 2 * score)).collect();
        prop_assert_eq!(obf.moves, expected, "{}", &line);
        let read = round_trip(&game.clone().into(), Obf, Path::new(""))?;
        prop_assert_eq!(&read.game.start, &game.start);
        prop_assert_eq!(write(&read, Obf).unwrap(), line);
    }

    #[test]
    fn puzzles_come_back(
        game in (1..Variant::ALL.len()).prop_flat_map(|number| games(Variant::ALL[number])),
        attacks in 1..40u32,
        id in text(),
    ) {
        let mut game = game;
        while game.record(usize::MAX).unwrap().outcome().is_some() {
            game.moves.pop();
        }
        let best = game.record(usize::MAX).unwrap().legal()[0];
        let id = id.replace(';', "");
        game.comment = format!("vcf {attacks}; vcf none {attacks}; vct; best {best}");
        if !id.trim().is_empty() {
            game.comment += &format!("; id {}", id.trim());
        }
        let line = write(&game.clone().into(), Puzzle).unwrap();
        let suite = puzzle::read("puzzles.txt", &line);
        prop_assert!(suite.is_ok(), "{:?}: {}", suite.err(), line);
        let facts = suite.unwrap().remove(0).content.facts;
        prop_assert_eq!((facts.vcf, facts.no_vcf, facts.vct), (Some(attacks), Some(attacks), true));
        prop_assert_eq!(facts.best, vec![best.vertex().unwrap()]);
        prop_assert_eq!(facts.id.unwrap_or_default(), id.trim());
        let read = round_trip(&game.into(), Puzzle, Path::new(""))?;
        prop_assert_eq!(write(&read, Puzzle).unwrap(), line);
    }

    #[test]
    fn variations_and_comments_come_back(
        number in 0..Variant::ALL.len(),
        choices in vec(any::<u32>(), 1..40),
        branches in vec((0usize..40, any::<u32>()), 0..12),
        comment in "[a-z\\]\\[\\\\:; ]{0,12}",
    ) {
        let variant = Variant::ALL[number];
        let plies: Vec<_> = choices.into_iter().map(|choice| (choice, None, None)).collect();
        let size = if variant == Variant::Othello { 8 } else { 15 };
        let mut game = FileGame::from(played(variant, size, &plies));
        let mut tree = GameTree::from_moves(&game.game.moves);
        for (at, choice) in branches {
            let plies = at % (game.game.moves.len() + 1);
            let record = game.game.record(plies).unwrap();
            let legal = record.legal();
            if record.outcome().is_none() && !legal.is_empty() {
                let mv = legal[choice as usize % legal.len()];
                let id = tree.add(tree.main_line()[plies], Some(AnnotatedMove::new(record.side(), mv)));
                tree.node_mut(id).comment = comment.trim().to_owned();
                tree.node_mut(id).properties.push(("BM".into(), vec!["1".into()]));
            }
        }
        // A branch at the end of the main line continues it.
        let line = tree.main_line();
        game.game.moves = line.iter().filter_map(|&id| tree.node(id).played).collect();
        game.tree = Some(tree).filter(GameTree::has_notes);
        let record = game.game.record(usize::MAX).unwrap();
        game.game.result = record.outcome().map(Into::into);
        let text = write(&game, FileFormat::Sgf).unwrap();
        let read = GameReader::from_text(&text, ReadOptions::default()).next().unwrap().unwrap();
        prop_assert!(read.problems.is_empty(), "{:?}: {}", read.problems, text);
        prop_assert_eq!(&read.game.moves, &game.game.moves);
        prop_assert_eq!(write(&read, FileFormat::Sgf).unwrap(), text);
    }
}

#[test]
fn databases_of_wthor_keep_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.wtb");
    let mut writer = GameWriter::create(&path, Wthor).unwrap();
    let mut games = Vec::new();
    for seed in 0..200u32 {
        let choices = (0..70).map(|n| ((seed * 7919 + n * 104_729) ^ (n << 7), None, None));
        let mut game = played(Variant::Othello, 8, &choices.collect::<Vec<_>>());
        game.players = [format!("player {}", seed % 5), "Ève".into()];
        game.event = format!("tournament {}", seed % 3);
        game.began = Some(jiff::civil::date(1998, 5, 1).at(0, 0, 0, 0));
        writer.write(&game.clone().into()).unwrap();
        games.push(held(&game, Wthor).unwrap());
    }
    writer.finish(&path).unwrap();
    let read = GameReader::open(&path, ReadOptions::default()).unwrap();
    let read: Vec<_> = read.map(|game| game.unwrap().game).collect();
    assert_eq!(read, games);
}
