//! Letters as strokes, for pictures without fonts.

use maud::{Markup, html};

/// Height of capital letters in the units of the glyphs.
const CAP_HEIGHT: f64 = 6.0;
/// Room between two letters.
const GAP: f64 = 1.4;

/// Letters with their widths and strokes. Capitals reach from 0 to 6, small letters begin at 2.
const GLYPHS: &[(char, f64, &str)] = &[
    ('0', 4.0, "M2 0C4.6 0 4.6 6 2 6S-.6 0 2 0Z"),
    ('1', 2.4, "M.2 1.4L2 0V6"),
    (
        '2',
        4.0,
        "M.2 1.6C.4-.5 3.8-.6 3.8 1.6C3.8 2.9 2.6 3.7 .1 6H4",
    ),
    (
        '3',
        4.0,
        "M.3 1C1-.4 3.7-.3 3.7 1.5C3.7 2.6 2.7 2.9 1.6 2.9C2.9 2.9 3.9 3.3 3.9 4.4C3.9 6.4 .9 6.6 .1 5",
    ),
    ('4', 4.2, "M3.1 6V0L0 4.2H4.2"),
    (
        '5',
        4.0,
        "M3.6 0H.8L.4 2.8C1.4 1.9 3.9 2 3.9 4C3.9 6.4 1 6.6 .1 5.1",
    ),
    (
        '6',
        4.0,
        "M3.5 .7C2.2-.7 .1 .2 .1 3.6C.1 6.9 3.9 6.7 3.9 4.1C3.9 1.7 .6 1.7 .1 3.9",
    ),
    ('7', 4.0, "M.1 0H3.9C2.5 2 1.6 4 1.4 6"),
    (
        '8',
        4.0,
        "M2 2.8C.1 2.8 .1 0 2 0S3.9 2.8 2 2.8C-.6 2.8-.6 6 2 6S4.6 2.8 2 2.8Z",
    ),
    (
        '9',
        4.0,
        "M.5 5.3C1.8 6.7 3.9 5.8 3.9 2.4C3.9-.9 .1-.7 .1 1.9C.1 4.3 3.4 4.3 3.9 2.1",
    ),
    (
        'a',
        3.6,
        "M.4 2.7C1.3 1.7 3.4 1.7 3.4 3.4V6M3.4 3.9C2 3.7 .1 3.8 .1 5C.1 6.4 2.6 6.3 3.4 4.9",
    ),
    ('b', 3.7, "M.2 0V6M.2 4C.2 1.4 3.7 1.4 3.7 4S.2 6.6 .2 4"),
    ('c', 3.3, "M3.3 2.7C2.3 1.5 .1 1.9 .1 4S2.3 6.5 3.3 5.3"),
    ('d', 3.7, "M3.5 0V6M3.5 4C3.5 1.4 0 1.4 0 4S3.5 6.6 3.5 4"),
    (
        'e',
        3.6,
        "M.1 3.9H3.5C3.5 1.4 .1 1.3 .1 4C.1 6.4 2.6 6.5 3.4 5.2",
    ),
    ('f', 2.5, "M2.5 .1C1.4-.2 1 .4 1 1.4V6M0 2.2H2.3"),
    (
        'g',
        3.7,
        "M3.5 2V6.4C3.5 8.2 1.1 8.3 .3 7.4M3.5 4C3.5 1.4 0 1.4 0 4S3.5 6.6 3.5 4",
    ),
    ('h', 3.6, "M.2 0V6M.2 3.6C.7 1.6 3.4 1.4 3.4 3.6V6"),
    ('i', 0.6, "M.3 2V6M.3 .3V.4"),
    ('j', 1.4, "M1.2 2V6.8C1.2 7.7 .8 8 0 7.9M1.2 .3V.4"),
    ('k', 3.3, "M.2 0V6M3 2L.2 4.4M1.3 3.5L3.2 6"),
    ('l', 0.6, "M.3 0V6"),
    (
        'm',
        5.6,
        "M.2 2V6M.2 3.4C.6 1.6 2.8 1.5 2.8 3.4V6M2.8 3.4C3.2 1.6 5.4 1.5 5.4 3.4V6",
    ),
    ('n', 3.6, "M.2 2V6M.2 3.6C.7 1.6 3.4 1.4 3.4 3.6V6"),
    ('o', 3.7, "M1.85 2C4.3 2 4.3 6 1.85 6S-.6 2 1.85 2Z"),
    ('p', 3.7, "M.2 2V8M.2 4C.2 1.4 3.7 1.4 3.7 4S.2 6.6 .2 4"),
    ('q', 3.7, "M3.5 2V8M3.5 4C3.5 1.4 0 1.4 0 4S3.5 6.6 3.5 4"),
    ('r', 2.4, "M.2 2V6M.2 3.8C.4 2.4 1.3 1.9 2.4 2.1"),
    (
        's',
        3.2,
        "M3 2.6C2 1.7 .3 1.9 .3 3C.3 4.3 3.1 3.7 3.1 5C3.1 6.4 .8 6.2 .1 5.3",
    ),
    ('t', 2.5, "M1 .8V5C1 6 1.6 6.2 2.5 5.8M0 2.2H2.3"),
    ('u', 3.6, "M.2 2V4.4C.2 6.6 2.9 6.4 3.4 4.4M3.4 2V6"),
    ('v', 3.6, "M.1 2L1.8 6L3.5 2"),
    ('w', 5.2, "M.1 2L1.4 6L2.6 2.4L3.8 6L5.1 2"),
    ('x', 3.4, "M.2 2L3.2 6M3.2 2L.2 6"),
    ('y', 3.6, "M.1 2L1.9 6M3.5 2L1.9 6C1.4 7.4 1 8 0 7.9"),
    ('z', 3.2, "M.2 2H3L.1 6H3.1"),
    ('A', 4.4, "M0 6L2.2 0L4.4 6M.8 4H3.6"),
    (
        'B',
        4.0,
        "M.2 0V6H2C4.6 6 4.6 2.8 2 2.8H.2M2 2.8C4 2.8 4 0 2 0H.2",
    ),
    ('C', 4.3, "M4.2 1.2C3-.7 .1-.3 .1 3S3 6.7 4.2 4.8"),
    ('D', 4.4, "M.2 0V6H1.5C5.3 6 5.3 0 1.5 0Z"),
    ('E', 3.6, "M3.6 0H.2V6H3.6M.2 2.9H3.1"),
    ('F', 3.4, "M3.4 0H.2V6M.2 2.9H3"),
    ('G', 4.5, "M4.2 1.2C3-.7 .1-.3 .1 3S3.4 6.8 4.3 4.6V3.2H2.4"),
    ('H', 4.2, "M.2 0V6M4 0V6M.2 2.9H4"),
    ('I', 0.6, "M.3 0V6"),
    ('J', 2.8, "M2.6 0V4.4C2.6 6.4 .5 6.4 0 5.2"),
    ('K', 4.0, "M.2 0V6M3.8 0L.2 3.8M1.5 2.5L4 6"),
    ('L', 3.4, "M.2 0V6H3.4"),
    ('M', 5.0, "M.2 6V0L2.5 4L4.8 0V6"),
    ('N', 4.2, "M.2 6V0L4 6V0"),
    ('O', 4.8, "M2.4 0C5.5 0 5.5 6 2.4 6S-.7 0 2.4 0Z"),
    ('P', 3.9, "M.2 6V0H2C4.6 0 4.6 3.3 2 3.3H.2"),
    (
        'Q',
        4.8,
        "M2.4 0C5.5 0 5.5 6 2.4 6S-.7 0 2.4 0ZM2.8 4.4L4.7 6.5",
    ),
    ('R', 4.1, "M.2 6V0H2C4.6 0 4.6 3.1 2 3.1H.2M2.1 3.1L4 6"),
    (
        'S',
        3.9,
        "M3.6 1C2.7-.4 .4-.3 .4 1.4C.4 3.6 3.8 2.4 3.8 4.6C3.8 6.4 1 6.5 .1 4.9",
    ),
    ('T', 4.2, "M0 0H4.2M2.1 0V6"),
    ('U', 4.2, "M.2 0V3.8C.2 6.7 4 6.7 4 3.8V0"),
    ('V', 4.4, "M0 0L2.2 6L4.4 0"),
    ('W', 6.0, "M0 0L1.5 6L3 .6L4.5 6L6 0"),
    ('X', 4.2, "M.1 0L4.1 6M4.1 0L.1 6"),
    ('Y', 4.2, "M0 0L2.1 3L4.2 0M2.1 3V6"),
    ('Z', 4.0, "M.2 0H3.8L.1 6H3.9"),
    ('+', 3.4, "M1.7 1.8V5.2M0 3.5H3.4"),
    ('-', 2.4, "M0 3.5H2.4"),
    ('.', 0.6, "M.3 5.8V5.9"),
    (',', 0.8, "M.5 5.7L.1 6.9"),
    ('!', 0.6, "M.3 0V4M.3 5.8V5.9"),
    (
        '?',
        3.4,
        "M.1 1.2C.6-.4 3.3-.4 3.3 1.5C3.3 2.9 1.6 2.8 1.6 4.2M1.6 5.8V5.9",
    ),
    (
        '%',
        5.0,
        "M4.4 0L.6 6M1 0C2.4 0 2.4 2.4 1 2.4S-.4 0 1 0ZM4 3.6C5.4 3.6 5.4 6 4 6S2.6 3.6 4 3.6Z",
    ),
    (' ', 1.2, ""),
];

