//! Compares the summary with lines that fastchess and cutechess-cli printed.

use super::*;
use crate::engine::Variant;
use crate::engines::Termination;
use crate::report::json::json;
use crate::tournament::{
    AnnouncedGames, EloModel, MatchInfo, MatchScore, TournamentFormat, TournamentKind, fixture,
};
use serde_json::{Value, json};

fn text(info: &MatchInfo, games: &[GameResult], sprt: Option<&Sprt>) -> String {
    super::text(&MatchReport::of(info, games, sprt))
}

fn json_of(info: &MatchInfo, games: &[GameResult], sprt: Option<&Sprt>) -> Value {
    json(&MatchReport::of(info, games, sprt))
}

#[test]
fn values_that_round_to_zero_have_no_sign() {
    assert_eq!(value_text(-0.004), "0.00");
    assert_eq!(value_text(0.25), "+0.25");
    assert_eq!(value_text(-1.5), "-1.50");
    assert_eq!(value_text(f64::NEG_INFINITY), "announced loss");
}

fn game(number: u32, pair: u32, names: [&str; 2], winner: Option<Side>) -> GameResult {
    GameResult {
        variant: "Othello".into(),
        size: 8,
        ending: Termination::Finished,
        ..fixture::result(number, pair, names[0], names[1], winner)
    }
}

/// Pairs of games between two engines with these half points for the first one.
fn match_of(first: &str, second: &str, pairs: &[([i8; 2], u32)]) -> Vec<GameResult> {
    let mut games = Vec::new();
    let mut number = 0;
    for &(points, count) in pairs {
        for _ in 0..count {
            let pair = number;
            number += 1;
            for (n, points) in points.into_iter().enumerate() {
                let own = if n == 0 { Side::Black } else { Side::White };
                let other = if n == 0 { Side::White } else { Side::Black };
                let winner = match points {
                    2 => Some(own),
                    1 => None,
                    _ => Some(other),
                };
                let names = if n == 0 {
                    [first, second]
                } else {
                    [second, first]
                };
                games.push(game(2 * pair + n as u32, pair, names, winner));
            }
        }
    }
    games
}

#[test]
fn a_result_as_fastchess_prints_it() {
    // fastchess, issue 807.
    let pairs = [([0, 0], 30), ([0, 1], 6), ([2, 0], 18), ([2, 2], 6)];
    let games = match_of("Stockfish", "MyEngine", &pairs);
    let title = MatchInfo {
        time: "10+0.1".into(),
        settings: vec![("game".into(), "Othello 8x8".into())],
        ..MatchInfo::default()
    };
    let expected = format!(
        "{RULE}\n\
         Results of Stockfish vs MyEngine (10+0.1, Othello 8x8):\n\
         Elo: -168.40 +/- 73.37, nElo: -170.08 +/- 62.16\n\
         LOS: 0.00 %, DrawRatio: 30.00 %, PairsRatio: 0.17\n\
         Games: 120, Wins: 30, Losses: 84, Draws: 6, Points: 33.0 (27.50 %)\n\
         Ptnml(0-2): [30, 6, 18, 0, 6], WL/DD Ratio: inf\n\
         Black vs White: 72 - 42 - 6 (62.50 %)\n\
         {RULE}\n"
    );
    assert_eq!(text(&title, &games, None), expected);
    let json = json_of(&title, &games, None);
    assert_eq!(json["engines"][0]["total"]["draw_ratio"], 0.3);
}

