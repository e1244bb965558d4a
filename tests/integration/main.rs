//! One test binary for everything that goes through the public interface.

mod gomoku_census;
mod gomoku_laws;
mod gomoku_naive;
mod gomoku_notation;
mod gomoku_suites;
