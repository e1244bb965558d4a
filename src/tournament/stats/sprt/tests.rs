//! Published figures of other programs, and laws.

use super::*;
use crate::tournament::Pentanomial;
use crate::tournament::fixture::{near, wdl};
use proptest::prelude::*;

/// A score of pairs: LL, LD, WL, DD, WD, WW.
fn of_pairs(counts: [u64; 6]) -> MatchScore {
    MatchScore::from(Pentanomial::from(counts))
}

/// A score of single games: wins, losses, draws.
fn of_games(wins: u64, losses: u64, draws: u64) -> MatchScore {
    MatchScore::from(wdl(wins, draws, losses))
}

fn llr(score: MatchScore, elo0: f64, elo1: f64, model: EloModel) -> f64 {
    let test = Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap();
    test.status(&score).llr
}

#[test]
fn figures_of_the_tests_of_fastchess() {
    // app/tests/sprt_test.cpp, two decimals.
    use EloModel::{Logistic, Normalized};
    let check = |score, elo0, elo1, model, expected| {
        let within = 0.01 * (1.0 + f64::abs(expected));
        near(llr(score, elo0, elo1, model), expected, within);
    };
    for ([wins, losses, draws], elo0, elo1, model, expected) in [
        ([36433, 36027, 68692], 0.0, 2.0, Normalized, 0.92),
        ([10871, 10650, 20431], -1.75, 0.25, Normalized, 2.30),
        ([4250, 0, 0], 0.0, 10.0, Normalized, 120.56),
        ([21404, 21184, 40708], 0.5, 2.5, Logistic, -1.57),
        ([57433, 57030, 106593], 0.0, 2.0, Logistic, -2.59),
    ] {
        let score = of_games(wins, losses, draws);
        check(score, elo0, elo1, model, expected);
    }
    for (pairs, elo0, elo1, expected) in [
        ([365, 16618, 36029, 200, 16974, 390], 0.0, 2.0, 2.25),
        ([127, 4883, 10311, 401, 5150, 104], -1.75, 0.25, 3.01),
        ([0, 0, 0, 0, 0, 5550], 0.0, 5.0, 111.82),
    ] {
        check(of_pairs(pairs), elo0, elo1, Normalized, expected);
    }
    for (pairs, elo0, elo1, expected) in [
        ([223, 9863, 20279, 1000, 10037, 246], 0.5, 2.5, -3.07),
        ([871, 26175, 55003, 980, 26678, 821], 0.0, 2.0, -4.98),
    ] {
        check(of_pairs(pairs), elo0, elo1, Logistic, expected);
    }
}

#[test]
fn figures_of_fishtest() {
    // Raw statistics of a finished test on montytest: results 13, 37, 50, 25, 3, hypotheses 0 and 4 in
    // normalised Elo, which it gives as 2.716 in logistic Elo.
    let score = of_pairs([13, 37, 27, 23, 25, 3]);
    near(llr(score, 0.0, 4.0, EloModel::Normalized), -0.54912, 5e-6);
    near(llr(score, 0.0, 2.716, EloModel::Logistic), -0.53772, 5e-5);
}

#[test]
fn a_line_of_fastchess() {
    // princhess, pull request 343: pairs 1, 22, 52, 21, 4 with [-5, 0] and bounds that belong to
    // alpha 0.05 and beta 0.1.
    let test = Sprt::new(-5.0, 0.0, 0.05, 0.1, EloModel::Normalized).unwrap();
    let state = test.status(&of_pairs([1, 22, 5, 47, 21, 4]));
    near(state.llr, 0.15, 0.005);
    near(state.lower, -2.25, 0.005);
    near(state.upper, 2.89, 0.005);
    assert_eq!(state.verdict, SprtResult::Continue);
    assert!(state.paired);
    near(state.progress(), 100.0 * 0.15 / 2.89, 0.2);
}

#[test]
fn bounds_and_verdicts() {
    let test = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Logistic).unwrap();
    let (lower, upper) = test.bounds();
    // Wald's bounds for 5 %: the logarithm of 19.
    near(upper, 19f64.ln(), 1e-12);
    near(lower, -upper, 1e-12);
    let verdict = |wins, losses| test.status(&of_games(wins, losses, 1000)).verdict;
    assert_eq!(verdict(500, 500), SprtResult::Continue);
    assert_eq!(verdict(1300, 900), SprtResult::AcceptH1);
    assert_eq!(verdict(900, 1300), SprtResult::AcceptH0);
    let none = test.status(&MatchScore::default());
    assert_eq!((none.llr, none.verdict), (0.0, SprtResult::Continue));
}

#[test]
fn a_shut_out_decides_for_the_winner_however_far_the_hypotheses_are() {
    for model in [EloModel::Normalized, EloModel::Logistic] {
        for (elo0, elo1) in [
            (0.0, 5.0),
            (0.0, 50.0),
            (0.0, 300.0),
            (0.0, 1000.0),
            (-800.0, 800.0),
        ] {
            for score in [of_pairs([10, 0, 0, 0, 0, 0]), of_games(0, 20, 0)] {
                let lost = llr(score, elo0, elo1, model);
                assert!(lost < 0.0, "{lost} for {elo0}, {elo1}, {model:?}");
                let won = llr(score.reversed(), elo0, elo1, model);
                assert!(won > 0.0, "{won} for {elo0}, {elo1}, {model:?}");
            }
        }
    }
}

