//! Figures that other programs have published, figures by hand, and laws.

use super::*;
use crate::engines::Termination;
use crate::tournament::stats::elo::{elo_of, score_of};
use proptest::prelude::*;

/// Pairs in fastchess's order: LL, LD, WL, DD, WD, WW.
fn pairs([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> Pairs {
    Pairs {
        ll,
        ld,
        wl,
        dd,
        wd,
        ww,
    }
}

fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
    Tally {
        wins,
        draws,
        losses,
    }
}

fn of_pairs(counts: [u64; 6]) -> Sample {
    Sample::of_pairs(&pairs(counts)).unwrap()
}

fn of_games(wins: u64, draws: u64, losses: u64) -> Sample {
    Sample::of_games(&tally(wins, draws, losses)).unwrap()
}

#[track_caller]
fn near(found: f64, expected: f64, within: f64) {
    assert!(
        (found - expected).abs() <= within,
        "found {found}, expected {expected}"
    );
}

/// Elo, its error and the likelihood of superiority in percent, as they were printed.
#[track_caller]
fn printed(sample: Sample, elo: f64, error: f64, superiority: f64, unit: f64) {
    let half = unit / 2.0 + 1e-9;
    near(sample.elo().value, elo, half);
    near(sample.elo().error(), error, half);
    // cutechess leaves the draws out of the likelihood, which makes it another one by up to 0.1 %.
    let others = if unit > 0.05 { unit } else { half };
    near(100.0 * sample.superiority(), superiority, others);
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
        100.0 * tally(869, 357, 646).draw_ratio().unwrap(),
        19.1,
        0.05,
    );
}

#[test]
fn pairs_as_fastchess_printed_them() {
    // fastchess, issue 807 (the even pairs all won and lost), pull request 515, and a run in
    // princhess's pull request 343.
    let sample = of_pairs([30, 6, 18, 0, 0, 6]);
    printed(sample, -168.40, 73.37, 0.00, 0.01);
    let normalized = sample.normalized().unwrap();
    near(normalized.value, -170.08, 0.005);
    near(normalized.error(), 62.16, 0.005);
    let counted = pairs([30, 6, 18, 0, 0, 6]);
    assert_eq!(counted.tally(), tally(30, 6, 84));
    near(100.0 * counted.draw_ratio().unwrap(), 30.0, 0.005);
    near(counted.pairs_ratio().unwrap(), 0.17, 0.005);
    assert_eq!(counted.sharpness(), Some(f64::INFINITY));

    let counted = pairs([0, 1, 1, 3, 0, 0]);
    let sample = Sample::of_pairs(&counted).unwrap();
    printed(sample, -34.86, 62.20, 13.18, 0.01);
    let normalized = sample.normalized().unwrap();
    near(normalized.value, -122.84, 0.005);
    near(normalized.error(), 215.34, 0.005);
    assert_eq!(counted.pairs_ratio(), Some(0.0));
    near(counted.sharpness().unwrap(), 0.33, 0.005);
    assert_eq!(counted.tally(), tally(1, 7, 2));

    let counted = pairs([1, 22, 5, 47, 21, 4]);
    let sample = Sample::of_pairs(&counted).unwrap();
    printed(sample, 8.69, 27.04, 73.60, 0.01);
    let normalized = sample.normalized().unwrap();
    near(normalized.value, 15.51, 0.005);
    near(normalized.error(), 48.15, 0.005);
    near(counted.pairs_ratio().unwrap(), 1.09, 0.005);
    near(counted.sharpness().unwrap(), 0.11, 0.005);
    assert_eq!(counted.tally(), tally(34, 137, 29));
}

#[test]
fn figures_of_the_tests_of_fastchess() {
    // app/tests/elo_test.cpp.
    let normalized = |sample: Sample, value: f64, error: f64| {
        let found = sample.normalized().unwrap();
        near(found.value, value, 0.01);
        near(found.error(), error, 0.01);
    };
    normalized(of_games(76, 123, 89), -20.76, 40.13);
    near(100.0 * of_games(76, 123, 89).superiority(), 15.53, 0.005);
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
    near(sample.normalized().unwrap().value, -63.97, 0.005);
    near(elo_of(0.43750), -43.6578, 5e-5);
    near(sample.superiority(), 0.00114, 5e-4);
}

#[test]
fn scores_and_differences_by_hand() {
    near(elo_of(0.75), 190.848_501_9, 1e-6);
    near(elo_of(10.0 / 11.0), 400.0, 1e-9);
    assert_eq!(elo_of(0.5), 0.0);
    near(score_of(400.0), 10.0 / 11.0, 1e-12);
    assert_eq!(elo_of(1.2), f64::INFINITY);
    assert_eq!(elo_of(-0.2), f64::NEG_INFINITY);
}

