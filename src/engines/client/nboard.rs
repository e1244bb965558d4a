//! Engines that speak the NBoard protocol, version 2 (Othello only).
//!
//! The client sends the whole game before every move, as a GUI may do, and waits for the reply to `ping`.
//! The protocol has no clock commands. An engine reads its clock off the game: the time for all moves (TI)
//! less the times of the moves, plus an increment for each of them.

use crate::engine::Variant;
use crate::engines::client::connection::{
    Connection, EndCommands, SkippedLines, at_start, end_of_wait, no_reply, not_a_move, quoted,
    refused, wait_for, warn_once,
};
use crate::engines::client::remaining_time::{RemainingTime, seconds, warn_of_unknown_limit};
use crate::engines::{
    BestMove, EngineClient, EngineContext, EngineError, EngineIdentity, EngineReply, EngineSpec,
    GameSpec, MoveInfo,
};
use crate::format::ggf::TimeControl;
use crate::format::{AnnotatedMove, ggf};
use crate::game::{Move, Setup, Side};
use crate::search::Clock;
use std::time::{Duration, Instant};

/// A ping ends a search.
const END_COMMANDS: EndCommands = EndCommands {
    stop: "ping 0",
    quit: "quit",
};

/// A client for an NBoard engine.
pub(super) struct NBoardClient {
    connection: Connection,
    /// The position before the first move, if it is not the regular one.
    start: Option<Setup>,
    moves: Vec<(Side, Move)>,
    /// What the engine calls itself.
    name: Option<String>,
    /// The number of the last `ping`.
    pings: u32,
}

impl NBoardClient {
    /// A client for an engine that has not been started yet.
    pub(crate) fn new(spec: EngineSpec) -> Self {
        Self {
            connection: Connection::new(spec, END_COMMANDS),
            start: None,
            moves: Vec::new(),
            name: None,
            pings: 0,
        }
    }

    /// Waits until the engine has read everything that was sent.
    fn ping(&mut self) -> Result<(), EngineError> {
        self.pings += 1;
        let (number, timeout) = (self.pings, self.connection.spec.startup_timeout());
        let process = self.connection.process()?;
        let ping = format!("ping {number}");
        let sent = process.send(&ping)?;
        let pong = format!("pong {number}");
        let name = &mut self.name;
        let replied = wait_for(process, &ping, timeout, |line| {
            if let Some(myname) = line.text.strip_prefix("set myname ") {
                *name = Some(myname.to_owned());
            }
            (line.text == pong).then_some(line.at)
        })?;
        let took = replied.saturating_duration_since(sent);
        self.connection.note_command(took);
        Ok(())
    }

    /// Starts the engine and sends what holds for all its games.
    fn start(&mut self) -> Result<(), EngineError> {
        let spec = &self.connection.spec;
        let unsupported = [
            ("level", spec.level.is_some()),
            ("nodes", spec.nodes.is_some()),
            ("memory", spec.memory.is_some()),
            ("threads", spec.threads.is_some()),
            ("ponder", spec.ponders()),
            ("option", !spec.options.is_empty()),
        ];
        if let Some((name, _)) = unsupported.into_iter().find(|&(_, given)| given) {
            return Err(refused(format!(
                "has no NBoard command for {name}; set it in cmd=COMMAND or with init=LINE"
            )));
        }
        let (init, depth) = (spec.init.clone(), spec.depth);
        self.connection.start()?;
        let process = self.connection.process()?;
        process.send("nboard 2")?;
        for line in init {
            process.send(&line)?;
        }
        if let Some(depth) = depth {
            process.send(&format!("set depth {depth}"))?;
        }
        Ok(())
    }

    fn set_up(&mut self, game: GameSpec) -> Result<(), EngineError> {
        if game.variant != Variant::Othello {
            let variant = game.variant;
            let message = format!("cannot play {variant}: the NBoard protocol has only Othello");
            return Err(refused(message));
        }
        self.moves.clear();
        self.start = None;
        if self.connection.needs_start() {
            self.start()?;
        }
        self.ping()
    }

