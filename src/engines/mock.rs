//! A mock engine: it plays legal moves at once and misbehaves on request.
//!
//! It tests match runners, GUIs and the clients of this crate. It knows only the commands that a game
//! needs; its GTP is that of simple engines, on request without passes. It reads the protocols with code
//! of its own, so that tests compare two readings of each protocol.

use crate::engine::Variant;
use crate::format::{ggf, replay};
use crate::game::{ColumnLetters, DynRecord, Move, ParsedVertex, Side, Vertex};
use crate::gomoku::{OpeningRule, Rule};
use crate::protocol::ProtocolKind;
use crate::util::rng::Rng;
use std::io::{self, BufRead, Write};
use std::num::ParseIntError;
use std::time::Duration;

/// Faults to inject. Moves are counted from 1 over the life of the process.
#[derive(clap::Args, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Faults {
    /// Exit with code 3 instead of playing move N
    #[arg(long, value_name = "N")]
    pub crash_at: Option<u32>,
    /// Allocate memory without end instead of playing move N
    #[arg(long, value_name = "N")]
    pub exhaust_at: Option<u32>,
    /// Do not reply to the request for move N
    #[arg(long, value_name = "N")]
    pub hang_at: Option<u32>,
    /// Play move N on an occupied point
    #[arg(long, value_name = "N")]
    pub illegal_at: Option<u32>,
    /// Play move N this much later
    #[arg(long, num_args = 2, value_names = ["N", "MS"])]
    pub late_at: Option<Vec<u32>>,
    /// Reply to the request for move N with something that is not a move
    #[arg(long, value_name = "N")]
    pub garble_at: Option<u32>,
    /// Resign instead of playing move N; in protocols without resignation, a line that says so
    #[arg(long, value_name = "N")]
    pub resign_at: Option<u32>,
    /// Write move N without the end of its line
    #[arg(long, value_name = "N")]
    pub partial_at: Option<u32>,
    /// Write without end instead of playing move N
    #[arg(long, value_name = "N")]
    pub flood_at: Option<u32>,
    /// Begin the reply to the request for move N and never end it (GTP: with lines, otherwise in one line)
    #[arg(long, value_name = "N")]
    pub flood_reply_at: Option<u32>,
    /// Refuse every board size; NBoard: do not reply to ping
    #[arg(long)]
    pub refuse: bool,
    /// Reject passes (GTP)
    #[arg(long)]
    pub no_passes: bool,
    /// Have no commands for clocks (GTP); answer INFO with UNKNOWN (Gomocup)
    #[arg(long)]
    pub no_clock: bool,
    /// Answer ABOUT with UNKNOWN (Gomocup)
    #[arg(long)]
    pub no_about: bool,
    /// Suggest moves, and play them when the manager says so (Gomocup)
    #[arg(long)]
    pub suggest: bool,
    /// Reject times that are not whole seconds (GTP)
    #[arg(long)]
    pub whole_seconds: bool,
    /// Time for every move
    #[arg(long, value_name = "MS", default_value = "0", value_parser = milliseconds)]
    pub delay: Duration,
}

fn milliseconds(text: &str) -> Result<Duration, ParseIntError> {
    text.parse().map(Duration::from_millis)
}

/// Exit code of an injected crash.
pub(crate) const CRASH_CODE: u8 = 3;

/// Why the engine stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// A quit command, or the end of the input.
    Quit,
    /// An injected crash.
    Crash,
}

/// The mock engine.
pub(crate) struct MockEngine<W> {
    output: W,
    record: Box<dyn DynRecord>,
    variant: Variant,
    /// Chooses moves at random; `None` for the first legal move.
    rng: Option<Rng>,
    faults: Faults,
    moves: u32,
}

/// The reaction to a request for a move.
enum Reply {
    Move(Move),
    /// A text that is not a move.
    Text(&'static str),
    Resign,
    /// A move without the end of its line.
    Partial(Move),
    Flood,
    /// A reply without end.
    Endless,
    Hang,
    Crash,
}

/// `Some` if the engine stops after a line.
type Flow = io::Result<Option<End>>;

impl<W: Write> MockEngine<W> {
    /// A mock engine at the start of a game. With a seed it plays at random. `None` if the game has no
    /// default board.
    pub(crate) fn new(
        output: W,
        variant: Variant,
        seed: Option<u64>,
        faults: Faults,
    ) -> Option<Self> {
        Some(Self {
            output,
            record: variant.new_record(variant.default_size())?,
            variant,
            rng: seed.map(Rng::new),
            faults,
            moves: 0,
        })
    }

