//! Statistics of matches: Elo with error bars, ratings, sequential tests.

pub mod elo;
pub mod rating;
pub mod sprt;
