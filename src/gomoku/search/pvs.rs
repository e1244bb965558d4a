//! The recursion: principal-variation search with the transposition table, and the search for wins
//! by fours at its leaves.
//!
//! Values that claim a win or a loss are proofs: no pruning that may err is allowed to produce one.
//! The prunings and their relative worth are taken from the ablation that Rapfi's author published
//! (`search/ab/search.cpp`); the numbers are our own.

use crate::game::Side;
use crate::gomoku::patterns::accumulator::Accumulator;
use crate::gomoku::patterns::candidates;
use crate::gomoku::patterns::point_set::PointSet;
use crate::gomoku::patterns::state::{Ruleset, State};
use crate::gomoku::patterns::tables::Pattern4;
use crate::gomoku::patterns::threat_state::ForcedReply;
use crate::gomoku::rules::point::{POINTS, Point};
use crate::gomoku::search::tt_entry::{BOUND, Bound, PLY, PROVEN, TtEntry, loss_in, win_in};
use crate::gomoku::search::tunables::Tunables;
use crate::search::{NodeCounter, TranspositionTable};

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
fn is_quiet(mine: Pattern4, theirs: Pattern4) -> bool {
    mine < Pattern4::OpenThree && theirs < Pattern4::OpenThree
}

/// Whether a move makes a four and something else at once, or keeps the opponent from it.
#[inline(always)]
fn is_strong(mine: Pattern4, theirs: Pattern4) -> bool {
    mine > Pattern4::Four || theirs > Pattern4::Four
}

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Where.
    pub point: Point,
    /// The higher, the earlier.
    pub score: i32,
}

/// A node of the search as it is before its moves are tried.
#[derive(Clone, Copy)]
struct Node {
    /// Plies from the root.
    ply: usize,
    /// In 1/16 ply.
    depth: i32,
    forced_reply: ForcedReply,
    /// Whether the window is open: such a node may be on the principal variation.
    pv: bool,
    /// Static value.
    eval: i32,
    /// The static value, or what the table knows better.
    guess: i32,
    /// Whether the static value has risen since the last own move.
    improving: bool,
}

impl Node {
    /// Whether any move may be played.
    #[inline(always)]
    fn is_free(&self) -> bool {
        !matches!(
            self.forced_reply,
            ForcedReply::AnswerFive | ForcedReply::AnswerOpenFour
        )
    }

    /// Whether the node may be left without a search of its moves: not on the principal variation, and not
    /// where a win or a loss is to be proved.
    #[inline(always)]
    fn may_be_pruned(&self, alpha: i32, beta: i32) -> bool {
        !self.pv && beta.abs() < PROVEN && alpha.abs() < PROVEN
    }

    /// The depth in whole plies, as an index.
    #[inline(always)]
    fn plies(&self) -> usize {
        (self.depth / PLY).min(63) as usize
    }
}

/// The value of a position that needs no search: the side to move wins at once or by an open four or a fork
/// that is plain to see, or the board is full.
#[inline(always)]
fn decided<R: Ruleset>(
    accumulator: &Accumulator<R>,
    forced_reply: ForcedReply,
    ply: usize,
) -> Option<i32> {
    match forced_reply {
        ForcedReply::Five => Some(win_in(ply + 1)),
        _ if accumulator.empties() == 0 => Some(0),
        ForcedReply::OpenFour if accumulator.empties() > 2 => Some(win_in(ply + 3)),
        ForcedReply::Free => accumulator.sure_fork().map(|_| win_in(ply + 5)),
        _ => None,
    }
}

/// Whether the side to move neither wins at once nor has a five to answer.
#[inline(always)]
const fn has_choice(forced_reply: ForcedReply) -> bool {
    matches!(
        forced_reply,
        ForcedReply::Free | ForcedReply::AnswerOpenFour
    )
}

/// Whether the side to move can go on with at most `left` attacks, before it is asked where its fours are.
#[inline(always)]
fn has_attack<R: Ruleset>(
    accumulator: &Accumulator<R>,
    forced_reply: ForcedReply,
    left: u32,
) -> bool {
    let own = accumulator.side();
    let fours: &[Pattern4] = if left < PLAIN_FOURS {
        &[Pattern4::FourPlus, Pattern4::FourThree]
    } else {
        &[Pattern4::FourPlus, Pattern4::FourThree, Pattern4::Four]
    };
    // What answers a five may be an open four; what looks forbidden to Black may be a four.
    left > 0
        && (forced_reply == ForcedReply::AnswerFive
            || R::FOULS && own == Side::Black && accumulator.has(own, Pattern4::Forbidden)
            || fours.iter().any(|class| accumulator.has(own, *class)))
}

