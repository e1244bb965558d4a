//! The executable. Everything it does is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    flipfive::cli::main()
}
