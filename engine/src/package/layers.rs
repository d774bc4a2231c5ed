//! A game with its layers, resolved: one tree of values, one list of setup
//! steps, the options, texts and scripts that hold for this table. What the
//! values mean is not known here; ids are made of them in `link`.

use std::collections::BTreeMap;
use std::sync::Arc;

use houserule_grammar::tree::{Edit, Setup};

use super::base::{BaseTrees, Merged, check_tree};
use super::blame;
use super::condition::{self, Facts};
use super::disputes::{Dispute, comes_after, disagreement, disagreements};
use super::dropped::{self, Dropped};
use super::files::{FileId, Files};
use super::layer_file::{self, LayerKind, LayerTree, Order, Source};
use super::load::lua_problems;
use super::node::{LayerId, Node};
use super::options::{self, OptionValue};
use super::patch::{self, Change, Meeting, Patch};
use super::path;
use super::place_list::{Folder, Role, check_places};
use super::players;
use super::problem::{Place, Problem, Report};
use super::steps::{self, ResolvedStep, StepChange, Steps};
use super::texts::{self, Labelled, TextPlaces, Texts};

/// What is asked for: a game, and how it is to be played.
#[derive(Debug, Clone, Default)]
pub struct Request {
    pub game: Files,
    /// How many people play.
    pub players: u32,
    /// Options by name, each as it would be written: `true`, `12`, `long`.
    pub options: Vec<(String, String)>,
    /// Variants by name; those with a `when` apply by themselves.
    pub variants: Vec<String>,
    pub mods: Vec<Files>,
}

/// A layer that applies. Its `LayerId` is its position.
#[derive(Debug, Clone, PartialEq)]
pub struct LayerInfo {
    pub id: LayerId,
    /// The game's, variant's or mod's id.
    pub name: String,
    pub kind: LayerKind,
    /// Where it gives its id.
    pub place: Place,
}

/// A variant of the game, whether it applies or not.
#[derive(Debug, Clone, PartialEq)]
pub struct VariantInfo {
    pub name: String,
    pub title: String,
    pub summary: String,
    pub when: Option<String>,
    pub applies: bool,
    /// The numbers of players it is for, if it changes those of the game.
    pub players: Option<Vec<u32>>,
    /// Its whole file.
    pub tree: Node,
}

impl VariantInfo {
    /// Whether so many can play with it.
    pub fn is_for(&self, players: u32) -> bool {
        self.players.as_ref().is_none_or(|counts| counts.contains(&players))
    }
}

/// A game with its layers applied.
#[derive(Debug, Clone)]
pub struct Resolved {
    pub merged: Merged,
    pub steps: Vec<ResolvedStep>,
    pub layers: Vec<LayerInfo>,
    /// Every variant the game has.
    pub variants: Vec<VariantInfo>,
    /// Layers whose `when` does not hold.
    pub dropped: Vec<Dropped>,
    pub changes: Vec<Change>,
    pub step_changes: Vec<StepChange>,
    pub options: Vec<OptionValue>,
    pub texts: Texts,
    /// Where they are written.
    pub text_places: TextPlaces,
    /// Script modules: the name of the file, with `MODID.` before it if a mod has it.
    pub scripts: Vec<(String, FileId)>,
    pub files: Arc<Files>,
    pub players: u32,
}

/// Reads a game and applies its layers, or says everything that is wrong. Errors of syntax come alone: what a file
/// that cannot be read would have said is not known, and guesses about it would bury the real errors.
pub fn resolve(request: Request) -> Result<Resolved, Report> {
    match resolve_as_far_as_possible(request)? {
        (resolved, problems) if problems.is_empty() => Ok(resolved),
        (resolved, problems) => Err(Report::new(problems, resolved.files)),
    }
}

/// Gives back what can be made of a game, and what is wrong with it; a report if it cannot even be parsed.
pub(super) fn resolve_as_far_as_possible(request: Request) -> Result<(Resolved, Vec<Problem>), Report> {
    let mut problems = Vec::new();
    let (files, folders) = gather(&request, &mut problems);
    let files = Arc::new(files);
    let mut syntax = Vec::new();
    let read = Read::all(&files, &folders, &mut syntax);
    // What is no text makes no sense to a parser either; that need not be said twice.
    let unreadable = |place: &Place| files.get(place.file).is_some_and(|file| !file.is_readable());
    syntax.retain(|problem| !problem.place.as_ref().is_some_and(unreadable));
    problems.extend(syntax);
    let Some(read) = read.filter(|_| problems.is_empty()) else {
        problems.extend(lua_problems(&files, "scripts/"));
        return Err(Report::new(problems, files));
    };
    let resolver = Resolver {
        request: &request,
        files: &files,
        problems,
        changes: Vec::new(),
        done: Vec::new(),
    };
    Ok(resolver.run(read, &folders))
}

