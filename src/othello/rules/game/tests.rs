//! Legal moves, results and set-ups, and known games played through a record.

use super::*;
use crate::game::{DynRecord, Record};
use crate::othello::rules::notation::{Passes, parse_position, parse_transcript, write_transcript};
use crate::util::rng::Rng;

fn position(rows: [&str; 8], to_move: Side) -> Position {
    parse_position(&format!("{} {to_move}", rows.concat())).unwrap()
}

/// Black has no move, White can take b1 from the other end.
fn black_must_pass() -> Position {
    let mut rows = ["--------"; 8];
    rows[0] = "OX------";
    position(rows, Side::Black)
}

fn at(name: &str) -> Vertex {
    let bytes = name.as_bytes();
    Vertex::new(bytes[0] - b'a', bytes[1] - b'1')
}

fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    Othello::legal(position, &mut moves);
    moves
}

#[test]
fn the_start_has_four_moves_in_ascending_order() {
    let start = Othello::start(Rules);
    assert_eq!(
        legal(&start),
        ["d3", "c4", "f5", "e6"].map(|name| Move::Place(at(name)))
    );
    assert_eq!(Othello::count_children(&start), 4);
    assert_eq!(Othello::stone(&start, at("d5")), Some(Side::Black));
    assert_eq!(Othello::stone(&start, at("d4")), Some(Side::White));
    assert_eq!(Othello::stone(&start, Vertex::new(8, 0)), None);
    assert_eq!(Othello::flips(&start, Move::Place(at("d3"))), [at("d4")]);
    assert_eq!(Othello::flips(&start, Move::Place(at("d4"))), []);
    assert_eq!(Othello::flips(&start, Move::Pass), []);
}

#[test]
fn every_refusal_has_its_reason() {
    let start = Othello::start(Rules);
    let check = |name| Othello::check(&start, Move::Place(at(name)));
    assert_eq!(check("d3"), Ok(()));
    assert_eq!(check("d4"), Err(Illegal::Occupied));
    assert_eq!(check("a1"), Err(Illegal::FlipsNothing));
    assert_eq!(
        Othello::check(&start, Move::Place(Vertex::new(0, 8))),
        Err(Illegal::OffBoard)
    );
    assert_eq!(
        Othello::check(&start, Move::Pass),
        Err(Illegal::PassNotAllowed)
    );
    assert!(!Othello::allows_implied_pass(&start));
}

#[test]
fn a_side_without_a_move_passes() {
    let mut position = black_must_pass();
    assert_eq!(legal(&position), [Move::Pass]);
    assert_eq!(Othello::count_children(&position), 1);
    assert!(Othello::allows_implied_pass(&position));
    assert_eq!(Othello::outcome(&position), None);
    assert_eq!(Othello::check(&position, Move::Pass), Ok(()));
    assert_eq!(
        Othello::check(&position, Move::Place(at("c1"))),
        Err(Illegal::FlipsNothing)
    );
    Othello::play(&mut position, Move::Pass);
    assert_eq!(position.side, Side::White);
    assert_eq!(legal(&position), [Move::Place(at("c1"))]);
    Othello::play(&mut position, Move::Place(at("c1")));
    assert_eq!(
        Othello::outcome(&position),
        Some(Outcome::new(Some(Side::White), 64, Ending::Counted))
    );
}

#[test]
fn nothing_but_a_pass_is_legal_after_the_end() {
    let mut rows = ["--------"; 8];
    rows[3] = "---X----";
    let position = position(rows, Side::White);
    assert_eq!(legal(&position), []);
    assert_eq!(Othello::count_children(&position), 0);
    Othello::for_each_child(&position, |mv, _| panic!("{mv:?} after the end"));
    assert_eq!(Othello::check(&position, Move::Pass), Ok(()));
    for name in ["d4", "a1"] {
        assert_eq!(
            Othello::check(&position, Move::Place(at(name))),
            Err(Illegal::GameOver)
        );
    }
    let outcome = Othello::outcome(&position).unwrap();
    assert_eq!((outcome.winner, outcome.margin), (Some(Side::Black), 64));
}

#[test]
fn an_empty_board_is_a_draw() {
    let position = position(["--------"; 8], Side::Black);
    let outcome = Othello::outcome(&position).unwrap();
    assert_eq!((outcome.winner, outcome.margin), (None, 0));
}

#[test]
fn a_setup_of_another_size_is_refused_with_every_reason() {
    let error = Othello::from_setup(Rules, &Setup::empty(10)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "board size 10 is not supported, expected 8"
    );
    let mut setup = Setup::empty(6);
    setup.cells.pop();
    let error = Othello::from_setup(Rules, &setup).unwrap_err();
    assert_eq!(
        error.to_string(),
        "board size 6 is not supported, expected 8; 35 cells given, expected 36"
    );
}

