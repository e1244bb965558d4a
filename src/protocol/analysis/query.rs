//! Lines of the controller as requests.

use crate::engine::Variant;
use crate::game::{Move, Outcome, Setup, Side};
use crate::protocol::analysis::fields::{FieldError, Fields, shown, wrong};
use crate::protocol::analysis::game::{Game, no_point, point_named};
use crate::protocol::analysis::settings::{AnalysisSettings, QueryLimits, ReportAs};
use crate::protocol::input::MAX_LINE_LENGTH;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::time::Duration;

/// What a line asks for.
pub(super) enum Request {
    /// To search positions.
    Analyze(Query),
    /// To do something else. The reply repeats the fields of the line.
    Action {
        action: Action,
        fields: Map<String, Value>,
    },
}

/// What a line asks for besides searches.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Action {
    QueryVersion,
    ClearCache,
    /// To end queries before their limits.
    Terminate(Termination),
}

/// The positions whose searches are to end.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Termination {
    /// Only those of queries with this id.
    pub id: Option<String>,
    /// Only those at these turns.
    pub turns: Option<BTreeSet<usize>>,
}

impl Termination {
    /// Whether it concerns queries with an id.
    pub(super) fn concerns(&self, id: &str) -> bool {
        self.id.as_deref().is_none_or(|wanted| wanted == id)
    }

    /// Whether it concerns a turn.
    pub(super) fn concerns_turn(&self, turn: usize) -> bool {
        self.turns
            .as_ref()
            .is_none_or(|turns| turns.contains(&turn))
    }
}

/// A query: positions of a game that are to be searched.
pub(super) struct Query {
    pub id: String,
    pub variant: Variant,
    /// The position before the first move.
    pub start: Setup,
    /// Every ply, implied passes included.
    pub plies: Vec<(Side, Move)>,
    /// The positions to search, by turn.
    pub turns: Vec<Turn>,
    pub limits: QueryLimits,
    /// Number of best moves to report.
    pub lines: usize,
    /// The time between two reports during the search.
    pub report_every: Option<Duration>,
    /// The side from whose view values are reported, if the query says it.
    pub report_as: Option<ReportAs>,
}

/// A position to search.
pub(super) struct Turn {
    /// The moves of the query before it.
    pub number: usize,
    /// The plies before it.
    pub plies: usize,
    /// The side to move.
    pub side: Side,
    /// Searches with a higher priority begin first.
    pub priority: i32,
    /// If not empty, only these moves are searched.
    pub only: Vec<Move>,
    /// These moves are not searched.
    pub avoid: Vec<Move>,
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
}

/// A line that cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct QueryError {
    pub id: Option<String>,
    pub field: Option<&'static str>,
    pub message: String,
}

/// A field without effect.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Warning {
    pub field: String,
    pub message: String,
}

/// A request with warnings about its line.
pub(super) struct Line {
    pub id: String,
    pub request: Request,
    pub warnings: Vec<Warning>,
}

/// The most lines (multi-PV).
const MAX_LINES: i64 = 500;
/// The largest node limit.
const MAX_NODES: i64 = 1 << 60;
/// The shortest time between two reports during a search.
const MIN_REPORT_INTERVAL: Duration = Duration::from_millis(10);
/// Fields that clients of KataGo always send, and that have no meaning here. Without warnings, since many such clients read
/// one line for a query.
const WITHOUT_MEANING: &[&str] = &[
    "analysisPVLen",
    "includeMovesOwnership",
    "includeOwnership",
    "includePVVisits",
    "includePolicy",
    "komi",
    "whiteHandicapBonus",
];
/// The most warnings about one line.
const MAX_WARNINGS: usize = 20;

/// Reads a line.
pub(super) fn read(line: &[u8], settings: &AnalysisSettings) -> Result<Line, QueryError> {
    let general = |message: String| QueryError {
        id: None,
        field: None,
        message,
    };
    if line.len() >= MAX_LINE_LENGTH {
        let message = format!("the line is longer than {MAX_LINE_LENGTH} bytes");
        return Err(general(message));
    }
    let value: Value = serde_json::from_slice(line)
        .map_err(|error| general(format!("the line is not JSON: {error}")))?;
    let Value::Object(all) = value else {
        let message = format!("expected a JSON object, not {}", shown(&value));
        return Err(general(message));
    };
    let mut fields = Fields(all);
    if fields.0.get("action") == Some(&Value::Null) {
        fields.0.remove("action");
    }
    let echo = fields.0.contains_key("action").then(|| fields.0.clone());
    let id = match fields.text("id") {
        Ok(Some(id)) => id,
        missing => {
            let error = missing.err();
            return Err(QueryError {
                id: None,
                field: Some("id"),
                message: error.map_or_else(|| "missing".into(), |error| error.message),
            });
        }
    };
    let mut warnings = Vec::new();
    let request = match echo {
        Some(echo) => action(&mut fields).map(|action| Request::Action {
            action,
            fields: echo,
        }),
        None => query(&id, &mut fields, settings, &mut warnings).map(Request::Analyze),
    };
    let request = request.map_err(|error| QueryError {
        id: Some(id.clone()),
        field: Some(error.field),
        message: error.message,
    })?;
    let unknown = fields.0.into_iter().map(|(field, _)| Warning {
        field,
        message: "unexpected or unused field".into(),
    });
    warnings.extend(unknown);
    warnings.truncate(MAX_WARNINGS);
    Ok(Line {
        id,
        request,
        warnings,
    })
}

