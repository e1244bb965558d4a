//! Checks of NBoard engines.

use crate::engines::compliance::{
    Bench, Check, GARBAGE, Outcome, PLIES, SOON, Trouble, failed, missing, play,
};
use crate::format::ggf;
use crate::format::ggf::{Played, TimeControl};
use crate::game::{DynRecord, Move, Side};
use std::time::{Duration, Instant};

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "answers ping",
        run: |bench| {
            bench.send("nboard 2")?;
            bench.ping(1)?;
            bench.ping(123_456)
        },
    },
    Check {
        name: "ignores unknown and blank lines and carriage returns",
        run: |bench| {
            bench.send_bytes(b"nboard 2\r\n\r\nno such command\r\nping 5\r\n")?;
            bench.wait("pong 5", bench.patience, |line| {
                (line == "pong 5").then_some(())
            })
        },
    },
    Check {
        name: "plays legal moves",
        run: |bench| {
            bench.begin(6)?;
            let mut record = bench.new_record()?;
            for _ in 0..PLIES {
                bench.set_game(record.as_ref(), None)?;
                let mv = bench.go()?;
                let side = record.side();
                play(record.as_mut(), side, mv)?;
            }
            Ok(())
        },
    },
    Check {
        name: "does not play its own move",
        run: |bench| {
            bench.begin(4)?;
            let record = bench.new_record()?;
            bench.set_game(record.as_ref(), None)?;
            for _ in 0..2 {
                let mv = bench.go()?;
                play(bench.new_record()?.as_mut(), Side::Black, mv)?;
            }
            Ok(())
        },
    },
    Check {
        name: "takes moves one at a time",
        run: |bench| {
            bench.begin(4)?;
            let mut record = bench.new_record()?;
            bench.set_game(record.as_ref(), None)?;
            for _ in 0..PLIES {
                let mv = bench.go()?;
                let side = record.side();
                play(record.as_mut(), side, mv)?;
                bench.send(&format!("move {}/1.00/0.5", ggf::name(mv)))?;
            }
            Ok(())
        },
    },
    Check {
        name: "passes when it has to",
        run: |bench| {
            bench.begin(4)?;
            let record = pass_position(bench.new_record()?)?;
            bench.set_game(record.as_ref(), None)?;
            match bench.go()? {
                Move::Pass => Ok(()),
                mv => failed(format!("plays {}, expected PA", ggf::name(mv))),
            }
        },
    },
    Check {
        name: "gives hints, and none any more after ping",
        run: |bench| {
            bench.begin(40)?;
            let record = bench.new_record()?;
            bench.set_game(record.as_ref(), None)?;
            bench.ping(2)?;
            bench.send("hint 2")?;
            let is_hint = |line: &str| line.starts_with("search ") || line.starts_with("book ");
            bench.wait("search line", bench.patience, |line| {
                is_hint(line).then_some(())
            })?;
            let begin = Instant::now();
            bench.ping(3)?;
            let took = begin.elapsed();
            if took > SOON {
                return failed(format!("took {took:.1?} to stop"));
            }
            let quiet = Instant::now() + Duration::from_millis(300);
            while let Some(line) = bench.line(quiet)? {
                if is_hint(&line.text) {
                    return failed(format!("wrote {:?} after pong", line.text));
                }
            }
            Ok(())
        },
    },
    Check {
        name: "stops thinking at ping",
        run: |bench| {
            bench.begin(60)?;
            let record = bench.new_record()?;
            bench.set_game(record.as_ref(), None)?;
            bench.ping(2)?;
            bench.send("go")?;
            std::thread::sleep(Duration::from_millis(300));
            let begin = Instant::now();
            bench.ping(3)?;
            let took = begin.elapsed();
            if took > SOON {
                failed(format!("took {took:.1?} to stop"))
            } else {
                Ok(())
            }
        },
    },
    Check {
        name: "keeps to its clock",
        run: |bench| {
            bench.begin(60)?;
            let record = bench.new_record()?;
            bench.set_game(record.as_ref(), Some(Duration::from_secs(10)))?;
            // Depth and clock both bound a search; an engine that knows depths only can be lived with.
            bench.patience = bench.patience.min(SOON);
            match bench.go() {
                Ok(_) => Ok(()),
                Err(Trouble::Failed(text)) => missing(format!("{text}, with 10 s for all moves")),
                Err(other) => Err(other),
            }
        },
    },
    Check {
        name: "survives a game that is none, and bytes that mean nothing",
        run: |bench| {
            bench.begin(4)?;
            bench.send("set game (;GM[Othello]BO[8 ---")?;
            bench.send_bytes(GARBAGE)?;
            bench.ping(2)?;
            let record = bench.new_record()?;
            bench.set_game(record.as_ref(), None)?;
            let mv = bench.go()?;
            play(bench.new_record()?.as_mut(), Side::Black, mv)
        },
    },
    Check {
        name: "quits",
        run: |bench| {
            bench.begin(4)?;
            bench.ping(1)?;
            bench.send("quit")?;
            bench.ends("quit")
        },
    },
    Check {
        name: "ends with its input",
        run: |bench| {
            bench.begin(4)?;
            bench.ping(1)?;
            bench.ends("the end of its input")
        },
    },
];

/// A position whose side to move has to pass: the shortest game to one that plays the first or the last
/// legal move in every turn.
fn pass_position(start: Box<dyn DynRecord>) -> Result<Box<dyn DynRecord>, Trouble> {
    for last in [false, true] {
        let mut record = start.boxed();
        while record.outcome().is_none() {
            let legal = record.legal();
            let mv = if last { legal.last() } else { legal.first() };
            match mv {
                Some(Move::Pass) => return Ok(record),
                Some(&mv) => {
                    let side = record.side();
                    play(record.as_mut(), side, mv)?;
                }
                None => break,
            }
        }
    }
    failed("no position with a pass was found")
}

impl Bench {
    fn begin(&mut self, depth: u32) -> Outcome {
        self.send("nboard 2")?;
        self.send(&format!("set depth {depth}"))?;
        self.ping(1)
    }

    fn ping(&mut self, number: u32) -> Outcome {
        self.send(&format!("ping {number}"))?;
        let pong = format!("pong {number}");
        self.wait(&pong, self.patience, |line| (line == pong).then_some(()))
    }

    fn set_game(&mut self, record: &dyn DynRecord, time: Option<Duration>) -> Outcome {
        let played = |(side, mv)| Played {
            side,
            mv,
            eval: None,
            time: None,
        };
        let control = time.map(|main| TimeControl {
            main,
            increment: Duration::ZERO,
            grace: Duration::ZERO,
        });
        let game = ggf::Game {
            place: "Flipfive".into(),
            names: ["black".into(), "white".into()],
            clocks: [control; 2],
            moves: record.moves().into_iter().map(played).collect(),
            ..ggf::Game::default()
        };
        self.send(&format!("set game {}", ggf::write(&game)))
            .map(drop)
    }

    fn go(&mut self) -> Result<Move, Trouble> {
        self.send("go")?;
        let text = self.wait("=== line", self.patience, |line| {
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
    fn there_is_a_position_with_a_pass() {
        let record = pass_position(Variant::Othello.new_record(8).unwrap());
        let Ok(record) = record else { panic!() };
        assert_eq!(record.legal(), [Move::Pass]);
    }
}
