//! Colours of the screen. Without colour, everything is told apart by characters and by reverse video.

use crate::game::Side;
use crate::play::board::{Mark, PointView};
use ratatui::style::{Color, Modifier, Style};

/// The shades of the boards, from the 256 colours that terminals share.
const OTHELLO: [Color; 2] = [Color::Indexed(28), Color::Indexed(29)];
const WOOD: Color = Color::Indexed(180);
const WOOD_LINE: Color = Color::Indexed(94);
const BLACK: Color = Color::Indexed(16);
const WHITE: Color = Color::Indexed(231);
const CURSOR: Color = Color::Indexed(39);
const LAST: Color = Color::Indexed(208);
/// Dark enough for White's stones and light enough for Black's.
const WINNING: Color = Color::Indexed(28);
const THREAT: Color = Color::Indexed(160);
const HINT: Color = Color::Indexed(21);
const FLIPPED: Color = Color::Indexed(107);

/// Whether the screen has colours, and how things look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Theme {
    /// Whether there are colours.
    pub(crate) is_coloured: bool,
}

impl Theme {
    /// Headings and names.
    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Lines of little importance.
    pub(crate) fn faint(self) -> Style {
        if self.is_coloured {
            Style::new().fg(Color::Indexed(245))
        } else {
            Style::new()
        }
    }

    /// What went wrong.
    pub(crate) fn error(self) -> Style {
        if self.is_coloured {
            Style::new().fg(Color::Indexed(203))
        } else {
            Style::new()
        }
    }

    /// Whose turn it is.
    pub(crate) fn status(self) -> Style {
        if self.is_coloured {
            self.strong().fg(Color::Indexed(114))
        } else {
            self.strong()
        }
    }

    /// A stone on a piece of the board, beside the name of its player.
    pub(crate) fn sample(self, side: Side, is_othello: bool) -> Style {
        if !self.is_coloured {
            return self.strong();
        }
        let stone = PointView {
            stone: Some(side),
            ..PointView::default()
        };
        self.point(stone, is_othello, false)
    }

    /// A line of a Gomoku board.
    pub(crate) fn line(self) -> Style {
        Style::new().fg(WOOD_LINE).remove_modifier(Modifier::BOLD)
    }

    /// A point of the board in colours. `is_odd` alternates like the squares of a chessboard.
    pub(crate) fn point(self, point: PointView, is_othello: bool, is_odd: bool) -> Style {
        let ground = match is_othello {
            true => OTHELLO[usize::from(is_odd)],
            false => WOOD,
        };
        let back = if point.is_cursor {
            CURSOR
        } else if point.is_winning {
            WINNING
        } else if point.is_flipped {
            FLIPPED
        } else if point.is_last && !is_othello {
            LAST
        } else {
            ground
        };
        let fore = match (point.stone, point.mark) {
            (Some(Side::Black), _) => BLACK,
            (Some(Side::White), _) => WHITE,
            (None, Some(Mark::Threat | Mark::Forbidden)) => THREAT,
            (None, Some(Mark::Hint)) if is_othello => WHITE,
            (None, Some(Mark::Hint)) => HINT,
            (None, Some(Mark::Legal)) => BLACK,
            (None, None) if is_othello => ground,
            (None, None) => WOOD_LINE,
        };
        let style = Style::new().fg(fore).bg(back);
        match point.mark {
            Some(_) => style.add_modifier(Modifier::BOLD),
            None => style,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a colour of the 6x6x6 cube, from 0 to 1 (WCAG 2).
    fn luminance(color: Color) -> f64 {
        let Color::Indexed(index @ 16..232) = color else {
            panic!("{color:?} is not in the cube");
        };
        let cube = index - 16;
        let part = |step: u8| {
            let level = [0.0, 95.0, 135.0, 175.0, 215.0, 255.0][usize::from(step)] / 255.0;
            f64::powf((level + 0.055) / 1.055, 2.4)
        };
        0.2126 * part(cube / 36) + 0.7152 * part(cube / 6 % 6) + 0.0722 * part(cube % 6)
    }

    #[test]
    fn both_colours_stand_out_in_a_winning_row() {
        for side in Side::ALL {
            let point = PointView {
                stone: Some(side),
                is_winning: true,
                ..PointView::default()
            };
            let style = Theme { is_coloured: true }.point(point, false, false);
            let [fore, back] = [style.fg, style.bg].map(|color| luminance(color.unwrap()));
            let contrast = (fore.max(back) + 0.05) / (fore.min(back) + 0.05);
            assert!(contrast > 4.0, "{side}: {contrast}");
        }
    }
}
