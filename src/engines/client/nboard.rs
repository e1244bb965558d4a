//! Engines that speak the NBoard protocol, version 2 (Othello only).
//!
//! The game is set anew before every move, as the GUI may do it, and `ping` keeps the two sides together.
//! The protocol has no clock of its own: the engine reads it off the game, as the time for all moves (TI)
//! less the times of the moves plus an increment for each of them.

use crate::engine::Variant;
use crate::engines::client::clock::Simple;
use crate::engines::client::engine_client::{
    BestMove, EngineClient, EngineReply, GameSpec, MoveInfo,
};
use crate::engines::client::{FAREWELL, at_start, quoted, silent, wait_for};
use crate::engines::process::EngineProcess;
use crate::engines::spec::EngineSpec;
use crate::engines::termination::{EngineError, Termination};
use crate::format::ggf;
use crate::format::ggf::{Played, TimeControl};
use crate::game::{Move, Setup, Side};
use crate::search::Clock;
use std::time::{Duration, Instant};

/// An engine at the other end of the NBoard protocol.
pub struct Client {
    spec: EngineSpec,
    process: Option<EngineProcess>,
    /// The position before the first move, if it is not the regular one.
    start: Option<Setup>,
    moves: Vec<(Side, Move)>,
    /// The number of the last `ping`.
    pings: u32,
}

fn refused(text: impl Into<String>) -> EngineError {
    EngineError::new(Termination::Refused, text)
}

impl Client {
    /// An engine that will be started with its first game.
    pub fn new(spec: EngineSpec) -> Self {
        Self {
            spec,
            process: None,
            start: None,
            moves: Vec::new(),
            pings: 0,
        }
    }

    fn process(&mut self) -> Result<&mut EngineProcess, EngineError> {
        self.process
            .as_mut()
            .ok_or_else(|| refused("is not running"))
    }

    /// Waits until everything that was sent has been read.
    fn ping(&mut self) -> Result<(), EngineError> {
        self.pings += 1;
        let (number, patience) = (self.pings, self.spec.startup_timeout());
        let process = self.process()?;
        let question = format!("ping {number}");
        process.send(&question)?;
        let pong = format!("pong {number}");
        wait_for(process, &question, patience, |line| {
            (line.text == pong).then_some(())
        })
    }

    fn start(&mut self) -> Result<(), EngineError> {
        let missing = [
            ("level", self.spec.level.is_some()),
            ("nodes", self.spec.nodes.is_some()),
            ("memory", self.spec.memory.is_some()),
            ("threads", self.spec.threads.is_some()),
            ("options", !self.spec.options.is_empty()),
        ];
        if let Some((name, _)) = missing.into_iter().find(|&(_, asked)| asked) {
            return Err(refused(format!(
                "the NBoard protocol has no command for {name}: say it in the engine's command, or with init"
            )));
        }
        self.process = Some(EngineProcess::start(&self.spec)?);
        self.process()?.send("nboard 2")?;
        for line in self.spec.init.clone() {
            self.process()?.send(&line)?;
        }
        if let Some(depth) = self.spec.depth {
            self.process()?.send(&format!("set depth {depth}"))?;
        }
        Ok(())
    }

    fn set_up(&mut self, game: GameSpec) -> Result<(), EngineError> {
        if game.variant != Variant::Othello {
            return Err(refused(format!(
                "the NBoard protocol has no {}",
                game.variant
            )));
        }
        self.moves.clear();
        self.start = None;
        if self
            .process
            .as_mut()
            .is_none_or(|process| !process.is_running())
        {
            self.process = None;
            self.start()?;
        }
        self.ping()
    }

    fn listen(&mut self, asked: Instant, patience: Duration) -> Result<EngineReply, EngineError> {
        let process = self.process()?;
        let mut thought = MoveInfo::default();
        while let Some(line) = process.line(asked + patience)? {
            let (word, rest) = line
                .text
                .split_once(char::is_whitespace)
                .unwrap_or((&line.text, ""));
            match word {
                "===" => {
                    let (mv, value) = read_move(rest)?;
                    thought.value = value.or(thought.value);
                    return Ok(EngineReply {
                        best_move: BestMove::Move(mv),
                        elapsed: line.at.saturating_duration_since(asked),
                        info: thought,
                    });
                }
                "nodestats" => {
                    let nodes = rest
                        .split_whitespace()
                        .next()
                        .and_then(|word| word.parse().ok());
                    thought.nodes = nodes.or(thought.nodes);
                }
                "search" | "book" => read_line(rest, &mut thought),
                _ => {}
            }
        }
        Err(EngineError::new(
            Termination::Hang,
            silent(process, "go", patience),
        ))
    }
}

/// What `search PV EVAL 0 DEPTH` says.
fn read_line(rest: &str, thought: &mut MoveInfo) {
    let words: Vec<_> = rest.split_whitespace().collect();
    if let [_, value, _, depth, ..] = words[..] {
        thought.value = number(value).or(thought.value);
        // Percentages say how certain a solution is.
        thought.depth = depth.parse().ok().or(thought.depth);
    }
}

/// A value in discs. A pair says what it is with draws as wins for Black and for White.
fn number(text: &str) -> Option<f64> {
    let first = text.split(',').next().unwrap_or_default();
    first.parse().ok().filter(|number: &f64| number.is_finite())
}