/// What stands for a character that is not in the table.
const UNKNOWN: (f64, &str) = (3.6, "M.2 0H3.4V6H.2Z");

/// Height of capitals and digits in pixels.
const HEIGHT: f64 = 11.0;

/// How letters are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lettering {
    /// As text in a font of the viewer.
    Text,
    /// As strokes, the same on every machine.
    Strokes,
}

impl Lettering {
    /// Draws a text that is centred on a point, in the current colour.
    pub(super) fn draw(self, text: &str, (x, y): (u32, u32)) -> Markup {
        match self {
            Lettering::Strokes => strokes(text, (x, y)),
            Lettering::Text => html! {
                text x=(x) y=(y) dy=".35em" fill="currentColor" text-anchor="middle" font-size="15"
                    font-family="sans-serif" { (text) }
            },
        }
    }
}

fn glyph(letter: char) -> (f64, &'static str) {
    let found = GLYPHS.iter().find(|(known, ..)| *known == letter);
    found.map_or(UNKNOWN, |&(_, width, strokes)| (width, strokes))
}

/// Draws a text as strokes that are centred on a point.
fn strokes(text: &str, (x, y): (u32, u32)) -> Markup {
    let scale = HEIGHT / CAP_HEIGHT;
    let mut right = -GAP;
    let places: Vec<(f64, &str)> = text
        .chars()
        .map(|letter| {
            let (width, strokes) = glyph(letter);
            let left = right + GAP;
            right = left + width;
            (left, strokes)
        })
        .collect();
    let (left, top) = (
        f64::from(x) - right / 2.0 * scale,
        f64::from(y) - HEIGHT / 2.0,
    );
    html! {
        g transform=(format!("translate({left:.2} {top:.2}) scale({scale:.4})"))
            fill="none" stroke="currentColor" stroke-width=".8" stroke-linecap="round" stroke-linejoin="round" {
            @for (left, strokes) in places {
                path d=(strokes) transform=(format!("translate({left:.1} 0)")) {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_point_has_its_letters() {
        for letter in ('a'..='z').chain('A'..='Z').chain('0'..='9') {
            assert!(
                GLYPHS.iter().any(|(known, ..)| *known == letter),
                "{letter}"
            );
        }
    }

    #[test]
    fn text_is_centred() {
        let markup = Lettering::Strokes.draw("11", (100, 50)).into_string();
        // Two digits of 2.4 with a gap of 1.4, of a height of 6.
        assert!(markup.contains("translate(94.32 44.50)"), "{markup}");
        assert!(markup.contains("translate(3.8 0)"), "{markup}");
        let unknown = Lettering::Strokes.draw("é", (0, 0)).into_string();
        assert!(unknown.contains(UNKNOWN.1), "{unknown}");
    }
}
