//! What a search of any game needs around its recursion: limits, stop, clock, transposition table,
//! iterative deepening, workers, reports. Imports no game.

pub mod clock;
pub mod deepen;
pub mod limits;
pub mod meter;
pub mod order;
mod pages;
pub mod prefetch;
pub mod report;
pub mod stop;
pub mod table;
pub mod workers;

pub use clock::{Allotment, Clock, ClockRule, MovesToGo};
pub use deepen::{RootLine, RootSearch, Window, deepen};
pub use limits::Limits;
pub use meter::{Control, Meter};
pub use order::{Balance, Brain, ClassicSpec, LevelSpec, Order, Player};
pub use report::{Line, Report, Score, Value, Verdict};
pub use stop::{Part, Stop};
pub use table::{Slot, Table};
