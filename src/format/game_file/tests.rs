//! Files in all formats, whole and damaged.

use super::*;
use crate::engine::Variant;
use crate::format::{Decision, FileGame, FormatError, RecordedResult};
use crate::game::Side;
use crate::gomoku::Rule;
use std::io::Cursor;

fn read(text: &str) -> Vec<Result<FileGame, FormatError>> {
    GameReader::from_text(text, ReadOptions::default()).collect()
}

fn plies(text: &str) -> Vec<usize> {
    let games = read(text).into_iter();
    games.map(|game| game.unwrap().game.moves.len()).collect()
}

fn errors(text: &str) -> Vec<String> {
    let games = read(text).into_iter();
    games
        .filter_map(|game| game.err().map(|error| error.to_string()))
        .collect()
}

#[test]
fn formats_are_found_out() {
    for (text, format) in [
        ("(;GM[Othello]B[F5];)", FileFormat::Ggf),
        (
            "2 (;GM[Othello]B[F5];)(;GM[Othello]B[F5];)",
            FileFormat::Ggf,
        ),
        ("\u{feff}\n (;GM[2];B[f5])", FileFormat::Sgf),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n", FileFormat::Psq),
        ("# a game\nf5d6c3", FileFormat::Transcript),
        ("F5 D6 C3", FileFormat::Transcript),
        ("f5,d6, c3", FileFormat::Transcript),
        ("h8,i9, j8", FileFormat::Pos),
        ("h8i9", FileFormat::Pos),
        ("renju 15 moves h8 i9", FileFormat::Puzzle),
        ("gomoku 15 moves h8 i9", FileFormat::Puzzle),
        (
            "---------------------------OX------XO--------------------------- X; f5:+0",
            FileFormat::Obf,
        ),
        (
            "---------------------------OX------XO--------------------------- X",
            FileFormat::Obf,
        ),
        (
            "---------------------------OX------XO--------------------------- X;f5d6",
            FileFormat::Transcript,
        ),
    ] {
        let reader = GameReader::from_text(text, ReadOptions::default());
        assert_eq!(reader.format(), format, "{text}");
        for game in reader {
            game.unwrap_or_else(|error| panic!("{text}: {error}"));
        }
    }
}

#[test]
fn a_board_without_a_side_to_move_lacks_just_that() {
    let board = "---------------------------OX------XO---------------------------";
    let expected = "1:65: expected the side to move (X or O), found the end";
    for text in [
        board.into(),
        format!("{board};f5d6"),
        board.replace('-', "."),
    ] {
        assert_eq!(errors(&text), [expected], "{text}");
    }
}

#[test]
fn every_format_yields_its_games() {
    assert_eq!(plies("f5d6c3\nf5f6"), [3, 2]);
    assert_eq!(plies("(;GM[2];B[f5];W[d6])(;GM[4]SZ[15];B[hh])"), [2, 1]);
    assert_eq!(
        plies("2 (;GM[Othello]B[F5];)(;GM[Othello]B[F5]W[D6];)"),
        [1, 2]
    );
    let psq = "Piskvorky 20x20, 11:11, 0\n10,10,512\n11,9\na\nb\n-1\n";
    assert_eq!(plies(&format!("{psq}{psq}")), [2, 2]);
    let games = read(psq);
    let game = &games[0].as_ref().unwrap().game;
    assert_eq!(game.players, ["a", "b"]);
    assert_eq!(game.start.size, 20);
    assert_eq!(game.moves[0].time.unwrap().as_millis(), 512);
    assert_eq!(game.moves[1].mv.to_string(), "k12");
}

#[test]
fn a_damaged_game_loses_no_other_one() {
    let damaged =
        "(;GM[2];B[f5];W[d6])\n(;GM[2];B[f5\n(;GM[2];B[f5])\n(;GM[2];B[a1])(;GM[2];B[d3])";
    let games = read(damaged);
    let good: Vec<_> = games.iter().flatten().map(|game| game.line).collect();
    assert_eq!(good, [1, 3, 4]);
    let lines: Vec<_> = games
        .iter()
        .filter_map(|game| game.as_ref().err())
        .map(|e| e.line)
        .collect();
    assert_eq!(lines, [2, 4]);
    assert_eq!(
        errors("f5d6\nf5f5\nf5f6")[0],
        "2:3: f5 cannot be played: the point is occupied"
    );
    let junk = "(;GM[Othello]B[F5];)\nrubbish\n(;GM[Othello]B[F5];)";
    assert_eq!(
        errors(junk),
        ["2:1: this is not part of a game; expected \"(;\""]
    );
    assert_eq!(read(junk).len(), 3);
}

