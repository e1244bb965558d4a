//! Searches a Gomoku position from an SGF record for its three best moves.
//!
//! `cargo run --release --example analyse_a_position`

// An example is no part of the protocol loop: it may print.
#![allow(clippy::print_stdout)]

use flipfive::engine::{Engine, EngineHandle, Event, Job, JobId};
use flipfive::format::sgf;
use flipfive::gomoku::Rule;
use flipfive::search::{Limits, SearchRequest};
use std::sync::mpsc::channel;

const RECORD: &str = "(;GM[4]FF[4]SZ[15];B[hh];W[gi];B[fj];W[gg];B[gh];W[ih])";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = sgf::read(RECORD, Rule::Freestyle)?;
    let mut request = SearchRequest::new(Limits::depth(9));
    request.lines = 3;
    let (sender, events) = channel();
    let mut engine = Engine::new(move |event| drop(sender.send(event)));
    engine.begin(Job {
        id: JobId(1),
        variant: game.variant,
        start: game.start,
        moves: game.moves,
        request,
    });
    for event in events {
        match event {
            Event::Report(_, report) => {
                for line in &report.lines {
                    println!(
                        "depth {:>2}  {:>5.1} %  {}",
                        report.depth,
                        100.0 * line.score.win_rate,
                        line.moves[0]
                    );
                }
            }
            Event::Done(_, result) => {
                if let Some(best) = result.best {
                    println!("best move: {best}");
                }
                break;
            }
            Event::Failed(_, error) => return Err(error.into()),
        }
    }
    Ok(())
}
