//! `flipfive bench`: fixed searches, their speed and their signature; the win-finding test.

mod wins;

use crate::cli::stdout::stdout;
use crate::engine::bench::{Bench, BenchLength, SUITES};
use std::io::Write;
use std::time::Instant;

/// Search fixed positions with one thread; print nodes, speed and a signature of the search
#[derive(clap::Args, Debug)]
#[command(subcommand_negates_reqs = true)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    test: Option<Test>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Run the short searches whose signature the test suite checks.
    #[arg(long)]
    short: bool,
}

#[derive(clap::Subcommand, Debug)]
enum Test {
    Wins(wins::WinsArgs),
}

pub(super) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    match &args.test {
        Some(Test::Wins(args)) => wins::run(args),
        None => measure_speed(args),
    }
}

fn measure_speed(args: &BenchArgs) -> anyhow::Result<()> {
    let mut out = stdout();
    let length = if args.short {
        BenchLength::Short
    } else {
        BenchLength::Full
    };
    let mut total = Bench::default();
    let begin = Instant::now();
    let mut parts = Vec::new();
    for suite in SUITES {
        let start = Instant::now();
        let bench = suite.run(length);
        let seconds = start.elapsed().as_secs_f64();
        total = total.then(bench);
        if args.json {
            parts.push(format!(
                "{{\"name\":\"{}\",\"nodes\":{},\"signature\":\"{:016x}\",\"seconds\":{seconds:.3}}}",
                suite.name, bench.nodes, bench.signature
            ));
        } else {
            writeln!(
                out,
                "{:<16} {:>12} nodes {:>8.2} s {:>12.0} nps  {:016x}",
                suite.name,
                bench.nodes,
                seconds,
                bench.nodes as f64 / seconds.max(1e-9),
                bench.signature
            )?;
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    if args.json {
        writeln!(
            out,
            "{{\"suites\":[{}],\"nodes\":{},\"signature\":\"{:016x}\",\"seconds\":{seconds:.3}}}",
            parts.join(","),
            total.nodes,
            total.signature
        )?;
    } else {
        writeln!(out, "signature {:016x}", total.signature)?;
        // Test frameworks read the nodes and the speed from the last line.
        writeln!(
            out,
            "{} nodes {:.0} nps",
            total.nodes,
            total.nodes as f64 / seconds.max(1e-9)
        )?;
    }
    Ok(())
}
