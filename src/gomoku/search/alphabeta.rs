//! The recursion: principal-variation search with the transposition table, and the search for wins
//! by fours at its leaves.
//!
//! Values that claim a win or a loss are proofs: no pruning that may err is allowed to produce one.
//! The prunings and their relative worth are taken from the ablation that Rapfi's author published
//! (`search/ab/search.cpp`); the numbers are our own.

use super::knobs::Knobs;
use super::slot::{BOUND, Bound, Known, PLY, PROVEN, loss_in, win_in};
use super::state::{Ruleset, State};
use super::tactics::Duty;
use crate::game::Side;
use crate::gomoku::candidates;
use crate::gomoku::lines::{SPOTS, Spot, SpotSet};
use crate::gomoku::patterns::Class;
use crate::search::{Meter, Table};

/// Longest line from the root, in plies.
pub const MAX_PLY: usize = 256;

/// Attacks in a row at the leaves. After the first one only fours near the attacker's last stone are
/// tried: in positions with many fours their permutations took four fifths of all nodes.
const LEAF_ATTACKS: u32 = 10;
/// From how many attacks left a four that makes nothing else may be part of the attack at a leaf.
const PLAIN_FOURS: u32 = LEAF_ATTACKS - 1;

/// Distance of the tiers of moves that almost decide; ranks and history stay below it.
const THREAT: i32 = 1 << 16;

/// Whether a move neither makes nor answers a threat, by what the cell means to both sides.
#[inline(always)]
fn is_quiet(mine: Class, theirs: Class) -> bool {
    mine < Class::OpenThree && theirs < Class::OpenThree
}

/// Whether a move makes a four and something else at once, or keeps the opponent from it.
#[inline(always)]
fn is_strong(mine: Class, theirs: Class) -> bool {
    mine > Class::Four || theirs > Class::Four
}

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Where.
    pub spot: Spot,
    /// The higher, the earlier.
    pub score: i32,
}

/// One worker's search.
pub struct Searcher<'a, R> {
    /// The position.
    pub state: State<R>,
    /// Nodes and limits.
    pub meter: Meter<'a>,
    knobs: Knobs,
    /// Moves that are tried at a node by its depth in plies, strong ones aside.
    move_limits: [usize; 64],
    table: &'a Table<Known>,
    /// How often a quiet move was good, by side and cell.
    history: Box<[[i16; SPOTS]; 2]>,
    /// Two quiet moves that were good at the same ply.
    killers: Vec<[Spot; 2]>,
    /// Static values along the line, `None` where none was computed.
    evals: Vec<Option<i32>>,
    /// The moves of all nodes of the line, one after another.
    moves: Vec<Candidate>,
    /// The best line from every ply on.
    lines: Vec<Vec<Spot>>,
    /// Reductions in 1/16 ply by depth in plies and number of moves tried.
    reductions: Box<[[i16; 64]; 64]>,
}

