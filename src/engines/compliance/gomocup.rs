//! Checks of Gomocup engines.

use crate::engine::Variant;
use crate::engines::compliance::{
    Bench, Check, FAREWELL, GARBAGE, Outcome, PLIES, SOON, Trouble, failed, missing, play,
};
use crate::game::{DynRecord, Move, Side, Vertex};
use std::time::{Duration, Instant};

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "answers START with a bare OK",
        run: |bench| bench.start(),
    },
    Check {
        name: "says who it is",
        run: |bench| {
            // Blanks around the equals sign are harmless.
            let line = bench.question("ABOUT")?.replace(' ', "");
            for key in ["name=\"", "version=\""] {
                if !line.contains(key) {
                    return failed(format!("{line:?} has no {key}...\""));
                }
            }
            Ok(())
        },
    },
    Check {
        name: "takes lines that end with a carriage return",
        run: |bench| {
            bench.send_bytes(format!("START {}\r\nABOUT\r\n", bench.size).as_bytes())?;
            let (start, about) = (bench.answer()?, bench.answer()?);
            if start == "OK" && about.contains("name") {
                return Ok(());
            }
            failed(format!("the answers are {start:?} and {about:?}"))
        },
    },
    Check {
        name: "refuses unknown commands and goes on",
        run: |bench| {
            bench.start()?;
            let line = bench.question("NOSUCHCOMMAND")?;
            if !line.starts_with("UNKNOWN") && !line.starts_with("ERROR") {
                return failed(format!("the answer is {line:?}, expected UNKNOWN"));
            }
            bench.start()
        },
    },
    Check {
        name: "refuses a board of a size that cannot be played",
        run: |bench| {
            let line = bench.question("START 1000")?;
            if line.starts_with("ERROR") {
                Ok(())
            } else {
                failed(format!("the answer is {line:?}, expected ERROR"))
            }
        },
    },
    Check {
        name: "takes INFO in silence",
        run: |bench| {
            bench.start()?;
            bench.settings(1000)?;
            for line in [
                "INFO game_type 1",
                "INFO max_memory 0",
                "INFO no_such_key 7",
                "INFO folder /",
            ] {
                bench.send(line)?;
            }
            let line = bench.question("ABOUT")?;
            if line.contains("name") {
                Ok(())
            } else {
                failed(format!("wrote {line:?}"))
            }
        },
    },
    Check {
        name: "opens the game at BEGIN",
        run: |bench| {
            bench.start()?;
            bench.settings(100)?;
            let mut record = bench.new_record()?;
            bench.send("BEGIN")?;
            bench.moves(record.as_mut()).map(drop)
        },
    },
    Check {
        name: "opens the game on an empty BOARD",
        run: |bench| {
            bench.start()?;
            bench.settings(100)?;
            let mut record = bench.new_record()?;
            bench.send("BOARD\nDONE")?;
            bench.moves(record.as_mut()).map(drop)
        },
    },
    Check {
        name: "plays legal moves",
        run: |bench| {
            bench.start()?;
            bench.settings(100)?;
            let mut record = bench.new_record()?;
            bench.open(record.as_mut())?;
            for ply in 0..PLIES {
                if record.outcome().is_some() {
                    break;
                }
                bench.moves(record.as_mut())?;
                // The opponent's moves are ours: the first free cell from here on.
                let legal = record.legal();
                let Some(&mv) = legal.get(ply * 7 % legal.len().max(1)) else {
                    break;
                };
                let side = record.side();
                play(record.as_mut(), side, mv)?;
                if record.outcome().is_some() {
                    break;
                }
                // Rapfi takes commands again a moment after its move, and no host is faster than that.
                std::thread::sleep(Duration::from_millis(5));
                bench.send(&format!("TURN {}", bench.name(mv)))?;
            }
            Ok(())
        },
    },
    Check {
        name: "refuses a move on an occupied point",
        run: |bench| {
            bench.start()?;
            bench.settings(100)?;
            let mut record = bench.new_record()?;
            bench.send("BEGIN")?;
            let mv = bench.moves(record.as_mut())?;
            let line = bench.question(&format!("TURN {}", bench.name(mv)))?;
            if line.starts_with("ERROR") {
                Ok(())
            } else {
                failed(format!("the answer is {line:?}, expected ERROR"))
            }
        },
    },
    Check {
        name: "keeps to the time for a move",
        run: |bench| {
            bench.timed(&[
                "INFO timeout_turn 500",
                "INFO timeout_match 0",
                "INFO time_left 2147483647",
            ])
        },
    },
    Check {
        name: "answers at once without any time",
        run: |bench| {
            bench.timed(&[
                "INFO timeout_turn 0",
                "INFO timeout_match 0",
                "INFO time_left 2147483647",
            ])
        },
    },
    Check {
        name: "hurries when its time runs out",
        run: |bench| {
            bench.timed(&[
                "INFO timeout_turn 30000",
                "INFO timeout_match 30000",
                "INFO time_left 200",
            ])
        },
    },
    Check {
        name: "stops thinking at YXSTOP",
        run: |bench| {
            bench.start()?;
            bench.settings(30_000)?;
            let mut record = bench.new_record()?;
            let asked = bench.open(record.as_mut())?;
            std::thread::sleep(Duration::from_millis(300));
            bench.send("YXSTOP")?;
            let deadline = asked + SOON;
            while let Some(line) = bench.line(deadline)? {
                if line.text.starts_with("UNKNOWN") || line.text.starts_with("ERROR") {
                    return missing("YXSTOP is unknown");
                }
                if pair(&line.text).is_some() {
                    return Ok(());
                }
            }
            missing("YXSTOP does nothing")
        },
    },
    Check {
        name: "takes a move back",
        run: |bench| {
            bench.start()?;
            bench.settings(100)?;
            let mut record = bench.new_record()?;
            bench.send("BEGIN")?;
            let mv = bench.moves(record.as_mut())?;
            let line = bench.question(&format!("TAKEBACK {}", bench.name(mv)))?;
            match line.as_str() {
                "OK" => Ok(()),
                line if line.starts_with("UNKNOWN") => missing("TAKEBACK is unknown"),
                line => failed(format!("the answer is {line:?}, expected OK")),
            }
        },
    },
    Check {
        name: "begins again at RESTART",
        run: |bench| {
            bench.start()?;
            bench.settings(100)?;
            let mut record = bench.new_record()?;
            bench.send("BEGIN")?;
            bench.moves(record.as_mut())?;
            let line = bench.question("RESTART")?;
            match line.as_str() {
                "OK" => {}
                line if line.starts_with("UNKNOWN") => return missing("RESTART is unknown"),
                line => return failed(format!("the answer is {line:?}, expected OK")),
            }
            let mut record = bench.new_record()?;
            bench.send("BEGIN")?;
            bench.moves(record.as_mut()).map(drop)
        },
    },
    Check {
        name: "survives bytes that mean nothing",
        run: |bench| {
            bench.start()?;
            bench.send_bytes(GARBAGE)?;
            bench.send(&format!("START {}", bench.size))?;
            bench.wait("OK", bench.patience, |line| (line == "OK").then_some(()))
        },
    },
    Check {
        name: "ends at END",
        run: |bench| {
            bench.start()?;
            bench.send("END")?;
            bench.ended("END")
        },
    },
    Check {
        name: "ends at END while it is thinking",
        run: |bench| {
            bench.start()?;
            bench.settings(30_000)?;
            let mut record = bench.new_record()?;
            bench.open(record.as_mut())?;
            std::thread::sleep(Duration::from_millis(300));
            bench.send("END")?;
            bench.ended("END")
        },
    },
    Check {
        name: "ends with its input",
        run: |bench| {
            bench.start()?;
            bench.ends("the end of its input")
        },
    },
];