#[test]
fn errors_have_a_place_in_the_file() {
    let text = "(;GM[4]SZ[15];B[hh])\n  (;GM[4]SZ[15]\n;B[hh];W[hh])";
    assert_eq!(errors(text), ["3:10: move 2 W[hh]: the point is occupied"]);
    assert!(errors("Piskvorky 15x15, 11:11, 0\n16,1,0\n")[0].starts_with("2:1: \"16,1,0\" is not"));
    assert!(errors("")[0].starts_with("1:1: no games"));
    assert!(errors("rubbish")[0].starts_with("1:1: expected a file"));
}

#[test]
fn variations_comments_and_marks_are_kept() {
    let text = "(;GM[4]SZ[15]GN[g]C[start];B[hh]C[one\\]]LB[aa:A][bb:B]TR[cc](;W[ii]BM[1];B[jj])\
                (;W[gg]TE[2](;B[ff])(;B[ee]))(;W[hh];B[aa]))";
    let games = read(text);
    let game = games[0].as_ref().unwrap();
    assert_eq!(game.game.moves.len(), 3);
    let tree = game.tree.as_ref().unwrap();
    assert_eq!(tree.node_count(), 7);
    assert_eq!(tree.node(0).comment, "start");
    assert_eq!(
        tree.node(0).properties,
        [("GN".to_owned(), vec!["g".to_owned()])]
    );
    let first = tree.node(1);
    assert_eq!(first.comment, "one]");
    assert_eq!(first.marks.len(), 3);
    assert_eq!(first.children(), [2, 4]);
    assert_eq!(tree.node(4).properties[0].0, "TE");
    assert_eq!(tree.node(4).children().len(), 2);
    assert_eq!(game.problems.len(), 1);
    assert!(
        game.problems[0].message.contains("occupied"),
        "{:?}",
        game.problems
    );
}

#[test]
fn other_encodings_are_read_or_named() {
    let latin: Vec<u8> = "(;GM[2]PB["
        .bytes()
        .chain([0xe9])
        .chain("];B[f5])".bytes())
        .collect();
    let reader = GameReader::new(Box::new(Cursor::new(latin)), ReadOptions::default());
    let games: Vec<_> = reader.unwrap().collect();
    assert_eq!(games[0].as_ref().unwrap().game.players[0], "é");
    let marked = "\u{feff}f5d6\nf5f5\n\u{feff}f5f6e6\n\u{feff}# end\n";
    let games: Vec<_> = GameReader::from_text(marked, ReadOptions::default()).collect();
    assert_eq!(games.len(), 3, "{games:?}");
    let plies = |at: usize| games[at].as_ref().unwrap().game.moves.len();
    assert_eq!((plies(0), plies(2)), (2, 3));
    let error = games[1].as_ref().unwrap_err();
    assert_eq!((error.line, error.column), (2, 3));
    let utf16 = vec![0xff, 0xfe, b'(', 0, b';', 0];
    let error = GameReader::new(Box::new(Cursor::new(utf16)), ReadOptions::default()).err();
    assert!(error.unwrap().to_string().contains("UTF-16"));
}

#[test]
fn sgf_is_read_in_the_character_set_that_it_states() {
    // The second byte of each character is a backslash.
    let head = "(;GM[4]SZ[15]CA[Shift_JIS]PW[";
    let bytes: Vec<u8> = head
        .bytes()
        .chain([0x83, 0x5c, 0x95, 0x5c])
        .chain("];B[hh];W[ig];B[ii])".bytes())
        .collect();
    let read = |bytes: Vec<u8>| {
        let reader = GameReader::new(Box::new(Cursor::new(bytes)), ReadOptions::default());
        let games: Vec<_> = reader.unwrap().collect();
        assert_eq!(games.len(), 1);
        games.into_iter().next().unwrap().unwrap().game
    };
    let game = read(bytes);
    assert_eq!(game.players[1], "ソ表");
    assert_eq!(game.moves.len(), 3);
    // Text in UTF-8, whatever CA says.
    let text = format!("{head}é];B[hh])");
    assert_eq!(read(text.into_bytes()).players[1], "é");
}