#[test]
fn what_is_no_test() {
    let error = |elo0, elo1, alpha, beta| {
        let test = Sprt::new(elo0, elo1, alpha, beta, EloModel::Logistic);
        test.unwrap_err().to_string()
    };
    let range = "is out of range; expected a probability between 0 and 1";
    for ((elo0, elo1, alpha, beta), expected) in [
        ((5.0, 0.0, 0.05, 0.05), "elo0=5 must be less than elo1=0"),
        ((0.0, 0.0, 0.05, 0.05), "elo0=0 must be less than elo1=0"),
        ((0.0, 5.0, 0.0, 0.05), &format!("alpha=0 {range}")),
        ((0.0, 5.0, 0.05, 1.0), &format!("beta=1 {range}")),
        (
            (0.0, 5.0, 0.5, 0.5),
            "alpha=0.5 and beta=0.5 must add up to less than 1",
        ),
    ] {
        assert_eq!(error(elo0, elo1, alpha, beta), expected);
    }
    assert!(error(0.0, f64::NAN, 0.05, 0.05).contains("out of range"));
    assert!(error(0.0, 5.0, f64::NAN, 0.05).contains("a probability"));
}

#[test]
fn tests_are_written_with_what_is_not_usual() {
    let test: Sprt = toml::from_str("elo0 = 0.0\nelo1 = 5.0").unwrap();
    assert_eq!(
        test,
        Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized).unwrap()
    );
    let test: Sprt =
        toml::from_str("elo0 = -3\nelo1 = 1\nmodel = \"logistic\"\nbeta = 0.1").unwrap();
    assert_eq!(
        test,
        Sprt::new(-3.0, 1.0, 0.05, 0.1, EloModel::Logistic).unwrap()
    );
    let error = toml::from_str::<Sprt>("elo0 = 5\nelo1 = 0").unwrap_err();
    assert!(error.to_string().contains("must be less"), "{error}");
}

fn any_model() -> impl Strategy<Value = EloModel> {
    prop_oneof![Just(EloModel::Normalized), Just(EloModel::Logistic)]
}

proptest! {
    #[test]
    fn exchanging_engines_and_hypotheses_negates(
        counts in prop::array::uniform6(0u64..300), elo in (-30.0..20.0, 0.5..20.0), model in any_model(),
    ) {
        prop_assume!(counts.iter().sum::<u64>() > 0);
        let (elo0, elo1) = (elo.0, elo.0 + elo.1);
        let score = of_pairs(counts);
        let forward = llr(score, elo0, elo1, model);
        let backward = llr(score.reversed(), -elo1, -elo0, model);
        prop_assert!((forward + backward).abs() < 1e-5 * (1.0 + forward.abs()), "{forward} {backward}");
        let games = MatchScore { pairs: Pentanomial::default(), ..score };
        let forward = llr(games, elo0, elo1, model);
        let backward = llr(games.reversed(), -elo1, -elo0, model);
        prop_assert!((forward + backward).abs() < 1e-5 * (1.0 + forward.abs()), "{forward} {backward}");
    }

    #[test]
    fn a_better_result_is_more_likely_under_h1(
        counts in prop::array::uniform6(1u64..300), model in any_model(),
    ) {
        let [ll, ld, wl, dd, wd, ww] = counts;
        let better = of_pairs([ll - 1, ld, wl, dd, wd, ww + 1]);
        let before = llr(of_pairs(counts), 0.0, 5.0, EloModel::Logistic);
        prop_assert!(llr(better, 0.0, 5.0, EloModel::Logistic) > before || before > 0.0);
        let even = of_pairs([ll, ld, wl, dd, ld, ll]);
        prop_assert!(llr(even, 0.0, 5.0, model) < 0.0);
        prop_assert!(llr(even, -5.0, 5.0, model).abs() < 1e-6);
        let ahead = of_pairs([ll, ld, wl, dd, ld + 50 + wd, ll + 50 + ww]);
        prop_assert!(llr(ahead, -5.0, 0.0, model) > 0.0);
    }

    #[test]
    fn the_ratio_grows_with_the_games(
        counts in prop::array::uniform6(1u64..100), times in 2u64..6, model in any_model(),
    ) {
        let once = llr(of_pairs(counts), 0.0, 5.0, model);
        let more = llr(of_pairs(counts.map(|n| n * times)), 0.0, 5.0, model);
        prop_assert!((more - times as f64 * once).abs() < 1e-6 * (1.0 + more.abs()));
    }

    #[test]
    fn a_distribution_of_most_likelihood_keeps_its_promise(
        counts in prop::array::uniform5(0u64..300), mean in 0.2..0.8, distance in -0.8..0.8,
    ) {
        prop_assume!(counts.iter().sum::<u64>() > 0);
        let observed = Observed::of(&counts);
        let moments = |chances: &[f64]| {
            let parts = || observed.parts.iter().zip(chances);
            let sum: f64 = chances.iter().sum();
            let mean: f64 = parts().map(|((score, _), chance)| score * chance).sum();
            let variance: f64 = parts().map(|((s, _), chance)| chance * (s - mean).powi(2)).sum();
            (sum, mean, variance.sqrt())
        };
        let chances = observed.with_mean(mean);
        let (sum, found, _) = moments(&chances);
        prop_assert!((sum - 1.0).abs() < 1e-9 && (found - mean).abs() < 1e-9, "{sum} {found}");
        prop_assert!(chances.iter().all(|&chance| chance > 0.0));
        let chances = observed.with_distance(distance);
        let (sum, mean, deviation) = moments(&chances);
        prop_assert!((sum - 1.0).abs() < 1e-6, "{sum}");
        let found = (mean - 0.5) / deviation;
        prop_assert!((found - distance).abs() < 1e-3, "{found} {distance}");
    }
}