/// `7,8`, if a line is nothing else.
fn pair(line: &str) -> Option<(u8, u8)> {
    let (x, y) = line.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

impl Bench {
    /// The next line that is neither a message nor empty.
    fn answer(&mut self) -> Result<String, Trouble> {
        let chatter = |line: &str| {
            let word = line.split_whitespace().next().unwrap_or_default();
            ["MESSAGE", "DEBUG"]
                .iter()
                .any(|kind| word.eq_ignore_ascii_case(kind))
        };
        self.wait("answer", self.patience, |line| {
            (!line.is_empty() && !chatter(line)).then(|| line.to_owned())
        })
    }

    fn question(&mut self, line: &str) -> Result<String, Trouble> {
        self.send(line)?;
        self.answer()
    }

    fn start(&mut self) -> Outcome {
        let line = self.question(&format!("START {}", self.size))?;
        if line == "OK" {
            Ok(())
        } else {
            failed(format!("START is answered with {line:?}"))
        }
    }

    /// The rule, and so many milliseconds for a move.
    fn settings(&mut self, turn: u32) -> Outcome {
        if let Variant::Gomoku(rule) = self.variant {
            self.send(&format!("INFO rule {}", rule.code()))?;
        }
        for line in ["INFO timeout_match 0", "INFO time_left 2147483647"] {
            self.send(line)?;
        }
        self.send(&format!("INFO timeout_turn {turn}")).map(drop)
    }

    fn name(&self, mv: Move) -> String {
        match mv {
            Move::Place(vertex) => {
                format!(
                    "{},{}",
                    vertex.col,
                    i16::from(self.size) - 1 - i16::from(vertex.row)
                )
            }
            Move::Pass => "-1,-1".into(),
        }
    }

    /// Sets up the opening, whose next move is the engine's, and returns when it was asked.
    fn open(&mut self, record: &mut dyn DynRecord) -> Result<Instant, Trouble> {
        let mut text = String::from("BOARD\n");
        let stones = self.opening();
        for (ply, &(col, row)) in stones.iter().enumerate() {
            let mv = Move::Place(Vertex::new(col, row));
            // The engine has the colour that is to move after all of them.
            let field = if (stones.len() - ply).is_multiple_of(2) {
                1
            } else {
                2
            };
            text += &format!("{},{field}\n", self.name(mv));
            let side: Side = record.side();
            play(record, side, mv)?;
        }
        self.send(&(text + "DONE"))
    }

    /// Waits for a move and plays it.
    fn moves(&mut self, record: &mut dyn DynRecord) -> Result<Move, Trouble> {
        let line = self.answer()?;
        let point = pair(&line).filter(|&(x, y)| x < self.size && y < self.size);
        let Some((x, y)) = point else {
            return failed(format!(
                "the answer is {line:?}, expected a point of the board"
            ));
        };
        let mv = Move::Place(Vertex::new(x, self.size - 1 - y));
        let side = record.side();
        play(record, side, mv)?;
        Ok(mv)
    }

    /// A move comes soon under these settings.
    fn timed(&mut self, settings: &[&str]) -> Outcome {
        self.start()?;
        self.settings(500)?;
        for line in settings {
            self.send(line)?;
        }
        let mut record = self.new_record()?;
        let begin = self.open(record.as_mut())?;
        self.moves(record.as_mut())?;
        let took = begin.elapsed();
        if took > SOON {
            failed(format!("took {took:.1?}"))
        } else {
            Ok(())
        }
    }

    /// It ends by itself, although its input stays open.
    fn ended(&mut self, why: &str) -> Outcome {
        let begin = Instant::now();
        while self.process.is_running() {
            if begin.elapsed() > FAREWELL {
                return failed(format!("did not end within {FAREWELL:?} after {why}"));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }
}
