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
/// The ground of a stone of a threat: contrast above 5 to Black's stones and above 3.5 to White's.
const THREATENING: Color = Color::Indexed(67);
/// A point that answers a threat, or is forbidden.
const ANSWER: Color = Color::Indexed(160);
const HINT: Color = Color::Indexed(21);
const FLIPPED: Color = Color::Indexed(107);
/// Colours of texts, which stand out from a dark and from a light screen.
const FAINT: Color = Color::Indexed(243);
const ERROR: Color = Color::Indexed(160);
const STATUS: Color = Color::Indexed(28);

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
            Style::new().fg(FAINT)
        } else {
            Style::new()
        }
    }

    /// What went wrong.
    pub(crate) fn error(self) -> Style {
        if self.is_coloured {
            Style::new().fg(ERROR)
        } else {
            Style::new()
        }
    }

    /// Whose turn it is.
    pub(crate) fn status(self) -> Style {
        if self.is_coloured {
            self.strong().fg(STATUS)
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
        } else if point.is_threat {
            THREATENING
        } else {
            ground
        };
        let fore = match (point.stone, point.mark) {
            (Some(Side::Black), _) => BLACK,
            (Some(Side::White), _) => WHITE,
            (None, Some(Mark::Threat | Mark::Forbidden)) => ANSWER,
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

    /// The relative luminance of a colour of the 6x6x6 cube or of the greys, from 0 to 1 (WCAG 2).
    fn luminance(color: Color) -> f64 {
        let Color::Indexed(index @ 16..) = color else {
            panic!("{color:?} differs between terminals");
        };
        let part = |level: f64| f64::powf((level / 255.0 + 0.055) / 1.055, 2.4);
        if index >= 232 {
            return part(f64::from(8 + 10 * (index - 232)));
        }
        let cube = index - 16;
        let level = |step: u8| [0.0, 95.0, 135.0, 175.0, 215.0, 255.0][usize::from(step)];
        let [red, green, blue] = [cube / 36, cube / 6 % 6, cube % 6].map(|step| part(level(step)));
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(fore: Color, back: Color) -> f64 {
        let [fore, back] = [fore, back].map(luminance);
        (fore.max(back) + 0.05) / (fore.min(back) + 0.05)
    }

    #[test]
    fn both_colours_stand_out_in_a_winning_row_and_in_a_threat() {
        for (side, is_winning) in Side::ALL
            .into_iter()
            .flat_map(|side| [(side, true), (side, false)])
        {
            let point = PointView {
                stone: Some(side),
                is_winning,
                is_threat: !is_winning,
                ..PointView::default()
            };
            let style = Theme { is_coloured: true }.point(point, false, false);
            let contrast = contrast(style.fg.unwrap(), style.bg.unwrap());
            let least = if is_winning { 4.0 } else { 3.5 };
            assert!(contrast > least, "{side}, {is_winning}: {contrast}");
            let ground = Theme { is_coloured: true }.point(PointView::default(), false, false);
            assert_ne!(style.bg, ground.bg);
        }
    }

    #[test]
    fn texts_stand_out_from_dark_and_light_screens() {
        let theme = Theme { is_coloured: true };
        for style in [theme.faint(), theme.error(), theme.status()] {
            for ground in [BLACK, WHITE] {
                let contrast = contrast(style.fg.unwrap(), ground);
                assert!(contrast > 3.0, "{style:?} on {ground:?}: {contrast}");
            }
        }
    }
}
