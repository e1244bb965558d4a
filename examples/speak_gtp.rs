//! Speaks GTP with the engine inside this process: no pipes, no event loop.
//!
//! `cargo run --release --example speak_gtp`

// An example is no part of the protocol loop: it may print.
#![allow(clippy::print_stdout)]

use flipfive::engine::{Engine, EngineHandle, Event, Options, Variant};
use flipfive::protocol::{Action, Conversation, Detector, ProtocolKind};
use flipfive::session::Session;
use std::collections::VecDeque;
use std::sync::mpsc::channel;
use std::time::Instant;

const COMMANDS: &[&str] = &["name", "play b f5", "genmove w", "showboard", "quit"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut options = Options::default();
    options.set("nodes", "20000")?;
    let session = Session::new(Variant::Othello, None, options)?;
    let protocol = Detector::new(Some(ProtocolKind::Gtp), true);
    let mut conversation = Conversation::new(Box::new(protocol), session);
    let (sender, events) = channel();
    let mut engine = Engine::new(move |event| drop(sender.send(event)));
    for command in COMMANDS {
        println!("> {command}");
        let line = command.as_bytes().to_vec();
        let mut actions: VecDeque<Action> = conversation.on_line(line, Instant::now()).into();
        // A conversation decides, and its owner acts: it writes, searches, and stops.
        while let Some(action) = actions.pop_front() {
            match action {
                Action::Write(text) => print!("{text}"),
                Action::Graphics(_) => {}
                Action::Search(job) => {
                    engine.begin(*job);
                    for event in &events {
                        let ended = !matches!(event, Event::Report(..));
                        actions.extend(conversation.on_engine(event, Instant::now()));
                        if ended {
                            break;
                        }
                    }
                }
                Action::Stop => engine.stop(),
                // Only Gomocup's protocol names a time.
                Action::StopAt(_) => {}
                Action::ClearHash => engine.clear_hash(),
                Action::Quit => return Ok(()),
            }
        }
    }
    Ok(())
}
