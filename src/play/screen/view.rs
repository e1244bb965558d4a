//! Draws the screen.

use crate::engine::Variant;
use crate::game::{Move, Side};
use crate::play::board::BoardView;
use crate::play::effect::{Message, MessageKind};
use crate::play::game::Game;
use crate::play::opening::Seat;
use crate::play::screen::board;
use crate::play::screen::geometry::Geometry;
use crate::play::screen::state::{Page, Screen};
use crate::play::status::score_text;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use std::time::Instant;

/// Sizes of a point in columns and lines, the largest first.
const OTHELLO_CELLS: &[(u16, u16)] = &[(4, 2), (2, 1)];
const OTHER_CELLS: &[(u16, u16)] = &[(2, 1)];
/// The narrowest panel beside the board.
const PANEL_WIDTH: u16 = 24;
/// The lowest screen with the line of keys.
const KEYS_FROM: u16 = 16;

const KEYS: &str = "F1 help  F2 hint  F3 undo  F4 redo  F5 new  F6 resign  F8 scores  F10 quit";

impl Screen {
    /// Draws everything.
    pub(super) fn draw(&mut self, frame: &mut Frame, game: &Game, now: Instant) {
        let area = frame.area();
        let keys = u16::from(area.height >= KEYS_FROM);
        let status_text = game.status();
        let is_long = status_text.chars().count() > area.width.into();
        let status_height = 1 + u16::from(is_long && area.height >= KEYS_FROM);
        let messages = match area.height {
            ..8 => 0,
            8..KEYS_FROM => 1,
            _ => 2,
        };
        let [main, status, message, prompt, help] = Layout::vertical([
            Constraint::Min(0),
            Constraint::Length(status_height),
            Constraint::Length(messages),
            Constraint::Length(1),
            Constraint::Length(keys),
        ])
        .areas(area);
        let is_othello = game.variant() == Variant::Othello;
        let view = BoardView::new(game, Some(self.cursor));
        let cells = match is_othello && self.theme.is_coloured {
            true => OTHELLO_CELLS,
            false => OTHER_CELLS,
        };
        let previous = self.geometry.as_ref();
        let geometry = Geometry::new(main, &view, self.cursor, cells, previous);
        board::draw(frame.buffer_mut(), &view, &geometry, self.theme, is_othello);
        let left = geometry.area.width + 2;
        if main.width >= left + PANEL_WIDTH {
            let panel = Rect {
                x: main.x + left,
                width: main.width - left,
                ..main
            };
            self.draw_panel(frame, panel, game, &view, now);
        }
        self.geometry = Some(geometry);
        let status_text = Paragraph::new(status_text).style(self.theme.status());
        frame.render_widget(status_text.wrap(Wrap { trim: true }), status);
        self.draw_message(frame, message);
        self.draw_prompt(frame, prompt);
        frame.render_widget(Line::styled(KEYS, self.theme.faint()), help);
        if let Some(page) = &mut self.page {
            draw_page(frame, page);
        }
    }

    fn draw_panel(
        &self,
        frame: &mut Frame,
        area: Rect,
        game: &Game,
        view: &BoardView,
        now: Instant,
    ) {
        let mut lines = vec![Line::styled(game.headline(), self.theme.strong())];
        for side in Side::ALL {
            lines.push(self.player_line(game, side));
        }
        lines.push(Line::default());
        lines.extend(thinking_lines(game, now).into_iter().map(Line::from));
        let legend = view.legend();
        if !legend.is_empty() && !self.theme.is_coloured {
            lines.push(Line::styled(legend, self.theme.faint()));
        }
        if game.shown().threats {
            let threats = game.threat_texts().into_iter().take(6);
            lines.extend(threats.map(|text| Line::styled(text, self.theme.faint())));
        }
        let room = usize::from(area.height).saturating_sub(lines.len() + 2);
        let moves = move_lines(game, area.width.into());
        let first = moves.len().saturating_sub(room);
        lines.push(Line::default());
        lines.extend(moves.into_iter().skip(first).map(Line::from));
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn player_line(&self, game: &Game, side: Side) -> Line<'static> {
        let seat = game.seat_of(side);
        let name = match seat {
            Seat::Opponent => match game.is_human(seat) {
                true => game.name(seat),
                false => game.opponent().title(game.variant()),
            },
            Seat::Person => game.name(seat),
        };
        let sign = match (self.theme.is_coloured, side) {
            (true, _) => " ● ",
            (false, Side::Black) => "X",
            (false, Side::White) => "O",
        };
        let sample = self.theme.sample(side, game.variant() == Variant::Othello);
        let is_next =
            game.end().is_none() && game.opening().is_none() && game.record().side() == side;
        let arrow = if is_next { "> " } else { "  " };
        let count = match game.variant() {
            Variant::Othello => format!("  {:>2}", game.stones(side)),
            Variant::Gomoku(_) => String::new(),
        };
        Line::from(vec![
            Span::raw(arrow),
            Span::styled(sign, sample),
            Span::styled(format!(" {}", side.capitalised()), self.theme.strong()),
            Span::raw(format!("{count}  {name}")),
        ])
    }

