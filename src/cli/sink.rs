//! Outputs: files, or stdout by the name `-`.

use crate::cli::exit::usage;
use crate::cli::stdout::{Stdout, is_closed, stdout};
use crate::format::game_file::FileFormat;
use crate::util::files::{
    AppendFile, AtomicFile, check_appendable, check_writable, is_stream, replace_file,
};
use anyhow::{Context, anyhow, bail};
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Fails if a file is to be read and written, or to be written twice.
///
/// # Errors
/// There is such a file; the command line is wrong.
pub(super) fn check_distinct<'a>(
    inputs: impl IntoIterator<Item = &'a PathBuf>,
    outputs: impl IntoIterator<Item = &'a PathBuf>,
) -> anyhow::Result<()> {
    let inputs = Inputs::new(inputs);
    let mut written = HashSet::new();
    for path in outputs {
        // Devices may be written any number of times.
        if is_stdout(path) || path.exists() && !path.is_file() {
            continue;
        }
        inputs.check(path).map_err(usage)?;
        if !written.insert(resolved(path)) {
            let path = path.display();
            return Err(usage(anyhow!(
                "{path}: two outputs name this file; give each output its own name"
            )));
        }
    }
    Ok(())
}

/// Files that are read, and that therefore must not be written.
pub(super) struct Inputs(HashSet<PathBuf>);

impl Inputs {
    pub(super) fn new<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        Self(paths.into_iter().map(|path| resolved(path)).collect())
    }

    /// Fails if an output is one of them.
    ///
    /// # Errors
    /// The output is also an input.
    pub(super) fn check(&self, output: &Path) -> anyhow::Result<()> {
        if self.0.contains(&resolved(output)) {
            let path = output.display();
            bail!("{path}: the file is both an input and an output; give the output another name");
        }
        Ok(())
    }
}

/// The path of a file in a form that can be compared. One that does not exist is in a folder that does.
fn resolved(path: &Path) -> PathBuf {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let in_folder = || Some(folder.canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize()
        .ok()
        .or_else(in_folder)
        .unwrap_or_else(|| path.to_owned())
}

/// A file that grows, or stdout. What is written can be read at once.
pub(super) struct Sink {
    path: PathBuf,
    to: To,
}

enum To {
    Stdout(Stdout),
    /// A file that stays as it was until something is written, locked if it is there.
    Waiting(Option<AppendFile>),
    File(AppendFile),
}

impl Sink {
    /// Creates a file, or replaces it; `-` is stdout.
    ///
    /// # Errors
    /// The file cannot be created.
    pub(super) fn create(path: &Path) -> anyhow::Result<Self> {
        if is_stdout(path) {
            return Ok(Self::stdout());
        }
        let file = AppendFile::create(path).with_context(|| path.display().to_string())?;
        Ok(Self::of_file(path, file))
    }

    /// Checks that a file can be written, and keeps out other runs that lock it. It is created or emptied by
    /// [`Sink::begin`] or the first text; `-` is stdout.
    ///
    /// # Errors
    /// The file cannot be written, or another run writes it.
    pub(super) fn lock(path: &Path) -> anyhow::Result<Self> {
        if is_stdout(path) {
            return Ok(Self::stdout());
        }
        let file = check_appendable(path).and_then(|()| AppendFile::lock(path));
        Ok(Self {
            path: path.to_owned(),
            to: To::Waiting(file.with_context(|| path.display().to_string())?),
        })
    }

    fn stdout() -> Self {
        Self {
            path: "stdout".into(),
            to: To::Stdout(stdout()),
        }
    }

    /// A file that is open.
    pub(super) fn of_file(path: &Path, file: AppendFile) -> Self {
        Self {
            path: path.to_owned(),
            to: To::File(file),
        }
    }

    /// Creates a file or empties it, unless something was written.
    ///
    /// # Errors
    /// It cannot be written, or another run has created and written it.
    pub(super) fn begin(&mut self) -> anyhow::Result<()> {
        self.begin_with(AppendFile::empty)
    }

    /// Cuts a file, unless something was written.
    ///
    /// # Errors
    /// It cannot be cut.
    pub(super) fn begin_behind(&mut self, length: u64) -> anyhow::Result<()> {
        self.begin_with(|file| file.cut(length))
    }

    fn begin_with(
        &mut self,
        prepare: impl FnOnce(&AppendFile) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let To::Waiting(locked) = &mut self.to else {
            return Ok(());
        };
        let opened = match locked.take() {
            Some(file) => Ok(file),
            None => AppendFile::create_locked(&self.path),
        };
        let begun = opened.and_then(|file| prepare(&file).map(|()| file));
        self.to = To::File(begun.with_context(|| self.path.display().to_string())?);
        Ok(())
    }

    /// Ends an output to which perhaps nothing was written: a file that was there stays as it was, with a warning. Another one is
    /// empty.
    ///
    /// # Errors
    /// It cannot be created.
    pub(super) fn finish(&mut self) -> anyhow::Result<()> {
        match &self.to {
            To::Waiting(Some(_)) => {
                warn_unchanged(&self.path);
                Ok(())
            }
            _ => self.begin(),
        }
    }

    /// Writes a text.
    ///
    /// # Errors
    /// It cannot be written. A closed stdout is an error like others.
    pub(super) fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.begin()?;
        let bytes = text.as_bytes();
        match &mut self.to {
            To::Stdout(out) => Ok(out.write_all(bytes).and_then(|()| out.flush())?),
            To::File(file) => file
                .push(bytes)
                .with_context(|| self.path.display().to_string()),
            // `begin` has opened it.
            To::Waiting(_) => Ok(()),
        }
    }
}