    /// Reads commands until the engine stops.
    ///
    /// # Errors
    ///
    /// The input cannot be read or the output cannot be written.
    pub(crate) fn serve(&mut self, kind: ProtocolKind, mut input: impl BufRead) -> io::Result<End> {
        let mut line = Vec::new();
        loop {
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                return Ok(End::Quit);
            }
            let text = String::from_utf8_lossy(&line);
            let text = text.trim();
            let end = match kind {
                ProtocolKind::Gtp => self.gtp(text)?,
                ProtocolKind::Gomocup => match text.to_ascii_uppercase().as_str() {
                    "BOARD" => self.board(&mut input, Self::gomocup_move)?,
                    "SWAPBOARD" => {
                        self.board(&mut input, |engine| engine.opening(OpeningRule::Swap))?
                    }
                    "SWAP2BOARD" => {
                        self.board(&mut input, |engine| engine.opening(OpeningRule::Swap2))?
                    }
                    _ => self.gomocup(text)?,
                },
                ProtocolKind::NBoard => self.nboard(text)?,
            };
            if let Some(end) = end {
                return Ok(end);
            }
        }
    }

    fn say(&mut self, text: &str) -> Flow {
        self.output.write_all(text.as_bytes())?;
        self.output.write_all(b"\n")?;
        self.output.flush()?;
        Ok(None)
    }

    /// Writes lines without end.
    ///
    /// # Errors
    ///
    /// The output was closed; the function does not end otherwise.
    pub(crate) fn flood(&mut self) -> io::Result<End> {
        self.repeat("all work and no play makes an engine a dull program\n")
    }

    fn repeat(&mut self, text: &str) -> io::Result<End> {
        loop {
            self.output.write_all(text.as_bytes())?;
            self.output.flush()?;
        }
    }

    /// Starts a game. Returns false if the board size is not supported.
    fn new_game(&mut self, variant: Variant, size: u8) -> bool {
        match variant.new_record(size) {
            Some(record) => {
                (self.variant, self.record) = (variant, record);
                true
            }
            None => false,
        }
    }

    /// Chooses a move for a side, and plays it if `play` is set.
    fn choose(&mut self, side: Side, play: bool) -> Reply {
        self.moves += 1;
        let now = Some(self.moves);
        let faults = &self.faults;
        let mut wait = faults.delay;
        if let Some(&[at, ms]) = faults.late_at.as_deref()
            && at == self.moves
        {
            wait += Duration::from_millis(ms.into());
        }
        if !wait.is_zero() {
            std::thread::sleep(wait);
        }
        if faults.crash_at == now {
            return Reply::Crash;
        } else if faults.exhaust_at == now {
            exhaust_memory();
        } else if faults.hang_at == now {
            return Reply::Hang;
        } else if faults.flood_at == now {
            return Reply::Flood;
        } else if faults.flood_reply_at == now {
            return Reply::Endless;
        } else if faults.garble_at == now {
            // Gomocup clients skip lines that do not resemble a move.
            return Reply::Text("7,8,9");
        } else if faults.resign_at == now {
            return Reply::Resign;
        } else if faults.illegal_at == now {
            let taken = self
                .record
                .current()
                .stones()
                .next()
                .map(|(_, vertex)| vertex);
            // On an empty Gomoku board only a pass is illegal.
            return Reply::Move(taken.map_or(Move::Pass, Move::Place));
        }
        let partial = faults.partial_at == now;
        // The other side may have to pass first.
        let _ = self.record.pass_to(side);
        let legal = if self.record.side() == side {
            self.record.legal()
        } else {
            Vec::new()
        };
        let index = match &mut self.rng {
            Some(rng) if !legal.is_empty() => rng.below(legal.len() as u64) as usize,
            _ => 0,
        };
        let mv = legal.get(index).copied().unwrap_or(Move::Pass);
        if play {
            // After the end of the game there is nothing to play.
            let _ = self.record.play(side, mv);
        }
        let reply = if partial { Reply::Partial } else { Reply::Move };
        reply(mv)
    }

