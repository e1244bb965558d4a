//! WTHOR: the database of Othello games of the French federation, one binary file a year (`.wtb`), with the
//! names of the players (`.jou`) and the tournaments (`.trn`) in files of their own.
//!
//! All numbers are little-endian. A file begins with a header of 16 bytes:
//!
//! | bytes | contents |
//! |---|---|
//! | 0-3 | date of the file: century, year, month, day |
//! | 4-7 | number of games (`.wtb`) |
//! | 8-9 | number of names (`.jou`, `.trn`) |
//! | 10-11 | year of the games |
//! | 12 | board size; 0 is 8 |
//! | 13 | 1 for single-player games |
//! | 14 | empties from which the theoretical score is exact; 0 is 22 |
//!
//! A game has 68 bytes: the numbers of the tournament, of Black and of White (two bytes each), Black's discs
//! at the end with the empty squares for the winner, the same with best play from some point on, and 60
//! moves `10 * row + column` (`f5` is 56). Passes are not stored. Names have 20 bytes (players) or 26 bytes
//! (tournaments) in Latin-1.

use crate::engine::Variant;
use crate::format::annotated::{AnnotatedGame, AnnotatedMove, Decision, RecordedResult};
use crate::game::{Game, Move, Side, Vertex, describe};
use crate::othello::{self, Othello, Position};
use std::collections::HashMap;

/// Bytes of the header of each of the files.
pub const HEADER_LENGTH: usize = 16;
/// Bytes of a game.
pub const GAME_LENGTH: usize = 68;
/// Bytes of a player's name.
pub const PLAYER_LENGTH: usize = 20;
/// Bytes of a tournament's name.
pub const TOURNAMENT_LENGTH: usize = 26;

/// The header of a file of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Number of games.
    pub games: u32,
    /// The year of the games; 0 if it is unknown.
    pub year: u16,
}

impl Header {
    /// Reads the header of a file of games.
    ///
    /// # Errors
    /// Games on another board, or against a computer without an opponent.
    pub fn read(bytes: &[u8; HEADER_LENGTH]) -> Result<Self, String> {
        match bytes[12] {
            0 | 8 => {}
            size => return Err(format!("the games are on {size}x{size}; expected 8x8")),
        }
        if bytes[13] != 0 {
            return Err("the file has single-player games; expected games of two players".into());
        }
        Ok(Self {
            games: u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            year: u16::from_le_bytes([bytes[10], bytes[11]]),
        })
    }

    /// The bytes of a header with the date of the file. `names` is the number of names, for files of names.
    pub fn write(self, names: u16, date: jiff::civil::Date) -> [u8; HEADER_LENGTH] {
        let mut bytes = [0; HEADER_LENGTH];
        let year = date.year().unsigned_abs();
        bytes[0] = (year / 100) as u8;
        bytes[1] = (year % 100) as u8;
        bytes[2] = date.month().unsigned_abs();
        bytes[3] = date.day().unsigned_abs();
        bytes[4..8].copy_from_slice(&self.games.to_le_bytes());
        bytes[8..10].copy_from_slice(&names.to_le_bytes());
        bytes[10..12].copy_from_slice(&self.year.to_le_bytes());
        // The size of the board: Edax reads no file that does not state it.
        bytes[12] = 8;
        // Theoretical scores are exact from here on. The one that is written is the final score; 0 would stand for 22 empty squares.
        bytes[14] = 1;
        bytes
    }
}

/// The names of players or of tournaments by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    names: Vec<String>,
    numbers: HashMap<String, u16>,
}

impl Names {
    /// Reads a file with names of `length` bytes. An incomplete name at the end is left out.
    ///
    /// # Panics
    /// If `length` is 0.
    pub fn read(bytes: &[u8], length: usize) -> Self {
        let mut names = Self::default();
        for name in bytes
            .get(HEADER_LENGTH..)
            .unwrap_or_default()
            .chunks_exact(length)
        {
            let end = name.iter().position(|&byte| byte == 0).unwrap_or(length);
            let text = name[..end].iter().copied().map(char::from);
            // A name is shown in terminals.
            let text = text.map(|c| if c.is_control() { ' ' } else { c });
            let text: String = text.collect();
            let name = text.trim().to_owned();
            if let Ok(number) = u16::try_from(names.names.len()) {
                names.numbers.entry(name.clone()).or_insert(number);
            }
            names.names.push(name);
        }
        names
    }