/// Writes to an output. One whose reader has gone away is dropped if there are files to go on for.
///
/// # Errors
/// It cannot be written.
pub(super) fn write_or_drop<T>(
    output: &mut Option<T>,
    has_files: bool,
    write: impl FnOnce(&mut T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let Some(open) = output else {
        return Ok(());
    };
    match write(open) {
        Err(error) if has_files && is_closed(&error) => {
            *output = None;
            Ok(())
        }
        written => written,
    }
}

/// A file that is replaced when it is finished, or stdout.
pub(super) enum AtomicSink {
    Stdout(Sink),
    File(AtomicFile),
}

impl AtomicSink {
    /// Begins a file; `-` is stdout.
    ///
    /// # Errors
    /// The file could not be written.
    pub(super) fn create(path: &Path) -> anyhow::Result<Self> {
        match is_stdout(path) {
            true => Ok(Self::Stdout(Sink::create(path)?)),
            false => {
                let file = AtomicFile::create(path).with_context(|| path.display().to_string())?;
                Ok(Self::File(file))
            }
        }
    }

    /// Writes a text.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn write(&mut self, text: &str) -> anyhow::Result<()> {
        match self {
            Self::Stdout(sink) => sink.write(text),
            Self::File(file) => {
                let written = file.write_all(text.as_bytes());
                written.with_context(|| file.path().display().to_string())
            }
        }
    }

    /// Replaces the file.
    ///
    /// # Errors
    /// It cannot be written. The old one stays as it was.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::Stdout(_) => Ok(()),
            Self::File(file) => {
                let name = file.path().display().to_string();
                file.finish().context(name)
            }
        }
    }
}

/// Whether a path is the name of stdout.
pub(super) fn is_stdout(path: &Path) -> bool {
    let names = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    names.iter().any(|name| path == Path::new(name))
}

/// Whether one of the outputs goes to stdout.
///
/// # Errors
/// More than one of them does; the command line is wrong.
pub(super) fn uses_stdout<'a>(
    outputs: impl IntoIterator<Item = &'a PathBuf>,
) -> anyhow::Result<bool> {
    match outputs.into_iter().filter(|path| is_stdout(path)).count() {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(usage(anyhow!("only one output can go to stdout (-)"))),
    }
}

/// Saves a file as a whole, or writes it to stdout if its name is `-`.
///
/// # Errors
/// It cannot be written. The old file stays as it was.
pub(super) fn save(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if is_stdout(path) {
        let mut out = stdout();
        return Ok(out.write_all(bytes).and_then(|()| out.flush())?);
    }
    replace_file(path, |file| file.write_all(bytes)).with_context(|| path.display().to_string())
}

