//! Whole matches between engines in this process.

use super::*;
use crate::engines::{GameSpec, Termination};
use crate::game::{Move, Vertex};
use crate::gomoku::Rule;
use crate::tournament::fake_engine::{FakeEngine, Habit, settings};
use crate::tournament::fixture::{Folder, gomoku};
use crate::tournament::journal;
use crate::tournament::openings::{GeneratorSettings, Opening, OpeningSource};
use crate::tournament::{
    EloModel, MatchStatistics, OpeningOrder, OpeningSymmetry, Standings, TournamentFormat,
    TournamentKind,
};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

#[derive(Default)]
struct Notes {
    started: Vec<u32>,
    /// The number of games of the match when each of them started.
    scheduled: Vec<u32>,
    finished: Vec<u32>,
    /// Raises the stop after this many games.
    stop_after: Option<(usize, StopToken)>,
}

impl MatchObserver for Notes {
    fn game_started(&mut self, game: &ScheduledGame, scheduled: u32) {
        self.started.push(game.game);
        self.scheduled.push(scheduled);
    }

    fn game_finished(&mut self, played: &GameResult, _: &Scoreboard) {
        self.finished.push(played.game);
        if let Some((games, stop)) = &self.stop_after
            && self.finished.len() >= *games
        {
            stop.raise();
        }
    }
}

const SPEC: GameSpec = gomoku(Rule::Freestyle, 7);

fn participant(name: &str, make: impl Fn() -> FakeEngine + Send + Sync + 'static) -> Participant {
    Participant {
        name: name.into(),
        clock: ClockRule::PerMove(Duration::from_secs(1)),
        margin: None,
        restart: false,
        may_announce: false,
        program: Vec::new(),
        data: Vec::new(),
        factory: Box::new(move || Ok(Box::new(make()))),
    }
}

fn format(kind: TournamentKind, rounds: u32) -> TournamentFormat {
    TournamentFormat {
        kind,
        rounds,
        challengers: 1,
    }
}

fn tournament(participants: Vec<Participant>, rounds: u32, source: OpeningSource) -> Match {
    Match {
        info: MatchInfo::default(),
        settings: settings(SPEC.variant, SPEC.size),
        schedule: Schedule::new(
            format(TournamentKind::RoundRobin, rounds),
            participants.len(),
        ),
        participants,
        shard: Shard::WHOLE,
        openings: Openings::new(
            SPEC,
            source,
            OpeningOrder::Sequential,
            OpeningSymmetry::None,
            3,
        ),
        sprt: None,
        concurrency: 3,
        recover: true,
        delays: FailureDelays {
            stop: Duration::ZERO,
            void: Duration::ZERO,
        },
        keeps_games: true,
        log: None,
        cpus: Vec::new(),
        header: header(),
    }
}

/// Two engines that play every game alike, so that a game does not depend on those before it.
fn pair_with(rounds: u32, source: OpeningSource) -> Match {
    let fake = || {
        let mut fake = FakeEngine::random(9);
        fake.fixed = true;
        fake
    };
    let participants = vec![participant("a", fake), participant("b", fake)];
    tournament(participants, rounds, source)
}

/// The same with an opening of its own for every round of a short match.
fn pair(rounds: u32) -> Match {
    let opening = |col| Opening {
        name: format!("{col}"),
        start: None,
        moves: [Vertex::new(3, 3), Vertex::new(col, 0)]
            .map(Move::Place)
            .into(),
    };
    pair_with(rounds, OpeningSource::List((0..7).map(opening).collect()))
}

/// The same with generated openings. They take some time, so a match can be stopped between two games.
fn generated(rounds: u32) -> Match {
    pair_with(rounds, OpeningSource::Generated(GENERATOR))
}

const GENERATOR: GeneratorSettings = GeneratorSettings {
    plies: 2,
    max_imbalance: 50.0,
};

fn run(tournament: &Match) -> (MatchOutcome, Notes) {
    let mut notes = Notes::default();
    let outcome = tournament
        .run(None, tournament.state(), &StopToken::new(), &mut notes)
        .unwrap();
    (outcome, notes)
}

