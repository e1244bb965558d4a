//! The classic players, each a complete small program of its own.
//!
//! [`ThreatBook`] matches a library of line patterns around every stone and answers the strongest
//! one. [`LineCount`] counts rows of every kind on all lines and searches a few plies over its best
//! cells. Both designs have been written many times: the first follows a Gomoku program with a
//! threat library, the second a tablet game with freestyle and Renju modes.

mod line_count;
mod threat_book;

pub(crate) use line_count::LineCount;
pub(crate) use threat_book::ThreatBook;
