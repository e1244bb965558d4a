//! The sections of the page that need no script.

use super::charts::{self, Bar, Point};
use super::{Match, escaped};
use crate::arena::output::date::Date;
use crate::arena::output::short;
use crate::arena::played::Winner;
use crate::arena::score::{Estimate, Standings, Tally, Versus};
use crate::arena::sprt::{Sprt, State, Verdict};
use crate::arena::summary::ranking;
use crate::arena::{Ending, Played};
use std::collections::BTreeSet;

/// All of them, in their order.
pub fn all(data: &Match, heading: &str) -> String {
    let two = data.standings.engines.len() == 2;
    let mut text = header(data, heading);
    text += "<section id=\"results\">\n<h2>Results</h2>\n";
    if two {
        text += &duel(data);
    }
    text += &standings(data);
    text += "</section>\n";
    let mut cards = vec![cross(&data.standings)];
    if data.standings.engines.len() >= 2 {
        cards.extend(data.sprt.map(|sprt| test(data, sprt)));
        cards.push(course(data));
    }
    cards.extend([
        lengths(data.games),
        endings(data),
        colors(data),
        ply_times(data),
    ]);
    text += "<div class=\"grid\">\n";
    text += &cards.concat();
    text += "</div>\n";
    text + &times(data)
}

/// The last lines of the page.
pub fn footer() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "Made by Flipfive {version}. Error bars are 95 % intervals, from pairs of games with the same \
         opening and exchanged colours where there are any. Black moves first."
    )
}

fn section(id: &str, title: &str, inside: &str) -> String {
    if inside.is_empty() {
        return String::new();
    }
    format!("<section id=\"{id}\">\n<h2>{title}</h2>\n{inside}</section>\n")
}

/// The name of an engine with its colour.
fn name(data: &[String], engine: usize) -> String {
    let name = escaped(&data[engine]);
    format!(
        "<i class=\"dot\" style=\"background:var(--e{})\"></i><span class=\"name\">{name}</span>",
        engine % 8
    )
}

/// The cell of a table with an engine's name.
fn name_cell(data: &[String], engine: usize) -> String {
    let title = escaped(&data[engine]);
    let name = name(data, engine);
    format!("<td class=\"name\" title=\"{title}\">{name}</td>")
}

