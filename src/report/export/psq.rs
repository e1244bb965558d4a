//! Piskvork's records: one file per game of Gomoku.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0      board; two numbers for the kinds of players; who moves first
//! 8,8,0                          column, row from the top, both from 1; milliseconds
//! 9,7,1033
//! pbrain-a
//! pbrain-b
//! -1                             how it ended: unknown, as in all files of Gomocup
//! ```
//!
//! The rule is not part of the format; Gomocup has it in the names of folders.

use crate::game::Move;
use crate::tournament::GameResult;
use crate::tournament::MatchInfo;
use crate::tournament::Replay;
use std::collections::HashSet;

/// A game as a file. `None` if it is no Gomoku.
pub fn game(game: &GameResult) -> Option<String> {
    let walk =
        Replay::of(game).filter(|walk| crate::report::export::Format::Psq.holds(walk.variant))?;
    let size = game.size;
    let mut text = format!("Piskvorky {size}x{size}, 11:11, 0\n");
    for step in &walk.steps {
        // The list ends at the first line that is no move, so there is no way to write a pass.
        if let Move::Place(vertex) = step.mv {
            let ms = step.ply.map_or(0.0, |ply| ply.ms.max(0.0).round());
            let row = u16::from(size) - u16::from(vertex.row);
            text += &format!("{},{row},{ms:.0}\n", u16::from(vertex.col) + 1);
        }
    }
    for name in [&game.black, &game.white] {
        let name = name.replace(|c: char| c.is_control(), " ");
        // A name that looks like a move, or none at all, would be read as something else.
        let safe = name.trim();
        let doubtful =
            safe.is_empty() || safe.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        text += &if doubtful {
            format!("engine {safe}\n")
        } else {
            format!("{safe}\n")
        };
    }
    text += "-1\n";
    Some(text)
}

/// All games of Gomoku with names for their files, as the judge of Gomocup names them:
/// `round_i_j.psq`, where the round is that of the opening and `i` and `j` are the engines' numbers, Black
/// first, all of them from 1. A game that was played more than once has its own number behind that.
pub fn files(title: &MatchInfo, games: &[GameResult]) -> Vec<(String, String)> {
    let roster = title.roster(games);
    let number = |name: &str| 1 + roster.iter().position(|other| other == name).unwrap_or(0);
    let mut taken = HashSet::new();
    let mut files = Vec::new();
    for each in games {
        let Some(text) = game(each) else { continue };
        let round = u64::from(each.pair) + 1;
        let mut name = format!("{round}_{}_{}", number(&each.black), number(&each.white));
        if !taken.insert(name.clone()) {
            name += &format!("_{}", u64::from(each.game) + 1);
            taken.insert(name.clone());
        }
        files.push((name + ".psq", text));
    }
    files
}
