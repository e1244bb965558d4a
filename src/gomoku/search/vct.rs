//! VCT (victory by continuous threats): a proof search for attacks in which every move threatens a
//! win by fours.
//!
//! The attacker may play fours, and moves after which a defender who passes loses by fours. The number
//! of these fours is the *depth* of the threat: an open three has depth 1, the quiet moves that Renju
//! players call fukumi have depth 2 or 3.
//!
//! Depth-first proof-number search (df-pn, Nagai 2002) with weak proof numbers (Ueda et al. 2008): where
//! all moves have to be solved, the largest number of a move counts, and one for each other move. Their
//! sum would count a position once for every order of moves that leads there, and grow without bound.
//!
//! The defender's answers do not come from patterns, since a missing answer would make the proof
//! wrong. Instead, a line of fours that wins after a pass is computed. A stone outside its
//! [`defence_zone`] cannot change that line; every other legal cell is an answer, unless
//! the attacker still wins by fours after it. So no answer is missing, counter-fours and fouls
//! included, and few superfluous ones are searched.

mod node;

use crate::game::Side;
use crate::gomoku::patterns::{Pattern4, PointSet};
use crate::gomoku::rules::{DIRECTIONS, Point, RuleType};
use crate::gomoku::search::vcf::Vcf;
use crate::gomoku::state::{ForcedReply, State, defence_zone};
use crate::search::NodeCounter;
use node::{Candidate, Expansion, INFINITE, Kind, Moves, Node, Numbers};
use rustc_hash::FxHashMap;

/// The largest depth of a threat.
pub(crate) const MAX_THREAT_DEPTH: u32 = 3;

/// The most attacks of the win by fours that ends a line. Longer ones are found move by move.
const FINAL_FOURS: u32 = 10;

/// Remembered positions that take a megabyte.
const NODES_PER_MB: usize = 10_000;

/// The memory of a search in megabytes, unless it gets more.
const MIN_MEMORY: usize = 100;

/// The result of a search for a win by threats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A win.
    Win {
        /// The moves of both sides to the five, against the answers that last longest. Not always a
        /// shortest win.
        line: Vec<Point>,
    },
    /// There is no win by threats within the limit of their depth.
    None,
    /// The search ran out of nodes or memory, or was stopped.
    Unknown,
}

/// A search for a win by continuous threats of the side to move.
pub(crate) struct Vct<'m, 'a> {
    fours: Vcf<'m, 'a>,
    attacker: Side,
    depth: u32,
    nodes: FxHashMap<u64, Node>,
    /// Limit of remembered positions.
    max_nodes: usize,
    /// Solved positions by key: plies to the five and the move that leads there.
    lengths: FxHashMap<u64, (usize, Option<Point>)>,
}

impl<'m, 'a> Vct<'m, 'a> {
    /// A search of at most `budget` nodes, including those of its VCF searches. It also ends when
    /// `counter` stops.
    pub(crate) fn new(counter: &'m mut NodeCounter<'a>, budget: u64) -> Self {
        Self {
            fours: Vcf::new(counter, budget),
            attacker: Side::Black,
            depth: 1,
            nodes: FxHashMap::default(),
            max_nodes: MIN_MEMORY * NODES_PER_MB,
            lengths: FxHashMap::default(),
        }
    }

    /// The same search with about this much memory, if that is more.
    #[must_use]
    pub(crate) fn with_memory(self, megabytes: usize) -> Self {
        let max_nodes = megabytes.max(MIN_MEMORY).saturating_mul(NODES_PER_MB);
        Self { max_nodes, ..self }
    }

    /// A win of the side to move by threats of at most this depth, 1 to [`MAX_THREAT_DEPTH`]. Wins by
    /// shallower threats come first.
    pub(crate) fn solve<R: RuleType>(&mut self, state: &mut State<R>, depth: u32) -> Outcome {
        self.solve_within(state, depth, None)
    }

    /// Like [`Vct::solve`], but the first attack is on one of the cells `first`. For positions without a win
    /// by fours.
    pub(crate) fn solve_from<R: RuleType>(
        &mut self,
        state: &mut State<R>,
        depth: u32,
        first: &PointSet,
    ) -> Outcome {
        self.solve_within(state, depth, Some(first))
    }

