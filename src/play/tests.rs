//! The model: what people do, what the engine answers, what is said about it.

use crate::engine::{Event, Job, Options, Variant};
use crate::format::Decided;
use crate::game::{Move, Side};
use crate::gomoku::{OpeningRule, Rule};
use crate::play::board::{BoardView, Mark};
use crate::play::command::Command;
use crate::play::effect::{Effect, MessageKind};
use crate::play::game::{Game, Purpose, Settings};
use crate::play::opening::{OpeningStep, Seat};
use crate::play::opponent::Opponent;
use crate::play::scores::GameScore;
use crate::search::{PvLine, Report, Score, SearchResult, Value};
use std::path::PathBuf;
use std::time::{Duration, Instant};

const RENJU: Variant = Variant::Gomoku(Rule::Renju);
const GOMOKU: Variant = Variant::Gomoku(Rule::Freestyle);
const SWAP2: Option<OpeningRule> = Some(OpeningRule::Swap2);

/// A game whose engine is the test.
struct Table {
    game: Game,
    /// The job that the engine works on.
    job: Option<Job>,
    stops: usize,
    /// Whether the last search failed.
    has_failed: bool,
    counted: Vec<GameScore>,
}

impl Table {
    fn new(
        variant: Variant,
        opponent: Opponent,
        black: Seat,
        opening: Option<OpeningRule>,
    ) -> Self {
        let settings = Settings {
            variant,
            size: variant.default_size(),
            opponent,
            black,
            opening,
            time: Duration::from_millis(100),
        };
        let game = Game::new(&settings, Options::default(), Instant::now()).unwrap();
        let mut table = Self {
            game,
            job: None,
            stops: 0,
            has_failed: false,
            counted: Vec::new(),
        };
        table.take_effects();
        table
    }

    /// Against level 3, the person has Black.
    fn against_engine(variant: Variant) -> Self {
        Self::new(variant, Opponent::Level(3), Seat::Person, None)
    }

    fn of_two(variant: Variant) -> Self {
        Self::new(variant, Opponent::Human, Seat::Person, None)
    }

    fn take_effects(&mut self) {
        for effect in self.game.take_effects() {
            match effect {
                Effect::Search(job) => (self.job, self.has_failed) = (Some(*job), false),
                Effect::Stop => self.stops += 1,
                Effect::Count(score) => self.counted.push(score),
                _ => {}
            }
        }
    }

    /// Types a line; returns what is said.
    fn line(&mut self, line: &str) -> String {
        let size = self.game.record().size();
        match Command::parse(line, size) {
            Ok(Some(command)) => command.run(&mut self.game, Instant::now()),
            Ok(None) => {}
            Err(error) => self.game.refuse(error),
        }
        self.take_effects();
        self.said()
    }

    fn lines(&mut self, lines: &str) {
        for line in lines.split_whitespace() {
            let said = self.line(line);
            assert!(!said.contains("cannot"), "{line}: {said}");
        }
    }

    fn said(&mut self) -> String {
        let messages = self.game.take_messages();
        let texts: Vec<_> = messages.into_iter().map(|message| message.text).collect();
        texts.join("\n")
    }

    /// The engine answers with these moves as its best line; returns what is said.
    fn engine(&mut self, value: Value, moves: &str) -> String {
        let job = self.job.take().expect("the engine is not thinking");
        let size = self.game.record().size();
        let moves: Vec<Move> = moves
            .split(' ')
            .map(|name| Move::from_name(name, size).unwrap())
            .collect();
        let result = SearchResult {
            best: moves.first().copied(),
            report: Some(Report {
                depth: 5,
                selectivity: 100,
                lines: vec![PvLine {
                    score: Score::new(value, 0.5),
                    depth: 5,
                    nodes: 1,
                    moves,
                }],
                nodes: 1,
                elapsed: Duration::ZERO,
                hashfull: 0,
            }),
        };
        self.game
            .on_engine(Event::Done(job.id, result), Instant::now());
        self.take_effects();
        self.said()
    }

