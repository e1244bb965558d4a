//! `flipfive completions`: what shells need to complete command lines.

use crate::cli::stdout::stdout;
use clap::Command;
use clap_complete::Shell;
use std::io::Write;

/// Print the completions of a shell
#[derive(clap::Args, Debug)]
#[command(after_long_help = "Examples:\n  \
    flipfive completions bash > ~/.local/share/bash-completion/completions/flipfive\n  \
    flipfive completions zsh > ~/.zfunc/_flipfive\n  \
    flipfive completions fish > ~/.config/fish/completions/flipfive.fish")]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(super) fn run(args: &CompletionsArgs, command: &mut Command) -> anyhow::Result<()> {
    // The generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "flipfive", &mut script);
    stdout().write_all(&script)?;
    Ok(())
}
