//! The game of a query: its start and its moves, replayed by the rules.

use crate::engine::Variant;
use crate::format::{replay, replay_ply};
use crate::game::{ColumnLetters, DynRecord, Move, Outcome, ParsedVertex, Setup, Side, Vertex};
use crate::protocol::analysis::fields::{FieldError, Fields, shown};
use serde_json::Value;

/// A game and its positions.
pub(super) struct Game {
    pub variant: Variant,
    /// The position before the first move.
    pub start: Setup,
    /// Every ply, implied passes included.
    pub plies: Vec<(Side, Move)>,
    /// Number of plies before each turn: turn 0 is the start, turn `n` follows the n-th move of the query.
    plies_before: Vec<usize>,
}

/// A position of a game.
pub(super) struct Position {
    /// Number of plies before it.
    pub plies: usize,
    /// The side to move.
    pub side: Side,
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
    /// The legal moves.
    pub legal: Vec<Move>,
}

impl Game {
    /// Takes the game out of the fields of a query.
    pub(super) fn take(fields: &mut Fields, default: Option<Variant>) -> Result<Self, FieldError> {
        let variant = take_variant(fields, default)?;
        let size = take_size(fields, variant)?;
        let stones = take_moves(fields, "initialStones", size)?;
        let player = take_player(fields)?;
        let moves = take_moves(fields, "moves", size)?;
        let mut start = match variant.new_record(size) {
            Some(record) if stones.is_empty() => record.start(),
            _ => Setup::empty(size),
        };
        for &(side, mv) in &stones {
            let vertex = mv.vertex().ok_or_else(|| {
                FieldError::new("initialStones", "pass is not a point of the board")
            })?;
            if start.get(vertex).is_some() {
                let message = format!("two stones on {}", point_name(mv));
                return Err(FieldError::new("initialStones", message));
            }
            start.set(vertex, Some(side));
        }
        start.to_move = player
            .or(moves.first().map(|&(side, _)| side))
            .unwrap_or(Side::Black);
        Self::replayed(variant, start, &moves)
    }

    fn replayed(
        variant: Variant,
        start: Setup,
        moves: &[(Side, Move)],
    ) -> Result<Self, FieldError> {
        let mut record = record_at(variant, &start)?;
        let mut plies = 0;
        let mut plies_before = vec![0];
        for (index, &(side, mv)) in moves.iter().enumerate() {
            // A move of the other side implies a pass.
            let implied = usize::from(record.side() != side);
            replay(record.as_mut(), side, mv).map_err(|reason| {
                let (number, point) = (index + 1, point_name(mv));
                let player = side.letter().to_ascii_uppercase();
                let message = format!("move {number}, {player} {point}, is illegal: {reason}");
                FieldError::new("moves", message)
            })?;
            plies += 1 + implied;
            plies_before.push(plies);
        }
        Ok(Self {
            variant,
            start,
            plies: record.moves(),
            plies_before,
        })
    }

    /// Number of the last turn.
    pub(super) fn last_turn(&self) -> usize {
        self.plies_before.len() - 1
    }

    /// The positions at these turns, which are in ascending order and not beyond the last one.
    pub(super) fn positions(&self, turns: &[usize]) -> Result<Vec<Position>, FieldError> {
        let mut record = record_at(self.variant, &self.start)?;
        let mut played = 0;
        let mut found = Vec::with_capacity(turns.len());
        for &turn in turns {
            let plies = self.plies_before[turn];
            for &(side, mv) in &self.plies[played..plies] {
                // The moves were checked when the game was read.
                let _ = replay_ply(record.as_mut(), side, mv);
            }
            played = plies;
            found.push(Position {
                plies,
                side: record.side(),
                outcome: record.outcome(),
                legal: record.legal(),
            });
        }
        Ok(found)
    }
}

fn record_at(variant: Variant, start: &Setup) -> Result<Box<dyn DynRecord>, FieldError> {
    let size_error = || {
        let sizes = variant.sizes();
        let message = format!("{variant} is played on boards of size {sizes}");
        FieldError::new("boardXSize", message)
    };
    let mut record = variant.new_record(start.size).ok_or_else(size_error)?;
    if record.start() != *start {
        let set_up = record.set_up(start);
        set_up.map_err(|error| FieldError::new("initialStones", error.to_string()))?;
    }
    Ok(record)
}

