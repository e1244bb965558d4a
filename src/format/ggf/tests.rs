//! Games as known programs write them, and malformed texts.

use super::*;
use crate::engine::Variant;
use crate::format::AnnotatedMove;
use crate::game::{Move, Setup, Side, Vertex};
use crate::othello::rules::notation::move_name;
use proptest::prelude::*;
use std::time::Duration;

const BOARD: &str = "8 ---------------------------O*------*O--------------------------- *";

fn game(tags: &str) -> String {
    format!("(;GM[Othello]PC[x]TY[8]BO[{BOARD}]{tags};)")
}

fn parse(text: &str) -> Game {
    read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    read(text).expect_err(text).to_string()
}

fn names(game: &Game) -> String {
    let names = game.moves.iter().map(|played| move_name(played.mv));
    names.collect::<Vec<_>>().join(" ")
}

fn secs(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

#[test]
fn what_nboard_sends() {
    let text = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]\
                TI[15:00]TY[8]BO[8 ---------------------------O*------*O---------------------\
                ------ *]B[F5/1.20/3.5]W[F6//12]B[D3]W[C5/-0.5];)";
    let game = parse(text);
    assert_eq!(game.players, ["./mEdax", "chris"]);
    assert_eq!((game.place.as_str(), game.kind.as_str()), ("NBoard", "8"));
    assert_eq!(game.date, "2014-02-21 20:52:27 GMT");
    assert_eq!(game.result, None);
    assert_eq!(game.start, Game::default().start);
    assert_eq!(names(&game), "f5 f6 d3 c5");
    let notes: Vec<_> = game
        .moves
        .iter()
        .map(|played| (played.value, played.time))
        .collect();
    assert_eq!(
        notes,
        [
            (Some(1.2), Some(secs(3.5))),
            (None, Some(secs(12.0))),
            (None, None),
            (Some(-0.5), None)
        ]
    );
    assert_eq!(game.time_left(Side::Black), Some(secs(896.5)));
    assert_eq!(game.time_left(Side::White), Some(secs(888.0)));
}

#[test]
fn files_of_several_writers() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ggf");
    let file = |name: &str| {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        read_all(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let server = file("server.ggf");
    let kinds: Vec<_> = server.iter().map(|game| game.kind.as_str()).collect();
    assert_eq!(kinds, ["8", "s8r20", "s8r20", "8k", "8w"]);
    assert_eq!(server[0].moves.len(), 60);
    assert_eq!(server[1].start, server[2].start);
    assert_eq!(server[1].start.stones().count(), 20);
    assert_eq!(server[3].komi, Some(2.5));
    assert_eq!(server[3].bids, ["C4/3.00/5.01", "C4/2.00/0.01"]);
    let ending = |game: &Game| game.result.and_then(|score| score.ending);
    assert_eq!(ending(&server[3]), Some(Ending::Resigned));
    assert_eq!(ending(&server[4]), Some(Ending::TimeOut));
    // The moves lead to the result in the file.
    let mut record = Variant::Othello.new_record(8).unwrap();
    for (side, mv) in server[0].record().moves {
        record.play(side, mv).unwrap();
    }
    let outcome = record.outcome().unwrap();
    let lead = match outcome.winner {
        Some(Side::White) => -f64::from(outcome.margin),
        _ => f64::from(outcome.margin),
    };
    assert_eq!(server[0].result, Some(Score { lead, ending: None }));
    let edax = file("edax.ggf");
    assert_eq!(edax.len(), 1);
    assert!(edax[0].moves.iter().any(|played| played.mv == Move::Pass));
}

#[test]
fn moves_in_every_notation() {
    for (text, name, eval, time) in [
        ("F5", "f5", None, None),
        ("f5", "f5", None, None),
        ("F5/", "f5", None, None),
        ("F5//", "f5", None, None),
        ("F5/+1.24", "f5", Some(1.24), None),
        ("F5/-0.5/", "f5", Some(-0.5), None),
        ("F5//1.0E-4", "f5", None, Some(0.0)),
        ("F5/1,5/2,25", "f5", Some(1.5), Some(2.25)),
        ("f5 -1.00 0.5", "f5", Some(-1.0), Some(0.5)),
        ("F5//-3", "f5", None, Some(0.0)),
        ("PA", "--", None, None),
        ("p/0.00/1", "--", Some(0.0), Some(1.0)),
        ("Pass", "--", None, None),
        ("--/2", "--", Some(2.0), None),
    ] {
        let played = read_move(Side::White, text).unwrap_or_else(|what| panic!("{text}: {what}"));
        assert_eq!(
            (move_name(played.mv).as_str(), played.value, played.time),
            (name, eval, time.map(secs)),
            "{text}"
        );
    }
    for text in [
        "", "/", "I5", "F9", "F55", "é", "F5/x", "F5//x", "F5/1/2/3", "F5/nan",
    ] {
        assert!(read_move(Side::Black, text).is_err(), "{text}");
    }
}

#[test]
fn clocks() {
    let clock = |text: &str| {
        let game = parse(&game(&format!("TI[{text}]")));
        let control = game.clocks[1].unwrap();
        [control.main, control.increment, control.grace].map(|time| time.as_secs_f64())
    };
    for (text, expected) in [
        ("15:00", [900.0, 0.0, 120.0]),
        ("5", [5.0, 0.0, 120.0]),
        ("1:00:00", [3600.0, 0.0, 120.0]),
        ("1.00:00:30", [86430.0, 0.0, 120.0]),
        ("15:00//02:00", [900.0, 0.0, 120.0]),
        ("05:00/00:10/1:30", [300.0, 10.0, 90.0]),
        ("05:00,N0/10,N1/02:00,N20", [300.0, 10.0, 120.0]),
        (":30/5", [30.0, 5.0, 120.0]),
        ("0.5//0", [0.5, 0.0, 0.0]),
        ("", [0.0, 0.0, 120.0]),
    ] {
        assert_eq!(clock(text), expected, "{text}");
    }
    let each = parse(&game("TB[10]TW[20]"));
    assert_eq!(each.time_left(Side::Black), Some(secs(10.0)));
    assert_eq!(each.time_left(Side::White), Some(secs(20.0)));
    // Programs without clocks write a clock without time.
    assert_eq!(parse(&game("TI[0]")).time_left(Side::Black), None);
    assert_eq!(parse(&game("")).time_left(Side::Black), None);
    for text in ["x", "1:2:3:4", "1:-5", "-1", "1e99x", "2.3:4"] {
        let error = error(&game(&format!("TI[{text}]")));
        assert!(error.contains("is not a time"), "{text}: {error}");
    }
}

#[test]
fn grace_is_given_once() {
    let control = |main, increment, grace| TimeControl {
        main: secs(main),
        increment: secs(increment),
        grace: secs(grace),
    };
    for (control, moves, left) in [
        (control(10.0, 0.0, 5.0), vec![4.0, 5.0], 1.0),
        (control(10.0, 2.0, 5.0), vec![4.0, 5.0], 5.0),
        (control(10.0, 0.0, 5.0), vec![4.0, 8.0], 3.0),
        (control(10.0, 0.0, 5.0), vec![12.0, 2.0, 2.0], 0.0),
        (control(10.0, 1.0, 5.0), vec![99.0, 99.0], 1.0),
    ] {
        let times = moves.iter().map(|&time| secs(time));
        assert_eq!(
            control.time_left(times),
            secs(left),
            "{control:?} {moves:?}"
        );
    }
    let longest = TimeControl {
        main: Duration::MAX,
        increment: Duration::MAX,
        grace: Duration::MAX,
    };
    assert_eq!(longest.time_left([Duration::MAX, secs(1.0)]), Duration::MAX);
}

#[test]
fn results() {
    for (text, lead, ending) in [
        ("+4.000", 4.0, None),
        ("-64", -64.0, None),
        ("0", 0.0, None),
        ("+2.5:r", 2.5, Some(Ending::Resigned)),
        ("-10:t", -10.0, Some(Ending::TimeOut)),
        ("3:l", 3.0, Some(Ending::Left)),
        ("0:s", 0.0, Some(Ending::Agreed)),
    ] {
        let expected = Some(Score { lead, ending });
        assert_eq!(parse(&game(&format!("RE[{text}]"))).result, expected);
    }
    for text in ["?", "", "?:r"] {
        assert_eq!(parse(&game(&format!("RE[{text}]"))).result, None);
    }
    for text in ["B+4", "4:x", "four"] {
        assert!(error(&game(&format!("RE[{text}]"))).contains("is not a result"));
    }
}

#[test]
fn dates_are_read() {
    let began = parse(&game("DT[2009.03.14_18:20:11.GMT]"))
        .annotated()
        .began;
    assert_eq!(began.unwrap().to_string(), "2009-03-14T18:20:11");
}

#[test]
fn control_characters_are_blanks() {
    let text = game("PB[\u{1b}[31mred]");
    assert_eq!(parse(&text).players[0], "[31mred");
}

#[test]
fn texts_around_and_between_games() {
    let one = game("B[F5]");
    for text in [
        one.clone(),
        format!("  1 {one}\r\n"),
        format!("1{one}"),
        one.replace(";)", ")"),
        one.replace(']', "] \n ").replace("B [", "B["),
        one.replace("B[F5]", ";B[F5]"),
    ] {
        assert_eq!(names(&parse(&text)), "f5", "{text}");
    }
    let several = format!("2 {one}{one}\n\n1 {one}\n");
    assert_eq!(read_all(&several).unwrap().len(), 3);
    assert_eq!(read_all(" \n ").unwrap(), []);
    // `read` reads only the first one.
    assert_eq!(names(&parse(&format!("{one} and so on"))), "f5");
    let error = read_all(&format!("{one}\n{one} and so on")).unwrap_err();
    assert_eq!((error.line, error.column), (2, one.chars().count() + 2));
}

#[test]
fn unknown_tags_are_skipped_and_escapes_undone() {
    let game = parse(&game(
        "XX[any;thing()]CO[several][values]PB[a\\]b]PW[C:\\dir\\\\x]B[D3]",
    ));
    assert_eq!(game.players, ["a]b", "C:\\dir\\x"]);
    assert_eq!(names(&game), "d3");
}

#[test]
fn ntest_leaves_the_size_to_the_board() {
    let game = parse(&format!(
        "(;GM[Othello]PC[Local]TY[0]BO[{BOARD}]B[F5/-1.04/0.01];)"
    ));
    assert_eq!(names(&game), "f5");
}

#[test]
fn any_start_with_any_side() {
    let start = "8 *O------ -------- -------- -------- -------- -------- -------- -------- O";
    let game = parse(&format!("(;GM[othello]TY[8]BO[{start}];)"));
    assert_eq!(game.start.to_move, Side::White);
    assert_eq!(game.start.get(Vertex::new(0, 0)), Some(Side::Black));
    // White cannot move, but the file has no pass.
    let game = parse(&format!("(;GM[Othello]TY[8]BO[{start}]B[C1];)"));
    assert_eq!(names(&game), "-- c1");
    assert_eq!(game.moves[0].side, Side::White);
    // Some programs close a game with passes.
    let game = parse(&format!(
        "(;GM[Othello]TY[8]BO[{start}]W[PA]B[C1]W[PA]B[PA];)"
    ));
    assert_eq!(names(&game), "-- c1");
}

#[test]
fn errors_say_what_and_where() {
    // In the texts, `\n` is a line feed.
    let cases = r#"
         -> 1:1: expected a game, found nothing
        \n x -> 2:2: expected a game, which begins with "(;GM[Othello]"
        1 -> 1:1: expected a game, which begins with "(;GM[Othello]"
        (GM[Othello]) -> 1:2: expected ";" after the "(" of a game
        (;GM[Othello] -> 1:14: the text ends inside a game; expected ";)"
        (;GM[Othello -> 1:3: the value of GM has no "]"
        (;GM -> 1:5: expected "[" after GM
        (;GM[Othello]?;) -> 1:14: expected a tag or ";)", found '?'
        (;GM[Chess];) -> 1:6: "Chess" is another game; expected GM[Othello]
        (;GM[Othello]\nTY[10];) -> 2:4: TY[10] is not a game on 8x8; expected TY[8]
        (;TY[88];) -> 1:6: TY[88] is not a game on 8x8; expected TY[8]
        (;TY[8a];) -> 1:6: TY[8a] is Anti-Othello; expected Othello
        (;BO[10 ---];) -> 1:6: expected the board size 8, found '1'
        (;BO[8 --?];) -> 1:10: expected a square of the board (X, O or -), 64 in all, found '?'
        (;KM[x];) -> 1:6: "x" is not a number
        (;B[F5]W[F6]\nB[A1/1];) -> 2:3: move 3, B[a1], cannot be played: the move flips no disc
        (;B[F5]B[F6];) -> 1:10: move 2, B[f6], cannot be played: it is white's turn
        (;B[PA];) -> 1:5: move 1, B[--], cannot be played: a pass is not allowed here
        (;B[J1];) -> 1:5: B[J1]: "J1" is not a move; expected A1 to H8 or PA
        (;B[F5/x];) -> 1:5: B[F5/x]: "x" is not a value in discs; expected a number"#;
    for case in cases.lines().skip(1) {
        let (text, expected) = case.trim_start().split_once("-> ").unwrap();
        let text = text.trim_end().replace("\\n", "\n");
        assert_eq!(error(&text), expected, "{text}");
    }
    let late = format!("(;B[F5]BO[{BOARD}];)");
    assert!(error(&late).ends_with("BO has to come before the first move"));
}

#[test]
fn values_are_written_short() {
    for (value, text) in [
        (0.0, "0.00"),
        (-0.001, "0.00"),
        (1.236, "1.24"),
        (-12.0, "-12.00"),
    ] {
        assert_eq!(discs(value), text);
    }
    let mut game = Game::default();
    let control = |main, increment, grace| TimeControl {
        main: secs(main),
        increment: secs(increment),
        grace: secs(grace),
    };
    for (control, text) in [
        (control(900.0, 0.0, 120.0), "TI[15:00]"),
        (control(3661.0, 0.0, 120.0), "TI[1:01:01]"),
        (control(5.25, 10.0, 120.0), "TI[5.25/10]"),
        (control(0.0, 0.0, 0.0), "TI[0//0]"),
    ] {
        game.clocks = [Some(control); 2];
        assert!(write(&game).contains(text), "{}", write(&game));
    }
    assert_eq!(
        write(&Game::default()),
        "(;GM[Othello]PC[]PB[]PW[]RE[?]TY[8]BO[8 -------- -------- -------- ---O*--- \
         ---*O--- -------- -------- -------- *];)"
    );
}

/// A game of moves chosen by numbers, with notes.
fn any_game() -> impl Strategy<Value = Game> {
    let note = (
        prop::option::of(-6400..=6400i32),
        prop::option::of(0..10_000_000u64),
    );
    let text = || "[ -~é]{0,12}".prop_map(|text: String| text.trim().to_owned());
    let clock = || {
        (0..1_000_000u64, 0..100_000u64, 0..1_000_000u64).prop_map(|(main, increment, grace)| {
            TimeControl {
                main: Duration::from_millis(main * 50),
                increment: Duration::from_millis(increment),
                grace: Duration::from_millis(grace),
            }
        })
    };
    let result = (-128..=128i32, 0..5usize).prop_map(|(half, ending)| Score {
        lead: f64::from(half) / 2.0,
        ending: [
            None,
            Some(Ending::Resigned),
            Some(Ending::TimeOut),
            Some(Ending::Left),
            Some(Ending::Agreed),
        ][ending],
    });
    (
        (text(), text(), text(), text(), text(), text()),
        (
            prop::option::of(clock()),
            prop::option::of(clock()),
            prop::option::of(result),
        ),
        (prop::option::of(-60..60i32), prop::option::of(0..3000i32)),
        (any::<u64>(), any::<u64>(), any::<bool>(), any::<bool>()),
        prop::collection::vec((any::<prop::sample::Index>(), note), 0..70),
    )
        .prop_map(
            |(texts, (black, white, result), (komi, rating), setup, picks)| {
                let (place, date, name_black, name_white, bid_black, bid_white) = texts;
                let (occupied, owner, white_moves, regular) = setup;
                let mut game = Game {
                    place,
                    date,
                    players: [name_black, name_white],
                    ratings: [rating.map(f64::from), None],
                    clocks: [black, white],
                    kind: "8r20".into(),
                    result,
                    bids: [bid_black, bid_white],
                    komi: komi.map(|half| f64::from(half) / 2.0),
                    ..Game::default()
                };
                if !regular {
                    let mut start = Setup::empty(8);
                    start.to_move = Side::ALL[usize::from(white_moves)];
                    for index in 0..64u8 {
                        let side = Side::ALL[usize::from(owner >> index & 1 == 1)];
                        let stone = (occupied >> index & 1 == 1).then_some(side);
                        start.set(Vertex::new(index % 8, index / 8), stone);
                    }
                    game.start = start;
                }
                let mut record = Variant::Othello.new_record(8).unwrap();
                record.set_up(&game.start).unwrap();
                for (pick, (eval, time)) in picks {
                    let legal = record.legal();
                    if legal.is_empty() {
                        break;
                    }
                    let (side, mv) = (record.side(), legal[pick.index(legal.len())]);
                    record.play(side, mv).unwrap();
                    game.moves.push(AnnotatedMove {
                        value: eval.map(|hundredths| f64::from(hundredths) / 100.0),
                        time: time.map(Duration::from_millis),
                        ..AnnotatedMove::new(side, mv)
                    });
                }
                game
            },
        )
}

proptest! {
    #[test]
    fn games_are_read_as_they_were_written(game in any_game()) {
        let text = write(&game);
        prop_assert_eq!(&read(&text), &Ok(game.clone()), "{}", text);
        let both = format!("2 {text}{text}\n");
        prop_assert_eq!(read_all(&both), Ok(vec![game.clone(), game]), "{}", text);
    }

    #[test]
    fn no_text_panics(text in any::<String>(), game in any_game(), cut in any::<prop::sample::Index>(), sign in any::<char>()) {
        let _ = read_all(&text);
        let _ = read_move(Side::Black, &text);
        // A game with one wrong character, and a game that is cut off.
        let mut characters: Vec<char> = write(&game).chars().collect();
        characters.insert(cut.index(characters.len()), sign);
        let _ = read_all(&characters.iter().collect::<String>());
        let _ = read(&characters[..cut.index(characters.len())].iter().collect::<String>());
    }
}
