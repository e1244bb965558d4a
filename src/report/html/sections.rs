//! The sections of the page that need no script.

use crate::report::date::Date;
use crate::report::html::{Match, conduct, escaped, results};
use crate::tournament::Estimate;
use std::collections::BTreeSet;

/// All of them, in their order.
pub fn all(data: &Match, heading: &str) -> String {
    let two = data.standings.engines.len() == 2;
    let mut text = header(data, heading);
    text += "<section id=\"results\">\n<h2>Results</h2>\n";
    if two {
        text += &results::duel(data);
    }
    text += &results::standings(data);
    text += "</section>\n";
    let many = data.standings.engines.len() > 3;
    let mut cards = vec![(results::cross(&data.standings), many)];
    if data.standings.engines.len() >= 2 {
        cards.extend(data.sprt.map(|sprt| (results::test(data, sprt), false)));
    }
    if two {
        cards.push((results::course(data), false));
    }
    cards.extend([
        (conduct::lengths(data), false),
        (conduct::endings(data), many),
        (conduct::ply_times(data), false),
    ]);
    text + &grid(cards) + &conduct::times(data)
}

/// Cards beside each other where there is room; wide ones, and one that is left over, have a row of their
/// own.
fn grid(mut cards: Vec<(String, bool)>) -> String {
    cards.retain(|(card, _)| !card.is_empty());
    if cards.iter().filter(|(_, wide)| !wide).count() % 2 == 1
        && let Some((_, wide)) = cards.iter_mut().rev().find(|(_, wide)| !wide)
    {
        *wide = true;
    }
    let mut text = String::from("<div class=\"grid\">\n");
    for (card, wide) in cards {
        text += &if wide {
            card.replacen("<section ", "<section class=\"wide\" ", 1)
        } else {
            card
        };
    }
    text + "</div>\n"
}

/// The last lines of the page.
pub fn footer() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "Made by Flipfive {version}. Error bars are 95 % intervals, from pairs of games with the same \
         opening and exchanged colours where there are any. Black moves first."
    )
}

/// A section, or nothing if there is nothing in it.
pub fn section(id: &str, title: &str, inside: &str) -> String {
    if inside.is_empty() {
        return String::new();
    }
    format!("<section id=\"{id}\">\n<h2>{title}</h2>\n{inside}</section>\n")
}

/// The name of an engine with its colour.
pub fn name(data: &[String], engine: usize) -> String {
    let name = escaped(&data[engine]);
    format!(
        "<i class=\"dot\" style=\"background:var(--e{})\"></i><span class=\"name\">{name}</span>",
        engine % 8
    )
}

/// The cell of a table with an engine's name.
pub fn name_cell(data: &[String], engine: usize) -> String {
    let title = escaped(&data[engine]);
    let name = name(data, engine);
    format!("<td class=\"name\" title=\"{title}\">{name}</td>")
}

/// A number for people, with a proper sign for infinity and below zero.
pub fn number(value: f64, decimals: usize) -> String {
    if value.is_nan() {
        "–".into()
    } else if value.is_infinite() {
        if value > 0.0 { "∞" } else { "−∞" }.into()
    } else {
        let text = crate::report::text::number(value, decimals);
        text.replace('-', "−")
    }
}

fn signed(value: f64, decimals: usize) -> String {
    let text = number(value, decimals);
    if value > 0.0 && !text.trim_matches(['0', '.']).is_empty() {
        format!("+{text}")
    } else {
        text
    }
}

/// A value with half its interval, or with the whole one where that has no width.
pub fn plus_minus(estimate: Estimate) -> String {
    let error = estimate.error();
    if error.is_finite() {
        return format!("{} ± {}", signed(estimate.value, 1), number(error, 1));
    }
    let (low, high) = (signed(estimate.low, 1), signed(estimate.high, 1));
    format!("{} ({low} to {high})", signed(estimate.value, 1))
}

/// A part of one in percent.
pub fn percent(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(
        || "–".into(),
        |v| format!("{} %", number(100.0 * v, decimals)),
    )
}

/// Half points without needless decimals.
pub fn points(points: f64) -> String {
    if points.fract() == 0.0 {
        format!("{points:.0}")
    } else {
        format!("{points:.1}")
    }
}

fn header(data: &Match, heading: &str) -> String {
    let games = data.games;
    let count = match data.title.scheduled {
        Some(all) if u64::from(all) != games.len() as u64 => {
            format!("{} of {all} games", games.len())
        }
        _ if games.len() == 1 => "1 game".into(),
        _ => format!("{} games", games.len()),
    };
    let mut facts = vec![count];
    let variants: BTreeSet<(&str, u8)> = games
        .iter()
        .map(|game| (game.variant.as_str(), game.size))
        .collect();
    facts.extend(
        variants
            .iter()
            .take(3)
            .map(|(name, size)| format!("{} {size}×{size}", escaped(name))),
    );
    let began = games.iter().map(|game| game.began).filter(|&ms| ms > 0);
    let ended = games
        .iter()
        .map(|game| game.began.saturating_add(game.took));
    if let (Some(began), Some(ended)) = (began.min(), ended.max()) {
        let (from, to) = (Date::of(began), Date::of(ended));
        let minute = |date: Date| format!("{} {}", date.day_text("-"), &date.time_text()[..5]);
        facts.push(if from.day_text("-") == to.day_text("-") {
            format!("{}–{} UTC", minute(from), &to.time_text()[..5])
        } else {
            format!("{} – {} UTC", minute(from), minute(to))
        });
    }
    let mut settings = String::new();
    let time = (!data.title.time.is_empty()).then(|| ("Time".to_owned(), data.title.time.clone()));
    for (name, value) in time.iter().chain(&data.title.settings) {
        settings += &format!("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value));
    }
    if !settings.is_empty() {
        settings = format!("<dl class=\"settings\">\n{settings}</dl>\n");
    }
    format!(
        "<header>\n<h1>{}</h1>\n<button type=\"button\" class=\"theme\" id=\"theme\" \
         title=\"Light or dark\" aria-label=\"Light or dark\" hidden></button>\n\
         <p class=\"sub\">{}</p>\n{settings}<nav><a href=\"#results\">Results</a>\
         <a href=\"#endings\">Endings</a><a href=\"#times-table\">Time</a>\
         <a href=\"#openings\">Openings</a><a href=\"#games\">Games</a></nav>\n</header>\n",
        escaped(heading),
        facts.join(" · ")
    )
}
