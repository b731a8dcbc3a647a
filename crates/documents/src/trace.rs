//! A traced search as JSON; `docs/trace.md` describes every field.

use serde::Serialize;
use spielbaum_core::{Cut, Game, Notation, Score};
use spielbaum_search::{EventKind, NodeState, Player, Trace, TraceEvent, TraceNode};

/// A traced search.
#[derive(Serialize)]
pub struct TraceJson {
    /// The game with its options.
    pub game: String,
    /// The position at the root.
    pub position: String,
    /// The search.
    pub algorithm: String,
    /// Plies to the horizon.
    pub depth: Option<u32>,
    /// Positions that the search visited.
    pub visited: u64,
    /// Those of them that are in `nodes`.
    pub recorded: u64,
    /// Whether a recording limit left out nodes.
    pub truncated: bool,
    /// Whether the budget ended the search.
    pub stopped_early: bool,
    /// The positions, in the order in which they were first seen.
    pub nodes: Vec<NodeJson>,
}

/// A position of the search; scores are from the view of its side to move.
#[derive(Serialize)]
pub struct NodeJson {
    /// Its place in the list.
    pub id: usize,
    /// The node that it was entered from.
    pub parent: Option<usize>,
    /// Plies from the root.
    pub ply: u32,
    /// The move that leads here.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// `max` or `min`.
    pub side: &'static str,
    /// The lower end of the window; `None` if unbounded.
    pub alpha: Option<i32>,
    /// The upper end.
    pub beta: Option<i32>,
    /// Plies to the horizon.
    pub depth: Option<u32>,
    /// The score it returned.
    pub score: Option<i32>,
    /// `visited`, `pruned` or `cut off by limits`.
    pub state: &'static str,
    /// Why some of its moves were not searched.
    pub cut: Option<&'static str>,
    /// Whether it is the last child that raised its parent's alpha.
    pub chosen: bool,
    /// When it was entered.
    pub step: u64,
    /// What happened in it.
    pub events: Vec<EventJson>,
}

/// An event at a node.
#[derive(Serialize)]
pub struct EventJson {
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
    /// Whether no move was better than standing pat.
    pub fn stands_pat(&self) -> bool {
        let is_raise = |event: &&EventJson| matches!(event.kind, KindJson::Raise { .. });
        let last = self.events.iter().rfind(is_raise);
        last.is_some_and(|event| matches!(event.kind, KindJson::Raise { mv: None, .. }))
    }
}

impl TraceJson {
    /// The nodes and counts of a trace; the caller fills in game, position and search.
    pub fn new<G: Notation>(trace: &Trace<G>) -> TraceJson {
        TraceJson::with_moves(trace, &|position, mv| position.move_text(mv))
    }

    /// The same for games without notation, whose moves `text` writes.
    pub fn with_moves<G: Game>(trace: &Trace<G>, text: &MoveText<G>) -> TraceJson {
        let node = |(id, node)| node_json(trace, text, id, node);
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

/// How a move of a position is written.
type MoveText<'a, G> = dyn Fn(&G, <G as Game>::Move) -> String + 'a;

fn node_json<G: Game>(trace: &Trace<G>, text: &MoveText<G>, id: usize, node: &TraceNode<G>) -> NodeJson {
    let parent_position = node.parent.map(|parent| &trace.nodes[parent].position);
    NodeJson {
        id,
        parent: node.parent,
        ply: node.ply,
        mv: parent_position.and_then(|position| node.mv.map(|mv| text(position, mv))),
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
        cut: node.cut.map(Cut::name),
        chosen: node.is_chosen,
        step: node.step,
        events: node.events.iter().map(|event| event_json(&node.position, text, event)).collect(),
    }
}

fn event_json<G: Game>(position: &G, text: &MoveText<G>, event: &TraceEvent<G>) -> EventJson {
    let kind = match &event.kind {
        EventKind::Child(child) => KindJson::Child { child: *child },
        EventKind::Raise(mv, alpha) => KindJson::Raise { mv: mv.map(|mv| text(position, mv)), alpha: alpha.0 },
        EventKind::Cut(cut, skipped) => {
            KindJson::Cut { reason: cut.name(), skipped: skipped.iter().map(|&mv| text(position, mv)).collect() }
        }
        EventKind::Leave(score) => KindJson::Leave { score: score.map(|score| score.0) },
    };
    EventJson { step: event.step, kind }
}

/// A limit of a window; `None` if unbounded.
fn finite(score: Score) -> Option<i32> {
    (score > -Score::INFINITE && score < Score::INFINITE).then_some(score.0)
}
