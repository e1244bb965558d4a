//! Atomic replacement of files, and files that only grow by whole records.
//!
//! A file that is replaced is written under another name in the same folder, and renamed when it is
//! complete. Links are followed, and the new file has the permissions of the old one. A file that grows ends
//! with a whole part, also after an error. What is no regular file, such as a pipe or `/dev/stdout`, is written
//! directly.

mod lock;

pub(crate) use lock::open_locked;

use lock::in_use;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// More links than this are a circle.
const MAX_LINKS: usize = 40;

/// What a path leads to.
enum Target {
    /// A regular file at the end of all links; `None` if there is none yet.
    File(PathBuf, Option<Metadata>),
    /// A pipe, a device, or a file that is open already: it has no contents to be replaced.
    Stream,
}

impl Target {
    /// # Errors
    /// The path leads to a folder, or cannot be followed.
    fn of(path: &Path) -> io::Result<Self> {
        if path.to_string_lossy().ends_with(std::path::is_separator) {
            return Err(is_folder());
        }
        let mut path = path.to_owned();
        for _ in 0..MAX_LINKS {
            if is_open_already(&path) {
                return Ok(Self::Stream);
            }
            let found = match path.symlink_metadata() {
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    return Ok(Self::File(path, None));
                }
                found => found?,
            };
            if found.is_symlink() {
                path = folder_of(&path).join(path.read_link()?);
            } else if found.is_dir() {
                return Err(is_folder());
            } else if found.is_file() {
                return Ok(Self::File(path, Some(found)));
            } else {
                return Ok(Self::Stream);
            }
        }
        Err(io::Error::other("too many symbolic links"))
    }
}

/// Whether a path leads to a pipe, a device, or a file that is open already, such as `/dev/stdout`.
pub(crate) fn is_stream(path: &Path) -> bool {
    matches!(Target::of(path), Ok(Target::Stream))
}

fn is_folder() -> io::Error {
    io::Error::new(ErrorKind::IsADirectory, "expected a file, not a folder")
}

/// Whether a path names what this process has open, such as `/dev/stdout`, or the null device of Windows.
fn is_open_already(path: &Path) -> bool {
    let names = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];
    names.iter().any(|name| path.starts_with(name))
        || cfg!(windows) && path.as_os_str().eq_ignore_ascii_case("nul")
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Writes the name of a new file to the disk, so that the file survives a power failure.
pub(crate) fn sync_folder_of(path: &Path) -> io::Result<()> {
    // Windows cannot open folders, and needs no such call.
    match cfg!(windows) {
        true => Ok(()),
        false => File::open(folder_of(path))?.sync_all(),
    }
}

/// An error of a new file in a folder. The name of the new file would say nothing.
fn cannot_create(folder: &Path, error: &io::Error) -> io::Error {
    let folder_name = folder.display();
    let text = match folder.metadata() {
        Err(_) => format!("the folder {folder_name} does not exist"),
        Ok(found) if !found.is_dir() => format!("{folder_name} is not a folder"),
        Ok(_) => format!(
            "cannot create a file in the folder {folder_name}: {}",
            error.kind()
        ),
    };
    io::Error::new(error.kind(), text)
}

/// A new file in the folder of `path`, to replace `old`.
fn temp_file_beside(path: &Path, old: Option<&Metadata>) -> io::Result<NamedTempFile> {
    if old.is_some() {
        // The folder decides whether a file can be replaced. The file itself may forbid it, too.
        OpenOptions::new().write(true).open(path)?;
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".flipfive-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Less those that the process masks.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let folder = folder_of(path);
    let new = builder.tempfile_in(folder);
    let new = new.map_err(|error| cannot_create(folder, &error))?;
    if let Some(old) = old {
        keep_access(new.as_file(), old)?;
    }
    Ok(new)
}

/// Gives a file the owner and the permissions of another one.
fn keep_access(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let now = file.metadata()?;
        if (now.uid(), now.gid()) != (old.uid(), old.gid()) {
            // Only some users may give files away. For the others, the new file is their own.
            let _ = fchown(file, Some(old.uid()), Some(old.gid()));
        }
    }
    file.set_permissions(old.permissions())
}

/// Writes a file beside the old one, and replaces the old one only when the new one is complete.
///
/// # Errors
/// The file cannot be written. The old one stays as it was.
pub(crate) fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let (path, old) = match Target::of(path)? {
        Target::Stream => return write(&mut OpenOptions::new().append(true).open(path)?),
        Target::File(path, old) => (path, old),
    };
    // It is deleted when it is dropped.
    let mut new = temp_file_beside(&path, old.as_ref())?;
    write(new.as_file_mut())?;
    new.as_file().sync_all()?;
    new.persist(&path).map_err(|error| error.error)?;
    if let Err(error) = sync_folder_of(&path) {
        // The file has its name already. Some file systems do not know the call.
        log::debug!("{}: {error}", path.display());
    }
    Ok(())
}

/// Checks that [`replace_file`] can write a file.
///
/// # Errors
/// The reason why it cannot.
pub(crate) fn check_writable(path: &Path) -> io::Result<()> {
    match Target::of(path)? {
        // Opening a pipe waits for its reader.
        Target::Stream => Ok(()),
        Target::File(path, old) => temp_file_beside(&path, old.as_ref()).map(drop),
    }
}

