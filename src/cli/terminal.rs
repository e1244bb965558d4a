//! What the terminal can do.

/// Whether the terminal cannot move its cursor.
pub(super) fn is_dumb() -> bool {
    // The progress bars decide in the same way.
    std::env::var_os("TERM").map_or(cfg!(unix), |term| term == "dumb")
}