    /// The name with this number; without one, `what` with the number.
    pub fn name(&self, number: u16, what: &str) -> String {
        match self.names.get(usize::from(number)) {
            Some(name) => name.clone(),
            None if self.names.is_empty() && number == 0 => String::new(),
            None => format!("{what} {number}"),
        }
    }

    /// The number of a name, which is added if it is new. `None` if there are too many names.
    pub fn number(&mut self, name: &str) -> Option<u16> {
        if let Some(&number) = self.numbers.get(name) {
            return Some(number);
        }
        let number = u16::try_from(self.names.len())
            .ok()
            .filter(|&n| n < u16::MAX)?;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        Some(number)
    }

    /// The first name that a file with names of `length` bytes cannot hold as it is.
    pub(super) fn first_changed(&self, length: usize) -> Option<&str> {
        let is_kept = |name: &str| {
            name.chars().count() < length && name.chars().all(|c| u8::try_from(c).is_ok())
        };
        let mut names = self.names.iter().map(String::as_str);
        names.find(|&name| !is_kept(name))
    }

    /// The bytes of a file with names of `length` bytes. Longer names are cut; characters that Latin-1
    /// lacks become question marks.
    pub fn write(&self, length: usize, date: jiff::civil::Date) -> Vec<u8> {
        let header = Header { games: 0, year: 0 };
        let mut bytes = header.write(self.names.len() as u16, date).to_vec();
        for name in &self.names {
            let end = bytes.len() + length;
            let latin = name.chars().map(|c| u8::try_from(c).unwrap_or(b'?'));
            // A name ends with a zero byte.
            bytes.extend(latin.take(length - 1));
            bytes.resize(end, 0);
        }
        bytes
    }
}

/// The names that the games of a file refer to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameFiles {
    /// `.jou`
    pub players: Names,
    /// `.trn`
    pub tournaments: Names,
}

/// Reads a game.
///
/// # Errors
/// A score or a move that cannot be, with the number of the byte in the game.
pub fn read_game(
    bytes: &[u8; GAME_LENGTH],
    year: u16,
    names: &NameFiles,
) -> Result<AnnotatedGame, (usize, String)> {
    let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let mut position = Position::START;
    let mut game = AnnotatedGame::new(Variant::Othello, describe::<Othello>(&position));
    game.moves.reserve(60);
    for (n, &byte) in bytes[8..]
        .iter()
        .enumerate()
        .take_while(|(_, byte)| **byte != 0)
    {
        let (row, col) = (byte / 10, byte % 10);
        if !(1..=8).contains(&row) || !(1..=8).contains(&col) {
            let message = format!("move {}: {byte} is not a square; expected 11 to 88", n + 1);
            return Err((8 + n, message));
        }
        let mv = Move::Place(Vertex::new(col - 1, row - 1));
        if Othello::allows_implied_pass(&position) && Othello::outcome(&position).is_none() {
            game.moves
                .push(AnnotatedMove::new(position.side, Move::Pass));
            position = position.passed();
        }
        Othello::check(&position, mv).map_err(|reason| {
            (
                8 + n,
                format!("move {}, {mv}, cannot be played: {reason}", n + 1),
            )
        })?;
        game.moves.push(AnnotatedMove::new(position.side, mv));
        Othello::play(&mut position, mv);
    }
    let discs = i32::from(bytes[6]);
    if discs > 64 {
        return Err((
            6,
            format!("Black has {discs} discs at the end; expected 0 to 64"),
        ));
    }
    let lead = 2 * discs - 64;
    game.result = Some(RecordedResult {
        winner: match lead {
            0 => None,
            1.. => Some(Side::Black),
            _ => Some(Side::White),
        },
        margin: Some(lead.unsigned_abs()),
        decision: Decision::Rules,
    });
    game.event = names.tournaments.name(number(0), "tournament");
    game.players = [2, 4].map(|at| names.players.name(number(at), "player"));
    let year = i16::try_from(year).ok().filter(|&year| year > 0);
    game.began = year.and_then(|year| {
        jiff::civil::Date::new(year, 1, 1)
            .ok()?
            .at(0, 0, 0, 0)
            .into()
    });
    Ok(game)
}

