use super::*;
use std::collections::BTreeSet;

fn stage(kind: TournamentKind, engines: usize, rounds: u32) -> Stage {
    let format = TournamentFormat {
        kind,
        rounds,
        challengers: 1,
    };
    let schedule = Schedule::new(format, engines);
    let mut stages = schedule.stages(|_| None);
    assert_eq!(schedule.games(), stages[0].games());
    stages.remove(0)
}

#[test]
fn every_engine_plays_every_other_with_both_colours() {
    let schedule = stage(TournamentKind::RoundRobin, 4, 3);
    assert_eq!(schedule.games(), 36);
    let games: Vec<_> = schedule.games_of(Shard::WHOLE).collect();
    assert_eq!(games.len(), 36);
    for round in 0..3 {
        let seats: BTreeSet<_> = games
            .iter()
            .filter(|game| game.round == round)
            .map(|game| (game.black, game.white))
            .collect();
        assert_eq!(seats.len(), 12, "each ordered pair once");
    }
    for two in games.chunks(2) {
        assert_eq!(two[0].pair, two[1].pair);
        assert_eq!(two[0].round, two[1].round);
        assert_eq!((two[0].black, two[0].white), (two[1].white, two[1].black));
    }
    assert!(games.iter().zip(0..).all(|(game, n)| game.game == n));
}

#[test]
fn the_first_engine_plays_the_gauntlet() {
    let schedule = stage(TournamentKind::Gauntlet, 4, 2);
    assert_eq!(schedule.games(), 12);
    assert!(
        schedule
            .games_of(Shard::WHOLE)
            .all(|game| game.black == 0 || game.white == 0)
    );
}

#[test]
fn challengers_play_all_others_but_not_one_another() {
    let format = TournamentFormat {
        kind: TournamentKind::Gauntlet,
        rounds: 1,
        challengers: 2,
    };
    let stages = Schedule::new(format, 5).stages(|_| None);
    let meetings = [(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)];
    assert_eq!(stages[0].meetings(), meetings);
}

#[test]
fn shards_have_the_games_that_the_schedule_says() {
    let format = TournamentFormat {
        kind: TournamentKind::RoundRobin,
        rounds: 5,
        challengers: 1,
    };
    let schedule = Schedule::new(format, 3);
    let stage = &schedule.stages(|_| None)[0];
    for of in 1..9 {
        for shard in (1..=of).map(|index| Shard { index, of }) {
            let games = stage.games_of(shard).count();
            assert_eq!(schedule.games_in(shard) as usize, games, "{shard}");
        }
    }
}

#[test]
fn points_belong_to_the_engines_whatever_their_colour() {
    let stage = stage(TournamentKind::RoundRobin, 3, 2);
    // Engine 0 wins with both colours, 1 and 2 draw with Black and lose with White.
    let points = |game: &ScheduledGame| {
        Some(match (game.black, game.white) {
            (0, _) => 1.0,
            (_, 0) => 0.0,
            (1, _) => 1.0,
            _ => 0.5,
        })
    };
    let found = stage.points(points).unwrap();
    assert_eq!(stage.meetings(), [(0, 1), (0, 2), (1, 2)]);
    assert_eq!(found, [[4.0, 0.0], [4.0, 0.0], [3.0, 1.0]]);
    assert_eq!(
        stage.points(|game| points(game).filter(|_| game.game != 7)),
        None
    );
}

#[test]
fn two_engines_play_the_same_games_in_both_kinds() {
    let robin = stage(TournamentKind::RoundRobin, 2, 5);
    assert_eq!(robin, stage(TournamentKind::Gauntlet, 2, 5));
    assert_eq!(robin.games(), 10);
}

#[test]
fn shards_add_up_to_the_match_and_split_no_pair() {
    let schedule = stage(TournamentKind::RoundRobin, 3, 7);
    let mut seen = BTreeSet::new();
    for index in 1..=4 {
        let shard = Shard { index, of: 4 };
        let games: Vec<_> = schedule.games_of(shard).collect();
        assert!(games.chunks(2).all(|two| two[0].pair == two[1].pair));
        for game in games {
            assert!(seen.insert(game.game), "game {} twice", game.game);
        }
    }
    assert_eq!(seen.len() as u32, schedule.games());
}

#[test]
fn a_longer_match_begins_with_the_shorter_one() {
    let short = stage(TournamentKind::RoundRobin, 5, 2);
    let long = stage(TournamentKind::RoundRobin, 5, 9);
    let games: Vec<_> = short.games_of(Shard::WHOLE).collect();
    assert!(long.games_of(Shard::WHOLE).take(games.len()).eq(games));
}

#[test]
fn limits() {
    assert_eq!(stage(TournamentKind::RoundRobin, 1, 9).games(), 0);
    assert_eq!(stage(TournamentKind::Gauntlet, 0, 9).game(0), None);
    assert!(stage(TournamentKind::RoundRobin, 100, u32::MAX).games() > 0);
    for text in ["", "1", "0/4", "5/4", "a/b", "1/0", "-1/2"] {
        let error = text.parse::<Shard>().unwrap_err();
        assert!(error.contains("2/8"), "{error}");
    }
    assert_eq!("3/4".parse(), Ok(Shard { index: 3, of: 4 }));
    assert_eq!(Shard { index: 3, of: 4 }.to_string(), "3/4");
}

#[test]
fn the_number_of_games_grows_with_the_tie_breaks() {
    let schedule = |kind| {
        let format = TournamentFormat {
            kind,
            rounds: 1,
            challengers: 1,
        };
        Schedule::new(format, 4)
    };
    // The first semi-final is level for two game pairs, the final for one.
    let points = |games: u32| {
        move |game: &ScheduledGame| {
            let is_level = matches!(game.pair, 0 | 2 | 4);
            let won = f64::from(u8::from(game.black < game.white));
            (game.game < games).then_some(if is_level { 0.5 } else { won })
        }
    };
    let knockout = schedule(TournamentKind::Knockout);
    let counts = [0, 4, 6, 8, 10, 12].map(|games| knockout.games_with_tie_breaks(points(games)));
    assert_eq!(counts, [6, 8, 10, 10, 12, 12]);
    assert_eq!(knockout.winner(points(12)), Some(0));
    let swiss = schedule(TournamentKind::Swiss);
    assert_eq!(swiss.games_with_tie_breaks(points(4)), swiss.games());
}

#[test]
fn a_swiss_system_of_nobody_has_no_rounds() {
    for engines in 0..2 {
        let format = TournamentFormat {
            kind: TournamentKind::Swiss,
            rounds: u32::MAX,
            challengers: 1,
        };
        assert!(Schedule::new(format, engines).stages(|_| None).is_empty());
    }
}

#[test]
fn stages_do_not_share_rounds() {
    for (kind, expected) in [
        (TournamentKind::Knockout, [vec![0, 1], vec![2, 3]]),
        (TournamentKind::Swiss, [vec![0], vec![1]]),
    ] {
        let format = TournamentFormat {
            kind,
            rounds: 2,
            challengers: 1,
        };
        let better = |game: &ScheduledGame| Some(f64::from(u8::from(game.black < game.white)));
        let stages = Schedule::new(format, 4).stages(better);
        let rounds = stages.iter().map(|stage| {
            let rounds = stage.games_of(Shard::WHOLE).map(|game| game.round);
            Vec::from_iter(rounds.collect::<BTreeSet<u32>>())
        });
        assert_eq!(rounds.collect::<Vec<_>>(), expected, "{kind:?}");
    }
}
