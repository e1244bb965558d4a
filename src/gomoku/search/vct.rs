//! Victory by continuous threats: the proof search for attacks in which every move threatens to win
//! by fours.
//!
//! Depth-first proof-number search (Nagai's df-pn) over positions with the attacker or the defender
//! to move. The attacker may make fours, and moves after which a defender who passed would lose by
//! fours (a win by so many fours is the *depth* of the threat: 1 is an open three, 2 and 3 are the
//! quiet moves that renju players call fukumi). The defender may answer with everything that helps.
//!
//! That is where proofs of this kind go wrong, so the answers are not taken from patterns. A
//! winning line of fours is computed for the defender's pass. A stone that shares no window with a
//! cell of that line leaves it as it is; of the others, every single one is tried, and dropped only
//! if the attacker still wins by fours after it. So no answer is left out, counter-fours and fouls
//! included, and hardly one too many is searched.

use crate::game::Side;
use crate::gomoku::patterns::Pattern4;
use crate::gomoku::rules::point::Point;
use crate::gomoku::rules::rule_type::RuleType;
use crate::gomoku::search::vcf::Vcf;
use crate::gomoku::state::ForcedReply;
use crate::gomoku::state::State;
use crate::gomoku::state::defence_zone::defence_zone;
use crate::search::NodeCounter;
use rustc_hash::FxHashMap;

/// The deepest threat that is worth looking for, in attacks.
pub const DEEPEST_THREAT: u32 = 3;

/// Attacks of the win by fours that ends a line. Longer ones are found move by move.
const FINISH: u32 = 5;

/// Longest line, in plies.
const MAX_PLY: usize = 200;

/// Positions that are remembered, some 100 MB.
const MOST_NODES: usize = 1 << 20;

/// A proof number that says never.
const INFINITE: u32 = 1 << 30;

/// The result of a search for a win by threats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A win.
    Win {
        /// The moves of both sides to the five: the attack against the answers that last longest.
        /// As long as the longest line of the proof, which need not be the shortest win.
        line: Vec<Point>,
    },
    /// There is none by threats of the depth that was asked for.
    None,
    /// A limit was reached before either was certain.
    Unknown,
}

/// How hard a position is, seen by the side to move: the number of positions that have to be solved
/// at least to prove that it wins (`phi`) or that it does not (`delta`).
#[derive(Clone, Copy, PartialEq, Eq)]
struct Numbers {
    phi: u32,
    delta: u32,
}

impl Numbers {
    const UNKNOWN: Self = Self { phi: 1, delta: 1 };
    const WON: Self = Self {
        phi: 0,
        delta: INFINITE,
    };
    const LOST: Self = Self {
        phi: INFINITE,
        delta: 0,
    };
}

/// A position of the search.
struct Node {
    numbers: Numbers,
    /// The moves to be searched, once they are known.
    moves: Option<Box<[Point]>>,
}

/// What there is to do for the side to move.
enum Choice {
    Won,
    Lost,
    Moves(Vec<Point>),
}

/// A search for a win by continuous threats of the side to move.
pub struct Vct<'m, 'a> {
    fours: Vcf<'m, 'a>,
    attacker: Side,
    depth: u32,
    nodes: FxHashMap<u64, Node>,
    /// Plies to the five and the move, in solved positions.
    lengths: FxHashMap<u64, (usize, Option<Point>)>,
}

impl<'m, 'a> Vct<'m, 'a> {
    /// A search that visits at most `budget` nodes, those of the wins by fours included, and ends
    /// when the meter says so.
    pub fn new(counter: &'m mut NodeCounter<'a>, budget: u64) -> Self {
        Self {
            fours: Vcf::new(counter, budget),
            attacker: Side::Black,
            depth: 1,
            nodes: FxHashMap::default(),
            lengths: FxHashMap::default(),
        }
    }

