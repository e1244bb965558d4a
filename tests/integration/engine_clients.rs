//! Real programs behind `engines::EngineClient`: engines that play, and mock engines that misbehave.

use crate::support::has_tool;
use flipfive::engine::Variant;
use flipfive::engines::Termination::{self, Crash, Garbage, Hang, Refused};
use flipfive::engines::compliance::{self, Status};
use flipfive::engines::{
    BestMove, EngineClient, EngineError, EngineReply, EngineSpec, GameSpec, OpeningChoice,
};
use flipfive::engines::{connect, detect_protocol};
use flipfive::game::{DynRecord, Move, Side, Vertex};
use flipfive::gomoku::{OpeningRule, Rule};
use flipfive::protocol::ProtocolKind::{self, Gomocup, Gtp, NBoard};
use flipfive::search::{Clock, ClockRule};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const EXECUTABLE: &str = env!("CARGO_BIN_EXE_flipfive");

/// Longer than anything here takes on a slow and busy machine.
const LONG: Duration = Duration::from_secs(30);

/// Timeout for engines that will not reply.
const SHORT: Duration = Duration::from_millis(300);

const OTHELLO: GameSpec = GameSpec {
    variant: Variant::Othello,
    size: 8,
};

const fn gomoku(rule: Rule, size: u8) -> GameSpec {
    GameSpec {
        variant: Variant::Gomoku(rule),
        size,
    }
}

fn game_of(kind: ProtocolKind) -> GameSpec {
    match kind {
        Gomocup => gomoku(Rule::Freestyle, 9),
        Gtp | NBoard => OTHELLO,
    }
}

/// Our own executable with these arguments, as an engine of a protocol.
fn ours(kind: ProtocolKind, arguments: &str, more: &str) -> EngineSpec {
    let text = format!(
        "name=engine cmd=\"'{EXECUTABLE}' {arguments}\" proto={} {more}",
        kind.name()
    );
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn mock(kind: ProtocolKind, faults: &str, more: &str) -> Player {
    let arguments = format!("mock --protocol {} {faults}", kind.name());
    connect(&ours(kind, &arguments, more)).unwrap()
}

/// Runs a test for every protocol at the same time, since most of these tests wait.
fn with_every_protocol(check: impl Fn(ProtocolKind) + Sync) {
    std::thread::scope(|scope| {
        for kind in ProtocolKind::ALL {
            let check = &check;
            scope.spawn(move || check(kind));
        }
    });
}

fn clocks(rule: ClockRule) -> [Clock; 2] {
    [Clock::new(rule), Clock::new(rule)]
}

fn unlimited() -> [Clock; 2] {
    clocks(ClockRule::Unlimited)
}

fn fischer(main: u64, increment: u64) -> ClockRule {
    let ms = Duration::from_millis;
    ClockRule::fischer(ms(main), ms(increment), None)
}

/// Starts a game without time limits.
fn begin(player: &mut Player, game: GameSpec) {
    player.new_game(game, &unlimited()[0]).unwrap();
}

/// The move of a player without time limits.
fn go(player: &mut Player, side: Side) -> EngineReply {
    player.go(side, &unlimited(), LONG).unwrap()
}

type Player = Box<dyn EngineClient>;

/// A game between two engines by our rules. Both receive every move, passes too.
struct Game {
    record: Box<dyn DynRecord>,
    clocks: [Clock; 2],
    /// The time that each side has taken.
    used: [Duration; 2],
    turns: Vec<EngineReply>,
}

impl Game {
    fn begin(
        game: GameSpec,
        rule: ClockRule,
        players: &mut [Player; 2],
    ) -> Result<Self, EngineError> {
        let clocks = clocks(rule);
        for player in players.iter_mut() {
            player.new_game(game, &clocks[0])?;
        }
        Ok(Self {
            record: game.variant.new_record(game.size).unwrap(),
            clocks,
            used: [Duration::ZERO; 2],
            turns: Vec::new(),
        })
    }

    fn play_opening(&mut self, names: &str, players: &mut [Player; 2]) {
        for name in names.split_whitespace() {
            let mv = Move::from_name(name, self.record.size()).unwrap();
            let side = self.record.side();
            self.record.play(side, mv).unwrap();
            for player in players.iter_mut() {
                player.play_move(side, mv).unwrap();
            }
        }
    }

    /// Asks the side to move and sends the move to the other engine.
    fn step(&mut self, players: &mut [Player; 2]) -> Result<(), EngineError> {
        let side = self.record.side();
        let turn = players[side.index()].go(side, &self.clocks, LONG)?;
        self.clocks[side.index()].spend(turn.elapsed);
        self.used[side.index()] += turn.elapsed;
        let BestMove::Move(mv) = turn.best_move else {
            panic!("resigned after {} moves", self.turns.len());
        };
        let played = self.record.play(side, mv);
        played.unwrap_or_else(|error| panic!("{side} played {mv:?}: {error}"));
        players[side.other().index()].play_move(side, mv)?;
        self.turns.push(turn);
        Ok(())
    }

    /// Half a second to two by the clocks of these tests, and a second a move without a clock.
    fn check_times(&self) {
        for used in self.used {
            assert!(used < Duration::from_secs(5), "{used:?}");
        }
    }

    /// Plays to the end, or at most this many moves.
    fn play(&mut self, players: &mut [Player; 2], most: usize) -> Result<(), EngineError> {
        while self.record.outcome().is_none() && self.turns.len() < most {
            self.step(players)?;
        }
        for player in players.iter_mut() {
            player.end_game()?;
        }
        Ok(())
    }
}

fn whole_game(game: GameSpec, rule: ClockRule, players: &mut [Player; 2]) -> Game {
    let mut playing = Game::begin(game, rule, players).unwrap();
    playing.play(players, usize::MAX).unwrap();
    playing
}

const PER_MOVE: fn(u64) -> ClockRule = |ms| ClockRule::PerMove(Duration::from_millis(ms));

#[test]
fn mock_engines_play_whole_games_in_every_protocol() {
    for (black, white) in [(Gtp, Gtp), (Gtp, NBoard), (NBoard, Gtp)] {
        for seed in 1..4 {
            let seeds = [format!("--seed {seed}"), format!("--seed {}", seed + 100)];
            let mut players = [mock(black, &seeds[0], ""), mock(white, &seeds[1], "")];
            // The same processes play a second game.
            for _ in 0..2 {
                let game = whole_game(OTHELLO, ClockRule::Unlimited, &mut players);
                assert!(game.turns.len() > 8);
            }
        }
    }
    for (black, white) in [(Gtp, Gomocup), (Gomocup, Gtp)] {
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro] {
            let mut players = [mock(black, "--seed 5", ""), mock(white, "--seed 6", "")];
            for size in [6, 13] {
                let game = whole_game(gomoku(rule, size), PER_MOVE(50), &mut players);
                assert!(game.turns.len() >= 9);
            }
        }
    }
}

#[test]
fn openings_reach_both_engines_with_the_same_points() {
    // The letter I, and rows counted from the top and from the bottom.
    let opening = "h8 i9 j9 a15 o1";
    let game = gomoku(Rule::Freestyle, 15);
    let mut players = [mock(Gtp, "", ""), mock(Gomocup, "", "")];
    let mut playing = Game::begin(game, ClockRule::Unlimited, &mut players).unwrap();
    playing.play_opening(opening, &mut players);
    for _ in 0..6 {
        playing.step(&mut players).unwrap();
    }
    // The first free points of row 1: all three boards are equal.
    let names: Vec<_> = playing.record.moves()[5..]
        .iter()
        .map(|&(_, mv)| mv.to_string())
        .collect();
    assert_eq!(names, ["a1", "b1", "c1", "d1", "e1", "f1"]);
}