/// Writes a game.
///
/// # Errors
/// What the format cannot hold: Gomoku, another start, more than 65,535 names.
pub fn write_game(
    game: &AnnotatedGame,
    names: &mut NameFiles,
) -> Result<[u8; GAME_LENGTH], String> {
    if game.variant != Variant::Othello {
        return Err(format!("WTHOR holds Othello, not {}", game.variant));
    }
    if !game.starts_regularly() {
        return Err("WTHOR holds only games from the regular start".into());
    }
    let mut bytes = [0; GAME_LENGTH];
    let full = || String::from("WTHOR holds at most 65,535 names");
    let tournament = names.tournaments.number(&game.event).ok_or_else(full)?;
    bytes[..2].copy_from_slice(&tournament.to_le_bytes());
    for (at, player) in [2, 4].into_iter().zip(&game.players) {
        let number = names.players.number(player).ok_or_else(full)?;
        bytes[at..at + 2].copy_from_slice(&number.to_le_bytes());
    }
    let places = game.moves.iter().filter_map(|played| played.mv.vertex());
    for (byte, vertex) in bytes[8..].iter_mut().zip(places) {
        *byte = 10 * (vertex.row + 1) + vertex.col + 1;
    }
    let discs = black_discs(game)?;
    bytes[6] = discs;
    bytes[7] = discs;
    Ok(bytes)
}

/// Black's discs at the end, with the empty squares for the winner. A win that was not counted has all of them; a
/// game without a result is counted as if it ended after its last move.
fn black_discs(game: &AnnotatedGame) -> Result<u8, String> {
    let lead = match game.result {
        Some(result) => {
            let margin = result.margin.map_or(64, |margin| margin.min(64) as i32);
            match result.winner {
                Some(Side::Black) => margin,
                Some(Side::White) => -margin,
                None => 0,
            }
        }
        None => {
            let record = game.record(usize::MAX).map_err(|error| error.to_string())?;
            let last = Othello::from_setup(othello::Rules, &record.current());
            let last = last.map_err(|error| error.to_string())?;
            let score = last.board.final_score();
            if last.side == Side::Black {
                score
            } else {
                -score
            }
        }
    };
    // A program that does not count empty squares may state an odd lead; its winner stays the winner.
    Ok((32 + (lead + lead.signum()) / 2) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_were_read_keep_their_numbers() {
        let mut names = Names::default();
        for name in ["a", "b"] {
            names.number(name).unwrap();
        }
        let date = jiff::civil::date(2026, 1, 2);
        let mut read = Names::read(&names.write(20, date), 20);
        assert_eq!(read, names);
        assert_eq!([read.number("b"), read.number("c")], [Some(1), Some(2)]);
    }

    #[test]
    fn names_that_are_cut_or_replaced_are_found() {
        let changed = |name: &str| {
            let mut names = Names::default();
            names.number("Ève").unwrap();
            names.number(name).unwrap();
            names.first_changed(PLAYER_LENGTH).map(str::to_owned)
        };
        let long = "a".repeat(PLAYER_LENGTH);
        assert_eq!(changed(&long[1..]), None);
        for name in ["\u{4e2d}\u{6587}", long.as_str()] {
            assert_eq!(changed(name).as_deref(), Some(name));
        }
    }

    #[test]
    fn the_header_states_the_board_and_the_theoretical_scores() {
        let header = Header {
            games: 1,
            year: 2026,
        };
        let bytes = header.write(0, jiff::civil::date(2026, 1, 31));
        assert_eq!(bytes[12..15], [8, 0, 1]);
        assert_eq!(Header::read(&bytes), Ok(header));
    }
}
