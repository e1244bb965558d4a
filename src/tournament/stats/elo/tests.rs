//! Published figures of other programs, figures by hand, and laws.

use super::*;
use crate::tournament::fixture::{near, wdl};
use proptest::prelude::*;

fn of_pairs(counts: [u64; 6]) -> Sample {
    Sample::from_pairs(&counts.into()).unwrap()
}

fn of_games(wins: u64, draws: u64, losses: u64) -> Sample {
    Sample::from_games(&wdl(wins, draws, losses)).unwrap()
}

/// Elo, its error and the likelihood of superiority in percent, as they were printed.
#[track_caller]
fn printed(sample: Sample, elo: f64, error: f64, superiority: f64, unit: f64) {
    let half = unit / 2.0 + 1e-9;
    near(sample.elo().value, elo, half);
    near(sample.elo().error(), error, half);
    // cutechess takes the variance of equal engines. In matches of hundreds of games that makes up to 0.1 %.
    let others = if unit > 0.05 { unit } else { half };
    near(100.0 * sample.los(), superiority, others);
}

#[test]
fn a_level_score_is_no_difference_without_a_sign() {
    assert!(score_to_elo(0.5).is_sign_positive());
    near(score_to_elo(0.75), -score_to_elo(0.25), 1e-9);
    near(elo_to_score(score_to_elo(0.6)), 0.6, 1e-12);
}

#[test]
fn games_as_cutechess_printed_them() {
    // Matches that cutechess-cli reported, from the progress notes of the engines Rustic (rustic-book,
    // sprt_results.md) and Midnight (changelog.md): one decimal, and likelihoods that are rounded.
    printed(of_games(869, 357, 646), 41.6, 14.2, 100.0, 0.1);
    printed(of_games(409, 133, 197), 102.5, 23.5, 100.0, 0.1);
    printed(of_games(628, 277, 416), 56.2, 16.8, 100.0, 0.1);
    printed(of_games(449, 275, 276), 60.7, 18.5, 100.0, 0.1);
    printed(of_games(382, 298, 320), 21.6, 18.1, 99.0, 0.1);
    printed(of_games(382, 314, 304), 27.2, 17.9, 99.9, 0.1);
    near(
        100.0 * wdl(869, 357, 646).draw_ratio().unwrap(),
        19.1,
        0.05,
    );
}

#[test]
fn the_likelihood_of_cutechess_is_another_one_in_short_matches() {
    // docs/match-report.md names these figures. cutechess-cli, elo.cpp.
    let cutechess = |wins: f64, losses: f64| {
        50.0 * (1.0 + libm::erf((wins - losses) / f64::sqrt(2.0 * (wins + losses))))
    };
    near(100.0 * of_games(4, 0, 1).los(), 95.3, 0.05);
    near(cutechess(4.0, 1.0), 91.0, 0.05);
    near(100.0 * of_games(382, 298, 320).los(), cutechess(382.0, 320.0), 0.1);
    // 43 pairs with a win each, 5 won and 2 lost, by pairs and by games.
    near(100.0 * of_pairs([2, 0, 43, 0, 0, 5]).los(), 87.5, 0.05);
    near(cutechess(53.0, 47.0), 72.6, 0.05);
}

