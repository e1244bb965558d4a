//! Every notation, its variants and its errors.

use super::*;
use crate::game::{Move, Side};
use crate::othello::{Board, Position, Square};
use proptest::prelude::*;
use std::fmt;

const START: &str = "---------------------------OX------XO--------------------------- X";

fn any_position() -> impl Strategy<Value = Position> {
    (any::<u64>(), any::<u64>(), any::<bool>()).prop_map(|(occupied, player, black)| Position {
        board: Board::new(occupied & player, occupied & !player),
        side: if black { Side::Black } else { Side::White },
    })
}

fn any_move() -> impl Strategy<Value = Move> {
    (0..65u8).prop_map(|n| match n {
        64 => Move::Pass,
        n => Move::Place(Square(n).into()),
    })
}

#[test]
fn the_start_in_every_writing() {
    assert_eq!(write_position(Position::START), START);
    for text in [
        START.to_string(),
        START.to_lowercase(),
        START.replace('X', "*").replace('-', "."),
        START.replace('X', "@").replace('O', "0").replace('-', "_"),
        START.replace(" X", "b").replace('O', "W"),
        START.replace(" X", "\n black "),
    ] {
        assert_eq!(parse_position(&text), Ok(Position::START), "{text}");
    }
    let ggf = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
    assert_eq!(write_ggf_board(Position::START), ggf);
    assert_eq!(parse_ggf_board(ggf), Ok(Position::START));
    assert_eq!(
        parse_ggf_board(&format!("8 {}", START.replace('X', "*"))),
        Ok(Position::START)
    );
}

/// Reads the left part of each line, `TEXT => MESSAGE`, and compares the error.
fn check_errors<T: fmt::Debug>(read: impl Fn(&str) -> Result<T, NotationError>, cases: &str) {
    for case in cases.lines() {
        let (text, expected) = case.split_once(" => ").unwrap();
        assert_eq!(read(text).unwrap_err().to_string(), expected, "{text}");
    }
}

#[test]
fn board_errors_name_the_column() {
    let board = &START[..64];
    let cases = format!(
        "{} => column 64: expected a square of the board (X, O or -), 64 in all, found the end
{} => column 1: expected a square of the board (X, O or -), 64 in all, found '?'
{board} => column 65: expected the side to move (X or O), found the end
{START}! => column 67: expected nothing more, found '!'",
        &START[1..64],
        START.replacen('-', "?", 1)
    );
    check_errors(parse_position, &cases);
    check_errors(
        parse_ggf_board,
        "10 -- => column 1: expected the board size 8, found '1'
 88 => column 2: expected the board size 8, found '8'",
    );
}

#[test]
fn moves_in_every_writing() {
    let moves = |text| parse_moves(text).unwrap().into_iter().map(|(_, mv)| mv);
    for text in [
        "F5D6",
        " f5 D6\n",
        "1.f5 2. d6",
        "1. F5d6",
        "f5,d6",
        "1. f5, 2. d6,",
    ] {
        assert!(moves(text).eq(moves("f5d6")), "{text}");
    }
    for text in ["--", "pa", "PA", "pass", " Pass "] {
        assert_eq!(parse_move(text), Ok(Move::Pass), "{text}");
    }
    assert_eq!(parse_moves(""), Ok(vec![]));
}

#[test]
fn move_errors_name_the_column() {
    check_errors(
        parse_moves,
        "f5i1 => column 3: expected a file from a to h, -- or pa, found 'i'
f5d9 => column 4: expected a rank from 1 to 8, found '9'
f5d => column 4: expected a rank from 1 to 8, found the end
é5 => column 1: expected a file from a to h, -- or pa, found 'é'
f5 12 d6 => column 6: expected a dot after the number of a move, found ' '
f5\u{0} => column 3: expected a file from a to h, -- or pa, found '\\0'",
    );
    check_errors(
        |text| parse_transcript(Position::START, text),
        "f5f5 => column 3: f5 cannot be played: the point is occupied
f5 a1 => column 4: a1 cannot be played: the move flips no disc
-- => column 1: -- cannot be played: a pass is not allowed here",
    );
    check_errors(
        parse_move,
        "f5 d6 => column 4: expected nothing more, found 'd'",
    );
}

#[test]
fn passes_may_be_left_out_or_written() {
    // a1 white, b1 black, Black to move: only White can, on c1.
    let start = Position {
        board: Board::new(2, 1),
        side: Side::Black,
    };
    let c1 = parse_move("c1").unwrap();
    for text in ["c1", "--c1", "pac1", "PASS C1"] {
        let moves = parse_transcript(start, text).unwrap();
        assert_eq!(moves, [Move::Pass, c1], "{text}");
    }
    let moves = [Move::Pass, c1];
    assert_eq!(write_transcript(moves, Passes::Omitted), "c1");
    assert_eq!(write_transcript(moves, Passes::Dashes), "--c1");
    assert_eq!(write_transcript(moves, Passes::Letters), "pac1");
}