    fn solve_within<R: RuleType>(
        &mut self,
        state: &mut State<R>,
        depth: u32,
        first: Option<&PointSet>,
    ) -> Outcome {
        self.attacker = state.side();
        for depth in 1..=depth.clamp(1, MAX_THREAT_DEPTH) {
            self.depth = depth;
            self.nodes.clear();
            self.lengths.clear();
            self.search(state, INFINITE, INFINITE, first);
            let found = self.nodes.get(&state.key()).map(|node| node.numbers);
            if found == Some(Numbers::WON) {
                let mut line = Vec::new();
                // The line costs little compared with the proof, so it has no limit of nodes of its own. The limits of
                // the job still apply.
                self.fours.allow(u64::MAX);
                return match self.append_line(state, &mut line) {
                    Some(()) => Outcome::Win { line },
                    None => Outcome::Unknown,
                };
            }
            if found != Some(Numbers::LOST) {
                return Outcome::Unknown;
            }
        }
        Outcome::None
    }

    /// The attacker's move in a position of the proof that [`Vct::solve`] has found, or after an
    /// answer that the proof leaves out. `None` if it is in neither.
    #[cfg(test)]
    fn reply<R: RuleType>(&mut self, state: &mut State<R>) -> Option<Point> {
        self.fours.allow(u64::MAX);
        let node = self.nodes.get(&state.key());
        if node.is_some_and(|node| node.numbers == Numbers::WON) {
            return self.length(state)?.1;
        }
        let line = self.fours.within(state, FINAL_FOURS)?;
        line.first().copied()
    }

    /// The numbers of the position after a move, for the side to move there.
    fn numbers_after<R: RuleType>(&self, state: &State<R>, candidate: Candidate) -> Numbers {
        let known = self.nodes.get(&state.key_after(candidate.point));
        known.map_or(candidate.initial(), |node| node.numbers)
    }

    /// Searches until one of the numbers of the position reaches its limit. `first`: the cells for its attack; `None` means
    /// all.
    fn search<R: RuleType>(
        &mut self,
        state: &mut State<R>,
        phi_limit: u32,
        delta_limit: u32,
        first: Option<&PointSet>,
    ) {
        let key = state.key();
        let node = self.nodes.get_mut(&key);
        let moves = if let Some(moves) = node.and_then(|node| node.moves.take()) {
            moves
        } else {
            let expansion = if state.side() != self.attacker {
                self.answers(state)
            } else {
                self.attacks(state, first)
            };
            if self.fours.is_over() {
                return;
            }
            match expansion {
                Expansion::Moves(moves) if moves.candidates.is_empty() && moves.quiet.is_none() => {
                    return self.store(key, Numbers::LOST, None);
                }
                Expansion::Moves(moves) => Box::new(moves),
                Expansion::Won => return self.store(key, Numbers::WON, None),
                Expansion::Lost => return self.store(key, Numbers::LOST, None),
            }
        };
        self.search_moves(state, moves, phi_limit, delta_limit);
    }

    /// Searches the most promising move again and again, until one of the numbers of the position
    /// reaches its limit.
    fn search_moves<R: RuleType>(
        &mut self,
        state: &mut State<R>,
        mut moves: Box<Moves>,
        phi_limit: u32,
        delta_limit: u32,
    ) {
        loop {
            let mut numbers = Numbers {
                phi: INFINITE,
                delta: 0,
            };
            let (mut best, mut second) = (None, INFINITE);
            let mut unsolved: u32 = 0;
            let mut count = |point: Option<Point>, child: Numbers| {
                numbers.delta = numbers.delta.max(child.phi);
                unsolved += u32::from(child.phi > 0);
                if child.delta < numbers.phi {
                    second = numbers.phi;
                    numbers.phi = child.delta;
                    best = point;
                } else {
                    second = second.min(child.delta);
                }
            };
            for &candidate in &moves.candidates {
                count(Some(candidate.point), self.numbers_after(state, candidate));
            }
            if moves.quiet.is_some() {
                count(None, Numbers::QUIET);
            }
            let others = unsolved.saturating_sub(1);
            numbers.delta = (numbers.delta + others).min(INFINITE);
            let solved = numbers.phi == 0 || numbers.delta == 0;
            let over = self.fours.is_over();
            if solved || over || numbers.phi >= phi_limit || numbers.delta >= delta_limit {
                let is_refuted = if state.side() == self.attacker {
                    numbers.delta == 0
                } else {
                    numbers.phi == 0
                };
                self.store(state.key(), numbers, (!is_refuted).then_some(moves));
                return;
            }
            let Some(best) = best else {
                self.add_quiet(state, &mut moves);
                continue;
            };
            // The limits of df-pn. A sixteenth more than the second-best number makes the search
            // switch less often between two moves (the 1 + epsilon trick, Pawlewicz and Lew 2007).
            let child_phi = delta_limit - others;
            let child_delta = phi_limit.min((second + second / 16 + 1).min(INFINITE));
            state.make(best);
            self.search(state, child_phi.min(INFINITE), child_delta, None);
            state.undo();
        }
    }

