//! Sections about who is better.

use crate::report::html::Match;
use crate::report::html::charts;
use crate::report::html::charts::Point;
use crate::report::html::escaped;
use crate::report::html::sections::{
    name, name_cell, number, percent, plus_minus, points, section,
};
use crate::report::text::ranking;
use crate::tournament::GameResult;
use crate::tournament::MatchInfo;
use crate::tournament::{EloModel, Sprt, SprtResult, SprtStatus};
use crate::tournament::{MatchScore, Scoreboard, Standings, Wdl};
use std::collections::BTreeSet;

/// The difference between two engines.
pub fn duel(data: &Match) -> String {
    let engines = &data.standings.engines;
    let versus = data.standings.head_to_head(0, 1);
    let Some(sample) = versus.sample() else {
        return "<p class=\"note\">No games yet.</p>\n".into();
    };
    let tally = versus.wdl;
    let elo = plus_minus(sample.elo());
    let (first, second) = (name(engines, 0), name(engines, 1));
    let mut text = format!("<p class=\"headline\">{first} <b>{elo}</b> Elo against {second}</p>\n");
    let normalized = sample.normalized_elo();
    let mut tiles = vec![
        (
            format!("{} / {}", points(tally.points()), tally.games()),
            format!("points ({})", percent(tally.score(), 2)),
        ),
        (
            percent(Some(sample.los()), 2),
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
            ratio(versus.pairs.wl_dd_ratio()),
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
fn stack(tally: &Wdl) -> String {
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
fn pentanomial(versus: &MatchScore) -> String {
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
pub fn standings(data: &Match) -> String {
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
                elo.filter(|_| standings.total(*engine).wdl.games() > 0),
                rating,
            )
        })
        .collect();
    let (low, high) = charts::limits(shown.iter().filter_map(|(_, elo, _)| *elo));
    // Two engines have their pairs in a figure.
    let pairs = !two && (0..engines.len()).any(|n| standings.total(n).pairs.total() > 0);
    let mut text = String::from(
        "<div class=\"scroll\"><table>\n<thead><tr><th>#</th><th class=\"name\">Engine</th>",
    );
    text += "<th>Elo</th><th></th><th>Games</th><th>Won – drawn – lost</th><th>Points</th>";
    text += "<th>Score</th><th>as Black</th><th>as White</th>";
    if pairs {
        text += "<th title=\"Pairs of games with 0, ½, 1, 1½ and 2 points\">Pairs 0–2</th>";
    }
    text += "</tr></thead>\n<tbody>\n";
    for (rank, (engine, elo, rating)) in shown.iter().enumerate() {
        let total = standings.total(*engine);
        let tally = total.wdl;
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
            "<td>{}</td><td>{} – {} – {}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>",
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
pub fn cross(standings: &Standings) -> String {
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
        text += &format!(
            "<th class=\"narrow\" title=\"{title}\">{}</th>",
            name(engines, engine)
        );
    }
    text += "</tr></thead>\n<tbody>\n";
    for &a in &order {
        text += &format!("<tr>{}", name_cell(engines, a));
        for &b in &order {
            let versus = standings.head_to_head(a, b);
            text += &match versus.sample() {
                _ if a == b => "<td class=\"self\"></td>".into(),
                None => "<td class=\"muted\">–</td>".into(),
                Some(sample) => {
                    let tally = versus.wdl;
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
                        percent(Some(sample.los()), 1),
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

/// What the first engine did against the second one after some numbers of games, in the order in which
/// they ended: at most as many as a curve can show.
pub fn history(
    title: &MatchInfo,
    games: &[GameResult],
    standings: &Standings,
) -> Vec<(usize, MatchScore)> {
    let [Some(first), Some(second)] = [0, 1].map(|n| standings.engines.get(n)) else {
        return Vec::new();
    };
    let title = MatchInfo {
        engines: vec![first.clone(), second.clone()],
        ..title.clone()
    };
    let mut games: Vec<&GameResult> = games.iter().collect();
    games.sort_by_key(|game| (game.began.saturating_add(game.took), game.game));
    let mut counter = Scoreboard::new(&title);
    let mut found: Vec<(usize, MatchScore)> = Vec::new();
    let moments = games.len().min(160);
    for (n, game) in games.iter().enumerate() {
        counter.add(game);
        if (n + 1) * moments / games.len() > found.len() {
            found.push((n + 1, counter.standings().head_to_head(0, 1)));
        }
    }
    found
}

/// The sequential test: where it stands and how it came there.
pub fn test(data: &Match, sprt: &Sprt) -> String {
    let state = sprt.status(&data.standings.head_to_head(0, 1));
    let SprtStatus {
        llr, lower, upper, ..
    } = state;
    let parameters = sprt.parameters();
    let kind = match parameters.model {
        EloModel::Normalized => "normalised",
        EloModel::Logistic => "logistic",
    };
    let verdict = match state.verdict {
        SprtResult::Continue => "not decided yet".to_owned(),
        SprtResult::AcceptH0 => format!(
            "H0 accepted: the difference is rather {} Elo",
            number(parameters.elo0, 2)
        ),
        SprtResult::AcceptH1 => format!(
            "H1 accepted: the difference is rather {} Elo",
            number(parameters.elo1, 2)
        ),
    };
    let engines = &data.standings.engines;
    let history: Vec<Point> = data
        .history
        .iter()
        .map(|(count, versus)| Point {
            x: *count as f64,
            y: sprt.status(versus).llr,
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
pub fn course(data: &Match) -> String {
    let points: Vec<Point> = data
        .history
        .iter()
        .filter_map(|(count, versus)| {
            let elo = versus.sample()?.elo();
            // Ends that are infinite go beyond every figure.
            let end = |value: f64| value.clamp(-3000.0, 3000.0);
            Some(Point {
                x: *count as f64,
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
