use super::*;
use crate::tournament::fixture::{near, wdl};
use crate::tournament::score_to_elo;
use proptest::prelude::*;

/// Rates the engines `a`, `b`, ... from single games: first, second, wins, draws, losses of the first.
fn rate(results: &[(&str, &str, u64, u64, u64)]) -> Vec<Rating> {
    let number = |name: &str| usize::from(name.as_bytes()[0] - b'a');
    let engines = results.iter().flat_map(|&(a, b, ..)| [a, b]).map(number);
    let count = engines.max().map_or(0, |last| last + 1);
    let mut cross = vec![vec![MatchScore::default(); count]; count];
    for &(first, second, wins, draws, losses) in results {
        let (first, second) = (number(first), number(second));
        let score = MatchScore::from(wdl(wins, draws, losses));
        cross[first][second] += score;
        cross[second][first] += score.reversed();
    }
    ratings(&cross)
}

#[test]
fn ratings_of_three_engines_by_hand() {
    // K. Laskos, "EloStat, Bayeselo and Ordo" (2012): 75 %, 75 % and 90 % fit together exactly, since
    // odds of 3 to 1 twice are odds of 9 to 1. Ordo says 190.1 on its own scale.
    let found = rate(&[
        ("a", "b", 18, 9, 3),
        ("b", "c", 18, 9, 3),
        ("a", "c", 24, 6, 0),
    ]);
    let expected = score_to_elo(0.75);
    for (rating, elo) in found.iter().zip([expected, 0.0, -expected]) {
        near(rating.elo.value, elo, 1e-6);
        assert!(!rating.padded && rating.group == 0);
        near(rating.elo.high + rating.elo.low, 2.0 * elo, 1e-6);
    }
    // The one in the middle is the best known.
    assert!(found[1].elo.error() < found[0].elo.error());
}

#[test]
fn ratings_of_two_engines_are_their_difference() {
    let found = rate(&[("a", "b", 869, 357, 646)]);
    let score = (869.0 + 357.0 / 2.0) / 1872.0;
    near(
        found[0].elo.value - found[1].elo.value,
        score_to_elo(score),
        1e-6,
    );
    near(found[0].elo.value, -found[1].elo.value, 1e-9);
    // Each is half the difference with half the error; the error bars of scores are not linear in Elo,
    // but nearly.
    near(2.0 * found[0].elo.error(), 14.2, 0.06);
}

#[test]
fn ratings_of_a_gauntlet_and_of_a_circle_by_hand() {
    // Only the challenger connects the others, so each score alone decides about its difference: 75 %,
    // 50 % and 20 %.
    let found = rate(&[
        ("a", "b", 6, 3, 1),
        ("a", "c", 4, 2, 4),
        ("a", "d", 1, 2, 7),
    ]);
    for (rating, score) in found[1..].iter().zip([0.75, 0.5, 0.2]) {
        near(
            found[0].elo.value - rating.elo.value,
            score_to_elo(score),
            1e-6,
        );
    }
    near(found[0].elo.value - found[1].elo.value, 190.848, 1e-3);
    near(found[3].elo.value - found[0].elo.value, 240.824, 1e-3);
    // Each beats the next one by 3 to 1.
    for rating in rate(&[
        ("a", "b", 3, 0, 1),
        ("b", "c", 3, 0, 1),
        ("c", "a", 3, 0, 1),
    ]) {
        near(rating.elo.value, 0.0, 1e-9);
    }
}

#[test]
fn ratings_where_there_are_none() {
    // Nobody took a point from a: without another draw its rating would be infinite.
    let found = rate(&[("a", "b", 10, 0, 0), ("b", "c", 5, 0, 5)]);
    assert!(found.iter().all(|rating| rating.padded));
    assert!(found[0].elo.value > 300.0 && found[0].elo.value < 1000.0);
    assert!(found[0].elo.error().is_finite() && found[0].elo.error() > 100.0);
    // Ten wins and a draw: odds of 21 to 1.
    near(found[0].elo.value - found[1].elo.value, 528.9, 0.1);
    // Two groups that never met.
    let found = rate(&[("a", "b", 6, 0, 2), ("c", "d", 3, 0, 3)]);
    assert_eq!(
        found.iter().map(|r| r.group).collect::<Vec<_>>(),
        [0, 0, 1, 1]
    );
    near(found[0].elo.value, score_to_elo(0.75) / 2.0, 1e-6);
    near(found[2].elo.value, 0.0, 1e-9);
    assert!(!found[0].padded);
    assert_eq!(ratings(&[]), []);
    let found = ratings(&[vec![MatchScore::default()]]);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].elo.value, 0.0);
}

#[test]
fn performance_against_opponents_of_known_ratings() {
    let of = |opponents: &[(f64, Wdl)]| performance(opponents).unwrap();
    near(
        of(&[(100.0, wdl(3, 0, 1))]).value,
        100.0 + score_to_elo(0.75),
        1e-6,
    );
    // As much above one opponent as below the other.
    let between = of(&[(0.0, wdl(60, 10, 30)), (400.0, wdl(30, 10, 60))]);
    near(between.value, 200.0, 1e-6);
    assert!(between.low < 200.0 && (20.0..80.0).contains(&between.error()));
    // The bounds of Clopper and Pearson, as for a single opponent.
    let best = of(&[(50.0, wdl(10, 0, 0))]);
    assert_eq!(best.value, f64::INFINITY);
    near(best.low, 50.0 + 140.2, 0.1);
    let worst = of(&[(50.0, wdl(0, 0, 4)), (50.0, wdl(0, 0, 6))]);
    near(worst.high, 50.0 - 140.2, 0.1);
    assert_eq!(performance(&[(50.0, wdl(0, 0, 0))]), None);
}

proptest! {
    #[test]
    fn ratings_expect_the_points_that_were_made(
        counts in prop::collection::vec((0u64..6, 0u64..6, 0u64..6), 6),
    ) {
        let names = [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")];
        let results: Vec<_> = names.iter().zip(&counts)
            // A draw each, so that there are finite ratings.
            .map(|(&(first, second), &(w, d, l))| (first, second, w, d + 1, l))
            .collect();
        let found = rate(&results);
        let by_name = |name: &str| &found[usize::from(name.as_bytes()[0] - b'a')];
        let mut surplus = [0.0; 4];
        for &(first, second, wins, draws, losses) in &results {
            let elo = by_name(first).elo.value - by_name(second).elo.value;
            let games = (wins + draws + losses) as f64;
            let more = wins as f64 + draws as f64 / 2.0 - games * elo_to_score(elo);
            surplus[usize::from(first.as_bytes()[0] - b'a')] += more;
            surplus[usize::from(second.as_bytes()[0] - b'a')] -= more;
        }
        for more in surplus {
            prop_assert!(more.abs() < 1e-6, "{surplus:?}");
        }
        prop_assert!(found.iter().map(|r| r.elo.value).sum::<f64>().abs() < 1e-6);
    }
}