#[test]
fn pairs_as_fastchess_printed_them() {
    // fastchess, issue 807 (the even pairs all won and lost), pull request 515, and a run in
    // princhess's pull request 343.
    let matches = [
        ([30, 6, 18, 0, 0, 6], [-168.40, 73.37, 0.00], [-170.08, 62.16], wdl(30, 6, 84)),
        ([0, 1, 1, 3, 0, 0], [-34.86, 62.20, 13.18], [-122.84, 215.34], wdl(1, 7, 2)),
        ([1, 22, 5, 47, 21, 4], [8.69, 27.04, 73.60], [15.51, 48.15], wdl(34, 137, 29)),
    ];
    for (counts, [elo, error, superiority], [normalized, normalized_error], games) in matches {
        printed(of_pairs(counts), elo, error, superiority, 0.01);
        let found = of_pairs(counts).normalized_elo().unwrap();
        near(found.value, normalized, 0.005);
        near(found.error(), normalized_error, 0.005);
        assert_eq!(Pentanomial::from(counts).wdl(), games);
    }
    let [first, second, third] = matches.map(|(counts, ..)| Pentanomial::from(counts));
    near(100.0 * first.draw_ratio().unwrap(), 30.0, 0.005);
    near(first.pairs_ratio().unwrap(), 0.17, 0.005);
    assert_eq!(second.pairs_ratio(), Some(0.0));
    near(third.pairs_ratio().unwrap(), 1.09, 0.005);
    assert_eq!(first.wl_dd_ratio(), Some(f64::INFINITY));
    near(second.wl_dd_ratio().unwrap(), 0.33, 0.005);
    near(third.wl_dd_ratio().unwrap(), 0.11, 0.005);
}

#[test]
fn figures_of_the_tests_of_fastchess() {
    // app/tests/elo_test.cpp.
    let normalized = |sample: Sample, value: f64, error: f64| {
        let found = sample.normalized_elo().unwrap();
        near(found.value, value, 0.01);
        near(found.error(), error, 0.01);
    };
    normalized(of_games(76, 123, 89), -20.76, 40.13);
    near(100.0 * of_games(76, 123, 89).los(), 15.53, 0.005);
    normalized(of_games(136, 111, 96), 49.77, 36.77);
    printed(of_games(136, 111, 96), 40.70, 30.43, 99.60, 0.01);
    normalized(of_games(34, 0, 356), -508.44, 34.48);
    let sample = of_pairs([34, 54, 31, 32, 64, 75]);
    normalized(sample, 57.94, 28.28);
    printed(sample, 55.58, 27.65, 100.0, 0.01);
    let sample = of_pairs([332, 433, 457, 41, 333, 334]);
    normalized(sample, -9.17, 10.96);
    printed(sample, -8.64, 10.33, 5.05, 0.01);
    let sample = of_pairs([7895, 8757, 5485, 200, 568, 9999]);
    normalized(sample, -19.01, 2.65);
    near(sample.elo().value, -21.04, 0.01);
    near(sample.elo().error(), 2.95, 0.01);
}

#[test]
fn figures_of_fishtest() {
    // Raw statistics of a finished test on montytest: 13, 37, 50, 25, 3.
    let sample = of_pairs([13, 37, 27, 23, 25, 3]);
    near(sample.mean, 0.43750, 5e-6);
    near(sample.variance, 0.05762, 5e-6);
    near(sample.games * sample.variance, 0.11523, 1e-5);
    near(sample.normalized_elo().unwrap().value, -63.97, 0.005);
    near(score_to_elo(0.43750), -43.6578, 5e-5);
    near(sample.los(), 0.00114, 5e-4);
}

#[test]
fn scores_and_differences_by_hand() {
    near(score_to_elo(0.75), 190.848_501_9, 1e-6);
    near(score_to_elo(10.0 / 11.0), 400.0, 1e-9);
    assert_eq!(score_to_elo(0.5), 0.0);
    near(elo_to_score(400.0), 10.0 / 11.0, 1e-12);
    assert_eq!(score_to_elo(1.2), f64::INFINITY);
    assert_eq!(score_to_elo(-0.2), f64::NEG_INFINITY);
}