#[test]
fn a_test_as_fastchess_prints_it() {
    // princhess, pull request 343.
    let pairs = [
        ([0, 0], 1),
        ([0, 1], 22),
        ([2, 0], 5),
        ([1, 1], 47),
        ([2, 1], 21),
        ([2, 2], 4),
    ];
    let games = match_of("princhess", "princhess-main", &pairs);
    let sprt = Sprt::new(-5.0, 0.0, 0.05, 0.1, EloModel::Normalized).unwrap();
    let found = text(&MatchInfo::default(), &games, Some(&sprt));
    for line in [
        "Elo: 8.69 +/- 27.04, nElo: 15.51 +/- 48.15\n",
        "LOS: 73.60 %, DrawRatio: 52.00 %, PairsRatio: 1.09\n",
        "Games: 200, Wins: 34, Losses: 29, Draws: 137, Points: 102.5 (51.25 %)\n",
        "Ptnml(0-2): [1, 22, 52, 21, 4], WL/DD Ratio: 0.11\n",
        "LLR: 0.15 (5.2%) (-2.25, 2.89) [-5.00, 0.00] - undecided\n",
    ] {
        assert!(found.contains(line), "{found}");
    }
}

#[test]
fn games_without_pairs_count_one_by_one() {
    // Rustic's progress notes, as cutechess-cli printed them.
    let mut games = Vec::new();
    for (count, winner) in [
        (869, Some(Side::Black)),
        (646, Some(Side::White)),
        (357, None),
    ] {
        for _ in 0..count {
            let number = games.len() as u32;
            let names = ["Rustic Alpha 1.5", "Rustic Alpha 1.1"];
            games.push(game(number, number, names, winner));
        }
    }
    let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, EloModel::Logistic).unwrap();
    let found = text(&MatchInfo::default(), &games, Some(&sprt));
    for line in [
        "Games: 1872, Wins: 869, Losses: 646, Draws: 357, Points: 1047.5 (55.96 %)\n",
        "Elo: 41.59 +/- 14.24",
        "LOS: 100.00 %, DrawRatio: 19.07 %\n",
        "(-2.94, 2.94) [0.00, 10.00] - H1 accepted\n",
    ] {
        assert!(found.contains(line), "{found}");
    }
    assert!(!found.contains("Ptnml"));
}

#[test]
fn games_begin_and_end_with_a_line() {
    assert_eq!(started(2, 100, "a", "b"), "Started game 3 of 100 (a vs b)");
    let mut played = game(2, 1, ["a", "b"], Some(Side::White));
    assert_eq!(
        finished(&played),
        "Finished game 3 (a vs b): 0-1 {finished}"
    );
    played.winner = None;
    played.detail = "a draw".into();
    assert_eq!(
        finished(&played),
        "Finished game 3 (a vs b): 1/2-1/2 {a draw}"
    );
    played.ending = Termination::Void;
    assert_eq!(finished(&played), "Finished game 3 (a vs b): * {a draw}");
}

#[test]
fn a_shut_out_gives_a_bound() {
    let info = MatchInfo::default();
    for (names, bound) in [
        (["a", "b"], "at least 140.22"),
        (["b", "a"], "at most -140.22"),
    ] {
        // The first engine of the settings is the one that the lines are about.
        let info = MatchInfo {
            engines: names.map(String::from).into(),
            ..info.clone()
        };
        let found = text(&info, &match_of("a", "b", &[([2, 2], 10)]), None);
        assert!(
            found.contains(&format!("Elo: {bound}, nElo: -\n")),
            "{found}"
        );
    }
}

#[test]
fn repeated_games_are_told() {
    let mut games = fixture::play(Variant::Othello, 8, &["a", "b"], 1, 1);
    let (mut again, first) = (games.clone(), games.len() as u32);
    again
        .iter_mut()
        .for_each(|game| (game.game, game.pair) = (game.game + first, 1));
    games.extend(again);
    let found = text(&MatchInfo::default(), &games, None);
    assert!(
        found.contains("Games: 4") && found.contains("Repeated games: 2 "),
        "{found}"
    );
    assert_eq!(
        json_of(&MatchInfo::default(), &games, None)["repeated_games"],
        2
    );
    games.pop();
    let found = text(&MatchInfo::default(), &games, None);
    let one = "Repeated games: 1 is the same as an earlier one";
    assert!(found.contains(one), "{found}");
}

