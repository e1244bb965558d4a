use super::*;
use crate::engines::{MoveInfo, Termination};
use crate::tournament::fixture::{near, result as game, wdl};
use crate::tournament::score_to_elo;
use crate::tournament::{EloModel, OpeningStep, Pentanomial, Ply, SprtResult};

const BLACK: Option<Side> = Some(Side::Black);
const WHITE: Option<Side> = Some(Side::White);

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
        GameResult {
            ending: Termination::Void,
            ..game(9, 1, "a", "b", None)
        },
    ];
    let standings = Standings::of(&MatchInfo::default(), &games);
    assert_eq!(standings.engines, ["a", "b", "c"]);
    let against_b = standings.head_to_head(0, 1);
    assert_eq!(against_b.wdl, wdl(1, 1, 3));
    assert_eq!(against_b.black, wdl(1, 0, 1));
    assert_eq!(against_b.white(), wdl(0, 1, 2));
    assert_eq!(against_b.pairs, Pentanomial::from([1, 0, 1, 0, 0, 0]));
    assert!(against_b.paired());
    assert_eq!(standings.head_to_head(1, 0), against_b.reversed());
    assert_eq!(
        standings.head_to_head(2, 0).pairs,
        Pentanomial::from([0, 0, 0, 0, 0, 1])
    );
    assert_eq!(standings.total(0).wdl, wdl(1, 1, 5));
    assert_eq!(standings.black(), wdl(4, 1, 2));
    assert_eq!(standings.head_to_head(1, 1), MatchScore::default());
    assert_eq!(standings.head_to_head(9, 0), MatchScore::default());
}

/// A game that Black wins, with these moves of the opening and of the engines.
fn played(number: u32, black: &str, white: &str, opening: &[&str], moves: &[&str]) -> GameResult {
    let ply = |name: &&str| Ply {
        name: (*name).into(),
        ms: f64::from(number),
        info: MoveInfo::default(),
    };
    GameResult {
        opening_moves: opening.iter().map(|name| (*name).into()).collect(),
        plies: moves.iter().map(ply).collect(),
        ..game(number, number / 2, black, white, BLACK)
    }
}

#[test]
fn repeated_pairs_count_once_for_the_test() {
    let games = [
        played(0, "a", "b", &[], &["h8"]),
        played(1, "b", "a", &[], &["h8"]),
        // The same pair, then one game of it with other moves.
        played(2, "a", "b", &[], &["h8"]),
        played(3, "b", "a", &[], &["h8"]),
        played(4, "a", "b", &[], &["h8"]),
        played(5, "b", "a", &[], &["h9"]),
        // Games without moves of the engines.
        played(6, "a", "b", &[], &[]),
        played(7, "b", "a", &[], &[]),
        played(8, "a", "b", &[], &[]),
        played(9, "b", "a", &[], &[]),
        // A repeated game without a partner.
        played(10, "b", "a", &[], &["h9"]),
    ];
    let standings = Standings::of(&MatchInfo::default(), &games);
    assert_eq!(standings.repeated, 4);
    assert_eq!(standings.head_to_head(0, 1).wdl, wdl(5, 0, 6));
    let distinct = standings.distinct_head_to_head(0, 1);
    assert_eq!(distinct.wdl, wdl(4, 0, 4));
    assert_eq!(distinct.black, wdl(4, 0, 0));
    assert_eq!(distinct.pairs, Pentanomial::from([0, 0, 4, 0, 0, 0]));
    assert_eq!(standings.distinct_head_to_head(1, 0), distinct.reversed());
}

#[test]
fn a_repeated_game_may_have_a_longer_opening() {
    let start = |game: GameResult, start: &str| GameResult {
        start: Some(start.into()),
        ..game
    };
    let games = [
        played(0, "a", "b", &["f5", "d6", "c3"], &["d3", "pass", "c4"]),
        // The opening ends later: by an engine's move, by a forced pass.
        played(2, "a", "b", &["f5", "d6", "c3", "d3"], &["pass", "c4"]),
        played(4, "a", "b", &["f5", "d6", "c3", "d3", "pass"], &["c4"]),
        // Other games: without the pass, from another position, with the same letters.
        played(6, "a", "b", &["f5", "d6", "c3", "d3"], &["c4"]),
        start(
            played(8, "a", "b", &["f5", "d6", "c3"], &["d3", "pass", "c4"]),
            "a position",
        ),
        played(10, "a", "b", &["f5d6", "c3"], &["d3", "pass", "c4"]),
    ];
    let standings = Standings::of(&MatchInfo::default(), &games);
    assert_eq!(standings.repeated, 2);
    assert_eq!(standings.distinct_head_to_head(0, 1).wdl, wdl(4, 0, 0));
}

