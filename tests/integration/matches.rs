//! Whole matches with real engines: misbehaviour, kills, shards.

use super::support::{full, mark};
use flipfive::engines::Termination::*;
use flipfive::game::Side;
use flipfive::gomoku::OpeningRule;
use flipfive::internals::Rng;
use flipfive::othello::notation::Obf;
use flipfive::search::StopToken;
use flipfive::tournament::journal;
use flipfive::tournament::{
    GameResult, MatchObserver, MatchSettings, OpeningSymmetry, ScheduledGame, Scoreboard, Shard,
};
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::time::Duration;
use tempfile::tempdir;

const EXECUTABLE: &str = env!("CARGO_BIN_EXE_flipfive");

/// Our own executable, as an engine in the command-line form.
fn ours(name: &str, protocol: &str) -> String {
    format!("name={name} proto={protocol} cmd=\"'{EXECUTABLE}'\" depth=1")
}

/// A mock engine in the command-line form.
fn mock(name: &str, protocol: &str, arguments: &str) -> String {
    format!(
        "name={name} proto={protocol} cmd=\"'{EXECUTABLE}' mock --protocol {protocol} {arguments}\" patience=5"
    )
}

/// A match of two mock engines by GTP, the second of which misbehaves.
fn against(arguments: &str, rounds: u32) -> MatchSettings {
    MatchSettings {
        engines: vec![
            mock("good", "gtp", "").parse().unwrap(),
            mock("bad", "gtp", arguments).parse().unwrap(),
        ],
        rounds: Some(rounds),
        generate_openings: Some(4),
        tc: Some("2/move".parse().unwrap()),
        timemargin: Some(200),
        hang_timeout: Some(0.3),
        recover: true,
        ..MatchSettings::default()
    }
}

struct Silent;

impl MatchObserver for Silent {
    fn game_started(&mut self, _: &ScheduledGame, _: u32) {}
    fn game_finished(&mut self, _: &GameResult, _: &Scoreboard) {}
}

fn play(settings: &MatchSettings) -> Vec<GameResult> {
    let game = settings.prepare(Shard::WHOLE).unwrap();
    let outcome = game.run(None, game.state(), &StopToken::new(), &mut Silent);
    let outcome = outcome.unwrap();
    assert!(outcome.complete);
    outcome.games
}

/// What does not depend on time.
fn essence(games: &[GameResult]) -> Vec<String> {
    let one = |game: &GameResult| {
        let moves: Vec<_> = game.plies.iter().map(|ply| ply.name.as_str()).collect();
        format!(
            "{} {} {} {} {} {} {:?} {} {}",
            game.game,
            game.pair,
            game.black,
            game.white,
            game.opening_moves.concat(),
            moves.concat(),
            game.winner,
            game.ending.name(),
            game.detail
        )
    };
    games.iter().map(one).collect()
}

#[test]
fn every_fault_has_its_termination_and_the_match_goes_on() {
    // After some faults the process goes on, after others it is restarted.
    for (fault, ending, lost) in [
        ("--crash-at 3", Crash, 4),
        ("--hang-at 3", Hang, 4),
        ("--illegal-at 3", Illegal, 1),
        ("--garble-at 3", Garbage, 4),
        ("--resign-at 3", Resign, 1),
        ("--late-at 3 2300", Time, 1),
    ] {
        let mut settings = against(fault, 2);
        if ending == Hang {
            settings.tc = Some("200ms/move".parse().unwrap());
        }
        let games = play(&settings);
        assert_eq!(games.len(), 4, "{fault}");
        let faults: Vec<_> = games.iter().filter(|game| game.ending == ending).collect();
        assert_eq!(faults.len(), lost, "{fault}: {:?}", essence(&games));
        for game in faults {
            assert_eq!(game.points("good"), Some(1.0), "{fault}");
            let bad_is_black = game.black == "bad";
            let side = if bad_is_black { "black" } else { "white" };
            assert!(game.detail.starts_with(side), "{fault}: {}", game.detail);
        }
        let others = games.iter().filter(|game| game.ending != ending);
        for game in others {
            assert_eq!(game.ending, Finished, "{fault}: {}", game.detail);
        }
    }
}

#[test]
fn engines_of_all_protocols_play_each_other() {
    let mut settings = against("", 1);
    settings.engines = vec![
        mock("g", "gtp", "").parse().unwrap(),
        mock("n", "nboard", "").parse().unwrap(),
        ours("ours", "gtp").parse().unwrap(),
        ours("ours2", "nboard").parse().unwrap(),
    ];
    let games = play(&settings);
    assert_eq!(games.len(), 12);
    for game in &games {
        assert_eq!(game.ending, Finished, "{}", game.detail);
    }
    settings.game = Some("renju".into());
    settings.engines = vec![
        mock("g", "gtp", "--game renju").parse().unwrap(),
        mock("p", "gomocup", "--game renju").parse().unwrap(),
        ours("ours", "gomocup").parse().unwrap(),
    ];
    let games = play(&settings);
    assert_eq!(games.len(), 6);
    for game in &games {
        let GameResult { ending, detail, .. } = game;
        assert!(matches!(ending, Five | Foul), "{ending:?}: {detail}");
        if [&game.black, &game.white].contains(&&"ours".to_owned()) {
            assert_eq!(game.points("ours"), Some(1.0), "{}", game.detail);
        }
    }
}

#[test]
fn games_start_from_endgame_positions() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("two.obf");
    // Problems 1 and 2 of the FForum suite, as collected in Edax.
    let suite = std::fs::read_to_string("tests/data/obf/ffo-1-40.obf").unwrap();
    let problems = suite.lines().filter(|line| line.contains(';'));
    let problems: Vec<&str> = problems.take(2).collect();
    std::fs::write(&path, problems.join("\n")).unwrap();
    let mut settings = against("", 2);
    settings.generate_openings = None;
    settings.openings = path.to_str().map(String::from);
    settings.symmetry = Some(OpeningSymmetry::Random);
    settings.engines = ["gtp", "nboard"]
        .map(|kind| {
            let text = format!("name={kind} proto={kind} cmd=\"'{EXECUTABLE}'\" depth=60");
            text.parse().unwrap()
        })
        .to_vec();
    let games = play(&settings);
    assert_eq!(games.len(), 4);
    for (game, line) in games.iter().zip([0, 0, 1, 1]) {
        // Both play perfectly, so the result is the score of the problem.
        let problem = Obf::parse(problems[line]).unwrap();
        let score = problem.moves[0].1;
        let discs = match problem.position.side {
            Side::Black => score,
            Side::White => -score,
        };
        let found = (game.ending, game.discs);
        assert_eq!(found, (Finished, Some(discs)), "{}", game.detail);
        assert!(game.start.is_some());
    }
    settings.adjudicate.solve = Some(20);
    let solved = play(&settings);
    for (solved, played) in solved.iter().zip(&games) {
        assert_eq!(solved.ending, Adjudicated);
        assert_eq!((solved.discs, solved.winner), (played.discs, played.winner));
        assert!(solved.plies.is_empty());
    }
    // An engine that cannot set a position.
    settings.engines[1] = mock("dummy", "gtp", "").parse().unwrap();
    let error = settings.prepare(Shard::WHOLE).unwrap().probe().unwrap_err();
    let error = error.to_string();
    assert!(
        error.starts_with("engine dummy cannot start from a given position"),
        "{error}"
    );
}

/// The sub-command with two deterministic mock engines.
fn command(arguments: &str) -> Command {
    marked_command("", arguments)
}