    fn draw_message(&self, frame: &mut Frame, area: Rect) {
        let mut messages = self.last_messages();
        let Some(last) = messages.next() else {
            return;
        };
        let style = |message: &Message| match message.kind {
            MessageKind::Error => self.theme.error(),
            _ => self.theme.faint(),
        };
        // The one before it has room only if both are short.
        let fits = |message: &&Message| message.text.chars().count() <= area.width.into();
        let before = messages
            .next()
            .filter(fits)
            .filter(|_| fits(&last) && area.height > 1);
        let shown = before.into_iter().chain([last]);
        let lines: Vec<Line> = shown
            .map(|message| Line::styled(message.text.as_str(), style(message)))
            .collect();
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), area);
    }

    fn draw_prompt(&self, frame: &mut Frame, area: Rect) {
        if let Some(question) = self.question {
            frame.render_widget(Line::styled(question.text(), self.theme.strong()), area);
            return;
        }
        // The end of a long line is visible.
        let width = usize::from(area.width).saturating_sub(3);
        let length = self.input.chars().count();
        let text: String = self
            .input
            .chars()
            .skip(length.saturating_sub(width))
            .collect();
        let prompt = Line::from(format!("> {text}"));
        let x = area.x + (prompt.width() as u16).min(area.width.saturating_sub(1));
        frame.render_widget(prompt, area);
        if area.height > 0 && self.page.is_none() {
            frame.set_cursor_position((x, area.y));
        }
    }
}

/// Draws a page. Its first line moves up if lines below the last one would be shown.
fn draw_page(frame: &mut Frame, page: &mut Page) {
    let area = frame.area();
    let widest = page.lines.iter().map(|line| line.chars().count()).max();
    let width = (widest.unwrap_or(0) as u16)
        .saturating_add(4)
        .min(area.width);
    let height = (page.lines.len() as u16).saturating_add(2).min(area.height);
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    let room = usize::from(height.saturating_sub(2));
    page.top = page.top.min(page.lines.len().saturating_sub(room));
    let hint = if page.lines.len() > room {
        " arrows scroll, any other key closes "
    } else {
        " any key closes "
    };
    let block = Block::bordered().title(page.title).title_bottom(hint);
    let lines = page.lines.iter().skip(page.top).take(room);
    let lines: Vec<Line> = lines.map(|line| Line::from(format!(" {line}"))).collect();
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(block), place);
}

/// How long the engine has been thinking, and what it found.
fn thinking_lines(game: &Game, now: Instant) -> Vec<String> {
    let Some(thinking) = game.thinking() else {
        return Vec::new();
    };
    let seconds = now.saturating_duration_since(thinking.since).as_secs_f64();
    let mut lines = vec![format!("thinking {seconds:.0} s (Esc: now)")];
    if let Some(report) = &thinking.report
        && let Some(line) = report.lines.first()
    {
        let value = score_text(line.score, game.variant());
        lines.push(format!("depth {}, {value}", report.depth));
        let moves: Vec<_> = line.moves.iter().take(6).map(Move::to_string).collect();
        lines.push(moves.join(" "));
    }
    lines
}

/// The moves of the game with their numbers, as many on a line as there is room for.
fn move_lines(game: &Game, width: usize) -> Vec<String> {
    const COLUMN: usize = 9;
    let moves = game.record().moves();
    let cells: Vec<String> = (1..)
        .zip(moves)
        .map(|(number, (_, mv)): (usize, _)| format!("{number:>3} {mv:<4} "))
        .collect();
    let columns = (width / COLUMN).clamp(2, 4) / 2 * 2;
    cells.chunks(columns).map(<[String]>::concat).collect()
}
