//! Engines that speak GTP.
//!
//! Everything beyond the core of the protocol is used only if `list_commands` has it: the choice of the
//! game (`list_games`, `set_game`), clocks (`time_settings`, `kata-time_settings`, `kgs-time_settings`,
//! `time_left`), thoughts. Points are named as GTP names them, without the letter I.
//!
//! Some Othello engines leave passes out and take `play black pass` for an error (gtp-rhino is one): a
//! pass that is refused is taken as understood.

use crate::engine::Variant;
use crate::engines::client::clock::{Simple, seconds};
use crate::engines::client::engine_client::{
    BestMove, EngineClient, EngineReply, GameSpec, MoveInfo,
};
use crate::engines::client::{FAREWELL, at_start, quoted, silent};
use crate::engines::process::EngineProcess;
use crate::engines::spec::EngineSpec;
use crate::engines::termination::{EngineError, Termination};
use crate::game::coordinates::{ColumnLetters, ParsedVertex};
use crate::game::{Move, Setup, Side, Vertex};
use crate::search::{Clock, ClockRule};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// A reply without its frame.
struct Reply {
    /// Whether it began with `=`.
    ok: bool,
    /// The text, its lines joined by line feeds.
    text: String,
    /// When its last line came that was not the blank one.
    at: Instant,
}

/// How an engine was told what time there is, which decides how it is told what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// Nothing, or that there is no limit.
    Nothing,
    /// Main time, with or without an increment.
    Main,
    /// Its overtime is like ours.
    Overtime,
    /// So much for every move.
    Move,
}

/// An engine at the other end of GTP.
pub struct Client {
    spec: EngineSpec,
    process: Option<EngineProcess>,
    commands: BTreeSet<String>,
    size: u8,
    told: Told,
    /// It takes whole seconds only.
    whole_seconds: bool,
    /// It takes passes.
    passes: bool,
}

/// The names of the core, which an engine without `list_commands` has all the same.
const CORE: [&str; 5] = ["boardsize", "clear_board", "play", "genmove", "quit"];

/// Between two reports of an engine that is asked for its thoughts, in hundredths of a second.
const INTERVAL: u32 = 50;

fn refused(text: impl Into<String>) -> EngineError {
    EngineError::new(Termination::Refused, text)
}

