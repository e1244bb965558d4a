//! What the screen shows besides the model, and what keys and the mouse do.

use crate::game::{Move, Vertex};
use crate::play::board::{BoardView, Mark};
use crate::play::command::{Command, Shows, command_list};
use crate::play::effect::{Message, MessageKind};
use crate::play::game::Game;
use crate::play::screen::geometry::Geometry;
use crate::play::screen::theme::Theme;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;
use std::time::Instant;

/// The most characters of the line that is typed.
const MAX_INPUT_LENGTH: usize = 500;

/// A text in front of the board.
#[derive(Clone, Debug)]
pub(super) struct Page {
    pub(super) title: &'static str,
    pub(super) lines: Vec<String>,
    /// The first line that is visible.
    pub(super) top: usize,
}

/// A question that the next key answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Give the game up?
    Resign,
    /// Begin a new game?
    New,
    /// Leave in the middle of a game?
    Quit,
}

impl Question {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Question::Resign => "Give this game up? y/n",
            Question::New => "Leave this game and begin a new one? y/n",
            Question::Quit => "Leave in the middle of this game? y/n",
        }
    }

    fn command(self) -> Command {
        match self {
            Question::Resign => Command::Resign,
            Question::New => Command::New {
                variant: None,
                size: None,
                opening: None,
            },
            Question::Quit => Command::Quit,
        }
    }
}

/// The state of the screen.
pub(super) struct Screen {
    pub(super) theme: Theme,
    pub(super) cursor: Vertex,
    /// The line that is typed.
    pub(super) input: String,
    /// The last messages, the newest last.
    messages: Vec<Message>,
    pub(super) page: Option<Page>,
    pub(super) question: Option<Question>,
    /// Where the board was drawn last, for the mouse and for the next drawing.
    pub(super) geometry: Option<Geometry>,
}

impl Screen {
    /// The screen of a game.
    pub(super) fn new(theme: Theme, game: &Game) -> Self {
        let middle = game.record().size() / 2;
        Self {
            theme,
            cursor: Vertex::new(middle, middle),
            input: String::new(),
            messages: Vec::new(),
            page: None,
            question: None,
            geometry: None,
        }
    }

    /// Takes the messages of the game. Long ones get a page.
    pub(super) fn take_messages(&mut self, game: &mut Game) {
        for message in game.take_messages() {
            if message.text.contains('\n') {
                self.open("", message.text.lines().map(str::to_owned).collect());
            } else {
                self.messages.push(message);
            }
        }
        let old = self.messages.len().saturating_sub(20);
        self.messages.drain(..old);
        // A new game may have a smaller board.
        let last = game.record().size().saturating_sub(1);
        self.cursor = Vertex::new(self.cursor.col.min(last), self.cursor.row.min(last));
    }

    fn open(&mut self, title: &'static str, lines: Vec<String>) {
        self.page = Some(Page {
            title,
            lines,
            top: 0,
        });
    }

    fn open_help(&mut self) {
        let mut lines = vec![
            "Keys".to_owned(),
            "  arrows, mouse    move the cursor; Tab: the next marked point".into(),
            "  Enter, click     play at the cursor".into(),
            "  letters, digits  type a move or a command, then Enter".into(),
            "  Esc              make the engine move now; clear the typed line".into(),
            "  F1 help, F2 hint, F3 undo, F4 redo, F5 new game, F6 resign".into(),
            "  F7 threats, F8 scores, F9 swap sides, F10 or Ctrl-Q leave".into(),
            String::new(),
            "Commands".into(),
        ];
        lines.extend(command_list().iter().map(|line| format!("  {line}")));
        self.open("Help", lines);
    }

