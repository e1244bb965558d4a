//! The main search: principal variation search (PVS) with the transposition table.
//!
//! A win or a loss is a proof if every answer of the loser was searched, and a claim otherwise: a
//! pruning that may err can produce a claim, never a proof.

use crate::gomoku::rules::{Point, RuleType};
use crate::gomoku::search::depth::{Depth, MAX_PLY};
use crate::gomoku::search::node::{Node, decided_value, is_quiet};
use crate::gomoku::search::pruning::LateMove;
use crate::gomoku::search::quiescence::{MAX_ATTACKS, can_attack};
use crate::gomoku::search::score::{self, INFINITE, PROVEN, loss_in, win_in};
use crate::gomoku::search::searcher::Searcher;
use crate::gomoku::search::{move_picker::MovePicker, tt_entry::TtEntry};
use crate::gomoku::state::ForcedReply;
use crate::search::Bound;

impl<R: RuleType> Searcher<'_, R> {
    /// The value of the position after a move, `ply` plies from the root, for the side to move
    /// there, searched to `depth`. Fail-soft: an upper bound if at most `alpha`, a lower bound if
    /// at least `beta`. Meaningless once the counter has stopped.
    ///
    /// The move is only made if its preview does not settle the value.
    pub(crate) fn search(
        &mut self,
        point: Point,
        mut alpha: i32,
        mut beta: i32,
        mut depth: Depth,
        ply: usize,
    ) -> i32 {
        let pv = beta - alpha > 1;
        let key = self.state.key_after(point);
        self.table.prefetch(key);
        self.clear_pv(ply);
        if self.counter.check_stop() {
            return 0;
        }
        let pending = self.state.preview_move(point);
        let accumulator = pending.accumulator;
        let forced_reply = accumulator.forced_reply();
        if let Some(value) = decided_value(&accumulator, forced_reply, ply) {
            return value;
        }

        // Mate-distance pruning: from here on, no value can lie outside these bounds.
        alpha = alpha.max(loss_in(ply + 2));
        beta = beta.min(win_in(ply + 3));
        if alpha >= beta {
            return alpha;
        }
        if ply >= MAX_PLY {
            return self.state.value_of(&accumulator);
        }

        // Transposition table. A proven value holds at any depth.
        let entry = self.table.probe(key);
        if let Some(entry) = entry
            && !pv
            && (entry.depth >= depth || entry.is_proof())
            && let Some(value) = entry.cutoff(alpha, beta, ply)
        {
            return value;
        }
        let eval = match entry {
            Some(entry) if entry.eval.holds_in(alpha, beta) => entry.eval,
            _ => self.state.evaluate_pending(&pending, alpha, beta),
        };
        let entry = entry.map(|entry| TtEntry { eval, ..entry });
        let value = eval.value;

        // Internal iterative reduction (IIR): without a hash move the search costs more than it
        // tells. It leaves a hash move for the next iteration.
        let no_hash_move = entry.is_none_or(|entry| entry.best.is_none());
        if no_hash_move && forced_reply.has_choice() && depth >= self.tunables.iir_depth {
            depth = depth - Depth::PLY;
        }

        let mut node = Node {
            ply,
            depth,
            forced_reply,
            pv,
            eval,
            tt_eval: entry.map_or(value, |entry| entry.tt_eval()),
            improving: ply >= 2 && self.evals[ply - 2].is_some_and(|before| value > before),
        };
        node.depth = node.depth - self.fail_high_reduction(&node, alpha, beta);
        let depth = node.depth;
        // The table may know the value at the reduced depth, which is the depth that such nodes are stored with.
        if !pv
            && let Some(entry) = entry
            && entry.depth >= depth
            && let Some(value) = entry.cutoff(alpha, beta, ply)
        {
            return value;
        }
        let fours_only = depth <= Depth::ZERO || self.razor(&node, alpha, beta);
        if fours_only {
            let stands = value >= beta && forced_reply != ForcedReply::AnswerFive
                || !can_attack(&accumulator, forced_reply, MAX_ATTACKS);
            if stands && (depth <= Depth::ZERO || value <= alpha) {
                let found = TtEntry::static_eval(eval, Bound::of(value, alpha, beta));
                self.store_quiescence(key, entry, found, MAX_ATTACKS);
                return value;
            }
        } else if self.reverse_futility(&node, alpha, beta) {
            return node.tt_eval;
        }

        self.state.make_pending(pending);
        let value = if depth <= Depth::ZERO {
            match forced_reply {
                ForcedReply::AnswerFive => self.vcf_defend(alpha, beta, ply, MAX_ATTACKS),
                _ => self.quiescence_vcf(alpha, beta, ply, MAX_ATTACKS, entry, eval),
            }
        } else if let Some(value) = self.win_by_foul(forced_reply, ply) {
            value
        } else if let Some(value) = self.null_move_pruning(&node, alpha, beta) {
            value
        } else {
            self.evals[ply] = match forced_reply {
                // The five to answer distorts the evaluation. That of the position before is
                // better.
                ForcedReply::AnswerFive => self.evals[ply - 1].map(|eval| -eval),
                _ => Some(node.eval.value),
            };
            let value =
                fours_only.then(|| self.quiescence_vcf(alpha, beta, ply, MAX_ATTACKS, entry, eval));
            match value.filter(|value| *value <= alpha) {
                Some(value) => value,
                None => self.search_moves(&node, alpha, beta, entry),
            }
        };
        self.state.undo();
        value
    }

    /// Searches the moves of a node and stores the result in the table.
    pub(super) fn search_moves(
        &mut self,
        node: &Node,
        mut alpha: i32,
        beta: i32,
        entry: Option<TtEntry>,
    ) -> i32 {
        let &Node {
            ply,
            depth,
            forced_reply,
            pv,
            eval,
            ..
        } = node;
        let (own, other) = (self.state.side(), self.state.side().other());
        let mut hash_move = entry.and_then(|entry| entry.best);
        // The moves to try, and the value of all others, which lose to the opponent's threat.
        let (cells, mut best) = match forced_reply {
            ForcedReply::AnswerFive => (self.state.answers_to_five(own), loss_in(ply + 2)),
            ForcedReply::AnswerOpenFour => {
                let answers = self.state.answers_to_open_four(own);
                (answers.or(&self.state.fours(own)), loss_in(ply + 4))
            }
            _ => (self.state.candidates(), -INFINITE),
        };
        if best >= beta {
            return best;
        }
        self.history.clear_killers(ply + 2);
        let start = self.moves.len();
        let nodes_before = self.counter.nodes();
        let free = node.is_unrestricted();
        let use_policy = free && depth >= self.tunables.policy_depth;
        let mut picker = MovePicker::new(self, ply, cells, hash_move, !free, use_policy);
        let original_alpha = alpha;
        alpha = alpha.max(best);
        let mut best_move = None;
        let mut tried = 0;
        let mut skipped = false;
        let mut highest_rank = 0;
        let mut quiets: [Point; 32] = [Point::default(); 32];
        let mut quiet_count = 0;
        while let Some(point) = picker.next(self, best) {
            let mine = self.state.info(own, point);
            let theirs = self.state.info(other, point);
            let patterns = [mine.pattern4(), theirs.pattern4()];
            if tried > 0
                && let Some(most) = self.skips_move(node, patterns, tried, best, picker.next, alpha)
            {
                best = best.max(most);
                skipped = true;
                continue;
            }
            let [pattern4, their_pattern4] = patterns;
            let quiet = is_quiet(pattern4, their_pattern4);
            let rank = mine.attack() + theirs.defence();
            highest_rank = highest_rank.max(rank);
            let mut next_depth = depth - Depth::PLY;
            // Forced-reply extension (the check extension of chess): the answer to a four gets back
            // what it costs, and a little more.
            if forced_reply == ForcedReply::AnswerFive {
                next_depth = next_depth + self.tunables.answer_extension;
            }
            let late = LateMove {
                point,
                mine: pattern4,
                quiet,
                delays: node.is_delayed_by(pattern4, their_pattern4),
                tried,
                behind: highest_rank - rank,
                raised: best_move.is_some(),
            };
            let reduction = self.late_move_reduction(node, late);
            let reduction = (tried > 0).then_some(reduction);
            let value = self.search_move(point, alpha, beta, next_depth, reduction, ply);
            if self.counter.stopped() {
                self.moves.truncate(start);
                return 0;
            }
            tried += 1;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(point);
                    if pv {
                        self.update_pv(ply, point);
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
        if tried == 0 && self.state.has_no_move() {
            // The board is full, or every empty cell is forbidden to Black.
            return 0;
        }
        // The answer to a five is forced, and no proof is in doubt.
        if best < beta && best.abs() < PROVEN && forced_reply != ForcedReply::AnswerFive {
            if let Some((value, point)) = self.missed_win(nodes_before, ply) {
                (best, best_move) = (value, Some(point));
            }
            if self.counter.stopped() {
                return 0;
            }
        }
        if best < -PROVEN && (skipped || node.is_unrestricted()) {
            // Not every answer was searched. Free nodes leave out the cells far from all stones.
            best = score::as_claim(best);
        }
        // An answer to a five is no merit of the move.
        if best >= beta
            && let Some(point) = best_move
            && forced_reply != ForcedReply::AnswerFive
        {
            let quiets = &quiets[..quiet_count];
            self.history.update(own, point, quiets, depth, ply);
        }
        if best_move.is_none() {
            // After a fail-low the old hash move is better than none. A key collision may have
            // brought an occupied cell.
            hash_move = hash_move.filter(|point| self.state.empty().contains(*point));
        }
        let entry = TtEntry {
            best: best_move.or(hash_move),
            value: score::to_tt(best, ply),
            eval,
            depth,
            bound: Bound::of(best, original_alpha, beta),
        };
        self.table.store(self.state.key(), entry);
        best
    }

    /// The value of a move for the side that makes it. Without a `reduction` it is the first one and gets the whole window. The
    /// others get a null window, and what exceeds alpha is searched again without the reduction and with the whole window.
    fn search_move(
        &mut self,
        point: Point,
        alpha: i32,
        beta: i32,
        depth: Depth,
        reduction: Option<Depth>,
        ply: usize,
    ) -> i32 {
        let Some(reduction) = reduction else {
            return -self.search(point, -beta, -alpha, depth, ply + 1);
        };
        let mut value = -self.search(point, -alpha - 1, -alpha, depth - reduction, ply + 1);
        if value > alpha && reduction > Depth::ZERO {
            value = -self.search(point, -alpha - 1, -alpha, depth, ply + 1);
        }
        if value > alpha && value < beta {
            value = -self.search(point, -beta, -alpha, depth, ply + 1);
        }
        value
    }

    /// A win by fours that the search of this node missed, which began at `nodes_before`: its value and its first move. The
    /// PV gets its line.
    fn missed_win(&mut self, nodes_before: u64, ply: usize) -> Option<(i32, Point)> {
        let nodes = self.counter.nodes() - nodes_before;
        let vcf_checks = &mut self.vcf_checks;
        let win = vcf_checks.find(&mut self.state, &mut self.counter, nodes)?;
        let value = win_in(ply + win.plies);
        let line = win.line.clone();
        let first = *line.first()?;
        self.set_pv(ply, line);
        Some((value, first))
    }
}