#[test]
fn void_games_are_told() {
    let mut games = match_of("a", "b", &[([2, 1], 1)]);
    let void = GameResult {
        ending: Termination::Void,
        detail: "b did not start".into(),
        ..game(2, 1, ["a", "b"], None)
    };
    games.push(void);
    let reason = "game 3 (a vs b): b did not start";
    let found = text(&MatchInfo::default(), &games, None);
    let end = format!("Void games, counted nowhere: 1\n  {reason}\n");
    assert!(found.ends_with(&end), "{found}");
    let found = json_of(&MatchInfo::default(), &games, None);
    assert_eq!(found["games"], 2);
    assert_eq!(found["void_games"], 1);
    assert_eq!(found["void_reasons"], json!([reason]));
}

#[test]
fn restarts_are_told() {
    let mut games = match_of("a", "b", &[([2, 1], 1)]);
    let found = text(&MatchInfo::default(), &games, None);
    assert!(!found.contains("Faults"), "{found}");
    games[1].restarted.push("b".into());
    let found = text(&MatchInfo::default(), &games, None);
    assert!(found.contains("Faults: b 1 restart\n"), "{found}");
    let found = json_of(&MatchInfo::default(), &games, None);
    let restarts = [0, 1].map(|engine| found["engines"][engine]["usage"]["restarts"].clone());
    assert_eq!(restarts, [json!(0), json!(1)]);
}

#[test]
fn a_table_of_several_engines() {
    let names = ["alpha", "beta", "gamma"];
    let games = fixture::play(Variant::Othello, 8, &names, 10, 5);
    let title = fixture::title(&names);
    let found = text(&title, &games, None);
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(
        lines[1],
        "Rank Name                             Elo        +/-       nElo        +/-      Games      \
         Score       Draw           Ptnml(0-2)"
    );
    assert!(lines[2].starts_with("   1 "));
    assert_eq!(lines[2].chars().count(), lines[1].chars().count());
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("Black vs White: "))
    );
    assert!(lines.iter().any(|line| line.starts_with("Faults: ")));
    let ranks: Vec<f64> = lines[2..5]
        .iter()
        .map(|line| line[31..41].trim().parse().unwrap())
        .collect();
    assert!(ranks[0] >= ranks[1] && ranks[1] >= ranks[2]);
    assert!(ranks.iter().sum::<f64>().abs() < 0.03);
    let beaten = match_of("a", "b", &[([2, 2], 4)]);
    let three = MatchInfo {
        engines: vec!["a".into(), "b".into(), "c".into()],
        ..MatchInfo::default()
    };
    let found = text(&three, &beaten, None);
    assert!(
        found.contains(" *\n") && found.contains("* with one more draw"),
        "{found}"
    );
}

#[test]
fn a_match_without_games_has_a_summary() {
    let title = MatchInfo::default();
    assert!(text(&title, &[], None).contains("Rank Name"));
    assert_eq!(json_of(&title, &[], None)["games"], 0);
    let two = MatchInfo {
        engines: vec!["a".into(), "b".into()],
        ..title
    };
    let found = text(&two, &[], None);
    assert!(
        found.contains("Results of a vs b:\nElo: -, nElo: -\nLOS: - %"),
        "{found}"
    );
}

#[test]
fn programs_find_every_number() {
    let games = match_of("a", "b", &[([2, 2], 3), ([2, 0], 2), ([0, 1], 1)]);
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Logistic).unwrap();
    let found = json_of(&MatchInfo::default(), &games, Some(&sprt));
    assert_eq!(found["heading"], "a vs b");
    assert_eq!(found["engines"][0]["name"], "a");
    assert_eq!(found["engines"][0]["total"]["points"], 8.5);
    assert_eq!(found["engines"][1]["total"]["points"], 3.5);
    assert_eq!(found["meetings"][0]["pentanomial"], json!([0, 1, 2, 0, 3]));
    assert_eq!(
        found["meetings"][0]["tally"],
        json!({"wins": 8, "draws": 1, "losses": 3})
    );
    assert_eq!(found["sprt"]["parameters"]["model"], "logistic");
    assert_eq!(found["sprt"]["state"]["verdict"], "continue");
    assert_eq!(found["sprt"]["state"]["paired"], true);
    let elo = found["meetings"][0]["elo"]["value"].as_f64().unwrap();
    assert!((elo - crate::tournament::score_to_elo(8.5 / 12.0)).abs() < 1e-9);
    // Infinite numbers are null.
    let clean = json_of(
        &MatchInfo::default(),
        &match_of("a", "b", &[([2, 2], 2)]),
        None,
    );
    assert!(clean["meetings"][0]["elo"]["value"].is_null());
    assert!(clean["meetings"][0]["elo"]["low"].is_number());
}

