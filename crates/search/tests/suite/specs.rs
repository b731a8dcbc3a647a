//! Specs: what is printed can be read back, and mistakes are named.

use spielbaum_games::{Othello, TicTacToe};
use spielbaum_search::{PRESETS, Spec};

fn parse(text: &str) -> Spec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(text: &str) -> String {
    text.parse::<Spec>().err().unwrap_or_else(|| panic!("{text} was read")).to_string()
}

#[test]
fn every_preset_prints_its_own_name() {
    for preset in &PRESETS {
        assert_eq!(parse(preset.name).to_string(), preset.name);
    }
}

#[test]
fn options_print_in_one_order_and_read_back() {
    for (text, canonical) in [
        ("alphabeta:iterative,tt,depth=6", "alphabeta:tt,iterative,depth=6"),
        ("alphabeta: time=1s , fail=hard", "alphabeta:fail=hard,time=1s"),
        ("pvs:no-pvs,time=1500ms", "pvs:no-pvs,time=1500ms"),
        ("pvs:pvs,tt", "pvs"),
        ("mtdf:guess=0", "mtdf:guess=0"),
        ("mtdf:guess=evaluation", "mtdf:guess=evaluation"),
        ("hybrid:bisect-to=8,entry=score", "hybrid:bisect-to=8"),
        ("alphabeta:tt,entry=bounds,replace=depth", "alphabeta:tt,entry=bounds,replace=depth"),
        ("null-window:above=-3", "null-window:above=-3"),
        ("alphabeta:aspiration", "alphabeta:aspiration=50"),
        ("alphabeta:aspiration,no-aspiration", "alphabeta"),
        ("ab*:no-iterative,objective=outcome,table=8", "AB*:no-iterative,objective=outcome,table=8"),
        ("random:seed=7,nodes=5", "random:seed=7,nodes=5"),
        ("auto:threads=2,table=16", "auto:table=16,threads=2"),
        ("auto:weak,table=8", "auto:table=8,weak"),
        ("auto:above=-2,keep-table", "auto:keep-table,above=-2"),
        ("alphabeta:time=2m", "alphabeta:time=120s"),
        ("mcts: rollout=gdk, c=0.70, iterations=10000", "mcts:c=0.7,rollout=gdk,iterations=10000"),
        ("mcts-pn:cpn=0.5,no-reuse,fpu=1.5,no-fpu", "mcts-pn:cpn=0.5"),
        ("mcts-multi-com:crew=parallel,memory=64", "mcts-multi-com:leaf-threads=on,memory=64"),
        ("mcts:leaf=8,graph,decisive,fpu=0.9,threads=2", "mcts:fpu=0.9,leaf=8,decisive,graph,threads=2"),
        ("grave:ref=0,seed=7", "grave:ref=0,seed=7"),
        ("mcts-best:threads=2,seed=3,reuse", "mcts-best:reuse,threads=2,seed=3"),
        ("MCTS EVAL RING", "mcts-eval-ring"),
        ("pvs:eval=study,eval/coins=0,depth=2,eval/corners=1.5:2", "pvs:eval=study/coins=0/corners=1.5:2,depth=2"),
        ("mcts multi com:rollout=own", "mcts-multi-com:rollout=own"),
        ("dfpn:forcing=50,look-ahead,epsilon=0.5,leaf=one", "dfpn:leaf=one,epsilon=0.5,look-ahead,forcing=50"),
        ("prove:width=0.25,epsilon=0.05", "prove:width=0.25"),
        // Names of the version before.
        ("hybrid:near=8,holds=score", "hybrid:bisect-to=8"),
        ("auto:keep", "auto:keep-table"),
        ("mtdf:prelude-depth=4,no-keep", "mtdf:presearch-depth=4"),
        ("prove:leaf=effort,turns", "prove"),
    ] {
        let spec = parse(text);
        assert_eq!(spec.to_string(), canonical);
        assert_eq!(parse(canonical).to_string(), canonical);
    }
}

