//! Training of the Othello evaluation: [`games`] plays the engine against itself, [`samples`] extracts the
//! positions, [`fit`] tunes the linear weights, [`factors`] adds the factors, [`ordering`] tunes the ordering
//! evaluation, [`probcut`] measures the constants of Multi-ProbCut, [`book`] grows the opening book, [`report`]
//! compares the evaluation with results. [`conjugate_gradients`] solves the linear regressions.

pub(crate) mod book;
pub(crate) mod conjugate_gradients;
pub(crate) mod factors;
pub(crate) mod fit;
pub(crate) mod games;
pub(crate) mod ordering;
pub(crate) mod probcut;
pub(crate) mod report;
pub(crate) mod samples;