/// The sub-command with a mark on the command lines of its engines.
fn marked_command(mark: &str, arguments: &str) -> Command {
    let mut command = Command::new(EXECUTABLE);
    command
        .arg("match")
        .args(["--engine", &mock("a", "gtp", &format!("--delay 1 {mark}"))])
        .args(["--engine", &mock("b", "nboard", mark)])
        .args(["--generate-openings", "4", "--tc", "10/move"])
        .args(arguments.split(' '))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// The same with a journal.
fn recorded(arguments: &str, journal: &Path) -> Command {
    let mut command = command(arguments);
    command.arg("--journal").arg(journal);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a command that succeeds. Returns its standard output.
fn run(command: &mut Command) -> String {
    let pipes = command.stderr(Stdio::piped()).stdout(Stdio::piped());
    let Output {
        status,
        stdout,
        stderr,
    } = pipes.output().unwrap();
    assert!(status.success(), "{}", text(&stderr));
    text(&stdout)
}

/// Runs a command that fails. Returns its exit code and what it wrote.
fn fail(command: &mut Command) -> (i32, String, String) {
    let pipes = command.stderr(Stdio::piped()).stdout(Stdio::piped());
    let Output {
        status,
        stdout,
        stderr,
    } = pipes.output().unwrap();
    (status.code().unwrap(), text(&stdout), text(&stderr))
}

fn games(path: &Path) -> Vec<GameResult> {
    journal::read(path).unwrap().games.into_values().collect()
}

/// Earlier versions named generated openings `made 1`. A match that one of them began keeps these names.
#[test]
fn a_match_goes_on_whose_openings_have_old_names() {
    let folder = tempdir().unwrap();
    let [journal, records] = ["journal", "records"].map(|name| folder.path().join(name));
    let play = |arguments: &str| {
        let mut command = recorded(arguments, &journal);
        command.arg("--jsonl").arg(&records);
        run(&mut command);
    };
    play("--rounds 1");
    for path in [&journal, &records] {
        let text = std::fs::read_to_string(path).unwrap();
        assert_eq!(text.matches("\"generated 1\"").count(), 2, "{text}");
        std::fs::write(path, text.replace("\"generated 1\"", "\"made 1\"")).unwrap();
    }
    play("--rounds 2 --resume --append");
    let names: Vec<String> = games(&journal)
        .into_iter()
        .map(|game| game.opening)
        .collect();
    let expected = ["made 1", "made 1", "generated 2", "generated 2"];
    assert_eq!(names, expected);
    let written: Vec<GameResult> = std::fs::read_to_string(&records)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let names: Vec<&str> = written.iter().map(|game| game.opening.as_str()).collect();
    assert_eq!(names, expected);
    let mut report = Command::new(EXECUTABLE);
    report.args(["match", "report"]).arg(&journal);
    run(&mut report);
}

#[test]
fn a_match_with_an_engine_that_cannot_play_never_begins() {
    let folder = tempdir().unwrap();
    let good = mock("good", "gtp", "");
    let missing = |name| format!("name={name} proto=gtp cmd=/nonexistent/engine");
    // Windows adds a drive.
    let program = std::path::absolute("/nonexistent/engine").unwrap();
    let cannot_start = format!("engine a cannot start {}", program.display());
    let quick = |text: String| text.replace("patience=5", "patience=0.5");
    for (engines, more, reason) in [
        ([missing("a"), missing("b")], "", cannot_start.as_str()),
        (
            [good.clone(), missing("b")],
            "--sprt elo0=0,elo1=5",
            "engine b cannot start",
        ),
        // A forgotten game, a wrong protocol, an engine that ends at once, one that refuses the board.
        ([good.clone(), mock("b", "gomocup", "")], "", "only Gomoku"),
        (
            [
                good.clone(),
                quick(mock("b", "gtp", "").replace("proto=gtp", "proto=nboard")),
            ],
            "",
            "did not answer",
        ),
        (
            [good.clone(), mock("b", "gtp", "--exit-at-start")],
            "",
            "exit code 3",
        ),
        (
            [good.clone(), mock("b", "gtp", "--refuse")],
            "--recover",
            "boardsize",
        ),
    ] {
        let mut command = Command::new(EXECUTABLE);
        command
            .current_dir(&folder)
            .arg("match")
            .args(more.split_whitespace());
        for engine in &engines {
            command.args(["--engine", engine]);
        }
        command.args([
            "--journal",
            "journal",
            "--html",
            "page.html",
            "--tc",
            "5/move",
        ]);
        let (code, stdout, stderr) = fail(&mut command);
        assert_eq!((code, stdout.as_str()), (2, ""), "{stderr}");
        assert!(stderr.contains(reason), "{reason}: {stderr}");
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "{reason}");
    }
}

#[test]
fn an_opening_rule_needs_gomocup_also_if_the_protocol_is_detected() {
    let folder = tempdir().unwrap();
    let records = folder.path().join("games.sgf");
    std::fs::write(&records, "(;)").unwrap();
    let detected = mock("b", "gtp", "--game gomoku").replace("proto=gtp ", "");
    let mut command = Command::new(EXECUTABLE);
    command
        .current_dir(&folder)
        .args("match --game gomoku --opening-rule swap2 --rounds 1 --tc 5/move".split(' '))
        .args(["--engine", &mock("a", "gomocup", "")])
        .args(["--engine", &detected, "--sgf", "games.sgf"]);
    let (code, stdout, stderr) = fail(&mut command);
    assert_eq!((code, stdout.as_str()), (2, ""), "{stderr}");
    assert!(stderr.contains("b cannot play swap2"), "{stderr}");
    assert_eq!(std::fs::read(&records).unwrap(), b"(;)");
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
}

#[test]
fn an_engine_that_crashes_again_and_again_ends_the_match() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    let play = |more: &str| {
        let mut command = Command::new(EXECUTABLE);
        command.args(["match", "--rounds", "4", "--tc", "5/move", "--resume"]);
        command.args(["--engine", &mock("good", "gtp", "")]);
        command.args(["--engine", &mock("bad", "gtp", "--crash-at 2")]);
        command
            .args(["--generate-openings", "4"])
            .args(more.split_whitespace());
        fail(command.arg("--journal").arg(&path))
    };
    let (code, stdout, stderr) = play("");
    assert_eq!(code, 3, "{stderr}");
    // The worker may have begun another game before the match ended.
    let ended = games(&path).len();
    assert!((3..8).contains(&ended), "{ended}");
    assert!(
        stdout.contains(&format!("Games: {ended}, Wins: {ended}")),
        "{stdout}"
    );
    assert!(stderr.contains("bad failed 3 times in a row"), "{stderr}");
    assert!(stderr.contains("--recover"), "{stderr}");
    let (code, stdout, stderr) = play("--recover");
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("Games: 8, Wins: 8"), "{stdout}");
}

