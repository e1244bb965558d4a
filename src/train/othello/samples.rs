//! Positions of games with what they turned out to be worth.

use crate::game::{Game as _, Side};
use crate::othello::eval::patterns::{Indices, OFFSET_OF, PATTERNS};
use crate::othello::eval::weights::{MOBILITIES, ParameterMap};
use crate::othello::{Board, Othello, Position};
use crate::train::othello::games::Game;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// For the side to move, which has a move.
    pub board: Board,
    /// What the side to move scored in the end, in discs.
    pub score: i8,
}

/// The positions of a game from the last random move on.
pub fn of_game(game: &Game, mut take: impl FnMut(Sample)) {
    let mut position = Position::START;
    for (ply, &mv) in game.moves.iter().enumerate() {
        if ply >= game.random && position.board.moves() != 0 {
            let score = if position.side == Side::Black {
                game.score
            } else {
                -game.score
            };
            take(Sample {
                board: position.board,
                score: score as i8,
            });
        }
        Othello::play(&mut position, mv);
    }
}

/// Parameters that a position has: its patterns, the moves of both sides, its empty squares.
pub const ACTIVE: usize = PATTERNS + 3;

/// Which parameters a fit has, in a row: patterns, moves of the side to move, moves of the other one,
/// empty squares.
pub struct Parameters {
    /// Of the patterns.
    pub map: ParameterMap,
}

impl Parameters {
    /// All of them.
    pub fn new() -> Self {
        Self {
            map: ParameterMap::new(),
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.empties() + 61
    }

    /// Where the moves of the side to move begin.
    pub fn own(&self) -> usize {
        self.map.count
    }

    /// Where the moves of the other side begin.
    pub fn other(&self) -> usize {
        self.own() + MOBILITIES
    }

    /// Where the empty squares begin.
    pub fn empties(&self) -> usize {
        self.other() + MOBILITIES
    }

    /// The parameters of a board, each of which counts once for every time it appears.
    pub fn of(&self, board: Board) -> [u32; ACTIVE] {
        let indices = Indices::of(board);
        let mut active = [0; ACTIVE];
        for (lane, &index) in indices.patterns().iter().enumerate() {
            active[lane] = self.map.of[OFFSET_OF[lane] + usize::from(index)];
        }
        let moves = |board: Board| (board.moves().count_ones() as usize).min(MOBILITIES - 1);
        active[PATTERNS] = (self.own() + moves(board)) as u32;
        active[PATTERNS + 1] = (self.other() + moves(board.pass())) as u32;
        active[PATTERNS + 2] = self.empties() as u32 + board.empties().min(60);
        active
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Self::new()
    }
}
