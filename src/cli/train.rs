//! `flipfive train`: trains the evaluations.

mod collection;
mod gomoku;
mod othello;
mod progress_lines;

/// Train the evaluations: play games and fit weights
#[derive(clap::Args, Debug)]
pub(crate) struct TrainArgs {
    #[command(subcommand)]
    game: TrainGame,
}

#[derive(clap::Subcommand, Debug)]
enum TrainGame {
    /// Train the evaluation of Othello
    #[command(subcommand)]
    Othello(othello::Step),
    /// Train the evaluation of Gomoku
    #[command(subcommand)]
    Gomoku(gomoku::Step),
}

pub(super) fn run(args: &TrainArgs) -> anyhow::Result<()> {
    match &args.game {
        TrainGame::Othello(step) => othello::run(step),
        TrainGame::Gomoku(step) => gomoku::run(step),
    }
}
