//! Tests of whole games at low depths.

use crate::analysis::{
    AnalysisError, Analyzer, GameAnalysis, Mark, Phase, SearchSettings, value_text,
};
use crate::engine::Variant;
use crate::format::{
    AnnotatedGame, AnnotatedMove, Decided, Decision, GameError, GameRecord, RecordedResult,
    ScoreFields,
};
use crate::game::{Move, Setup, Side, Vertex};
use crate::gomoku::Rule;
use crate::search::{Score, Value};

fn analyze(game: &AnnotatedGame, depth: u32, solve_from: usize) -> GameAnalysis {
    let mut analyzer = Analyzer::new(SearchSettings {
        time: None,
        nodes: None,
        depth: Some(depth),
        lines: 2,
        threads: 1,
        hash_mb: 1,
        solve_from,
    });
    let mut count = 0;
    let analysis = analyzer.analyze(game, &mut || count += 1).unwrap();
    assert_eq!(
        (count, analysis.moves.len()),
        (game.moves.len(), game.moves.len())
    );
    analysis
}

/// A game of moves in turn, named as `h8`; Black begins.
fn game(variant: Variant, names: &str) -> AnnotatedGame {
    let sides = [Side::Black, Side::White].into_iter().cycle();
    let moves = names.split(' ').map(|name| {
        let (file, rank) = name.split_at(1);
        let rank: u8 = rank.parse().unwrap();
        Move::Place(Vertex::new(file.as_bytes()[0] - b'a', rank - 1))
    });
    (&GameRecord {
        variant,
        start: variant.new_record(variant.default_size()).unwrap().start(),
        moves: sides.zip(moves).collect(),
    })
        .into()
}

const FREESTYLE: Variant = Variant::Gomoku(Rule::Freestyle);

#[test]
fn values_that_round_to_zero_have_no_sign() {
    for (value, expected) in [
        (Value::Estimate(-4), "0.0"),
        (Value::Estimate(4), "0.0"),
        (Value::Estimate(-16), "-0.2"),
        (Value::Exact(0), "0 exact"),
        (Value::Exact(12), "+12 exact"),
    ] {
        let fields = ScoreFields::new(Score::new(value, 0.5), Variant::Othello);
        assert_eq!(value_text(&fields), expected);
    }
}

#[test]
fn a_missed_win_and_an_open_three_without_answer_are_found() {
    // Black makes an open three; White plays elsewhere, Black misses the open four, White answers too late.
    let played = game(FREESTYLE, "h8 a1 i8 a2 j8 o15 o1 o14 k8 o13 l8");
    let analysis = analyze(&played, 6, 0);
    let ignored = &analysis.moves[5];
    let threat = ignored.notes.unstopped_threat.as_ref().unwrap();
    assert_eq!(threat.kind, "open three");
    assert!(threat.answers.contains(&"g8".to_owned()), "{threat:?}");
    assert_eq!(ignored.value.decided(), Some(Decided::Loss));
    let missed = &analysis.moves[6];
    assert!(missed.notes.missed_win && missed.best_value.decided() == Some(Decided::Win));
    assert!(
        missed.remarks()[0].starts_with("missed a win in "),
        "{:?}",
        missed.remarks()
    );
    let last = &analysis.moves[10];
    assert_eq!(value_text(&last.value), "wins in 1");
    assert_eq!((last.loss, last.mark), (0.0, None));
    // After the missed win White could still have held.
    let lost: Vec<usize> = analysis
        .moves
        .iter()
        .filter(|m| m.notes.lost_the_game)
        .map(|m| m.ply)
        .collect();
    assert_eq!(lost, [8]);
    let [black, white] = &analysis.players;
    assert_eq!((black.all.moves, white.all.moves), (6, 5));
    assert!(white.all.accuracy.unwrap() < 90.0);
}

