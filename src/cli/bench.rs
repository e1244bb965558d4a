//! `flipfive bench`: fixed searches, their speed and their signature; the win-finding test.

mod wins;

use crate::cli::stdout::{stdout, write_json_line};
use crate::engine::bench::{Bench, BenchLength, SUITES};
use crate::format::rounded;
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};

/// Search fixed positions with one thread; print nodes, speed and a signature of the search
#[derive(clap::Args, Debug)]
#[command(subcommand_negates_reqs = true)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    test: Option<Test>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Run the short searches whose signature the test suite checks
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

/// A suite as JSON.
#[derive(Serialize)]
struct SuiteRow {
    name: &'static str,
    nodes: u64,
    signature: String,
    seconds: f64,
}

/// The benchmark as JSON.
#[derive(Serialize)]
struct BenchReport {
    suites: Vec<SuiteRow>,
    nodes: u64,
    signature: String,
    seconds: f64,
}

fn hexadecimal(signature: u64) -> String {
    format!("{signature:016x}")
}

fn milliseconds(time: Duration) -> f64 {
    rounded(time.as_secs_f64(), 1000.0)
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
    let mut suites = Vec::new();
    for suite in SUITES {
        let start = Instant::now();
        let bench = suite.run(length);
        let elapsed = start.elapsed();
        total = total.then(bench);
        if args.json {
            suites.push(SuiteRow {
                name: suite.name,
                nodes: bench.nodes,
                signature: hexadecimal(bench.signature),
                seconds: milliseconds(elapsed),
            });
        } else {
            let seconds = elapsed.as_secs_f64();
            writeln!(
                out,
                "{:<16} {:>12} nodes {seconds:>8.2} s {:>12.0} nps  {:016x}",
                suite.name,
                bench.nodes,
                bench.nodes as f64 / seconds.max(1e-9),
                bench.signature
            )?;
        }
    }
    let elapsed = begin.elapsed();
    if args.json {
        let report = BenchReport {
            suites,
            nodes: total.nodes,
            signature: hexadecimal(total.signature),
            seconds: milliseconds(elapsed),
        };
        write_json_line(&mut out, &report)?;
    } else {
        writeln!(out, "signature {:016x}", total.signature)?;
        // Test frameworks read the nodes and the speed from the last line.
        writeln!(
            out,
            "{} nodes {:.0} nps",
            total.nodes,
            total.nodes as f64 / elapsed.as_secs_f64().max(1e-9)
        )?;
    }
    Ok(())
}