/// What does not depend on the time of day.
fn essence(games: &[GameResult]) -> Vec<(u32, String, Vec<String>, Vec<String>)> {
    let one = |played: &GameResult| {
        (
            played.game,
            format!("{} {} {:?}", played.black, played.white, played.winner),
            played.opening_moves.clone(),
            played.plies.iter().map(|ply| ply.name.clone()).collect(),
        )
    };
    games.iter().map(one).collect()
}

/// Plays a match, or goes on with it, with a journal.
fn run_with(path: &Path, tournament: &Match, stop: &StopToken, notes: &mut Notes) -> MatchOutcome {
    let mut state = tournament.state();
    let journal = Journal::open(path, &header(), true, |game| state.add(&game)).unwrap();
    tournament.run(Some(journal), state, stop, notes).unwrap()
}

fn header() -> JournalHeader {
    JournalHeader::new(serde_json::json!({}), serde_json::json!({}), Shard::WHOLE)
}

#[test]
fn every_game_is_played_once_and_both_games_of_a_pair_have_one_opening() {
    let (outcome, mut notes) = run(&pair(6));
    assert!(outcome.complete);
    assert_eq!(outcome.games.len(), 12);
    assert!(
        outcome
            .games
            .iter()
            .zip(0..)
            .all(|(played, n)| played.game == n)
    );
    for two in outcome.games.chunks(2) {
        assert_eq!(two[0].opening_moves, two[1].opening_moves);
        assert_eq!(two[0].opening_moves.len(), 2);
        assert_eq!(
            (&two[0].black, &two[0].white),
            (&two[1].white, &two[1].black)
        );
    }
    notes.finished.sort_unstable();
    assert_eq!(notes.finished, (0..12).collect::<Vec<_>>());
    assert_eq!(notes.started.len(), 12);
}

#[test]
fn shards_add_up_to_the_match() {
    // Every shard generates the openings of its rounds by itself.
    let whole = essence(&run(&generated(4)).0.games);
    let mut parts = Vec::new();
    for index in 1..=3 {
        let mut part = generated(4);
        part.shard = Shard { index, of: 3 };
        part.concurrency = 1;
        parts.extend(essence(&run(&part).0.games));
    }
    parts.sort();
    assert_eq!(parts, whole);
}

#[test]
fn a_match_that_was_stopped_goes_on() {
    let folder = Folder::new("runner-resume");
    let path = folder.file("journal");
    let mut runs = 0;
    let mut seen = Vec::new();
    loop {
        runs += 1;
        assert!(runs < 50, "the match makes no progress");
        let before = journal::read(&path).map_or(0, |contents| contents.games.len());
        let stop = StopToken::new();
        let mut notes = Notes {
            stop_after: Some((3, stop.clone())),
            ..Notes::default()
        };
        let outcome = run_with(&path, &generated(5), &stop, &mut notes);
        assert!(outcome.games.is_empty(), "they are in the journal");
        assert!(journal::read(&path).unwrap().games.len() >= before + notes.finished.len());
        seen.extend(notes.finished);
        if outcome.complete {
            break;
        }
    }
    assert!(runs > 1);
    seen.sort_unstable();
    assert_eq!(seen, (0..10).collect::<Vec<_>>(), "each game ended once");
    let games: Vec<_> = journal::read(&path).unwrap().games.into_values().collect();
    assert_eq!(essence(&games), essence(&run(&generated(5)).0.games));
}

#[test]
fn a_pair_keeps_its_opening_when_another_would_be_generated() {
    let played = run(&generated(1)).0.games.swap_remove(0);
    // Another seed stands for a version that generates other openings.
    let later = || {
        let mut later = generated(2);
        later.openings = Openings::new(
            SPEC,
            OpeningSource::Generated(GENERATOR),
            OpeningOrder::Sequential,
            OpeningSymmetry::None,
            5,
        );
        later
    };
    let whole = run(&later()).0.games;
    assert_ne!(whole[1].opening_moves, played.opening_moves);
    let mut state = later().state();
    state.add(&played);
    let resumed = later()
        .run(None, state, &StopToken::new(), &mut Notes::default())
        .unwrap();
    assert_eq!(resumed.games.len(), 3);
    assert_eq!(resumed.games[0].opening_moves, played.opening_moves);
    assert_eq!(essence(&resumed.games[1..]), essence(&whole[2..]));
}

