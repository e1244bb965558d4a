//! The order of the layers, no circles of files, and the sizes of files and folders, read off the sources.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::Visit;
use syn::{Attribute, File, Item, ItemUse, UseTree, Visibility};

/// The layers of the crate, lowest first. A layer uses only layers of a lower line.
const LAYERS: &[&[&str]] = &[
    &["util"],
    &["game"],
    &["search"],
    &["othello", "gomoku"],
    &["engine"],
    &["format"],
    &["session"],
    &["protocol"],
    &["engines"],
    &["tournament"],
    &["analysis", "puzzles"],
    &["report"],
    &["train"],
    &["play"],
    &["cli"],
];

/// The layers within the games, lowest first.
const GAME_LAYERS: &[&str] = &["rules", "patterns", "eval", "state", "search"];

/// Lines of code (without comments, blank lines, and unit tests) that a file may have.
const LONGEST_FILE: usize = 500;

/// Lines, with comments and tests, that the files of a folder may have together; folders inside it count on their own.
const LARGEST_FOLDER: usize = 5_000;

/// A source file of the library.
struct Source {
    /// Below `src`, with forward slashes.
    path: String,
    /// The module that the file is: `["othello", "rules"]` for `othello/rules/mod.rs`.
    module: Vec<String>,
    text: String,
    syntax: File,
}

/// All sources of the library but `lib.rs` and `main.rs`, unit tests in files of their own left out.
fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    let mut found: Vec<Source> = paths
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            let inside = path.strip_prefix(&root).unwrap().to_str().unwrap();
            let path = inside.replace('\\', "/");
            let mut module: Vec<String> = path
                .trim_end_matches(".rs")
                .split('/')
                .map(str::to_owned)
                .collect();
            if module.last().is_some_and(|name| name == "mod") {
                module.pop();
            }
            let syntax =
                syn::parse_file(&text).unwrap_or_else(|error| panic!("src/{path}: {error}"));
            Source {
                path,
                module,
                text,
                syntax,
            }
        })
        .filter(|source| !matches!(source.path.as_str(), "lib.rs" | "main.rs"))
        .collect();
    let tests: BTreeSet<Vec<String>> = found.iter().flat_map(test_modules).collect();
    found.retain(|source| {
        (1..=source.module.len()).all(|length| !tests.contains(&source.module[..length]))
    });
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Whether an item is compiled for tests alone.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|path| path.is_ident("test"))
    })
}

/// The modules that a file declares for tests alone.
fn test_modules(source: &Source) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for item in &source.syntax.items {
        if let Item::Mod(module) = item
            && is_test(&module.attrs)
        {
            let mut path = source.module.clone();
            path.push(module.ident.to_string());
            found.push(path);
        }
    }
    found
}

/// What a name that a module makes known stands for: an absolute path in the crate.
type Names = BTreeMap<String, Vec<String>>;

/// The paths that a file mentions, made absolute, and the names that it hands on to others.
struct Mentions<'a> {
    module: &'a [String],
    /// Modules whose parent is this file.
    children: &'a BTreeSet<String>,
    paths: BTreeSet<Vec<String>>,
    exports: Names,
    globs: Vec<Vec<String>>,
}

impl Mentions<'_> {
    /// The absolute form of a path of the crate, or `None` for paths of other crates and local names.
    fn absolute(&self, path: &[String]) -> Option<Vec<String>> {
        let mut base = self.module.to_vec();
        let mut rest = path;
        match rest.first()?.as_str() {
            "crate" => {
                base.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|part| part == "super") {
                    base.pop();
                    rest = &rest[1..];
                }
            }
            child if self.children.contains(child) => {}
            _ => return None,
        }
        base.extend(rest.iter().cloned());
        Some(base)
    }

    fn mention(&mut self, path: &[String]) {
        if let Some(path) = self.absolute(path) {
            self.paths.insert(path);
        }
    }

    fn tree(&mut self, prefix: &mut Vec<String>, tree: &UseTree, exported: bool) {
        let (name, renamed) = match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.tree(prefix, &path.tree, exported);
                prefix.pop();
                return;
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.tree(prefix, tree, exported);
                }
                return;
            }
            UseTree::Glob(_) => {
                if let Some(path) = self.absolute(prefix) {
                    if exported {
                        self.globs.push(path.clone());
                    }
                    self.paths.insert(path);
                }
                return;
            }
            UseTree::Name(name) => (name.ident.to_string(), name.ident.to_string()),
            UseTree::Rename(rename) => (rename.ident.to_string(), rename.rename.to_string()),
        };
        let mut path = prefix.clone();
        let known_as = if name == "self" {
            path.last().cloned().unwrap_or_default()
        } else {
            path.push(name);
            renamed
        };
        if let Some(path) = self.absolute(&path) {
            if exported {
                self.exports.insert(known_as, path.clone());
            }
            self.paths.insert(path);
        }
    }

    /// Paths in the arguments of macros and in the bodies of `macro_rules!`.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.mention(&std::mem::take(&mut path));
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.mention(&std::mem::take(&mut path));
                    colons = 0;
                    self.tokens(group.stream());
                }
                _ => {
                    self.mention(&std::mem::take(&mut path));
                    colons = 0;
                }
            }
        }
        self.mention(&path);
    }
}

