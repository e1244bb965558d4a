//! `flipfive train othello`.

use crate::cli::arguments::{parse_fraction, parse_non_negative, parse_positive};
use crate::cli::book::{self, BuildArgs};
use crate::cli::sink::{check, check_distinct, check_file, save, save_together};
use crate::cli::stdout::stdout;
use crate::cli::train::collection::{
    CollectionArgs, CountArgs, Positions, bar, for_each_game, for_each_game_of_fit, game_files,
    measured, names, play_blocks, positions, require,
};
use crate::cli::train::progress_lines::ProgressLines;
use crate::othello::OthelloPlayer;
use crate::othello::eval::{
    self,
    weights::{self, WEIGHTS},
};
use crate::train::othello::games::{self, GAME, Settings};
use crate::train::othello::{factors, fit, ordering, probcut, report, samples};
use anyhow::Context;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Subcommand, Debug)]
pub(super) enum Step {
    /// Play games of the engine against itself, in files of 250 games
    Games(GamesArgs),
    /// Fit weights to games
    Fit(FitArgs),
    /// Train the factors of the evaluation, and its linear weights with them
    Factors(FactorsArgs),
    /// Fit the weights that order moves near the end of the game
    Ordering(OrderingArgs),
    /// Measure how well shallow searches predict deep ones and print the constants of Multi-ProbCut
    Probcut(ProbcutArgs),
    /// Grow the opening book: `flipfive book build`
    #[command(hide = true)]
    Book(BuildArgs),
    /// Compare the current evaluation with the results of games
    Report(ReportArgs),
}

#[derive(clap::Args, Debug)]
pub(super) struct ReportArgs {
    /// Folder with games that the weights were not fitted to; repeatable
    #[arg(long = "games", value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// File for an SVG chart
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(super) struct ProbcutArgs {
    /// Folder with games; repeatable
    #[arg(long = "games", value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// Number of positions, each from a different game
    #[arg(long, value_name = "N", default_value_t = 3000)]
    positions: usize,
    /// Maximum search depth in plies, at least 4
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u32).range(4..=60))]
    depth: u32,
    /// Also solve positions with at most this many empty squares
    #[arg(long, value_name = "EMPTIES", default_value_t = 18, value_parser = clap::value_parser!(u32).range(..=60))]
    solve: u32,
}

#[derive(clap::Args, Debug)]
pub(super) struct FitArgs {
    /// Folder with games; repeatable
    #[arg(long = "games", value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// File for the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Ridge regularisation of the fits of one and two stages towards the coarser fit
    #[arg(long, value_name = "N", default_value_t = 40.0, value_parser = parse_positive::<f64>)]
    ridge: f64,
    /// Ridge regularisation of the coarse fit towards zero
    #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = parse_positive::<f64>)]
    coarse_ridge: f64,
    /// Maximum number of iterations per fit
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

#[derive(clap::Args, Debug)]
pub(super) struct FactorsArgs {
    /// Folder with games; repeatable
    #[arg(long = "games", value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// Folder for the files weights.bin and factors.bin
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Number of empty squares from which on the games are perfect
    #[arg(long, value_name = "EMPTIES", default_value_t = 14, value_parser = clap::value_parser!(u32).range(..=60))]
    solved: u32,
    /// Start from the vectors of the program instead of random ones; the first round has targets by TD, too
    #[arg(long = "continue")]
    continues: bool,
    /// Passes through the positions in each round
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    passes: u32,
    /// Rounds after the first one, for collections without values of searches
    #[arg(long, value_name = "N", default_value_t = 1)]
    rounds: usize,
    /// Weight of what comes later in the target of a position, 0 to 1, beside the value of its search
    #[arg(long, value_name = "N", default_value_t = 0.7, value_parser = parse_fraction::<f32>)]
    decay: f32,
    /// The same weight in collections without values of searches, beside the values by the weights of the
    /// round before
    #[arg(long, value_name = "N", default_value_t = 0.92, value_parser = parse_fraction::<f32>)]
    static_decay: f32,
    /// Initial step of the vectors
    #[arg(long, value_name = "N", default_value_t = 0.05, value_parser = parse_positive::<f32>)]
    step: f32,
    /// Initial step of the linear weights
    #[arg(long, value_name = "N", default_value_t = 0.1, value_parser = parse_non_negative::<f32>)]
    linear_step: f32,
    /// Lead in discs, by the present linear weights, at which a position has half the weight
    #[arg(long, value_name = "DISCS", default_value_t = 8.0, value_parser = parse_positive::<f32>)]
    one_sided: f32,
    /// Number of threads, at most 3
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

#[derive(clap::Args, Debug)]
pub(super) struct OrderingArgs {
    /// Folder with games, solved from at least 13 empty squares; repeatable
    #[arg(long = "games", value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// File for the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Ridge regularisation towards zero
    #[arg(long, value_name = "N", default_value_t = 5.0, value_parser = parse_positive::<f64>)]
    ridge: f64,
    /// Number of iterations
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
}

#[derive(clap::Args, Debug)]
pub(super) struct GamesArgs {
    #[command(flatten)]
    count: CountArgs,
    #[command(flatten)]
    collection: CollectionArgs,
    /// Search depth in plies
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Play perfectly with at most this many empty squares
    #[arg(long, value_name = "EMPTIES", default_value_t = 14, value_parser = clap::value_parser!(u32).range(..=60))]
    solve: u32,
    /// Play one move in N at random
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u64).range(1..))]
    random: u64,
    /// Play one in N of the other moves by the evaluation alone, without a search [default: none]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    greedy: Option<u64>,
    /// Begin with openings that the first search values at most this many discs for either side [default: any]
    #[arg(long, value_name = "DISCS", value_parser = clap::value_parser!(u32).range(1..=64))]
    balance: Option<u32>,
}

