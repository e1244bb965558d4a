//! The evaluation of Othello: [`games`] are played, [`samples`] are their positions, [`fit`] makes weights
//! of them, [`probcut`] measures what the search may rely on.

pub mod fit;
pub mod games;
pub mod probcut;
pub mod samples;
