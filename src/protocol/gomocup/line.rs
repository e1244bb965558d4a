//! Cleaning of lines.

/// Decodes a line: replaces invalid UTF-8, turns tabs into spaces, and removes other control characters
/// and blanks at both ends.
pub(crate) fn clean(line: &[u8]) -> String {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let text = String::from_utf8_lossy(line);
    let text: String = text
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect();
    text.trim().to_owned()
}