#[test]
fn a_knockout_names_its_winner() {
    let info = MatchInfo {
        engines: ["a", "b", "c"].map(String::from).into(),
        format: Some(TournamentFormat {
            kind: TournamentKind::Knockout,
            rounds: 1,
            challengers: 1,
        }),
        ..MatchInfo::default()
    };
    let games = [
        game(0, 0, ["b", "c"], Some(Side::Black)),
        game(1, 0, ["c", "b"], None),
        game(2, 1, ["a", "b"], Some(Side::White)),
        game(3, 1, ["b", "a"], Some(Side::Black)),
    ];
    let found = text(&info, &games, None);
    let expected = "Semi-finals: b - c 1.5:0.5\nFinal: a - b 0:2\nWinner: b\n";
    assert!(found.contains(expected), "{found}");
    assert_eq!(json_of(&info, &games, None)["stages"]["winner"], "b");
    let found = text(&info, &games[..3], None);
    assert!(
        found.contains("Final: a - b 0:1\n") && !found.contains("Winner"),
        "{found}"
    );
}

#[test]
fn reasons_have_the_words_that_test_frameworks_look_for() {
    let won = |ending, discs| {
        let game = GameResult {
            ending,
            discs,
            detail: "white was illegal on time, disconnects and stalls".into(),
            ..game(6, 3, ["a", "b"], Some(Side::Black))
        };
        finished_as_in_fastchess(&game)
    };
    for (ending, reason) in [
        (Termination::Time, "White loses on time"),
        (Termination::Crash, "White disconnects"),
        (Termination::Memory, "White disconnects"),
        (Termination::Hang, "White's connection stalls"),
        (Termination::Illegal, "White makes an illegal move"),
        (Termination::Garbage, "White makes an illegal move"),
        (Termination::Resign, "White resigns"),
        (Termination::Adjudicated, "Black wins by adjudication"),
    ] {
        let line = won(ending, None);
        assert_eq!(line, format!("Finished game 7 (a vs b): 1-0 {{{reason}}}"));
    }
    assert!(won(Termination::Finished, Some(12)).ends_with("{Black wins by 12 discs}"));
}

#[test]
fn scores_as_cutechess_prints_them() {
    let games = match_of("a", "b", &[([2, 1], 3), ([0, 0], 1)]);
    let standings = Standings::of(&MatchInfo::default(), &games);
    assert_eq!(
        score_lines(&standings, None, &games[0]),
        "Score of a vs b: 3 - 2 - 3  [0.562] 8\n"
    );
    let sprt = Sprt::new(0.0, 200.0, 0.05, 0.05, EloModel::Logistic).unwrap();
    let text = score_lines(&standings, Some(&sprt), &games[1]);
    let (_, test) = text.split_once('\n').unwrap();
    assert!(
        test.starts_with("SPRT: llr -") && test.ends_with("%), lbound -2.94, ubound 2.94\n"),
        "{test}"
    );
}

#[test]
fn a_test_without_progress_has_no_sign() {
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized).unwrap();
    let state = SprtStatus {
        llr: -1e-9,
        ..sprt.status(&MatchScore::default())
    };
    let line = llr_line(&sprt, &state);
    assert!(line.starts_with("LLR: 0.00 (0.0%) "), "{line}");
}

