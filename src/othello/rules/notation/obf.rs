//! OBF: problems with known scores, one a line.

use crate::game::Move;
use crate::othello::rules::notation::parser::{
    NotationError, Parsed, blanks, expect, mv, parse_all, position, score, unexpected,
};
use crate::othello::rules::{
    notation::moves::move_name, notation::position::write_position, position::Position,
};
use nom::Parser;
use nom::character::complete::char;
use nom::sequence::preceded;
use std::fmt;

/// A line of an OBF file: a position with known scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obf {
    /// The position.
    pub position: Position,
    /// The score of the position in discs for the side to move, if the line states one.
    pub score: Option<i32>,
    /// Moves with their scores in discs for the side to move, in the order of the line. They may be
    /// illegal.
    pub moves: Vec<(Move, i32)>,
    /// The text after `%`, without white space around it.
    pub comment: String,
}

impl Obf {
    /// Reads a line: squares, side to move, then `;` and any of `move:score` and `score`, separated
    /// by `;`. The last `;` may be missing.
    ///
    /// # Errors
    /// The line is not OBF.
    pub fn parse(line: &str) -> Result<Self, NotationError> {
        let (data, comment) = line.split_once('%').unwrap_or((line, ""));
        let mut obf = match training_line(data.trim()) {
            Some((board, score)) => Self {
                score: Some(score),
                ..parse_all(&format!("{board} X"), parts)?
            },
            None => parse_all(data, parts)?,
        };
        obf.comment = comment.trim().into();
        Ok(obf)
    }
}

/// The board and the score of a line of Egaroucid's training data: X is the side to move, whose score follows.
fn training_line(text: &str) -> Option<(&str, i32)> {
    let (board, score) = text.split_once(' ')?;
    // A zero may stand for a disc of White, and then for White to move.
    let is_board = board.len() == 64 && !board.contains('0');
    let score = score.trim().parse().ok().filter(|_| is_board)?;
    (-64..=64).contains(&score).then_some((board, score))
}

fn parts(text: &str) -> Parsed<'_, Obf> {
    let (text, position) = position(text)?;
    let mut obf = Obf {
        position,
        score: None,
        moves: Vec::new(),
        comment: String::new(),
    };
    let (mut text, _) = blanks(text)?;
    while !text.is_empty() {
        let separator = expect("; between the parts of the line", char(';'));
        let (part, _) = (separator, blanks).parse(text)?;
        let rest = if part.is_empty() || part.starts_with(';') {
            part
        } else if part.starts_with(|c: char| "+-".contains(c) || c.is_ascii_digit())
            // Two dashes are a pass, one is a sign.
            && !part.starts_with("--")
        {
            if obf.score.is_some() {
                return unexpected(part, "no second score of the position");
            }
            let (rest, score) = score(part)?;
            obf.score = Some(score);
            rest
        } else {
            let (rest, mv) = mv(part)?;
            let colon = expect(": and a score after the move", char(':'));
            let (rest, (_, _, score)) = preceded(blanks, (colon, blanks, score)).parse(rest)?;
            obf.moves.push((mv, score));
            rest
        };
        (text, _) = blanks(rest)?;
    }
    Ok((text, obf))
}

impl fmt::Display for Obf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", write_position(self.position))?;
        if let Some(score) = self.score {
            write!(f, " {score:+};")?;
        }
        for &(mv, score) in &self.moves {
            write!(f, " {}:{score:+};", move_name(mv).to_ascii_uppercase())?;
        }
        // A control character could end the line.
        let comment = self.comment.replace(char::is_control, " ");
        let comment = comment.trim();
        if !comment.is_empty() {
            write!(f, " % {comment}")?;
        }
        Ok(())
    }
}
