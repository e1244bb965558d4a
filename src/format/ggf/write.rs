//! Writes games.

use crate::format::annotated::AnnotatedMove;
use crate::format::ggf::game::{Ending, Game, Score, TimeControl};
use crate::format::numbers::fixed;
use crate::format::properties::escaped;
use crate::game::{Game as _, Move};
use crate::othello;
use crate::othello::rules::notation::{self, write_ggf_board};
use crate::othello::{Othello, Position};
use std::fmt::Write;
use std::time::Duration;

/// Writes a game on one line, without a line feed, with the tags in NBoard's order. Values of moves have
/// two decimals, times three.
pub fn write(game: &Game) -> String {
    let mut text = String::from("(;GM[Othello]");
    let mut tag = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{name}[{}]", escaped(value, false));
    };
    tag("PC", &game.place);
    if !game.date.is_empty() {
        tag("DT", &game.date);
    }
    for (name, player) in ["PB", "PW"].iter().zip(&game.players) {
        tag(name, player);
    }
    tag("RE", &game.result.map_or_else(|| "?".into(), score));
    for (name, rating) in ["RB", "RW"].iter().zip(game.ratings) {
        if let Some(rating) = rating {
            tag(name, &rating.to_string());
        }
    }
    match game.clocks {
        [Some(black), Some(white)] if black == white => tag("TI", &time_control(black)),
        clocks => {
            for (name, control) in ["TB", "TW"].iter().zip(clocks) {
                if let Some(control) = control {
                    tag(name, &time_control(control));
                }
            }
        }
    }
    tag(
        "TY",
        if game.kind.is_empty() {
            "8"
        } else {
            &game.kind
        },
    );
    // A position that is not on 8x8 cannot be part of such a game.
    let start = Othello::from_setup(othello::Rules, &game.start).unwrap_or(Position::START);
    tag("BO", &write_ggf_board(start));
    for (name, bid) in ["KB", "KW"].iter().zip(&game.bids) {
        if !bid.is_empty() {
            tag(name, bid);
        }
    }
    if let Some(komi) = game.komi {
        tag("KM", &komi.to_string());
    }
    for played in &game.moves {
        tag(["B", "W"][played.side.index()], &write_move(played));
    }
    text + ";)"
}

fn score(score: Score) -> String {
    let ending = match score.ending {
        None => "",
        Some(Ending::Resigned) => ":r",
        Some(Ending::TimeOut) => ":t",
        Some(Ending::Left) => ":l",
        Some(Ending::Agreed) => ":s",
    };
    format!("{:+.3}{ending}", score.lead)
}

/// The name of a move in upper case; a pass is `PA`.
pub fn move_name(mv: Move) -> String {
    match mv {
        Move::Pass => "PA".into(),
        mv => notation::move_name(mv).to_ascii_uppercase(),
    }
}

/// Writes a move with its value and its time, if they are known: `F5/1.20/3.5`.
pub fn write_move(played: &AnnotatedMove) -> String {
    let name = move_name(played.mv);
    let value = played.value.map_or_else(String::new, discs);
    match played.time {
        Some(time) => format!("{name}/{value}/{}", decimal(time)),
        None if value.is_empty() => name,
        None => format!("{name}/{value}"),
    }
}

/// A value in discs with two decimals, without a sign on zero.
pub fn discs(value: f64) -> String {
    fixed(value, 2)
}

/// Seconds without trailing zeros.
fn decimal(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').into()
}

fn time_control(control: TimeControl) -> String {
    let or_empty = |time, usual| match time == usual {
        true => String::new(),
        false => clock_time(time),
    };
    let main = clock_time(control.main);
    let increment = or_empty(control.increment, Duration::ZERO);
    let grace = or_empty(control.grace, TimeControl::USUAL_GRACE);
    let text = format!("{main}/{increment}/{grace}");
    text.trim_end_matches('/').into()
}

/// `hours:minutes:seconds` without leading parts that are zero.
fn clock_time(time: Duration) -> String {
    let whole = time.as_secs();
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    let mut text = match (hours, minutes) {
        (0, 0) => format!("{seconds}"),
        (0, _) => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    };
    if time.subsec_millis() != 0 {
        let fraction = decimal(Duration::from_millis(time.subsec_millis().into()));
        text += fraction.trim_start_matches('0');
    }
    text
}
