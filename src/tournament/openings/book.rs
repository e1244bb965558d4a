//! The built-in books: balanced openings for the usual boards of every game.
//!
//! `scripts/opening_book` has made them; the first lines of each book say how.

use crate::engine::Variant;
use crate::engines::GameSpec;
use crate::gomoku::Rule;
use crate::tournament::openings::OpeningFormat;
use crate::tournament::openings::reader::{OpeningsError, read_bytes};
use crate::tournament::openings::suite::Opening;
use std::path::Path;

/// The games and board sizes with a book.
const BOOKS: [(Variant, u8, &str); 7] = [
    (Variant::Othello, 8, include_str!("books/othello-8.txt")),
    (
        Variant::Gomoku(Rule::Freestyle),
        15,
        include_str!("books/gomoku-15.txt"),
    ),
    (
        Variant::Gomoku(Rule::Freestyle),
        20,
        include_str!("books/gomoku-20.txt"),
    ),
    (
        Variant::Gomoku(Rule::Standard),
        15,
        include_str!("books/standard-15.txt"),
    ),
    (
        Variant::Gomoku(Rule::Renju),
        15,
        include_str!("books/renju-15.txt"),
    ),
    (
        Variant::Gomoku(Rule::Caro),
        15,
        include_str!("books/caro-15.txt"),
    ),
    (
        Variant::Gomoku(Rule::CaroExact),
        15,
        include_str!("books/caro-exact-15.txt"),
    ),
];

/// The openings of the built-in book, cut after `plies` moves.
///
/// # Errors
/// There is no book for this game and board size.
pub(crate) fn read_book(
    spec: GameSpec,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningsError> {
    let GameSpec { variant, size } = spec;
    let mut books = BOOKS.iter();
    let Some((_, _, text)) = books.find(|book| (book.0, book.1) == (variant, size)) else {
        let known = BOOKS.map(|(variant, size, _)| format!("{variant} {size}x{size}"));
        return Err(OpeningsError::NoBook {
            variant,
            size,
            expected: known.join(", "),
        });
    };
    let format = match variant {
        Variant::Othello => OpeningFormat::Transcript,
        Variant::Gomoku(_) => OpeningFormat::Pos,
    };
    let mut openings = Vec::new();
    read_bytes(
        Path::new("book"),
        text.as_bytes(),
        Some(format),
        spec,
        plies,
        &mut openings,
    )?;
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game as _, Symmetry};
    use crate::gomoku::{Gomoku, GomokuPlayer, Position, Rules};
    use crate::othello::{self, Othello, OthelloPlayer};
    use crate::search::{Limits, Player as _, SearchRequest, StopToken};
    use std::collections::HashSet;

    fn books() -> impl Iterator<Item = (GameSpec, Vec<Opening>)> {
        BOOKS.into_iter().map(|(variant, size, _)| {
            let spec = GameSpec { variant, size };
            (spec, read_book(spec, None).unwrap())
        })
    }

    #[test]
    fn every_book_has_different_openings() {
        for (spec, openings) in books() {
            assert!(openings.len() >= 199, "{}", spec.variant);
            let mut seen = HashSet::new();
            for opening in openings {
                let images = Symmetry::ALL.map(|symmetry| {
                    let record = opening.image(symmetry, spec.size).record(spec);
                    record.map(|record| record.current().cells)
                });
                // Othello's start has only half of the symmetries.
                let images = images
                    .into_iter()
                    .flatten()
                    .map(|cells| format!("{cells:?}"));
                assert!(
                    seen.insert(images.min()),
                    "{}: {}",
                    spec.variant,
                    opening.name
                );
            }
        }
    }

    /// The lead after an opening, by a short search.
    fn lead(spec: GameSpec, opening: &Opening) -> f32 {
        let request = SearchRequest::new(Limits::nodes(20_000));
        let stop = StopToken::new();
        let result = match spec.variant {
            Variant::Othello => {
                let mut position = othello::Position::START;
                opening
                    .moves
                    .iter()
                    .for_each(|&mv| Othello::play(&mut position, mv));
                OthelloPlayer::default().think(&position, &request, &stop, &mut |_| {})
            }
            Variant::Gomoku(rule) => {
                let mut position = Position::new(Rules::new(spec.size, rule).unwrap());
                opening
                    .moves
                    .iter()
                    .for_each(|&mv| Gomoku::play(&mut position, mv));
                GomokuPlayer::default().think(&position, &request, &stop, &mut |_| {})
            }
        };
        result.report.unwrap().lines[0].score.lead()
    }

    #[test]
    fn a_short_search_finds_the_openings_even_too() {
        for (spec, openings) in books() {
            // Single openings look less even to a short search, or to another version of the engine.
            let (most, most_on_average) = match spec.variant {
                Variant::Othello => (6.0, 2.0),
                Variant::Gomoku(_) => (3.0, 1.0),
            };
            let leads: Vec<f32> = openings
                .iter()
                .step_by(60)
                .map(|opening| {
                    let lead = lead(spec, opening).abs();
                    assert!(lead < most, "{} {}: {lead}", spec.variant, opening.name);
                    lead
                })
                .collect();
            let mean = leads.iter().sum::<f32>() / leads.len() as f32;
            assert!(mean < most_on_average, "{}: {mean}", spec.variant);
        }
    }

    #[test]
    fn a_board_without_a_book_is_refused() {
        let spec = GameSpec {
            variant: Variant::Gomoku(Rule::Renju),
            size: 19,
        };
        let error = read_book(spec, None).unwrap_err().to_string();
        assert!(error.contains("Renju 15x15"), "{error}");
    }
}