    fn engine_plays(&mut self, mv: &str) -> String {
        self.engine(Value::Estimate(0), mv)
    }

    /// What is true after every event.
    fn check(&self) {
        let game = &self.game;
        let record = game.record();
        assert_eq!(game.history.moves(), record.undoable());
        // Somebody can act, or the game is over.
        let is_waiting = game.awaits_person() || game.thinking().is_some();
        assert!(is_waiting || game.end().is_some() || self.has_failed);
        assert!(game.end().is_none() || game.thinking().is_none());
        if let Some(step) = game.opening() {
            assert!(record.moves().len() <= 5, "{step:?}");
        }
        assert!(!game.status().is_empty());
        let board = BoardView::new(game, record.start().stones().next().map(|(_, at)| at));
        assert!(board.text().len() > 25);
    }

    fn moves(&self) -> String {
        let moves = self.game.record().moves();
        let names: Vec<_> = moves.iter().map(|(_, mv)| mv.to_string()).collect();
        names.join(" ")
    }
}

#[test]
fn undo_takes_back_a_round_and_redo_plays_it_again() {
    let mut table = Table::against_engine(Variant::Othello);
    assert!(table.line("undo").contains("no move of yours"));
    assert_eq!(table.line("f5"), "Black (you) plays f5");
    assert_eq!(table.game.status(), "White (level 3) is thinking");
    assert_eq!(table.engine_plays("d6"), "White (level 3) plays d6");
    table.line("c3");
    table.engine_plays("d3");
    assert_eq!(table.line("undo"), "Took back 2 moves");
    assert_eq!(table.moves(), "f5 d6");
    assert_eq!(table.line("u"), "Took back 2 moves");
    assert_eq!(table.moves(), "");
    assert_eq!(table.line("redo"), "Played 2 moves again");
    assert_eq!(table.line("redo"), "Played 2 moves again");
    assert_eq!(table.moves(), "f5 d6 c3 d3");
    assert!(table.line("redo").contains("nothing was taken back"));
    table.line("undo");
    table.line("c5");
    assert!(table.line("redo").contains("nothing was taken back"));
}

#[test]
fn undo_cancels_the_engine_and_redo_starts_it_again() {
    let mut table = Table::against_engine(Variant::Othello);
    table.line("f5");
    let late = table.job.clone().unwrap();
    assert_eq!(table.line("undo"), "Took back 1 move");
    assert_eq!((table.moves(), table.stops), (String::new(), 1));
    assert!(table.game.thinking().is_none() && table.game.awaits_person());
    // The answer of the search that was stopped comes late.
    let best = Move::from_name("d6", 8);
    let result = SearchResult { best, report: None };
    table
        .game
        .on_engine(Event::Done(late.id, result), Instant::now());
    assert_eq!(table.moves(), "");
    table.line("redo");
    assert_ne!(table.job.as_ref().unwrap().id, late.id);
    table.engine_plays("d6");
    assert_eq!(table.moves(), "f5 d6");
}

#[test]
fn a_person_with_white_cannot_take_back_the_first_move() {
    let mut table = Table::new(GOMOKU, Opponent::Level(3), Seat::Opponent, None);
    assert!(table.line("h8").contains("it is the turn of level 3"));
    table.engine_plays("h8");
    assert!(table.line("undo").contains("no move of yours"));
    table.line("h9");
    assert_eq!(table.line("undo"), "Took back 1 move");
    assert_eq!(table.moves(), "h8");
    assert!(table.game.awaits_person());
}

#[test]
fn two_people_take_back_single_moves() {
    let mut table = Table::of_two(GOMOKU);
    table.lines("h8 h9 i8");
    assert_eq!(table.game.status(), "White to move (player 2)");
    table.line("undo");
    assert_eq!(table.moves(), "h8 h9");
    assert_eq!(table.game.status(), "Black to move (player 1)");
    table.line("undo");
    table.line("redo");
    assert_eq!(table.moves(), "h8 h9");
    assert!(table.job.is_none() && table.counted.is_empty());
}

