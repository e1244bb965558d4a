//! Who answers in Gomoku: the engine, its eight levels, and the classic players.

use crate::game::Move;
use crate::gomoku::Gomoku;
use crate::gomoku::balance;
use crate::gomoku::classic::{LineCounter, Scope, Sight, threat_book};
use crate::gomoku::patterns::point_set::PointSet;
use crate::gomoku::patterns::state::{State, with_ruleset};
use crate::gomoku::rules::board::Position;
use crate::gomoku::rules::cells::Cells;
use crate::gomoku::rules::point::Point;
use crate::gomoku::search::{Engine, move_of, requested_moves, root_moves};
use crate::search::{
    ClassicSpec, LevelSpec, Line, MovesToGo, NodeCounter, Player, Report, SearchControl,
    SearchRequest, SearchResult, Stop, Strength,
};
use crate::util::rng::{Rng, mix};

/// The Gomoku player with its memory between moves.
#[derive(Default)]
pub struct GomokuPlayer {
    engine: Engine,
}

/// What stands behind a level.
#[derive(Clone, Copy)]
enum Recipe {
    Book(Sight),
    Lines(Scope),
    /// The engine with at most so many nodes a move.
    Engine {
        nodes: u64,
    },
    Full,
}

/// The levels 1 to 8, weakest first.
const RECIPES: [Recipe; 8] = [
    Recipe::Book(Sight {
        split: false,
        diagonals: 20,
        enemy: 40,
    }),
    Recipe::Book(Sight {
        split: false,
        diagonals: 60,
        enemy: 70,
    }),
    Recipe::Book(Sight::FULL),
    Recipe::Lines(Scope {
        depth: 1,
        width: 60,
        blur: 1000,
    }),
    Recipe::Engine { nodes: 3_000 },
    Recipe::Engine { nodes: 18_000 },
    Recipe::Engine { nodes: 100_000 },
    Recipe::Full,
];

/// Up to this many stones the levels that are the engine choose among lines.
const VARIED_STONES: usize = 10;
/// So many lines.
const VARIED_LINES: usize = 3;
/// Lines are chosen from that are at most this far behind the best, in evaluation units.
const VARIED_LEAD: f32 = 0.8;

/// The line counter as a classic player of its own.
const CLASSIC_SCOPE: Scope = Scope {
    depth: 4,
    width: 10,
    blur: 0,
};

impl GomokuPlayer {
    /// Searches a few lines in the opening and takes one of those that are nearly as good as the
    /// best, by the seed of the order.
    fn think_with_variety(
        &mut self,
        position: &Position,
        mut request: SearchRequest,
        stop: &Stop,
        sink: &mut dyn FnMut(Report),
    ) -> SearchResult {
        let wanted = request.lines.max(1);
        if !(1..VARIED_STONES).contains(&position.stones()) {
            return self.engine.think(position, &request, stop, sink);
        }
        request.lines = wanted.max(VARIED_LINES);
        let mut result = self
            .engine
            .think(position, &request, stop, &mut |mut report| {
                report.lines.truncate(wanted);
                sink(report);
            });
        if let Some(report) = &mut result.report {
            let best = report.lines[0].score;
            let near = |line: &&Line| {
                !line.score.is_proven() && best.lead() - line.score.lead() <= VARIED_LEAD
            };
            let choices = report
                .lines
                .iter()
                .take_while(near)
                .count()
                .min(VARIED_LINES);
            if choices > 1 {
                let choice = rng_for(position, &request).below(choices as u64) as usize;
                report.lines[..=choice].rotate_right(1);
                result.best = Some(report.lines[0].moves[0]);
            }
            report.lines.truncate(wanted);
        }
        result
    }
}

impl Player<Gomoku> for GomokuPlayer {
    const LEVELS: [LevelSpec; 8] = [
        LevelSpec {
            name: "rookie",
            summary: "threat book that overlooks split rows, most diagonals and most of the enemy",
        },
        LevelSpec {
            name: "newcomer",
            summary: "threat book that overlooks split rows and part of the rest",
        },
        LevelSpec {
            name: "beginner",
            summary: "threat book: answers the strongest threat on the board",
        },
        LevelSpec {
            name: "player",
            summary: "line counting, one move deep",
        },
        LevelSpec {
            name: "expert",
            summary: "the engine with 3,000 nodes a move",
        },
        LevelSpec {
            name: "master",
            summary: "the engine with 18,000 nodes a move",
        },
        LevelSpec {
            name: "grandmaster",
            summary: "the engine with 100,000 nodes a move",
        },
        LevelSpec {
            name: "sage",
            summary: "the engine at full strength",
        },
    ];

