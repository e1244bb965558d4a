//! `flipfive bench wins`: the win-finding test. It counts the positions in which the engine announces a win
//! for the side to move.

use crate::cli::arguments::parse_seconds;
use crate::cli::input::read_text;
use crate::cli::progress_bar::progress_bar;
use crate::cli::stdout::{stdout, write_json_line};
use crate::format::announced_win::{self, AnnouncedWin};
use crate::gomoku::{GomokuPlayer, Position};
use crate::search::{Limits, Player, SearchRequest, StopToken, Value};
use crate::util::threads::on_threads;
use indicatif::ProgressBar;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Count the Gomoku positions in which the engine announces a win in a short time
///
/// One thread with an empty hash table searches each position until it announces a win for the side to move
/// or reaches the limit.
#[derive(clap::Args, Debug)]
pub(super) struct WinsArgs {
    /// Files with a position and the win that an engine announced in it on each line; - for stdin
    ///
    /// A line is `freestyle 15 moves h8 h9 i8; NAME win in 25 plies, 146 ms, 95000 nodes`: the position as
    /// for `flipfive solve`, who announced the win, and with which search. Lines that begin with # or % are
    /// comments.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Time limits of a search in seconds, such as 0.2,1 [default: 0.2, unless --nodes is given]
    #[arg(long, value_name = "SECONDS", value_delimiter = ',', value_parser = parse_seconds)]
    time: Vec<Duration>,
    /// Node limits of a search, such as 20000,100000
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Vec<u64>,
    /// Size of the transposition table in MB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Number of positions searched at the same time; with a time limit, give no more than there are idle cores
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Searches the positions with each limit and prints how many wins the engine announced.
///
/// # Errors
/// A file that cannot be read or is not a suite of announced wins, a closed stdout.
pub(super) fn run(args: &WinsArgs) -> anyhow::Result<()> {
    let mut positions = Vec::new();
    for path in &args.files {
        let (file, text) = read_text(path)?;
        let problems = announced_win::read(&file, &text)?;
        positions.extend(problems.into_iter().map(|problem| problem.content));
    }
    prepare_tables(&positions);
    let limits = limits(args);
    let bar = progress_bar(
        (limits.len() * positions.len()) as u64,
        "{wide_bar} {pos}/{len} searches, {elapsed} elapsed, {eta} left",
    );
    let mut out = stdout();
    if !args.json {
        writeln!(out, "{HEAD}")?;
    }
    let mut report = Report::new(&positions);
    for limit in limits {
        let found = search_all(args, &positions, limit, &bar);
        let rows = rows(&positions, &found, limit);
        if !args.json {
            bar.suspend(|| rows.iter().try_for_each(|row| writeln!(out, "{row}")))?;
            out.flush()?;
        }
        report.add(rows, limit, &found);
    }
    bar.finish_and_clear();
    if args.json {
        write_json_line(&mut out, &report)?;
    }
    Ok(())
}

/// A limit of the searches.
#[derive(Clone, Copy)]
enum Limit {
    Time(Duration),
    Nodes(u64),
}

impl Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "{} s", time.as_secs_f64()),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes"),
        }
    }
}

fn limits(args: &WinsArgs) -> Vec<Limit> {
    let times = args.time.iter().copied().map(Limit::Time);
    let limits: Vec<Limit> = times
        .chain(args.nodes.iter().copied().map(Limit::Nodes))
        .collect();
    if limits.is_empty() {
        vec![Limit::Time(Duration::from_millis(200))]
    } else {
        limits
    }
}

/// The first report of a win.
#[derive(Clone, Copy, Serialize)]
struct Announcement {
    plies: u32,
    /// A proof; otherwise a claim.
    proven: bool,
    ms: f64,
    nodes: u64,
}

/// The first search under a rule builds tables, which no measured search should wait for.
fn prepare_tables(positions: &[AnnouncedWin]) {
    let mut rules = BTreeSet::new();
    for AnnouncedWin { position, .. } in positions {
        if rules.insert(position.rules().rule().name()) {
            search(position, Limit::Nodes(1), 1);
        }
    }
}

/// Searches all positions, several at the same time.
fn search_all(
    args: &WinsArgs,
    positions: &[AnnouncedWin],
    limit: Limit,
    bar: &ProgressBar,
) -> Vec<Option<Announcement>> {
    let found = Mutex::new(vec![None; positions.len()]);
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(win) = positions.get(index) else {
                return;
            };
            let announcement = search(&win.position, limit, args.hash as usize);
            found.lock().unwrap_or_else(PoisonError::into_inner)[index] = announcement;
            bar.inc(1);
        }
    };
    on_threads(args.jobs.into(), work);
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Searches a position until the engine announces a win for the side to move.
fn search(position: &Position, limit: Limit, hash_mb: usize) -> Option<Announcement> {
    let mut player = GomokuPlayer::default();
    let stop = StopToken::new();
    let mut request = SearchRequest::new(match limit {
        Limit::Time(time) => Limits::time(time),
        Limit::Nodes(nodes) => Limits::nodes(nodes),
    });
    request.hash_mb = hash_mb;
    let mut announcement = None;
    player.think(position, &request, &stop, &mut |report| {
        if let Value::WinIn { plies, proven } = report.lines[0].score.value {
            announcement.get_or_insert(Announcement {
                plies,
                proven,
                ms: report.elapsed.as_secs_f64() * 1e3,
                nodes: report.nodes,
            });
            stop.raise();
        }
    });
    announcement
}