/// A file that replaces another one when it is finished. Until then it has no name, so that nothing is left of
/// it if the process is killed. On Windows it has a name, and the system deletes it with the process.
pub(crate) struct AtomicFile {
    path: PathBuf,
    file: BufWriter<File>,
}

impl AtomicFile {
    /// Begins a file.
    ///
    /// # Errors
    /// It could not be written.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let file = match Target::of(path)? {
            Target::Stream => tempfile::tempfile()?,
            Target::File(target, old) => {
                temp_file_beside(&target, old.as_ref())?;
                let folder = folder_of(&target);
                tempfile::tempfile_in(folder).map_err(|error| cannot_create(folder, &error))?
            }
        };
        Ok(Self {
            path: path.to_owned(),
            file: BufWriter::with_capacity(1 << 16, file),
        })
    }

    /// A file that consists of these bytes, written up to its end.
    ///
    /// # Errors
    /// It could not be written.
    pub(crate) fn of(path: &Path, bytes: &[u8]) -> io::Result<Self> {
        let mut file = Self::create(path)?;
        file.write_all(bytes)?;
        file.flush()?;
        Ok(file)
    }

    /// The file to be replaced.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the file.
    ///
    /// # Errors
    /// The file cannot be written. The old one stays as it was.
    pub(crate) fn finish(self) -> io::Result<()> {
        let mut file = self.file.into_inner().map_err(io::Error::from)?;
        file.seek(SeekFrom::Start(0))?;
        replace_file(&self.path, |out| io::copy(&mut file, out).map(drop))
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// A file that grows by whole parts, which others can read at once.
pub(crate) struct AppendFile {
    path: PathBuf,
    /// Open for appending, or locked, so that nobody else appends.
    file: File,
}

impl AppendFile {
    /// Empties a file, or creates it.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let file = Self::append(path)?;
        file.empty()?;
        Ok(file)
    }

    /// Continues a file, or creates it.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn append(path: &Path) -> io::Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            file: OpenOptions::new().append(true).create(true).open(path)?,
        })
    }

    /// Opens a file that is there to continue it, and keeps out other processes that lock it; `None` for a file that is not
    /// there and for what has no contents to be lost.
    ///
    /// # Errors
    /// Another process has locked it, or it cannot be opened.
    pub(crate) fn lock(path: &Path) -> io::Result<Option<Self>> {
        match Target::of(path)? {
            Target::File(_, Some(_)) => Self::open_locked(path).map(Some),
            _ => Ok(None),
        }
    }

    /// Opens what [`AppendFile::lock`] found nothing to lock for. A file is created and locked.
    ///
    /// # Errors
    /// It cannot be opened, or another process has written it in the meantime.
    pub(crate) fn create_locked(path: &Path) -> io::Result<Self> {
        if is_stream(path) {
            return Self::append(path);
        }
        let file = Self::open_locked(path)?;
        match file.length()? {
            Some(1..) => Err(in_use()),
            _ => Ok(file),
        }
    }

    fn open_locked(path: &Path) -> io::Result<Self> {
        let file = open_locked(path)?;
        let path = path.to_owned();
        Ok(Self { path, file })
    }

    /// The length; `None` if it is no regular file.
    ///
    /// # Errors
    /// It cannot be found out.
    pub(crate) fn length(&self) -> io::Result<Option<u64>> {
        let found = self.file.metadata()?;
        Ok(found.is_file().then_some(found.len()))
    }

    /// Cuts the file.
    ///
    /// # Errors
    /// It cannot be cut.
    pub(crate) fn cut(&self, length: u64) -> io::Result<()> {
        match self.file.set_len(length) {
            // Windows cuts a file only through a handle that may write anywhere. Elsewhere the file may have got
            // another name.
            Err(_) if cfg!(windows) => OpenOptions::new()
                .write(true)
                .open(&self.path)?
                .set_len(length),
            cut => cut,
        }
    }

    /// Empties the file. A pipe, a device, or a file that is open already keeps what it has.
    ///
    /// # Errors
    /// It cannot be emptied.
    pub(crate) fn empty(&self) -> io::Result<()> {
        match self.length()?.is_some() && matches!(Target::of(&self.path)?, Target::File(..)) {
            true => self.cut(0),
            false => Ok(()),
        }
    }

    /// Appends a part with one call, and takes back what was written of it if that fails.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn push(&mut self, part: &[u8]) -> io::Result<()> {
        let length = self.length()?;
        if let Some(length) = length {
            // A file that is locked is not open for appending.
            self.file.seek(SeekFrom::Start(length))?;
        }
        self.file.write_all(part).inspect_err(|_| {
            if let Some(length) = length {
                // The error of the write says more.
                let _ = self.cut(length);
            }
        })
    }
}

/// Checks that a file can be appended to, without changing it.
///
/// # Errors
/// The reason why it cannot.
pub(crate) fn check_appendable(path: &Path) -> io::Result<()> {
    match Target::of(path)? {
        Target::Stream => Ok(()),
        Target::File(path, Some(_)) => OpenOptions::new().append(true).open(path).map(drop),
        Target::File(path, None) => temp_file_beside(&path, None).map(drop),
    }
}

#[cfg(test)]
mod tests;
