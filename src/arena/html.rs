//! The report of a match as one HTML file that needs nothing else.

use super::{Played, Sprt, Title, summary};

/// The whole page.
pub fn page(title: &Title, games: &[Played], sprt: Option<&Sprt>) -> String {
    let text = summary::text(title, games, sprt);
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!("<!DOCTYPE html><meta charset=\"utf-8\"><pre>{text}</pre>\n")
}
