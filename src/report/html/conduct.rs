//! Sections about how the engines played: lengths, endings, time.

use crate::engines::Termination;
use crate::report::export::short;
use crate::report::html::Match;
use crate::report::html::charts;
use crate::report::html::charts::Bar;
use crate::report::html::escaped;
use crate::report::html::sections::{name, name_cell, number, percent, section};
use crate::tournament::GameResult;
use crate::tournament::Winner;

/// How long the games were.
pub fn lengths(data: &Match) -> String {
    let games = data.games;
    let plies = |game: &GameResult| game.opening_moves.len() + game.plies.len();
    let (Some(least), Some(most)) = (games.iter().map(plies).min(), games.iter().map(plies).max())
    else {
        return String::new();
    };
    // Bars of a round width, at most forty.
    let width = [1, 2, 5, 10, 20, 50, 100, 200, 500]
        .into_iter()
        .find(|width| (most - least) / width < 40)
        .unwrap_or(1000);
    let start = least / width * width;
    let mut bars: Vec<Bar> = (0..=(most - start) / width)
        .map(|n| {
            let from = start + n * width;
            let label = if width == 1 {
                format!("{from} plies")
            } else {
                format!("{from} to {} plies", from + width - 1)
            };
            Bar {
                label,
                parts: [0; 3],
            }
        })
        .collect();
    for game in games {
        let part = match game.winner {
            Some(Winner::Black) => 0,
            None => 1,
            Some(Winner::White) => 2,
        };
        bars[(plies(game) - start) / width].parts[part] += 1;
    }
    let mean = games.iter().map(plies).sum::<usize>() as f64 / games.len() as f64;
    let end = start + bars.len() * width - 1;
    let chart = charts::histogram(&bars, (&start.to_string(), &format!("{end} plies")));
    section(
        "lengths",
        "Colours and length of the games",
        &format!(
            "{}<p class=\"note\">{least} to {most} plies, {} in the mean.</p>\n<p class=\"legend\" \
             style=\"margin:0 0 .6rem\"><span><i class=\"swatch\" style=\"background:var(--black)\"></i>Black \
             won</span><span><i class=\"swatch\" style=\"background:var(--draw)\"></i>drawn</span><span><i \
             class=\"swatch\" style=\"background:var(--white)\"></i>White won</span></p>\n{chart}",
            colors(data),
            number(mean, 1)
        ),
    )
}

/// How the games ended, and who lost by what.
pub fn endings(data: &Match) -> String {
    let engines = &data.standings.engines;
    let few = engines.len() <= 6;
    let mut text = String::from(
        "<div class=\"scroll\"><table><thead><tr><th class=\"l\">Termination</th><th>Games</th><th></th>",
    );
    if few {
        for engine in 0..engines.len() {
            text += &format!(
                "<th class=\"narrow\" title=\"lost by {0}\">{1}</th>",
                escaped(&engines[engine]),
                name(engines, engine)
            );
        }
    } else {
        text += "<th class=\"l\">Lost by</th>";
    }
    text += "</tr></thead>\n<tbody>\n";
    for ending in Termination::ALL {
        let count = data
            .games
            .iter()
            .filter(|game| game.ending == ending)
            .count();
        if count == 0 {
            continue;
        }
        let share = percent(Some(count as f64 / data.games.len() as f64), 1);
        let row = if ending.is_fault() {
            " class=\"bad-row\""
        } else {
            ""
        };
        let mark = if ending.is_fault() { "bad" } else { "" };
        text += &format!(
            "<tr{row}><td class=\"l {mark}\">{}</td><td>{count}</td><td class=\"muted\">{share}</td>",
            ending.name()
        );
        let lost = |engine: usize| data.usage[engine].losses.get(&ending).copied().unwrap_or(0);
        if few {
            for engine in 0..engines.len() {
                text += &match lost(engine) {
                    0 => "<td class=\"muted\">·</td>".into(),
                    lost => format!("<td class=\"{mark}\">{lost}</td>"),
                };
            }
        } else {
            let losers = (0..engines.len()).filter(|&engine| lost(engine) > 0);
            let losers: Vec<String> = losers
                .map(|engine| format!("{} {}", name(engines, engine), lost(engine)))
                .collect();
            text += &format!(
                "<td class=\"l\" style=\"white-space:normal\">{}</td>",
                losers.join(", ")
            );
        }
        text += "</tr>\n";
    }
    let any_fault = data.games.iter().any(|game| game.ending.is_fault());
    let note = if data.games.is_empty() {
        "No games yet."
    } else if any_fault {
        "Games lost by each engine. Faults are marked: there it was not strength that decided."
    } else {
        "Games lost by each engine. None was at fault."
    };
    section(
        "endings",
        "Endings",
        &format!("<p class=\"note\">{note}</p>\n{text}</tbody></table></div>\n"),
    )
}

