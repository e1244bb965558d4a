//! Yixin-Board's commands for the opening rules swap2 and Soosõrv.

use crate::game::{Move, Side, Vertex, symmetries_of};
use crate::gomoku::rules::opening::takes_black;
use crate::protocol::gomocup::call::{
    Answer, Call, Command, Failure, ReplyKind, command, lines_of,
};
use crate::protocol::gomocup::commands::openings::{
    balanced, best_value, best_vertex, opening_seed, set_up_alternating, single_line, stones_found,
    three_stones, value,
};
use crate::protocol::lexer::{integer, no_arguments};
use crate::session::{SearchMode, SearchOptions};

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "YXSWAP2STEP1", "", no_arguments => |call: &mut Call<'_>, ()| place_three_stones(call, "SWAP2");
        "Swap2, step 1: places three stones on an empty board.";
        "The command begins a game, with full clocks. The stones stay on the board. Reply: `MESSAGE \
         SWAP2 MOVE1 Y X` and so on to `MOVE3`.";
        "> START 15 15\n< OK\n> INFO max_node 1000\n> yxswap2step1\n< {messages}\n< MESSAGE SWAP2 MOVE1 \
         {int} {int}\n< MESSAGE SWAP2 MOVE2 {int} {int}\n< MESSAGE SWAP2 MOVE3 {int} {int}"
    },
    command! {
        "YXSWAP2STEP2", "", no_arguments => |call: &mut Call<'_>, ()| choose_colour(call, 3, "SWAP2 SWAP1");
        "Swap2, step 2: chooses a colour after three stones.";
        "YXBOARD sets up the stones before this command. Reply: `MESSAGE SWAP2 SWAP1 YES` to take \
         Black, or `NO` to take White; the GUI then requests the fourth stone with BOARD. Errors: \
         another number of stones.";
        "> START 15 15\n< OK\n> INFO max_node 1000\n> yxboard\n> 7,7,2\n> 7,8,1\n> 9,9,2\n> done\n> \
         yxswap2step2\n< {messages}\n< MESSAGE SWAP2 SWAP1 {any}"
    },
    command! {
        "YXSWAP2STEP3", "", no_arguments => |call: &mut Call<'_>, ()| choose_colour(call, 5, "SWAP2 SWAP2");
        "Swap2, step 3: chooses a colour after five stones.";
        "YXBOARD sets up the stones before this command. Reply: `MESSAGE SWAP2 SWAP2 YES` to take \
         Black, or `NO` to take White. Errors: another number of stones.";
        "> START 15 15\n< OK\n> INFO max_node 1000\n> yxboard\n> 7,7,2\n> 7,8,1\n> 9,9,2\n> 8,8,1\n> \
         6,8,2\n> done\n> yxswap2step3\n< {messages}\n< MESSAGE SWAP2 SWAP2 {any}"
    },
    command! {
        "YXSOOSORVSTEP1", "", no_arguments => soosorv_step1;
        "Soosõrv, step 1: places the three stones of a Renju opening.";
        "The command begins a game, with full clocks. The opening is one of the 26 regular ones: the \
         first stone is in the centre, the second next to it, the third at most two points from the \
         centre. The stones stay on the board. Reply: `MESSAGE SOOSORV MOVE1 Y X` and so on to \
         `MOVE3`.";
        "> START 15 15\n< OK\n> INFO rule 2\n> INFO max_node 1000\n> yxsoosorvstep1\n< {messages}\n< \
         MESSAGE SOOSORV MOVE1 7 7\n< MESSAGE SOOSORV MOVE2 {int} {int}\n< MESSAGE SOOSORV MOVE3 {int} {int}"
    },
    command! {
        "YXSOOSORVSTEP2", "" then Moves, no_arguments => soosorv_step2;
        "Soosõrv, step 2: chooses a colour after three stones.";
        "The lines up to `DONE` are the three stones. Reply: `MESSAGE SOOSORV SWAP1 Y` to take \
         Black, or `N` to take White. Errors: another number of stones.";
        "> START 15 15\n< OK\n> INFO rule 2\n> INFO max_node 1000\n> yxsoosorvstep2\n> 7,7\n> 6,7\n> \
         5,7\n> done\n< {messages}\n< MESSAGE SOOSORV SWAP1 {any}"
    },
    command! {
        "YXSOOSORVSTEP3", "" then Moves, no_arguments => soosorv_step3;
        "Soosõrv, step 3: places the fourth stone and names the number of fifth stones to offer.";
        "The lines up to `DONE` are the three stones. The number, 1 to 8, is the one with the most \
         even value. Reply: `MESSAGE SOOSORV MOVE4 Y X N`. Errors: another number of stones.";
        "> START 15 15\n< OK\n> INFO rule 2\n> INFO max_node 1000\n> yxsoosorvstep3\n> 7,7\n> 6,7\n> \
         5,7\n> done\n< {messages}\n< MESSAGE SOOSORV MOVE4 {int} {int} {int}"
    },
    command! {
        "YXSOOSORVSTEP4", "N" then Moves, integer(1usize..=MAX_OFFERS) => soosorv_step4;
        "Soosõrv, step 4: chooses a colour before Black offers N fifth stones.";
        "The lines up to `DONE` are the four stones; N is 1 to 8. Reply: `MESSAGE SOOSORV SWAP2 Y` \
         to take White, or `N` to take Black. Errors: another number of stones.";
        "> START 15 15\n< OK\n> INFO rule 2\n> INFO max_node 1000\n> yxsoosorvstep4 2\n> 7,7\n> 6,7\n> \
         5,7\n> 8,8\n> done\n< {messages}\n< MESSAGE SOOSORV SWAP2 {any}"
    },
    command! {
        "YXSOOSORVSTEP5", "N" then Moves, integer(1usize..=MAX_OFFERS) => soosorv_step5;
        "Soosõrv, step 5: offers N fifth stones.";
        "The lines up to `DONE` are the four stones; N is 1 to 8. No two offers are equal by \
         symmetry. Reply: `MESSAGE SOOSORV MOVE5 REFRESH`, `MESSAGE SOOSORV MOVE5 Y X` for each \
         offer, `MESSAGE SOOSORV MOVE5 DONE`. Errors: another number of stones.";
        "> START 15 15\n< OK\n> INFO rule 2\n> INFO max_node 1000\n> yxsoosorvstep5 2\n> 7,7\n> 6,7\n> \
         5,7\n> 8,8\n> done\n< {messages}\n< MESSAGE SOOSORV MOVE5 REFRESH\n< MESSAGE SOOSORV MOVE5 {int} \
         {int}\n< MESSAGE SOOSORV MOVE5 {int} {int}\n< MESSAGE SOOSORV MOVE5 DONE"
    },
    command! {
        "YXSOOSORVSTEP6", "" then Moves, no_arguments => soosorv_step6;
        "Soosõrv, step 6: chooses one of the offered fifth stones.";
        "The lines up to `DONE` are the four stones, then one to eight offers. Reply: `MESSAGE \
         SOOSORV MOVE5C Y X`. Errors: another number of stones, an offer on a stone.";
        "> START 15 15\n< OK\n> INFO rule 2\n> INFO max_node 1000\n> yxsoosorvstep6\n> 7,7\n> 6,7\n> \
         5,7\n> 8,8\n> 9,9\n> 5,5\n> done\n< {messages}\n< MESSAGE SOOSORV MOVE5C {int} {int}"
    },
];