    /// Stores a position.
    fn store(&mut self, key: u64, numbers: Numbers, moves: Option<Box<Moves>>) {
        if self.nodes.len() >= self.max_nodes {
            // Solved positions stay; the search finds the others again.
            self.nodes
                .retain(|_, node| node.numbers.phi == 0 || node.numbers.delta == 0);
            if self.nodes.len() >= self.max_nodes / 2 {
                self.fours.give_up();
            }
        }
        self.nodes.insert(key, Node { numbers, moves });
    }

    /// The attacker's moves, restricted to the cells `first`.
    fn attacks<R: RuleType>(
        &mut self,
        state: &mut State<R>,
        first: Option<&PointSet>,
    ) -> Expansion {
        if self.fours.check_stop() {
            return Expansion::Lost;
        }
        let own = state.side();
        if self.fours.within(state, FINAL_FOURS).is_some() {
            return Expansion::Won;
        }
        let cells = match state.forced_reply() {
            // Only if the VCF search above ran out of nodes.
            ForcedReply::Five => return Expansion::Won,
            ForcedReply::AnswerFive => return answers_to_five(state),
            ForcedReply::AnswerOpenFour => state.answers_to_open_four(own).or(&state.fours(own)),
            ForcedReply::OpenFour | ForcedReply::Free => state.candidates(),
        };
        let cells = first.map_or(cells, |first| cells.and(first));
        let mut moves: Vec<(bool, i32, Point)> = Vec::new();
        let mut quiet = PointSet::default();
        for point in cells.iter() {
            let entry = state.info(own, point);
            let four = match entry.pattern4() {
                Pattern4::OpenThree | Pattern4::OpenThreePlus | Pattern4::DoubleThree => false,
                pattern4 if pattern4 >= Pattern4::Four => true,
                Pattern4::Forbidden => false,
                _ => {
                    // A two or a three that can become a threat.
                    let patterns = state.line_patterns(own, point);
                    if (0..DIRECTIONS).any(|direction| patterns.line(direction).is_promising()) {
                        quiet.insert(point);
                    }
                    continue;
                }
            };
            if !state.is_foul(own, point) {
                moves.push((four, entry.attack(), point));
            }
        }
        // Move ordering decides between moves with equal numbers.
        moves.sort_by(|a, b| b.cmp(a));
        let candidate = |(four, _, point)| Candidate {
            point,
            kind: if four { Kind::Forcing } else { Kind::Three },
        };
        Expansion::Moves(Moves {
            candidates: moves.into_iter().map(candidate).collect(),
            quiet: (self.depth > 1).then(|| Box::new(quiet)),
        })
    }

    /// Adds the quiet attacks to the attacker's moves. If the search has to end, nothing changes.
    fn add_quiet<R: RuleType>(&mut self, state: &mut State<R>, moves: &mut Moves) {
        let Some(cells) = moves.quiet.as_deref() else {
            return;
        };
        let own = state.side();
        let mut quiet: Vec<(i32, Point)> = Vec::new();
        for point in cells.iter() {
            state.make(point);
            state.pass();
            let threat = self.fours.within(state, self.depth).is_some();
            state.pass();
            state.undo();
            if self.fours.is_over() {
                return;
            }
            if threat && !state.is_foul(own, point) {
                quiet.push((state.info(own, point).attack(), point));
            }
        }
        quiet.sort_by(|a, b| b.cmp(a));
        moves.quiet = None;
        moves
            .candidates
            .extend(quiet.into_iter().map(|(_, point)| Candidate {
                point,
                kind: Kind::Quiet,
            }));
    }

