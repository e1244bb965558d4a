//! `flipfive best`: the best moves of a position.

use crate::cli::arguments::{ThreadArgs, parse_seconds};
use crate::cli::position::{NamedPosition, PositionArgs};
use crate::cli::stdout::stdout;
use crate::cli::terminal::is_dumb;
use crate::engine::{Engine, EngineHandle, Event, Job, JobId, Variant};
use crate::format::{ScoreFields, long_score};
use crate::search::{
    Limits, MAX_LEVEL, PvLine, Report, SearchRequest, SearchResult, Strength, TimeBudget,
};
use anyhow::{anyhow, bail};
use serde::Serialize;
use std::io::{IsTerminal, Write};
use std::sync::mpsc::channel;
use std::time::Duration;

/// The time for a search without other limits.
const USUAL_TIME: Duration = Duration::from_secs(2);

/// Find the best move of a position
///
/// Prints the move, its value and the expected line, one line for each of --lines. Values are those of the
/// side to move: discs in Othello, evaluation units or plies to a win in Gomoku. Levels 1 to 5 of Othello have units of
/// their own, which are not discs. docs/json.md describes the objects of --json.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "Examples:\n  \
    flipfive best f5d6c3\n  \
    flipfive best h8i9 --game renju --lines 3 --time 5\n  \
    flipfive best game.sgf --move 20 --json\n  \
    flipfive best start --game gomoku --level 3")]
pub(super) struct BestArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Number of best moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=400))]
    lines: u16,
    /// Time limit in seconds [default: 2, without another limit]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Limit of nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Limit of the depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Level of play: 1 (weakest) to 8 (full strength). Levels 1 to 3 of Gomoku give only a move, without a value
    #[arg(long, value_name = "N", default_value_t = MAX_LEVEL, value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_LEVEL)))]
    level: u8,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Size of the transposition table in MB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Print a JSON object for each move
    #[arg(long)]
    json: bool,
}

/// Searches and prints the best moves.
///
/// # Errors
/// A position that cannot be read or in which the game is over, a closed stdout.
pub(super) fn run(args: &BestArgs) -> anyhow::Result<()> {
    let position = args.position.read()?;
    let result = search(args, &position)?;
    let variant = position.game.game.variant;
    let report = result.report.as_ref();
    let lines = report.map_or(&[][..], |report| &report.lines);
    let mut out = stdout();
    // A level may play another move than the best one that its search found.
    let differs = |best| lines.first().and_then(|line| line.moves.first()) != Some(&best);
    if let Some(best) = result.best.filter(|&best| differs(best)) {
        match args.json {
            true => {
                let answer =
                    serde_json::json!({ "game": variant.name(), "move": best.to_string() });
                writeln!(out, "{answer}")?;
            }
            false => writeln!(out, "{best}")?,
        }
    }
    if let Some(report) = report {
        let in_discs = variant.has_values_in_discs(&strength(args));
        for line in lines {
            let answer = Answer::new(variant, line, report, in_discs);
            match args.json {
                true => writeln!(out, "{}", serde_json::to_string(&answer)?)?,
                false => writeln!(out, "{}", answer.text())?,
            }
        }
    }
    out.flush()?;
    Ok(())
}

fn search(args: &BestArgs, position: &NamedPosition) -> anyhow::Result<SearchResult> {
    let record = &position.record;
    if let Some(outcome) = record.outcome() {
        match outcome.winner {
            Some(winner) => bail!("the game is over in this position: {winner} has won"),
            None => bail!("the game is over in this position: it is a draw"),
        }
    }
    let limits = limits(args, record.legal().len() == 1);
    let request = SearchRequest {
        lines: usize::from(args.lines),
        strength: strength(args),
        threads: args.threads.count(),
        hash_mb: args.hash as usize,
        ..SearchRequest::new(limits)
    };
    let (sender, events) = channel();
    let mut engine = Engine::new(move |event| {
        // Nobody listens any more once the search has ended.
        let _ = sender.send(event);
    });
    engine.begin(Job {
        id: JobId(1),
        variant: position.game.game.variant,
        start: record.start(),
        moves: record.moves(),
        request,
    });
    let watched = std::io::stderr().is_terminal() && !is_dumb();
    for event in events {
        match event {
            Event::Report(_, report) if watched => progress(&report),
            Event::Report(..) => {}
            Event::Done(_, result) => {
                if watched {
                    let _ = write!(std::io::stderr(), "\r\x1b[K");
                }
                return Ok(result);
            }
            Event::Failed(_, reason) => return Err(anyhow!("the search failed: {reason}")),
        }
    }
    Err(anyhow!("the search ended without an answer"))
}

/// The player of the level.
fn strength(args: &BestArgs) -> Strength {
    match args.level {
        MAX_LEVEL.. => Strength::Full,
        level => Strength::Level(level),
    }
}

/// The limits of the search, which finds a value for an only move, too.
fn limits(args: &BestArgs, is_only_move: bool) -> Limits {
    let is_limited = args.nodes.is_some() || args.depth.is_some() || args.level < MAX_LEVEL;
    let time = args.time.or((!is_limited).then_some(USUAL_TIME));
    let budget = match is_only_move {
        true => TimeBudget::for_analysis,
        false => TimeBudget::fixed,
    };
    Limits {
        time: time.map(budget),
        depth: args.depth,
        nodes: args.nodes,
        ..Limits::none()
    }
}

/// Shows an iteration on the last line of the terminal.
fn progress(report: &Report) {
    let Some(line) = report.lines.first() else {
        return;
    };
    let moves: Vec<_> = line.moves.iter().take(6).map(ToString::to_string).collect();
    let (depth, value, moves) = (report.depth, long_score(&line.score), moves.join(" "));
    // A closed stderr does not matter.
    let _ = write!(std::io::stderr(), "\r\x1b[Kdepth {depth}  {value}  {moves}");
}

/// A best move.
#[derive(Serialize)]
struct Answer {
    game: &'static str,
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    score: ScoreFields,
    depth: u32,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
    #[serde(skip)]
    text: String,
}

impl Answer {
    fn new(variant: Variant, line: &PvLine, report: &Report, in_discs: bool) -> Self {
        let pv: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
        let mut score = ScoreFields::new(line.score, variant);
        score.score_lead = score.score_lead.filter(|_| in_discs);
        Self {
            game: variant.name(),
            mv: pv.first().cloned().unwrap_or_default(),
            score,
            depth: line.depth,
            nodes: report.nodes,
            seconds: report.elapsed.as_secs_f64(),
            pv,
            text: long_score(&line.score),
        }
    }

    fn text(&self) -> String {
        let (mv, value, depth) = (&self.mv, &self.text, self.depth);
        let percent = 100.0 * self.score.winrate;
        format!(
            "{mv:<4} {value:<12} {percent:>3.0} %  depth {depth:<3} {}",
            self.pv.join(" ")
        )
    }
}
