//! The data that the scripts of the page read: a table of all games, and a line for each game with its
//! moves, which is parsed when the game is opened.

use crate::engines::Termination;
use crate::format::position::write_position;
use crate::game::Side;
use crate::report::display::utc;
use crate::report::html::match_data::MatchData;
use crate::tournament::Replay;
use crate::tournament::{GameResult, Ply};
use serde_json::{Value, json};
use std::collections::HashMap;

/// JSON inside of a script element: without `<` nothing can end the element or begin a comment.
fn script_json(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

/// Numbers values in the order in which they come.
struct Numbering<K>(HashMap<K, usize>);

impl<K: std::hash::Hash + Eq> Numbering<K> {
    fn of(&mut self, key: K) -> usize {
        let next = self.0.len();
        *self.0.entry(key).or_insert(next)
    }

    fn in_order(self) -> Vec<K> {
        let mut all: Vec<(K, usize)> = self.0.into_iter().collect();
        all.sort_by_key(|(_, number)| *number);
        all.into_iter().map(|(key, _)| key).collect()
    }
}

/// The table of all games. A game is a short row with indices into the lists of engines, terminations,
/// openings and variants.
pub(crate) fn match_table(data: &MatchData) -> String {
    let engines = data.engines();
    let engine: HashMap<&str, usize> = (0..)
        .zip(engines)
        .map(|(n, name)| (name.as_str(), n))
        .collect();
    let mut openings = Numbering(HashMap::new());
    let mut variants = Numbering(HashMap::new());
    let mut rows = Vec::new();
    for game in data.games {
        let winner = match game.winner {
            None => 0,
            Some(Side::Black) => 1,
            Some(Side::White) => 2,
        };
        rows.push(json!([
            game.game,
            game.pair,
            engine[game.black.as_str()],
            engine[game.white.as_str()],
            winner,
            Termination::ALL.iter().position(|&e| e == game.ending),
            openings.of((game.opening.as_str(), game.opening_moves.join(" "))),
            variants.of((game.variant.as_str(), game.size)),
            game.opening_moves.len() + game.plies.len(),
            game.discs,
            game.took,
        ]));
    }
    let terminations = Termination::ALL.iter();
    let terminations = terminations.map(|ending| json!([ending.name(), ending.is_fault()]));
    script_json(&json!({
        "engines": engines,
        "terminations": terminations.collect::<Vec<_>>(),
        "openings": openings.in_order(),
        "variants": variants.in_order(),
        "games": rows,
    }))
}

/// A line for each game.
pub(crate) fn game_lines(games: &[GameResult]) -> String {
    let lines: Vec<String> = games.iter().map(game_line).collect();
    lines.join("\n")
}

/// A list in the line of a game: its name and the value of a move.
type List = (&'static str, fn(&Ply) -> Option<f64>);

/// A game: `p` its start if it is not the regular one, `m` its moves, `o` the number of opening moves, `s` the detail of its end, `b` its beginning in
/// milliseconds since 1970, `x` the move that could not be played. Of the moves after the opening: `v`
/// values, `w` plies to a proven end, `t` times in milliseconds, `d` depths, `n` nodes; a list without any
/// value is left out. Numbers have about three digits, enough to be read in a table.
fn game_line(game: &GameResult) -> String {
    let walk = Replay::of(game);
    let steps = walk.as_ref().map_or(&[][..], |walk| &walk.steps);
    let moves: String = steps
        .iter()
        .map(|step| step.mv.to_string().replace("pass", "-"))
        .collect();
    let opening = walk.as_ref().map_or(0, |walk| walk.opening);
    let own = &steps[opening.min(steps.len())..];
    let mut text = script_json(&json!({
        "p": walk
            .as_ref()
            .filter(|_| game.start.is_some())
            .and_then(|walk| write_position(&walk.start)),
        "m": moves,
        "o": opening,
        "s": game.detail,
        "b": Some(game.began).filter(|&ms| ms > 0 && utc(ms).is_some()),
        "x": walk.as_ref().and_then(|walk| walk.refused),
    }));
    // serde_json would write numbers with all of their digits.
    text.pop();
    let lists: [List; 5] = [
        ("v", |ply| ply.info.value),
        ("w", |ply| ply.info.mate.map(f64::from)),
        ("t", |ply| Some(ply.ms)),
        ("d", |ply| ply.info.depth.map(f64::from)),
        ("n", |ply| ply.info.nodes.map(|nodes| nodes as f64)),
    ];
    for (name, value) in lists {
        let values = own
            .iter()
            .map(|step| value(step.ply?).filter(|value| value.is_finite()));
        if values.clone().any(|value| value.is_some()) {
            let numbers: Vec<String> = values
                .map(|value| value.map_or_else(|| "null".into(), compact))
                .collect();
            text += &format!(",\"{name}\":[{}]", numbers.join(","));
        }
    }
    text + "}"
}

/// A number with at least three digits, as short as JSON allows.
fn compact(value: f64) -> String {
    let size = value.abs();
    if size >= 10_000.0 {
        let zeros = (size.log10().floor() as i32 - 3).max(0);
        let digits = (value / 10f64.powi(zeros)).round();
        return format!("{digits:.0}e{zeros}");
    }
    if size >= 100.0 {
        format!("{value:.0}")
    } else {
        crate::format::short_decimal(value)
    }
}
