//! The writings of Othello: move lists, board strings, OBF problem lines, GGF board text.
//!
//! All of them name files a to h from left to right and ranks 1 to 8 from top to bottom, and list
//! boards row by row from a1. Reading takes every usual variant, writing uses one.

use crate::game::{Game, Illegal, Move, Side};
use crate::othello::Board;
use crate::othello::{Othello, Position, Square};
use std::fmt;

/// What is wrong with a text, and where. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The text is not written as it should be.
    #[error("column {column}: expected {expected}, found {found}")]
    Syntax {
        /// The first character that does not fit.
        column: usize,
        /// What would fit.
        expected: &'static str,
        /// The character or word there.
        found: String,
    },
    /// A move against the rules.
    #[error("column {column}: {name} cannot be played: {reason}")]
    Illegal {
        /// Where the move begins.
        column: usize,
        /// The move.
        name: String,
        /// Which rule forbids it.
        reason: Illegal,
    },
}

/// A text and how much of it is read.
struct Reader<'a> {
    text: &'a str,
    /// Byte offset of the next character.
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip(&mut self, c: char) {
        self.at += c.len_utf8();
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Reads `word` if it comes next, in any case.
    fn take_word(&mut self, word: &str) -> bool {
        let fits = self
            .rest()
            .get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word));
        if fits {
            self.at += word.len();
        }
        fits
    }

    /// The column of a byte offset.
    fn column(&self, at: usize) -> usize {
        self.text[..at].chars().count() + 1
    }

    fn error(&self, expected: &'static str) -> NotationError {
        NotationError::Syntax {
            column: self.column(self.at),
            expected,
            found: match self.peek() {
                Some(c) => format!("'{}'", c.escape_debug()),
                None => "the end".into(),
            },
        }
    }

    fn end(&mut self) -> Result<(), NotationError> {
        self.skip_blanks();
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.error("nothing more")),
        }
    }

    /// A square in any case, or a pass: `--`, `pa` or `pass`.
    fn mv(&mut self) -> Result<Move, NotationError> {
        // The longer word first: `pass` begins with `pa`.
        if ["--", "pass", "pa"].iter().any(|word| self.take_word(word)) {
            return Ok(Move::Pass);
        }
        let Some(file @ 'a'..='h') = self.peek().map(|c| c.to_ascii_lowercase()) else {
            return Err(self.error("a file from a to h, -- or pa"));
        };
        self.skip(file);
        let Some(rank @ '1'..='8') = self.peek() else {
            return Err(self.error("a rank from 1 to 8"));
        };
        self.skip(rank);
        let square = Square::new(file as u8 - b'a', rank as u8 - b'1');
        Ok(Move::Place(square.into()))
    }

    /// The 64 squares; blanks between them do not matter.
    fn cells(&mut self) -> Result<[u64; 2], NotationError> {
        let mut discs = [0; 2];
        for index in 0..64 {
            self.skip_blanks();
            let side = match self.peek() {
                Some('X' | 'x' | 'B' | 'b' | '*' | '@') => Some(Side::Black),
                Some('O' | 'o' | 'W' | 'w' | '0') => Some(Side::White),
                Some('-' | '.' | '_') => None,
                _ => return Err(self.error("a square of the board (X, O or -), 64 in all")),
            };
            // All of them are ASCII.
            self.at += 1;
            if let Some(side) = side {
                discs[side.index()] |= 1 << index;
            }
        }
        Ok(discs)
    }

    /// The side to move.
    fn side(&mut self) -> Result<Side, NotationError> {
        self.skip_blanks();
        for (word, side) in [
            ("black", Side::Black),
            ("white", Side::White),
            ("b", Side::Black),
            ("w", Side::White),
            ("x", Side::Black),
            ("o", Side::White),
            ("*", Side::Black),
            ("@", Side::Black),
            ("0", Side::White),
        ] {
            if self.take_word(word) {
                return Ok(side);
            }
        }
        Err(self.error("the side to move (X or O)"))
    }

    /// A board with the side to move.
    fn position(&mut self) -> Result<Position, NotationError> {
        let discs = self.cells()?;
        let side = self.side()?;
        Ok(Position {
            board: Board {
                player: discs[side.index()],
                opponent: discs[side.other().index()],
            },
            side,
        })
    }

    /// A score in discs; the sign may be left out.
    fn score(&mut self) -> Result<i32, NotationError> {
        const EXPECTED: &str = "a score from -127 to 127";
        let start = self.at;
        let negative = self.peek() == Some('-');
        if let Some(sign @ ('+' | '-')) = self.peek() {
            self.skip(sign);
        }
        let mut value = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            value = Some(value.unwrap_or(0) * 10 + digit as i32);
            if value > Some(127) {
                self.at = start;
                return Err(self.error(EXPECTED));
            }
            self.at += 1;
        }
        match value {
            Some(value) if negative => Ok(-value),
            Some(value) => Ok(value),
            None => Err(self.error(EXPECTED)),
        }
    }
}

