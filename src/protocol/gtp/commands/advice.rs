//! Commands that search the position and show moves and values, for people and on GoGui's board.

use crate::format::short_score;
use crate::game::{Move, Side, Vertex};
use crate::protocol::gtp::board_text;
use crate::protocol::gtp::call::{Answer, Call, Command, Failure, ReplyKind, State, command};
use crate::protocol::gtp::text::{lines, name, point, words};
use crate::protocol::lexer::{integer, no_arguments, opt};
use crate::search::{PvLine, Report, Score, Value};
use crate::session::{SearchMode, SearchOptions, SearchTime, Session};

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "flipfive-best", "[COUNT]", opt(integer(1usize..=64)) => best;
        "Shows the best moves with their values.";
        "Searches at full strength, whatever the level. The option `move-time` limits the search, \
         or `depth` and `nodes` if one of them is set. COUNT is 1 to 64, by default the option \
         `lines`. Reply: a line for each move, the best first: the move, its value, the expected \
         result from 0 % (loss) to 100 % (win), and the principal variation. Values are for the \
         side to move: `+1.25` in discs or in units of the evaluation, `+10` without a fraction \
         for an exact disc difference, `+M5` or `-M4` for a proven win or loss in that number of \
         plies, `+M23?` for one that the search claims without a proof. A low limit leaves out moves. \
         Errors: `the game is over`.";
        "> flipfive-option depth 4\n< =\n> flipfive-best 2\n< = {move} {value} {float} % {moves}\n< {move} \
         {value} {float} % {moves}"
    },
    command! {
        "flipfive-pv", "", no_arguments => |call: &mut Call<'_>, ()| one(call, pv);
        "Shows the principal variation.";
        "Searches as `flipfive-best` does. Reply: moves; the side to move plays the first one.";
        "> flipfive-option depth 4\n< =\n> flipfive-pv\n< = {moves}"
    },
    command! {
        "flipfive-eval", "", no_arguments => |call: &mut Call<'_>, ()| one(call, eval);
        "Shows the value of the position.";
        "Searches as `flipfive-best` does. Reply: the side to move, its value, the expected \
         result, the depth in plies, and the best move.";
        "> flipfive-option depth 4\n< =\n> flipfive-eval\n< = black {value} {float} % depth {int} best {move}"
    },
    command! {
        "flipfive-hint", "", no_arguments => |call: &mut Call<'_>, ()| search(call, 5, hint);
        "Shows the five best moves as graphics for a board.";
        "Searches as `flipfive-best` does. Reply: lines for GoGui's analyze type `gfx`: the best \
         move in green, labels with values, and a text.";
        "> flipfive-option depth 4\n< =\n> flipfive-hint\n< = COLOR green {move}\n< LABEL {any}\n< TEXT {any}"
    },
    command! {
        "flipfive-moves", "", no_arguments => |call: &mut Call<'_>, ()| search(call, MAX_MOVES, moves);
        "Shows the values of all moves on a board.";
        "Searches as `flipfive-best` does, for up to 64 moves. Reply: a word for each point, the \
         highest rank first, for GoGui's type `sboard`; `\"\"` where there is no move.";
        "> flipfive-option depth 2\n< =\n> flipfive-moves\n< = {any}\n< {lines}"
    },
    command! {
        "flipfive-shades", "", no_arguments => |call: &mut Call<'_>, ()| search(call, MAX_MOVES, shades);
        "Shows the expected results of all moves on a board.";
        "Searches as `flipfive-best` does, for up to 64 moves. Reply: a number from -1 (White wins) to \
         1 (Black wins) for each point, the highest rank first; 0 where there is no move. GoGui's type \
         `dboard` draws numbers below 0 as white squares, those above as black ones.";
        "> flipfive-option depth 2\n< =\n> flipfive-shades\n< = {any}\n< {lines}"
    },
    command! {
        "flipfive-threats_gfx", "", no_arguments => threats_gfx;
        "Shows the threats on the board as graphics (Gomoku).";
        "Reply: lines for GoGui's analyze type `gfx`. They mark the stones of each threat, and \
         label the points that answer it: `5`, `4o` for an open four, `4`, `3o`, `3`.";
        "> set_game gomoku\n< =\n> play_sequence B H8 W A1 B H9 W A3 B H10\n< =\n> \
         flipfive-threats_gfx\n< = CIRCLE H8 H9 H10\n< LABEL {any}"
    },
];

/// The number of moves that a board shows with their values.
const MAX_MOVES: usize = 64;

/// Formats the result of a search.
type Formatter = fn(&Report, Side, &Session, &State) -> String;

fn search(call: &mut Call<'_>, lines: usize, format: Formatter) -> Result<Answer, Failure> {
    let options = call.session.options();
    let bounded = options.depth > 0 || options.nodes > 0;
    let options = SearchOptions {
        lines,
        // The clock of the game does not limit advice.
        time: if bounded {
            SearchTime::Unlimited
        } else {
            SearchTime::Limit(options.move_time)
        },
        full_strength: true,
        ..SearchOptions::default()
    };
    let side = call.session.record().side();
    call.search(SearchMode::Suggest, side, &options, ReplyKind::Text(format))
}

fn one(call: &mut Call<'_>, format: Formatter) -> Result<Answer, Failure> {
    search(call, 1, format)
}

fn best(call: &mut Call<'_>, count: Option<usize>) -> Result<Answer, Failure> {
    let count = count.unwrap_or(call.session.options().lines);
    search(call, count, |report, _, _, _| {
        lines(report.lines.iter().map(|line| {
            format!(
                "{} {} {}",
                name(line.moves[0]),
                value_and_result(&line.score),
                moves_of(line)
            )
        }))
    })
}