#[test]
fn shards_add_up_to_the_match() {
    let folder = tempdir().unwrap();
    let whole = folder.path().join("whole");
    run(&mut recorded("--rounds 6 --concurrency 2", &whole));
    let parts: Vec<PathBuf> = (1..=3)
        .map(|index| {
            let part = folder.path().join(format!("part{index}"));
            let arguments = format!("--rounds 6 --shard {index}/3");
            run(&mut recorded(&arguments, &part));
            assert_eq!(games(&part).len(), 4);
            part
        })
        .collect();
    let out = folder.path().join("merged");
    let merged = run(Command::new(EXECUTABLE)
        .args(["match", "merge"])
        .arg(&out)
        .args(&parts));
    assert!(merged.starts_with("12 games"));
    assert_eq!(essence(&games(&out)), essence(&games(&whole)));
    let report = run(Command::new(EXECUTABLE).args(["match", "report"]).arg(&out));
    assert!(report.contains("a vs b"));
    // The merged journal is that of the whole match.
    run(&mut recorded("--rounds 7 --resume", &out));
    assert_eq!(games(&out).len(), 14);
    // A merge replaces no games that it does not have: neither these two nor, without a name for the new file,
    // those of the first part.
    for (file, parts) in [(&out, &parts[..]), (&parts[0], &parts[1..])] {
        let before = std::fs::read(file).unwrap();
        let mut command = Command::new(EXECUTABLE);
        command.args(["match", "merge"]).arg(file).args(parts);
        let (code, _, stderr) = fail(&mut command);
        assert_eq!(code, 1, "{stderr}");
        assert!(stderr.contains("holds game "), "{stderr}");
        assert_eq!(std::fs::read(file).unwrap(), before);
    }
}

#[test]
fn no_output_may_be_the_journal_the_openings_or_the_match_file() {
    let folder = tempdir().unwrap();
    let openings = folder.path().join("openings");
    std::fs::write(&openings, "f5d6\n").unwrap();
    let mut command = Command::new(EXECUTABLE);
    command.args(["match", "--engine", &mock("a", "gtp", "")]);
    command.args(["--engine", &mock("b", "gtp", ""), "--journal", "none"]);
    command
        .arg("--openings")
        .arg(format!("{}:transcript", openings.display()));
    let (code, _, stderr) = fail(command.arg("--jsonl").arg(&openings));
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("openings: "), "{stderr}");
    assert_eq!(std::fs::read(&openings).unwrap(), b"f5d6\n");
    let file = folder.path().join("m.toml");
    std::fs::write(&file, "rounds = 1\n").unwrap();
    for flag in ["--json", "--csv", "--log"] {
        let mut command = marked_command("", "--journal none");
        command.arg("--file").arg(&file).arg(flag).arg(&file);
        let (code, _, stderr) = fail(&mut command);
        assert_eq!(code, 2, "{flag}: {stderr}");
        assert!(
            stderr.contains("m.toml: the file is both an input and an output"),
            "{stderr}"
        );
        assert_eq!(std::fs::read(&file).unwrap(), b"rounds = 1\n", "{flag}");
    }
    let path = folder.path().join("journal");
    run(&mut recorded("--rounds 1", &path));
    let before = std::fs::read(&path).unwrap();
    let mut report = Command::new(EXECUTABLE);
    report.args(["match", "report"]).arg(&path);
    report.arg("--jsonl").arg(&path);
    let mut resumed = recorded("--rounds 2 --resume", &path);
    resumed.arg("--csv").arg(&path);
    for mut command in [report, resumed] {
        let (code, _, stderr) = fail(&mut command);
        assert_eq!(code, 2, "{stderr}");
        assert!(stderr.contains("journal"), "{stderr}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}

#[test]
fn only_one_file_is_stdout_and_none_that_has_another_use() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    run(&mut recorded("--rounds 1", &path));
    let report = |arguments: &str| {
        let mut command = Command::new(EXECUTABLE);
        command.args(["match", "report"]).arg(&path);
        command.args(arguments.split(' '));
        command
    };
    let mut merge = Command::new(EXECUTABLE);
    merge.args(["match", "merge", "-"]).arg(&path);
    for (mut command, code, expected) in [
        (
            report("--csv - --pgn -"),
            2,
            "only one output can go to stdout (-)",
        ),
        (merge, 2, "OUT -: "),
        (command("--rounds 1 --journal -"), 2, "--journal -: "),
        (command("--rounds 1 --log - --journal none"), 2, "--log -: "),
        (
            command("--rounds 1 --journal none --output fastchess --csv -"),
            2,
            "--output prints to standard output",
        ),
    ] {
        let (found, stdout, stderr) = fail(command.current_dir(&folder));
        assert_eq!(found, code, "{stderr}");
        assert!(stderr.contains(expected), "{stderr}");
        assert_eq!(stdout, "");
    }
    assert!(!folder.path().join("-").exists());
}

#[test]
fn a_damaged_journal_costs_no_other_file() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    let pgn = folder.path().join("games.pgn");
    run(recorded("--rounds 2", &path).arg("--pgn").arg(&pgn));
    let games = std::fs::read(&pgn).unwrap();
    let mut lines: Vec<_> = text(&std::fs::read(&path).unwrap())
        .lines()
        .map(str::to_owned)
        .collect();
    lines[3] = "no game".into();
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    let mut report = Command::new(EXECUTABLE);
    report.args(["match", "report"]).arg(&path);
    for mut command in [report, recorded("--rounds 2 --resume", &path)] {
        let (_, _, stderr) = fail(command.arg("--pgn").arg(&pgn));
        assert!(stderr.contains("journal:4: "), "{stderr}");
        assert_eq!(std::fs::read(&pgn).unwrap(), games);
    }
}

#[test]
fn a_report_writes_the_games_that_are_chosen() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    run(&mut recorded("--rounds 3", &path));
    let all = games(&path);
    let records = |arguments: &str| {
        let csv = folder.path().join("games.csv");
        let mut command = Command::new(EXECUTABLE);
        command.args(["match", "report"]).arg(&path);
        command.args(arguments.split(' ')).arg("--csv").arg(&csv);
        let report = run(&mut command);
        assert!(report.contains("Games: 6"), "{report}");
        let table = std::fs::read_to_string(csv).unwrap();
        // The column counts from 0.
        let number = |row: &str| row.split(',').next().unwrap().parse::<u32>().unwrap() + 1;
        table.lines().skip(1).map(number).collect::<Vec<_>>()
    };
    assert_eq!(records("--only 2,4-5"), [2, 4, 5]);
    let lost = all.iter().filter(|game| game.points("a") == Some(0.0));
    let lost: Vec<u32> = lost.map(|game| game.game + 1).collect();
    assert!(!lost.is_empty() && lost.len() < all.len(), "{lost:?}");
    assert_eq!(records("--lost-by a"), lost);
    assert_eq!(records("--lost-by a --only 7"), [] as [u32; 0]);
    let mut without = Command::new(EXECUTABLE);
    without.args(["match", "report", "--only", "2"]).arg(&path);
    let (code, _, stderr) = fail(&mut without);
    assert!(
        code == 0 && stderr.contains("no record is written"),
        "{stderr}"
    );
    let mut unknown = Command::new(EXECUTABLE);
    unknown.args(["match", "report"]).arg(&path);
    let (code, _, stderr) = fail(unknown.args(["--lost-by", "c"]));
    assert_eq!(code, 2, "{stderr}");
    assert!(
        stderr.contains("no engine \"c\"; expected one of: a, b"),
        "{stderr}"
    );
}

fn wait_a_moment(child: &mut Child, moment: Duration) -> bool {
    std::thread::sleep(moment);
    matches!(child.try_wait(), Ok(None))
}

