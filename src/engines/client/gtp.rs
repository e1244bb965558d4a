//! Engines that speak GTP.
//!
//! Only the core of the protocol is taken for granted. The client uses the choice of the game
//! (`list_games`, `set_game`), clocks (`time_settings`, `kata-time_settings`, `kgs-time_settings`,
//! `time_left`), positions and analysis only if `list_commands` has the commands. Vertices are named
//! without the letter I.
//!
//! Some Othello engines leave passes out and reject `play black pass` (gtp-rhino is one). The client
//! ignores a rejected pass and sends no more passes.

mod clock;
mod reply;

use crate::engine::Variant;
use crate::engines::client::connection::{
    Connection, EndCommands, at_start, end_of_wait, quoted, refused, wait_for, warn_once,
};
use crate::engines::client::remaining_time::{seconds, warn_of_unknown_limit};
use crate::engines::{
    EngineClient, EngineContext, EngineError, EngineIdentity, EngineReply, EngineSpec, GameSpec,
    MoveInfo, Termination,
};
use crate::game::{ColumnLetters, Move, Setup, Side, Vertex};
use crate::gomoku::Rule;
use crate::search::{Clock, ClockRule};
use clock::{TimeSystem, rounding_warning, time_commands, time_left, whole_seconds};
use reply::{Reply, move_word, read_move};
use std::collections::BTreeSet;
use std::time::Duration;

/// GoGui's way to end a search, Flipfive's own way, and the end.
const END_COMMANDS: EndCommands = EndCommands {
    stop: "# interrupt\nstop",
    quit: "quit",
};

/// A client for a GTP engine.
pub(super) struct GtpClient {
    connection: Connection,
    commands: BTreeSet<String>,
    size: u8,
    /// The rule of the clock that the engine has got.
    clock_rule: ClockRule,
    time_system: TimeSystem,
    /// The engine has got a limit.
    has_limit: bool,
    /// The engine accepts whole seconds only.
    whole_seconds: bool,
    /// The engine accepts passes.
    accepts_passes: bool,
}

/// Commands that are used even if the engine has no `list_commands`.
const CORE_COMMANDS: [&str; 5] = ["boardsize", "clear_board", "play", "genmove", "quit"];

/// Interval between two reports of an analysis, in hundredths of a second.
const ANALYSIS_INTERVAL: u32 = 50;

fn answered_with_error(command: &str, error: &str) -> String {
    format!("answered {command:?} with the error {}", quoted(error))
}