#[test]
fn passes_are_sent_or_left_out() {
    let opening = "f5 f6 d3 g5 h5 h4 f7 h6";
    for white in ["", "--no-passes"] {
        let mut players = [mock(Gtp, "", ""), mock(Gtp, white, "")];
        let mut playing = Game::begin(OTHELLO, ClockRule::Unlimited, &mut players).unwrap();
        playing.play_opening(opening, &mut players);
        playing.play(&mut players, usize::MAX).unwrap();
        let passes = playing
            .turns
            .iter()
            .filter(|turn| turn.best_move == BestMove::Move(Move::Pass));
        assert!(passes.count() > 0, "this line of play has passes");
    }
}

/// Checks an error and that it arrived in time.
fn expect(what: &str, kind: ProtocolKind, error: EngineError, ending: Termination, began: Instant) {
    assert_eq!(
        error.termination,
        ending,
        "{what} ({}): {error}",
        kind.title()
    );
    assert!(
        !error.message.is_empty() && !error.message.contains('\n'),
        "{error:?}"
    );
    let took = began.elapsed();
    assert!(
        took < Duration::from_secs(8),
        "{what} ({}): {took:?}",
        kind.title()
    );
}

#[test]
fn every_misbehaviour_in_a_game_has_its_termination() {
    // Faults at the second move.
    let cases = [
        ("--crash-at 2", LONG, Crash),
        ("--hang-at 2", SHORT, Hang),
        ("--garble-at 2", SHORT, Garbage),
        ("--partial-at 2", SHORT, Hang),
        // These end before the timeout.
        ("--flood-at 2", LONG, Garbage),
        ("--flood-reply-at 2", LONG, Garbage),
        ("--late-at 2 60000", SHORT, Hang),
    ];
    with_every_protocol(|kind| {
        for (faults, timeout, ending) in cases {
            let (timeout, ending) = match faults {
                // A line without end is no line.
                "--flood-reply-at 2" if kind != Gtp => (SHORT, Hang),
                _ => (timeout, ending),
            };
            let mut player = mock(kind, faults, "");
            let game = game_of(kind);
            begin(&mut player, game);
            let mut record = game.variant.new_record(game.size).unwrap();
            let first = go(&mut player, Side::Black);
            let BestMove::Move(first) = first.best_move else {
                panic!()
            };
            record.play(Side::Black, first).unwrap();
            let reply = *record.legal().last().unwrap();
            player.play_move(Side::White, reply).unwrap();
            let began = Instant::now();
            let error = player.go(Side::Black, &unlimited(), timeout).unwrap_err();
            expect(faults, kind, error, ending, began);
            let began = Instant::now();
            player.quit();
            assert!(began.elapsed() < Duration::from_secs(3), "{faults}");
            // The client restarts it for another game.
            begin(&mut player, game);
            go(&mut player, Side::Black);
        }
    });
}

/// A Gomocup engine that does `at_begin` at BEGIN. It answers every `INFO time_left` and no other line with `Unknown`.
#[cfg(unix)]
fn gomocup_script(folder: &Path, at_begin: &str) -> Player {
    let script = format!(
        "while read -r line; do\n\
         case $line in\n\
         START*) echo OK;;\n\
         ABOUT*) echo 'name=\"x\"';;\n\
         'INFO time_left'*) echo 'Unknown command';;\n\
         BEGIN*) {at_begin};;\n\
         esac\n\
         done\n"
    );
    let spec = shell(folder, &script, "proto=gomocup startup-timeout=1");
    let mut player = connect(&spec).unwrap();
    begin(&mut player, game_of(Gomocup));
    player
}

#[cfg(unix)]
#[test]
fn an_error_without_a_clock_ends_before_the_longest_move() {
    // The first UNKNOWN is the answer to INFO.
    for answer in ["echo ERROR no; echo thinking", "echo UNKNOWN"] {
        let folder = tempfile::tempdir().unwrap();
        let mut player = gomocup_script(folder.path(), answer);
        let began = Instant::now();
        let error = player.go(Side::Black, &unlimited(), LONG).unwrap_err();
        expect(answer, Gomocup, error, Refused, began);
    }
}

#[cfg(unix)]
#[test]
fn neither_unknown_to_one_info_nor_a_line_about_the_search_shortens_a_move() {
    for answer in ["sleep 1.5; echo 4,4", "echo thinking; sleep 1.5; echo 4,4"] {
        let folder = tempfile::tempdir().unwrap();
        let mut player = gomocup_script(folder.path(), answer);
        let reply = player.go(Side::Black, &unlimited(), LONG);
        assert_eq!(reply.map(|reply| reply.text), Ok("4,4".into()), "{answer}");
    }
    for (answer, hint) in [("true", ""), ("echo thinking", "it wrote \"thinking\"")] {
        let folder = tempfile::tempdir().unwrap();
        let mut player = gomocup_script(folder.path(), answer);
        let began = Instant::now();
        let error = player.go(Side::Black, &unlimited(), SHORT).unwrap_err();
        assert!(error.message.contains(hint), "{error}");
        expect(answer, Gomocup, error, Hang, began);
    }
}

#[test]
fn a_suggested_move_is_accepted() {
    let mut player = mock(Gomocup, "--suggest", "startup-timeout=1");
    for _ in 0..2 {
        begin(&mut player, game_of(Gomocup));
        go(&mut player, Side::Black);
    }
}

#[test]
fn unknown_as_the_answer_to_info_is_no_reply_to_the_request() {
    // The time for a line that cannot be read would end before this move.
    let mut player = mock(Gomocup, "--no-clock --late-at 1 1500", "startup-timeout=1");
    begin(&mut player, game_of(Gomocup));
    go(&mut player, Side::Black);
    // An engine that cannot say when it has read the settings: in its second game, they come with the request.
    let faults = "--no-clock --no-about --late-at 2 1500";
    let mut player = mock(Gomocup, faults, "startup-timeout=1");
    for _ in 0..2 {
        begin(&mut player, game_of(Gomocup));
        go(&mut player, Side::Black);
    }
    let mut player = mock(Gomocup, "--no-clock --hang-at 1", "");
    begin(&mut player, game_of(Gomocup));
    let began = Instant::now();
    let error = player.go(Side::Black, &unlimited(), SHORT).unwrap_err();
    expect("--hang-at 1", Gomocup, error, Hang, began);
}

#[test]
fn a_limit_that_a_gomocup_engine_does_not_know_is_refused() {
    for (faults, more) in [
        ("--no-clock", "depth=3"),
        ("--no-clock", "nodes=9"),
        ("--no-clock", "option.style=1"),
        ("--no-clock --no-about", "depth=3"),
    ] {
        let mut player = mock(Gomocup, faults, &format!("{more} startup-timeout=1"));
        let begun = player.new_game(game_of(Gomocup), &unlimited()[0]);
        let error = begun.unwrap_err();
        assert_eq!(error.termination, Refused, "{faults} {more}: {error}");
        let message = "answers every INFO with UNKNOWN";
        assert!(error.message.contains(message), "{faults} {more}: {error}");
    }
}

