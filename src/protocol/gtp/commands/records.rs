//! Commands about game records.

use crate::engine::Variant;
use crate::format::{GameRecord, sgf};
use crate::gomoku::Rule;
use crate::protocol::command::{Failure, command};
use crate::protocol::gtp::call::{Answer, Call, Command};
use crate::protocol::lexer::rest_of_line;
use nom::combinator::opt;

pub const COMMANDS: &[Command] = &[
    command! {
        "loadsgf", "FILE [MOVE]", rest_of_line => loadsgf;
        "Loads the main line of an SGF file.";
        "With MOVE the position before that move, counted from 1. Blanks may be part of the name. \
         Othello files may count their rows from either side, name squares by letters or by `f5`, and \
         leave out passes; Gomoku files may name the rule in RU. The game and the board size become \
         those of the file. Reply: nothing. Errors: `cannot load file` with the reason, its line and \
         its column.";
        "> loadsgf /nowhere/game.sgf\n< ? cannot load file: {any}"
    },
    command! {
        "printsgf", "[FILE]", opt(rest_of_line) => printsgf;
        "The game as an SGF file.";
        "Othello files count rows from rank 1 at the top and leave out forced passes; Gomoku files \
         count from the highest rank and name the rule in RU. Reply: the text, or nothing if it \
         went to FILE. Errors: `cannot write file` with the reason.";
        "> play b D3\n< =\n> play w C5\n< =\n> printsgf\n< = \
         (;FF[4]CA[UTF-8]GM[2]AP[Flipfive:{any}]SZ[8]\n< ;B[dc];W[ce])"
    },
];

/// More than any record of one game needs.
const LONGEST_FILE: u64 = 16 << 20;

fn loadsgf(call: &mut Call<'_>, arguments: &str) -> Result<Answer, Failure> {
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
    let mut game = sgf::read(&text, rule).map_err(|error| format!("cannot load file: {error}"))?;
    if let Some(before) = before {
        game.moves.truncate(before.saturating_sub(1));
    }
    call.session.load(&game)?;
    Answer::done()
}

fn read(file: &str) -> std::io::Result<String> {
    use std::io::Read;
    let mut bytes = Vec::new();
    std::fs::File::open(file)?
        .take(LONGEST_FILE)
        .read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn printsgf(call: &mut Call<'_>, file: Option<&str>) -> Result<Answer, Failure> {
    let record = call.session.record();
    let game = GameRecord {
        variant: call.session.variant(),
        start: record.start(),
        moves: record.moves(),
    };
    let text = sgf::write(&game, record.outcome());
    match file {
        None => Ok(text.into()),
        Some(file) => {
            std::fs::write(file, text).map_err(|error| format!("cannot write file: {error}"))?;
            Answer::done()
        }
    }
}