impl GtpClient {
    /// A client for an engine that has not been started yet.
    pub(crate) fn new(spec: EngineSpec) -> Self {
        Self {
            connection: Connection::new(spec, END_COMMANDS),
            commands: BTreeSet::new(),
            size: 0,
            clock_rule: ClockRule::Unlimited,
            time_system: TimeSystem::None,
            has_limit: false,
            whole_seconds: false,
            accepts_passes: true,
        }
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Skips what the engine has written without being asked. A reply among the lines would be taken for that to the next
    /// command, and every later reply for one to another command.
    fn skip_pending(&mut self) -> Result<(), EngineError> {
        let lines = self.connection.process()?.pending()?;
        let name = &self.connection.spec.name;
        for line in lines {
            if Reply::is_start(&line) {
                let line = quoted(&line);
                warn_once(format!(
                    "{name} wrote {line} without being asked; such replies are skipped"
                ));
            } else {
                log::debug!("{name}: skipped before the next command: {line}");
            }
        }
        Ok(())
    }

    /// Sends a command and reads its reply. Lines before the reply are not part of the protocol and are
    /// skipped. Returns the time until the blank line that ends the reply, too.
    fn exchange(
        &mut self,
        command: &str,
        timeout: Duration,
    ) -> Result<(Reply, Duration), EngineError> {
        self.skip_pending()?;
        let process = self.connection.process()?;
        let sent = process.send(command)?;
        let mut reply = wait_for(process, command, timeout, Reply::begin)?;
        while let Some(line) = process.line(end_of_wait(sent, timeout))? {
            if line.text.is_empty() {
                return Ok((reply, line.at.saturating_duration_since(sent)));
            }
            reply.add(command, &line)?;
        }
        let message = format!("did not end its reply to {command:?} with a blank line");
        Err(process.gave_no_reply(message))
    }

    /// Sends a command and returns its text, or the error message of the engine.
    fn call(&mut self, command: &str) -> Result<Result<String, String>, EngineError> {
        let (reply, took) = self.exchange(command, self.connection.spec.startup_timeout())?;
        self.connection.note_command(took);
        let Reply { success, text, .. } = reply;
        Ok(if success { Ok(text) } else { Err(text) })
    }

    /// Sends a command that has to succeed.
    fn require(&mut self, command: &str, failure: Termination) -> Result<String, EngineError> {
        self.call(command)?
            .map_err(|error| EngineError::new(failure, answered_with_error(command, &error)))
    }

    /// Starts the engine and sends what holds for all its games.
    fn start(&mut self) -> Result<(), EngineError> {
        self.connection.start()?;
        let spec = self.connection.spec.clone();
        self.commands = match self.call("list_commands")? {
            Ok(text) => text.split_whitespace().map(str::to_owned).collect(),
            Err(error) => {
                log::info!("{}: list_commands failed: {error}", spec.name);
                BTreeSet::new()
            }
        };
        if self.commands.is_empty() {
            self.commands = CORE_COMMANDS.map(String::from).into();
        }
        (self.whole_seconds, self.accepts_passes) = (false, true);
        self.has_limit = false;
        for line in &spec.init {
            self.require(line, Termination::Refused)?;
        }
        let limits = [
            ("level", spec.level.map(|level| level.to_string())),
            ("depth", spec.depth.map(|depth| depth.to_string())),
            ("nodes", spec.nodes.map(|nodes| nodes.to_string())),
            ("hash", spec.memory.map(|mb| mb.to_string())),
            ("threads", spec.threads.map(|threads| threads.to_string())),
            ("ponder", spec.ponders().then(|| "true".to_owned())),
        ];
        for (name, value) in limits {
            let Some(value) = value else {
                continue;
            };
            if !self.knows("flipfive-option") {
                return Err(refused(format!(
                    "has no GTP command for {name}; set it in cmd=COMMAND or with init=LINE"
                )));
            }
            let command = format!("flipfive-option {name} {value}");
            self.require(&command, Termination::Refused)?;
        }
        for (key, value) in &spec.options {
            self.require(format!("{key} {value}").trim_end(), Termination::Refused)?;
        }
        Ok(())
    }

    fn select_game(&mut self, variant: Variant) -> Result<(), EngineError> {
        if !self.knows("set_game") {
            return Ok(());
        }
        let mut name = variant.name().to_owned();
        if self.knows("list_games") {
            let games = self.require("list_games", Termination::Refused)?;
            let games: Vec<_> = games.lines().map(str::trim).collect();
            let is_game = |name: &&&str| Variant::from_name(name) == Some(variant);
            let Some(found) = games.iter().find(is_game) else {
                let games = games.join(", ");
                return Err(refused(format!("does not play {variant}, only {games}")));
            };
            name = (*found).to_owned();
        }
        self.require(&format!("set_game {name}"), Termination::Refused)?;
        Ok(())
    }

    /// Refuses an engine that says itself that it plays another game, as a Go engine does. Returns whether it says that it
    /// plays this one.
    fn check_game(&mut self, variant: Variant) -> Result<bool, EngineError> {
        if !self.knows("gogui-rules_game_id") {
            return Ok(false);
        }
        match self.call("gogui-rules_game_id")? {
            Ok(id) if id.eq_ignore_ascii_case(variant.game_id()) => Ok(true),
            Ok(id) => Err(refused(format!("plays {}, not {variant}", quoted(&id)))),
            Err(_) => Ok(false),
        }
    }

    /// Warns of a rule that the engine does not get. One without `set_game` plays a single game, which for Gomoku is
    /// freestyle unless it says something else: as a game id, `Gomoku` stands for all rules but Renju.
    fn warn_of_unknown_rule(&self, variant: Variant, says_game: bool) {
        let is_known = match variant {
            Variant::Othello | Variant::Gomoku(Rule::Freestyle) => true,
            Variant::Gomoku(Rule::Renju) => says_game,
            Variant::Gomoku(_) => false,
        };
        if !is_known && !self.knows("set_game") {
            let name = &self.connection.spec.name;
            warn_once(format!(
                "{name} does not get the rule {variant}: it has no GTP command set_game, and may play by another one"
            ));
        }
    }

    fn set_up(&mut self, game: GameSpec, clock: &Clock) -> Result<(), EngineError> {
        if self.connection.needs_start() {
            self.start()?;
        }
        self.size = game.size;
        self.select_game(game.variant)?;
        self.require(&format!("boardsize {}", game.size), Termination::Refused)?;
        self.require("clear_board", Termination::Refused)?;
        let says_game = self.check_game(game.variant)?;
        self.warn_of_unknown_rule(game.variant, says_game);
        self.set_time_control(clock.rule())
    }

    /// Sends the most exact time control that the engine understands.
    fn set_time_control(&mut self, rule: ClockRule) -> Result<(), EngineError> {
        (self.clock_rule, self.time_system) = (rule, TimeSystem::None);
        let is_limit = rule != ClockRule::Unlimited;
        // Some engines take "no limit" for a limit of their own. Without a word of time they keep to their settings.
        if !is_limit && !self.has_limit {
            return Ok(());
        }
        let name = self.connection.spec.name.clone();
        let mut rejected = None;
        for (exact, time_system) in time_commands(rule) {
            let command_name = exact.split(' ').next().unwrap_or_default();
            if !self.knows(command_name) {
                continue;
            }
            let is_standard = command_name == "time_settings";
            let whole = whole_seconds(&exact).filter(|whole| *whole != exact);
            let rounding = rounding_warning(&name, &exact, self.connection.judges_clocks());
            for (command, is_whole) in [(Some(exact), false), (whole, true)] {
                let Some(command) = command else {
                    continue;
                };
                match self.call(&command)? {
                    Ok(_) => {
                        if is_whole && let Some(warning) = rounding {
                            warn_once(warning);
                        }
                        if is_standard {
                            warn_of_unknown_limit(&name, rule);
                        }
                        (self.time_system, self.whole_seconds) = (time_system, is_whole);
                        self.has_limit = is_limit;
                        return Ok(());
                    }
                    Err(error) => rejected = Some(answered_with_error(&command, &error)),
                }
            }
        }
        match rejected {
            Some(message) if rule != ClockRule::Unlimited => Err(refused(message)),
            _ if rule == ClockRule::Unlimited => Ok(()),
            _ => {
                warn_once(format!(
                    "{name} takes no clock: it has no GTP command for this time control, such as \
                     time_settings, and loses on time if it thinks too long"
                ));
                Ok(())
            }
        }
    }

    /// Sends the remaining time. An engine that rejects it plays on without.
    fn send_time_left(&mut self, side: Side, clock: &Clock) -> Result<(), EngineError> {
        if !self.knows("time_left") {
            return self.renew_time_control(clock.rule());
        }
        let Some((left, stones)) = time_left(self.time_system, clock) else {
            return Ok(());
        };
        loop {
            let time = if self.whole_seconds {
                // Zero has a special meaning in some time controls.
                left.as_secs().max(1).to_string()
            } else {
                seconds(left)
            };
            match self.call(&format!("time_left {side} {time} {stones}"))? {
                Err(_) if !self.whole_seconds => self.whole_seconds = true,
                _ => return Ok(()),
            }
        }
    }

    /// Sends the time control if it has changed: a bridge has another limit for each move. An engine that rejects it plays
    /// on with the last one.
    fn renew_time_control(&mut self, rule: ClockRule) -> Result<(), EngineError> {
        if rule == self.clock_rule {
            return Ok(());
        }
        match self.set_time_control(rule) {
            Err(error) if error.termination == Termination::Refused => {
                log::info!("{} {error}", self.connection.spec.name);
                Ok(())
            }
            sent => sent,
        }
    }

    /// The command that asks for a move.
    fn genmove(&self, side: Side) -> String {
        let analysis = ["kata-genmove_analyze", "lz-genmove_analyze"];
        match analysis.into_iter().find(|name| self.knows(name)) {
            Some(name) if self.connection.spec.is_analysed() => {
                format!("{name} {side} {ANALYSIS_INTERVAL}")
            }
            _ => format!("genmove {side}"),
        }
    }
}

impl EngineClient for GtpClient {
    fn set_context(&mut self, context: EngineContext) {
        self.connection.set_context(context);
    }