#[test]
fn a_clean_sweep_has_a_bound() {
    // The tables of Clopper and Pearson have 0.6915 for ten of ten.
    let sample = of_games(10, 0, 0);
    near(sample.score().low, 0.6915, 5e-5);
    assert_eq!(sample.elo().value, f64::INFINITY);
    near(sample.elo().low, 140.2, 0.1);
    assert_eq!(sample.superiority(), 1.0);
    assert_eq!(sample.normalized(), None);
    let sample = of_games(0, 0, 10);
    assert_eq!(sample.elo().value, f64::NEG_INFINITY);
    near(sample.elo().high, -140.2, 0.1);
    assert_eq!(sample.superiority(), 0.0);
    let drawn = of_games(0, 7, 0);
    assert_eq!(drawn.elo().error(), 0.0);
    assert_eq!(drawn.superiority(), 0.5);
    assert_eq!(Sample::of_games(&Tally::default()), None);
    assert_eq!(Sample::of_pairs(&Pairs::default()), None);
}

fn game(number: u32, pair: u32, black: &str, white: &str, winner: Option<Winner>) -> GameResult {
    GameResult {
        game: number,
        pair,
        black: black.into(),
        white: white.into(),
        variant: "Gomoku".into(),
        size: 15,
        opening: String::new(),
        start: None,
        opening_moves: Vec::new(),
        plies: Vec::new(),
        winner,
        discs: None,
        ending: Termination::Five,
        detail: String::new(),
        began: 0,
        took: 0,
    }
}

const BLACK: Option<Winner> = Some(Winner::Black);
const WHITE: Option<Winner> = Some(Winner::White);

#[test]
fn pairs_are_found_in_any_order() {
    let games = [
        game(0, 0, "a", "b", BLACK),
        game(4, 2, "b", "a", None),
        game(1, 0, "b", "a", BLACK),
        game(2, 1, "a", "b", WHITE),
        // The same number belongs to another pair if other engines play.
        game(6, 0, "c", "a", BLACK),
        game(7, 0, "a", "c", WHITE),
        game(3, 1, "b", "a", BLACK),
        game(8, 5, "b", "b", BLACK),
    ];
    let standings = Standings::of(&Title::default(), &games);
    assert_eq!(standings.engines, ["a", "b", "c"]);
    let against_b = standings.versus(0, 1);
    assert_eq!(against_b.tally, tally(1, 1, 3));
    assert_eq!(against_b.black, tally(1, 0, 1));
    assert_eq!(against_b.white(), tally(0, 1, 2));
    assert_eq!(against_b.pairs, pairs([1, 0, 1, 0, 0, 0]));
    assert!(against_b.paired());
    assert_eq!(standings.versus(1, 0), against_b.reversed());
    assert_eq!(standings.versus(2, 0).pairs, pairs([0, 0, 0, 0, 0, 1]));
    assert_eq!(standings.total(0).tally, tally(1, 1, 5));
    assert_eq!(standings.black(), tally(4, 1, 2));
    assert_eq!(standings.versus(1, 1), Versus::default());
    assert_eq!(standings.versus(9, 0), Versus::default());
}

#[test]
fn games_of_one_colour_are_no_pair() {
    let games = [
        game(0, 0, "a", "b", BLACK),
        game(1, 0, "a", "b", BLACK),
        game(2, 0, "a", "b", BLACK),
        game(3, 0, "b", "a", BLACK),
    ];
    let standings = Standings::of(&Title::default(), &games);
    let versus = standings.versus(0, 1);
    assert_eq!(versus.pairs.total(), 1);
    assert_eq!(versus.tally, tally(3, 0, 1));
    assert!(versus.paired());
    let standings = Standings::of(&Title::default(), &games[..3]);
    assert!(!standings.versus(0, 1).paired());
    let title = Title {
        engines: vec!["z".into(), "b".into()],
        ..Title::default()
    };
    assert_eq!(title.roster(&games), ["z", "b", "a"]);
    assert_eq!(title.heading(&games), "Tournament of 3 engines");
    assert_eq!(Title::default().heading(&games), "a vs b");
}

/// Games between engines `a` to `z`: first, second, wins, draws, losses of the first one.
fn tournament(results: &[(&str, &str, u64, u64, u64)]) -> Vec<Rating> {
    let mut games = Vec::new();
    for &(first, second, wins, draws, losses) in results {
        let all = [(wins, BLACK), (draws, None), (losses, WHITE)];
        for (count, winner) in all {
            for _ in 0..count {
                let number = games.len() as u32;
                games.push(game(number, number, first, second, winner));
            }
        }
    }
    ratings(&Standings::of(&Title::default(), &games))
}

#[test]
fn ratings_of_three_engines_by_hand() {
    // K. Laskos, "EloStat, Bayeselo and Ordo" (2012): 75 %, 75 % and 90 % fit together exactly, since
    // odds of 3 to 1 twice are odds of 9 to 1. Ordo says 190.1 on its own scale.
    let found = tournament(&[
        ("h", "s", 18, 9, 3),
        ("s", "k", 18, 9, 3),
        ("h", "k", 24, 6, 0),
    ]);
    let expected = elo_of(0.75);
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
    let found = tournament(&[("a", "b", 869, 357, 646)]);
    let score = (869.0 + 357.0 / 2.0) / 1872.0;
    near(found[0].elo.value - found[1].elo.value, elo_of(score), 1e-6);
    near(found[0].elo.value, -found[1].elo.value, 1e-9);
    // Each is half the difference with half the error; the error bars of scores are not linear in Elo,
    // but nearly.
    near(2.0 * found[0].elo.error(), 14.2, 0.06);
}

