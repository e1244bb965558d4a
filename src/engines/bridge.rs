//! An engine of another protocol in place of our own.
//!
//! A conversation gives its searches to a [`EngineHandle`]; this one passes them on to a [`EngineClient`]. So every
//! protocol that we serve can be served by an engine that speaks another one: a Gomocup engine in a GUI
//! for GTP, a GTP engine in the Piskvork manager.
//!
//! The other engine only knows how to play games. It cannot be interrupted and values one move at most;
//! whatever is asked beyond that fails, or is answered with what there is.

use crate::engine::{EngineHandle, Event, Job, JobId, Variant};
use crate::engines::client::{BestMove, EngineClient, EngineReply, GameSpec};
use crate::engines::termination::EngineError;
use crate::game::{DynRecord, Move, Setup, Side};
use crate::othello::eval::win_rate;
use crate::search::{Clock, ClockRule, PvLine, Report, Score, SearchResult, Value};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// How long the engine looks at a position that is to be analysed until somebody stops it.
const ANALYSIS: Duration = Duration::from_secs(1);

/// How much longer than it was given an engine may think before it is given up on.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long a search without a time limit may take before the engine is given up on.
const ENDLESS: Duration = Duration::from_secs(24 * 3600);

/// The worth of a resignation: a loss that the next move completes.
const RESIGNED: Value = Value::LossIn(2);

enum Command {
    Think(Box<Job>),
    Forget,
}

/// Takes events from the thread of the engine and from ours.
type Post = Arc<dyn Fn(Event) + Send + Sync>;

/// A [`EngineHandle`] that asks an engine of any protocol.
pub struct BridgedEngine {
    commands: Sender<Command>,
    post: Post,
    /// The job under way, if it is one that only a stop ends.
    analysis: Option<JobId>,
}

impl BridgedEngine {
    /// A mind that asks this engine, which is started with the first job.
    ///
    /// # Errors
    ///
    /// There can be no further thread.
    pub fn new(
        player: Box<dyn EngineClient>,
        post: impl Fn(Event) + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let (commands, receiver) = channel();
        let post: Post = Arc::new(post);
        let worker = Worker {
            player,
            post: Arc::clone(&post),
            known: None,
        };
        // It lives as long as somebody may have jobs for it.
        std::thread::Builder::new()
            .name("bridge".into())
            .spawn(move || worker.serve(&receiver))?;
        Ok(Self {
            commands,
            post,
            analysis: None,
        })
    }

    fn send(&mut self, command: Command) {
        if let Err(refused) = self.commands.send(command)
            && let Command::Think(job) = refused.0
        {
            let text = "the engine's thread has ended".to_owned();
            (self.post)(Event::Failed(job.id, text));
        }
    }
}

impl EngineHandle for BridgedEngine {
    fn begin(&mut self, job: Job) {
        self.stop();
        self.analysis = is_endless(&job).then_some(job.id);
        self.send(Command::Think(Box::new(job)));
    }

    /// Ends an analysis for whoever waits for it; the engine itself goes on for a moment. A move is
    /// waited for: engines cannot be interrupted in all protocols.
    fn stop(&mut self) {
        if let Some(id) = self.analysis.take() {
            let result = SearchResult {
                best: None,
                report: None,
            };
            (self.post)(Event::Done(id, result));
        }
    }

    fn forget(&mut self) {
        self.send(Command::Forget);
    }
}

/// Whether only a stop ends a job.
fn is_endless(job: &Job) -> bool {
    let limits = job.request.limits;
    limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none()
}

/// What the engine has been told.
#[derive(Debug, PartialEq)]
struct Known {
    game: GameSpec,
    start: Option<Setup>,
    /// Whether it plays by a clock.
    timed: bool,
    moves: Vec<(Side, Move)>,
}

struct Worker {
    player: Box<dyn EngineClient>,
    post: Post,
    known: Option<Known>,
}

