//! `flipfive train gomoku`.

use crate::cli::sink::{check, save};
use crate::cli::stdout::stdout;
use crate::cli::train::collection::{
    CollectionArgs, Positions, for_each_game, play_blocks, positions,
};
use crate::gomoku::eval::{Network, NetworkFile, Perspective, PolicyFile, WEIGHTS, Weights};
use crate::gomoku::{GomokuPlayer, Rule};
use crate::train::gomoku::games::{self, Settings};
use crate::train::gomoku::{fit, network, policy, samples};
use anyhow::{Context, bail};
use clap::ValueEnum;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Subcommand, Debug)]
pub(super) enum Step {
    /// Play games of the engine against itself, in files of 250 games
    Games(GamesArgs),
    /// Fit weights to games
    Fit(FitArgs),
    /// Train the network of a rule on games
    Network(NetworkArgs),
    /// Train the policy of a rule, which orders moves, on games
    Policy(PolicyArgs),
}

#[derive(clap::Args, Debug)]
pub(super) struct GamesArgs {
    #[command(flatten)]
    collection: CollectionArgs,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 5000)]
    nodes: u64,
    /// Play only games under this rule
    #[arg(long, value_name = "RULE", value_parser = rule_named)]
    rule: Option<Rule>,
}

#[derive(clap::Args, Debug)]
pub(super) struct FitArgs {
    /// Folder with games; repeatable
    #[arg(long = "games", value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// File for the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of passes through the positions
    #[arg(long, value_name = "N", default_value_t = 8)]
    passes: usize,
    /// Initial learning rate
    #[arg(long, value_name = "N", default_value_t = 0.05)]
    step: f32,
    /// Weight of the game result in the target, 0 to 1; the rest is the score of the search
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.5)]
    results: f32,
    /// Fit only these weights; the others stay as they are
    #[arg(long, value_name = "PART", value_enum, value_delimiter = ',')]
    only: Vec<Part>,
    /// Ridge regularisation towards the current weights
    #[arg(long, value_name = "N", default_value_t = 1e-2)]
    ridge: f32,
}

#[derive(clap::Args, Debug)]
pub(super) struct NetworkArgs {
    /// Folder with games; repeatable
    #[arg(long = "games", value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// Rule of the games to train on
    #[arg(long, value_name = "RULE", default_value = "freestyle", value_parser = rule_named)]
    rule: Rule,
    /// File for the network
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Network of this rule to start from [default: random weights]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Number of passes through the positions
    #[arg(long, value_name = "N", default_value_t = 2)]
    passes: usize,
    /// Initial learning rate
    #[arg(long, value_name = "N", default_value_t = 0.02)]
    step: f32,
    /// Weight of the game result in the target, 0 to 1; the rest is the score of the search
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.5)]
    results: f32,
    /// TD(λ): weight of the score of each later search in that of the score, per move, 0 to 1
    #[arg(long, value_name = "LAMBDA", default_value_t = 0.0)]
    decay: f32,
    /// Part of the network in the value, 0 to 1; the rest is the static value
    #[arg(long, value_name = "WEIGHT", default_value_t = 1.0)]
    share: f32,
}

#[derive(clap::Args, Debug)]
pub(super) struct PolicyArgs {
    /// Folder with games; repeatable
    #[arg(long = "games", value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// Rule of the games to train on
    #[arg(long, value_name = "RULE", default_value = "freestyle", value_parser = rule_named)]
    rule: Rule,
    /// File for the policy
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of passes through the games
    #[arg(long, value_name = "N", default_value_t = 3)]
    passes: usize,
    /// Initial learning rate
    #[arg(long, value_name = "N", default_value_t = 0.03)]
    step: f32,
}

fn rule_named(name: &str) -> Result<Rule, String> {
    let rule = Rule::ALL.into_iter().find(|rule| rule.name() == name);
    let names: Vec<&str> = Rule::ALL.iter().map(|rule| rule.name()).collect();
    rule.ok_or_else(|| format!("expected one of {}", names.join(", ")))
}

/// A group of weights.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Values of cells and threats
    Values,
    /// Ranks of moves by the patterns of their cells
    Ranks,
    /// Ordering of moves by their distance from the last stones
    Proximity,
}

pub(super) fn run(step: &Step) -> anyhow::Result<()> {
    match step {
        Step::Games(args) => play_games(args),
        Step::Fit(args) => fit_weights(args),
        Step::Network(args) => train_network(args),
        Step::Policy(args) => train_policy(args),
    }
}

fn play_games(args: &GamesArgs) -> anyhow::Result<()> {
    let settings = Settings {
        seed: args.collection.seed,
        nodes: args.nodes,
        rule: args.rule,
    };
    let only = args.rule.map(|rule| format!(", only {rule}"));
    let how = format!(
        "flipfive {} train gomoku games: seed {}, {} nodes{}",
        env!("CARGO_PKG_VERSION"),
        args.collection.seed,
        args.nodes,
        only.unwrap_or_default()
    );
    play_blocks(
        &args.collection,
        GomokuPlayer::default,
        |player, index| games::play(player, settings, index),
        |block, games| games::write(&args.collection.out, block, &how, games),
    )
}

