//! Proof-number search over the positions of a contest.
//!
//! Every position has two numbers: how many more positions must be proved at least for
//! the goal to be reached from it, and how many for the goal to be refuted. The search
//! always goes on where a proof is nearest. Positions that are reached in several ways
//! are searched once. A position counts as proved only when positions found before prove
//! it, so a search that is cut short has proved nothing false.

use std::collections::HashMap;

use super::contest::{Chooser, Contest, Edge, Stand};
use super::fingerprint::Fingerprint;
use crate::coaching::stop_sign::StopSign;

/// The index of a position in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NodeId(u32);

impl NodeId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

const IMPOSSIBLE: u32 = u32::MAX;

struct Node {
    /// How many positions are missing for a proof; 0 if the goal is proved.
    to_prove: u32,
    /// How many positions are missing for a refutation.
    to_refute: u32,
    chooser: Chooser,
    /// The first parent and the step from it.
    origin: Option<(NodeId, Edge)>,
    parents: Vec<NodeId>,
    children: Vec<(Edge, NodeId)>,
    /// The position itself, for the start and for positions with children.
    stand: Option<Box<Stand>>,
}

impl Node {
    fn is_settled(&self) -> bool {
        self.to_prove == 0 || self.to_refute == 0
    }
}

/// The nodes that searches may still look at.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeBudget<'a> {
    pub most: u64,
    pub used: u64,
    pub stop: &'a StopSign<'a>,
}

/// The stop sign is looked at once in this many nodes.
const LOOK_FOR_STOP: u64 = 256;

impl NodeBudget<'_> {
    pub fn is_spent(&self) -> bool {
        self.used >= self.most
    }

    /// Whether the step may be made.
    fn allows(&mut self, edge: Edge) -> bool {
        if edge.counts() {
            if self.is_spent() {
                return false;
            }
            self.used += 1;
            if self.used.is_multiple_of(LOOK_FOR_STOP) && self.stop.is_up() {
                self.most = self.used;
            }
        }
        true
    }
}

pub(super) struct ProofGraph<'a> {
    contest: Contest<'a>,
    nodes: Vec<Node>,
    // Only looked up, never walked through: its order shows nowhere.
    known: HashMap<Fingerprint, NodeId>,
}

impl<'a> ProofGraph<'a> {
    pub fn new(contest: Contest<'a>) -> ProofGraph<'a> {
        ProofGraph {
            contest,
            nodes: Vec::new(),
            known: HashMap::new(),
        }
    }

    pub fn contest(&self) -> &Contest<'a> {
        &self.contest
    }

    /// Adds a position from which a search is to start.
    pub fn start(&mut self, stand: Stand) -> NodeId {
        let id = self.node_of(&stand, None);
        self.nodes[id.index()].stand.get_or_insert(Box::new(stand));
        id
    }

    pub fn is_proved(&self, id: NodeId) -> bool {
        self.nodes[id.index()].to_prove == 0
    }

    /// Whether the goal is proved, or a plan for it certainly does not exist.
    pub fn is_settled(&self, id: NodeId) -> bool {
        self.nodes[id.index()].is_settled()
    }

    pub fn children(&self, id: NodeId) -> &[(Edge, NodeId)] {
        &self.nodes[id.index()].children
    }

    pub fn chooser(&self, id: NodeId) -> Chooser {
        self.nodes[id.index()].chooser
    }

    /// The position of a node. Where it is not kept, it is made anew.
    pub fn stand(&self, id: NodeId) -> Option<Stand> {
        let mut steps = Vec::new();
        let mut at = id;
        loop {
            let node = &self.nodes[at.index()];
            if let Some(stand) = &node.stand {
                let again = |stand: Stand, edge: &Edge| self.contest.after(&stand, *edge);
                return Some(steps.iter().rev().fold((**stand).clone(), again));
            }
            let (parent, edge) = node.origin?;
            steps.push(edge);
            at = parent;
        }
    }

    /// Searches from a position until it is settled or this many nodes were looked at.
    pub fn search(&mut self, from: NodeId, nodes: u64, budget: &mut NodeBudget<'_>) {
        let end = budget.used.saturating_add(nodes);
        while !self.is_settled(from) && budget.used < end {
            let leaf = self.most_promising(from);
            if !self.expand(leaf, budget) {
                return;
            }
            self.update_from(leaf);
        }
    }

