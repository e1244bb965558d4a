//! The rules of Othello as an implementation of [`Game`].

use crate::game::perft::{Convention, Perft};
use crate::game::{
    Ending, Game, Illegal, Move, Outcome, Setup, SetupError, SetupFault, Side, Vertex,
};
use crate::othello::rules::square::{Square, squares};
use crate::othello::rules::{board::Board, perft, position::Position, stability::stable_discs};

/// Othello on the 8x8 board.
///
/// Black moves first. A move must flip at least one disc. A side without a legal move passes. The game
/// ends when neither side can move; the empty squares then count for the winner.
#[derive(Clone, Debug)]
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
        let (size, expected) = (setup.size, "8");
        setup.check_board((size != 8).then_some(SetupFault::Size { size, expected }))?;
        let mut discs = [0; 2];
        for (index, cell) in setup.cells.iter().enumerate() {
            if let Some(side) = cell {
                discs[side.index()] |= 1 << index;
            }
        }
        Ok(Position {
            board: Board::new(
                discs[setup.to_move.index()],
                discs[setup.to_move.other().index()],
            ),
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
        let bit = Square::try_from(vertex)?.bit();
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

impl Perft for Othello {
    fn leaves(position: &Position, plies: u32, convention: Convention) -> u64 {
        perft::leaves(position.board, plies, convention)
    }
}

#[cfg(test)]
mod tests;
