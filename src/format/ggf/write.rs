//! Writes games.

use crate::format::ggf::{Ending, Game, Played, Score, TimeControl};
use crate::game::{Move, Side};
use crate::othello::Position;
use crate::othello::rules::notation::{move_name, write_ggf_board};
use crate::othello::{Board, Square};
use std::fmt::Write;
use std::time::Duration;

/// Writes a game on one line, without a line feed, in the order of NBoard. What the format has no sign
/// for (line breaks in a name) becomes blanks; values of moves keep two decimals, times three.
pub fn write(game: &Game) -> String {
    let mut text = String::from("(;GM[Othello]");
    let colors = [("PB", "PW"), ("RB", "RW"), ("TB", "TW"), ("KB", "KW")];
    let [names, ratings, clocks, bids] = colors.map(|(black, white)| [black, white]);
    let mut tag = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{name}[{value}]");
    };
    tag("PC", &escaped(&game.place));
    if !game.date.is_empty() {
        tag("DT", &escaped(&game.date));
    }
    for (name, player) in names.iter().zip(&game.names) {
        tag(name, &escaped(player));
    }
    tag("RE", &game.result.map_or_else(|| "?".into(), score));
    for (name, rating) in ratings.iter().zip(game.ratings) {
        if let Some(rating) = rating {
            tag(name, &rating.to_string());
        }
    }
    match game.clocks {
        [Some(black), Some(white)] if black == white => tag("TI", &time_control(black)),
        both => {
            for (name, control) in clocks.iter().zip(both) {
                if let Some(control) = control {
                    tag(name, &time_control(control));
                }
            }
        }
    }
    let kind = if game.kind.is_empty() {
        "8".into()
    } else {
        escaped(&game.kind)
    };
    tag("TY", &kind);
    tag("BO", &board(game));
    for (name, bid) in bids.iter().zip(&game.bids) {
        if !bid.is_empty() {
            tag(name, &escaped(bid));
        }
    }
    if let Some(komi) = game.komi {
        tag("KM", &komi.to_string());
    }
    for played in &game.moves {
        let name = match played.side {
            Side::Black => "B",
            Side::White => "W",
        };
        tag(name, &write_move(played));
    }
    text.push_str(";)");
    text
}

fn escaped(value: &str) -> String {
    let mut text = String::new();
    for c in value.chars() {
        match c {
            ']' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text
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

fn board(game: &Game) -> String {
    let mut discs = [0; 2];
    for (side, vertex) in game.start.stones() {
        if let Ok(square) = Square::try_from(vertex) {
            discs[side.index()] |= square.bit();
        }
    }
    let side = game.start.to_move;
    write_ggf_board(Position {
        board: Board {
            player: discs[side.index()],
            opponent: discs[side.other().index()],
        },
        side,
    })
}

/// The name of a move, in upper case; a pass is `PA`.
pub fn name(mv: Move) -> String {
    match mv {
        Move::Pass => "PA".into(),
        mv => move_name(mv).to_ascii_uppercase(),
    }
}

/// A move with its value and its time, as far as they are known.
pub fn write_move(played: &Played) -> String {
    let mut text = name(played.mv);
    if played.eval.is_none() && played.time.is_none() {
        return text;
    }
    text.push('/');
    if let Some(eval) = played.eval {
        let _ = write!(text, "{}", discs(eval));
    }
    if let Some(time) = played.time {
        let _ = write!(text, "/{}", decimal(time));
    }
    text
}

/// A value in discs with two decimals, and no sign on zero.
pub fn discs(value: f64) -> String {
    // Adding zero takes the sign off a zero.
    format!("{:.2}", (value * 100.0).round() / 100.0 + 0.0)
}

/// Seconds without needless zeros behind the point.
fn decimal(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').into()
}

fn time_control(control: TimeControl) -> String {
    let TimeControl {
        main,
        increment,
        grace,
    } = control;
    let mut text = clock_time(main);
    let usual_grace = grace == TimeControl::USUAL_GRACE;
    if !increment.is_zero() || !usual_grace {
        text.push('/');
    }
    if !increment.is_zero() {
        text += &clock_time(increment);
    }
    if !usual_grace {
        text.push('/');
        text += &clock_time(grace);
    }
    text
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