    /// Writes the reply to a request for a move; `before` and `after` frame it.
    fn reply(
        &mut self,
        reply: Reply,
        before: &str,
        after: &str,
        name: impl Fn(Move) -> String,
    ) -> Flow {
        match reply {
            Reply::Move(mv) => self.say(&format!("{before}{}{after}", name(mv))),
            Reply::Text(text) => self.say(&format!("{before}{text}{after}")),
            Reply::Resign => self.say(&format!("{before}resign{after}")),
            Reply::Partial(mv) => {
                write!(self.output, "{before}{}", name(mv))?;
                self.output.flush()?;
                Ok(None)
            }
            Reply::Flood => self.flood().map(Some),
            Reply::Endless => {
                // Only replies with a frame can have several lines.
                let end = if after.is_empty() { "," } else { "\n" };
                let text = format!("{before}{}{end}", "7".repeat(99));
                self.repeat(&text).map(Some)
            }
            Reply::Hang => Ok(None),
            Reply::Crash => Ok(Some(End::Crash)),
        }
    }

    fn gtp(&mut self, line: &str) -> Flow {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else {
            return Ok(None);
        };
        let arguments: Vec<&str> = words.collect();
        let fraction = arguments.iter().any(|word| word.contains('.'));
        let result = match (command, &arguments[..]) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok("Mock".into()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").into()),
            ("list_commands", _) => Ok(self.gtp_commands().join("\n")),
            ("list_games", _) => Ok(Variant::ALL.map(Variant::name).join("\n")),
            ("set_game", name) => match Variant::from_name(&name.join(" ")) {
                Some(variant) if self.new_game(variant, variant.default_size()) => {
                    Ok(String::new())
                }
                _ => Err("unsupported game"),
            },
            ("boardsize", [size]) => match size.parse() {
                Ok(size) if !self.faults.refuse && self.new_game(self.variant, size) => {
                    Ok(String::new())
                }
                _ => Err("unacceptable size"),
            },
            ("clear_board", _) => {
                self.record.clear();
                Ok(String::new())
            }
            (command, _) if !self.gtp_commands().contains(&command) => Err("unknown command"),
            ("time_settings" | "time_left", _) if self.faults.whole_seconds && fraction => {
                Err("syntax error")
            }
            ("time_settings" | "time_left", _) => Ok(String::new()),
            ("play", [color, vertex]) => self.gtp_play(color, vertex),
            ("genmove", [color]) => {
                let reply = self.choose(gtp_side(color), true);
                return self.reply(reply, "= ", "\n", gtp_name);
            }
            ("quit", _) => {
                self.say("=\n")?;
                return Ok(Some(End::Quit));
            }
            _ => Err("unknown command"),
        };
        match result {
            Ok(text) => self.say(&format!("= {text}\n")),
            Err(text) => self.say(&format!("? {text}\n")),
        }
    }

