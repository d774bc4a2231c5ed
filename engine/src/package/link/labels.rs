//! Labels of components may name their facts: `"Quarry, {room} spaces"`. They are
//! filled in once, so that a house rule that changes a number changes the label too.

use super::Linker;
use crate::game::{Component, ComponentId, Fact, Game};
use crate::package::Problem;

impl Linker<'_> {
    pub(super) fn fill_labels(&mut self, game: &mut Game) {
        let mut texts = std::mem::take(&mut game.texts);
        for (language, labels) in &mut texts {
            for (index, component) in game.components.iter().enumerate() {
                let key = format!("{}.{}", game.kinds[component.kind.index()].id, component.id);
                let Some(label) = labels.get_mut(&key).filter(|label| label.contains('{')) else {
                    continue;
                };
                match filled(game, ComponentId(index as u16), component, label) {
                    Ok(text) => *label = text,
                    Err(name) => {
                        let message =
                            format!("the label `{key}` of `{language}` names `{name}`, which it does not have");
                        self.problem(Problem::new(message).help(
                            "a label may name a field, `{room}`, a parameter of an effect, `{effect.price}`, \
                             or one of the first hook, `{on.1.price}`",
                        ));
                    }
                }
            }
        }
        game.texts = texts;
    }
}

/// A label with its names replaced; the name that means nothing otherwise.
fn filled(game: &Game, id: ComponentId, component: &Component, label: &str) -> Result<String, String> {
    let mut text = String::new();
    let mut rest = label;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, behind) = after.split_once('}').ok_or_else(|| after.to_string())?;
        text += before;
        text += &named(game, id, component, name).ok_or_else(|| name.to_string())?;
        rest = behind;
    }
    Ok(text + rest)
}

/// `room`, `effect.price`, `on.1.price`.
fn named(game: &Game, id: ComponentId, component: &Component, name: &str) -> Option<String> {
    let parts: Vec<&str> = name.split('.').collect();
    let fact = match parts.as_slice() {
        [field] => Game::fact(&component.fields, field)?,
        ["on", number, parameter] => {
            let number: usize = number.parse().ok()?;
            let mut hooks = game.hooks.iter().filter(|hook| hook.component == Some(id));
            Game::fact(&hooks.nth(number.checked_sub(1)?)?.effect.parameters, parameter)?
        }
        [field, parameter] => match Game::fact(&component.fields, field)? {
            Fact::Effect(effect) => Game::fact(&effect.parameters, parameter)?,
            _ => return None,
        },
        _ => return None,
    };
    match fact {
        Fact::Int(number) => Some(number.to_string()),
        Fact::Text(text) => Some(text.clone()),
        _ => None,
    }
}
