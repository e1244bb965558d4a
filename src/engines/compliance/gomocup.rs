//! Checks of Gomocup engines.

use crate::engine::Variant;
use crate::engines::client::{is_message, is_ok, read_pair, vertex, write_point};
use crate::engines::compliance::check::{
    Check, GARBAGE, MOVE_TIMEOUT, Outcome, PLIES, Problem, Subject, failed, missing, play,
};
use crate::game::{DynRecord, Move, Vertex};
use std::time::{Duration, Instant};

pub(super) const CHECKS: &[Check] = &[
    Check::new("answers START with OK", |subject| subject.start()),
    Check::new("answers ABOUT with name and version", |subject| {
        // Blanks around the equals sign are common.
        let line = subject.request("ABOUT")?.replace(' ', "");
        for key in ["name=\"", "version=\""] {
            if !line.contains(key) {
                return failed(format!("ABOUT answers {line:?}, which lacks {key}...\""));
            }
        }
        Ok(())
    }),
    Check::new("accepts lines that end with CR LF", |subject| {
        subject.send_bytes(format!("START {}\r\nABOUT\r\n", subject.size).as_bytes())?;
        let (start, about) = (subject.next_reply()?, subject.next_reply()?);
        if is_ok(&start) && about.contains("name") {
            return Ok(());
        }
        failed(format!("START and ABOUT answer {start:?} and {about:?}"))
    }),
    Check::new("rejects unknown commands and continues", |subject| {
        subject.start()?;
        let line = subject.request("NOSUCHCOMMAND")?;
        if !line.starts_with("UNKNOWN") && !line.starts_with("ERROR") {
            return failed(format!("answered {line:?}, expected UNKNOWN"));
        }
        subject.start()
    }),
    Check::new("rejects an impossible board size", |subject| {
        let line = subject.request("START 1000")?;
        expect(&line, "ERROR")
    }),
    Check::new("does not reply to INFO", |subject| {
        subject.start()?;
        subject.send_settings(1000)?;
        for line in [
            "INFO game_type 1",
            "INFO max_memory 0",
            "INFO no_such_key 7",
            "INFO folder /",
        ] {
            subject.send(line)?;
        }
        let line = subject.request("ABOUT")?;
        if line.contains("name") {
            return Ok(());
        }
        failed(format!("wrote {line:?} after INFO, expected nothing"))
    }),
    Check::new("plays the first move at BEGIN", |subject| {
        let mut record = subject.begin(100)?;
        subject.send("BEGIN")?;
        subject.expect_move(record.as_mut()).map(drop)
    }),
    Check::new("plays the first move on an empty BOARD", |subject| {
        let mut record = subject.begin(100)?;
        subject.send("BOARD\nDONE")?;
        subject.expect_move(record.as_mut()).map(drop)
    }),
    Check::new("plays legal moves", |subject| {
        let mut record = subject.begin(100)?;
        subject.send_opening(record.as_mut())?;
        for ply in 0..PLIES {
            if record.outcome().is_some() {
                break;
            }
            subject.expect_move(record.as_mut())?;
            // Moves of the opponent: legal points at changing places.
            let legal = record.legal();
            let Some(&mv) = legal.get(ply * 7 % legal.len().max(1)) else {
                break;
            };
            play(record.as_mut(), mv)?;
            if record.outcome().is_some() {
                break;
            }
            subject.send(&format!("TURN {}", subject.name(mv)))?;
        }
        Ok(())
    }),
    Check::new("rejects a move on an occupied point", |subject| {
        let mut record = subject.begin(100)?;
        subject.send("BEGIN")?;
        let mv = subject.expect_move(record.as_mut())?;
        let line = subject.request(&format!("TURN {}", subject.name(mv)))?;
        expect(&line, "ERROR")
    }),
    Check::new("keeps the time limit of a move", |subject| {
        subject.expect_fast_move(500, 0, i32::MAX)
    }),
    Check::new("moves at once with a time limit of zero", |subject| {
        subject.expect_fast_move(0, 0, i32::MAX)
    }),
    Check::new("moves fast when little time is left", |subject| {
        subject.expect_fast_move(30_000, 30_000, 200)
    }),
    Check::new("stops the search at YXSTOP", |subject| {
        let mut record = subject.begin(30_000)?;
        let asked = subject.send_opening(record.as_mut())?;
        std::thread::sleep(Duration::from_millis(300));
        subject.send("YXSTOP")?;
        let deadline = asked + MOVE_TIMEOUT;
        while let Some(line) = subject.line(deadline)? {
            if line.text.starts_with("UNKNOWN") || line.text.starts_with("ERROR") {
                return missing("no YXSTOP command");
            }
            if read_pair(&line.text).is_some() {
                return Ok(());
            }
        }
        missing("YXSTOP has no effect")
    }),
    Check::new("takes back a move", |subject| {
        let mut record = subject.begin(100)?;
        subject.send("BEGIN")?;
        let mv = subject.expect_move(record.as_mut())?;
        let line = subject.request(&format!("TAKEBACK {}", subject.name(mv)))?;
        expect_optional(&line, "TAKEBACK")
    }),
    Check::new("starts a new game at RESTART", |subject| {
        let mut record = subject.begin(100)?;
        subject.send("BEGIN")?;
        subject.expect_move(record.as_mut())?;
        let line = subject.request("RESTART")?;
        expect_optional(&line, "RESTART")?;
        let mut record = subject.new_record()?;
        subject.send("BEGIN")?;
        subject.expect_move(record.as_mut()).map(drop)
    }),
    Check::new("survives garbage", |subject| {
        subject.start()?;
        subject.send_bytes(GARBAGE)?;
        subject.send(&format!("START {}", subject.size))?;
        subject.wait_for("OK", subject.timeout, |line| is_ok(line).then_some(()))
    }),
    Check::new("ends at END", |subject| {
        subject.start()?;
        subject.send("END")?;
        subject.expect_exit("END")
    }),
    Check::new("ends at END during a search", |subject| {
        let mut record = subject.begin(30_000)?;
        subject.send_opening(record.as_mut())?;
        std::thread::sleep(Duration::from_millis(300));
        subject.send("END")?;
        subject.expect_exit("END")
    }),
    Check::new("ends at the end of its input", |subject| {
        subject.start()?;
        subject.expect_end("the end of its input")
    }),
];