/// The maximum number of offered fifth stones in Soosõrv-8.
const MAX_OFFERS: usize = 8;

/// Searches for three balanced stones, plays them, and reports them as messages.
fn place_three_stones(call: &mut Call<'_>, word: &'static str) -> Result<Answer, Failure> {
    call.check_board()?;
    set_up_alternating(call, &[])?;
    // Yixin-Board begins a game by this command alone.
    call.state.begin_game(call.session);
    let reply_kind = ReplyKind::lines(move |finished, call| {
        let stones = stones_found(finished)?;
        set_up_alternating(call, &stones)?;
        Ok(numbered_moves(call, word, &stones))
    });
    let options = three_stones(call);
    call.search(SearchMode::Suggest, options, reply_kind)
}

fn numbered_moves(call: &Call<'_>, word: &str, stones: &[Vertex]) -> Answer {
    let coordinates = call.coordinates();
    let lines = stones.iter().enumerate().map(|(n, &vertex)| {
        format!(
            "MESSAGE {word} MOVE{} {}",
            n + 1,
            coordinates.spaced(vertex)
        )
    });
    Answer::Lines(lines.collect())
}

/// Searches the position and reports the better colour. Fails unless it has this number of stones.
fn choose_colour(
    call: &mut Call<'_>,
    stones: usize,
    word: &'static str,
) -> Result<Answer, Failure> {
    call.check_started()?;
    let found = call.session.record().current().stones().count();
    if found != stones {
        return Err(format!("{found} stones on the board, expected {stones}").into());
    }
    let reply_kind = ReplyKind::lines(move |finished, _| {
        let black = takes_black(best_value(finished));
        Answer::line(format!(
            "MESSAGE {word} {}",
            if black { "YES" } else { "NO" }
        ))
    });
    call.search(SearchMode::Suggest, single_line(), reply_kind)
}

