//! The opening procedures swap, swap2 and Soosõrv.

use crate::engine::Variant;
use crate::game::{Move, Side, Vertex};
use crate::gomoku::rules::opening;
use crate::gomoku::rules::opening::{Opening, Procedure, Stage};
use crate::gomoku::rules::symmetry;
use crate::gomoku::{Point, Rules};
use crate::protocol::gomocup::command::{
    Answer, Call, Command, Failure, Telling, answer_of, command,
};
use crate::protocol::gomocup::place;
use crate::protocol::lexer::{integer, nothing};
use crate::search::{Balance, Line, Value};
use crate::session::{Finished, Purpose, Wish};

pub(super) const COMMANDS: &[Command] = &[
    command! {
        "SWAP2BOARD", "", Moves, nothing => |call: &mut Call<'_>, ()| step(call, Procedure::Swap2);
        "Asks for our part of a swap2 opening.";
        "No stone: we put three (black, white, black) that leave both sides about even. Three stones: \
         we take Black or stay White with a fourth stone. Five stones: the same. The colour is chosen by a \
         search. Reply: `x,y x,y x,y`, `x,y` or `SWAP` (we take Black). The game goes on with BOARD. \
         Errors: another number of stones.";
        "> START 15\n< OK\n> INFO timeout_turn 200\n> SWAP2BOARD\n> DONE\n< {messages}\n< {point} {point} \
         {point}\n> SWAP2BOARD\n> 7,7\n> DONE\n< ERROR 1 stones on the board, expected 0, 3 or 5"
    },
    command! {
        "SWAPBOARD", "", Moves, nothing => |call: &mut Call<'_>, ()| step(call, Procedure::Swap);
        "Asks for our part of a swap opening.";
        "As SWAP2BOARD, with no stone or three.";
        "> START 15\n< OK\n> INFO timeout_turn 200\n> SWAPBOARD\n> DONE\n< {messages}\n< {point} {point} {point}"
    },
];

