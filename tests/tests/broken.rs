//! A package that is broken in one way each, and the whole report about it: what is
//! wrong, in which file, line and column, the line itself, and the nearest right word.

use houserule_tests::sample::Sample;

/// Compares the report about a broken sample with the one that was approved.
fn shows(name: &str, sample: Sample) {
    let report = match sample.report() {
        Ok(()) => "no problem".to_string(),
        Err(report) => report.to_string(),
    };
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, report);
    });
}

/// A broken sample for each test: `name: changes`.
macro_rules! broken {
    ($($name:ident: $sample:expr;)*) => {$(
        #[test]
        fn $name() {
            shows(stringify!($name), $sample);
        }
    )*};
}

fn sample() -> Sample {
    Sample::default()
}

const GAME: &str = "game.toml";
const CARDS: &str = "components/cards.toml";
const SETUP: &str = "setup.rules";
const PLAY: &str = "scripts/play.lua";
/// An option that lists cards.
const LISTED: &str = "\n[option.cards]\ndefault = \"all\"\nvalues = [\"all\"]\neach = \"card\"\nmin = 2\nmax = 2\nhelp = \"Which cards.\"\n";

#[test]
fn a_script_of_the_game_may_be_left_unused_by_a_layer() {
    let bot = "local needs = require(\"needs\")\n\nlocal bot = {}\n\nfunction bot.rate()\n    return needs.least\nend\n\nreturn bot\n";
    let game = sample()
        .file("scripts/bot.lua", bot)
        .file("scripts/needs.lua", "return { least = 1 }\n")
        .and(GAME, "\n[bot]\nrun = \"bot.rate\"\n");
    let mine = "local mine = {}\n\nfunction mine.rate()\n    return 1\nend\n\nreturn mine\n";
    let mods = [
        ("[remove]\npaths = [\"bot\"]\n", &[][..]),
        (
            "[replace]\nbot = { run = \"own.mine.rate\" }\n",
            &[("scripts/mine.lua", mine)][..],
        ),
    ];
    for (body, files) in mods {
        if let Err(report) = game.clone().modded_with("own", body, files).report() {
            panic!("{report}");
        }
    }
}

#[test]
fn what_a_layer_takes_away_takes_its_source_along() {
    let game = sample().with(
        CARDS,
        "cost = 2",
        "cost = 2\ncolor = \"red\"\nsource = { cost = \"p. 3\", color = \"p. 3\" }",
    );
    if let Err(report) = game
        .modded("grey", "[remove]\npaths = [\"card.farm.color\"]\n")
        .report()
    {
        panic!("{report}");
    }
}

#[test]
fn a_newer_label_of_a_mod_stands_for_those_of_other_languages() {
    let game = sample()
        .with("text/en.toml", "\"Mill\"", "\"Mill, {effect.coins}\"")
        .file(
            "text/de.toml",
            "[card]\nmill = \"Mühle, {effect.coins}\"\nfarm = \"Hof\"\n",
        )
        .modded_with(
            "poor",
            "[remove]\npaths = [\"card.mill.effect\"]\n",
            &[("text/en.toml", "[card]\nmill = \"Ruin\"\n")],
        );
    let game = game.game().unwrap_or_else(|report| panic!("{report}"));
    assert_eq!(game.label("de", "card", "mill"), "Ruin");
    assert_eq!(game.label("de", "card", "farm"), "Hof");
}

#[test]
fn a_label_names_numbers_words_and_things() {
    let game = sample()
        .with(
            PLAY,
            "--- @param coins int\n",
            "--- @param coins int\n--- @param from card\n--- @param pays [token]\n--- @param to zone\n--- @param twice bool\n",
        )
        .with(CARDS, "coins = 2", "coins = 2, from = \"farm\", pays = [\"coin\"], to = \"market\", twice = true")
        .with(
            "text/en.toml",
            "\"Mill\"",
            "\"{effect.coins} {effect.from} {effect.pays} {effect.to} {effect.twice}\"",
        );
    let game = game.game().unwrap_or_else(|report| panic!("{report}"));
    assert_eq!(game.label("en", "card", "mill"), "2 Farm Coin Market yes");
}

