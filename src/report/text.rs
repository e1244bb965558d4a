//! The results of a match as text for a terminal.
//!
//! The lines have the format of fastchess and cutechess-cli, so that scripts for those can read them. Where
//! those programs name White first, these lines name Black first, because Black moves first unless an opening
//! has White to move.

mod cutechess;
#[cfg(test)]
mod tests;

pub(crate) use cutechess::{cutechess_result, meeting, score_lines, tally};

use crate::engines::Termination;
use crate::format::signed;
use crate::game::Side;
use crate::report::display::{number, points, with_prefix};
use crate::report::match_report::MatchReport;
use crate::tournament::{
    Announcements, EngineStats, Estimate, GameResult, MatchInfo, Rating, Sample, Sprt, SprtResult,
    SprtStatus, StageResults, Standings, Wdl,
};

const RULE: &str = "--------------------------------------------------";

/// The line at the start of a game, as cutechess-cli prints it: `Started game 3 of 100 (A vs B)`. `game` is
/// the number in the schedule, from 0; the line counts from 1.
pub(crate) fn started(game: u32, scheduled: u32, black: &str, white: &str) -> String {
    let number = u64::from(game) + 1;
    format!("Started game {number} of {scheduled} ({black} vs {white})")
}

/// The line at the end of a game, as cutechess-cli prints it:
/// `Finished game 3 (A vs B): 1-0 {black wins by 12 discs}`. `1-0` means that Black has won.
pub(crate) fn finished(game: &GameResult) -> String {
    match game.detail.as_str() {
        "" => finished_with(game, game.ending.name()),
        detail => finished_with(game, detail),
    }
}

fn finished_with(game: &GameResult, why: &str) -> String {
    let (black, white) = (&game.black, &game.white);
    let number = u64::from(game.game) + 1;
    let result = match game.winner {
        _ if game.is_void() => "*",
        Some(Side::Black) => "1-0",
        None => "1/2-1/2",
        Some(Side::White) => "0-1",
    };
    format!("Finished game {number} ({black} vs {white}): {result} {{{why}}}")
}

/// The summary of a match, as fastchess prints it: the difference between two engines, or a table of more;
/// then the state of the SPRT, Black's score, and faults.
pub(crate) fn text(report: &MatchReport) -> String {
    let standings = report.standings();
    let stages = report.stages().filter(|_| report.statistics.games > 0);
    let mut lines = result(&report.info, standings, stages, report.sprt.as_ref());
    lines.extend(faults_line(&standings.engines, &report.statistics.engines));
    lines.extend(search_lines(report));
    lines.extend(evaluation_lines(report));
    let void_games = void_lines(report)
        .into_iter()
        .map(|line| format!("{line}\n"));
    between_rules(&lines) + &void_games.collect::<String>()
}

/// The summary of the games so far, without faults and stages.
pub(crate) fn interim(info: &MatchInfo, standings: &Standings, sprt: Option<&Sprt>) -> String {
    between_rules(&result(info, standings, None, sprt))
}

fn between_rules(lines: &[String]) -> String {
    format!("{RULE}\n{}\n{RULE}\n", lines.join("\n"))
}

/// The lines of a result.
fn result(
    info: &MatchInfo,
    standings: &Standings,
    stages: Option<StageResults>,
    sprt: Option<&Sprt>,
) -> Vec<String> {
    let mut lines = if standings.engines.len() == 2 {
        head_to_head(info, standings)
    } else {
        table(standings)
    };
    if let Some(results) = stages {
        lines.extend(stage_lines(&results));
    }
    if let Some((sprt, state)) = sprt.and_then(|sprt| Some((sprt, sprt_status(sprt, standings)?))) {
        lines.push(llr_line(sprt, &state));
    }
    lines.extend(performance_lines(info, standings));
    lines.extend(repeated_line(standings));
    lines.extend(colors_line(&standings.black()));
    lines
}

