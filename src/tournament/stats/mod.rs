//! Match statistics: scores, Elo with confidence intervals, ratings, the SPRT.

pub(crate) mod elo;
pub(crate) mod rating;
pub(crate) mod score;
pub(crate) mod sprt;