#[test]
fn ratings_where_there_are_none() {
    // Nobody took a point from a: without another draw its rating would be infinite.
    let found = tournament(&[("a", "b", 10, 0, 0), ("b", "c", 5, 0, 5)]);
    assert!(found.iter().all(|rating| rating.padded));
    assert!(found[0].elo.value > 300.0 && found[0].elo.value < 1000.0);
    assert!(found[0].elo.error().is_finite() && found[0].elo.error() > 100.0);
    // Ten wins and a draw: odds of 21 to 1.
    near(found[0].elo.value - found[1].elo.value, 528.9, 0.1);
    // Two groups that never met.
    let found = tournament(&[("a", "b", 6, 0, 2), ("c", "d", 3, 0, 3)]);
    assert_eq!(
        found.iter().map(|r| r.group).collect::<Vec<_>>(),
        [0, 0, 1, 1]
    );
    near(found[0].elo.value, elo_of(0.75) / 2.0, 1e-6);
    near(found[2].elo.value, 0.0, 1e-9);
    assert!(!found[0].padded);
    assert_eq!(ratings(&Standings::of(&Title::default(), &[])), []);
    let alone = Title {
        engines: vec!["a".into()],
        ..Title::default()
    };
    let found = ratings(&Standings::of(&alone, &[]));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].elo.value, 0.0);
}

proptest! {
    #[test]
    fn exchanging_the_engines_negates(counts in prop::array::uniform6(0u64..400)) {
        prop_assume!(counts.iter().sum::<u64>() > 0);
        let pairs = pairs(counts);
        let (own, other) = (Sample::of_pairs(&pairs).unwrap(), Sample::of_pairs(&pairs.reversed()).unwrap());
        let same = |a: f64, b: f64| a == b || (a - b).abs() < 1e-6 * (1.0 + a.abs());
        prop_assert!(same(own.elo().value, -other.elo().value));
        prop_assert!(same(own.elo().low, -other.elo().high));
        prop_assert!(same(own.superiority(), 1.0 - other.superiority()));
        prop_assert_eq!(own.normalized().is_some(), other.normalized().is_some());
        if let (Some(own), Some(other)) = (own.normalized(), other.normalized()) {
            prop_assert!(same(own.value, -other.value));
        }
        prop_assert_eq!(pairs.reversed().reversed(), pairs);
        prop_assert_eq!(pairs.tally().games(), 2 * pairs.total());
        // The two ways of counting agree about the score.
        prop_assert!(same(own.mean, pairs.tally().score().unwrap()));
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
        // And make everybody surer of who is ahead.
        let (few, many) = (few.superiority(), many.superiority());
        prop_assert!((many - 0.5).abs() >= (few - 0.5).abs());
    }

    #[test]
    fn pairs_that_balance_have_narrower_bars_than_games(
        even in 1u64..500, won in 0u64..30, lost in 0u64..30,
    ) {
        // Openings that decide the game for one colour: most pairs have a win each.
        prop_assume!(won + lost < even);
        let pairs = pairs([lost, 0, even, 0, 0, won]);
        let by_pairs = Sample::of_pairs(&pairs).unwrap();
        let by_games = Sample::of_games(&pairs.tally()).unwrap();
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
        prop_assert!(better.superiority() >= worse.superiority());
    }

    #[test]
    fn ratings_expect_the_points_that_were_made(
        counts in prop::collection::vec((0u64..6, 0u64..6, 0u64..6), 6),
    ) {
        let names = [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")];
        let results: Vec<_> = names.iter().zip(&counts)
            // A draw each, so that there are finite ratings.
            .map(|(&(first, second), &(w, d, l))| (first, second, w, d + 1, l))
            .collect();
        let found = tournament(&results);
        let by_name = |name: &str| &found[usize::from(name.as_bytes()[0] - b'a')];
        let mut surplus = [0.0; 4];
        for &(first, second, wins, draws, losses) in &results {
            let elo = by_name(first).elo.value - by_name(second).elo.value;
            let games = (wins + draws + losses) as f64;
            let more = wins as f64 + draws as f64 / 2.0 - games * score_of(elo);
            surplus[usize::from(first.as_bytes()[0] - b'a')] += more;
            surplus[usize::from(second.as_bytes()[0] - b'a')] -= more;
        }
        for more in surplus {
            prop_assert!(more.abs() < 1e-6, "{surplus:?}");
        }
        prop_assert!(found.iter().map(|r| r.elo.value).sum::<f64>().abs() < 1e-6);
    }
}
