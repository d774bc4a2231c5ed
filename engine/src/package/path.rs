//! The way to a value: steps through tables by their keys, through lists by the
//! ids of entries or the numbers of elements. What layers write at its end is in
//! `patch`.

use super::node::{Node, Value};

/// What a step of a path can be called here.
pub fn children(node: &Node) -> Vec<&str> {
    match &node.value {
        Value::Table(table) => table.keys().collect(),
        Value::List(list) => list.iter().filter_map(Node::id).collect(),
        _ => Vec::new(),
    }
}

/// Entries of lists go by their id, and words by what they are.
pub fn is_called(node: &Node, step: &str) -> bool {
    match &node.value {
        Value::Table(_) => node.id() == Some(step),
        Value::Text(text) => text == step,
        Value::Int(number) => number.to_string() == step,
        _ => false,
    }
}

pub fn has_entries(list: &[Node]) -> bool {
    list.iter().any(|node| node.id().is_some())
}

/// Where in a list without entries a number points: elements are counted from 1. A number is written in one way only, so
/// that two paths to one element are the same text.
pub fn counted(step: &str) -> Option<usize> {
    let number = step.parse().ok().filter(|number: &usize| number.to_string() == step);
    number.map(|number| number.wrapping_sub(1))
}

/// The element of a list that a step names: an entry by its id, another element by its number, a word by what it is.
pub fn element(list: &[Node], step: &str) -> Option<usize> {
    match counted(step).filter(|_| !has_entries(list)) {
        Some(at) => (at < list.len()).then_some(at),
        None => list.iter().position(|node| is_called(node, step)),
    }
}

/// The element that is taken out: a plain value goes by what it is, so that the others keep their names.
pub fn taken(list: &[Node], step: &str) -> Option<usize> {
    match list.iter().all(is_plain) {
        true => list.iter().position(|node| is_called(node, step)),
        false => element(list, step),
    }
}

pub fn is_plain(node: &Node) -> bool {
    !matches!(node.value, Value::Table(_) | Value::List(_))
}

pub fn child<'n>(node: &'n Node, step: &str) -> Option<&'n Node> {
    match &node.value {
        Value::Table(table) => table.get(step),
        Value::List(list) => list.get(element(list, step)?),
        _ => None,
    }
}

pub fn child_mut<'n>(node: &'n mut Node, step: &str) -> Option<&'n mut Node> {
    match &mut node.value {
        Value::Table(table) => table.get_mut(step),
        Value::List(list) => {
            let at = element(list, step)?;
            list.get_mut(at)
        }
        _ => None,
    }
}

/// The node at the end of a path.
pub fn find<'n>(root: &'n Node, steps: &[&str]) -> Option<&'n Node> {
    steps.iter().try_fold(root, |node, step| child(node, step))
}

/// What a line would take out.
pub fn find_taken<'n>(root: &'n Node, steps: &[&str]) -> Option<&'n Node> {
    let (last, before) = steps.split_last()?;
    let parent = find(root, before)?;
    match &parent.value {
        Value::List(list) => list.get(taken(list, last)?),
        _ => child(parent, last),
    }
}

pub fn remove(node: &mut Node, step: &str) -> Option<()> {
    match &mut node.value {
        Value::Table(table) => {
            table.remove(step)?;
            // A source of what is gone would be one of nothing.
            if let Some(Value::Table(sources)) = table.get_mut("source").map(|node| &mut node.value) {
                sources.remove(step);
            }
            Some(())
        }
        Value::List(list) => {
            let at = taken(list, step)?;
            list.remove(at);
            Some(())
        }
        _ => None,
    }
}