    fn wait_for_move(
        &mut self,
        sent: Instant,
        timeout: Duration,
    ) -> Result<EngineReply, EngineError> {
        let process = self.connection.process()?;
        let mut info = MoveInfo::default();
        let mut skipped = SkippedLines::default();
        while let Some(line) = process.line(end_of_wait(sent, timeout))? {
            let text = line.text.as_str();
            let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            match word {
                "===" => {
                    let (mv, value) = read_move(rest)?;
                    info.value = value.or(info.value);
                    return Ok(EngineReply {
                        best_move: BestMove::Move(mv),
                        text: rest
                            .trim()
                            .split(['/', ' '])
                            .next()
                            .unwrap_or_default()
                            .to_owned(),
                        elapsed: line.at.saturating_duration_since(sent),
                        info,
                    });
                }
                "nodestats" => {
                    let count = rest.split_whitespace().next();
                    info.nodes = count.and_then(|word| word.parse().ok()).or(info.nodes);
                }
                "search" | "book" => read_search_line(rest, &mut info),
                "status" => {}
                // NTest plays no move without a depth.
                "warning" if rest.contains("set depth") => {
                    return Err(refused(format!(
                        "answered \"go\" with {}; set the depth with depth=PLIES",
                        quoted(text)
                    )));
                }
                _ => skipped.add("go", text)?,
            }
        }
        Err(no_reply(process, "go", timeout))
    }
}

/// Reads the rest of `search PV EVAL 0 DEPTH`.
fn read_search_line(rest: &str, info: &mut MoveInfo) {
    let words: Vec<_> = rest.split_whitespace().collect();
    if let [line, value, _, depth, ..] = words[..] {
        info.line = read_line(line);
        info.value = read_value(value).or(info.value);
        // A percentage in place of the depth is the probability of a solved result.
        info.depth = depth.parse().ok().or(info.depth);
    }
}

/// Reads the moves of `F5d6PAe3`, up to one that is damaged.
fn read_line(text: &str) -> Vec<Move> {
    let starts = (0..text.len()).step_by(2);
    let words = starts.map_while(|start| text.get(start..start + 2));
    words
        .map_while(|word| Some(read_move(word).ok()?.0))
        .collect()
}

/// Reads a value in discs. Of two values, with draws counted for Black and for White, it takes the first.
fn read_value(text: &str) -> Option<f64> {
    let first = text.split(',').next().unwrap_or_default();
    first.parse().ok().filter(|value: &f64| value.is_finite())
}

/// Reads `F5/1.23/0.5`, or the same with blanks in place of the slashes.
fn read_move(text: &str) -> Result<(Move, Option<f64>), EngineError> {
    // The side does not matter for the move.
    if let Ok(played) = ggf::read_move(Side::Black, text) {
        return Ok((played.mv, played.value));
    }
    let mut parts = text.split(|c: char| c == '/' || c.is_whitespace());
    match ggf::read_move(Side::Black, parts.next().unwrap_or_default()) {
        Ok(played) => Ok((played.mv, parts.next().and_then(read_value))),
        Err(_) => Err(not_a_move(text)),
    }
}

