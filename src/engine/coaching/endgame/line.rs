//! A line of moves that shows a proof.

use std::collections::HashMap;

use super::contest::{Chooser, Edge};
use super::proof_graph::{NodeId, ProofGraph};
use crate::rules::{CardId, Move, Side};

/// One step of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineStep {
    Made {
        side: Side,
        made: Move,
    },
    /// The side draws this card, and the rest of the line is how it goes on then. Where
    /// the proof does not need the drawn card, the line leaves the draw out.
    Drew {
        side: Side,
        card: CardId,
    },
}

/// The line from a proved position to the end of the match. The side with the plan makes
/// moves of its plan; the other side holds out as long as it can.
pub(super) fn line_from(graph: &ProofGraph<'_>, from: NodeId) -> Vec<LineStep> {
    let mut lengths = HashMap::new();
    length(graph, from, &mut lengths);
    let mut line = Vec::new();
    let mut at = from;
    while let Some((edge, child)) = next(graph, at, &lengths) {
        let side = graph.stand(at).map(|stand| stand.to_act);
        match (edge, side) {
            (Edge::Made(made), Some(side)) => line.push(LineStep::Made { side, made }),
            (Edge::Drew(card), Some(side)) => line.push(LineStep::Drew { side, card }),
            _ => {}
        }
        at = child;
    }
    if let Some(stand) = graph.stand(at) {
        let mut side = stand.to_act;
        for _ in 0..stand.closing_passes() {
            let made = Move::Pass;
            line.push(LineStep::Made { side, made });
            side = side.opponent();
        }
    }
    line
}

/// The next step of the line: the shortest of the planner's proofs, the longest answer of
/// its opponent.
fn next(
    graph: &ProofGraph<'_>,
    at: NodeId,
    lengths: &HashMap<NodeId, u32>,
) -> Option<(Edge, NodeId)> {
    let children = graph.children(at).iter().copied();
    let proved = children.filter(|(_, child)| graph.is_proved(*child));
    let known = proved.filter_map(|step| Some((lengths.get(&step.1)?, step)));
    let step = match graph.chooser(at) {
        Chooser::Planner => known.min_by_key(|(length, _)| **length),
        // Of equal answers the first, as for the planner.
        Chooser::Opponent => known.rev().max_by_key(|(length, _)| **length),
    };
    step.map(|(_, step)| step)
}

/// How many steps the line from a proved position has.
fn length(graph: &ProofGraph<'_>, from: NodeId, lengths: &mut HashMap<NodeId, u32>) -> u32 {
    if let Some(known) = lengths.get(&from) {
        return *known;
    }
    let children = graph.children(from).iter().map(|(_, child)| *child);
    let proved: Vec<NodeId> = children.filter(|child| graph.is_proved(*child)).collect();
    let each = proved.into_iter();
    let lengths_of: Vec<u32> = each.map(|child| length(graph, child, lengths)).collect();
    let best = match graph.chooser(from) {
        Chooser::Planner => lengths_of.into_iter().min(),
        Chooser::Opponent => lengths_of.into_iter().max(),
    };
    let length = best.map_or(0, |best| best + 1);
    lengths.insert(from, length);
    length
}
