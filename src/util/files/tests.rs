use super::*;
use std::fs;
use tempfile::TempDir;

fn folder_with(name: &str, text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    (folder, path)
}

fn count(folder: &TempDir) -> usize {
    folder.path().read_dir().unwrap().count()
}

#[test]
fn a_file_is_replaced_when_it_is_complete() {
    let (folder, path) = folder_with("file", "old");
    let failed = replace_file(&path, |file| {
        file.write_all(b"half")?;
        Err(ErrorKind::StorageFull.into())
    });
    assert_eq!(failed.unwrap_err().kind(), ErrorKind::StorageFull);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    check_writable(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    replace_file(&path, |file| file.write_all(b"new")).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(count(&folder), 1);
}

#[test]
fn an_atomic_file_replaces_the_old_one_when_it_is_finished() {
    let (folder, path) = folder_with("file", "old");
    let mut file = AtomicFile::create(&path).unwrap();
    file.write_all(b"0123456789").unwrap();
    // Windows shows the temporary file.
    assert_eq!(
        (fs::read(&path).unwrap(), count(&folder)),
        (b"old".to_vec(), 1 + usize::from(cfg!(windows)))
    );
    drop(file);
    assert_eq!(
        (fs::read(&path).unwrap(), count(&folder)),
        (b"old".to_vec(), 1)
    );
    let mut file = AtomicFile::create(&path).unwrap();
    file.write_all(b"0123456789").unwrap();
    file.seek(SeekFrom::Start(0)).unwrap();
    file.write_all(b"ab").unwrap();
    file.finish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"ab23456789");
    assert_eq!(count(&folder), 1);
}

#[test]
fn errors_name_the_folder() {
    let (folder, path) = folder_with("file", "");
    let error = |path: &Path| check_writable(path).unwrap_err().to_string();
    assert_eq!(error(folder.path()), "expected a file, not a folder");
    assert_eq!(
        error(Path::new("new/")),
        "expected a file, not a folder",
        "the name of a folder"
    );
    let missing = folder.path().join("none");
    let expected = format!("the folder {} does not exist", missing.display());
    assert_eq!(error(&missing.join("file")), expected);
    assert!(check_writable(&path.join("below")).is_err());
    assert_eq!(count(&folder), 1);
}

#[test]
fn an_append_file_keeps_or_loses_its_contents() {
    let (folder, path) = folder_with("file", "old\n");
    check_appendable(&path).unwrap();
    check_appendable(&folder.path().join("new")).unwrap();
    assert!(check_appendable(folder.path()).is_err());
    AppendFile::append(&path).unwrap().push(b"new\n").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old\nnew\n");
    let mut file = AppendFile::create(&path).unwrap();
    assert_eq!(file.length().unwrap(), Some(0));
    file.push(b"a\n").unwrap();
    file.push(b"b\n").unwrap();
    file.cut(2).unwrap();
    file.push(b"c\n").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"a\nc\n");
    assert_eq!(count(&folder), 1);
}

#[test]
fn a_locked_file_has_one_writer_and_stays_as_it_was() {
    let (folder, path) = folder_with("file", "old\n");
    let mut file = AppendFile::lock(&path).unwrap().unwrap();
    let error = AppendFile::lock(&path).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::ResourceBusy);
    assert_eq!(fs::read(&path).unwrap(), b"old\n");
    file.push(b"new\n").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old\nnew\n");
    file.empty().unwrap();
    file.push(b"a\n").unwrap();
    file.push(b"b\n").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"a\nb\n");
    drop(file);
    assert!(AppendFile::lock(&path).unwrap().is_some());
    // One that is not there.
    let new = folder.path().join("new");
    assert!(AppendFile::lock(&new).unwrap().is_none());
    assert!(!new.exists());
    let mut file = AppendFile::create_locked(&new).unwrap();
    assert!(AppendFile::lock(&new).is_err());
    file.push(b"a\n").unwrap();
    drop(file);
    // Another run has made and written it since it was looked for.
    let error = AppendFile::create_locked(&new).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::ResourceBusy);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    fn replace(path: &Path, text: &str) -> io::Result<()> {
        replace_file(path, |file| file.write_all(text.as_bytes()))
    }

    #[test]
    fn permissions_stay_and_new_files_have_those_of_any_other() {
        let (folder, path) = folder_with("file", "old");
        for mode in [0o640, 0o600, 0o664] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            replace(&path, "new").unwrap();
            assert_eq!(path.metadata().unwrap().mode() & 0o777, mode);
        }
        let [ours, other] = ["ours", "other"].map(|name| folder.path().join(name));
        replace(&ours, "").unwrap();
        fs::write(&other, "").unwrap();
        let [ours, other] = [ours, other].map(|path| path.metadata().unwrap().mode());
        assert_eq!(ours, other);
    }

    #[test]
    fn links_stay_links() {
        let (folder, path) = folder_with("file", "old");
        let below = folder.path().join("below");
        fs::create_dir(&below).unwrap();
        let [first, second, dangling] =
            ["first", "second", "dangling"].map(|name| below.join(name));
        symlink("second", &first).unwrap();
        symlink("../file", &second).unwrap();
        symlink(folder.path().join("made"), &dangling).unwrap();
        replace(&first, "new").unwrap();
        replace(&dangling, "made").unwrap();
        assert!(first.is_symlink() && second.is_symlink() && dangling.is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read(folder.path().join("made")).unwrap(), b"made");
        let circle = below.join("circle");
        symlink("circle", &circle).unwrap();
        assert!(replace(&circle, "").is_err());
    }

    #[test]
    fn what_is_no_regular_file_is_written_directly() {
        replace(Path::new("/dev/null"), "nothing").unwrap();
        check_writable(Path::new("/dev/null")).unwrap();
        let mut file = AtomicFile::create(Path::new("/dev/null")).unwrap();
        file.write_all(b"nothing").unwrap();
        file.finish().unwrap();
        assert!(AppendFile::lock(Path::new("/dev/null")).unwrap().is_none());
        AppendFile::create_locked(Path::new("/dev/null")).unwrap();
        let mut file = AppendFile::create(Path::new("/dev/null")).unwrap();
        file.push(b"nothing").unwrap();
        assert_eq!(file.length().unwrap(), None);
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        check_writable(&pipe).unwrap();
        check_appendable(&pipe).unwrap();
        let reader = {
            let pipe = pipe.clone();
            std::thread::spawn(move || fs::read(pipe).unwrap())
        };
        replace(&pipe, "through the pipe").unwrap();
        assert_eq!(reader.join().unwrap(), b"through the pipe");
        assert!(!pipe.metadata().unwrap().is_file());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_named() {
        let full = Path::new("/dev/full");
        let kinds = [
            replace(full, "text").unwrap_err().kind(),
            AppendFile::create(full)
                .and_then(|mut file| file.push(b"text"))
                .unwrap_err()
                .kind(),
        ];
        assert_eq!(kinds, [ErrorKind::StorageFull; 2]);
    }
}