fn soosorv_step1(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    call.check_board()?;
    let size = call.session.record().size();
    let centre = size / 2;
    // In direct openings the second stone is beside the first; in indirect ones it is diagonal to it.
    let seed = opening_seed(call);
    let direct = seed
        .unwrap_or(call.session.options().seed)
        .is_multiple_of(2);
    let stones = [
        Vertex::new(centre, centre),
        Vertex::new(if direct { centre } else { centre + 1 }, centre + 1),
    ];
    set_up_alternating(call, &stones)?;
    // Yixin-Board begins a game by this command alone.
    call.state.begin_game(call.session);
    let near = centre.saturating_sub(2)..(centre + 3).min(size);
    let options = SearchOptions {
        only: near
            .clone()
            .flat_map(|row| {
                near.clone()
                    .map(move |col| Move::Place(Vertex::new(col, row)))
            })
            .collect(),
        seed,
        ..balanced(1)
    };
    let reply_kind = ReplyKind::lines(move |finished, call| {
        let mut stones = stones.to_vec();
        stones.extend(stones_found(finished)?);
        set_up_alternating(call, &stones)?;
        Ok(numbered_moves(call, "SOOSORV", &stones))
    });
    call.search(SearchMode::Suggest, options, reply_kind)
}

/// Sets up the stones between the command and `DONE`. Fails unless there are `count` of them.
fn set_up_exactly(call: &mut Call<'_>, count: usize) -> Result<(), Failure> {
    call.check_board()?;
    let vertices = call.vertices()?;
    if vertices.len() != count {
        return Err(format!("{} stones, expected {count}", vertices.len()).into());
    }
    set_up_alternating(call, &vertices)
}

fn soosorv_step2(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    set_up_exactly(call, 3)?;
    let reply_kind = ReplyKind::lines(|finished, _| {
        let swap = if takes_black(best_value(finished)) {
            "Y"
        } else {
            "N"
        };
        Answer::line(format!("MESSAGE SOOSORV SWAP1 {swap}"))
    });
    call.search(SearchMode::Suggest, single_line(), reply_kind)
}

