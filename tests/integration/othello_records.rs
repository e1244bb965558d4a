//! Known games, played through a record.

use flipfive::game::{DynRecord, Ending, Game, Move, Outcome, Record, Side};
use flipfive::othello::rules::notation::{Passes, parse_transcript, write_transcript};
use flipfive::othello::{Othello, Position, Rules};

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
    Some(Outcome {
        winner,
        margin,
        ending: Ending::Counted,
    })
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
    let mut rng = flipfive::util::rng::Rng::new(3);
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
    let end = record.now();
    assert_eq!(record.undoable() + passes, moves.len());
    let mut undone = 0;
    while record.undo() {
        undone += 1;
        let last = record.moves().last().map(|&(_, mv)| mv);
        assert_ne!(last, Some(Move::Pass), "a pass is left without its move");
    }
    assert_eq!(undone + passes, moves.len());
    assert_eq!(record.now(), DynRecord::start(&record));
    while record.redo() {}
    assert_eq!(record.moves(), moves);
    assert_eq!(record.now(), end);
}
