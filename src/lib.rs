//! Flipfive: an engine for Othello and Gomoku.
//!
//! Layers, lowest first; a module uses only what stands above it in this list:
//!
//! ```text
//! base                     generator, aligned memory: knows no game
//! game                     what both games promise: moves, records, set-ups, perft
//! search                   limits, clock, table, deepening, workers: knows no game
//! othello, gomoku          rules, evaluation and search of one game each
//! engine                   one job at a time on a thread of its own; the option table
//! session                  requests in, actions out; no input, output, clock or thread
//! protocol                 GTP, Gomocup: lines in, requests out, replies
//! arena                    matches between engines of any protocol
//! train                    weights: games of the engine against itself, fits
//! run                      the event loop; the only place that reads stdin and writes stdout
//! cli                      sub-commands
//! ```

pub mod cli;
pub mod engine;
pub mod engines;
pub mod format;
pub mod game;
pub mod gomoku;
pub mod othello;
pub mod protocol;
pub mod report;
pub mod search;
pub mod session;
pub mod tournament;
pub mod train;
pub mod util;
