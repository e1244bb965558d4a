//! Replies to `genmove` and to its variants with analysis.

use crate::engines::client::connection::{not_a_move, off_board};
use crate::engines::process::Line;
use crate::engines::{BestMove, EngineError, MoveInfo, Termination};
use crate::game::{ColumnLetters, Move, ParsedVertex};

/// Bytes of a reply that are kept. The longest replies list commands and take a hundredth of this.
const MAX_REPLY: usize = 1 << 20;

/// The points of an analysis are on this board. Whoever uses them knows the board of the game.
const LARGEST_BOARD: u8 = 25;

/// A reply without its frame.
pub(super) struct Reply {
    /// Whether it began with `=`.
    pub success: bool,
    /// The text, its lines joined by line feeds. An analysis may go on for hours, so its lines are read
    /// but not kept.
    pub text: String,
    /// The latest analysis. Its win rate is in the unit of the engine's command.
    pub info: MoveInfo,
}

impl Reply {
    /// Whether a line is the first one of a reply.
    pub(crate) fn is_start(line: &str) -> bool {
        line.starts_with(['=', '?'])
    }

    /// The reply that begins with a line; `None` if the line is not the first one of a reply.
    pub(crate) fn begin(line: &Line) -> Option<Self> {
        if !Self::is_start(&line.text) {
            return None;
        }
        let rest = &line.text[1..];
        let mut reply = Self {
            success: line.text.starts_with('='),
            text: String::new(),
            info: MoveInfo::default(),
        };
        // The command had no id, but some engines reply with one.
        reply.push(rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim());
        Some(reply)
    }

    /// Adds a further line.
    ///
    /// # Errors
    ///
    /// [`Termination::Garbage`] if the reply is too long.
    pub(crate) fn add(&mut self, command: &str, line: &Line) -> Result<(), EngineError> {
        self.push(&line.text);
        if self.text.len() <= MAX_REPLY {
            return Ok(());
        }
        let message = format!("wrote more than {MAX_REPLY} bytes in reply to {command:?}");
        Err(EngineError::new(Termination::Garbage, message))
    }

    fn push(&mut self, line: &str) {
        if line.starts_with("info ") {
            read_info(line, &mut self.info);
        } else {
            if !self.text.is_empty() {
                self.text.push('\n');
            }
            self.text += line;
        }
    }
}

/// The word for the move in the reply to a request for a move. A reply with analysis has it on a line
/// `play MOVE`.
pub(super) fn move_word(text: &str) -> &str {
    let mut reply = None;
    for line in text.lines().map(str::trim) {
        if let Some(word) = line.strip_prefix("play ") {
            reply = Some(word.trim());
        } else if reply.is_none() && !line.is_empty() {
            reply = Some(line);
        }
    }
    reply.unwrap_or_default()
}

/// Reads a move or a resignation.
pub(super) fn read_move(word: &str, size: u8) -> Result<BestMove, EngineError> {
    if word.eq_ignore_ascii_case("resign") {
        return Ok(BestMove::Resign);
    }
    let vertex = ParsedVertex::parse(word).ok_or_else(|| not_a_move(word))?;
    let mv = vertex.on_board(size, ColumnLetters::SkipI);
    mv.map(BestMove::Move).ok_or_else(|| off_board(word))
}

/// Reads the analysis of the best move: `info move D3 visits 120 scoreLead 1.5 order 0 ... info ...`.
fn read_info(line: &str, info: &mut MoveInfo) {
    let best = line.split(" info ").next().unwrap_or(line);
    let mut words = best.split_whitespace();
    while let Some(key) = words.next() {
        match key {
            "visits" => {
                let visits = words.next().and_then(|word| word.parse().ok());
                info.nodes = visits.or(info.nodes);
            }
            "scoreLead" => {
                let lead = words.next().and_then(|word| word.parse().ok());
                info.value = lead.filter(|lead: &f64| lead.is_finite()).or(info.value);
            }
            "winrate" => {
                let rate = words.next().and_then(|word| word.parse().ok());
                info.win_rate = rate.or(info.win_rate);
            }
            // The rest of the entry is the line of play, not keys.
            "pv" => {
                info.line = words.map_while(point).collect();
                return;
            }
            _ => {}
        }
    }
}

/// A move on the largest board.
fn point(word: &str) -> Option<Move> {
    ParsedVertex::parse(word)?.on_board(LARGEST_BOARD, ColumnLetters::SkipI)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Vertex;
    use std::time::Instant;

    fn read(text: &str) -> Result<BestMove, Termination> {
        read_move(move_word(text), 15).map_err(|error| error.termination)
    }

    #[test]
    fn moves() {
        let at = |col, row| Ok(BestMove::Move(Move::Place(Vertex::new(col, row))));
        assert_eq!(read("D3"), at(3, 2));
        assert_eq!(read("j9"), at(8, 8));
        assert_eq!(read("PASS"), Ok(BestMove::Move(Move::Pass)));
        assert_eq!(read("Resign"), Ok(BestMove::Resign));
        assert_eq!(read("Q3"), Err(Termination::Illegal));
        for garbage in ["", "I think D3", "0x3", "D"] {
            assert_eq!(read(garbage), Err(Termination::Garbage), "{garbage}");
        }
    }

    fn line(text: &str) -> Line {
        let (text, at) = (text.to_owned(), Instant::now());
        Line { text, at }
    }

    #[test]
    fn moves_with_analysis() {
        let mut reply = Reply::begin(&line("=12 ")).unwrap();
        for text in [
            "info move D3 visits 12 utility 0.1 scoreLead 1.5 order 0 pv D3 C3 info move C4 visits \
             9 scoreLead 1.0 order 1 pv C4",
            "info move C4 visits 99 winrate 0.5 scoreLead -2.25 order 0 pv C4 E3",
            "play C4",
        ] {
            reply.add("genmove", &line(text)).unwrap();
        }
        let best_move = read_move(move_word(&reply.text), 8).unwrap();
        assert_eq!(best_move, BestMove::Move(Move::Place(Vertex::new(2, 3))));
        assert_eq!(
            (reply.info.nodes, reply.info.value),
            (Some(99), Some(-2.25))
        );
        assert_eq!(reply.info.win_rate, Some(0.5));
        let line = [(2, 3), (4, 2)].map(|(col, row)| Move::Place(Vertex::new(col, row)));
        assert_eq!(reply.info.line, line);
    }

    #[test]
    fn replies_are_bounded_and_analyses_are_not_kept() {
        assert!(Reply::begin(&line("name")).is_none());
        let mut reply = Reply::begin(&line("? no")).unwrap();
        assert!(!reply.success);
        let (info, other) = (line(&"info visits 7 ".repeat(99)), line(&"x".repeat(1000)));
        for _ in 0..2000 {
            reply.add("genmove", &info).unwrap();
        }
        assert_eq!((reply.text.as_str(), reply.info.nodes), ("no", Some(7)));
        let error = (0..2000).find_map(|_| reply.add("genmove", &other).err());
        assert_eq!(error.unwrap().termination, Termination::Garbage);
        assert!(reply.text.len() < MAX_REPLY + 2000);
    }
}
