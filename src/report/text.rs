//! The results of a match as text for a terminal, and as JSON.
//!
//! The lines have the shapes of those that fastchess and cutechess-cli print, because scripts read them.
//! Where those name White first, Black is named first here: it moves first.

#[cfg(test)]
mod tests;

use crate::report::display::number;
use crate::tournament::{
    EngineStats, Estimate, GameResult, MatchInfo, MatchScore, Rating, Sample, Sprt, SprtResult,
    SprtStatus, Standings, Wdl, Winner, engine_stats,
};
use serde_json::{Value, json};

const RULE: &str = "--------------------------------------------------";

/// A line at the beginning of a game, in the words of cutechess: `Started game 3 of 100 (A vs B)`.
/// `game` is the number in the schedule, from 0; lines count from 1.
pub fn started(game: u32, scheduled: u32, black: &str, white: &str) -> String {
    let number = u64::from(game) + 1;
    format!("Started game {number} of {scheduled} ({black} vs {white})")
}

/// A line at the end of a game, in the words of cutechess:
/// `Finished game 3 (A vs B): 1-0 {black wins by 12 discs}`. `1-0` says that Black has won.
pub fn finished(game: &GameResult) -> String {
    let GameResult {
        black,
        white,
        detail,
        ..
    } = game;
    let number = u64::from(game.game) + 1;
    let result = match game.winner {
        Some(Winner::Black) => "1-0",
        None => "1/2-1/2",
        Some(Winner::White) => "0-1",
    };
    let why = if detail.is_empty() {
        game.ending.name()
    } else {
        detail
    };
    format!("Finished game {number} ({black} vs {white}): {result} {{{why}}}")
}

/// All that a person wants to see, in the lines of fastchess: for two engines the difference between
/// them, for more a table. Then what went wrong.
pub fn text(title: &MatchInfo, games: &[GameResult], sprt: Option<&Sprt>) -> String {
    let standings = Standings::of(title, games);
    let mut lines = vec![RULE.to_owned()];
    if standings.engines.len() == 2 {
        lines.extend(duel(title, games, &standings));
    } else {
        lines.extend(table(&standings));
    }
    if let Some((sprt, state)) = sprt.and_then(|sprt| Some((sprt, sprt_status(sprt, &standings)?)))
    {
        lines.push(llr_line(sprt, &state));
    }
    lines.extend(colors_line(&standings.black()));
    lines.extend(faults_line(&standings.engines, &engine_stats(title, games)));
    lines.push(RULE.to_owned());
    lines.join("\n") + "\n"
}

/// The results for programs: standings, every meeting, the test, the use of time. Numbers that are not
/// finite are null.
pub fn json(title: &MatchInfo, games: &[GameResult], sprt: Option<&Sprt>) -> Value {
    let standings = Standings::of(title, games);
    let engines = &standings.engines;
    let ratings = standings.ratings();
    let usage = engine_stats(title, games);
    let rows: Vec<Value> = (0..engines.len())
        .map(|n| {
            let rating = ratings[n];
            json!({
                "name": engines[n],
                "rating": rating.elo,
                "rating_group": rating.group,
                "rating_padded": rating.padded,
                "total": versus_json(&standings.total(n)),
                "usage": usage[n],
                "mean_ms": usage[n].mean_ms(),
                "mean_depth": usage[n].mean_depth(),
                "nodes_per_second": usage[n].nps(),
            })
        })
        .collect();
    let mut meetings = Vec::new();
    for a in 0..engines.len() {
        for b in a + 1..engines.len() {
            let versus = standings.head_to_head(a, b);
            if versus.wdl.games() > 0 {
                let mut meeting = versus_json(&versus);
                meeting["first"] = json!(engines[a]);
                meeting["second"] = json!(engines[b]);
                meetings.push(meeting);
            }
        }
    }
    json!({
        "title": title,
        "heading": title.heading(games),
        "games": games.len(),
        "black": standings.black(),
        "engines": rows,
        "meetings": meetings,
        "sprt": sprt.map(|sprt| json!({
            "parameters": sprt.parameters(),
            "state": sprt_status(sprt, &standings),
        })),
    })
}

fn versus_json(versus: &MatchScore) -> Value {
    let sample = versus.sample();
    json!({
        "tally": versus.wdl,
        "as_black": versus.black,
        "points": versus.wdl.points(),
        "score": versus.wdl.score(),
        "pairs": versus.pairs,
        "pentanomial": versus.pairs.counts(),
        "by_pairs": versus.paired(),
        "elo": sample.map(|sample| sample.elo()),
        "normalized_elo": sample.and_then(|sample| sample.normalized_elo()),
        "superiority": sample.map(|sample| sample.los()),
        "draw_ratio": versus.wdl.draw_ratio(),
        "pairs_ratio": versus.pairs.pairs_ratio(),
    })
}

/// The status of the test of the first engine against the second; `None` without two engines.
fn sprt_status(sprt: &Sprt, standings: &Standings) -> Option<SprtStatus> {
    (standings.engines.len() >= 2).then(|| sprt.status(&standings.head_to_head(0, 1)))
}

fn ratio(value: Option<f64>) -> String {
    number(value.unwrap_or(f64::NAN), 2)
}