#[test]
fn pgn_is_named_without_its_ending() {
    let text = "[Event \"?\"]\n[Result \"0-1\"]\n\n1. f5 d6 2. c3 f3\n";
    let input = Box::new(Cursor::new(text.as_bytes().to_vec()));
    let error = GameReader::new(input, ReadOptions::default()).err();
    assert!(error.unwrap().to_string().contains("PGN"));
}

#[test]
fn rubbish_ends_with_errors() {
    let mut rng = crate::util::rng::Rng::new(7);
    for round in 0..300 {
        let length = 1 + rng.below(3000) as usize;
        let mut bytes: Vec<u8> = (0..length).map(|_| rng.next() as u8).collect();
        if round % 3 == 0 {
            let heads: [&[u8]; 4] = [
                b"(;GM[2]",
                b"Piskvorky 15x15, 11:11, 0\n",
                b"f5",
                b"1 (;GM[Othello]",
            ];
            bytes.splice(0..0, heads[round / 3 % 4].iter().copied());
        }
        let reader = GameReader::new(Box::new(Cursor::new(bytes)), ReadOptions::default());
        if let Ok(reader) = reader {
            // The number of games is bounded by the number of bytes.
            assert!(reader.count() <= length + 32);
        }
    }
}

#[test]
fn wthor_files() {
    let mut file = vec![20, 26, 10, 31, 2, 0, 0, 0, 0, 0, 0xe9, 7, 8, 0, 0, 0];
    let mut game = vec![0; 68];
    game[6] = 40;
    game[8..11].copy_from_slice(&[56, 64, 33]);
    file.extend(&game);
    game[9] = 56;
    file.extend(&game);
    let reader =
        GameReader::new(Box::new(Cursor::new(file.clone())), ReadOptions::default()).unwrap();
    assert_eq!(reader.format(), FileFormat::Wthor);
    let games: Vec<_> = reader.collect();
    assert_eq!(games.len(), 2);
    let first = &games[0].as_ref().unwrap().game;
    assert_eq!(first.moves.len(), 3);
    assert_eq!(first.result.unwrap().margin, Some(16));
    assert_eq!(first.began.unwrap().year(), 2025);
    let error = games[1].as_ref().unwrap_err().to_string();
    assert_eq!(
        error,
        "1:94: game 2: move 2, f5, cannot be played: the point is occupied"
    );
    file.truncate(100);
    let reader = GameReader::new(Box::new(Cursor::new(file)), ReadOptions::default()).unwrap();
    let games: Vec<_> = reader.collect();
    assert_eq!(games.len(), 2);
    let error = games[1].as_ref().unwrap_err().to_string();
    assert!(
        error.ends_with("the header states 2 games; the file has 1 and a part of one"),
        "{error}"
    );
}

#[test]
fn the_rule_may_come_from_outside() {
    let variant = Some(Variant::Gomoku(Rule::Renju));
    let options = ReadOptions {
        variant,
        ..ReadOptions::default()
    };
    for text in [
        "(;GM[4];B[hh])",
        "h8i9",
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n",
    ] {
        let mut reader = GameReader::from_text(text, options);
        let game = reader.next().unwrap().unwrap().game;
        assert_eq!(Some(game.variant), variant, "{text}");
    }
}

#[test]
fn errors_show_no_control_characters() {
    for text in [
        "(;GM[Othello]B[\u{7}6];)",
        "(;GM[Othello]B[F5/1/4\u{0}4];)",
        "Piskvorky 0x\r1",
        "(;SZ[\u{1d}])",
        "(;GM[\u{1b}])",
        "(;GM[2];B[f5];W[\\\nd6];B[\\\na1])",
    ] {
        let errors = errors(text);
        assert_eq!(errors.len(), 1, "{text:?}");
        assert!(!errors[0].contains(char::is_control), "{:?}", errors[0]);
    }
}

#[test]
fn players_without_names_stay_the_same_in_psq() {
    let game = read("Piskvorky 19x19").remove(0).unwrap();
    let text = write(&game, FileFormat::Psq).unwrap();
    let again = read(&text).remove(0).unwrap();
    assert_eq!(write(&again, FileFormat::Psq).unwrap(), text);
}

#[test]
fn a_comment_of_control_characters_is_empty() {
    let game = read("(;GM[2]C[\u{11}];B[f5])").remove(0).unwrap();
    assert_eq!(game.tree, None);
}