pub(super) fn run(step: &Step) -> anyhow::Result<()> {
    match step {
        Step::Games(args) => play_games(args),
        Step::Fit(args) => fit_weights(args),
        Step::Factors(args) => train_factors(args),
        Step::Ordering(args) => fit_ordering(args),
        Step::Probcut(args) => fit_probcut(args),
        Step::Book(args) => book::build(args),
        Step::Report(args) => report_errors(args),
    }
}

fn fit_probcut(args: &ProbcutArgs) -> anyhow::Result<()> {
    let mut positions: Vec<crate::othello::Board> = Vec::new();
    'files: for path in game_files(&args.folders, GAME)? {
        for game in games::read(&path)? {
            let boards = samples::boards(&game);
            // Cycle through the numbers of empty squares.
            let wanted = 9 + positions.len() as u32 * 7 % 46;
            let found = boards.iter().find(|board| board.empties() == wanted);
            let found = found.or(boards.first());
            positions.extend(found.filter(|board| board.empties() >= 9));
            if positions.len() >= args.positions {
                break 'files;
            }
        }
    }
    probcut::check(positions.iter().map(|board| board.empties()))
        .with_context(|| names(&args.folders))?;
    let bar = bar(positions.len() as u64, "positions");
    let mut player = OthelloPlayer::default();
    let probes: Vec<probcut::Probe> = positions
        .into_iter()
        .map(|board| {
            bar.inc(1);
            let empties = board.empties();
            let full_width = player.full_width(board, args.depth);
            probcut::Probe {
                empties,
                values: full_width.into_iter().map(|value| value.0).collect(),
                exact: (empties <= args.solve).then(|| player.exact_score(board).0),
            }
        })
        .collect();
    bar.finish_and_clear();
    let fit = probcut::fit(&probes).with_context(|| names(&args.folders))?;
    let mut lines = vec![
        ("even mean: 1, depth, shallow, empties", &fit.even),
        ("odd mean: 1, depth, shallow, empties", &fit.odd),
        (
            "log deviation: 1, depth, shallow, empties, log gap",
            &fit.deviation,
        ),
    ];
    match &fit.exact {
        Some([mean, deviation]) => lines.extend([
            ("exact mean: 1, shallow, empties, odd", mean),
            ("exact log deviation: 1, shallow, empties, odd", deviation),
        ]),
        None if probes.iter().any(|probe| probe.exact.is_some()) => {
            log::warn!(
                "too few positions were solved for the exact constants; expected at least {} with the same number of \
                 empty squares",
                probcut::MIN_POSITIONS
            );
        }
        None => {}
    }
    let mut out = stdout();
    for (name, line) in lines {
        writeln!(
            out,
            "{name}: {:.4?}, error {:.3}",
            line.coefficients, line.error
        )?;
    }
    Ok(())
}