#[test]
fn the_score_is_that_of_the_engines_of_the_game() {
    let info = MatchInfo {
        engines: ["a", "b", "c"].map(str::to_owned).to_vec(),
        ..MatchInfo::default()
    };
    let last = game(2, 1, ["c", "b"], Some(Side::Black));
    let games = [
        game(0, 0, ["a", "b"], Some(Side::Black)),
        game(1, 0, ["b", "c"], None),
        last.clone(),
    ];
    assert_eq!(
        score_lines(&Standings::of(&info, &games), None, &last),
        "Score of b vs c: 0 - 1 - 1  [0.250] 2\n"
    );
}

#[test]
fn a_phase_without_values_has_a_dash() {
    let mut games = fixture::play(Variant::Othello, 8, &["a", "b"], 20, 22);
    for game in &mut games {
        for (n, ply) in game.plies.iter_mut().enumerate() {
            ply.info.mate = None;
            ply.info.value = (n + game.opening_moves.len() < 20).then_some(2.0);
        }
    }
    let text = text(&MatchInfo::default(), &games, None);
    let line = text.lines().find(|line| line.starts_with("Values: a"));
    let line = line.unwrap();
    assert!(
        line.ends_with(" - discs") && !line.contains("nan"),
        "{line}"
    );
}

#[test]
fn announced_wins_are_shown_with_those_that_turned_out_wrong() {
    assert_eq!(announcements_line("A", Announcements::default()), None);
    let announced = Announcements {
        won: 2,
        plies_to_win: 19,
        wrong: 1,
        proofs: AnnouncedGames { games: 2, wrong: 0 },
        claims: AnnouncedGames { games: 3, wrong: 1 },
        lost: 4,
        seen: 0,
        plies_to_see: 0,
    };
    let line = "Announced wins: A won 2 (9.5 plies before the end); claims 3, wrong 1; proofs 2, wrong 0; \
                saw 0 of 4 losses";
    assert_eq!(announcements_line("A", announced).as_deref(), Some(line));
    let seen = Announcements {
        seen: 3,
        plies_to_see: 6,
        ..announced
    };
    let line = line.replace("saw 0", "saw 3");
    assert_eq!(
        announcements_line("A", seen),
        Some(format!("{line} (2.0 plies later)"))
    );
    let foreseen = Announcements {
        plies_to_see: -4,
        ..seen
    };
    assert_eq!(
        announcements_line("A", foreseen),
        Some(format!("{line} (1.3 plies earlier)"))
    );
}

#[test]
fn results_as_cutechess_prints_them() {
    let games = match_of("a", "b", &[([2, 1], 3), ([0, 0], 1)]);
    let standings = Standings::of(&MatchInfo::default(), &games);
    let text = cutechess_result(&standings, None);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Score of a vs b: 3 - 2 - 3  [0.562] 8");
    let both = standings.head_to_head(0, 1);
    let by_colour = |line: &str, name: &str, wdl: Wdl| {
        assert_eq!(line, format!("...      {name}: {}", tally(wdl)));
    };
    by_colour(lines[1], "a playing Black", both.black);
    by_colour(lines[2], "a playing White", both.white());
    by_colour(lines[3], "Black vs White", standings.black());
    assert!(lines[4].starts_with("Elo difference: 43.7 +/- "), "{text}");
    assert!(lines[4].ends_with(" %, DrawRatio: 37.5 %"), "{text}");
    assert_eq!(lines.len(), 5);
    let sprt = Sprt::new(0.0, 200.0, 0.05, 0.05, EloModel::Logistic).unwrap();
    assert!(cutechess_result(&standings, Some(&sprt)).contains("\nSPRT: llr "));
    let games = match_of("a", "b", &[([2, 2], 3)]);
    let shut_out = cutechess_result(&Standings::of(&MatchInfo::default(), &games), None);
    assert!(
        shut_out.contains("\nElo difference: inf +/- nan, LOS: "),
        "{shut_out}"
    );
}
