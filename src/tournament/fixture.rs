//! Material for tests: matches of random legal games with scores and times, some of which end by faults;
//! empty results; temporary folders.

use crate::engine::Variant;
use crate::engines::{GameSpec, MoveInfo, Termination};
use crate::format::replay;
use crate::game::{DynRecord, Move, Side, Vertex};
use crate::gomoku::Rule;
use crate::tournament::journal::{Games, Journal, JournalError, JournalHeader};
use crate::tournament::referee::game_over;
use crate::tournament::{GameResult, MatchInfo, Ply, Wdl};
use crate::util::rng::Rng;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder that is deleted with the test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let folder = tempfile::Builder::new().prefix(name).tempdir();
        Self(folder.unwrap())
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// Opens a journal to continue it. Returns its games.
pub(crate) fn resume(
    path: &Path,
    header: &JournalHeader,
) -> Result<(Journal, Games), JournalError> {
    let mut games = Games::new();
    let add = |game: GameResult| {
        if !game.is_void() {
            games.insert(game.game, game);
        }
    };
    let journal = Journal::open(path, header, true, add)?;
    Ok((journal, games))
}

pub(crate) const OTHELLO: GameSpec = GameSpec {
    variant: Variant::Othello,
    size: 8,
};

pub(crate) const fn gomoku(rule: Rule, size: u8) -> GameSpec {
    let variant = Variant::Gomoku(rule);
    GameSpec { variant, size }
}

#[track_caller]
pub(crate) fn near(found: f64, expected: f64, within: f64) {
    assert!(
        (found - expected).abs() <= within,
        "found {found}, expected {expected}"
    );
}

pub(crate) const fn wdl(wins: u64, draws: u64, losses: u64) -> Wdl {
    Wdl {
        wins,
        draws,
        losses,
    }
}

/// A result without moves.
pub(crate) fn result(
    game: u32,
    pair: u32,
    black: &str,
    white: &str,
    winner: Option<Side>,
) -> GameResult {
    GameResult {
        game,
        pair,
        black: black.into(),
        white: white.into(),
        variant: "Gomoku".into(),
        size: 15,
        opening: String::new(),
        start: None,
        opening_moves: Vec::new(),
        opening_steps: Vec::new(),
        plies: Vec::new(),
        winner,
        discs: None,
        ending: Termination::Five,
        detail: String::new(),
        began: 0,
        took: 0,
        restarted: Vec::new(),
    }
}

/// A round robin with `pairs` game pairs between each two engines.
pub(crate) fn play(
    variant: Variant,
    size: u8,
    engines: &[&str],
    pairs: u32,
    seed: u64,
) -> Vec<GameResult> {
    let mut rng = Rng::new(seed);
    let mut games = Vec::new();
    let mut clock = 1_769_860_800_000;
    for pair in 0..pairs {
        for a in 0..engines.len() {
            for b in a + 1..engines.len() {
                let (opening, _) = opening(variant, size, &mut rng);
                for colors in [[a, b], [b, a]] {
                    let mut game = one(variant, size, &opening, &mut rng);
                    // Earlier engines are stronger: they may replay a lost game.
                    let lost = |game: &GameResult| match game.winner {
                        None => false,
                        Some(winner) => winner.index() != usize::from(colors[0] > colors[1]),
                    };
                    if lost(&game) && rng.below(3) == 0 {
                        game = one(variant, size, &opening, &mut rng);
                    }
                    game.game = games.len() as u32;
                    game.pair = pair;
                    game.black = engines[colors[0]].into();
                    game.white = engines[colors[1]].into();
                    game.opening = format!("openings.txt:{}", pair % 40 + 1);
                    game.began = clock;
                    clock += game.took + 20;
                    games.push(game);
                }
            }
        }
    }
    games
}

/// The description of such a match.
pub(crate) fn title(engines: &[&str]) -> MatchInfo {
    MatchInfo {
        name: "Sample match".into(),
        engines: engines.iter().map(|name| (*name).to_owned()).collect(),
        time: "1+0.01".into(),
        settings: vec![
            (
                "Openings".into(),
                "openings.txt, in order, colours exchanged".into(),
            ),
            ("Margin".into(), "20 ms".into()),
            ("Concurrency".into(), "2".into()),
        ],
        ratings: BTreeMap::new(),
        scheduled: None,
        format: None,
    }
}