/// Yixin-Board's names for the same.
pub(super) const YIXIN: &[Command] = &[
    command! {
        "YXSWAP2STEP1", "", Nothing, nothing => |call: &mut Call<'_>, ()| three(call, "SWAP2");
        "Swap2: three stones on an empty board.";
        "Reply: `MESSAGE SWAP2 MOVE1 Y X` and so on to `MOVE3`.";
        "> START 15 15\n< OK\n> INFO timeout_turn 200\n> yxswap2step1\n< {messages}\n< MESSAGE SWAP2 MOVE1 \
         {int} {int}\n< MESSAGE SWAP2 MOVE2 {int} {int}\n< MESSAGE SWAP2 MOVE3 {int} {int}"
    },
    command! {
        "YXSWAP2STEP2", "", Nothing, nothing => |call: &mut Call<'_>, ()| colour(call, 3, "SWAP2 SWAP1");
        "Swap2: the choice after three stones, which YXBOARD has set.";
        "Reply: `MESSAGE SWAP2 SWAP1 YES` to take Black, otherwise `NO`; the fourth stone is asked for \
         with BOARD then.";
        "> START 15 15\n< OK\n> INFO timeout_turn 200\n> yxboard\n> 7,7,2\n> 7,8,1\n> 9,9,2\n> done\n> \
         yxswap2step2\n< {messages}\n< MESSAGE SWAP2 SWAP1 {any}"
    },
    command! {
        "YXSWAP2STEP3", "", Nothing, nothing => |call: &mut Call<'_>, ()| colour(call, 5, "SWAP2 SWAP2");
        "Swap2: the choice after five stones, which YXBOARD has set.";
        "Reply: `MESSAGE SWAP2 SWAP2 YES` to take Black, otherwise `NO`.";
        "> START 15 15\n< OK\n> INFO timeout_turn 200\n> yxboard\n> 7,7,2\n> 7,8,1\n> 9,9,2\n> 8,8,1\n> \
         6,8,2\n> done\n> yxswap2step3\n< {messages}\n< MESSAGE SWAP2 SWAP2 {any}"
    },
    command! {
        "YXSOOSORVSTEP1", "", Nothing, nothing => soosorv_first;
        "Soosõrv: three stones of one of the 26 openings of Renju.";
        "The first in the centre, the second next to it, the third at most two cells away. Reply: \
         `MESSAGE SOOSORV MOVE1 Y X` and so on to `MOVE3`.";
        "> START 15 15\n< OK\n> INFO rule 2\n> INFO timeout_turn 200\n> yxsoosorvstep1\n< {messages}\n< \
         MESSAGE SOOSORV MOVE1 7 7\n< MESSAGE SOOSORV MOVE2 {int} {int}\n< MESSAGE SOOSORV MOVE3 {int} {int}"
    },
    command! {
        "YXSOOSORVSTEP2", "", Moves, nothing => soosorv_second;
        "Soosõrv: the choice after three stones.";
        "Reply: `MESSAGE SOOSORV SWAP1 Y` to take Black, otherwise `N`.";
        "> START 15 15\n< OK\n> INFO rule 2\n> INFO timeout_turn 200\n> yxsoosorvstep2\n> 7,7\n> 6,7\n> \
         5,7\n> done\n< {messages}\n< MESSAGE SOOSORV SWAP1 {any}"
    },
    command! {
        "YXSOOSORVSTEP3", "", Moves, nothing => soosorv_third;
        "Soosõrv: the fourth stone, and how many fifth stones are to be offered.";
        "The number, 1 to 8, is the one that leaves both sides about even. Reply: `MESSAGE SOOSORV \
         MOVE4 Y X N`.";
        "> START 15 15\n< OK\n> INFO rule 2\n> INFO timeout_turn 200\n> yxsoosorvstep3\n> 7,7\n> 6,7\n> \
         5,7\n> done\n< {messages}\n< MESSAGE SOOSORV MOVE4 {int} {int} {int}"
    },
    command! {
        "YXSOOSORVSTEP4", "N", Moves, integer(1usize..=MOST_OFFERS) => soosorv_fourth;
        "Soosõrv: the choice after four stones, when N fifth stones are to be offered.";
        "Reply: `MESSAGE SOOSORV SWAP2 Y` to take the other colour, White, otherwise `N`.";
        "> START 15 15\n< OK\n> INFO rule 2\n> INFO timeout_turn 200\n> yxsoosorvstep4 2\n> 7,7\n> 6,7\n> \
         5,7\n> 8,8\n> done\n< {messages}\n< MESSAGE SOOSORV SWAP2 {any}"
    },
    command! {
        "YXSOOSORVSTEP5", "N", Moves, integer(1usize..=MOST_OFFERS) => soosorv_fifth;
        "Soosõrv: N fifth stones, no two of them the same by symmetry.";
        "Reply: `MESSAGE SOOSORV MOVE5 REFRESH`, `MOVE5 Y X` for each, `MOVE5 DONE`.";
        "> START 15 15\n< OK\n> INFO rule 2\n> INFO timeout_turn 200\n> yxsoosorvstep5 2\n> 7,7\n> 6,7\n> \
         5,7\n> 8,8\n> done\n< {messages}\n< MESSAGE SOOSORV MOVE5 REFRESH\n< MESSAGE SOOSORV MOVE5 {int} \
         {int}\n< MESSAGE SOOSORV MOVE5 {int} {int}\n< MESSAGE SOOSORV MOVE5 DONE"
    },
    command! {
        "YXSOOSORVSTEP6", "", Moves, nothing => soosorv_sixth;
        "Soosõrv: the choice among the fifth stones that were offered.";
        "The first four stones, then the offers. Reply: `MESSAGE SOOSORV MOVE5C Y X`.";
        "> START 15 15\n< OK\n> INFO rule 2\n> INFO timeout_turn 200\n> yxsoosorvstep6\n> 7,7\n> 6,7\n> \
         5,7\n> 8,8\n> 9,9\n> 5,5\n> done\n< {messages}\n< MESSAGE SOOSORV MOVE5C {int} {int}"
    },
];

/// Most fifth stones that can be offered, as Soosõrv-8 has it.
const MOST_OFFERS: usize = 8;

fn rules(call: &Call<'_>) -> Result<Rules, Failure> {
    match call.session.variant() {
        Variant::Gomoku(rule) => Rules::new(call.session.record().size(), rule)
            .map_err(|fault| Failure::Text(fault.to_string())),
        Variant::Othello => Err("there is no board: send START first".into()),
    }
}

/// Puts stones on the board, the sides taking turns. On an error nothing changes.
fn set(call: &mut Call<'_>, vertices: &[Vertex]) -> Result<(), Failure> {
    let mut stones: Vec<(Side, Vertex)> = Vec::new();
    let mut side = Side::Black;
    for &vertex in vertices {
        if stones.iter().any(|&(_, other)| other == vertex) {
            return Err(format!("two stones on {}", call.frame().text(vertex)).into());
        }
        stones.push((side, vertex));
        side = side.other();
    }
    place::set(call, &stones, side)
}

/// The value of a line for the side to move, in centi-units; nothing is far from even unless it is
/// proven.
fn value(line: &Line) -> i32 {
    match line.score.value {
        Value::Estimate(value) => value,
        Value::Exact(value) => value.saturating_mul(100),
        Value::WinIn(_) => i32::MAX,
        Value::LossIn(_) => -i32::MAX,
    }
}

