//! Generates random openings that a short search judges to be balanced.

use crate::engine::Variant;
use crate::engines::GameSpec;
use crate::game::{Game, Move, Side};
use crate::gomoku::{self, Gomoku, GomokuPlayer};
use crate::othello::{self, Othello, OthelloPlayer, solve::mean_of_iterations};
use crate::search::{Balance, Limits, Player, SearchRequest, SearchResult, StopToken, Value};
use crate::util::rng::Rng;
use serde::{Deserialize, Serialize};
use std::sync::Once;

/// What generated openings are like.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct GeneratorSettings {
    /// Moves per opening. With few moves, openings repeat.
    pub plies: u8,
    /// The largest imbalance: the distance of Black's lead from [`EVEN_LEAD`] in discs (Othello), or the absolute score in
    /// evaluation units (Gomoku).
    #[serde(rename = "within")]
    pub max_imbalance: f64,
}

impl GeneratorSettings {
    /// The default of [`GeneratorSettings::max_imbalance`].
    pub(crate) const DEFAULT_MAX_IMBALANCE: f64 = 3.0;

    /// The largest number of moves.
    pub(crate) const MAX_PLIES: u8 = 40;
}

/// Othello: positions tried before the most balanced one is taken.
const TRIES: usize = 200;
/// Othello: depth of the judging search in plies. The mean of its last two iterations counts.
const DEPTH: u32 = 8;
/// Othello: the lead of Black, in centi-discs, at which both colours win as often. Measured in matches
/// (`docs/notes/othello.md`); presumably the evaluation underrates the last move of the game, which is White's.
const EVEN_LEAD: i32 = 100;
/// Gomoku: nodes of a search for balanced stones.
const NODES: u64 = 40_000;
/// Gomoku: searches tried before the most balanced result is taken.
const SEARCHES: usize = 8;
/// Size of the transposition tables in MB.
const HASH: usize = 4;

/// Generates openings.
///
/// It keeps the allocations of its searches, but clears their contents: an opening depends on the random
/// numbers alone.
#[derive(Default)]
pub(crate) struct OpeningGenerator {
    othello: Option<OthelloPlayer>,
    gomoku: Option<GomokuPlayer>,
}

impl OpeningGenerator {
    /// The moves of an opening; fewer than asked for only if the game ends earlier.
    pub(crate) fn generate(
        &mut self,
        spec: GameSpec,
        settings: &GeneratorSettings,
        mut rng: Rng,
    ) -> Vec<Move> {
        match spec.variant {
            Variant::Othello => self.othello(settings, &mut rng),
            Variant::Gomoku(rule) => match gomoku::Rules::new(spec.size, rule) {
                Ok(rules) => self.gomoku(rules, settings, &mut rng),
                Err(_) => Vec::new(),
            },
        }
    }

    /// Random moves, judged by a search of fixed depth.
    fn othello(&mut self, settings: &GeneratorSettings, rng: &mut Rng) -> Vec<Move> {
        let player = self.othello.get_or_insert_default();
        most_balanced(settings, TRIES, || {
            let (position, moves) = random_moves(settings.plies, rng);
            if Othello::outcome(&position).is_some() {
                return None;
            }
            Some((othello_imbalance(player, position), moves))
        })
    }

    /// Balanced stones, found by the engine's own search for them.
    fn gomoku(
        &mut self,
        rules: gomoku::Rules,
        settings: &GeneratorSettings,
        rng: &mut Rng,
    ) -> Vec<Move> {
        let player = self.gomoku.get_or_insert_default();
        let empty = Gomoku::start(rules);
        most_balanced(settings, SEARCHES, || {
            player.clear();
            let request = SearchRequest {
                hash_mb: HASH,
                seed: rng.next(),
                balance: Some(Balance {
                    stones: settings.plies.max(1),
                    bias: 0,
                }),
                ..SearchRequest::new(Limits::nodes(NODES))
            };
            let result = player.think(&empty, &request, &StopToken::new(), &mut |_| {});
            let found = imbalance(&result);
            let mut moves = result.report?.lines.into_iter().next()?.moves;
            moves.truncate(usize::from(settings.plies));
            Some((found, moves))
        })
    }
}

