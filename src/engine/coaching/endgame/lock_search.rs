//! Searches every position that one side can reach while the other side passes.
//!
//! The search is best first: it expands the positions with the smallest lead first, so
//! that a lead that can be lost is mostly refuted early. To prove a lock, every position
//! from which it may still be lost must be visited, in any order.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::attack_reach::AttackReach;
use super::fingerprint::Fingerprint;
use super::supply::{CardSupply, Remaining};
use crate::rules::{Board, CardId, Event, EventSink, Lane, MatchScore, Play, Rulebook, Side};

/// A lane or the match, for which a lock may be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::coaching) enum LockTarget {
    Lane(Lane),
    Match,
}

impl LockTarget {
    pub const ALL: [LockTarget; 4] = [
        LockTarget::Lane(Lane::Top),
        LockTarget::Lane(Lane::Mid),
        LockTarget::Lane(Lane::Bot),
        LockTarget::Match,
    ];

    pub fn winner(self, score: &MatchScore) -> Option<Side> {
        match self {
            LockTarget::Lane(lane) => score.lanes[lane].winner,
            LockTarget::Match => score.winner(),
        }
    }

    /// The lead of `side`; negative if it is behind.
    fn lead(self, score: &MatchScore, side: Side) -> i32 {
        let values = match self {
            LockTarget::Lane(lane) => score.lanes[lane].power,
            LockTarget::Match => score.totals,
        };
        values[side] - values[side.opponent()]
    }
}

/// A set of targets, a bit for each in the order of [`LockTarget::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Targets(u8);

impl Targets {
    fn of(holds: impl Fn(LockTarget) -> bool) -> Targets {
        let chosen = (0..LockTarget::ALL.len()).filter(|index| holds(LockTarget::ALL[*index]));
        Targets(chosen.map(|index| 1 << index).sum())
    }

    fn contains(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    const fn without(self, other: Targets) -> Targets {
        Targets(self.0 & !other.0)
    }

    const fn and(self, other: Targets) -> Targets {
        Targets(self.0 & other.0)
    }

    const fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn indices(self) -> impl Iterator<Item = usize> {
        (0..LockTarget::ALL.len()).filter(move |index| self.contains(*index))
    }

    fn iter(self) -> impl Iterator<Item = LockTarget> {
        self.indices().map(|index| LockTarget::ALL[index])
    }
}

/// What a search found out about one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::coaching) enum Finding {
    /// Nothing that the other side may play reaches the lead.
    OutOfReach,
    /// No line changes the winner. This many positions were looked at, including the first.
    Kept { positions: u64 },
    /// These plays change the winner.
    Lost { by: Vec<Play> },
    /// The budget ended after this many positions, including repeated ones.
    Open { tried: u64 },
}

pub(in crate::coaching) type Findings = Vec<(LockTarget, Finding)>;

/// A position of the search, with the play that led to it.
struct Node {
    board: Board,
    remaining: Remaining,
    parent: Option<(usize, Play)>,
    /// The targets that cannot be lost from here.
    safe: Targets,
}

pub(in crate::coaching) struct LockSearch<'a> {
    book: &'a Rulebook,
    leader: Side,
    supply: &'a CardSupply,
    reach: Option<AttackReach>,
    /// The targets of which nothing is known so far.
    open: Targets,
    nodes: Vec<Node>,
    /// The indices of the nodes by the hash of their position. Positions with equal
    /// hashes are compared completely.
    known: BTreeMap<Fingerprint, Vec<usize>>,
    /// The nodes to expand, ordered by the leader's lead.
    waiting: BinaryHeap<Reverse<(i32, usize)>>,
    /// For each target, how many nodes that are not expanded may lose it.
    unsettled: [u64; LockTarget::ALL.len()],
    /// The number of simulated positions, including repeated ones.
    tried: u64,
    findings: Findings,
}

