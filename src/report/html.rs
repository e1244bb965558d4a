//! The report of a match as one HTML file that needs nothing else: no network, no other file, no
//! library. It works from a disk, in light and in dark, on wide and on narrow screens.
//!
//! Tables and figures are written here, as HTML and SVG; the lists of games and openings and the board
//! are drawn by the scripts of the page, which see nothing but the data inside it. Every text that comes
//! from outside (names of engines above all) is escaped, and a content security policy forbids the page
//! to load anything.

mod charts;
mod conduct;
mod data;
mod results;
mod sections;
#[cfg(test)]
mod tests;

use crate::tournament::GameResult;
use crate::tournament::MatchInfo;
use crate::tournament::Sprt;
use crate::tournament::{EngineStats, engine_stats};
use crate::tournament::{MatchScore, Standings};

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/style.css");

/// The scripts in the order in which they build on each other.
const SCRIPTS: [&str; 6] = [
    include_str!("html/list.js"),
    include_str!("html/board.js"),
    include_str!("html/plot.js"),
    include_str!("html/games.js"),
    include_str!("html/viewer.js"),
    include_str!("html/start.js"),
];

/// What the sections are made of.
struct Match<'a> {
    title: &'a MatchInfo,
    games: &'a [GameResult],
    sprt: Option<&'a Sprt>,
    standings: Standings,
    usage: Vec<EngineStats>,
    /// The first engine against the second one after some numbers of games.
    history: Vec<(usize, MatchScore)>,
}

/// The whole page.
pub fn page(title: &MatchInfo, games: &[GameResult], sprt: Option<&Sprt>) -> String {
    let standings = Standings::of(title, games);
    let data = Match {
        title,
        games,
        sprt,
        usage: engine_stats(title, games),
        history: results::history(title, games, &standings),
        standings,
    };
    let heading = title.heading(games);
    let script = format!("\"use strict\";\n(() => {{\n{}}})();\n", SCRIPTS.join("\n"));
    fill(
        PAGE,
        &[
            ("title", &escaped(&heading)),
            ("style", STYLE),
            ("body", &sections::all(&data, &heading)),
            ("footer", &sections::footer()),
            ("data", &data::table(&data)),
            ("lines", &data::lines(games)),
            ("script", &script),
        ],
    )
}

/// A template with `{{name}}` replaced. What is put in is not looked at again.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        text += before;
        let Some((name, after)) = after.split_once("}}") else {
            rest = after;
            break;
        };
        let value = values.iter().find(|(other, _)| *other == name);
        text += value.map_or("", |(_, value)| value);
        rest = after;
    }
    text + rest
}

/// A text from outside, between tags or in an attribute.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // Line breaks and the like become blanks; HTML does not allow other control characters.
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}
