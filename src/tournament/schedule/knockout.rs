//! Knockout: the winners of the ties of a round meet in the next one.
//!
//! The order of the engines is the seeding: if the better seed always wins, the first two meet in the final,
//! the first four in the semi-finals, and so on. If the number of engines is not a power of two, the first
//! ones have a bye in the first round. A level tie gets further game pairs, one after the other; if it stays
//! level, the better seed advances.

use crate::tournament::schedule::stage::{ScheduledGame, Stage};

/// The largest number of further game pairs of a level tie.
pub(super) const MAX_TIE_BREAKS: u32 = 8;

/// Two engines of which one advances.
struct Tie {
    /// The better seed first.
    engines: (usize, usize),
    /// Points of the first engine minus those of the second.
    lead: f64,
}

impl Tie {
    fn new(a: usize, b: usize) -> Self {
        let engines = (a.min(b), a.max(b));
        Self { engines, lead: 0.0 }
    }

    fn winner(&self) -> usize {
        let (better, worse) = self.engines;
        if self.lead < 0.0 { worse } else { better }
    }
}

/// The stages up to the first one that is not complete, and the winner if all are complete.
pub(super) fn play(
    engines: usize,
    rounds: u32,
    points: impl Fn(&ScheduledGame) -> Option<f64>,
) -> (Vec<Stage>, Option<usize>) {
    let mut stages: Vec<Stage> = Vec::new();
    // Seeds beyond the number of engines are byes.
    let mut bracket = seeds(engines.next_power_of_two());
    while bracket.len() > 1 {
        let ties = bracket.chunks(2).map(|two| Tie::new(two[0], two[1]));
        let mut ties: Vec<Tie> = ties.collect();
        for attempt in 0..=MAX_TIE_BREAKS {
            let is_level = |tie: &&mut Tie| tie.engines.1 < engines && tie.lead == 0.0;
            let mut level: Vec<&mut Tie> = ties.iter_mut().filter(is_level).collect();
            if level.is_empty() {
                break;
            }
            let meetings = level.iter().map(|tie| tie.engines).collect();
            let name = round_name(bracket.len());
            let stage = match attempt {
                0 => Stage::new(name, meetings, rounds),
                _ => Stage::new(format!("{name}, tie-break {attempt}"), meetings, 1)
                    .marked_as_tie_break(),
            };
            let stage = stage.after(stages.last());
            let found = stage.points(&points);
            stages.push(stage);
            let Some(found) = found else {
                return (stages, None);
            };
            for (tie, [first, second]) in level.iter_mut().zip(found) {
                tie.lead += first - second;
            }
        }
        bracket = ties.iter().map(Tie::winner).collect();
    }
    (
        stages,
        bracket.first().copied().filter(|&winner| winner < engines),
    )
}

/// The seeds from 0 in the order of the bracket.
fn seeds(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let last = 2 * order.len() - 1;
        order = order
            .into_iter()
            .flat_map(|seed| [seed, last - seed])
            .collect();
    }
    order
}

/// The name of a round with this many places in the bracket.
fn round_name(places: usize) -> String {
    match places {
        2 => "Final".into(),
        4 => "Semi-finals".into(),
        8 => "Quarter-finals".into(),
        _ => format!("Round of {places}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Engines of different strength: the one with the lower number wins, but for the surprises.
    fn result(surprises: &[(usize, usize)]) -> impl Fn(&ScheduledGame) -> Option<f64> {
        move |game| {
            let (low, high) = (game.black.min(game.white), game.black.max(game.white));
            let winner = if surprises.contains(&(low, high)) {
                high
            } else {
                low
            };
            Some(f64::from(u8::from(game.black == winner)))
        }
    }

    fn meetings(stages: &[Stage]) -> Vec<&[(usize, usize)]> {
        stages.iter().map(Stage::meetings).collect()
    }

    #[test]
    fn the_best_seeds_meet_last() {
        assert_eq!(seeds(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        let (stages, winner) = play(8, 2, result(&[]));
        let names: Vec<&str> = stages.iter().map(|stage| stage.name.as_str()).collect();
        assert_eq!(names, ["Quarter-finals", "Semi-finals", "Final"]);
        assert_eq!(
            meetings(&stages),
            [
                &[(0, 7), (3, 4), (1, 6), (2, 5)][..],
                &[(0, 3), (1, 2)],
                &[(0, 1)]
            ]
        );
        assert_eq!(winner, Some(0));
        let games: u32 = stages.iter().map(Stage::games).sum();
        assert_eq!(games, 7 * 2 * 2);
        // Numbers go on from stage to stage.
        let numbers: Vec<u32> = stages
            .iter()
            .flat_map(|stage| stage.games_of(crate::tournament::Shard::WHOLE))
            .map(|game| game.game)
            .collect();
        assert!(numbers.into_iter().eq(0..games));
    }

    #[test]
    fn the_first_seeds_have_byes() {
        let (stages, winner) = play(5, 1, result(&[(1, 2)]));
        assert_eq!(
            meetings(&stages),
            [&[(3, 4)][..], &[(0, 3), (1, 2)], &[(0, 2)]]
        );
        assert_eq!(winner, Some(0));
        assert_eq!(play(1, 1, result(&[])).1, Some(0));
        assert_eq!(play(0, 1, result(&[])).1, None);
    }

    #[test]
    fn the_next_round_waits_for_all_games() {
        let all = result(&[]);
        let (stages, winner) = play(4, 1, |game| all(game).filter(|_| game.game != 3));
        assert_eq!((stages.len(), winner), (1, None));
    }

    #[test]
    fn level_ties_go_on() {
        // Drawn in the final until its third tie-break, which the worse seed wins.
        let all = result(&[]);
        let in_time = |game: &ScheduledGame| match game.pair {
            2..5 => Some(0.5),
            5 => Some(f64::from(u8::from(game.black == 1))),
            _ => all(game),
        };
        let (stages, winner) = play(4, 1, in_time);
        assert_eq!(stages.len(), 5);
        assert_eq!(stages[4].name, "Final, tie-break 3");
        assert_eq!(winner, Some(1));
        // Drawn for ever: the better seed.
        let (stages, winner) = play(2, 3, |_| Some(0.5));
        assert_eq!(stages.len(), 1 + MAX_TIE_BREAKS as usize);
        assert_eq!(winner, Some(0));
    }
}
