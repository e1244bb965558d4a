//! The kinds of lines that a Gomocup engine writes.

/// A reply to `ABOUT`: pairs, among which the name is mandatory.
pub(in crate::engines) fn is_about(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.split_once("name")
        .is_some_and(|(_, rest)| rest.trim_start().starts_with('='))
}

/// `MESSAGE` and `DEBUG` lines, which reply to nothing.
pub(in crate::engines) fn is_message(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["MESSAGE", "DEBUG"]
        .iter()
        .any(|kind| word.eq_ignore_ascii_case(kind))
}

/// `ERROR` lines.
pub(super) fn is_error(line: &str) -> bool {
    line.get(..5)
        .is_some_and(|start| start.eq_ignore_ascii_case("ERROR"))
}

/// Whether a line that is not a move was meant as one. Other replies have a comma only after a word.
pub(super) fn resembles_move(line: &str) -> bool {
    line.contains(',') && !line.starts_with(|c: char| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_lines() {
        assert!(is_about("name=\"Rapfi\", version=\"0.43\""));
        assert!(is_about("version = \"1\", Name = \"x\""));
        assert!(!is_about("MESSAGE what a name"));
        assert!(is_message("message hello") && is_message("DEBUG x") && !is_message("7,7"));
        assert!(is_error("ERROR - unsupported size") && !is_error("ERRO") && !is_error("é"));
        assert!(resembles_move("7,8,9") && resembles_move("7,x") && !resembles_move("OK"));
        assert!(!resembles_move("SUGGEST 7,8"));
    }
}