fn action(fields: &mut Fields) -> Result<Action, FieldError> {
    let expected = "expected one of: query_version, clear_cache, terminate, terminate_all";
    let name = fields
        .text("action")?
        .ok_or_else(|| FieldError::new("action", expected))?;
    match name.as_str() {
        "query_version" => Ok(Action::QueryVersion),
        "clear_cache" => Ok(Action::ClearCache),
        "terminate" => {
            let id = fields.text("terminateId")?.ok_or_else(|| {
                FieldError::new("terminateId", "missing; expected the id of a query")
            })?;
            termination(Some(id), fields)
        }
        "terminate_all" => termination(None, fields),
        _ => {
            let name = shown(&Value::from(name));
            Err(FieldError::new(
                "action",
                format!("unknown action {name}, {expected}"),
            ))
        }
    }
}

fn termination(id: Option<String>, fields: &mut Fields) -> Result<Action, FieldError> {
    let turns = fields.integers("turnNumbers", 0..=i64::from(u32::MAX))?;
    let turns = turns.map(|turns| turns.into_iter().map(|turn| turn as usize).collect());
    Ok(Action::Terminate(Termination { id, turns }))
}

fn query(
    id: &str,
    fields: &mut Fields,
    settings: &AnalysisSettings,
    warnings: &mut Vec<Warning>,
) -> Result<Query, FieldError> {
    for name in WITHOUT_MEANING {
        fields.0.remove(*name);
    }
    let game = Game::take(fields, settings.game)?;
    let mut inner = match fields.take("overrideSettings") {
        None => Fields(Map::new()),
        Some(Value::Object(map)) => Fields(map),
        Some(other) => return Err(wrong("overrideSettings", &other, "an object")),
    };
    let limits = take_limits(fields, &mut inner)?;
    let report_as = take_report_as(&mut inner)?;
    warnings.extend(inner.0.into_iter().map(|(field, _)| Warning {
        field: format!("overrideSettings.{field}"),
        message: "unexpected or unused setting".into(),
    }));
    let lines = fields.integer("multiPV", 1..=MAX_LINES)?;
    let report_every = fields.seconds("reportDuringSearchEvery")?;
    let turns = take_turns(fields, &game, warnings)?;
    Ok(Query {
        id: id.into(),
        variant: game.variant,
        start: game.start,
        plies: game.plies,
        turns,
        limits: if limits.is_limited() {
            limits
        } else {
            settings.limits
        },
        lines: lines.map_or(settings.lines, |lines| lines as usize),
        report_every: report_every.map(|time| time.max(MIN_REPORT_INTERVAL)),
        report_as,
    })
}

/// The view that `overrideSettings` names.
fn take_report_as(inner: &mut Fields) -> Result<Option<ReportAs>, FieldError> {
    let Some(name) = inner.text("reportAnalysisWinratesAs")? else {
        return Ok(None);
    };
    let view = ReportAs::from_name(&name).ok_or_else(|| {
        let message =
            format!("reportAnalysisWinratesAs: {name:?} is not BLACK, WHITE or SIDETOMOVE");
        FieldError::new("overrideSettings", message)
    })?;
    Ok(Some(view))
}

/// The limits. KataGo has some of them in `overrideSettings`, which is `inner`.
fn take_limits(fields: &mut Fields, inner: &mut Fields) -> Result<QueryLimits, FieldError> {
    let nodes = fields.integer("maxVisits", 1..=MAX_NODES)?;
    let time = fields.seconds("maxTime")?;
    let depth = fields.integer("maxDepth", 1..=1000)?;
    let limits = QueryLimits {
        nodes: match nodes {
            Some(nodes) => Some(nodes),
            None => inner.integer("maxVisits", 1..=MAX_NODES)?,
        }
        .map(|nodes| nodes as u64),
        time: match time {
            Some(time) => Some(time),
            None => inner.seconds("maxTime")?,
        },
        depth: depth.map(|depth| depth as u32),
    };
    Ok(limits)
}

