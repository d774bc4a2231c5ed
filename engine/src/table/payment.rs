//! Ways to pay a price with coins of different worth: only those from which no
//! single coin could be left out, the cheapest first.

use std::cmp::Ordering;

/// So many equal coins, each worth `value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coin {
    pub value: u32,
    pub count: u32,
    pub name: String,
}

/// All sensible ways to pay at least a price. No change is given, so a way may pay too much, but never contains a coin
/// without which it would still be enough. Sorted by what is paid, then by the number of coins, then in the order of
/// the coins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Payments {
    coins: Vec<Coin>,
    /// How many of each coin go, one way after the other.
    counts: Vec<u32>,
    /// The ways in their order, by their place among the counts.
    order: Vec<u32>,
}

impl Payments {
    /// Finds the ways to pay a price; `None` if there are more than `most`.
    pub fn find(price: u32, coins: Vec<Coin>, most: usize) -> Option<Payments> {
        let mut payments = Payments {
            coins,
            ..Payments::default()
        };
        if price > 0 {
            let mut search = Search::new(&payments.coins, most);
            search.fill(i64::from(price), 0, u32::MAX);
            if search.found > most {
                return None;
            }
            payments.counts = search.counts;
            payments.sort();
        }
        Some(payments)
    }

    fn sort(&mut self) {
        let width = self.coins.len();
        let ways = self.counts.len().checked_div(width).unwrap_or(0);
        let mut keyed: Vec<(u64, u32, u32)> = (0..ways)
            .map(|way| {
                let counts = &self.counts[way * width..(way + 1) * width];
                let worth = counts.iter().zip(&self.coins);
                let paid = worth.map(|(&n, coin)| u64::from(n) * u64::from(coin.value)).sum();
                (paid, counts.iter().sum(), way as u32)
            })
            .collect();
        let counts = |way: u32| &self.counts[way as usize * width..][..width];
        keyed.sort_unstable_by(|a, b| match (a.0, a.1).cmp(&(b.0, b.1)) {
            Ordering::Equal => counts(b.2).cmp(counts(a.2)),
            order => order,
        });
        self.order = keyed.into_iter().map(|(_, _, way)| way).collect();
    }

    /// How many ways there are.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// How many of each coin go in a way.
    pub fn way(&self, way: usize) -> &[u32] {
        let width = self.coins.len();
        match self.order.get(way) {
            Some(&at) => &self.counts[at as usize * width..][..width],
            None => &[],
        }
    }

    /// `2*tile+1*card`: the key of a way to pay.
    pub fn key(&self, way: usize) -> String {
        let parts = self.way(way).iter().zip(&self.coins).filter(|(count, _)| **count > 0);
        let parts: Vec<String> = parts.map(|(count, coin)| format!("{count}*{}", coin.name)).collect();
        parts.join("+")
    }
}

struct Search<'a> {
    coins: &'a [Coin],
    /// What all coins from each one on are worth together.
    rest: Vec<i64>,
    way: Vec<u32>,
    counts: Vec<u32>,
    found: usize,
    most: usize,
}

impl Search<'_> {
    fn new(coins: &[Coin], most: usize) -> Search<'_> {
        let mut rest = vec![0; coins.len() + 1];
        for (index, coin) in coins.iter().enumerate().rev() {
            rest[index] = rest[index + 1] + i64::from(coin.value) * i64::from(coin.count);
        }
        Search {
            coins,
            rest,
            way: vec![0; coins.len()],
            counts: Vec::new(),
            found: 0,
            most,
        }
    }

    /// Chooses how many of each coin from `index` on go; `least` is the worth of the least coin that goes already.
    fn fill(&mut self, missing: i64, index: usize, least: u32) {
        if missing <= 0 {
            // `-missing` is paid too much: a coin worth no more than that could have been left out.
            if i64::from(least) > -missing {
                self.found += 1;
                self.counts.extend_from_slice(&self.way);
            }
            return;
        }
        if missing > self.rest[index] || self.found > self.most {
            return;
        }
        let Coin { value, count, .. } = self.coins[index];
        for taken in 0..=count {
            let paid = i64::from(taken) * i64::from(value);
            self.way[index] = taken;
            self.fill(
                missing - paid,
                index + 1,
                if taken > 0 { least.min(value) } else { least },
            );
            if paid >= missing {
                break;
            }
        }
        self.way[index] = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coins(coins: &[(u32, u32)]) -> Vec<Coin> {
        let named = |&(value, count): &(u32, u32)| Coin {
            value,
            count,
            name: format!("coin-{value}"),
        };
        coins.iter().map(named).collect()
    }

    fn ways(price: u32, of: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let payments = Payments::find(price, coins(of), 1000).unwrap();
        (0..payments.len()).map(|way| payments.way(way).to_vec()).collect()
    }

    #[test]
    fn a_way_to_pay_has_no_coin_that_could_be_left_out() {
        assert_eq!(
            ways(7, &[(7, 1), (5, 1), (2, 1), (1, 3)]),
            [vec![1, 0, 0, 0], vec![0, 1, 1, 0], vec![0, 1, 0, 2],]
        );
    }

    #[test]
    fn overpaying_is_possible_when_there_is_no_change() {
        assert_eq!(ways(5, &[(7, 1), (3, 1)]), [vec![1, 0]]);
    }

    #[test]
    fn what_cannot_be_paid_has_no_way() {
        assert!(ways(9, &[(7, 1), (1, 1)]).is_empty());
        assert!(ways(0, &[(7, 1)]).is_empty());
        assert!(ways(1, &[]).is_empty());
    }

    #[test]
    fn too_many_ways_are_none() {
        let many: Vec<(u32, u32)> = (1..=9).map(|value| (value, 9)).collect();
        assert_eq!(Payments::find(60, coins(&many), 1000), None);
    }

    #[test]
    fn a_key_names_what_is_paid() {
        let payments = Payments::find(9, coins(&[(7, 1), (1, 3)]), 10).unwrap();
        assert_eq!(payments.key(0), "1*coin-7+2*coin-1");
    }

    /// Every subset that is enough and needs each of its coins, found the slow way.
    #[test]
    fn all_ways_are_found_once_and_in_order() {
        let of = [(7, 2), (5, 1), (3, 2), (1, 3)];
        for price in 1..=25 {
            let mut expected = Vec::new();
            for (a, b, c, d) in combinations(&of) {
                let way = vec![a, b, c, d];
                let paid: u32 = way.iter().zip(&of).map(|(n, (value, _))| n * value).sum();
                let least = way
                    .iter()
                    .zip(&of)
                    .filter(|(n, _)| **n > 0)
                    .map(|(_, (value, _))| *value)
                    .min();
                if paid >= price && least.is_some_and(|least| paid - least < price) {
                    expected.push((paid, way.iter().sum::<u32>(), std::cmp::Reverse(way)));
                }
            }
            expected.sort();
            let expected: Vec<Vec<u32>> = expected.into_iter().map(|(_, _, way)| way.0).collect();
            assert_eq!(ways(price, &of), expected, "price {price}");
        }
    }

    fn combinations(of: &[(u32, u32); 4]) -> Vec<(u32, u32, u32, u32)> {
        let mut all = Vec::new();
        for a in 0..=of[0].1 {
            for b in 0..=of[1].1 {
                for c in 0..=of[2].1 {
                    all.extend((0..=of[3].1).map(|d| (a, b, c, d)));
                }
            }
        }
        all
    }
}