/// `F5/1.23/0.5`, or with blanks in place of the strokes.
fn read_move(text: &str) -> Result<(Move, Option<f64>), EngineError> {
    // Neither the side nor the value matters for what the move is.
    if let Ok(played) = ggf::read_move(Side::Black, text) {
        return Ok((played.mv, played.eval));
    }
    let mut parts = text.split(|c: char| c == '/' || c.is_whitespace());
    match ggf::read_move(Side::Black, parts.next().unwrap_or_default()) {
        Ok(played) => Ok((played.mv, parts.next().and_then(number))),
        Err(_) => {
            let text = format!("answered with {}, which is no move", quoted(text));
            Err(EngineError::new(Termination::Garbage, text))
        }
    }
}

/// The game with a clock that shows the time that is left. Every move has taken exactly the increment,
/// so that nothing but the next one changes it.
fn game(moves: &[(Side, Move)], clock: &Clock) -> ggf::Game {
    let simple = Simple::of(clock);
    let whole =
        |time: Duration| Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    let control = simple.left.or(simple.turn).map(|main| {
        // A clock without any time would be none.
        let main = whole(main).max(Duration::from_millis(1));
        // A time for every move is an increment and nothing else.
        let increment = match simple.left {
            Some(_) => whole(simple.increment),
            None => main,
        };
        TimeControl {
            main,
            // More than is on the clock would not come out even.
            increment: increment.min(main),
            grace: Duration::ZERO,
        }
    });
    let played = |&(side, mv): &(Side, Move)| Played {
        side,
        mv,
        eval: None,
        time: control
            .map(|control| control.increment)
            .filter(|time| !time.is_zero()),
    };
    ggf::Game {
        place: "Flipfive".into(),
        names: ["black".into(), "white".into()],
        clocks: [control, control],
        moves: moves.iter().map(played).collect(),
        ..ggf::Game::default()
    }
}

impl EngineClient for Client {
    fn new_game(&mut self, game: GameSpec, _: &Clock) -> Result<(), EngineError> {
        self.set_up(game).map_err(at_start)
    }

    fn set_position(&mut self, start: &Setup) -> Result<(), EngineError> {
        self.start = Some(start.clone());
        Ok(())
    }

    fn play_move(&mut self, side: Side, mv: Move) -> Result<(), EngineError> {
        self.moves.push((side, mv));
        Ok(())
    }

    fn go(
        &mut self,
        side: Side,
        clocks: &[Clock; 2],
        patience: Duration,
    ) -> Result<EngineReply, EngineError> {
        let mut game = game(&self.moves, &clocks[side.index()]);
        if let Some(start) = &self.start {
            game.start.clone_from(start);
        }
        let game = ggf::write(&game);
        self.process()?.send(&format!("set game {game}"))?;
        self.ping()?;
        let asked = self.process()?.send("go")?;
        let turn = self.listen(asked, patience)?;
        if let BestMove::Move(mv) = turn.best_move {
            self.moves.push((side, mv));
        }
        Ok(turn)
    }

    fn end_game(&mut self) -> Result<(), EngineError> {
        if self.spec.restart {
            self.quit();
        }
        Ok(())
    }

    fn quit(&mut self) {
        if let Some(mut process) = self.process.take() {
            // Whatever happens now, it is killed in the end.
            let _ = process.send("quit");
            process.close(FAREWELL);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
            let fault = read_move(garbage).unwrap_err();
            assert_eq!(fault.termination, Termination::Garbage, "{garbage}");
        }
    }

    #[test]
    fn lines_about_the_search() {
        let mut thought = MoveInfo::default();
        read_line("F5d6C3 1.50 0 14", &mut thought);
        assert_eq!((thought.value, thought.depth), (Some(1.5), Some(14)));
        read_line("F5d6C3 2.00,-2.00 0 73%", &mut thought);
        assert_eq!((thought.value, thought.depth), (Some(2.0), Some(14)));
    }

    #[test]
    fn the_game_shows_the_time_that_is_left() {
        let moves = [
            (Side::Black, Move::Place(Vertex::new(5, 4))),
            (Side::White, Move::Place(Vertex::new(3, 5))),
            (Side::Black, Move::Place(Vertex::new(2, 2))),
        ];
        let fischer = |main, increment| ClockRule::Fischer {
            main: MS(main),
            increment: MS(increment),
            main_limit: None,
            max_per_move: None,
        };
        for (rule, left, increment) in [
            (fischer(9000, 2500), 9000, 2500),
            (fischer(100, 2500), 100, 100),
            (ClockRule::Absolute { main: MS(1234) }, 1234, 0),
            (ClockRule::Absolute { main: MS(0) }, 1, 0),
            (ClockRule::PerMove(MS(700)), 700, 700),
        ] {
            let text = ggf::write(&game(&moves, &Clock::new(rule)));
            let read = ggf::read(&text).unwrap();
            assert_eq!(read.left(Side::White), Some(MS(left)), "{text}");
            assert_eq!(read.left(Side::Black), Some(MS(left)), "{text}");
            assert_eq!(read.clocks[0].unwrap().increment, MS(increment), "{text}");
        }
        let text = ggf::write(&game(&moves, &Clock::new(ClockRule::Unlimited)));
        assert!(!text.contains("TI["), "{text}");
    }
}
