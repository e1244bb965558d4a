//! `flipfive bench`: fixed searches, their speed, and a signature that may only change on purpose.

use crate::engine::bench::{Bench, SUITES};
use std::io::Write;
use std::time::Instant;

/// Search fixed positions with one thread.
#[derive(clap::Args, Debug)]
pub struct BenchArgs {
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let mut total = Bench::default();
    let begin = Instant::now();
    let mut parts = Vec::new();
    for suite in SUITES {
        let start = Instant::now();
        let bench = suite.run();
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
                "{:<16} {:>12} nodes {:>8.2} s {:>12.0} nodes/s  {:016x}",
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
        writeln!(
            out,
            "{} nodes, signature {:016x}",
            total.nodes, total.signature
        )?;
    }
    Ok(())
}