#[test]
fn a_forced_pass_is_played_and_taken_back_with_the_round() {
    let mut table = Table::of_two(Variant::Othello);
    table.lines("d3 c3 e6 d2 d1 e1 b3");
    let said = table.line("c1");
    assert!(
        said.ends_with("Black (player 1) has no move and passes"),
        "{said}"
    );
    assert_eq!(table.game.status(), "White to move (player 2)");
    assert!(table.line("pass").contains("a pass is not allowed here"));
    assert!(table.moves().ends_with("b3 c1 pass"));
    assert_eq!(table.line("undo"), "Took back 2 moves");
    assert!(table.moves().ends_with("b3"));
    table.line("redo");
    assert!(table.moves().ends_with("b3 c1 pass"));
}

#[test]
fn after_a_forced_pass_the_engine_moves_again() {
    let mut table = Table::against_engine(Variant::Othello);
    for (mine, other) in [("d3", "c3"), ("e6", "d2"), ("d1", "e1"), ("b3", "c1")] {
        table.line(mine);
        table.engine_plays(other);
    }
    assert_eq!(table.game.status(), "White (level 3) is thinking");
    // The pass was no choice of the person.
    assert_eq!(table.line("undo"), "Took back 3 moves");
    assert!(table.moves().ends_with("e1"));
}

#[test]
fn resignation_ends_counts_and_can_be_taken_back() {
    let mut table = Table::against_engine(Variant::Othello);
    table.line("f5");
    table.engine_plays("d6");
    let said = table.line("resign");
    assert_eq!(
        said,
        "The game is over. Black resigns, so White wins. You lose."
    );
    assert_eq!(table.game.status(), said);
    assert_eq!(table.counted.len(), 1);
    let score = &table.counted[0];
    assert_eq!((score.result, score.side), (Decided::Loss, Side::Black));
    assert_eq!(score.opponent, "level 3");
    assert!(table.line("c3").contains("the game is over"));
    assert!(table.line("hint").contains("the game is over"));
    table.line("undo");
    assert!(table.game.awaits_person());
    // A game counts once.
    table.line("resign");
    assert_eq!(table.counted.len(), 1);
    table.line("new");
    table.line("resign");
    assert_eq!(table.counted.len(), 2);
}

#[test]
fn resigning_while_the_engine_thinks() {
    let mut table = Table::against_engine(Variant::Othello);
    table.line("f5");
    table.line("resign");
    assert_eq!(table.stops, 1);
    assert!(table.game.end().is_some() && table.game.thinking().is_none());
    // Then it is the engine's turn again.
    table.line("undo");
    assert_eq!(table.game.thinking().unwrap().purpose, Purpose::Move);
}

#[test]
fn sides_can_be_swapped() {
    let mut table = Table::against_engine(Variant::Othello);
    let said = table.line("swap");
    assert!(said.contains("Black is level 3, White is you"), "{said}");
    table.engine_plays("f5");
    table.line("d6");
    // In the middle of the game it does not count any more.
    table.line("swap");
    assert!(table.game.awaits_person());
    table.line("c3");
    table.engine_plays("d3");
    let said = table.line("resign");
    assert!(
        said.ends_with("not in the score table: the sides were swapped during it"),
        "{said}"
    );
    assert!(table.counted.is_empty());
    // Resignation, the round, the swap.
    for expected in ["f5 d6 c3 d3", "f5 d6", "f5 d6"] {
        table.line("undo");
        assert_eq!(table.moves(), expected);
    }
    assert_eq!(table.game.side_of(Seat::Person), Side::White);
}

#[test]
fn swapping_before_the_first_move_forgets_what_was_taken_back() {
    let mut table = Table::of_two(Variant::Othello);
    table.lines("f5 undo");
    table.line("swap");
    assert_eq!(table.game.status(), "Black to move (player 2)");
    assert!(table.line("redo").contains("nothing was taken back"));
    table.line("f5");
    assert_eq!(table.game.status(), "White to move (player 1)");
}