/// A value and the expected result.
pub(crate) fn value_and_result(score: &Score) -> String {
    format!(
        "{} {:.1} %",
        short_score(score),
        f64::from(score.win_rate.clamp(0.0, 1.0)) * 100.0
    )
}

fn moves_of(line: &PvLine) -> String {
    words(line.moves.iter().copied().map(name))
}

fn pv(report: &Report, _: Side, _: &Session, _: &State) -> String {
    report.lines.first().map(moves_of).unwrap_or_default()
}

fn eval(report: &Report, side: Side, _: &Session, _: &State) -> String {
    let text = |line: &PvLine| {
        let best = name(line.moves[0]);
        format!(
            "{side} {} depth {} best {best}",
            value_and_result(&line.score),
            report.depth
        )
    };
    report.lines.first().map(text).unwrap_or_default()
}

/// The first point of each line with its score. A pass has no point.
fn scored(report: &Report) -> impl Iterator<Item = (Vertex, &Score)> {
    report
        .lines
        .iter()
        .filter_map(|line| Some((line.moves[0].vertex()?, &line.score)))
}

/// A value that is short enough for a label.
fn label(score: &Score) -> String {
    match score.value {
        // GoGui shows four characters on a point.
        Value::Estimate(hundredths) => {
            let value = f64::from(hundredths) / 100.0;
            let fraction = usize::from(value.abs() < 9.95);
            format!("{:+.fraction$}", value + 0.0)
        }
        // The mark of a claim stands in the texts.
        _ => short_score(score).trim_end_matches('?').into(),
    }
}

fn hint(report: &Report, side: Side, _: &Session, _: &State) -> String {
    let mut texts = Vec::new();
    if let Some((best, _)) = scored(report).next() {
        texts.push(format!("COLOR green {}", point(best)));
        let labels =
            scored(report).map(|(vertex, score)| format!("{} {}", point(vertex), label(score)));
        texts.push(format!("LABEL {}", words(labels)));
    }
    texts.push(summary(report, side));
    lines(texts)
}

/// The text below the board: the best move with its value, the depth and the speed.
pub(crate) fn summary(report: &Report, side: Side) -> String {
    let best = report.lines.first().map(|line| {
        format!(
            "{} {} for {side}",
            name(line.moves[0]),
            value_and_result(&line.score)
        )
    });
    format!(
        "TEXT {}, depth {}, {} nodes/s",
        best.unwrap_or_default(),
        report.depth,
        report.nps()
    )
}

fn find(report: &Report, vertex: Vertex) -> Option<&Score> {
    scored(report)
        .find(|&(place, _)| place == vertex)
        .map(|(_, score)| score)
}

fn moves(report: &Report, _: Side, session: &Session, _: &State) -> String {
    board_text::for_programs(session, |vertex| {
        find(report, vertex).map_or("\"\"".into(), label)
    })
}

fn shades(report: &Report, side: Side, session: &Session, _: &State) -> String {
    let sign = match side {
        Side::Black => 1.0,
        Side::White => -1.0,
    };
    board_text::for_programs(session, |vertex| {
        let shade = find(report, vertex).map_or(0.0, |score| sign * (score.win_rate * 2.0 - 1.0));
        format!("{:.3}", shade.clamp(-1.0, 1.0) + 0.0)
    })
}

fn threats_gfx(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    let mut stones: Vec<Vertex> = Vec::new();
    let mut labels: Vec<(Vertex, &str)> = Vec::new();
    for threat in call.session.record().threats() {
        let label = match threat.kind {
            "five" => "5",
            "open four" => "4o",
            "four" => "4",
            "open three" => "3o",
            _ => "3",
        };
        stones.extend(&threat.stones);
        // The strongest threat comes first, so a point keeps its label.
        for vertex in threat.answers {
            if labels.iter().all(|&(labelled, _)| labelled != vertex) {
                labels.push((vertex, label));
            }
        }
    }
    stones.sort_unstable();
    stones.dedup();
    let mut texts = Vec::new();
    if !stones.is_empty() {
        texts.push(format!("CIRCLE {}", words(stones.into_iter().map(point))));
    }
    if !labels.is_empty() {
        let pairs = labels
            .iter()
            .map(|&(vertex, label)| format!("{} {label}", point(vertex)));
        texts.push(format!("LABEL {}", words(pairs)));
    }
    Ok(lines(texts))
}

/// A variation in the notation of GoGui's `VAR`: each move with its colour.
pub(crate) fn variation(moves: &[Move], mut side: Side) -> String {
    words(moves.iter().filter_map(|mv| {
        let mover = side;
        side = mover.other();
        Some(format!("{} {}", mover.letter(), point(mv.vertex()?)))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_mark_marks_a_claim() {
        for (plies, proven, text, label_text) in
            [(5, true, "+M5", "+M5"), (23, false, "+M23?", "+M23")]
        {
            let win = Score::new(Value::WinIn { plies, proven }, 0.999);
            assert_eq!(
                (short_score(&win).as_str(), label(&win).as_str()),
                (text, label_text)
            );
            assert_eq!(short_score(&win.reversed()), text.replace('+', "-"));
            assert_eq!(value_and_result(&win), format!("{text} 99.9 %"));
        }
    }

    #[test]
    fn the_colours_of_a_variation_alternate() {
        let at = |col| Move::Place(Vertex::new(col, 2));
        let moves = [at(3), Move::Pass, at(4)];
        assert_eq!(variation(&moves, Side::White), "w D3 w E3");
    }
}
