//! Swiss system: in each round engines with equal points meet, and two engines meet again only if that cannot be
//! avoided.
//!
//! As in the Dutch system, the better half of the engines with equal points meets the other half. The order
//! within equal points is that of the engines in the settings. With an odd number of engines one of those with
//! the fewest byes gets a bye, with the points of a won game pair: the last one that leaves a pairing with as few
//! repeated meetings as possible. No engine needs a balance of colours, since every meeting is a game pair.

use crate::tournament::schedule::stage::{ScheduledGame, Stage};
use std::collections::HashSet;

/// Points of a bye: those of a won game pair.
const BYE: f64 = 2.0;

/// Meetings that are tried, in all choices of the bye together (but at least one for each engine and choice), before one
/// more pair of engines may meet again.
const MAX_TRIES: u32 = 100_000;

/// The score of an engine in the finished rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwissScore {
    /// The index of the engine.
    pub engine: usize,
    /// Its points, those of byes included.
    pub points: f64,
    /// Buchholz score: the points of the opponents that it has met.
    pub buchholz: f64,
}

/// The stages up to the first one that is not complete, and the scores, the best first.
pub(super) fn play(
    engines: usize,
    rounds: u32,
    points: impl Fn(&ScheduledGame) -> Option<f64>,
) -> (Vec<Stage>, Vec<SwissScore>) {
    let mut stages: Vec<Stage> = Vec::new();
    let mut totals = vec![0.0; engines];
    let mut met: HashSet<(usize, usize)> = HashSet::new();
    let mut finished = Vec::new();
    let mut byes = vec![0u32; engines];
    for round in 1..=rounds {
        let mut order: Vec<usize> = (0..engines).collect();
        order.sort_by(|&a, &b| f64::total_cmp(&totals[b], &totals[a]));
        let (bye, meetings) = pairings(&order, &totals, &met, &byes);
        if meetings.is_empty() {
            // Fewer than two engines.
            break;
        }
        if let Some(engine) = bye {
            byes[engine] += 1;
        }
        met.extend(&meetings);
        let stage = Stage::new(format!("Round {round}"), meetings, 1).after(stages.last());
        let found = stage.points(&points);
        stages.push(stage);
        let (Some(found), Some(stage)) = (found, stages.last()) else {
            break;
        };
        if let Some(engine) = bye {
            totals[engine] += BYE;
        }
        for (&(first, second), points) in stage.meetings().iter().zip(found) {
            totals[first] += points[0];
            totals[second] += points[1];
            finished.push((first, second));
        }
    }
    (stages, scores(&totals, &finished))
}

/// The scores by points, then by Buchholz score.
fn scores(totals: &[f64], meetings: &[(usize, usize)]) -> Vec<SwissScore> {
    let opponents = |engine: usize| {
        meetings.iter().filter_map(move |&(a, b)| match engine {
            _ if engine == a => Some(b),
            _ if engine == b => Some(a),
            _ => None,
        })
    };
    let mut scores: Vec<SwissScore> = (0..totals.len())
        .map(|engine| SwissScore {
            engine,
            points: totals[engine],
            // The sum of no numbers is -0.
            buchholz: 0.0 + opponents(engine).map(|other| totals[other]).sum::<f64>(),
        })
        .collect();
    scores.sort_by(|a, b| {
        let by_points = b.points.total_cmp(&a.points);
        by_points.then(b.buchholz.total_cmp(&a.buchholz))
    });
    scores
}