/// The GGF game that tells the engine its remaining time: NBoard has no clock commands. `side` is to move.
///
/// * Every move gets exactly the increment as its time, so that it leaves the clock unchanged.
/// * Clock and increment are whole seconds, since NTest misreads fractions.
/// * The clock is rounded up, and the first move of `side` gets the difference as its time.
/// * Before that move the clock is rounded down, but never to 0, which would mean "no clock": below one second it is 1 s.
fn game(moves: &[(Side, Move)], side: Side, clock: &Clock) -> ggf::Game {
    let remaining = RemainingTime::of(clock);
    let whole_ms =
        |time: Duration| Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    let first = moves.iter().position(|&(mover, _)| mover == side);
    let mut added = Duration::ZERO;
    let control = remaining.left.or(remaining.per_move).map(|left| {
        let left = whole_ms(left).max(Duration::from_millis(1));
        let up = u64::from(first.is_some() && left.subsec_nanos() > 0);
        let main = Duration::from_secs((left.as_secs() + up).max(1));
        added = main.saturating_sub(left);
        // A fixed time for every move is written as an increment of the same length.
        let increment = match remaining.left {
            Some(_) => remaining.increment,
            None => left,
        };
        TimeControl {
            main,
            // A larger increment would make the sum of the moves exceed the clock.
            increment: Duration::from_secs(increment.min(left).as_secs()),
            grace: Duration::ZERO,
        }
    });
    let played = |(index, &(side, mv)): (usize, &(Side, Move))| {
        let increment = control.map_or(Duration::ZERO, |control| control.increment);
        let more = if Some(index) == first {
            added
        } else {
            Duration::ZERO
        };
        AnnotatedMove {
            time: Some(increment + more).filter(|time| !time.is_zero()),
            ..AnnotatedMove::new(side, mv)
        }
    };
    ggf::Game {
        place: "Flipfive".into(),
        players: ["black".into(), "white".into()],
        clocks: [control, control],
        moves: moves.iter().enumerate().map(played).collect(),
        ..ggf::Game::default()
    }
}

/// A warning about a clock that the game before the engine's first move states too high; `None` if it does not.
fn short_clock_warning(engine: &str, clock: &Clock) -> Option<String> {
    let remaining = RemainingTime::of(clock);
    let left = remaining.left.or(remaining.per_move)?;
    (left < Duration::from_secs(1)).then(|| {
        let left = seconds(left);
        format!(
            "{engine} gets 1 s instead of {left} s for its first move, since NBoard engines get whole seconds, and loses on \
             time if it takes them"
        )
    })
}

impl EngineClient for NBoardClient {
    fn set_context(&mut self, context: EngineContext) {
        self.connection.set_context(context);
    }

    fn new_game(&mut self, game: GameSpec, clock: &Clock) -> Result<(), EngineError> {
        let name = &self.connection.spec.name;
        warn_of_unknown_limit(name, clock.rule());
        if self.connection.judges_clocks()
            && let Some(warning) = short_clock_warning(name, clock)
        {
            warn_once(warning);
        }
        self.set_up(game).map_err(at_start)
    }

    fn was_restarted(&self) -> bool {
        self.connection.was_restarted()
    }

    fn set_position(&mut self, start: &Setup) -> Result<(), EngineError> {
        self.start = Some(start.clone());
        Ok(())
    }

    fn identity(&mut self) -> Result<EngineIdentity, EngineError> {
        Ok(EngineIdentity {
            name: self.name.clone(),
            version: None,
        })
    }

    fn play_move(&mut self, side: Side, mv: Move) -> Result<(), EngineError> {
        self.moves.push((side, mv));
        Ok(())
    }

    fn go(
        &mut self,
        side: Side,
        clocks: &[Clock; 2],
        timeout: Duration,
    ) -> Result<EngineReply, EngineError> {
        let mut game = game(&self.moves, side, &clocks[side.index()]);
        if let Some(start) = &self.start {
            game.start.clone_from(start);
        }
        let game = ggf::write(&game);
        let process = self.connection.process()?;
        process.send(&format!("set game {game}"))?;
        self.ping()?;
        let sent = self.connection.process()?.send("go")?;
        let reply = self.wait_for_move(sent, timeout)?;
        if let BestMove::Move(mv) = reply.best_move {
            self.moves.push((side, mv));
        }
        Ok(reply)
    }

    fn take_longest_command(&mut self) -> Duration {
        self.connection.take_longest_command()
    }

    fn end_game(&mut self) -> Result<(), EngineError> {
        self.connection.end_game();
        Ok(())
    }

