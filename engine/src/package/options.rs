//! The options of a game: what is declared, what a table asked for, and what
//! holds in the end.

use super::manifest::{OptionDecl, Scalar};
use super::node::{Entry, LayerId, Node};
use super::problem::{Place, Problem};
use super::schema;

/// Who said what an option is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The default, as this layer has it.
    Layer(LayerId),
    /// The table asked for it.
    Asked,
}

/// An option with the value it has in this game.
#[derive(Debug, Clone, PartialEq)]
pub struct OptionValue {
    pub name: String,
    pub value: Scalar,
    pub origin: Origin,
}

/// Values of all declared options. What is wrong with the declarations or with what was asked is in `problems`.
pub fn resolve(root: &Node, asked: &[(String, String)], problems: &mut Vec<Problem>) -> Vec<OptionValue> {
    let declared = root.get("option").map_or(&[][..], Node::entries);
    check_asked(declared, asked, problems);
    let value = |entry: &Entry| option(entry, asked, problems);
    declared.iter().filter_map(value).collect()
}

fn check_asked(declared: &[Entry], asked: &[(String, String)], problems: &mut Vec<Problem>) {
    for (at, (name, _)) in asked.iter().enumerate() {
        if !declared.iter().any(|entry| entry.key == *name) {
            let known = declared.iter().map(|entry| entry.key.as_str());
            problems.push(Problem::new(format!("unknown option `{name}`")).suggest(name, known));
        } else if asked[..at].iter().any(|(other, _)| other == name) {
            problems.push(Problem::new(format!("option `{name}` is set twice")));
        }
    }
}

fn option(entry: &Entry, asked: &[(String, String)], problems: &mut Vec<Problem>) -> Option<OptionValue> {
    // The schema's problems are reported with those of the whole tree.
    let decl = schema::read::<OptionDecl>(&entry.node, &mut Vec::new())?;
    let default = entry.node.get("default")?;
    problems.extend(refusal(&decl, &decl.default).map(|why| Problem::new(why).at(default.place.clone())));
    let name = entry.key.clone();
    let asked = asked.iter().find(|(asked, _)| *asked == name);
    let asked = asked.and_then(|(_, text)| match parse(&decl, text) {
        Ok(value) => Some(value),
        Err(why) => {
            problems.push(refused(&decl, &name, text, &why, &entry.key_place));
            None
        }
    });
    let (value, origin) = match asked {
        Some(value) => (value, Origin::Asked),
        None => (decl.default, Origin::Layer(default.layer)),
    };
    Some(OptionValue { name, value, origin })
}

fn refused(decl: &OptionDecl, name: &str, text: &str, why: &str, place: &Place) -> Problem {
    let problem = Problem::new(format!("option `{name}` cannot be `{text}`: {why}"));
    let problem = problem.related(place.clone(), "the option is declared here");
    match decl.default {
        Scalar::Text(_) => problem.suggest(text, decl.values.iter().map(String::as_str)),
        _ => problem,
    }
}

/// Reads a value as the type the default has.
fn parse(decl: &OptionDecl, text: &str) -> Result<Scalar, String> {
    let value = match decl.default {
        Scalar::Bool(_) => text
            .parse()
            .map(Scalar::Bool)
            .map_err(|_| "it is `true` or `false`".to_string()),
        Scalar::Int(_) => text
            .parse()
            .map(Scalar::Int)
            .map_err(|_| "it is a whole number".to_string()),
        Scalar::Text(_) => Ok(Scalar::Text(text.to_string())),
    }?;
    match refusal(decl, &value) {
        Some(why) => Err(why),
        None => Ok(value),
    }
}

/// Why a value of the right type may not be.
fn refusal(decl: &OptionDecl, value: &Scalar) -> Option<String> {
    match value {
        Scalar::Text(word) if !decl.values.is_empty() && !decl.values.contains(word) => {
            Some("it is not one of its `values`".to_string())
        }
        Scalar::Int(number) => {
            let low = decl.min.filter(|min| number < min);
            let high = decl.max.filter(|max| number > max);
            low.map(|min| format!("the least is {min}"))
                .or(high.map(|max| format!("the most is {max}")))
        }
        _ => None,
    }
}
