//! Portable Game Notation for programs that compute ratings: BayesElo, Ordo.
//!
//! These programs are made for chess and read only who played whom, who began, and the result. In chess
//! White begins, and they allow for the advantage of it; so the engine that moves first (Black, in our
//! games) stands in the tag White, and `1-0` says that it won. The tag `FirstMover` says so to people.
//!
//! Our moves are no moves of chess, and a reader that checks moves would refuse them. So they stand in
//! a comment, and the game itself has no moves, only its result. Gomocup writes two moves of chess
//! instead; a viewer would show those as the game.

use crate::engines::Termination;
use crate::report::date::Date;
use crate::tournament::GameResult;
use crate::tournament::MatchInfo;
use crate::tournament::Replay;
use crate::tournament::Winner;

/// A game, followed by an empty line.
pub fn game(title: &MatchInfo, game: &GameResult) -> String {
    let date = Date::of(game.began);
    let result = match game.winner {
        Some(Winner::Black) => "1-0",
        None => "1/2-1/2",
        Some(Winner::White) => "0-1",
    };
    let termination = match game.ending {
        Termination::Time => "time forfeit",
        Termination::Adjudicated | Termination::MoveLimit => "adjudication",
        ending if ending.is_fault() => "rules infraction",
        _ => "normal",
    };
    let event = if title.name.trim().is_empty() {
        "?"
    } else {
        &title.name
    };
    let time = if title.time.trim().is_empty() {
        "?"
    } else {
        &title.time
    };
    let round = format!("{}.{}", u64::from(game.pair) + 1, u64::from(game.game) + 1);
    let plies = (game.opening_moves.len() + game.plies.len()).to_string();
    let mut text = String::new();
    for (name, value) in [
        ("Event", event),
        ("Site", "?"),
        ("Date", &date.day_text(".")),
        ("Round", &round),
        ("White", &game.black),
        ("Black", &game.white),
        ("Result", result),
        ("UTCTime", &date.time_text()),
        ("TimeControl", time),
        ("Termination", termination),
        ("Termination", game.ending.name()),
        ("Variant", &game.variant),
        ("Opening", &game.opening),
        ("PlyCount", &plies),
        ("FirstMover", "Black"),
    ] {
        text += &format!("[{name} \"{}\"]\n", tag_value(value));
    }
    let steps = Replay::of(game).map(|walk| walk.steps).unwrap_or_default();
    let names = steps.iter().map(|step| step.mv.to_string());
    text.push('\n');
    // Lines of less than 80 characters, as the standard has it.
    let mut line = String::from("{");
    for name in names {
        if line.len() + name.len() + 1 > 78 {
            text += &line;
            text.push('\n');
            line.clear();
        }
        if !line.is_empty() && line != "{" {
            line.push(' ');
        }
        line += &name;
    }
    text += &format!("{line}}}\n{result}\n\n");
    text
}

/// All games.
pub fn collection(title: &MatchInfo, games: &[GameResult]) -> String {
    games.iter().map(|each| game(title, each)).collect()
}

/// A value between quotation marks. The standard has a backslash before those inside, but the readers
/// that this is for end at the first one.
fn tag_value(value: &str) -> String {
    let safe = |c: char| match c {
        '"' => '\'',
        '\\' => '/',
        c if c.is_control() => ' ',
        c => c,
    };
    value.chars().map(safe).collect()
}
