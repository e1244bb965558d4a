//! Files that are whole or not there.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// The name under which a file is written before it gets its own.
pub(crate) fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    name.into()
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

/// Writes a file beside the old one, and replaces the old one only when the new one is whole.
///
/// # Errors
/// The file cannot be written. The old one stays as it was.
pub(crate) fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let new = temporary_name(path);
    let written = File::create(&new).and_then(|mut file| {
        write(&mut file)?;
        file.sync_all()?;
        std::fs::rename(&new, path)?;
        sync_folder_of(path)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&new);
    }
    written
}

/// Checks that [`replace_file`] can write a file.
///
/// # Errors
/// The reason why it cannot.
pub(crate) fn check_writable(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let new = temporary_name(path);
    File::create(&new)?;
    std::fs::remove_file(new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_file_is_replaced_when_it_is_whole() {
        let folder = std::env::temp_dir().join(format!("flipfive-files-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("file");
        check_writable(&path).unwrap();
        replace_file(&path, |file| file.write_all(b"old")).unwrap();
        let failed = replace_file(&path, |file| {
            file.write_all(b"half")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(failed.is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        assert_eq!(folder.read_dir().unwrap().count(), 1);
        assert!(check_writable(&folder).is_err());
        assert!(check_writable(&path.join("below")).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