impl<'a, R: Ruleset> Searcher<'a, R> {
    /// A search that knows nothing but the table.
    pub fn new(state: State<R>, table: &'a Table<Known>, meter: Meter<'a>, knobs: Knobs) -> Self {
        let mut reductions = Box::new([[0; 64]; 64]);
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (tried, reduction) in row.iter_mut().enumerate().skip(1) {
                let plies =
                    (depth as f32).ln() * (tried as f32).ln() * knobs.reduction as f32 / 100.0;
                *reduction = (plies * PLY as f32) as i16;
            }
        }
        Self {
            state,
            meter,
            knobs,
            move_limits: std::array::from_fn(|depth| {
                let curve = (depth as f32).powf(1.32) * knobs.limit_slope as f32;
                (knobs.limit_base + curve as i32) as usize / 4
            }),
            table,
            history: Box::new([[0; SPOTS]; 2]),
            killers: vec![[Spot::default(); 2]; MAX_PLY + 2],
            evals: vec![None; MAX_PLY + 2],
            moves: Vec::with_capacity(1 << 12),
            lines: vec![Vec::new(); MAX_PLY + 2],
            reductions,
        }
    }

    /// The best line that the last search of a node at this ply found.
    pub fn line(&self, ply: usize) -> &[Spot] {
        &self.lines[ply]
    }

    /// How much less deep, in 1/16 ply, a root move is searched at first, when `tried` others came
    /// before it.
    pub fn root_reduction(&self, spot: Spot, depth: i32, tried: usize) -> i32 {
        let own = self.state.side();
        let (mine, theirs) = (
            self.state.class(own, spot),
            self.state.class(own.other(), spot),
        );
        if depth < 2 * PLY || tried < 3 || !is_quiet(mine, theirs) {
            return 0;
        }
        let plies = (depth / PLY).min(63) as usize;
        let reduction = i32::from(self.reductions[plies][tried.min(63)]) - PLY / 2;
        reduction.clamp(0, depth - PLY)
    }

    fn set_line(&mut self, ply: usize, spot: Spot) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(spot);
        head[ply].extend_from_slice(&tail[0]);
    }

    /// The value of the position for the side to move, `ply` plies from the root, searched to
    /// `depth` sixteenths of a ply: at most `alpha` if it is not above that, at least `beta` if it
    /// is not below that. Meaningless once the meter has stopped.
    pub fn search(&mut self, mut alpha: i32, mut beta: i32, depth: i32, ply: usize) -> i32 {
        let pv = beta - alpha > 1;
        self.lines[ply].clear();
        if self.meter.tick() {
            return 0;
        }
        let (own, other) = (self.state.side(), self.state.side().other());
        let duty = self.state.duty();
        match duty {
            Duty::Five => {
                self.claim(ply, own, Class::Five);
                return win_in(ply + 1);
            }
            _ if self.state.empties() == 0 => return 0,
            Duty::OpenFour if self.state.empties() > 2 => {
                self.claim(ply, own, Class::OpenFour);
                return win_in(ply + 3);
            }
            Duty::Free => {
                if let Some(spot) = self.state.sure_fork() {
                    self.lines[ply].push(spot);
                    return win_in(ply + 5);
                }
            }
            _ => {}
        }
        // No value outside these is possible any more.
        alpha = alpha.max(loss_in(ply + 2));
        beta = beta.min(win_in(ply + 3));
        if alpha >= beta {
            return alpha;
        }
        if ply >= MAX_PLY {
            return self.state.evaluate();
        }
        let key = self.state.key();
        let known = self.table.get(key);
        if let Some(known) = known
            && !pv
        {
            let value = known.value_at(ply);
            if (known.depth >= depth || known.is_proof()) && known.settles(value, alpha, beta) {
                return value;
            }
        }
        if depth <= 0 {
            return match duty {
                Duty::AnswerFive => self.defend(alpha, beta, ply, LEAF_ATTACKS),
                _ => self.leaf(alpha, beta, ply, LEAF_ATTACKS, known),
            };
        }

        let eval = known.map_or_else(|| self.state.evaluate(), |known| known.eval);
        self.evals[ply] = Some(eval);
        let open = !pv && beta.abs() < PROVEN && alpha.abs() < PROVEN;
        let improving = ply >= 2 && self.evals[ply - 2].is_some_and(|before| eval > before);
        if open && matches!(duty, Duty::Free | Duty::AnswerOpenFour) {
            // The opponent has no five, and what else he threatens is in the value, so it will not fall
            // far.
            let knobs = &self.knobs;
            let less = if improving {
                knobs.reverse_improving
            } else {
                0
            };
            let margin = knobs.reverse_margin * depth / PLY - less;
            if depth < knobs.reverse_depth * PLY && eval - margin >= beta {
                return eval;
            }
        }
        if open && duty == Duty::Free {
            // Far behind: only a win by fours would help at this depth.
            let knobs = &self.knobs;
            let margin = knobs.razor_base + knobs.razor_slope * depth / PLY;
            if depth < knobs.razor_depth * PLY && eval + margin <= alpha {
                let value = self.leaf(alpha, beta, ply, LEAF_ATTACKS, known);
                if value <= alpha {
                    return value;
                }
            }
        }

        let start = self.moves.len();
        let mut best_known = known.and_then(|known| known.best);
        let (cells, mut best) = match duty {
            Duty::AnswerFive => (self.state.answers_to_five(own), loss_in(ply + 2)),
            Duty::AnswerOpenFour => {
                let answers = self.state.answers_to_open_four(own);
                // What is left out loses to the open four.
                (answers.or(&self.state.fours(own)), loss_in(ply + 4))
            }
            _ => (self.state.candidates(), -BOUND),
        };
        let free = !matches!(duty, Duty::AnswerFive | Duty::AnswerOpenFour);
        if best >= beta {
            return best;
        }
        // The move that was best before comes first, and often nothing else is needed.
        let mut waiting = Some(match best_known {
            Some(spot) if cells.contains(spot) => {
                self.moves.push(Candidate {
                    spot,
                    score: i32::MAX,
                });
                let mut others = cells;
                others.toggle(spot);
                others
            }
            _ => cells,
        });
        let floor = alpha;
        alpha = alpha.max(best);
        let mut chosen = None;
        let mut widened = !free;
        let mut tried = 0;
        let mut next = start;
        let plies = (depth / PLY).min(63) as usize;
        let move_limit = self.move_limits[plies] >> usize::from(!improving);
        let mut quiets: [Spot; 32] = [Spot::default(); 32];
        let mut quiet_count = 0;
        loop {
            if next == self.moves.len() {
                if let Some(cells) = waiting.take() {
                    self.gather(&cells, ply);
                    continue;
                }
                // Everything near the stones loses. A stone far away may still be in the way of
                // the threats to come, so only the rest of the board makes this a proof.
                if widened || best > -PROVEN {
                    break;
                }
                widened = true;
                let rest = self.state.empty().without(&self.state.candidates());
                self.gather(&rest, ply);
                continue;
            }
            let spot = self.pick(next);
            next += 1;
            if self.state.is_foul(own, spot) {
                continue;
            }
            let mine = self.state.class(own, spot);
            let theirs = self.state.class(other, spot);
            let quiet = is_quiet(mine, theirs);
            if !pv && best > -PROVEN && tried > 0 {
                let knobs = &self.knobs;
                let margin = knobs.futility_base + knobs.futility_slope * depth / PLY;
                let hopeless = depth < knobs.futility_depth * PLY && eval + margin <= alpha;
                if free && tried >= move_limit && !is_strong(mine, theirs) {
                    self.retain(next, is_strong);
                    continue;
                }
                if free && hopeless && quiet {
                    self.retain(next, |mine, theirs| !is_quiet(mine, theirs));
                    continue;
                }
                // A four that makes nothing else only puts off the answer to the open four.
                if duty == Duty::AnswerOpenFour && mine == Class::Four && theirs < Class::OpenFour {
                    continue;
                }
            }
            self.table.prefetch(self.state.key_after(spot));
            self.state.make(spot);
            // The answer to a four is forced, so it costs no depth.
            let mut next_depth = depth - PLY;
            if duty == Duty::AnswerFive {
                next_depth += self.knobs.answer_extension;
            }
            let mut value;
            if tried == 0 {
                value = -self.search(-beta, -alpha, next_depth, ply + 1);
            } else {
                let mut reduction = 0;
                if free && depth >= 2 * PLY && tried > 1 + usize::from(pv) && mine <= Class::Four {
                    reduction = i32::from(self.reductions[plies][tried.min(63)]);
                    if !quiet {
                        reduction = reduction * self.knobs.reduction_threat / 4;
                    }
                    if pv {
                        reduction -= PLY;
                    }
                    if !improving {
                        reduction += self.knobs.reduction_falling;
                    }
                    let history = self.history[own.index()][spot.index()];
                    reduction -= i32::from(history) / self.knobs.reduction_history;
                    reduction = reduction.clamp(0, (next_depth - PLY).max(0));
                }
                value = -self.search(-alpha - 1, -alpha, next_depth - reduction, ply + 1);
                if value > alpha && reduction > 0 {
                    value = -self.search(-alpha - 1, -alpha, next_depth, ply + 1);
                }
                if value > alpha && value < beta {
                    value = -self.search(-beta, -alpha, next_depth, ply + 1);
                }
            }
            self.state.undo();
            if self.meter.stopped() {
                self.moves.truncate(start);
                return 0;
            }
            tried += 1;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    chosen = Some(spot);
                    if pv {
                        self.set_line(ply, spot);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
            if quiet && quiet_count < quiets.len() {
                quiets[quiet_count] = spot;
                quiet_count += 1;
            }
        }
        self.moves.truncate(start);
        if best == -BOUND {
            // No cell is left, or none that Black may use.
            return 0;
        }
        if best >= beta
            && let Some(spot) = chosen
        {
            self.reward(own, spot, &quiets[..quiet_count], depth, ply);
        }
        if chosen.is_none() {
            // A move that was best before is a better guess than none.
            best_known = best_known.filter(|spot| self.state.empty().contains(*spot));
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > floor {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store(key, chosen.or(best_known), best, eval, depth, bound, ply);
        best
    }

    /// Notes the first cell of a class as the line.
    fn claim(&mut self, ply: usize, side: Side, class: Class) {
        if let Some(spot) = self.state.first(side, class) {
            self.lines[ply].push(spot);
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn store(
        &self,
        key: u64,
        best: Option<Spot>,
        value: i32,
        eval: i32,
        depth: i32,
        bound: Bound,
        ply: usize,
    ) {
        let value = Known::relative(value, ply);
        let known = Known {
            best,
            value,
            eval,
            depth,
            bound,
        };
        self.table.put(key, known);
    }

    /// Appends cells with their scores to the moves.
    fn gather(&mut self, cells: &SpotSet, ply: usize) {
        let (own, other) = (self.state.side(), self.state.side().other());
        let killers = self.killers[ply];
        for spot in cells.iter() {
            let mine = self.state.entry(own, spot);
            let theirs = self.state.entry(other, spot);
            let mut score = 16 * (i32::from(mine.attack) + i32::from(theirs.defence));
            score += i32::from(self.history[own.index()][spot.index()]) / self.knobs.order_history;
            if killers.contains(&spot) {
                score += self.knobs.order_killer;
            }
            score += match mine.class {
                Class::FourThree => 4 * THREAT,
                Class::DoubleThree => 2 * THREAT,
                _ => 0,
            };
            score += match theirs.class {
                Class::FourThree => 3 * THREAT,
                Class::DoubleThree => THREAT,
                _ => 0,
            };
            self.moves.push(Candidate { spot, score });
        }
    }

    /// Moves the best of the moves from `next` on there and returns it. Ties go to the lowest cell.
    fn pick(&mut self, next: usize) -> Spot {
        let mut best = next;
        for n in next + 1..self.moves.len() {
            let (a, b) = (self.moves[n], self.moves[best]);
            if a.score > b.score || a.score == b.score && a.spot < b.spot {
                best = n;
            }
        }
        self.moves.swap(next, best);
        self.moves[next].spot
    }

    /// Leaves only the moves to `keep` among those from `next` on, by what the cell means to the side to
    /// move and to the other.
    fn retain(&mut self, next: usize, keep: impl Fn(Class, Class) -> bool) {
        let (own, other) = (self.state.side(), self.state.side().other());
        let mut kept = next;
        for n in next..self.moves.len() {
            let spot = self.moves[n].spot;
            if keep(self.state.class(own, spot), self.state.class(other, spot)) {
                self.moves[kept] = self.moves[n];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Remembers a move that cut off, and that those tried before it did not.
    fn reward(&mut self, side: Side, spot: Spot, quiets: &[Spot], depth: i32, ply: usize) {
        const LARGEST: i32 = 8192;
        let plies = depth / PLY + 1;
        let bonus = (plies * plies * 4).min(400);
        let table = &mut self.history[side.index()];
        let mut push = |spot: Spot, amount: i32| {
            let entry = &mut table[spot.index()];
            let old = i32::from(*entry);
            // Gravity keeps the entries in range without a cut-off.
            *entry = (old + amount - old * amount.abs() / LARGEST) as i16;
        };
        push(spot, bonus);
        for other in quiets.iter().filter(|other| **other != spot) {
            push(*other, -bonus);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != spot {
            killers[1] = killers[0];
            killers[0] = spot;
        }
    }

    /// The value of a node without depth: the static value, or a win by fours with at most `left` attacks.
    fn leaf(&mut self, alpha: i32, beta: i32, ply: usize, left: u32, known: Option<Known>) -> i32 {
        let eval = known.map_or_else(|| self.state.evaluate(), |known| known.eval);
        let key = self.state.key();
        let value = self.attack(alpha, beta, ply, left, eval);
        // A whole attack knows more than a part of one.
        let whole = left == LEAF_ATTACKS;
        if !self.meter.stopped() && known.is_none_or(|known| whole && known.depth == 0) {
            let bound = if value >= beta {
                Bound::Lower
            } else if value > alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let best = self.lines[ply].first().copied();
            self.store(key, best, value, eval, 0, bound, ply);
        }
        value
    }

    /// The side to move plays fours only, or stands on the static value.
    fn attack(&mut self, alpha: i32, beta: i32, ply: usize, left: u32, eval: i32) -> i32 {
        let own = self.state.side();
        let mut alpha = alpha;
        let mut best = eval;
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        if left == 0 || ply + 2 >= MAX_PLY {
            return best;
        }
        let mut fours = match self.state.duty() {
            Duty::AnswerFive => {
                // The answer has to be a four itself to go on.
                let fours = self.state.fours(own);
                let open = self.state.cells(own, Class::OpenFour);
                self.state.answers_to_five(own).and(&fours.or(open))
            }
            _ => self.state.fours(own),
        };
        if left < PLAIN_FOURS {
            fours = fours.without(self.state.cells(own, Class::Four));
        }
        if left < LEAF_ATTACKS
            && let Some(last) = self.state.last_own()
        {
            fours = fours.and(&candidates::around(last));
        }
        let start = self.moves.len();
        self.gather(&fours, ply);
        for next in start..self.moves.len() {
            let spot = self.pick(next);
            if self.state.is_foul(own, spot) {
                continue;
            }
            self.state.make(spot);
            self.lines[ply + 1].clear();
            let value = if self.meter.tick() {
                0
            } else {
                -self.defend(-beta, -alpha, ply + 1, left - 1)
            };
            self.state.undo();
            if self.meter.stopped() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.set_line(ply, spot);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(start);
        best
    }

    /// The side to move answers a four; then the opponent goes on.
    fn defend(&mut self, alpha: i32, beta: i32, ply: usize, left: u32) -> i32 {
        let own = self.state.side();
        if self.state.has(own, Class::Five) {
            self.claim(ply, own, Class::Five);
            return win_in(ply + 1);
        }
        let mut alpha = alpha;
        let mut best = loss_in(ply + 2);
        for spot in self.state.answers_to_five(own).iter() {
            if self.state.is_foul(own, spot) {
                continue;
            }
            self.state.make(spot);
            self.lines[ply + 1].clear();
            let value = if self.meter.tick() {
                0
            } else {
                -self.continued(-beta, -alpha, ply + 1, left)
            };
            self.state.undo();
            if self.meter.stopped() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.set_line(ply, spot);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        best
    }

    /// An attack goes on after the answer to a four.
    fn continued(&mut self, alpha: i32, beta: i32, ply: usize, left: u32) -> i32 {
        let own = self.state.side();
        match self.state.duty() {
            Duty::Five => {
                self.claim(ply, own, Class::Five);
                return win_in(ply + 1);
            }
            _ if self.state.empties() == 0 => return 0,
            Duty::OpenFour if self.state.empties() > 2 => {
                self.claim(ply, own, Class::OpenFour);
                return win_in(ply + 3);
            }
            // Two fives of the opponent, or one that may not be answered.
            Duty::AnswerFive => {
                let answers = self.state.answers_to_five(own);
                if !answers.iter().any(|spot| !self.state.is_foul(own, spot)) {
                    return loss_in(ply + 2);
                }
            }
            Duty::Free => {
                if let Some(spot) = self.state.sure_fork() {
                    self.lines[ply].push(spot);
                    return win_in(ply + 5);
                }
            }
            _ => {}
        }
        let known = self.table.get(self.state.key());
        if let Some(known) = known {
            let value = known.value_at(ply);
            if known.settles(value, alpha, beta) {
                return value;
            }
        }
        self.leaf(alpha, beta, ply, left, known)
    }
}
