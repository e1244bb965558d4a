//! The executable: flags, logger, one sub-command.
fn main() {}
