//! Interrupts (SIGINT, SIGTERM, SIGHUP) of a program that runs engines.

use crate::engines::kill_all;
use crate::search::StopToken;
use crate::util::interrupt::on_interrupt;
use anyhow::Context;
use std::sync::{Arc, Mutex, PoisonError};

/// Exit code of an interrupted program.
const INTERRUPTED: i32 = 130;

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
