use super::*;
use crate::tournament::fixture::{Folder, OTHELLO, gomoku};

const GOMOKU: GameSpec = gomoku(Rule::Freestyle, 15);

/// A folder with one file.
fn written(name: &str, text: &str) -> (Folder, PathBuf) {
    let folder = Folder::new(&format!("openings-{name}"));
    let path = folder.file(name);
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

fn names(opening: &Opening) -> String {
    let names: Vec<_> = opening.moves.iter().map(Move::to_string).collect();
    names.join(" ")
}

fn load(name: &str, text: &str, spec: GameSpec) -> Result<Vec<Opening>, String> {
    let (_folder, path) = written(name, text);
    read(&path, None, spec, None).map_err(|error| error.to_string())
}

#[test]
fn the_formats_of_gomoku_are_guessed() {
    let text = "# from the centre\r\n\r\n0,0, 1,-1\r\n-2,3, 0,0, 1,1\r\n";
    let list = load("o.txt", text, GOMOKU).unwrap();
    assert_eq!(list.len(), 2);
    assert_eq!(names(&list[0]), "h8 i9");
    assert_eq!(list[1].name, "o.txt:4");
    assert_eq!(names(&list[1]), "f5 h8 i7");
    let list = load("n.txt", "1. h8 2. i9", GOMOKU).unwrap();
    assert_eq!(names(&list[0]), "h8 i9");
    let list = load("p.txt", "h8g7f15", GOMOKU).unwrap();
    assert_eq!(names(&list[0]), "h8 g7 f15");
    let (_folder, path) = written("q.txt", "h8g7f15");
    let list = read(&path, Some(OpeningFormat::PosTop), GOMOKU, Some(2)).unwrap();
    assert_eq!(names(&list[0]), "h8 g9");
}

#[test]
fn the_formats_of_othello_are_guessed() {
    let list = load("t.txt", "f5d6c3\nF5 f6", OTHELLO).unwrap();
    assert_eq!(names(&list[0]), "f5 d6 c3");
    assert_eq!(names(&list[1]), "f5 f6");
    let position = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38;";
    for name in ["b.obf", "b.txt"] {
        let list = load(name, position, OTHELLO).unwrap();
        assert!(list[0].moves.is_empty());
        let start = list[0].start.as_ref().unwrap();
        assert_eq!((start.stones().count(), start.to_move), (44, Side::Black));
    }
}

#[test]
fn games_serve_as_openings() {
    let sgf = "(;GM[2]SZ[8];B[f5];W[d6];B[c3])";
    let list = load("g.sgf", sgf, OTHELLO).unwrap();
    assert_eq!((list.len(), list[0].name.as_str()), (1, "g.sgf"));
    assert_eq!(list[0].moves.len(), 3);
    let ggf = "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- \
               -------- -------- -------- *]B[f5]W[d6];)";
    let list = load("g.ggf", &format!("{ggf}\n{ggf}"), OTHELLO).unwrap();
    assert_eq!(list.len(), 2);
    assert_eq!(
        (names(&list[1]).as_str(), list[1].name.as_str()),
        ("f5 d6", "g.ggf#2")
    );
    assert_eq!(list[0].start, None);
    let stones = "(;GM[4]SZ[15]AB[hh][ii]AW[gg]PL[W];W[jj])";
    let collection = format!("{sgf}\n(;GM[2]SZ[8];B[f5];W[f6])\n");
    let list = load("c.sgf", &collection, OTHELLO).unwrap();
    let names = list.iter();
    let names: Vec<_> = names
        .map(|opening| (opening.name.as_str(), opening.moves.len()))
        .collect();
    assert_eq!(names, [("c.sgf#1", 3), ("c.sgf#2", 2)]);
    let list = load("s.sgf", stones, GOMOKU).unwrap();
    assert_eq!(list[0].moves.len(), 4);
    let uneven = "(;GM[4]SZ[15]AB[hh][ii]PL[W];W[jj])";
    assert!(
        load("u.sgf", uneven, GOMOKU)
            .unwrap_err()
            .contains("one more black stone")
    );
    let other = load("g.sgf", sgf, GOMOKU).unwrap_err();
    assert!(other.contains("expected Gomoku on size 15"), "{other}");
    let broken = load("x.sgf", "(;GM[2]\n;B[zz", OTHELLO).unwrap_err();
    assert!(broken.contains("x.sgf:2: column"), "{broken}");
}

#[test]
fn errors_name_the_file_and_the_line() {
    for (text, spec, expected) in [
        (
            "h8i9\nh8h8",
            GOMOKU,
            ":2: move 2 (h8): the point is occupied",
        ),
        (
            "h8i9\n\nh8z1",
            GOMOKU,
            ":3: column 3: expected a letter from a to o",
        ),
        (
            "9,0",
            GOMOKU,
            ":1: column 1: expected a column from -7 to 7",
        ),
        ("f5d6\nf5a1", OTHELLO, ":2: column 3: a1 cannot be played"),
        ("# nothing\n", OTHELLO, ": no openings"),
        ("a1a2b1b2c1c2d1d2e1", GOMOKU, ":1: the game is over"),
    ] {
        let error = load("wrong.txt", text, spec).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
    let missing = read(Path::new("/nonexistent/o.txt"), None, OTHELLO, None).unwrap_err();
    assert!(missing.to_string().contains("/nonexistent/o.txt"));
    let (_folder, path) = written("w.txt", "f5d6");
    let error = read(&path, Some(OpeningFormat::Offset), OTHELLO, None).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("expected one of: transcript, obf, ggf, sgf"),
        "{error}"
    );
}

#[test]
fn sgf_is_read_in_its_character_set_and_on_the_board_of_the_match() {
    // The second byte of the character is a backslash.
    let head = "(;GM[4]SZ[15]CA[Shift_JIS];B[hh];W[ig];B[ii]C[";
    let bytes = [head.as_bytes(), &[0x95, 0x5c], b"];W[jj])"].concat();
    let (_folder, path) = written("s.sgf", "");
    std::fs::write(&path, bytes).unwrap();
    let list = read(&path, None, GOMOKU, None).unwrap();
    assert_eq!(names(&list[0]), "h8 i9 i7 j6");
    let list = load("t.sgf", "(;GM[4];B[jj])", gomoku(Rule::Freestyle, 20)).unwrap();
    assert_eq!(names(&list[0]), "j11");
    // Marks and compression are those of all other files of games.
    let joined = "\u{feff}f5d6\n\u{feff}f5f6\n";
    assert_eq!(load("m.txt", joined, OTHELLO).unwrap().len(), 2);
    let ggf = "\u{feff}(;GM[Othello]PB[a]PW[b]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- \
               -------- -------- -------- *]B[f5]W[d6];)";
    assert_eq!(load("g.txt", ggf, OTHELLO).unwrap().len(), 1);
    std::fs::write(&path, b"\x1f\x8b\x08").unwrap();
    let error = read(&path, None, GOMOKU, None).unwrap_err().to_string();
    assert!(error.contains("gzip"), "{error}");
}

#[test]
fn a_folder_of_openings_holds_files_of_any_case() {
    let folder = Folder::new("openings-case");
    for name in ["a.sgf", "B.SGF", "c.txt"] {
        std::fs::write(folder.file(name), "(;GM[4]SZ[15];B[hh])").unwrap();
    }
    let folder = folder.file("a.sgf").parent().unwrap().to_owned();
    assert_eq!(read(&folder, None, GOMOKU, None).unwrap().len(), 2);
}