#[test]
fn values_of_control_characters_are_empty_in_ggf() {
    let [text, empty] = ["\0", ""].map(|place| {
        let board = "BO[8 ---------------------------O*------*O--------------------------- *]";
        let text = format!("(;GM[Othello]PC[{place}]TY[8]{board};)");
        write(&read(&text).remove(0).unwrap(), FileFormat::Ggf).unwrap()
    });
    assert_eq!(text, empty);
}

#[test]
fn values_of_any_size_survive_in_ggf() {
    let board = "BO[8 ---------------------------O*------*O--------------------------- *]";
    let game = read(&format!("(;GM[Othello]TY[8]{board}B[D3/.1e308/];)"))
        .remove(0)
        .unwrap();
    let text = write(&game, FileFormat::Ggf).unwrap();
    let again = read(&text).remove(0).unwrap();
    assert_eq!(write(&again, FileFormat::Ggf).unwrap(), text);
}

#[test]
fn a_damaged_line_of_psq_is_an_error() {
    let text =
        |line: &str| format!("Piskvorky 15x15, 11:11, 0\n8,8,0\n{line}\n10,10,5\na\nb\n-1\n");
    for line in ["9;9,0", "9,9,-5", "9,x,0", "-9,9"] {
        let errors = errors(&text(line));
        assert_eq!(errors.len(), 1, "{line}");
        assert!(errors[0].starts_with("3:1: "), "{}", errors[0]);
    }
    for line in ["9,9", "9,9,1.5", " 9 , 9 , 1 "] {
        assert_eq!(plies(&text(line)), [3], "{line}");
    }
    // What Gomocup's server writes.
    let text = "Piskvorky 15x15, 11:11, 0\n8,8,0\na.zip\nb.zip\n-1\n1,Freestyle15_1\n";
    let game = read(text).remove(0).unwrap().game;
    assert_eq!(game.players, ["a.zip", "b.zip"]);
    // Without the ending, or without names.
    for (end, players) in [
        ("a\nb\n", ["a", "b"]),
        ("-1\n1,Freestyle15_1\n", ["", ""]),
        ("a\n-1\n", ["", ""]),
    ] {
        let text = format!("Piskvorky 15x15, 11:11, 0\n8,8,0\n{end}");
        assert_eq!(
            read(&text).remove(0).unwrap().game.players,
            players,
            "{end}"
        );
    }
    // No move follows the names.
    let late = errors("Piskvorky 15x15, 11:11, 0\na\nb\n8,8,0\n");
    assert!(late[0].starts_with("4:1: "), "{late:?}");
}

#[test]
fn control_characters_in_names_of_psq_are_blanks() {
    let text = "Piskvorky 15x15, 11:11, 0\n8,8,0\n\u{1b}[31mred\na\u{7}b\n-1\n";
    let game = read(text).remove(0).unwrap().game;
    assert_eq!(game.players, ["[31mred", "a b"]);
}

#[test]
fn the_game_of_sgf_may_come_from_outside() {
    let of = |text: &str, variant| {
        let options = ReadOptions {
            variant: Some(variant),
            ..ReadOptions::default()
        };
        GameReader::from_text(text, options).next().unwrap()
    };
    let renju = Variant::Gomoku(Rule::Renju);
    let either = "(;SZ[8];B[dc];W[cc])";
    assert_eq!(of(either, renju).unwrap().game.variant, renju);
    assert_eq!(
        of(either, Variant::Othello).unwrap().game.variant,
        Variant::Othello
    );
    // The file knows better.
    assert_eq!(
        of("(;GM[2];B[dc])", renju).unwrap().game.variant,
        Variant::Othello
    );
    let illegal = of("(;SZ[8];B[aa];W[cc])", Variant::Othello);
    assert!(illegal.is_err_and(|error| error.to_string().contains("flips no disc")));
}

#[test]
fn text_with_parentheses_is_no_game_of_sgf() {
    let options = ReadOptions {
        format: Some(FileFormat::Sgf),
        ..ReadOptions::default()
    };
    let text = "Mail from Bob (12 May)\n(;GM[2];B[fe])\n(see below) (\n;GM[2];B[dc])";
    let games: Vec<_> = GameReader::from_text(text, options).collect();
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(Result::is_ok), "{games:?}");
    assert_eq!(plies("(\n ;GM[2];B[fe])"), [1]);
    // A game without its first semicolon is a damaged one.
    let text = "(GM[4]SZ[15];B[hh](;W[ii])(;W[jj]))";
    let games: Vec<_> = GameReader::from_text(text, options).collect();
    assert!(matches!(&games[..], [Err(_)]), "{games:?}");
}

