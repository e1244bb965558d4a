//! Quiescence search by VCF (victory by continuous fours): at the leaves of the main search, the
//! side to move may go on with fours only, or stand on the static evaluation.

use crate::game::Side;
use crate::gomoku::patterns::Pattern4;
use crate::gomoku::rules::{Point, RuleType};
use crate::gomoku::search::depth::{Depth, MAX_PLY};
use crate::gomoku::search::node::decided_value;
use crate::gomoku::search::score::{self, loss_in, win_in};
use crate::gomoku::search::{searcher::Searcher, tt_entry::TtEntry};
use crate::gomoku::state::{Accumulator, ForcedReply, StaticEval, candidates};
use crate::search::Bound;

/// The most fours in a row. After the first one only fours near the attacker's last stone are
/// tried; otherwise positions with many fours spend most of their nodes on permutations of these.
pub(crate) const MAX_ATTACKS: u32 = 10;

/// A plain four, one that makes nothing else, is tried only while at least this many attacks are
/// left.
const PLAIN_FOUR_ATTACKS: u32 = MAX_ATTACKS - 1;

/// Whether a side tries plain fours with `attacks` left. White always does in Renju: the answer to
/// one four may make a foul of the answer to the next.
const fn tries_plain_fours<R: RuleType>(side: Side, attacks: u32) -> bool {
    attacks >= PLAIN_FOUR_ATTACKS || R::HAS_FOULS && matches!(side, Side::White)
}

/// Whether the side to move may have a four to play with `attacks` left, judged without its cells.
#[inline(always)]
pub(crate) fn can_attack<R: RuleType>(
    accumulator: &Accumulator<R>,
    forced_reply: ForcedReply,
    attacks: u32,
) -> bool {
    let own = accumulator.side();
    let fours: &[Pattern4] = if tries_plain_fours::<R>(own, attacks) {
        &[Pattern4::FourPlus, Pattern4::FourThree, Pattern4::Four]
    } else {
        &[Pattern4::FourPlus, Pattern4::FourThree]
    };
    // The answer to a five may make an open four, and a cell that looks forbidden to Black may make
    // a four.
    attacks > 0
        && (forced_reply == ForcedReply::AnswerFive
            || R::HAS_FOULS && own == Side::Black && accumulator.has(own, Pattern4::Forbidden)
            || fours.iter().any(|four| accumulator.has(own, *four)))
}