fn fit_weights(args: &FitArgs) -> anyhow::Result<()> {
    let files = game_files(&args.folders, GAME)?;
    check_file("--out", &args.out, &files)?;
    let Positions {
        games: count,
        fitted: samples,
        held_out,
    } = positions(&files, games::read, |game, take| {
        samples::of_game(game, take);
    })?;
    let settings = fit::Settings {
        coarse_ridge: args.coarse_ridge,
        ridge: args.ridge,
        iterations: args.iterations as usize,
        threads: args.threads.into(),
    };
    let mut lines = ProgressLines::new();
    lines.print(format_args!(
        "{count} games, {} positions, {} positions of held-out games",
        samples.len(),
        held_out.len()
    ));
    let outcome = fit::fit(&samples, &held_out, settings, |text| lines.print(text));
    let outcome = outcome.with_context(|| names(&args.folders))?;
    let errors: Vec<String> = outcome
        .errors
        .iter()
        .map(|errors| match errors.held_out {
            0 => "-".into(),
            _ => format!("{:.2}", errors.of_held_out),
        })
        .collect();
    let provenance = format!(
        "flipfive {} train othello fit: {count} games, {} positions, ridges {} and {}, at most {} \
         iterations; mean absolute errors of the stages for held-out games, in discs: {}",
        env!("CARGO_PKG_VERSION"),
        samples.len(),
        args.coarse_ridge,
        args.ridge,
        args.iterations,
        errors.join(" ")
    );
    let file = weights::write(&outcome.stages, &outcome.empties, &provenance);
    let weights = weights::Weights::read(&file).context("cannot read back the new weights")?;
    save(&args.out, &file)?;
    lines.print(format_args!(
        "{}: {} bytes, checksum {:08x}",
        args.out.display(),
        file.len(),
        weights.checksum
    ));
    Ok(lines.finish()?)
}

fn train_factors(args: &FactorsArgs) -> anyhow::Result<()> {
    let files = game_files(&args.folders, GAME)?;
    let (linear_file, factors_file) = (args.out.join("weights.bin"), args.out.join("factors.bin"));
    check_distinct(&files, [&linear_file, &factors_file])?;
    let initial = factors::InitialWeights::of_engine(args.continues);
    let [mut fitted, mut held_out] = [(); 2].map(|()| factors::Samples::new(args.one_sided));
    let mut count = 0_usize;
    for_each_game_of_fit(&files, games::read, |game, is_held_out| {
        let samples = if is_held_out {
            &mut held_out
        } else {
            &mut fitted
        };
        samples.add(&initial, &game);
        count += 1;
    })?;
    let (positions, held_out_positions) = (fitted.len(), held_out.len());
    require(positions, "position to fit", &args.folders, GAME)?;
    // Games that cannot be read leave no folder behind.
    std::fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    check(&linear_file)?;
    check(&factors_file)?;
    let mut lines = ProgressLines::new();
    lines.print(format_args!(
        "{count} games, {positions} positions, {held_out_positions} positions of held-out games"
    ));
    let settings = factors::Settings {
        passes: args.passes as usize,
        step: args.step,
        linear_step: args.linear_step,
        rounds: args.rounds,
        decay: args.decay,
        static_decay: args.static_decay,
        solved: args.solved,
        threads: args.threads.into(),
    };
    let absolute = |errors: &factors::Errors| {
        let text = |error: f64| format!("{error:.2}");
        let errors = errors.absolute.map(|error| error.map_or("-".into(), text));
        errors.join(" ")
    };
    let mut last = String::new();
    let trained = factors::train(
        &mut fitted,
        &mut held_out,
        &initial,
        settings,
        |round, of_fitted, of_held_out| {
            last = measured(held_out_positions, absolute(&of_held_out));
            let square = format!("{:.2}", of_held_out.square);
            lines.print(format_args!(
                "round {round}: errors for 8 to 11, 12 to 15, ... empty squares {}, held out {last}; squared \
                 {:.2}, held out {}",
                absolute(&of_fitted),
                of_fitted.square,
                measured(held_out_positions, square)
            ));
        },
    );
    let start = if args.continues {
        format!("; continued from the weights {:08x}", WEIGHTS.checksum)
    } else {
        String::new()
    };
    let provenance = format!(
        "flipfive {} train othello factors: {count} games, {positions} positions, solved from {} empties, {} passes, \
         {} rounds, decays {} and {}, steps {} and {}, half weight at {} discs; mean absolute errors for held-out games \
         with 8 to 11, 12 to 15, ... empty squares, in discs: {last}{start}",
        env!("CARGO_PKG_VERSION"),
        args.solved,
        args.passes,
        args.rounds,
        args.decay,
        args.static_decay,
        args.step,
        args.linear_step,
        args.one_sided,
    );
    let linear = weights::write(&trained.stages, &trained.empties, &provenance);
    let vectors = eval::factors::write(&trained.vectors, &provenance);
    save_together([(&linear_file, &linear), (&factors_file, &vectors)])?;
    for (path, file) in [(linear_file, linear), (factors_file, vectors)] {
        lines.print(format_args!("{}: {} bytes", path.display(), file.len()));
    }
    Ok(lines.finish()?)
}

