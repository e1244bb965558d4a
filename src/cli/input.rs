//! Inputs: files, or stdin by the name `-`.

use crate::util::text::{check_encoding, decoded_lines};
use anyhow::Context;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Whether a path is the name of stdin.
pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of an input for messages.
pub(super) fn input_name(path: &Path) -> String {
    match is_stdin(path) {
        true => "stdin".into(),
        false => path.display().to_string(),
    }
}

/// The text of an input with its name for messages.
///
/// # Errors
/// It cannot be read, is compressed, or is in UTF-16.
pub(super) fn read_text(path: &Path) -> anyhow::Result<(String, String)> {
    let (name, bytes) = read_bytes(path)?;
    check_encoding(&bytes).with_context(|| name.clone())?;
    Ok((name, decoded_lines(&bytes)))
}

/// The bytes of an input with its name for messages.
///
/// # Errors
/// It cannot be read.
pub(super) fn read_bytes(path: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    let name = input_name(path);
    let mut bytes = Vec::new();
    let read = match is_stdin(path) {
        true => io::stdin().read_to_end(&mut bytes),
        false => File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)),
    };
    read.with_context(|| name.clone())?;
    Ok((name, bytes))
}
