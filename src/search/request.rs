//! What a search is asked to do, and who does it.

use crate::game::{Game, Move};
use crate::search::limits::Limits;
use crate::search::result::{Report, SearchResult};
use crate::search::stop::StopToken;
use crate::search::time_manager::MovesToGo;

/// Who answers: the full engine or one of the weaker players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Strength {
    /// The engine at full strength.
    #[default]
    Full,
    /// One of the levels, 1 to 8.
    Level(u8),
    /// A classic player by name; the names are in [`Player::CLASSICS`].
    Classic(String),
}

/// A wish for stones after which neither side is much better. The verdict's first line begins with
/// them; its score is that of the position after them, for the side to move before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// How many stones, at least 1, the sides taking turns.
    pub stones: u8,
    /// The value wished for, for the side to move, in hundredths of an evaluation unit.
    pub bias: i32,
}

/// A level of play.
#[derive(Clone, Copy, Debug)]
pub struct LevelSpec {
    /// The name shown to people.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
}

/// A classic player.
#[derive(Clone, Copy, Debug)]
pub struct ClassicSpec {
    /// The name that options take.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
}

/// A search job without its position.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// When to end.
    pub limits: Limits,
    /// How many best moves are wanted with a line and a value each, at least 1.
    pub lines: usize,
    /// If not empty, only these moves are considered at the root.
    pub only: Vec<Move>,
    /// Stones that make the position balanced instead of the best move (Gomoku).
    pub balance: Option<Balance>,
    /// Who answers.
    pub strength: Strength,
    /// Workers, at least 1.
    pub threads: usize,
    /// Size of the transposition table in MB (2^20 bytes), at least 1.
    pub hash_mb: usize,
    /// Decides among equal moves where a player chooses at random.
    pub seed: u64,
    /// Whether the full engine may answer from an opening book. Only if the limits are of time alone, one
    /// line is wanted and every move may be played; whoever sets a depth or a number of nodes wants a
    /// search.
    pub book: bool,
}

impl SearchRequest {
    /// A full-strength search on one thread with 16 MB for one best line, without a book.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            lines: 1,
            only: Vec::new(),
            balance: None,
            strength: Strength::Full,
            threads: 1,
            hash_mb: 16,
            seed: 0,
            book: false,
        }
    }
}

/// A game's search with its memory between moves.
pub trait Player<G: Game>: Send + Default + 'static {
    /// The levels 1 to 8.
    const LEVELS: [LevelSpec; 8];
    /// The classic players of this game.
    const CLASSICS: &'static [ClassicSpec];

    /// Searches a position. `sink` gets a report after every completed iteration, from the calling
    /// thread. The verdict has a legal move unless the game is over, whatever the limits are and
    /// whenever the stop comes; it names the only move at once.
    fn think(
        &mut self,
        position: &G::Position,
        request: &SearchRequest,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> SearchResult;

    /// Forgets everything learnt from earlier positions.
    fn clear(&mut self);

    /// How many moves the side to move still has to make, for the clock.
    fn moves_to_go(position: &G::Position) -> MovesToGo;
}
