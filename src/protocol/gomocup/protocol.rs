//! The Gomocup side of a conversation.

use crate::game::Move;
use crate::protocol::gomocup::call::{Answer, Call, Command, Failure, ReplyKind, State};
use crate::protocol::gomocup::commands::{TABLE, game, yixin_database};
use crate::protocol::gomocup::coordinates::Coordinates;
use crate::protocol::gomocup::payload::OpenPayload;
use crate::protocol::gomocup::time_limits::YIXIN_NO_TURN_LIMIT;
use crate::protocol::gomocup::{info, messages};
use crate::protocol::{
    Action, CommandSpec, Context, MAX_ERROR_LENGTH, Payload, Pondering, Protocol, RunningCommand,
    SCRIPT_GAP, Schedule, Throttle, clean_line, cut_word, shorten,
};
use crate::search::Report;
use crate::session::{EngineMove, FinishedSearch, Started};
use std::time::{Duration, Instant};

/// The Gomocup protocol.
#[derive(Default)]
pub(crate) struct Gomocup {
    state: State,
    /// A command that waits for its `DONE`.
    open: Option<(&'static Command, OpenPayload)>,
    /// A command that takes the next line whatever it says. Unlike `open`, it may still wait for a search.
    arrived: Option<OpenPayload>,
    /// The last rule that has arrived is not supported. Its INFO may still wait for a search.
    rule_unsupported: bool,
    /// The reply to the running search.
    pending: Option<ReplyKind>,
    /// Limits the lines about the running search.
    throttle: Option<Throttle>,
    /// The search time of the last report that was written.
    shown: Option<Duration>,
}

/// Whether a command neither changes the game or an option nor starts a search.
fn changes_nothing(name: &str, arguments: &str) -> bool {
    match name {
        "INFO" => info::has_no_effect(arguments),
        "ABOUT" | "YXSHOWINFO" | "YXSHOWFORBID" | "YXSHOWHASHUSAGE" | "YXPRINTFEATURE" => true,
        _ => {
            let mut database = yixin_database::COMMANDS.iter();
            database.any(|command| command.spec.name == name)
        }
    }
}

/// Writes each line in an action of its own, because some managers expect one line per read.
fn write(lines: impl IntoIterator<Item = String>, actions: &mut Vec<Action>) {
    actions.extend(
        lines
            .into_iter()
            .filter(|line| !line.is_empty())
            .map(|line| Action::Write(line + "\n")),
    );
}

/// Writes a line about an error. Its text may repeat the line of the manager.
fn write_error(label: &str, text: &str, actions: &mut Vec<Action>) {
    let text = shorten(text, MAX_ERROR_LENGTH);
    write([format!("{label}{text}")], actions);
}

impl Gomocup {
    /// Takes a line while a command waits for more lines. Returns the line if it is another command.
    fn take_payload_line<'a>(
        &mut self,
        line: &'a str,
        context: &mut Context<'_>,
    ) -> Option<&'a str> {
        let Some((command, mut open)) = self.open.take() else {
            return Some(line);
        };
        let line = open.skip_text(line);
        if line.is_empty() {
            self.open = Some((command, open));
            return None;
        }
        let (word, _) = cut_word(line);
        if command.spec.payload == Payload::FileName || word.eq_ignore_ascii_case("DONE") {
            match open.error {
                Some(text) => self.write_answer(Err(text), context),
                None => {
                    self.state.payload = open.lines;
                    self.run(command, &open.arguments, context);
                }
            }
            return None;
        }
        match TABLE.find(line) {
            None => open.push(line),
            // INFO may come between the lines of a payload.
            Some((other, _)) if other.spec.name == "INFO" => {
                self.open = Some((command, open));
                return Some(line);
            }
            Some((other, _)) => {
                let (name, other) = (command.spec.name, other.spec.name);
                let text = format!("ERROR {name} is incomplete, expected DONE before {other}");
                write([text], context.actions);
                return Some(line);
            }
        }
        self.open = Some((command, open));
        None
    }

    /// Executes a complete command.
    fn run(&mut self, command: &Command, arguments: &str, context: &mut Context<'_>) {
        let mut call = Call::new(context, &mut self.state, &TABLE);
        let result = (command.run)(&mut call, arguments);
        let result = result.map_err(|failure| match failure {
            Failure::Usage => format!("usage: {}", command.spec.usage()),
            Failure::Text(text) => text,
        });
        self.write_answer(result, context);
    }

    /// Writes the answer of a command, or starts its search.
    fn write_answer(&mut self, result: Result<Answer, String>, context: &mut Context<'_>) {
        match result {
            Err(text) => {
                self.write_messages(context);
                write_error("ERROR ", &text, context.actions);
            }
            Ok(Answer::Lines(lines)) => {
                if !lines.is_empty() {
                    self.write_messages(context);
                }
                write(lines, context.actions);
            }
            Ok(Answer::Quit) => context.actions.push(Action::Quit),
            Ok(Answer::Search {
                started,
                mode,
                reply_kind,
            }) => {
                self.write_messages(context);
                self.shown = None;
                self.throttle = Some(Throttle::holding_first(messages::MIN_INTERVAL, context.now));
                self.pending = Some(reply_kind);
                match started {
                    Started::Search(job) => {
                        if self.state.detail >= 1 {
                            write(["MESSAGE REALTIME REFRESH".into()], context.actions);
                        }
                        context.actions.push(Action::Search(job));
                    }
                    Started::Decided(best_move) => {
                        let side = context.session.record().side();
                        let finished = FinishedSearch::without_search(mode, side, best_move);
                        self.end_search(&finished, context);
                    }
                }
            }
        }
    }

    fn write_messages(&mut self, context: &mut Context<'_>) {
        let messages = std::mem::take(&mut self.state.messages).into_iter();
        messages.for_each(|text| write_error("MESSAGE ", &text, context.actions));
    }

    /// Writes the reply to a finished search.
    fn end_search(&mut self, finished: &FinishedSearch, context: &mut Context<'_>) {
        self.throttle = None;
        let coordinates = self.state.coordinates(context.session);
        if let Some(report) = &finished.report {
            self.state.hashfull = report.hashfull;
            if self.shown != Some(report.elapsed) {
                write(self.progress_lines(report, coordinates), context.actions);
            }
        }
        match self.pending.take() {
            Some(ReplyKind::Move) => {
                let line = match finished.best_move {
                    Some(EngineMove::Move(Move::Place(vertex))) => coordinates.text(vertex),
                    _ => "ERROR no move was found".into(),
                };
                write([line], context.actions);
            }
            Some(ReplyKind::Lines(to_lines)) => {
                self.state.payload.clear();
                let mut call = Call::new(context, &mut self.state, &TABLE);
                let result = to_lines(finished, &mut call).map_err(|error| error.to_string());
                self.write_answer(result, context);
            }
            None => {}
        }
    }

    /// Writes the lines about an iteration of the running search.
    fn write_progress(&mut self, report: &Report, context: &mut Context<'_>) {
        self.shown = Some(report.elapsed);
        let coordinates = self.state.coordinates(context.session);
        write(self.progress_lines(report, coordinates), context.actions);
    }

    /// The lines about an iteration: messages for any manager, and live lines for Yixin-Board.
    fn progress_lines(&self, report: &Report, coordinates: Coordinates) -> Vec<String> {
        // Only YXNBEST shows more than the best line. Other searches use further lines internally.
        let shown = match &self.pending {
            Some(ReplyKind::Lines(_)) => 1,
            _ => report.lines.len(),
        };
        let mut lines = messages::summary(report, shown);
        if self.state.detail >= 1 {
            lines.extend(messages::realtime(report, coordinates));
        }
        if self.state.is_yixin_board_3() {
            lines.extend(messages::detail(report, coordinates));
        }
        lines
    }
}