#[test]
fn a_match_that_is_killed_repeatedly_loses_and_repeats_no_game() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    let kills = if full() { 50 } else { 8 };
    let rounds = if full() { 300 } else { 40 };
    let arguments = format!("--rounds {rounds} --resume --concurrency 2");
    let mark = mark();
    let command = || {
        let mut command = marked_command(&mark, &arguments);
        command.arg("--journal").arg(&path);
        command
    };
    let mut rng = Rng::new(11);
    let mut before = Vec::new();
    let mut killed = 0;
    for _ in 0..kills {
        let mut child = command().spawn().unwrap();
        let moment = Duration::from_millis(20 + rng.below(300));
        if wait_a_moment(&mut child, moment) {
            child.kill().unwrap();
            killed += 1;
        }
        child.wait().unwrap();
        #[cfg(target_os = "linux")]
        super::engine_processes::expect_none(&mark, "a killed match");
        // Complete lines stay as they were.
        let after = std::fs::read(&path).unwrap_or_default();
        let whole = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |end| end + 1);
        assert_eq!(after[..whole], before[..whole]);
        before = after;
    }
    assert!(killed >= kills / 2, "{killed}");
    run(&mut command());
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 1 + 2 * rounds, "no game twice");
    let played = games(&path);
    assert!((0..).zip(&played).all(|(n, game)| game.game == n));
    assert!(played.iter().all(|game| game.ending == Finished));
    let fresh = folder.path().join("fresh");
    run(&mut recorded("--rounds 4", &fresh));
    assert_eq!(essence(&played)[..8], essence(&games(&fresh)));
}

/// Waits until a game is finished. Returns the following lines of stderr.
fn wait_for_a_game(child: &mut Child) -> Lines<BufReader<ChildStderr>> {
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let is_finished =
        |line: &std::io::Result<String>| line.as_ref().unwrap().starts_with("Finished game");
    lines.find(is_finished).unwrap().unwrap();
    lines
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_journal_and_says_how_to_continue() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    let mut command = recorded("--rounds 30 --resume", &path);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let lines = wait_for_a_game(&mut child);
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
    let last = lines.last().unwrap().unwrap();
    assert!(last.contains("continue with --resume"), "{last}");
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let first = games(&path);
    assert!(!first.is_empty() && first.len() < 60);
    assert!(first.iter().all(|game| game.ending == Finished));
    run(&mut command);
    let all = games(&path);
    assert_eq!(all.len(), 60);
    assert!(first.iter().all(|game| all.contains(game)));
}

#[cfg(unix)]
#[test]
fn a_match_that_is_suspended_charges_no_engine_with_the_pause() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    let mut command = Command::new(EXECUTABLE);
    command.args(["match", "--tc", "2/move", "--timemargin", "500"]);
    command.args(["--max-moves", "12", "--rounds", "1"]);
    for name in ["a", "b"] {
        command.args(["--engine", &mock(name, "gtp", "--delay 150")]);
    }
    command.arg("--journal").arg(&path);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let lines = wait_for_a_game(&mut child);
    let signal = |name: &str| {
        let id = child.id().to_string();
        let status = Command::new("kill").args([name, &id]).status().unwrap();
        assert!(status.success());
    };
    // The next game has begun.
    std::thread::sleep(Duration::from_millis(200));
    signal("-STOP");
    std::thread::sleep(Duration::from_secs(5));
    signal("-CONT");
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert!(child.wait().unwrap().success(), "{rest:?}");
    for game in games(&path) {
        assert_eq!(game.ending, MoveLimit, "{}", game.detail);
    }
}

#[test]
fn every_line_is_in_the_log_with_its_game_and_engine() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("lines.log");
    let affinity = if cfg!(target_os = "linux") {
        " --affinity"
    } else {
        ""
    };
    run(command(&format!("--rounds 2 --journal none{affinity}"))
        .arg("--log")
        .arg(&path));
    let text = std::fs::read_to_string(&path).unwrap();
    for game in 1..=4 {
        for line in ["a < genmove ", "a > = ", "b < go", "b > === "] {
            let line = format!("Z game {game} {line}");
            assert!(text.contains(&line), "{line}: {text}");
        }
    }
}

#[test]
fn a_log_is_no_journal_and_an_engine_without_a_clock_hears_nothing_of_time() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("lines.log");
    let log = path.to_str().unwrap();
    let play = |words: &str| {
        let mut command = Command::new(EXECUTABLE);
        command.args(["match", "--engine", &mock("a", "gtp", "")]);
        command.args(["--engine", &mock("b", "gtp", "")]);
        command.args(words.split(' ')).stdin(Stdio::null());
        command.output().unwrap()
    };
    for other in ["--journal", "--sgf"] {
        let refused = play(&format!("--rounds 1 {other} {log} --log {log}"));
        assert_eq!(refused.status.code(), Some(2));
        assert!(!path.exists());
    }
    play(&format!("--rounds 1 --tc none --journal none --log {log}"));
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("genmove"), "{text}");
    assert!(!text.contains("< time_settings"), "{text}");
}

#[test]
fn an_engine_is_stopped_only_when_its_flag_has_fallen() {
    let folder = tempdir().unwrap();
    // A move gets its share of a period, but may take all that is left of it.
    for (number, clock) in ["20/0:06", "canadian:0.2:6:20", "byoyomi:0:0.3:20"]
        .iter()
        .enumerate()
    {
        let path = folder.path().join(format!("{number}.log"));
        let mut command = Command::new(EXECUTABLE);
        command
            .args("match --game gomoku --rounds 1 --max-moves 4 --journal none".split(' '))
            .args(["--tc", clock])
            .args(["--engine", &mock("a", "gomocup", "--late-at 1 700")])
            .args(["--engine", &mock("b", "gomocup", "")])
            .arg("--log")
            .arg(&path);
        let stdout = run(&mut command);
        assert!(stdout.contains("Games: 2"), "{stdout}");
        let lines = std::fs::read_to_string(&path).unwrap();
        assert!(!lines.contains("YXSTOP"), "{clock}: {lines}");
    }
}

#[test]
fn an_engine_whose_flag_has_fallen_is_stopped_and_plays_on() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("lines.log");
    let mut command = Command::new(EXECUTABLE);
    command
        .args("match --game gomoku --rounds 1 --max-moves 6 --journal none".split(' '))
        .args("--tc 200ms/move --timemargin 20000".split(' '))
        .args(["--engine", &mock("a", "gomocup", "--late-at 1 3000")])
        .args(["--engine", &mock("b", "gomocup", "")])
        .arg("--log")
        .arg(&path);
    let stdout = run(&mut command);
    assert!(stdout.contains("Games: 2"), "{stdout}");
    let lines = std::fs::read_to_string(&path).unwrap();
    assert!(lines.contains(" a < YXSTOP"), "{lines}");
}

#[cfg(target_os = "linux")]
#[test]
fn affinity_binds_engines_to_the_processors_of_their_game() {
    let folder = tempdir().unwrap();
    let (script, seen) = (folder.path().join("engine"), folder.path().join("seen"));
    let text = format!(
        "grep Cpus_allowed_list /proc/self/status >>'{}'\nexec '{EXECUTABLE}' mock\n",
        seen.display()
    );
    std::fs::write(&script, text).unwrap();
    let engine = |name: &str| {
        format!(
            "name={name} proto=gtp cmd=\"sh '{}'\" restart=on",
            script.display()
        )
    };
    run(Command::new(EXECUTABLE)
        .args("match --affinity --rounds 1 --tc 5/move --journal none".split(' '))
        .args(["--engine", &engine("a"), "--engine", &engine("b")]));
    let seen = std::fs::read_to_string(seen).unwrap();
    let lists = seen
        .lines()
        .filter_map(|line| line.split_whitespace().nth(1));
    // One processor for a game. The check before the match is not bound.
    let bound = lists.filter(|list| !list.contains([',', '-'])).count();
    assert!(bound >= 2, "{seen}");
}

