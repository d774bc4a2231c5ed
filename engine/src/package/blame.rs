//! Which layer took away what is missing: a mistake that a layer makes in the
//! game below is one of the layer's line.

use super::node::Node;
use super::patch::Change;
use super::problem::{Place, Problem};

/// Finds the line of a layer that took a key from the table at a place, or from its `with`.
pub fn taken<'n>(
    changes: &[Change],
    find: impl Fn(&[&str]) -> Option<&'n Node>,
    table: &Place,
    key: &str,
) -> Option<Place> {
    let takes = |change: &&Change| {
        let steps: Vec<&str> = change.path.split('.').collect();
        let (last, above) = steps.split_last()?;
        let gone = change.before.as_ref().filter(|_| change.after.is_none())?;
        let named = *last == key || (*last == "with" && gone.get(key).is_some());
        let outer = above.strip_suffix(&["with"]).unwrap_or(above);
        let at = |steps: &[&str]| find(steps).is_some_and(|node| node.place == *table);
        (named && (at(above) || at(outer))).then_some(())
    };
    let change = changes.iter().rev().find(|change| takes(change).is_some())?;
    Some(change.place.clone())
}

/// Says of every key that is missing which layer took it away.
pub fn missing_keys<'n>(problems: &mut [Problem], changes: &[Change], find: impl Fn(&[&str]) -> Option<&'n Node>) {
    for problem in problems {
        if let (Some(key), Some(place)) = (problem.lacks(), &problem.place) {
            problem.taken = taken(changes, &find, place, key).map(Box::new);
        }
    }
}
