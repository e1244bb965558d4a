//! Checks of GTP engines.

use crate::engine::Variant;
use crate::engines::compliance::{
    Bench, Check, GARBAGE, Outcome, PLIES, SOON, Trouble, failed, missing, play,
};
use crate::game::coordinates::{ColumnLetters, ParsedVertex};
use crate::game::{Move, Side, Vertex};
use std::time::Instant;

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "says its name, version and protocol",
        run: |bench| {
            let version = bench.ok("protocol_version")?;
            if version != "2" {
                return failed(format!("protocol_version is {version:?}, expected 2"));
            }
            bench.ok("name")?;
            bench.ok("version").map(drop)
        },
    },
    Check {
        name: "lists the commands that every engine has",
        run: |bench| {
            let listed = bench.ok("list_commands")?;
            let names = [
                "protocol_version",
                "name",
                "version",
                "known_command",
                "list_commands",
                "quit",
                "boardsize",
                "clear_board",
                "play",
                "genmove",
            ];
            let mut gone = names
                .into_iter()
                .filter(|name| !listed.lines().any(|line| line == *name));
            gone.next()
                .map_or(Ok(()), |name| failed(format!("{name} is not listed")))
        },
    },
    Check {
        name: "repeats the id of a command",
        run: |bench| {
            bench.send("42 name")?;
            let reply = bench.reply()?;
            if reply.starts_with("=42 ") {
                Ok(())
            } else {
                failed(format!("the reply is {reply:?}"))
            }
        },
    },
    Check {
        name: "refuses unknown commands and goes on",
        run: |bench| {
            bench.error("no_such_command")?;
            bench.ok("name").map(drop)
        },
    },
    Check {
        name: "ignores comments, blank lines and carriage returns",
        run: |bench| {
            bench.send_bytes(
                b"# a comment\r\n\r\n \r\nname # another one\r\nprotocol_version\r\n",
            )?;
            let (name, version) = (bench.reply()?, bench.reply()?);
            match (name.starts_with('='), version.as_str()) {
                (true, "= 2") => Ok(()),
                _ => failed(format!("the replies are {name:?} and {version:?}")),
            }
        },
    },
    Check {
        name: "answers in order what came at once",
        run: |bench| {
            bench.send_bytes(b"1 name\n2 version\n3 protocol_version\n4 list_commands\n")?;
            for id in 1..=4 {
                let reply = bench.reply()?;
                if !reply.starts_with(&format!("={id}")) {
                    return failed(format!("reply {id} is {reply:?}"));
                }
            }
            Ok(())
        },
    },
    Check {
        name: "takes the game and its board",
        run: |bench| bench.set_up(),
    },
    Check {
        name: "refuses a board of a size that cannot be played",
        run: |bench| {
            bench.set_up()?;
            bench.error("boardsize 1000").map(drop)
        },
    },
    Check {
        name: "refuses malformed arguments",
        run: |bench| {
            bench.set_up()?;
            for line in [
                "play",
                "play black",
                "play purple D3",
                "play black Z99",
                "play black D",
                "genmove",
            ] {
                bench.error(line)?;
            }
            Ok(())
        },
    },
    Check {
        name: "plays legal moves",
        run: |bench| {
            bench.set_up()?;
            bench.hurry()?;
            let mut record = bench.new_record()?;
            for &(col, row) in bench.opening() {
                let (side, mv) = (record.side(), Move::Place(Vertex::new(col, row)));
                bench.ok(&format!("play {side} {}", name(mv)))?;
                play(record.as_mut(), side, mv)?;
            }
            for _ in 0..PLIES {
                let side = record.side();
                match bench.genmove(side)? {
                    Some(mv) => play(record.as_mut(), side, mv)?,
                    None => break,
                }
            }
            Ok(())
        },
    },
    Check {
        name: "refuses illegal moves and keeps its board",
        run: |bench| {
            bench.set_up()?;
            bench.hurry()?;
            let mut record = bench.new_record()?;
            let mv = record.legal()[0];
            bench.ok(&format!("play black {}", name(mv)))?;
            play(record.as_mut(), Side::Black, mv)?;
            bench.error(&format!("play white {}", name(mv)))?;
            match bench.genmove(Side::White)? {
                Some(mv) => play(record.as_mut(), Side::White, mv),
                None => Ok(()),
            }
        },
    },
    Check {
        name: "takes moves back",
        run: |bench| {
            bench.set_up()?;
            if !bench.lists("undo")? {
                return missing("undo is not listed");
            }
            let mv = bench.new_record()?.legal()[0];
            let line = format!("play black {}", name(mv));
            bench.ok(&line)?;
            bench.ok("undo")?;
            bench.ok(&line)?;
            bench.ok("undo")?;
            bench.error("undo").map(drop)
        },
    },
    Check {
        name: "keeps to its clock",
        run: |bench| {
            bench.set_up()?;
            bench.hurry()?;
            let begin = Instant::now();
            bench.genmove(Side::Black)?;
            let took = begin.elapsed();
            if took > SOON {
                return failed(format!(
                    "took {took:.1?} for a move with 5 s for all of them"
                ));
            }
            Ok(())
        },
    },
    Check {
        name: "survives bytes that mean nothing",
        run: |bench| {
            bench.send_bytes(GARBAGE)?;
            bench.send("7 name")?;
            let deadline = Instant::now() + bench.patience;
            while let Some(line) = bench.line(deadline)? {
                if line.text.starts_with("=7") {
                    return Ok(());
                }
            }
            failed("does not answer any more")
        },
    },
    Check {
        name: "quits",
        run: |bench| {
            bench.ok("quit")?;
            bench.ends("quit")
        },
    },
    Check {
        name: "ends with its input",
        run: |bench| {
            bench.ok("name")?;
            bench.ends("the end of its input")
        },
    },
];