#[test]
fn every_misbehaviour_at_the_start_has_its_termination() {
    let cases = [
        ("--refuse", Refused),
        ("--silent-start", Refused),
        ("--exit-at-start", Crash),
        ("--no-read", Refused),
        ("--flood", Refused),
    ];
    with_every_protocol(|kind| {
        for (faults, ending) in cases {
            let began = Instant::now();
            // It need not run out for an engine that ends.
            let timeout = if ending == Crash { 30.0 } else { 0.4 };
            let mut player = mock(kind, faults, &format!("startup-timeout={timeout}"));
            let error = player.new_game(game_of(kind), &unlimited()[0]).unwrap_err();
            if ending == Crash {
                assert!(error.message.contains("exit code 3"), "{error}");
                assert!(error.message.contains("exiting at the start"), "{error}");
            }
            if faults == "--silent-start" {
                assert!(
                    error.message.contains("does it flush its stdout"),
                    "{error}"
                );
            }
            expect(faults, kind, error, ending, began);
        }
    });
}

#[test]
fn illegal_and_late_moves_are_left_to_the_caller() {
    for kind in ProtocolKind::ALL {
        let game = game_of(kind);
        // An illegal move is a move.
        let mut player = mock(kind, "--illegal-at 1", "");
        begin(&mut player, game);
        let center = Vertex::new(4, 4);
        if kind == Gomocup {
            player.play_move(Side::Black, Move::Place(center)).unwrap();
            let turn = go(&mut player, Side::White);
            assert_eq!(turn.best_move, BestMove::Move(Move::Place(center)));
            assert_eq!(turn.describe(), "e5 (answered \"4,4\")");
        } else {
            let turn = go(&mut player, Side::Black);
            let BestMove::Move(mv) = turn.best_move else {
                panic!("{turn:?}")
            };
            let record = game.variant.new_record(game.size).unwrap();
            assert!(record.check(Side::Black, mv).is_err());
        }
        // A timeout may be longer than any clock shows.
        let mut player = mock(kind, "", "");
        begin(&mut player, game);
        player.go(Side::Black, &unlimited(), Duration::MAX).unwrap();
        // A late move within the timeout is a move.
        let mut player = mock(kind, "--late-at 1 300", "");
        let clocks = clocks(PER_MOVE(50));
        player.new_game(game, &clocks[0]).unwrap();
        let turn = player.go(Side::Black, &clocks, LONG).unwrap();
        assert!(turn.elapsed >= Duration::from_millis(290), "{turn:?}");
    }
    let mut player = mock(Gtp, "--resign-at 1", "");
    begin(&mut player, OTHELLO);
    let turn = go(&mut player, Side::Black);
    assert_eq!(turn.best_move, BestMove::Resign);
}

#[test]
fn games_and_settings_that_a_protocol_lacks_are_refused() {
    for (kind, game) in [(Gomocup, OTHELLO), (NBoard, gomoku(Rule::Renju, 15))] {
        let error = mock(kind, "", "")
            .new_game(game, &unlimited()[0])
            .unwrap_err();
        assert_eq!(error.termination, Refused);
    }
    for (kind, more) in [
        (Gtp, "depth=3"),
        (Gtp, "option.komi=7"),
        (Gtp, "init=hello"),
        (NBoard, "nodes=3"),
        (NBoard, "option.a=b"),
        (NBoard, "ponder=on"),
        (Gomocup, "level=3"),
        (Gomocup, "option.rule=77"),
    ] {
        let error = mock(kind, "", more).new_game(game_of(kind), &unlimited()[0]);
        assert_eq!(error.unwrap_err().termination, Refused, "{more}");
    }
}

#[test]
fn clocks_are_rounded_for_engines_that_read_whole_seconds() {
    let half = ClockRule::Absolute {
        main: Duration::from_millis(500),
    };
    let mut player = mock(Gtp, "--whole-seconds", "");
    for rule in [half, fischer(60_500, 100)] {
        player.new_game(OTHELLO, &Clock::new(rule)).unwrap();
        player.go(Side::Black, &clocks(rule), LONG).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn an_engine_that_ended_between_two_games_is_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let id = folder.path().join("id");
    let script = r#"echo $$ >'ID'
    while read -r line; do
        case $line in
            genmove*) printf '= d3\n\n'; exit 7;;
            *) printf '=\n\n';;
        esac
    done"#;
    let script = script.replace("ID", id.to_str().unwrap());
    let mut player = connect(&shell(folder.path(), &script, "proto=gtp")).unwrap();
    for was_restarted in [false, true, true] {
        begin(&mut player, OTHELLO);
        assert_eq!(player.was_restarted(), was_restarted);
        go(&mut player, Side::Black);
        player.end_game().unwrap();
        let id = std::fs::read_to_string(&id).unwrap();
        let began = Instant::now();
        while is_running(id.trim()) {
            assert!(began.elapsed() < LONG, "the script does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[cfg(unix)]
#[test]
fn a_reply_that_was_written_twice_costs_no_later_command() {
    let folder = tempfile::tempdir().unwrap();
    let script = r#"while read -r line; do
        case $line in
            genmove*) printf '= d3\n\n= d3\n\n';;
            *) printf '=\n\n';;
        esac
    done"#;
    let mut player = connect(&shell(folder.path(), script, "proto=gtp")).unwrap();
    for _ in 0..3 {
        begin(&mut player, OTHELLO);
        for _ in 0..2 {
            assert_eq!(go(&mut player, Side::Black).text, "d3");
            // It writes both at once, but they may be read one after the other.
            std::thread::sleep(Duration::from_millis(100));
            player.play_move(Side::White, Move::Pass).unwrap();
        }
    }
}

/// A bridge has another limit for each move.
#[cfg(unix)]
#[test]
fn another_limit_reaches_an_engine_without_time_left() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let script = r#"while read -r line; do
        echo "$line" >>'LOG'
        case $line in
            list_commands) printf '= boardsize\nclear_board\nplay\ngenmove\ntime_settings\n\n';;
            genmove*) printf '= d3\n\n';;
            *) printf '=\n\n';;
        esac
    done"#;
    let script = script.replace("LOG", log.to_str().unwrap());
    let mut player = connect(&shell(folder.path(), &script, "proto=gtp")).unwrap();
    player
        .new_game(OTHELLO, &clocks(PER_MOVE(1000))[0])
        .unwrap();
    for ms in [1000, 2000, 2000, 500] {
        player.go(Side::Black, &clocks(PER_MOVE(ms)), LONG).unwrap();
    }
    drop(player);
    let sent = std::fs::read_to_string(&log).unwrap();
    let limits: Vec<_> = sent
        .lines()
        .filter(|line| line.starts_with("time"))
        .collect();
    let expected = [
        "time_settings 0 1 1",
        "time_settings 0 2 1",
        "time_settings 0 0.5 1",
    ];
    assert_eq!(limits, expected, "{sent}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_exceeds_its_memory_limit_ends_as_such() {
    with_every_protocol(|kind| {
        let mut player = mock(kind, "--exhaust-at 1", "memory-limit=2000");
        begin(&mut player, game_of(kind));
        let began = Instant::now();
        let error = player.go(Side::Black, &unlimited(), LONG).unwrap_err();
        assert!(error.message.contains("memory limit of 2000 MB"), "{error}");
        let ending = Termination::Memory;
        expect("--exhaust-at 1", kind, error, ending, began);
    });
}

