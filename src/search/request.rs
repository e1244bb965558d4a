//! Requests to a search, and the player that answers them.

pub(crate) mod players;

use crate::game::{Game, Move};
use crate::search::{Limits, MovesToGo, Report, SearchResult, StopToken};

/// The highest level of play, full strength. Levels are numbered from 1.
pub const MAX_LEVEL: u8 = 8;

/// The transposition table, in MB, of levels that limit the depth or the nodes of the engine, whatever the request says. It is
/// cleared before each move, so that position, seed and level determine the move.
pub(crate) const LEVEL_TABLE_MB: usize = 1;

/// The player that answers: the full engine or a weaker one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Strength {
    /// The engine at full strength.
    #[default]
    Full,
    /// One of the levels, 1 to [`MAX_LEVEL`].
    Level(u8),
    /// A classic player, by a name from [`Variant::classics`](crate::engine::Variant::classics).
    Classic(String),
}

/// A request for stones that balance the position. The first line of the result begins with them; its score
/// is that of the position after them, for the side to move before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Number of stones, at least 1; the sides alternate.
    pub stones: u8,
    /// The target value for the side to move, in hundredths of an evaluation unit.
    pub bias: i32,
}

/// What people see of a level or of a classic player.
#[derive(Clone, Copy, Debug)]
pub struct PlayerSpec {
    /// The name, also in options.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
}

/// A request to search a position.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// Limits of the search.
    pub limits: Limits,
    /// Multi-PV: the number of best moves to report with line and value, at least 1.
    pub lines: usize,
    /// If not empty, the root considers only these moves (`searchmoves` in UCI).
    pub only: Vec<Move>,
    /// The root leaves out these moves, unless no other legal move is left.
    pub avoid: Vec<Move>,
    /// Find stones that balance the position instead of the best move (Gomoku).
    pub balance: Option<Balance>,
    /// The player that answers.
    pub strength: Strength,
    /// Number of workers, at least 1.
    pub threads: usize,
    /// Size of the transposition table in MB (2^20 bytes), at least 1.
    pub hash_mb: usize,
    /// Seed of the random choices of weak players.
    pub seed: u64,
    /// Whether the full engine may answer from its opening book. It does so only for one line and without a
    /// restriction of the root moves; in Othello, only without a depth or node limit. The book of Gomoku is the
    /// first move.
    pub book: bool,
}

impl SearchRequest {
    /// A full-strength search on one thread with 16 MB for one best line, without a book.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            lines: 1,
            only: Vec::new(),
            avoid: Vec::new(),
            balance: None,
            strength: Strength::Full,
            threads: 1,
            hash_mb: 16,
            seed: 0,
            book: false,
        }
    }
}

/// A thread fills at most about this many MB of its transposition table a second.
const FILLED_MB_PER_SECOND: f64 = 256.0;
/// With a time limit, the least size of the table that is worth a look at the time, in MB.
const SMALL_TABLE_MB: usize = 64;

impl SearchRequest {
    /// The size of a new transposition table in MB: `hash_mb`, with a time limit not much more than the search can fill, since
    /// the first use of a page takes time. With pages of 2 MB, a few hundred nodes use nearly all of them.
    pub(crate) fn table_mb(&self) -> usize {
        let useful = self.limits.time.map_or(usize::MAX, |time| {
            let filled = time.hard.as_secs_f64() * FILLED_MB_PER_SECOND * self.threads as f64;
            // Powers of two, so that the table stays where limits differ a little from move to move.
            let filled = (filled as usize).checked_next_power_of_two();
            filled.map_or(usize::MAX, |filled| filled.max(SMALL_TABLE_MB))
        });
        self.hash_mb.min(useful).max(1)
    }
}

/// A player of a game: its search, with its memory between moves.
pub(crate) trait Player<G: Game>: Send + Default + 'static {
    /// The levels, from 1.
    const LEVELS: [PlayerSpec; MAX_LEVEL as usize];
    /// The classic players of this game.
    const CLASSICS: &'static [PlayerSpec];

    /// Searches a position. `sink` receives a report after every completed iteration, on the calling thread.
    /// The result has a legal move unless the game is over, for any limits and any time of a stop. With a time
    /// limit that says so, a single move takes little time or none, and may come without a report.
    fn think(
        &mut self,
        position: &G::Position,
        request: &SearchRequest,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> SearchResult;

    /// Forgets everything learnt from earlier positions.
    fn clear(&mut self);

    /// The number of moves that the side to move still has to make, for time management.
    fn moves_to_go(position: &G::Position) -> MovesToGo;
}
