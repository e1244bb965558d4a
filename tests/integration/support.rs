//! What several tests need.

use proptest::prelude::*;
use proptest::sample::{Select, select};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use tempfile::TempDir;

/// Whether expectations are to be rewritten instead of compared (`scripts/accept_transcripts`).
pub(crate) fn accepting() -> bool {
    std::env::var_os("FLIPFIVE_ACCEPT").is_some_and(|value| value == "1")
}

/// Whether the long form of a test was asked for.
pub(crate) fn full() -> bool {
    std::env::var_os("FLIPFIVE_FULL").is_some_and(|value| value == "1")
}

/// Whether `tool`, which a test needs, is here. Says that the test is skipped if it is not, and fails if
/// `FLIPFIVE_REQUIRED_TOOLS`, words with spaces between them, names it: `cargo test` hides what passing tests print.
pub(crate) fn has_tool(tool: &str, is_here: bool) -> bool {
    if !is_here {
        let required = std::env::var("FLIPFIVE_REQUIRED_TOOLS").unwrap_or_default();
        assert!(
            !required.split(' ').any(|name| name == tool),
            "{tool} is required and not here"
        );
        eprintln!("skipped: {tool} is not here");
    }
    is_here
}

/// The same for a program that answers `--version`.
pub(crate) fn has_program(name: &str) -> bool {
    has_tool(name, Command::new(name).arg("--version").output().is_ok())
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

/// The text that a browser leaves in `data-out` of a page; `None` if no browser (chromium, google-chrome) can be started.
pub(crate) fn browse(folder: &TempDir, page: &str) -> Option<String> {
    let found = run_browser(folder, page);
    has_tool("browser", found.is_some());
    found
}

fn run_browser(folder: &TempDir, page: &str) -> Option<String> {
    let dom = folder.path().join("dom.html");
    let start = |name: &&str| {
        Command::new(name)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--virtual-time-budget=2000",
            ])
            .args(["--window-size=500,1600", "--dump-dom"])
            .arg(format!(
                "--user-data-dir={}",
                folder.path().join("profile").display()
            ))
            .arg(format!("file://{}", folder.path().join(page).display()))
            .stdout(std::fs::File::create(&dom).unwrap())
            .stderr(std::process::Stdio::null())
            .spawn()
            .ok()
    };
    let mut child = ["chromium", "chromium-browser", "google-chrome"]
        .iter()
        .find_map(start)?;
    let began = std::time::Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if began.elapsed().as_secs() > 240 {
            child.kill().unwrap();
            panic!("the browser does not end");
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    // Some systems have a program of this name that only says how to install the browser.
    if !status.success() {
        return None;
    }
    let dom = std::fs::read_to_string(dom).unwrap();
    let (_, rest) = dom
        .split_once("data-out=\"")
        .unwrap_or_else(|| panic!("the steps did not run to their end: {dom}"));
    Some(rest.split('"').next().unwrap_or_default().to_owned())
}