#[cfg(target_os = "linux")]
#[test]
fn an_abort_is_the_memory_limit_and_another_signal_may_be() {
    for (signal, ending, message) in [
        (
            "ABRT",
            Termination::Memory,
            " at its memory limit of 500 MB",
        ),
        ("SEGV", Crash, " (perhaps at its memory limit of 500 MB)"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let script = format!("kill -{signal} $$");
        let spec = shell(folder.path(), &script, "proto=gtp memory-limit=500");
        let mut player = connect(&spec).unwrap();
        let error = player.new_game(OTHELLO, &unlimited()[0]).unwrap_err();
        assert_eq!(error.termination, ending, "{signal}: {error}");
        assert!(error.message.contains(message), "{signal}: {error}");
    }
}

/// No clock counts the time of other commands than the request for a move.
#[cfg(unix)]
#[test]
fn the_time_of_other_commands_is_measured() {
    for (kind, answers) in [
        (
            Gtp,
            r"play*) sleep 0.3; printf '=\n\n';; genmove*) printf '= d3\n\n';; *) printf '=\n\n';;",
        ),
        (
            NBoard,
            r#"*game*) sleep 0.3;; ping*) echo "pong ${line#* }";; go*) echo '=== D3';;"#,
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let script = format!("while read -r line; do case $line in {answers} esac; done");
        let spec = shell(folder.path(), &script, &format!("proto={}", kind.name()));
        let mut player = connect(&spec).unwrap();
        begin(&mut player, OTHELLO);
        player.take_longest_command();
        let mv = Move::Place(Vertex::new(3, 2));
        player.play_move(Side::White, mv).unwrap();
        let reply = go(&mut player, Side::Black);
        let longest = player.take_longest_command();
        assert!(longest >= Duration::from_millis(290), "{longest:?}");
        assert!(longest > reply.elapsed, "{longest:?} {reply:?}");
        assert_eq!(player.take_longest_command(), Duration::ZERO);
    }
}

/// The clock runs until the blank line that ends a reply of GTP.
#[cfg(unix)]
#[test]
fn the_end_of_a_reply_takes_time() {
    for reply in [
        r"printf '= d3\n'; sleep 0.4; printf '\n'",
        r"printf '= \n'; sleep 0.2; printf 'play d3\n'; sleep 0.2; printf '\n'",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            "while read -r line; do\n\
             case $line in\n\
             genmove*) {reply};;\n\
             *) printf '=\\n\\n';;\n\
             esac\n\
             done\n"
        );
        let mut player = connect(&shell(folder.path(), &script, "proto=gtp")).unwrap();
        begin(&mut player, OTHELLO);
        let turn = go(&mut player, Side::Black);
        assert_eq!(turn.text, "d3");
        assert!(turn.elapsed >= Duration::from_millis(390), "{turn:?}");
    }
}

#[test]
fn pondering_engines_play_whole_games() {
    let engine = |kind| connect(&ours(kind, "--hash 2", "ponder=on")).unwrap();
    let clock = fischer(1_000, 20);
    for (game, kinds) in [
        (OTHELLO, [Gtp, Gtp]),
        (gomoku(Rule::Standard, 9), [Gtp, Gomocup]),
    ] {
        let mut players = kinds.map(engine);
        for _ in 0..2 {
            let playing = whole_game(game, clock, &mut players);
            playing.check_times();
        }
    }
}

#[test]
fn engines_that_stay_are_killed() {
    with_every_protocol(|kind| {
        let mut player = mock(kind, "--stay", "");
        begin(&mut player, game_of(kind));
        let began = Instant::now();
        player.quit();
        assert!(began.elapsed() < Duration::from_secs(4));
    });
}

#[cfg(unix)]
#[test]
fn an_nboard_engine_that_needs_a_depth_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("engine");
    std::fs::write(
        &script,
        r#"while read -r word number; do
            case $word in
            ping) echo "pong $number" ;;
            go) echo 'warning Must pick a depth with "set depth <n>" first' ;;
            esac
        done"#,
    )
    .unwrap();
    let spec = format!("name=shell proto=nboard cmd='sh {}'", script.display());
    let mut player = connect(&spec.parse().unwrap()).unwrap();
    begin(&mut player, OTHELLO);
    let began = Instant::now();
    let error = player.go(Side::Black, &unlimited(), LONG).unwrap_err();
    assert_eq!(error.termination, Refused);
    assert!(error.message.contains("depth=PLIES"), "{error}");
    assert!(began.elapsed() < LONG / 2);
}