/// The line at the end of a game, as fastchess prints it. Test frameworks find crashes by `disconnects` and
/// `stalls`, losses on time by `on time`, and illegal moves by `illegal`, so the reason has no other words.
pub(crate) fn finished_as_in_fastchess(game: &GameResult) -> String {
    let winner = game.winner.map_or("Nobody", Side::capitalised);
    let loser = game
        .winner
        .map_or("Nobody", |side| side.other().capitalised());
    let detail = match game.ending {
        Termination::Time => format!("{loser} loses on time"),
        Termination::Crash | Termination::Memory => format!("{loser} disconnects"),
        Termination::Hang => format!("{loser}'s connection stalls"),
        Termination::Illegal | Termination::Garbage => format!("{loser} makes an illegal move"),
        Termination::Resign => format!("{loser} resigns"),
        Termination::Foul => format!("{loser} plays a forbidden point"),
        Termination::Five => format!("{winner} has a winning row"),
        Termination::Finished | Termination::Full => match (game.winner, game.discs) {
            (Some(_), Some(discs)) => format!("{winner} wins by {} discs", discs.abs()),
            _ => "Draw by the rules".into(),
        },
        Termination::Adjudicated if game.winner.is_some() => {
            format!("{winner} wins by adjudication")
        }
        Termination::Adjudicated => "Draw by adjudication".into(),
        Termination::MoveLimit => "Draw by the limit of moves".into(),
        Termination::Refused | Termination::Void => "No result".into(),
    };
    finished_with(game, &detail)
}

/// The games that never began, which the result does not count: their number, and the first reasons.
pub(super) fn void_lines(report: &MatchReport) -> Vec<String> {
    let count = report.void_games.len();
    let head = (count > 0).then(|| format!("Void games, counted nowhere: {count}"));
    let reasons = report.void_reasons.values();
    head.into_iter()
        .chain(reasons.map(|reason| format!("  {reason}")))
        .collect()
}

/// A value with its sign, or an announced result.
pub(super) fn value_text(value: f64) -> String {
    match value.is_infinite() {
        true if value > 0.0 => "announced win".into(),
        true => "announced loss".into(),
        false => signed(value, 2),
    }
}

/// The status of the test of the first engine against the second; `None` without two engines.
pub(super) fn sprt_status(sprt: &Sprt, standings: &Standings) -> Option<SprtStatus> {
    (standings.engines.len() >= 2).then(|| standings.status_of(sprt))
}

/// `12.34 +/- 5.67`; after a shut-out the bound of the difference, and a dash if nothing is known.
fn interval(estimate: Option<Estimate>, decimals: usize) -> String {
    match estimate {
        None => "-".into(),
        Some(Estimate { value, low, .. }) if value == f64::INFINITY => {
            format!("at least {}", number(low, decimals))
        }
        Some(Estimate { value, high, .. }) if value == f64::NEG_INFINITY => {
            format!("at most {}", number(high, decimals))
        }
        Some(estimate) => {
            let (value, error) = (estimate.value, estimate.error());
            format!(
                "{} +/- {}",
                number(value, decimals),
                number(error, decimals)
            )
        }
    }
}

/// The lines about two engines.
fn head_to_head(info: &MatchInfo, standings: &Standings) -> Vec<String> {
    let [a, b] = [&standings.engines[0], &standings.engines[1]];
    let game = info.settings.iter().find(|(name, _)| name == "game");
    let game = game.map_or("", |(_, game)| game);
    let conditions: Vec<&str> = [info.time.as_str(), game]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect();
    let conditions = match conditions.is_empty() {
        true => String::new(),
        false => format!(" ({})", conditions.join(", ")),
    };
    let score = standings.head_to_head(0, 1);
    let (wdl, pairs) = (score.wdl, score.pairs);
    let sample = score.sample();
    let elo = sample.map(|sample| sample.elo());
    let normalized = sample.and_then(|sample| sample.normalized_elo());
    let ratio = |value: Option<f64>| value.map_or_else(|| "-".into(), |value| number(value, 2));
    let percent = |value: Option<f64>| ratio(value.map(|value| 100.0 * value));
    let mut lines = vec![
        format!("Results of {a} vs {b}{conditions}:"),
        format!(
            "Elo: {}, nElo: {}",
            interval(elo, 2),
            interval(normalized, 2)
        ),
        format!(
            "LOS: {} %, DrawRatio: {} %",
            percent(sample.map(|sample: Sample| sample.los())),
            percent(score.draw_ratio())
        ),
        format!(
            "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({} %)",
            wdl.games(),
            wdl.wins,
            wdl.losses,
            wdl.draws,
            wdl.points(),
            percent(wdl.score())
        ),
    ];
    if score.paired() {
        lines[2] += &format!(", PairsRatio: {}", ratio(pairs.pairs_ratio()));
        lines.push(format!(
            "Ptnml(0-2): {:?}, WL/DD Ratio: {}",
            pairs.counts(),
            ratio(pairs.wl_dd_ratio())
        ));
    }
    lines
}

