//! Replies to `genmove` and to its variants with analysis.

use crate::engines::client::connection::{not_a_move, off_board};
use crate::engines::{BestMove, EngineError, MoveInfo};
use crate::game::{ColumnLetters, ParsedVertex};

/// Reads the reply to a request for a move. A reply with analysis has the move on a line `play MOVE`.
pub(super) fn read_move(
    text: &str,
    size: u8,
    info: &mut MoveInfo,
) -> Result<BestMove, EngineError> {
    let mut reply = None;
    for line in text.lines().map(str::trim) {
        if line.starts_with("info ") {
            read_info(line, info);
        } else if let Some(word) = line.strip_prefix("play ") {
            reply = Some(word.trim());
        } else if reply.is_none() && !line.is_empty() {
            reply = Some(line);
        }
    }
    let word = reply.unwrap_or_default();
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
            // The rest of the entry is the line of play, not keys.
            "pv" => return,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Termination;
    use crate::game::{Move, Vertex};

    fn read(text: &str) -> Result<BestMove, Termination> {
        read_move(text, 15, &mut MoveInfo::default()).map_err(|error| error.termination)
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

    #[test]
    fn moves_with_analysis() {
        let text = "\ninfo move D3 visits 12 utility 0.1 scoreLead 1.5 order 0 pv D3 C3 info move C4 visits \
                    9 scoreLead 1.0 order 1 pv C4\ninfo move C4 visits 99 winrate 0.5 scoreLead -2.25 \
                    order 0 pv C4 E3\nplay C4";
        let mut info = MoveInfo::default();
        let best_move = read_move(text, 8, &mut info).unwrap();
        assert_eq!(best_move, BestMove::Move(Move::Place(Vertex::new(2, 3))));
        assert_eq!((info.nodes, info.value), (Some(99), Some(-2.25)));
    }
}