/// The points of a command and its `DONE`, if they are on its line. Rapfi reads words instead of lines, so its clients send
/// such lines.
fn payload_on_one_line<'a>(
    spec: &CommandSpec,
    arguments: &'a str,
) -> Option<impl Iterator<Item = &'a str>> {
    let has_points = matches!(spec.payload, Payload::Stones | Payload::Moves);
    let mut words = arguments.split_ascii_whitespace();
    let is_whole = has_points
        && spec.accepts("")
        && words
            .next_back()
            .is_some_and(|word| word.eq_ignore_ascii_case("DONE"));
    is_whole.then(|| arguments.split_ascii_whitespace())
}

impl Protocol for Gomocup {
    fn is_payload(&mut self, line: &[u8]) -> bool {
        let cleaned = clean_line(line);
        let mut rest = cleaned.as_str();
        if rest.is_empty() {
            return false;
        }
        let is_payload = self.arrived.is_some();
        if let Some(mut open) = self.arrived.take() {
            if !open.in_text {
                // It is a file name.
                return true;
            }
            rest = open.skip_text(rest);
            if open.in_text {
                self.arrived = Some(open);
            }
        }
        // What follows a text on its line may begin the next text.
        while let Some((command, arguments)) = TABLE.find(rest)
            && command.spec.accepts(arguments)
        {
            if command.spec.name == "INFO"
                && let Some(supported) = info::supports_rule(arguments, self.state.yixin)
            {
                self.rule_unsupported = !supported;
            }
            let mut open = OpenPayload::new(&command.spec, arguments);
            rest = open.begin_text(arguments).unwrap_or_default().trim();
            rest = open.skip_text(rest);
            if open.takes_any_line() {
                self.arrived = Some(open);
            }
        }
        is_payload
    }