#[test]
fn forbidden_points_are_refused_with_the_reason() {
    let mut table = Table::of_two(RENJU);
    table.lines("g8 a1 i8 a3 h7 a5 h9 a7");
    let board = BoardView::new(&table.game, None);
    assert_eq!(board.marks(), [Mark::Forbidden]);
    assert_eq!(
        table.line("h8"),
        "h8 cannot be played: forbidden for black: double three"
    );
    assert_eq!(table.game.record().side(), Side::Black);
    table.line("hide forbidden");
    assert!(BoardView::new(&table.game, None).marks().is_empty());
}

#[test]
fn ends_say_why() {
    let mut five = Table::of_two(GOMOKU);
    five.lines("a1 a2 b1 b2 c1 c2 d1 d2");
    let said = five.line("e1");
    let expected = "The game is over. Black wins with the row a1 b1 c1 d1 e1.";
    assert!(said.ends_with(expected), "{said}");
    let mut engine = Table::against_engine(GOMOKU);
    for (mine, other) in [("h8", "a1"), ("h9", "b1"), ("h10", "c1"), ("h11", "d1")] {
        engine.line(mine);
        engine.engine_plays(other);
    }
    assert!(engine.line("h12").ends_with("h8 h9 h10 h11 h12. You win."));
    assert_eq!(engine.counted[0].result, Decided::Win);
    // The shortest game of Othello: White loses all discs.
    let mut wiped = Table::of_two(Variant::Othello);
    wiped.lines("e6 f4 e3 f6 g5 d6 e7 f5 c5");
    let said = wiped.game.status();
    assert_eq!(
        said,
        "The game is over. Neither side can move: Black wins 13 to 0, which counts as 64 to 0."
    );
}

#[test]
fn the_engine_resigns() {
    let mut table = Table::new(GOMOKU, Opponent::Level(8), Seat::Person, None);
    table.line("h8");
    let said = table.engine(
        Value::LossIn {
            plies: 2,
            proven: true,
        },
        "a1",
    );
    assert_eq!(
        said,
        "The game is over. White resigns, so Black wins. You win."
    );
    table.line("undo");
    assert_eq!(table.moves(), "");
}

#[test]
fn hints_mark_claims_and_round_their_values() {
    for (value, expected) in [
        (Value::Estimate(-4), "value 0.0, 50 %"),
        (Value::Estimate(-16), "value -0.2, 50 %"),
        (
            Value::WinIn {
                plies: 9,
                proven: false,
            },
            "wins in 9 plies (claimed)",
        ),
        (
            Value::LossIn {
                plies: 1,
                proven: true,
            },
            "loses in 1 ply",
        ),
    ] {
        let mut table = Table::against_engine(GOMOKU);
        table.line("hint");
        let said = table.engine(value, "h8 i9");
        assert_eq!(said, format!("Hint: h8, {expected}, expected: h8 i9"));
    }
}

#[test]
fn hints_show_a_move_and_end_with_it() {
    let mut table = Table::against_engine(Variant::Othello);
    table.line("hint");
    assert_eq!(table.game.status(), "Black to move; looking for a hint");
    let said = table.engine(Value::Exact(-4), "f5 d6 c3");
    assert_eq!(
        said,
        "Hint: f5, loses by 4 discs, exactly, expected: f5 d6 c3"
    );
    assert_eq!(
        BoardView::new(&table.game, None).marks(),
        [Mark::Legal, Mark::Hint]
    );
    table.line("c4");
    assert_eq!(table.game.hint(), None);
    assert!(table.line("hint").contains("hints are for your own moves"));
    // A move ends the search for a hint.
    table.engine_plays("c3");
    table.line("hint");
    table.line("d3");
    assert_eq!(table.game.thinking().unwrap().purpose, Purpose::Move);
}

