//! Openings from files.

use crate::engine::Variant;
use crate::engines::GameSpec;
use crate::format::{GameRecord, ggf, sgf};
use crate::game::record::describe;
use crate::game::{Move, Side, Vertex};
use crate::gomoku;
use crate::gomoku::Rule;
use crate::gomoku::rules::notation::{FirstRow, parse_moves, parse_offsets};
use crate::othello;
use crate::othello::Othello;
use crate::othello::rules::notation::{Obf, parse_transcript};
use crate::tournament::openings::Opening;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// How openings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Gomoku, a line each: offsets from the centre, right and down: `0,0, 1,-1` (Piskvork, Gomocup).
    Offset,
    /// Gomoku, a line each: `h8i9`, the lowest row is 1 (Renju, Yixin).
    Pos,
    /// Gomoku, a line each: `h8i9`, the highest row is 1 (c-gomoku-cli).
    PosTop,
    /// Othello, a line each: `f5d6c3`, passes may be missing.
    Transcript,
    /// Othello, a line each: a position with the side to move.
    Obf,
    /// Othello: all games of a GGF file.
    Ggf,
    /// The main line of the first game of an SGF file.
    Sgf,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 7] = [
        Format::Offset,
        Format::Pos,
        Format::PosTop,
        Format::Transcript,
        Format::Obf,
        Format::Ggf,
        Format::Sgf,
    ];

    /// The name that the command line takes.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Offset => "offset",
            Format::Pos => "pos",
            Format::PosTop => "pos-top",
            Format::Transcript => "transcript",
            Format::Obf => "obf",
            Format::Ggf => "ggf",
            Format::Sgf => "sgf",
        }
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format that a file seems to have, by its name or else by its first line with contents.
    fn guess(path: &Path, text: &str, variant: Variant) -> Self {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let first = lines(text).next().map_or("", |(_, line)| line);
        let is_offset = first.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        let is_board = first.len() >= 64 && !first.chars().take(8).any(|c| c.is_ascii_digit());
        match (ending, variant) {
            (Some("sgf"), _) => Format::Sgf,
            (_, Variant::Othello) if first.contains("(;GM[Othello]") => Format::Ggf,
            _ if first.starts_with("(;") => Format::Sgf,
            (Some("obf"), Variant::Othello) => Format::Obf,
            (Some("ggf"), Variant::Othello) => Format::Ggf,
            (_, Variant::Othello) if is_board => Format::Obf,
            (_, Variant::Othello) => Format::Transcript,
            (_, Variant::Gomoku(_)) if is_offset => Format::Offset,
            (_, Variant::Gomoku(_)) => Format::Pos,
        }
    }

    const fn suits(self, variant: Variant) -> bool {
        match self {
            Format::Sgf => true,
            Format::Transcript | Format::Obf | Format::Ggf => matches!(variant, Variant::Othello),
            Format::Offset | Format::Pos | Format::PosTop => matches!(variant, Variant::Gomoku(_)),
        }
    }
}

/// What is wrong with a file of openings, and where.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// It cannot be read.
    #[error("cannot read the openings in {}: {source}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A line of it is wrong.
    #[error("{}:{line}: {text}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        text: String,
    },
    /// It has no openings.
    #[error("{} has no openings", path.display())]
    Empty {
        /// The file or folder.
        path: PathBuf,
    },
    /// The format does not go with the game.
    #[error("openings in the format {format} are not for {variant}, expected one of: {expected}")]
    Format {
        /// The format's name.
        format: &'static str,
        /// The game.
        variant: Variant,
        /// Formats that do.
        expected: String,
    },
}