/// Puts the files of the game and of all mods into one set, and looks for files that nothing reads.
fn gather(request: &Request, problems: &mut Vec<Problem>) -> (Files, Vec<Folder>) {
    let mut files = request.game.clone();
    let mut folders = vec![Folder {
        name: files.name().to_string(),
        role: Role::Game,
        ids: 0..u16::try_from(files.len()).unwrap_or(u16::MAX),
    }];
    for one in &request.mods {
        match files.append(one.clone()) {
            Ok(ids) => folders.push(Folder {
                name: one.name().to_string(),
                role: Role::Mod,
                ids,
            }),
            Err(problem) => problems.push(problem),
        }
    }
    problems.extend(files.problems());
    for folder in &folders {
        problems.extend(check_places(&files, folder));
    }
    (files, folders)
}

/// Everything that was read, before it is put together.
struct Read {
    base: BaseTrees,
    variants: Vec<LayerTree>,
    mods: Vec<LayerTree>,
    setups: BTreeMap<FileId, Setup>,
    texts: Vec<Vec<(String, Node)>>,
}

impl Read {
    fn all(files: &Files, folders: &[Folder], problems: &mut Vec<Problem>) -> Option<Read> {
        let (game, mods) = folders.split_first()?;
        let setups = files.iter().filter(|(_, file)| file.path.ends_with(".rules"));
        let setups = setups.map(|(id, _)| (id, steps::parse(files, Some(id), problems)));
        let setups = setups.collect();
        let texts = folders.iter().map(|folder| texts::parse(files, folder, problems));
        let texts = texts.collect();
        let variants = layer_file::parse_variants(files, game, problems);
        let mods = mods.iter().map(|folder| layer_file::parse_mod(files, folder, problems));
        let mods: Vec<_> = mods.collect();
        let base = BaseTrees::parse(files, game, problems)?;
        Some(Read {
            base,
            variants,
            mods: mods.into_iter().collect::<Option<_>>()?,
            setups,
            texts,
        })
    }
}

/// The work of one resolution.
struct Resolver<'a> {
    request: &'a Request,
    files: &'a Arc<Files>,
    problems: Vec<Problem>,
    changes: Vec<Change>,
    done: Vec<Done>,
}

/// A line that was carried out.
struct Done {
    /// The name and kind of its layer.
    layer: String,
    kind: LayerKind,
    patch: Patch,
    /// The list that is shorter now.
    shortened: Option<String>,
}

impl Done {
    /// How a line of a later layer gets on with this one.
    fn meet(&self, later: &Patch, root: &Node) -> Meeting {
        let met = patch::meet(&self.patch, later);
        let shortened = self.shortened.as_ref();
        match shortened.is_some_and(|list| later.counts_in(list, root)) && met == Meeting::Fine {
            // The elements had other numbers when the later layer was written.
            true => Meeting::Conflict,
            false => met,
        }
    }
}

