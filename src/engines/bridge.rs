//! Serves an engine of one protocol in another protocol.
//!
//! A conversation gives its searches to an [`EngineHandle`]. [`BridgedEngine`] passes them to an
//! [`EngineClient`], so that a GTP GUI can use a Gomocup engine, or the Piskvork manager a GTP engine.
//!
//! The other engine can only play games. A search for a move cannot be interrupted, and it yields the
//! score of one move at most. Requests beyond that fail.

use crate::engine::{EngineHandle, Event, Job, JobId, Variant};
use crate::engines::{BestMove, EngineClient, EngineError, EngineReply, GameSpec, MoveInfo};
use crate::game::{DynRecord, Move, Setup, Side, in_turns};
use crate::gomoku;
use crate::othello::CentiDiscs;
use crate::othello::eval::win_rate;
use crate::search::{Clock, ClockRule, PvLine, Report, Score, SearchResult, Value};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// After its search time and this timeout, the engine counts as hung.
const HANG_TIMEOUT: Duration = Duration::from_secs(60);

/// The score of a resignation: a loss at the next move of the opponent.
const RESIGNED: Value = Value::LossIn {
    plies: 2,
    proven: true,
};

/// The options that do not reach the engine, which has settings of its own.
pub(crate) const LOST_OPTIONS: [&str; 9] = [
    "level", "classic", "depth", "nodes", "threads", "hash", "ponder", "book", "seed",
];

enum Command {
    Think(Box<Job>),
    ClearHash,
}

/// Receives events from the thread of the engine and from the thread of the caller.
type Post = Arc<dyn Fn(Event) + Send + Sync>;

/// An [`EngineHandle`] that passes its jobs to an engine of any protocol.
///
/// It runs the engine on a thread of its own.
pub(crate) struct BridgedEngine {
    commands: Sender<Command>,
    post: Post,
    /// The running job, if it has no limits: only a stop ends it.
    analysis: Option<JobId>,
    /// The number of the last job that was stopped.
    stopped: Arc<AtomicU64>,
}

impl BridgedEngine {
    /// A handle for this engine. A search without a time limit takes `move_time`, since limits of depth and nodes
    /// do not reach the engine. `post` receives the events. `alive` is dropped when the engine has ended.
    ///
    /// # Errors
    ///
    /// The thread cannot be started.
    pub(crate) fn new(
        client: Box<dyn EngineClient>,
        move_time: Duration,
        post: impl Fn(Event) + Send + Sync + 'static,
        alive: Sender<()>,
    ) -> io::Result<Self> {
        let (commands, receiver) = channel();
        let post: Post = Arc::new(post);
        let stopped = Arc::new(AtomicU64::new(0));
        let worker = Worker {
            client,
            post: Arc::clone(&post),
            move_time,
            stopped: Arc::clone(&stopped),
            known: None,
        };
        // The thread ends when the handle is dropped.
        std::thread::Builder::new()
            .name("bridge".into())
            .spawn(move || {
                worker.serve(&receiver);
                drop(alive);
            })?;
        Ok(Self {
            commands,
            post,
            analysis: None,
            stopped,
        })
    }

    fn send(&mut self, command: Command) {
        if let Err(refused) = self.commands.send(command)
            && let Command::Think(job) = refused.0
        {
            let text = "the thread of the bridge has ended".to_owned();
            (self.post)(Event::Failed(job.id, text));
        }
    }
}

impl EngineHandle for BridgedEngine {
    fn begin(&mut self, job: Job) {
        self.stop();
        self.analysis = is_unlimited(&job).then_some(job.id);
        self.send(Command::Think(Box::new(job)));
    }

    /// Ends an analysis at once for the caller, while the engine searches on for a moment; one that has not begun is left
    /// out. A search for a move continues, since not every protocol can interrupt one.
    fn stop(&mut self) {
        if let Some(id) = self.analysis.take() {
            self.stopped.store(id.0, Ordering::Relaxed);
            let result = SearchResult {
                best: None,
                report: None,
            };
            (self.post)(Event::Done(id, result));
        }
    }

    fn clear_hash(&mut self) {
        self.send(Command::ClearHash);
    }
}

/// Whether a job has no limits, so that only a stop ends it.
fn is_unlimited(job: &Job) -> bool {
    let limits = job.request.limits;
    limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none()
}

/// The game as the engine knows it.
#[derive(Debug, PartialEq)]
struct KnownGame {
    game: GameSpec,
    start: Option<Setup>,
    moves: Vec<(Side, Move)>,
}