#[cfg(unix)]
#[test]
fn children_of_engines_are_killed_with_them() {
    // A shell that waits for its engine, as start scripts do.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("child");
    let script = format!(
        "{EXECUTABLE} mock --stay & echo $! > {}; wait",
        file.display()
    );
    let spec = format!("name=shell proto=gtp cmd=\"sh -c '{script}'\" startup-timeout=5");
    let mut player = connect(&spec.parse().unwrap()).unwrap();
    // A background process does not read the input of the shell, so nothing replies.
    let error = player.new_game(OTHELLO, &unlimited()[0]).unwrap_err();
    assert!(matches!(error.termination, Refused | Crash), "{error}");
    drop(player);
    let child = std::fs::read_to_string(&file).unwrap();
    let began = Instant::now();
    while is_running(child.trim()) {
        assert!(began.elapsed() < LONG, "process {child} is still running");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The output of an engine ends with the last process that holds it.
#[cfg(unix)]
#[test]
fn an_engine_that_has_ended_is_no_hang_while_its_child_holds_its_output() {
    // The first child is killed with its group; the second one has left the group.
    let mut children = vec![("sleep 60", false)];
    if cfg!(target_os = "linux") {
        children.push(("setsid sleep 20", true));
    }
    let check = |(child, is_left): (&str, bool), at_start: bool, kind: ProtocolKind| {
        let folder = tempfile::tempdir().unwrap();
        // In the second case it begins a reply to `list_commands`.
        let before = if at_start {
            ""
        } else {
            "read -r line; echo '= name'; "
        };
        let script = format!("{before}{child} & exit 3");
        let more = format!("proto={} startup-timeout=60", kind.name());
        let spec = shell(folder.path(), &script, &more);
        let mut player = connect(&spec).unwrap();
        let began = Instant::now();
        let error = player.new_game(game_of(kind), &unlimited()[0]).unwrap_err();
        assert!(error.message.contains("exit code 3"), "{error}");
        let is_held = error.message.contains("held its output open");
        assert_eq!(is_held, is_left, "{error}");
        expect(child, kind, error, Crash, began);
    };
    std::thread::scope(|scope| {
        for (at_start, kind) in [(true, Gtp), (true, NBoard), (true, Gomocup), (false, Gtp)] {
            for &child in &children {
                let check = &check;
                scope.spawn(move || check(child, at_start, kind));
            }
        }
    });
}

#[cfg(unix)]
fn is_running(id: &str) -> bool {
    let mut ps = std::process::Command::new("ps");
    let output = ps.args(["-o", "stat=", "-p", id]).output().unwrap();
    let status = String::from_utf8_lossy(&output.stdout);
    !status.trim().is_empty() && !status.trim().starts_with('Z')
}

#[test]
fn protocols_are_detected() {
    with_every_protocol(|kind| {
        // NBoard engines are silent about unknown commands, so their detection waits for two timeouts.
        let nboard = kind == NBoard;
        let timeout = if nboard { "startup-timeout=0.8" } else { "" };
        let mut spec = ours(kind, &format!("mock --protocol {}", kind.name()), timeout);
        spec.protocol = None;
        assert_eq!(detect_protocol(&spec), Ok(kind));
    });
    let mut spec = ours(Gtp, "mock --exit-at-start", "");
    spec.protocol = None;
    let error = detect_protocol(&spec).unwrap_err();
    assert_eq!(error.termination, Refused);
    assert!(error.message.contains("exit code 3"), "{error}");
    assert!(error.message.contains("exiting at the start"), "{error}");
    spec.command = spec.command.replace("--exit-at-start", "--silent-start");
    spec.startup_timeout = Some(0.3);
    let error = detect_protocol(&spec).unwrap_err();
    assert!(
        error.message.contains("does it flush its stdout"),
        "{error}"
    );
    let spec: EngineSpec = "cmd=/no/where/pbrain-x".parse().unwrap();
    assert_eq!(detect_protocol(&spec), Ok(Gomocup));
}

#[test]
fn our_engine_plays_over_every_protocol() {
    let clock = fischer(400, 10);
    for (black, white) in [(Gtp, NBoard), (NBoard, Gtp)] {
        let engine = |kind| {
            let gtp = kind == Gtp;
            let more = if gtp { "memory=2 analysis=on" } else { "" };
            connect(&ours(kind, "--hash 2", more)).unwrap()
        };
        let mut players = [engine(black), engine(white)];
        let game = whole_game(OTHELLO, clock, &mut players);
        game.check_times();
        // A clock may leave too little time for an iteration.
        let engine = |kind| {
            let analysis = if kind == Gtp { "analysis=on" } else { "" };
            connect(&ours(kind, "--hash 2 --nodes 300", analysis)).unwrap()
        };
        let mut players = [engine(black), engine(white)];
        let game = whole_game(OTHELLO, ClockRule::Unlimited, &mut players);
        for turn in game.turns.iter().take(20) {
            assert!(
                turn.info.value.is_some() && turn.info.nodes.is_some(),
                "{turn:?}"
            );
        }
    }
    for (black, white) in [(Gtp, Gomocup), (Gomocup, Gtp)] {
        let engine = |kind| connect(&ours(kind, "--hash 2 --resign false", "threads=1")).unwrap();
        let mut players = [engine(black), engine(white)];
        let mut game = Game::begin(gomoku(Rule::Renju, 15), clock, &mut players).unwrap();
        game.play_opening("h8 i9 j10", &mut players);
        game.play(&mut players, 16).unwrap();
        let gomocup = usize::from(black != Gomocup);
        // White moves first after the opening.
        let told: Vec<_> = game.turns.iter().skip(1 - gomocup).step_by(2).collect();
        // Only forced moves need no search.
        let searched = told.iter().filter(|turn| turn.info.depth.is_some());
        assert!(2 * searched.count() > told.len(), "{told:?}");
        game.check_times();
    }
}

#[test]
fn limits_reach_our_engine() {
    let most = |kind, more: &str, game: GameSpec| {
        let mut player = connect(&ours(kind, "--hash 2", more)).unwrap();
        begin(&mut player, game);
        go(&mut player, Side::Black).info
    };
    let info = most(NBoard, "depth=4", OTHELLO);
    assert!(info.nodes.is_some_and(|nodes| nodes < 20_000), "{info:?}");
    let info = most(Gtp, "nodes=5000 analysis=on", OTHELLO);
    assert!(info.nodes.is_some_and(|nodes| nodes <= 5000), "{info:?}");
    let mut player = connect(&ours(Gomocup, "--hash 2", "depth=2")).unwrap();
    begin(&mut player, gomoku(Rule::Standard, 15));
    player
        .play_move(Side::Black, Move::Place(Vertex::new(7, 7)))
        .unwrap();
    let info = go(&mut player, Side::White).info;
    assert!(info.depth.is_some_and(|depth| depth <= 2), "{info:?}");
}

/// A bridge to a mock engine of a protocol, as an engine of another one.
fn bridge(from: ProtocolKind, to: ProtocolKind, faults: &str) -> Player {
    // Four levels of quotes; in the inner ones a backslash would have to be doubled.
    let executable = match cfg!(windows) {
        true => EXECUTABLE.replace('\\', "/"),
        false => EXECUTABLE.to_owned(),
    };
    let engine = format!(
        r#"proto={from} cmd=\"\\\"{executable}\\\" mock --protocol {from} {faults}\""#,
        from = from.name()
    );
    connect(&ours(
        to,
        &format!("bridge --to {} --engine '{engine}'", to.name()),
        "",
    ))
    .unwrap()
}

#[test]
fn bridges_carry_games_from_every_protocol_to_every_other_one() {
    let pairs = [(Gtp, NBoard), (NBoard, Gtp), (Gtp, Gomocup), (Gomocup, Gtp)];
    for (from, to) in pairs {
        let game = if from == NBoard || to == NBoard {
            OTHELLO
        } else {
            gomoku(Rule::Standard, 9)
        };
        let mut players = [bridge(from, to, "--seed 1"), mock(Gtp, "--seed 2", "")];
        for _ in 0..2 {
            let playing = whole_game(game, PER_MOVE(500), &mut players);
            assert!(playing.turns.len() >= 8);
        }
    }
}

#[test]
fn a_bridge_carries_two_moves_in_a_row_of_one_side() {
    let mut player = bridge(Gomocup, Gtp, "--seed 1");
    begin(&mut player, gomoku(Rule::Freestyle, 9));
    for col in [2, 6] {
        let black = Move::Place(Vertex::new(col, 4));
        player.play_move(Side::Black, black).unwrap();
    }
    let turn = go(&mut player, Side::White);
    assert!(matches!(turn.best_move, BestMove::Move(Move::Place(_))));
}

#[test]
fn errors_of_an_engine_behind_a_bridge_are_reported() {
    for (from, to, faults) in [
        (Gomocup, Gtp, "--crash-at 1"),
        (Gtp, Gomocup, "--garble-at 1"),
        (Gtp, Gtp, "--refuse"),
    ] {
        let mut player = bridge(from, to, faults);
        begin(&mut player, gomoku(Rule::Freestyle, 9));
        let timeout = Duration::from_secs(4);
        let error = player.go(Side::Black, &unlimited(), timeout).unwrap_err();
        assert_eq!(error.termination, Refused, "{error}");
        assert!(error.message.contains("behind the bridge"), "{error}");
    }
    let mut player = bridge(Gtp, Gtp, "--resign-at 2");
    begin(&mut player, gomoku(Rule::Freestyle, 9));
    go(&mut player, Side::Black);
    player
        .play_move(Side::White, Move::Place(Vertex::new(8, 8)))
        .unwrap();
    let turn = go(&mut player, Side::Black);
    assert_eq!(turn.best_move, BestMove::Resign);
}

/// The exit code, stdout and stderr of a bridge to a mock engine, which gets these lines.
fn bridge_answers(proto: &str, arguments: &str, input: &str) -> (Option<i32>, String, String) {
    let engine = format!("proto={proto} cmd='{EXECUTABLE} mock --protocol {proto} --seed 1'");
    let mut child = Command::new(EXECUTABLE)
        .args(["bridge", "--engine", &engine])
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A bridge that does not start reads nothing.
    let _ = child
        .stdin
        .take()
        .unwrap()
        .write_all(input.replace(';', "\n").as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn a_bridge_plays_a_game_that_the_engine_has() {
    let gtp = "gogui-rules_game_id;gogui-rules_board_size;boardsize 8;clear_board;genmove b;";
    for (proto, game, size) in [("gomocup", "Gomoku", 15), ("nboard", "Othello", 8)] {
        let (code, out, err) = bridge_answers(proto, "--to gtp", gtp);
        assert_eq!(code, Some(0), "{err}");
        let expected = format!("= {game}\n\n= {size}\n\n=\n\n=\n\n= ");
        assert!(out.starts_with(&expected), "{proto}: {out}");
    }
    for (proto, arguments, message) in [
        (
            "gomocup",
            "--game othello",
            "cannot play Othello, since its protocol is Gomocup; expected one of: gomoku, ",
        ),
        (
            "nboard",
            "--game renju",
            "cannot play Renju, since its protocol is NBoard; expected one of: othello",
        ),
        ("gomocup", "--to nboard", "expected one of: gtp, gomocup"),
        ("nboard", "--to gomocup", "expected one of: gtp, nboard"),
        (
            "nboard",
            "--size 9",
            "--size: unacceptable size: Othello is played on 8",
        ),
        (
            "gtp",
            "--to nboard --game caro",
            "the protocol does not have Caro",
        ),
    ] {
        let (code, _, err) = bridge_answers(proto, arguments, "");
        assert_eq!(code, Some(2), "{proto} {arguments}: {err}");
        assert!(err.contains(message), "{proto} {arguments}: {err}");
    }
}

/// The default time for a move, less the reserve for delays, is below one second, the least that an NBoard engine gets.
#[test]
fn a_bridge_does_not_warn_of_a_loss_on_time() {
    let (code, out, err) = bridge_answers("nboard", "--to gtp", "genmove b;");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.starts_with("= "), "{out}");
}

/// The replies of a bridge to Flipfive itself, which it reaches by this protocol and these keys.
fn bridge_to_flipfive(keys: &str, game: &str, input: &str) -> Vec<String> {
    let engine = format!("cmd='{EXECUTABLE} --depth 6 --book false' proto={keys}");
    let arguments = [
        "bridge",
        "--to",
        "gtp",
        "--move-time",
        "5000",
        "--game",
        game,
    ];
    let mut child = Command::new(EXECUTABLE)
        .args(arguments)
        .args(["--engine", &engine])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input = input.replace(';', "\n");
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split("\n\n").map(str::to_owned).collect()
}

#[test]
fn a_bridge_asks_its_engine_for_scores_and_lines() {
    // In answer to `go`, Flipfive reports no line by NBoard's protocol.
    for (keys, game, first, moves) in [
        ("gtp", "othello", "d3", 2),
        ("gtp", "gomoku", "h8", 2),
        ("gomocup", "gomoku", "h8", 2),
        ("nboard", "othello", "d3", 1),
    ] {
        let input = format!("play b {first};flipfive-eval;flipfive-pv;");
        let replies = bridge_to_flipfive(keys, game, &input);
        let [_, value, line, ..] = &replies[..] else {
            panic!("{keys}: {replies:?}");
        };
        assert!(value.starts_with("= white "), "{keys}: {replies:?}");
        // White's value is negative, and so is its win rate below one half.
        assert!(
            value.contains(" -") && !value.contains(" 50.0 %"),
            "{keys}: {value}"
        );
        assert!(line.split_whitespace().count() > moves, "{keys}: {line}");
    }
    let replies = bridge_to_flipfive("gtp analysis=off", "othello", "flipfive-best;");
    assert!(
        replies[0].starts_with("? the search found no value"),
        "{replies:?}"
    );
}

#[test]
fn a_bridge_refuses_options_that_do_not_reach_its_engine() {
    let input = "flipfive-level 1;kata-set-param threads 2;flipfive-classics;kata-list-params;\
                 gogui-analyze_commands;flipfive-option overhead 20;";
    let (_, out, _) = bridge_answers("gtp", "--to gtp", input);
    let replies: Vec<_> = out.split("\n\n").collect();
    for (reply, name) in replies.iter().zip(["level", "threads", "classic"]) {
        let expected = format!("? unsupported option: {name} does not reach flipfive behind");
        assert!(reply.starts_with(&expected), "{reply}");
    }
    assert!(replies[3].starts_with("= move-time overhead "), "{out}");
    assert!(
        replies[4].contains("flipfive-options") && !replies[4].contains("Level"),
        "{out}"
    );
    assert_eq!(replies[5], "=");
}

/// Quarry and GoGui choose a game from `list_games`.
#[test]
fn a_bridge_offers_and_takes_only_games_that_the_engine_has() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let gomoku = file("gomoku.sgf", "(;FF[4]GM[4]SZ[15];B[hh])");
    let othello = file("othello.sgf", "(;FF[4]GM[2]SZ[8];B[fe])");
    let gomoku_games = "Gomoku\nGomoku Standard\nRenju\nCaro\nCaro Exact";
    let list = gomoku_games.replace('\n', ", ");
    let no_othello =
        format!("unsupported game: flipfive cannot play Othello, expected one of: {list}");
    let no_gomoku =
        |game| format!("unsupported game: flipfive cannot play {game}, expected one of: Othello");
    let loading = |file: &str, why: &str| format!("? cannot load file: {file}: {why}");
    let of_engine = |proto, dialogue: &[(&str, String)]| {
        let lines: String = dialogue
            .iter()
            .map(|(line, _)| format!("{line}\n"))
            .collect();
        let (code, out, err) = bridge_answers(proto, "--to gtp", &lines);
        assert_eq!(code, Some(0), "{err}");
        let expected: String = dialogue
            .iter()
            .map(|(_, reply)| format!("{reply}\n\n"))
            .collect();
        assert_eq!(out, expected, "{proto}");
    };
    of_engine(
        "nboard",
        &[
            ("list_games", "= Othello".into()),
            ("set_game Renju", format!("? {}", no_gomoku("Renju"))),
            (
                "set_game Chess",
                "? unsupported game, expected one of: Othello".into(),
            ),
            (
                "boardsize 15",
                "? unacceptable size: Othello is played on 8".into(),
            ),
            (
                "kata-set-rules STANDARD",
                format!("? {}", no_gomoku("Gomoku Standard")),
            ),
            (
                &format!("loadsgf {gomoku}"),
                loading(&gomoku, &no_gomoku("Gomoku")),
            ),
            ("gogui-rules_game_id", "= Othello".into()),
            ("set_game Othello", "=".into()),
            (&format!("loadsgf {othello}"), "=".into()),
        ],
    );
    of_engine(
        "gomocup",
        &[
            ("list_games", format!("= {gomoku_games}")),
            ("set_game Othello", format!("? {no_othello}")),
            ("boardsize 8", "=".into()),
            ("gogui-rules_game_id", "= Gomoku".into()),
            ("kata-set-rules RENJU", "=".into()),
            (
                &format!("loadsgf {othello}"),
                loading(&othello, &no_othello),
            ),
            ("gogui-rules_game_id", "= Renju".into()),
            (&format!("loadsgf {gomoku}"), "=".into()),
        ],
    );
    let (_, out, _) = bridge_answers("nboard", "", "START 15;");
    assert_eq!(out, format!("ERROR {}\n", no_gomoku("Gomoku")));
    let (code, out, _) = bridge_answers("gomocup", "", "nboard 2;quit;");
    assert_eq!((code, out), (Some(0), format!("status {no_othello}\n")));
}

#[test]
fn a_bridge_refuses_clocks_and_missing_programs_at_once() {
    let missing = "cmd=./no-such-program proto=gtp";
    for (engine, code, message) in [
        (missing, 1, "engine no-such-program cannot start"),
        (
            "cmd=./pbrain-missing",
            1,
            "engine pbrain-missing cannot start",
        ),
        (
            "cmd=./no-such-program proto=gtp tc=1/move",
            2,
            "--engine: tc ",
        ),
        (
            "cmd=./no-such-program timemargin=9",
            2,
            "--engine: timemargin ",
        ),
        ("cmd=./no-such-program timeodds=1", 2, "--engine: timeodds "),
    ] {
        let output = Command::new(EXECUTABLE)
            .args(["bridge", "--engine", engine, "--to", "gtp"])
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{engine}: {error}");
        assert!(error.contains(message), "{engine}: {error}");
    }
    let help = |command: &str| {
        let output = Command::new(EXECUTABLE).args([command, "--help"]).output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    for key in ["tc=CLOCK", "timemargin=MS", "timeodds=FACTOR"] {
        assert!(help("match").contains(key), "{key}");
        assert!(!help("bridge").contains(key), "{key}");
    }
    assert!(help("bridge").contains("depth=PLIES"));
}

#[test]
fn compliance_runs_the_checks_that_a_text_names() {
    let run = |text: &str| {
        let engine = format!("proto=gtp cmd='{EXECUTABLE} mock --protocol gtp'");
        let output = Command::new(EXECUTABLE)
            .args(["compliance", &engine, "--only", text])
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let (code, out, _) = run("QUIT");
    assert_eq!(code, Some(0));
    assert!(
        out.ends_with("ok       quits\n1 of 1 passed, 0 failed\n"),
        "{out}"
    );
    let (code, out, err) = run("xyz");
    assert_eq!(code, Some(1));
    assert!(!out.contains("passed"), "{out}");
    assert!(
        err.contains("--only: no check of GTP has \"xyz\" in its name"),
        "{err}"
    );
}

#[test]
fn compliance_refuses_keys_and_games_that_the_checks_do_not_have() {
    let run = |key: &str, flags: &[&str]| {
        let engine = format!("proto=gomocup cmd=./no-such-program {key}");
        let output = Command::new(EXECUTABLE)
            .args(["compliance", &engine])
            .args(flags)
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{key}: {error}");
        assert!(output.stdout.is_empty(), "{key}");
        error
    };
    for key in ["init=x", "option.a=1", "depth=10", "ponder=on"] {
        let name = key.split(['=', '.']).next().unwrap();
        let expected = format!("ENGINE: the checks do not send {name}; set it in cmd=COMMAND");
        let error = run(key, &[]);
        assert!(error.contains(&expected), "{error}");
    }
    for key in [
        "tc=1ms/move",
        "timemargin=0",
        "timeodds=0.01",
        "restart=on",
        "analysis=on",
    ] {
        let (name, _) = key.split_once('=').unwrap();
        let error = run(key, &[]);
        let expected = format!("ENGINE: {name} belongs to a match");
        assert!(error.contains(&expected), "{error}");
    }
    let error = run("", &["--game", "othello"]);
    let expected = "--game: Gomocup does not have Othello; expected one of: gomoku, standard";
    assert!(error.contains(expected), "{error}");
    let help = Command::new(EXECUTABLE)
        .args(["compliance", "--help"])
        .output();
    let help = String::from_utf8(help.unwrap().stdout).unwrap();
    assert!(help.contains("memory-limit=MB"), "{help}");
    for key in ["tc=", "restart=", "depth=", "memory=", "option.NAME="] {
        assert!(!help.contains(key), "{key}");
    }
}

#[test]
fn our_engine_complies_with_its_protocols() {
    with_every_protocol(|kind| {
        let spec = ours(kind, "--hash 2", "");
        let all = compliance::run(&spec, kind, None, |_| true, |_| {}).unwrap();
        assert!(all.len() >= 12);
        for checked in all {
            let failed = matches!(checked.status, Status::Failed(_));
            assert!(!failed, "{}: {checked:?}", kind.title());
        }
    });
}

/// An engine that is a script for the shell.
#[cfg(unix)]
fn shell(folder: &Path, script: &str, more: &str) -> EngineSpec {
    let path = folder.join("engine.sh");
    std::fs::write(&path, script).unwrap();
    let text = format!("name=script cmd=\"sh '{}'\" {more}", path.display());
    text.parse().unwrap()
}

#[cfg(unix)]
#[test]
fn compliance_takes_ok_with_more_words_and_in_any_case() {
    let folder = tempfile::tempdir().unwrap();
    let script = "while read -r line; do\n\
                  case $line in\n\
                  START*) echo 'Ok - everything is good';;\n\
                  ABOUT*) echo 'name=\"x\", version=\"1\"';;\n\
                  esac\n\
                  done\n";
    let spec = shell(folder.path(), script, "proto=gomocup startup-timeout=5");
    let names = [
        "answers START with OK",
        "accepts lines that end with CR LF",
        "survives garbage",
    ];
    let selected = |name: &str| names.contains(&name);
    let all = compliance::run(&spec, Gomocup, None, selected, |_| {}).unwrap();
    assert_eq!(all.len(), names.len());
    for checked in all {
        assert_eq!(checked.status, Status::Passed, "{}", checked.name);
    }
}

#[cfg(unix)]
#[test]
fn compliance_asks_for_a_list_of_games_only_if_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let script = r"while read -r command rest; do
        case $command in
            list_commands) printf '= set_game\nboardsize\nclear_board\n\n';;
            list_games) printf '? unknown command\n\n';;
            *) printf '=\n\n';;
        esac
    done";
    let spec = shell(folder.path(), script, "proto=gtp startup-timeout=5");
    let selected = |name: &str| name == "accepts the game and the board size";
    let all = compliance::run(&spec, Gtp, None, selected, |_| {}).unwrap();
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].status, Status::Passed);
}