/// A card with a hook.
fn hooked() -> Sample {
    let hook = "cost = 2\non = [{ after = \"move\", run = \"play.bonus\", with = { coins = 1 } }]";
    let function =
        "--- Coins for whoever has the card.\n--- @param coins int\nfunction play.bonus(_, _) end\n\nreturn play\n";
    sample()
        .with(CARDS, "cost = 2", hook)
        .with(PLAY, "return play\n", function)
}

#[test]
fn the_sample_itself_is_good() {
    for players in [2, 3] {
        if let Err(report) = sample().players(players).report() {
            panic!("{report}");
        }
    }
    if let Err(report) = hooked().report() {
        panic!("{report}");
    }
}

// The data.

broken! {
    an_unknown_key: sample().with(GAME, "visible = \"none\"", "visble = \"none\"");
    an_unknown_section: sample().and(GAME, "\n[zones.attic]\nkind = \"pool\"\n");
    an_unknown_key_of_a_component: sample().with(CARDS, "cost = 1", "price = 1");
    a_bad_type: sample().with(GAME, "players = [2, 3]", "players = \"2 to 3\"");
    a_bad_type_of_a_field: sample().with(CARDS, "cost = 2", "cost = \"two\"");
    a_word_that_is_none_of_the_known: sample().with(GAME, "kind = \"row\"", "kind = \"rwo\"");
    a_missing_key: sample().with(GAME, "version = \"1.0.0\"\n", "");
    bad_toml: sample().with(GAME, "[rules]", "[rules");
    bad_utf8: sample().file("text/en.toml", b"[card]\nmill = \"M\xFChle\"\n");
    a_missing_game_file: sample().without(GAME);
    a_file_that_nothing_reads: sample().file("component/more.toml", "");
    a_list_with_an_unknown_id: sample().and(GAME, LISTED).option("cards", "mill frm");
    a_list_with_an_id_twice: sample().and(GAME, LISTED).option("cards", "mill mill");
    a_list_that_is_too_short: sample().and(GAME, LISTED).option("cards", "mill");
    a_list_of_no_kind: sample().and(GAME, &LISTED.replace("each = \"card\"", "each = \"crad\""));
    a_list_with_an_id_it_may_not_have: sample().and(GAME, LISTED).and(GAME, "except = [\"farm\"]\n").option("cards", "mill farm");
    a_list_without_what_is_not_there: sample().and(GAME, LISTED).and(GAME, "except = [\"fram\"]\n");
    columns_by_no_number: sample().with(GAME, "kind = \"row\"", "kind = \"row\"\ncolumns = \"cots\"");
    a_source_of_nothing: sample().with(CARDS, "cost = 2", "cost = 2\nsource = { csot = \"house\" }");
    a_source_of_no_rule: sample().with(GAME, "[rules]\n", "[rules]\nsource = { runds = \"house\" }\n");
    a_source_of_no_key_of_a_zone:
        sample().with(GAME, "kind = \"row\"", "kind = \"row\"\nsource = { refil = \"house\" }");
    a_source_of_what_a_layer_does_not_say:
        sample().modded("rich", "source = { \"rules.runds\" = \"house\" }\n[set]\n\"rules.rounds\" = 3\n");
    a_text_that_names_what_no_script_gives: sample().and("text/en.toml", "\n[prompt]\nbuy = \"Buy {card} for {1}?\"\n");
    a_text_that_is_not_closed: sample().and("text/en.toml", "\n[log]\nbought = \"Bought {1\"\n");
    a_text_that_names_no_rule: sample().and("text/en.toml", "\n[prompt]\nbuy = \"Buy for {rules.runds}?\"\n");
    a_price_of_no_field: sample().with("text/en.toml", "\"Mill\"", "{ name = \"Mill\", about = \"{cost+coins}\" }");
    a_hook_on_an_event_of_a_script_misspelt: sample()
        .with(PLAY, "    local card = deck.top", "    happen(\"haggle\", {}, function() end)\n    local card = deck.top")
        .and(GAME, "\n[[on]]\nbefore = \"hagle\"\nrun = \"play.earn\"\nwith = { coins = 1 }\n");
    a_question_that_names_too_much: sample().with(PLAY, "seat:confirm(\"buy\")", "seat:confirm(\"buy\", 1, 2, 3)");
    a_duplicate_id: sample().with(CARDS, "id = \"farm\"", "id = \"mill\"");
    a_duplicate_key: sample().and(GAME, "\n[token.coin]\ncount = 3\n");
    a_duplicate_phase: sample().and(GAME, "\n[[phase]]\nid = \"buy\"\nrun = \"play.turn\"\n");
    too_many_pieces: sample().with(CARDS, "count = 3", "count = 4000000000");
    too_many_tokens: sample().with(GAME, "count = 20", "count = 4000000000");
    several_mistakes_in_several_files: sample()
        .with(GAME, "kind = \"row\"", "knid = \"row\"")
        .with(CARDS, "cost = 2", "cost = true")
        .with(SETUP, "put 6 coin on market", "put 6 cion on market");
}

