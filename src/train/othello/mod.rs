//! The evaluation of Othello: [`games`] are played, [`samples`] are their positions, [`fit`] makes weights
//! of them, [`probcut`] measures what the search may rely on, [`book`] makes an opening book, [`report`] says how far
//! the evaluation is from results.

pub mod book;
pub mod fit;
pub mod games;
pub mod probcut;
pub mod report;
pub mod samples;
