//! The GTP side of a conversation.

use crate::game::Move;
use crate::protocol::gtp::call::{Answer, Call, Failure, InfoFormat, ReplyKind, State};
use crate::protocol::gtp::commands::{TABLE, analysis};
use crate::protocol::gtp::graphics::Graphics;
use crate::protocol::gtp::line::{clean, is_interrupt, split_id};
use crate::protocol::gtp::reply::{self, Id};
use crate::protocol::gtp::text;
use crate::protocol::{Action, Context, Pondering, Protocol, RunningCommand, SCRIPT_GAP, Schedule};
use crate::search::Report;
use crate::session::{EngineMove, FinishedSearch, SearchMode, Started};
use std::time::{Duration, Instant};

/// A reply whose search is running.
struct Pending {
    id: Id,
    kind: ReplyKind,
}

/// The last report of an analysis with an interval. Some hosts look only at a line whether their own time is over or their
/// number of visits is reached, so it is repeated while no new one comes.
struct Repeat {
    report: Report,
    format: InfoFormat,
    interval: Duration,
    due: Instant,
}

/// The Go Text Protocol.
#[derive(Default)]
pub(crate) struct Gtp {
    state: State,
    pending: Option<Pending>,
    /// The search of an analysis has ended, but its reply stays open until the next line.
    open: bool,
    repeat: Option<Repeat>,
    graphics: Graphics,
    /// `quit` has stopped a search, and stops those that wait before it, too.
    quitting: bool,
}

impl Gtp {
    /// A new conversation. If `game_chosen` is true, the user has chosen the game by name, and a board
    /// size does not change it.
    pub(crate) fn new(game_chosen: bool) -> Self {
        Self {
            state: State {
                game_chosen,
                ..State::default()
            },
            ..Self::default()
        }
    }

    fn run(&mut self, line: &str, context: &mut Context<'_>) -> Result<Answer, String> {
        let (command, arguments) = TABLE.find(line).ok_or("unknown command")?;
        let mut call = Call::new(context, &mut self.state, &TABLE);
        (command.run)(&mut call, arguments).map_err(|failure| match failure {
            Failure::Usage => format!("syntax error: usage: {}", command.spec.usage()),
            Failure::Text(text) => text,
        })
    }

    /// Writes a line of an analysis. It is repeated after each `interval`, if there is one.
    fn write_info(
        &mut self,
        report: &Report,
        format: InfoFormat,
        interval: Option<Duration>,
        context: &mut Context<'_>,
    ) {
        let info = analysis::info(report, format, context.session.variant());
        context.write(reply::more(&info));
        self.repeat = interval.map(|interval| Repeat {
            report: report.clone(),
            format,
            interval,
            due: context.now + interval,
        });
    }

    /// Writes the end of the pending reply.
    fn end_reply(&mut self, finished: &FinishedSearch, context: &mut Context<'_>) {
        self.graphics.clear(context);
        let Some(Pending { id, kind }) = self.pending.take() else {
            return;
        };
        let best_move = || match finished.best_move {
            Some(EngineMove::Resign) => "resign".into(),
            Some(EngineMove::Move(mv)) => text::name_lower_pass(mv),
            None => text::name_lower_pass(Move::Pass),
        };
        let text = match kind {
            ReplyKind::Move => reply::success(&id, &best_move()),
            ReplyKind::StreamedMove(_) => {
                let play = format!("play {}", best_move());
                reply::more(&play) + &reply::close()
            }
            ReplyKind::Analysis { format, interval } => {
                self.open = true;
                if let Some(outcome) = context.session.record().outcome() {
                    let variant = context.session.variant();
                    let report = analysis::report_of_outcome(outcome, finished.side, variant);
                    self.write_info(&report, format, interval, context);
                }
                return;
            }
            ReplyKind::Text(text) => match &finished.report {
                Some(report) => {
                    let text = text(report, finished.side, context.session, &self.state);
                    reply::success(&id, &text)
                }
                None if context.session.record().outcome().is_some() => {
                    reply::failure(&id, "the game is over")
                }
                // A forced move, or a search that was stopped at once.
                None => {
                    let mv = best_move();
                    reply::failure(&id, &format!("the search found no value; its move is {mv}"))
                }
            },
        };
        context.write(text);
    }
}