// Mistakes that different stages of reading find.

broken! {
    mistakes_of_all_stages: sample()
        .with(GAME, "kind = \"row\"", "knid = \"row\"")
        .with(GAME, "when = \"round >= rules.rounds\"", "when = \"round >= rules.ruonds\"")
        .with(CARDS, "cost = 2", "cost = true")
        .with(CARDS, "run = \"play.earn\"", "run = \"play.learn\"")
        .with(SETUP, "put 6 coin on market", "put 6 cion on market")
        .with("scripts/lists.lua", "function lists.pay(seat, coins)", "function lists.pay(seat, coins");
    lua_and_toml_that_cannot_be_read: sample()
        .with(GAME, "[rules]", "[rules")
        .with("scripts/lists.lua", "function lists.pay(seat, coins)", "function lists.pay(seat, coins");
    a_mistake_does_not_make_others: sample().with(GAME, "[zone.market]\nkind = \"row\"", "[zone.market]\nknid = \"row\"");
}

// References.

broken! {
    an_unknown_zone_of_a_hook: sample().with(CARDS, "cost = 2", "cost = 2\non = [{ before = \"move\", run = \"play.turn\", in = \"hnad\" }]");
    an_unknown_event: sample().and(GAME, "\n[[on]]\nbefore = \"shuffel\"\nrun = \"play.turn\"\n");
    an_unknown_script_of_a_phase: sample().with(GAME, "run = \"play.turn\"", "run = \"paly.turn\"");
    a_missing_function: sample().with(GAME, "run = \"play.turn\"", "run = \"play.trun\"");
    a_missing_function_of_an_effect: sample().with(CARDS, "run = \"play.earn\"", "run = \"play.learn\"");
    a_parameter_that_is_not_declared: sample().with(CARDS, "coins = 2", "coin = 2");
    a_parameter_of_the_wrong_type: sample().with(CARDS, "coins = 2", "coins = \"two\"");
    an_unknown_type_of_a_field: sample().with(GAME, "cost = \"int\"", "cost = \"itn\"");
    an_unknown_component: sample()
        .with(GAME, "cost = \"int\"", "cost = \"int\", opposite = \"card?\"")
        .with(CARDS, "cost = 2", "cost = 2\nopposite = \"mil\"");
    an_unknown_token_of_a_field: sample()
        .with(GAME, "cost = \"int\"", "cost = \"int\", gives = \"token?\"")
        .with(CARDS, "cost = 2", "cost = 2\ngives = \"cion\"");
    an_unknown_holder_of_a_zone: sample().with(GAME, "on = \"seat\"", "on = \"saet\"");
    a_label_that_names_nothing: sample().file("text/en.toml", "[card]\nmill = \"Mill for {prise}\"\n");
    a_zone_that_is_carried_twice: sample().and(GAME, "\n[zone.attic]\nkind = \"pool\"\non = [\"card\", \"seat\", \"card\"]\n");
    a_label_of_nothing: sample().file("text/en.toml", "[card]\nmil = \"Mill\"\n");
    a_label_of_an_unknown_section: sample().file("text/en.toml", "[crad]\nmill = \"Mill\"\n");
    a_bad_condition_of_the_end: sample().with(GAME, "round >= rules.rounds", "round => rules.rounds");
    an_unknown_rule_in_the_end: sample().with(GAME, "rules.rounds\"", "rules.ronds\"");
    a_score_that_is_no_number: sample().with(GAME, "count(player.hand, coin)", "player.hand");
    an_unknown_zone_in_the_score: sample().with(GAME, "player.hand, coin", "player.hnad, coin");
    an_unknown_variable_of_a_phase: sample().with(GAME, "from = \"starter\"", "from = \"stater\"");
    an_unknown_phase_of_the_end: sample().with(GAME, "[end]\n", "[end]\nafter = \"bye\"\n");
    an_unused_script: sample().file("scripts/spare.lua", "return {}\n");
    a_name_that_scripts_use_already: sample().with(GAME, "[zone.market]", "[zone.pairs]").with(SETUP, "on market", "on pairs");
}