    fn schedule(&mut self, line: &[u8], received: Instant, running: RunningCommand) -> Schedule {
        let cleaned = clean_line(line);
        // A script sends all lines at once and needs an answer to each of them.
        let script = received.saturating_duration_since(running.received) < SCRIPT_GAP;
        if cleaned.is_empty() {
            return Schedule::Ignore;
        }
        let Some((command, arguments)) = TABLE.find(&cleaned) else {
            return Schedule::Queue;
        };
        match command.spec.name {
            "END" | "STOP" | "YXSTOP" if !command.spec.accepts(arguments) => Schedule::Queue,
            "END" if !script => Schedule::Quit,
            "STOP" | "YXSTOP" => Schedule::Stop,
            // The limit applies to the next search, too. A line that came before this search does not mean it.
            "INFO" => {
                let elapsed = received.checked_duration_since(running.started);
                match elapsed.zip(info::turn_limit(arguments)) {
                    // Yixin-Board sends its settings whenever its user confirms them, and this number means no limit.
                    Some((_, limit)) if self.state.yixin && limit == YIXIN_NO_TURN_LIMIT => {
                        Schedule::Queue
                    }
                    Some((elapsed, limit)) if limit <= elapsed => Schedule::StopAndQueue,
                    Some((_, limit)) if !script => Schedule::QueueUntil(running.started + limit),
                    _ => Schedule::Queue,
                }
            }
            "ABOUT" if !script => Schedule::Now,
            // The line only leads to an error message, which must not stop a search.
            "START" | "RECTSTART" | "RESTART" | "YXSWAP2STEP1" | "YXSOOSORVSTEP1"
                if self.rule_unsupported || !game::begins_game(&command.spec, arguments) =>
            {
                Schedule::Queue
            }
            // A new game: the manager does not wait for the answer of the old one. Yixin-Board drops the next
            // answer, whether it comes before or after the START.
            "START" | "RECTSTART" | "RESTART" if !script && self.state.yixin => {
                Schedule::StopAndQueue
            }
            // The first commands of its games with an opening rule, which it sends without a START.
            "YXSWAP2STEP1" | "YXSOOSORVSTEP1" if !script && self.state.yixin => {
                Schedule::StopAndQueue
            }
            "START" | "RECTSTART" | "RESTART" if !script => {
                self.pending = None;
                Schedule::AbandonAndQueue
            }
            _ => Schedule::Queue,
        }
    }

    fn may_ponder(&self) -> bool {
        // Every line of a payload would end it again.
        self.open.is_none()
    }

    fn pondering(&self, line: &[u8]) -> Pondering {
        let cleaned = clean_line(line);
        let (name, arguments) = match (TABLE.find(&cleaned), &self.open) {
            (_, Some((command, open))) if open.takes_any_line() => (command.spec.name, ""),
            (Some((command, arguments)), _) => (command.spec.name, arguments),
            (None, Some((command, _))) => (command.spec.name, ""),
            (None, None) => return Pondering::Continue,
        };
        match name {
            // The next search after YXHASHCLEAR is to find an empty table.
            "STOP" | "YXSTOP" | "YXHASHCLEAR" => Pondering::End,
            _ if changes_nothing(name, arguments) => Pondering::Continue,
            _ => Pondering::Interrupt,
        }
    }

    fn execute(&mut self, line: &[u8], context: &mut Context<'_>) {
        let cleaned = clean_line(line);
        let mut rest = cleaned.as_str();
        // What follows a quoted text on its line is read as a line, and may begin the next text.
        while !rest.is_empty() {
            let Some(line) = self.take_payload_line(rest, context) else {
                return;
            };
            let Some((command, arguments)) = TABLE.find(line) else {
                let (word, _) = cut_word(line);
                return write_error("UNKNOWN command ", word, context.actions);
            };
            if let Some(words) = payload_on_one_line(&command.spec, arguments) {
                self.open = Some((command, OpenPayload::new(&command.spec, "")));
                for word in words {
                    self.take_payload_line(word, context);
                }
                return;
            }
            if command.spec.payload == Payload::None || !command.spec.accepts(arguments) {
                // The parser of a command with a payload fails here, so its handler does not run.
                return self.run(command, arguments, context);
            }
            let mut open = OpenPayload::new(&command.spec, arguments);
            let text = open.begin_text(arguments);
            self.open = Some((command, open));
            rest = text.unwrap_or_default().trim();
        }
    }

    fn progress(&mut self, report: &Report, context: &mut Context<'_>) {
        if let Some(throttle) = &mut self.throttle
            && throttle.admits(report, context.now)
        {
            self.write_progress(report, context);
        }
    }

    fn finished(&mut self, finished: FinishedSearch, context: &mut Context<'_>) {
        self.end_search(&finished, context);
    }

    fn failed(&mut self, text: &str, context: &mut Context<'_>) {
        self.throttle = None;
        if self.pending.take().is_some() {
            write_error("ERROR ", &text.replace('\n', " "), context.actions);
        }
    }

    fn wake_at(&self) -> Option<Instant> {
        self.throttle.as_ref().and_then(Throttle::wake_at)
    }

    fn wake(&mut self, context: &mut Context<'_>) {
        let throttle = self.throttle.as_mut();
        if let Some(report) = throttle.and_then(|throttle| throttle.take_due(context.now)) {
            self.write_progress(&report, context);
        }
    }
}
