use super::*;
use crate::engines::OpeningChoice;
use crate::format::position::parse_position;
use crate::gomoku::Rule;
use crate::tournament::fake_engine::{FakeEngine, Habit, settings};
use crate::tournament::{DrawRule, ResignRule, ResignSide};

fn scheduled(game: u32) -> ScheduledGame {
    ScheduledGame {
        game,
        pair: game / 2,
        round: 0,
        black: 0,
        white: 1,
    }
}

const OTHELLO: Variant = Variant::Othello;
const GOMOKU: Variant = Variant::Gomoku(Rule::Freestyle);

struct Match {
    settings: GameSettings,
    opening: Opening,
    clock: ClockRule,
    /// White's own margin.
    margin: Option<Duration>,
    players: [FakeEngine; 2],
    reusable: [bool; 2],
}

impl Match {
    fn new(variant: Variant, size: u8, black: FakeEngine, white: FakeEngine) -> Self {
        Self {
            settings: settings(variant, size),
            opening: Opening::default(),
            clock: ClockRule::PerMove(Duration::from_millis(100)),
            margin: None,
            players: [black, white],
            reusable: [true; 2],
        }
    }

    fn othello(black: FakeEngine, white: FakeEngine) -> Self {
        Self::new(OTHELLO, 8, black, white)
    }

    fn gomoku(black: FakeEngine, white: FakeEngine) -> Self {
        Self::new(GOMOKU, 15, black, white)
    }

    fn opening(mut self, names: &[&str]) -> Self {
        let size = self.settings.spec.size;
        self.opening.moves = names
            .iter()
            .map(|name| Move::from_name(name, size).unwrap())
            .collect();
        self
    }

    fn play_until(&mut self, stop: &StopToken) -> Option<GameResult> {
        let [black, white] = &mut self.players;
        let player = |name, engine| GamePlayer {
            name,
            engine,
            clock: self.clock,
            margin: self.margin.filter(|_| name == "b"),
        };
        let finished = super::play(
            &self.settings,
            &scheduled(4),
            &self.opening,
            [player("a", black), player("b", white)],
            &mut EndgameSolver::default(),
            stop,
        );
        self.reusable = finished.reusable;
        finished.result
    }

    fn play_unchecked(&mut self) -> GameResult {
        self.play_until(&StopToken::new()).unwrap()
    }

    fn play(&mut self) -> GameResult {
        let played = self.play_unchecked();
        assert_eq!((played.game, played.pair), (4, 2));
        replay(&played);
        played
    }
}

/// Checks that everything in the record is legal.
fn replay(played: &GameResult) {
    let spec = GameSpec {
        variant: played.variant().unwrap(),
        size: played.size,
    };
    let mut record = spec.variant.new_record(spec.size).unwrap();
    if let Some(start) = &played.start {
        record.set_up(&parse_position(start).unwrap()).unwrap();
    }
    let moves = played.moves().unwrap();
    for mv in moves {
        record.play_foul(record.side(), mv).unwrap();
    }
}

fn good() -> FakeEngine {
    FakeEngine::random(1)
}

#[test]
fn random_games_of_othello_end_by_counting() {
    for seed in 0..30 {
        let mut game = Match::othello(FakeEngine::random(seed), FakeEngine::random(seed + 100));
        let played = game.play();
        assert_eq!(played.ending, Termination::Finished);
        let discs = played.discs.unwrap();
        let winner = match discs.signum() {
            1 => Some(Side::Black),
            -1 => Some(Side::White),
            _ => None,
        };
        assert_eq!(played.winner, winner);
        assert_eq!(game.reusable, [true, true]);
        assert_eq!(played.plies[0].ms, 1.5);
    }
}

#[test]
fn forced_passes_are_played_by_the_referee() {
    // Some random games have passes. The fakes assert that they get all of them and are never asked for
    // one.
    let passes: usize = (0..40)
        .map(|seed| {
            let mut game = Match::othello(FakeEngine::random(seed), FakeEngine::random(seed + 7));
            let played = game.play();
            played.plies.iter().filter(|ply| ply.name == "pass").count()
        })
        .sum();
    assert!(passes > 3, "{passes}");
}

#[test]
fn random_games_of_gomoku_end_by_the_rules() {
    let mut endings = std::collections::BTreeSet::new();
    for seed in 0..30 {
        let mut game = Match::new(
            GOMOKU,
            7,
            FakeEngine::random(seed),
            FakeEngine::random(seed + 100),
        );
        let played = game.play();
        assert!(matches!(
            played.ending,
            Termination::Five | Termination::Full
        ));
        assert_eq!(played.winner.is_some(), played.ending == Termination::Five);
        assert_eq!(played.discs, None);
        endings.insert(played.ending);
    }
    assert!(endings.contains(&Termination::Five));
}

