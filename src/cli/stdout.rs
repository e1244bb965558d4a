//! Standard output. Its errors name it, so that the program can tell a reader that has gone away from other
//! closed pipes.

use serde::Serialize;
use std::io::{self, ErrorKind, Write};

/// Standard output with errors that name it.
pub(super) struct Stdout(io::Stdout);

/// Standard output.
pub(super) fn stdout() -> Stdout {
    Stdout(io::stdout())
}

/// Writes an object on one line.
///
/// # Errors
/// Those of the writer, with their own type, by which [`is_closed`] knows them.
pub(super) fn write_json_line(out: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

#[derive(Debug, thiserror::Error)]
#[error("standard output: {0}")]
struct StdoutError(io::Error);

fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), StdoutError(error))
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }
}

/// Whether the reader of standard output has gone away.
pub(super) fn is_closed(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| {
            error.kind() == ErrorKind::BrokenPipe
                && error
                    .get_ref()
                    .is_some_and(|inner| inner.is::<StdoutError>())
        })
    })
}