fn name(mv: Move) -> String {
    match mv {
        Move::Place(vertex) => ColumnLetters::SkipI.name(vertex),
        Move::Pass => "pass".into(),
    }
}

impl Bench {
    /// The next reply, its lines joined.
    fn reply(&mut self) -> Result<String, Trouble> {
        let deadline = Instant::now() + self.patience;
        let mut lines: Vec<String> = Vec::new();
        while let Some(line) = self.line(deadline)? {
            match (lines.is_empty(), line.text.is_empty()) {
                (true, true) => return failed("there is a blank line too many between replies"),
                (false, true) => return Ok(lines.join("\n")),
                (true, false) if !line.text.starts_with(['=', '?']) => {
                    return failed(format!("{:?} is no part of a reply", line.text));
                }
                _ => lines.push(line.text),
            }
        }
        failed(match lines.first() {
            Some(first) => format!("the reply {first:?} has no end"),
            None => "there is no reply".into(),
        })
    }

    fn ask(&mut self, line: &str) -> Result<Result<String, String>, Trouble> {
        self.send(line)?;
        let reply = self.reply()?;
        let text = reply[1..].trim().to_owned();
        Ok(if reply.starts_with('=') {
            Ok(text)
        } else {
            Err(text)
        })
    }

    fn ok(&mut self, line: &str) -> Result<String, Trouble> {
        self.ask(line)?
            .or_else(|error| failed(format!("{line:?} fails: {error}")))
    }

    fn error(&mut self, line: &str) -> Result<String, Trouble> {
        match self.ask(line)? {
            Ok(text) => failed(format!("{line:?} succeeds with {text:?}")),
            Err(text) => Ok(text),
        }
    }

    fn lists(&mut self, command: &str) -> Result<bool, Trouble> {
        Ok(self
            .ok("list_commands")?
            .lines()
            .any(|line| line == command))
    }

    fn set_up(&mut self) -> Outcome {
        if self.lists("set_game")? {
            let games = self.ok("list_games")?;
            let game = games
                .lines()
                .find(|name| Variant::from_name(name) == Some(self.variant));
            let Some(game) = game else {
                return failed(format!(
                    "{} is not among the games: {}",
                    self.variant,
                    games.replace('\n', ", ")
                ));
            };
            self.ok(&format!("set_game {game}"))?;
        }
        self.ok(&format!("boardsize {}", self.size))?;
        self.ok("clear_board").map(drop)
    }

    /// Five seconds for all moves of a side.
    fn hurry(&mut self) -> Outcome {
        if self.lists("time_settings")? {
            self.ok("time_settings 5 0 0")?;
        }
        Ok(())
    }

    /// A move of the engine; `None` for a resignation.
    fn genmove(&mut self, side: Side) -> Result<Option<Move>, Trouble> {
        let text = self.ok(&format!("genmove {side}"))?;
        if text.eq_ignore_ascii_case("resign") {
            return Ok(None);
        }
        let mv = ParsedVertex::parse(&text)
            .and_then(|named| named.on_board(self.size, ColumnLetters::SkipI));
        match mv {
            Some(mv) => Ok(Some(mv)),
            None => failed(format!("{text:?} is no move on this board")),
        }
    }
}