/// A tournament of engines that resign at their first move, but for the first two.
fn staged(kind: TournamentKind, rounds: u32) -> Match {
    let names = ["a", "b", "c", "d", "e"];
    let participants = names.map(|name| match name {
        "a" | "b" => participant(name, || FakeEngine::random(1)),
        _ => participant(name, || FakeEngine::new(Habit::Resigns, 0)),
    });
    let mut tournament = tournament(participants.into(), 1, OpeningSource::StartPosition);
    tournament.schedule = Schedule::new(format(kind, rounds), names.len());
    tournament
}

#[test]
fn later_stages_follow_from_the_results() {
    let (outcome, _) = run(&staged(TournamentKind::Swiss, 3));
    assert!(outcome.complete);
    // Two meetings and a bye in each round.
    assert_eq!(outcome.games.len(), 3 * 2 * 2);
    let (outcome, notes) = run(&staged(TournamentKind::Knockout, 2));
    assert!(outcome.complete);
    // No game has a number beyond the number of games.
    let mut started = notes.started.iter().zip(&notes.scheduled);
    assert!(started.all(|(game, scheduled)| game < scheduled));
    assert_eq!(notes.scheduled[0], 4 * 2 * 2);
    assert_eq!(notes.scheduled.last(), Some(&(outcome.games.len() as u32)));
    let meetings: Vec<[&str; 2]> = outcome
        .games
        .iter()
        .map(|game| [game.black.as_str(), game.white.as_str()])
        .collect();
    // Two engines that resign score alike, so their tie goes on to the better seed.
    let first = meetings.iter().position(|names| !names.contains(&"e"));
    assert_eq!(first, Some(2 * (2 + 8)));
    assert_eq!(meetings[20..22], [["a", "d"], ["d", "a"]]);
    assert!(
        meetings[20..28]
            .iter()
            .all(|names| names.contains(&"a") || names.contains(&"b"))
    );
    assert!(
        meetings[28..]
            .iter()
            .all(|names| names.contains(&"a") && names.contains(&"b"))
    );
}

#[test]
fn a_knockout_that_was_stopped_goes_on() {
    let folder = Folder::new("runner-knockout");
    let path = folder.file("journal");
    let mut runs = 0;
    loop {
        runs += 1;
        assert!(runs < 50, "the match makes no progress");
        let stop = StopToken::new();
        let mut notes = Notes {
            stop_after: Some((3, stop.clone())),
            ..Notes::default()
        };
        let tournament = staged(TournamentKind::Knockout, 2);
        if run_with(&path, &tournament, &stop, &mut notes).complete {
            break;
        }
    }
    assert!(runs > 2);
    let games: Vec<_> = journal::read(&path).unwrap().games.into_values().collect();
    assert!(
        games
            .iter()
            .zip(0..)
            .all(|(game, number)| game.game == number)
    );
    let whole = run(&staged(TournamentKind::Knockout, 2)).0.games;
    let names = |games: &[GameResult]| -> Vec<_> {
        let names = games
            .iter()
            .map(|game| (game.black.clone(), game.white.clone()));
        names.take(28).collect()
    };
    assert_eq!(names(&games), names(&whole));
}

#[test]
fn no_stage_follows_a_game_that_never_began() {
    for kind in [TournamentKind::Knockout, TournamentKind::Swiss] {
        let mut tournament = staged(kind, 2);
        tournament.participants[1] = participant("b", || FakeEngine::new(Habit::Refuses, 0));
        tournament.recover = true;
        let (outcome, _) = run(&tournament);
        assert!(!outcome.complete && !outcome.void_games.is_empty());
        let failure = outcome.failure.unwrap();
        assert!(failure.starts_with("a stage needs a game"), "{failure}");
    }
}

#[test]
fn a_match_without_end_begins_at_once() {
    let stop = StopToken::new();
    let mut notes = Notes {
        stop_after: Some((3, stop.clone())),
        ..Notes::default()
    };
    let tournament = generated(u32::MAX);
    assert!(tournament.schedule.games() > 1_000_000_000);
    let outcome = tournament
        .run(None, tournament.state(), &stop, &mut notes)
        .unwrap();
    assert!(!outcome.complete && outcome.games.len() >= 3);
    assert!(outcome.games.iter().all(|result| result.game < 1000));
}

