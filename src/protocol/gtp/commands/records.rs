//! Commands that read and write game records.

use crate::engine::Variant;
use crate::format::{GameRecord, sgf};
use crate::gomoku::Rule;
use crate::protocol::gtp::call::{Call, Command, Failure, command};
use crate::protocol::lexer::{opt, rest_of_line};

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "loadsgf", "FILE [MOVE]", rest_of_line => loadsgf;
        "Loads the main line of an SGF file.";
        "MOVE, counted from 1, loads the position before that move. FILE may contain spaces. The \
         game and the board size become those of the file. In Othello files, rows may be counted \
         from either side, squares may be written as letters or as `f5`, and passes may be left \
         out. Gomoku files may name the rule in RU. Reply: nothing. Errors: \
         `cannot load file: FILE:LINE:COLUMN:` with the reason.";
        "> loadsgf /nowhere/game.sgf\n< ? cannot load file: {any}"
    },
    command! {
        "printsgf", "[FILE]", opt(rest_of_line) => printsgf;
        "Writes the game as SGF.";
        "Othello files count rows from the top, where rank 1 is, and leave out forced passes. \
         Gomoku files count rows from the highest rank and name the rule in RU. Reply: the text, \
         or nothing if FILE is given. Errors: `cannot write file` with the reason.";
        "> play b D3\n< =\n> play w C5\n< =\n> printsgf\n< = \
         (;FF[4]CA[UTF-8]GM[2]AP[Flipfive:{any}]SZ[8]\n< ;B[dc];W[ce])"
    },
];

/// The maximum length of a file in bytes.
const MAX_FILE_LENGTH: u64 = 16 << 20;

fn loadsgf(call: &mut Call<'_>, arguments: &str) -> Result<(), Failure> {
    let (file, before) = match arguments.rsplit_once(char::is_whitespace) {
        Some((file, number)) => match number.parse::<usize>() {
            Ok(before) => (file.trim_end(), Some(before)),
            Err(_) => (arguments, None),
        },
        None => (arguments, None),
    };
    let text = read(file).map_err(|error| format!("cannot load file: {error}"))?;
    let rule = match call.session.variant() {
        Variant::Gomoku(rule) => rule,
        Variant::Othello => Rule::Freestyle,
    };
    let mut game =
        sgf::read(&text, rule).map_err(|error| format!("cannot load file: {file}:{error}"))?;
    if let Some(before) = before {
        game.moves.truncate(before.saturating_sub(1));
    }
    Ok(call.session.load(&game)?)
}

fn read(file: &str) -> std::io::Result<String> {
    use std::io::Read;
    let mut bytes = Vec::new();
    std::fs::File::open(file)?
        .take(MAX_FILE_LENGTH)
        .read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn printsgf(call: &mut Call<'_>, file: Option<&str>) -> Result<String, Failure> {
    let record = call.session.record();
    let game = GameRecord {
        variant: call.session.variant(),
        start: record.start(),
        moves: record.moves(),
    };
    let text = sgf::write(&game, record.outcome());
    match file {
        None => Ok(text),
        Some(file) => {
            std::fs::write(file, text).map_err(|error| format!("cannot write file: {error}"))?;
            Ok(String::new())
        }
    }
}
