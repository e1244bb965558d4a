//! The signature of the search may only change on purpose.

use crate::support::accepting;
use flipfive::engine::bench::{Bench, SUITES};
use std::path::Path;

#[test]
fn the_signature_is_the_recorded_one() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bench.txt");
    let mut found = String::from(
        "# Nodes and signature of `flipfive bench`, one suite a line. A commit that changes them says\n\
         # so in its message (`Bench: <signature>`), with what was measured.\n",
    );
    let mut total = Bench::default();
    for suite in SUITES {
        let bench = suite.run();
        total = total.then(bench);
        found += &format!("{} {} {:016x}\n", suite.name, bench.nodes, bench.signature);
    }
    found += &format!("total {} {:016x}\n", total.nodes, total.signature);
    if accepting() {
        std::fs::write(&file, &found).unwrap();
        return;
    }
    let recorded = std::fs::read_to_string(&file).unwrap();
    assert_eq!(
        found,
        recorded,
        "the search behaves differently (see {})",
        file.display()
    );
}

#[test]
fn searching_twice_gives_the_same_signature() {
    for suite in SUITES {
        assert_eq!(suite.run(), suite.run(), "{}", suite.name);
    }
}