/// The bye of a round, if the number of engines is odd, and its meetings, with as few as possible of those that took
/// place before. `byes` are the numbers of byes of every engine.
fn pairings(
    order: &[usize],
    totals: &[f64],
    met: &HashSet<(usize, usize)>,
    byes: &[u32],
) -> (Option<usize>, Vec<(usize, usize)>) {
    let pairs = order.len() / 2;
    let fewest = order.iter().map(|&engine| byes[engine]).min();
    let candidates: Vec<Option<usize>> = match order.len() % 2 {
        0 => vec![None],
        _ => {
            let last_first = order.iter().rev().copied();
            let candidates = last_first.filter(|&engine| Some(byes[engine]) == fewest);
            candidates.map(Some).collect()
        }
    };
    let tries_each = MAX_TRIES / u32::try_from(candidates.len().max(1)).unwrap_or(u32::MAX);
    let found = (0..=pairs).find_map(|repeats| {
        candidates.iter().find_map(|&bye| {
            let mut playing = order.to_vec();
            playing.retain(|&engine| Some(engine) != bye);
            // A pairing without regard to repeats needs one try for each pair.
            let mut tries = tries_each.max(order.len() as u32);
            let meetings = pair_up(&playing, totals, met, repeats, &mut tries)?;
            Some((bye, meetings))
        })
    });
    found.unwrap_or_default()
}

