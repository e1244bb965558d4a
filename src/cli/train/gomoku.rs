//! `flipfive train gomoku`.

use crate::cli::arguments::{parse_fraction, parse_non_negative, parse_positive};
use crate::cli::sink::{check_file, save};
use crate::cli::train::collection::{
    CollectionArgs, CountArgs, Positions, for_each_game, game_files, measured, play_blocks,
    positions, require,
};
use crate::cli::train::progress_lines::ProgressLines;
use crate::gomoku::eval::{
    FileHead, NetworkFile, Perspective, PolicyFile, VectorFile, WEIGHTS, Weights,
};
use crate::gomoku::{GomokuPlayer, Rule};
use crate::train::gomoku::games::{self, GAME, Settings};
use crate::train::gomoku::{fit, network, policy, samples, variations};
use anyhow::{Context, bail};
use clap::ValueEnum;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(clap::Subcommand, Debug)]
pub(super) enum Step {
    /// Play games of the engine against itself, in files of 250 games
    Games(GamesArgs),
    /// Play random moves from the positions of games, or lines of search trees, and search the positions to which they lead
    Variations(VariationsArgs),
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
    count: CountArgs,
    #[command(flatten)]
    collection: CollectionArgs,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Play only games under this rule
    #[arg(long, value_name = "RULE", value_parser = rule_named)]
    rule: Option<Rule>,
}

#[derive(clap::Args, Debug)]
pub(super) struct VariationsArgs {
    #[command(flatten)]
    collection: CollectionArgs,
    /// Folder with the games; repeatable
    #[arg(long = "games", value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// Only of games under this rule
    #[arg(long, value_name = "RULE", value_parser = rule_named)]
    rule: Option<Rule>,
    /// Variations of each position
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=100))]
    count: u32,
    /// Only of one position in N, chosen at random
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    interval: u32,
    /// Nodes of a search
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Follow a random line of the tree of a search of N nodes, instead of random moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    tree: Option<u64>,
    /// Play each variation to its end, so that its positions have a result, instead of one search
    #[arg(long)]
    played_out: bool,
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
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    passes: u32,
    /// Initial learning rate
    #[arg(long, value_name = "N", default_value_t = 0.05, value_parser = parse_positive::<f32>)]
    step: f32,
    /// Weight of the game result in the target, 0 to 1; the rest is the score of the search
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.5, value_parser = parse_fraction::<f32>)]
    results: f32,
    /// Fit only these weights; the others stay as they are
    #[arg(long, value_name = "PART", value_enum, value_delimiter = ',')]
    only: Vec<Part>,
    /// Ridge regularisation towards the current weights
    #[arg(long, value_name = "N", default_value_t = 1e-2, value_parser = parse_non_negative::<f32>)]
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
    /// Also fit to games under this rule; losses are measured under --rule only
    #[arg(long, value_name = "RULE", value_parser = rule_named)]
    also: Option<Rule>,
    /// File for the network
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Network of this rule to start from [default: random weights]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Number of passes through the positions
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    passes: u32,
    /// Initial learning rate
    #[arg(long, value_name = "N", default_value_t = 0.02, value_parser = parse_positive::<f32>)]
    step: f32,
    /// Weight of the game result in the target, 0 to 1; the rest is the score of the search
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.5, value_parser = parse_fraction::<f32>)]
    results: f32,
    /// TD(λ): weight of the score of each later search in that of the score, per move, 0 to 1
    #[arg(long, value_name = "LAMBDA", default_value_t = 0.0, value_parser = parse_fraction::<f32>)]
    decay: f32,
    /// Part of the network in the value, 0 to 1; the rest is the static value
    #[arg(long, value_name = "WEIGHT", default_value_t = 1.0, value_parser = parse_fraction::<f32>)]
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
    /// Policy of this rule to start from [default: random weights]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Number of passes through the games
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    passes: u32,
    /// Initial learning rate
    #[arg(long, value_name = "N", default_value_t = 0.03, value_parser = parse_positive::<f32>)]
    step: f32,
}

fn rule_named(name: &str) -> Result<Rule, String> {
    let rule = Rule::ALL.into_iter().find(|rule| rule.name() == name);
    rule.ok_or_else(|| format!("expected one of {}", Rule::ALL.map(Rule::name).join(", ")))
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
        Step::Variations(args) => play_variations(args),
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
        args.count.games,
        &how,
        GomokuPlayer::default,
        |player, index| games::play(player, settings, index),
        |block, games| games::write(&args.collection.out, block, &how, games),
    )
}