fn fit_ordering(args: &OrderingArgs) -> anyhow::Result<()> {
    let files = game_files(&args.folders, GAME)?;
    check_file("--out", &args.out, &files)?;
    let Positions {
        games: count,
        fitted: samples,
        held_out,
    } = positions(&files, games::read, |game, take| {
        samples::of_game(game, |sample| {
            if ordering::EMPTIES.contains(&sample.board.empties()) {
                take(sample);
            }
        });
    })?;
    let (fewest, most) = ordering::EMPTIES.into_inner();
    let kind = format_args!("position with {fewest} to {most} empty squares to fit");
    require(samples.len(), kind, &args.folders, GAME)?;
    let settings = ordering::Settings {
        ridge: args.ridge,
        iterations: args.iterations as usize,
    };
    let outcome = ordering::fit(&samples, &held_out, settings);
    let provenance = format!(
        "flipfive {} train othello ordering: {count} games, {} positions, ridge {}, {} iterations; mean absolute \
         error for held-out games, in discs: {}",
        env!("CARGO_PKG_VERSION"),
        samples.len(),
        args.ridge,
        args.iterations,
        measured(held_out.len(), format!("{:.2}", outcome.held_out_error))
    );
    let file = eval::ordering::write(&outcome.weights, &provenance);
    save(&args.out, &file)?;
    let mut out = stdout();
    writeln!(out, "{provenance}")?;
    writeln!(out, "{}: {} bytes", args.out.display(), file.len())?;
    Ok(())
}

fn report_errors(args: &ReportArgs) -> anyhow::Result<()> {
    let files = game_files(&args.folders, GAME)?;
    if let Some(path) = &args.svg {
        check_file("--svg", path, &files)?;
    }
    let mut samples = Vec::new();
    for_each_game(&files, games::read, |game| {
        samples::of_game(&game, |sample| samples.push(sample));
    })?;
    require(samples.len(), "position to compare", &args.folders, GAME)?;
    let errors = report::errors(&samples);
    if let Some(path) = &args.svg {
        save(path, report::chart(&errors).as_bytes())?;
    }
    let mut out = stdout();
    writeln!(
        out,
        "empties  positions  mean absolute  root mean square   bias"
    )?;
    for (empties, errors) in errors.iter().enumerate() {
        if errors.positions > 0 {
            writeln!(
                out,
                "{empties:7}  {:9}  {:13.2}  {:16.2}  {:+5.2}",
                errors.positions, errors.absolute, errors.square, errors.bias
            )?;
        }
    }
    Ok(())
}

fn play_games(args: &GamesArgs) -> anyhow::Result<()> {
    let settings = Settings {
        seed: args.collection.seed,
        depth: args.depth,
        solve: args.solve,
        random: args.random,
        greedy: args.greedy,
        balance: args.balance,
    };
    let mut how = format!(
        "flipfive {} train othello games: seed {}, depth {}, solved from {} empties, one move in {} random",
        env!("CARGO_PKG_VERSION"),
        args.collection.seed,
        args.depth,
        args.solve,
        args.random
    );
    if let Some(greedy) = args.greedy {
        how.push_str(&format!(", one in {greedy} greedy"));
    }
    if let Some(balance) = args.balance {
        how.push_str(&format!(", openings within {balance} discs"));
    }
    play_blocks(
        &args.collection,
        args.count.games,
        &how,
        OthelloPlayer::default,
        |player, index| games::play(player, settings, index),
        |block, games| games::write(&args.collection.out, block, &how, games),
    )
}
