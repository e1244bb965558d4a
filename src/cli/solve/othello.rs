//! Othello: exact scores, outcomes, searches of a given depth.

use crate::cli::solve::args::SolveArgs;
use crate::cli::solve::profile::ProfileReport;
use crate::cli::solve::suite::{Solved, Solver, solve_all};
use crate::cli::solve::totals::{Check, Kind, nodes_per_second};
use crate::format::Problem;
use crate::game::{Game, Move};
use crate::othello::rules::notation::{Obf, move_name};
use crate::othello::search::{Profile, SolveMode};
use crate::othello::solve::{Answer, Finding, Task};
use crate::othello::{Othello, OthelloPlayer};
use crate::search::{Report, StopToken};
use anyhow::Context;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt::{self, Display};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// Solutions that may take longer are announced.
const LONG: Duration = Duration::from_secs(60);

/// Solves a suite of Othello positions.
///
/// # Errors
/// Those of [`solve_all`].
pub(super) fn run(args: &SolveArgs, problems: Vec<Problem<Obf>>) -> anyhow::Result<()> {
    let mode = match args.othello.depth {
        Some(plies) => SolveMode::Depth {
            plies,
            selectivity: args.othello.selectivity,
        },
        None if args.othello.wld => SolveMode::WinLossDraw,
        None => SolveMode::Exact,
    };
    let threads = args.threads.count();
    let task = Task {
        mode,
        all_moves: args.othello.all_moves,
        threads,
        hash_mb: args.hash as usize,
    };
    let player = OthelloPlayer::default();
    let seconds = args.seconds;
    if seconds.is_none() && mode.is_proven() {
        warn_of_early_positions(&problems, args);
    }
    let solver = ScoreSolver {
        player,
        task,
        seconds,
        profile: args.othello.profile.then(Profile::default),
    };
    solve_all(args, problems, solver)
}

/// Says beforehand that a position may take too long.
fn warn_of_early_positions(problems: &[Problem<Obf>], args: &SolveArgs) {
    let selected = |number| args.only.as_ref().is_none_or(|only| only.contain(number));
    let empties = |problem: &&Problem<Obf>| problem.content.position.board.empties();
    // A finished game has nothing to search, whatever its empty squares.
    let goes_on = |problem: &&Problem<Obf>| Othello::outcome(&problem.content.position).is_none();
    let selected = problems.iter().filter(|problem| selected(problem.number));
    let Some(earliest) = selected.filter(goes_on).max_by_key(empties) else {
        return;
    };
    let [least, most] = time_to_solve(empties(&earliest), args.threads.count());
    if most < LONG {
        return;
    }
    log::warn!(
        "position {} has {} empty squares: solving it may take {} to {}, and each further empty square doubles \
         that; --seconds limits the time, --depth gives an estimate of the value",
        earliest.number,
        empties(&earliest),
        rounded(least),
        rounded(most)
    );
}

/// The time to solve a position exactly, from an easy to a hard one.
///
/// A fit to the nodes of the FForum problems 40 to 58 (`docs/notes/othello.md`): 0.1 s for 20 empty squares at 30
/// million nodes a second, and 1.95 times as long for each further one. The problems lie within a factor of 9 around
/// it.
fn time_to_solve(empties: u32, threads: usize) -> [Duration; 2] {
    let seconds = 0.1 * 1.95_f64.powi(empties as i32 - 20) / threads as f64;
    [seconds / 9.0, seconds * 9.0].map(Duration::from_secs_f64)
}

/// A time in its largest unit.
fn rounded(time: Duration) -> String {
    const UNITS: [(&str, f64); 5] = [
        ("year", 31_557_600.0),
        ("day", 86_400.0),
        ("hour", 3600.0),
        ("minute", 60.0),
        ("second", 1.0),
    ];
    let seconds = time.as_secs_f64();
    let (unit, length) = UNITS
        .into_iter()
        .find(|(_, length)| seconds >= *length)
        .unwrap_or(("second", 1.0));
    let number = (seconds / length).round().max(1.0);
    let plural = if number == 1.0 { "" } else { "s" };
    format!("{number} {unit}{plural}")
}

/// Solves positions by a task.
struct ScoreSolver {
    player: OthelloPlayer,
    task: Task,
    /// Time limit for each position.
    seconds: Option<Duration>,
    /// The counts so far, if they are wanted.
    profile: Option<Profile>,
}

