//! Man pages and completions are complete and load where they are used.

use crate::support::has_program;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn flipfive(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_flipfive"))
        .args(arguments)
        .output()
        .unwrap()
}

fn write_pages(folder: &Path) {
    let output = flipfive(&["man", folder.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
}

/// The pages in the folders of the sections.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = |folder: &Path| {
        let entries = std::fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().path())
    };
    let sections: Vec<_> = entries(folder).collect();
    sections.iter().flat_map(|folder| entries(folder)).collect()
}

#[test]
fn man_finds_the_pages() {
    if !has_program("man") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write_pages(folder.path());
    for page in ["flipfive", "flipfive-match", "flipfive-protocols"] {
        let output = Command::new("man")
            .arg("-M")
            .arg(folder.path())
            .args(["-w", page])
            .output()
            .unwrap();
        assert!(output.status.success(), "{page}: {output:?}");
    }
}

/// The names of the pages of a command and its sub-commands.
fn page_names(command: &clap::Command, name: &str, names: &mut BTreeSet<String>) {
    names.insert(format!("man1/{name}.1"));
    for inner in command
        .get_subcommands()
        .filter(|inner| !inner.is_hide_set())
    {
        page_names(inner, &format!("{name}-{}", inner.get_name()), names);
    }
}

#[test]
fn every_subcommand_has_a_man_page() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("new/man");
    write_pages(&folder);
    let mut expected = BTreeSet::from(["man7/flipfive-protocols.7".to_owned()]);
    page_names(&flipfive::cli::command(), "flipfive", &mut expected);
    let found: BTreeSet<String> = pages(&folder)
        .iter()
        .map(|page| {
            let name = page.strip_prefix(&folder).unwrap();
            name.to_str().unwrap().replace('\\', "/")
        })
        .collect();
    assert_eq!(found, expected);
    for page in ["match-report", "mock"] {
        let name = format!("man1/flipfive-{page}.1");
        assert!(found.contains(&name), "{name}: {found:?}");
    }
    for name in found {
        let text = std::fs::read_to_string(folder.join(&name)).unwrap();
        assert!(text.contains("\n.SH NAME\n"), "{name}");
    }
}

#[test]
fn man_pages_have_no_errors() {
    if !has_program("groff") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write_pages(folder.path());
    for path in pages(folder.path()) {
        let output = Command::new("groff")
            // `-ww` without `-wbreak`: a long example does not fit every terminal.
            .args(["-man", "-Tutf8", "-K", "utf8", "-ww", "-W", "break", "-z"])
            .arg(&path)
            .output()
            .unwrap();
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {messages}", path.display());
        assert_eq!(messages, "", "{}", path.display());
    }
}

#[test]
fn a_folder_that_is_a_file_is_refused() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let output = flipfive(&["man", file.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.starts_with(&format!("flipfive: {}: ", file.path().display())),
        "{text}"
    );
}

#[test]
fn every_shell_has_completions_of_every_subcommand() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = flipfive(&["completions", shell]);
        let script = String::from_utf8(output.stdout).unwrap();
        for command in flipfive::cli::command().get_subcommands() {
            let name = command.get_name();
            assert!(
                command.is_hide_set() || script.contains(name),
                "{shell}: {name}"
            );
        }
    }
    assert_eq!(flipfive(&["completions", "tcsh"]).status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn bash_completes_subcommands() {
    if !has_program("bash") {
        return;
    }
    let script = "eval \"$(\"$1\" completions bash)\" && COMP_WORDS=(flipfive compl) && COMP_CWORD=1 \
                  && _flipfive flipfive compl flipfive && echo \"${COMPREPLY[*]}\"";
    let output = Command::new("bash")
        .args([
            "--norc",
            "-c",
            script,
            "bash",
            env!("CARGO_BIN_EXE_flipfive"),
        ])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        text.trim(),
        "compliance completions",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