/// The first moves within the largest imbalance, or the most balanced ones of all tries.
fn most_balanced(
    settings: &GeneratorSettings,
    tries: usize,
    mut generate: impl FnMut() -> Option<(f64, Vec<Move>)>,
) -> Vec<Move> {
    let mut best: Option<(f64, Vec<Move>)> = None;
    for (found, moves) in (0..tries).filter_map(|_| generate()) {
        if best.as_ref().is_none_or(|(least, _)| found < *least) {
            best = Some((found, moves));
        }
        if found <= settings.max_imbalance {
            break;
        }
    }
    let Some((found, moves)) = best else {
        return Vec::new();
    };
    if found > settings.max_imbalance {
        static WARNED: Once = Once::new();
        let GeneratorSettings {
            plies,
            max_imbalance,
        } = settings;
        WARNED.call_once(|| {
            log::warn!(
                "no opening of {plies} moves in {tries} tries has a score within {max_imbalance}; the most balanced \
                 one is taken, with {found:.2}. This may happen again"
            );
        });
    }
    moves
}

/// Random moves from the starting position; passes are not counted.
fn random_moves(plies: u8, rng: &mut Rng) -> (othello::Position, Vec<Move>) {
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

/// How far the lead of Black is from [`EVEN_LEAD`], in discs.
fn othello_imbalance(player: &mut OthelloPlayer, position: othello::Position) -> f64 {
    let value = mean_of_iterations(player, position.board, DEPTH).0;
    let lead = match position.side {
        Side::Black => value,
        Side::White => -value,
    };
    f64::from((lead - EVEN_LEAD).abs()) / 100.0
}

/// The absolute score of the best line; infinite for a proven or claimed result.
fn imbalance(result: &SearchResult) -> f64 {
    let Some(report) = &result.report else {
        return f64::INFINITY;
    };
    match report.lines[0].score.value {
        Value::WinIn { .. } | Value::LossIn { .. } => f64::INFINITY,
        _ => f64::from(report.lines[0].score.lead()).abs(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Rule;
    use crate::tournament::fixture::{OTHELLO, gomoku};
    use crate::tournament::openings::{OpeningOrder, OpeningSource, OpeningSymmetry, Openings};
    use std::collections::BTreeSet;

    fn openings(spec: GameSpec, plies: u8) -> Openings {
        let settings = GeneratorSettings {
            plies,
            max_imbalance: GeneratorSettings::DEFAULT_MAX_IMBALANCE,
        };
        Openings::new(
            spec,
            OpeningSource::Generated(settings),
            OpeningOrder::Sequential,
            OpeningSymmetry::None,
            7,
        )
    }

    #[test]
    fn generated_openings_are_legal_different_and_reproducible() {
        for (spec, count) in [
            (OTHELLO, 4),
            (gomoku(Rule::Freestyle, 15), 2),
            (gomoku(Rule::Renju, 15), 2),
        ] {
            let (first, second) = (openings(spec, 8), openings(spec, 8));
            let (mut one, mut two) = (OpeningGenerator::default(), OpeningGenerator::default());
            let generated: Vec<_> = (0..count)
                .map(|round| first.of_round(round, &mut one))
                .collect();
            for opening in &generated {
                assert_eq!(opening.moves.len(), 8);
                opening.record(spec).unwrap();
            }
            let different: BTreeSet<_> = generated.iter().map(|opening| &opening.moves).collect();
            assert_eq!(different.len() as u32, count, "{spec:?}");
            // In another order, with another generator.
            for round in (0..count).rev() {
                let again = second.of_round(round, &mut two);
                assert_eq!(again, generated[round as usize]);
            }
        }
    }

    #[test]
    fn generated_openings_are_balanced() {
        let openings = openings(OTHELLO, 8);
        let mut generator = OpeningGenerator::default();
        let mut player = OthelloPlayer::default();
        for round in 0..10 {
            let mut position = othello::Position::START;
            for mv in openings.of_round(round, &mut generator).moves {
                Othello::play(&mut position, mv);
            }
            assert!(
                othello_imbalance(&mut player, position)
                    <= GeneratorSettings::DEFAULT_MAX_IMBALANCE,
                "round {round}"
            );
        }
    }
}