    fn new_game(&mut self, game: GameSpec, clock: &Clock) -> Result<(), EngineError> {
        self.set_up(game, clock).map_err(at_start)
    }

    fn was_restarted(&self) -> bool {
        self.connection.was_restarted()
    }

    fn set_position(&mut self, start: &Setup) -> Result<(), EngineError> {
        let names = ["gogui-setup", "set_position"];
        let Some(name) = names.into_iter().find(|name| self.knows(name)) else {
            return Err(refused(
                "cannot start from a given position: it has neither gogui-setup nor set_position",
            ));
        };
        let stone = |(side, vertex): (Side, Vertex)| {
            let letter = side.letter().to_ascii_uppercase();
            format!(" {letter} {}", ColumnLetters::SkipI.name(vertex))
        };
        let stones: String = start.stones().map(stone).collect();
        self.require(&format!("{name}{stones}"), Termination::Refused)?;
        // Engines without this command take the side to move from the next genmove or play.
        if self.knows("gogui-setup_player") {
            let command = format!("gogui-setup_player {}", start.to_move.letter());
            self.require(&command, Termination::Refused)?;
        }
        Ok(())
    }

    fn identity(&mut self) -> Result<EngineIdentity, EngineError> {
        let mut ask = |command| {
            let answer = self.call(command)?.ok();
            Ok(answer.filter(|text| !text.is_empty()))
        };
        Ok(EngineIdentity {
            name: ask("name")?,
            version: ask("version")?,
        })
    }