#[test]
fn errors_in_lines_have_the_column_and_the_name_of_the_file() {
    assert!(
        errors("h8 i9 h8")[0].starts_with("1:7: move 3, h8,"),
        "{:?}",
        errors("h8 i9 h8")
    );
    let options = ReadOptions {
        format: Some(FileFormat::PosTop),
        ..ReadOptions::default()
    };
    let error = GameReader::from_text("h1h1", options)
        .next()
        .unwrap()
        .unwrap_err();
    assert!(error.to_string().starts_with("1:3: move 2, h1,"), "{error}");
    let marked = errors("\u{feff}(;GM[2];B[a1])");
    assert!(marked[0].starts_with("1:11: "), "{marked:?}");
}

#[test]
fn facts_that_are_known_stay_beside_others() {
    let game = read("renju 15 moves h8 i9; vcf 3; note hard")
        .remove(0)
        .unwrap();
    assert_eq!(
        write(&game, FileFormat::Puzzle).unwrap(),
        "renju 15 moves h8 i9; vcf 3\n"
    );
}

#[test]
fn no_file_of_wthor_is_replaced_before_all_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.wtb");
    std::fs::write(&path, "old").unwrap();
    // What is no file cannot be replaced.
    std::fs::create_dir(folder.path().join("games.trn")).unwrap();
    let mut writer = GameWriter::create(&path, FileFormat::Wthor).unwrap();
    writer
        .write(&read("(;GM[2];B[fe])").remove(0).unwrap())
        .unwrap();
    assert!(writer.finish(&path).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), b"old");
    assert!(!folder.path().join("games.jou").exists());
}

#[test]
fn the_winner_by_an_odd_or_a_small_margin_stays_the_winner() {
    let folder = tempfile::tempdir().unwrap();
    for (result, expected) in [("B+1", "B+2"), ("W+3", "W+4"), ("B+6", "B+6"), ("0", "0")] {
        let path = folder.path().join("games.wtb");
        let mut writer = GameWriter::create(&path, FileFormat::Wthor).unwrap();
        let text = format!("(;GM[2]RE[{result}];B[fe])");
        writer.write(&read(&text).remove(0).unwrap()).unwrap();
        writer.finish(&path).unwrap();
        let mut reader = GameReader::open(&path, ReadOptions::default()).unwrap();
        let game = reader.next().unwrap().unwrap().game;
        assert_eq!(game.result.unwrap().to_string(), expected);
    }
    let komi = read("(;GM[Othello]TY[8k]RE[+0.500]B[F5];)")
        .remove(0)
        .unwrap();
    assert!(
        write(&komi, FileFormat::Ggf)
            .unwrap()
            .contains("RE[+1.000]")
    );
}

#[test]
fn the_second_player_of_a_psq_file_may_begin() {
    for (first, players) in [(0, ["a", "b"]), (1, ["b", "a"])] {
        let text = format!("Piskvorky 15x15, 11:11, {first}\n8,8,0\na\nb\n-1\n");
        let game = read(&text).remove(0).unwrap().game;
        assert_eq!(game.players, players);
    }
}

#[test]
fn the_last_line_of_a_psq_file_may_name_the_rule() {
    let variant_of = |last: &str, variant| {
        let text = format!("Piskvorky 15x15, 11:11, 0\n8,8,0\na\nb\n-1\n{last}\n");
        let options = ReadOptions {
            variant,
            ..ReadOptions::default()
        };
        let game = GameReader::from_text(&text, options).next().unwrap();
        game.unwrap().game.variant
    };
    let renju = Variant::Gomoku(Rule::Renju);
    assert_eq!(
        variant_of("1,Standard15_1", None),
        Variant::Gomoku(Rule::Standard)
    );
    assert_eq!(variant_of("1,Renju15_1", None), renju);
    assert_eq!(
        variant_of("1,Fastgame_1", None),
        Variant::Gomoku(Rule::Freestyle)
    );
    // As its help says, --game is for files that do not name the rule.
    assert_eq!(
        variant_of("1,Standard15_1", Some(renju)),
        Variant::Gomoku(Rule::Standard)
    );
    assert_eq!(variant_of("1,Fastgame_1", Some(renju)), renju);
}

