//! `flipfive --version`, and with `--verbose` how this program was built and what it uses.

use crate::cli::stdout::stdout;
use crate::util::kernel::KernelChoice;
use std::io::Write;

pub(super) fn run(verbose: bool) -> anyhow::Result<()> {
    let mut text = format!("flipfive {}\n", env!("CARGO_PKG_VERSION"));
    if verbose {
        let available: Vec<String> = KernelChoice::available()
            .map(|kind| kind.to_string())
            .collect();
        text += &format!(
            "commit: {}\ntarget: {}\nkernel: {} (this processor has {})\n",
            option_env!("FLIPFIVE_COMMIT").unwrap_or("unknown"),
            env!("FLIPFIVE_TARGET"),
            KernelChoice::selected(),
            available.join(", ")
        );
    }
    stdout().write_all(text.as_bytes())?;
    Ok(())
}
