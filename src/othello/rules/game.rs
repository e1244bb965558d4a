//! The rules of Othello as an implementation of [`Game`].

use crate::game::perft::Convention;
use crate::game::setup::SetupFault;
use crate::game::{Ending, Game, Illegal, Move, Outcome, Setup, SetupError, Side, Vertex};
use crate::othello::rules::board::Board;
use crate::othello::rules::perft;
use crate::othello::rules::position::Position;
use crate::othello::rules::square::{Square, squares};
use crate::othello::rules::stability::stable_discs;

/// Othello on the 8x8 board.
///
/// Black moves first. A move must flip at least one disc. A side without a legal move passes. The game
/// ends when neither side can move; the empty squares then count for the winner.
#[derive(Debug)]
pub enum Othello {}

/// The variant of the rules: there is only one, on the 8x8 board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules;

/// The squares of a bitboard in ascending order.
fn vertices(bits: u64) -> Vec<Vertex> {
    squares(bits).map(Vertex::from).collect()
}

impl Game for Othello {
    const NAME: &'static str = "othello";
    type Rules = Rules;
    type Position = Position;

    fn start(_rules: Rules) -> Position {
        Position::START
    }

    /// Every 8x8 board is a position, whether or not a game can reach it.
    fn from_setup(_rules: Rules, setup: &Setup) -> Result<Position, SetupError> {
        let mut faults = Vec::new();
        if setup.size != 8 {
            faults.push(SetupFault::Size {
                size: setup.size,
                expected: "8",
            });
        }
        let expected = usize::from(setup.size) * usize::from(setup.size);
        if setup.cells.len() != expected {
            faults.push(SetupFault::Cells {
                found: setup.cells.len(),
                expected,
            });
        }
        if !faults.is_empty() {
            return Err(SetupError { faults });
        }
        let mut discs = [0; 2];
        for (index, cell) in setup.cells.iter().enumerate() {
            if let Some(side) = cell {
                discs[side.index()] |= 1 << index;
            }
        }
        Ok(Position {
            board: Board {
                player: discs[setup.to_move.index()],
                opponent: discs[setup.to_move.other().index()],
            },
            side: setup.to_move,
        })
    }

    fn rules(_position: &Position) -> Rules {
        Rules
    }

    fn size(_rules: Rules) -> u8 {
        8
    }

    fn side(position: &Position) -> Side {
        position.side
    }

    fn stone(position: &Position, vertex: Vertex) -> Option<Side> {
        let bit = Square::try_from(vertex).ok()?.bit();
        if position.board.player & bit != 0 {
            Some(position.side)
        } else if position.board.opponent & bit != 0 {
            Some(position.side.other())
        } else {
            None
        }
    }

    fn legal(position: &Position, moves: &mut Vec<Move>) {
        let bits = position.board.moves();
        if bits != 0 {
            moves.extend(squares(bits).map(|square| Move::Place(square.into())));
        } else if position.board.pass().moves() != 0 {
            moves.push(Move::Pass);
        }
    }

    /// A pass is also legal after the end of the game, where it changes nothing.
    fn check(position: &Position, mv: Move) -> Result<(), Illegal> {
        let board = position.board;
        let moves = board.moves();
        let Move::Place(vertex) = mv else {
            return if moves == 0 {
                Ok(())
            } else {
                Err(Illegal::PassNotAllowed)
            };
        };
        let bit = Square::try_from(vertex)
            .map_err(|()| Illegal::OffBoard)?
            .bit();
        if moves & bit != 0 {
            Ok(())
        } else if board.is_over() {
            Err(Illegal::GameOver)
        } else if board.empty() & bit == 0 {
            Err(Illegal::Occupied)
        } else {
            Err(Illegal::FlipsNothing)
        }
    }

    /// A vertex off the board changes nothing.
    fn play(position: &mut Position, mv: Move) {
        match mv {
            Move::Pass => *position = position.passed(),
            Move::Place(vertex) => {
                if let Ok(square) = Square::try_from(vertex) {
                    *position = position.after(square, position.board.flips(square));
                }
            }
        }
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        position.board.is_over().then(|| {
            let score = position.board.final_score();
            Outcome {
                winner: match score {
                    0 => None,
                    1.. => Some(position.side),
                    _ => Some(position.side.other()),
                },
                margin: score.unsigned_abs() as u8,
                ending: Ending::Counted,
            }
        })
    }

    /// Whenever the side to move has no move, also after the end of the game.
    fn allows_implied_pass(position: &Position) -> bool {
        position.board.moves() == 0
    }

    fn count_children(position: &Position) -> u64 {
        match position.board.moves() {
            0 => u64::from(position.board.pass().moves() != 0),
            moves => u64::from(moves.count_ones()),
        }
    }

    fn for_each_child(position: &Position, mut visit: impl FnMut(Move, &Position)) {
        let moves = position.board.moves();
        if moves == 0 {
            if position.board.pass().moves() != 0 {
                visit(Move::Pass, &position.passed());
            }
            return;
        }
        for square in squares(moves) {
            let child = position.after(square, position.board.flips(square));
            visit(Move::Place(square.into()), &child);
        }
    }

    fn leaves(position: &Position, plies: u32, convention: Convention) -> u64 {
        perft::leaves(position.board, plies, convention)
    }

    fn flips(position: &Position, mv: Move) -> Vec<Vertex> {
        let Some(Ok(square)) = mv.vertex().map(Square::try_from) else {
            return Vec::new();
        };
        if position.board.empty() & square.bit() == 0 {
            return Vec::new();
        }
        vertices(position.board.flips(square))
    }

    /// The stable discs of both sides.
    fn stable(position: &Position) -> Vec<Vertex> {
        let Board { player, opponent } = position.board;
        vertices(stable_discs(player, opponent) | stable_discs(opponent, player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(rows: [&str; 8], to_move: Side) -> Position {
        let mut setup = Setup::empty(8);
        for (row, line) in rows.iter().enumerate() {
            for (col, c) in line.bytes().enumerate() {
                let stone = match c {
                    b'X' => Some(Side::Black),
                    b'O' => Some(Side::White),
                    _ => None,
                };
                assert!(setup.set(Vertex::new(col as u8, row as u8), stone));
            }
        }
        setup.to_move = to_move;
        Othello::from_setup(Rules, &setup).unwrap()
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
            Some(Outcome {
                winner: Some(Side::White),
                margin: 64,
                ending: Ending::Counted
            })
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
}