    /// The defender's moves; [`Expansion::Won`] if there is no threat to answer.
    fn answers<R: RuleType>(&mut self, state: &mut State<R>) -> Expansion {
        if self.fours.check_stop() {
            return Expansion::Won;
        }
        let own = state.side();
        match state.forced_reply() {
            _ if state.empties() == 0 => return Expansion::Won,
            ForcedReply::Five | ForcedReply::OpenFour => return Expansion::Won,
            ForcedReply::AnswerFive => {
                return match answers_to_five(state) {
                    Expansion::Moves(moves) => Self::unless_drawn(state, moves),
                    decided => decided,
                };
            }
            ForcedReply::AnswerOpenFour | ForcedReply::Free => {}
        }
        let Some(line) = self.threat(state) else {
            return Expansion::Won;
        };
        let zone = defence_zone(state, &line);
        let mut moves = Vec::new();
        for point in zone.iter() {
            let is_answer = !state.is_foul(own, point)
                && !self.wins_by(state, point, &line)
                && self.win_after(state, point).is_none();
            if is_answer {
                moves.push(point);
            }
            if self.fours.is_over() {
                return Expansion::Won;
            }
        }
        // Move ordering: answers that make something of their own are the most likely to refute.
        moves.sort_by_key(|point| std::cmp::Reverse(state.info(own, *point).attack()));
        Self::unless_drawn(state, Moves::of(moves))
    }

    /// The defender's answers; a draw, which is no loss, if there is no legal move at all.
    fn unless_drawn<R: RuleType>(state: &State<R>, answers: Moves) -> Expansion {
        if answers.candidates.is_empty() && state.has_no_move() {
            return Expansion::Won;
        }
        Expansion::Moves(answers)
    }

    /// The attacker's win by fours if the defender, who is to move, passes.
    fn threat<R: RuleType>(&mut self, state: &mut State<R>) -> Option<Vec<Point>> {
        state.pass();
        let line = self.fours.within(state, self.depth);
        state.pass();
        line
    }

    /// Whether the attacker still wins by `line` after an answer of the defender: most answers do not interfere with it,
    /// and to play it costs less than a search. `false` if only a search can tell.
    fn wins_by<R: RuleType>(
        &mut self,
        state: &mut State<R>,
        answer: Point,
        line: &[Point],
    ) -> bool {
        let defender = state.side();
        let attacker = defender.other();
        state.make(answer);
        let mut made = 1;
        let mut wins = false;
        let (fours, _) = line.as_chunks::<2>();
        for &[four, completion] in fours {
            let is_allowed = state.empty().contains(four)
                && !state.has(defender, Pattern4::Five)
                && !state.is_foul(attacker, four);
            if !is_allowed || self.fours.check_stop() {
                break;
            }
            state.make(four);
            made += 1;
            // Only to a four with one answer, which is that of the line, this line goes on.
            let fives = state.cells(attacker, Pattern4::Five);
            let answers = state.answers_to_five(defender);
            if state.has(defender, Pattern4::Five) || fives.is_empty() {
                break;
            }
            if answers.is_empty() {
                // Without a legal move, Black has a draw in Renju.
                let is_legal = |cell| !state.is_foul(defender, cell);
                wins = !R::HAS_FOULS || state.empty().iter().any(is_legal);
                break;
            }
            if !answers.iter().eq([completion]) || state.is_foul(defender, completion) {
                break;
            }
            state.make(completion);
            made += 1;
        }
        for _ in 0..made {
            state.undo();
        }
        wins
    }

    /// The attacker's win by fours after an answer of the defender.
    fn win_after<R: RuleType>(&mut self, state: &mut State<R>, point: Point) -> Option<Vec<Point>> {
        state.make(point);
        let line = self.fours.within(state, FINAL_FOURS);
        state.undo();
        line
    }