#[test]
fn an_engine_that_varies_one_colour_only_cannot_turn_the_test() {
    // With Black, a plays another game each time and scores 75 %; with White it always loses the same game.
    let mut standings = Scoreboard::default();
    for pair in 0..440 {
        let moves = pair.to_string();
        let varied = GameResult {
            winner: if pair % 4 == 0 { WHITE } else { BLACK },
            ..played(2 * pair, "a", "b", &[], &[&moves])
        };
        let same = played(2 * pair + 1, "b", "a", &[], &["h8"]);
        // Either game of a pair may end first.
        let mut games = [varied, same];
        games.rotate_left((pair % 2) as usize);
        for game in &games {
            standings.add(game);
        }
    }
    let standings = standings.standings();
    assert_eq!(standings.engines[0], "a");
    assert_eq!(standings.repeated, 439);
    let distinct = standings.distinct_head_to_head(0, 1);
    assert_eq!(distinct.pairs.counts(), [110, 0, 330, 0, 0]);
    assert_eq!(distinct, standings.head_to_head(0, 1));
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized).unwrap();
    let status = sprt.status(&distinct);
    assert!(status.paired);
    assert_eq!(status.verdict, SprtResult::AcceptH0);
}

#[test]
fn games_of_one_colour_are_no_pair() {
    let games = [
        game(0, 0, "a", "b", BLACK),
        game(1, 0, "a", "b", BLACK),
        game(2, 0, "a", "b", BLACK),
        game(3, 0, "b", "a", BLACK),
    ];
    let standings = Standings::of(&MatchInfo::default(), &games);
    let score = standings.head_to_head(0, 1);
    assert_eq!(score.pairs.total(), 1);
    assert_eq!(score.wdl, wdl(3, 0, 1));
    assert!(score.paired());
    let standings = Standings::of(&MatchInfo::default(), &games[..3]);
    assert!(!standings.head_to_head(0, 1).paired());
    let title = MatchInfo {
        engines: vec!["z".into(), "b".into()],
        ..MatchInfo::default()
    };
    let engines = Standings::of(&title, &games).engines;
    assert_eq!(engines, ["z", "b", "a"]);
    assert_eq!(title.heading(&engines), "Tournament of 3 engines");
    assert_eq!(MatchInfo::default().heading(&engines[1..]), "b vs a");
}

#[test]
fn after_an_opening_rule_a_pair_has_exchanged_seats() {
    // The first player of each game; b has Black in both.
    let with = |game: GameResult, first: &str| GameResult {
        opening_steps: vec![OpeningStep {
            engine: first.into(),
            ms: 0.0,
            stones: Vec::new(),
            colour: None,
        }],
        ..game
    };
    let games = [
        with(game(0, 0, "b", "a", BLACK), "a"),
        with(game(1, 0, "b", "a", WHITE), "b"),
        with(game(2, 1, "b", "a", None), "a"),
    ];
    let info = MatchInfo {
        engines: vec!["a".into(), "b".into()],
        ..MatchInfo::default()
    };
    let score = Standings::of(&info, &games).head_to_head(0, 1);
    assert_eq!(score.pairs, Pentanomial::from([0, 0, 1, 0, 0, 0]));
    assert_eq!((score.wdl, score.black), (wdl(1, 1, 1), wdl(0, 0, 0)));
}

#[test]
fn an_engine_is_rated_by_its_own_points() {
    let games = [
        game(0, 0, "bot", "level-1", BLACK),
        game(1, 0, "level-1", "bot", WHITE),
        game(2, 1, "bot", "level-1", BLACK),
        game(3, 1, "level-1", "bot", BLACK),
    ];
    let known = BTreeMap::from([("level-1".to_owned(), 100)]);
    let found = Standings::of(&MatchInfo::default(), &games).performances(&known);
    assert_eq!((found.len(), found[0].0), (1, 0));
    near(found[0].1.value, 100.0 + score_to_elo(0.75), 1e-6);
}
