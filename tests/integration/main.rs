//! One test binary for everything that goes through the public interface.

mod gomoku_census;
mod gomoku_suites;