/// The value of the best line. A player who does not tell any is content with what it has.
fn best_value(finished: &Finished) -> i32 {
    finished
        .report
        .as_ref()
        .and_then(|report| report.lines.first())
        .map_or(0, value)
}

fn best_vertex(finished: &Finished) -> Result<Vertex, Failure> {
    answer_of(finished)
        .and_then(Move::vertex)
        .ok_or_else(|| "no move was found".into())
}

/// The stones that a search for balance has found.
fn stones_found(finished: &Finished) -> Result<Vec<Vertex>, Failure> {
    let line = finished
        .report
        .as_ref()
        .and_then(|report| report.lines.first());
    match line {
        Some(line) => Ok(line.moves.iter().filter_map(|mv| mv.vertex()).collect()),
        None => Err("no stones were found".into()),
    }
}

fn balanced(stones: u8) -> Wish {
    Wish {
        balance: Some(Balance { stones, bias: 0 }),
        ..Wish::default()
    }
}

fn step(call: &mut Call<'_>, procedure: Procedure) -> Result<Answer, Failure> {
    call.check_started()?;
    let vertices = call.vertices()?;
    let points: Vec<Point> = vertices.iter().copied().map(Point::from).collect();
    let opening = Opening::resume(procedure, rules(call)?, &points)
        .map_err(|error| Failure::Text(error.to_string()))?;
    set(call, &vertices)?;
    if opening.stage() == Stage::Three {
        let telling = Telling::words(|finished, call| {
            let frame = call.frame();
            let stones: Vec<_> = stones_found(finished)?
                .into_iter()
                .map(|vertex| frame.text(vertex))
                .collect();
            Answer::line(stones.join(" "))
        });
        return call.search(Purpose::Suggest, balanced(3), telling);
    }
    let telling = Telling::words(|finished, call| {
        let best = best_vertex(finished)?;
        Answer::line(match opening::choose(best_value(finished), best.into()) {
            opening::Answer::Swap => "SWAP".into(),
            opening::Answer::Stones(_) => call.frame().text(best),
        })
    });
    call.search(Purpose::Suggest, Wish::default(), telling)
}

/// Three stones as messages. They stay on the board.
fn three(call: &mut Call<'_>, word: &'static str) -> Result<Answer, Failure> {
    call.check_started()?;
    set(call, &[])?;
    let telling = Telling::words(move |finished, call| {
        let stones = stones_found(finished)?;
        set(call, &stones)?;
        Ok(moves(call, word, &stones))
    });
    call.search(Purpose::Suggest, balanced(3), telling)
}

fn moves(call: &Call<'_>, word: &str, stones: &[Vertex]) -> Answer {
    let frame = call.frame();
    let lines = stones
        .iter()
        .enumerate()
        .map(|(n, &vertex)| format!("MESSAGE {word} MOVE{} {}", n + 1, frame.spaced(vertex)));
    Answer::Lines(lines.collect())
}

/// The choice of a colour with so many stones on the board.
fn colour(call: &mut Call<'_>, stones: usize, word: &'static str) -> Result<Answer, Failure> {
    call.check_started()?;
    let found = call
        .session
        .record()
        .now()
        .cells
        .iter()
        .filter(|cell| cell.is_some())
        .count();
    if found != stones {
        return Err(format!("{found} stones on the board, expected {stones}").into());
    }
    let telling = Telling::words(move |finished, _| {
        let black = best_value(finished) < 0;
        Answer::line(format!(
            "MESSAGE {word} {}",
            if black { "YES" } else { "NO" }
        ))
    });
    call.search(Purpose::Suggest, Wish::default(), telling)
}

fn soosorv_first(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    call.check_started()?;
    let size = call.session.record().size();
    let centre = size / 2;
    // Direct openings have the second stone beside the first, indirect ones diagonally.
    let direct = call.session.options().seed.is_multiple_of(2);
    let stones = [
        Vertex::new(centre, centre),
        Vertex::new(if direct { centre } else { centre + 1 }, centre + 1),
    ];
    set(call, &stones)?;
    let near = centre.saturating_sub(2)..(centre + 3).min(size);
    let wish = Wish {
        only: near
            .clone()
            .flat_map(|row| {
                near.clone()
                    .map(move |col| Move::Place(Vertex::new(col, row)))
            })
            .collect(),
        ..balanced(1)
    };
    let telling = Telling::words(move |finished, call| {
        let mut stones = stones.to_vec();
        stones.extend(stones_found(finished)?);
        set(call, &stones)?;
        Ok(moves(call, "SOOSORV", &stones))
    });
    call.search(Purpose::Suggest, wish, telling)
}

/// Puts the stones that followed the command on the board, of which there have to be so many.
fn set_exactly(call: &mut Call<'_>, count: usize) -> Result<(), Failure> {
    call.check_started()?;
    let vertices = call.vertices()?;
    if vertices.len() != count {
        return Err(format!("{} stones, expected {count}", vertices.len()).into());
    }
    set(call, &vertices)
}