/// Saves files that belong together: none is replaced before all are written. The largest one is replaced first, since it is
/// the one that may find no room. An error while they are replaced can leave some of them new.
///
/// # Errors
/// One of them cannot be written.
pub(super) fn save_together<const N: usize>(files: [(&Path, &[u8]); N]) -> anyhow::Result<()> {
    let mut files = files;
    files.sort_by_key(|(_, bytes)| std::cmp::Reverse(bytes.len()));
    let file = |(path, bytes): (&Path, &[u8])| {
        AtomicFile::of(path, bytes).with_context(|| path.display().to_string())
    };
    let files_to_replace: Vec<AtomicFile> =
        files.into_iter().map(file).collect::<Result<_, _>>()?;
    for file in files_to_replace {
        let name = file.path().display().to_string();
        file.finish().context(name)?;
    }
    Ok(())
}

/// Fails if the output of a flag is a file of games: `--json *.sgf` would take the first game for the output.
///
/// # Errors
/// The file exists, and its name is that of games.
pub(super) fn refuse_game_file(flag: &str, path: &Path) -> anyhow::Result<()> {
    if path.is_file() && FileFormat::from_path(path).is_some() {
        let path = path.display();
        bail!(
            "{flag} {path}: this is a file of games; {flag} expects the name of the file to write"
        );
    }
    Ok(())
}

/// Fails if a file would be lost that exists.
///
/// # Errors
/// The file exists.
pub(super) fn refuse_existing(path: &Path) -> anyhow::Result<()> {
    if is_existing(path) {
        let path = path.display();
        bail!("{path}: the file exists; --force replaces it");
    }
    Ok(())
}

/// Whether an output is a file that exists. Streams such as `/dev/stdout` have no contents to lose.
pub(super) fn is_existing(path: &Path) -> bool {
    !is_stdout(path) && path.is_file() && !is_stream(path)
}

/// Warns of an output for which there is nothing.
pub(super) fn warn_unchanged(path: &Path) {
    let path = path.display();
    log::warn!("{path}: the file stays as it was, since there is nothing to write to it");
}

/// Checks that [`save`] can write the file of a flag, before the work that makes its contents: a file that no input
/// is, and not stdout, which has text.
///
/// # Errors
/// The reason why it cannot.
pub(super) fn check_file<'a>(
    flag: &str,
    path: &'a PathBuf,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> anyhow::Result<()> {
    refuse_stdout(flag, path)?;
    check_distinct(inputs, [path])?;
    check(path)
}

/// Fails if the file of a flag is stdout, which has text.
///
/// # Errors
/// The path is that of standard output; the command line is wrong.
pub(super) fn refuse_stdout(flag: &str, path: &Path) -> anyhow::Result<()> {
    if is_stdout(path) {
        let path = path.display();
        return Err(usage(anyhow!(
            "{flag} {path}: text goes to standard output already; expected the name of a file"
        )));
    }
    Ok(())
}

/// Fails if the file of a flag, which is read and written, is a device or a pipe.
///
/// # Errors
/// It is; the command line is wrong.
pub(super) fn refuse_stream(flag: &str, path: &Path) -> anyhow::Result<()> {
    if is_stream(path) {
        let path = path.display();
        return Err(usage(anyhow!(
            "{flag} {path}: this is a device or a pipe; expected a regular file or a new name"
        )));
    }
    Ok(())
}

/// Checks that [`save`] can write a file, before the work that makes its contents.
///
/// # Errors
/// The reason why it cannot.
pub(super) fn check(path: &Path) -> anyhow::Result<()> {
    match is_stdout(path) {
        true => Ok(()),
        false => check_writable(path).with_context(|| path.display().to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_is_replaced_if_one_cannot_be_begun() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        save_together([(&one, b"first"), (&other, b"1")]).unwrap();
        std::fs::remove_file(&other).unwrap();
        std::fs::create_dir(&other).unwrap();
        // A folder is no file to replace.
        let error = save_together([(&one, b"second"), (&other, b"2")]).unwrap_err();
        assert!(format!("{error:#}").contains("other: "), "{error:#}");
        assert_eq!(std::fs::read(&one).unwrap(), b"first");
        std::fs::remove_dir(&other).unwrap();
        save_together([(&one, b"third"), (&other, b"longer")]).unwrap();
        assert_eq!(std::fs::read(&one).unwrap(), b"third");
        assert_eq!(std::fs::read(&other).unwrap(), b"longer");
    }
}