#[test]
fn five_in_a_row_wins() {
    let black = FakeEngine::new(Habit::Plays(vec!["a1", "b1", "c1", "d1", "e1"]), 0);
    let white = FakeEngine::new(Habit::Plays(vec!["a3", "b3", "c3", "d3"]), 0);
    let played = Match::gomoku(black, white).play();
    assert_eq!(played.ending, Termination::Five);
    assert_eq!(played.winner, Some(Side::Black));
    assert_eq!(played.detail, "black has five in a row");
    assert_eq!(played.plies.len(), 9);
}

#[test]
fn a_forbidden_point_loses_in_renju() {
    let black = FakeEngine::new(Habit::Plays(vec!["h8", "h9", "i7", "g7", "h7"]), 0);
    let white = FakeEngine::new(Habit::Plays(vec!["a1", "c1", "e1", "g1"]), 0);
    let played = Match::new(Variant::Gomoku(Rule::Renju), 15, black, white).play();
    assert_eq!(played.ending, Termination::Foul);
    assert_eq!(played.winner, Some(Side::White));
    assert_eq!(
        played.detail,
        "black played the forbidden point h7 (double three)"
    );
    assert_eq!(played.plies.len(), 9, "the foul is part of the game");
}

#[test]
fn an_engine_may_have_a_margin_of_its_own() {
    let late = |late: fn(FakeEngine) -> [FakeEngine; 2]| {
        let ms = Duration::from_millis(150);
        let [black, white] = late(FakeEngine::new(Habit::Late(ms), 3));
        let mut game = Match::othello(black, white);
        game.margin = Some(Duration::from_millis(60));
        game.play()
    };
    let white = late(|late| [good(), late]);
    assert_eq!(white.ending, Termination::Finished, "{}", white.detail);
    let black = late(|late| [late, good()]);
    assert_eq!(
        (black.ending, black.winner),
        (Termination::Time, Some(Side::White))
    );
}

#[test]
fn every_misbehaviour_has_its_ending() {
    use Habit::{Fails, FailsAtTheEnd, FailsToTakeMoves, Late, PlaysIllegal, Resigns};
    use Termination::{Crash, Finished, Garbage, Hang, Illegal, Resign, Time};
    let ms = Duration::from_millis;
    let own = "white did it on purpose";
    let off = "white played z9: the point is not on the board";
    let no_pass = "white played pass: a pass is not allowed here";
    // What White does from which move on; the ending, its text up to a bracket and the number of plies, and
    // whether White's engine is used again.
    for (habit, at, ending, detail, plies, reusable) in [
        (
            Late(ms(150)),
            3,
            Time,
            "white exceeded its clock by 50 ms",
            Some(7),
            true,
        ),
        // Within the margin.
        (Late(ms(109)), 0, Finished, "", None, true),
        // No illegal move is in the record.
        (
            PlaysIllegal("a1"),
            0,
            Illegal,
            "white played a1: the move flips no disc",
            Some(1),
            true,
        ),
        (PlaysIllegal("z9"), 0, Illegal, off, Some(1), true),
        (PlaysIllegal("pass"), 2, Illegal, no_pass, Some(5), true),
        (Resigns, 5, Resign, "white resigned", None, true),
        (Fails(Crash), 4, Crash, own, None, false),
        (Fails(Hang), 4, Hang, own, None, false),
        (Fails(Garbage), 4, Garbage, own, None, false),
        (Fails(Garbage), 0, Garbage, own, None, false),
        (
            FailsToTakeMoves,
            2,
            Crash,
            "white closed its output",
            None,
            false,
        ),
        // The game was over.
        (FailsAtTheEnd, 0, Finished, "", None, false),
    ] {
        let mut game = Match::othello(good(), FakeEngine::new(habit, at));
        let played = game.play();
        assert_eq!(played.ending, ending, "{}", played.detail);
        if ending != Finished {
            assert_eq!(played.winner, Some(Side::Black), "{}", played.detail);
            assert_eq!(played.detail.split(" (").next(), Some(detail));
        }
        assert_eq!(plies.unwrap_or(played.plies.len()), played.plies.len());
        assert_eq!(game.reusable, [true, reusable], "{}", played.detail);
    }
}