#[test]
fn passes_after_the_end_are_left_out() {
    // a1 black, b1 white: c1 ends the game.
    let start = Position {
        board: Board::new(1, 2),
        side: Side::Black,
    };
    for text in ["c1", "c1--", "c1 pa pa"] {
        let moves = parse_transcript(start, text).unwrap();
        assert_eq!(moves, [parse_move("c1").unwrap()], "{text}");
    }
    let error = parse_transcript(start, "c1 pa d1").unwrap_err();
    assert!(error.to_string().contains("column 7: d1"), "{error}");
}

#[test]
fn a_problem_line() {
    // FForum problem 40, as collected in Edax.
    let line = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; \
                A2:+38; C7:+36; D8:+34; C1:+30; B1:+30; G7:+28; D7:+28; C6:+28; F7:+26; \
                A6:+24;";
    let obf = Obf::parse(line).unwrap();
    assert_eq!(obf.position.board.empties(), 20);
    assert_eq!(obf.moves.len(), 10);
    assert_eq!(obf.moves[0], (parse_move("a2").unwrap(), 38));
    assert_eq!(obf.to_string(), line);
    // Without the last separator, with a comment, in lower case, with a score of its own.
    let other = format!(
        "{} ; +38 % FFO #40 ",
        line[..66].to_lowercase().replace('x', "*")
    );
    let obf = Obf::parse(&other).unwrap();
    assert_eq!(obf.score, Some(38));
    assert_eq!(obf.comment, "FFO #40");
    assert_eq!(Obf::parse(&obf.to_string()), Ok(obf));
    // Some collections end their lists with a pass that nobody can play.
    let obf = Obf::parse(&format!("{START}; --:-127;")).unwrap();
    assert_eq!(obf.moves, [(Move::Pass, -127)]);
}

#[test]
fn a_line_of_egaroucids_training_data() {
    let board = &START[..64];
    for (text, score) in [(" 0", 0), (" -4", -4), (" +12", 12)] {
        let obf = Obf::parse(&format!("{board}{text}")).unwrap();
        assert_eq!(obf.position, Position::START);
        assert_eq!((obf.score, obf.moves.len()), (Some(score), 0));
    }
    // No score has more discs than the board, and the side to move is then missing.
    assert!(Obf::parse(&format!("{board} 65")).is_err());
}

#[test]
fn problem_line_errors_name_the_column() {
    check_errors(
        |tail| Obf::parse(&format!("{START}{tail}")),
        "; A2+38 => column 71: expected : and a score after the move, found '+'
; A2:x => column 72: expected a score from -127 to 127, found 'x'
; A2:- => column 73: expected a score from -127 to 127, found the end
; A2:99999999999999999999 => column 72: expected a score from -127 to 127, found '9'
 A2:+1 => column 68: expected ; between the parts of the line, found 'A'
;+1;+1 => column 71: expected no second score of the position, found '+'
; j1:+1 => column 69: expected a file from a to h, -- or pa, found 'j'",
    );
}

proptest! {
    #[test]
    fn positions_are_read_as_they_were_written(position in any_position()) {
        prop_assert_eq!(parse_position(&write_position(position)), Ok(position));
        prop_assert_eq!(parse_ggf_board(&write_ggf_board(position)), Ok(position));
    }

    #[test]
    fn moves_are_read_as_they_were_written(
        moves in prop::collection::vec(any_move(), 0..80),
        letters in any::<bool>(),
    ) {
        let passes = if letters { Passes::Letters } else { Passes::Dashes };
        let text = write_transcript(moves.iter().copied(), passes);
        let read: Vec<Move> = parse_moves(&text).unwrap().into_iter().map(|(_, mv)| mv).collect();
        prop_assert_eq!(read, moves);
    }

    #[test]
    fn problems_are_read_as_they_were_written(
        position in any_position(),
        score in prop::option::of(-127..=127i32),
        moves in prop::collection::vec((any_move(), -127..=127i32), 0..30),
        comment in "[a-zA-Z0-9#]{0,10}",
    ) {
        let obf = Obf { position, score, moves, comment };
        prop_assert_eq!(Obf::parse(&obf.to_string()), Ok(obf));
    }

    #[test]
    fn no_text_is_too_strange(text in any::<String>(), board in "[XO.* -]{60,70}[a-h0-9:;+%é-]{0,12}") {
        for text in [&text, &board] {
            let _ = parse_moves(text);
            let _ = parse_transcript(Position::START, text);
            let _ = parse_position(text);
            let _ = parse_ggf_board(text);
            let _ = Obf::parse(text);
        }
    }
}