impl Resolver<'_> {
    fn run(mut self, read: Read, folders: &[Folder]) -> (Resolved, Vec<Problem>) {
        let mut root = read.base.merge(&mut self.problems);
        check_tree(&root, &mut self.problems);
        let game = root
            .at(&["game", "id"])
            .and_then(Node::as_text)
            .unwrap_or_default()
            .to_string();
        let mut labelled = Labelled::default();
        labelled.add_tree(&root);

        let trees = read.variants.into_iter().chain(read.mods);
        let sources: Vec<_> = trees.filter_map(|tree| tree.read(&game, &mut self.problems)).collect();
        let order = self.order(&sources);
        sources.iter().for_each(|source| labelled.add_layer(&source.tree));
        let mod_names = mod_names(&sources, &folders[1..]);
        let paths: Vec<_> = sources.iter().map(|one| (one.facts.id.clone(), one.paths())).collect();
        let (base, mut dropped) = (root.clone(), Vec::new());
        let (mut layers, variants) = (vec![base_info(&root, &game)], variant_infos(&sources));
        let mut steps = self.base_steps(&folders[0], &read.setups);

        let (mods, variants_read): (Vec<_>, Vec<_>) = sources.into_iter().partition(|one| one.kind == LayerKind::Mod);
        for batch in [self.active_variants(variants_read), mods] {
            let (mut batch, without) = self.split_by_when(batch, &root, &base);
            self.check_dropped(&without, &base, &paths);
            dropped.extend(without.iter().map(Dropped::of));
            order.sort(&mut batch);
            for source in batch {
                self.apply(&source, &order, &mut root, &mut layers);
                self.apply_steps(&source, &order, &layers, &read.setups, &mut steps);
            }
        }
        check_tree(&root, &mut self.problems);
        blame::missing_keys(&mut self.problems, &self.changes, |steps| path::find(&root, steps));
        labelled.add_tree(&root);
        let options = options::resolve(&root, &self.request.options, &mut self.problems);
        let asked = self.request.players;
        self.problems.extend(players::check(&root, &base, asked));
        self.check_language(&root, &read.texts);
        let scripts = scripts(self.files, folders, &mod_names, &layers);
        let (texts, text_places) = self.texts(&root, &read.texts, &labelled, &mod_names, &layers, &order);
        let resolved = Resolved {
            steps: steps.all,
            step_changes: steps.changes,
            dropped,
            variants: mark_active(variants, &layers),
            layers,
            changes: std::mem::take(&mut self.changes),
            options,
            texts,
            text_places,
            scripts,
            files: Arc::clone(self.files),
            players: self.request.players,
            merged: Merged::split(root),
        };
        (resolved, self.problems)
    }

    fn order(&mut self, sources: &[Source]) -> Order {
        let order = Order::of(sources);
        layer_file::check_names(sources, &mut self.problems);
        order.check(sources, &mut self.problems);
        order
    }

    fn base_steps(&mut self, folder: &Folder, setups: &BTreeMap<FileId, Setup>) -> Steps {
        let mut steps = Steps::default();
        let file = folder.file(self.files, "setup.rules");
        if let Some((file, setup)) = file.and_then(|file| Some((file, setups.get(&file)?))) {
            steps.lay(setup, file, &mut self.problems);
        }
        steps
    }

    /// Variants with a `when`, and those that were asked for.
    fn active_variants(&mut self, variants: Vec<Source>) -> Vec<Source> {
        for name in &self.request.variants {
            match variants.iter().find(|one| one.facts.id == *name) {
                Some(one) if one.kind == LayerKind::ByName => {}
                Some(one) => {
                    let problem = Problem::new(format!("`{name}` applies by itself and cannot be asked for"));
                    self.problems
                        .push(problem.related(one.place_of("when"), "it applies when this holds"));
                }
                // Its head could not be read, which is a problem already.
                None if self.files.by_path(&format!("variants/{name}.toml")).is_some() => {}
                None => {
                    let known = variants.iter().filter(|one| one.kind == LayerKind::ByName);
                    let known = known.map(|one| one.facts.id.as_str());
                    self.problems
                        .push(Problem::new(format!("unknown variant `{name}`")).suggest(name, known));
                }
            }
        }
        let asked = |one: &Source| self.request.variants.contains(&one.facts.id);
        variants
            .into_iter()
            .filter(|one| one.kind == LayerKind::ByWhen || asked(one))
            .collect()
    }

    /// Those whose `when` holds, as far as the tree below them says, and the others.
    fn split_by_when(&mut self, batch: Vec<Source>, root: &Node, base: &Node) -> (Vec<Source>, Vec<Source>) {
        // Options that are asked for wrongly are reported once, at the end.
        let facts = Facts {
            players: self.request.players,
            options: options::resolve(root, &self.request.options, &mut Vec::new()),
        };
        let counts = base.at(&["game", "players"]).map(players::counts).unwrap_or_default();
        batch.into_iter().partition(|source| {
            let Some(when) = source.when() else {
                return true;
            };
            let holds = condition::holds(when, &facts, self.files, &mut self.problems);
            if holds == Some(false) {
                self.problems.extend(dropped::check_when(source, &counts, &facts));
            }
            holds.unwrap_or(false)
        })
    }

    /// Checks mods that do not apply. Those who check a game see its variants in other ways to play.
    fn check_dropped(&mut self, sources: &[Source], base: &Node, paths: &[(String, Vec<String>)]) {
        for source in mods(sources) {
            let others = paths.iter().filter(|(name, _)| *name != source.facts.id);
            let others: Vec<&str> = others.flat_map(|(_, paths)| paths).map(String::as_str).collect();
            dropped::check_lines(source, base, &others, self.files, &mut self.problems);
        }
    }

    fn apply(&mut self, source: &Source, order: &Order, root: &mut Node, layers: &mut Vec<LayerInfo>) {
        let Ok(number) = u8::try_from(layers.len()) else {
            self.problems.push(Problem::new("there are more than 255 layers"));
            return;
        };
        let layer = LayerId(number);
        layers.push(LayerInfo {
            id: layer,
            name: source.facts.id.clone(),
            kind: source.kind,
            place: source.place_of("id"),
        });
        let mut disputes = Vec::new();
        for patch in patch::patches(source, layer, self.files, &mut self.problems) {
            disputes.extend(self.apply_patch(patch, source, order, root));
        }
        for patch in patch::component_patches(source, layer, root, &mut self.problems) {
            disputes.extend(self.apply_patch(patch, source, order, root));
        }
        self.problems.extend(disagreements(&source.facts.id, &disputes));
    }

    /// Gives back what an earlier layer of the kind wants to be different.
    fn apply_patch(&mut self, patch: Patch, source: &Source, order: &Order, root: &mut Node) -> Option<Dispute> {
        let name = &source.facts.id;
        for earlier in &self.done {
            let other = &earlier.layer;
            if comes_after(source, order, earlier.kind, other) {
                continue;
            }
            match earlier.meet(&patch, root) {
                Meeting::Fine => {}
                Meeting::Done => return None,
                Meeting::Conflict => {
                    return Some(Dispute {
                        other: other.clone(),
                        path: patch.path.clone(),
                        here: patch.place.clone(),
                        there: earlier.patch.place.clone(),
                    });
                }
            }
        }
        let shortened = patch.shortens(root);
        match patch.apply(root, self.files) {
            Ok(change) => {
                self.changes.push(change);
                self.done.push(Done {
                    layer: name.clone(),
                    kind: source.kind,
                    patch,
                    shortened,
                });
            }
            Err(problem) => self.problems.push(problem),
        }
        None
    }

    fn apply_steps(
        &mut self,
        source: &Source,
        order: &Order,
        layers: &[LayerInfo],
        setups: &BTreeMap<FileId, Setup>,
        steps: &mut Steps,
    ) {
        let Some(layer) = layers.last().map(|layer| layer.id) else {
            return;
        };
        let Some((file, setup)) = source.rules.and_then(|file| Some((file, setups.get(&file)?))) else {
            return;
        };
        for step in setup.steps.iter().cloned() {
            let new = ResolvedStep { step, file, layer };
            match self.meet_step(&new, source, order, layers, steps) {
                Meeting::Fine => self.problems.extend(steps.change(new).err()),
                Meeting::Done | Meeting::Conflict => {}
            }
        }
    }

    /// How a step gets on with what earlier layers of the same kind made of it; a conflict is reported.
    fn meet_step(
        &mut self,
        new: &ResolvedStep,
        source: &Source,
        order: &Order,
        layers: &[LayerInfo],
        steps: &Steps,
    ) -> Meeting {
        let name = &new.step.name.text;
        let changed = steps
            .changes
            .iter()
            .filter(|old| old.name == *name && old.before.is_some());
        for old in changed.filter(|_| matches!(new.step.edit, Edit::Replace | Edit::Remove)) {
            let Some(other) = layers.get(usize::from(old.layer.0)) else {
                continue;
            };
            if comes_after(source, order, other.kind, &other.name) {
                continue;
            }
            let text = old.after.as_ref().map(|step| step.text(self.files));
            if text == (new.step.edit == Edit::Replace).then(|| new.text(self.files)) {
                return Meeting::Done;
            }
            let what = format!("step `{name}`");
            let problem = disagreement(&source.facts.id, &other.name, &what, new.place(), &old.place);
            self.problems.push(problem);
            return Meeting::Conflict;
        }
        Meeting::Fine
    }

    /// A layer may choose among the languages the game is told in.
    fn check_language(&mut self, root: &Node, texts: &[Vec<(String, Node)>]) {
        let node = root.at(&["game", "language"]).filter(|node| node.layer != LayerId(0));
        let Some((node, language)) = node.and_then(|node| Some((node, node.as_text()?))) else {
            return;
        };
        let known: Vec<&str> = texts.iter().flatten().map(|(language, _)| language.as_str()).collect();
        if !known.contains(&language) {
            let problem = Problem::new(format!("there is no `text/{language}.toml`")).at(node.place.clone());
            self.problems.push(problem.suggest(language, known));
        }
    }

    fn texts(
        &mut self,
        root: &Node,
        read: &[Vec<(String, Node)>],
        known: &Labelled,
        mods: &[Option<String>],
        layers: &[LayerInfo],
        order: &Order,
    ) -> (Texts, TextPlaces) {
        let own = root.at(&["game", "language"]).and_then(Node::as_text).unwrap_or("en");
        let packages = read.iter();
        let packages: Vec<texts::Package> = packages
            .map(|trees| texts::read(own, trees, known, &mut self.problems))
            .collect();
        let (mut all, mut places) = (Texts::new(), TextPlaces::new());
        let Some((game, of_mods)) = packages.split_first() else {
            return (all, places);
        };
        texts::merge(&mut all, &mut places, own, game);
        let mut earlier: Vec<(&str, &texts::Package)> = Vec::new();
        for layer in layers.iter().filter(|layer| layer.kind == LayerKind::Mod) {
            let at = mods.iter().position(|name| name.as_ref() == Some(&layer.name));
            let Some(package) = at.and_then(|at| of_mods.get(at)) else {
                continue;
            };
            let rivals = earlier.iter().filter(|(other, _)| !order.is_after(&layer.name, other));
            for (other, theirs) in rivals {
                for (id, there, here) in texts::differences(theirs, package) {
                    let what = format!("the label of `{id}`");
                    let problem = disagreement(&layer.name, other, &what, here.clone(), there);
                    self.problems.push(problem);
                }
            }
            texts::merge(&mut all, &mut places, own, package);
            earlier.push((&layer.name, package));
        }
        (all, places)
    }
}