fn soosorv_second(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    set_exactly(call, 3)?;
    let telling = Telling::words(|finished, _| {
        let swap = if best_value(finished) < 0 { "Y" } else { "N" };
        Answer::line(format!("MESSAGE SOOSORV SWAP1 {swap}"))
    });
    call.search(Purpose::Suggest, Wish::default(), telling)
}

fn soosorv_third(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    set_exactly(call, 3)?;
    let telling = Telling::words(|finished, call| {
        let fourth = best_vertex(finished)?;
        call.session
            .play(call.session.record().side(), Move::Place(fourth))?;
        let telling = Telling::words(move |finished, call| {
            // White chooses among the offers, so the last of them decides.
            let values = finished.report.iter().flat_map(|report| &report.lines);
            let even = values
                .enumerate()
                .min_by_key(|(_, line)| value(line).unsigned_abs());
            let offers = even.map_or(1, |(n, _)| n + 1);
            let fourth = call.frame().spaced(fourth);
            Answer::line(format!("MESSAGE SOOSORV MOVE4 {fourth} {offers}"))
        });
        call.search(Purpose::Suggest, lines(MOST_OFFERS), telling)
    });
    call.search(Purpose::Suggest, Wish::default(), telling)
}

fn lines(lines: usize) -> Wish {
    Wish {
        lines,
        full_strength: true,
        ..Wish::default()
    }
}

fn soosorv_fourth(call: &mut Call<'_>, offers: usize) -> Result<Answer, Failure> {
    set_exactly(call, 4)?;
    let telling = Telling::words(|finished, _| {
        let report = finished.report.as_ref();
        let last = report
            .and_then(|report| report.lines.last())
            .map_or(0, value);
        let swap = if last < 0 { "Y" } else { "N" };
        Answer::line(format!("MESSAGE SOOSORV SWAP2 {swap}"))
    });
    call.search(Purpose::Suggest, lines(offers), telling)
}

fn soosorv_fifth(call: &mut Call<'_>, offers: usize) -> Result<Answer, Failure> {
    set_exactly(call, 4)?;
    let telling = Telling::words(move |finished, call| {
        let record = call.session.record();
        let stones: Vec<(Side, Vertex)> = record
            .moves()
            .into_iter()
            .filter_map(|(side, mv)| Some((side, mv.vertex()?)))
            .collect();
        let same = symmetry::of_stones(&stones, record.size());
        // The best moves first; other moves only if those are too few.
        let best = finished.report.iter().flat_map(|report| &report.lines);
        let moves = best.map(|line| line.moves[0]).chain(record.legal());
        let mut offered: Vec<Vertex> = Vec::new();
        for vertex in moves.filter_map(Move::vertex) {
            let again = same
                .iter()
                .any(|map| offered.contains(&map.image(vertex, record.size())));
            if !again && offered.len() < offers {
                offered.push(vertex);
            }
        }
        let frame = call.frame();
        let mut lines = vec!["MESSAGE SOOSORV MOVE5 REFRESH".to_owned()];
        lines.extend(
            offered
                .into_iter()
                .map(|vertex| format!("MESSAGE SOOSORV MOVE5 {}", frame.spaced(vertex))),
        );
        lines.push("MESSAGE SOOSORV MOVE5 DONE".into());
        Ok(Answer::Lines(lines))
    });
    // Each offer has at most one twin among the moves if the stones have one symmetry.
    call.search(Purpose::Suggest, lines(2 * offers), telling)
}

fn soosorv_sixth(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    call.check_started()?;
    let vertices = call.vertices()?;
    if !(5..=4 + MOST_OFFERS).contains(&vertices.len()) {
        return Err(format!("{} stones, expected 4 and 1 to 8 offers", vertices.len()).into());
    }
    let (stones, offers) = vertices.split_at(4);
    if let Some(taken) = offers.iter().find(|offer| stones.contains(offer)) {
        return Err(format!("two stones on {}", call.frame().text(*taken)).into());
    }
    set(call, stones)?;
    let only: Vec<Move> = offers.iter().copied().map(Move::Place).collect();
    let first = offers[0];
    let telling = Telling::words(move |finished, call| {
        let worst = finished
            .report
            .as_ref()
            .and_then(|report| report.lines.last())
            .and_then(|line| line.moves[0].vertex())
            .unwrap_or(first);
        let fifth = call.frame().spaced(worst);
        Answer::line(format!("MESSAGE SOOSORV MOVE5C {fifth}"))
    });
    let wish = Wish {
        only,
        ..lines(offers.len())
    };
    call.search(Purpose::Suggest, wish, telling)
}