/// The name of a move: a square in lower case, `--` for a pass.
///
/// A vertex off the board is written by its file and rank all the same.
pub fn move_name(mv: Move) -> String {
    match mv {
        Move::Pass => "--".into(),
        Move::Place(vertex) => match Square::try_from(vertex) {
            Ok(square) => square.to_string(),
            Err(()) => format!("({}, {})", vertex.col, vertex.row),
        },
    }
}

/// Reads one move: a square in any case, or a pass as `--`, `pa` or `pass`.
pub fn parse_move(text: &str) -> Result<Move, NotationError> {
    let mut reader = Reader::new(text.trim());
    let mv = reader.mv()?;
    reader.end()?;
    Ok(mv)
}

/// Reads a list of moves as it stands, with the column of each, whether they are legal or not.
///
/// Blanks between moves do not matter, and a move may have a number before it (`12.`).
pub fn parse_moves(text: &str) -> Result<Vec<(usize, Move)>, NotationError> {
    let mut reader = Reader::new(text);
    let mut moves = Vec::new();
    // Where the last move began, in bytes and columns: counting from the start of the text each
    // time would make long lists slow.
    let mut last = (0, 1);
    loop {
        reader.skip_blanks();
        if reader.peek().is_none() {
            return Ok(moves);
        }
        let digits = reader.rest().bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            reader.at += digits;
            if reader.peek() != Some('.') {
                return Err(reader.error("a dot after the number of a move"));
            }
            reader.skip('.');
            reader.skip_blanks();
        }
        last = (
            reader.at,
            last.1 + reader.text[last.0..reader.at].chars().count(),
        );
        moves.push((last.1, reader.mv()?));
    }
}