/// What the first move was worth.
fn colors(data: &Match) -> String {
    let black = data.standings.black();
    let Some(score) = black.score() else {
        return String::new();
    };
    let part = |count: u64, class: &str, what: &str| {
        if count == 0 {
            return String::new();
        }
        let wide = count * 8 >= black.games();
        let label = if wide {
            format!("{count} {what}")
        } else {
            String::new()
        };
        format!(
            "<span class=\"{class}\" style=\"flex:{count}\" title=\"{count} {what}\">{label}</span>"
        )
    };
    format!(
        "<p class=\"note\">Black, who moves first, scored {} with these openings.</p>\n<div \
         class=\"stack sides\">{}{}{}</div>\n",
        percent(Some(score), 1),
        part(black.wins, "side-black", "Black"),
        part(black.draws, "draw", "drawn"),
        part(black.losses, "side-white", "White"),
    )
}

/// Time per move over the game.
pub fn ply_times(data: &Match) -> String {
    let engines = &data.standings.engines;
    let length = data
        .usage
        .iter()
        .map(|usage| usage.by_ply.len())
        .max()
        .unwrap_or(0);
    // Of each engine's moves two plies are taken together: it makes every other one.
    let series: Vec<Vec<Option<f64>>> = data
        .usage
        .iter()
        .map(|usage| {
            (0..length.div_ceil(2))
                .map(|n| {
                    let both = usage.by_ply.iter().skip(2 * n).take(2);
                    let (moves, ms) =
                        both.fold((0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
                    (moves > 0).then(|| ms / moves as f64)
                })
                .collect()
        })
        .collect();
    let chart = charts::curves(&series, ("0", &format!("{length} plies")));
    if chart.is_empty() {
        return String::new();
    }
    let legend: String = (0..engines.len())
        .map(|engine| format!("<span>{}</span>", name(engines, engine)))
        .collect();
    section(
        "ply-times",
        "Time over the game",
        &format!(
            "<p class=\"note\">Mean time of a move in milliseconds.</p>\n<p class=\"legend\" \
             style=\"margin:0 0 .6rem\">{legend}</p>\n{chart}"
        ),
    )
}

/// What the engines did with their time.
pub fn times(data: &Match) -> String {
    let engines = &data.standings.engines;
    let mut text = String::from(
        "<div class=\"scroll\"><table><thead><tr><th class=\"name\">Engine</th><th>Moves</th><th>Time</th>\
         <th>Mean</th><th>Longest</th><th>Lost on time</th><th>Other faults</th><th>Depth</th>\
         <th>Nodes/s</th></tr></thead>\n<tbody>\n",
    );
    for engine in 0..engines.len() {
        let usage = &data.usage[engine];
        let ms = |value: Option<f64>| {
            value.map_or_else(
                || "–".into(),
                |v| {
                    format!(
                        "{} ms",
                        if v < 10.0 {
                            short(v)
                        } else {
                            format!("{v:.0}")
                        }
                    )
                },
            )
        };
        let longest = match usage.max_game {
            Some(game) => format!(
                "<a href=\"#game={0}\" data-game=\"{game}\" title=\"in game {0}\">{1}</a>",
                u64::from(game) + 1,
                ms(Some(usage.max_ms))
            ),
            None => "–".into(),
        };
        let overruns = usage.overruns();
        let others: u64 = usage.faults().map(|(_, count)| count).sum::<u64>() - overruns;
        let fault = |count: u64| {
            let class = if count > 0 { "bad" } else { "muted" };
            format!("<td class=\"{class}\">{count}</td>")
        };
        text += &format!(
            "<tr>{}<td>{}</td><td>{}</td><td>{}</td><td>{longest}</td>{}{}<td>{}</td><td>{}</td></tr>\n",
            name_cell(engines, engine),
            usage.moves,
            clock(usage.total_ms),
            ms(usage.mean_ms()),
            fault(overruns),
            fault(others),
            usage
                .mean_depth()
                .map_or_else(|| "–".into(), |depth| number(depth, 1)),
            usage.nps().map_or_else(|| "–".into(), thousands),
        );
    }
    section(
        "times-table",
        "Time",
        &format!("{text}</tbody></table></div>\n"),
    )
}

/// A duration for people.
fn clock(ms: f64) -> String {
    let seconds = ms / 1000.0;
    if seconds < 100.0 {
        return format!("{seconds:.1} s");
    }
    let whole = seconds.round() as u64;
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    if hours > 0 {
        format!("{hours} h {minutes:02} min")
    } else {
        format!("{minutes} min {seconds:02} s")
    }
}

/// A large number with a letter for its size.
fn thousands(value: f64) -> String {
    if value >= 1e9 {
        format!("{:.2} G", value / 1e9)
    } else if value >= 1e6 {
        format!("{:.2} M", value / 1e6)
    } else if value >= 1e4 {
        format!("{:.0} k", value / 1e3)
    } else {
        format!("{value:.0}")
    }
}
