//! Layers of one kind that want different things: whether one may override the
//! other, and the problem if it may not.

use super::layer_file::{LayerKind, Order, Source};
use super::problem::{Place, Problem};

/// Whether a layer may override another without a word: it is of a later kind, or says that it comes after it.
pub fn comes_after(source: &Source, order: &Order, kind: LayerKind, other: &str) -> bool {
    let name = &source.facts.id;
    kind != source.kind || other == name || order.is_after(name, other)
}

/// A value that two layers want to be different.
pub struct Dispute {
    pub other: String,
    pub path: String,
    pub here: Place,
    pub there: Place,
}

/// More values than this make one problem: such layers are rather meant one or the other, like levels of a game.
const FEW_DISPUTES: usize = 3;

/// The problems of a layer with others that it disagrees with.
pub fn disagreements(name: &str, disputes: &[Dispute]) -> Vec<Problem> {
    let mut others: Vec<&str> = disputes.iter().map(|dispute| dispute.other.as_str()).collect();
    others.sort_unstable();
    others.dedup();
    let of_one = |other: &str| -> Vec<Problem> {
        let about: Vec<&Dispute> = disputes.iter().filter(|dispute| dispute.other == other).collect();
        let paths: Vec<String> = about.iter().map(|dispute| format!("`{}`", dispute.path)).collect();
        if let [first, ..] = about[..]
            && about.len() > FEW_DISPUTES
        {
            let what = format!("{} values: {}", about.len(), paths.join(", "));
            let problem = disagreement(name, other, &what, first.here.clone(), &first.there);
            return vec![problem.help("take one of the two, or say which comes later with `after`")];
        }
        let each = about.iter().zip(&paths);
        each.map(|(dispute, path)| disagreement(name, other, path, dispute.here.clone(), &dispute.there))
            .collect()
    };
    others.into_iter().flat_map(of_one).collect()
}

/// The problem of two layers that want different things.
pub fn disagreement(name: &str, other: &str, what: &str, here: Place, there: &Place) -> Problem {
    Problem::new(format!("`{name}` and `{other}` disagree about {what}"))
        .at(here)
        .help("say which comes later with `after`")
        .related(there.clone(), format!("`{other}` says so here"))
}
