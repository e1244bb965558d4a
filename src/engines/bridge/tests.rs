use super::*;
use crate::engines::{MoveInfo, Termination};
use crate::game::Vertex;
use crate::gomoku::Rule;
use crate::search::{Limits, SearchRequest, TimeBudget};
use std::sync::Mutex;

/// Logs every call and plays the first legal move.
struct LoggingClient {
    log: Arc<Mutex<Vec<String>>>,
    record: Option<Box<dyn DynRecord>>,
    broken: bool,
}

impl LoggingClient {
    fn log(&self, text: String) {
        self.log.lock().unwrap().push(text);
    }
}

impl EngineClient for LoggingClient {
    fn new_game(&mut self, game: GameSpec, clock: &Clock) -> Result<(), EngineError> {
        let GameSpec { variant, size } = game;
        self.log(format!("new_game {variant} {size} {:?}", clock.rule()));
        self.record = game.variant.new_record(game.size);
        Ok(())
    }

    fn play_move(&mut self, side: Side, mv: Move) -> Result<(), EngineError> {
        self.log(format!("play {side} {mv}"));
        self.record.as_mut().unwrap().play(side, mv).unwrap();
        Ok(())
    }

    fn go(&mut self, side: Side, _: &[Clock; 2], _: Duration) -> Result<EngineReply, EngineError> {
        self.log(format!("go {side}"));
        if std::mem::take(&mut self.broken) {
            return Err(EngineError::new(Termination::Hang, "did not answer"));
        }
        let record = self.record.as_mut().unwrap();
        let mv = record.legal()[0];
        record.play(side, mv).unwrap();
        Ok(EngineReply {
            text: String::new(),
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
        self.log("quit".into());
    }
}

const MOVE_TIME: Duration = Duration::from_millis(700);

struct Bridge {
    engine: BridgedEngine,
    events: Receiver<Event>,
    log: Arc<Mutex<Vec<String>>>,
}

impl Bridge {
    fn new(broken: bool) -> Self {
        let log = Arc::default();
        let client = LoggingClient {
            log: Arc::clone(&log),
            record: None,
            broken,
        };
        let (sender, events) = channel();
        let post = move |event| drop(sender.send(event));
        let engine = BridgedEngine::new(Box::new(client), MOVE_TIME, post, channel().0);
        Self {
            engine: engine.unwrap(),
            events,
            log,
        }
    }

    /// The result of a job, and the calls that it caused.
    fn think(&mut self, job: Job) -> (Result<SearchResult, String>, Vec<String>) {
        let id = job.id;
        self.engine.begin(job);
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
fn the_engine_gets_only_what_it_does_not_know() {
    let mut bridge = Bridge::new(false);
    let othello = |id, moves, time| job(id, Variant::Othello, moves, time);
    let (result, log) = bridge.think(othello(1, "", Some(100)));
    let result = result.unwrap();
    assert_eq!(result.best, Some(Move::Place(Vertex::new(3, 2))));
    let report = result.report.unwrap();
    assert_eq!(report.lines[0].score.value, Value::Estimate(150));
    assert!(report.lines[0].score.win_rate > 0.5);
    assert_eq!(log, ["new_game Othello 8 PerMove(100ms)", "go black"]);
    // The engine's own move and one of the opponent.
    let (_, log) = bridge.think(othello(2, "d3 c5", Some(200)));
    assert_eq!(log, ["play white c5", "go black"]);
    // A take-back starts a new game.
    let (_, log) = bridge.think(othello(3, "d3 e3", Some(200)));
    let (start, calls) = log.split_first().unwrap();
    assert_eq!(start, "new_game Othello 8 PerMove(200ms)");
    assert_eq!(calls, ["play black d3", "play white e3", "go black"]);
    // Searches without a time limit take the move time.
    let (_, log) = bridge.think(othello(4, "d3", None));
    let (start, calls) = log.split_first().unwrap();
    assert_eq!(start, "new_game Othello 8 PerMove(700ms)");
    assert_eq!(calls, ["play black d3", "go white"]);
    let mut shallow = othello(6, "c4", None);
    shallow.request.limits.depth = Some(4);
    let (_, log) = bridge.think(shallow);
    assert_eq!(log[0], "new_game Othello 8 PerMove(700ms)");
    bridge.engine.clear_hash();
    let (_, log) = bridge.think(othello(5, "", Some(9)));
    assert_eq!(log, ["new_game Othello 8 PerMove(9ms)", "go black"]);
}

#[test]
fn a_hung_engine_is_restarted() {
    let mut bridge = Bridge::new(true);
    let (result, _) = bridge.think(job(1, Variant::Othello, "", Some(1)));
    let error = result.unwrap_err();
    assert_eq!(error, "the engine behind the bridge did not answer");
    let (result, log) = bridge.think(job(2, Variant::Othello, "", Some(1)));
    assert!(result.is_ok());
    assert!(log[0].starts_with("new_game"), "{log:?}");
}

#[test]
fn gomoku_positions_become_moves() {
    let variant = Variant::Gomoku(Rule::Freestyle);
    let mut bridge = Bridge::new(false);
    let mut with_start = job(1, variant, "", Some(1));
    for (side, col) in [(Side::White, 3), (Side::Black, 5), (Side::Black, 1)] {
        with_start.start.set(Vertex::new(col, 0), Some(side));
    }
    with_start.start.to_move = Side::White;
    let (_, log) = bridge.think(with_start.clone());
    let calls = log[1..].join(", ");
    assert_eq!(
        calls,
        "play black b1, play white d1, play black f1, go white"
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
    let reply = EngineReply {
        text: String::new(),
        best_move: BestMove::Resign,
        elapsed: Duration::ZERO,
        info: MoveInfo::default(),
    };
    let job = job(1, Variant::Gomoku(Rule::Renju), "h8", Some(1));
    let record = replayed(&job).unwrap();
    let result = result(&reply, &job, record.as_ref());
    assert!(record.check(Side::White, result.best.unwrap()).is_ok());
    let score = result.report.unwrap().lines[0].score;
    assert_eq!((score.value, score.win_rate), (RESIGNED, 0.0));
}

#[test]
fn the_win_rate_and_the_line_are_those_of_the_engine() {
    let job = job(1, Variant::Gomoku(Rule::Freestyle), "h8", Some(1));
    let record = replayed(&job).unwrap();
    let mv = |name| Move::from_name(name, 15).unwrap();
    let best_line = |info: MoveInfo| {
        let reply = EngineReply {
            text: String::new(),
            best_move: BestMove::Move(mv("i9")),
            elapsed: Duration::ZERO,
            info,
        };
        let report = result(&reply, &job, record.as_ref()).report?;
        report.lines.into_iter().next()
    };
    let info = MoveInfo {
        value: Some(-0.77),
        win_rate: Some(0.405),
        line: ["i9", "j8", "h8", "a1"].map(mv).into(),
        ..MoveInfo::default()
    };
    let line = best_line(info.clone()).unwrap();
    assert_eq!(line.score, Score::new(Value::Estimate(-77), 0.405));
    // An occupied point ends the line.
    assert_eq!(line.moves, ["i9", "j8"].map(mv));
    let unknown = best_line(MoveInfo {
        win_rate: None,
        line: vec![mv("j8"), mv("i9")],
        ..info.clone()
    });
    let unknown = unknown.unwrap();
    assert_eq!(unknown.score, Score::new(Value::Estimate(-77), 0.5));
    assert_eq!(unknown.moves, [mv("i9")], "the line of another move");
    // GTP has no values for Gomoku.
    let value = None;
    let rated = best_line(MoveInfo { value, ..info }).unwrap();
    assert_eq!(rated.score, Score::new(Value::Estimate(-77), 0.405));
    assert_eq!(best_line(MoveInfo::default()), None);
}

#[test]
fn passes_that_the_engine_leaves_out_are_in_the_line() {
    // White has no move after f1, and Black ends the game at c8.
    let mut start = Setup::empty(8);
    let mv = |name| Move::from_name(name, 8).unwrap();
    for (name, side) in [
        ("d1", Side::Black),
        ("e1", Side::White),
        ("a8", Side::Black),
        ("b8", Side::White),
    ] {
        start.set(mv(name).vertex().unwrap(), Some(side));
    }
    let record = Variant::Othello.record_from(&start).unwrap();
    let info = MoveInfo {
        line: vec![mv("f1"), mv("c8")],
        ..MoveInfo::default()
    };
    let found = line(mv("f1"), &info, record.as_ref());
    assert_eq!(found, [mv("f1"), Move::Pass, mv("c8")]);
}

#[test]
fn what_was_spent_before_the_search_is_deducted() {
    let time = Duration::from_secs(10);
    let left = |spent| {
        let since = Instant::now().checked_sub(Duration::from_secs(spent));
        MoveLimit { time, since }.left().as_millis()
    };
    assert_eq!(left(0), 10_000);
    assert!((3000..=4000).contains(&left(6)));
    assert_eq!(left(15), 500);
    let unlimited = MoveLimit { time, since: None };
    assert_eq!(unlimited.left(), time);
}

#[test]
fn analyses_that_were_stopped_before_they_began_are_left_out() {
    let log = Arc::<Mutex<Vec<String>>>::default();
    let (commands, receiver) = channel();
    for id in 1..=3 {
        let job = Box::new(job(id, Variant::Othello, "", None));
        commands.send(Command::Think(job)).ok().unwrap();
    }
    drop(commands);
    let client = LoggingClient {
        log: Arc::clone(&log),
        record: None,
        broken: false,
    };
    let worker = Worker {
        client: Box::new(client),
        post: Arc::new(|_| {}),
        move_time: MOVE_TIME,
        stopped: Arc::new(AtomicU64::new(2)),
        known: None,
    };
    worker.serve(&receiver);
    let searches = log
        .lock()
        .unwrap()
        .iter()
        .filter(|call| call.starts_with("go "))
        .count();
    assert_eq!(searches, 1);
}
