//! The game as plain lines: moves and commands come in as lines, replies go out as text.
//!
//! In a script, all lines are there at once. So lines wait while the engine thinks, except for `now`, and at a
//! terminal for the other commands that interrupt it. At the end of the input the engine finishes its turn, and
//! the program ends.

use crate::engine;
use crate::game::Side;
use crate::play::board::BoardView;
use crate::play::command::{Command, command_list};
use crate::play::effect::MessageKind;
use crate::play::game::Game;
use crate::play::host::Host;
use crate::util::text::without_mark;
use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, sync_channel};
use std::time::Instant;

/// The most bytes of a line; what is longer is no command.
const MAX_LINE_LENGTH: u64 = 4096;
/// Lines that are read ahead.
const READ_AHEAD: usize = 100;

/// What the main thread handles.
#[derive(Debug)]
pub(crate) enum Event {
    /// A line of the input.
    Line(String),
    /// The end of the input.
    End,
    /// An event of the engine.
    Engine(engine::Event),
}

/// Plays in lines of text until the input ends or somebody quits. `is_interactive` is whether a person types
/// at a terminal: then there is a prompt.
///
/// # Errors
/// `out` cannot be written.
pub(crate) fn run(
    game: Game,
    mut host: Host,
    events: (Sender<Event>, Receiver<Event>),
    out: &mut dyn Write,
    is_interactive: bool,
) -> io::Result<()> {
    let (sender, events) = events;
    let (permits, used) = sync_channel(READ_AHEAD);
    std::thread::Builder::new()
        .name("stdin".into())
        .spawn(move || read_lines(io::stdin().lock(), &sender, &permits))?;
    let mut lines = Lines {
        game,
        is_interactive,
        waiting: VecDeque::new(),
        has_ended: false,
        is_prompted: false,
        board: String::new(),
    };
    let mut goes_on = host.perform(&mut lines.game);
    out.write_all(lines.welcome().as_bytes())?;
    loop {
        out.write_all(lines.news().as_bytes())?;
        out.flush()?;
        if !goes_on || lines.is_done() {
            break;
        }
        goes_on = match lines.next_command() {
            Some(line) => {
                // Another line may be read.
                let _ = used.try_recv();
                let reply = lines.execute(&line, Instant::now());
                out.write_all(reply.as_bytes())?;
                host.perform(&mut lines.game)
            }
            None => {
                lines.prompt(out)?;
                match events.recv() {
                    Ok(event) => lines.on_event(event, Instant::now()),
                    Err(_) => break,
                }
                host.perform(&mut lines.game)
            }
        };
    }
    // `quit` ends the game before the end of the input, even if all lines have been read.
    if goes_on && lines.game.end().is_none() {
        out.write_all(b"End of input: the game is not finished.\n")?;
    }
    out.flush()
}

/// Reads to the end of a line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let block = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            block => block?,
        };
        let end = block.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(block.len(), |at| at + 1);
        let is_over = end.is_some() || block.is_empty();
        input.consume(length);
        if is_over {
            return Ok(());
        }
    }
}

/// The thread that reads lines. Each line takes a permit, so that a large input waits in its pipe.
fn read_lines(mut input: impl BufRead, sender: &Sender<Event>, permits: &SyncSender<()>) {
    loop {
        let mut line = Vec::new();
        let read = input
            .by_ref()
            .take(MAX_LINE_LENGTH)
            .read_until(b'\n', &mut line);
        // The rest of a line that is too long is no command of its own.
        let is_cut = line.len() as u64 == MAX_LINE_LENGTH && !line.ends_with(b"\n");
        let read = match is_cut {
            true => read.and_then(|read| skip_line(&mut input).map(|()| read)),
            false => read,
        };
        // Input that cannot be read has ended.
        let event = match read {
            Ok(1..) => Event::Line(String::from_utf8_lossy(without_mark(&line)).into_owned()),
            Ok(0) | Err(_) => Event::End,
        };
        let is_end = matches!(event, Event::End);
        let is_refused = !is_end && permits.send(()).is_err();
        if is_refused || sender.send(event).is_err() || is_end {
            return;
        }
    }
}

/// The state of the conversation.
struct Lines {
    game: Game,
    is_interactive: bool,
    /// Lines that have not been executed.
    waiting: VecDeque<String>,
    /// Whether the input has ended.
    has_ended: bool,
    /// Whether the prompt is the last thing on the screen.
    is_prompted: bool,
    /// The board that was printed last, with its status.
    board: String,
}

impl Lines {
    fn welcome(&self) -> String {
        format!(
            "{}, {}\nType a move such as d3, or \"help\".\n",
            self.game.headline(),
            players(&self.game)
        )
    }

    fn is_done(&self) -> bool {
        self.has_ended && self.waiting.is_empty() && self.game.thinking().is_none()
    }

