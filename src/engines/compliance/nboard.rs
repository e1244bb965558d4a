//! Checks of NBoard engines.

use crate::engines::compliance::check::{
    Check, GARBAGE, MOVE_TIMEOUT, Outcome, PLIES, Problem, Subject, failed, missing, play,
};
use crate::format::ggf::TimeControl;
use crate::format::{AnnotatedMove, ggf};
use crate::game::{DynRecord, Move, Side};
use std::time::Duration;

pub(super) const CHECKS: &[Check] = &[
    Check::new("answers ping", |subject| {
        subject.send("nboard 2")?;
        subject.ping(1)?;
        subject.ping(123_456)
    }),
    Check::new(
        "ignores unknown lines, blank lines and carriage returns",
        |subject| {
            subject.send_bytes(b"nboard 2\r\n\r\nno such command\r\nping 5\r\n")?;
            subject.expect_line("pong 5")
        },
    ),
    Check::new("plays legal moves", |subject| {
        subject.set_depth(6)?;
        let mut record = subject.new_record()?;
        for _ in 0..PLIES {
            subject.set_game(record.as_ref(), None)?;
            let mv = subject.go()?;
            play(record.as_mut(), mv)?;
        }
        Ok(())
    }),
    Check::new("does not change the game at go", |subject| {
        subject.start_game(4)?;
        for _ in 0..2 {
            let mv = subject.go()?;
            play(subject.new_record()?.as_mut(), mv)?;
        }
        Ok(())
    }),
    Check::new("accepts moves one at a time", |subject| {
        let mut record = subject.start_game(4)?;
        for _ in 0..PLIES {
            let mv = subject.go()?;
            play(record.as_mut(), mv)?;
            subject.send(&format!("move {}/1.00/0.5", ggf::move_name(mv)))?;
        }
        Ok(())
    }),
    Check::new("passes if it has no legal move", |subject| {
        subject.set_depth(4)?;
        let record = pass_position(subject.new_record()?)?;
        subject.set_game(record.as_ref(), None)?;
        match subject.go()? {
            Move::Pass => Ok(()),
            mv => failed(format!("plays {}, expected PA", ggf::move_name(mv))),
        }
    }),
    Check::new("gives hints until ping", |subject| {
        // At a small depth, since Edax writes no line before its search is complete.
        subject.start_game(6)?;
        subject.ping(2)?;
        subject.send("hint 2")?;
        let is_hint = |line: &str| line.starts_with("search ") || line.starts_with("book ");
        subject.wait_for("search line", subject.timeout, |line| {
            is_hint(line).then_some(())
        })?;
        subject.start_game(40)?;
        subject.ping(2)?;
        subject.send("hint 2")?;
        std::thread::sleep(Duration::from_millis(300));
        let begin = subject.process.now();
        subject.ping(3)?;
        subject.expect_fast(begin, "to stop after ping")?;
        let quiet = subject.process.now() + Duration::from_millis(300);
        while let Some(line) = subject.line(quiet)? {
            if is_hint(&line.text) {
                return failed(format!("wrote {:?} after pong", line.text));
            }
        }
        Ok(())
    }),
    Check::new("stops the search at ping", |subject| {
        subject.start_game(60)?;
        subject.ping(2)?;
        subject.send("go")?;
        std::thread::sleep(Duration::from_millis(300));
        let begin = subject.process.now();
        subject.ping(3)?;
        subject.expect_fast(begin, "to stop after ping")
    }),
    Check::new("keeps its clock", |subject| {
        subject.set_depth(60)?;
        let record = subject.new_record()?;
        subject.set_game(record.as_ref(), Some(Duration::from_secs(10)))?;
        // An engine that knows only the depth limit is usable, so this is not a failure.
        subject.timeout = subject.timeout.min(MOVE_TIMEOUT);
        match subject.go() {
            Ok(_) => Ok(()),
            Err(Problem::Failed(text)) => missing(format!("{text}, with 10 s for all moves")),
            Err(other) => Err(other),
        }
    }),
    Check::new("survives a broken game and garbage", |subject| {
        subject.set_depth(4)?;
        subject.send("set game (;GM[Othello]BO[8 ---")?;
        subject.send_bytes(GARBAGE)?;
        subject.ping(2)?;
        let record = subject.new_record()?;
        subject.set_game(record.as_ref(), None)?;
        let mv = subject.go()?;
        play(subject.new_record()?.as_mut(), mv)
    }),
    Check::new("quits", |subject| {
        subject.set_depth(4)?;
        subject.ping(1)?;
        subject.send("quit")?;
        subject.expect_exit("quit")
    }),
    Check::new("ends at the end of its input", |subject| {
        subject.set_depth(4)?;
        subject.ping(1)?;
        subject.expect_end("the end of its input")
    }),
];

/// A position whose side to move has to pass, found by always playing the first or always the last legal
/// move.
fn pass_position(start: Box<dyn DynRecord>) -> Result<Box<dyn DynRecord>, Problem> {
    for last in [false, true] {
        let mut record = start.boxed();
        while record.outcome().is_none() {
            let legal = record.legal();
            let mv = if last { legal.last() } else { legal.first() };
            match mv {
                Some(Move::Pass) => return Ok(record),
                Some(&mv) => play(record.as_mut(), mv)?,
                None => break,
            }
        }
    }
    failed("found no position with a pass")
}

impl Subject {
    /// Sets the depth and starts a game.
    fn start_game(&mut self, depth: u32) -> Result<Box<dyn DynRecord>, Problem> {
        self.set_depth(depth)?;
        let record = self.new_record()?;
        self.set_game(record.as_ref(), None)?;
        Ok(record)
    }

    fn set_depth(&mut self, depth: u32) -> Outcome {
        self.send("nboard 2")?;
        self.send(&format!("set depth {depth}"))?;
        self.ping(1)
    }

    fn ping(&mut self, number: u32) -> Outcome {
        self.send(&format!("ping {number}"))?;
        self.expect_line(&format!("pong {number}"))
    }

    fn set_game(&mut self, record: &dyn DynRecord, time: Option<Duration>) -> Outcome {
        let played = |(side, mv)| AnnotatedMove::new(side, mv);
        let control = time.map(|main| TimeControl {
            main,
            increment: Duration::ZERO,
            grace: Duration::ZERO,
        });
        let game = ggf::Game {
            place: "Flipfive".into(),
            players: ["black".into(), "white".into()],
            clocks: [control; 2],
            moves: record.moves().into_iter().map(played).collect(),
            ..ggf::Game::default()
        };
        self.send(&format!("set game {}", ggf::write(&game)))
            .map(drop)
    }

    fn go(&mut self) -> Result<Move, Problem> {
        self.send("go")?;
        let text = self.wait_for("=== line", self.timeout, |line| {
            line.strip_prefix("===").map(|rest| rest.trim().to_owned())
        })?;
        let name = text.split(|c: char| c == '/' || c.is_whitespace()).next();
        match ggf::read_move(Side::Black, name.unwrap_or_default()) {
            Ok(played) => Ok(played.mv),
            Err(error) => failed(format!("=== {text}: {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variant;

    #[test]
    fn the_position_with_a_pass_exists() {
        let record = pass_position(Variant::Othello.new_record(8).unwrap());
        let Ok(record) = record else { panic!() };
        assert_eq!(record.legal(), [Move::Pass]);
    }
}
