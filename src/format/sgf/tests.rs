//! Files as known programs write them, and malformed files.

use super::*;
use crate::engine::Variant;
use crate::format::{AnnotatedGame, FileGame, GameRecord, replay};
use crate::game::{DynRecord, Move, Outcome, Setup, Side, Vertex};
use crate::gomoku::Rule;

fn parse(text: &str) -> GameRecord {
    read(text, Rule::Freestyle).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    read(text, Rule::Freestyle).expect_err(text).to_string()
}

fn names(game: &GameRecord) -> String {
    let name = |vertex: Vertex| format!("{}{}", (b'a' + vertex.col) as char, vertex.row + 1);
    game.moves
        .iter()
        .map(|&(_, mv)| mv.vertex().map_or("--".into(), name))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn othello_in_either_orientation_and_by_names() {
    for text in [
        "(;GM[2]SZ[8];B[dc];W[cc];B[ef])",
        "(;SZ[8];B[dc];W[cc];B[ef])",
        "(;GM[1]SZ[8];B[df];W[cf];B[ec])",
        "(;SZ[8]AP[GoGui:1.5];B[df];W[cf];B[ec])",
        "(;GM[2];B[d3];W[c3];B[e6])",
        "(;B[D3];W[C3];B[E6])",
    ] {
        let game = parse(text);
        assert_eq!(game.variant, Variant::Othello, "{text}");
        assert_eq!(names(&game), "d3 c3 e6", "{text}");
    }
}

#[test]
fn a_file_of_either_game_is_of_the_expected_one_if_its_moves_allow_that() {
    let renju = Variant::Gomoku(Rule::Renju);
    for (text, expected, found) in [
        ("(;SZ[8];B[dc];W[cc])", renju, renju),
        ("(;GM[1]SZ[8];B[dc];W[cc])", renju, renju),
        ("(;SZ[8];B[dc];W[cc])", Variant::Othello, Variant::Othello),
        // A file that names its game, and moves that are legal in one game only.
        ("(;GM[2]SZ[8];B[dc];W[cc])", renju, Variant::Othello),
        ("(;GM[2];B[d3];W[c3])", renju, Variant::Othello),
        (
            "(;SZ[8];B[aa];W[cc])",
            Variant::Othello,
            Variant::Gomoku(Rule::Freestyle),
        ),
        (
            "(;SZ[8]RU[1];B[dc])",
            renju,
            Variant::Gomoku(Rule::Standard),
        ),
    ] {
        let game = read_expecting(text, expected).unwrap();
        assert_eq!(game.variant, found, "{text}");
    }
}

#[test]
fn passes_may_be_left_out_or_written() {
    let opening = "(;GM[2];B[dc];W[cc];B[ef];W[db];B[da];W[ea];B[bb];W[ca]";
    for (rest, expected) in [
        (";W[ac])", "a3"),
        (";B[];W[ac])", "-- a3"),
        (";B[tt];W[ac])", "-- a3"),
        (";B[PA];W[ac])", "-- a3"),
        (";B[--];W[ac])", "-- a3"),
    ] {
        let game = parse(&format!("{opening}{rest}"));
        assert!(names(&game).ends_with(&format!("c1 {expected}")), "{rest}");
    }
}

#[test]
fn set_up_positions() {
    let game = parse("(;SZ[8]AB[dd][ee]AW[ed][de]PL[W];W[ce])");
    assert_eq!(game.start.to_move, Side::White);
    // The mirrored reading is the legal one: this is the regular position, seen from the back.
    assert_eq!(game.start.get(Vertex::new(3, 4)), Some(Side::Black));
    assert_eq!(names(&game), "c4");
    let game = parse("(;GM[4]SZ[15]AB[aa:cb]AW[oo])");
    assert_eq!(game.start.stones().count(), 7);
    assert_eq!(game.start.get(Vertex::new(2, 13)), Some(Side::Black));
    assert_eq!(game.start.to_move, Side::White);
    // Whoever moves first is to move.
    assert_eq!(
        parse("(;GM[4]SZ[15]AB[aa];B[bb])").start.to_move,
        Side::Black
    );
}

#[test]
fn gomoku_counts_from_the_highest_rank() {
    let game = parse("(;GM[4]SZ[15];B[hh];W[aa];B[ho])");
    assert_eq!(names(&game), "h8 a15 h1");
    assert_eq!(game.variant, Variant::Gomoku(Rule::Freestyle));
}

#[test]
fn the_rule_is_that_of_the_file_or_else_the_given_one() {
    for (text, rule) in [
        ("(;GM[4]RU[4];B[hh])", Rule::Renju),
        ("(;GM[4]RU[renju];B[hh])", Rule::Renju),
        ("(;GM[4]RU[1];B[hh])", Rule::Standard),
        ("(;GM[4]RU[Japanese];B[hh])", Rule::Caro),
        ("(;GM[4];B[hh])", Rule::Caro),
    ] {
        assert_eq!(
            read(text, Rule::Caro).unwrap().variant,
            Variant::Gomoku(rule),
            "{text}"
        );
    }
}

#[test]
fn the_main_line_is_the_first_variation() {
    let text = "junk (;GM[4]SZ[9]C[a (bad\\] one; \\\\];B[aa](;W[bb];B[cc])(;W[zz])) more junk (";
    assert_eq!(names(&parse(text)), "a9 b8 c7");
}

#[test]
fn errors_name_what_and_where() {
    // In the texts, `\n` is a line feed.
    let cases = r#"
         -> 1:1: not an SGF file: expected "("
        (;GM[2]\n;B[dc] -> 2:7: the file ends inside a game; expected ")"
        (;GM[2]\n;B[dc -> 2:2: a property without a complete value
        (;GM[2]\n;B) -> 2:2: a property without a complete value
        (GM[2]) -> 1:2: a property before the first node; expected ";"
        () -> 1:2: the game has no nodes
        (;GM[2]\n;B[dc]?) -> 2:7: unexpected '?'
        (;GM[11]) -> 1:6: GM[11] is another game
        (;GM[4]SZ[15:9]) -> 1:11: SZ[15:9] is not a board
        (;GM[4]SZ[4]) -> 1:1: Gomoku needs a board of size 5 to 22, not 4
        (;GM[2]SZ[10]) -> Othello needs a board of size 8, not 10
        (;GM[2];B[dc];W[cc];B[a1]) -> 1:23: move 3 B[a1]: the move flips no disc
        (;GM[2];B[dc];W[zz]) -> 1:17: "zz" is not a point of the 8x8 board
        (;GM[4]SZ[9];B[aa];W[aa]) -> 1:22: move 2 W[aa]: the point is occupied
        (;GM[4]SZ[9];B[aa];AW[bb]) -> stones are set up after the first move
        (;GM[4]SZ[9]PL[x];B[aa]) -> expected PL[B] or PL[W]
        (;GM[4]SZ[9]AB[aa:zz]) -> "zz" is not a point of the 9x9 board"#;
    for case in cases.lines().skip(1) {
        let (text, expected) = case.trim_start().split_once("-> ").unwrap();
        let text = text.trim_end().replace("\\n", "\n");
        let error = error(&text);
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn the_further_reading_gives_the_error() {
    // In one orientation the first move is illegal, in the other one the third.
    let error = error("(;SZ[8];B[df];W[cf];B[aa])");
    assert!(error.contains("move 3 B[aa]"), "{error}");
}

#[test]
fn what_is_written_can_be_read() {
    let play = |variant: Variant, size, moves: &[(Side, u8, u8)]| {
        let mut record: Box<dyn DynRecord> = variant.new_record(size).unwrap();
        for &(side, col, row) in moves {
            replay(record.as_mut(), side, Move::Place(Vertex::new(col, row))).unwrap();
        }
        GameRecord {
            variant,
            start: record.start(),
            moves: record.moves(),
        }
    };
    let (b, w) = (Side::Black, Side::White);
    let mut games = vec![
        play(Variant::Othello, 8, &[(b, 3, 2), (w, 2, 2), (b, 4, 5)]),
        play(
            Variant::Gomoku(Rule::CaroExact),
            22,
            &[(b, 21, 21), (w, 0, 0), (b, 8, 8)],
        ),
        play(Variant::Gomoku(Rule::Renju), 15, &[]),
    ];
    let mut setup = Setup::empty(8);
    setup.set(Vertex::new(0, 0), Some(b));
    setup.set(Vertex::new(1, 0), Some(w));
    games.push(GameRecord {
        variant: Variant::Othello,
        start: setup,
        moves: Vec::new(),
    });
    let mut setup = Setup::empty(9);
    setup.set(Vertex::new(8, 0), Some(w));
    setup.to_move = w;
    let variant = Variant::Gomoku(Rule::Standard);
    games.push(GameRecord {
        variant,
        start: setup,
        moves: vec![(w, Move::Place(Vertex::new(0, 8)))],
    });
    for game in games {
        let text = write(&game, None);
        assert_eq!(read(&text, Rule::Freestyle).unwrap(), game, "{text}");
    }
}

/// GoGui opens games of Go only, and names points from the bottom.
#[test]
fn games_for_gogui_are_games_of_go() {
    let game = parse("(;GM[2];B[fe];W[df])");
    let text = write_for_gogui(&FileGame::from(AnnotatedGame::from(&game)));
    assert!(text.contains("GM[1]") && text.contains("SZ[8]"), "{text}");
    assert!(text.contains("AB[ee][dd]AW[de][ed]PL[B]"), "{text}");
    assert!(text.ends_with(";B[fd];W[dc])\n"), "{text}");
    assert_eq!(parse(&text), game);
    // On 8x8, the rule tells Gomoku from Othello.
    let game = parse("(;GM[4]SZ[8]RU[4];B[dc];W[aa])");
    let text = write_for_gogui(&FileGame::from(AnnotatedGame::from(&game)));
    assert!(!text.contains("AB[") && !text.contains("PL["), "{text}");
    assert_eq!(parse(&text), game);
}

#[test]
fn results_are_written() {
    let game = parse("(;GM[4]SZ[5];B[aa])");
    let outcome = |winner| Outcome::new(winner, 7, crate::game::Ending::Counted);
    assert!(write(&game, Some(outcome(Some(Side::White)))).contains("RE[W+7]"));
    assert!(write(&game, Some(outcome(None))).contains("RE[0]"));
    assert!(!write(&game, None).contains("RE["));
}

#[test]
fn long_and_deep_files_are_no_danger() {
    let nodes = ";B[aa]".to_owned() + &";".repeat(300_000) + ")";
    assert_eq!(parse(&format!("(;GM[4]SZ[9]{nodes}")).moves.len(), 1);
    let deep = "(".repeat(300_000);
    assert!(error(&format!("(;GM[4]{deep}")).contains("the file ends"));
}

fn whole(text: &str) -> FileGame {
    read_game(text, None, Rule::Freestyle, None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn passes_of_gomoku_say_nothing_that_the_moves_do_not() {
    let implied = parse("(;GM[4]SZ[15];B[hh];B[ii];W[jj])");
    for text in [
        "(;GM[4]SZ[15];B[hh];W[];B[ii];W[jj])",
        "(;GM[4]SZ[15];B[hh];W[tt];B[ii];W[jj];B[])",
    ] {
        assert_eq!(parse(text), implied, "{text}");
        // What is written can be read again.
        let again = write_game(&whole(text));
        assert_eq!(parse(&again), implied, "{again}");
    }
}

#[test]
fn the_size_may_be_given_for_gomoku() {
    let at = |text, size| {
        let game = read_game(text, None, Rule::Freestyle, size).unwrap().game;
        (game.start.size, game.moves[0].mv.vertex().unwrap())
    };
    assert_eq!(at("(;B[hh];W[aa])", Some(15)), (15, Vertex::new(7, 7)));
    assert_eq!(at("(;B[hh];W[aa])", None), (19, Vertex::new(7, 11)));
    assert_eq!(at("(;GM[4];B[ss])", Some(19)), (19, Vertex::new(18, 0)));
    // The file knows better.
    assert_eq!(
        at("(;GM[4]SZ[15];B[hh])", Some(19)),
        (15, Vertex::new(7, 7))
    );
}

#[test]
fn results_and_line_ends_are_read() {
    let of = |text: &str| whole(text).game.result.map(|result| result.to_string());
    for (result, expected) in [
        ("B+6.00", Some("B+6")),
        ("W+R", Some("W+R")),
        ("B+0.5", Some("B+")),
        ("B+inf", Some("B+")),
        ("Void", None),
    ] {
        let found = of(&format!("(;GM[2]RE[{result}];B[dc])"));
        assert_eq!(found.as_deref(), expected, "{result}");
    }
    let comment = whole("(;GM[2]GC[one \\\r\ntwo\r\nthree];B[dc])")
        .game
        .comment;
    assert_eq!(comment, "one two\nthree");
}

#[test]
fn dates_stay_as_they_are() {
    for date in [
        "1996",
        "1996-05",
        "1996-05-06",
        "1996-05-06,07",
        "1996-5-6",
        "1996.05.06",
        "1996.05.06 08:53:17",
    ] {
        let text = format!("(;GM[2]DT[{date}];B[dc])");
        let again = write_game(&whole(&text));
        assert_eq!(again.matches(&format!("DT[{date}]")).count(), 1, "{again}");
        assert_eq!(again.matches("DT[").count(), 1, "{again}");
    }
}

/// Those of Edax and of c-gomoku-cli.
#[test]
fn dates_of_other_writers_are_read() {
    for date in ["1996-5-6", "1996.05.06 08:53:17", "1996-05-06,07"] {
        let game = whole(&format!("(;GM[2]DT[{date}];B[dc])")).game;
        let began = game.began.unwrap_or_else(|| panic!("{date}"));
        assert_eq!(began.to_string(), "1996-05-06T00:00:00", "{date}");
    }
}

#[test]
fn an_unknown_rule_is_named_and_stays_as_it_is() {
    for rule in ["RIF", "2"] {
        let text = format!("(;GM[4]SZ[15]RU[{rule}];B[hh])");
        let game = whole(&text);
        let [problem] = &game.problems[..] else {
            panic!("{:?}", game.problems);
        };
        assert_eq!((problem.line, problem.column), (1, 17));
        let expected = format!("RU[{rule}] is no known rule, and the game is read as freestyle;");
        assert!(problem.message.starts_with(&expected), "{problem}");
        let again = write_game(&game);
        assert_eq!(again.matches("RU[").count(), 1, "{again}");
        assert!(again.contains(&format!("RU[{rule}]")), "{again}");
        // The caller knows the rule.
        let renju = Variant::Gomoku(Rule::Renju);
        let game = read_game(&text, Some(renju), Rule::Renju, None).unwrap();
        assert_eq!((game.game.variant, game.problems.len()), (renju, 0));
    }
    let known = whole("(;GM[4]SZ[15]RU[renju];B[hh])");
    assert!(known.problems.is_empty() && known.tree.is_none());
    assert!(write_game(&known).contains("RU[4]"));
}

#[test]
fn a_result_that_is_none_stays_as_it_is() {
    let again = write_game(&whole("(;GM[2]RE[Void];B[dc])"));
    assert_eq!(again.matches("RE[").count(), 1, "{again}");
    assert!(again.contains("RE[Void]"), "{again}");
}

#[test]
fn a_game_that_is_cut_has_no_result_in_any_words() {
    for result in ["B+Resign", "Void", "B+6"] {
        let game = whole(&format!("(;GM[2]RE[{result}]GN[name];B[dc];W[cc])"));
        let cut = |plies| {
            let mut cut = game.clone();
            cut.cut(plies);
            write_game(&cut)
        };
        assert!(!cut(1).contains("RE["), "{}", cut(1));
        assert!(cut(1).contains("GN[name]"), "{}", cut(1));
        assert!(cut(2).contains(&format!("RE[{result}]")), "{}", cut(2));
    }
}

#[test]
fn control_characters_are_blanks_behind_a_backslash_too() {
    let game = whole("(;GM[2]PB[a\\\u{1b}[31m\\]];B[dc])").game;
    assert_eq!(game.players[0], "a [31m]");
}

#[test]
fn line_feeds_in_simple_text_are_blanks() {
    let text = "(;GM[2]PB[a\nb\\\nc]PW[d\r\ne]EV[f\ng]RO[1\n2]OT[h\ni]GC[j\nk];B[dc]C[l\nm])";
    let read = whole(text);
    let game = &read.game;
    assert_eq!(game.players, ["a bc", "d e"]);
    assert_eq!(
        [&game.event, &game.round, &game.time_control, &game.comment],
        ["f g", "1 2", "h i", "j\nk"]
    );
    assert!(write_game(&read).contains("C[l\nm]"));
}

#[test]
fn small_files_have_no_large_trees() {
    // Entries of lists are rectangles of the whole board.
    let text = format!("(;GM[4]SZ[22];B[aa]TR{}SQ[aa:bb])", "[aa:vv]".repeat(300));
    let tree = whole(&text).tree.unwrap();
    let last = *tree.main_line().last().unwrap();
    assert_eq!(tree.node(last).marks.len(), 22 * 22 + 4);
    // Every variation has an error.
    let text = format!("(;GM[4]SZ[15];B[hh](;W[ii]){})", "(;W[hh])".repeat(5000));
    let problems = whole(&text).problems;
    assert_eq!(problems.len(), 101);
    assert!(problems[100].message.contains("too many errors"));
}

#[test]
fn a_resignation_is_no_move() {
    // As Little Golem writes it.
    let text = "(;FF[4]PB[a]PW[b]SZ[19];B[jj];W[kk];B[resign])";
    assert_eq!(parse(text).moves.len(), 2);
    assert_eq!(whole(text).game.result.unwrap().to_string(), "W+R");
    let void = text.replace("PB[a]", "PB[a]RE[Void]");
    assert_eq!(whole(&void).game.result, None);
}