#[test]
fn violations_of_a_protocol_are_found() {
    // The mock engine knows only what a game needs.
    for (kind, faults, name) in [
        (Gtp, "", "replies with the id of the command"),
        (Gtp, "--illegal-at 2", "plays legal moves"),
        (Gtp, "--stay", "ends at the end of its input"),
        (Gomocup, "--garble-at 1", "plays the first move at BEGIN"),
        (Gomocup, "--delay 2700", "keeps the time limit of a move"),
        (NBoard, "--partial-at 2", "does not change the game at go"),
        (NBoard, "--no-read", "answers ping"),
        (NBoard, "", "gives hints until ping"),
    ] {
        let arguments = format!("mock --protocol {} {faults}", kind.name());
        // The late move has to arrive before the timeout.
        let seconds = if kind == Gomocup { 4 } else { 1 };
        let spec = ours(kind, &arguments, &format!("startup-timeout={seconds}"));
        let all = compliance::run(&spec, kind, None, |check| check == name, |_| {}).unwrap();
        assert_eq!(all.len(), 1, "{name}");
        assert!(matches!(all[0].status, Status::Failed(_)), "{all:?}");
    }
}

#[test]
fn gtp_rhino_plays() {
    const RHINO: &str = "/usr/games/gtp-rhino";
    if !has_tool("gtp-rhino", Path::new(RHINO).exists()) {
        return;
    }
    let rhino = || connect(&format!("cmd={RHINO}").parse().unwrap()).unwrap();
    let clock = ClockRule::Absolute {
        main: Duration::from_millis(2_500),
    };
    let mut players = [rhino(), mock(NBoard, "--seed 3", "")];
    let mut playing = Game::begin(OTHELLO, clock, &mut players).unwrap();
    playing.play_opening("f5 f6 d3 g5 h5 h4 f7 h6", &mut players);
    playing.play(&mut players, usize::MAX).unwrap();
}

