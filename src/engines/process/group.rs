//! Process groups: an engine is killed together with the processes that it started.
//!
//! A group is known by its number, not by a handle, so that [`kill_all`] can kill an engine whose handle
//! another thread holds.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Engines that were started and have not ended.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// The engines that are running. Hold the lock while an engine may end: afterwards its number can belong
/// to another process.
pub(super) fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    // A panic elsewhere cannot leave the set half changed.
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every running engine with its children. For a process that is about to exit while other threads
/// wait for engines; those threads see the end of the engine's output.
pub fn kill_all() {
    for &id in running().iter() {
        kill_group(id);
    }
}

/// Gives a program a process group of its own.
#[cfg(unix)]
pub(super) fn separate(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
pub(super) fn separate(_: &mut Command) {}

/// Kills a program with its children.
#[cfg(unix)]
pub(super) fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // An error means that the group has ended.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(windows)]
pub(super) fn kill_group(id: u32) {
    use std::process::Stdio;
    let killed = Command::new("taskkill")
        .args(["/T", "/F", "/PID", &id.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if let Err(error) = killed {
        log::warn!("cannot run taskkill: {error}");
    }
}

#[cfg(not(any(unix, windows)))]
pub(super) fn kill_group(_: u32) {}