/// The moves of a node that are still to come.
struct Ahead {
    /// The first of them in the list of moves.
    next: usize,
    /// Cells that are not yet in the list.
    waiting: Option<PointSet>,
    /// Whether the cells far from all stones are among them too.
    wide: bool,
}

/// One worker's search.
pub struct Searcher<'a, R> {
    /// The position.
    pub state: State<R>,
    /// Nodes and limits.
    pub counter: NodeCounter<'a>,
    tunables: Tunables,
    /// Moves that are tried at a node by its depth in plies, strong ones aside.
    move_limits: [usize; 64],
    table: &'a TranspositionTable<TtEntry>,
    /// How often a quiet move was good, by side and cell.
    history: Box<[[i16; POINTS]; 2]>,
    /// Two quiet moves that were good at the same ply.
    killers: Vec<[Point; 2]>,
    /// Static values along the line, `None` where none was computed.
    evals: Vec<Option<i32>>,
    /// The moves of all nodes of the line, one after another.
    moves: Vec<Candidate>,
    /// The best line from every ply on.
    lines: Vec<Vec<Point>>,
    /// Reductions in 1/16 ply by depth in plies and number of moves tried.
    reductions: Box<[[i16; 64]; 64]>,
}

impl<'a, R: Ruleset> Searcher<'a, R> {
    /// A search that knows nothing but the table.
    pub fn new(
        state: State<R>,
        table: &'a TranspositionTable<TtEntry>,
        counter: NodeCounter<'a>,
        tunables: Tunables,
    ) -> Self {
        let mut reductions = Box::new([[0; 64]; 64]);
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (tried, reduction) in row.iter_mut().enumerate().skip(1) {
                let plies =
                    (depth as f32).ln() * (tried as f32).ln() * tunables.reduction as f32 / 100.0;
                *reduction = (plies * PLY as f32) as i16;
            }
        }
        Self {
            state,
            counter,
            tunables,
            move_limits: std::array::from_fn(|depth| {
                let curve = (depth as f32).powf(1.32) * tunables.limit_slope as f32;
                (tunables.limit_base + curve as i32) as usize / 4
            }),
            table,
            history: Box::new([[0; POINTS]; 2]),
            killers: vec![[Point::default(); 2]; MAX_PLY + 2],
            evals: vec![None; MAX_PLY + 2],
            moves: Vec::with_capacity(1 << 12),
            lines: vec![Vec::new(); MAX_PLY + 2],
            reductions,
        }
    }

    /// The best line that the last search of a node at this ply found.
    pub fn line(&self, ply: usize) -> &[Point] {
        &self.lines[ply]
    }

    /// How much less deep, in 1/16 ply, a root move is searched at first, when `tried` others came
    /// before it.
    pub fn root_reduction(&self, point: Point, depth: i32, tried: usize) -> i32 {
        let own = self.state.side();
        let (mine, theirs) = (
            self.state.class(own, point),
            self.state.class(own.other(), point),
        );
        if depth < 2 * PLY || tried < 3 || !is_quiet(mine, theirs) {
            return 0;
        }
        let plies = (depth / PLY).min(63) as usize;
        let reduction = i32::from(self.reductions[plies][tried.min(63)]) - PLY / 2;
        reduction.clamp(0, depth - PLY)
    }

    fn set_line(&mut self, ply: usize, point: Point) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(point);
        head[ply].extend_from_slice(&tail[0]);
    }

    /// The value of the position after a move, `ply` plies from the root, for the side that is to move then,
    /// searched to `depth` sixteenths of a ply: at most `alpha` if it is not above that, at least `beta` if
    /// it is not below that. Meaningless once the meter has stopped.
    ///
    /// The move is only made where looking at it is not enough.
    pub fn search(
        &mut self,
        point: Point,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
    ) -> i32 {
        let pv = beta - alpha > 1;
        let key = self.state.key_after(point);
        self.table.prefetch(key);
        self.lines[ply].clear();
        if self.counter.check_stop() {
            return 0;
        }
        let outlook = self.state.preview_move(point);
        let accumulator = outlook.accumulator;
        let forced_reply = accumulator.forced_reply();
        if let Some(value) = decided(&accumulator, forced_reply, ply) {
            return value;
        }
        // No value outside these is possible any more.
        alpha = alpha.max(loss_in(ply + 2));
        beta = beta.min(win_in(ply + 3));
        if alpha >= beta {
            return alpha;
        }
        if ply >= MAX_PLY {
            return self.state.value_of(&accumulator);
        }
        let known = self.table.get(key);
        if let Some(known) = known
            && !pv
            && (known.depth >= depth || known.is_proof())
            && let Some(value) = known.answer(alpha, beta, ply)
        {
            return value;
        }
        let eval = known.map_or_else(|| self.state.value_of(&accumulator), |known| known.eval);
        let unguided = known.is_none_or(|known| known.best.is_none());
        if unguided && has_choice(forced_reply) && depth >= self.tunables.iir_depth * PLY {
            // Without a move to begin with the search costs more; the next one will have one.
            depth -= PLY;
        }
        let node = Node {
            ply,
            depth,
            forced_reply,
            pv,
            eval,
            guess: known.map_or(eval, |known| known.guess()),
            improving: ply >= 2 && self.evals[ply - 2].is_some_and(|before| eval > before),
        };
        let fours_only = depth <= 0 || self.is_far_below(&node, alpha, beta);
        if fours_only {
            let stands = eval >= beta && forced_reply != ForcedReply::AnswerFive
                || !has_attack(&accumulator, forced_reply, LEAF_ATTACKS);
            if stands && (depth <= 0 || eval <= alpha) {
                let found = TtEntry::still(eval, Bound::of(eval, alpha, beta));
                self.note_leaf(key, known, found, LEAF_ATTACKS);
                return eval;
            }
        } else if self.is_far_above(&node, alpha, beta) {
            return node.guess;
        }
        self.state.make_pending(outlook);
        let value = if depth <= 0 {
            match forced_reply {
                ForcedReply::AnswerFive => self.defend(alpha, beta, ply, LEAF_ATTACKS),
                _ => self.leaf(alpha, beta, ply, LEAF_ATTACKS, known),
            }
        } else {
            self.evals[ply] = Some(eval);
            let value = fours_only.then(|| self.leaf(alpha, beta, ply, LEAF_ATTACKS, known));
            match value.filter(|value| *value <= alpha) {
                Some(value) => value,
                None => self.explore(&node, alpha, beta, known),
            }
        };
        self.state.undo();
        value
    }

    /// Searches the moves of a node.
    fn explore(&mut self, node: &Node, mut alpha: i32, beta: i32, known: Option<TtEntry>) -> i32 {
        let &Node {
            ply,
            depth,
            forced_reply,
            pv,
            eval,
            ..
        } = node;
        let (own, other) = (self.state.side(), self.state.side().other());
        let start = self.moves.len();
        let mut best_known = known.and_then(|known| known.best);
        let (cells, mut best) = match forced_reply {
            ForcedReply::AnswerFive => (self.state.answers_to_five(own), loss_in(ply + 2)),
            ForcedReply::AnswerOpenFour => {
                let answers = self.state.answers_to_open_four(own);
                // What is left out loses to the open four.
                (answers.or(&self.state.fours(own)), loss_in(ply + 4))
            }
            _ => (self.state.candidates(), -BOUND),
        };
        if best >= beta {
            return best;
        }
        let mut ahead = Ahead {
            next: start,
            waiting: Some(cells),
            wide: !node.is_free(),
        };
        // The move that was best before comes first, and often nothing else is needed.
        if let Some(point) = best_known.filter(|point| cells.contains(*point)) {
            let score = i32::MAX;
            self.moves.push(Candidate { point, score });
            let mut others = cells;
            others.toggle(point);
            ahead.waiting = Some(others);
        }
        let floor = alpha;
        alpha = alpha.max(best);
        let mut chosen = None;
        let mut tried = 0;
        let mut quiets: [Point; 32] = [Point::default(); 32];
        let mut quiet_count = 0;
        while let Some(point) = self.next_move(&mut ahead, ply, best) {
            let mine = self.state.class(own, point);
            let theirs = self.state.class(other, point);
            let may_skip = !pv && best > -PROVEN && tried > 0;
            if may_skip && self.skip(node, [mine, theirs], tried, ahead.next, alpha) {
                continue;
            }
            let quiet = is_quiet(mine, theirs);
            // The answer to a four is forced, so it costs no depth.
            let mut next_depth = depth - PLY;
            if forced_reply == ForcedReply::AnswerFive {
                next_depth += self.tunables.answer_extension;
            }
            let reduction = self.reduction(node, point, mine, quiet, tried);
            let mut value;
            if tried == 0 {
                value = -self.search(point, -beta, -alpha, next_depth, ply + 1);
            } else {
                value = -self.search(point, -alpha - 1, -alpha, next_depth - reduction, ply + 1);
                if value > alpha && reduction > 0 {
                    value = -self.search(point, -alpha - 1, -alpha, next_depth, ply + 1);
                }
                if value > alpha && value < beta {
                    value = -self.search(point, -beta, -alpha, next_depth, ply + 1);
                }
            }
            if self.counter.stopped() {
                self.moves.truncate(start);
                return 0;
            }
            tried += 1;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    chosen = Some(point);
                    if pv {
                        self.set_line(ply, point);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
            if quiet && quiet_count < quiets.len() {
                quiets[quiet_count] = point;
                quiet_count += 1;
            }
        }
        self.moves.truncate(start);
        if best == -BOUND {
            // No cell is left, or none that Black may use.
            return 0;
        }
        if best >= beta
            && let Some(point) = chosen
        {
            self.reward(own, point, &quiets[..quiet_count], depth, ply);
        }
        if chosen.is_none() {
            // A move that was best before is a better guess than none.
            best_known = best_known.filter(|point| self.state.empty().contains(*point));
        }
        let known = TtEntry {
            best: chosen.or(best_known),
            value: TtEntry::relative(best, ply),
            eval,
            depth,
            bound: Bound::of(best, floor, beta),
        };
        self.table.put(self.state.key(), known);
        best
    }

    /// Whether the static value of a node is so far above the window that its moves need not be tried.
    #[inline(always)]
    fn is_far_above(&self, node: &Node, alpha: i32, beta: i32) -> bool {
        let tunables = &self.tunables;
        let Node { depth, guess, .. } = *node;
        if !node.may_be_pruned(alpha, beta)
            || !has_choice(node.forced_reply)
            || depth >= tunables.reverse_depth * PLY
        {
            return false;
        }
        // The opponent has no five, and what else he threatens is in the value, so it will not fall far.
        let less = if node.improving {
            tunables.reverse_improving
        } else {
            0
        };
        let margin = tunables.reverse_margin * depth / PLY - less;
        guess - margin >= beta
    }

    /// Whether a node is so far behind that only a win by fours would help at its depth.
    #[inline(always)]
    fn is_far_below(&self, node: &Node, alpha: i32, beta: i32) -> bool {
        let tunables = &self.tunables;
        node.may_be_pruned(alpha, beta)
            && node.forced_reply == ForcedReply::Free
            && node.depth < tunables.razor_depth * PLY
            && node.guess + tunables.razor_base + tunables.razor_slope * node.depth / PLY <= alpha
    }

    /// The next move of a node, by its place in the order. `best` is the value of the best one so far.
    #[inline(always)]
    fn next_move(&mut self, ahead: &mut Ahead, ply: usize, best: i32) -> Option<Point> {
        loop {
            if ahead.next < self.moves.len() {
                let point = self.pick(ahead.next);
                ahead.next += 1;
                if !self.state.is_foul(self.state.side(), point) {
                    return Some(point);
                }
            } else if let Some(cells) = ahead.waiting.take() {
                self.gather(&cells, ply);
            } else if ahead.wide || best > -PROVEN {
                return None;
            } else {
                // Everything near the stones loses. A stone far away may still be in the way of
                // the threats to come, so only the rest of the board makes this a proof.
                ahead.wide = true;
                let rest = self.state.empty().without(&self.state.candidates());
                self.gather(&rest, ply);
            }
        }
    }

    /// Whether a move is left out that comes after `tried` others. If so, those from `next` on that would be
    /// for the same reason are taken off the list. `classes`: what the cell means to the side to move and to
    /// the other.
    #[inline(always)]
    fn skip(
        &mut self,
        node: &Node,
        classes: [Pattern4; 2],
        tried: usize,
        next: usize,
        alpha: i32,
    ) -> bool {
        let [mine, theirs] = classes;
        if !node.is_free() {
            // A four that makes nothing else only puts off the answer to the open four.
            return node.forced_reply == ForcedReply::AnswerOpenFour
                && mine == Pattern4::Four
                && theirs < Pattern4::OpenFour;
        }
        let limit = self.move_limits[node.plies()] >> usize::from(!node.improving);
        if tried >= limit && !is_strong(mine, theirs) {
            self.retain(next, is_strong);
            return true;
        }
        let tunables = &self.tunables;
        let margin = tunables.futility_base + tunables.futility_slope * node.depth / PLY;
        let hopeless = node.depth < tunables.futility_depth * PLY && node.guess + margin <= alpha;
        if hopeless && is_quiet(mine, theirs) {
            self.retain(next, |mine, theirs| !is_quiet(mine, theirs));
            return true;
        }
        false
    }

    /// How much less deep, in 1/16 ply, a move is searched at first, when `tried` others came before it.
    /// `mine`: what the cell means to the side to move.
    #[inline(always)]
    fn reduction(
        &self,
        node: &Node,
        point: Point,
        mine: Pattern4,
        quiet: bool,
        tried: usize,
    ) -> i32 {
        let full = usize::from(node.pv) + 1;
        if !node.is_free() || node.depth < 2 * PLY || tried <= full || mine > Pattern4::Four {
            return 0;
        }
        let mut reduction = i32::from(self.reductions[node.plies()][tried.min(63)]);
        if !quiet {
            reduction = reduction * self.tunables.reduction_threat / 4;
        }
        if node.pv {
            reduction -= PLY;
        }
        if !node.improving {
            reduction += self.tunables.reduction_falling;
        }
        let history = self.history[self.state.side().index()][point.index()];
        reduction -= i32::from(history) / self.tunables.reduction_history;
        reduction.clamp(0, node.depth - 2 * PLY)
    }

    /// Appends cells with their scores to the moves.
    fn gather(&mut self, cells: &PointSet, ply: usize) {
        let (own, other) = (self.state.side(), self.state.side().other());
        let killers = self.killers[ply];
        for point in cells.iter() {
            let mine = self.state.entry(own, point);
            let theirs = self.state.entry(other, point);
            let mut score = 16 * (mine.attack() + theirs.defence());
            score +=
                i32::from(self.history[own.index()][point.index()]) / self.tunables.order_history;
            if killers.contains(&point) {
                score += self.tunables.order_killer;
            }
            score += match mine.class() {
                Pattern4::FourThree => 4 * THREAT,
                Pattern4::DoubleThree => 2 * THREAT,
                _ => 0,
            };
            score += match theirs.class() {
                Pattern4::FourThree => 3 * THREAT,
                Pattern4::DoubleThree => THREAT,
                _ => 0,
            };
            self.moves.push(Candidate { point, score });
        }
    }

    /// Moves the best of the moves from `next` on there and returns it. Ties go to the lowest cell.
    fn pick(&mut self, next: usize) -> Point {
        let mut best = next;
        for n in next + 1..self.moves.len() {
            let (a, b) = (self.moves[n], self.moves[best]);
            if a.score > b.score || a.score == b.score && a.point < b.point {
                best = n;
            }
        }
        self.moves.swap(next, best);
        self.moves[next].point
    }

    /// Leaves only the moves to `keep` among those from `next` on, by what the cell means to the side to
    /// move and to the other.
    fn retain(&mut self, next: usize, keep: impl Fn(Pattern4, Pattern4) -> bool) {
        let (own, other) = (self.state.side(), self.state.side().other());
        let mut kept = next;
        for n in next..self.moves.len() {
            let point = self.moves[n].point;
            if keep(self.state.class(own, point), self.state.class(other, point)) {
                self.moves[kept] = self.moves[n];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Remembers a move that cut off, and that those tried before it did not.
    fn reward(&mut self, side: Side, point: Point, quiets: &[Point], depth: i32, ply: usize) {
        const LARGEST: i32 = 8192;
        let plies = depth / PLY + 1;
        let bonus = (plies * plies * 4).min(400);
        let table = &mut self.history[side.index()];
        let mut push = |point: Point, amount: i32| {
            let entry = &mut table[point.index()];
            let old = i32::from(*entry);
            // Gravity keeps the entries in range without a cut-off.
            *entry = (old + amount - old * amount.abs() / LARGEST) as i16;
        };
        push(point, bonus);
        for other in quiets.iter().filter(|other| **other != point) {
            push(*other, -bonus);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != point {
            killers[1] = killers[0];
            killers[0] = point;
        }
    }

    /// The value of a node without depth: the static value, or a win by fours with at most `left` attacks.
    fn leaf(
        &mut self,
        alpha: i32,
        beta: i32,
        ply: usize,
        left: u32,
        known: Option<TtEntry>,
    ) -> i32 {
        let eval = known.map_or_else(|| self.state.evaluate(), |known| known.eval);
        let value = self.attack(alpha, beta, ply, left, eval);
        if !self.counter.stopped() {
            let bound = Bound::of(value, alpha, beta);
            let best = self.lines[ply].first().copied();
            let found = TtEntry {
                best,
                value: TtEntry::relative(value, ply),
                eval,
                depth: 0,
                bound,
            };
            self.note_leaf(self.state.key(), known, found, left);
        }
        value
    }

    /// Writes the result of an attack into the table, unless more is known.
    fn note_leaf(&self, key: u64, known: Option<TtEntry>, found: TtEntry, left: u32) {
        // A whole attack knows more than the rest of one.
        let whole = left == LEAF_ATTACKS;
        if known.is_none_or(|known| whole && known.depth == 0) {
            self.table.put(key, found);
        }
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
        let mut fours = match self.state.forced_reply() {
            ForcedReply::AnswerFive => {
                // The answer has to be a four itself to go on.
                let fours = self.state.fours(own);
                let open = self.state.cells(own, Pattern4::OpenFour);
                self.state.answers_to_five(own).and(&fours.or(open))
            }
            _ => self.state.fours(own),
        };
        if left < PLAIN_FOURS {
            fours = fours.without(self.state.cells(own, Pattern4::Four));
        }
        if left < LEAF_ATTACKS
            && let Some(last) = self.state.last_own()
        {
            fours = fours.and(&candidates::around(last));
        }
        let start = self.moves.len();
        self.gather(&fours, ply);
        for next in start..self.moves.len() {
            let point = self.pick(next);
            if self.state.is_foul(own, point) {
                continue;
            }
            self.state.make(point);
            self.lines[ply + 1].clear();
            let value = if self.counter.check_stop() {
                0
            } else {
                -self.defend(-beta, -alpha, ply + 1, left - 1)
            };
            self.state.undo();
            if self.counter.stopped() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.set_line(ply, point);
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
        if self.state.has(own, Pattern4::Five) {
            return win_in(ply + 1);
        }
        let mut alpha = alpha;
        let mut best = loss_in(ply + 2);
        for point in self.state.answers_to_five(own).iter() {
            if self.state.is_foul(own, point) {
                continue;
            }
            let value = -self.continued(point, -beta, -alpha, ply + 1, left);
            if self.counter.stopped() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.set_line(ply, point);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        best
    }

    /// An attack goes on after the answer to a four, which is only made where looking at it is not enough.
    fn continued(&mut self, point: Point, alpha: i32, beta: i32, ply: usize, left: u32) -> i32 {
        let key = self.state.key_after(point);
        self.table.prefetch(key);
        self.lines[ply].clear();
        if self.counter.check_stop() {
            return 0;
        }
        let outlook = self.state.preview_move(point);
        let accumulator = outlook.accumulator;
        let forced_reply = accumulator.forced_reply();
        if let Some(value) = decided(&accumulator, forced_reply, ply) {
            return value;
        }
        if forced_reply == ForcedReply::AnswerFive {
            self.state.make_pending(outlook);
            // Two fives of the opponent, or one that may not be answered.
            let own = self.state.side();
            let answers = self.state.answers_to_five(own);
            let value = if answers.iter().any(|point| !self.state.is_foul(own, point)) {
                self.go_on(alpha, beta, ply, left)
            } else {
                loss_in(ply + 2)
            };
            self.state.undo();
            return value;
        }
        let known = self.table.get(key);
        if let Some(value) = known.and_then(|known| known.answer(alpha, beta, ply)) {
            return value;
        }
        let eval = known.map_or_else(|| self.state.value_of(&accumulator), |known| known.eval);
        if eval >= beta || !has_attack(&accumulator, forced_reply, left) {
            let found = TtEntry::still(eval, Bound::of(eval, alpha, beta));
            self.note_leaf(key, known, found, left);
            return eval;
        }
        self.state.make_pending(outlook);
        let value = self.go_on(alpha, beta, ply, left);
        self.state.undo();
        value
    }

    /// The value of the rest of an attack, which may be in the table.
    fn go_on(&mut self, alpha: i32, beta: i32, ply: usize, left: u32) -> i32 {
        let key = self.state.key();
        let known = self.table.get(key);
        if let Some(value) = known.and_then(|known| known.answer(alpha, beta, ply)) {
            return value;
        }
        self.leaf(alpha, beta, ply, left, known)
    }
}