#[cfg(target_os = "linux")]
#[test]
fn more_games_than_processors_are_refused_with_affinity() {
    let mut command = command("--affinity --concurrency 2000");
    let output = command.stderr(Stdio::piped()).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(
        stderr.contains("2000 games at the same time need 2000 processors"),
        "{stderr}"
    );
}

#[test]
fn an_engine_that_takes_no_clock_is_a_warning() {
    let mut match_ = Command::new(EXECUTABLE);
    match_.args(["match", "--engine", &mock("deaf", "gtp", "--no-clock")]);
    match_.args([
        "--engine",
        &mock("b", "gtp", ""),
        "--rounds",
        "2",
        "--journal",
        "none",
    ]);
    let stderr = String::from_utf8(match_.output().unwrap().stderr).unwrap();
    let warnings = stderr.matches("deaf takes no clock").count();
    assert_eq!(warnings, 1, "{stderr}");
}

#[test]
fn a_limit_for_each_move_that_a_protocol_lacks_is_a_warning() {
    let mut match_ = Command::new(EXECUTABLE);
    match_.args(["match", "--engine", &mock("plain", "gtp", "")]);
    match_.args(["--engine", &mock("board", "nboard", "")]);
    match_.args(["--rounds", "2", "--journal", "none", "--tc", "10/2"]);
    let stderr = String::from_utf8(match_.output().unwrap().stderr).unwrap();
    for name in ["plain", "board"] {
        let warning = format!("{name} does not get the limit of 2 s for each move");
        assert_eq!(stderr.matches(&warning).count(), 1, "{stderr}");
    }
}

#[test]
fn a_time_below_one_second_that_an_engine_reads_as_one_is_a_warning() {
    let mut match_ = Command::new(EXECUTABLE);
    match_.args([
        "match",
        "--engine",
        &mock("whole", "gtp", "--whole-seconds"),
    ]);
    match_.args(["--engine", &mock("board", "nboard", "")]);
    match_.args(["--rounds", "1", "--journal", "none", "--tc", "0.5/move"]);
    let stderr = String::from_utf8(match_.output().unwrap().stderr).unwrap();
    for warning in [
        "whole accepts whole seconds only: it gets 1 s instead of 0.5 s",
        "board gets 1 s instead of 0.5 s for its first move",
    ] {
        assert_eq!(stderr.matches(warning).count(), 1, "{stderr}");
    }
    assert!(!stderr.contains("rounded down"), "{stderr}");
}

#[test]
fn a_rule_that_a_gomocup_engine_does_not_know_is_a_warning() {
    let mut match_ = Command::new(EXECUTABLE);
    match_.args(["match", "--engine", &mock("deaf", "gomocup", "--no-clock")]);
    match_.args(["--engine", &mock("b", "gtp", ""), "--game", "renju"]);
    match_.args(["--rounds", "1", "--journal", "none"]);
    let stderr = String::from_utf8(match_.output().unwrap().stderr).unwrap();
    let warning = "deaf does not get the rule Renju, the clock: ";
    assert_eq!(stderr.matches(warning).count(), 1, "{stderr}");
}

#[cfg(unix)]
#[test]
fn a_rule_that_a_gtp_engine_has_no_command_for_is_a_warning() {
    let folder = tempdir().unwrap();
    let script = r"while read -r line; do
        case $line in
            list_commands) printf '= boardsize\nclear_board\nplay\ngenmove\nquit\nEXTRA\n\n';;
            gogui-rules_game_id) printf '= ID\n\n';;
            genmove*) printf '= a1\n\n';;
            *) printf '=\n\n';;
        esac
    done";
    let path = folder.path().join("engine.sh");
    let engine = format!("name=plain proto=gtp cmd=\"sh '{}'\"", path.display());
    for (game, extra, id, expected) in [
        ("gomoku", "", "", 0),
        ("standard", "", "", 1),
        ("renju", "", "", 1),
        ("renju", "gogui-rules_game_id", "Renju", 0),
        ("caro", "gogui-rules_game_id", "Gomoku", 1),
    ] {
        let script = script.replace("EXTRA", extra).replace("ID", id);
        std::fs::write(&path, script).unwrap();
        let mut match_ = Command::new(EXECUTABLE);
        match_.args(["match", "--engine", &engine, "--game", game]);
        match_.args(["--engine", &mock("b", "gtp", "")]);
        match_.args(["--rounds", "1", "--journal", "none"]);
        let stderr = String::from_utf8(match_.output().unwrap().stderr).unwrap();
        let warnings = stderr.matches("plain does not get the rule ").count();
        assert_eq!(warnings, expected, "{game} {extra}: {stderr}");
    }
}

#[cfg(unix)]
#[test]
fn a_slow_command_that_no_clock_counts_is_a_warning() {
    let folder = tempdir().unwrap();
    let script = r"while read -r line; do
        case $line in
            genmove*) printf '= a1\n\n';;
            play*) sleep 0.3; printf '=\n\n';;
            *) printf '=\n\n';;
        esac
    done";
    let path = folder.path().join("engine.sh");
    std::fs::write(&path, script).unwrap();
    let engine = format!("name=slow proto=gtp cmd=\"sh '{}'\"", path.display());
    for (clock, expected) in [("1/move", 1), ("none", 0)] {
        let mut match_ = Command::new(EXECUTABLE);
        match_.args(["match", "--engine", &engine, "--game", "gomoku"]);
        match_.args(["--engine", &mock("b", "gtp", ""), "--tc", clock]);
        match_.args(["--rounds", "2", "--journal", "none"]);
        let stderr = String::from_utf8(match_.output().unwrap().stderr).unwrap();
        let warnings = stderr.matches("slow took ").count();
        assert_eq!(warnings, expected, "{clock}: {stderr}");
    }
}

#[test]
fn a_clock_that_other_runners_read_in_another_way_is_a_warning() {
    let mut match_ = Command::new(EXECUTABLE);
    match_.args("match --rounds 1 --journal none --tc 40/20".split(' '));
    for name in ["a", "b"] {
        match_.args(["--engine", &format!("{} tc=20/10", mock(name, "gtp", ""))]);
    }
    let stderr = String::from_utf8(match_.output().unwrap().stderr).unwrap();
    for warning in [
        "for 40 moves in 20 s write 40/0:20",
        "for 20 moves in 10 s write 20/0:10",
    ] {
        assert_eq!(stderr.matches(warning).count(), 1, "{stderr}");
    }
}

#[test]
fn a_journal_of_another_match_is_refused() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("journal");
    run(&mut recorded("--rounds 1", &path));
    let why = |arguments: &str| {
        let mut command = recorded(arguments, &path);
        let output = command.stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        text(&output.stderr)
    };
    let again = why("--rounds 1");
    assert!(again.contains("give --resume"), "{again}");
    let other = why("--rounds 1 --resume --seed 4");
    assert!(other.contains("seed was 1, now it is 4"), "{other}");
    assert_eq!(games(&path).len(), 2);
}

#[test]
fn a_solver_of_endgames_has_no_effect_in_gomoku() {
    let mut command = Command::new(EXECUTABLE);
    command
        .args("match --game gomoku --solve 10 --rounds 1 --max-moves 2 --journal none".split(' '))
        .args(["--engine", &mock("a", "gtp", "--game gomoku")])
        .args(["--engine", &mock("b", "gtp", "--game gomoku")]);
    let (code, _, stderr) = fail(&mut command);
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains("solve has no effect in Gomoku"), "{stderr}");
}