    fn gtp_commands(&self) -> Vec<&'static str> {
        let is_known = |name: &&str| !self.faults.no_clock || !name.starts_with("time_");
        GTP_COMMANDS.split(' ').filter(is_known).collect()
    }

    fn gtp_play(&mut self, color: &str, vertex: &str) -> Result<String, &'static str> {
        let side = gtp_side(color);
        let mv = ParsedVertex::parse(vertex)
            .and_then(|named| named.on_board(self.record.size(), ColumnLetters::SkipI));
        match mv {
            Some(Move::Pass) if self.faults.no_passes => Err("syntax error"),
            Some(mv) if replay(self.record.as_mut(), side, mv).is_ok() => Ok(String::new()),
            _ => Err("illegal move"),
        }
    }

    fn gomocup(&mut self, line: &str) -> Flow {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command.to_ascii_uppercase().as_str() {
            "" => Ok(None),
            "START" => match rest.trim().parse() {
                Ok(size)
                    if !self.faults.refuse
                        && self.new_game(Variant::Gomoku(Rule::Freestyle), size) =>
                {
                    self.say("OK")
                }
                _ => self.say("ERROR unsupported size"),
            },
            "ABOUT" if self.faults.no_about => self.say("UNKNOWN command"),
            "ABOUT" => self.say("name=\"Mock\", version=\"1\", author=\"\", country=\"\""),
            "INFO" if self.faults.no_clock => self.say("UNKNOWN command"),
            "INFO" => {
                let mut words = rest.split_whitespace();
                if words.next() == Some("rule")
                    && let Some(code) = words.next().and_then(|word| word.parse().ok())
                {
                    match Rule::from_code(code) {
                        Some(rule) => {
                            self.new_game(Variant::Gomoku(rule), self.record.size());
                        }
                        None => return self.say("ERROR unknown rule"),
                    }
                }
                Ok(None)
            }
            "BEGIN" => self.gomocup_move(),
            // The move that was suggested is played already.
            "PLAY" if self.faults.suggest => self.say(rest),
            "TURN" => {
                let Some(vertex) = gomocup_vertex(rest, self.record.size()) else {
                    return self.say("ERROR no such point");
                };
                let side = self.record.side();
                match replay(self.record.as_mut(), side, Move::Place(vertex)) {
                    Ok(()) => self.gomocup_move(),
                    Err(_) => self.say("ERROR illegal move"),
                }
            }
            "END" => Ok(Some(End::Quit)),
            _ => self.say("UNKNOWN command"),
        }
    }

    fn gomocup_move(&mut self) -> Flow {
        let (side, size) = (self.record.side(), self.record.size());
        let reply = match self.choose(side, true) {
            // The protocol has no resignation.
            Reply::Resign => Reply::Text("RESIGN"),
            reply => reply,
        };
        let before = if self.faults.suggest { "SUGGEST " } else { "" };
        self.reply(reply, before, "", |mv| gomocup_name(mv, size))
    }

    /// A step of an opening rule: stones, or `SWAP`.
    fn opening(&mut self, rule: OpeningRule) -> Flow {
        let size = self.record.size();
        let (least, most) = match (rule, self.record.moves().len()) {
            (_, 0) => (3, 3),
            (OpeningRule::Swap2, 3) => (0, 2),
            _ => (0, 1),
        };
        let rng = self.rng.as_mut();
        let count = least + rng.map_or(0, |rng| rng.below(most - least + 1));
        let mut before = String::new();
        let mut reply = self.choose(self.record.side(), true);
        for _ in 1..count {
            if let Reply::Move(mv) = reply {
                before += &format!("{} ", gomocup_name(mv, size));
                reply = self.choose(self.record.side(), true);
            }
        }
        if count == 0 && matches!(reply, Reply::Move(_)) {
            reply = Reply::Text("SWAP");
        }
        self.reply(reply, &before, "", |mv| gomocup_name(mv, size))
    }

    /// Reads the stones after a command, to which `then` replies.
    fn board(&mut self, input: &mut impl BufRead, then: impl FnOnce(&mut Self) -> Flow) -> Flow {
        self.record.clear();
        let mut line = String::new();
        loop {
            line.clear();
            if input.read_line(&mut line)? == 0 {
                return Ok(Some(End::Quit));
            }
            let text = line.trim();
            if text.eq_ignore_ascii_case("DONE") {
                return then(self);
            }
            // Clients send the stones in the order of play, so the owner field is not needed.
            let owner = text.match_indices(',').nth(1);
            let point = owner.map_or(text, |(end, _)| &text[..end]);
            let side = self.record.side();
            let played = gomocup_vertex(point, self.record.size()).is_some_and(|vertex| {
                replay(self.record.as_mut(), side, Move::Place(vertex)).is_ok()
            });
            if !played {
                return self.say("ERROR illegal board");
            }
        }
    }

    fn nboard(&mut self, line: &str) -> Flow {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (command, rest) {
            ("ping", number) if !self.faults.refuse => self.say(&format!("pong {number}")),
            ("set", rest) => {
                let game = rest.strip_prefix("game ").map(ggf::read);
                if let Some(Ok(game)) = game {
                    if self.record.set_up(&game.start).is_err() {
                        return self.say("status no such position");
                    }
                    for (side, mv) in game.record().moves {
                        if replay(self.record.as_mut(), side, mv).is_err() {
                            return self.say("status illegal move in the game");
                        }
                    }
                }
                Ok(None)
            }
            ("go", _) => {
                let side = self.record.side();
                let reply = self.choose(side, false);
                self.reply(reply, "=== ", "", ggf::move_name)
            }
            ("quit", _) => Ok(Some(End::Quit)),
            _ => Ok(None),
        }
    }
}