/// A token that is raised after a time. Dropping the sender ends the wait.
fn stop_after(time: Option<Duration>) -> std::io::Result<(StopToken, Sender<()>)> {
    let stop = StopToken::new();
    let (sender, ended) = channel();
    if let Some(time) = time {
        let stop = stop.clone();
        std::thread::Builder::new().spawn(move || {
            if ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                stop.raise();
            }
        })?;
    }
    Ok((stop, sender))
}

impl Solver for ScoreSolver {
    type Content = Obf;
    type Row = Row;

    const HEAD: &'static str =
        "   # empty   value  best            nodes    time s   M nodes/s  line";

    fn kind(&self) -> Kind {
        if self.task.mode.is_proven() {
            Kind::Scores
        } else {
            Kind::Estimates
        }
    }

    fn profile(&self) -> Option<ProfileReport> {
        self.profile.as_ref().map(ProfileReport::totals)
    }

    fn solve(
        &mut self,
        problem: &Problem<Obf>,
        progress: &dyn Fn(String),
    ) -> anyhow::Result<Solved<Row>> {
        let obf = &problem.content;
        let (stop, searching) = stop_after(self.seconds).context("cannot start a thread")?;
        let mut show = |report: Report| {
            let (depth, percent) = (report.depth, report.selectivity);
            if let Some(line) = report.lines.first() {
                let value = Finding::of(line.score.value, self.task.mode);
                progress(format!("{value} at depth {depth} ({percent} %)"));
            }
        };
        let (player, position, task) = (&mut self.player, obf.position, &self.task);
        let mut profile = self.profile.as_ref().map(|_| Profile::default());
        let found = match &mut profile {
            Some(profile) => {
                Answer::find_observed(player, position, task, &stop, &mut show, profile)
            }
            None => Answer::find(player, position, task, &stop, &mut show),
        };
        drop(searching);
        if let (Some(all), Some(profile)) = (&mut self.profile, &profile) {
            all.add(profile);
        }
        let stopped = self.seconds.map(|elapsed| Answer {
            value: Finding::Unknown,
            moves: Vec::new(),
            nodes: 0,
            elapsed,
        });
        let answer = found.or(stopped);
        let answer = answer.with_context(|| format!("position {}: no answer", problem.number))?;
        Ok(Solved {
            row: Row::new(problem, &answer, self.task.all_moves, profile.as_ref()),
            check: check(obf, &answer),
            nodes: answer.nodes,
            elapsed: answer.elapsed,
        })
    }
}

/// Compares an answer with the scores of the suite.
fn check(obf: &Obf, answer: &Answer) -> Check {
    let mut check = Check::default();
    if answer.value == Finding::Unknown {
        check.solved = (!obf.moves.is_empty()).then_some(false);
        return check;
    }
    let stated_score = |mv: Move| {
        let stated = obf.moves.iter().find(|(other, _)| *other == mv);
        stated.map(|&(_, score)| score)
    };
    let best = obf.moves.iter().map(|&(_, score)| score).max();
    let score = answer
        .moves
        .first()
        .and_then(|chosen| stated_score(chosen.line[0]));
    // A file need not list all moves: the best one may be missing.
    let is_missing = |best: i32| {
        let is_better = match answer.value {
            Finding::Score(value) => value > best,
            Finding::Outcome(sign) => sign > best.signum(),
            Finding::Estimate(_) | Finding::Unknown => false,
        };
        score.is_none() && is_better
    };
    if let Some(stated) = obf.score.or(best.filter(|&best| !is_missing(best))) {
        check.error = Some(answer.value.error(stated));
        if answer.value.contradicts(stated) {
            let value = answer.value;
            let sentence = format!("the value is {value}; the file states {stated:+}");
            check.mistakes.push(sentence);
        }
    }
    if let (Some(best), Some(chosen)) = (best, answer.moves.first()) {
        let mv = chosen.line[0];
        let solved = match answer.value {
            _ if is_missing(best) => None,
            // As good as the best one that the file lists.
            Finding::Score(value) if score.is_none() && value == best => Some(true),
            // The file may leave out a move that wins by less, or loses by more, than the best one.
            Finding::Outcome(_) => score.map(|score| score.signum() == best.signum()),
            _ => Some(score == Some(best)),
        };
        check.solved = solved;
        check.move_loss = score.map(|score| best - score);
        if solved == Some(false) && !matches!(answer.value, Finding::Estimate(_)) {
            let name = move_name(mv);
            check.mistakes.push(match score {
                Some(score) => format!(
                    "the best move is {name}; the file states {score:+} for it and {best:+} for the \
                     best move"
                ),
                None => format!("the best move is {name}; the file states others"),
            });
        }
    }
    for scored in answer.moves.iter().skip(1) {
        let mv = scored.line[0];
        if let Some(stated) = stated_score(mv)
            && scored.value.contradicts(stated)
        {
            let (name, value) = (move_name(mv), scored.value);
            let sentence = format!("the value of {name} is {value}; the file states {stated:+}");
            check.mistakes.push(sentence);
        }
    }
    check
}