    fn quit(&mut self) {
        self.connection.quit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Termination;
    use crate::game::Vertex;
    use crate::search::ClockRule;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn moves_in_every_spelling() {
        let f5 = Move::Place(Vertex::new(5, 4));
        for (text, expected) in [
            ("F5/1.23/0.5", (f5, Some(1.23))),
            ("f5 -1.00 0.0", (f5, Some(-1.0))),
            ("f5", (f5, None)),
            ("F5//2.3", (f5, None)),
            ("F5/1.5,-0.5/2", (f5, Some(1.5))),
            ("PA", (Move::Pass, None)),
            ("pass", (Move::Pass, None)),
            ("--", (Move::Pass, None)),
        ] {
            assert_eq!(read_move(text), Ok(expected), "{text}");
        }
        for garbage in ["", "F9", "hello", "/1/2", "\u{e9}5"] {
            let error = read_move(garbage).unwrap_err();
            assert_eq!(error.termination, Termination::Garbage, "{garbage}");
        }
    }

    #[test]
    fn search_lines() {
        let mut info = MoveInfo::default();
        read_search_line("F5d6C3 1.50 0 14", &mut info);
        assert_eq!((info.value, info.depth), (Some(1.5), Some(14)));
        let line = ["f5", "d6", "c3"].map(|name| Move::from_name(name, 8).unwrap());
        assert_eq!(info.line, line);
        read_search_line("F5d6C3 2.00,-2.00 0 73%", &mut info);
        assert_eq!((info.value, info.depth), (Some(2.0), Some(14)));
    }

    #[test]
    fn the_game_shows_the_remaining_time() {
        let moves = [
            (Side::Black, Move::Place(Vertex::new(5, 4))),
            (Side::White, Move::Place(Vertex::new(3, 5))),
            (Side::Black, Move::Place(Vertex::new(2, 2))),
        ];
        let fischer = |main, increment| ClockRule::fischer(MS(main), MS(increment), None);
        for (rule, left, increment) in [
            (fischer(9000, 2500), 9000, 2000),
            (fischer(100, 2500), 100, 0),
            (fischer(9234, 2000), 9234, 2000),
            (fischer(10_000, 100), 10_000, 0),
            (ClockRule::Absolute { main: MS(1234) }, 1234, 0),
            (ClockRule::Absolute { main: MS(0) }, 1, 0),
            (ClockRule::PerMove(MS(700)), 700, 0),
            (ClockRule::PerMove(MS(3700)), 3700, 3000),
        ] {
            for side in Side::ALL {
                let text = ggf::write(&game(&moves, side, &Clock::new(rule)));
                let read = ggf::read(&text).unwrap();
                assert_eq!(read.time_left(side), Some(MS(left)), "{text}");
                let control = read.clocks[0].unwrap();
                assert_eq!(control.increment, MS(increment), "{text}");
                assert_eq!(control.main.subsec_nanos(), 0, "{text}");
            }
            // Before its first move, the clock is rounded down.
            let text = ggf::write(&game(&moves[..1], Side::White, &Clock::new(rule)));
            let read = ggf::read(&text).unwrap();
            let down = MS((left / 1000).max(1) * 1000);
            assert_eq!(read.time_left(Side::White), Some(down), "{text}");
        }
        let text = ggf::write(&game(
            &moves,
            Side::White,
            &Clock::new(ClockRule::Unlimited),
        ));
        assert!(!text.contains("TI["), "{text}");
    }

    #[test]
    fn a_clock_below_one_second_is_a_warning() {
        let warning = |rule| short_clock_warning("a", &Clock::new(rule));
        let short = warning(ClockRule::PerMove(MS(100))).unwrap();
        assert!(short.starts_with("a gets 1 s instead of 0.1 s"), "{short}");
        assert!(warning(ClockRule::Absolute { main: MS(500) }).is_some());
        assert_eq!(warning(ClockRule::PerMove(MS(1000))), None);
        assert_eq!(warning(ClockRule::Unlimited), None);
    }
}