/// The ids of the mods in folders; none for one whose head cannot be read.
fn mod_names(sources: &[Source], folders: &[Folder]) -> Vec<Option<String>> {
    let lies_in = |folder: &Folder, source: &&Source| folder.ids.contains(&source.tree.place.file.0);
    let name = |folder: &Folder| Some(mods(sources).find(|source| lies_in(folder, source))?.facts.id.clone());
    folders.iter().map(name).collect()
}

fn mods(sources: &[Source]) -> impl Iterator<Item = &Source> {
    sources.iter().filter(|source| source.kind == LayerKind::Mod)
}

fn base_info(root: &Node, game: &str) -> LayerInfo {
    let place = root.at(&["game", "id"]).map_or(&root.place, |node| &node.place);
    LayerInfo {
        id: LayerId(0),
        name: game.to_string(),
        kind: LayerKind::Base,
        place: place.clone(),
    }
}

fn variant_infos(sources: &[Source]) -> Vec<VariantInfo> {
    let variants = sources.iter().filter(|source| source.kind != LayerKind::Mod);
    variants
        .map(|source| VariantInfo {
            name: source.facts.id.clone(),
            title: source.facts.name.clone(),
            summary: source.facts.summary.clone(),
            when: source.facts.when.clone(),
            applies: false,
            players: source.tree.at(&["set", "game.players"]).map(players::counts),
            tree: source.tree.clone(),
        })
        .collect()
}

