//! `flipfive solve`: solves the problems of a suite and checks them against the answers that it
//! states.

mod args;
mod gomoku;
mod othello;
mod run;
mod suite;
mod totals;

pub use args::SolveArgs;
pub use run::run;