#[test]
fn mistakes_are_named() {
    assert!(refused("alfabeta").starts_with("unknown algorithm 'alfabeta'; available: random, minimax"));
    assert!(refused("alphabeta:tp").starts_with("unknown option 'tp' of alphabeta"));
    assert!(refused("pvs:eval/coins=0,eval=study").starts_with("name the evaluation first"));
    assert!(refused("minimax:tt").starts_with("unknown option 'tt' of minimax"));
    assert!(refused("alphabeta:guess=3").starts_with("unknown option"), "only MTD(f) guesses");
    assert_eq!(refused("alphabeta:depth=0"), "depth must be a whole number from 1 to 250, not '0'");
    assert_eq!(refused("alphabeta:time=soon"), "time must look like 500ms, 1.5s or 2m, not 'soon'");
    assert_eq!(refused("alphabeta:mirror"), "'mirror' needs 'tt', the transposition table");
    assert_eq!(refused("alphabeta:threads=2"), "'threads' needs 'tt', the transposition table");
    assert_eq!(refused("alphabeta:tt,mirror,canonical"), "'mirror' and 'canonical' exclude each other");
    assert!(refused("mcts:select=best").starts_with("select must be one of uct, tuned, puct, grave, not 'best'"));
    assert!(refused("mcts:cpn=1").starts_with("'cpn' needs 'pn=root'"));
    assert!(refused("mcts:tt").starts_with("unknown option 'tt' of mcts"));
    assert!(refused("mcts:c=-1").starts_with("c must be a number from 0 to 1000, not '-1'"));
    assert!(refused("mcts:graph,reuse").starts_with("'graph' excludes 'reuse'"));
    let fixed = "mcts-best does not take 'c'; it takes memory, full, reuse, prove, threads, seed";
    assert_eq!(refused("mcts-best:c=1"), fixed);
    assert!(refused("dfpn:width=1.1").contains("from 0 to 1, not '1.1'"), "a share");
    assert!(refused("pns:epsilon=1").starts_with("unknown option"), "only df-pn has thresholds");
    assert_eq!(refused("dfpn:forcing=9"), "'forcing' needs 'look-ahead'");
    assert!(refused("alphabeta:iterations=9").starts_with("unknown option"), "alpha-beta has no rounds");
    assert_eq!(refused("alphabeta:tt,entry=gold"), "entry must be score or bounds, not 'gold'");
    assert_eq!(refused("alphabeta:tt,replace=never"), "replace must be work, depth or always, not 'never'");
    assert_eq!(refused("alphabeta:generator=rings"), "generator must be parallel, scan or ring, not 'rings'");
    assert!(refused("pvs:weak").starts_with("unknown option 'weak' of pvs"), "a preset of its own, or auto");
    assert_eq!(refused("auto:above=much"), "above must be a whole number from -900000 to 900000, not 'much'");
    assert_eq!(refused("alphabeta:fail=loud"), "fail must be soft, hybrid or hard, not 'loud'");
}

#[test]
fn a_game_that_knows_too_little_is_refused() {
    let refused = |spec: &str| parse(spec).build::<Othello>("othello").err().expect("a refusal").to_string();
    let reason = "the game has no look-ahead";
    assert_eq!(refused("mcts-gdk"), format!("'rollout=gdk' does not apply to othello: {reason}"));
    let own = parse("mcts:rollout=own").build::<TicTacToe>("tic-tac-toe").err().expect("a refusal").to_string();
    assert_eq!(own, "'rollout=own' does not apply to tic-tac-toe: the game has no rollout policy");
    assert_eq!(refused("mcts:decisive"), format!("'decisive' does not apply to othello: {reason}"));
    assert_eq!(refused("dfpn:look-ahead"), format!("'look-ahead' does not apply to othello: {reason}"));
}

#[test]
fn programs_are_named_with_their_options() {
    let text = "uci:/usr/games/x -u,Hash=16,Skill Level=3,Clear Hash,patience=5s,nodes=50,clock=8s+80ms";
    let spec = parse(text);
    let program = spec.program().unwrap();
    assert_eq!((program.command.as_str(), program.options.len()), ("/usr/games/x -u", 3));
    assert_eq!((spec.limits().nodes, spec.to_string().as_str()), (Some(50), text));
    assert!(spec.is_randomised() && !spec.is_exact());
    assert_eq!(refused("uci:"), "a program is missing in 'uci:'");
}

#[test]
fn a_form_is_written_with_its_option() {
    let printed = |text: &str| text.parse::<Spec>().map(|spec| spec.to_string()).map_err(|error| error.to_string());
    assert_eq!(printed("alphabeta:history=gravity").as_deref(), Ok("alphabeta:history=gravity"));
    assert_eq!(printed("alphabeta:history,history=plain").as_deref(), Ok("alphabeta:history"));
    assert_eq!(printed("alphabeta:generator=scan,generator=ring").as_deref(), Ok("alphabeta:generator=ring"));
    assert_eq!(printed("alphabeta:generator=scan,generator=parallel").as_deref(), Ok("alphabeta"));
    assert_eq!(printed("strong:history=plain").as_deref(), Ok("strong:history=plain"));
    assert_eq!(printed("strong:no-lmr").as_deref(), Ok("strong:no-lmr"));
    assert_eq!(printed("strong:lmr").as_deref(), Ok("strong"));
    // As the last version wrote them.
    assert_eq!(printed("alphabeta:gravity,history").as_deref(), Ok("alphabeta:history=gravity"));
    assert_eq!(printed("strong:no-null-adaptive").as_deref(), Ok("strong:null-move=constant"));
    assert_eq!(printed("strong:no-lmr,no-lmr-log").as_deref(), Ok("strong:no-lmr"));
    assert_eq!(printed("strong:no-history,no-gravity").as_deref(), Ok("strong:no-history"));
    assert_eq!(printed("alphabeta:no-lmr-log").as_deref(), Ok("alphabeta"));
    assert_eq!(printed("fail-hard:no-fail-hard").as_deref(), Ok("fail-hard:fail=soft"));
    assert_eq!(printed("alphabeta:lmr=logs").unwrap_err(), "lmr must be constant or log, not 'logs'");
}
