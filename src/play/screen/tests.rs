//! The screen as text, and what keys and the mouse do to it.

use crate::engine::{Options, Variant};
use crate::game::Vertex;
use crate::gomoku::Rule;
use crate::play::game::{Game, Settings};
use crate::play::opening::Seat;
use crate::play::opponent::Opponent;
use crate::play::screen::state::Screen;
use crate::play::screen::theme::Theme;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::style::Color;
use std::time::{Duration, Instant};

const RENJU: Variant = Variant::Gomoku(Rule::Renju);

struct Fixture {
    game: Game,
    screen: Screen,
    now: Instant,
}

impl Fixture {
    fn new(variant: Variant, opponent: Opponent, is_coloured: bool, moves: &str) -> Self {
        let settings = Settings {
            variant,
            size: variant.default_size(),
            opponent,
            black: Seat::Person,
            opening: None,
            time: Duration::from_millis(100),
        };
        let now = Instant::now();
        let game = Game::new(&settings, Options::default(), now).unwrap();
        let screen = Screen::new(Theme { is_coloured }, &game);
        let mut fixture = Self { game, screen, now };
        for line in moves.split_whitespace() {
            fixture.type_line(line);
        }
        fixture
    }

    fn of_two(variant: Variant, is_coloured: bool, moves: &str) -> Self {
        Self::new(variant, Opponent::Human, is_coloured, moves)
    }

    fn key(&mut self, code: KeyCode) {
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        self.screen.on_key(key, &mut self.game, self.now);
        self.screen.take_messages(&mut self.game);
    }

    fn keys(&mut self, codes: &[KeyCode]) {
        for &code in codes {
            self.key(code);
        }
    }

    fn control(&mut self, letter: char) {
        self.modified(letter, KeyModifiers::CONTROL);
    }

    fn modified(&mut self, letter: char, modifiers: KeyModifiers) {
        let key = KeyEvent::new(KeyCode::Char(letter), modifiers);
        self.screen.on_key(key, &mut self.game, self.now);
        self.screen.take_messages(&mut self.game);
    }

    fn type_line(&mut self, line: &str) {
        for c in line.chars() {
            self.key(KeyCode::Char(c));
        }
        self.key(KeyCode::Enter);
    }

    fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        let mouse = MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        };
        self.screen.on_mouse(mouse, &mut self.game, self.now);
        self.screen.take_messages(&mut self.game);
    }

    fn buffer(&mut self, width: u16, height: u16) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let (game, screen, now) = (&self.game, &mut self.screen, self.now);
        terminal
            .draw(|frame| screen.draw(frame, game, now))
            .unwrap();
        terminal.backend().buffer().clone()
    }

    /// The screen as lines, blanks at their ends left out.
    fn text(&mut self, width: u16, height: u16) -> String {
        let buffer = self.buffer(width, height);
        let line = |y| {
            let cells = (0..width).map(|x| buffer[(x, y)].symbol().to_owned());
            format!("{}\n", cells.collect::<String>().trim_end())
        };
        (0..height).map(line).collect()
    }

    fn moves(&self) -> Vec<String> {
        let moves = self.game.record().moves();
        moves.iter().map(|(_, mv)| mv.to_string()).collect()
    }
}

#[test]
fn othello_without_colour() {
    let mut fixture = Fixture::of_two(Variant::Othello, false, "f5 d6");
    let expected = "    a b c d e f g h   Othello 8x8
 1  . . . . . . . .   > X Black   3  player 1
 2  . . . . . . . .     O White   3  player 2
 3  . . + . . . . .
 4  . . + O X . . .   + legal
 5  . . + O X X . .
 6  . . +[O]. . . .     1 f5   2 d6
 7  . . + . . . . .
 8  . . . . . . . .










Black to move (player 1)
Black (player 1) plays f5
White (player 2) plays d6
>
F1 help  F2 hint  F3 undo  F4 redo  F5 new  F6 resign  F8 scores  F10 quit
";
    assert_eq!(fixture.text(80, 24), expected);
    // Nothing but the reverse video of the cursor and bold letters.
    let buffer = fixture.buffer(80, 24);
    let colours = |cell: &ratatui::buffer::Cell| (cell.fg, cell.bg) != (Color::Reset, Color::Reset);
    assert!(!buffer.content.iter().any(colours));
    // The move under the cursor flips d4.
    fixture.keys(&[KeyCode::Left, KeyCode::Up, KeyCode::Up]);
    assert!(
        fixture
            .text(80, 24)
            .contains(" 4  . .[+]o X . . .   + legal")
    );
}