impl Client {
    /// An engine that will be started with its first game.
    pub fn new(spec: EngineSpec) -> Self {
        Self {
            spec,
            process: None,
            commands: BTreeSet::new(),
            size: 0,
            told: Told::Nothing,
            whole_seconds: false,
            passes: true,
        }
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Sends a command and reads its reply. Lines before it are no part of the protocol and mean
    /// nothing.
    fn ask(&mut self, command: &str, patience: Duration) -> Result<(Reply, Instant), EngineError> {
        let process = self
            .process
            .as_mut()
            .ok_or_else(|| refused("is not running"))?;
        let asked = process.send(command)?;
        let deadline = asked + patience;
        let mut reply: Option<Reply> = None;
        loop {
            let Some(line) = process.line(deadline)? else {
                let text = match reply {
                    None => silent(process, command, patience),
                    Some(_) => format!(
                        "did not end its reply to {command:?} with a blank line{}",
                        process.hint()
                    ),
                };
                return Err(EngineError::new(Termination::Hang, text));
            };
            match &mut reply {
                None => {
                    let ok = line.text.starts_with('=');
                    if !ok && !line.text.starts_with('?') {
                        log::debug!("{}: out of turn: {}", self.spec.name, line.text);
                        continue;
                    }
                    // An id was not given, but who knows.
                    let text = line.text[1..].trim_start_matches(|c: char| c.is_ascii_digit());
                    reply = Some(Reply {
                        ok,
                        text: text.trim().to_owned(),
                        at: line.at,
                    });
                }
                Some(_) if line.text.is_empty() => break,
                Some(reply) => {
                    reply.text.push('\n');
                    reply.text.push_str(&line.text);
                    reply.at = line.at;
                }
            }
        }
        // The loop ends only with a reply.
        reply
            .map(|reply| (reply, asked))
            .ok_or_else(|| refused("gave no reply"))
    }

    /// Sends a command and returns its text, or the error message.
    fn call(&mut self, command: &str) -> Result<Result<String, String>, EngineError> {
        let (reply, _) = self.ask(command, self.spec.startup_timeout())?;
        Ok(if reply.ok {
            Ok(reply.text)
        } else {
            Err(reply.text)
        })
    }

    /// Sends a command that has to succeed.
    fn must(&mut self, command: &str, ending: Termination) -> Result<String, EngineError> {
        self.call(command)?.map_err(|error| {
            let text = format!("answered {command:?} with the error {}", quoted(&error));
            EngineError::new(ending, text)
        })
    }

    /// What holds for every game of a process.
    fn start(&mut self) -> Result<(), EngineError> {
        self.process = Some(EngineProcess::start(&self.spec)?);
        self.commands = match self.call("list_commands")? {
            Ok(text) => text.split_whitespace().map(str::to_owned).collect(),
            Err(error) => {
                log::info!("{}: no list_commands: {error}", self.spec.name);
                BTreeSet::new()
            }
        };
        if self.commands.is_empty() {
            self.commands = CORE.map(String::from).into();
        }
        (self.whole_seconds, self.passes) = (false, true);
        for line in self.spec.init.clone() {
            self.must(&line, Termination::Refused)?;
        }
        let settings = [
            ("level", self.spec.level.map(u64::from)),
            ("depth", self.spec.depth.map(u64::from)),
            ("nodes", self.spec.nodes),
            ("hash", self.spec.memory),
            ("threads", self.spec.threads.map(u64::from)),
        ];
        for (name, value) in settings {
            let Some(value) = value else {
                continue;
            };
            if !self.knows("flipfive-option") {
                return Err(refused(format!(
                    "GTP has no command for {name}: say it in the engine's command, or with init"
                )));
            }
            self.must(
                &format!("flipfive-option {name} {value}"),
                Termination::Refused,
            )?;
        }
        for (key, value) in self.spec.options.clone() {
            self.must(format!("{key} {value}").trim_end(), Termination::Refused)?;
        }
        Ok(())
    }

    fn choose(&mut self, variant: Variant) -> Result<(), EngineError> {
        if !self.knows("set_game") {
            return Ok(());
        }
        let mut name = variant.name().to_owned();
        if self.knows("list_games") {
            let games = self.must("list_games", Termination::Refused)?;
            let found = games
                .lines()
                .map(str::trim)
                .find(|name| Variant::from_name(name) == Some(variant));
            let Some(found) = found else {
                let games: Vec<_> = games.lines().map(str::trim).collect();
                let text = format!("does not play {variant}, only {}", games.join(", "));
                return Err(refused(text));
            };
            name = found.to_owned();
        }
        self.must(&format!("set_game {name}"), Termination::Refused)?;
        Ok(())
    }

    /// An engine that can say which game it plays has to say the right one. This finds Go programs.
    fn check(&mut self, variant: Variant) -> Result<(), EngineError> {
        if !self.knows("gogui-rules_game_id") {
            return Ok(());
        }
        match self.call("gogui-rules_game_id")? {
            Ok(id) if id.eq_ignore_ascii_case(variant.game_id()) => Ok(()),
            Ok(id) => Err(refused(format!("plays {}, not {variant}", quoted(&id)))),
            Err(_) => Ok(()),
        }
    }

    fn set_up(&mut self, game: GameSpec, clock: &Clock) -> Result<(), EngineError> {
        if self
            .process
            .as_mut()
            .is_none_or(|process| !process.is_running())
        {
            self.process = None;
            self.start()?;
        }
        self.size = game.size;
        self.choose(game.variant)?;
        self.must(&format!("boardsize {}", game.size), Termination::Refused)?;
        self.must("clear_board", Termination::Refused)?;
        self.check(game.variant)?;
        self.set_clock(clock.rule())
    }

    /// The commands that say what time there is, the most exact one first.
    fn time_commands(rule: ClockRule) -> Vec<(String, Told)> {
        let time = |main, period, stones: u32| {
            format!(
                "time_settings {} {} {stones}",
                seconds(main),
                seconds(period)
            )
        };
        let zero = Duration::ZERO;
        match rule {
            ClockRule::Unlimited => vec![("time_settings 0 1 0".into(), Told::Nothing)],
            ClockRule::PerMove(limit) => vec![(time(zero, limit, 1), Told::Move)],
            ClockRule::Absolute { main } => vec![(time(main, zero, 0), Told::Main)],
            ClockRule::Canadian {
                main,
                period,
                stones,
            } => {
                vec![(time(main, period, stones), Told::Overtime)]
            }
            ClockRule::Byoyomi {
                main,
                period,
                periods,
            } => {
                let rule = format!("byoyomi {} {} {periods}", seconds(main), seconds(period));
                vec![
                    (format!("kata-time_settings {rule}"), Told::Overtime),
                    (format!("kgs-time_settings {rule}"), Told::Overtime),
                    // One move in every period is what remains if no period may be lost.
                    (time(main, period, 1), Told::Move),
                ]
            }
            ClockRule::Fischer {
                main,
                increment,
                main_limit,
                max_per_move,
            } => {
                let limit = |limit: Option<Duration>| limit.map_or("-1".into(), seconds);
                let (main_text, increment) = (seconds(main), seconds(increment));
                let mut commands = vec![(
                    format!(
                        "kata-time_settings fischer-capped {main_text} {increment} {} {}",
                        limit(main_limit),
                        limit(max_per_move)
                    ),
                    Told::Main,
                )];
                if main_limit.is_none() && max_per_move.is_none() {
                    let plain = format!("kata-time_settings fischer {main_text} {increment}");
                    commands.insert(0, (plain, Told::Main));
                }
                // The increments are a surprise then: `time_left` tells of them.
                commands.push((time(main, zero, 0), Told::Main));
                commands
            }
        }
    }

    /// Says what time there is, if there is a way to say it.
    fn set_clock(&mut self, rule: ClockRule) -> Result<(), EngineError> {
        self.told = Told::Nothing;
        let mut last = None;
        for (command, told) in Self::time_commands(rule) {
            let name = command.split(' ').next().unwrap_or_default();
            if !self.knows(name) {
                continue;
            }
            let whole = whole_seconds(&command).filter(|whole| *whole != command);
            for (command, is_whole) in [(Some(command), false), (whole, true)] {
                let Some(command) = command else {
                    continue;
                };
                match self.call(&command)? {
                    Ok(_) => {
                        if is_whole {
                            log::warn!("{} reads whole seconds only: {command}", self.spec.name);
                        }
                        (self.told, self.whole_seconds) = (told, is_whole);
                        return Ok(());
                    }
                    Err(error) => last = Some((command, error)),
                }
            }
        }
        match last {
            Some((command, error)) if rule != ClockRule::Unlimited => Err(refused(format!(
                "answered {command:?} with the error {}",
                quoted(&error)
            ))),
            _ => {
                log::info!("{} cannot be told about time", self.spec.name);
                Ok(())
            }
        }
    }

    /// Says what is left. It does not matter much if the engine does not understand it.
    fn tell_time(&mut self, side: Side, clock: &Clock) -> Result<(), EngineError> {
        if !self.knows("time_left") {
            return Ok(());
        }
        let simple = Simple::of(clock);
        let (left, stones) = match self.told {
            Told::Nothing => return Ok(()),
            Told::Main => (clock.left(), 0),
            Told::Overtime => (clock.left(), clock.stones()),
            Told::Move => match simple.left {
                Some(left) => (left, 0),
                None => (simple.turn.unwrap_or_default(), 1),
            },
        };
        loop {
            let time = if self.whole_seconds {
                // No time at all would be something else in some of the rules.
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

    /// The command that asks for a move.
    fn request(&self, side: Side) -> String {
        if self.spec.analysis {
            for name in ["kata-genmove_analyze", "lz-genmove_analyze"] {
                if self.knows(name) {
                    return format!("{name} {side} {INTERVAL}");
                }
            }
        }
        format!("genmove {side}")
    }
}

/// The same command with whole seconds, for engines that read nothing else. They are rounded down, but
/// a part of a second becomes a whole one: none at all would be another rule, and it is for the referee
/// to judge whether the engine makes it in time. `None` if that would give something away with every
/// move.
fn whole_seconds(command: &str) -> Option<String> {
    let increment = !command.starts_with("time_settings ");
    let words: Option<Vec<String>> = command
        .split(' ')
        .map(|word| match word.parse::<f64>() {
            Ok(number) if number > 0.0 && number < 1.0 && increment => None,
            Ok(number) if number > 0.0 => Some(number.floor().max(1.0).to_string()),
            _ => Some(word.to_owned()),
        })
        .collect();
    Some(words?.join(" "))
}

/// What an analysis says about the best move: `info move D3 visits 120 scoreLead 1.5 order 0 ... info ...`.
fn read_info(line: &str, thought: &mut MoveInfo) {
    let best = line.split(" info ").next().unwrap_or(line);
    let mut words = best.split_whitespace();
    while let Some(key) = words.next() {
        match key {
            "visits" => {
                let visits = words.next().and_then(|word| word.parse().ok());
                thought.nodes = visits.or(thought.nodes);
            }
            "scoreLead" => {
                let lead = words.next().and_then(|word| word.parse().ok());
                thought.value = lead.filter(|lead: &f64| lead.is_finite()).or(thought.value);
            }
            // The moves that follow could be named like anything.
            "pv" => return,
            _ => {}
        }
    }
}

/// What a reply to a request for a move says. Replies with thoughts have it on a line `play MOVE`.
fn read_answer(text: &str, size: u8, thought: &mut MoveInfo) -> Result<BestMove, EngineError> {
    let mut answer = None;
    for line in text.lines().map(str::trim) {
        if line.starts_with("info ") {
            read_info(line, thought);
        } else if let Some(word) = line.strip_prefix("play ") {
            answer = Some(word.trim());
        } else if answer.is_none() && !line.is_empty() {
            answer = Some(line);
        }
    }
    let word = answer.unwrap_or_default();
    if word.eq_ignore_ascii_case("resign") {
        return Ok(BestMove::Resign);
    }
    let Some(named) = ParsedVertex::parse(word) else {
        let text = format!("answered with {}, which is no move", quoted(word));
        return Err(EngineError::new(Termination::Garbage, text));
    };
    named
        .on_board(size, ColumnLetters::SkipI)
        .map(BestMove::Move)
        .ok_or_else(|| {
            let text = format!("played {}, which is not on the board", quoted(word));
            EngineError::new(Termination::Illegal, text)
        })
}

impl EngineClient for Client {
    fn new_game(&mut self, game: GameSpec, clock: &Clock) -> Result<(), EngineError> {
        self.set_up(game, clock).map_err(at_start)
    }

    fn set_position(&mut self, start: &Setup) -> Result<(), EngineError> {
        let names = ["gogui-setup", "set_position"];
        let Some(name) = names.into_iter().find(|name| self.knows(name)) else {
            let text =
                "knows neither gogui-setup nor set_position, so it cannot begin from a position";
            return Err(refused(text));
        };
        let stone = |(side, vertex): (Side, Vertex)| {
            let letter = side.letter().to_ascii_uppercase();
            format!(" {letter} {}", ColumnLetters::SkipI.name(vertex))
        };
        let stones: String = start.stones().map(stone).collect();
        self.must(&format!("{name}{stones}"), Termination::Refused)?;
        // Whoever does not know this takes the side from the next command.
        if self.knows("gogui-setup_player") {
            let command = format!("gogui-setup_player {}", start.to_move.letter());
            self.must(&command, Termination::Refused)?;
        }
        Ok(())
    }

    fn play_move(&mut self, side: Side, mv: Move) -> Result<(), EngineError> {
        match mv {
            Move::Place(vertex) => {
                let command = format!("play {side} {}", ColumnLetters::SkipI.name(vertex));
                self.must(&command, Termination::Garbage).map(drop)
            }
            Move::Pass if self.passes => {
                self.passes = self.call(&format!("play {side} pass"))?.is_ok();
                Ok(())
            }
            Move::Pass => Ok(()),
        }
    }

    fn go(
        &mut self,
        side: Side,
        clocks: &[Clock; 2],
        patience: Duration,
    ) -> Result<EngineReply, EngineError> {
        self.tell_time(side, &clocks[side.index()])?;
        let request = self.request(side);
        let (reply, asked) = self.ask(&request, patience)?;
        if !reply.ok {
            let text = format!(
                "answered {request:?} with the error {}",
                quoted(&reply.text)
            );
            return Err(EngineError::new(Termination::Garbage, text));
        }
        let mut thought = MoveInfo::default();
        let answer = read_answer(&reply.text, self.size, &mut thought)?;
        Ok(EngineReply {
            best_move: answer,
            elapsed: reply.at.saturating_duration_since(asked),
            info: thought,
        })
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

    fn answer(text: &str) -> Result<BestMove, Termination> {
        read_answer(text, 15, &mut MoveInfo::default()).map_err(|fault| fault.termination)
    }

    #[test]
    fn answers() {
        let at = |col, row| Ok(BestMove::Move(Move::Place(Vertex::new(col, row))));
        assert_eq!(answer("D3"), at(3, 2));
        assert_eq!(answer("j9"), at(8, 8));
        assert_eq!(answer("PASS"), Ok(BestMove::Move(Move::Pass)));
        assert_eq!(answer("Resign"), Ok(BestMove::Resign));
        assert_eq!(answer("Q3"), Err(Termination::Illegal));
        for garbage in ["", "I think D3", "0x3", "D"] {
            assert_eq!(answer(garbage), Err(Termination::Garbage), "{garbage}");
        }
    }

    #[test]
    fn answers_with_thoughts() {
        let text = "\ninfo move D3 visits 12 utility 0.1 scoreLead 1.5 order 0 pv D3 C3 info move C4 visits \
                    9 scoreLead 1.0 order 1 pv C4\ninfo move C4 visits 99 winrate 0.5 scoreLead -2.25 \
                    order 0 pv C4 E3\nplay C4";
        let mut thought = MoveInfo::default();
        let answer = read_answer(text, 8, &mut thought).unwrap();
        assert_eq!(answer, BestMove::Move(Move::Place(Vertex::new(2, 3))));
        assert_eq!((thought.nodes, thought.value), (Some(99), Some(-2.25)));
    }

    #[test]
    fn seconds_become_whole() {
        for (exact, whole) in [
            ("time_settings 60 0 0", Some("time_settings 60 0 0")),
            ("time_settings 10.9 1.5 1", Some("time_settings 10 1 1")),
            ("time_settings 0.5 0 0", Some("time_settings 1 0 0")),
            (
                "kata-time_settings fischer 3.5 1.5",
                Some("kata-time_settings fischer 3 1"),
            ),
            ("kata-time_settings fischer 3.5 0.1", None),
        ] {
            assert_eq!(whole_seconds(exact).as_deref(), whole, "{exact}");
        }
    }

    #[test]
    fn every_rule_has_its_commands() {
        let first = |rule| Client::time_commands(rule)[0].clone();
        let (second, tenth) = (Duration::from_secs(1), Duration::from_millis(100));
        assert_eq!(first(ClockRule::Unlimited).0, "time_settings 0 1 0");
        assert_eq!(first(ClockRule::PerMove(tenth)).0, "time_settings 0 0.1 1");
        let fischer = |max_per_move| ClockRule::Fischer {
            main: second,
            increment: tenth,
            main_limit: None,
            max_per_move,
        };
        assert_eq!(first(fischer(None)).0, "kata-time_settings fischer 1 0.1");
        assert_eq!(
            first(fischer(Some(second))).0,
            "kata-time_settings fischer-capped 1 0.1 -1 1"
        );
    }
}