#[test]
fn a_game_that_recovered_was_not_lost_by_the_mistake_before() {
    // White ignores an open three and blocks it only after Black has missed the win. Then its time runs out.
    let mut played = game(FREESTYLE, "h8 a1 i8 a2 j8 o15 o1 k8 a15 a14");
    played.result = Some(RecordedResult {
        winner: Some(Side::Black),
        margin: None,
        decision: Decision::Time,
    });
    let analysis = analyze(&played, 6, 0);
    let ignored = &analysis.moves[5];
    assert_eq!(ignored.value.decided(), Some(Decided::Loss));
    assert_eq!(analysis.moves[9].value.decided(), None);
    assert!(
        !analysis
            .moves
            .iter()
            .any(|played| played.notes.lost_the_game)
    );
}

#[test]
fn an_open_four_is_no_threat_that_could_be_answered() {
    // Black has a four and could complete it; White has an open four, and Black plays elsewhere.
    let played = game(FREESTYLE, "a1 h8 b1 i8 c1 j8 d1 k8 o15");
    let notes = &analyze(&played, 2, 0).moves[8].notes;
    assert!(notes.missed_win);
    assert_eq!(notes.unstopped_threat, None);
}

#[test]
fn a_foul_is_named_and_loses() {
    let renju = Variant::Gomoku(Rule::Renju);
    // Two open threes at once: h8 h9 with g7... the point h8 completes both.
    let played = game(renju, "g8 a1 i8 a3 h7 c1 h9 e1 h8");
    let analysis = analyze(&played, 2, 0);
    let foul = analysis.moves.last().unwrap();
    assert_eq!(foul.notes.foul.as_deref(), Some("double three"));
    assert_eq!(foul.value.decided(), Some(Decided::Loss));
    assert!(foul.notes.forbidden.iter().any(|named| named.point == "h8"));
    assert!(foul.notes.lost_the_game);
    assert_eq!(foul.mark, Some(Mark::Blunder));
}

#[test]
fn othello_is_exact_at_the_end_and_forced_moves_take_no_search() {
    // Only a1 is empty, and only Black can play there; then the game is over.
    let mut start = Setup::empty(8);
    start.cells.fill(Some(Side::White));
    start.set(Vertex::new(0, 0), None);
    start.set(Vertex::new(7, 0), Some(Side::Black));
    start.to_move = Side::White;
    let mut played: AnnotatedGame = (&GameRecord {
        variant: Variant::Othello,
        start,
        moves: Vec::new(),
    })
        .into();
    played.moves = vec![
        AnnotatedMove::new(Side::White, Move::Pass),
        AnnotatedMove::new(Side::Black, Move::Place(Vertex::new(0, 0))),
    ];
    let analysis = analyze(&played, 1, 10);
    let [pass, last] = &analysis.moves[..] else {
        panic!("{analysis:?}")
    };
    assert_eq!((pass.nodes, last.nodes, pass.phase), (0, 0, Phase::Endgame));
    assert_eq!(last.value.score_lead, Some(-48.0));
    assert_eq!(pass.value.score_lead, Some(48.0));
    assert_eq!(value_text(&pass.value), "+48 exact");
    assert_eq!(
        analysis.players[0].all.moves, 0,
        "forced moves do not count"
    );
}

#[test]
fn the_best_move_has_no_loss_and_a_worse_one_has() {
    let played = game(
        Variant::Othello,
        "c4 e3 f5 e6 f6 c5 c3 c6 d3 d2 f3 b3 b4 a3",
    );
    let analysis = analyze(&played, 4, 0);
    for played in &analysis.moves {
        assert!(played.loss >= 0.0 && played.best_value.winrate >= played.value.winrate);
        assert_eq!(
            played.mark,
            Mark::of(played.loss, false),
            "no value is decided here"
        );
        assert_eq!(played.lines.len(), played.legal.min(2));
        if played.best == played.played {
            assert_eq!((played.loss, played.value), (0.0, played.best_value));
        }
    }
    assert_eq!(analysis.moves[0].phase, Phase::Opening);
}

