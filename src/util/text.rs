//! Text of files and streams.

use std::borrow::Cow;
use std::io;

/// Bytes without the byte order mark with which some programs begin their output.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// The text of bytes without a byte order mark: UTF-8, or else Latin-1, which is what old files have.
pub(crate) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = without_mark(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// The text of lines, each of which may begin with a byte order mark and be in UTF-8 or in Latin-1: files that were
/// joined have several marks and both encodings.
pub(crate) fn decoded_lines(bytes: &[u8]) -> String {
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    lines.map(decoded).collect()
}

/// A number with its unit: `1 game`, `2 games`.
pub(crate) fn counted(number: usize, unit: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{plural}")
}

/// A switch in the spellings that people and hosts use, in any case.
pub(crate) fn switch(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "on" | "true" | "yes" | "1" => Some(true),
        "off" | "false" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// The first bytes of compressed files, and what compressed them.
const COMPRESSED: [(&[u8], &str); 5] = [
    (b"\x1f\x8b", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"PK\x03\x04", "zip"),
];

/// Fails if a file that begins with these bytes is compressed, in UTF-16, which [`decoded`] does not read, a library of
/// RenLib, or XML or HTML.
///
/// # Errors
/// The file is one of these.
pub(crate) fn check_encoding(head: &[u8]) -> io::Result<()> {
    if head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]) {
        let message = "the text is in UTF-16; expected UTF-8 or Latin-1";
        return Err(io::Error::other(message));
    }
    if head.starts_with(b"\xffRenLib\xff") {
        let message =
            "the file is a library of RenLib, which is not read; expected games, such as SGF";
        return Err(io::Error::other(message));
    }
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    if text.trim_ascii_start().starts_with(b"<") {
        let message = "the file is XML or HTML, which is not read; expected games, such as SGF";
        return Err(io::Error::other(message));
    }
    match COMPRESSED.iter().find(|(magic, _)| head.starts_with(magic)) {
        Some((_, program)) => Err(io::Error::other(format!(
            "the file is compressed by {program}; unpack it first"
        ))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_singular() {
        assert_eq!(counted(0, "game"), "0 games");
        assert_eq!(counted(1, "game"), "1 game");
        assert_eq!(counted(2, "game"), "2 games");
    }

    #[test]
    fn utf_8_and_latin_1_are_told_apart() {
        assert_eq!(decoded("é".as_bytes()), "é");
        assert_eq!(decoded(b"\xe9"), "é");
        assert_eq!(decoded(b"\xef\xbb\xbff5"), "f5");
        assert_eq!(decoded(b"\xef\xbb\xbf\xe9"), "é");
        assert_eq!(decoded_lines(b"\xef\xbb\xbf\xc3\xa9\n\xe9"), "é\né");
        assert!(check_encoding(b"\xff\xfef\0").is_err());
        assert!(check_encoding(b"\xef\xbb\xbff5").is_ok());
    }

    #[test]
    fn files_of_other_kinds_are_named_as_such() {
        let refused = |head: &[u8]| check_encoding(head).map_err(|error| error.to_string());
        // A header of WTHOR may begin in a similar way.
        assert_eq!(
            refused(b"\x1f\x8b\x08\0\0\0\0\0\0\x03 text"),
            Err("the file is compressed by gzip; unpack it first".into())
        );
        assert!(refused(b"BZh91AY&SY").is_err());
        assert!(refused(b"PK\x03\x04\x14").is_err());
        assert!(refused(b"\xffRenLib\xff\x03\0").is_err_and(|text| text.contains("RenLib")));
        assert!(refused(b"\xef\xbb\xbf\n<!DOCTYPE html>").is_err_and(|text| text.contains("HTML")));
        assert_eq!(refused(b"f5d6"), Ok(()));
    }
}