    /// The position without children whose proof or refutation helps most.
    fn most_promising(&self, from: NodeId) -> NodeId {
        let mut at = from;
        loop {
            let node = &self.nodes[at.index()];
            let effort = |(_, child): &&(Edge, NodeId)| {
                let child = &self.nodes[child.index()];
                match node.chooser {
                    Chooser::Planner => child.to_prove,
                    Chooser::Opponent => child.to_refute,
                }
            };
            match node.children.iter().min_by_key(effort) {
                Some((_, child)) => at = *child,
                None => return at,
            }
        }
    }

    /// Adds the children of a position. False if the budget ended before; the position
    /// then stays as it was.
    fn expand(&mut self, id: NodeId, budget: &mut NodeBudget<'_>) -> bool {
        let Some(stand) = self.stand(id) else {
            return false;
        };
        let chooser = self.nodes[id.index()].chooser;
        let mut children: Vec<(Edge, NodeId)> = Vec::new();
        for edge in self.contest.edges(&stand) {
            if !budget.allows(edge) {
                return false;
            }
            let next = self.contest.after(&stand, edge);
            let child = self.node_of(&next, Some((id, edge)));
            let child_node = &self.nodes[child.index()];
            let decides = match chooser {
                Chooser::Planner => child_node.to_prove == 0,
                Chooser::Opponent => child_node.to_refute == 0,
            };
            if decides {
                children.clear();
            }
            children.push((edge, child));
            if decides {
                break;
            }
        }
        for (_, child) in &children {
            self.nodes[child.index()].parents.push(id);
        }
        let node = &mut self.nodes[id.index()];
        if children.is_empty() {
            // Nobody can choose nothing but the planner that has no play.
            node.to_prove = IMPOSSIBLE;
            node.to_refute = 0;
        }
        node.children = children;
        node.stand.get_or_insert(Box::new(stand));
        true
    }

    fn node_of(&mut self, stand: &Stand, origin: Option<(NodeId, Edge)>) -> NodeId {
        let key = Fingerprint::of(stand);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let (to_prove, to_refute) = match self.contest.verdict(stand) {
            Some(true) => (0, IMPOSSIBLE),
            Some(false) => (IMPOSSIBLE, 0),
            None => self.contest.guess(stand),
        };
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            to_prove,
            to_refute,
            chooser: self.contest.chooser(stand),
            origin,
            parents: Vec::new(),
            children: Vec::new(),
            stand: None,
        });
        self.known.insert(key, id);
        id
    }

    /// Computes the numbers of a position and of all that lead to it anew.
    fn update_from(&mut self, id: NodeId) {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            let node = &self.nodes[id.index()];
            if node.children.is_empty() {
                waiting.extend(&node.parents);
                continue;
            }
            let numbers = self.numbers(node);
            let node = &mut self.nodes[id.index()];
            if (node.to_prove, node.to_refute) != numbers {
                (node.to_prove, node.to_refute) = numbers;
                waiting.extend(&node.parents);
            }
        }
    }

    fn numbers(&self, node: &Node) -> (u32, u32) {
        let of_children = node
            .children
            .iter()
            .map(|(_, child)| &self.nodes[child.index()]);
        let proofs = of_children.clone().map(|child| child.to_prove);
        let refutations = of_children.map(|child| child.to_refute);
        match node.chooser {
            Chooser::Planner => (least(proofs), sum(refutations)),
            Chooser::Opponent => (sum(proofs), least(refutations)),
        }
    }
}

fn least(numbers: impl Iterator<Item = u32>) -> u32 {
    numbers.min().unwrap_or(IMPOSSIBLE)
}

/// The sum, which is impossible if one of the numbers is, and never by being large.
fn sum(numbers: impl Iterator<Item = u32>) -> u32 {
    numbers.fold(0, |sum: u32, number| {
        if sum == IMPOSSIBLE || number == IMPOSSIBLE {
            IMPOSSIBLE
        } else {
            sum.saturating_add(number).min(IMPOSSIBLE - 1)
        }
    })
}
