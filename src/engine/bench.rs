//! The benchmark: fixed searches and their signature.
//!
//! The signature is a hash of the nodes, the score and the best move of every search. It changes if and only if a
//! search behaves differently. A commit that changes it names the new one, with the measurements.

use crate::engine::any_player::AnyPlayer;
use crate::engine::job::{Job, JobId};
use crate::engine::variant::Variant;
use crate::game::Move;
use crate::gomoku::rules::notation::FirstRow;
use crate::gomoku::{self, Rule};
use crate::othello;
use crate::search::{Limits, Report, SearchRequest, StopToken, Value};
use crate::util::rng::mix;

/// The result of a suite of searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bench {
    /// Nodes of all searches.
    pub nodes: u64,
    /// Hash of the nodes, the score and the best move of each search, in order.
    pub signature: u64,
}

impl Bench {
    /// The result of this suite and another one after it.
    #[must_use]
    pub const fn then(self, next: Bench) -> Bench {
        Bench {
            nodes: self.nodes + next.nodes,
            signature: mix(self.signature ^ mix(next.signature ^ 0x5eed)),
        }
    }
}

/// A search of a suite.
#[derive(Debug)]
struct Task {
    variant: Variant,
    size: u8,
    /// The moves from the start, in the game's own notation.
    moves: &'static str,
    /// Depth limit in plies of the full benchmark. Othello positions with at most this many empty
    /// squares are solved.
    depth: u32,
    /// The same for the short benchmark; `None` for a position that only the full one searches.
    short_depth: Option<u32>,
}

/// How much of the benchmark is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BenchLength {
    /// A fraction of a second: for tests.
    Short,
    /// About ten seconds: long enough to measure speed.
    Full,
}

/// A named suite.
#[derive(Debug)]
pub struct Suite {
    /// The part of the engine that it exercises.
    pub name: &'static str,
    tasks: &'static [Task],
}

impl Suite {
    /// Searches the positions, each with one thread and an empty table.
    pub fn run(&self, length: BenchLength) -> Bench {
        self.tasks
            .iter()
            .filter_map(|task| match length {
                BenchLength::Short => task.short_depth.map(|depth| task.run(depth)),
                BenchLength::Full => Some(task.run(task.depth)),
            })
            .fold(Bench::default(), Bench::then)
    }
}

impl Task {
    fn run(&self, depth: u32) -> Bench {
        let Some(mut record) = self.variant.new_record(self.size) else {
            return Bench::default();
        };
        let start = record.start();
        let moves = self.read_moves();
        debug_assert!(!moves.is_empty(), "unreadable moves: {}", self.moves);
        for mv in moves {
            let side = record.side();
            let played = record.play(side, mv);
            debug_assert!(played.is_ok(), "{mv:?} in {}: {played:?}", self.moves);
        }
        let job = Job {
            id: JobId(0),
            variant: self.variant,
            start,
            moves: record.moves(),
            request: SearchRequest::new(Limits::depth(depth)),
        };
        let mut bench = Bench::default();
        let result = AnyPlayer::new(self.variant).think(&job, &StopToken::new(), &mut |report| {
            bench = digest(&report)
        });
        debug_assert!(result.is_ok(), "{result:?}");
        bench
    }

    fn read_moves(&self) -> Vec<Move> {
        match self.variant {
            Variant::Othello => {
                othello::rules::notation::parse_transcript(othello::Position::START, self.moves)
                    .unwrap_or_default()
            }
            Variant::Gomoku(rule) => {
                let points = gomoku::Rules::new(self.size, rule).ok().and_then(|rules| {
                    gomoku::rules::notation::parse_moves(self.moves, rules, FirstRow::Top).ok()
                });
                points.into_iter().flatten().map(Move::Place).collect()
            }
        }
    }
}

/// The nodes and a hash of the nodes, the value and the best move of an iteration.
fn digest(report: &Report) -> Bench {
    let line = &report.lines[0];
    let value = match line.score.value {
        Value::Estimate(hundredths) => hundredths as u64,
        Value::Exact(discs) => (1u64 << 32).wrapping_add(discs as u64),
        Value::WinIn { plies, proven } => (if proven { 2 } else { 4 } << 32) + u64::from(plies),
        Value::LossIn { plies, proven } => (if proven { 3 } else { 5 } << 32) + u64::from(plies),
    };
    let mv = match line.moves[0] {
        Move::Pass => 0xffff,
        Move::Place(vertex) => u64::from(vertex.col) << 8 | u64::from(vertex.row),
    };
    Bench {
        nodes: report.nodes,
        signature: mix(mix(mix(report.nodes) ^ value) ^ mv),
    }
}

/// A game of Othello that ends 32-32, as far as its positions are searched.
const OTHELLO_GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4";

/// The position after this number of moves of the game.
const fn othello(plies: usize, depth: u32, short_depth: Option<u32>) -> Task {
    Task {
        variant: Variant::Othello,
        size: 8,
        moves: OTHELLO_GAME.split_at(2 * plies).0,
        depth,
        short_depth,
    }
}

const fn gomoku(rule: Rule, size: u8, moves: &'static str, depth: u32, short_depth: u32) -> Task {
    Task {
        variant: Variant::Gomoku(rule),
        size,
        moves,
        depth,
        short_depth: Some(short_depth),
    }
}

/// All suites. The Gomoku positions are those of Rapfi's `bench` (rank 1 at the top). The depths of the
/// full benchmark give each suite one to three seconds on a processor of 2024.
pub const SUITES: &[Suite] = &[
    Suite {
        name: "othello-midgame",
        tasks: &[
            othello(1, 26, Some(10)),
            othello(8, 26, Some(10)),
            othello(14, 24, Some(9)),
            othello(20, 27, Some(9)),
            othello(26, 27, Some(9)),
        ],
    },
    Suite {
        name: "othello-endgame",
        tasks: &[
            othello(34, 60, None),
            othello(36, 60, None),
            othello(40, 60, Some(60)),
            othello(44, 60, Some(60)),
            othello(48, 60, Some(60)),
        ],
    },
    Suite {
        name: "freestyle",
        tasks: &[
            gomoku(Rule::Freestyle, 15, "h8g7f6g8g9", 20, 9),
            gomoku(Rule::Freestyle, 15, "h2h5h4f6", 20, 9),
            gomoku(Rule::Freestyle, 20, "e2f2h3g3g6h5f9", 18, 9),
        ],
    },
    Suite {
        name: "standard",
        tasks: &[
            gomoku(Rule::Standard, 15, "h8h7j6i7f7", 17, 9),
            gomoku(Rule::Standard, 15, "b3k10g2f6", 22, 9),
        ],
    },
    Suite {
        name: "renju",
        tasks: &[
            gomoku(Rule::Renju, 15, "h8i9j10i8i7g9", 18, 9),
            gomoku(Rule::Renju, 15, "h8h9h6i10i6i9g9g8j11i7", 18, 9),
        ],
    },
    Suite {
        name: "caro",
        tasks: &[
            gomoku(Rule::Caro, 15, "h8g7f6g8g9", 18, 8),
            gomoku(Rule::CaroExact, 15, "h8h7j6i7f7", 16, 8),
        ],
    },
];