#[test]
fn swap2_with_every_choice() {
    // The person places three stones; the engine takes White, since Black is not better.
    let mut table = Table::new(GOMOKU, Opponent::Level(3), Seat::Person, SWAP2);
    assert_eq!(
        table.game.status(),
        "Swap2: you to place 3 more stones, Black first"
    );
    assert!(table.line("black").contains("nothing to choose"));
    table.lines("h8 i9 g7");
    assert_eq!(
        table.game.thinking().unwrap().purpose,
        Purpose::OpeningChoice
    );
    let said = table.engine(Value::Estimate(10), "j8");
    assert_eq!(said, "Swap2: level 3 will play White");
    assert_eq!(table.game.thinking().unwrap().purpose, Purpose::Move);
    table.engine_plays("j8");
    assert_eq!(table.game.status(), "Black to move (you)");
    // Undo takes back the last stone of the opening together with the engine's choice.
    table.line("undo");
    assert_eq!(table.moves(), "h8 i9");
    table.line("g7");
    table.engine(Value::Estimate(-10), "j8");
    assert_eq!(table.game.side_of(Seat::Opponent), Side::Black);
    assert_eq!(table.game.status(), "White to move (you)");
}

#[test]
fn swap2_with_five_stones() {
    let mut table = Table::new(GOMOKU, Opponent::Level(3), Seat::Opponent, SWAP2);
    assert_eq!(
        table.game.thinking().unwrap().purpose,
        Purpose::OpeningStones(3)
    );
    assert!(table.job.as_ref().unwrap().request.balance.is_some());
    table.engine_plays("h8 i9 g7");
    let status = table.game.status();
    assert!(
        status.contains("you to choose \"black\", \"white\", or \"two\""),
        "{status}"
    );
    assert!(table.line("j8").contains("choose a colour first"));
    assert!(table.line("hint").contains("no hints during the opening"));
    table.line("two");
    assert_eq!(
        table.game.status(),
        "Swap2: you to place 2 more stones, White first"
    );
    table.lines("j8 k9");
    // The engine takes White with the sixth stone.
    table.engine(Value::Estimate(5), "c3");
    table.engine_plays("c3");
    assert_eq!(table.game.side_of(Seat::Person), Side::Black);
    for expected in ["h8 i9 g7 j8", "h8 i9 g7", "h8 i9 g7"] {
        table.line("undo");
        assert_eq!(table.moves(), expected);
    }
    assert!(table.game.status().contains("you to choose"));
    table.line("white");
    assert_eq!(table.game.status(), "White to move (you)");
    assert!(table.line("swap2").contains("did you mean \"swap\""));
}

#[test]
fn swap_has_no_further_stones() {
    let swap = Some(OpeningRule::Swap);
    let mut table = Table::new(RENJU, Opponent::Human, Seat::Person, swap);
    let status = |table: &Table| table.game.status();
    assert_eq!(
        status(&table),
        "Swap: player 1 to place 3 more stones, Black first"
    );
    table.lines("h8 i9 g7");
    assert_eq!(
        status(&table),
        "Swap: player 2 to choose \"black\", \"white\""
    );
    assert!(table.line("two").contains("swap has no further stones"));
    table.line("black");
    assert_eq!(status(&table), "White to move (player 1)");
    // The next game has the same opening, and another one if it is named.
    table.line("new 19");
    assert_eq!(table.game.opening().map(OpeningStep::rule), swap);
    table.line("new swap2");
    assert_eq!(table.game.opening().map(OpeningStep::rule), SWAP2);
}

#[test]
fn swap2_between_two_people() {
    let mut table = Table::new(GOMOKU, Opponent::Human, Seat::Person, SWAP2);
    table.lines("h8 i9 g7 two j8 k9");
    assert_eq!(
        table.game.status(),
        "Swap2: player 1 to choose \"black\", \"white\""
    );
    assert!(table.line("two").contains("choose \"black\" or \"white\""));
    table.line("white");
    assert_eq!(table.game.status(), "White to move (player 1)");
    assert!(table.line("new othello swap2").contains("Othello has none"));
    // A new game is of the same kind, on a board of another size, too, unless a game is named.
    table.line("new 19");
    assert_eq!(table.game.headline(), "Gomoku 19x19");
    assert!(table.game.opening().is_some());
    table.line("new");
    assert!(table.game.opening().is_some());
    table.line("new gomoku");
    assert!(table.game.opening().is_none());
}

