//! Plays a match between two engines of any protocol.
//!
//! `cargo run --release --example run_a_match -- ./mine "name=other cmd='./other --fast'"`

// An example is no part of the protocol loop: it may print.
#![allow(clippy::print_stdout)]

use flipfive::engines::EngineSpec;
use flipfive::search::StopToken;
use flipfive::tournament::{
    GameResult, MatchObserver, MatchSettings, ScheduledGame, Scoreboard, Shard,
};

struct Printer;

impl MatchObserver for Printer {
    fn game_started(&mut self, _: &ScheduledGame, _: u32) {}

    fn game_finished(&mut self, game: &GameResult, scoreboard: &Scoreboard) {
        let score = scoreboard.standings().head_to_head(0, 1).wdl;
        let (wins, draws, losses) = (score.wins, score.draws, score.losses);
        let number = game.game + 1;
        println!("game {number}: {}; +{wins} ={draws} -{losses}", game.detail);
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let texts = std::env::args().skip(1);
    let engines: Result<Vec<EngineSpec>, _> = texts.map(|text| text.parse()).collect();
    let settings = MatchSettings {
        engines: engines?,
        rounds: Some(5),
        generate_openings: Some(6),
        tc: Some("100ms/move".parse()?),
        ..MatchSettings::default()
    };
    let game = settings.prepare(Shard::WHOLE)?;
    // Every engine has to start before the first game.
    game.probe()?;
    let outcome = game.run(None, game.state(), &StopToken::new(), &mut Printer)?;
    if let Some(failure) = outcome.failure {
        println!("the match ended early: {failure}");
    }
    Ok(())
}