#[test]
fn a_longer_match_goes_on_from_a_shorter_one() {
    let folder = Folder::new("runner-longer");
    let path = folder.file("journal");
    for rounds in [2, 5] {
        let mut notes = Notes::default();
        let outcome = run_with(&path, &pair(rounds), &StopToken::new(), &mut notes);
        assert_eq!(notes.started.len(), if rounds == 2 { 4 } else { 6 });
        assert!(outcome.complete);
        let games = journal::read(&path).unwrap().games;
        assert_eq!(games.len() as u32, 2 * rounds);
    }
}

#[test]
fn engines_are_used_again_unless_they_fail() {
    let counted = |habit: Habit, restart: bool| {
        let made = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&made);
        let mut second = participant("b", move || {
            count.fetch_add(1, Ordering::Relaxed);
            FakeEngine::new(habit.clone(), 2)
        });
        second.restart = restart;
        let participants = vec![participant("a", || FakeEngine::random(1)), second];
        let mut tournament = tournament(participants, 5, OpeningSource::StartPosition);
        tournament.concurrency = 1;
        let (outcome, _) = run(&tournament);
        assert!(outcome.complete && outcome.failure.is_none());
        assert_eq!(outcome.games.len() + outcome.void_games.len(), 10);
        (made.load(Ordering::Relaxed), outcome.games)
    };
    assert_eq!(counted(Habit::Random, false).0, 1);
    assert_eq!(counted(Habit::Random, true).0, 10);
    for ending in [Termination::Crash, Termination::Hang, Termination::Garbage] {
        let (made, games) = counted(Habit::Fails(ending), false);
        assert_eq!(made, 10);
        assert!(games.iter().all(|played| played.ending == ending));
        assert!(games.iter().all(|played| played.points("a") == Some(1.0)));
    }
    assert_eq!(counted(Habit::Refuses, false), (10, Vec::new()));
    assert_eq!(counted(Habit::Late(Duration::from_secs(5)), false).0, 1);
}

#[test]
fn a_game_names_the_engines_that_were_started_again_for_it() {
    for habit in [Habit::EndsBetweenGames, Habit::RefusesAnotherGame] {
        let second = habit.clone();
        let participants = vec![
            participant("a", || FakeEngine::random(1)),
            participant("b", move || FakeEngine::new(second.clone(), 0)),
        ];
        let mut tournament = tournament(participants, 2, OpeningSource::StartPosition);
        tournament.concurrency = 1;
        let games = run(&tournament).0.games;
        assert_eq!(games.len(), 4, "{habit:?}");
        let mut statistics = MatchStatistics::new(&MatchInfo::default());
        for played in &games {
            let expected: &[&str] = if played.game == 0 { &[] } else { &["b"] };
            assert_eq!(
                played.restarted, expected,
                "{habit:?}, game {}",
                played.game
            );
            statistics.add(played);
        }
        let of = |name: &str| {
            let engines = &statistics.standings().engines;
            let index = engines.iter().position(|engine| engine == name).unwrap();
            statistics.engines[index].restarts
        };
        assert_eq!((of("a"), of("b")), (0, 3), "{habit:?}");
    }
}

/// A match without `recover` of a good engine against one that fails. It may end a few games late, since the
/// worker does not wait for the journal.
fn against(habit: Habit, at: usize) -> MatchOutcome {
    let second = participant("b", move || FakeEngine::new(habit.clone(), at));
    let participants = vec![participant("a", || FakeEngine::random(1)), second];
    let mut tournament = tournament(participants, 500, OpeningSource::StartPosition);
    (tournament.concurrency, tournament.recover) = (1, false);
    run(&tournament).0
}

#[test]
fn an_engine_that_fails_again_and_again_ends_the_match() {
    for ending in [Termination::Crash, Termination::Hang, Termination::Memory] {
        let outcome = against(Habit::Fails(ending), 1);
        assert!((3..500).contains(&outcome.games.len()));
        assert!(!outcome.complete);
        let failure = outcome.failure.unwrap();
        assert!(
            failure.starts_with("b failed 3 times in a row: "),
            "{failure}"
        );
    }
    // Faults of play do not end it.
    for habit in [
        Habit::PlaysIllegal("z9"),
        Habit::Fails(Termination::Garbage),
    ] {
        assert_eq!(against(habit, 1).failure, None);
    }
}