#[test]
fn the_side_to_move_owns_the_player_discs() {
    for side in Side::ALL {
        let mut rows = ["--------"; 8];
        rows[0] = "XO------";
        let position = position(rows, side);
        assert_eq!(position.discs(Side::Black), 1);
        assert_eq!(position.discs(Side::White), 2);
        assert_eq!(Othello::side(&position), side);
        assert_eq!(
            position.board.player,
            if side == Side::Black { 1 } else { 2 }
        );
    }
}

/// Plays a transcript; every move has to be legal.
fn play(text: &str) -> Record<Othello> {
    let mut record = Record::<Othello>::new(Rules);
    for mv in parse_transcript(Position::START, text).unwrap() {
        let side = record.side();
        assert_eq!(record.check(side, mv), Ok(()), "{mv:?} in {text}");
        record.play(side, mv).unwrap();
    }
    record
}

fn discs(record: &Record<Othello>) -> (u32, u32) {
    let position = record.position();
    (
        position.discs(Side::Black).count_ones(),
        position.discs(Side::White).count_ones(),
    )
}

const fn counted(winner: Option<Side>, margin: u8) -> Option<Outcome> {
    Some(Outcome::new(winner, margin, Ending::Counted))
}

#[test]
fn a_perfect_game_of_sixty_moves_is_a_draw() {
    let text = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2\
                h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";
    let record = play(text);
    assert_eq!(record.undoable(), 60);
    assert_eq!(discs(&record), (32, 32));
    assert_eq!(record.outcome(), counted(None, 0));
    let moves = record.moves().into_iter().map(|(_, mv)| mv);
    assert_eq!(write_transcript(moves, Passes::Omitted), text);
}

#[test]
fn the_shortest_wipe_outs_take_nine_plies() {
    for text in ["e6f4e3f6g5d6e7f5c5", "f5d6c5f4e7f6g5e6e3"] {
        let record = play(text);
        assert_eq!(record.undoable(), 9, "{text}");
        assert_eq!(discs(&record), (13, 0), "{text}");
        // The empty squares count for the winner.
        assert_eq!(record.outcome(), counted(Some(Side::Black), 64), "{text}");
        assert_eq!(record.legal(), [], "{text}");
        assert_eq!(record.stable(), [], "{text}");
    }
}

#[test]
fn the_shortest_drawn_game_takes_twenty_plies() {
    let record = play("f5f4c3f6g7f7f3h7f8b2h6e7h8e3d7g3f2f1a1c5");
    assert_eq!(record.undoable(), 20);
    assert_eq!(discs(&record), (12, 12));
    assert_eq!(record.outcome(), counted(None, 0));
}

/// Nine plies end the game in this many ways: convention A counts them at ten plies, C does not.
#[test]
fn the_number_of_games_that_end_at_ply_nine() {
    fn ended(position: &Position, plies: u32) -> u64 {
        if plies == 0 {
            return u64::from(Othello::outcome(position).is_some());
        }
        let mut count = 0;
        Othello::for_each_child(position, |_, child| count += ended(child, plies - 1));
        count
    }
    assert_eq!(ended(&Position::START, 9), 228);
}

#[test]
fn implied_passes_are_played_and_taken_back_with_their_move() {
    let mut record = Record::<Othello>::new(Rules);
    let mut passes = 0;
    let mut rng = Rng::new(3);
    // A random game in which somebody has to pass, then undone to the start and redone.
    while passes == 0 {
        record.clear();
        passes = 0;
        while record.outcome().is_none() {
            let legal = record.legal();
            let side = record.side();
            if legal == [Move::Pass] {
                // The controller names the other side and says nothing of the pass.
                passes += 1;
                record.pass_to(side.other()).unwrap();
                continue;
            }
            let mv = legal[rng.below(legal.len() as u64) as usize];
            record.play(side, mv).unwrap();
        }
    }
    let moves = record.moves();
    let end = record.current();
    assert_eq!(record.undoable() + passes, moves.len());
    let mut undone = 0;
    while record.undo() {
        undone += 1;
        let last = record.moves().last().map(|&(_, mv)| mv);
        assert_ne!(last, Some(Move::Pass), "a pass is left without its move");
    }
    assert_eq!(undone + passes, moves.len());
    assert_eq!(record.current(), DynRecord::start(&record));
    while record.redo() {}
    assert_eq!(record.moves(), moves);
    assert_eq!(record.current(), end);
}