/// The numbers and ratings of the engines, the best first.
pub(super) fn ranking(standings: &Standings) -> Vec<(usize, Rating)> {
    let mut rows: Vec<_> = standings.ratings().into_iter().enumerate().collect();
    // Groups of engines that did not meet cannot be compared. Equal ratings keep the order of the engines.
    rows.sort_by(|(_, a), (_, b)| {
        let by_elo = b.elo.value.total_cmp(&a.elo.value);
        a.group.cmp(&b.group).then(by_elo)
    });
    rows
}

/// The table of all engines.
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
            percent(total.draw_ratio()),
            format!("{:?}", total.pairs.counts()),
            if rating.padded { " *" } else { "" },
        ));
    }
    if standings.ratings().iter().any(|rating| rating.padded) {
        lines.push(
            "* with one more draw for each pairing, because an engine has all points or none"
                .into(),
        );
    }
    lines
}

/// The results of every stage, and the winner or the table.
fn stage_lines(results: &StageResults) -> Vec<String> {
    let mut lines = Vec::new();
    for stage in &results.stages {
        let meetings: Vec<String> = stage
            .meetings
            .iter()
            .map(|[(a, x), (b, y)]| format!("{a} - {b} {}:{}", points(*x), points(*y)))
            .collect();
        lines.push(format!("{}: {}", stage.name, meetings.join(", ")));
    }
    if let Some(winner) = &results.winner {
        lines.push(format!("Winner: {winner}"));
    }
    if !results.table.is_empty() {
        lines.push(format!(
            "{:>4} {:<25} {:>10} {:>10}",
            "Rank", "Name", "Points", "Buchholz"
        ));
    }
    for (rank, row) in (1..).zip(&results.table) {
        let (engine, score, buchholz) = (&row.engine, points(row.points), points(row.buchholz));
        lines.push(format!("{rank:>4} {engine:<25} {score:>10} {buchholz:>10}"));
    }
    lines
}

/// The SPRT: `LLR: 1.23 (41.8%) (-2.94, 2.94) [0.00, 5.00]`, and the accepted hypothesis or `undecided`.
fn llr_line(sprt: &Sprt, state: &SprtStatus) -> String {
    let parameters = sprt.parameters();
    let SprtStatus {
        llr, lower, upper, ..
    } = state;
    format!(
        "LLR: {} ({}%) ({lower:.2}, {upper:.2}) [{:.2}, {:.2}]{}",
        number(*llr, 2),
        number(state.progress(), 1),
        parameters.elo0,
        parameters.elo1,
        match state.verdict {
            SprtResult::Continue => " - undecided",
            SprtResult::AcceptH0 => " - H0 accepted",
            SprtResult::AcceptH1 => " - H1 accepted",
        }
    )
}

/// The ratings of engines that have played our own levels: `Estimated rating of bot: 1234 +/- 56`.
fn performance_lines(info: &MatchInfo, standings: &Standings) -> Vec<String> {
    let performances = standings.performances(&info.ratings).into_iter();
    let line = |(engine, estimate): (usize, Estimate)| {
        let (name, rating) = (&standings.engines[engine], interval(Some(estimate), 0));
        format!("Estimated rating of {name}: {rating} (level 1 is 0)")
    };
    performances.map(line).collect()
}

/// The games that say nothing new.
pub(super) fn repeated_line(standings: &Standings) -> Option<String> {
    let repeated = standings.repeated;
    (repeated > 0).then(|| {
        let (is, them) = match repeated {
            1 => ("is", "it"),
            _ => ("are", "them"),
        };
        format!(
            "Repeated games: {repeated} {is} the same as an earlier one, move for move; the error bars count \
             {them}, an SPRT leaves out pairs of two such games"
        )
    })
}

/// Black's score: the advantage of the first move, unless openings have White to move.
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

