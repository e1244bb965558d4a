//! The program at the other end of stdin and stdout: its lines, the end of its input, its departure.

use crate::protocol::input::{Executed, read_lines};
use std::io;
use std::time::Instant;

/// The time between two looks whether somebody still reads stdout, after the end of the input.
#[cfg(unix)]
const OUTPUT_INTERVAL: std::time::Duration = std::time::Duration::from_millis(50);

/// An event of the controller.
pub(crate) enum ControllerEvent {
    /// A line without its line feed, and its time of arrival.
    Line(Vec<u8>, Instant),
    /// The end of the input.
    End,
    /// Nobody reads the output any more.
    OutputClosed,
}

/// Reads stdin to its end, and then waits until nobody reads stdout. `send` returns false once nobody
/// handles the events any more.
pub(crate) fn watch_controller(executed: &Executed, send: impl Fn(ControllerEvent) -> bool) {
    let lines = |line, arrival| send(ControllerEvent::Line(line, arrival));
    if let Err(error) = read_lines(io::stdin().lock(), executed, lines) {
        log::error!("cannot read standard input: {error}");
    }
    if send(ControllerEvent::End) {
        wait_for_closed_output();
        send(ControllerEvent::OutputClosed);
    }
}

/// Returns when nobody can read stdout any more: the other end of the pipe is closed.
#[cfg(unix)]
fn wait_for_closed_output() {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdout = io::stdout();
    loop {
        let mut output = [PollFd::new(&stdout, PollFlags::OUT)];
        let asked = poll(&mut output, Some(&Timespec::default()));
        if asked.is_ok()
            && output[0]
                .revents()
                .intersects(PollFlags::ERR | PollFlags::HUP)
        {
            return;
        }
        std::thread::sleep(OUTPUT_INTERVAL);
    }
}

/// Other systems notice a closed pipe when they write to it.
#[cfg(not(unix))]
fn wait_for_closed_output() {
    loop {
        std::thread::park();
    }
}
