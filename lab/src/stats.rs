//! Statistics that need no list of all values: they are gathered one by one, put
//! together from parts, and stay the same size for a million games.

use serde::Serialize;

/// Mean and spread of values as they come (Welford's method).
///
/// ```
/// use houserule_lab::Running;
/// let mut ages = Running::default();
/// [2.0, 4.0, 6.0].into_iter().for_each(|age| ages.add(age));
/// assert_eq!((ages.mean(), ages.sd()), (4.0, 2.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Running {
    count: u64,
    mean: f64,
    /// The sum of squared distances from the mean.
    squares: f64,
    min: f64,
    max: f64,
}

impl Default for Running {
    fn default() -> Running {
        Running {
            count: 0,
            mean: 0.0,
            squares: 0.0,
            min: f64::INFINITY,
            max: f64::NEG_INFINITY,
        }
    }
}

impl Running {
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
        self.min = self.min.min(value);
        self.max = self.max.max(value);
    }

    /// Adds what another has gathered, as if its values had come after these.
    pub fn merge(&mut self, other: &Running) {
        if other.count == 0 {
            return;
        }
        let (ours, theirs) = (self.count as f64, other.count as f64);
        let both = ours + theirs;
        let apart = other.mean - self.mean;
        self.mean += apart * theirs / both;
        self.squares += other.squares + apart * apart * ours * theirs / both;
        self.count += other.count;
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard deviation of a sample; 0 for fewer than two values.
    pub fn sd(&self) -> f64 {
        match self.count {
            0 | 1 => 0.0,
            n => (self.squares / (n - 1) as f64).sqrt(),
        }
    }

    pub fn summary(&self) -> Summary {
        let bound = |value: f64| if self.count == 0 { 0.0 } else { value };
        Summary {
            mean: self.mean,
            sd: self.sd(),
            min: bound(self.min),
            max: bound(self.max),
        }
    }
}

/// What is told of values.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Summary {
    pub mean: f64,
    pub sd: f64,
    pub min: f64,
    pub max: f64,
}

/// A share with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    pub rate: f64,
    pub lo: f64,
    pub hi: f64,
}

/// The share of `hits` in `total` with Wilson's 95 % interval, which is right for rare events and small
/// numbers too. A shared win counts in parts, so `hits` need not be whole.
pub fn wilson(hits: f64, total: u64) -> Interval {
    /// How many standard deviations hold 95 % of a normal distribution.
    const Z: f64 = 1.959_963_984_540_054;
    if total == 0 {
        return Interval {
            rate: 0.0,
            lo: 0.0,
            hi: 1.0,
        };
    }
    let n = total as f64;
    let rate = (hits / n).clamp(0.0, 1.0);
    let scale = 1.0 + Z * Z / n;
    let middle = (rate + Z * Z / (2.0 * n)) / scale;
    let half = Z / scale * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
    Interval {
        rate,
        // Rounding must not push the ends past the rate itself.
        lo: (middle - half).clamp(0.0, rate),
        hi: (middle + half).clamp(rate, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn running(values: &[f64]) -> Running {
        let mut all = Running::default();
        values.iter().for_each(|&value| all.add(value));
        all
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn values_are_summed_up() {
        let all = running(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).summary();
        assert!(near(all.mean, 5.0) && near(all.sd, (32.0f64 / 7.0).sqrt()), "{all:?}");
        assert_eq!((all.min, all.max), (2.0, 9.0));
        assert_eq!(running(&[]).summary().max, 0.0);
        assert_eq!(running(&[3.0]).sd(), 0.0);
    }

    #[test]
    fn parts_make_the_same_whole() {
        let values: Vec<f64> = (0..100).map(|n| f64::from(n * n % 37)).collect();
        let whole = running(&values);
        for cut in [0, 1, 50, 100] {
            let mut parts = running(&values[..cut]);
            parts.merge(&running(&values[cut..]));
            assert!(
                near(parts.mean(), whole.mean()) && near(parts.sd(), whole.sd()),
                "{cut}"
            );
            assert_eq!(parts.count(), 100);
        }
    }

    #[test]
    fn intervals_hold_the_known_values() {
        for (hits, total, lo, hi) in [
            (5.0, 10, 0.2366, 0.7634),
            (0.0, 10, 0.0, 0.2775),
            (10.0, 10, 0.7225, 1.0),
            (500.0, 1000, 0.4691, 0.5309),
            (0.0, 0, 0.0, 1.0),
        ] {
            let found = wilson(hits, total);
            assert!(
                (found.lo - lo).abs() < 5e-5 && (found.hi - hi).abs() < 5e-5,
                "{hits} of {total}: {found:?}"
            );
        }
    }
}