/// The lines about two engines.
fn duel(title: &MatchInfo, games: &[GameResult], standings: &Standings) -> Vec<String> {
    let versus = standings.head_to_head(0, 1);
    let tally = versus.wdl;
    let first = games.first();
    let conditions: Vec<String> = [
        Some(title.time.clone()),
        first.map(|game| format!("{0} {1}x{1}", game.variant, game.size)),
    ]
    .into_iter()
    .flatten()
    .filter(|part| !part.is_empty())
    .collect();
    let [a, b] = [&standings.engines[0], &standings.engines[1]];
    let conditions = if conditions.is_empty() {
        String::new()
    } else {
        format!(" ({})", conditions.join(", "))
    };
    let nothing = Estimate {
        value: f64::NAN,
        low: f64::NAN,
        high: f64::NAN,
    };
    let sample = versus.sample();
    let elo = sample.map_or(nothing, |sample| sample.elo());
    let normalized = sample
        .and_then(|sample| sample.normalized_elo())
        .unwrap_or(nothing);
    let superiority = number(100.0 * sample.map_or(f64::NAN, |s: Sample| s.los()), 2);
    let draws = if versus.paired() {
        versus.pairs.draw_ratio()
    } else {
        tally.draw_ratio()
    };
    let draws = number(100.0 * draws.unwrap_or(f64::NAN), 2);
    let mut lines = vec![
        format!("Results of {a} vs {b}{conditions}:"),
        format!(
            "Elo: {} +/- {}, nElo: {} +/- {}",
            number(elo.value, 2),
            number(elo.error(), 2),
            number(normalized.value, 2),
            number(normalized.error(), 2)
        ),
    ];
    let mut line = format!("LOS: {superiority} %, DrawRatio: {draws} %");
    if versus.paired() {
        line += &format!(", PairsRatio: {}", ratio(versus.pairs.pairs_ratio()));
    }
    lines.push(line);
    lines.push(format!(
        "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({} %)",
        tally.games(),
        tally.wins,
        tally.losses,
        tally.draws,
        tally.points(),
        number(100.0 * tally.score().unwrap_or(f64::NAN), 2),
    ));
    if versus.paired() {
        lines.push(format!(
            "Ptnml(0-2): {:?}, WL/DD Ratio: {}",
            versus.pairs.counts(),
            ratio(versus.pairs.wl_dd_ratio())
        ));
    }
    lines
}

/// The engines by rating.
pub(super) fn ranking(standings: &Standings) -> Vec<(usize, Rating)> {
    let mut rows: Vec<_> = standings.ratings().into_iter().enumerate().collect();
    // Groups that did not meet stay apart; equal ratings keep the order of the engines.
    rows.sort_by(|(_, a), (_, b)| {
        let by_elo = b.elo.value.total_cmp(&a.elo.value);
        a.group.cmp(&b.group).then(by_elo)
    });
    rows
}

/// The table of any number of engines.
fn table(standings: &Standings) -> Vec<String> {
    let width = standings
        .engines
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0)
        .max(25);
    let mut lines = vec![format!(
        "{:>4} {:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>20}",
        "Rank", "Name", "Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw", "Ptnml(0-2)"
    )];
    for (rank, (n, rating)) in ranking(standings).into_iter().enumerate() {
        let total = standings.total(n);
        let normalized = total.sample().and_then(|sample| sample.normalized_elo());
        let percent = |value: Option<f64>| {
            value.map_or_else(|| "-".into(), |value| format!("{:.1}%", 100.0 * value))
        };
        lines.push(format!(
            "{:>4} {:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>20}{}",
            rank + 1,
            standings.engines[n],
            number(rating.elo.value, 2),
            number(rating.elo.error(), 2),
            normalized.map_or_else(|| "-".into(), |n| number(n.value, 2)),
            normalized.map_or_else(|| "-".into(), |n| number(n.error(), 2)),
            total.wdl.games(),
            percent(total.wdl.score()),
            percent(total.wdl.draw_ratio()),
            format!("{:?}", total.pairs.counts()),
            if rating.padded { " *" } else { "" },
        ));
    }
    if standings.ratings().iter().any(|rating| rating.padded) {
        lines.push("* with one more draw for each pairing: somebody has all points or none".into());
    }
    lines
}

/// `LLR: 1.23 (41.8%) (-2.94, 2.94) [0.00, 5.00]`, and what follows from it.
fn llr_line(sprt: &Sprt, state: &SprtStatus) -> String {
    let parameters = sprt.parameters();
    let SprtStatus {
        llr, lower, upper, ..
    } = state;
    format!(
        "LLR: {} ({:.1}%) ({lower:.2}, {upper:.2}) [{:.2}, {:.2}]{}",
        number(*llr, 2),
        state.progress(),
        parameters.elo0,
        parameters.elo1,
        match state.verdict {
            SprtResult::Continue => "",
            SprtResult::AcceptH0 => " - H0 accepted",
            SprtResult::AcceptH1 => " - H1 accepted",
        }
    )
}

/// What Black scored: how much the first move is worth with these openings.
fn colors_line(black: &Wdl) -> Option<String> {
    let score = black.score()?;
    let Wdl {
        wins,
        draws,
        losses,
    } = black;
    Some(format!(
        "Black vs White: {wins} - {losses} - {draws} ({:.2} %)",
        100.0 * score
    ))
}

/// `Faults: A 1 time, 2 crash`; nothing if there were none.
fn faults_line(engines: &[String], usage: &[EngineStats]) -> Option<String> {
    let faulty = engines.iter().zip(usage).filter_map(|(name, usage)| {
        let faults: Vec<String> = usage
            .faults()
            .map(|(ending, count)| format!("{count} {}", ending.name()))
            .collect();
        (!faults.is_empty()).then(|| format!("{name} {}", faults.join(", ")))
    });
    let faulty: Vec<String> = faulty.collect();
    (!faulty.is_empty()).then(|| format!("Faults: {}", faulty.join("; ")))
}