#[test]
fn an_engine_that_does_not_play_ends_the_match_and_its_games_are_void() {
    for habit in [Habit::Refuses, Habit::Fails(Termination::Refused)] {
        let outcome = against(habit, 0);
        assert!(outcome.games.is_empty() && !outcome.complete);
        assert!((1..500).contains(&outcome.void_games.len()));
        let failure = outcome.failure.unwrap();
        assert!(failure.starts_with("b does not play: white "), "{failure}");
    }
}

#[test]
fn a_running_engine_that_does_not_start_a_game_is_restarted() {
    let made = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&made);
    let second = participant("b", move || {
        count.fetch_add(1, Ordering::Relaxed);
        FakeEngine::new(Habit::RefusesAnotherGame, 0)
    });
    let participants = vec![participant("a", || FakeEngine::random(1)), second];
    let mut tournament = tournament(participants, 2, OpeningSource::StartPosition);
    (tournament.concurrency, tournament.recover) = (1, false);
    let (outcome, _) = run(&tournament);
    assert!(outcome.complete && outcome.void_games.is_empty());
    assert_eq!(made.load(Ordering::Relaxed), 4);
}

#[test]
fn a_game_whose_engine_ends_just_before_the_stop_does_not_count() {
    // A signal to all processes: the end of the engine is seen first.
    fn raise_later(stop: &StopToken) -> Box<dyn Fn() + Send> {
        let stop = stop.clone();
        Box::new(move || {
            let stop = stop.clone();
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(100));
                stop.raise();
            });
        })
    }
    for (habit, at) in [
        (Habit::Fails(Termination::Crash), 1),
        (Habit::Fails(Termination::Memory), 1),
        (Habit::Refuses, 0),
    ] {
        let stop = StopToken::new();
        let (raised, name) = (stop.clone(), format!("{habit:?}"));
        let second = participant("b", move || {
            let mut fake = FakeEngine::new(habit.clone(), at);
            fake.on_failure = Some(raise_later(&raised));
            fake
        });
        let participants = vec![participant("a", || FakeEngine::random(1)), second];
        let mut tournament = tournament(participants, 5, OpeningSource::StartPosition);
        tournament.concurrency = 1;
        tournament.delays.stop = Duration::from_secs(60);
        let mut notes = Notes::default();
        let outcome = tournament
            .run(None, tournament.state(), &stop, &mut notes)
            .unwrap();
        assert_eq!((notes.started, notes.finished), (vec![0], vec![]), "{name}");
        assert!(!outcome.complete && outcome.failure.is_none(), "{name}");
    }
}

#[test]
fn a_game_that_did_not_begin_is_not_played_again_after_a_stop() {
    let (stop, refusals) = (StopToken::new(), Arc::new(AtomicUsize::new(0)));
    let (raised, count) = (stop.clone(), Arc::clone(&refusals));
    let second = participant("b", move || {
        let mut fake = FakeEngine::new(Habit::RefusesAnotherGame, 0);
        let (raised, count) = (raised.clone(), Arc::clone(&count));
        fake.on_failure = Some(Box::new(move || {
            count.fetch_add(1, Ordering::Relaxed);
            raised.raise();
        }));
        fake
    });
    let participants = vec![participant("a", || FakeEngine::random(1)), second];
    let mut tournament = tournament(participants, 2, OpeningSource::StartPosition);
    tournament.concurrency = 1;
    let mut notes = Notes::default();
    let outcome = tournament
        .run(None, tournament.state(), &stop, &mut notes)
        .unwrap();
    assert_eq!((outcome.games.len(), outcome.void_games.len()), (1, 0));
    assert_eq!(refusals.load(Ordering::Relaxed), 1);
}