    /// The attacker's shortest win by fours at the end of a line.
    fn final_fours<R: RuleType>(&mut self, state: &mut State<R>) -> Option<Vec<Point>> {
        (0..=FINAL_FOURS).find_map(|attacks| self.fours.within(state, attacks))
    }

    /// Plies to the five from a position of the proof, against the answers that last longest, and
    /// the first of these moves. No move if the answer does not matter.
    fn length<R: RuleType>(&mut self, state: &mut State<R>) -> Option<(usize, Option<Point>)> {
        let key = state.key();
        if let Some(known) = self.lengths.get(&key) {
            return Some(*known);
        }
        let attack = state.side() == self.attacker;
        let moves = self.nodes.get(&key).and_then(|node| node.moves.clone());
        let mut best: Option<(usize, Option<Point>)> = None;
        match moves {
            None if attack => {
                let line = self.final_fours(state);
                best = line.map(|line| (line.len(), line.first().copied()));
            }
            // The defender cannot stop the five, or only with a foul.
            None if state.has(self.attacker, Pattern4::Five) => best = Some((2, None)),
            None => {
                let line = self.threat(state)?;
                best = Some((1 + line.len(), None));
            }
            Some(moves) => {
                for point in moves.candidates.iter().map(|candidate| candidate.point) {
                    let child = self.nodes.get(&state.key_after(point));
                    let solved = child.is_some_and(|node| {
                        let numbers = node.numbers;
                        if attack {
                            numbers == Numbers::LOST
                        } else {
                            numbers == Numbers::WON
                        }
                    });
                    if !solved {
                        continue;
                    }
                    state.make(point);
                    let length = self.length(state);
                    state.undo();
                    let plies = length?.0 + 1;
                    let better = best.is_none_or(
                        |(best, _)| {
                            if attack { plies < best } else { plies > best }
                        },
                    );
                    if better {
                        best = Some((plies, Some(point)));
                    }
                }
            }
        }
        // An answer that the proof left out may last longer.
        if !attack && !state.has(self.attacker, Pattern4::Five) {
            let line = self.threat(state)?;
            let own = state.side();
            for point in defence_zone(state, &line).iter() {
                if state.is_foul(own, point) {
                    continue;
                }
                if let Some(line) = self.win_after(state, point)
                    && best.is_none_or(|(best, _)| line.len() + 1 > best)
                {
                    best = Some((line.len() + 1, Some(point)));
                }
            }
        }
        let best = best?;
        self.lengths.insert(key, best);
        Some(best)
    }

    /// Appends the longest line of the proof.
    fn append_line<R: RuleType>(
        &mut self,
        state: &mut State<R>,
        line: &mut Vec<Point>,
    ) -> Option<()> {
        let (_, point) = self.length(state)?;
        let known = self.nodes.contains_key(&state.key());
        match point {
            Some(point) if known => {
                line.push(point);
                state.make(point);
                let appended = if self.nodes.contains_key(&state.key()) {
                    self.append_line(state, line)
                } else {
                    self.append_fours(state, line)
                };
                state.undo();
                appended
            }
            _ => self.append_fours(state, line),
        }
    }

    /// Appends the fours that end the line, after an answer of the defender that does not help.
    fn append_fours<R: RuleType>(
        &mut self,
        state: &mut State<R>,
        line: &mut Vec<Point>,
    ) -> Option<()> {
        if state.side() == self.attacker {
            line.extend(self.final_fours(state)?);
            return Some(());
        }
        let own = state.side();
        let fives = *state.cells(self.attacker, Pattern4::Five);
        let quiet = state.candidates();
        let mut points = fives.iter().chain(quiet.iter());
        let point = points.find(|point| !state.is_foul(own, *point))?;
        line.push(point);
        state.make(point);
        let appended = self.append_fours(state, line);
        state.undo();
        appended
    }
}

/// The legal answers of the side to move to a five.
fn answers_to_five<R: RuleType>(state: &State<R>) -> Expansion {
    let own = state.side();
    let answers = state.answers_to_five(own);
    let legal = answers.iter().filter(|point| !state.is_foul(own, *point));
    Expansion::Moves(Moves::of(legal))
}

#[cfg(test)]
mod tests;