impl Protocol for Gtp {
    fn schedule(&mut self, line: &[u8], received: Instant, running: RunningCommand) -> Schedule {
        // Any line stops an analysis. Executing the line then closes the reply.
        if running.mode == SearchMode::Analyze {
            return Schedule::StopAndQueue;
        }
        if is_interrupt(line) {
            return Schedule::Stop;
        }
        let cleaned = clean(line);
        // An empty line waits, too: it may have to stop an analysis that waits before it.
        let found = TABLE.find(split_id(&cleaned).1);
        // A line that only leads to an error message must not stop a search.
        let found = found.filter(|(command, arguments)| command.spec.accepts(arguments));
        match found.map(|(command, _)| command.spec.name) {
            Some("stop") => Schedule::StopAndQueue,
            Some("quit") => {
                self.quitting |= received.saturating_duration_since(running.received) >= SCRIPT_GAP;
                if self.quitting {
                    Schedule::StopAndQueue
                } else {
                    Schedule::Queue
                }
            }
            _ => Schedule::Queue,
        }
    }

    fn pondering(&self, line: &[u8]) -> Pondering {
        let cleaned = clean(line);
        let command = TABLE.find(split_id(&cleaned).1);
        // The next search after `clear_cache` is to find an empty table.
        let ends =
            command.is_some_and(|(command, _)| matches!(command.spec.name, "stop" | "clear_cache"));
        if ends || is_interrupt(line) {
            Pondering::End
        } else {
            Pondering::Interrupt
        }
    }

    fn execute(&mut self, line: &[u8], context: &mut Context<'_>) {
        self.close(context);
        let cleaned = clean(line);
        if cleaned.is_empty() {
            return;
        }
        let (id, line) = split_id(&cleaned);
        let id = Id(id.to_owned());
        match self.run(line, context) {
            Ok(Answer::Text(text)) => context.write(reply::success(&id, &text)),
            Ok(Answer::Quit) => {
                context.write(reply::success(&id, ""));
                context.actions.push(Action::Quit);
            }
            Ok(Answer::Search {
                started,
                mode,
                side,
                kind,
            }) => {
                if kind.streams() {
                    context.write(reply::open(&id));
                }
                self.graphics.begin(&self.state, context.session.options());
                self.pending = Some(Pending { id, kind });
                match started {
                    Started::Search(job) => context.actions.push(Action::Search(job)),
                    Started::Decided(best_move) => {
                        let finished = FinishedSearch::without_search(mode, side, best_move);
                        self.end_reply(&finished, context);
                    }
                }
            }
            Err(text) => context.write(reply::failure(&id, &text)),
        }
    }

    fn progress(&mut self, report: &Report, context: &mut Context<'_>) {
        match self.pending.as_ref().map(|pending| &pending.kind) {
            Some(&ReplyKind::StreamedMove(format)) => {
                self.write_info(report, format, None, context);
            }
            Some(&ReplyKind::Analysis { format, interval }) => {
                self.write_info(report, format, interval, context);
            }
            _ => {}
        }
        self.graphics.show(report, context);
    }

    fn finished(&mut self, finished: FinishedSearch, context: &mut Context<'_>) {
        self.end_reply(&finished, context);
    }

    fn failed(&mut self, text: &str, context: &mut Context<'_>) {
        self.graphics.clear(context);
        self.repeat = None;
        let Some(Pending { id, kind }) = self.pending.take() else {
            return;
        };
        log::error!("{text}");
        if kind.streams() {
            // The reply began as a success, so it can only end here.
            context.write(reply::close());
        } else {
            context.write(reply::failure(&id, text));
        }
    }

    fn wake_at(&self) -> Option<Instant> {
        let repeat = self.repeat.as_ref().map(|repeat| repeat.due);
        let times = [repeat, self.graphics.wake_at()];
        times.into_iter().flatten().min()
    }

    fn wake(&mut self, context: &mut Context<'_>) {
        self.graphics.wake(context);
        let repeat = self.repeat.as_mut();
        if let Some(repeat) = repeat.filter(|repeat| repeat.due <= context.now) {
            if self.open {
                // The search is complete, and further nodes would not change the line.
                let nodes = &mut repeat.report.nodes;
                *nodes = nodes.saturating_add(analysis::REPEATED_VISITS);
            }
            let variant = context.session.variant();
            let info = analysis::info(&repeat.report, repeat.format, variant);
            context.write(reply::more(&info));
            repeat.due = context.now + repeat.interval;
        }
    }

    fn close(&mut self, context: &mut Context<'_>) {
        self.repeat = None;
        if std::mem::take(&mut self.open) {
            context.write(reply::close());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_suit_every_host() {
        for command in TABLE.commands() {
            let name = command.spec.name;
            assert!(!name.contains(char::is_whitespace), "{name}");
            // Sabaki prefers these names, and then reads the numbers of the replies differently.
            assert!(!matches!(name, "analyze" | "genmove_analyze"));
        }
    }
}