/// The time for a move.
#[derive(Clone, Copy)]
struct MoveLimit {
    time: Duration,
    /// When it began, if the host set it.
    since: Option<Instant>,
}

impl MoveLimit {
    /// What is left after the start of the engine and of its game. A small delay does not count, so that most moves have
    /// the same limit; at least a twentieth stays.
    fn left(self) -> Duration {
        let spent = self.since.map_or(Duration::ZERO, |since| since.elapsed());
        if spent < self.time / 50 {
            return self.time;
        }
        self.time.saturating_sub(spent).max(self.time / 20)
    }
}

struct Worker {
    client: Box<dyn EngineClient>,
    post: Post,
    move_time: Duration,
    /// The number of the last job that was stopped.
    stopped: Arc<AtomicU64>,
    known: Option<KnownGame>,
}

impl Worker {
    fn serve(mut self, commands: &Receiver<Command>) {
        for command in commands {
            match command {
                Command::ClearHash => self.known = None,
                // It has been answered, and so has every job before it.
                Command::Think(job) if job.id.0 <= self.stopped.load(Ordering::Relaxed) => {}
                Command::Think(job) => {
                    let id = job.id;
                    let event = match self.think(&job) {
                        Ok(result) => {
                            if let Some(report) = &result.report {
                                (self.post)(Event::Report(id, report.clone()));
                            }
                            Event::Done(id, result)
                        }
                        Err(text) => Event::Failed(id, text),
                    };
                    (self.post)(event);
                }
            }
        }
        self.client.quit();
    }

    fn think(&mut self, job: &Job) -> Result<SearchResult, String> {
        let request = &job.request;
        if request.balance.is_some() {
            return Err("the engine behind the bridge cannot balance a position".into());
        }
        let record = replayed(job)?;
        let (start, moves) = start_and_moves(job);
        let is_left_out = |mv: &Move| {
            !request.only.is_empty() && !request.only.contains(mv) || request.avoid.contains(mv)
        };
        if record.legal().iter().any(is_left_out) {
            return Err("the engine behind the bridge cannot search selected moves only".into());
        }
        let side = record.side();
        let limit = MoveLimit {
            time: request.limits.time.map_or(self.move_time, |time| time.soft),
            since: request.limits.time.map(|_| request.limits.received),
        };
        let game = GameSpec {
            variant: job.variant,
            size: job.start.size,
        };
        let reply = self.go(game, limit, start, moves, side);
        let reply = reply.map_err(|error| {
            // The next job restarts the engine.
            self.known = None;
            self.client.quit();
            format!("the engine behind the bridge {error}")
        })?;
        Ok(result(&reply, job, record.as_ref()))
    }

    /// Asks for a move after these moves. Sends only what the engine does not know yet.
    fn go(
        &mut self,
        game: GameSpec,
        limit: MoveLimit,
        start: Option<Setup>,
        moves: Vec<(Side, Move)>,
        side: Side,
    ) -> Result<EngineReply, EngineError> {
        let known = self.known.take().filter(|known| {
            known.game == game && known.start == start && moves.starts_with(&known.moves)
        });
        let clock = Clock::new(ClockRule::PerMove(limit.time));
        let new_moves = match &known {
            Some(known) => &moves[known.moves.len()..],
            None => {
                self.client.new_game(game, &clock)?;
                if let Some(start) = &start {
                    self.client.set_position(start)?;
                }
                &moves[..]
            }
        };
        for &(side, mv) in new_moves {
            self.client.play_move(side, mv)?;
        }
        let left = limit.left();
        let clock = Clock::new(ClockRule::PerMove(left));
        let timeout = left + HANG_TIMEOUT;
        let reply = self.client.go(side, &[clock.clone(), clock], timeout)?;
        if let BestMove::Move(mv) = reply.best_move {
            let mut moves = moves;
            moves.push((side, mv));
            self.known = Some(KnownGame { game, start, moves });
        }
        Ok(reply)
    }
}

/// The game of a job up to the position that is to be searched.
fn replayed(job: &Job) -> Result<Box<dyn DynRecord>, String> {
    let record = job.variant.record_from(&job.start);
    let mut record = record.map_err(|error| error.to_string())?;
    for &(side, mv) in &job.moves {
        crate::format::replay_ply(record.as_mut(), side, mv).map_err(|error| error.to_string())?;
    }
    Ok(record)
}