fn soosorv_step3(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    set_up_exactly(call, 3)?;
    let time = call.half_of_time();
    let reply_kind = ReplyKind::lines(move |finished, call| {
        let fourth = best_vertex(finished)?;
        call.session
            .play(call.session.record().side(), Move::Place(fourth))?;
        let reply_kind = ReplyKind::lines(move |finished, call| {
            // White chooses the offer that is worst for Black, so the value of the last offer counts.
            let even = lines_of(finished)
                .iter()
                .enumerate()
                .min_by_key(|(_, line)| value(line).unsigned_abs());
            let offers = even.map_or(1, |(n, _)| n + 1);
            let fourth = call.coordinates().spaced(fourth);
            Answer::line(format!("MESSAGE SOOSORV MOVE4 {fourth} {offers}"))
        });
        let options = SearchOptions {
            time,
            ..lines(MAX_OFFERS)
        };
        call.search(SearchMode::Suggest, options, reply_kind)
    });
    let options = SearchOptions {
        time,
        ..single_line()
    };
    call.search(SearchMode::Suggest, options, reply_kind)
}

fn lines(lines: usize) -> SearchOptions {
    SearchOptions {
        lines,
        full_strength: true,
        ..SearchOptions::default()
    }
}

fn soosorv_step4(call: &mut Call<'_>, offers: usize) -> Result<Answer, Failure> {
    set_up_exactly(call, 4)?;
    let reply_kind = ReplyKind::lines(|finished, _| {
        let last = lines_of(finished).last().map_or(0, value);
        let swap = if last < 0 { "Y" } else { "N" };
        Answer::line(format!("MESSAGE SOOSORV SWAP2 {swap}"))
    });
    call.search(SearchMode::Suggest, lines(offers), reply_kind)
}

fn soosorv_step5(call: &mut Call<'_>, offers: usize) -> Result<Answer, Failure> {
    set_up_exactly(call, 4)?;
    let reply_kind = ReplyKind::lines(move |finished, call| {
        let record = call.session.record();
        let stones: Vec<(Side, Vertex)> = record
            .moves()
            .into_iter()
            .filter_map(|(side, mv)| Some((side, mv.vertex()?)))
            .collect();
        let same = symmetries_of(&stones, record.size());
        // The best moves come first; other moves follow only if there are too few of them.
        let best = lines_of(finished).iter().map(|line| line.moves[0]);
        let moves = best.chain(record.legal());
        let mut offered: Vec<Vertex> = Vec::new();
        for vertex in moves.filter_map(Move::vertex) {
            let again = same
                .iter()
                .any(|symmetry| offered.contains(&symmetry.vertex(vertex, record.size())));
            if !again && offered.len() < offers {
                offered.push(vertex);
            }
        }
        let coordinates = call.coordinates();
        let mut lines = vec!["MESSAGE SOOSORV MOVE5 REFRESH".to_owned()];
        lines.extend(
            offered
                .into_iter()
                .map(|vertex| format!("MESSAGE SOOSORV MOVE5 {}", coordinates.spaced(vertex))),
        );
        lines.push("MESSAGE SOOSORV MOVE5 DONE".into());
        Ok(Answer::Lines(lines))
    });
    // If the stones have one symmetry, each offer has at most one equal move.
    call.search(SearchMode::Suggest, lines(2 * offers), reply_kind)
}

fn soosorv_step6(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    call.check_board()?;
    let vertices = call.vertices()?;
    if !(5..=4 + MAX_OFFERS).contains(&vertices.len()) {
        return Err(format!(
            "{} points, expected 4 stones and 1 to 8 offers",
            vertices.len()
        )
        .into());
    }
    let (stones, offers) = vertices.split_at(4);
    if let Some(taken) = offers.iter().find(|offer| stones.contains(offer)) {
        return Err(format!("two stones on {}", call.coordinates().text(*taken)).into());
    }
    set_up_alternating(call, stones)?;
    let only: Vec<Move> = offers.iter().copied().map(Move::Place).collect();
    let first = offers[0];
    let reply_kind = ReplyKind::lines(move |finished, call| {
        let worst = lines_of(finished)
            .last()
            .and_then(|line| line.moves[0].vertex())
            .unwrap_or(first);
        let fifth = call.coordinates().spaced(worst);
        Answer::line(format!("MESSAGE SOOSORV MOVE5C {fifth}"))
    });
    let options = SearchOptions {
        only,
        ..lines(offers.len())
    };
    call.search(SearchMode::Suggest, options, reply_kind)
}
