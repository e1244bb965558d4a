//! The examples from which inputs are made: files of the other tests, and `tests/data/fuzz`.

use flipfive::format::wthor::{self, Header, NameFiles};
use flipfive::format::{game_file, game_file::GameReader};
use std::path::{Path, PathBuf};

/// Inputs.
pub(super) type Examples = Vec<Box<[u8]>>;

/// Between the examples of a file.
const SEPARATOR: &str = "%%\n";

fn below_tests(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(path)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn texts(path: &str) -> Vec<String> {
    let entries = std::fs::read_dir(below_tests(path)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    // The order of a folder differs between systems.
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn bytes(texts: impl IntoIterator<Item = impl AsRef<str>>) -> Examples {
    texts
        .into_iter()
        .map(|text| text.as_ref().as_bytes().into())
        .collect()
}

/// The examples of a file of `tests/data/fuzz`.
pub(super) fn file(name: &str) -> Examples {
    bytes(read(&below_tests(&format!("data/fuzz/{name}.txt"))).split(SEPARATOR))
}

/// The files of a folder of `tests/data`. Of a suite of positions, each line is an example.
pub(super) fn folder(name: &str) -> Examples {
    let texts = texts(&format!("data/{name}"));
    match name {
        "obf" => bytes(texts.iter().flat_map(|text| text.lines())),
        _ => bytes(texts),
    }
}

/// What the hosts send in the transcripts of some folders.
pub(super) fn transcripts(folders: &[&str]) -> Examples {
    let texts = folders
        .iter()
        .flat_map(|folder| texts(&format!("transcripts/{folder}")));
    bytes(texts.map(|text| {
        let sent = text.lines().filter_map(|line| line.strip_prefix("> "));
        // Each search ends before the next line comes.
        sent.map(|line| format!("{line}\n!done\n"))
            .collect::<String>()
    }))
}

/// Files of every format of text.
pub(super) fn any_format() -> Examples {
    let folders = ["sgf", "ggf", "obf"].into_iter().flat_map(folder);
    let files = ["psq", "transcript", "pos", "puzzle"]
        .into_iter()
        .flat_map(file);
    folders.chain(files).collect()
}

/// Databases of WTHOR with the games of the transcripts.
pub(super) fn wthor() -> Examples {
    let text = read(&below_tests("data/fuzz/transcript.txt")).replace(SEPARATOR, "");
    let mut names = NameFiles::default();
    let games: Vec<_> = GameReader::from_text(&text, game_file::ReadOptions::default())
        .filter_map(|game| wthor::write_game(&game.ok()?.game, &mut names).ok())
        .collect();
    assert!(games.len() > 1);
    let database = |games: &[[u8; wthor::GAME_LENGTH]]| {
        let header = Header {
            games: games.len() as u32,
            year: 1998,
        };
        let header = header.write(0, jiff::civil::date(1998, 5, 1));
        [&header[..], games.concat().as_slice()].concat().into()
    };
    vec![database(&games[..1]), database(&games)]
}
