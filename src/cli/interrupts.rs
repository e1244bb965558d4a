//! Interrupts (SIGINT, SIGTERM, SIGHUP) of a program that runs engines.

use crate::engines::kill_all;
use crate::search::StopToken;
use crate::util::interrupt::on_interrupt;
use anyhow::Context;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Exit code of an interrupted program.
const INTERRUPTED: i32 = 130;

/// An interrupt is ending the program.
static ENDS: AtomicBool = AtomicBool::new(false);

/// Waits for the end of the program if an interrupt is ending it: with its engines killed, a sub-command may come to an end
/// of its own before that, which is not to decide the exit code.
pub(super) fn wait_for_end() {
    while ENDS.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// What the next interrupt does.
pub(super) struct Interrupts(Arc<Mutex<Option<StopToken>>>);

impl Interrupts {
    /// From now on, an interrupt kills all engines and ends the program.
    pub(super) fn handle() -> anyhow::Result<Self> {
        let stop = Arc::new(Mutex::new(None::<StopToken>));
        let next = Arc::clone(&stop);
        on_interrupt(
            move || match next.lock().unwrap_or_else(PoisonError::into_inner).take() {
                Some(stop) => stop.raise(),
                None => {
                    ENDS.store(true, Ordering::SeqCst);
                    kill_all();
                    std::process::exit(INTERRUPTED);
                }
            },
        )
        .context("cannot handle interrupts")?;
        Ok(Self(stop))
    }

    /// The next interrupt only raises `stop`.
    pub(super) fn stop_first(&self, stop: &StopToken) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop.clone());
    }
}