#[test]
fn opening_rules_are_played_by_gomocup() {
    let game = gomoku(Rule::Freestyle, 15);
    let clock = Clock::new(ClockRule::PerMove(Duration::from_secs(10)));
    let ask = |player: &mut Player, rule, stones: &[Vertex]| {
        player.choose_opening(rule, stones, &clock, LONG).unwrap()
    };
    let ours = ours(Gomocup, "", "nodes=20000");
    let mut players = [
        connect(&ours).unwrap(),
        mock(Gomocup, "--seed 7 --delay 5", ""),
    ];
    for player in &mut players {
        player.new_game(game, &clock).unwrap();
        for rule in [OpeningRule::Swap, OpeningRule::Swap2] {
            let OpeningChoice::Stones(mut stones) = ask(player, rule, &[]).choice else {
                panic!("SWAP on an empty board");
            };
            assert_eq!(stones.len(), 3);
            for _ in 0..8 {
                let reply = ask(player, rule, &stones[..3]);
                assert!(reply.elapsed > Duration::ZERO);
                let two = match reply.choice {
                    OpeningChoice::Swap => false,
                    OpeningChoice::Stones(more) => {
                        assert!(more.iter().all(|stone| !stones[..3].contains(stone)));
                        stones.truncate(3);
                        stones.extend(&more);
                        more.len() == 2
                    }
                };
                if two {
                    assert_eq!(rule, OpeningRule::Swap2);
                    let last = ask(player, rule, &stones).choice;
                    assert!(match last {
                        OpeningChoice::Swap => true,
                        OpeningChoice::Stones(stones) => stones.len() == 1,
                    });
                }
            }
        }
        // The game goes on with the stones on the board.
        player.new_game(game, &clock).unwrap();
        for (place, side) in (7..10).zip([Side::Black, Side::White, Side::Black]) {
            let mv = Move::Place(Vertex::new(place, place));
            player.play_move(side, mv).unwrap();
        }
        let reply = player
            .go(Side::White, &[clock.clone(), clock.clone()], LONG)
            .unwrap();
        assert!(matches!(reply.best_move, BestMove::Move(_)));
        player.quit();
    }
    let mut other = mock(Gtp, "", "");
    other.new_game(OTHELLO, &clock).unwrap();
    let error = other
        .choose_opening(OpeningRule::Swap2, &[], &clock, LONG)
        .unwrap_err();
    assert_eq!(error.termination, Refused);
    assert!(error.message.contains("cannot play swap2"), "{error}");
}

