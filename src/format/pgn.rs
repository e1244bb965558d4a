//! Portable Game Notation (PGN) for BayesElo, Ordo and other programs that compute ratings.
//!
//! Those programs are made for chess: they read the players, the result, and take White for the side that
//! moves first. Here Black usually moves first, so the tag White names the player with the black stones, `1-0`
//! means that this player won, and the tag `FirstMover "Black"` says so. If White moves first from a position,
//! the tag White names the player with the white stones, and the tag is `FirstMover "White"`.
//!
//! A reader that checks chess moves would refuse these games, so the moves stand in a comment and the
//! move text holds only the result. Gomocup writes two chess moves instead, which a viewer shows as the
//! game.
//!
//! ```
//! use flipfive::format::{AnnotatedGame, pgn, sgf};
//! use flipfive::gomoku::Rule;
//!
//! let game = sgf::read("(;GM[2];B[f5];W[d6])", Rule::Freestyle)?;
//! let text = pgn::write(&AnnotatedGame::from(&game));
//! assert!(text.contains("[FirstMover \"Black\"]\n\n{f5 d6}\n*\n"));
//! # Ok::<(), flipfive::format::FormatError>(())
//! ```

use crate::format::annotated::{AnnotatedGame, Decision};
use crate::game::{Move, Side};

/// The longest line of moves. The standard asks for less than 80 characters.
const LINE_LENGTH: usize = 78;

/// Writes a game, followed by an empty line.
pub fn write(game: &AnnotatedGame) -> String {
    let or_unknown = |text: &str| if text.trim().is_empty() { "?" } else { text }.to_owned();
    // A side that has to pass at the start does not move first.
    let first_move = game.moves.iter().find(|played| played.mv != Move::Pass);
    let first = first_move.map_or(game.start.to_move, |played| played.side);
    let player = |side: Side| or_unknown(&game.players[side.index()]);
    let result = match game.result.map(|result| result.winner) {
        Some(Some(winner)) if winner == first => "1-0",
        Some(None) => "1/2-1/2",
        Some(Some(_)) => "0-1",
        None => "*",
    };
    let termination = match game.result.map(|result| result.decision) {
        Some(Decision::Rules | Decision::Resignation) => "normal",
        Some(Decision::Time) => "time forfeit",
        Some(Decision::Forfeit) => "rules infraction",
        Some(Decision::Adjudication) => "adjudication",
        None => "unterminated",
    };
    let day = match game.began {
        Some(_) => game.day('.'),
        None => "????.??.??".into(),
    };
    let time = |began: jiff::civil::DateTime| began.strftime("%H:%M:%S").to_string();
    let mut text = String::new();
    for (name, value) in [
        ("Event", or_unknown(&game.event)),
        ("Site", "?".into()),
        ("Date", day),
        ("Round", or_unknown(&game.round)),
        ("White", player(first)),
        ("Black", player(first.other())),
        ("Result", result.into()),
        ("UTCTime", game.began.map_or_else(String::new, time)),
        ("TimeControl", or_unknown(&game.time_control)),
        ("Termination", termination.into()),
        ("Ending", game.termination.clone()),
        ("Variant", game.variant.name().into()),
        ("Opening", game.opening.clone()),
        ("PlyCount", game.moves.len().to_string()),
        ("FirstMover", first.capitalised().into()),
    ] {
        // Only tags that the standard does not require can be empty.
        if !value.trim().is_empty() {
            text += &format!("[{name} \"{}\"]\n", tag_value(&value));
        }
    }
    text += "\n{";
    let mut column = 1;
    for (n, played) in game.moves.iter().enumerate() {
        let name = played.mv.to_string();
        if column + 1 + name.len() > LINE_LENGTH {
            text.push('\n');
            column = 0;
        } else if n > 0 {
            text.push(' ');
            column += 1;
        }
        column += name.len();
        text += &name;
    }
    text + &format!("}}\n{result}\n\n")
}

/// A value between quotation marks. The standard escapes those inside with a backslash, but the readers
/// that this is for end the value there.
fn tag_value(value: &str) -> String {
    let safe = |c: char| match c {
        '"' => '\'',
        '\\' => '/',
        c if c.is_control() => ' ',
        c => c,
    };
    value.chars().map(safe).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variant;

    #[test]
    fn what_is_unknown_is_no_empty_tag() {
        let start = Variant::Othello.new_record(8).unwrap().start();
        let text = write(&AnnotatedGame::new(Variant::Othello, start));
        let seven = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                     [White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n";
        assert!(text.starts_with(seven), "{text}");
        assert!(!text.contains("\"\""), "{text}");
        for name in ["UTCTime", "Ending", "Opening"] {
            assert!(!text.contains(name), "{text}");
        }
    }
}