#[test]
fn the_end_of_the_engines_is_no_part_of_the_game() {
    let slow = Duration::from_secs(3);
    let played = Match::othello(good(), FakeEngine::new(Habit::TakesItsTimeToEnd(slow), 0)).play();
    assert!(played.took < 3000, "{}", played.took);
}

#[test]
fn a_game_that_never_began_is_void() {
    let refuses = || FakeEngine::new(Habit::Refuses, 0);
    // An error in reply to the first request for a move is a refusal, later ones lose the game.
    let fails = |at| FakeEngine::new(Habit::Fails(Termination::Refused), at);
    let text = "does not play this game";
    for (black, white, detail, reusable) in [
        (good(), refuses(), format!("white {text}"), [true, false]),
        (refuses(), good(), format!("black {text}"), [false, true]),
        (
            refuses(),
            refuses(),
            format!("black {text}; white {text}"),
            [false; 2],
        ),
        (
            good(),
            fails(0),
            "white did it on purpose".into(),
            [true, false],
        ),
    ] {
        let mut game = Match::othello(black, white);
        let played = game.play();
        assert!(played.is_void());
        assert_eq!((played.winner, played.detail), (None, detail));
        assert_eq!(game.reusable, reusable);
    }
    let played = Match::othello(good(), fails(1)).play();
    assert_eq!(played.ending, Termination::Garbage);
}

#[test]
fn both_engines_get_the_opening_and_the_side_to_move_is_asked() {
    let mut game =
        Match::gomoku(good(), FakeEngine::new(Habit::Resigns, 0)).opening(&["h8", "i9", "j8"]);
    let played = game.play();
    assert_eq!(played.opening_moves, ["h8", "i9", "j8"]);
    assert!(played.plies.is_empty());
    assert_eq!(played.ending, Termination::Resign);
    assert_eq!(game.players.each_ref().map(|player| player.ended), [1, 1]);
}

#[test]
fn games_start_from_a_given_position() {
    let start = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    let setup = parse_position(start);
    let mut game = Match::othello(good(), good());
    game.opening.start = setup.clone();
    let played = game.play();
    assert_eq!(played.start.as_deref(), Some(start));
    assert_eq!(played.ending, Termination::Finished);
    assert!(played.plies.len() <= 30);
    let mut game = Match::othello(good(), FakeEngine::new(Habit::RefusesPositions, 0));
    game.opening.start = setup;
    let played = game.play();
    assert_eq!(played.detail, "white takes no position");
}

#[test]
fn an_illegal_opening_is_no_fault_of_an_engine() {
    let played = Match::gomoku(good(), good())
        .opening(&["h8", "h8"])
        .play_unchecked();
    assert!(played.is_void());
    assert!(played.detail.contains("move 2 (h8)"));
}

#[test]
fn clocks_run_down_over_moves() {
    let slow = |time| FakeEngine::new(Habit::Late(Duration::from_millis(time)), 0);
    let mut game = Match::gomoku(slow(30), slow(1));
    game.clock = ClockRule::Absolute {
        main: Duration::from_millis(100),
    };
    let played = game.play();
    assert_eq!(played.ending, Termination::Time);
    // 90 ms for three moves, the fourth oversteps by 20 ms.
    assert_eq!(played.plies.len(), 6);
    assert_eq!(played.winner, Some(Side::White));
    assert!(played.detail.contains("by 20 ms"), "{}", played.detail);
}

#[test]
fn without_a_clock_no_engine_loses_on_time() {
    let slow = FakeEngine::new(Habit::Late(Duration::from_secs(3600)), 0);
    let mut game = Match::othello(good(), slow);
    game.clock = ClockRule::Unlimited;
    assert_eq!(game.play().ending, Termination::Finished);
}

#[test]
fn a_game_at_the_move_limit_is_drawn() {
    let mut game = Match::gomoku(good(), good()).opening(&["h8", "i9"]);
    game.settings.max_moves = Some(6);
    let played = game.play();
    assert_eq!(
        (played.ending, played.winner),
        (Termination::MoveLimit, None)
    );
    assert_eq!(played.plies.len(), 4);
}

