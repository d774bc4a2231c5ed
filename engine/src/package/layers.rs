//! A game with its layers, resolved: one tree of values, one list of setup
//! steps, the options, texts and scripts that hold for this table. What the
//! values mean is not known here; ids are made of them in `link`.

use std::collections::BTreeMap;
use std::sync::Arc;

use houserule_grammar::tree::Setup;

use super::base::{BaseTrees, Merged, check_tree};
use super::condition::{self, Facts};
use super::files::{FileId, Files};
use super::layer_file::{self, LayerKind, LayerTree, Order, Source};
use super::load::lua_problems;
use super::node::{LayerId, Node};
use super::options::{self, OptionValue};
use super::patch::{self, Change, Meeting, Patch};
use super::place_list::{Folder, Role, check_places};
use super::problem::{Place, Problem, Report};
use super::steps::{self, ResolvedStep};
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
    pub changes: Vec<Change>,
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
    /// Lines carried out so far, with the name and kind of their layer.
    done: Vec<(String, LayerKind, Patch)>,
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
        let mod_names: Vec<_> = mods(&sources).map(|source| source.facts.id.clone()).collect();
        let (mut layers, variants) = (vec![base_info(&root, &game)], variant_infos(&sources));
        let mut steps = self.base_steps(&folders[0], &read.setups);

        let (mods, variants_read): (Vec<_>, Vec<_>) = sources.into_iter().partition(|one| one.kind == LayerKind::Mod);
        for mut batch in [self.active_variants(variants_read), mods] {
            self.drop_unless_when(&mut batch, &root);
            order.sort(&mut batch);
            for source in batch {
                self.apply(&source, &order, &mut root, &mut layers);
                self.apply_steps(&source, &layers, &read.setups, &mut steps);
            }
        }
        check_tree(&root, &mut self.problems);
        labelled.add_tree(&root);
        let options = options::resolve(&root, &self.request.options, &mut self.problems);
        self.check_players(&root);
        let scripts = scripts(self.files, folders, &mod_names, &layers);
        let (texts, text_places) = self.texts(&root, &read.texts, &labelled);
        let resolved = Resolved {
            steps,
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

    fn base_steps(&mut self, folder: &Folder, setups: &BTreeMap<FileId, Setup>) -> Vec<ResolvedStep> {
        let mut all = Vec::new();
        let file = folder.file(self.files, "setup.rules");
        if let Some((file, setup)) = file.and_then(|file| Some((file, setups.get(&file)?))) {
            steps::apply(&mut all, setup.clone(), file, LayerId(0), &mut self.problems);
        }
        all
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

    /// Leaves out layers whose `when` does not hold, as far as the tree below them says.
    fn drop_unless_when(&mut self, batch: &mut Vec<Source>, root: &Node) {
        // Options that are asked for wrongly are reported once, at the end.
        let options = options::resolve(root, &self.request.options, &mut Vec::new());
        let facts = Facts {
            players: self.request.players,
            options: options.into_iter().map(|one| (one.name, one.value)).collect(),
        };
        batch.retain(|source| {
            let Some(when) = source.when() else {
                return true;
            };
            condition::holds(when, &facts, self.files, &mut self.problems).unwrap_or(false)
        });
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
        for patch in patch::patches(source, layer, self.files, &mut self.problems) {
            self.apply_patch(patch, source, order, root);
        }
        for patch in patch::component_patches(source, layer, root, &mut self.problems) {
            self.apply_patch(patch, source, order, root);
        }
    }

    fn apply_patch(&mut self, patch: Patch, source: &Source, order: &Order, root: &mut Node) {
        let name = &source.facts.id;
        for (other, kind, earlier) in &self.done {
            if *kind != source.kind || other == name || order.is_after(name, other) {
                continue;
            }
            match patch::meet(earlier, &patch) {
                Meeting::Fine => {}
                Meeting::Done => return,
                Meeting::Conflict => {
                    let problem = Problem::new(format!("`{name}` and `{other}` disagree about `{}`", patch.path))
                        .at(patch.place.clone())
                        .help("say which comes later with `after`")
                        .related(earlier.place.clone(), format!("`{other}` says so here"));
                    self.problems.push(problem);
                    return;
                }
            }
        }
        match patch.apply(root, self.files) {
            Ok(change) => {
                self.changes.push(change);
                self.done.push((name.clone(), source.kind, patch));
            }
            Err(problem) => self.problems.push(problem),
        }
    }

    fn apply_steps(
        &mut self,
        source: &Source,
        layers: &[LayerInfo],
        setups: &BTreeMap<FileId, Setup>,
        all: &mut Vec<ResolvedStep>,
    ) {
        let Some(layer) = layers.last().map(|layer| layer.id) else {
            return;
        };
        if let Some((file, setup)) = source.rules.and_then(|file| Some((file, setups.get(&file)?))) {
            steps::apply(all, setup.clone(), file, layer, &mut self.problems);
        }
    }

    fn check_players(&mut self, root: &Node) {
        let Some(node) = root.at(&["game", "players"]) else {
            return;
        };
        let asked = self.request.players;
        let numbers: Vec<_> = node.elements().iter().filter_map(Node::as_int).collect();
        // A list of no numbers is another problem.
        if numbers.is_empty() || numbers.contains(&i64::from(asked)) {
            return;
        }
        let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
        let problem = Problem::new(format!("this game is not for {asked} players")).at(node.place.clone());
        self.problems
            .push(problem.help(format!("it is for: {}", numbers.join(", "))));
    }

    fn texts(&mut self, root: &Node, read: &[Vec<(String, Node)>], known: &Labelled) -> (Texts, TextPlaces) {
        let own = root.at(&["game", "language"]).and_then(Node::as_text).unwrap_or("en");
        let (mut all, mut places) = (Texts::new(), TextPlaces::new());
        for trees in read {
            texts::merge(&mut all, &mut places, own, trees, known, &mut self.problems);
        }
        (all, places)
    }
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
            players: source.tree.at(&["set", "game.players"]).map(player_counts),
            tree: source.tree.clone(),
        })
        .collect()
}

fn player_counts(list: &Node) -> Vec<u32> {
    let counts = list.elements().iter().filter_map(Node::as_int);
    counts.filter_map(|count| u32::try_from(count).ok()).collect()
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
fn scripts(files: &Files, folders: &[Folder], mods: &[String], layers: &[LayerInfo]) -> Vec<(String, FileId)> {
    let mut all = Vec::new();
    for (at, folder) in folders.iter().enumerate() {
        let owner = at.checked_sub(1).and_then(|at| mods.get(at));
        if owner.is_some_and(|owner| !layers.iter().any(|layer| layer.name == *owner)) {
            continue;
        }
        for (stem, file) in folder.within(files, "scripts", "lua") {
            let name = owner.map_or(stem.clone(), |owner| format!("{owner}.{stem}"));
            all.push((name, file));
        }
    }
    all
}
