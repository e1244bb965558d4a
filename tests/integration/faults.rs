//! Full disks, read-only folders, closed streams, signals, clocks and limits of memory: what
//! docs/faults.md says about them.

mod clock;
#[cfg(target_os = "linux")]
mod memory;
mod outputs;
mod signals;
mod streams;

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const EXECUTABLE: &str = env!("CARGO_BIN_EXE_flipfive");

/// A game of Othello for commands that read one.
const GAME: &str = "f5d6c3d3c4f4f6\n";

/// Our program with arguments that contain no spaces.
fn flipfive(arguments: &str) -> Command {
    let mut command = Command::new(EXECUTABLE);
    command
        .args(arguments.split_whitespace())
        .env_remove("RUST_LOG")
        .stdin(Stdio::null());
    command
}

/// Our program started by a shell, which changes what the program inherits: `$0` is the program.
fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", script, EXECUTABLE])
        .stdin(Stdio::null());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a command to its end. No command may die of a signal or panic.
fn run(command: &mut Command) -> (i32, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    let (stdout, stderr) = (text(&stdout), text(&stderr));
    assert!(!stderr.contains("panicked"), "{command:?}\n{stderr}");
    let code = status.code();
    let code = code.unwrap_or_else(|| panic!("{command:?} died: {status}\n{stderr}"));
    (code, stdout, stderr)
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn system(program: &str, arguments: &[&OsStr]) -> bool {
    let mut command = Command::new(program);
    let output = command.args(arguments).output();
    output.is_ok_and(|output| output.status.success())
}