    const CLASSICS: &'static [ClassicSpec] = &[
        ClassicSpec {
            name: "threat-book",
            summary: "answers the strongest pattern of a library, one move deep",
        },
        ClassicSpec {
            name: "line-count",
            summary: "counts rows of every kind, 4 plies over the best 10 cells",
        },
    ];

    fn think(
        &mut self,
        position: &Position,
        request: &SearchRequest,
        stop: &Stop,
        sink: &mut dyn FnMut(Report),
    ) -> SearchResult {
        if position.outcome().is_some() {
            return SearchResult {
                best: None,
                report: None,
            };
        }
        if let Some(goal) = request.balance {
            return balance::think(&mut self.engine, position, request, goal, stop, sink);
        }
        let recipe = match &request.strength {
            Strength::Full => Recipe::Full,
            Strength::Level(level) => RECIPES[usize::from((*level).clamp(1, 8)) - 1],
            Strength::Classic(name) => match name.as_str() {
                "threat-book" => Recipe::Book(Sight::FULL),
                "line-count" => Recipe::Lines(CLASSIC_SCOPE),
                other => {
                    log::warn!("no classic player is called {other}; the engine plays");
                    Recipe::Full
                }
            },
        };
        match recipe {
            Recipe::Full => self.engine.think(position, request, stop, sink),
            Recipe::Engine { nodes } => {
                let mut request = request.clone();
                let limits = &mut request.limits;
                limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
                // Helpers would make the number of nodes, and so the strength, a matter of luck.
                request.threads = 1;
                self.think_with_variety(position, request, stop, sink)
            }
            Recipe::Book(sight) => SearchResult {
                best: book_move(position, request, sight),
                report: None,
            },
            Recipe::Lines(scope) => count_lines(position, request, scope, stop, sink),
        }
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn moves_to_go(position: &Position) -> MovesToGo {
        // Games on the usual boards are decided after about forty stones; the rest never seems
        // shorter than ten moves.
        let most = (position.empties() as u32).div_ceil(2);
        MovesToGo {
            expected: (25.0 - position.stones() as f32 / 3.0)
                .max(10.0)
                .min(most.max(1) as f32),
            most,
        }
    }
}

/// A generator for this position and seed.
pub(super) fn rng_for(position: &Position, request: &SearchRequest) -> Rng {
    let mut state = request.seed;
    for point in position.points() {
        state = mix(state
            ^ (position.at(point) as u64) << 16
            ^ (point.row() * 32 + point.col()) as u64);
    }
    Rng::new(state)
}

fn book_move(position: &Position, request: &SearchRequest, sight: Sight) -> Option<Move> {
    let only: Vec<Point> = request
        .only
        .iter()
        .filter_map(|mv| mv.vertex())
        .map(Point::from)
        .collect();
    let mut rng = rng_for(position, request);
    threat_book(position, &only, sight, &mut rng)
        .or_else(|| threat_book(position, &[], sight, &mut rng))
        .map(|point| Move::Place(point.into()))
}

fn count_lines(
    position: &Position,
    request: &SearchRequest,
    scope: Scope,
    stop: &Stop,
    sink: &mut dyn FnMut(Report),
) -> SearchResult {
    let mut request = request.clone();
    if let Some(depth) = request.limits.depth {
        request.limits.depth = Some(depth.max(1));
    }
    let scope = Scope {
        depth: request
            .limits
            .depth
            .map_or(scope.depth, |limit| limit.min(scope.depth)),
        ..scope
    };
    let control = SearchControl::new(request.limits, stop.clone());
    with_ruleset!(position.rules().rule(), R => {
        let state = State::<R>::from_position(position);
        let moves = requested_moves(&state, &request.only);
        let Some(first) = moves.first() else {
            return SearchResult { best: None, report: None };
        };
        let first = move_of(*first);
        let mut cells = PointSet::EMPTY;
        // Without restriction the player looks at every cell near a stone, as it always does.
        let all = if request.only.is_empty() { root_moves(&state, Some(state.empty())) } else { moves };
        let near = state.candidates();
        for point in all {
            if !request.only.is_empty() || near.is_empty() || near.contains(point) {
                cells.insert(point);
            }
        }
        if position.stones() == 0 && request.only.is_empty() {
            return SearchResult { best: Some(first), report: None };
        }
        let mut search = LineCounter::new(state, NodeCounter::new(&control), scope, request.seed);
        let report = search.think(&cells, sink);
        let best = report.as_ref().map_or(first, |report| report.lines[0].moves[0]);
        SearchResult { best: Some(best), report }
    })
}
