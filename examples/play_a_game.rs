//! Plays a game of Othello: the engine at full strength against its level 3.
//!
//! `cargo run --release --example play_a_game`

// An example is no part of the protocol loop: it may print.
#![allow(clippy::print_stdout)]

use flipfive::engine::{Engine, EngineHandle, Event, Job, JobId, Variant};
use flipfive::game::Side;
use flipfive::search::{Limits, SearchRequest, Strength};
use std::sync::mpsc::channel;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let variant = Variant::Othello;
    let mut record = variant.new_record(8).ok_or("Othello is played on 8x8")?;
    // The engine searches on a thread of its own and posts what it finds.
    let (sender, events) = channel();
    let mut engine = Engine::new(move |event| drop(sender.send(event)));
    for ply in 0.. {
        if record.outcome().is_some() {
            break;
        }
        let side = record.side();
        let mut request = SearchRequest::new(Limits::nodes(20_000));
        if side == Side::White {
            request.strength = Strength::Level(3);
        }
        engine.begin(Job {
            id: JobId(ply),
            variant,
            start: record.start(),
            moves: record.moves(),
            request,
        });
        let result = loop {
            match events.recv()? {
                Event::Report(..) => {}
                Event::Done(_, result) => break result,
                Event::Failed(_, error) => return Err(error.into()),
            }
        };
        let best = result.best.ok_or("the game is over")?;
        record.play(side, best)?;
        println!("{:>2}. {side} {best}", ply + 1);
    }
    match record.outcome() {
        Some(outcome) => match outcome.winner {
            Some(winner) => println!("{winner} wins by {} discs", outcome.margin),
            None => println!("draw"),
        },
        None => println!("the game was not finished"),
    }
    Ok(())
}