impl Worker {
    fn serve(mut self, commands: &Receiver<Command>) {
        for command in commands {
            match command {
                Command::Forget => self.known = None,
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
        self.player.quit();
    }

    fn think(&mut self, job: &Job) -> Result<SearchResult, String> {
        let request = &job.request;
        if request.balance.is_some() {
            return Err("the engine behind the bridge cannot balance a position".into());
        }
        let record = replayed(job)?;
        let (start, moves) = told(job);
        let legal = record.legal();
        if !request.only.is_empty() && legal.iter().any(|mv| !request.only.contains(mv)) {
            return Err("the engine behind the bridge cannot be kept to some moves".into());
        }
        let side = record.side();
        let limit = match request.limits.time {
            Some(time) => Some(time.soft),
            None => is_endless(job).then_some(ANALYSIS),
        };
        let rule = limit.map_or(ClockRule::Unlimited, ClockRule::PerMove);
        let patience = limit.map_or(ENDLESS, |limit| limit + PATIENCE);
        let game = GameSpec {
            variant: job.variant,
            size: job.start.size,
        };
        let turn = self.ask(game, rule, start, moves, side, patience);
        let turn = turn.map_err(|fault| {
            // It is of no more use as it is.
            self.known = None;
            self.player.quit();
            format!("the engine behind the bridge {fault}")
        })?;
        Ok(result(&turn, job, record.as_ref()))
    }

    /// Asks for a move after these moves, with as little as the engine does not know yet.
    fn ask(
        &mut self,
        game: GameSpec,
        rule: ClockRule,
        start: Option<Setup>,
        moves: Vec<(Side, Move)>,
        side: Side,
        patience: Duration,
    ) -> Result<EngineReply, EngineError> {
        let timed = rule != ClockRule::Unlimited;
        let known = self.known.take().filter(|known| {
            known.game == game
                && known.timed == timed
                && known.start == start
                && moves.starts_with(&known.moves)
        });
        let clock = Clock::new(rule);
        let news = match &known {
            Some(known) => &moves[known.moves.len()..],
            None => {
                self.player.new_game(game, &clock)?;
                if let Some(start) = &start {
                    self.player.set_position(start)?;
                }
                &moves[..]
            }
        };
        for &(side, mv) in news {
            self.player.play_move(side, mv)?;
        }
        let turn = self.player.go(side, &[clock.clone(), clock], patience)?;
        if let BestMove::Move(mv) = turn.best_move {
            let mut moves = moves;
            moves.push((side, mv));
            self.known = Some(Known {
                game,
                start,
                timed,
                moves,
            });
        }
        Ok(turn)
    }
}

/// The position of a job with its game.
fn replayed(job: &Job) -> Result<Box<dyn DynRecord>, String> {
    let record = job.variant.new_record(job.start.size);
    let mut record = record.ok_or("the board has no such size")?;
    if job.start != record.start() {
        record
            .set_up(&job.start)
            .map_err(|error| error.to_string())?;
    }
    for &(side, mv) in &job.moves {
        crate::format::replay(record.as_mut(), side, mv).map_err(|error| error.to_string())?;
    }
    Ok(record)
}

/// What the engine is told about the game of a job: a position to start from, unless it is the usual
/// one, and the moves from there.
fn told(job: &Job) -> (Option<Setup>, Vec<(Side, Move)>) {
    let usual = job
        .variant
        .new_record(job.start.size)
        .map(|record| record.start());
    if usual.as_ref() == Some(&job.start) {
        return (None, job.moves.clone());
    }
    // Moves are understood by every engine.
    match as_moves(job.variant, &job.start) {
        Some(mut moves) => {
            moves.extend_from_slice(&job.moves);
            (None, moves)
        }
        None => (Some(job.start.clone()), job.moves.clone()),
    }
}

/// A position of Gomoku as moves that lead to it, if there are as many stones as there should be.
fn as_moves(variant: Variant, start: &Setup) -> Option<Vec<(Side, Move)>> {
    if variant == Variant::Othello {
        return None;
    }
    let of = |side: Side| {
        let stones = start.stones().filter(move |&(owner, _)| owner == side);
        stones.map(|(_, vertex)| vertex).collect::<Vec<_>>()
    };
    let stones = [of(Side::Black), of(Side::White)];
    let count = stones[0].len() + stones[1].len();
    let next = if count % 2 == 0 {
        Side::Black
    } else {
        Side::White
    };
    if start.to_move != next || stones[0].len() != count.div_ceil(2) {
        return None;
    }
    let side = |ply: usize| Side::ALL[ply % 2];
    let mv = |ply: usize| (side(ply), Move::Place(stones[ply % 2][ply / 2]));
    Some((0..count).map(mv).collect())
}

/// What an engine's turn says about a position.
fn result(turn: &EngineReply, job: &Job, record: &dyn DynRecord) -> SearchResult {
    let (best, value) = match turn.best_move {
        BestMove::Move(mv) => (mv, value(turn, job.variant)),
        // Whoever has no word for it plays something.
        BestMove::Resign => (
            record.legal().first().copied().unwrap_or(Move::Pass),
            Some(RESIGNED),
        ),
    };
    let nodes = turn.info.nodes.unwrap_or(0);
    let depth = turn.info.depth.unwrap_or(0);
    let report = value.map(|value| Report {
        depth,
        selectivity: 100,
        lines: vec![PvLine {
            score: Score {
                value,
                win_rate: rate(value, job.variant, record),
            },
            depth,
            nodes,
            moves: vec![best],
        }],
        nodes,
        elapsed: turn.elapsed,
        hashfull: 0,
    });
    SearchResult {
        best: Some(best),
        report,
    }
}

fn value(turn: &EngineReply, variant: Variant) -> Option<Value> {
    if let Some(plies) = turn.info.mate {
        return Some(match u32::try_from(plies) {
            Ok(plies) => Value::WinIn(plies),
            Err(_) => Value::LossIn(plies.unsigned_abs()),
        });
    }
    let most = match variant {
        Variant::Othello => 64.0,
        Variant::Gomoku(_) => 1e6,
    };
    let value = turn.info.value?.clamp(-most, most);
    Some(Value::Estimate((value * 100.0).round() as i32))
}

/// The expected result. What the units of a Gomoku engine are worth is its own affair.
fn rate(value: Value, variant: Variant, record: &dyn DynRecord) -> f32 {
    match (value, variant) {
        (Value::WinIn(_), _) => 1.0,
        (Value::LossIn(_), _) => 0.0,
        (Value::Estimate(hundredths), Variant::Othello) => {
            let cells = record.now().cells;
            let empties = cells.iter().filter(|cell| cell.is_none()).count();
            win_rate(hundredths, empties as u32)
        }
        (Value::Exact(_) | Value::Estimate(_), _) => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::{MoveInfo, Termination};
    use crate::game::Vertex;
    use crate::gomoku::Rule;
    use crate::search::{Limits, SearchRequest, TimeBudget};
    use std::sync::Mutex;

    /// Notes what it is told and plays the first legal moves.
    struct Notes {
        log: Arc<Mutex<Vec<String>>>,
        record: Option<Box<dyn DynRecord>>,
        broken: bool,
    }

    impl Notes {
        fn note(&self, text: String) {
            self.log.lock().unwrap().push(text);
        }
    }

    impl EngineClient for Notes {
        fn new_game(&mut self, game: GameSpec, clock: &Clock) -> Result<(), EngineError> {
            self.note(format!(
                "begin {} {} {:?}",
                game.variant,
                game.size,
                clock.rule()
            ));
            self.record = game.variant.new_record(game.size);
            Ok(())
        }

        fn play_move(&mut self, side: Side, mv: Move) -> Result<(), EngineError> {
            self.note(format!("told {side} {mv}"));
            self.record.as_mut().unwrap().play(side, mv).unwrap();
            Ok(())
        }

        fn go(
            &mut self,
            side: Side,
            _: &[Clock; 2],
            _: Duration,
        ) -> Result<EngineReply, EngineError> {
            self.note(format!("think {side}"));
            if std::mem::take(&mut self.broken) {
                return Err(EngineError::new(Termination::Hang, "did not answer"));
            }
            let record = self.record.as_mut().unwrap();
            let mv = record.legal()[0];
            record.play(side, mv).unwrap();
            Ok(EngineReply {
                best_move: BestMove::Move(mv),
                elapsed: Duration::from_millis(5),
                info: MoveInfo {
                    value: Some(1.5),
                    ..MoveInfo::default()
                },
            })
        }

        fn end_game(&mut self) -> Result<(), EngineError> {
            Ok(())
        }

        fn quit(&mut self) {
            self.note("quit".into());
        }
    }

    struct Bridge {
        remote: BridgedEngine,
        events: Receiver<Event>,
        log: Arc<Mutex<Vec<String>>>,
    }

    impl Bridge {
        fn new(broken: bool) -> Self {
            let log = Arc::default();
            let notes = Notes {
                log: Arc::clone(&log),
                record: None,
                broken,
            };
            let (sender, events) = channel();
            let remote = BridgedEngine::new(Box::new(notes), move |event| drop(sender.send(event)));
            Self {
                remote: remote.unwrap(),
                events,
                log,
            }
        }

        /// The verdict about a job, and what the engine was told for it.
        fn think(&mut self, job: Job) -> (Result<SearchResult, String>, Vec<String>) {
            let id = job.id;
            self.remote.begin(job);
            let result = loop {
                match self.events.recv_timeout(Duration::from_secs(20)).unwrap() {
                    Event::Done(done, result) if done == id => break Ok(result),
                    Event::Failed(done, text) if done == id => break Err(text),
                    _ => {}
                }
            };
            (result, std::mem::take(&mut *self.log.lock().unwrap()))
        }
    }

    fn job(id: u64, variant: Variant, moves: &str, time: Option<u64>) -> Job {
        let record = variant.new_record(variant.default_size()).unwrap();
        let start = record.start();
        let names = moves.split_whitespace();
        let moves = names.enumerate().map(|(ply, name)| {
            let mv = Move::from_name(name, start.size).unwrap();
            (Side::ALL[ply % 2], mv)
        });
        let limits = Limits {
            time: time.map(|ms| TimeBudget::fixed(Duration::from_millis(ms))),
            ..Limits::none()
        };
        Job {
            id: JobId(id),
            variant,
            moves: moves.collect(),
            start,
            request: SearchRequest::new(limits),
        }
    }

    #[test]
    fn the_engine_is_told_what_it_does_not_know() {
        let mut bridge = Bridge::new(false);
        let othello = |id, moves, time| job(id, Variant::Othello, moves, time);
        let (result, log) = bridge.think(othello(1, "", Some(100)));
        let result = result.unwrap();
        assert_eq!(result.best, Some(Move::Place(Vertex::new(3, 2))));
        let report = result.report.unwrap();
        assert_eq!(report.lines[0].score.value, Value::Estimate(150));
        assert!(report.lines[0].score.win_rate > 0.5);
        assert_eq!(log, ["begin Othello 8 PerMove(100ms)", "think black"]);
        // Its own move and another one.
        let (_, log) = bridge.think(othello(2, "d3 c5", Some(200)));
        assert_eq!(log, ["told white c5", "think black"]);
        // A move was taken back.
        let (_, log) = bridge.think(othello(3, "d3 e3", Some(200)));
        assert_eq!(
            log,
            [
                "begin Othello 8 PerMove(200ms)",
                "told black d3",
                "told white e3",
                "think black"
            ]
        );
        // An analysis has a time of its own.
        let (_, log) = bridge.think(othello(4, "d3", None));
        assert_eq!(
            log,
            [
                "begin Othello 8 PerMove(1s)",
                "told black d3",
                "think white"
            ]
        );
        bridge.remote.forget();
        let (_, log) = bridge.think(othello(5, "", Some(9)));
        assert_eq!(log, ["begin Othello 8 PerMove(9ms)", "think black"]);
    }

    #[test]
    fn a_broken_engine_is_started_again() {
        let mut bridge = Bridge::new(true);
        let (result, _) = bridge.think(job(1, Variant::Othello, "", Some(1)));
        assert_eq!(
            result,
            Err("the engine behind the bridge did not answer".into())
        );
        let (result, log) = bridge.think(job(2, Variant::Othello, "", Some(1)));
        assert!(result.is_ok());
        assert!(log[0].starts_with("begin"), "{log:?}");
    }

    #[test]
    fn positions_of_gomoku_become_moves() {
        let variant = Variant::Gomoku(Rule::Freestyle);
        let mut bridge = Bridge::new(false);
        let mut with_start = job(1, variant, "", Some(1));
        for (side, col) in [(Side::White, 3), (Side::Black, 5), (Side::Black, 1)] {
            with_start.start.set(Vertex::new(col, 0), Some(side));
        }
        with_start.start.to_move = Side::White;
        let (_, log) = bridge.think(with_start.clone());
        assert_eq!(
            log[1..],
            [
                "told black b1",
                "told white d1",
                "told black f1",
                "think white"
            ]
        );
        with_start.start.to_move = Side::Black;
        with_start.id = JobId(2);
        assert!(bridge.think(with_start).0.is_err());
        let mut othello = job(3, Variant::Othello, "", Some(1));
        othello.start.set(Vertex::new(0, 0), Some(Side::Black));
        assert!(bridge.think(othello).0.is_err());
    }

    #[test]
    fn resignations_are_losses() {
        let turn = EngineReply {
            best_move: BestMove::Resign,
            elapsed: Duration::ZERO,
            info: MoveInfo::default(),
        };
        let job = job(1, Variant::Gomoku(Rule::Renju), "h8", Some(1));
        let record = replayed(&job).unwrap();
        let result = result(&turn, &job, record.as_ref());
        assert!(record.check(Side::White, result.best.unwrap()).is_ok());
        let score = result.report.unwrap().lines[0].score;
        assert_eq!((score.value, score.win_rate), (RESIGNED, 0.0));
    }
}
