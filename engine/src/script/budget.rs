//! What a step may spend. Every loop turn and call counts, and so does the size of
//! what a native function or one of Lua's library works through, so that a script
//! that does too much stops at the same place on every machine. A clock stands
//! behind it for what cannot be counted.

use std::fmt;
use std::time::{Duration, Instant};

use super::host::Stop;

/// Loop turns and calls a step may make.
pub const STEP_BUDGET: u64 = 20_000_000;
/// How long a step may run between two answers: what is counted ends long before.
const LONGEST: Duration = Duration::from_secs(10);
/// So much is spent before the first look at the clock, which most steps never need,
const FIRST_LOOK: u64 = 4096;
/// and so much between two of them.
const BETWEEN_LOOKS: u64 = 256;

/// What is left of the budget of a step.
#[derive(Debug, Default)]
pub(crate) struct Budget {
    /// What may be spent until the next look at the clock.
    near: u64,
    /// What may be spent after that.
    far: u64,
    /// When the step has run too long; set at the first look.
    deadline: Option<Instant>,
}

/// Why a step has to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spent {
    Budget,
    Time,
}

impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spent::Budget => write!(f, "the script ran too long: is there an endless loop?"),
            Spent::Time => write!(
                f,
                "the script ran for more than {} seconds: is there an endless loop?",
                LONGEST.as_secs()
            ),
        }
    }
}

impl From<Spent> for Stop {
    fn from(spent: Spent) -> Stop {
        Stop::Error(spent.to_string())
    }
}

impl Budget {
    /// Gives a new step all it may spend.
    #[inline]
    pub fn refill(&mut self) {
        *self = Budget {
            near: FIRST_LOOK,
            far: STEP_BUDGET - FIRST_LOOK,
            deadline: None,
        };
    }

    /// Somebody has thought about an answer, for as long as they liked.
    #[inline]
    pub fn forget_time(&mut self) {
        self.deadline = None;
    }

    /// Spends so much of the budget.
    #[inline]
    pub fn spend(&mut self, amount: u64) -> Result<(), Spent> {
        match self.near.checked_sub(amount) {
            Some(left) => {
                self.near = left;
                Ok(())
            }
            None => self.look(amount),
        }
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self, amount: u64) -> Result<(), Spent> {
        let left = (self.near + self.far).checked_sub(amount);
        self.near = left.unwrap_or(0).min(BETWEEN_LOOKS);
        self.far = left.unwrap_or(0) - self.near;
        if left.is_none() {
            return Err(Spent::Budget);
        }
        let now = Instant::now();
        match now > *self.deadline.get_or_insert(now + LONGEST) {
            true => Err(Spent::Time),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_a_budget_can_be_spent_and_no_more() {
        for pieces in [1, 2, 255, 256, 257, 20_000, STEP_BUDGET] {
            let mut budget = Budget::default();
            assert_eq!(budget.spend(1), Err(Spent::Budget), "nothing was given yet");
            budget.refill();
            for _ in 0..STEP_BUDGET / pieces {
                assert_eq!(budget.spend(pieces), Ok(()));
            }
            assert_eq!(budget.spend(STEP_BUDGET % pieces), Ok(()));
            assert_eq!(budget.spend(1), Err(Spent::Budget));
        }
    }

    #[test]
    fn the_clock_ends_what_cannot_be_counted() {
        let mut budget = Budget::default();
        budget.refill();
        budget.deadline = Instant::now().checked_sub(Duration::from_secs(1));
        let mut turns = (0..=FIRST_LOOK).map(|_| budget.spend(1));
        assert_eq!(turns.find(Result::is_err), Some(Err(Spent::Time)));
        budget.forget_time();
        assert_eq!(budget.spend(BETWEEN_LOOKS), Ok(()));
    }
}
