//! The framework of a search of any game: limits, stop tokens, time management, transposition table,
//! iterative deepening, Lazy SMP, reports. It knows no game.

mod clock;
mod iterative_deepening;
mod limits;
mod node_counter;
mod pages;
mod prefetch;
mod request;
mod result;
mod smp;
mod stop;
mod time_manager;
mod tt;
mod tt_entry;

pub use clock::{Clock, ClockRule};
pub(crate) use iterative_deepening::{RootResult, RootSearch, Window, deepen, deepen_as_helper};
pub use limits::Limits;
pub(crate) use node_counter::{NodeCounter, SearchControl};
pub(crate) use request::players;
pub use request::{Balance, MAX_LEVEL, PlayerSpec, SearchRequest, Strength};
pub(crate) use request::{LEVEL_TABLE_MB, Player};
pub use result::{PvLine, Report, Score, SearchResult, Value};
pub(crate) use smp::{STACK_SIZE, helper_depths, helper_step, lazy_smp};
pub(crate) use stop::CancelToken;
pub use stop::StopToken;
pub use time_manager::{MovesToGo, TimeBudget};
pub(crate) use tt::{KeptTable, TranspositionTable};
pub(crate) use tt_entry::{BitField, Bound, PackedEntry};
