//! Lists the mistakes in the games of a file of any format, with what would have been better.
//!
//! `cargo run --release --example analyse_a_game -- games.sgf`

// An example is no part of the protocol loop: it may print.
#![allow(clippy::print_stdout)]

use flipfive::analysis::{Analyzer, SearchSettings};
use flipfive::format::game_file::{GameReader, ReadOptions};
use std::path::Path;
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file of games")?;
    let mut analyzer = Analyzer::new(SearchSettings {
        time: Some(Duration::from_millis(100)),
        ..SearchSettings::default()
    });
    for game in GameReader::open(Path::new(&path), ReadOptions::default())? {
        let game = game?.game;
        let analysis = analyzer.analyze(&game, &mut || {})?;
        let [black, white] = analysis.players.map(|player| player.all.accuracy);
        let percent = |accuracy: Option<f64>| {
            accuracy.map_or("none".into(), |accuracy| format!("{accuracy:.0} %"))
        };
        println!(
            "{}, accuracy of Black {}, of White {}",
            game.variant,
            percent(black),
            percent(white)
        );
        for played in analysis.moves {
            if let Some(mark) = played.mark {
                println!(
                    "{:>3}. {} {}: {mark}, better {}",
                    played.ply, played.player, played.played, played.best
                );
            }
        }
    }
    Ok(())
}