/// A value; in JSON one of `score` and `estimate` in discs, `outcome`: 1, 0 or -1, and `unknown`.
struct JsonValue(Finding);

impl Serialize for JsonValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        match self.0 {
            Finding::Score(discs) => map.serialize_entry("score", &discs)?,
            Finding::Outcome(sign) => map.serialize_entry("outcome", &sign)?,
            Finding::Estimate(hundredths) => {
                map.serialize_entry("estimate", &(f64::from(hundredths) / 100.0))?;
            }
            Finding::Unknown => map.serialize_entry("unknown", &true)?,
        }
        map.end()
    }
}

#[derive(serde::Serialize)]
struct ScoredMove {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    value: JsonValue,
    line: Vec<String>,
}

/// The answer to a problem.
#[derive(serde::Serialize)]
struct Row {
    position: usize,
    empties: u32,
    #[serde(flatten)]
    value: JsonValue,
    best: Vec<String>,
    moves: Vec<ScoredMove>,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    /// The text has only the profile of all positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<ProfileReport>,
    /// Whether the text includes the values of the moves.
    #[serde(skip)]
    all_moves: bool,
}

impl Row {
    fn new(
        problem: &Problem<Obf>,
        answer: &Answer,
        all_moves: bool,
        profile: Option<&Profile>,
    ) -> Self {
        let names = |line: &[Move]| line.iter().copied().map(move_name).collect();
        let moves = answer.moves.iter().map(|scored| ScoredMove {
            mv: move_name(scored.line[0]),
            value: JsonValue(scored.value),
            line: names(&scored.line),
        });
        Self {
            position: problem.number,
            empties: problem.content.position.board.empties(),
            value: JsonValue(answer.value),
            best: answer.best_moves().map(move_name).collect(),
            moves: moves.collect(),
            nodes: answer.nodes,
            seconds: answer.elapsed.as_secs_f64(),
            nodes_per_second: nodes_per_second(answer.nodes, answer.elapsed).round(),
            profile: profile.map(ProfileReport::new),
            all_moves,
        }
    }
}

impl Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.moves.first().map_or(&[][..], |best| &best.line);
        write!(
            f,
            "{:>4} {:>5} {:>7}  {:<8} {:>12} {:>9.3} {:>11.1}  {}",
            self.position,
            self.empties,
            self.value.0,
            self.best.join("/"),
            self.nodes,
            self.seconds,
            self.nodes_per_second / 1e6,
            line.join(" ")
        )?;
        if self.all_moves {
            write!(f, "\n    ")?;
            for scored in &self.moves {
                write!(f, " {}:{}", scored.mv, scored.value.0)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_grow_with_empty_squares_and_shrink_with_threads() {
        let shown = |empties, threads| time_to_solve(empties, threads).map(rounded);
        assert_eq!(shown(20, 1), ["1 second", "1 second"]);
        assert_eq!(shown(30, 1), ["9 seconds", "12 minutes"]);
        assert_eq!(shown(36, 1), ["8 minutes", "11 hours"]);
        assert_eq!(shown(36, 4), ["2 minutes", "3 hours"]);
        assert_eq!(shown(60, 1)[1], "11390 years");
        assert!(time_to_solve(26, 1)[1] < LONG && time_to_solve(27, 1)[1] > LONG);
    }

    /// The nodes in millions of the FForum problems 40 to 58, as `docs/notes/othello.md` states them.
    #[test]
    fn measured_problems_lie_within_the_range() {
        let measured = [
            (20, 10.0),
            (22, 11.3),
            (22, 16.4),
            (23, 8.4),
            (23, 9.3),
            (24, 179.0),
            (24, 29.3),
            (25, 10.1),
            (25, 69.1),
            (26, 142.0),
            (26, 615.0),
            (27, 146.0),
            (27, 166.0),
            (28, 1460.0),
            (28, 2447.0),
            (29, 8060.0),
            (29, 645.0),
            (30, 1131.0),
            (30, 1890.0),
        ];
        for (empties, millions) in measured {
            let [least, most] = time_to_solve(empties, 1).map(|time| time.as_secs_f64());
            let seconds = millions / 30.0;
            assert!((least..most).contains(&seconds), "{empties}: {seconds}");
        }
    }
}