/// `game`, or for tools of KataGo `rules`. With both, `rules` may be the rule of the game. Without `game`, the `default` holds
/// unless `rules` names a game: the tools state rules of Go, as a text or an object.
fn take_variant(fields: &mut Fields, default: Option<Variant>) -> Result<Variant, FieldError> {
    let game = fields.text("game")?;
    if game.is_none()
        && let Some(default) = default
    {
        let rules = fields.take("rules");
        let named = rules.as_ref().and_then(Value::as_str);
        return Ok(named.and_then(Variant::from_name).unwrap_or(default));
    }
    let rules = fields.text("rules")?;
    let named = |field, name: &str| {
        Variant::from_name(name).ok_or_else(|| {
            let expected = Variant::words(Variant::ALL);
            FieldError::new(
                field,
                format!("unknown game {name:?}, expected one of: {expected}"),
            )
        })
    };
    match (game, rules) {
        (None, None) => Err(FieldError::new(
            "game",
            "missing; expected such as \"othello\"",
        )),
        (Some(game), None) => named("game", &game),
        (None, Some(rules)) => named("rules", &rules),
        (Some(game), Some(rules)) => {
            let variant = named("game", &game)?;
            let both = Variant::from_name(&format!("{game} {rules}"));
            match both.or_else(|| Variant::from_name(&rules)) {
                Some(rule) if both.is_some() || rule == variant => Ok(rule),
                _ => {
                    let message = format!("{rules:?} is not a rule of {game:?}; leave it out");
                    Err(FieldError::new("rules", message))
                }
            }
        }
    }
}

fn take_size(fields: &mut Fields, variant: Variant) -> Result<u8, FieldError> {
    let width = fields.integer("boardXSize", 1..=100)?;
    let height = fields.integer("boardYSize", 1..=100)?;
    match (width, height) {
        (Some(width), Some(height)) if width != height => {
            let message = format!("{height} differs from boardXSize {width}; boards are square");
            Err(FieldError::new("boardYSize", message))
        }
        // The range of the integers fits.
        (Some(size), _) | (None, Some(size)) => Ok(size as u8),
        (None, None) => Ok(variant.default_size()),
    }
}

fn take_player(fields: &mut Fields) -> Result<Option<Side>, FieldError> {
    let field = "initialPlayer";
    let Some(name) = fields.text(field)? else {
        return Ok(None);
    };
    let expected = || FieldError::new(field, format!("{name:?} is not a player, expected B or W"));
    Side::from_name(&name).map(Some).ok_or_else(expected)
}

/// The moves or stones in a field: a list of pairs of a player and a point.
fn take_moves(
    fields: &mut Fields,
    field: &'static str,
    size: u8,
) -> Result<Vec<(Side, Move)>, FieldError> {
    let list = fields.list(field)?.unwrap_or_default();
    let moves = list.iter().zip(1..).map(|(pair, number)| {
        let read = || {
            let [player, point] = pair.as_array()?.as_slice() else {
                return None;
            };
            Some((Side::from_name(player.as_str()?)?, point.as_str()?))
        };
        let (side, point) = read().ok_or_else(|| {
            let message = format!(
                "entry {number}, {}, is not a pair such as [\"B\",\"D3\"]",
                shown(pair)
            );
            FieldError::new(field, message)
        })?;
        let mv = point_named(point, size).ok_or_else(|| no_point(field, point, size))?;
        Ok((side, mv))
    });
    moves.collect()
}

/// The move with this name, as in GTP: files are letters without I, or `pass`.
pub(super) fn point_named(name: &str, size: u8) -> Option<Move> {
    ParsedVertex::parse(name)?.on_board(size, ColumnLetters::SkipI)
}

/// The error about a text that is not a point of the board.
pub(super) fn no_point(field: &'static str, point: &str, size: u8) -> FieldError {
    let last = size.saturating_sub(1);
    let corner = point_name(Move::Place(Vertex::new(last, last)));
    let point = shown(&Value::from(point));
    let expected = format!("A1 to {corner} (files without I) or pass");
    FieldError::new(
        field,
        format!("{point} is not a point of the board, expected {expected}"),
    )
}

/// The name of a move as in GTP, with a pass in lower case.
pub(super) fn point_name(mv: Move) -> String {
    ColumnLetters::SkipI.move_name(mv)
}
