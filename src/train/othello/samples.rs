//! Training positions with the results of their games.

use crate::game::Side;
use crate::othello::Board;
use crate::othello::eval::patterns::{Indices, OFFSET_OF, PATTERNS};
use crate::othello::eval::weights::{EMPTIES, MOBILITIES, ParameterMap, StageParameters};
use crate::train::othello::games::Game;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    /// The board, with a legal move for the side to move.
    pub board: Board,
    /// The final score for the side to move, in discs.
    pub score: i8,
}

/// The positions of a game from the last move on that no search chose.
pub(crate) fn of_game(game: &Game, mut take: impl FnMut(Sample)) {
    for position in game.positions().skip(game.unsearched) {
        if position.board.moves() != 0 {
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
    }
}

/// The boards of a game that searches say something about, in order, each with a legal move.
pub(crate) fn boards(game: &Game) -> Vec<Board> {
    let known = game
        .positions()
        .enumerate()
        .filter(|&(ply, position)| position.board.moves() != 0 && game.is_known(ply));
    known.map(|(_, position)| position.board).collect()
}

/// Active parameters of a position: its patterns, the mobility of both sides, its empty squares.
pub(crate) const ACTIVE: usize = PATTERNS + 3;

/// The parameters of a fit, in this order: patterns, mobility of the side to move, mobility of the opponent,
/// empty squares.
pub(crate) struct Parameters {
    /// The parameters of the patterns.
    pub map: ParameterMap,
}

impl Parameters {
    /// All parameters.
    pub(crate) fn new() -> Self {
        Self {
            map: ParameterMap::new(),
        }
    }

    /// Number of parameters.
    pub(crate) fn count(&self) -> usize {
        self.empties() + EMPTIES
    }

    /// The first parameter of the mobility of the side to move.
    pub(crate) fn own_mobility(&self) -> usize {
        self.map.count
    }

    /// The first parameter of the mobility of the opponent.
    pub(crate) fn opponent_mobility(&self) -> usize {
        self.own_mobility() + MOBILITIES
    }

    /// The first parameter of the empty squares.
    pub(crate) fn empties(&self) -> usize {
        self.opponent_mobility() + MOBILITIES
    }

    /// The weights of a stage, given the weight of each parameter.
    pub(crate) fn stage(&self, weight: impl Fn(usize) -> i16) -> StageParameters {
        StageParameters {
            patterns: (0..self.map.count).map(&weight).collect(),
            own_mobility: std::array::from_fn(|moves| weight(self.own_mobility() + moves)),
            opponent_mobility: std::array::from_fn(|moves| {
                weight(self.opponent_mobility() + moves)
            }),
        }
    }

    /// The active parameters of a board; a parameter may appear more than once.
    pub(crate) fn of(&self, board: Board) -> [u32; ACTIVE] {
        let indices = Indices::of(board);
        let mut active = [0; ACTIVE];
        for (lane, &index) in indices.patterns().iter().enumerate() {
            active[lane] = self.map.of[OFFSET_OF[lane] + usize::from(index)];
        }
        let moves = |board: Board| (board.moves().count_ones() as usize).min(MOBILITIES - 1);
        active[PATTERNS] = (self.own_mobility() + moves(board)) as u32;
        active[PATTERNS + 1] = (self.opponent_mobility() + moves(board.pass())) as u32;
        active[PATTERNS + 2] = self.empties() as u32 + board.empties().min(60);
        active
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Position;
    use crate::othello::rules::notation::parse_transcript;
    use crate::train::othello::games::Search;

    #[test]
    fn scores_are_those_of_the_side_to_move() {
        let game = Game {
            moves: parse_transcript(Position::START, "f5d6c3").unwrap(),
            unsearched: 1,
            score: 6,
            searches: Vec::new(),
        };
        let mut found = Vec::new();
        of_game(&game, |sample| {
            found.push((sample.board.empties(), sample.score))
        });
        assert_eq!(found, [(59, -6), (58, 6)]);
    }
    #[test]
    fn boards_are_those_with_a_search_and_those_after_the_last_other_move() {
        let search = Search {
            value: 100,
            is_replaced: true,
        };
        let game = Game {
            moves: parse_transcript(Position::START, "f5d6c3d3").unwrap(),
            unsearched: 3,
            score: 6,
            searches: vec![None, Some(search), None, None],
        };
        let found: Vec<u32> = boards(&game).iter().map(|board| board.empties()).collect();
        assert_eq!(found, [59, 57]);
    }
}
