//! Readers of games, positions and settings.

use flipfive::engines::{EngineSpec, TimeControl};
use flipfive::format::game_file::{FileFormat, GameReader, ReadOptions, write};
use flipfive::format::wthor::{self, NameFiles};
use flipfive::format::{FileGame, FormatError, position};
use flipfive::othello::notation;
use flipfive::tournament::MatchSettings;
use std::io::Cursor;

pub(super) const SGF_WORDS: &str = "(;|;|(|)|GM[11]|GM[2]|GM[4]|GM[1]|FF[4]|SZ[8]|SZ[15]|SZ[19:19]|RU[renju]|RU[standard]|\
     AB[aa][bb]|AW[cc]|AE[dd]|AB[aa:cc]|PL[W]|PL[B]|;B[ff]|;W[fd]|;B[]|;W[tt]|;B[f5]|;W[pass]|RE[B+]|RE[W+4]|RE[B+T]|\
     RE[Void]|PB[x]|PW[y]|C[text]|DT[2020-01-31]|EV[e]|RO[1]|TM[60]|OT[5x30]|BL[9.5]|WL[7]|LB[aa:1]|TR[bb]|MA[cc]|N[n]|\
     \\]|\\:|\\\n|CA[UTF-8]|AP[a:1]|HA[2]|KM[0]|[|]";

pub(super) const GGF_WORDS: &str = "(;GM[Othello]|GM[Reversi]|PC[GGS]|DT[2001-01-01_10:00]|PB[a]|PW[b]|RE[?]|RE[+4.00]|RE[-2:t]|\
     RE[+64:r]|TI[05:00//02:00]|TI[1:01/2/3]|TY[8]|TY[8r20]|TY[10]|BO[8 ---------------------------O*------*O--------------------------- *]|\
     B[d3]|W[c5/1.00/2]|B[pa]|W[f6//3.5]|B[F5/-64.00/0.01]|;)|KB[x]|KM[0]|1 (;|2 (;|(;|]|[|/|//";

pub(super) const PSQ_WORDS: &str =
    "Piskvorky |15x15|20x20|22x22|5x5|15x16|, 11:11, |1\n|8,8,0\n|9,7,120\n|0,0,0\n|-1\n|,";

pub(super) const OTHELLO_WORDS: &str = "f5|D6|--|ps|pa|X|O|*|.|-|;|:|+4|-64|:+2| d3:+10;| % note| black| white|;f5d6c3|0|8 |\
     --------|*O*O*O*O|# x\n";

pub(super) const GOMOKU_WORDS: &str = "h8|I9|a1|v22|o15|,|freestyle 15 |renju 15 |standard 20 |caro 15 |caro-exact 5 |moves |black |\
     white |B |W |; vcf 3|; vcf none 2|; vct|; best h8 i9|; id x|;|0,0|1,-1|# x\n";

pub(super) const ENGINE_WORDS: &str = "cmd=|name=|tc=|proto=|protocol=|option.x=|init=|dir=|env.A=|timeodds=|startup-timeout=|level=|\
     memory-limit=|quit-timeout=|farewell=|restart=|ponder=|analysis=|\"|'|\\|10+0.1|5/move|none|canadian:|byoyomi:|:30|/|+|ms|1:30|h|inf|e9|\
     gtp|gomocup|nboard|true|false|on|[[engine]]\n|[each]\n|[adjudicate]\n|game = \"othello\"\n|size = |rounds = |games = |= |\
     command = \"a\"\n|sprt = |{ elo0 = 0, elo1 = 5 }|format = \"gauntlet\"\n|concurrency = ";

/// An error names a place in the input and a reason that fits into a line.
fn check_error(error: &FormatError, input: &[u8]) {
    let lines = input.iter().filter(|&&byte| byte == b'\n').count() + 1;
    // Some readers count a lone carriage return as the end of a line.
    let returns = input.iter().filter(|&&byte| byte == b'\r').count();
    assert!(
        (1..=lines + returns).contains(&error.line),
        "{error}: no such line"
    );
    assert!(
        (1..=input.len() + 1).contains(&error.column),
        "{error}: no such column"
    );
    check_message(&error.message);
}

fn check_message(message: &str) {
    assert!(!message.is_empty());
    assert!(
        message.len() < 1000,
        "a message of {} bytes: {message}",
        message.len()
    );
    assert!(!message.contains(char::is_control), "{message:?}");
}

/// A game that was read can be played, and is written and read again without a change.
fn check_game(game: &FileGame, format: FileFormat) {
    let problems = !game.problems.is_empty();
    let record = game.game.record(usize::MAX);
    let record = record.unwrap_or_else(|error| panic!("an unplayable game was read: {error}"));
    drop(record);
    // What a format cannot hold, such as a position on the way of a transcript, is refused with a reason.
    let Ok(text) = write(game, format) else {
        return;
    };
    let options = ReadOptions {
        format: Some(format),
        variant: Some(game.game.variant),
        size: Some(game.game.start.size),
        ..ReadOptions::default()
    };
    let read: Result<Vec<_>, _> = GameReader::from_text(&text, options).collect();
    let read =
        read.unwrap_or_else(|error| panic!("cannot read what was written: {error}: {text:?}"));
    let [read] = &read[..] else {
        panic!("{} games were read from one: {text:?}", read.len());
    };
    assert!(
        problems || read.problems.is_empty(),
        "{:?}: {text:?}",
        read.problems
    );
    let again = write(read, format).unwrap();
    assert_eq!(again, text, "the text changes");
}