/// A number for people, with a proper sign for infinity and below zero.
fn number(value: f64, decimals: usize) -> String {
    if value.is_nan() {
        "–".into()
    } else if value.is_infinite() {
        if value > 0.0 { "∞" } else { "−∞" }.into()
    } else {
        let text = crate::arena::summary::number(value, decimals);
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

fn plus_minus(estimate: Estimate) -> String {
    let error = estimate.error();
    if error.is_finite() {
        return format!("{} ± {}", signed(estimate.value, 1), number(error, 1));
    }
    let (low, high) = (signed(estimate.low, 1), signed(estimate.high, 1));
    format!("{} ({low} to {high})", signed(estimate.value, 1))
}

fn percent(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(
        || "–".into(),
        |v| format!("{} %", number(100.0 * v, decimals)),
    )
}

/// Half points without needless decimals.
fn points(points: f64) -> String {
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

/// The difference between two engines.
fn duel(data: &Match) -> String {
    let engines = &data.standings.engines;
    let versus = data.standings.versus(0, 1);
    let Some(sample) = versus.sample() else {
        return "<p class=\"note\">No games yet.</p>\n".into();
    };
    let tally = versus.tally;
    let elo = plus_minus(sample.elo());
    let (first, second) = (name(engines, 0), name(engines, 1));
    let mut text = format!("<p class=\"headline\">{first} <b>{elo}</b> Elo against {second}</p>\n");
    let normalized = sample.normalized();
    let mut tiles = vec![
        (
            format!("{} / {}", points(tally.points()), tally.games()),
            format!("points ({})", percent(tally.score(), 2)),
        ),
        (
            percent(Some(sample.superiority()), 2),
            "likelihood of superiority".into(),
        ),
        (
            normalized.map_or_else(|| "–".into(), plus_minus),
            "normalised Elo".into(),
        ),
        (percent(tally.draw_ratio(), 1), "games drawn".into()),
    ];
    if versus.paired() {
        let ratio = |value: Option<f64>| number(value.unwrap_or(f64::NAN), 2);
        tiles.push((percent(versus.pairs.draw_ratio(), 1), "pairs even".into()));
        tiles.push((
            ratio(versus.pairs.pairs_ratio()),
            "pairs won per pair lost".into(),
        ));
        tiles.push((
            ratio(versus.pairs.sharpness()),
            "pairs won–lost per drawn–drawn".into(),
        ));
    }
    text += "<div class=\"tiles\">";
    for (value, what) in tiles {
        text += &format!("<div class=\"tile\"><b>{value}</b><span>{what}</span></div>");
    }
    text += "</div>\n";
    text += &stack(&tally);
    if versus.paired() {
        text += &pentanomial(&versus);
    }
    text
}

/// Wins, draws and losses as one bar.
fn stack(tally: &Tally) -> String {
    let parts = [
        (tally.wins, "win", "won"),
        (tally.draws, "draw", "drawn"),
        (tally.losses, "loss", "lost"),
    ];
    let mut text = String::from("<div class=\"stack\">");
    for (count, class, what) in parts {
        if count > 0 {
            let wide = count * 10 >= tally.games();
            let label = if wide {
                format!("{count} {what}")
            } else {
                String::new()
            };
            text += &format!(
                "<span class=\"{class}\" style=\"flex:{count}\" title=\"{count} {what}\">{label}</span>"
            );
        }
    }
    text + "</div>\n"
}

/// How the pairs ended, as bars.
fn pentanomial(versus: &Versus) -> String {
    let counts = versus.pairs.counts();
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let classes = ["loss", "loss", "draw", "win", "win"];
    let labels = ["0", "½", "1", "1½", "2"];
    let mut text = String::from("<div class=\"ptnml\">");
    for ((count, class), label) in counts.iter().zip(classes).zip(labels) {
        let height = 70.0 * *count as f64 / most;
        text += &format!(
            "<div><b>{count}</b><i class=\"{class}\" style=\"height:{height:.1}%\"></i>\
             <span>{label}</span></div>"
        );
    }
    text + "</div>\n<p class=\"note\" style=\"margin:.3rem 0 1rem;text-align:center\">Pairs of games by \
            points</p>\n"
}

/// The table of all engines.
fn standings(data: &Match) -> String {
    let standings = &data.standings;
    let engines = &standings.engines;
    let two = engines.len() == 2;
    let rows = ranking(standings);
    // Two engines are shown by their difference, several by their ratings.
    let shown: Vec<_> = rows
        .iter()
        .map(|(engine, rating)| {
            let difference = standings.total(*engine).sample().map(|sample| sample.elo());
            let elo = if two { difference } else { Some(rating.elo) };
            (
                *engine,
                elo.filter(|_| standings.total(*engine).tally.games() > 0),
                rating,
            )
        })
        .collect();
    let (low, high) = charts::limits(shown.iter().filter_map(|(_, elo, _)| *elo));
    let pairs = (0..engines.len()).any(|n| standings.total(n).pairs.total() > 0);
    let mut text = String::from(
        "<div class=\"scroll\"><table>\n<thead><tr><th>#</th><th class=\"name\">Engine</th>",
    );
    text +=
        "<th>Elo</th><th></th><th>Games</th><th>Won</th><th>Drawn</th><th>Lost</th><th>Points</th>";
    text += "<th>Score</th><th>as Black</th><th>as White</th>";
    if pairs {
        text += "<th title=\"Pairs of games with 0, ½, 1, 1½ and 2 points\">Pairs 0–2</th>";
    }
    text += "</tr></thead>\n<tbody>\n";
    for (rank, (engine, elo, rating)) in shown.iter().enumerate() {
        let total = standings.total(*engine);
        let tally = total.tally;
        let star = if rating.padded && !two { " *" } else { "" };
        let (value, bar) = match elo {
            Some(elo) => (plus_minus(*elo), charts::interval(*elo, low, high, *engine)),
            None => ("–".into(), String::new()),
        };
        text += &format!(
            "<tr><td>{}</td>{}<td>{value}{star}</td><td class=\"interval\">{bar}</td>",
            rank + 1,
            name_cell(engines, *engine)
        );
        text += &format!(
            "<td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>",
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses,
            points(tally.points()),
            percent(tally.score(), 1),
            percent(total.black.score(), 1),
            percent(total.white().score(), 1),
        );
        if pairs {
            let counts = total.pairs.counts().map(|count| count.to_string());
            text += &format!("<td>{}</td>", counts.join(" · "));
        }
        text += "</tr>\n";
    }
    text += "</tbody></table></div>\n";
    let groups: BTreeSet<usize> = rows.iter().map(|(_, rating)| rating.group).collect();
    if !two && rows.iter().any(|(_, rating)| rating.padded) {
        text += "<p class=\"note\" style=\"margin:.6rem 0 0\">* with one more draw for each pairing, because \
                 somebody has all points or none.</p>\n";
    }
    if groups.len() > 1 {
        text += "<p class=\"note\" style=\"margin:.6rem 0 0\">Not all engines have met, not even by way of \
                 others: ratings of different groups cannot be compared.</p>\n";
    }
    text
}

/// Every engine against every other one: points and the likelihood of superiority.
fn cross(standings: &Standings) -> String {
    let engines = &standings.engines;
    if engines.len() < 2 {
        return String::new();
    }
    let order: Vec<usize> = ranking(standings)
        .into_iter()
        .map(|(engine, _)| engine)
        .collect();
    let mut text =
        String::from("<div class=\"scroll\"><table class=\"cross\"><thead><tr><th></th>");
    for &engine in &order {
        let title = escaped(&engines[engine]);
        text += &format!("<th title=\"{title}\">{}</th>", name(engines, engine));
    }
    text += "</tr></thead>\n<tbody>\n";
    for &a in &order {
        text += &format!("<tr>{}", name_cell(engines, a));
        for &b in &order {
            let versus = standings.versus(a, b);
            text += &match versus.sample() {
                _ if a == b => "<td class=\"self\"></td>".into(),
                None => "<td class=\"muted\">–</td>".into(),
                Some(sample) => {
                    let tally = versus.tally;
                    let score = tally.score().unwrap_or(0.5);
                    // Stronger colours for clearer results.
                    let strength = ((score - 0.5).abs() * 90.0).round();
                    let class = if score > 0.5 { "win" } else { "loss" };
                    format!(
                        "<td style=\"background:color-mix(in srgb, var(--{class}) {strength}%, var(--card))\" \
                         title=\"{} Elo\">{} / {}<small>+{} ={} −{}</small><small>LOS {}</small></td>",
                        plus_minus(sample.elo()),
                        points(tally.points()),
                        tally.games(),
                        tally.wins,
                        tally.draws,
                        tally.losses,
                        percent(Some(sample.superiority()), 1),
                    )
                }
            };
        }
        text += "</tr>\n";
    }
    text += "</tbody></table></div>\n";
    section(
        "cross",
        "Cross table",
        &format!(
            "<p class=\"note\">Points of the engine on the left, and how likely it is the better one \
             (LOS).</p>\n{text}"
        ),
    )
}

/// The results after so many games, at some moments: at most as many as a curve can show.
fn moments(games: &[Played]) -> impl Iterator<Item = &[Played]> {
    let count = games.len();
    let moments = count.min(160);
    (1..=moments).map(move |n| &games[..count * n / moments.max(1)])
}

/// What the first engine did against the second one after some of the games, in their order.
fn history(data: &Match) -> Vec<(usize, Versus)> {
    let mut games: Vec<Played> = Vec::new();
    // Only who played and who won matters here; moves are heavy.
    for game in data.games {
        games.push(Played {
            plies: Vec::new(),
            opening_moves: Vec::new(),
            ..game.clone()
        });
    }
    games.sort_by_key(|game| (game.began.saturating_add(game.took), game.game));
    moments(&games)
        .map(|part| (part.len(), Standings::of(data.title, part)))
        .map(|(count, standings)| {
            let index = |name: &String| standings.engines.iter().position(|other| other == name);
            let [a, b] = [0, 1].map(|n| index(&data.standings.engines[n]).unwrap_or(usize::MAX));
            (count, standings.versus(a, b))
        })
        .collect()
}

/// The sequential test: where it stands and how it came there.
fn test(data: &Match, sprt: &Sprt) -> String {
    let state = sprt.state(&data.standings.versus(0, 1));
    let State {
        llr, lower, upper, ..
    } = state;
    let parameters = sprt.parameters();
    let kind = match parameters.model {
        crate::arena::sprt::Model::Normalized => "normalised",
        crate::arena::sprt::Model::Logistic => "logistic",
    };
    let verdict = match state.verdict {
        Verdict::Continue => "not decided yet".to_owned(),
        Verdict::AcceptH0 => format!(
            "H0 accepted: the difference is rather {} Elo",
            number(parameters.elo0, 2)
        ),
        Verdict::AcceptH1 => format!(
            "H1 accepted: the difference is rather {} Elo",
            number(parameters.elo1, 2)
        ),
    };
    let engines = &data.standings.engines;
    let history: Vec<Point> = history(data)
        .into_iter()
        .map(|(count, versus)| Point {
            x: count as f64,
            y: sprt.state(&versus).llr,
            band: None,
        })
        .collect();
    let last = data.games.len().to_string();
    let curve = charts::curve(
        &history,
        &[(lower, "h0"), (upper, "h1")],
        ("", &format!("{last} games")),
    );
    let units = if state.paired { "pairs" } else { "games" };
    section(
        "sprt",
        "Sequential test",
        &format!(
            "<p class=\"note\">{} against {}: H0 is {} Elo, H1 is {} Elo ({kind}); α = {}, β = {}; \
             counted in {units}.</p>\n<p class=\"headline\">LLR <b>{}</b> <span class=\"muted\">in ({}, \
             {})</span> – {verdict}</p>\n{curve}",
            name(engines, 0),
            name(engines, 1),
            number(parameters.elo0, 2),
            number(parameters.elo1, 2),
            parameters.alpha,
            parameters.beta,
            number(llr, 2),
            number(lower, 2),
            number(upper, 2),
        ),
    )
}

/// The difference between the first two engines over the games.
fn course(data: &Match) -> String {
    let points: Vec<Point> = history(data)
        .into_iter()
        .filter_map(|(count, versus)| {
            let elo = versus.sample()?.elo();
            // Ends that are infinite go beyond every figure.
            let end = |value: f64| value.clamp(-3000.0, 3000.0);
            Some(Point {
                x: count as f64,
                y: end(elo.value),
                band: Some((end(elo.low), end(elo.high))),
            })
        })
        .collect();
    let last = data.games.len().to_string();
    let first = points
        .first()
        .map_or_else(String::new, |point| number(point.x, 0));
    let curve = charts::curve(&points, &[], (&first, &format!("{last} games")));
    if curve.is_empty() {
        return String::new();
    }
    let engines = &data.standings.engines;
    section(
        "course",
        "Elo over the games",
        &format!(
            "<p class=\"note\">{} against {}, with the 95 % interval.</p>\n{curve}",
            name(engines, 0),
            name(engines, 1)
        ),
    )
}

/// How long the games were.
fn lengths(games: &[Played]) -> String {
    let plies = |game: &Played| game.opening_moves.len() + game.plies.len();
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
        "Length of the games",
        &format!(
            "<p class=\"note\">{least} to {most} plies, {} in the mean.</p>\n<p class=\"legend\" \
             style=\"margin:0 0 .6rem\"><span><i class=\"swatch\" style=\"background:var(--black)\"></i>Black \
             won</span><span><i class=\"swatch\" style=\"background:var(--draw)\"></i>drawn</span><span><i \
             class=\"swatch\" style=\"background:var(--white)\"></i>White won</span></p>\n{chart}",
            number(mean, 1)
        ),
    )
}

/// How the games ended, and who lost by what.
fn endings(data: &Match) -> String {
    let engines = &data.standings.engines;
    let few = engines.len() <= 6;
    let mut text = String::from(
        "<div class=\"scroll\"><table><thead><tr><th class=\"l\">Ending</th><th>Games</th><th></th>",
    );
    if few {
        for engine in 0..engines.len() {
            text += &format!(
                "<th title=\"lost by {0}\">{1} lost</th>",
                escaped(&engines[engine]),
                name(engines, engine)
            );
        }
    } else {
        text += "<th class=\"l\">Lost by</th>";
    }
    text += "</tr></thead>\n<tbody>\n";
    for ending in Ending::ALL {
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
        "Faults of an engine are marked: there it was not its strength that decided."
    } else {
        "No engine was at fault."
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
    section(
        "colors",
        "Black and White",
        &format!(
            "<p class=\"note\">Black, who moves first, scored {} with these openings.</p>\n<div \
             class=\"stack sides\">{}{}{}</div>\n",
            percent(Some(score), 1),
            part(black.wins, "side-black", "Black"),
            part(black.draws, "draw", "drawn"),
            part(black.losses, "side-white", "White"),
        ),
    )
}

/// Time per move over the game.
fn ply_times(data: &Match) -> String {
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
fn times(data: &Match) -> String {
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
            usage.speed().map_or_else(|| "–".into(), thousands),
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