fn expect(line: &str, start: &str) -> Outcome {
    if line.starts_with(start) {
        return Ok(());
    }
    failed(format!("answered {line:?}, expected {start}"))
}

/// Expects `OK` from a command that an engine need not have.
fn expect_optional(line: &str, command: &str) -> Outcome {
    match line {
        line if is_ok(line) => Ok(()),
        line if line.starts_with("UNKNOWN") => missing(format!("no {command} command")),
        line => failed(format!("answered {line:?}, expected OK")),
    }
}

impl Subject {
    /// The next line that is neither a message nor empty.
    fn next_reply(&mut self) -> Result<String, Problem> {
        self.wait_for("reply", self.timeout, |line| {
            (!line.is_empty() && !is_message(line)).then(|| line.to_owned())
        })
    }

    fn request(&mut self, line: &str) -> Result<String, Problem> {
        self.send(line)?;
        self.next_reply()
    }

    fn start(&mut self) -> Outcome {
        let line = self.request(&format!("START {}", self.size))?;
        if is_ok(&line) {
            return Ok(());
        }
        failed(format!("START answers {line:?}, expected OK"))
    }

    /// Starts a game with a time limit of a move in milliseconds.
    fn begin(&mut self, turn: u32) -> Result<Box<dyn DynRecord>, Problem> {
        self.start()?;
        self.send_settings(turn)?;
        self.new_record()
    }

    /// Sends the rule and the time limit of a move in milliseconds.
    fn send_settings(&mut self, turn: u32) -> Outcome {
        if let Variant::Gomoku(rule) = self.variant {
            self.send(&format!("INFO rule {}", rule.code()))?;
        }
        for line in ["INFO timeout_match 0", "INFO time_left 2147483647"] {
            self.send(line)?;
        }
        self.send(&format!("INFO timeout_turn {turn}")).map(drop)
    }

    /// A move as the protocol writes it.
    fn name(&self, mv: Move) -> String {
        match mv {
            Move::Place(vertex) => write_point(vertex, self.size),
            Move::Pass => "-1,-1".into(),
        }
    }

    /// Sends the opening, after which the engine is to move. Returns the time of the request.
    fn send_opening(&mut self, record: &mut dyn DynRecord) -> Result<Instant, Problem> {
        let mut text = String::from("BOARD\n");
        let stones = self.opening();
        for (ply, &(col, row)) in stones.iter().enumerate() {
            let mv = Move::Place(Vertex::new(col, row));
            // The engine plays the colour that moves after the opening.
            let field = 1 + (stones.len() - ply) % 2;
            text += &format!("{},{field}\n", self.name(mv));
            play(record, mv)?;
        }
        self.send(&(text + "DONE"))
    }

    /// Waits for a move and plays it.
    fn expect_move(&mut self, record: &mut dyn DynRecord) -> Result<Move, Problem> {
        let line = self.next_reply()?;
        let Some(point) = read_pair(&line).and_then(|pair| vertex(pair, self.size)) else {
            return failed(format!("answered {line:?}, expected a point on the board"));
        };
        let mv = Move::Place(point);
        play(record, mv)?;
        // Rapfi accepts commands a moment after its move; no GUI is faster than that.
        std::thread::sleep(Duration::from_millis(5));
        Ok(mv)
    }

    /// Expects a fast move with these limits in milliseconds.
    fn expect_fast_move(&mut self, turn: i32, game: i32, left: i32) -> Outcome {
        let mut record = self.begin(500)?;
        self.send(&format!("INFO timeout_turn {turn}"))?;
        self.send(&format!("INFO timeout_match {game}"))?;
        self.send(&format!("INFO time_left {left}"))?;
        let begin = self.send_opening(record.as_mut())?;
        self.expect_move(record.as_mut())?;
        self.expect_fast(begin, "for a move")
    }
}