/// Reads all games of an input.
fn games(input: &[u8], format: Option<FileFormat>) -> String {
    let options = ReadOptions {
        format,
        ..ReadOptions::default()
    };
    let reader = match GameReader::new(Box::new(Cursor::new(input.to_vec())), options) {
        Ok(reader) => reader,
        Err(error) => return format!("{error}"),
    };
    let format = reader.format();
    let mut outcome = format!("{format:?}\n");
    for (number, game) in reader.enumerate() {
        assert!(number <= input.len(), "more games than bytes");
        match game {
            Err(error) => {
                check_error(&error, input);
                outcome += &format!("error {}\n", error.message);
            }
            Ok(game) => {
                for problem in &game.problems {
                    check_error(problem, input);
                    outcome += &format!("problem {}\n", problem.message);
                }
                if format != FileFormat::Wthor {
                    check_game(&game, format);
                }
                let (variant, moves) = (game.game.variant, game.game.moves.len());
                let result = game
                    .game
                    .result
                    .map(|result| (result.winner, result.decision));
                outcome += &format!("{variant} {result:?} {} moves\n", moves.min(9));
            }
        }
    }
    outcome
}

pub(super) fn sgf(input: &[u8]) -> String {
    games(input, Some(FileFormat::Sgf))
}

pub(super) fn ggf(input: &[u8]) -> String {
    games(input, Some(FileFormat::Ggf))
}

pub(super) fn psq(input: &[u8]) -> String {
    games(input, Some(FileFormat::Psq))
}

pub(super) fn obf(input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input);
    let suite = flipfive::format::obf::read("positions.obf", &text);
    let suite = suite.map_or_else(|error| error.to_string(), |suite| suite.len().to_string());
    games(input, Some(FileFormat::Obf)) + &suite
}

pub(super) fn transcript(input: &[u8]) -> String {
    games(input, Some(FileFormat::Transcript))
}

pub(super) fn pos(input: &[u8]) -> String {
    games(input, Some(FileFormat::Pos)) + &games(input, Some(FileFormat::PosTop))
}

pub(super) fn puzzle(input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input);
    let suite = flipfive::format::puzzle::read("puzzles.txt", &text);
    let suite = suite.map_or_else(|error| error.to_string(), |suite| suite.len().to_string());
    games(input, Some(FileFormat::Puzzle)) + &suite
}

pub(super) fn any_format(input: &[u8]) -> String {
    games(input, None)
}

/// Databases of WTHOR: the games, and the bytes as a file of names.
pub(super) fn wthor(input: &[u8]) -> String {
    for length in [wthor::PLAYER_LENGTH, wthor::TOURNAMENT_LENGTH] {
        wthor::Names::read(input, length);
    }
    let games_of_input = input.get(wthor::HEADER_LENGTH..).unwrap_or_default();
    for bytes in games_of_input.chunks_exact(wthor::GAME_LENGTH) {
        let bytes = bytes.try_into().unwrap();
        let mut names = NameFiles::default();
        let Ok(game) = wthor::read_game(bytes, 1998, &names) else {
            continue;
        };
        let written = wthor::write_game(&game, &mut names).unwrap();
        let again = wthor::read_game(&written, 1998, &names).unwrap();
        assert_eq!(again.moves, game.moves);
        assert_eq!(again.result, game.result);
    }
    games(input, Some(FileFormat::Wthor))
}

/// Boards and moves of Othello in a line.
pub(super) fn board(input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input);
    if let Some(setup) = position::parse_position(&text) {
        let written = position::write_position(&setup).unwrap();
        assert_eq!(position::parse_position(&written), Some(setup), "{written}");
    }
    let error = |error: notation::NotationError| {
        let error = error.to_string();
        check_message(&error);
        error + "\n"
    };
    let mut outcome = String::new();
    match notation::parse_ggf_board(&text) {
        Ok(board) => {
            let written = notation::write_ggf_board(board);
            assert_eq!(notation::parse_ggf_board(&written), Ok(board), "{written}");
        }
        Err(wrong) => outcome += &error(wrong),
    }
    outcome += &notation::parse_position(&text).map_or_else(error, |_| "a position\n".into());
    outcome += &notation::parse_moves(&text).map_or_else(error, |_| "moves\n".into());
    outcome += &notation::Obf::parse(&text).map_or_else(error, |_| "a problem\n".into());
    outcome
}

/// Descriptions of engines and their clocks.
pub(super) fn engine(input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input);
    let mut outcome = match text.parse::<EngineSpec>() {
        Ok(spec) => {
            spec.argv().unwrap();
            let (name, clock) = (
                &spec.name,
                spec.tc
                    .unwrap_or(TimeControl::new(flipfive::search::ClockRule::Unlimited)),
            );
            assert!(!name.contains(char::is_control), "{name:?}");
            spec.clock(clock.rule);
            let again = spec.clone().checked();
            assert_eq!(again.unwrap(), spec);
            format!("an engine, {clock}\n")
        }
        Err(error) => error.to_string() + "\n",
    };
    outcome += &match text.parse::<TimeControl>() {
        Ok(clock) => {
            let shown = clock.to_string();
            assert_eq!(shown.parse(), Ok(clock), "{shown}");
            shown
        }
        Err(error) => error,
    };
    outcome
}

/// Match files.
pub(super) fn match_file(input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input);
    match MatchSettings::from_toml(&text) {
        Ok(mut settings) => {
            settings.apply_each();
            format!("{} engines", settings.engines.len().min(3))
        }
        Err(error) => {
            let lines = text.matches('\n').count() + 1;
            let line = error.line.unwrap_or(1);
            assert!(
                (1..=lines).contains(&line),
                "{}: no line {line}",
                error.message
            );
            error.message
        }
    }
}