#[test]
fn othello_in_colour_has_large_discs() {
    let mut fixture = Fixture::of_two(Variant::Othello, true, "f5 d6");
    let text = fixture.text(80, 24);
    for line in [
        "    a   b   c   d   e   f   g   h     Othello 8x8",
        " 4          ▝▘ ▝██▘▝██▘",
        "            ▗▖ ▗▛▜▖",
        " 6          ▝▘ ▝▙▟▘",
    ] {
        assert!(
            text.lines().any(|found| found.trim_end() == line),
            "{line}\n{text}"
        );
    }
    let buffer = fixture.buffer(80, 24);
    // d4 is white, e4 black; the cursor is on d6.
    assert_eq!(buffer[(16, 7)].fg, Color::Indexed(231));
    assert_eq!(buffer[(20, 7)].fg, Color::Indexed(16));
    assert_ne!(buffer[(15, 11)].bg, buffer[(15, 7)].bg);
    // A lower screen has small ones.
    let text = fixture.text(40, 14);
    assert!(text.contains(" 6     · ◉"), "{text}");
}

#[test]
fn gomoku_in_colour_and_without() {
    let mut fixture = Fixture::of_two(RENJU, false, "h8 i9 g7");
    let text = fixture.text(80, 24);
    for line in [
        "    a b c d e f g h i j k l m n o   Renju 15x15",
        "15  . . . . . . . . . . . . . . .     X Black  player 1",
        "14  . . . . . . . . . . . . . . .   > O White  player 2",
        " 8  . . . . . . . X . . . . . . .",
        " 7  . . . . . .[X]. . . . . . . .",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    fixture.key(KeyCode::Up);
    assert!(fixture.text(80, 24).contains(" 7  . . . . . .(X). "));
    let mut fixture = Fixture::of_two(RENJU, true, "h8 i9 g7");
    let text = fixture.text(80, 24);
    for line in [
        "15 ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐       ●  Black  player 1",
        " 8 ├─┼─┼─┼─┼─┼─┼─●─┼─┼─┼─┼─┼─┼─┤",
        " 1 └─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┘",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}

#[test]
fn the_winning_row_and_the_reason_are_shown() {
    let mut fixture = Fixture::of_two(RENJU, false, "h8 a1 i8 a2 j8 a3 k8 a4 l8");
    fixture.key(KeyCode::Up);
    let text = fixture.text(80, 24);
    assert!(text.contains(" 8  . . . . . . .*X*X*X*X*X*. . ."), "{text}");
    assert!(
        text.contains("The game is over. Black wins with the row h8 i8 j8 k8 l8."),
        "{text}"
    );
}

#[test]
fn forbidden_points_and_threats_are_marked() {
    let moves = "g8 a1 i8 a3 h7 a5 h9 a7";
    let mut fixture = Fixture::of_two(RENJU, false, moves);
    fixture.type_line("h8");
    let text = fixture.text(80, 24);
    assert!(text.contains("h8 cannot be played: forbidden for black: double three"));
    assert!(text.contains("# forbidden for Black"), "{text}");
    assert!(text.contains(" 8  . . . . . . X[#]X "), "{text}");
    let mut fixture = Fixture::of_two(RENJU, false, "h8 a1 i8 a3 j8");
    fixture.keys(&[KeyCode::F(7), KeyCode::Tab]);
    let text = fixture.text(80, 24);
    assert!(text.contains("Black: open three h8 i8 j8"), "{text}");
    assert!(text.contains("!-X-X(X[!]"), "{text}");
    // In colour, the stones have another ground than those beside them.
    let mut fixture = Fixture::of_two(RENJU, true, "h8 a1 i8 a3 j8 o15");
    let ground = |fixture: &mut Fixture| fixture.buffer(80, 24)[(17, 8)].bg;
    let without = ground(&mut fixture);
    fixture.key(KeyCode::F(7));
    assert_ne!(ground(&mut fixture), without);
}

#[test]
fn small_screens_show_the_part_around_the_cursor() {
    let mut fixture = Fixture::of_two(RENJU, false, "h8");
    let expected = "    e f g h i j
 9  . . . . . .
 8  . . .[X]. .
 7  . . . . . .
White to move
>
";
    assert_eq!(fixture.text(16, 6), expected);
}

#[test]
fn the_board_does_not_scroll_under_the_mouse() {
    let mut fixture = Fixture::of_two(RENJU, false, "");
    fixture.type_line("new gomoku 20");
    fixture.keys(&[KeyCode::Up; 3]);
    let text = fixture.text(80, 24);
    let last = text
        .lines()
        .position(|line| line.starts_with("Black to move"));
    let line = last.unwrap() as u16 - 1;
    // The sixth file in the last line that shows the board.
    let f3 = Vertex::new(5, 2);
    for kind in [
        MouseEventKind::Moved,
        MouseEventKind::Down(MouseButton::Left),
    ] {
        fixture.mouse(kind, (14, line));
        assert_eq!(fixture.screen.cursor, f3);
        fixture.text(80, 24);
    }
    assert_eq!(fixture.moves(), ["f3"]);
    // The keys reach the rest.
    fixture.keys(&[KeyCode::Down, KeyCode::Down]);
    let text = fixture.text(80, 24);
    assert!(text.contains("\n 1  . . . . .[.]"), "{text}");
}

#[test]
fn no_size_panics() {
    for variant in [Variant::Othello, RENJU] {
        for is_coloured in [false, true] {
            let mut fixture = Fixture::new(variant, Opponent::Level(3), is_coloured, "");
            fixture.game.ask_hint(fixture.now);
            for with_page in [false, true] {
                if with_page {
                    fixture.key(KeyCode::F(1));
                }
                for width in [1, 2, 3, 4, 5, 6, 9, 14, 23, 30, 37, 60, 79, 200] {
                    for height in (1..9).chain([12, 16, 24, 60]) {
                        fixture.buffer(width, height);
                        fixture.mouse(MouseEventKind::Moved, (width, height));
                    }
                }
            }
        }
    }
}

#[test]
fn arrows_and_enter_play() {
    let mut fixture = Fixture::of_two(Variant::Othello, false, "");
    fixture.keys(&[KeyCode::Right, KeyCode::Enter]);
    assert_eq!(fixture.moves(), ["f5"]);
    // Tab goes to the next legal point in reading order.
    fixture.keys(&[KeyCode::Tab, KeyCode::Char(' ')]);
    assert_eq!(fixture.moves(), ["f5", "d6"]);
    fixture.keys(&[KeyCode::F(3), KeyCode::BackTab, KeyCode::Enter]);
    assert_eq!(fixture.moves(), ["f5", "f4"]);
    // Not to the points that are forbidden for Black.
    let mut renju = Fixture::of_two(RENJU, false, "g8 a1 i8 a3 h7 a5 h9 a7");
    let before = renju.screen.cursor;
    renju.key(KeyCode::Tab);
    assert_eq!(renju.screen.cursor, before);
    // The cursor stays on the board.
    for code in [KeyCode::Left, KeyCode::Up, KeyCode::Right, KeyCode::Down] {
        fixture.keys(&[code; 30]);
    }
    assert_eq!(fixture.screen.cursor, Vertex::new(7, 7));
    // In Gomoku, rank 1 is at the bottom.
    let mut fixture = Fixture::of_two(RENJU, false, "");
    fixture.keys(&[KeyCode::Up, KeyCode::Right, KeyCode::Enter]);
    assert_eq!(fixture.moves(), ["i9"]);
}

#[test]
fn the_mouse_plays() {
    let mut fixture = Fixture::of_two(Variant::Othello, false, "");
    fixture.text(80, 24);
    // f5 in ASCII: the sign of the sixth file, the fifth rank.
    fixture.mouse(MouseEventKind::Moved, (14, 5));
    assert_eq!(fixture.screen.cursor, Vertex::new(5, 4));
    let click = MouseEventKind::Down(MouseButton::Left);
    fixture.mouse(click, (14, 5));
    assert_eq!(fixture.moves(), ["f5"]);
    for outside in [(0, 0), (2, 5), (14, 0), (60, 5), (14, 9)] {
        fixture.mouse(click, outside);
    }
    assert_eq!(fixture.moves(), ["f5"]);
    // Above a page a click closes it and plays nothing.
    fixture.key(KeyCode::F(1));
    fixture.mouse(click, (14, 6));
    assert!(fixture.screen.page.is_none());
    assert_eq!(fixture.moves(), ["f5"]);
}

#[test]
fn questions_come_before_what_cannot_be_undone() {
    let mut fixture = Fixture::of_two(Variant::Othello, false, "f5");
    fixture.key(KeyCode::F(6));
    assert!(fixture.text(80, 24).contains("Give this game up? y/n"));
    fixture.key(KeyCode::Char('n'));
    assert!(fixture.game.end().is_none());
    fixture.keys(&[KeyCode::F(5), KeyCode::Char('x')]);
    assert_eq!(fixture.moves(), ["f5"]);
    // A click means no, too, and plays no move.
    fixture.key(KeyCode::F(5));
    fixture.text(80, 24);
    fixture.mouse(MouseEventKind::Down(MouseButton::Left), (14, 5));
    fixture.key(KeyCode::Char('y'));
    assert_eq!(fixture.moves(), ["f5"]);
    // Control keys do not leave the question open.
    fixture.key(KeyCode::F(6));
    fixture.control('y');
    fixture.key(KeyCode::Char('y'));
    assert!(fixture.game.end().is_none());
    fixture.keys(&[KeyCode::Backspace; 2]);
    fixture.keys(&[KeyCode::F(5), KeyCode::Char('y')]);
    assert!(fixture.moves().is_empty());
    fixture.keys(&[KeyCode::F(6), KeyCode::Char('y')]);
    assert!(fixture.game.end().is_some());
}

#[test]
fn typed_lines_can_be_mended_and_are_answered() {
    let mut fixture = Fixture::of_two(Variant::Othello, false, "");
    fixture.keys(&[KeyCode::Char('f'), KeyCode::Char('6'), KeyCode::Backspace]);
    fixture.key(KeyCode::Char('7'));
    fixture.control('h');
    fixture.keys(&[KeyCode::Char('5')]);
    assert!(fixture.text(80, 24).contains("\n> f5\n"));
    fixture.key(KeyCode::Enter);
    assert_eq!(fixture.moves(), ["f5"]);
    fixture.type_line("undoo");
    assert!(fixture.text(80, 24).contains("did you mean \"undo\"?"));
    fixture.type_line("help");
    assert!(fixture.text(80, 40).contains("take back your last move"));
    // Beyond the end it goes up again with the first key.
    fixture.text(80, 24);
    fixture.keys(&[KeyCode::PageDown; 9]);
    let end = fixture.text(80, 24);
    fixture.key(KeyCode::Up);
    assert_ne!(fixture.text(80, 24), end);
    fixture.keys(&[KeyCode::PageDown, KeyCode::Down, KeyCode::Esc]);
    assert!(fixture.screen.page.is_none());
    // A smaller board keeps the cursor on it.
    fixture.type_line("new gomoku 5");
    fixture.keys(&[KeyCode::Char(' ')]);
    assert_eq!(fixture.moves(), ["e5"]);
}

#[test]
fn keys_as_windows_reports_them() {
    let mut fixture = Fixture::of_two(Variant::Othello, false, "f5");
    let alt_gr = KeyModifiers::CONTROL | KeyModifiers::ALT;
    for letter in ['~', 'q'] {
        fixture.modified(letter, alt_gr);
    }
    assert_eq!(fixture.screen.input, "~q");
    assert!(fixture.game.take_effects().is_empty());
    // With Shift or Caps Lock, control letters are upper-case.
    fixture.control('U');
    assert_eq!(fixture.screen.input, "");
    fixture.modified('Z', KeyModifiers::CONTROL | KeyModifiers::SHIFT);
    assert!(fixture.moves().is_empty());
    fixture.control('Q');
    let effects = format!("{:?}", fixture.game.take_effects());
    assert!(effects.contains("Quit"), "{effects}");
}

#[test]
fn escape_makes_the_engine_move_and_undo_cancels_it() {
    let mut fixture = Fixture::new(Variant::Othello, Opponent::Level(8), false, "f5");
    let text = fixture.text(80, 24);
    assert!(text.contains("White (level 8) is thinking"), "{text}");
    assert!(text.contains("thinking 0 s (Esc: now)"), "{text}");
    fixture.game.take_effects();
    fixture.key(KeyCode::Esc);
    let effects = format!("{:?}", fixture.game.take_effects());
    assert!(effects.contains("Stop"), "{effects}");
    fixture.control('z');
    assert!(fixture.game.thinking().is_none() && fixture.moves().is_empty());
}
