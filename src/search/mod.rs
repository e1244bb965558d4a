//! What a search of any game needs around its recursion: limits, stop, clock, transposition table,
//! iterative deepening, workers, reports. Imports no game.

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

pub use iterative_deepening::{RootLine, RootSearch, Window, deepen};
pub use limits::Limits;
pub use node_counter::{Control, Meter};
pub use request::{Balance, Brain, ClassicSpec, LevelSpec, Order, Player};
pub use result::{Line, Report, Score, Value, Verdict};
pub use stop::{Part, Stop};
pub use time_manager::{Allotment, Clock, ClockRule, MovesToGo};
pub use tt::{Slot, Table};