#[test]
fn the_first_line_is_that_of_the_best_move() {
    // At so low a limit, the search of a played move alone often finds more than the search of all moves.
    let played = game(
        Variant::Othello,
        "f5 d6 c3 d3 c4 b5 c5 b3 a6 f6 e6 f7 c6 e3 d7 c7 a2 b4 b6 d8 \
         e8 e7 c8 f4 c2 a5 a4 a7 a8 b8",
    );
    let settings = SearchSettings {
        time: None,
        nodes: Some(200),
        depth: None,
        lines: 2,
        threads: 1,
        hash_mb: 1,
        solve_from: 0,
    };
    let analysis = Analyzer::new(settings)
        .analyze(&played, &mut || {})
        .unwrap();
    for played in &analysis.moves {
        assert_eq!(played.lines.len(), played.legal.min(2));
        assert_eq!(played.lines[0].pv[0], played.best, "ply {}", played.ply);
        assert_eq!(played.lines[0].value, played.best_value);
    }
}

#[test]
fn a_win_that_only_what_follows_proves_has_its_line() {
    // Black's open three wins; depth 1 does not see it before Black has played on.
    let played = game(FREESTYLE, "h8 a1 i8 a2 j8 o15 k8 o14 l8");
    let analysis = analyze(&played, 1, 0);
    for played in &analysis.moves {
        assert_eq!(played.lines[0].pv[0], played.best, "ply {}", played.ply);
    }
}

#[test]
fn a_game_that_cannot_be_replayed_is_an_error() {
    let settings = SearchSettings {
        time: None,
        nodes: Some(10),
        depth: None,
        lines: 1,
        threads: 1,
        hash_mb: 1,
        solve_from: 0,
    };
    assert_eq!(
        settings.to_string(),
        "10 nodes, lines 1, threads 1, solved from 0"
    );
    let mut analyzer = Analyzer::new(settings);
    let mut error = |game: &AnnotatedGame| analyzer.analyze(game, &mut || {}).unwrap_err();
    let mut turned = game(Variant::Othello, "f5 d6");
    turned.moves.reverse();
    let number = 1;
    let side = Side::Black;
    let turn = error(&turned);
    assert_eq!(turn, AnalysisError::Turn { number, side });
    assert_eq!(
        turn.to_string(),
        "move 1: it is the turn of black; expected its move or its pass"
    );
    let illegal = error(&game(Variant::Othello, "f5 f5"));
    let AnalysisError::Game(GameError::Move { number: 2, .. }) = illegal else {
        panic!("{illegal}")
    };
}

#[test]
fn a_game_of_gomoku_that_white_begins_is_analysed() {
    let read = crate::format::sgf::read_game(
        "(;GM[4]SZ[15];W[hh];B[ii];W[jj])",
        None,
        Rule::Freestyle,
        None,
    );
    let game = read.unwrap().game;
    assert_eq!(game.moves[0].mv, Move::Pass);
    assert!(game.record(usize::MAX).is_ok());
    let analysis = analyze(&game, 2, 0);
    assert_eq!(analysis.moves[1].played, "h8");
    // Black chose one move only, and no move at the beginning.
    let pass = &analysis.moves[0];
    assert_eq!((pass.loss, pass.mark, pass.lines.len()), (0.0, None, 0));
    assert_eq!(analysis.players.map(|player| player.all.moves), [1, 2]);
}

#[test]
fn a_move_that_also_wins_misses_nothing() {
    // Black has an open four and a four; k9 makes another five possible and leaves both.
    let played = game(FREESTYLE, "h8 a1 i8 a3 j8 a5 k8 o15 k9 o13 l8");
    let analysis = analyze(&played, 1, 0);
    let other = &analysis.moves[8];
    assert_eq!(other.best_value.decided(), Some(Decided::Win));
    assert_eq!(other.value.decided(), Some(Decided::Win));
    assert!(!other.notes.missed_win);
    assert_eq!(other.loss, 0.0);
}

#[test]
fn a_blunder_between_estimates_has_to_lose_more() {
    let marks =
        |is_decided| [0.04, 0.05, 0.1, 0.2, 0.29, 0.3].map(|loss| Mark::of(loss, is_decided));
    let (inaccuracy, mistake, blunder) = (
        Some(Mark::Inaccuracy),
        Some(Mark::Mistake),
        Some(Mark::Blunder),
    );
    assert_eq!(
        marks(true),
        [None, inaccuracy, mistake, blunder, blunder, blunder]
    );
    assert_eq!(
        marks(false),
        [None, inaccuracy, mistake, mistake, mistake, blunder]
    );
}