    fn on_event(&mut self, event: Event, now: Instant) {
        match event {
            Event::Line(line) => {
                self.waiting.push_back(line);
                self.is_prompted = false;
            }
            Event::End => self.has_ended = true,
            Event::Engine(event) => self.game.on_engine(event, now),
        }
    }

    /// The next line that may be executed.
    fn next_command(&mut self) -> Option<String> {
        let size = self.game.record().size();
        let acts_now = |line: &String| match Command::parse(line, size) {
            Ok(Some(Command::Now)) => true,
            Ok(Some(command)) => self.is_interactive && command.interrupts(),
            _ => false,
        };
        if self.game.thinking().is_none() {
            self.waiting.pop_front()
        } else {
            let at = self.waiting.iter().position(acts_now)?;
            self.waiting.remove(at)
        }
    }

    /// Executes a line and returns what it prints besides messages.
    fn execute(&mut self, line: &str, now: Instant) -> String {
        match Command::parse(line, self.game.record().size()) {
            Ok(None) => {}
            Ok(Some(Command::Help)) => return command_list().join("\n") + "\n",
            Ok(Some(Command::Board)) => self.board.clear(),
            Ok(Some(command)) => command.run(&mut self.game, now),
            Err(error) => self.game.refuse(error),
        }
        String::new()
    }

    /// The messages, and the board if it changed and nobody thinks.
    fn news(&mut self) -> String {
        let mut text = String::new();
        for message in self.game.take_messages() {
            if message.kind == MessageKind::Error {
                text += "error: ";
            }
            text += &message.text;
            text += "\n";
        }
        if self.game.thinking().is_none() {
            let board = self.board_text();
            if board != self.board {
                text += &board;
                self.board = board;
            }
        }
        text
    }

    fn board_text(&self) -> String {
        let game = &self.game;
        let board = BoardView::new(game, None);
        let [black, white] = Side::ALL.map(|side| game.stones(side));
        let legend = match board.legend() {
            legend if legend.is_empty() => legend,
            legend => format!("{legend}\n"),
        };
        let state = match game.end() {
            // A message has said why.
            Some(_) => "The game is over.".into(),
            None => game.status(),
        };
        format!(
            "\n{}{legend}Black (X) {black}, White (O) {white}. {state}\n",
            board.text()
        )
    }

    /// Prints the prompt. It stays through events that print nothing, such as the end of a cancelled search.
    fn prompt(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let is_due = self.is_interactive && self.game.thinking().is_none();
        if is_due && !std::mem::replace(&mut self.is_prompted, true) {
            out.write_all(b"> ")?;
            out.flush()?;
        }
        Ok(())
    }
}

/// Who plays which colour.
fn players(game: &Game) -> String {
    let [black, white] = Side::ALL.map(|side| game.name(game.seat_of(side)));
    format!("Black (X): {black}, White (O): {white}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Options, Variant};
    use crate::play::game::Settings;
    use crate::play::opening::Seat;
    use crate::play::opponent::Opponent;
    use std::time::Duration;

    fn lines_of(opponent: Opponent, black: Seat, is_interactive: bool) -> Lines {
        let settings = Settings {
            variant: Variant::Othello,
            size: 8,
            opponent,
            black,
            opening: None,
            time: Duration::from_millis(100),
        };
        Lines {
            game: Game::new(&settings, Options::default(), Instant::now()).unwrap(),
            is_interactive,
            waiting: VecDeque::new(),
            has_ended: false,
            is_prompted: false,
            board: String::new(),
        }
    }

    #[test]
    fn a_person_at_a_terminal_can_interrupt_the_engine() {
        for (is_interactive, line, is_next) in [
            (true, "undo", true),
            (true, "quit", true),
            (true, "f5", false),
            (false, "undo", false),
            (false, "now", true),
        ] {
            // The engine begins and thinks at once.
            let mut lines = lines_of(Opponent::Level(3), Seat::Opponent, is_interactive);
            let waiting = ["hint".to_owned(), line.to_owned()];
            lines.waiting.extend(waiting);
            let next = lines.next_command();
            assert_eq!(next.is_some(), is_next, "{is_interactive} {line}");
        }
    }

    #[test]
    fn the_prompt_is_printed_once_for_each_line() {
        let mut lines = lines_of(Opponent::Human, Seat::Person, true);
        let mut out = Vec::new();
        // Events of the engine that print nothing come between the prompts.
        lines.prompt(&mut out).unwrap();
        let late = engine::Event::Failed(engine::JobId(0), String::new());
        lines.on_event(Event::Engine(late), Instant::now());
        lines.prompt(&mut out).unwrap();
        assert_eq!(out, b"> ");
        lines.on_event(Event::Line("f5".into()), Instant::now());
        lines.prompt(&mut out).unwrap();
        assert_eq!(out, b"> > ");
    }
}