/// The numbers of people that a game with its layers is for, as far as it can be read.
pub fn player_counts(request: Request) -> Vec<u32> {
    let read = resolve_as_far_as_possible(request).ok();
    let counts = read
        .as_ref()
        .and_then(|(resolved, _)| resolved.merged.manifest.at(&["game", "players"]));
    counts.map(players::counts).unwrap_or_default()
}

fn mark_active(mut variants: Vec<VariantInfo>, layers: &[LayerInfo]) -> Vec<VariantInfo> {
    for variant in &mut variants {
        variant.applies = layers
            .iter()
            .any(|layer| layer.name == variant.name && layer.kind != LayerKind::Mod);
    }
    variants
}

/// The script modules of the game and of the mods that apply.
fn scripts(files: &Files, folders: &[Folder], mods: &[Option<String>], layers: &[LayerInfo]) -> Vec<(String, FileId)> {
    let mut all = Vec::new();
    for (at, folder) in folders.iter().enumerate() {
        let owner = at.checked_sub(1).map(|at| mods.get(at).and_then(Option::as_ref));
        let applies = |owner: &String| layers.iter().any(|layer| layer.name == *owner);
        if owner.is_some_and(|owner| !owner.is_some_and(applies)) {
            continue;
        }
        for (stem, file) in folder.within(files, "scripts", "lua") {
            let name = owner.flatten().map_or(stem.clone(), |owner| format!("{owner}.{stem}"));
            all.push((name, file));
        }
    }
    all
}
