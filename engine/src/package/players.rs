//! For how many people a game is, alone and with its layers.

use std::ops::RangeInclusive;

use super::node::Node;
use super::problem::Problem;

/// The numbers of people that a game may be for.
pub const PLAYERS: RangeInclusive<u32> = 1..=12;

/// Whether a game with its layers is for so many people, and for no other numbers than the game below them.
pub fn check(root: &Node, base: &Node, asked: u32) -> Option<Problem> {
    let node = root.at(&["game", "players"])?;
    let allowed = base.at(&["game", "players"]).map(counts).unwrap_or_default();
    let numbers = counts(node);
    // A list of no numbers, and a number that no game is for, are other problems.
    if numbers.is_empty() || numbers.iter().any(|count| !PLAYERS.contains(count)) {
        return None;
    }
    let more = numbers.iter().zip(node.elements());
    if let Some((count, place)) = more
        .map(|(count, node)| (count, &node.place))
        .find(|(count, _)| !allowed.contains(count))
    {
        let problem = Problem::new(format!("the game below is not for {count} players")).at(place.clone());
        return Some(problem.help(format!("a layer may leave out some of: {}", listed(&allowed))));
    }
    (!numbers.contains(&asked)).then(|| {
        let problem = Problem::new(format!("this game is not for {asked} players")).at(node.place.clone());
        problem.help(format!("it is for: {}", listed(&numbers)))
    })
}

fn listed(counts: &[u32]) -> String {
    let counts: Vec<String> = counts.iter().map(u32::to_string).collect();
    counts.join(", ")
}

/// The numbers in a list of them, as far as they can be read.
pub fn counts(list: &Node) -> Vec<u32> {
    let counts = list.elements().iter().filter_map(Node::as_int);
    counts.filter_map(|count| u32::try_from(count).ok()).collect()
}