impl<'ast> Visit<'ast> for Mentions<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            Item::Const(item) => &item.attrs,
            Item::Static(item) => &item.attrs,
            Item::Enum(item) => &item.attrs,
            Item::Trait(item) => &item.attrs,
            _ => return syn::visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let exported = !matches!(item.vis, Visibility::Inherited);
        self.tree(&mut Vec::new(), &item.tree, exported);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        // A single name is local, or was imported.
        if parts.len() > 1 {
            self.mention(&parts);
        }
        syn::visit::visit_path(self, path);
    }

    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {
        // `pub(super)` and `pub(in path)` use nothing.
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(call.tokens.clone());
        syn::visit::visit_macro(self, call);
    }
}

/// Which file uses which others, and why: file, used file, path.
fn uses(sources: &[Source]) -> BTreeMap<(String, String), String> {
    let modules: BTreeMap<&[String], &str> = sources
        .iter()
        .map(|source| (source.module.as_slice(), source.path.as_str()))
        .collect();
    let mut mentioned = Vec::new();
    for source in sources {
        let children = modules
            .keys()
            .filter(|module| {
                module.len() == source.module.len() + 1 && module.starts_with(&source.module)
            })
            .map(|module| module[source.module.len()].clone())
            .collect();
        let mut mentions = Mentions {
            module: &source.module,
            children: &children,
            paths: BTreeSet::new(),
            exports: Names::new(),
            globs: Vec::new(),
        };
        mentions.visit_file(&source.syntax);
        let (paths, exports, globs) = (mentions.paths, mentions.exports, mentions.globs);
        mentioned.push((source, paths, exports, globs));
    }
    let exports: BTreeMap<&[String], (&Names, &Vec<Vec<String>>)> = mentioned
        .iter()
        .map(|(source, _, exports, globs)| (source.module.as_slice(), (exports, globs)))
        .collect();
    let defined: BTreeMap<&[String], BTreeSet<String>> = sources
        .iter()
        .map(|source| (source.module.as_slice(), defined_names(&source.syntax)))
        .collect();
    // The file in which the item behind a path stands: names that a module only hands on are followed.
    let file_of = |path: &[String]| {
        let mut path = path.to_vec();
        for _ in 0..8 {
            let length = (0..=path.len())
                .rev()
                .find(|&length| modules.contains_key(&path[..length]))?;
            let Some(name) = path.get(length) else {
                return Some(modules[&path[..length]]);
            };
            let (names, globs) = exports[&path[..length]];
            let next = if defined[&path[..length]].contains(name) {
                None
            } else if let Some(target) = names.get(name) {
                Some(target.clone())
            } else {
                globs
                    .iter()
                    .find(|glob| {
                        defined
                            .get(glob.as_slice())
                            .is_some_and(|names| names.contains(name))
                    })
                    .map(|glob| [glob.as_slice(), std::slice::from_ref(name)].concat())
            };
            match next {
                Some(mut target) if target != path => {
                    target.extend_from_slice(&path[length + 1..]);
                    path = target;
                }
                _ => return Some(modules[&path[..length]]),
            }
        }
        None
    };
    let mut found = BTreeMap::new();
    for (source, paths, _, _) in &mentioned {
        for path in paths {
            if let Some(file) = file_of(path)
                && file != source.path
            {
                found
                    .entry((source.path.clone(), file.to_owned()))
                    .or_insert_with(|| path.join("::"));
            }
        }
    }
    found
}

/// The names of the items that a file defines itself.
fn defined_names(file: &File) -> BTreeSet<String> {
    file.items
        .iter()
        .filter_map(|item| {
            Some(match item {
                Item::Const(item) => item.ident.to_string(),
                Item::Enum(item) => item.ident.to_string(),
                Item::Fn(item) => item.sig.ident.to_string(),
                Item::Macro(item) => item.ident.as_ref()?.to_string(),
                Item::Static(item) => item.ident.to_string(),
                Item::Struct(item) => item.ident.to_string(),
                Item::Trait(item) => item.ident.to_string(),
                Item::Type(item) => item.ident.to_string(),
                _ => return None,
            })
        })
        .collect()
}

/// The height of a file: of its layer, and within a game of the layer there.
fn height(path: &str) -> (usize, usize) {
    let layer = path.split('/').next().unwrap();
    let level = LAYERS
        .iter()
        .position(|layers| layers.contains(&layer.trim_end_matches(".rs")))
        .unwrap_or_else(|| {
            panic!("src/{path} is in no layer of LAYERS: add it there and to lib.rs")
        });
    let inner = path.split('/').nth(1).unwrap_or_default();
    let place = match layer {
        // What stands beside the layers of a game (players, levels, books) may use all of them.
        "othello" | "gomoku" => GAME_LAYERS
            .iter()
            .position(|&name| name == inner)
            .unwrap_or(GAME_LAYERS.len()),
        _ => 0,
    };
    (level, place)
}

