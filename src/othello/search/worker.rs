//! What one thread of the search carries along.

use super::slot::Entry;
use crate::search::{Meter, Table};

/// The recursion's companion: the shared table, the thread's counter, the conditions.
pub(crate) struct Worker<'a> {
    /// Shared by all workers of a job and kept between jobs.
    pub table: &'a Table<Entry>,
    /// Counts nodes; says when to end.
    pub meter: Meter<'a>,
    /// Index into [`super::probcut::LEVELS`] of the present iteration.
    pub selectivity: u8,
}

impl<'a> Worker<'a> {
    /// A worker that searches full width.
    pub fn new(table: &'a Table<Entry>, meter: Meter<'a>) -> Self {
        Self {
            table,
            meter,
            selectivity: super::probcut::FULL_WIDTH,
        }
    }
}
