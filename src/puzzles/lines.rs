//! Puzzles as lines of suites: OBF for Othello, puzzle lines for Gomoku.

use crate::engine::Variant;
use crate::format::AnnotatedGame;
use crate::format::game_file::{FileFormat, write};
use crate::puzzles::puzzle::{Puzzle, Question};

/// The game from which a puzzle comes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub file: &'a str,
    /// Number in the file, from 1.
    pub number: usize,
}

/// The line of a puzzle, with its line feed.
///
/// # Errors
/// The format does not hold the position.
pub(crate) fn suite_line(puzzle: &Puzzle, source: Source<'_>) -> Result<String, String> {
    let format = match puzzle.variant {
        Variant::Othello => FileFormat::Obf,
        Variant::Gomoku(_) => FileFormat::Puzzle,
    };
    let mut game = AnnotatedGame::new(puzzle.variant, puzzle.position.clone());
    let best = puzzle.solution();
    let facts = match puzzle.question {
        Question::Score(scores) => {
            let (best_score, other, second) = (scores.best, scores.other, scores.second);
            format!("{best}:{best_score:+}; {other}:{second:+}; %")
        }
        Question::Fours(attacks) => format!("vcf {attacks}; best {best}; id"),
        Question::Threats(_) => format!("vct; best {best}; id"),
        Question::Defence => format!("best {best}; id"),
    };
    let name = format!(
        "{}, game {}, move {}: {}, played {}",
        source.file, source.number, puzzle.ply, puzzle.question, puzzle.played
    );
    // These signs end a fact or a line.
    let name = name.replace(|sign: char| sign == ';' || sign.is_control(), "_");
    game.comment = format!("{facts} {name}");
    write(&game.into(), format)
}
