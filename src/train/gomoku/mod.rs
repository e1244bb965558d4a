//! The evaluation of Gomoku: [`games`] are played, [`samples`] are their positions, [`fit`] makes weights
//! of them.

pub mod fit;
pub mod games;
pub mod samples;