/// Reads the openings in a file, or those in the SGF files of a folder (in the order of their names).
/// Without a format it is guessed from the name and the first line. `plies` cuts longer ones.
///
/// Empty lines and lines that begin with `#` do not count.
///
/// # Errors
/// The first thing that is wrong, with its file and line: a move that is none, that is illegal, or a
/// game that is over before it begins.
pub fn read(
    path: &Path,
    format: Option<Format>,
    spec: GameSpec,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningsError> {
    let unreadable = |source| OpeningsError::Unreadable {
        path: path.to_owned(),
        source,
    };
    let mut openings = Vec::new();
    if path.is_dir() {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(path).map_err(unreadable)? {
            let file = entry.map_err(unreadable)?.path();
            if file.extension().is_some_and(|ending| ending == "sgf") {
                files.push(file);
            }
        }
        files.sort();
        for file in files {
            read_file(&file, Some(Format::Sgf), spec, plies, &mut openings)?;
        }
    } else {
        read_file(path, format, spec, plies, &mut openings)?;
    }
    if openings.is_empty() {
        return Err(OpeningsError::Empty {
            path: path.to_owned(),
        });
    }
    Ok(openings)
}

fn read_file(
    path: &Path,
    format: Option<Format>,
    spec: GameSpec,
    plies: Option<usize>,
    openings: &mut Vec<Opening>,
) -> Result<(), OpeningsError> {
    let bytes = std::fs::read(path).map_err(|source| OpeningsError::Unreadable {
        path: path.to_owned(),
        source,
    })?;
    let text = String::from_utf8_lossy(&bytes);
    let format = format.unwrap_or_else(|| Format::guess(path, &text, spec.variant));
    if !format.suits(spec.variant) {
        let suiting = Format::ALL
            .into_iter()
            .filter(|format| format.suits(spec.variant))
            .map(Format::name);
        return Err(OpeningsError::Format {
            format: format.name(),
            variant: spec.variant,
            expected: suiting.collect::<Vec<_>>().join(", "),
        });
    }
    let wrong = |line, text| OpeningsError::Line {
        path: path.to_owned(),
        line,
        text,
    };
    let file = path
        .file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut add = |line: usize, name: String, opening: Opening| {
        let mut opening = Opening { name, ..opening };
        opening.moves.truncate(plies.unwrap_or(usize::MAX));
        match opening.record(spec) {
            Ok(_) => {
                openings.push(opening);
                Ok(())
            }
            Err(text) => Err(wrong(line, text)),
        }
    };
    if format == Format::Sgf {
        let opening = from_sgf(&text, spec).map_err(|(line, text)| wrong(line, text))?;
        return add(1, file, opening);
    }
    if format == Format::Ggf {
        let games = ggf::read_all(&text).map_err(|error| {
            let text = format!("column {}: {}", error.column, error.message);
            wrong(error.line, text)
        })?;
        for (number, game) in (1..).zip(games) {
            let opening = from_game(&game.record(), spec)
                .map_err(|text| wrong(1, format!("game {number}: {text}")))?;
            add(1, format!("{file}#{number}"), opening)?;
        }
        return Ok(());
    }
    for (number, line) in lines(&text) {
        let opening = from_line(line, format, spec).map_err(|text| wrong(number, text))?;
        add(number, format!("{file}:{number}"), opening)?;
    }
    Ok(())
}

/// The lines with contents, without what is around them, and their numbers from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.trim_start_matches('\u{feff}')
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

fn from_line(line: &str, format: Format, spec: GameSpec) -> Result<Opening, String> {
    let points = |vertices: Vec<Vertex>| Opening {
        moves: vertices.into_iter().map(Move::Place).collect(),
        ..Opening::default()
    };
    let rule = match spec.variant {
        Variant::Gomoku(rule) => rule,
        Variant::Othello => Rule::Freestyle,
    };
    let rules = || gomoku::Rules::new(spec.size, rule).map_err(|fault| fault.to_string());
    let pos = |first| {
        parse_moves(line, rules()?, first)
            .map(points)
            .map_err(|error| error.to_string())
    };
    match format {
        Format::Offset => parse_offsets(line, rules()?)
            .map(points)
            .map_err(|error| error.to_string()),
        Format::Pos => pos(FirstRow::Bottom),
        Format::PosTop => pos(FirstRow::Top),
        Format::Transcript => parse_transcript(othello::Position::START, line)
            .map(|moves| Opening {
                moves,
                ..Opening::default()
            })
            .map_err(|error| error.to_string()),
        Format::Obf => Obf::parse(line)
            .map(|obf| Opening {
                start: Some(describe::<Othello>(&obf.position)),
                ..Opening::default()
            })
            .map_err(|error| error.to_string()),
        Format::Sgf | Format::Ggf => Err("a game is not written on a line".into()),
    }
}

fn from_sgf(text: &str, spec: GameSpec) -> Result<Opening, (usize, String)> {
    let rule = match spec.variant {
        Variant::Gomoku(rule) => rule,
        Variant::Othello => Rule::Freestyle,
    };
    let game = sgf::read(text, rule).map_err(|error| {
        let text = format!("column {}: {}", error.column, error.message);
        (error.line, text)
    })?;
    from_game(&game, spec).map_err(|text| (1, text))
}

/// The moves of a whole game.
fn from_game(game: &GameRecord, spec: GameSpec) -> Result<Opening, String> {
    let same_game = matches!(
        (game.variant, spec.variant),
        (Variant::Othello, Variant::Othello) | (Variant::Gomoku(_), Variant::Gomoku(_))
    );
    // The rule of the match counts, not the one under which the opening was once played.
    if !same_game || game.start.size != spec.size {
        let text = format!(
            "a game of {} on a board of size {}, expected {} on size {}",
            game.variant, game.start.size, spec.variant, spec.size
        );
        return Err(text);
    }
    let regular = spec
        .variant
        .new_record(spec.size)
        .map(|record| record.now());
    let mut opening = Opening::default();
    match spec.variant {
        Variant::Othello if regular.as_ref() != Some(&game.start) => {
            opening.start = Some(game.start.clone());
        }
        Variant::Othello => {}
        Variant::Gomoku(_) => opening.moves = in_turns(game)?,
    }
    // Forced passes may be missing in the file.
    let mut side = match (&opening.start, opening.moves.len() % 2) {
        (Some(start), _) => start.to_move,
        (None, 0) => Side::Black,
        (None, _) => Side::White,
    };
    for &(mover, mv) in &game.moves {
        if mover != side {
            opening.moves.push(Move::Pass);
        }
        opening.moves.push(mv);
        side = mover.other();
    }
    Ok(opening)
}

/// Set-up stones of Gomoku as moves of both sides in turns, as Gomocup's `BOARD` gives them.
fn in_turns(game: &GameRecord) -> Result<Vec<Move>, String> {
    let of = |wanted: Side| -> Vec<Move> {
        game.start
            .stones()
            .filter(|&(side, _)| side == wanted)
            .map(|(_, vertex)| Move::Place(vertex))
            .collect()
    };
    let (black, white) = (of(Side::Black), of(Side::White));
    let expected = if black.len() == white.len() {
        Side::Black
    } else {
        Side::White
    };
    let even = black.len() == white.len() || black.len() == white.len() + 1;
    if !even || game.start.to_move != expected {
        return Err(format!(
            "{} black and {} white set-up stones with {} to move, expected as many of both (black to \
             move) or one more of black (white to move)",
            black.len(),
            white.len(),
            game.start.to_move
        ));
    }
    let mut moves = Vec::with_capacity(black.len() + white.len());
    for (index, &stone) in black.iter().enumerate() {
        moves.push(stone);
        moves.extend(white.get(index));
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OTHELLO: GameSpec = GameSpec {
        variant: Variant::Othello,
        size: 8,
    };

    fn gomoku(size: u8) -> GameSpec {
        GameSpec {
            variant: Variant::Gomoku(Rule::Freestyle),
            size,
        }
    }

    /// A file that goes away with the test.
    struct Temporary(PathBuf);

    impl Temporary {
        fn new(name: &str, text: &str) -> Self {
            let folder =
                std::env::temp_dir().join(format!("flipfive-openings-{}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            let path = folder.join(name);
            std::fs::write(&path, text).unwrap();
            Self(path)
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn names(opening: &Opening) -> String {
        opening
            .moves
            .iter()
            .map(|&mv| mv.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn load(name: &str, text: &str, spec: GameSpec) -> Result<Vec<Opening>, String> {
        let file = Temporary::new(name, text);
        read(&file.0, None, spec, None).map_err(|error| error.to_string())
    }

    #[test]
    fn the_formats_of_gomoku_are_guessed() {
        let text = "# from the centre\r\n\r\n0,0, 1,-1\r\n-2,3, 0,0, 1,1\r\n";
        let list = load("o.txt", text, gomoku(15)).unwrap();
        assert_eq!(list.len(), 2);
        assert_eq!(names(&list[0]), "h8 i9");
        assert_eq!(list[1].name, "o.txt:4");
        assert_eq!(names(&list[1]), "f5 h8 i7");
        let list = load("p.txt", "h8g7f15", gomoku(15)).unwrap();
        assert_eq!(names(&list[0]), "h8 g7 f15");
        let file = Temporary::new("q.txt", "h8g7f15");
        let list = read(&file.0, Some(Format::PosTop), gomoku(15), Some(2)).unwrap();
        assert_eq!(names(&list[0]), "h8 g9");
    }

    #[test]
    fn the_formats_of_othello_are_guessed() {
        let list = load("t.txt", "f5d6c3\nF5 f6", OTHELLO).unwrap();
        assert_eq!(names(&list[0]), "f5 d6 c3");
        assert_eq!(names(&list[1]), "f5 f6");
        let position =
            "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38;";
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
        let list = load("s.sgf", stones, gomoku(15)).unwrap();
        assert_eq!(list[0].moves.len(), 4);
        let uneven = "(;GM[4]SZ[15]AB[hh][ii]PL[W];W[jj])";
        assert!(
            load("u.sgf", uneven, gomoku(15))
                .unwrap_err()
                .contains("one more of black")
        );
        let other = load("g.sgf", sgf, gomoku(15)).unwrap_err();
        assert!(other.contains("expected Gomoku on size 15"), "{other}");
        let broken = load("x.sgf", "(;GM[2]\n;B[zz", OTHELLO).unwrap_err();
        assert!(broken.contains("x.sgf:2: column"), "{broken}");
    }

    #[test]
    fn errors_name_the_file_and_the_line() {
        for (text, spec, expected) in [
            (
                "h8i9\nh8h8",
                gomoku(15),
                ":2: move 2 (h8): the point is occupied",
            ),
            (
                "h8i9\n\nh8z1",
                gomoku(15),
                ":3: column 3: expected a letter from a to o",
            ),
            (
                "9,0",
                gomoku(15),
                ":1: column 1: expected a column from -7 to 7",
            ),
            ("f5d6\nf5a1", OTHELLO, ":2: column 3: a1 cannot be played"),
            ("# nothing\n", OTHELLO, "has no openings"),
            ("a1a2b1b2c1c2d1d2e1", gomoku(15), ":1: the game is over"),
        ] {
            let error = load("wrong.txt", text, spec).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
        let missing = read(Path::new("/nonexistent/o.txt"), None, OTHELLO, None).unwrap_err();
        assert!(missing.to_string().contains("/nonexistent/o.txt"));
        let file = Temporary::new("w.txt", "f5d6");
        let error = read(&file.0, Some(Format::Offset), OTHELLO, None).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("expected one of: transcript, obf, ggf, sgf"),
            "{error}"
        );
    }
}
