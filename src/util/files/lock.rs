//! Files that one process writes at a time.

#[cfg(not(windows))]
use std::fs::TryLockError;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

/// The error of a file that another process writes.
pub(super) fn in_use() -> io::Error {
    let text = "another run writes this file; wait for its end, or give another name";
    io::Error::new(ErrorKind::ResourceBusy, text)
}

/// Opens a file for reading and writing, or creates it, and keeps other writers out that lock it, too.
///
/// # Errors
/// Another process has locked it ([`ErrorKind::ResourceBusy`]), or it cannot be opened.
#[cfg(not(windows))]
pub(crate) fn open_locked(path: &Path) -> io::Result<File> {
    const TRIES: u32 = 3;
    for _ in 0..TRIES {
        let file = lock(path)?;
        // The process that held the lock may have given the name to a new file.
        if is_at(path, &file) {
            return Ok(file);
        }
    }
    // The file system does not tell its files apart.
    lock(path)
}

/// Whether an open file still has its name.
#[cfg(not(windows))]
fn is_at(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (path.metadata(), file.metadata()) {
        (Ok(found), Ok(open)) => (found.dev(), found.ino()) == (open.dev(), open.ino()),
        _ => false,
    }
}

/// Opens a file, or creates it, and locks it.
#[cfg(not(windows))]
fn lock(path: &Path) -> io::Result<File> {
    use std::time::Duration;
    /// How often a busy lock is tried again, and the pause before each try.
    const TRIES: u32 = 20;
    const PAUSE: Duration = Duration::from_millis(10);

    let file = writable().open(path)?;
    // A child process inherits the lock of a closed file until it executes its program, so a busy
    // lock is tried again for a while.
    let mut locked = file.try_lock();
    for _ in 0..TRIES {
        if !matches!(locked, Err(TryLockError::WouldBlock)) {
            break;
        }
        std::thread::sleep(PAUSE);
        locked = file.try_lock();
    }
    match locked {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(in_use()),
        // Some network file systems do not support locks.
        Err(TryLockError::Error(error)) => {
            log::warn!("{}: cannot lock the file: {error}", path.display())
        }
    }
    Ok(file)
}

/// Opens a file for reading and writing, or creates it, and keeps other writers out. A lock would keep readers out, too.
///
/// # Errors
/// Another process writes it ([`ErrorKind::ResourceBusy`]), or it cannot be opened.
#[cfg(windows)]
pub(crate) fn open_locked(path: &Path) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt;
    const FILE_SHARE_READ: u32 = 1;
    const FILE_SHARE_DELETE: u32 = 4;
    const ERROR_SHARING_VIOLATION: i32 = 32;

    let shared = FILE_SHARE_READ | FILE_SHARE_DELETE;
    let opened = writable().share_mode(shared).open(path);
    opened.map_err(|error| match error.raw_os_error() {
        Some(ERROR_SHARING_VIOLATION) => in_use(),
        _ => error,
    })
}

fn writable() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options
}
