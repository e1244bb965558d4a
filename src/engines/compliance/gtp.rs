//! Checks of GTP engines.

use crate::engine::Variant;
use crate::engines::compliance::check::{
    Check, GARBAGE, Outcome, PLIES, Problem, Subject, failed, missing, play,
};
use crate::game::{ColumnLetters, Move, ParsedVertex, Side, Vertex};

pub(super) const CHECKS: &[Check] = &[
    Check::new("reports name, version and protocol version", |subject| {
        let version = subject.ok("protocol_version")?;
        if version != "2" {
            return failed(format!("protocol_version answers {version:?}, expected 2"));
        }
        subject.ok("name")?;
        subject.ok("version").map(drop)
    }),
    Check::new("lists the mandatory commands", |subject| {
        let listed = subject.ok("list_commands")?;
        let mandatory = "protocol_version name version known_command list_commands quit boardsize \
                         clear_board play genmove";
        for name in mandatory.split(' ') {
            if !listed.lines().any(|line| line == name) {
                return failed(format!("list_commands lacks {name}"));
            }
        }
        Ok(())
    }),
    Check::new("replies with the id of the command", |subject| {
        subject.send("42 name")?;
        let reply = subject.reply()?;
        if reply.starts_with("=42 ") {
            return Ok(());
        }
        let message = format!("\"42 name\" answers {reply:?}, expected \"=42 NAME\"");
        failed(message)
    }),
    Check::new("rejects unknown commands and continues", |subject| {
        subject.error("no_such_command")?;
        subject.ok("name").map(drop)
    }),
    Check::new(
        "ignores comments, blank lines and carriage returns",
        |subject| {
            subject.send_bytes(
                b"# a comment\r\n\r\n \r\nname # another one\r\nprotocol_version\r\n",
            )?;
            let (name, version) = (subject.reply()?, subject.reply()?);
            match (name.starts_with('='), version.as_str()) {
                (true, "= 2") => Ok(()),
                _ => failed(format!(
                    "replies {name:?} and {version:?}, expected \"= NAME\" and \"= 2\""
                )),
            }
        },
    ),
    Check::new(
        "replies in order to commands that arrive together",
        |subject| {
            subject.send_bytes(b"1 name\n2 version\n3 protocol_version\n4 list_commands\n")?;
            for id in 1..=4 {
                let reply = subject.reply()?;
                if !reply.starts_with(&format!("={id}")) {
                    return failed(format!("reply {id} is {reply:?}, expected \"={id} ...\""));
                }
            }
            Ok(())
        },
    ),
    Check::new("accepts the game and the board size", |subject| {
        subject.set_up()
    }),
    Check::new("rejects an impossible board size", |subject| {
        subject.set_up()?;
        subject.error("boardsize 1000").map(drop)
    }),
    Check::new("rejects malformed arguments", |subject| {
        subject.set_up()?;
        for arguments in ["", " black", " purple D3", " black Z99", " black D"] {
            subject.error(&format!("play{arguments}"))?;
        }
        subject.error("genmove").map(drop)
    }),
    Check::new("plays legal moves", |subject| {
        subject.set_up()?;
        subject.set_short_clock()?;
        let mut record = subject.new_record()?;
        for &(col, row) in subject.opening() {
            let (side, mv) = (record.side(), Move::Place(Vertex::new(col, row)));
            subject.ok(&format!("play {side} {}", name(mv)))?;
            play(record.as_mut(), mv)?;
        }
        for _ in 0..PLIES {
            match subject.genmove(record.side())? {
                Some(mv) => play(record.as_mut(), mv)?,
                None => break,
            }
        }
        Ok(())
    }),
    Check::new("rejects illegal moves and keeps its board", |subject| {
        subject.set_up()?;
        subject.set_short_clock()?;
        let mut record = subject.new_record()?;
        let mv = record.legal()[0];
        subject.ok(&format!("play black {}", name(mv)))?;
        play(record.as_mut(), mv)?;
        subject.error(&format!("play white {}", name(mv)))?;
        match subject.genmove(Side::White)? {
            Some(mv) => play(record.as_mut(), mv),
            None => Ok(()),
        }
    }),
    Check::new("takes back moves", |subject| {
        subject.set_up()?;
        if !subject.lists("undo")? {
            return missing("no undo command");
        }
        let mv = subject.new_record()?.legal()[0];
        let line = format!("play black {}", name(mv));
        subject.ok(&line)?;
        subject.ok("undo")?;
        subject.ok(&line)?;
        subject.ok("undo")?;
        subject.error("undo").map(drop)
    }),
    Check::new("keeps its clock", |subject| {
        subject.set_up()?;
        subject.set_short_clock()?;
        let begin = subject.process.now();
        subject.genmove(Side::Black)?;
        subject.expect_fast(begin, "for its first move with 5 s for all moves")
    }),
    Check::new("survives garbage", |subject| {
        subject.send_bytes(GARBAGE)?;
        subject.send("7 name")?;
        let deadline = subject.process.now() + subject.timeout;
        while let Some(line) = subject.line(deadline)? {
            if line.text.starts_with("=7") {
                return Ok(());
            }
        }
        failed("does not reply after garbage")
    }),
    Check::new("quits", |subject| {
        subject.ok("quit")?;
        subject.expect_exit("quit")
    }),
    Check::new("ends at the end of its input", |subject| {
        subject.ok("name")?;
        subject.expect_end("the end of its input")
    }),
];