fn play_variations(args: &VariationsArgs) -> anyhow::Result<()> {
    let settings = variations::Settings {
        seed: args.collection.seed,
        nodes: args.nodes,
        count: args.count,
        interval: args.interval,
        tree: args.tree,
        played_out: args.played_out,
    };
    let files = game_files(&args.folders, GAME)?;
    let mut played = Vec::new();
    for_each_game(&files, games::read, |game| {
        let is_wanted = args.rule.is_none_or(|rule| game.rules.rule() == rule);
        if is_wanted && !game.is_variation {
            played.push(game);
        }
    })?;
    let only = args.rule.map(|rule| format!(", only {rule}"));
    let only = only.unwrap_or_default();
    require(
        played.len(),
        format_args!("game{only}"),
        &args.folders,
        GAME,
    )?;
    // The variations depend on all the games.
    let mut checksum = crc32fast::Hasher::new();
    for path in &files {
        checksum.update(&fs::read(path).with_context(|| path.display().to_string())?);
    }
    let (count, checksum) = (played.len(), checksum.finalize());
    let chosen = (args.interval > 1).then(|| format!(", one position in {}", args.interval));
    let chosen = chosen.unwrap_or_default();
    let tree = args
        .tree
        .map(|nodes| format!(", lines of trees of {nodes} nodes"));
    let tree = tree.unwrap_or_default();
    let end = if args.played_out { ", played out" } else { "" };
    let how = format!(
        "flipfive {} train gomoku variations: seed {}, {} nodes, {} a position{chosen}{tree}{end}{only}, of {count} games with \
         checksum {checksum:08x}",
        env!("CARGO_PKG_VERSION"),
        args.collection.seed,
        args.nodes,
        args.count,
    );
    play_blocks(
        &args.collection,
        played.len() as u32,
        &how,
        GomokuPlayer::default,
        |player, index| match played.get(index as usize) {
            Some(game) => variations::of_game(player, settings, game, index),
            None => Vec::new(),
        },
        |block, found| games::write(&args.collection.out, block, &how, &found.concat()),
    )
}

