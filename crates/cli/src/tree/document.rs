//! A traced search as JSON; `docs/trace.md` describes every field.

use serde::Serialize;
use spielbaum_core::{Cut, Notation, Score};
use spielbaum_search::{EventKind, NodeState, Player, Trace, TraceEvent, TraceNode};

/// A traced search.
#[derive(Serialize)]
pub(crate) struct TraceJson {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) algorithm: String,
    pub(crate) depth: Option<u32>,
    pub(crate) visited: u64,
    pub(crate) recorded: u64,
    pub(crate) truncated: bool,
    pub(crate) stopped_early: bool,
    pub(crate) nodes: Vec<NodeJson>,
}

/// A position of the search; scores are from the view of its side to move.
#[derive(Serialize)]
pub(crate) struct NodeJson {
    pub(crate) id: usize,
    pub(crate) parent: Option<usize>,
    pub(crate) ply: u32,
    #[serde(rename = "move")]
    pub(crate) mv: Option<String>,
    pub(crate) side: &'static str,
    pub(crate) alpha: Option<i32>,
    pub(crate) beta: Option<i32>,
    pub(crate) depth: Option<u32>,
    pub(crate) score: Option<i32>,
    pub(crate) state: &'static str,
    pub(crate) cut: Option<&'static str>,
    pub(crate) chosen: bool,
    pub(crate) step: u64,
    pub(crate) events: Vec<EventJson>,
}

/// Something that happened in a position.
#[derive(Serialize)]
pub(crate) struct EventJson {
    step: u64,
    #[serde(flatten)]
    kind: KindJson,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum KindJson {
    Child {
        child: usize,
    },
    Raise {
        #[serde(rename = "move")]
        mv: Option<String>,
        alpha: i32,
    },
    Cut {
        reason: &'static str,
        skipped: Vec<String>,
    },
    Leave {
        score: Option<i32>,
    },
}

impl NodeJson {
    /// Whether nothing was better than standing still.
    pub(crate) fn stands_still(&self) -> bool {
        let is_raise = |event: &&EventJson| matches!(event.kind, KindJson::Raise { .. });
        let last = self.events.iter().rfind(is_raise);
        last.is_some_and(|event| matches!(event.kind, KindJson::Raise { mv: None, .. }))
    }
}

impl TraceJson {
    /// The nodes and counts of a trace; what was searched is for the caller to fill in.
    pub(crate) fn new<G: Notation>(trace: &Trace<G>) -> TraceJson {
        let node = |(id, node)| node_json(trace, id, node);
        TraceJson {
            game: String::new(),
            position: String::new(),
            algorithm: String::new(),
            depth: None,
            visited: trace.visited,
            recorded: trace.recorded,
            truncated: trace.is_truncated,
            stopped_early: trace.is_stopped_early,
            nodes: trace.nodes.iter().enumerate().map(node).collect(),
        }
    }
}

fn node_json<G: Notation>(trace: &Trace<G>, id: usize, node: &TraceNode<G>) -> NodeJson {
    let parent_position = node.parent.map(|parent| &trace.nodes[parent].position);
    NodeJson {
        id,
        parent: node.parent,
        ply: node.ply,
        mv: parent_position.and_then(|position| node.mv.map(|mv| position.move_text(mv))),
        side: match node.player {
            Player::Max => "max",
            Player::Min => "min",
        },
        alpha: node.window.and_then(|(alpha, _)| finite(alpha)),
        beta: node.window.and_then(|(_, beta)| finite(beta)),
        depth: node.depth,
        score: node.score.map(|score| score.0),
        state: match node.state {
            NodeState::Visited => "visited",
            NodeState::Pruned => "pruned",
            NodeState::CutOffByLimits => "cut off by limits",
        },
        cut: node.cut.map(reason),
        chosen: node.is_chosen,
        step: node.step,
        events: node.events.iter().map(|event| event_json(&node.position, event)).collect(),
    }
}

fn event_json<G: Notation>(position: &G, event: &TraceEvent<G>) -> EventJson {
    let kind = match &event.kind {
        EventKind::Child(child) => KindJson::Child { child: *child },
        EventKind::Raise(mv, alpha) => KindJson::Raise { mv: mv.map(|mv| position.move_text(mv)), alpha: alpha.0 },
        EventKind::Cut(cut, skipped) => {
            KindJson::Cut { reason: reason(*cut), skipped: skipped.iter().map(|&mv| position.move_text(mv)).collect() }
        }
        EventKind::Leave(score) => KindJson::Leave { score: score.map(|score| score.0) },
    };
    EventJson { step: event.step, kind }
}

/// A limit of a window; none where there is no limit.
fn finite(score: Score) -> Option<i32> {
    (score > -Score::INFINITE && score < Score::INFINITE).then_some(score.0)
}

fn reason(cut: Cut) -> &'static str {
    match cut {
        Cut::Beta => "beta",
        Cut::Table => "table",
        Cut::ChildTable => "child table",
        Cut::Bounds => "bounds",
        Cut::LookAhead => "look-ahead",
        Cut::NullMove => "null move",
        Cut::Futility => "futile",
        Cut::StandPat => "stand pat",
        Cut::Budget => "budget",
    }
}