// What a table asks for.

broken! {
    a_wrong_number_of_players: sample().players(5);
    an_unknown_option: sample().option("lenght", "long");
    an_unknown_value_of_an_option: sample().option("length", "lnog");
    an_unknown_variant: sample().file("variants/night.toml", "[variant]\nid = \"night\"\n").variant("nihgt");
    a_variant_that_changes_nothing_there_is: sample()
        .file("variants/night.toml", "[variant]\nid = \"night\"\n[set]\n\"rules.ronds\" = 3\n")
        .variant("night");
    a_bad_condition_of_a_variant: sample().file("variants/night.toml", "[variant]\nid = \"night\"\nwhen = \"player == 2\"\n");
    a_rule_set_to_another_type: sample().modded("odd", "[set]\n\"rules.rounds\" = \"many\"\n");
    two_layers_that_disagree_about_much: sample()
        .modded("rich", "[set]\n\"rules.rounds\" = 3\n\"card.mill.cost\" = 2\n\"card.farm.cost\" = 3\n\"card.farm.count\" = 4\n")
        .modded("poor", "[set]\n\"rules.rounds\" = 4\n\"card.mill.cost\" = 3\n\"card.farm.cost\" = 4\n\"card.farm.count\" = 5\n");
    two_layers_that_disagree: sample()
        .modded("early", "[set]\n\"rules.rounds\" = 1\n")
        .modded("late", "[set]\n\"rules.rounds\" = 9\n");
}

// What layers do.

broken! {
    an_element_that_a_list_does_not_have: hooked().modded("rich", "[set]\n\"card.farm.on.2.with.coins\" = 3\n");
    an_unused_script_of_a_mod: sample().modded_with("rich", "", &[("scripts/spare.lua", "return {}\n")]);
    a_text_that_names_what_a_layer_takes_away: sample()
        .with("text/en.toml", "\"Mill\"", "\"Mill, {effect.coins}\"")
        .file("text/de.toml", "[card]\nmill = \"Mühle, {effect.coins}\"\nfarm = \"Hof, {rules.rounds}\"\n")
        .modded("poor", "[remove]\npaths = [\"card.mill.effect\"]\n");
    a_text_that_names_a_rule_a_layer_takes_away: sample()
        .with(GAME, "rounds = 2", "rounds = 2\nworth = 3")
        .with("text/en.toml", "\"Mill\"", "\"Mill, {rules.worth}\"")
        .modded("poor", "[remove]\npaths = [\"rules.worth\"]\n");
    a_text_of_a_hook_that_a_layer_takes_away: hooked()
        .with("text/en.toml", "\"Farm\"", "\"Farm, {on.1.coins}\"")
        .modded("poor", "[remove]\npaths = [\"card.farm.on.1\"]\n");
    a_parameter_that_a_layer_takes_away: hooked().modded("poor", "[remove]\npaths = [\"card.farm.on.1.with.coins\"]\n");
    all_parameters_that_a_layer_takes_away: hooked().modded("poor", "[remove]\npaths = [\"card.farm.on.1.with\"]\n");
    a_field_that_a_layer_takes_away: sample().modded("poor", "[remove]\npaths = [\"card.farm.cost\"]\n");
    a_key_that_a_layer_takes_away: sample().modded("poor", "[remove]\npaths = [\"zone.market.kind\", \"end.when\"]\n");
    too_many_pieces_of_a_layer: sample().modded("rich", "[set]\n\"card.mill.count\" = 100000\n");
    too_many_spaces_of_a_layer: sample()
        .and(GAME, "\n[zone.road]\nkind = \"path\"\nsize = 10000\non = \"card\"\n")
        .modded("rich", "[set]\n\"zone.road.size\" = 10000\n\"card.mill.count\" = 10\n");
    a_zone_that_a_layer_takes_away: sample().modded("poor", "[remove]\npaths = [\"zone.market\"]\n");
    a_rule_that_a_layer_takes_away: sample().modded("poor", "[remove]\npaths = [\"rules.rounds\"]\n");
    a_mod_that_never_applies: sample().modded("night", "when = \"players == 9\"\n[set]\n\"card.nosuch.cost\" = 1\n");
    a_word_that_an_option_never_is: sample().modded("night", "when = \"option.length == \\\"lnog\\\"\"\n");
    a_layer_that_changes_which_game_it_is:
        sample().modded("night", "[set]\n\"game.id\" = \"night\"\n\"game.language\" = \"tlh\"\n\"game.players\" = [2, 13]\n");
    a_layer_for_more_people_than_its_game: sample().modded("night", "[set]\n\"game.players\" = [2, 3, 4]\n");
    an_id_of_a_mod_that_is_none: sample().modded("a, b", "");
    an_option_that_cannot_be:
        sample().and(GAME, "\n[option.odd]\ndefault = 3\nmin = 9\nmax = 2\nvalues = [\"three\"]\nhelp = \"Odd.\"\n");
    two_mods_that_replace_a_step: sample()
        .modded_with("early", "", &[("setup.rules", "replace step coins { put 3 coin on market }\n")])
        .modded_with("late", "", &[("setup.rules", "remove step coins\n")]);
    two_mods_that_disagree_about_a_label: sample()
        .modded_with("early", "", &[("text/en.toml", "[card]\nmill = \"Windmill\"\n")])
        .modded_with("late", "", &[("text/en.toml", "[card]\nmill = \"Watermill\"\n")]);
    two_layers_that_disagree_about_an_element: hooked()
        .modded("early", "[set]\n\"card.farm.on\" = [{ after = \"move\", run = \"play.bonus\", with = { coins = 3 } }]\n")
        .modded("late", "[set]\n\"card.farm.on.1.with.coins\" = 3\n");
}