#[test]
fn new_games_and_other_opponents() {
    let mut table = Table::new(
        Variant::Othello,
        Opponent::Classic("weights".into()),
        Seat::Person,
        None,
    );
    table.line("f5");
    let said = table.line("new renju 11");
    assert!(
        said.contains("classic weights does not play Renju"),
        "{said}"
    );
    assert_eq!(table.game.headline(), "Renju 11x11");
    assert_eq!((table.stops, table.moves()), (1, String::new()));
    assert!(table.line("new 30").contains("played on 5 to 22"));
    assert!(
        table
            .line("classic weights")
            .contains("expected one of: threat-book")
    );
    table.line("f6");
    let said = table.line("level 5");
    assert_eq!(said, "White is now level 5 (expert)");
    assert_eq!(table.stops, 2);
    table.engine_plays("f7");
    let said = table.line("resign");
    assert!(said.contains("the opponent changed during it"), "{said}");
    table.line("new");
    assert_eq!(table.game.headline(), "Renju 11x11");
    table.line("human");
    table.lines("f6 f7");
    assert_eq!(table.game.status(), "Black to move (player 1)");
}

#[test]
fn threats_are_marked_and_listed() {
    let mut table = Table::of_two(GOMOKU);
    table.lines("h8 a1 i8 a3 j8");
    assert!(BoardView::new(&table.game, None).marks().is_empty());
    assert!(
        table
            .line("threats")
            .starts_with("Black: open three h8 i8 j8, answers ")
    );
    assert_eq!(table.line("hide threats"), "threats: hidden");
    assert_eq!(table.line("show threats"), "threats: shown");
    assert_eq!(table.line("show threats"), "threats: shown");
    let board = BoardView::new(&table.game, None);
    assert_eq!(board.marks(), [Mark::Threat]);
    assert_eq!(board.rank_text(7, 7..10), "-X-X(X)");
    // One's own threat has no points to be answered.
    table.line("o15");
    let board = BoardView::new(&table.game, None);
    assert!(board.marks().is_empty());
    assert_eq!(board.rank_text(7, 6..11), " .-X-X-X-. ");
    table.line("hide threats");
    let board = BoardView::new(&table.game, None);
    assert_eq!(board.rank_text(7, 6..11), " . X X X . ");
}

#[test]
fn each_game_of_a_session_has_random_choices_of_its_own() {
    let seeds = || {
        let mut table = Table::against_engine(GOMOKU);
        [(); 3].map(|()| {
            table.line("h8");
            let seed = table.job.as_ref().unwrap().request.seed;
            table.line("new");
            seed
        })
    };
    let [first, second, third] = seeds();
    // The first game has the seed of the options, plus the number of its moves.
    assert_eq!(first, Options::default().seed + 1);
    assert!(first != second && second != third && first != third);
    assert_eq!(seeds(), [first, second, third]);
}

#[test]
fn flips_are_shown_before_they_happen() {
    let mut table = Table::of_two(Variant::Othello);
    let at = |name| Move::from_name(name, 8).and_then(Move::vertex);
    let board = BoardView::new(&table.game, at("f5"));
    assert_eq!(board.rank_text(4, 0..8), " . . . X o[+]. . ");
    table.line("hide flips");
    let board = BoardView::new(&table.game, at("f5"));
    assert_eq!(board.rank_text(4, 0..8), " . . . X O[+]. . ");
    table.line("f5");
    let board = BoardView::new(&table.game, None);
    assert_eq!(board.rank_text(4, 0..8), " . . . X X(X). . ");
}

#[test]
fn a_failed_search_can_be_repeated() {
    let mut table = Table::against_engine(Variant::Othello);
    table.line("f5");
    let id = table.job.take().unwrap().id;
    table
        .game
        .on_engine(Event::Failed(id, "no memory".into()), Instant::now());
    assert!(
        table
            .said()
            .contains("no memory; \"now\" lets it try again")
    );
    assert!(table.line("c3").contains("\"now\" lets it think again"));
    table.line("now");
    table.engine_plays("d6");
    assert!(table.line("now").contains("nobody is thinking"));
}