#[test]
fn games_of_every_rule_keep_it_in_psq() {
    let text = "Piskvorky 15x15, 11:11, 0\n8,8,0\na\nb\n-1\n";
    let mut game = read(text).remove(0).unwrap();
    for (rule, last) in [
        (Rule::Freestyle, ""),
        (Rule::Standard, "-1,Standard\n"),
        (Rule::Renju, "-1,Renju\n"),
        (Rule::Caro, "-1,Caro\n"),
        (Rule::CaroExact, "-1,Caro-exact\n"),
    ] {
        game.game.variant = Variant::Gomoku(rule);
        let written = write(&game, FileFormat::Psq).unwrap();
        assert_eq!(written, format!("{text}{last}"));
        let again = read(&written).remove(0).unwrap().game;
        assert_eq!(again, game.game);
    }
    for (winner, last) in [
        (Some(Side::Black), "1,Caro-exact"),
        (Some(Side::White), "2,Caro-exact"),
        (None, "0,Caro-exact"),
    ] {
        game.game.result = Some(RecordedResult {
            winner,
            margin: None,
            decision: Decision::Resignation,
        });
        let written = write(&game, FileFormat::Psq).unwrap();
        assert_eq!(written.lines().next_back(), Some(last));
    }
}

#[test]
fn the_path_of_a_psq_file_may_name_the_rule() {
    let folder = tempfile::tempdir().unwrap();
    for (path, rule) in [
        ("gomoku/Renju_final.psq", Rule::Renju),
        ("standard/renju-bot.psq", Rule::Standard),
        ("renju/gomocup/Fastgame1/a.psq", Rule::Renju),
        ("gomoku/a.psq", Rule::Freestyle),
    ] {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, "Piskvorky 15x15, 11:11, 0\n8,8,0\na\nb\n-1\n").unwrap();
        let variant_of = |text: &str, variant| {
            std::fs::write(&path, text).unwrap();
            let options = ReadOptions {
                variant,
                ..ReadOptions::default()
            };
            let mut games = GameReader::open(&path, options).unwrap();
            games.next().unwrap().unwrap().game.variant
        };
        let game = "Piskvorky 15x15, 11:11, 0\n8,8,0\na\nb\n-1\n";
        assert_eq!(
            variant_of(game, None),
            Variant::Gomoku(rule),
            "{}",
            path.display()
        );
        // The caller, and above all the last line of the file, know better.
        let caro = Variant::Gomoku(Rule::Caro);
        assert_eq!(variant_of(game, Some(caro)), caro);
        let stated = format!("{game}1,Caro15_1\n");
        assert_eq!(variant_of(stated.as_str(), None), caro);
        let renju = Some(Variant::Gomoku(Rule::Renju));
        assert_eq!(variant_of(stated.as_str(), renju), caro);
    }
}

#[test]
fn names_that_psq_cannot_hold_are_marked_and_come_back() {
    for [black, white] in [
        ["", ""],
        ["1st", ""],
        ["-1", "9,9,0"],
        ["engine", "engine 1"],
        ["? x", "x"],
    ] {
        let mut game = read("Piskvorky 15x15, 11:11, 0\n8,8,0\n")
            .remove(0)
            .unwrap();
        game.game.players = [black, white].map(str::to_owned);
        let text = write(&game, FileFormat::Psq).unwrap();
        let again = read(&text).remove(0).unwrap().game;
        assert_eq!(again.players, game.game.players, "{text}");
    }
}