fn take_turns(
    fields: &mut Fields,
    game: &Game,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<Turn>, FieldError> {
    let last = game.last_turn();
    let asked = fields.integers("analyzeTurns", 0..=last as i64)?;
    let asked: Vec<usize> = match asked {
        Some(turns) if turns.is_empty() => {
            let message = "expected at least one turn, or leave it out";
            return Err(FieldError::new("analyzeTurns", message));
        }
        Some(turns) => turns.into_iter().map(|turn| turn as usize).collect(),
        None => vec![last],
    };
    let priority = fields.integer("priority", i32::MIN.into()..=i32::MAX.into())?;
    let priority = priority.unwrap_or(0) as i32;
    let priorities = fields.integers("priorities", i32::MIN.into()..=i32::MAX.into())?;
    if let Some(list) = &priorities
        && list.len() != asked.len()
    {
        let (found, expected) = (list.len(), asked.len());
        let message = format!("{found} numbers for {expected} turns of analyzeTurns");
        return Err(FieldError::new("priorities", message));
    }
    let allow = take_restriction(fields, "allowMoves", game.start.size, warnings)?;
    let avoid = take_restriction(fields, "avoidMoves", game.start.size, warnings)?;
    let priorities = priorities.unwrap_or_else(|| vec![priority.into(); asked.len()]);
    // A turn that is named twice is searched once.
    let mut order: Vec<(usize, i32)> = asked
        .into_iter()
        .zip(priorities.into_iter().map(|priority| priority as i32))
        .collect();
    order.sort_by_key(|&(turn, _)| turn);
    order.dedup_by_key(|&mut (turn, _)| turn);
    let numbers: Vec<usize> = order.iter().map(|&(turn, _)| turn).collect();
    let positions = game.positions(&numbers)?;
    let (allow, avoid) = (by_side(&allow), by_side(&avoid));
    let turns = order.into_iter().zip(positions);
    let turns = turns.map(|((number, priority), position)| {
        let side = position.side.index();
        let allow = allow[side].as_ref();
        let avoid = avoid[side].clone().unwrap_or_default();
        let mut left = position.legal;
        left.retain(|mv| allow.is_none_or(|allow| allow.contains(mv)) && !avoid.contains(mv));
        if position.outcome.is_none() && left.is_empty() {
            let field = if allow.is_some() {
                "allowMoves"
            } else {
                "avoidMoves"
            };
            let message = format!("no legal move is left at turn {number}");
            return Err(FieldError::new(field, message));
        }
        let only = if allow.is_some() { left } else { Vec::new() };
        Ok(Turn {
            number,
            plies: position.plies,
            side: position.side,
            priority,
            only,
            avoid,
            outcome: position.outcome,
        })
    });
    turns.collect()
}

/// The moves that a list names for each side, each of them once; `None` for a side without an entry.
fn by_side(list: &[(Side, Vec<Move>)]) -> [Option<Vec<Move>>; 2] {
    Side::ALL.map(|side| {
        let own = list.iter().filter(|(of, _)| *of == side);
        let lists: Vec<&[Move]> = own.map(|(_, moves)| &moves[..]).collect();
        let mut moves = lists.concat();
        moves.sort_unstable();
        moves.dedup();
        (!lists.is_empty()).then_some(moves)
    })
}

/// A list of objects with `player`, `moves` and `untilDepth`, as KataGo has it. Only the first move of the
/// search can be restricted.
fn take_restriction(
    fields: &mut Fields,
    field: &'static str,
    size: u8,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<(Side, Vec<Move>)>, FieldError> {
    let list = fields.list(field)?.unwrap_or_default();
    let entries = list.into_iter().map(|entry| {
        let example = "an object such as {\"player\":\"B\",\"moves\":[\"D3\"],\"untilDepth\":1}";
        let read = || {
            let side = Side::from_name(entry.get("player")?.as_str()?)?;
            let moves = entry.get("moves")?.as_array()?;
            let names: Option<Vec<&str>> = moves.iter().map(Value::as_str).collect();
            Some((side, names?))
        };
        let (side, names) = read().ok_or_else(|| wrong(field, &entry, example))?;
        if entry
            .get("untilDepth")
            .is_some_and(|depth| depth.as_i64() != Some(1))
        {
            warnings.push(Warning {
                field: format!("{field}.untilDepth"),
                message: "only the first move is restricted, as with untilDepth 1".into(),
            });
        }
        let moves = names
            .into_iter()
            .map(|name| point_named(name, size).ok_or_else(|| no_point(field, name, size)));
        Ok((side, moves.collect::<Result<_, _>>()?))
    });
    entries.collect()
}
