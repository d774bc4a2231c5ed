//! The options of a game: what is declared, what a table asked for, and what
//! holds in the end.

use super::manifest::{OptionDecl, Scalar};
use super::node::{Entry, LayerId, Node};
use super::problem::Problem;
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
    /// Every value it may have, if they can be listed.
    pub choices: Option<Vec<Scalar>>,
}

/// More values than this are not listed.
const LISTED: i64 = 1_000;

/// Values of all declared options. What is wrong with the declarations or with what was asked is in `problems`.
pub fn resolve(root: &Node, asked: &[(String, String)], problems: &mut Vec<Problem>) -> Vec<OptionValue> {
    let declared = root.get("option").map_or(&[][..], Node::entries);
    check_asked(declared, asked, problems);
    let value = |entry: &Entry| option(root, entry, asked, problems);
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

fn option(root: &Node, entry: &Entry, asked: &[(String, String)], problems: &mut Vec<Problem>) -> Option<OptionValue> {
    // The schema's problems are reported with those of the whole tree.
    let decl = schema::read::<OptionDecl>(&entry.node, &mut Vec::new())?;
    let default = entry.node.get("default")?;
    let name = entry.key.clone();
    let asked = asked.iter().find(|(asked, _)| *asked == name);
    let declared = Declared {
        ids: listed_ids(root, entry, &decl, problems),
        decl,
    };
    let misfits = declared.misfits(&entry.node);
    let fits = misfits.is_empty();
    problems.extend(misfits);
    let refused = declared.refusal(&declared.decl.default).filter(|_| fits);
    problems.extend(refused.map(|refusal| refusal.problem().at(default.place.clone())));
    let asked = asked.and_then(|(_, text)| match declared.parse(text) {
        Ok(value) => Some(value),
        Err(refusal) => {
            let why = format!("option `{name}` cannot be `{text}`: {}", refusal.why);
            let problem = Refusal { why, ..refusal }.problem();
            problems.push(problem.related(entry.key_place.clone(), "the option is declared here"));
            None
        }
    });
    let choices = declared.choices();
    let (value, origin) = match asked {
        Some(value) => (value, Origin::Asked),
        None => (declared.decl.default, Origin::Layer(default.layer)),
    };
    Some(OptionValue {
        name,
        value,
        origin,
        choices,
    })
}

/// The ids that an option may list.
fn listed_ids(root: &Node, entry: &Entry, decl: &OptionDecl, problems: &mut Vec<Problem>) -> Vec<String> {
    let Some(kind) = decl.each.as_deref() else {
        return Vec::new();
    };
    let kinds: Vec<&str> = super::base::kinds(root).map(|kind| kind.key.as_str()).collect();
    if !kinds.contains(&kind) {
        let place = entry.node.get("each").map_or(&entry.node.place, |node| &node.place);
        let problem = Problem::new(format!("unknown kind of piece `{kind}`")).at(place.clone());
        problems.push(problem.suggest(kind, kinds));
    }
    let components = root.get(kind).map_or(&[][..], Node::elements);
    let ids: Vec<&str> = components.iter().filter_map(Node::id).collect();
    for node in entry.node.get("except").map_or(&[][..], Node::elements) {
        let id = node.as_text().filter(|id| !ids.contains(id));
        problems.extend(id.map(|id| {
            let problem = Problem::new(format!("there is no `{kind}` called `{id}`")).at(node.place.clone());
            problem.suggest(id, ids.iter().copied())
        }));
    }
    let listed = ids
        .into_iter()
        .filter(|id| !decl.except.iter().any(|except| except == id));
    listed.map(str::to_string).collect()
}

/// An option with the ids it may list.
struct Declared {
    decl: OptionDecl,
    ids: Vec<String>,
}

/// Why a value may not be.
struct Refusal {
    why: String,
    /// What was written, and the words it could have been.
    word: String,
    known: Vec<String>,
}

impl Refusal {
    fn of(why: impl Into<String>) -> Refusal {
        Refusal {
            why: why.into(),
            word: String::new(),
            known: Vec::new(),
        }
    }

    fn problem(&self) -> Problem {
        let problem = Problem::new(self.why.clone());
        match self.known.is_empty() {
            true => problem,
            false => problem.suggest(&self.word, self.known.iter().map(String::as_str)),
        }
    }
}

impl Declared {
    /// Keys that say nothing of a value of this type, and a range in which there is none.
    fn misfits(&self, node: &Node) -> Vec<Problem> {
        let (decl, lists) = (&self.decl, self.decl.each.is_some());
        let (numbers, words) = match decl.default {
            Scalar::Bool(_) => (false, false),
            Scalar::Int(_) => (true, false),
            Scalar::Text(_) => (lists, true),
        };
        let kind = match decl.default {
            Scalar::Bool(_) => "`true` or `false`",
            Scalar::Int(_) => "a whole number",
            Scalar::Text(_) => "a word",
        };
        let of_words = [("values", words), ("each", words), ("except", lists)];
        let keys = [("min", numbers), ("max", numbers)].into_iter().chain(of_words);
        let misfit = |(key, fits): (&str, bool)| {
            let extra = node.get(key).filter(|_| !fits)?;
            let problem = Problem::new(format!("`{key}` means nothing for an option that is {kind}"));
            Some(problem.at(extra.place.clone()))
        };
        let mut all: Vec<Problem> = keys.filter_map(misfit).collect();
        if let (Some(min), Some(max), Some(at)) = (decl.min, decl.max, node.get("max"))
            && min > max
            && numbers
        {
            let problem = Problem::new(format!("the most, {max}, is less than the least, {min}"));
            all.push(problem.at(at.place.clone()));
        }
        all
    }

    /// Every value it may have, if they can be listed.
    fn choices(&self) -> Option<Vec<Scalar>> {
        let decl = &self.decl;
        match decl.default {
            Scalar::Bool(_) => Some(vec![Scalar::Bool(false), Scalar::Bool(true)]),
            Scalar::Int(_) => {
                let range = decl.min?..=decl.max?;
                let few = decl.max?.checked_sub(decl.min?)? < LISTED;
                few.then(|| range.map(Scalar::Int).collect())
            }
            Scalar::Text(_) if decl.each.is_some() || decl.values.is_empty() => None,
            Scalar::Text(_) => Some(decl.values.iter().cloned().map(Scalar::Text).collect()),
        }
    }

    /// Reads a value as the type the default has.
    fn parse(&self, text: &str) -> Result<Scalar, Refusal> {
        let value = match self.decl.default {
            Scalar::Bool(_) => text
                .parse()
                .map(Scalar::Bool)
                .map_err(|_| Refusal::of("it is `true` or `false`")),
            Scalar::Int(_) => text
                .parse()
                .map(Scalar::Int)
                .map_err(|_| Refusal::of("it is a whole number")),
            Scalar::Text(_) => Ok(Scalar::Text(text.to_string())),
        }?;
        match self.refusal(&value) {
            Some(refusal) => Err(refusal),
            None => Ok(value),
        }
    }

    /// Why a value of the right type may not be.
    fn refusal(&self, value: &Scalar) -> Option<Refusal> {
        let decl = &self.decl;
        match value {
            Scalar::Text(word) if decl.values.contains(word) => None,
            Scalar::Text(list) if decl.each.is_some() => self.refused_list(list),
            Scalar::Text(word) if !decl.values.is_empty() => Some(Refusal {
                why: "it is not one of its `values`".into(),
                word: word.clone(),
                known: decl.values.clone(),
            }),
            Scalar::Int(number) => self.out_of_range(*number).map(Refusal::of),
            _ => None,
        }
    }

    /// Ids set apart by spaces: all known, none twice, and not too few or too many.
    fn refused_list(&self, list: &str) -> Option<Refusal> {
        let words: Vec<&str> = list.split_whitespace().collect();
        if let Some(word) = words
            .iter()
            .find(|&&word| self.decl.except.iter().any(|except| except == word))
        {
            return Some(Refusal::of(format!("it may not list `{word}`")));
        }
        if let Some(word) = words.iter().find(|&&word| !self.ids.iter().any(|id| id == word)) {
            let values = self.decl.values.iter().filter(|_| words.len() == 1);
            return Some(Refusal {
                why: format!("there is no `{word}`"),
                word: word.to_string(),
                known: self.ids.iter().chain(values).cloned().collect(),
            });
        }
        let twice = words.iter().enumerate().find(|(at, word)| words[..*at].contains(word));
        if let Some((_, word)) = twice {
            return Some(Refusal::of(format!("`{word}` is listed twice")));
        }
        let listed = words.len();
        let range = self.out_of_range(listed as i64)?;
        Some(Refusal::of(format!("{listed} are listed, and {range}")))
    }

    fn out_of_range(&self, number: i64) -> Option<String> {
        let low = self.decl.min.filter(|&min| number < min);
        let high = self.decl.max.filter(|&max| number > max);
        low.map(|min| format!("the least is {min}"))
            .or(high.map(|max| format!("the most is {max}")))
    }
}