/// Reads a list of moves and plays them from a position. Returns every move including the passes,
/// which the text may leave out.
pub fn parse_transcript(start: Position, text: &str) -> Result<Vec<Move>, NotationError> {
    let mut position = start;
    let mut moves = Vec::new();
    for (column, mv) in parse_moves(text)? {
        if mv != Move::Pass
            && Othello::allows_implied_pass(&position)
            && Othello::outcome(&position).is_none()
        {
            moves.push(Move::Pass);
            position = position.passed();
        }
        Othello::check(&position, mv).map_err(|reason| NotationError::Illegal {
            column,
            name: move_name(mv),
            reason,
        })?;
        Othello::play(&mut position, mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// How passes are written in a list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// Not at all; a reader puts them in.
    Omitted,
    /// `--`
    Dashes,
    /// `pa`
    Letters,
}

/// Writes a list of moves: `f5d6c3`.
pub fn write_transcript(moves: impl IntoIterator<Item = Move>, passes: Passes) -> String {
    let mut text = String::new();
    for mv in moves {
        match (mv, passes) {
            (Move::Pass, Passes::Omitted) => {}
            (Move::Pass, Passes::Letters) => text.push_str("pa"),
            _ => text.push_str(&move_name(mv)),
        }
    }
    text
}

/// The 64 squares of a position, with the given signs for Black, White and empty.
fn cells(position: Position, signs: [char; 3]) -> String {
    let (black, white) = (position.discs(Side::Black), position.discs(Side::White));
    (0..64)
        .map(|index| {
            if black >> index & 1 != 0 {
                signs[0]
            } else if white >> index & 1 != 0 {
                signs[1]
            } else {
                signs[2]
            }
        })
        .collect()
}

/// Reads 64 squares and the side to move. Black is `X`, `B`, `*` or `@`, White `O`, `W` or `0`, an
/// empty square `-`, `.` or `_`, letters in any case; blanks do not matter. The side may also be
/// written `black` or `white`.
pub fn parse_position(text: &str) -> Result<Position, NotationError> {
    let mut reader = Reader::new(text);
    let position = reader.position()?;
    reader.end()?;
    Ok(position)
}

/// Writes 64 squares as `X`, `O` and `-`, a blank, and the side to move as `X` or `O`.
pub fn write_position(position: Position) -> String {
    let side = ['X', 'O'][position.side.index()];
    format!("{} {side}", cells(position, ['X', 'O', '-']))
}

/// Reads the value of the GGF property `BO`: the size, which must be 8, the squares, the side to
/// move. Takes the same signs as [`parse_position`].
pub fn parse_ggf_board(text: &str) -> Result<Position, NotationError> {
    let mut reader = Reader::new(text);
    reader.skip_blanks();
    if !reader.take_word("8") || reader.peek().is_some_and(|c| c.is_ascii_digit()) {
        reader.at = reader.text.len() - reader.text.trim_start().len();
        return Err(reader.error("the board size 8"));
    }
    let position = reader.position()?;
    reader.end()?;
    Ok(position)
}

/// Writes the value of the GGF property `BO`: `8`, rows of `*`, `O` and `-`, the side to move as `*`
/// or `O`.
pub fn write_ggf_board(position: Position) -> String {
    let cells = cells(position, ['*', 'O', '-']);
    let side = ['*', 'O'][position.side.index()];
    let mut text = String::from("8");
    for row in 0..8 {
        text.push(' ');
        text.push_str(&cells[8 * row..8 * row + 8]);
    }
    text.push(' ');
    text.push(side);
    text
}

/// A line of an OBF file: a problem with known scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obf {
    /// What is asked about.
    pub position: Position,
    /// The score of the position in discs for the side to move, if it is given by itself.
    pub score: Option<i32>,
    /// Moves with their scores in discs for the side to move, as listed. Not checked for legality.
    pub moves: Vec<(Move, i32)>,
    /// What follows `%`, without blanks around it.
    pub comment: String,
}

impl Obf {
    /// Reads a line: squares, side to move, then `;` and any of `move:score` and `score`, separated
    /// by `;`. The last `;` may be missing.
    pub fn parse(line: &str) -> Result<Self, NotationError> {
        let (data, comment) = line.split_once('%').unwrap_or((line, ""));
        let mut reader = Reader::new(data);
        let mut obf = Self {
            position: reader.position()?,
            score: None,
            moves: Vec::new(),
            comment: comment.trim().into(),
        };
        loop {
            reader.skip_blanks();
            match reader.peek() {
                None => return Ok(obf),
                Some(';') => reader.skip(';'),
                Some(_) => return Err(reader.error("; between the parts of the line")),
            }
            reader.skip_blanks();
            match reader.peek() {
                None | Some(';') => {}
                // Two dashes are a pass, one is a sign.
                Some('+' | '-' | '0'..='9') if !reader.rest().starts_with("--") => {
                    if obf.score.is_some() {
                        return Err(reader.error("no second score of the position"));
                    }
                    obf.score = Some(reader.score()?);
                }
                Some(_) => {
                    let mv = reader.mv()?;
                    reader.skip_blanks();
                    if reader.peek() != Some(':') {
                        return Err(reader.error(": and a score after the move"));
                    }
                    reader.skip(':');
                    reader.skip_blanks();
                    obf.moves.push((mv, reader.score()?));
                }
            }
        }
    }
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
        if !self.comment.is_empty() {
            write!(f, " % {}", self.comment)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    fn any_position() -> impl Strategy<Value = Position> {
        (any::<u64>(), any::<u64>(), any::<bool>()).prop_map(|(occupied, player, black)| Position {
            board: Board {
                player: occupied & player,
                opponent: occupied & !player,
            },
            side: if black { Side::Black } else { Side::White },
        })
    }

    fn any_move() -> impl Strategy<Value = Move> {
        (0..65u8).prop_map(|n| match n {
            64 => Move::Pass,
            n => Move::Place(Square(n).into()),
        })
    }

    fn message<T: fmt::Debug>(result: Result<T, NotationError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn the_start_in_every_writing() {
        assert_eq!(write_position(Position::START), START);
        for text in [
            START.to_string(),
            START.to_lowercase(),
            START.replace('X', "*").replace('-', "."),
            START.replace('X', "@").replace('O', "0").replace('-', "_"),
            START.replace(" X", "b").replace('O', "W"),
            START.replace(" X", "\n black "),
        ] {
            assert_eq!(parse_position(&text), Ok(Position::START), "{text}");
        }
        let ggf = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
        assert_eq!(write_ggf_board(Position::START), ggf);
        assert_eq!(parse_ggf_board(ggf), Ok(Position::START));
        assert_eq!(
            parse_ggf_board(&format!("8 {}", START.replace('X', "*"))),
            Ok(Position::START)
        );
    }

    #[test]
    fn board_errors_name_the_column() {
        assert_eq!(
            message(parse_position(&START[1..64])),
            "column 64: expected a square of the board (X, O or -), 64 in all, found the end"
        );
        assert_eq!(
            message(parse_position(&START.replacen('-', "?", 1))),
            "column 1: expected a square of the board (X, O or -), 64 in all, found '?'"
        );
        assert_eq!(
            message(parse_position(&START[..64])),
            "column 65: expected the side to move (X or O), found the end"
        );
        assert_eq!(
            message(parse_position(&format!("{START}!"))),
            "column 67: expected nothing more, found '!'"
        );
        assert_eq!(
            message(parse_ggf_board("10 --")),
            "column 1: expected the board size 8, found '1'"
        );
        assert_eq!(
            message(parse_ggf_board(" 88")),
            "column 2: expected the board size 8, found '8'"
        );
    }

    #[test]
    fn moves_in_every_writing() {
        let expected = parse_moves("f5d6")
            .unwrap()
            .into_iter()
            .map(|(_, mv)| mv)
            .collect::<Vec<_>>();
        for text in ["F5D6", " f5 D6\n", "1.f5 2. d6", "1. F5d6"] {
            let moves: Vec<_> = parse_moves(text)
                .unwrap()
                .into_iter()
                .map(|(_, mv)| mv)
                .collect();
            assert_eq!(moves, expected, "{text}");
        }
        for text in ["--", "pa", "PA", "pass", " Pass "] {
            assert_eq!(parse_move(text), Ok(Move::Pass), "{text}");
        }
        assert_eq!(parse_moves(""), Ok(vec![]));
    }

    #[test]
    fn move_errors_name_the_column() {
        for (text, expected) in [
            (
                "f5i1",
                "column 3: expected a file from a to h, -- or pa, found 'i'",
            ),
            ("f5d9", "column 4: expected a rank from 1 to 8, found '9'"),
            (
                "f5d",
                "column 4: expected a rank from 1 to 8, found the end",
            ),
            (
                "é5",
                "column 1: expected a file from a to h, -- or pa, found 'é'",
            ),
            (
                "f5 12 d6",
                "column 6: expected a dot after the number of a move, found ' '",
            ),
            (
                "f5\u{0}",
                "column 3: expected a file from a to h, -- or pa, found '\\0'",
            ),
        ] {
            assert_eq!(message(parse_moves(text)), expected);
        }
        for (text, expected) in [
            (
                "f5f5",
                "column 3: f5 cannot be played: the point is occupied",
            ),
            (
                "f5 a1",
                "column 4: a1 cannot be played: the move flips no disc",
            ),
            (
                "--",
                "column 1: -- cannot be played: a pass is not allowed here",
            ),
        ] {
            assert_eq!(message(parse_transcript(Position::START, text)), expected);
        }
        assert_eq!(
            message(parse_move("f5 d6")),
            "column 4: expected nothing more, found 'd'"
        );
    }

    #[test]
    fn passes_may_be_left_out_or_written() {
        // a1 white, b1 black, Black to move: only White can, on c1.
        let start = Position {
            board: Board {
                player: 2,
                opponent: 1,
            },
            side: Side::Black,
        };
        let c1 = parse_move("c1").unwrap();
        for text in ["c1", "--c1", "pac1", "PASS C1"] {
            let moves = parse_transcript(start, text).unwrap();
            assert_eq!(moves, [Move::Pass, c1], "{text}");
        }
        let moves = [Move::Pass, c1];
        assert_eq!(write_transcript(moves, Passes::Omitted), "c1");
        assert_eq!(write_transcript(moves, Passes::Dashes), "--c1");
        assert_eq!(write_transcript(moves, Passes::Letters), "pac1");
    }

    #[test]
    fn a_problem_line() {
        // FForum problem 40, as collected in Edax.
        let line = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; \
                    A2:+38; C7:+36; D8:+34; C1:+30; B1:+30; G7:+28; D7:+28; C6:+28; F7:+26; \
                    A6:+24;";
        let obf = Obf::parse(line).unwrap();
        assert_eq!(obf.position.board.empties(), 20);
        assert_eq!(obf.moves.len(), 10);
        assert_eq!(obf.moves[0], (parse_move("a2").unwrap(), 38));
        assert_eq!(obf.to_string(), line);
        // Without the last separator, with a comment, in lower case, with a score of its own.
        let other = format!(
            "{} ; +38 % FFO #40 ",
            line[..66].to_lowercase().replace('x', "*")
        );
        let obf = Obf::parse(&other).unwrap();
        assert_eq!(obf.score, Some(38));
        assert_eq!(obf.comment, "FFO #40");
        assert_eq!(Obf::parse(&obf.to_string()), Ok(obf));
        // Some collections end their lists with a pass that nobody can play.
        let obf = Obf::parse(&format!("{START}; --:-127;")).unwrap();
        assert_eq!(obf.moves, [(Move::Pass, -127)]);
    }

    #[test]
    fn problem_line_errors_name_the_column() {
        for (tail, expected) in [
            (
                "; A2+38",
                "column 71: expected : and a score after the move, found '+'",
            ),
            (
                "; A2:x",
                "column 72: expected a score from -127 to 127, found 'x'",
            ),
            (
                "; A2:-",
                "column 73: expected a score from -127 to 127, found the end",
            ),
            (
                "; A2:99999999999999999999",
                "column 72: expected a score from -127 to 127, found '9'",
            ),
            (
                " A2:+1",
                "column 68: expected ; between the parts of the line, found 'A'",
            ),
            (
                ";+1;+1",
                "column 71: expected no second score of the position, found '+'",
            ),
            (
                "; j1:+1",
                "column 69: expected a file from a to h, -- or pa, found 'j'",
            ),
        ] {
            assert_eq!(
                message(Obf::parse(&format!("{START}{tail}"))),
                expected,
                "{tail}"
            );
        }
    }

    proptest! {
        #[test]
        fn positions_are_read_as_they_were_written(position in any_position()) {
            prop_assert_eq!(parse_position(&write_position(position)), Ok(position));
            prop_assert_eq!(parse_ggf_board(&write_ggf_board(position)), Ok(position));
        }

        #[test]
        fn moves_are_read_as_they_were_written(
            moves in prop::collection::vec(any_move(), 0..80),
            letters in any::<bool>(),
        ) {
            let passes = if letters { Passes::Letters } else { Passes::Dashes };
            let text = write_transcript(moves.iter().copied(), passes);
            let read: Vec<Move> = parse_moves(&text).unwrap().into_iter().map(|(_, mv)| mv).collect();
            prop_assert_eq!(read, moves);
        }

        #[test]
        fn problems_are_read_as_they_were_written(
            position in any_position(),
            score in prop::option::of(-127..=127i32),
            moves in prop::collection::vec((any_move(), -127..=127i32), 0..30),
            comment in "[a-zA-Z0-9#]{0,10}",
        ) {
            let obf = Obf { position, score, moves, comment };
            prop_assert_eq!(Obf::parse(&obf.to_string()), Ok(obf));
        }

        #[test]
        fn no_text_is_too_strange(text in any::<String>(), board in "[XO.* -]{60,70}[a-h0-9:;+%é-]{0,12}") {
            for text in [&text, &board] {
                let _ = parse_moves(text);
                let _ = parse_transcript(Position::START, text);
                let _ = parse_position(text);
                let _ = parse_ggf_board(text);
                let _ = Obf::parse(text);
            }
        }
    }
}
