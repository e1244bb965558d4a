//! Match statistics: scores, Elo with confidence intervals, ratings, the SPRT.

pub mod elo;
pub mod rating;
pub mod score;
pub mod sprt;