#[cfg(unix)]
#[test]
fn the_keys_of_an_engine_reach_its_process() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let script = "echo \"$FLIPFIVE_TEST\" >seen; echo said >&2\n\
                  while read -r line; do echo \"$line\" >>seen; printf '=\\n\\n'; done\n";
    std::fs::write(here.join("engine.sh"), script).unwrap();
    let text = format!(
        "name=s proto=gtp cmd='sh engine.sh' dir='{0}' env.FLIPFIVE_TEST=yes init='first line' \
         init=second stderr='{0}/errors'",
        here.display()
    );
    for _ in 0..2 {
        let mut player = connect(&text.parse().unwrap()).unwrap();
        begin(&mut player, OTHELLO);
    }
    let seen = std::fs::read_to_string(here.join("seen")).unwrap();
    assert!(seen.starts_with("yes\n"), "{seen}");
    assert!(seen.contains("\nfirst line\nsecond\n"), "{seen}");
    // It is appended.
    let errors = std::fs::read_to_string(here.join("errors")).unwrap();
    assert_eq!(errors, "said\nsaid\n");
}

#[cfg(unix)]
#[test]
fn an_engine_hears_of_its_own_clock_and_stones() {
    let script = r#"while read -r line; do
        echo "$line" >>'LOG'
        case $line in
            list_commands) printf '= boardsize\nclear_board\nplay\ngenmove\ntime_settings\ntime_left\n\n';;
            genmove*) printf '= d3\n\n';;
            boardsize*|clear_board|time_*) printf '=\n\n';;
            START*) echo OK;;
            ABOUT) echo 'name="x"';;
            BEGIN) echo 7,7;;
            DONE) echo 8,8;;
            "ping "*) echo "pong ${line#ping }";;
            go) echo '=== d3';;
        esac
    done"#;
    let clock = |seconds| {
        let main = Duration::from_secs(seconds);
        Clock::new(ClockRule::Absolute { main })
    };
    let clocks = [clock(10), clock(20)];
    for (kind, expected) in [
        (Gtp, ["time_left black 10 0", "time_left white 20 0"]),
        (Gomocup, ["INFO time_left 10000", "INFO time_left 20000"]),
        (NBoard, ["TI[10//0]", "TI[20//0]"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let script = script.replace("LOG", log.to_str().unwrap());
        let spec = shell(folder.path(), &script, &format!("proto={}", kind.name()));
        let mut player = connect(&spec).unwrap();
        player.new_game(game_of(kind), &clocks[0]).unwrap();
        for side in Side::ALL {
            player.go(side, &clocks, LONG).unwrap();
        }
        drop(player);
        let sent = std::fs::read_to_string(&log).unwrap();
        let told = |line: &&str| line.contains("time_left ") || line.contains("TI[");
        let told: Vec<&str> = sent.lines().filter(told).collect();
        let mut last = told[told.len() - 2..].iter().zip(expected);
        assert!(last.all(|(line, text)| line.contains(text)), "{sent}");
        assert!(kind != Gomocup || sent.contains("\n7,7,2\n"), "{sent}");
    }
}

#[cfg(unix)]
#[test]
fn a_gomocup_engine_hears_of_overtime_in_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let script = r#"while read -r line; do
        echo "$line" >>'LOG'
        case $line in
            START*) echo OK;;
            ABOUT) echo 'name="x"';;
            BEGIN) echo 7,7;;
            DONE) echo 8,8;;
        esac
    done"#;
    let script = script.replace("LOG", log.to_str().unwrap());
    let mut player = connect(&shell(folder.path(), &script, "proto=gomocup")).unwrap();
    let seconds = Duration::from_secs;
    let main = Clock::new(ClockRule::Canadian {
        main: seconds(10),
        period: seconds(30),
        stones: 5,
    });
    let mut overtime = main.clone();
    overtime.spend(seconds(10));
    let clocks = [main, overtime];
    for _ in 0..2 {
        player.new_game(game_of(Gomocup), &clocks[0]).unwrap();
        for side in Side::ALL {
            player.go(side, &clocks, LONG).unwrap();
        }
        player.end_game().unwrap();
    }
    drop(player);
    let sent = std::fs::read_to_string(&log).unwrap();
    let times: Vec<&str> = sent
        .lines()
        .filter_map(|line| line.strip_prefix("INFO "))
        .filter(|info| info.starts_with("time"))
        .collect();
    let expected = [
        "timeout_turn 10000",
        "timeout_match 10000",
        "time_increment 6000",
        "time_left 10000",
        // Black's first move.
        "time_left 10000",
        // White is in overtime: 5 moves in 30 s.
        "timeout_turn 6000",
        "timeout_match 0",
        "time_increment 0",
        "time_left 2147483647",
    ];
    assert_eq!(times, expected.repeat(2), "{sent}");
}
