//! Lists the games of a file of any format, each with its last position.
//!
//! `cargo run --release --example read_a_game_file -- games.sgf`

// An example is no part of the protocol loop: it may print.
#![allow(clippy::print_stdout)]

use flipfive::format::Diagram;
use flipfive::format::game_file::{GameReader, ReadOptions};
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file of games")?;
    for game in GameReader::open(Path::new(&path), ReadOptions::default())? {
        // The reader goes on after a damaged game.
        let game = match game {
            Ok(file_game) => file_game.game,
            Err(error) => {
                println!("{path}:{error}");
                continue;
            }
        };
        let [black, white] = &game.players;
        let result = game
            .result
            .map_or("unknown".into(), |result| result.to_string());
        let plies = game.moves.len();
        println!(
            "{} {black} - {white}: {result}, {plies} plies",
            game.variant
        );
        let last = game.record(usize::MAX)?;
        println!("{}", Diagram::new(game.variant, last.current()).text());
    }
    Ok(())
}