// The setup.

broken! {
    a_setup_word_that_is_none: sample().with(SETUP, "shuffle deck", "shufle deck");
    a_setup_brace_that_is_missing: sample().with(SETUP, "step coins {", "step coins");
    an_unknown_zone_in_the_setup: sample().with(SETUP, "shuffle deck", "shuffle dekc");
    an_unknown_kind_in_the_setup: sample().with(SETUP, "put each card", "put each crad");
    an_unknown_field_in_the_setup: sample().with(SETUP, "put each card on", "put each card where card.cots > 1 on");
    a_comparison_with_one_equals_sign: sample().and(SETUP, "step more { when players = 2 { shuffle deck } }\n");
    a_setup_that_wants_more_than_there_is: sample().with(SETUP, "put 6 coin", "put 60 coin");
    a_setup_that_deals_too_many: sample().and(SETUP, "step deal { deal 9 cards from deck to market }\n");
    a_setup_that_wants_very_much: sample().with(SETUP, "put 6 coin", "put 4000000000 coin");
    a_setup_that_puts_fewer_than_none: sample().with(SETUP, "put 6 coin", "put 1 - players coin");
    a_setup_that_takes_fewer_than_none: sample().and(SETUP, "step take { take -1 coin from market }\n");
    a_setup_that_deals_fewer_than_none: sample().and(SETUP, "step deal { deal -2 cards from deck to market }\n");
    a_setup_that_chooses_fewer_than_none: sample().and(SETUP, "step pick { choose -1 at random from card in deck { put card on market } }\n");
    a_setup_that_puts_fewer_pieces_than_none: sample().and(SETUP, "step more { put -3 card on market }\n");
    a_setup_that_divides_by_nothing: sample().with(SETUP, "put 6 coin", "put 6 / (players - 2) coin");
    a_step_that_is_not_there: sample()
        .file("variants/night.toml", "[variant]\nid = \"night\"\n")
        .file("variants/night.rules", "remove step crads\n")
        .variant("night");
}

// Scripts.

