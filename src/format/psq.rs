//! PSQ, the game records of Piskvork and of Gomocup: one file for each Gomoku game.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0      board; two numbers for the kinds of players; who moves first
//! 8,8,0                          column, row from the top, both from 1; milliseconds
//! 9,7,1033
//! pbrain-a                       the player who moves first
//! pbrain-b
//! -1                             the ending: unknown, as in all files of Gomocup
//! ```
//!
//! The format does not hold the rule; Gomocup names its folders after it.
//!
//! ```
//! use flipfive::format::{AnnotatedGame, psq, sgf};
//! use flipfive::gomoku::Rule;
//!
//! let game = sgf::read("(;GM[4]SZ[15];B[hh];W[ig])", Rule::Freestyle)?;
//! let mut game = AnnotatedGame::from(&game);
//! game.players = ["pbrain-a".into(), "pbrain-b".into()];
//! let text = psq::write(&game).unwrap();
//! assert_eq!(text, "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\npbrain-a\npbrain-b\n-1\n");
//! # Ok::<(), flipfive::format::FormatError>(())
//! ```

use crate::engine::Variant;
use crate::format::annotated::AnnotatedGame;

/// Writes a game as a file. `None` for Othello.
pub fn write(game: &AnnotatedGame) -> Option<String> {
    if !matches!(game.variant, Variant::Gomoku(_)) {
        return None;
    }
    let size = game.start.size;
    let mut text = format!("Piskvorky {size}x{size}, 11:11, 0\n");
    for played in &game.moves {
        // Readers end the list of moves at the first line that is not a move, so a pass cannot be written.
        if let Some(vertex) = played.mv.vertex() {
            let (col, row) = (u16::from(vertex.col) + 1, size.saturating_sub(vertex.row));
            let nanoseconds = played.time.map_or(0, |time| time.as_nanos());
            let ms = (nanoseconds as f64 / 1e6).round();
            text += &format!("{col},{row},{ms}\n");
        }
    }
    for name in &game.players {
        let name = name.replace(|c: char| c.is_control(), " ");
        let name = name.trim();
        // Readers take a name that begins like a number for a move or for the ending.
        let doubtful =
            name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        text += &format!("{}{name}\n", if doubtful { "engine " } else { "" });
    }
    Some(text + "-1\n")
}