#[test]
fn a_clean_sweep_has_a_bound() {
    // The tables of Clopper and Pearson have 0.6915 for ten of ten.
    let sample = of_games(10, 0, 0);
    near(sample.score().low, 0.6915, 5e-5);
    assert_eq!(sample.elo().value, f64::INFINITY);
    near(sample.elo().low, 140.2, 0.1);
    assert_eq!(sample.los(), 1.0);
    assert_eq!(sample.normalized_elo(), None);
    let sample = of_games(0, 0, 10);
    assert_eq!(sample.elo().value, f64::NEG_INFINITY);
    near(sample.elo().high, -140.2, 0.1);
    assert_eq!(sample.los(), 0.0);
    let drawn = of_games(0, 7, 0);
    near(drawn.score().error(), 0.3704, 5e-5);
    assert_eq!(drawn.los(), 0.5);
    // In each of 50 pairs one game each was won.
    let pairs = Sample::from_pairs(&Pentanomial::from([0, 0, 50, 0, 0, 0])).unwrap();
    near(pairs.score().error(), 0.0980, 5e-5);
    assert_eq!(Sample::from_games(&Wdl::default()), None);
    assert_eq!(Sample::from_pairs(&Pentanomial::default()), None);
}

proptest! {
    #[test]
    fn exchanging_the_engines_negates(counts in prop::array::uniform6(0u64..400)) {
        prop_assume!(counts.iter().sum::<u64>() > 0);
        let pairs = Pentanomial::from(counts);
        let (own, other) = (Sample::from_pairs(&pairs).unwrap(), Sample::from_pairs(&pairs.reversed()).unwrap());
        let same = |a: f64, b: f64| a == b || (a - b).abs() < 1e-6 * (1.0 + a.abs());
        prop_assert!(same(own.elo().value, -other.elo().value));
        prop_assert!(same(own.elo().low, -other.elo().high));
        prop_assert!(same(own.los(), 1.0 - other.los()));
        prop_assert_eq!(own.normalized_elo().is_some(), other.normalized_elo().is_some());
        if let (Some(own), Some(other)) = (own.normalized_elo(), other.normalized_elo()) {
            prop_assert!(same(own.value, -other.value));
        }
        prop_assert_eq!(pairs.reversed().reversed(), pairs);
        prop_assert_eq!(pairs.wdl().games(), 2 * pairs.total());
        // The two ways of counting agree about the score.
        prop_assert!(same(own.mean, pairs.wdl().score().unwrap()));
    }

    #[test]
    fn more_of_the_same_games_narrow_the_bars(
        counts in prop::array::uniform3(1u64..200), times in 2u64..9,
    ) {
        let [wins, draws, losses] = counts;
        let few = of_games(wins, draws, losses);
        let many = of_games(wins * times, draws * times, losses * times);
        prop_assert!(many.score().error() < few.score().error());
        let factor = few.score().error() / many.score().error();
        prop_assert!((factor - (times as f64).sqrt()).abs() < 1e-9);
        prop_assert!(many.elo().error() < few.elo().error() || few.elo().error().is_infinite());
        prop_assert!((many.elo().value - few.elo().value).abs() < 1e-9);
        // The likelihood of superiority moves away from one half.
        let (few, many) = (few.los(), many.los());
        prop_assert!((many - 0.5).abs() >= (few - 0.5).abs());
    }

    #[test]
    fn pairs_that_balance_have_narrower_bars_than_games(
        even in 1u64..500, won in 0u64..30, lost in 0u64..30,
    ) {
        // Openings that decide the game for one colour: most pairs have a win each.
        prop_assume!(won + lost < even);
        let pairs = Pentanomial::from([lost, 0, even, 0, 0, won]);
        let by_pairs = Sample::from_pairs(&pairs).unwrap();
        let by_games = Sample::from_games(&pairs.wdl()).unwrap();
        prop_assert!(by_pairs.standard_error() <= by_games.standard_error() + 1e-12);
        prop_assert!((by_pairs.mean - by_games.mean).abs() < 1e-12);
    }

    #[test]
    fn more_wins_are_more_elo(counts in prop::array::uniform3(0u64..300)) {
        let [wins, draws, losses] = counts;
        let better = of_games(wins + 1, draws, losses);
        let worse = of_games(wins, draws, losses + 1);
        let drawn = of_games(wins, draws + 1, losses);
        prop_assert!(better.elo().value > drawn.elo().value);
        prop_assert!(drawn.elo().value > worse.elo().value);
        prop_assert!(better.los() >= worse.los());
    }
}