/// Takes address space, which costs no memory, until the system gives no more and the program aborts.
fn exhaust_memory() -> ! {
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    loop {
        blocks.push(std::hint::black_box(Vec::with_capacity(64 << 20)));
    }
}

/// The GTP commands, separated by blanks.
const GTP_COMMANDS: &str = "protocol_version name version list_commands list_games set_game boardsize \
                            clear_board time_settings time_left play genmove quit";

fn gtp_side(color: &str) -> Side {
    let is_white = !color.starts_with(['b', 'B']);
    Side::ALL[usize::from(is_white)]
}

fn gtp_name(mv: Move) -> String {
    match mv {
        Move::Place(vertex) => ColumnLetters::SkipI.name(vertex),
        Move::Pass => "PASS".into(),
    }
}

fn gomocup_name(mv: Move, size: u8) -> String {
    match mv {
        Move::Place(vertex) => format!("{},{}", vertex.col, size - 1 - vertex.row),
        Move::Pass => "-1,-1".into(),
    }
}

fn gomocup_vertex(text: &str, size: u8) -> Option<Vertex> {
    let (x, y) = text.trim().split_once(',')?;
    let (x, y): (u8, u8) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
    (x < size && y < size).then(|| Vertex::new(x, size - 1 - y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converse(kind: ProtocolKind, faults: Faults, input: &str) -> (String, End) {
        let mut output = Vec::new();
        let mut engine = MockEngine::new(&mut output, Variant::Othello, None, faults).unwrap();
        let end = engine.serve(kind, input.as_bytes()).unwrap();
        (String::from_utf8(output).unwrap(), end)
    }

    #[test]
    fn moves_in_every_protocol() {
        let gtp = "set_game Gomoku\nboardsize 9\nplay b J9\ngenmove w\nplay b J9\n";
        let (output, _) = converse(ProtocolKind::Gtp, Faults::default(), gtp);
        assert_eq!(output, "= \n\n= \n\n= \n\n= A1\n\n? illegal move\n\n");
        let gomocup = "START 15\nINFO rule 4\nBEGIN\nTURN 1,0\nBOARD\n7,7,1\n8,8,2\nDONE\nfoo\n";
        let (output, _) = converse(ProtocolKind::Gomocup, Faults::default(), gomocup);
        assert_eq!(output, "OK\n0,14\n1,14\n0,14\nUNKNOWN command\n");
        let gomocup = "START 15\nSWAP2BOARD\nDONE\nSWAPBOARD\n7,7\n8,8\n9,9\nDONE\n";
        let (output, _) = converse(ProtocolKind::Gomocup, Faults::default(), gomocup);
        assert_eq!(output, "OK\n0,14 1,14 2,14\nSWAP\n");
        let nboard = "nboard 2\nping 7\nset game (;GM[Othello]TY[8]B[F5];)\ngo\nquit\ngo\n";
        let (output, end) = converse(ProtocolKind::NBoard, Faults::default(), nboard);
        assert_eq!((output.as_str(), end), ("pong 7\n=== F4\n", End::Quit));
    }

    #[test]
    fn an_nboard_game_may_begin_from_any_position() {
        let rows = "-".repeat(27);
        let game = format!("(;GM[Othello]TY[8]BO[8 {rows}*O------O*{rows} O]W[C4];)");
        let input = format!("set game {game}\ngo\n");
        let (output, _) = converse(ProtocolKind::NBoard, Faults::default(), &input);
        assert_eq!(output, "=== C3\n");
    }

    #[test]
    fn faults_occur_at_their_move() {
        let moves = "genmove b\ngenmove w\ngenmove b\n";
        let with = |faults| converse(ProtocolKind::Gtp, faults, moves);
        let (output, end) = with(Faults {
            crash_at: Some(2),
            ..Faults::default()
        });
        assert_eq!((output.as_str(), end), ("= D3\n\n", End::Crash));
        let (output, end) = with(Faults {
            hang_at: Some(1),
            resign_at: Some(2),
            garble_at: Some(3),
            ..Faults::default()
        });
        assert_eq!(output, "= resign\n\n= 7,8,9\n\n");
        assert_eq!(end, End::Quit);
        let (output, _) = with(Faults {
            illegal_at: Some(1),
            partial_at: Some(2),
            ..Faults::default()
        });
        assert!(output.starts_with("= D4\n\n= "), "{output}");
    }
}
