//! Rules as types, so that the hot code of the search is compiled once for each rule.

use crate::gomoku::rules::rule::Rule;

/// A [`Rule`] as a type.
pub trait RuleType: Copy + Send + Sync + 'static {
    /// The rule.
    const RULE: Rule;
    /// [`Rule::has_fouls`] as a constant.
    const HAS_FOULS: bool = Self::RULE.has_fouls();
    /// [`Rule::needs_open_end`] as a constant.
    const NEEDS_OPEN_END: bool = Self::RULE.needs_open_end();
}

macro_rules! rule_types {
    ($($name:ident)*) => {$(
        #[doc = concat!("[`Rule::", stringify!($name), "`] as a type.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl RuleType for $name {
            const RULE: Rule = Rule::$name;
        }
    )*};
}

rule_types! { Freestyle Standard Renju Caro CaroExact }

/// Evaluates an expression with a type name bound to the [`RuleType`] of a rule.
macro_rules! with_rule_type {
    ($rule:expr, $name:ident => $body:expr) => {
        $crate::gomoku::rules::rule_type::with_rule_type!(
            @match $rule, $name => $body, Freestyle Standard Renju Caro CaroExact
        )
    };
    (@match $rule:expr, $name:ident => $body:expr, $($variant:ident)*) => {
        match $rule {
            $($crate::gomoku::rules::rule::Rule::$variant => {
                type $name = $crate::gomoku::rules::rule_type::$variant;
                $body
            })*
        }
    };
}
pub(crate) use with_rule_type;