fn name(mv: Move) -> String {
    ColumnLetters::SkipI.move_name(mv)
}

/// Lines of a reply that are kept; no reply has as many.
const MAX_REPLY_LINES: usize = 1000;

impl Subject {
    /// The next reply with its lines joined.
    fn reply(&mut self) -> Result<String, Problem> {
        let deadline = self.process.now() + self.timeout;
        let mut lines: Vec<String> = Vec::new();
        while let Some(line) = self.line(deadline)? {
            if lines.len() > MAX_REPLY_LINES {
                break;
            }
            match (lines.is_empty(), line.text.is_empty()) {
                (true, true) => return failed("wrote a blank line between two replies"),
                (false, true) => return Ok(lines.join("\n")),
                (true, false) if !line.text.starts_with(['=', '?']) => {
                    return failed(format!("wrote {:?} between two replies", line.text));
                }
                _ => lines.push(line.text),
            }
        }
        failed(match lines.first() {
            Some(first) => format!("the reply {first:?} does not end with a blank line"),
            None => "does not reply".into(),
        })
    }

    fn ask(&mut self, line: &str) -> Result<Result<String, String>, Problem> {
        self.send(line)?;
        let reply = self.reply()?;
        let text = reply[1..].trim().to_owned();
        let success = reply.starts_with('=');
        Ok(if success { Ok(text) } else { Err(text) })
    }

    fn ok(&mut self, line: &str) -> Result<String, Problem> {
        self.ask(line)?
            .or_else(|error| failed(format!("{line:?} answers the error {error:?}")))
    }

    fn error(&mut self, line: &str) -> Result<String, Problem> {
        match self.ask(line)? {
            Ok(text) => failed(format!(
                "{line:?} succeeds with {text:?}, expected an error"
            )),
            Err(text) => Ok(text),
        }
    }

    fn lists(&mut self, command: &str) -> Result<bool, Problem> {
        let listed = self.ok("list_commands")?;
        Ok(listed.lines().any(|line| line == command))
    }

    fn set_up(&mut self) -> Outcome {
        if self.lists("set_game")? {
            let game = self.game_name()?;
            self.ok(&format!("set_game {game}"))?;
        }
        self.ok(&format!("boardsize {}", self.size))?;
        self.ok("clear_board").map(drop)
    }

    /// The name of the game for `set_game`: the engine's own, if it lists its games.
    fn game_name(&mut self) -> Result<String, Problem> {
        let variant = self.variant;
        if !self.lists("list_games")? {
            return Ok(variant.name().to_owned());
        }
        let games = self.ok("list_games")?;
        let is_game = |name: &&str| Variant::from_name(name) == Some(variant);
        match games.lines().map(str::trim).find(is_game) {
            Some(game) => Ok(game.to_owned()),
            None => {
                let games = games.replace('\n', ", ");
                failed(format!("list_games lacks {variant}: {games}"))
            }
        }
    }

    /// Sets a clock of five seconds for all moves.
    fn set_short_clock(&mut self) -> Outcome {
        if self.lists("time_settings")? {
            self.ok("time_settings 5 0 0")?;
        }
        Ok(())
    }

    /// Asks for a move; `None` if the engine resigns.
    fn genmove(&mut self, side: Side) -> Result<Option<Move>, Problem> {
        let text = self.ok(&format!("genmove {side}"))?;
        if text.eq_ignore_ascii_case("resign") {
            return Ok(None);
        }
        let mv = ParsedVertex::parse(&text)
            .and_then(|named| named.on_board(self.size, ColumnLetters::SkipI));
        if mv.is_some() {
            return Ok(mv);
        }
        let message = format!("genmove answers {text:?}, which is not a move on this board");
        failed(message)
    }
}
