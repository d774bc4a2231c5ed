//! Phases, the end, the result, hooks and setup steps.

use super::{Linker, Written};
use crate::game::{ComponentId, Effect, End, Fact, FamilyId, FunctionName, Game, Hook, Phase, PieceId, Stat, Timing};
use crate::package::manifest::{HookDecl, Manifest, NumberOrExpr, PhaseDecl, StatOn, Turns};
use crate::package::{Node, Problem, annotations};
use crate::rules::{Code, Lowerer, Type};
use crate::table::{EventKind, EventName};

/// The seat an expression is about.
const PLAYER: &[(&str, Type)] = &[("player", Type::Seat)];

impl Linker<'_> {
    pub(super) fn link_flow(&mut self, game: &mut Game, manifest: &Manifest, written: &[Written]) {
        let mut phases = Vec::new();
        for (section, decls) in [("phase", &manifest.phase), ("final", &manifest.last)] {
            for (index, decl) in decls.iter().enumerate() {
                let node = self.node(&[section]).and_then(|list| list.elements().get(index));
                if let Some(node) = node
                    && let Some(phase) = self.phase(game, decl, node)
                {
                    phases.push(phase);
                }
            }
            if section == "phase" {
                game.round_phases = phases.len();
            }
        }
        self.different_ids(&phases, manifest);
        game.phases = phases;
        game.end = self.end(game, manifest);
        game.result.score = self.expression(game, &["result", "score"], PLAYER, Type::Int);
        let tiebreaks = self
            .node(&["result", "tiebreak"])
            .map(Node::elements)
            .unwrap_or_default();
        for node in tiebreaks {
            let code = self.code(game, node, PLAYER, Type::Int);
            game.result.tiebreak.extend(code);
        }
        game.stats = self.stats(game, manifest);
        game.bot = self.bot(game);
        self.hooks(game, manifest, written);
        let mut setup = Vec::new();
        for step in &self.resolved.steps {
            let mut lowerer = Lowerer::new(game, &mut self.problems, step.file);
            setup.push(lowerer.step(&step.step, step.file));
        }
        game.setup = setup;
    }

    fn different_ids(&mut self, phases: &[Phase], manifest: &Manifest) {
        for (index, phase) in phases.iter().enumerate() {
            if phases[..index].iter().any(|other| other.id == phase.id) {
                let section = if index < manifest.phase.len() { "phase" } else { "final" };
                let place = self.place(&[section]);
                self.problem(Problem::new(format!("two phases are called `{}`", phase.id)).at(place));
            }
        }
    }

    fn phase(&mut self, game: &Game, decl: &PhaseDecl, node: &Node) -> Option<Phase> {
        if decl.turns.is_none() {
            for key in ["each", "from", "automatic", "seat-when"] {
                if let Some(extra) = node.get(key) {
                    self.problem(
                        Problem::new(format!("`{key}` only makes sense with `turns`"))
                            .at(extra.place.clone())
                            .help("for one turn for each seat, write `turns = \"clockwise\"`"),
                    );
                }
            }
        }
        if decl.turns != Some(Turns::Clockwise)
            && let Some(extra) = node.get("each").filter(|_| decl.turns.is_some())
        {
            self.problem(Problem::new("`each` only makes sense with clockwise turns").at(extra.place.clone()));
        }
        let each = match &decl.each {
            None => Some(Code::constant(1)),
            Some(NumberOrExpr::Int(n)) => Some(Code::constant(*n)),
            Some(NumberOrExpr::Expr(_)) => node.get("each").and_then(|node| self.code(game, node, &[], Type::Int)),
        };
        let mut code = |key: &str, locals: &[(&str, Type)], kind: Type| {
            let node = node.get(key)?;
            self.code(game, node, locals, kind)
        };
        let from = code("from", &[], Type::Seat);
        let when = code("when", &[], Type::Bool);
        let seat_when = code("seat-when", PLAYER, Type::Bool);
        Some(Phase {
            id: decl.id.clone(),
            run: self.function(node.get("run")?)?,
            turns: decl.turns,
            each: each?,
            from,
            automatic: decl.automatic,
            when,
            seat_when,
        })
    }

    fn end(&mut self, game: &Game, manifest: &Manifest) -> Option<End> {
        let decl = manifest.end.as_ref()?;
        let after = match &decl.after {
            Some(id) => {
                let found = game.phases.iter().position(|phase| phase.id == *id);
                if found.is_none() {
                    let place = self.place(&["end", "after"]);
                    self.unknown("phase", id, &place, game.phases.iter().map(|phase| phase.id.as_str()));
                }
                found
            }
            None => None,
        };
        Some(End {
            when: self.expression(game, &["end", "when"], &[], Type::Bool)?,
            at: decl.at,
            after,
        })
    }

    fn expression(&mut self, game: &Game, path: &[&str], locals: &[(&str, Type)], kind: Type) -> Option<Code> {
        let node = self.node(path)?;
        self.code(game, node, locals, kind)
    }

    fn code(&mut self, game: &Game, node: &Node, locals: &[(&str, Type)], kind: Type) -> Option<Code> {
        let text = node.as_text()?;
        Lowerer::new(game, &mut self.problems, node.place.file).expression(text, &node.place, locals, kind)
    }

    fn stats(&mut self, game: &Game, manifest: &Manifest) -> Vec<Stat> {
        let mut stats = Vec::new();
        for id in self.order("stat") {
            let Some(decl) = manifest.stat.get(&id) else { continue };
            let locals = match decl.on {
                StatOn::Table => &[],
                StatOn::Seat => PLAYER,
            };
            if let Some(value) = self.expression(game, &["stat", &id, "value"], locals, Type::Measure) {
                stats.push(Stat { id, on: decl.on, value });
            }
        }
        stats
    }

    fn bot(&mut self, game: &Game) -> Option<Effect> {
        let node = self.node(&["bot"])?;
        let run = self.function(node.get("run")?)?;
        let parameters = self.parameters_with(game, &run, node)?;
        Some(Effect { run, parameters })
    }

    /// What the `with` of a node gives to a function.
    fn parameters_with(&mut self, game: &Game, run: &FunctionName, node: &Node) -> Option<Vec<(String, Fact)>> {
        let with = node.get("with").map(Node::entries).unwrap_or_default();
        let given: Vec<(&str, &Node)> = with.iter().map(|entry| (entry.key.as_str(), &entry.node)).collect();
        self.parameters(game, run, node, &given)
    }

    fn hooks(&mut self, game: &mut Game, manifest: &Manifest, written: &[Written]) {
        let own = self.node(&["on"]).map(Node::elements).unwrap_or_default();
        for (decl, node) in manifest.on.iter().zip(own) {
            self.hook(game, decl, node, None);
        }
        for component in written {
            let nodes = component.node.get("on").map(Node::elements).unwrap_or_default();
            let kind = game.kind_named(&component.kind);
            let id = game
                .components
                .iter()
                .position(|known| Some(known.kind) == kind && known.id == component.decl.id);
            for (decl, node) in component.decl.on.iter().zip(nodes) {
                self.hook(game, decl, node, id.map(|id| ComponentId(id as u16)));
            }
        }
    }

    fn hook(&mut self, game: &mut Game, decl: &HookDecl, node: &Node, component: Option<ComponentId>) {
        let timings = [
            (Timing::Before, &decl.before),
            (Timing::Instead, &decl.instead),
            (Timing::After, &decl.after),
        ];
        let named: Vec<(Timing, &String)> = timings
            .into_iter()
            .filter_map(|(timing, name)| Some((timing, name.as_ref()?)))
            .collect();
        let [(timing, event)] = named.as_slice() else {
            self.problem(Problem::new("a hook has one of `before`, `instead` and `after`").at(node.place.clone()));
            return;
        };
        let verb = EventKind::NAMED.iter().find(|(name, _)| name == event);
        let name = match verb {
            Some(&(_, kind)) => EventName::Verb(kind),
            // An event of the game's own must be named by a script.
            None => {
                let quoted = format!("\"{event}\"");
                let named = game.scripts.iter().any(|script| script.source.contains(&quoted));
                let word = game.words.intern(event);
                let Some(word) = word.filter(|_| named) else {
                    let place = Self::component_place(node, ["before", "instead", "after"][*timing as usize]);
                    let own = game.scripts.iter();
                    let own: Vec<String> = own.flat_map(|script| annotations::own_events(&script.source)).collect();
                    let verbs = EventKind::NAMED.iter().map(|&(name, _)| name);
                    self.unknown("event", event, &place, verbs.chain(own.iter().map(String::as_str)));
                    return;
                };
                EventName::Own(word)
            }
        };
        let mut within = Vec::new();
        if let Some(zone) = &decl.within {
            let families = game.families.iter().enumerate();
            let named = families.filter(|(_, family)| family.id == *zone);
            within.extend(named.map(|(family, _)| FamilyId(family as u16)));
            if within.is_empty() {
                let place = Self::component_place(node, "in");
                self.unknown(
                    "zone",
                    zone,
                    &place,
                    game.families.iter().map(|family| family.id.as_str()),
                );
                return;
            }
        }
        let when = node.get("when").and_then(|node| self.code(game, node, &[], Type::Bool));
        let Some(run) = node.get("run").and_then(|run| self.function(run)) else {
            return;
        };
        let Some(parameters) = self.parameters_with(game, &run, node) else {
            return;
        };
        game.hooked[name.kind() as usize] = true;
        game.listeners.add(name, *timing, game.hooks.len() as u16);
        let pieces = (0..game.pieces.len() as u16).map(PieceId);
        let pieces = pieces
            .filter(|&piece| Some(game.piece(piece).component) == component)
            .collect();
        game.hooks.push(Hook {
            event: name,
            timing: *timing,
            effect: Effect { run, parameters },
            component,
            pieces,
            within,
            when,
        });
    }
}