    fn play_move(&mut self, side: Side, mv: Move) -> Result<(), EngineError> {
        match mv {
            Move::Place(vertex) => {
                let command = format!("play {side} {}", ColumnLetters::SkipI.name(vertex));
                self.require(&command, Termination::Garbage).map(drop)
            }
            Move::Pass if self.accepts_passes => {
                self.accepts_passes = self.call(&format!("play {side} pass"))?.is_ok();
                Ok(())
            }
            Move::Pass => Ok(()),
        }
    }

    fn go(
        &mut self,
        side: Side,
        clocks: &[Clock; 2],
        timeout: Duration,
    ) -> Result<EngineReply, EngineError> {
        self.send_time_left(side, &clocks[side.index()])?;
        let command = self.genmove(side);
        let (reply, elapsed) = self.exchange(&command, timeout)?;
        if !reply.success {
            return Err(refused(answered_with_error(&command, &reply.text)));
        }
        let word = move_word(&reply.text);
        // Leela Zero counts win rates in hundredths of a per cent, KataGo from 0 to 1.
        let whole = if command.starts_with("lz-") { 1e4 } else { 1.0 };
        let rate = reply.info.win_rate.map(|rate| rate / whole);
        Ok(EngineReply {
            best_move: read_move(word, self.size)?,
            text: word.to_owned(),
            elapsed,
            info: MoveInfo {
                win_rate: rate.filter(|rate| (0.0..=1.0).contains(rate)),
                ..reply.info
            },
        })
    }

    fn take_longest_command(&mut self) -> Duration {
        self.connection.take_longest_command()
    }

    fn end_game(&mut self) -> Result<(), EngineError> {
        if self.connection.spec.ponders() {
            // Any command ends the search during the opponent's time; this one begins no other.
            self.require("clear_board", Termination::Refused)?;
        }
        self.connection.end_game();
        Ok(())
    }

    fn quit(&mut self) {
        self.connection.quit();
    }
}