#[test]
fn layers_use_only_what_is_below_them() {
    let sources = sources();
    let uses = uses(&sources);
    let mut wrong = Vec::new();
    for ((user, used), path) in &uses {
        let (above, below) = (height(user), height(used));
        let same_room = user.split('/').next() == used.split('/').next();
        if below.0 > above.0 || (below.0 == above.0 && (!same_room || below.1 > above.1)) {
            wrong.push(format!("src/{user} uses src/{used} ({path})"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(uses.len() > 300, "only {} uses were found", uses.len());
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let uses = uses(&sources());
    let mut graph: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (user, used) in uses.keys() {
        graph.entry(user).or_default().insert(used);
    }
    // A file belongs to a circle if it can be reached from itself; files that reach each other are
    // one circle.
    let reach: BTreeMap<&str, BTreeSet<&str>> = graph
        .keys()
        .map(|&start| {
            let mut found = BTreeSet::new();
            let mut open = vec![start];
            while let Some(file) = open.pop() {
                for &next in graph.get(file).into_iter().flatten() {
                    if found.insert(next) {
                        open.push(next);
                    }
                }
            }
            (start, found)
        })
        .collect();
    let circles: BTreeSet<Vec<&str>> = reach
        .iter()
        .filter(|(file, reached)| reached.contains(*file))
        .map(|(file, reached)| {
            reached
                .iter()
                .copied()
                .filter(|other| reach.get(other).is_some_and(|back| back.contains(file)))
                .collect()
        })
        .collect();
    let mut text = String::new();
    for circle in &circles {
        text += "circle:\n";
        for ((user, used), path) in &uses {
            if circle.contains(&user.as_str()) && circle.contains(&used.as_str()) {
                text += &format!("  src/{user} uses src/{used} ({path})\n");
            }
        }
    }
    assert!(circles.is_empty(), "{} circles\n{text}", circles.len());
}

/// Lines of code: no comments, no blank lines, no unit tests.
fn code_lines(text: &str) -> usize {
    text.split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or(text)
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .count()
}

#[test]
fn files_stay_short() {
    let long: Vec<String> = sources()
        .iter()
        .map(|source| (code_lines(&source.text), &source.path))
        .filter(|(lines, _)| *lines > LONGEST_FILE)
        .map(|(lines, path)| format!("src/{path}: {lines} lines of code"))
        .collect();
    assert!(
        long.is_empty(),
        "more than {LONGEST_FILE} lines:\n{}",
        long.join("\n")
    );
}

#[test]
fn folders_stay_small() {
    let mut paths = Vec::new();
    collect(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut paths,
    );
    let mut folders: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for path in paths {
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        let folder = path.parent().unwrap().to_owned();
        *folders.entry(folder).or_default() += lines;
    }
    folders.retain(|_, lines| *lines > LARGEST_FOLDER);
    assert!(
        folders.is_empty(),
        "more than {LARGEST_FOLDER} lines: {folders:?}"
    );
}

#[test]
fn the_reader_of_paths_sees_what_it_should() {
    let text = "use crate::game::{Side, record::{self, Record as R}};\n\
                pub use super::util::rng::*;\n\
                // crate::cli\n\
                fn f() -> crate::format::Text { assert!(x == crate::engine::job::ID); child::g() }\n\
                macro_rules! m { () => { $crate::protocol::gtp::Call } }\n\
                pub(in crate::session) fn g() {}\n\
                #[cfg(test)]\nmod tests { use crate::cli; }";
    let module = ["a".to_owned(), "b".to_owned()];
    let children = BTreeSet::from(["child".to_owned()]);
    let mut mentions = Mentions {
        module: &module,
        children: &children,
        paths: BTreeSet::new(),
        exports: Names::new(),
        globs: Vec::new(),
    };
    mentions.visit_file(&syn::parse_str(text).unwrap());
    let found: Vec<String> = mentions.paths.iter().map(|path| path.join("::")).collect();
    assert_eq!(
        found,
        [
            "a::b::child::g",
            "a::util::rng",
            "engine::job::ID",
            "format::Text",
            "game::Side",
            "game::record",
            "game::record::Record",
            "protocol::gtp::Call",
        ]
    );
    assert_eq!(mentions.globs, [["a", "util", "rng"]]);
}

/// The event loops, and the look whether somebody reads.
const STDOUT_FILES: [&str; 4] = [
    "play/screen/terminal.rs",
    "protocol/analysis/service.rs",
    "protocol/controller.rs",
    "protocol/event_loop.rs",
];

#[test]
fn only_the_event_loops_and_the_sub_commands_touch_stdout() {
    for source in sources() {
        if STDOUT_FILES.contains(&source.path.as_str()) || source.path.starts_with("cli/") {
            continue;
        }
        assert!(
            !source.text.contains("stdout()"),
            "src/{} writes stdout",
            source.path
        );
    }
}