#[test]
fn a_short_outage_of_an_engine_costs_few_games() {
    let began = std::time::Instant::now();
    let second = participant("b", move || {
        match began.elapsed() < Duration::from_millis(400) {
            true => FakeEngine::new(Habit::Refuses, 0),
            false => FakeEngine::random(2),
        }
    });
    let participants = vec![participant("a", || FakeEngine::random(1)), second];
    let mut tournament = tournament(participants, 10, OpeningSource::StartPosition);
    tournament.concurrency = 1;
    tournament.delays.void = Duration::from_millis(50);
    let (outcome, _) = run(&tournament);
    assert!(outcome.complete);
    // The pauses end at least 50, 150, 350 and 750 ms after the first game.
    let void = outcome.void_games.len();
    assert!(void <= 4, "{void}");
    assert_eq!(outcome.games.len() + void, 20);
}

#[test]
fn a_stop_ends_the_pause_after_a_game_that_did_not_begin() {
    let stop = StopToken::new();
    let mut notes = Notes {
        stop_after: Some((1, stop.clone())),
        ..Notes::default()
    };
    let participants = vec![
        participant("a", || FakeEngine::random(1)),
        participant("b", || FakeEngine::new(Habit::Refuses, 0)),
    ];
    let mut tournament = tournament(participants, 5, OpeningSource::StartPosition);
    tournament.concurrency = 1;
    tournament.delays.void = Duration::from_secs(60);
    let began = std::time::Instant::now();
    let outcome = tournament
        .run(None, tournament.state(), &stop, &mut notes)
        .unwrap();
    assert_eq!((notes.started, notes.finished), (vec![0], vec![0]));
    assert!(!outcome.complete);
    assert!(began.elapsed() < Duration::from_secs(30));
}

#[test]
fn an_outcome_holds_no_games_if_only_the_observer_needs_them() {
    let mut tournament = pair(2);
    tournament.keeps_games = false;
    let (outcome, notes) = run(&tournament);
    assert!(outcome.complete && outcome.games.is_empty());
    assert_eq!(notes.finished.len(), 4);
}

#[test]
fn a_probe_starts_every_engine_once() {
    let participants = |habit: Habit| {
        let second = participant("b", move || FakeEngine::new(habit.clone(), 0));
        vec![participant("a", || FakeEngine::random(1)), second]
    };
    let probe = |habit| tournament(participants(habit), 1, OpeningSource::StartPosition).probe();
    assert_eq!(probe(Habit::Random).unwrap().len(), 2);
    let error = probe(Habit::Refuses).unwrap_err();
    assert_eq!(error.to_string(), "engine b does not play this game");
}

#[test]
fn a_probe_begins_an_opening_by_the_rule() {
    use crate::engines::OpeningChoice::{Stones, Swap};
    let probe = |choice: crate::engines::OpeningChoice| {
        let second = participant("b", move || {
            let mut fake = FakeEngine::random(2);
            fake.choices = vec![choice.clone()];
            fake
        });
        let mut tournament = tournament(vec![second], 1, OpeningSource::StartPosition);
        tournament.settings.opening_rule = Some(crate::gomoku::OpeningRule::Swap2);
        tournament.probe()
    };
    let stones = |count| Stones((1..=count).map(|at| Vertex::new(at, at)).collect());
    assert_eq!(probe(stones(3)).unwrap().len(), 1);
    for (choice, what) in [
        (stones(1), "placed 1 stone, not three"),
        (Swap, "took Black of an empty board"),
    ] {
        let error = probe(choice).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("engine b cannot begin a game by swap2: it {what}")
        );
    }
}

#[test]
fn a_few_engines_are_kept_running_in_a_round_robin() {
    let made = Arc::new(AtomicUsize::new(0));
    let participants = (0..6)
        .map(|number| {
            let count = Arc::clone(&made);
            participant(&format!("e{number}"), move || {
                count.fetch_add(1, Ordering::Relaxed);
                FakeEngine::random(number)
            })
        })
        .collect();
    let mut tournament = tournament(participants, 1, OpeningSource::StartPosition);
    tournament.concurrency = 1;
    let (outcome, _) = run(&tournament);
    assert_eq!(outcome.games.len(), 30);
    let made = made.load(Ordering::Relaxed);
    assert!((6..30).contains(&made), "{made}");
}