impl<R: RuleType> Searcher<'_, R> {
    /// The value of a leaf: the static evaluation `eval`, or the value of a line with at most `attacks`
    /// fours. `entry` is the leaf's entry in the table.
    pub(super) fn quiescence_vcf(
        &mut self,
        alpha: i32,
        beta: i32,
        ply: usize,
        attacks: u32,
        entry: Option<TtEntry>,
        eval: StaticEval,
    ) -> i32 {
        let value = self.vcf_attack(alpha, beta, ply, attacks, eval.value);
        if !self.counter.stopped() {
            let bound = Bound::of(value, alpha, beta);
            let best = self.pv(ply).first().copied();
            let found = TtEntry {
                best,
                value: score::to_tt(value, ply),
                eval,
                depth: Depth::ZERO,
                bound,
            };
            self.store_quiescence(self.state.key(), entry, found, attacks);
        }
        value
    }

    /// Stores the result of a quiescence search, unless the table already holds a better `entry`.
    pub(super) fn store_quiescence(
        &self,
        key: u64,
        entry: Option<TtEntry>,
        found: TtEntry,
        attacks: u32,
    ) {
        // A search with all its attacks tells more than one that began with fewer left.
        let full = attacks == MAX_ATTACKS;
        if entry.is_none_or(|entry| full && entry.depth == Depth::ZERO) {
            self.table.store(key, found);
        }
    }

    /// The attacker's move: a four, or stand pat on the static evaluation.
    fn vcf_attack(&mut self, alpha: i32, beta: i32, ply: usize, attacks: u32, eval: i32) -> i32 {
        let own = self.state.side();
        let mut alpha = alpha;
        let mut best = eval;
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        if attacks == 0 || ply + 2 >= MAX_PLY {
            return best;
        }
        let forced_reply = self.state.forced_reply();
        if let Some(value) = self.win_by_foul(forced_reply, ply) {
            return value;
        }
        let mut fours = match forced_reply {
            ForcedReply::AnswerFive => {
                // The attack only goes on if the answer is a four itself.
                let fours = self.state.fours(own);
                let open = self.state.cells(own, Pattern4::OpenFour);
                self.state.answers_to_five(own).and(&fours.or(open))
            }
            _ => self.state.fours(own),
        };
        if !tries_plain_fours::<R>(own, attacks) {
            fours = fours.without(self.state.cells(own, Pattern4::Four));
        }
        if attacks < MAX_ATTACKS
            && let Some(last) = self.state.last_stone(own)
        {
            fours = fours.and(&candidates::neighbours(last));
        }
        let start = self.moves.len();
        self.score_moves(&fours, ply);
        for next in start..self.moves.len() {
            let point = self.select_best(next);
            if self.state.is_foul(own, point) {
                continue;
            }
            self.state.make(point);
            self.clear_pv(ply + 1);
            let value = if self.counter.check_stop() {
                0
            } else {
                -self.vcf_defend(-beta, -alpha, ply + 1, attacks - 1)
            };
            self.state.undo();
            if self.counter.stopped() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.update_pv(ply, point);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(start);
        best
    }

    /// The value of a position in which White is to move and has a four whose answer is a foul.
    pub(super) fn win_by_foul(&mut self, forced_reply: ForcedReply, ply: usize) -> Option<i32> {
        if !forced_reply.has_choice() {
            return None;
        }
        let four = self.state.four_at_foul()?;
        self.clear_pv(ply + 1);
        self.update_pv(ply, four);
        Some(win_in(ply + 3))
    }

    /// The defender's move: every answer to the four. The attacker has `attacks` left after it.
    pub(super) fn vcf_defend(&mut self, alpha: i32, beta: i32, ply: usize, attacks: u32) -> i32 {
        let own = self.state.side();
        if self.state.has(own, Pattern4::Five) {
            return win_in(ply + 1);
        }
        let mut alpha = alpha;
        let mut best = loss_in(ply + 2);
        let mut tried = false;
        for point in self.state.answers_to_five(own).iter() {
            if self.state.is_foul(own, point) {
                continue;
            }
            tried = true;
            let value = -self.vcf_after_answer(point, -beta, -alpha, ply + 1, attacks);
            if self.counter.stopped() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.update_pv(ply, point);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        if !tried && self.state.has_no_move() {
            return 0;
        }
        best
    }

    /// The value after an answer to a four, for the attacker. The answer is only made if its
    /// preview does not settle the value.
    fn vcf_after_answer(
        &mut self,
        point: Point,
        alpha: i32,
        beta: i32,
        ply: usize,
        attacks: u32,
    ) -> i32 {
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
        if forced_reply == ForcedReply::AnswerFive {
            self.state.make_pending(pending);
            // Lost if the defender has two fives, or one whose answer is forbidden.
            let own = self.state.side();
            let answers = self.state.answers_to_five(own);
            let value = if answers.iter().any(|point| !self.state.is_foul(own, point)) {
                self.vcf_continue(alpha, beta, ply, attacks)
            } else if self.state.has_no_move() {
                0
            } else {
                loss_in(ply + 2)
            };
            self.state.undo();
            return value;
        }
        let entry = self.table.probe(key);
        if let Some(value) = entry.and_then(|entry| entry.cutoff(alpha, beta, ply)) {
            return value;
        }
        let eval = match entry {
            Some(entry) if entry.eval.holds_in(alpha, beta) => entry.eval,
            _ => self.state.evaluate_pending(&pending, alpha, beta),
        };
        let value = eval.value;
        if value >= beta || !can_attack(&accumulator, forced_reply, attacks) {
            let found = TtEntry::static_eval(eval, Bound::of(value, alpha, beta));
            self.store_quiescence(key, entry, found, attacks);
            return value;
        }
        self.state.make_pending(pending);
        let value = self.quiescence_vcf(alpha, beta, ply, attacks, entry, eval);
        self.state.undo();
        value
    }

    /// The value of the rest of an attack whose answer was a four, from the table if it is there.
    fn vcf_continue(&mut self, alpha: i32, beta: i32, ply: usize, attacks: u32) -> i32 {
        let key = self.state.key();
        let entry = self.table.probe(key);
        if let Some(value) = entry.and_then(|entry| entry.cutoff(alpha, beta, ply)) {
            return value;
        }
        let eval = match entry {
            Some(entry) if entry.eval.holds_in(alpha, beta) => entry.eval,
            _ => self.state.evaluate(alpha, beta),
        };
        self.quiescence_vcf(alpha, beta, ply, attacks, entry, eval)
    }
}