    /// A win of the side to move by threats of at most this depth, 1 to [`DEEPEST_THREAT`]; the
    /// shallow ones are tried first.
    pub fn solve<R: RuleType>(&mut self, state: &mut State<R>, depth: u32) -> Outcome {
        for depth in 1..=depth.clamp(1, DEEPEST_THREAT) {
            self.attacker = state.side();
            self.depth = depth;
            self.nodes.clear();
            self.lengths.clear();
            self.search(state, INFINITE, INFINITE, 0);
            let found = self.nodes.get(&state.key()).map(|node| node.numbers);
            if found == Some(Numbers::WON) {
                let mut line = Vec::new();
                // To write the proof down costs little beside finding it.
                self.fours.allow(u64::MAX);
                return match self.follow(state, &mut line) {
                    Some(()) => Outcome::Win { line },
                    None => Outcome::Unknown,
                };
            }
            if self.fours.is_over() {
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
        let line = self.fours.within(state, FINISH)?;
        line.first().copied()
    }

    /// What is known of the position after a move, seen by the side that is to move there.
    fn numbers_after<R: RuleType>(&self, state: &State<R>, point: Point) -> Numbers {
        let known = self.nodes.get(&state.key_after(point));
        known.map_or(Numbers::UNKNOWN, |node| node.numbers)
    }

    /// Searches until the numbers of the position reach the limits.
    fn search<R: RuleType>(
        &mut self,
        state: &mut State<R>,
        phi_limit: u32,
        delta_limit: u32,
        ply: usize,
    ) {
        let key = state.key();
        let known = self.nodes.get_mut(&key);
        let moves = match known.and_then(|node| node.moves.take()) {
            Some(moves) => moves,
            None => {
                let choice = if state.side() != self.attacker {
                    self.answers(state)
                } else if ply < MAX_PLY {
                    self.attacks(state)
                } else {
                    Choice::Lost
                };
                if self.fours.is_over() {
                    return;
                }
                let numbers = match choice {
                    Choice::Won => Numbers::WON,
                    Choice::Lost => Numbers::LOST,
                    Choice::Moves(moves) if moves.is_empty() => Numbers::LOST,
                    Choice::Moves(moves) => {
                        let moves = moves.into_boxed_slice();
                        return self.among(state, moves, phi_limit, delta_limit, ply);
                    }
                };
                self.keep(key, numbers, None);
                return;
            }
        };
        self.among(state, moves, phi_limit, delta_limit, ply);
    }

    /// The loop of a position with moves.
    fn among<R: RuleType>(
        &mut self,
        state: &mut State<R>,
        moves: Box<[Point]>,
        phi_limit: u32,
        delta_limit: u32,
        ply: usize,
    ) {
        loop {
            let mut numbers = Numbers {
                phi: INFINITE,
                delta: 0,
            };
            let (mut best, mut best_phi, mut second) = (moves[0], 0, INFINITE);
            for &point in &moves {
                let child = self.numbers_after(state, point);
                numbers.delta = (numbers.delta + child.phi).min(INFINITE);
                if child.delta < numbers.phi {
                    second = numbers.phi;
                    numbers.phi = child.delta;
                    (best, best_phi) = (point, child.phi);
                } else {
                    second = second.min(child.delta);
                }
            }
            let solved = numbers.phi == 0 || numbers.delta == 0;
            let over = self.fours.is_over();
            if solved || over || numbers.phi >= phi_limit || numbers.delta >= delta_limit {
                self.keep(state.key(), numbers, Some(moves));
                return;
            }
            // The child is left as soon as another one looks clearly better; a quarter more than
            // that keeps the search from going to and fro.
            let child_phi = (delta_limit - numbers.delta).saturating_add(best_phi);
            let child_delta = phi_limit.min((second + second / 4 + 1).min(INFINITE));
            state.make(best);
            self.search(state, child_phi.min(INFINITE), child_delta, ply + 1);
            state.undo();
        }
    }

    fn keep(&mut self, key: u64, numbers: Numbers, moves: Option<Box<[Point]>>) {
        if self.nodes.len() >= MOST_NODES {
            // What is solved stays, the rest is found again.
            self.nodes.retain(|_, node| {
                node.moves = None;
                node.numbers.phi == 0 || node.numbers.delta == 0
            });
            if self.nodes.len() >= MOST_NODES / 2 {
                self.fours.give_up();
            }
        }
        self.nodes.insert(key, Node { numbers, moves });
    }

    /// What the attacker can do.
    fn attacks<R: RuleType>(&mut self, state: &mut State<R>) -> Choice {
        if self.fours.check_stop() {
            return Choice::Lost;
        }
        let own = state.side();
        if self.fours.within(state, FINISH).is_some() {
            return Choice::Won;
        }
        let forced_reply = state.forced_reply();
        let cells = match forced_reply {
            // A win by fours would have been found.
            ForcedReply::Five => return Choice::Won,
            ForcedReply::AnswerFive => return answers_to_five(state),
            ForcedReply::AnswerOpenFour => state.answers_to_open_four(own).or(&state.fours(own)),
            ForcedReply::OpenFour | ForcedReply::Free => state.candidates(),
        };
        let mut moves: Vec<(u8, i32, Point)> = Vec::new();
        for point in cells.iter() {
            let entry = state.info(own, point);
            let threat = match entry.pattern4() {
                Pattern4::OpenThree | Pattern4::OpenThreePlus | Pattern4::DoubleThree => 1,
                pattern4 if pattern4 >= Pattern4::Four => 2,
                Pattern4::Forbidden => 1,
                Pattern4::None => continue,
                _ if self.depth > 1 => {
                    state.make(point);
                    state.pass();
                    let threat = self.fours.within(state, self.depth).is_some();
                    state.pass();
                    state.undo();
                    if self.fours.is_over() {
                        return Choice::Lost;
                    }
                    if !threat {
                        continue;
                    }
                    0
                }
                _ => continue,
            };
            if !state.is_foul(own, point) {
                moves.push((threat, entry.attack(), point));
            }
        }
        // The order decides between moves of which nothing is known yet.
        moves.sort_by(|a, b| b.cmp(a));
        Choice::Moves(moves.into_iter().map(|(_, _, point)| point).collect())
    }

    /// What the defender can do; [`Choice::Won`] if there was no threat to answer.
    fn answers<R: RuleType>(&mut self, state: &mut State<R>) -> Choice {
        if self.fours.check_stop() {
            return Choice::Won;
        }
        let own = state.side();
        match state.forced_reply() {
            _ if state.empties() == 0 => return Choice::Won,
            ForcedReply::Five | ForcedReply::OpenFour => return Choice::Won,
            ForcedReply::AnswerFive => return answers_to_five(state),
            ForcedReply::AnswerOpenFour | ForcedReply::Free => {}
        }
        let Some(line) = self.threat(state) else {
            return Choice::Won;
        };
        let zone = defence_zone(state, &line);
        let mut moves = Vec::new();
        for point in zone.iter() {
            if !state.is_foul(own, point) && self.win_after(state, point).is_none() {
                moves.push(point);
            }
            if self.fours.is_over() {
                return Choice::Won;
            }
        }
        // Answers that gain something are the likeliest to refute.
        moves.sort_by_key(|point| std::cmp::Reverse(state.info(own, *point).attack()));
        Choice::Moves(moves)
    }

    /// The attacker's line of fours if the defender, who is to move, passes.
    fn threat<R: RuleType>(&mut self, state: &mut State<R>) -> Option<Vec<Point>> {
        state.pass();
        let line = self.fours.within(state, self.depth);
        state.pass();
        line
    }

    /// The attacker's line of fours after an answer of the defender.
    fn win_after<R: RuleType>(&mut self, state: &mut State<R>, point: Point) -> Option<Vec<Point>> {
        state.make(point);
        let line = self.fours.within(state, FINISH);
        state.undo();
        line
    }

    /// Plies to the five from a position of the proof against the answers that last longest, and
    /// the move that leads there; no move where the answer does not matter.
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
                for attacks in 0..=FINISH {
                    if let Some(line) = self.fours.within(state, attacks) {
                        best = Some((line.len(), line.first().copied()));
                        break;
                    }
                }
            }
            // The five, or a foul in answering it.
            None if state.has(self.attacker, Pattern4::Five) => best = Some((2, None)),
            None => {
                let line = self.threat(state)?;
                best = Some((1 + line.len(), None));
            }
            Some(moves) => {
                for point in moves {
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
        // An answer that the proof leaves out may still last longer.
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

    /// Appends the line of the proof.
    fn follow<R: RuleType>(&mut self, state: &mut State<R>, line: &mut Vec<Point>) -> Option<()> {
        let (_, point) = self.length(state)?;
        let known = self.nodes.contains_key(&state.key());
        match point {
            Some(point) if known => {
                line.push(point);
                state.make(point);
                let followed = if self.nodes.contains_key(&state.key()) {
                    self.follow(state, line)
                } else {
                    self.finish(state, line)
                };
                state.undo();
                followed
            }
            _ => self.finish(state, line),
        }
    }

    /// Appends the fours that end the line, and what is forced or does not matter before them.
    fn finish<R: RuleType>(&mut self, state: &mut State<R>, line: &mut Vec<Point>) -> Option<()> {
        if state.side() == self.attacker {
            for attacks in 0..=FINISH {
                if let Some(rest) = self.fours.within(state, attacks) {
                    line.extend(rest);
                    return Some(());
                }
            }
            return None;
        }
        let own = state.side();
        let fives = *state.cells(self.attacker, Pattern4::Five);
        let quiet = state.candidates();
        let mut points = fives.iter().chain(quiet.iter());
        let point = points.find(|point| !state.is_foul(own, *point))?;
        line.push(point);
        state.make(point);
        let finished = self.finish(state, line);
        state.undo();
        finished
    }
}

/// The legal answers of the side to move to a five.
fn answers_to_five<R: RuleType>(state: &State<R>) -> Choice {
    let own = state.side();
    let answers = state.answers_to_five(own);
    let legal = answers.iter().filter(|point| !state.is_foul(own, *point));
    Choice::Moves(legal.collect())
}

#[cfg(test)]
mod tests;