fn fit_weights(args: &FitArgs) -> anyhow::Result<()> {
    let files = game_files(&args.folders, GAME)?;
    check_file("--out", &args.out, &files)?;
    let Positions {
        games: count,
        fitted,
        held_out,
    } = positions(&files, games::read, |game, take| {
        samples::of_game(game, take);
    })?;
    let positions = fitted.len();
    require(positions, "position to fit", &args.folders, GAME)?;
    let mut lines = ProgressLines::new();
    lines.print(format_args!(
        "{count} games, {positions} positions, {} positions of held-out games",
        held_out.len()
    ));
    let is_fitted = |part| args.only.is_empty() || args.only.contains(&part);
    let settings = fit::Settings {
        passes: args.passes as usize,
        step: args.step,
        results: args.results,
        ridge: args.ridge,
        parts: fit::Parts {
            values: is_fitted(Part::Values),
            ranks: is_fitted(Part::Ranks),
            proximity: is_fitted(Part::Proximity),
        },
    };
    let describe = |errors: fit::Errors| {
        let text = format!(
            "loss of results {:.4}, of choices {:.4}, first choice {:.1} %",
            errors.result,
            errors.choice,
            100.0 * errors.first
        );
        measured(held_out.len(), text)
    };
    let (mut weights, errors) = fit::fit(fitted, &held_out, settings, |pass, errors| {
        lines.print(format_args!("pass {pass}: {}", describe(errors)));
    });
    let part_names = args.only.iter().filter_map(|part| part.to_possible_value());
    let names: Vec<String> = part_names.map(|name| name.get_name().to_owned()).collect();
    weights.provenance = format!(
        "flipfive {} train gomoku fit: {count} games, {positions} positions, {} passes, step {}, results {}, ridge {}; \
         held-out games: {}",
        env!("CARGO_PKG_VERSION"),
        args.passes,
        args.step,
        args.results,
        args.ridge,
        describe(errors)
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
    lines.print(format_args!("{}: {} bytes", args.out.display(), file.len()));
    Ok(lines.finish()?)
}

fn train_network(args: &NetworkArgs) -> anyhow::Result<()> {
    let files = game_files(&args.folders, GAME)?;
    check_file("--out", &args.out, files.iter().chain(&args.from))?;
    let perspective = Perspective::of(args.rule);
    let also = args.also;
    if also == Some(args.rule) {
        bail!(
            "--also {0}: {0} is the rule of --rule; expected another one",
            args.rule
        );
    }
    let rules = match also {
        Some(also) => format!("{} and {also}", args.rule),
        None => args.rule.to_string(),
    };
    let (initial, start) = initial_file(args.from.as_deref(), args.rule, "network")?;
    let mut positions = network::Positions::new(args.rule, also, args.decay);
    for_each_game(&files, games::read, |game| positions.add(&game))?;
    let [games, variations] = positions.games();
    let [fitted, held_out] = positions.counts();
    let kind = format_args!("position under {rules} to fit");
    require(fitted, kind, &args.folders, GAME)?;
    let mut lines = ProgressLines::new();
    lines.print(format_args!(
        "{games} games and {variations} variations under {rules}, without {} copies",
        positions.copies()
    ));
    let settings = network::Settings {
        initial,
        passes: args.passes as usize,
        step: args.step,
        results: args.results,
        share: args.share,
    };
    lines.print(format_args!(
        "{fitted} positions, {held_out} of held-out openings"
    ));
    let describe = |losses: network::Losses| {
        let text = format!(
            "loss of results {:.4}, of targets {:.4}, of variations {:.4}",
            losses.results, losses.targets, losses.variations
        );
        measured(held_out, text)
    };
    let provenance = |losses: network::Losses| {
        format!(
            "flipfive {} train gomoku network: {rules}, {games} games, {variations} variations, {fitted} positions, {} passes, step {}, results {}, \
             decay {}, share {}; held-out openings: {}{start}",
            env!("CARGO_PKG_VERSION"),
            args.passes,
            args.step,
            args.results,
            args.decay,
            args.share,
            describe(losses)
        )
    };
    let network = network::train(&positions, &settings, provenance, |pass, losses| {
        lines.print(format_args!("pass {pass}: {}", describe(losses)));
    });
    let file = network.write();
    NetworkFile::read(perspective, &file).context("cannot read back the new network")?;
    save(&args.out, &file)?;
    lines.print(format_args!("{}: {} bytes", args.out.display(), file.len()));
    Ok(lines.finish()?)
}

/// The file that a training starts from, if there is one, and what the provenance of its result says about that.
fn initial_file<H: FileHead>(
    path: Option<&Path>,
    rule: Rule,
    kind: &str,
) -> anyhow::Result<(Option<VectorFile<H>>, String)> {
    let Some(path) = path else {
        return Ok((None, String::new()));
    };
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    let file = VectorFile::read(Perspective::of(rule), &bytes)
        .with_context(|| format!("{}: not a {kind} for {rule}", path.display()))?;
    let start = format!("; started from: {}", file.provenance);
    Ok((Some(file), start))
}

fn train_policy(args: &PolicyArgs) -> anyhow::Result<()> {
    let files = game_files(&args.folders, GAME)?;
    check_file("--out", &args.out, files.iter().chain(&args.from))?;
    let perspective = Perspective::of(args.rule);
    let (initial, start) = initial_file(args.from.as_deref(), args.rule, "policy")?;
    let mut games = policy::Games::new(args.rule);
    for_each_game(&files, games::read, |game| games.add(game))?;
    let [fitted, held_out] = games.counts();
    let kind = format_args!("game under {} to fit", args.rule);
    require(fitted, kind, &args.folders, GAME)?;
    let mut lines = ProgressLines::new();
    lines.print(format_args!(
        "{fitted} games under {}, {held_out} of held-out openings, without {} copies",
        args.rule,
        games.copies()
    ));
    let settings = policy::Settings {
        initial,
        passes: args.passes as usize,
        step: args.step,
    };
    let describe = |losses: policy::Losses| {
        let text = format!(
            "loss of choices {:.4}, first choice {:.1} %",
            losses.choice,
            100.0 * losses.first
        );
        measured(held_out, text)
    };
    let provenance = |losses: policy::Losses| {
        format!(
            "flipfive {} train gomoku policy: {}, {fitted} games, {} passes, step {}; held-out openings: {}{start}",
            env!("CARGO_PKG_VERSION"),
            args.rule,
            args.passes,
            args.step,
            describe(losses)
        )
    };
    let policy = policy::train(&games, &settings, provenance, |pass, losses| {
        lines.print(format_args!("pass {pass}: {}", describe(losses)));
    });
    let file = policy.write();
    PolicyFile::read(perspective, &file).context("cannot read back the new policy")?;
    save(&args.out, &file)?;
    lines.print(format_args!("{}: {} bytes", args.out.display(), file.len()));
    Ok(lines.finish()?)
}