broken! {
    a_lua_syntax_error: sample().with(PLAY, "local card = deck.top", "local card == deck.top");
    a_block_without_its_end: sample().with(PLAY, "        return\n    end\n", "        return\n");
    a_script_that_gives_back_nothing: sample().with(PLAY, "return play\n", "");
    a_required_script_that_is_not_there: sample().with(PLAY, "require(\"lists\")", "require(\"list\")");
    scripts_that_require_each_other: sample().with("scripts/lists.lua", "local lists = {}", "local lists = {}\nlocal play = require(\"play\")");
    an_error_while_a_script_is_loaded: sample().with("scripts/lists.lua", "local lists = {}", "local lists = {}\nlists.pay(nil, 1)");
    a_lua_runtime_error: sample().with(PLAY, "card.cost)", "card.cost + nil)");
    an_error_that_the_script_raises: sample().with(PLAY, "local card = deck.top", "error(\"the mill is closed\")");
    an_error_in_an_effect_in_another_script: sample().with("scripts/lists.lua", "seat.hand, coins", "seat.hand, coins .. {}");
    an_unknown_global: sample().with(PLAY, "deck.top", "dekc.top");
    an_unknown_function: sample().with(PLAY, "move(card", "mvoe(card");
    an_unknown_field_of_a_piece: sample().with(PLAY, "card.cost", "card.cots");
    an_unknown_property_of_a_zone: sample().with(PLAY, "deck.is_empty", "deck.is_emtpy");
    an_unknown_method_of_a_seat: sample().with(PLAY, "seat:confirm", "seat:comfirm");
    an_unknown_method_of_a_list: sample().with(PLAY, "local card = deck.top", "local card = deck:pieces():frist()");
    an_unknown_token_in_a_script: sample().with(PLAY, "give(\"coin\"", "give(\"cion\"");
    an_unknown_rule_in_a_script: sample().with(PLAY, "card.cost)", "rules.ronds)");
    an_argument_of_the_wrong_kind: sample().with(PLAY, "move(card, seat.hand)", "move(seat, card)");
    a_variable_of_the_wrong_type: sample().with(PLAY, "local card = deck.top", "local card = deck.top\n    vars.starter = 3");
    a_global_that_is_written: sample().with(PLAY, "local card = deck.top", "counter = 1\n    local card = deck.top");
    a_field_that_cannot_be_changed: sample().with(PLAY, "local card = deck.top", "local card = deck.top\n    card.cost = 0");
    an_endless_loop: sample().with(PLAY, "local card = deck.top", "while true do end\n    local card = deck.top");
    an_endless_loop_while_loading: sample().with(PLAY, "local play = {}", "local play = {}\nrepeat until false");
    an_endless_recursion: sample()
        .with(PLAY, "local card = deck.top", "play.turn(seat)\n    local card = deck.top")
        .with(PLAY, "deck.is_empty or not seat:confirm(\"buy\")", "deck.is_empty");
    a_memory_hog: sample().with(PLAY, "local card = deck.top", "local hoard = {}\n    for i = 1, 1e7 do hoard[i] = { i, tostring(i) } end\n    local card = deck.top");
    a_memory_hog_while_loading: sample().with(PLAY, "local play = {}", "local play = {}\nlocal hoard = string.rep(\"x\", 1e9)");
    hooks_that_call_each_other_for_ever: sample()
        .and(GAME, "\n[[on]]\nafter = \"give\"\nrun = \"lists.more\"\n")
        .with("scripts/lists.lua", "return lists", "function lists.more(_, event)\n    give(\"coin\", event.to, event.from)\nend\n\nreturn lists");
    a_hook_that_leaves_no_number: sample()
        .and(GAME, "\n[[on]]\nbefore = \"give\"\nrun = \"lists.more\"\n")
        .with("scripts/lists.lua", "return lists", "function lists.more(_, event)\n    event.amount = \"many\"\nend\n\nreturn lists");
    a_game_that_never_ends: sample()
        .with(GAME, "round >= rules.rounds", "round >= 1000")
        .with(PLAY, "deck.is_empty or not seat:confirm(\"buy\")", "not seat:confirm(\"buy\") or deck.is_empty");
    a_game_that_asks_nobody_and_never_ends: sample().with(GAME, "round >= rules.rounds", "round < 0").with(PLAY, "deck.is_empty or not seat", "true or not seat");
    a_game_whose_phases_are_all_left_out: sample()
        .with(GAME, "round >= rules.rounds", "round < 0")
        .with(GAME, "from = \"starter\"", "from = \"starter\"\nwhen = \"players == 9\"");
    a_phase_that_never_ends: sample()
        .with(GAME, "turns = \"clockwise\"", "turns = \"until-all-pass\"")
        .with(PLAY, "deck.is_empty or not seat", "true or not seat");
    a_forbidden_library: sample().with(PLAY, "local play = {}", "local play = {}\nos.time()");
    nobody_is_asked_without_a_seat: sample().with(PLAY, "seat:confirm(\"buy\")", "market:confirm(\"buy\")");
}
