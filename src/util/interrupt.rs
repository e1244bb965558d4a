//! Interrupts: SIGINT (Ctrl-C), SIGTERM and SIGHUP, and the like on Windows.

use std::io;

/// Calls `handler` at every interrupt (of several SIGHUPs only at the first one), in a thread of its own, for the rest of the
/// program. SIGHUP is not handled if it was
/// ignored before, as under `nohup`: the program is to go on after its terminal has been closed.
///
/// # Errors
/// The signal handler cannot be installed.
#[cfg(unix)]
pub(crate) fn on_interrupt(handler: impl Fn() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    let mut signals = vec![SIGINT, SIGTERM];
    if !is_ignored(SIGHUP) {
        signals.push(SIGHUP);
    }
    let mut signals = Signals::new(signals)?;
    let wait = move || {
        let mut hung_up = false;
        for signal in signals.forever() {
            // A terminal that is closed sends two: that of its shell, and that of the system when the shell has ended.
            if signal != SIGHUP || !std::mem::replace(&mut hung_up, true) {
                handler();
            }
        }
    };
    let thread = std::thread::Builder::new().name("interrupts".into());
    thread.spawn(wait)?;
    Ok(())
}

#[cfg(windows)]
pub(crate) fn on_interrupt(handler: impl Fn() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(handler).map_err(io::Error::other)
}

/// Whether this process ignores a signal. Only Linux tells that without `unsafe`.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