#[test]
fn an_opening_or_a_forced_pass_may_reach_the_move_limit() {
    let mut game = Match::gomoku(good(), good()).opening(&["h8", "i9", "j8"]);
    game.settings.max_moves = Some(3);
    let played = game.play();
    assert_eq!(
        (played.ending, played.plies.len()),
        (Termination::MoveLimit, 0)
    );
    let play = |seed, limit| {
        let mut game = Match::othello(FakeEngine::random(seed), FakeEngine::random(seed + 7));
        game.settings.max_moves = limit;
        game.play()
    };
    let pass = |game: &GameResult| game.plies.iter().position(|ply| ply.name == "pass");
    let (seed, pass) = (0..40)
        .find_map(|seed| Some((seed, pass(&play(seed, None))?)))
        .expect("a game with a pass");
    let played = play(seed, Some(pass as u32 + 1));
    assert_eq!(played.ending, Termination::MoveLimit);
    assert_eq!(played.plies.len(), pass + 1);
    assert_eq!(played.plies[pass].name, "pass");
}

fn reports(value: Option<f64>, mate: Option<i32>) -> FakeEngine {
    let info = MoveInfo {
        value,
        mate,
        ..MoveInfo::default()
    };
    FakeEngine::new(Habit::Reports(info), 0)
}

#[test]
fn games_are_adjudicated_when_both_engines_agree() {
    let mut game = Match::gomoku(reports(Some(9.0), None), reports(Some(-8.0), None));
    game.settings.adjudication.resign = Some(ResignRule {
        value: 8.0,
        plies: 6,
        side: ResignSide::Both,
    });
    let played = game.play();
    assert_eq!(played.ending, Termination::Adjudicated);
    assert_eq!(played.winner, Some(Side::Black));
    assert_eq!(played.plies.len(), 6);

    let mut game = Match::gomoku(reports(Some(0.1), None), reports(Some(0.0), None));
    game.settings.adjudication.draw = Some(DrawRule {
        value: 0.2,
        plies: 4,
        after: 12,
    });
    let played = game.play();
    assert_eq!(
        (played.ending, played.winner),
        (Termination::Adjudicated, None)
    );
    assert_eq!(played.plies.len(), 12);

    let mut game = Match::gomoku(reports(None, Some(-6)), reports(None, Some(7)));
    game.settings.adjudication.proof = true;
    let played = game.play();
    assert_eq!(played.winner, Some(Side::White));
    assert_eq!(played.plies.len(), 2);
}

#[test]
fn endgames_are_solved_instead_of_played() {
    for seed in 0..6 {
        let mut game = Match::othello(FakeEngine::random(seed), FakeEngine::random(seed + 100));
        game.settings.adjudication.solve = Some(10);
        let played = game.play();
        assert_eq!(played.ending, Termination::Adjudicated);
        let detail = &played.detail;
        assert!(
            detail.starts_with("solved with 10 empty squares: "),
            "{detail}"
        );
        let discs = played.discs.unwrap();
        assert_eq!(played.winner, leader(discs), "{detail}");
        assert!(detail.ends_with(&disc_count(discs)), "{detail}");
    }
}

#[test]
fn scores_that_are_not_numbers_stay_out_of_the_journal() {
    let mut game = Match::othello(
        reports(Some(f64::NAN), None),
        reports(Some(f64::INFINITY), None),
    );
    let played = game.play();
    assert!(played.plies.iter().all(|ply| ply.info.value.is_none()));
    let line = serde_json::to_string(&played).unwrap();
    assert_eq!(serde_json::from_str::<GameResult>(&line).unwrap(), played);
}

#[test]
fn a_stopped_game_has_no_result_and_leaves_the_engines_reusable() {
    let stop = StopToken::new();
    stop.raise();
    let mut game = Match::othello(good(), good());
    game.clock = ClockRule::Unlimited;
    assert!(game.play_until(&stop).is_none());
    assert_eq!(game.reusable, [true, true]);
    assert_eq!(game.players.each_ref().map(|player| player.ended), [1, 1]);
}

#[test]
fn disc_counts_as_text() {
    assert_eq!(disc_count(16), "black wins 40-24");
    assert_eq!(disc_count(-64), "white wins 64-0");
    assert_eq!(disc_count(0), "draw 32-32");
    assert_eq!(leader(-2), Some(Side::White));
}

/// A game by an opening rule in which the players decide like this: `swap`, or points separated by blanks.
fn by_rule(rule: OpeningRule, first: &[&str], second: &[&str]) -> Match {
    let choices = |texts: &[&str]| {
        let point = |name: &str| Move::from_name(name, 15).and_then(Move::vertex).unwrap();
        let choice = |text: &&str| match *text {
            "swap" => OpeningChoice::Swap,
            points => OpeningChoice::Stones(points.split(' ').map(point).collect()),
        };
        texts.iter().map(choice).collect()
    };
    let mut game = Match::gomoku(FakeEngine::random(1), FakeEngine::random(2));
    game.settings.opening_rule = Some(rule);
    game.players[0].choices = choices(first);
    game.players[1].choices = choices(second);
    game
}