fn random_move(variant: Variant, record: &dyn DynRecord, rng: &mut Rng) -> Move {
    let legal = record.legal();
    if variant == Variant::Othello {
        return legal[rng.below(legal.len() as u64) as usize];
    }
    let stones: Vec<Vertex> = record
        .current()
        .stones()
        .map(|(_, vertex)| vertex)
        .collect();
    let near = |mv: &Move| {
        let close = |a: u8, b: u8| a.abs_diff(b) <= 1;
        mv.vertex().is_some_and(|v| {
            stones
                .iter()
                .any(|s| close(s.col, v.col) && close(s.row, v.row))
        })
    };
    let around: Vec<Move> = legal.iter().copied().filter(near).collect();
    let choice = if around.is_empty() { &legal } else { &around };
    for &mv in choice {
        let mut trial = record.boxed();
        if trial.play(record.side(), mv).is_ok()
            && trial.outcome().is_some_and(|o| o.winner.is_some())
        {
            return mv;
        }
    }
    choice[rng.below(choice.len() as u64) as usize]
}

fn opening(variant: Variant, size: u8, rng: &mut Rng) -> (Vec<String>, Box<dyn DynRecord>) {
    let mut record = variant.new_record(size).expect("a size that can be played");
    let mut names = Vec::new();
    if variant != Variant::Othello {
        let centre = Move::Place(Vertex::new(size / 2, size / 2));
        record.play(Side::Black, centre).expect("an empty board");
        names.push(centre.to_string());
    }
    while names.len() < 4 {
        let mv = random_move(variant, record.as_ref(), rng);
        record.play(record.side(), mv).expect("a legal move");
        names.push(mv.to_string());
    }
    (names, record)
}

/// A game of random moves from an opening.
fn one(variant: Variant, size: u8, opening: &[String], rng: &mut Rng) -> GameResult {
    let mut record = variant.new_record(size).expect("a size that can be played");
    for name in opening {
        let mv = Move::from_name(name, size).expect("a move");
        let side = record.side();
        replay(record.as_mut(), side, mv).expect("a legal opening");
    }
    let mut plies = Vec::new();
    let mut value = 0.0;
    let mut game = GameResult {
        variant: variant.name().into(),
        size,
        opening_moves: opening.to_vec(),
        ending: Termination::MoveLimit,
        ..result(0, 0, "", "", None)
    };
    let fault = match rng.below(40) {
        0 => Some((Termination::Time, "exceeded its clock by 132 ms")),
        1 => Some((Termination::Crash, "closed its output (exit code 3)")),
        2 => Some((Termination::Illegal, "played z9, which is not on the board")),
        3 => Some((Termination::Resign, "resigned")),
        _ => None,
    };
    let until = 10 + rng.below(20) as usize;
    while record.outcome().is_none() {
        let side = record.side();
        if let Some((ending, text)) = fault.filter(|_| plies.len() >= until) {
            game.winner = Some(side.other());
            game.ending = ending;
            game.detail = format!("{side} {text}");
            break;
        }
        let mv = random_move(variant, record.as_ref(), rng);
        replay(record.as_mut(), side, mv).expect("a legal move");
        value += rng.below(200) as f64 / 50.0 - 2.0;
        let own = if side == Side::Black { value } else { -value };
        let ms = 2.0 + rng.below(4000) as f64 / 100.0;
        let depth = 6 + rng.below(8) as u32;
        plies.push(Ply {
            name: mv.to_string(),
            ms,
            info: MoveInfo {
                value: Some((own * 100.0).round() / 100.0),
                mate: (rng.below(60) == 0).then_some(5),
                claimed: false,
                depth: Some(depth),
                nodes: Some(rng.below(100_000) + 1000),
                ..MoveInfo::default()
            },
        });
    }
    if let Some(outcome) = record.outcome() {
        let decision = game_over(outcome);
        game.winner = decision.winner;
        game.ending = decision.termination;
        game.detail = decision.detail;
        game.discs = decision.discs;
    }
    game.took = plies.iter().map(|ply| ply.ms).sum::<f64>() as u64;
    game.plies = plies;
    game
}