/// The starting position of a job, unless it is the regular one, and the moves from there.
fn start_and_moves(job: &Job) -> (Option<Setup>, Vec<(Side, Move)>) {
    let regular = job.variant.new_record(job.start.size);
    if regular.is_some_and(|record| record.start() == job.start) {
        return (None, job.moves.clone());
    }
    // Every engine understands moves, but not every engine can set a position.
    match as_moves(job.variant, &job.start) {
        Some(mut moves) => {
            moves.extend_from_slice(&job.moves);
            (None, moves)
        }
        None => (Some(job.start.clone()), job.moves.clone()),
    }
}

/// A Gomoku position as moves that lead to it; `None` if the numbers of stones do not fit.
fn as_moves(variant: Variant, start: &Setup) -> Option<Vec<(Side, Move)>> {
    if variant == Variant::Othello {
        return None;
    }
    let stones: Vec<_> = start.stones().collect();
    in_turns(&stones, start.to_move)
}

/// The search result in the reply of an engine.
fn result(reply: &EngineReply, job: &Job, record: &dyn DynRecord) -> SearchResult {
    let (best, value) = match reply.best_move {
        BestMove::Move(mv) => (mv, value(reply, job.variant)),
        // Protocols without resignation play this move.
        BestMove::Resign => (
            record.legal().first().copied().unwrap_or(Move::Pass),
            Some(RESIGNED),
        ),
    };
    let nodes = reply.info.nodes.unwrap_or(0);
    let depth = reply.info.depth.unwrap_or(0);
    let report = value.map(|value| Report {
        depth,
        selectivity: 100,
        lines: vec![PvLine {
            score: Score::new(value, win_rate_of(value, &reply.info, job.variant, record)),
            depth,
            nodes,
            moves: line(best, &reply.info, record),
        }],
        nodes,
        elapsed: reply.elapsed,
        hashfull: 0,
    });
    SearchResult {
        best: Some(best),
        report,
    }
}

fn value(reply: &EngineReply, variant: Variant) -> Option<Value> {
    if let Some(plies) = reply.info.mate {
        let (proven, count) = (!reply.info.claimed, plies.unsigned_abs());
        return Some(if plies < 0 {
            Value::LossIn {
                plies: count,
                proven,
            }
        } else {
            Value::WinIn {
                plies: count,
                proven,
            }
        });
    }
    let most = match variant {
        Variant::Othello => 64.0,
        Variant::Gomoku(_) => 1e6,
    };
    let hundredths = match (reply.info.value, reply.info.win_rate) {
        (Some(value), _) => value.clamp(-most, most) * 100.0,
        // GTP has no values for Gomoku: the value with this expected result in our unit.
        (None, Some(rate)) if variant != Variant::Othello => {
            let rate = rate.clamp(0.001, 0.999);
            f64::from(gomoku::eval::SCALE) * (rate / (1.0 - rate)).ln()
        }
        (None, _) => return None,
    };
    Some(Value::Estimate(hundredths.round() as i32))
}

/// The win rate. Scores of Gomoku engines have no common unit, so without a rate from the engine it is 0.5.
fn win_rate_of(value: Value, info: &MoveInfo, variant: Variant, record: &dyn DynRecord) -> f32 {
    match (value, info.win_rate, variant) {
        (Value::WinIn { .. }, ..) => 1.0,
        (Value::LossIn { .. }, ..) => 0.0,
        (_, Some(rate), _) => rate.clamp(0.0, 1.0) as f32,
        (Value::Estimate(hundredths), None, Variant::Othello) => {
            win_rate(CentiDiscs(hundredths), record.current().empties() as u32)
        }
        (Value::Exact(_) | Value::Estimate(_), None, _) => 0.5,
    }
}

/// The line of play: that of the engine if it begins with the best move, as far as it is legal, with passes.
fn line(best: Move, info: &MoveInfo, record: &dyn DynRecord) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut record = record.boxed();
    let is_of_best = info.line.first() == Some(&best);
    for &mv in info.line.iter().filter(|_| is_of_best) {
        if mv != Move::Pass && record.legal() == [Move::Pass] {
            let _ = record.play(record.side(), Move::Pass);
            moves.push(Move::Pass);
        }
        if record.play(record.side(), mv).is_err() {
            break;
        }
        moves.push(mv);
    }
    if moves.is_empty() {
        moves.push(best);
    }
    moves
}

#[cfg(test)]
mod tests;