#[test]
fn opening_rules_decide_about_the_colours() {
    use OpeningRule::{Swap, Swap2};
    for (rule, first, second, black, stones, story) in [
        (
            Swap,
            &["h8 i9 g7"][..],
            &["swap"][..],
            "b",
            3,
            "b takes Black",
        ),
        (Swap2, &["h8 i9 g7"], &["j8"], "a", 3, "b takes White"),
        (
            Swap2,
            &["h8 i9 g7", "swap"],
            &["j8 k9"],
            "a",
            5,
            "b places j8 k9, a takes Black",
        ),
        (
            Swap2,
            &["h8 i9 g7", "c3"],
            &["j8 k9"],
            "b",
            5,
            "b places j8 k9, a takes White",
        ),
    ] {
        let mut game = by_rule(rule, first, second);
        let played = game.play();
        assert!(matches!(
            played.ending,
            Termination::Five | Termination::Full
        ));
        assert_eq!(played.black, black, "{story}");
        assert_eq!(played.white, if black == "a" { "b" } else { "a" });
        assert_eq!(played.first_player(), "a");
        assert_eq!(played.opening_moves.len(), stones);
        let expected = format!("{rule}: a places h8 i9 g7, {story}");
        assert_eq!(played.opening_story(), expected);
        let fourth = &played.plies[0];
        match story.ends_with("White") {
            true => assert_eq!((fourth.ms, fourth.name.len()), (2.5, 2)),
            false => assert_eq!(fourth.ms, 1.5),
        }
        assert_eq!(game.reusable, [true, true]);
    }
}

#[test]
fn faults_in_an_opening_rule_lose() {
    let mut game = by_rule(OpeningRule::Swap, &["h8 i9 g7"], &["j8 k9"]);
    let played = game.play();
    assert_eq!(played.ending, Termination::Illegal);
    assert_eq!(played.points("a"), Some(1.0));
    assert!(
        played.detail.starts_with("white placed 2 stones"),
        "{}",
        played.detail
    );
    // The decisions before the fault are part of the game.
    assert_eq!(played.opening_story(), "swap: a places h8 i9 g7");
    assert_eq!(played.opening_moves, ["h8", "i9", "g7"]);
    assert_eq!(played.first_player(), "a");
    assert!(played.plies.is_empty());
    let mut late = by_rule(OpeningRule::Swap2, &["h8 i9 g7"], &[]);
    late.players[0].habit = Habit::Late(Duration::from_millis(150));
    let played = late.play();
    assert_eq!(played.ending, Termination::Time);
    assert_eq!(played.points("a"), Some(0.0));
    // After an exchange of colours an engine that fails is still the one to be restarted.
    let mut failing = by_rule(OpeningRule::Swap2, &["h8 i9 g7"], &["swap"]);
    failing.players[0].habit = Habit::Fails(Termination::Crash);
    let played = failing.play();
    assert_eq!(
        (played.ending, played.black.as_str()),
        (Termination::Crash, "b")
    );
    assert_eq!(played.points("a"), Some(0.0));
    assert_eq!(failing.reusable, [false, true]);
}

#[test]
fn clocks_and_margins_stay_with_the_engines_when_colours_are_exchanged() {
    let ms = Duration::from_millis;
    let swap = || by_rule(OpeningRule::Swap, &["h8 i9 g7"], &["swap"]);
    // a takes 60 of its 100 ms for the stones, and 60 again for its first move with White.
    let mut game = swap();
    game.clock = ClockRule::Absolute { main: ms(100) };
    game.players[0].habit = Habit::Late(ms(60));
    let played = game.play();
    assert_eq!(
        (played.ending, played.black.as_str()),
        (Termination::Time, "b")
    );
    assert_eq!(played.points("a"), Some(0.0));
    // b's own margin goes to Black with it.
    let mut game = swap();
    game.margin = Some(ms(60));
    game.players[1].habit = Habit::Late(ms(150));
    let played = game.play();
    assert_ne!(played.ending, Termination::Time, "{}", played.detail);
    // After an answer in the opening, a refusal loses the game.
    let mut game = swap();
    game.players[0].habit = Habit::Fails(Termination::Refused);
    let played = game.play();
    assert_eq!(
        (played.ending, played.points("a")),
        (Termination::Garbage, Some(0.0))
    );
}