/// Finds an opponent for the first engine, then for the others, so that at most `repeats` meet again; `None` if that is
/// not possible.
fn pair_up(
    order: &[usize],
    totals: &[f64],
    met: &HashSet<(usize, usize)>,
    repeats: usize,
    tries: &mut u32,
) -> Option<Vec<(usize, usize)>> {
    let Some((&first, others)) = order.split_first() else {
        return Some(Vec::new());
    };
    let group = others
        .iter()
        .take_while(|&&other| totals[other] == totals[first])
        .count();
    // From the middle of those with equal points on, then the better ones, then those with fewer points.
    let candidates = (group / 2..group)
        .chain(0..group / 2)
        .chain(group..others.len());
    let meeting = |place: usize| (first.min(others[place]), first.max(others[place]));
    let (again, new): (Vec<usize>, Vec<usize>) =
        candidates.partition(|&place| met.contains(&meeting(place)));
    let again = again.into_iter().map(|place| (place, 1));
    for (place, repeat) in new.into_iter().map(|place| (place, 0)).chain(again) {
        let Some(left) = repeats.checked_sub(repeat) else {
            break;
        };
        *tries = tries.checked_sub(1)?;
        let mut rest = others.to_vec();
        rest.remove(place);
        if let Some(mut meetings) = pair_up(&rest, totals, met, left, tries) {
            meetings.insert(0, meeting(place));
            return Some(meetings);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::mix;

    /// The engine with the lower number wins every game.
    fn by_strength(game: &ScheduledGame) -> Option<f64> {
        Some(f64::from(u8::from(game.black < game.white)))
    }

    #[test]
    fn a_bye_counts_when_its_round_is_over() {
        let points = |games: u32| {
            let played = |game: &ScheduledGame| (game.game < games).then_some(1.0);
            let scores = play(3, 2, played).1;
            scores.iter().map(|score| score.points).sum::<f64>()
        };
        assert_eq!(points(1), 0.0);
        // The first round has two games and a bye.
        assert_eq!(points(2), 4.0);
    }

    #[test]
    fn equal_engines_meet_and_nobody_twice() {
        for engines in 2..=17 {
            let rounds = engines as u32 - 1;
            let stages = play(engines, rounds, by_strength).0;
            assert_eq!(stages.len(), rounds as usize);
            let mut seen = HashSet::new();
            for stage in &stages {
                let mut playing = HashSet::new();
                for &(first, second) in stage.meetings() {
                    assert!(first < second && second < engines);
                    assert!(playing.insert(first) && playing.insert(second));
                    assert!(seen.insert((first, second)), "{engines}");
                }
                assert_eq!(playing.len(), engines / 2 * 2);
            }
        }
    }

    /// The smallest number of repeated meetings in a round of these engines, found by trying all pairings.
    fn fewest_repeats(engines: &[usize], met: &HashSet<(usize, usize)>) -> usize {
        let Some((&first, others)) = engines.split_first() else {
            return 0;
        };
        let with = |&other: &usize| {
            let rest: Vec<usize> = others.iter().copied().filter(|&e| e != other).collect();
            usize::from(met.contains(&(first, other))) + fewest_repeats(&rest, met)
        };
        others.iter().map(with).min().unwrap_or(0)
    }

    #[test]
    fn a_bye_leaves_a_round_without_avoidable_repeats() {
        let cases = [3, 5, 7]
            .into_iter()
            .flat_map(|n| (0..40).map(move |seed| (n, seed)));
        for (engines, seed) in cases {
            // Everybody has a bye, then one half has a second one.
            let rounds = engines as u32 * 3 / 2;
            let by_chance = |game: &ScheduledGame| {
                let chance = mix(seed * 1000 + u64::from(game.game) + 1);
                Some((chance % 3) as f64 / 2.0)
            };
            let mut met = HashSet::new();
            let mut byes = vec![0; engines];
            for stage in play(engines, rounds, by_chance).0 {
                let plays = |engine| {
                    let mut meetings = stage.meetings().iter();
                    meetings.any(|&(a, b)| a == engine || b == engine)
                };
                let fewest = byes.iter().copied().min();
                let candidates = (0..engines).filter(|&engine| Some(byes[engine]) == fewest);
                let without = |bye: usize| (0..engines).filter(|&e| e != bye).collect::<Vec<_>>();
                let possible = candidates
                    .map(|bye| fewest_repeats(&without(bye), &met))
                    .min();
                let again = stage.meetings().iter().filter(|pair| met.contains(pair));
                assert_eq!(
                    Some(again.count()),
                    possible,
                    "{engines} engines, seed {seed}, {}",
                    stage.name
                );
                let bye = (0..engines).find(|&engine| !plays(engine)).unwrap();
                assert_eq!(
                    Some(byes[bye]),
                    fewest,
                    "{engines} engines, seed {seed}, {}",
                    stage.name
                );
                byes[bye] += 1;
                met.extend(stage.meetings().iter().copied());
            }
        }
    }

    #[test]
    fn winners_meet_winners() {
        let stages = play(8, 3, by_strength).0;
        assert_eq!(stages[0].meetings(), [(0, 4), (1, 5), (2, 6), (3, 7)]);
        assert_eq!(stages[1].meetings(), [(0, 2), (1, 3), (4, 6), (5, 7)]);
        // 0 and 1 have won twice, 2 to 5 once.
        assert_eq!(stages[2].meetings(), [(0, 1), (2, 4), (3, 5), (6, 7)]);
    }

    #[test]
    fn everybody_has_one_bye() {
        let (stages, scores) = play(5, 5, by_strength);
        let idle: HashSet<usize> = stages
            .iter()
            .flat_map(|stage| {
                let plays = |engine: &usize| {
                    let mut meetings = stage.meetings().iter();
                    meetings.any(|&(a, b)| a == *engine || b == *engine)
                };
                (0..5).filter(move |engine| !plays(engine))
            })
            .collect();
        assert_eq!(idle.len(), 5);
        // Everybody has met everybody.
        let all: f64 = scores.iter().map(|score| score.points).sum();
        for score in scores {
            assert_eq!(score.buchholz, all - score.points);
        }
    }

    #[test]
    fn engines_meet_again_only_if_they_must() {
        let stages = play(2, 3, by_strength).0;
        assert!(stages.iter().all(|stage| stage.meetings() == [(0, 1)]));
        assert_eq!(stages.len(), 3);
    }

    #[test]
    fn only_the_meetings_that_cannot_be_avoided_repeat() {
        let order: Vec<usize> = (0..6).collect();
        let totals = [0.0; 6];
        // 5 has met everybody, the others only 5.
        let met: HashSet<_> = (0..5).map(|engine| (engine, 5)).collect();
        let found = pairings(&order, &totals, &met, &[0; 6]).1;
        let repeated = found.iter().filter(|meeting| met.contains(meeting));
        assert_eq!(repeated.count(), 1, "{found:?}");
        let mut playing: Vec<usize> = found.iter().flat_map(|&(a, b)| [a, b]).collect();
        playing.sort_unstable();
        assert_eq!(playing, order);
        // Everybody has met everybody.
        let met: HashSet<_> = (0..6).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        assert_eq!(pairings(&order, &totals, &met, &[0; 6]).1.len(), 3);
    }

    #[test]
    fn the_next_round_waits_for_all_games() {
        let (stages, _) = play(6, 3, |game| by_strength(game).filter(|_| game.game != 7));
        assert_eq!(stages.len(), 2);
    }
}