#[test]
fn games_go_to_files_and_come_back() {
    let mut table = Table::against_engine(RENJU);
    table.line("h8");
    table.engine_plays("h9");
    table.line("resign");
    let file = table.game.to_file();
    assert_eq!(file.game.result.unwrap().to_string(), "W+R");
    assert_eq!(file.game.players, ["person", "Flipfive level 3"]);
    let mut other = Table::against_engine(Variant::Othello);
    other.line("f5");
    other
        .game
        .load(&file.game, PathBuf::from("a.sgf"), Instant::now());
    other.take_effects();
    assert_eq!(other.stops, 1);
    let said = other.said();
    assert!(said.contains("Loaded a.sgf: Renju 15x15"), "{said}");
    assert!(
        said.contains("Black resigns, so White wins. You lose."),
        "{said}"
    );
    assert!(other.counted.is_empty(), "a loaded game does not count");
    // The resignation is not a move that a round goes back to.
    other.line("undo");
    assert_eq!(other.moves(), "");
    // The game before had swap2, the loaded one has not.
    let mut swap2 = Table::new(GOMOKU, Opponent::Human, Seat::Person, SWAP2);
    swap2
        .game
        .load(&file.game, PathBuf::from("a.sgf"), Instant::now());
    swap2.line("new");
    assert_eq!(swap2.game.opening(), None);
}

#[test]
fn messages_tell_errors_from_news() {
    let mut table = Table::against_engine(Variant::Othello);
    table.line("a1");
    table
        .game
        .place(Move::from_name("a1", 8).unwrap(), Instant::now());
    let messages = table.game.take_messages();
    assert_eq!(messages[0].kind, MessageKind::Error);
    assert_eq!(
        messages[0].text,
        "a1 cannot be played: the move flips no disc"
    );
    table
        .game
        .place(Move::from_name("f5", 8).unwrap(), Instant::now());
    assert_eq!(table.game.take_messages()[0].kind, MessageKind::Move);
}

#[test]
fn two_people_resign_for_the_side_to_move_and_are_not_counted() {
    let mut table = Table::of_two(GOMOKU);
    table.line("h8");
    let expected = "The game is over. White resigns, so Black wins.";
    assert_eq!(table.line("resign"), expected);
    assert!(table.counted.is_empty());
}

#[test]
fn no_order_of_events_confuses_the_model() {
    let lines = [
        "undo",
        "undo",
        "redo",
        "hint",
        "resign",
        "swap",
        "now",
        "level 2",
        "human",
        "classic weights",
        "classic threat-book",
        "black",
        "white",
        "two",
        "pass",
        "show threats",
        "threats",
        "save",
        "scores",
        "new",
        "new othello",
        "new renju 7",
        "new gomoku 5 swap2",
        "new caro 9 swap2",
        "new renju swap",
        "z9",
    ];
    for seed in 0..30 {
        let mut rng = crate::util::rng::Rng::new(seed);
        let black = [Seat::Person, Seat::Opponent][rng.below(2) as usize];
        let opening = [None, SWAP2][rng.below(2) as usize];
        let mut table = Table::new(RENJU, Opponent::Level(2), black, opening);
        for _ in 0..300 {
            let legal = table.game.record().legal();
            let any = (!legal.is_empty()).then(|| legal[rng.below(legal.len() as u64) as usize]);
            match (rng.below(10), any) {
                // The engine answers, perhaps too late or not at all.
                (0..4, Some(mv)) if table.job.is_some() => {
                    table.engine(Value::Estimate(rng.below(9) as i32 - 4), &mv.to_string());
                }
                (4, _) if table.job.is_some() => {
                    let id = table.job.take().unwrap().id;
                    let was_thinking = table.game.thinking().is_some();
                    let failed = Event::Failed(id, "test".into());
                    table.game.on_engine(failed, Instant::now());
                    table.has_failed |= was_thinking && table.game.thinking().is_none();
                }
                (0..8, Some(mv)) => drop(table.line(&mv.to_string())),
                _ => drop(table.line(lines[rng.below(lines.len() as u64) as usize])),
            }
            table.check();
        }
    }
}