const HEAD: &str =
    "limit          rule       announcer    positions  wins proofs      %    mean ms   mean nodes";

/// The wins that the engine announced with a limit in a part of the positions.
#[derive(Serialize)]
struct Row {
    limit: String,
    /// `None` for all positions.
    #[serde(flatten)]
    group: Option<Group>,
    positions: usize,
    wins: usize,
    /// The announcements that were proofs; the others were claims.
    proofs: usize,
    /// Means over the announcements.
    mean_ms: Option<f64>,
    mean_nodes: Option<f64>,
}

/// Positions of one rule in which the same engine announced the win.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Group {
    rule: &'static str,
    announcer: String,
}

impl Group {
    fn of(win: &AnnouncedWin) -> Self {
        Self {
            rule: win.position.rules().rule().name(),
            announcer: win.announcer.clone(),
        }
    }
}

impl Row {
    fn new(limit: Limit, group: Option<Group>, found: &[Option<Announcement>]) -> Self {
        let wins: Vec<_> = found.iter().flatten().collect();
        let mean = |value: fn(&Announcement) -> f64| {
            let sum: f64 = wins.iter().map(|win| value(win)).sum();
            (!wins.is_empty()).then(|| sum / wins.len() as f64)
        };
        Self {
            limit: limit.to_string(),
            group,
            positions: found.len(),
            wins: wins.len(),
            proofs: wins.iter().filter(|win| win.proven).count(),
            mean_ms: mean(|win| win.ms),
            mean_nodes: mean(|win| win.nodes as f64),
        }
    }
}

impl Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rule, announcer) = match &self.group {
            Some(group) => (group.rule, group.announcer.as_str()),
            None => ("all", "all"),
        };
        let mean = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.0}"));
        write!(
            f,
            "{:<14} {rule:<10} {announcer:<12} {:>9} {:>5} {:>6} {:>6.1} {:>10} {:>12}",
            self.limit,
            self.positions,
            self.wins,
            self.proofs,
            100.0 * self.wins as f64 / self.positions as f64,
            mean(self.mean_ms),
            mean(self.mean_nodes)
        )
    }
}

/// A row for each group of positions, and one for all of them.
fn rows(positions: &[AnnouncedWin], found: &[Option<Announcement>], limit: Limit) -> Vec<Row> {
    let mut groups: BTreeMap<Group, Vec<Option<Announcement>>> = BTreeMap::new();
    for (win, announcement) in positions.iter().zip(found) {
        groups
            .entry(Group::of(win))
            .or_default()
            .push(*announcement);
    }
    let groups = groups.into_iter();
    groups
        .map(|(group, found)| Row::new(limit, Some(group), &found))
        .chain([Row::new(limit, None, found)])
        .collect()
}

/// The test as JSON.
#[derive(Serialize)]
struct Report {
    rows: Vec<Row>,
    /// In the order of the files.
    positions: Vec<PositionReport>,
}

/// A position with the announcements in it.
#[derive(Serialize)]
struct PositionReport {
    #[serde(flatten)]
    group: Group,
    stones: usize,
    /// The announcement that the file states.
    stated: Stated,
    /// By limit; `null` where the engine announced no win.
    found: BTreeMap<String, Option<Announcement>>,
}

/// An announcement of a file, which does not say whether it was a proof.
#[derive(Serialize)]
struct Stated {
    plies: u32,
    ms: f64,
    nodes: u64,
}

impl Report {
    fn new(positions: &[AnnouncedWin]) -> Self {
        let positions = positions.iter().map(|win| PositionReport {
            group: Group::of(win),
            stones: win.position.stones(),
            stated: Stated {
                plies: win.plies,
                ms: win.elapsed.as_secs_f64() * 1e3,
                nodes: win.nodes,
            },
            found: BTreeMap::new(),
        });
        Self {
            rows: Vec::new(),
            positions: positions.collect(),
        }
    }

    /// Adds what the searches with a limit found.
    fn add(&mut self, rows: Vec<Row>, limit: Limit, found: &[Option<Announcement>]) {
        self.rows.extend(rows);
        for (position, announcement) in self.positions.iter_mut().zip(found) {
            position.found.insert(limit.to_string(), *announcement);
        }
    }
}
