//! The data that the scripts of the page read: a table of its games, and a line for each game with its
//! moves, which is parsed when the game is opened.

use crate::engines::Termination;
use crate::format::position::write_position;
use crate::game::{Setup, Side, Vertex};
use crate::report::display::utc;
use crate::tournament::{GameResult, Ply, Replay};
use crate::util::rng::mix;
use serde_json::{Value, json};
use std::collections::HashMap;

/// JSON inside of a script element: without `<` nothing can end the element or begin a comment.
pub(super) fn script_json(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

/// A position for the scripts: the squares from a1 as `X`, `O` and `-`, and the side to move.
pub(super) fn squares(start: &Setup) -> String {
    let sign = |side: Side| if side == Side::Black { 'X' } else { 'O' };
    let cells = start.cells.iter().map(|cell| cell.map_or('-', sign));
    cells.chain([' ', sign(start.to_move)]).collect()
}

/// The names of points for the scripts.
pub(super) fn names(points: &[Vertex]) -> Vec<String> {
    points.iter().map(Vertex::to_string).collect()
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

/// A game of the page: a row of the table, and the line with its moves.
struct SampledGame {
    game: u32,
    pair: u32,
    engines: [String; 2],
    winner: Option<Side>,
    ending: Termination,
    opening: (String, String),
    variant: (String, u8),
    plies: usize,
    discs: Option<i32>,
    took: u64,
    line: String,
    /// Whether the game stays, whatever its pair is.
    kept: bool,
}

/// The games that a page shows: all games of a match, or of a long match those that ended by a fault, those
/// that the page names, and some pairs.
#[derive(Default)]
pub(crate) struct GameSample {
    games: Vec<SampledGame>,
    /// One in `2^thinned` pairs is shown.
    thinned: u32,
    faults: usize,
}

impl GameSample {
    /// The largest number of games.
    const MAX_GAMES: usize = 10_000;
    /// The largest number of faults that are kept.
    const MAX_FAULTS: usize = 1_000;

    /// Adds a game, if it belongs to the sample. `is_named` tells which games the page names.
    pub(crate) fn add(&mut self, game: &GameResult, is_named: impl Fn(u32) -> bool) {
        let fault = game.ending.is_fault() && self.faults < Self::MAX_FAULTS;
        self.faults += usize::from(fault);
        if !(fault || is_named(game.game) || self.has_pair(game.pair)) {
            return;
        }
        self.games.push(SampledGame {
            game: game.game,
            pair: game.pair,
            engines: [game.black.clone(), game.white.clone()],
            winner: game.winner,
            ending: game.ending,
            opening: (game.opening.clone(), game.opening_moves.join(" ")),
            variant: (game.variant.clone(), game.size),
            plies: game.length(),
            discs: game.discs,
            took: game.took,
            line: game_line(game),
            kept: fault,
        });
        while self.games.len() > Self::MAX_GAMES {
            self.thinned += 1;
            let thinned = self.thinned;
            let stays = |game: &SampledGame| {
                game.kept || is_named(game.game) || is_shown(game.pair, thinned)
            };
            self.games.retain(stays);
        }
    }

    fn has_pair(&self, pair: u32) -> bool {
        is_shown(pair, self.thinned)
    }

    /// The number of games in the sample.
    pub(crate) fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether the page shows this game.
    pub(crate) fn contains(&self, game: u32) -> bool {
        self.games.iter().any(|sampled| sampled.game == game)
    }

    /// The table of the games. A game is a short row with indices into the lists of engines, terminations,
    /// openings and variants.
    pub(crate) fn table(&self, engines: &[String]) -> String {
        let engine: HashMap<&str, usize> = (0..)
            .zip(engines)
            .map(|(n, name)| (name.as_str(), n))
            .collect();
        let mut openings = Numbering(HashMap::new());
        let mut variants = Numbering(HashMap::new());
        let mut rows = Vec::new();
        for game in &self.games {
            let [black, white] = &game.engines;
            let winner = match game.winner {
                None => 0,
                Some(Side::Black) => 1,
                Some(Side::White) => 2,
            };
            rows.push(json!([
                game.game,
                game.pair,
                engine[black.as_str()],
                engine[white.as_str()],
                winner,
                Termination::ALL.iter().position(|&e| e == game.ending),
                openings.of(&game.opening),
                variants.of(&game.variant),
                game.plies,
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
    pub(crate) fn lines(&self) -> String {
        let lines: Vec<&str> = self.games.iter().map(|game| game.line.as_str()).collect();
        lines.join("\n")
    }
}

/// Whether a sample of one in `2^thinned` pairs has this one. The choice is random, since neighbouring pairs
/// follow the order of the engines, but always the same.
fn is_shown(pair: u32, thinned: u32) -> bool {
    mix(u64::from(pair)).trailing_zeros() >= thinned
}

/// A list in the line of a game: its name and the value of a move.
type List = (&'static str, fn(&Ply) -> Option<f64>);

/// A game: `p` its start if it is not the regular one, `m` its moves, `o` the number of opening moves, `r` the
/// winning row, `s` the detail of its end, `b` its beginning in milliseconds since 1970, `x` the move that could
/// not be played. Of the moves after the opening: `v` values, `w` plies to an announced end, `c` 1 if that is a
/// claim, `t` times in milliseconds, `d` depths, `n` nodes; a list without any value is left out. Numbers have
/// about three digits, enough to be read in a table.
fn game_line(game: &GameResult) -> String {
    let replay = Replay::of(game);
    let steps = replay.as_ref().map_or(&[][..], |replay| &replay.steps);
    let moves: String = steps
        .iter()
        .map(|step| step.mv.to_string().replace("pass", "-"))
        .collect();
    let opening = replay.as_ref().map_or(0, |replay| replay.opening);
    let own = &steps[opening.min(steps.len())..];
    let row = replay.as_ref().map_or(&[][..], |replay| &replay.row);
    let mut text = script_json(&json!({
        "p": replay
            .as_ref()
            .filter(|_| game.start.is_some())
            .and_then(|replay| write_position(&replay.start)),
        "m": moves,
        "o": opening,
        "r": names(row).concat(),
        "s": game.detail,
        "b": Some(game.began).filter(|&ms| ms > 0 && utc(ms).is_some()),
        "x": replay.as_ref().and_then(|replay| replay.refused),
    }));
    // serde_json would write numbers with all of their digits.
    text.pop();
    let lists: [List; 6] = [
        ("v", |ply| ply.info.value),
        ("w", |ply| ply.info.mate.map(f64::from)),
        ("c", |ply| ply.info.claimed.then_some(1.0)),
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