#[test]
fn records_that_cannot_hold_the_game_are_left_out_with_a_warning() {
    let folder = tempdir().unwrap();
    for (game, flag) in [("othello", "--psq"), ("gomoku", "--ggf")] {
        let path = folder.path().join("games");
        let mut command = Command::new(EXECUTABLE);
        command
            .args(["match", "--game", game, flag, path.to_str().unwrap()])
            .args("--rounds 1 --max-moves 2 --journal none --append --force-resume".split(' '))
            .args(["--engine", &mock("a", "gtp", "")])
            .args(["--engine", &mock("b", "gtp", "")]);
        let (code, _, stderr) = fail(&mut command);
        assert_eq!(code, 0, "{stderr}");
        let warning = format!("{flag} has no effect in ");
        assert!(stderr.contains(&warning), "{stderr}");
        let journal = "--resume and --force-resume have no effect without a journal";
        assert!(stderr.contains(journal), "{stderr}");
        assert!(!path.exists(), "{game}");
    }
}

#[test]
fn a_swiss_system_is_not_continued_with_fewer_rounds_than_it_played() {
    let folder = tempdir().unwrap();
    let journal = folder.path().join("swiss.jsonl");
    let third = mock("c", "gtp", "");
    let swiss = |arguments: &str| {
        let mut command = recorded(arguments, &journal);
        fail(command.args(["--tournament", "swiss", "--engine", &third]))
    };
    let (code, _, stderr) = swiss("--rounds 2");
    assert_eq!(code, 0, "{stderr}");
    let before = std::fs::read(&journal).unwrap();
    let (code, stdout, stderr) = swiss("--rounds 1 --resume");
    assert_eq!((code, stdout.as_str()), (1, ""), "{stderr}");
    let message =
        "swiss.jsonl: round 2 of the Swiss system has begun; expected --rounds 2 or more, not 1";
    assert!(stderr.contains(message), "{stderr}");
    assert_eq!(std::fs::read(&journal).unwrap(), before);
    let (code, _, stderr) = swiss("--rounds 3 --resume");
    assert_eq!((code, games(&journal).len()), (0, 6), "{stderr}");
}

#[cfg(unix)]
#[test]
fn a_match_is_not_continued_with_another_program() {
    let folder = tempdir().unwrap();
    let script = folder.path().join("engine");
    let write = |comment: &str| {
        let text = format!("#!/bin/sh\n# {comment}\nexec '{EXECUTABLE}' mock\n");
        std::fs::write(&script, text).unwrap();
    };
    let play = |arguments: &str| {
        let mut command = recorded(arguments, &folder.path().join("journal"));
        let engine = format!("name=c proto=gtp cmd=\"sh '{}'\"", script.display());
        fail(command.args(["--engine", &engine]))
    };
    write("first");
    assert_eq!(play("--rounds 1").0, 0);
    write("second");
    let (code, _, stderr) = play("--rounds 2 --resume");
    assert_eq!(code, 1, "{stderr}");
    assert!(
        stderr.contains("engine c: ") && stderr.contains("has changed"),
        "{stderr}"
    );
    assert_eq!(play("--rounds 2 --force-resume").0, 0);
    write("first");
    let (code, stdout, stderr) = play("--rounds 2 --resume");
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("Rank"), "{stdout}");
}

#[cfg(unix)]
#[test]
fn a_log_of_an_engine_is_no_part_of_its_program_but_its_network_is() {
    let folder = tempdir().unwrap();
    let [script, log, net] = ["engine", "bot.log", "net.bin"].map(|name| folder.path().join(name));
    let text = format!("echo started >>\"$2\"\nexec '{EXECUTABLE}' mock\n");
    std::fs::write(&script, text).unwrap();
    std::fs::write(&net, "first").unwrap();
    let play = |arguments: &str| {
        let mut command = recorded(arguments, &folder.path().join("journal"));
        let engine = format!(
            "name=c proto=gtp cmd=\"sh '{}' --log '{}' --net='{}'\"",
            script.display(),
            log.display(),
            net.display()
        );
        fail(command.args(["--engine", &engine]))
    };
    // The first run makes the log, the second one finds it.
    for rounds in ["--rounds 1", "--rounds 2 --resume"] {
        let (code, _, stderr) = play(rounds);
        assert_eq!(code, 0, "{stderr}");
        assert!(!stderr.contains("has changed"), "{stderr}");
        assert!(log.exists());
    }
    std::fs::write(&net, "other").unwrap();
    let (code, _, stderr) = play("--rounds 3 --resume");
    assert_eq!(code, 1, "{stderr}");
    let message = "net.bin has changed; give --force-resume";
    assert!(stderr.contains(message), "{stderr}");
}

#[cfg(unix)]
#[test]
fn a_file_that_changes_during_a_match_is_reported_once_and_not_compared_again() {
    let folder = tempdir().unwrap();
    let [script, learned, started] =
        ["engine", "learned", "started"].map(|name| folder.path().join(name));
    // From the second start on it learns. The first one is the check before the match.
    let text =
        format!("[ -e started ] && echo more >>\"$1\"\n: >started\nexec '{EXECUTABLE}' mock\n");
    std::fs::write(&script, text).unwrap();
    std::fs::write(&learned, "").unwrap();
    let play = |arguments: &str| {
        let mut command = recorded(arguments, &folder.path().join("journal"));
        let engine = format!(
            "name=c proto=gtp restart=on dir='{}' cmd=\"sh '{}' learned\"",
            folder.path().display(),
            script.display()
        );
        let (code, _, stderr) = fail(command.args(["--engine", &engine]));
        assert_eq!(code, 0, "{stderr}");
        stderr.matches("learned has changed").count()
    };
    assert_eq!(play("--rounds 1"), 1);
    std::fs::remove_file(&started).unwrap();
    let size = || learned.metadata().unwrap().len();
    let before = size();
    assert_eq!(play("--rounds 2 --resume"), 0);
    assert!(size() > before);
}

#[test]
fn rules_that_need_scores_ask_for_them() {
    let mut command = Command::new(EXECUTABLE);
    command.args([
        "match",
        "--journal",
        "none",
        "--tc",
        "5/move",
        "--rounds",
        "1",
    ]);
    command.args([
        "--engine",
        &ours("ours", "gtp"),
        "--engine",
        &mock("mock", "gtp", ""),
    ]);
    command.args(["--resign", "value=3,plies=2,side=own", "--jsonl", "-"]);
    command.arg("--proof");
    let (code, stdout, stderr) = fail(&mut command);
    assert_eq!(code, 0, "{stderr}");
    let proof = "--proof never decides a game of ours";
    assert!(stderr.contains(proof), "{stderr}");
    assert!(stdout.contains("\"value\":"), "{stdout}");
    assert!(stderr.contains("mock reports no scores"), "{stderr}");
    assert!(!stderr.contains("ours reports no scores"), "{stderr}");
}

#[test]
fn the_games_are_written_in_every_format() {
    let folder = tempdir().unwrap();
    let kinds = ["html", "json", "sgf", "ggf", "csv", "pgn", "jsonl", "psq"];
    let mut command = command("--rounds 1 --journal none");
    for kind in kinds {
        command
            .arg(format!("--{kind}"))
            .arg(folder.path().join(kind));
    }
    assert!(run(&mut command).contains("a vs b"));
    for kind in kinds {
        let path = folder.path().join(kind);
        if kind == "psq" {
            assert!(!path.exists(), "no Gomoku, so no records");
        } else {
            assert!(!std::fs::read(&path).unwrap().is_empty(), "{kind}");
        }
    }
}

