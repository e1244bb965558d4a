//! The framework of a search of any game: limits, stop tokens, time management, transposition table,
//! iterative deepening, Lazy SMP, reports. It knows no game.

mod clock;
pub mod iterative_deepening;
pub mod limits;
pub mod node_counter;
mod pages;
pub mod prefetch;
pub mod request;
pub mod result;
pub mod smp;
pub mod stop;
pub mod time_manager;
pub mod tt;
pub mod tt_entry;

pub use clock::{Clock, ClockRule};
pub use iterative_deepening::{RootResult, RootSearch, Window, deepen};
pub use limits::Limits;
pub use node_counter::{NodeCounter, SearchControl};
pub use request::{Balance, ClassicSpec, LevelSpec, Player, SearchRequest, Strength};
pub use result::{PvLine, Report, Score, SearchResult, Value};
pub use stop::{SplitTask, StopToken};
pub use time_manager::{MovesToGo, TimeBudget};
pub use tt::TranspositionTable;
pub use tt_entry::{BitField, Bound, PackedEntry};
