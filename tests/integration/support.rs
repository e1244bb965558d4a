//! What several tests need.

use proptest::prelude::*;
use proptest::sample::{Select, select};
use std::sync::atomic::{AtomicU32, Ordering};

/// Whether expectations are to be rewritten instead of compared (`scripts/accept_transcripts`).
pub(crate) fn accepting() -> bool {
    std::env::var_os("FLIPFIVE_ACCEPT").is_some_and(|value| value == "1")
}

/// Whether the long form of a test was asked for.
pub(crate) fn full() -> bool {
    std::env::var_os("FLIPFIVE_FULL").is_some_and(|value| value == "1")
}

/// One of the texts between the bars.
pub(crate) fn one_of(texts: &'static str) -> Select<&'static str> {
    select(texts.split('|').collect::<Vec<_>>())
}

/// Lines of up to 60 bytes. A line contains no line feed.
pub(crate) fn byte_lines() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let byte = any::<u8>().prop_filter("no line feed", |&byte| byte != b'\n');
    prop::collection::vec(prop::collection::vec(byte, 0..60), 0..40)
}

/// Arguments of a mock engine that change nothing, by which a test finds its own engines.
pub(crate) fn mark() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    // Process ids have at most 22 bits.
    format!(
        "--late-at {} {}",
        u32::MAX,
        std::process::id() << 10 | number
    )
}