#[test]
fn a_decided_test_ends_the_match() {
    let participants = vec![
        participant("a", || FakeEngine::random(1)),
        participant("b", || FakeEngine::new(Habit::Resigns, 0)),
    ];
    let mut tournament = tournament(participants, 1000, OpeningSource::StartPosition);
    let sprt = Sprt::new(0.0, 50.0, 0.05, 0.05, EloModel::Logistic).unwrap();
    tournament.sprt = Some(sprt);
    let mut notes = Notes::default();
    let folder = Folder::new("runner-sprt");
    let path = folder.file("journal");
    let outcome = run_with(&path, &tournament, &StopToken::new(), &mut notes);
    assert!(!outcome.complete);
    let games = journal::read(&path).unwrap().games;
    assert!(games.len() < 500, "{}", games.len());
    assert_eq!(outcome.sprt.unwrap().verdict, SprtResult::AcceptH1);
    // The game that decides the test is the last one that counts, although others were running: the
    // likelihood ratio may fall below the bound again.
    let info = MatchInfo {
        engines: vec!["a".to_owned(), "b".to_owned()],
        ..MatchInfo::default()
    };
    let verdict = |games: &[GameResult]| {
        let standings = Standings::of(&info, games);
        let status = sprt.status(&standings.distinct_head_to_head(0, 1));
        status.verdict
    };
    let mut in_order = Vec::new();
    Journal::open(&path, &header(), true, |game| in_order.push(game)).unwrap();
    assert_eq!(verdict(&in_order), SprtResult::AcceptH1);
    for length in 0..in_order.len() {
        let verdict = verdict(&in_order[..length]);
        assert_eq!(verdict, SprtResult::Continue, "{length} games");
    }
    // A decided match plays no more games.
    let mut notes = Notes::default();
    let again = run_with(&path, &tournament, &StopToken::new(), &mut notes);
    assert!(notes.started.is_empty());
    assert_eq!(again.sprt, outcome.sprt);
    assert_eq!(journal::read(&path).unwrap().games, games);
}

#[test]
fn an_engine_plays_by_its_own_clock_whatever_its_colour() {
    let slow = || FakeEngine::new(Habit::Late(Duration::from_millis(500)), 0);
    let mut participants = vec![participant("a", slow), participant("b", slow)];
    participants[1].clock = ClockRule::PerMove(Duration::from_millis(100));
    let (outcome, _) = run(&tournament(participants, 1, OpeningSource::StartPosition));
    assert_eq!(outcome.games.len(), 2);
    for played in &outcome.games {
        let found = (played.ending, played.points("a"));
        assert_eq!(found, (Termination::Time, Some(1.0)), "{}", played.detail);
    }
}

#[test]
fn after_an_exchange_of_colours_the_engine_that_fails_is_named() {
    use crate::engines::OpeningChoice::{Stones, Swap};
    let stones = || Stones((1..4).map(|at| Vertex::new(at, at)).collect());
    let starts = AtomicUsize::new(0);
    // It is started for every game, and is the first player of every second one.
    let first = participant("a", move || {
        let mut fake = FakeEngine::new(Habit::Fails(Termination::Crash), 0);
        let is_first = starts.fetch_add(1, Ordering::Relaxed).is_multiple_of(2);
        fake.choices = vec![if is_first { stones() } else { Swap }];
        fake
    });
    let second = participant("b", move || {
        let mut fake = FakeEngine::random(1);
        fake.choices = [Swap, stones()].into_iter().cycle().take(2000).collect();
        fake
    });
    let mut tournament = tournament(vec![first, second], 500, OpeningSource::StartPosition);
    tournament.settings.opening_rule = Some(crate::gomoku::OpeningRule::Swap);
    (tournament.concurrency, tournament.recover) = (1, false);
    let failure = run(&tournament).0.failure.unwrap();
    assert!(
        failure.starts_with("a failed 3 times in a row: "),
        "{failure}"
    );
}

#[test]
fn a_test_does_not_end_a_shard() {
    let participants = vec![
        participant("a", || FakeEngine::random(1)),
        participant("b", || FakeEngine::new(Habit::Resigns, 0)),
    ];
    let mut part = tournament(participants, 100, OpeningSource::StartPosition);
    part.sprt = Some(Sprt::new(0.0, 300.0, 0.05, 0.05, EloModel::Logistic).unwrap());
    part.shard = Shard { index: 1, of: 2 };
    let (outcome, _) = run(&part);
    assert!(outcome.complete && outcome.sprt.is_none());
    assert_eq!(outcome.games.len(), 100);
}
