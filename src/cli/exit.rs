//! Exit codes, and errors that have one of their own.

/// Everything went well.
pub(super) const SUCCESS: u8 = 0;
/// The program could not do what it was asked for.
pub(super) const FAILURE: u8 = 1;
/// The command line was wrong (as clap reports it).
pub(super) const USAGE: u8 = 2;
/// An engine ended a match.
pub(super) const ENGINE_FAILED: u8 = 3;
/// The test of a match accepted H0.
pub(super) const H0_ACCEPTED: u8 = 4;
/// A match ended before its test was decided.
pub(super) const UNDECIDED: u8 = 5;

/// The run was completed, but some of the games could not be read.
pub(super) const INCOMPLETE: u8 = 6;

/// An error with its exit code; the code of others is [`FAILURE`].
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(super) struct ExitError {
    pub code: u8,
    message: String,
}

/// An error with an exit code of its own.
pub(super) fn exit_error(code: u8, message: impl ToString) -> anyhow::Error {
    let message = message.to_string();
    ExitError { code, message }.into()
}

/// The same error as one of the command line.
pub(super) fn usage(error: anyhow::Error) -> anyhow::Error {
    exit_error(USAGE, message(&error))
}

/// The error with its causes. Many errors of the library name their cause in their own text; it is not
/// said twice.
pub(super) fn message(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.ends_with(&cause) {
            text += &format!(": {cause}");
        }
    }
    text
}
