//! Commands that read and write game records.

use crate::engine::Variant;
use crate::format::game_file::{FileFormat, GameReader, ReadOptions, text_of};
use crate::format::{GameRecord, ggf, sgf};
use crate::gomoku::Rule;
use crate::protocol::gtp::call::{Call, Command, Failure, command};
use crate::protocol::lexer::{opt, rest_of_line};
use crate::util::files::replace_file;
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::Path;

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "loadsgf", "FILE [MOVE]", rest_of_line => loadsgf;
        "Loads the main line of an SGF or GGF file.";
        "MOVE, counted from 1, loads the position before that move. FILE may contain spaces. The \
         game and the board size become those of the file. A file may name no game, or Go. If it has size 8 or no \
         size, it is read as the game that `set_game` or `--game` selected. Without such a choice it is Othello if \
         its moves are legal there. SGF is read in the character set of CA, otherwise as UTF-8 or Latin-1. In Othello files, rows may be counted \
         from either side, squares may be written as letters or as `f5`, and passes may be left \
         out. Gomoku files may name the rule in RU. Of a GGF file, the first game is loaded. Both clocks restart. The file has at most \
         16 MB. Reply: nothing. Errors: `cannot load file: FILE:LINE:COLUMN:` with the reason; \
         `cannot load file: FILE:` if it cannot be read or is no regular file, or if an engine behind `flipfive bridge` \
         cannot play its game.";
        "> loadsgf /nowhere/game.sgf\n< ? cannot load file: /nowhere/game.sgf: {any}"
    },
    command! {
        "printsgf", "[FILE]", opt(rest_of_line) => printsgf;
        "Writes the game as SGF.";
        "Othello files count rows from the top, where rank 1 is, and leave out forced passes. \
         Gomoku files count rows from the highest rank and name the rule in RU. Reply: the text, \
         or nothing if FILE is given and not `-`. FILE is new or a regular file, which is replaced. Errors: \
         `cannot write file: FILE:` with the reason.";
        "> play b D3\n< =\n> play w C5\n< =\n> printsgf\n< = \
         (;FF[4]CA[UTF-8]GM[2]AP[Flipfive:{any}]SZ[8]\n< ;B[dc];W[ce])"
    },
];

/// The maximum length of a file in MB.
const MAX_FILE_LENGTH: u64 = 16;

fn loadsgf(call: &mut Call<'_>, arguments: &str) -> Result<(), Failure> {
    let (file, before) = match arguments.rsplit_once(char::is_whitespace) {
        Some((file, number)) => match number.parse::<usize>() {
            Ok(before) => (file.trim_end(), Some(before)),
            Err(_) => (arguments, None),
        },
        None => (arguments, None),
    };
    let text = read(file).map_err(|reason| format!("cannot load file: {file}: {reason}"))?;
    // Not the game of a file that was loaded before, nor its rule.
    let before_load = call.state.game_before.unwrap_or(call.session.variant());
    let game = match GameReader::from_text(&text, ReadOptions::default()).format() {
        FileFormat::Ggf => ggf::read(&text).map(|game| game.record()),
        _ => match (call.chosen_game(), before_load) {
            (Some(chosen), _) => sgf::read_expecting(&text, chosen),
            (None, Variant::Gomoku(rule)) => sgf::read(&text, rule),
            (None, Variant::Othello) => sgf::read(&text, Rule::Freestyle),
        },
    };
    let mut game = game.map_err(|error| format!("cannot load file: {file}:{error}"))?;
    if let Some(before) = before {
        game.moves.truncate(before.saturating_sub(1));
    }
    let loaded = call.session.load(&game);
    loaded.map_err(|error| format!("cannot load file: {file}: {error}"))?;
    call.session.restart_clocks();
    call.state.game_before.get_or_insert(before_load);
    Ok(())
}

/// Reads the text of a file of limited length. A pipe or a device is refused, since it may never end.
fn read(file: &str) -> io::Result<String> {
    check_regular(&fs::metadata(file)?)?;
    let mut bytes = Vec::new();
    let limit = MAX_FILE_LENGTH << 20;
    File::open(file)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::other(format!(
            "the file is larger than {MAX_FILE_LENGTH} MB"
        )));
    }
    Ok(text_of(&bytes)?.into_owned())
}

/// Writes a file that is new or regular: a pipe without a reader would never be written.
fn write(file: &str, text: &str) -> io::Result<()> {
    match fs::metadata(file) {
        Ok(metadata) => check_regular(&metadata)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    replace_file(Path::new(file), |out| out.write_all(text.as_bytes()))
}

fn check_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        Ok(())
    } else {
        Err(io::Error::other("expected a regular file"))
    }
}

fn printsgf(call: &mut Call<'_>, file: Option<&str>) -> Result<String, Failure> {
    let record = call.session.record();
    let game = GameRecord::of(call.session.variant(), record);
    let text = sgf::write(&game, record.outcome());
    match file {
        None | Some("-") => Ok(text),
        Some(file) => {
            write(file, &text).map_err(|reason| format!("cannot write file: {file}: {reason}"))?;
            Ok(String::new())
        }
    }
}
