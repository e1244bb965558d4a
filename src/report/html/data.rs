//! What the scripts of the page read: a table of all games, and for each game a line with its moves,
//! which is only looked at when the game is opened.

use crate::engines::Termination;
use crate::game::Move;
use crate::report::date::Date;
use crate::report::html::Match;
use crate::tournament::GameResult;
use crate::tournament::Replay;
use crate::tournament::Winner;
use serde_json::{Value, json};
use std::collections::HashMap;

/// JSON that may stand in a script element: nothing in it can end the element or begin a comment.
fn embedded(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

/// Numbers for things in the order in which they come.
struct Numbers<K>(HashMap<K, usize>);

impl<K: std::hash::Hash + Eq> Numbers<K> {
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

/// The table of all games: engines, endings, openings, variants, and one short row per game with numbers
/// for these.
pub fn table(data: &Match) -> String {
    let engines = &data.standings.engines;
    let engine: HashMap<&str, usize> = engines
        .iter()
        .enumerate()
        .map(|(n, name)| (name.as_str(), n))
        .collect();
    let mut openings = Numbers(HashMap::new());
    let mut variants = Numbers(HashMap::new());
    let mut rows = Vec::new();
    for game in data.games {
        let opening = openings.of((game.opening.as_str(), game.opening_moves.join(" ")));
        let variant = variants.of((game.variant.as_str(), game.size));
        let winner = match game.winner {
            None => 0,
            Some(Winner::Black) => 1,
            Some(Winner::White) => 2,
        };
        let ending = Termination::ALL.iter().position(|&e| e == game.ending);
        rows.push(json!([
            game.game,
            game.pair,
            engine[game.black.as_str()],
            engine[game.white.as_str()],
            winner,
            ending,
            opening,
            variant,
            game.opening_moves.len() + game.plies.len(),
            game.discs,
            game.took,
        ]));
    }
    let endings: Vec<Value> = Termination::ALL
        .iter()
        .map(|ending| json!([ending.name(), ending.is_fault()]))
        .collect();
    embedded(&json!({
        "engines": engines,
        "endings": endings,
        "openings": openings.in_order(),
        "variants": variants.in_order(),
        "games": rows,
    }))
}

/// One line per game.
pub fn lines(games: &[GameResult]) -> String {
    let lines: Vec<String> = games.iter().map(line).collect();
    lines.join("\n")
}

/// A game: `m` its moves, `o` how many of them belong to the opening, `v` values, `w` proven results,
/// `t` times in ms, `d` depths and `n` nodes of the moves after that, `s` how it ended, `b` when it
/// began, `x` the move that could not be played. Lists of which nothing is known are left out, and
/// numbers have three digits or so: nobody reads more of them in a table.
fn line(game: &GameResult) -> String {
    let walk = Replay::of(game);
    let steps = walk.as_ref().map_or(&[][..], |walk| &walk.steps);
    let moves: String = steps
        .iter()
        .map(|step| match step.mv {
            Move::Pass => "-".into(),
            mv => mv.to_string(),
        })
        .collect();
    let opening = walk.as_ref().map_or(0, |walk| walk.opening);
    let own = &steps[opening.min(steps.len())..];
    let list = |of: &dyn Fn(&crate::tournament::Ply) -> Option<f64>| {
        let values: Vec<Option<f64>> = own
            .iter()
            .map(|step| of(step.ply?).filter(|value| value.is_finite()))
            .collect();
        let known = values.iter().any(Option::is_some);
        known.then(|| {
            let numbers: Vec<String> = values
                .into_iter()
                .map(|value| value.map_or_else(|| "null".into(), compact))
                .collect();
            format!("[{}]", numbers.join(","))
        })
    };
    let mut text = embedded(&json!({
        "m": moves,
        "o": opening,
        "s": game.detail,
        "b": Some(game.began).filter(|&ms| ms > 0 && Date::of(ms).year < 10_000),
        "x": walk.as_ref().and_then(|walk| walk.refused),
    }));
    // The lists are written by hand because numbers of JSON are as long as they have to be to be exact.
    text.pop();
    for (name, list) in [
        ("v", list(&|ply| ply.thought.value)),
        ("w", list(&|ply| ply.thought.mate.map(f64::from))),
        ("t", list(&|ply| Some(ply.ms))),
        ("d", list(&|ply| ply.thought.depth.map(f64::from))),
        (
            "n",
            list(&|ply| ply.thought.nodes.map(|nodes| nodes as f64)),
        ),
    ] {
        if let Some(list) = list {
            text += &format!(",\"{name}\":{list}");
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
    let decimals = if size >= 100.0 { 0 } else { 2 };
    let text = format!("{value:.decimals$}");
    let text = if decimals > 0 {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    if text == "-0" { "0" } else { text }.into()
}