#[test]
fn files_that_cannot_be_written_cost_neither_the_match_nor_the_result() {
    let folder = tempdir().unwrap();
    for (flag, path) in [
        ("--html", "none/page.html"),
        ("--csv", "."),
        ("--json", "j/"),
    ] {
        let mut command = command("--rounds 1");
        let (code, stdout, stderr) = fail(command.current_dir(&folder).args([flag, path]));
        assert_eq!((code, stdout.as_str()), (2, ""), "{stderr}");
        assert!(
            stderr.contains(&format!("{flag}: cannot write")),
            "{stderr}"
        );
    }
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    for journal in ["none/journal.jsonl", "."] {
        let mut command = command("--rounds 1 --journal");
        let (code, stdout, stderr) = fail(command.current_dir(&folder).arg(journal));
        assert_eq!((code, stdout.as_str()), (2, ""), "{stderr}");
        let message = format!("--journal: {journal}: ");
        assert!(stderr.contains(&message), "{stderr}");
    }
    // A folder that is gone at the end: the result and the other files are there.
    let gone = folder.path().join("gone");
    std::fs::create_dir(&gone).unwrap();
    let mut command = command("--rounds 5 --journal none --html gone/page.html --json result.json");
    let pipes = command.current_dir(&folder).stdout(Stdio::piped());
    let mut child = pipes.stderr(Stdio::piped()).spawn().unwrap();
    wait_for_a_game(&mut child);
    // The page of the running match is written there from time to time.
    while gone.exists() {
        let _ = std::fs::remove_dir_all(&gone);
    }
    let Output { status, stdout, .. } = child.wait_with_output().unwrap();
    assert_eq!(status.code(), Some(1));
    assert!(text(&stdout).contains("Games: 10"), "{}", text(&stdout));
    assert!(folder.path().join("result.json").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_journal_without_a_name_is_announced_when_it_is_there() {
    let folder = tempdir().unwrap();
    // A folder of the system in which nobody makes files.
    let (code, _, stderr) = fail(command("--rounds 1").current_dir("/proc"));
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("--journal: a-vs-b.jsonl: "), "{stderr}");
    assert!(!stderr.contains("the journal of the match is"), "{stderr}");
    let (code, _, stderr) = fail(command("--rounds 1").current_dir(&folder));
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains("the journal of the match is"), "{stderr}");
}

#[test]
fn files_are_named_again_when_a_match_is_continued() {
    let folder = tempdir().unwrap();
    let mut first = command("--rounds 1 --journal j.jsonl --jsonl games.jsonl");
    run(first.current_dir(&folder));
    let resume = |arguments: &str| {
        let mut command = Command::new(EXECUTABLE);
        let words = "match --resume --journal j.jsonl --rounds 2";
        command
            .args(words.split(' '))
            .args(arguments.split_whitespace());
        let (code, _, stderr) = fail(command.current_dir(&folder));
        assert_eq!(code, 0, "{stderr}");
        stderr
    };
    let lines = || {
        std::fs::read_to_string(folder.path().join("games.jsonl"))
            .unwrap()
            .lines()
            .count()
    };
    let warning = "no report and no game record is written";
    let stderr = resume("");
    assert!(stderr.contains(warning), "{stderr}");
    assert_eq!(lines(), 2);
    let stderr = resume("--jsonl games.jsonl");
    assert!(!stderr.contains(warning), "{stderr}");
    assert_eq!(lines(), 4);
}

#[test]
fn the_journal_is_on_unless_it_is_turned_off() {
    let folder = tempdir().unwrap();
    let run_in = |arguments: &str| {
        let mut command = command(arguments);
        let (code, stdout, stderr) = fail(command.current_dir(&folder));
        assert_eq!(code, 0, "{stderr}");
        (stdout, stderr)
    };
    let played = |name: &str| games(&folder.path().join(name)).len();
    let (_, stderr) = run_in("--rounds 1");
    assert!(stderr.contains("a-vs-b.jsonl"), "{stderr}");
    run_in("--rounds 2");
    assert_eq!((played("a-vs-b.jsonl"), played("a-vs-b-2.jsonl")), (2, 4));
    run_in("--rounds 3 --resume");
    assert_eq!((played("a-vs-b.jsonl"), played("a-vs-b-2.jsonl")), (2, 6));
    let (stdout, _) = run_in("--rounds 1 --journal none");
    assert!(stdout.contains("Games: 2"), "{stdout}");
    assert_eq!(folder.path().read_dir().unwrap().count(), 2);
    // Nor is it a temporary file, which a kill would leave behind.
    let mut without = command("--rounds 1 --journal none --html page.html --csv games.csv");
    for name in ["TMPDIR", "TMP", "TEMP"] {
        without.env(name, folder.path().join("no folder"));
    }
    let (code, stdout, stderr) = fail(without.current_dir(&folder));
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("Games: 2"), "{stdout}");
    let written = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(written("games.csv").lines().count(), 3);
    assert!(written("page.html").contains("</html>"));
    // A file on standard output leaves no room for the result there.
    let (stdout, stderr) = run_in("--rounds 1 --journal none --json -");
    let json: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(json["games"], 2);
    assert!(stderr.contains("Games: 2"), "{stderr}");
}

#[test]
fn resume_without_a_name_finds_the_newest_journal_of_the_match() {
    let folder = tempdir().unwrap();
    let run_in = |arguments: &str| {
        let mut command = command(arguments);
        let (code, _, stderr) = fail(command.current_dir(&folder));
        assert_eq!(code, 0, "{stderr}");
        stderr
    };
    let played = |name: &str| games(&folder.path().join(name)).len();
    run_in("--rounds 1");
    run_in("--rounds 1");
    // The first journal was put away.
    std::fs::remove_file(folder.path().join("a-vs-b.jsonl")).unwrap();
    run_in("--rounds 2 --resume");
    assert_eq!(played("a-vs-b-2.jsonl"), 4);
    // Another match of the same engines.
    run_in("--rounds 1 --seed 4");
    assert_eq!(played("a-vs-b-3.jsonl"), 2);
    run_in("--rounds 3 --resume");
    assert_eq!((played("a-vs-b-2.jsonl"), played("a-vs-b-3.jsonl")), (6, 2));
    let stderr = run_in("--rounds 1 --resume --seed 5");
    assert_eq!(played("a-vs-b-4.jsonl"), 2);
    assert!(stderr.contains("--resume begins a new match"), "{stderr}");
    assert!(stderr.contains("seed was 4, now it is 5"), "{stderr}");
    assert_eq!(folder.path().read_dir().unwrap().count(), 3);
}

#[test]
fn exit_codes_tell_the_verdicts_of_a_test_apart() {
    let [winner, loser] =
        ["", "--resign-at 1"].map(|faults| mock("NAME", "gtp", faults) + " restart=on");
    let test = |first: &str, second: &str, more: &str| {
        let engines = [first.replace("NAME", "a"), second.replace("NAME", "b")];
        let mut command = Command::new(EXECUTABLE);
        command.args([
            "match",
            "--journal",
            "none",
            "--tc",
            "5/move",
            "--sprt",
            "elo0=0,elo1=300",
        ]);
        command.args(["--engine", &engines[0], "--engine", &engines[1]]);
        fail(command.args(more.split(' ')))
    };
    for (first, second, code, verdict) in [(&winner, &loser, 0, "H1"), (&loser, &winner, 4, "H0")] {
        let (found, stdout, stderr) = test(first, second, "--generate-openings 4");
        assert_eq!(found, code, "{stderr}");
        assert!(stdout.contains(&format!("{verdict} accepted")), "{stdout}");
        assert!(stdout.contains("Elo: at "), "{stdout}");
    }
    // The same two games again and again decide nothing.
    let (code, stdout, stderr) = test(&winner, &winner, "--rounds 4");
    assert_eq!(code, 5, "{stderr}");
    assert!(
        stdout.contains("Repeated games: 6 ") && stdout.contains("undecided"),
        "{stdout}"
    );
    assert!(
        stderr.contains("every game starts from the same position"),
        "{stderr}"
    );
}