fn fit_weights(args: &FitArgs) -> anyhow::Result<()> {
    check(&args.out)?;
    let Positions {
        games: count,
        fitted,
        held_out,
    } = positions(&args.folders, games::read, |game, take| {
        samples::of_game(game, take);
    })?;
    let mut out = stdout();
    let positions = fitted.len();
    writeln!(
        out,
        "{count} games, {positions} positions, {} positions of held-out games",
        held_out.len()
    )?;
    let is_fitted = |part| args.only.is_empty() || args.only.contains(&part);
    let settings = fit::Settings {
        passes: args.passes,
        step: args.step,
        results: args.results,
        ridge: args.ridge,
        parts: fit::Parts {
            values: is_fitted(Part::Values),
            ranks: is_fitted(Part::Ranks),
            proximity: is_fitted(Part::Proximity),
        },
    };
    let mut failed = None;
    let (mut weights, errors) = fit::fit(fitted, &held_out, settings, |pass, errors| {
        let line = writeln!(
            out,
            "pass {}: loss of results {:.4}, of choices {:.4}, first choice {:.1} %",
            pass,
            errors.result,
            errors.choice,
            100.0 * errors.first
        );
        failed = failed.take().or(line.err());
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    let part_names = args.only.iter().filter_map(|part| part.to_possible_value());
    let names: Vec<String> = part_names.map(|name| name.get_name().to_owned()).collect();
    weights.provenance = format!(
        "flipfive {} train gomoku fit: {count} games, {positions} positions, {} passes, step {}, results {}, ridge {}; \
         held-out games: loss of results {:.4}, of choices {:.4}, first choice {:.1} %",
        env!("CARGO_PKG_VERSION"),
        args.passes,
        args.step,
        args.results,
        args.ridge,
        errors.result,
        errors.choice,
        100.0 * errors.first
    );
    if !names.is_empty() {
        weights.provenance = format!(
            "{}, only {}; the others: {}",
            weights.provenance,
            names.join(" and "),
            WEIGHTS.provenance
        );
    }
    let file = weights.write();
    Weights::read(&file).context("cannot read back the new weights")?;
    save(&args.out, &file)?;
    writeln!(out, "{}: {} bytes", args.out.display(), file.len())?;
    Ok(())
}

fn train_network(args: &NetworkArgs) -> anyhow::Result<()> {
    check(&args.out)?;
    let perspective = Perspective::of(args.rule);
    let initial = args.from.as_ref().map(|path| {
        let file = fs::read(path).with_context(|| path.display().to_string())?;
        NetworkFile::read(perspective, &file)
            .with_context(|| format!("{}: not a network for {}", path.display(), args.rule))
    });
    let initial = initial.transpose()?;
    let start = initial.as_ref().map_or_else(String::new, |file| {
        format!("; started from: {}", file.provenance)
    });
    let mut positions = network::Positions::new(args.rule, args.decay);
    for_each_game(&args.folders, games::read, |game| positions.add(&game))?;
    let games = positions.games();
    let mut out = stdout();
    writeln!(
        out,
        "{games} games under {}, without {} copies",
        args.rule,
        positions.copies()
    )?;
    let settings = network::Settings {
        initial,
        passes: args.passes,
        step: args.step,
        results: args.results,
        share: args.share,
    };
    let [fitted, held_out] = positions.counts();
    writeln!(out, "{fitted} positions, {held_out} of held-out openings")?;
    let provenance = |losses: network::Losses| {
        format!(
            "flipfive {} train gomoku network: {}, {games} games, {fitted} positions, {} passes, step {}, results {}, \
             decay {}, share {}; held-out openings: loss of results {:.4}, of targets {:.4}{start}",
            env!("CARGO_PKG_VERSION"),
            args.rule,
            args.passes,
            args.step,
            args.results,
            args.decay,
            args.share,
            losses.results,
            losses.targets
        )
    };
    let mut failed = None;
    let network = network::train(&positions, &settings, provenance, |pass, losses| {
        let line = writeln!(
            out,
            "pass {pass}: loss of results {:.4}, of targets {:.4}",
            losses.results, losses.targets
        );
        failed = failed.take().or(line.err());
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    let file = network.write();
    NetworkFile::read(perspective, &file).context("cannot read back the new network")?;
    save(&args.out, &file)?;
    writeln!(out, "{}: {} bytes", args.out.display(), file.len())?;
    Ok(())
}

fn train_policy(args: &PolicyArgs) -> anyhow::Result<()> {
    check(&args.out)?;
    let perspective = Perspective::of(args.rule);
    if Network::of(args.rule).is_none() {
        bail!(
            "{} has no network, whose sums are inputs of the policy",
            args.rule
        );
    }
    let mut games = policy::Games::new(args.rule);
    for_each_game(&args.folders, games::read, |game| games.add(game))?;
    let [fitted, held_out] = games.counts();
    let mut out = stdout();
    writeln!(
        out,
        "{fitted} games under {}, {held_out} of held-out openings, without {} copies",
        args.rule,
        games.copies()
    )?;
    let settings = policy::Settings {
        passes: args.passes,
        step: args.step,
    };
    let provenance = |losses: policy::Losses| {
        format!(
            "flipfive {} train gomoku policy: {}, {fitted} games, {} passes, step {}; held-out openings: loss of \
             choices {:.4}, first choice {:.1} %",
            env!("CARGO_PKG_VERSION"),
            args.rule,
            args.passes,
            args.step,
            losses.choice,
            100.0 * losses.first
        )
    };
    let mut failed = None;
    let policy = policy::train(&games, settings, provenance, |pass, losses| {
        let line = writeln!(
            out,
            "pass {pass}: loss of choices {:.4}, first choice {:.1} %",
            losses.choice,
            100.0 * losses.first
        );
        failed = failed.take().or(line.err());
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    let file = policy.write();
    PolicyFile::read(perspective, &file).context("cannot read back the new policy")?;
    save(&args.out, &file)?;
    writeln!(out, "{}: {} bytes", args.out.display(), file.len())?;
    Ok(())
}
