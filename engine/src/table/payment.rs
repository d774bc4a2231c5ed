//! Ways to pay a price with coins of different worth: only those from which no
//! single coin could be left out, the cheapest first.

/// So many equal coins, each worth `value`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coin {
    pub value: u32,
    pub count: u32,
}

/// All sensible ways to pay at least `price`: for each way, how many of each of
/// `coins` go. No change is given, so a way may pay too much, but never contains a
/// coin without which it would still be enough. Sorted by what is paid, then by the
/// number of coins, then in the order of the coins. At most `most` ways are found.
pub fn ways_to_pay(price: u32, coins: &[Coin], most: usize) -> Vec<Vec<u32>> {
    let mut ways = Vec::new();
    if price > 0 {
        let mut way = vec![0; coins.len()];
        fill(price as i64, coins, 0, &mut way, &mut ways, most);
    }
    let paid = |way: &[u32]| -> u64 {
        way.iter()
            .zip(coins)
            .map(|(&n, coin)| u64::from(n) * u64::from(coin.value))
            .sum()
    };
    ways.sort_by_cached_key(|way| {
        let order: Vec<std::cmp::Reverse<u32>> = way.iter().copied().map(std::cmp::Reverse).collect();
        (paid(way), way.iter().sum::<u32>(), order)
    });
    ways
}

fn fill(missing: i64, coins: &[Coin], index: usize, way: &mut Vec<u32>, ways: &mut Vec<Vec<u32>>, most: usize) {
    if ways.len() >= most {
        return;
    }
    if missing <= 0 {
        // `-missing` is paid too much: a coin worth no more than that could have been left out.
        let needed = |(&n, coin): (&u32, &Coin)| n == 0 || i64::from(coin.value) > -missing;
        if way.iter().zip(coins).all(needed) {
            ways.push(way.clone());
        }
        return;
    }
    let Some(coin) = coins.get(index) else { return };
    for count in 0..=coin.count {
        way[index] = count;
        fill(
            missing - i64::from(count) * i64::from(coin.value),
            coins,
            index + 1,
            way,
            ways,
            most,
        );
        if i64::from(count) * i64::from(coin.value) >= missing {
            break;
        }
    }
    way[index] = 0;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(price: u32, coins: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let coins: Vec<Coin> = coins.iter().map(|&(value, count)| Coin { value, count }).collect();
        ways_to_pay(price, &coins, 1000)
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
    }
}
