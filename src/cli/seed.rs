//! The seed of a run whose user gives none.

use std::time::{SystemTime, UNIX_EPOCH};

/// A seed from the time of day.
pub(super) fn seed_from_time() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_nanos() as u64)
}