    /// Handles a key.
    pub(super) fn on_key(&mut self, key: KeyEvent, game: &mut Game, now: Instant) {
        // Windows also reports that keys are released.
        if key.kind == KeyEventKind::Release {
            return;
        }
        // Every key but `y` means no.
        let question = self.question.take();
        // Windows reports the characters of AltGr with Control and Alt.
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL)
            && !key.modifiers.contains(KeyModifiers::ALT);
        if is_control {
            self.on_control(key.code, game, now);
        } else if let Some(question) = question {
            if matches!(key.code, KeyCode::Char('y' | 'Y')) {
                question.command().run(game, now);
            }
        } else if self.page.is_some() {
            self.on_page_key(key.code);
        } else {
            self.on_game_key(key.code, game, now);
        }
    }

    fn on_control(&mut self, code: KeyCode, game: &mut Game, now: Instant) {
        let KeyCode::Char(letter) = code else {
            return;
        };
        // Windows reports the letter in the case of Shift and Caps Lock.
        match letter.to_ascii_lowercase() {
            'c' | 'q' => Command::Quit.run(game, now),
            'z' => Command::Undo.run(game, now),
            'y' => Command::Redo.run(game, now),
            'u' => self.input.clear(),
            // Some terminals send it for the backspace key.
            'h' => drop(self.input.pop()),
            _ => {}
        }
    }

    fn on_page_key(&mut self, code: KeyCode) {
        let Some(page) = &mut self.page else {
            return;
        };
        let last = page.lines.len().saturating_sub(1);
        match code {
            KeyCode::Up => page.top = page.top.saturating_sub(1),
            KeyCode::Down => page.top = (page.top + 1).min(last),
            KeyCode::PageUp => page.top = page.top.saturating_sub(10),
            KeyCode::PageDown => page.top = (page.top + 10).min(last),
            _ => self.page = None,
        }
    }

    fn on_game_key(&mut self, code: KeyCode, game: &mut Game, now: Instant) {
        match code {
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down => {
                self.move_cursor(code, game);
            }
            KeyCode::Tab => self.jump(game, true),
            KeyCode::BackTab => self.jump(game, false),
            KeyCode::Enter if self.input.is_empty() => self.play_at_cursor(game, now),
            KeyCode::Char(' ') if self.input.is_empty() => self.play_at_cursor(game, now),
            KeyCode::Enter => self.run_input(game, now),
            KeyCode::Esc if !self.input.is_empty() => self.input.clear(),
            KeyCode::Esc if game.thinking().is_some() => game.move_now(now),
            KeyCode::Backspace => drop(self.input.pop()),
            KeyCode::Char('?') if self.input.is_empty() => self.open_help(),
            KeyCode::Char(c) if !c.is_control() && self.input.len() < MAX_INPUT_LENGTH => {
                self.input.push(c);
            }
            KeyCode::F(number) => self.on_function_key(number, game, now),
            _ => {}
        }
    }

    fn on_function_key(&mut self, number: u8, game: &mut Game, now: Instant) {
        let is_open = game.end().is_none() && game.last_move().is_some();
        match number {
            1 => self.open_help(),
            2 => Command::Hint.run(game, now),
            3 => Command::Undo.run(game, now),
            4 => Command::Redo.run(game, now),
            5 if is_open => self.question = Some(Question::New),
            5 => Question::New.command().run(game, now),
            6 if game.end().is_none() => self.question = Some(Question::Resign),
            7 => Command::Show(Shows::Threats, None).run(game, now),
            8 => Command::Scores.run(game, now),
            9 => Command::Swap.run(game, now),
            10 if is_open => self.question = Some(Question::Quit),
            10 => Command::Quit.run(game, now),
            _ => {}
        }
    }

    fn move_cursor(&mut self, code: KeyCode, game: &Game) {
        let board = BoardView::new(game, None);
        let last = board.size.saturating_sub(1);
        let Vertex { col, row } = self.cursor;
        let place = board
            .ranks
            .iter()
            .position(|&rank| rank == row)
            .unwrap_or(0);
        let rank = |place: usize| board.ranks.get(place).copied().unwrap_or(row);
        self.cursor = match code {
            KeyCode::Left => Vertex::new(col.saturating_sub(1), row),
            KeyCode::Right => Vertex::new((col + 1).min(last), row),
            KeyCode::Up => Vertex::new(col, rank(place.saturating_sub(1))),
            _ => Vertex::new(col, rank(place + 1)),
        };
    }

    /// Moves the cursor to the next marked point, in reading order. Forbidden points are not for playing.
    fn jump(&mut self, game: &Game, forward: bool) {
        let board = BoardView::new(game, None);
        let files = 0..board.size;
        let points = board.ranks.iter().flat_map(|&row| {
            let files = files.clone();
            files.map(move |col| Vertex::new(col, row))
        });
        let is_target = |at| {
            let mark = board.point(at).mark;
            mark.is_some_and(|mark| mark != Mark::Forbidden)
        };
        let mut points: Vec<Vertex> = points
            .filter(|&at| at == self.cursor || is_target(at))
            .collect();
        if !forward {
            points.reverse();
        }
        let here = points.iter().position(|&at| at == self.cursor).unwrap_or(0);
        points.rotate_left(here);
        if let Some(&next) = points.get(1) {
            self.cursor = next;
        }
    }

    fn play_at_cursor(&mut self, game: &mut Game, now: Instant) {
        Command::Play(Move::Place(self.cursor)).run(game, now);
    }

    fn run_input(&mut self, game: &mut Game, now: Instant) {
        let line = std::mem::take(&mut self.input);
        match Command::parse(&line, game.record().size()) {
            Ok(None) => {}
            Ok(Some(Command::Help)) => self.open_help(),
            Ok(Some(command)) => {
                if let Command::Play(Move::Place(vertex)) = command {
                    self.cursor = vertex;
                }
                command.run(game, now);
            }
            Err(error) => game.refuse(error),
        }
    }

    /// Handles the mouse: the cursor follows it, and a click plays.
    pub(super) fn on_mouse(&mut self, mouse: MouseEvent, game: &mut Game, now: Instant) {
        let is_click = matches!(mouse.kind, MouseEventKind::Down(_));
        // Like any key but `y`, a click means no.
        if is_click && self.question.take().is_some() {
            return;
        }
        match mouse.kind {
            MouseEventKind::ScrollUp => return self.scroll(KeyCode::Up),
            MouseEventKind::ScrollDown => return self.scroll(KeyCode::Down),
            _ if is_click && self.page.is_some() => {
                self.page = None;
                return;
            }
            _ => {}
        }
        let at = Position::new(mouse.column, mouse.row);
        let geometry = self.geometry.as_ref().filter(|_| self.page.is_none());
        let Some(vertex) = geometry.and_then(|geometry| geometry.vertex_at(at)) else {
            return;
        };
        match mouse.kind {
            MouseEventKind::Moved => self.cursor = vertex,
            MouseEventKind::Down(MouseButton::Left) => {
                self.cursor = vertex;
                self.play_at_cursor(game, now);
            }
            _ => {}
        }
    }

    fn scroll(&mut self, code: KeyCode) {
        if self.page.is_some() {
            self.on_page_key(code);
        }
    }

    /// The messages, the last one first. The status says how the game ended.
    pub(super) fn last_messages(&self) -> impl Iterator<Item = &Message> {
        let messages = self.messages.iter().rev();
        messages.filter(|message| message.kind != MessageKind::End)
    }
}
