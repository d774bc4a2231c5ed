//! What the pieces of a game do, for somebody who asks.

use houserule_engine::game::Component;
use houserule_engine::package::nearest;

use super::{Look, Names};
use crate::text::{Cell, Columns};

/// All components whose name or id begins so, with what they do. What is in the box is no secret.
pub fn about(names: Names, asked: &str, look: Look) -> String {
    let game = names.game;
    let wanted = asked.to_lowercase();
    let called = |component: &Component| [game.component_label(names.lang, component), component.id.clone()];
    let found: Vec<&Component> = game
        .components
        .iter()
        .filter(|component| {
            called(component)
                .iter()
                .any(|name| name.to_lowercase().starts_with(&wanted))
        })
        .collect();
    if found.is_empty() {
        let known: Vec<String> = game.components.iter().flat_map(called).collect();
        return match nearest(asked, known.iter().map(String::as_str)) {
            Some(near) => format!("there is no `{asked}`; did you mean `{near}`?"),
            None => format!("there is no `{asked}`"),
        };
    }
    let mut table = Columns::bare().indent(2);
    for component in found {
        let kind = names.kind(&game.kinds[component.kind.index()].id);
        let name = game.component_label(names.lang, component);
        let told = game
            .about(names.lang, component)
            .map_or(kind.clone(), |about| format!("{kind}: {about}"));
        table.row([Cell::new(name), Cell::new(told)]);
    }
    table.render(look.width, look.paint)
}
