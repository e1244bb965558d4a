//! What several tests need.

/// Whether expectations are to be rewritten instead of compared (`scripts/accept_transcripts`).
pub fn accepting() -> bool {
    std::env::var_os("FLIPFIVE_ACCEPT").is_some_and(|value| value == "1")
}

/// Whether the long form of a test was asked for.
pub fn full() -> bool {
    std::env::var_os("FLIPFIVE_FULL").is_some_and(|value| value == "1")
}
