//! Training of the Othello evaluation: [`games`] plays the engine against itself, [`samples`] extracts the
//! positions, [`fit`] tunes the weights, [`probcut`] measures the constants of Multi-ProbCut, [`book`] grows the
//! opening book, [`report`] compares the evaluation with results.

pub mod book;
pub mod fit;
pub mod games;
pub mod probcut;
pub mod report;
pub mod samples;
