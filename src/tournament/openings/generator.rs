//! Openings that the engine makes: by chance, but balanced as far as a short search can tell.

use crate::engine::Variant;
use crate::engines::GameSpec;
use crate::game::{Game, Move};
use crate::gomoku;
use crate::gomoku::{Gomoku, GomokuPlayer};
use crate::othello;
use crate::othello::Othello;
use crate::othello::OthelloPlayer;
use crate::search::{Balance, Limits, Player, SearchRequest, SearchResult, StopToken, Value};
use crate::util::rng::Rng;
use serde::{Deserialize, Serialize};

/// What made openings are like.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Made {
    /// Moves in each of them. Where they are few, some openings come more than once.
    pub plies: u8,
    /// How far from even they may be: in discs (Othello) or evaluation units (Gomoku).
    #[serde(default = "Made::usual_bound")]
    pub within: f64,
}

impl Made {
    /// The bound on the value if none is given.
    pub const fn usual_bound() -> f64 {
        3.0
    }

    /// Most moves that can be asked for.
    pub const MOST: u8 = 40;
}

/// Proposals before the best of them has to do.
const TRIES: usize = 200;
/// Depth of the search that judges an Othello position, in plies.
const DEPTH: u32 = 8;
/// Nodes for finding balanced Gomoku stones.
const NODES: u64 = 40_000;
/// Gomoku searches before the best result has to do; the first one nearly always will.
const SEARCHES: usize = 8;
/// Size of the searches' tables in MB.
const HASH: usize = 4;

/// Makes openings. Keeps the memory of its searches, but no knowledge: an opening depends on the
/// random numbers alone.
#[derive(Default)]
pub struct OpeningGenerator {
    othello: Option<OthelloPlayer>,
    gomoku: Option<GomokuPlayer>,
}

impl OpeningGenerator {
    /// An opening with `made.plies` moves, fewer only where the board or the game ends before.
    pub fn make(&mut self, spec: GameSpec, made: &Made, mut rng: Rng) -> Vec<Move> {
        match spec.variant {
            Variant::Othello => self.othello(made, &mut rng),
            Variant::Gomoku(rule) => match gomoku::Rules::new(spec.size, rule) {
                Ok(rules) => self.gomoku(rules, made, &mut rng),
                Err(_) => Vec::new(),
            },
        }
    }

    /// Random moves, judged by a search.
    fn othello(&mut self, made: &Made, rng: &mut Rng) -> Vec<Move> {
        let player = self.othello.get_or_insert_default();
        let mut best: Option<(f64, Vec<Move>)> = None;
        for _ in 0..TRIES {
            let (position, moves) = walk(made.plies, rng);
            if Othello::outcome(&position).is_some() {
                continue;
            }
            player.clear();
            let request = SearchRequest {
                hash_mb: HASH,
                ..SearchRequest::new(Limits::depth(DEPTH))
            };
            let off = distance(&player.think(&position, &request, &StopToken::new(), &mut |_| {}));
            if best.as_ref().is_none_or(|(least, _)| off < *least) {
                best = Some((off, moves));
            }
            if off <= made.within {
                break;
            }
        }
        best.map(|(_, moves)| moves).unwrap_or_default()
    }

    /// Stones that the engine's own search for balanced positions finds.
    fn gomoku(&mut self, rules: gomoku::Rules, made: &Made, rng: &mut Rng) -> Vec<Move> {
        let player = self.gomoku.get_or_insert_default();
        let empty = Gomoku::start(rules);
        let mut best: Option<(f64, Vec<Move>)> = None;
        for _ in 0..SEARCHES {
            player.clear();
            let request = SearchRequest {
                hash_mb: HASH,
                seed: rng.next(),
                balance: Some(Balance {
                    stones: made.plies.max(1),
                    bias: 0,
                }),
                ..SearchRequest::new(Limits::nodes(NODES))
            };
            let result = player.think(&empty, &request, &StopToken::new(), &mut |_| {});
            let off = distance(&result);
            let line = result
                .report
                .and_then(|report| report.lines.into_iter().next());
            let Some(line) = line else { break };
            if best.as_ref().is_none_or(|(least, _)| off < *least) {
                let mut moves = line.moves;
                moves.truncate(usize::from(made.plies));
                best = Some((off, moves));
            }
            if off <= made.within {
                break;
            }
        }
        best.map(|(_, moves)| moves).unwrap_or_default()
    }
}

/// Random moves from the start; passes do not count.
fn walk(plies: u8, rng: &mut Rng) -> (othello::Position, Vec<Move>) {
    let mut position = othello::Position::START;
    let (mut moves, mut legal) = (Vec::new(), Vec::new());
    let mut placed = 0;
    while placed < plies {
        legal.clear();
        Othello::legal(&position, &mut legal);
        if legal.is_empty() {
            break;
        }
        let mv = legal[rng.below(legal.len() as u64) as usize];
        placed += u8::from(mv != Move::Pass);
        Othello::play(&mut position, mv);
        moves.push(mv);
    }
    (position, moves)
}

/// How far from even the best line is; a proven result is far away.
fn distance(result: &SearchResult) -> f64 {
    let Some(report) = &result.report else {
        return f64::INFINITY;
    };
    match report.lines[0].score.value {
        Value::WinIn(_) | Value::LossIn(_) => f64::INFINITY,
        _ => f64::from(report.lines[0].score.lead()).abs(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Rule;
    use crate::tournament::openings::{OpeningOrder, Openings, Source};
    use std::collections::BTreeSet;

    fn openings(variant: Variant, plies: u8) -> Openings {
        let spec = GameSpec {
            variant,
            size: variant.default_size(),
        };
        let made = Made {
            plies,
            within: Made::usual_bound(),
        };
        Openings::new(spec, Source::Made(made), OpeningOrder::Sequential, 7, false)
    }

    #[test]
    fn made_openings_are_legal_different_and_the_same_for_everybody() {
        for (variant, count) in [
            (Variant::Othello, 12),
            (Variant::Gomoku(Rule::Freestyle), 3),
            (Variant::Gomoku(Rule::Renju), 2),
        ] {
            let spec = GameSpec {
                variant,
                size: variant.default_size(),
            };
            let (first, second) = (openings(variant, 8), openings(variant, 8));
            let (mut one, mut two) = (OpeningGenerator::default(), OpeningGenerator::default());
            let mut seen = BTreeSet::new();
            for round in 0..count {
                let opening = first.of_round(round, &mut one);
                assert_eq!(opening.moves.len(), 8);
                opening.record(spec).unwrap();
                seen.insert(opening.moves);
            }
            assert_eq!(seen.len() as u32, count, "{variant}");
            // In another order, with another maker.
            for round in (0..count).rev() {
                assert_eq!(
                    second.of_round(round, &mut two),
                    first.of_round(round, &mut one)
                );
            }
        }
    }

    #[test]
    fn made_openings_are_balanced() {
        let openings = openings(Variant::Othello, 8);
        let mut maker = OpeningGenerator::default();
        let mut player = OthelloPlayer::default();
        for round in 0..10 {
            let mut position = othello::Position::START;
            for mv in openings.of_round(round, &mut maker).moves {
                Othello::play(&mut position, mv);
            }
            player.clear();
            let request = crate::search::SearchRequest::new(Limits::depth(DEPTH));
            let result = player.think(&position, &request, &StopToken::new(), &mut |_| {});
            assert!(distance(&result) <= Made::usual_bound(), "round {round}");
        }
    }
}