impl<'a> LockSearch<'a> {
    /// A search in which `leader` only passes. It must lead all targets.
    pub fn new(
        book: &'a Rulebook,
        board: &Board,
        leader: Side,
        targets: &[LockTarget],
        supply: &'a CardSupply,
    ) -> LockSearch<'a> {
        let mut search = LockSearch {
            book,
            leader,
            supply,
            reach: AttackReach::of(book, supply, board, leader.opponent()),
            open: Targets::of(|target| targets.contains(&target)),
            nodes: Vec::new(),
            known: BTreeMap::new(),
            waiting: BinaryHeap::new(),
            unsettled: [0; LockTarget::ALL.len()],
            tried: 1,
            findings: Vec::new(),
        };
        let safe = search.safe(board, &board.score(book));
        for target in safe.and(search.open).iter() {
            search.findings.push((target, Finding::OutOfReach));
        }
        search.open = search.open.without(safe);
        let root = Node {
            board: *board,
            remaining: supply.whole(),
            parent: None,
            safe,
        };
        search.keep(root, 0);
        search
    }

    /// Whether the attacker has any play in the first position.
    pub(crate) fn has_plays(&self) -> bool {
        self.nodes
            .first()
            .is_some_and(|root| !self.plays(root).is_empty())
    }

    /// Visits every position that matters, but simulates at most `budget` of them.
    pub fn run(mut self, budget: u64) -> Findings {
        while let Some(Reverse((_, index))) = self.waiting.pop() {
            if self.open.is_empty() {
                break;
            }
            if self.open.without(self.nodes[index].safe).is_empty() {
                continue;
            }
            for play in self.plays(&self.nodes[index]) {
                if self.tried >= budget {
                    return self.finished();
                }
                self.tried += 1;
                self.make(index, play);
                if self.open.is_empty() {
                    return self.finished();
                }
            }
            self.settle(index);
        }
        self.finished()
    }

    fn finished(mut self) -> Findings {
        let tried = self.tried;
        let open = self
            .open
            .iter()
            .map(|target| (target, Finding::Open { tried }));
        self.findings.extend(open);
        self.findings
    }

    /// Notes that a node is expanded. A target that no other node may lose is kept.
    fn settle(&mut self, index: usize) {
        let lossy = self.open.without(self.nodes[index].safe);
        let positions = self.nodes.len() as u64;
        for index in lossy.indices() {
            self.unsettled[index] -= 1;
            if self.unsettled[index] == 0 {
                self.open.0 &= !(1 << index);
                let kept = Finding::Kept { positions };
                self.findings.push((LockTarget::ALL[index], kept));
            }
        }
    }

    /// The targets that the attacker cannot change any more from a board.
    fn safe(&self, board: &Board, score: &MatchScore) -> Targets {
        let Some(reach) = &self.reach else {
            return Targets::default();
        };
        let limits = reach.limits(self.book, board, score);
        Targets::of(|target| match target {
            LockTarget::Lane(lane) => limits.keeps(lane, score, self.leader),
            LockTarget::Match => {
                let margin = reach.least_margin(self.book, board, score, &limits);
                margin.is_some_and(|margin| margin > 0)
            }
        })
    }

    fn attacker(&self) -> Side {
        self.leader.opponent()
    }

    /// The legal plays of a position. After a play that fills the board there are none,
    /// because it ends the match. The first board may be full: it was filled by hand then.
    fn plays(&self, node: &Node) -> Vec<Play> {
        if node.parent.is_some() && node.board.is_full() {
            return Vec::new();
        }
        let attacker = self.attacker();
        self.supply
            .plays(self.book, &node.board, attacker, &node.remaining)
    }

    fn make(&mut self, from: usize, play: Play) {
        let attacker = self.attacker();
        let Node {
            mut board,
            ref remaining,
            ..
        } = self.nodes[from];
        let mut added = Additions {
            side: attacker,
            cards: Vec::new(),
        };
        let resolved = board.play_unchecked(self.book, attacker, play, &mut added);
        let remaining = remaining.after(play.card, &added.cards);
        let mut node = Node {
            board,
            remaining,
            parent: Some((from, play)),
            safe: Targets::default(),
        };
        if self.is_known(&node) {
            return;
        }
        let score = board.score_with(self.book, &resolved.powers);
        node.safe = self.safe(&board, &score);
        let index = self.nodes.len();
        let lead = self.open.iter().map(|open| open.lead(&score, self.leader));
        self.keep(node, lead.sum());
        let leader = Some(self.leader);
        let lost = Targets::of(|target| target.winner(&score) != leader).and(self.open);
        for target in lost.iter() {
            let by = self.line_to(index);
            self.findings.push((target, Finding::Lost { by }));
        }
        self.open = self.open.without(lost);
    }

    fn is_known(&self, node: &Node) -> bool {
        let alike = self.known.get(&node.fingerprint());
        alike.into_iter().flatten().any(|index| {
            let known = &self.nodes[*index];
            (&known.board, &known.remaining) == (&node.board, &node.remaining)
        })
    }

    fn keep(&mut self, node: Node, lead: i32) {
        let index = self.nodes.len();
        let alike = self.known.entry(node.fingerprint()).or_default();
        alike.push(index);
        for target in self.open.without(node.safe).indices() {
            self.unsettled[target] += 1;
        }
        self.waiting.push(Reverse((lead, index)));
        self.nodes.push(node);
    }

    fn line_to(&self, index: usize) -> Vec<Play> {
        let mut line = Vec::new();
        let mut at = index;
        while let Some((from, play)) = self.nodes[at].parent {
            line.push(play);
            at = from;
        }
        line.reverse();
        line
    }
}

impl Node {
    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&(Fingerprint::of_board(&self.board), &self.remaining))
    }
}

/// Collects the cards that effects add to one side's hand.
struct Additions {
    side: Side,
    cards: Vec<CardId>,
}

impl EventSink for Additions {
    const LISTENS: bool = false;

    fn event(&mut self, event: Event) {
        if let Event::AddedToHand { side, card, .. } = event
            && side == self.side
        {
            self.cards.push(card);
        }
    }
}
