//! Static evaluation: the value of the empty cells for each side, and a term for the threats of both.
//!
//! Every empty cell has a value for each side by the four line patterns that a stone there would make.
//! The sum of these values for one side minus the sum for the other is kept up to date by every move. A
//! term for the threats that both sides have is added at the leaf. The shape is that of Rapfi's classical
//! evaluation (`eval/eval.cpp`), but threats count alone and in pairs here.
//!
//! The [`weights`] are fitted to the results of games that the engine played against itself;
//! `docs/training.md` describes how.

pub mod cell_info;
pub mod cell_table;
pub mod threat_table;
pub mod weights;
pub mod win_rate;

pub use threat_table::LIMIT;
pub use win_rate::win_rate;