#[test]
fn levels_rate_an_engine() {
    let mut command = Command::new(EXECUTABLE);
    command.args([
        "match",
        "--levels",
        "1-2",
        "--rounds",
        "2",
        "--tc",
        "5/move",
        "--journal",
        "none",
    ]);
    let (code, stdout, stderr) = fail(command.args(["--engine", &mock("bot", "gtp", "")]));
    assert_eq!(code, 0, "{stderr}");
    let mut lines = stdout.lines();
    let line = lines.find_map(|line| line.strip_prefix("Estimated rating of bot: "));
    assert!(
        line.is_some_and(|line| line.ends_with(" (level 1 is 0)")),
        "{stdout}"
    );
    assert!(stdout.contains("level-2"), "{stdout}");
}

#[cfg(unix)]
#[test]
fn shards_against_levels_are_merged_wherever_the_program_is() {
    let folder = tempdir().unwrap();
    let moved = folder.path().join("flipfive");
    if std::fs::hard_link(EXECUTABLE, &moved).is_err() {
        std::fs::copy(EXECUTABLE, &moved).unwrap();
    }
    let play = |program: &Path, arguments: &str, journal: &str| {
        let mut command = Command::new(program);
        command
            .current_dir(&folder)
            .args("match --levels 1-1 --tc 5/move --journal".split(' '))
            .arg(journal)
            .args(arguments.split(' '))
            .args(["--engine", &mock("bot", "gtp", "")]);
        run(&mut command)
    };
    play(Path::new(EXECUTABLE), "--rounds 2 --shard 1/2", "one");
    play(&moved, "--rounds 2 --shard 2/2", "two");
    let mut merge = Command::new(EXECUTABLE);
    merge.args(["match", "merge", "all", "one", "two"]);
    assert!(run(merge.current_dir(&folder)).starts_with("4 games"));
    play(&moved, "--rounds 3 --resume", "all");
    assert_eq!(games(&folder.path().join("all")).len(), 6);
}

#[test]
fn a_match_file_holds_everything() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("match.toml");
    let journal = folder.path().join("journal");
    let page = folder.path().join("page.html");
    let contents = format!(
        "html = '{}'\ngame = \"gomoku\"\nsize = 9\nrounds = 2\ntc = \"5/move\"\njournal = '{}'\ngenerate-openings = 3\n\
         [[engine]]\nname = \"a\"\ncommand = '''\n'{EXECUTABLE}' mock --protocol gomocup --game gomoku'''\n\
         protocol = \"gomocup\"\n[[engine]]\nname = \"b\"\n\
         command = '''\n'{EXECUTABLE}' mock --game gomoku'''\nprotocol = \"gtp\"\n",
        page.display(),
        journal.display()
    );
    std::fs::write(&path, contents).unwrap();
    run(Command::new(EXECUTABLE)
        .args(["match", "--rounds", "3", "--file"])
        .arg(&path));
    let played = games(&journal);
    assert_eq!(played.len(), 6, "flags override the file");
    assert!(page.exists());
    let asked = |game: &GameResult| (game.variant.as_str(), game.size) == ("Gomoku", 9);
    assert!(played.iter().all(asked));
    // The journal alone is enough to go on, and flags change its settings.
    run(Command::new(EXECUTABLE)
        .args(["match", "--resume", "--rounds", "4", "--journal"])
        .arg(&journal));
    assert_eq!(games(&journal).len(), 8);
    std::fs::write(&path, "game = \"othello\"\nboard = 8\n").unwrap();
    let wrong = Command::new(EXECUTABLE)
        .args(["match", "--file"])
        .arg(&path)
        .output()
        .unwrap();
    let error = text(&wrong.stderr);
    let named = error.contains("match.toml") && error.contains("board");
    assert!(named, "{error}");
}

#[test]
fn openings_are_played_between_engines() {
    let mut settings = against("", 6);
    settings.game = Some("gomoku".into());
    settings.generate_openings = None;
    settings.opening_rule = Some(OpeningRule::Swap2);
    settings.engines = vec![
        mock("a", "gomocup", "--seed 1").parse().unwrap(),
        mock("b", "gomocup", "--seed 2").parse().unwrap(),
    ];
    settings.max_moves = Some(30);
    let played = play(&settings);
    let (mut swapped, mut stones) = (0, [0; 2]);
    for game in &played {
        assert_eq!(game.opening, "swap2");
        let fair = [Five, Full, MoveLimit].contains(&game.ending);
        assert!(fair, "{}", game.detail);
        let first = if game.game % 2 == 0 { "a" } else { "b" };
        assert_eq!(game.first_player(), first);
        swapped += usize::from(game.black != first);
        stones[usize::from(game.opening_moves.len() == 5)] += 1;
        let last = game.opening_steps.last().unwrap();
        let has = if last.colour == Some(Side::Black) {
            &game.black
        } else {
            &game.white
        };
        assert_eq!(&last.engine, has);
    }
    assert!((1..12).contains(&swapped), "{swapped}");
    assert!(stones[0] > 0 && stones[1] > 0, "{stones:?}");
    // Our own engine against another one, by both rules.
    for rule in [OpeningRule::Swap, OpeningRule::Swap2] {
        settings.opening_rule = Some(rule);
        settings.engines[0] = ours("ours", "gomocup").parse().unwrap();
        settings.rounds = Some(1);
        for game in play(&settings) {
            assert_eq!(game.opening, rule.to_string());
            assert_eq!(game.points("ours"), Some(1.0), "{}", game.detail);
        }
    }
    // An engine whose answer is no decision loses.
    settings.engines[1] = mock("b", "gomocup", "--garble-at 1").parse().unwrap();
    for game in play(&settings) {
        assert_eq!(game.ending, Garbage, "{}", game.detail);
        assert_eq!(game.points("ours"), Some(1.0), "{}", game.detail);
    }
}

#[test]
fn a_knockout_has_a_winner_and_the_book_its_openings() {
    let folder = tempdir().unwrap();
    let journal = folder.path().join("knockout");
    let engines: Vec<String> = (1..=5)
        .map(|seed| mock(&format!("e{seed}"), "gomocup", &format!("--seed {seed}")))
        .collect();
    let mut command = Command::new(EXECUTABLE);
    command
        .args("match --game gomoku --tournament knockout --openings book --max-moves 20".split(' '))
        .args("--tc 10/move --concurrency 2 --journal".split(' '))
        .arg(&journal);
    for engine in &engines {
        command.args(["--engine", engine]);
    }
    let found = run(command.stdin(Stdio::null()));
    assert!(found.contains("Quarter-finals: e4 - e5 "), "{found}");
    assert!(
        found.contains("\nSemi-finals: ") && found.contains("\nFinal: "),
        "{found}"
    );
    assert!(found.contains("\nWinner: e"), "{found}");
    let games = games(&journal);
    assert!(games.iter().all(|game| game.opening.starts_with("book:")));
    assert!(games.len() >= 8 && games.len().is_multiple_of(2));
    let report = run(Command::new(EXECUTABLE)
        .args(["match", "report"])
        .arg(&journal));
    assert!(report.contains("\nWinner: e"), "{report}");
}