#[test]
fn joined_files_of_sgf_may_have_several_character_sets() {
    let head = "(;GM[4]SZ[15]";
    // In GBK and in Shift JIS, the last byte of some characters is a bracket or a backslash.
    let games: [(&str, &[u8], &str); 5] = [
        ("CA[gb2312]", b"\xd6\xd0\x81\x5d", "\u{4e2d}\u{4e5a}"),
        (
            "CA[UTF-8]",
            "\u{4e2d}\u{6587}".as_bytes(),
            "\u{4e2d}\u{6587}",
        ),
        ("CA[Shift_JIS]", b"\x83\x5c\x95\x5c", "ソ表"),
        // "(" and "B" stand for other signs after the first escape.
        ("CA[ISO-2022-JP]", b"\x1b$B%]\x1b(B", "ポ"),
        ("", b"\xe9", "é"),
    ];
    for first in 0..games.len() {
        let order: Vec<_> = (0..games.len())
            .map(|n| games[(first + n) % games.len()])
            .collect();
        let mut bytes: Vec<u8> = Vec::new();
        for (charset, name, _) in &order {
            bytes.extend(format!("{head}{charset}PW[").bytes());
            bytes.extend(*name);
            bytes.extend("];B[hh];W[ig])\n".bytes());
        }
        bytes.extend(format!("{head}CA[gb2312]PW[").bytes());
        bytes.extend(b"\xd6\xd0];B[hh];W[hh])");
        let reader = GameReader::new(Box::new(Cursor::new(bytes)), ReadOptions::default());
        let mut read: Vec<_> = reader.unwrap().collect();
        let error = read.pop().unwrap().unwrap_err();
        assert_eq!((error.line, error.column), (6, 38), "{error}");
        let read: Vec<_> = read
            .into_iter()
            .map(|game| {
                let game = game.unwrap().game;
                assert_eq!(game.moves.len(), 2);
                game.players[1].clone()
            })
            .collect();
        let expected: Vec<_> = order.iter().map(|(_, _, name)| *name).collect();
        assert_eq!(read, expected);
    }
}

#[test]
fn the_score_of_training_data_is_kept() {
    let board = "---------------------------OX------XO---------------------------";
    let written = |line: &str| {
        let game = read(line).remove(0).unwrap();
        write(&game, FileFormat::Obf).unwrap()
    };
    let expected = format!("{board} X; +12;\n");
    assert_eq!(written(&format!("{board} 12")), expected);
    assert_eq!(written(&format!("{board} X; 12")), expected);
    let noted = format!("{board} X; +12; % note\n");
    assert_eq!(written(&format!("{board} 12 % note")), noted);
}

#[test]
fn a_comment_of_obf_stays_on_its_line() {
    let game = read("(;GM[2]GC[% a\nb])").remove(0).unwrap();
    let text = write(&game, FileFormat::Obf).unwrap();
    assert!(text.ends_with(" X; % a b\n"), "{text:?}");
    assert_eq!(text.lines().count(), 1);
}

#[test]
fn wrong_facts_are_problems_with_their_place() {
    let board = "---------------------------OX------XO--------------------------- X";
    for (line, place, message) in [
        ("renju 15 moves h8; vcf x", (1, 20), "expected a number of"),
        ("renju 15 moves h8; vct; mate 3", (1, 25), "unknown fact"),
        (
            "renju 15 moves h8; best i9 z9",
            (1, 28),
            "expected a letter",
        ),
        (&format!("{board}; a1:+3"), (1, 69), "A1 has a score"),
        (
            &format!("{board}; 3; f5:1; --:2"),
            (1, 78),
            "-- has a score",
        ),
    ] {
        let game = read(line).remove(0).unwrap();
        let [problem] = &game.problems[..] else {
            panic!("{line}: {:?}", game.problems);
        };
        assert_eq!((problem.line, problem.column), place, "{line}: {problem}");
        let found = problem.message.to_uppercase();
        assert!(found.starts_with(&message.to_uppercase()), "{problem}");
    }
    for line in [
        "renju 15 moves h8; vcf 3; best i9",
        &format!("{board}; f5:+0"),
    ] {
        let problems = read(line).remove(0).unwrap().problems;
        assert!(problems.is_empty(), "{line}: {problems:?}");
    }
}

#[test]
fn errors_in_puzzle_lines_name_the_column_once() {
    for (line, error) in [
        (
            "renju 15 moves h8 z9",
            "2:19: expected a letter from a to o, found `z`",
        ),
        ("renju 15 moves h8 i9 h8", "2:22: move 3, h8,"),
        ("renju 15 black B h8 W i9 h8", "2:26: two stones on h8"),
        ("  renju x moves", "2:9: expected the size"),
        ("renju 15", "2:9: expected `black`, `white` or `moves`"),
        ("renju 99 moves h8", "2:7: board size 99"),
    ] {
        let found = errors(&format!("# c\n{line}\n"));
        assert!(found[0].starts_with(error), "{found:?}");
        assert!(!found[0].contains("column"), "{found:?}");
    }
}
