//! Puzzles of whole games, checked by other searches.

use crate::engine::Variant;
use crate::format::game_file::{GameReader, ReadOptions};
use crate::format::{AnnotatedGame, GameRecord, obf, puzzle};
use crate::game::{Game, Setup, Side, Symmetry, Vertex, describe};
use crate::gomoku::{Gomoku, Position, Rule};
use crate::othello::OthelloPlayer;
use crate::othello::search::SolveMode;
use crate::othello::solve::{Answer, Finding, Task};
use crate::puzzles::{Finder, FinderSettings, Puzzle, Question, SeenPositions, Source, suite_line};
use crate::search::StopToken;

const SETTINGS: FinderSettings = FinderSettings {
    othello_nodes: 10_000_000,
    gomoku_nodes: 50_000,
    empties: 4..=9,
    gap: 4,
    attacks: 2,
    threat: 1,
    found: false,
};

/// The games of a file of the repository.
fn games(text: &str) -> Vec<AnnotatedGame> {
    let games = GameReader::from_text(text, ReadOptions::default());
    games.filter_map(Result::ok).map(|file| file.game).collect()
}

fn find(game: &AnnotatedGame, settings: &FinderSettings) -> Vec<Puzzle> {
    let mut plies = 0;
    let found = Finder::new(settings.clone()).find(game, &mut || plies += 1);
    assert_eq!(plies, game.moves.len());
    found.unwrap()
}

const SOURCE: Source<'_> = Source {
    file: "a;b%\n.ggf",
    number: 3,
};

#[test]
fn puzzles_of_othello_have_one_best_move_by_other_solutions() {
    let mut player = OthelloPlayer::default();
    let task = Task {
        mode: SolveMode::Exact,
        all_moves: true,
        threads: 1,
        hash_mb: 1,
    };
    let mut count = 0;
    for game in games(include_str!("../../tests/data/ggf/edax.ggf")) {
        let settings = FinderSettings {
            found: true,
            ..SETTINGS
        };
        let all = find(&game, &settings);
        for puzzle in &all {
            let line = suite_line(puzzle, SOURCE).unwrap();
            let problem = &obf::read("a.obf", &line).unwrap()[0].content;
            let answer = Answer::find(
                &mut player,
                problem.position,
                &task,
                &StopToken::new(),
                &mut |_| {},
            );
            let answer = answer.unwrap();
            let best = &answer.moves[0];
            assert_eq!(best.line[0], puzzle.solution(), "{line}");
            let Question::Score(scores) = puzzle.question else {
                panic!("{puzzle:?}")
            };
            assert_eq!(best.value, Finding::Score(scores.best), "{line}");
            assert_eq!(
                answer.moves[1].value,
                Finding::Score(scores.second),
                "{line}"
            );
            let decides = scores.best.signum() > scores.second.signum();
            assert!(decides || scores.best - scores.second >= 4, "{line}");
            assert_eq!(problem.moves[0], (puzzle.solution(), scores.best));
            assert!(problem.comment.starts_with("a_b%_.ggf, game 3, move "));
            count += 1;
        }
        let missed = find(&game, &SETTINGS);
        assert!(
            missed
                .iter()
                .all(|puzzle| puzzle.played != puzzle.solution())
        );
        assert!(missed.len() <= all.len());
    }
    assert!(count > 0);
}

/// A game from this position of one move, the first legal one.
fn game_from(position: &Position) -> AnnotatedGame {
    let start = describe::<Gomoku>(position);
    let mut legal = Vec::new();
    Gomoku::legal(position, &mut legal);
    (&GameRecord {
        variant: Variant::Gomoku(position.rules().rule()),
        moves: vec![(start.to_move, legal[0])],
        start,
    })
        .into()
}

#[test]
fn puzzles_of_gomoku_are_written_as_lines_that_hold() {
    let text = include_str!("../../tests/data/gomoku/puzzles.txt");
    let suite = puzzle::read("puzzles.txt", text).unwrap();
    let mut count = 0;
    for problem in suite
        .iter()
        .filter(|problem| problem.content.facts.vcf.is_some())
    {
        let position = &problem.content.position;
        let found = find(&game_from(position), &SETTINGS);
        let Some(found) = found.first() else {
            continue;
        };
        let Question::Fours(attacks) = found.question else {
            panic!("{found:?}")
        };
        assert_eq!(Some(attacks), problem.content.facts.vcf);
        let line = suite_line(found, SOURCE).unwrap();
        let read = &puzzle::read("a.txt", &line).unwrap()[0].content;
        assert_eq!(read.facts.vcf, Some(attacks), "{line}");
        assert_eq!(read.facts.best, [found.solution().vertex().unwrap()]);
        assert!(
            read.facts
                .id
                .as_ref()
                .unwrap()
                .starts_with("a_b%_.ggf, game 3, move 1")
        );
        assert_eq!(describe::<Gomoku>(&read.position), found.position);
        // A player who finds the move has missed nothing.
        let mut game = game_from(position);
        game.moves[0].mv = found.solution();
        assert_eq!(find(&game, &SETTINGS), []);
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn symmetric_puzzles_are_known() {
    let mut setup = Setup::empty(15);
    for (col, row, side) in [
        (7, 7, Side::Black),
        (8, 7, Side::White),
        (3, 5, Side::Black),
        (1, 2, Side::White),
    ] {
        setup.set(Vertex::new(col, row), Some(side));
    }
    let image = |symmetry: Symmetry, exchange: bool| {
        let mut image = Setup::empty(15);
        for (side, vertex) in setup.stones() {
            let side = if exchange { side.other() } else { side };
            image.set(symmetry.vertex(vertex, 15), Some(side));
        }
        if exchange {
            image.to_move = image.to_move.other();
        }
        image
    };
    let (free, renju) = (
        Variant::Gomoku(Rule::Freestyle),
        Variant::Gomoku(Rule::Renju),
    );
    let mut known = SeenPositions::default();
    assert!(known.insert(free, &setup) && known.insert(renju, &setup));
    for symmetry in Symmetry::ALL {
        assert!(!known.insert(free, &image(symmetry, false)));
        assert!(!known.insert(free, &image(symmetry, true)));
        assert!(!known.insert(renju, &image(symmetry, false)));
    }
    // Only Black has forbidden points in Renju.
    assert!(known.insert(renju, &image(Symmetry::IDENTITY, true)));
    let mut other = setup.clone();
    other.to_move = other.to_move.other();
    assert!(known.insert(free, &other));
}
