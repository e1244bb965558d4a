//! Laws that hold in every position, on positions from random games and on random discs.

use crate::game::{DynRecord, Game, Move, Record, Symmetry};
use crate::othello::rules::{square::squares, stability::stable_discs};
use crate::othello::{Board, Othello, Position, Rules, Square};
use crate::util::rng::Rng;
use proptest::prelude::*;

/// A random game of `plies` plies, or to its end.
fn random_game(seed: u64, plies: usize) -> Record<Othello> {
    let mut rng = Rng::new(seed);
    let mut record = Record::new(Rules);
    for _ in 0..plies {
        let legal = record.legal();
        if legal.is_empty() {
            break;
        }
        let mv = legal[rng.below(legal.len() as u64) as usize];
        let side = record.side();
        record.play(side, mv).unwrap();
    }
    record
}

fn reached_position() -> impl Strategy<Value = Position> {
    (any::<u64>(), 0..64usize).prop_map(|(seed, plies)| *random_game(seed, plies).position())
}

/// Discs anywhere: positions that no game leads to are positions all the same.
fn any_board() -> impl Strategy<Value = Board> {
    (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(one, two, player)| {
        let occupied = if player & 1 == 0 { one } else { one | two };
        Board::new(occupied & player, occupied & !player)
    })
}

fn board() -> impl Strategy<Value = Board> {
    prop_oneof![
        reached_position().prop_map(|position| position.board),
        any_board()
    ]
}

proptest! {
    #[test]
    fn moves_are_the_empty_squares_that_turn_something(board in board()) {
        for square in squares(board.empty()) {
            let flips = board.flips(square);
            prop_assert_eq!(flips != 0, board.moves() & square.bit() != 0, "{}", square);
            prop_assert_eq!(flips & !board.opponent, 0, "{}", square);
        }
        prop_assert_eq!(board.moves() & !board.empty(), 0);
    }

    #[test]
    fn a_move_adds_one_disc_and_changes_owners(board in board()) {
        for square in squares(board.moves()) {
            let flips = board.flips(square);
            let next = board.play(square, flips);
            prop_assert_eq!(next.player & next.opponent, 0);
            prop_assert_eq!(next.empty(), board.empty() ^ square.bit());
            prop_assert_eq!(
                next.opponent.count_ones(),
                board.player.count_ones() + flips.count_ones() + 1
            );
        }
    }

    #[test]
    fn symmetries_commute_with_the_rules(board in board()) {
        for symmetry in Symmetry::ALL {
            let image = symmetry.board(board);
            prop_assert_eq!(image.moves(), symmetry.bits(board.moves()));
            prop_assert_eq!(image.final_score(), board.final_score());
            prop_assert_eq!(image.is_over(), board.is_over());
            prop_assert_eq!(
                stable_discs(image.player, image.opponent),
                symmetry.bits(stable_discs(board.player, board.opponent))
            );
            for square in squares(board.empty()) {
                let flips = board.flips(square);
                let to = symmetry.square(square);
                prop_assert_eq!(image.flips(to), symmetry.bits(flips), "{}", square);
                prop_assert_eq!(
                    image.play(to, symmetry.bits(flips)),
                    symmetry.board(board.play(square, flips)),
                    "{}", square
                );
            }
        }
    }

    #[test]
    fn the_parts_of_the_contract_agree(position in reached_position()) {
        let mut legal = Vec::new();
        Othello::legal(&position, &mut legal);
        let mut children = Vec::new();
        Othello::for_each_child(&position, |mv, child| children.push((mv, *child)));
        prop_assert_eq!(Othello::count_children(&position), legal.len() as u64);
        prop_assert_eq!(
            children.iter().map(|&(mv, _)| mv).collect::<Vec<_>>(),
            legal.clone()
        );
        prop_assert_eq!(legal.is_empty(), Othello::outcome(&position).is_some());
        for (mv, child) in children {
            let mut played = position;
            Othello::play(&mut played, mv);
            prop_assert_eq!(played, child);
            let flips = Othello::flips(&position, mv);
            for &vertex in &flips {
                prop_assert_eq!(Othello::stone(&position, vertex), Some(position.side.other()));
                prop_assert_eq!(Othello::stone(&child, vertex), Some(position.side));
            }
            prop_assert_eq!(flips.is_empty(), mv == Move::Pass);
        }
        for square in (0..64).map(Square) {
            let mv = Move::Place(square.into());
            prop_assert_eq!(Othello::check(&position, mv).is_ok(), legal.contains(&mv));
            prop_assert_eq!(!Othello::flips(&position, mv).is_empty(), legal.contains(&mv));
        }
        let may_pass = Othello::check(&position, Move::Pass).is_ok();
        prop_assert_eq!(may_pass, legal.is_empty() || legal == [Move::Pass]);
        prop_assert_eq!(Othello::allows_implied_pass(&position), may_pass);
    }

    #[test]
    fn what_is_taken_back_was_never_played(seed in any::<u64>(), plies in 0..64usize) {
        let mut record = random_game(seed, plies);
        let played = record.moves();
        let end = record.current();
        let mut positions = vec![record.current()];
        while record.undo() {
            positions.push(record.current());
        }
        prop_assert_eq!(record.current(), DynRecord::start(&record));
        prop_assert_eq!(positions.len(), played.len() + 1);
        positions.reverse();
        for position in &positions[1..] {
            prop_assert!(record.redo());
            prop_assert_eq!(&record.current(), position);
        }
        prop_assert!(!record.redo());
        prop_assert_eq!(record.moves(), played);
        prop_assert_eq!(record.current(), end);
    }

    #[test]
    fn a_described_position_is_that_position(position in reached_position()) {
        let setup = crate::game::describe::<Othello>(&position);
        prop_assert_eq!(Othello::from_setup(Rules, &setup), Ok(position));
    }

    #[test]
    fn a_result_counts_the_empty_squares_for_the_winner(seed in any::<u64>()) {
        let record = random_game(seed, 200);
        let outcome = record.outcome().unwrap();
        let position = record.position();
        let black = position.discs(crate::game::Side::Black).count_ones() as i32;
        let white = position.discs(crate::game::Side::White).count_ones() as i32;
        let empty = 64 - black - white;
        match outcome.winner {
            None => prop_assert_eq!((black, outcome.margin), (white, 0)),
            Some(side) => {
                let difference = if side.index() == 0 { black - white } else { white - black };
                prop_assert!(difference > 0);
                prop_assert_eq!(i32::from(outcome.margin), difference + empty);
            }
        }
    }
}