/// The games lost by faults, and those for which an engine was started again: `Faults: A 1 time, 2 crash, 1 restart`.
fn faults_line(engines: &[String], usage: &[EngineStats]) -> Option<String> {
    let faulty = engines.iter().zip(usage).filter_map(|(name, usage)| {
        let faults = usage.faults().map(|(ending, count)| (count, ending.name()));
        let restarts = (usage.restarts > 0).then_some((usage.restarts, "restart"));
        let faults: Vec<String> = faults
            .chain(restarts)
            .map(|(count, name)| format!("{count} {name}"))
            .collect();
        (!faults.is_empty()).then(|| format!("{name} {}", faults.join(", ")))
    });
    let faulty: Vec<String> = faulty.collect();
    (!faulty.is_empty()).then(|| format!("Faults: {}", faulty.join("; ")))
}

/// The depth and nodes of each engine: `Search: A depth 16.1, 1.2 M nodes; B depth 17.3, 0.9 M nodes`.
fn search_lines(report: &MatchReport) -> Option<String> {
    let stats = report.engines().iter().zip(&report.statistics.engines);
    let searches = stats.filter_map(|(name, stats)| {
        let depth = stats.mean_depth().map(|depth| format!("depth {depth:.1}"));
        let nodes = stats
            .mean_nodes()
            .map(|nodes| format!("{} nodes", with_prefix(nodes)));
        let parts: Vec<String> = depth.into_iter().chain(nodes).collect();
        (!parts.is_empty()).then(|| format!("{name} {}", parts.join(", ")))
    });
    let searches: Vec<String> = searches.collect();
    (!searches.is_empty()).then(|| format!("Search: {}", searches.join("; ")))
}

/// The wins that an engine announced: `Announced wins: A won 7 (9.5 plies before the end); claims 5, wrong 1;
/// proofs 6, wrong 0; saw 3 of 4 losses (2.0 plies later)`.
fn announcements_line(name: &str, announced: Announcements) -> Option<String> {
    if announced == Announcements::default() {
        return None;
    }
    let mean = |sum: f64, count: u64| number(sum / count as f64, 1);
    let Announcements {
        won,
        claims,
        proofs,
        seen,
        lost,
        ..
    } = announced;
    let mut line = format!("Announced wins: {name} won {won}");
    if won > 0 {
        line += &format!(
            " ({} plies before the end)",
            mean(announced.plies_to_win as f64, won)
        );
    }
    line += &format!("; claims {}, wrong {}", claims.games, claims.wrong);
    line += &format!("; proofs {}, wrong {}", proofs.games, proofs.wrong);
    line += &format!("; saw {seen} of {lost} losses");
    if seen > 0 {
        let plies = announced.plies_to_see as f64;
        let when = if plies < 0.0 { "earlier" } else { "later" };
        line += &format!(" ({} plies {when})", mean(plies.abs(), seen));
    }
    Some(line)
}

/// Accuracy of the evaluations: log loss of their values by phase, announced wins, the largest swing.
fn evaluation_lines(report: &MatchReport) -> Vec<String> {
    let all = report.engines().iter().zip(&report.statistics.evaluations);
    let mut lines = Vec::new();
    for (name, evaluations) in all.clone() {
        let errors = evaluations.phase_errors();
        if errors.iter().all(Option::is_none) {
            continue;
        }
        let or_dash = |value: Option<f64>, decimals| {
            value.map_or_else(|| "-".to_owned(), |value| number(value, decimals))
        };
        let loss = errors.map(|error| or_dash(error.map(|error| error.log_loss), 3));
        let discs = errors.map(|error| error.and_then(|error| error.discs));
        let mut line = format!("Values: {name} log loss by phase {}", loss.join(" "));
        if discs.iter().any(Option::is_some) {
            let discs = discs.map(|discs| or_dash(discs, 1));
            line += &format!(", mean error {} discs", discs.join(" "));
        }
        lines.push(line);
    }
    lines.extend(
        all.filter_map(|(name, evaluations)| announcements_line(name, evaluations.announcements)),
    );
    if let Some(swing) = report.statistics.swings().first() {
        lines.push(format!(
            "Largest swing: {} in game {}, ply {}: {} to {}",
            report.engines()[swing.engine],
            u64::from(swing.game) + 1,
            swing.ply,
            value_text(swing.from),
            value_text(swing.to)
        ));
    }
    lines
}
