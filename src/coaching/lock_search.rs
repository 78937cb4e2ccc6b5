//! Every position that one side can reach while the other passes.
//!
//! Best first: the positions that have hurt the leader most are looked at first,
//! so that a lead that can be lost is mostly found to be so at once. A lead that
//! cannot be lost costs every position, whatever the order.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::lock_supply::{Remaining, Supply};
use crate::rules::{
    Board, CardId, Cost, Event, EventSink, Lane, MatchScore, Play, Rulebook, Side, TileSet,
};

/// What may be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Lane(Lane),
    Match,
}

impl Target {
    pub const ALL: [Target; 4] = [
        Target::Lane(Lane::Top),
        Target::Lane(Lane::Mid),
        Target::Lane(Lane::Bot),
        Target::Match,
    ];

    pub fn winner(self, score: &MatchScore) -> Option<Side> {
        match self {
            Target::Lane(lane) => score.lanes[lane].winner,
            Target::Match => score.winner(),
        }
    }

    /// By how much `side` leads.
    fn lead(self, score: &MatchScore, side: Side) -> i32 {
        let values = match self {
            Target::Lane(lane) => score.lanes[lane].power,
            Target::Match => score.totals,
        };
        values[side] - values[side.opponent()]
    }
}

#[derive(Debug)]
pub(super) struct Findings {
    /// The targets that a line takes from their leader, with the line.
    pub refuted: Vec<(Target, Vec<Play>)>,
    /// Whether every line was tried for the targets that are not refuted.
    pub complete: bool,
    /// Distinct positions reached, the first one included.
    pub positions: u64,
    /// Positions made, those that had been reached before included.
    pub tried: u64,
}

/// A position of the search, with the play that led to it.
struct Node {
    board: Board,
    remaining: Remaining,
    came_by: Option<(usize, Play)>,
}

pub(super) struct Search<'a> {
    book: &'a Rulebook,
    leader: Side,
    supply: &'a Supply,
    /// The targets that nothing has refuted so far.
    open: Vec<Target>,
    nodes: Vec<Node>,
    /// The nodes by the hash of their position: only the positions themselves
    /// say whether two are equal.
    known: BTreeMap<u64, Vec<usize>>,
    /// The nodes to look at, by how far the leader still leads.
    waiting: BinaryHeap<Reverse<(i32, usize)>>,
    findings: Findings,
}

impl<'a> Search<'a> {
    /// A search in which `leader`, who leads all the targets, only passes.
    pub fn new(
        book: &'a Rulebook,
        board: &Board,
        leader: Side,
        targets: Vec<Target>,
        supply: &'a Supply,
    ) -> Search<'a> {
        let mut search = Search {
            book,
            leader,
            supply,
            open: targets,
            nodes: Vec::new(),
            known: BTreeMap::new(),
            waiting: BinaryHeap::new(),
            findings: Findings {
                refuted: Vec::new(),
                complete: true,
                positions: 0,
                tried: 1,
            },
        };
        let root = Node {
            board: *board,
            remaining: supply.whole(),
            came_by: None,
        };
        search.keep(root, 0);
        search
    }

    /// Whether there is any play at all.
    pub fn has_plays(&self) -> bool {
        self.nodes
            .first()
            .is_some_and(|root| !self.plays(root).is_empty())
    }

    /// Looks at every position, as long as no more than `budget` have been made.
    pub fn run(mut self, budget: u64) -> Findings {
        while let Some(Reverse((_, place))) = self.waiting.pop() {
            for play in self.plays(&self.nodes[place]) {
                if self.open.is_empty() {
                    return self.finished();
                }
                if self.findings.tried >= budget {
                    self.findings.complete = false;
                    return self.finished();
                }
                self.findings.tried += 1;
                self.make(place, play);
            }
        }
        self.finished()
    }

    fn finished(mut self) -> Findings {
        self.findings.positions = self.nodes.len() as u64;
        self.findings
    }

    fn attacker(&self) -> Side {
        self.leader.opponent()
    }

    /// What can be played in a position. Nothing, when the board is full: that
    /// ends the match.
    fn plays(&self, node: &Node) -> Vec<Play> {
        if node.board.is_full() {
            return Vec::new();
        }
        // Where a card may be played depends on nothing but its cost.
        let mut tiles: Vec<(Cost, TileSet)> = Vec::new();
        let mut plays = Vec::new();
        for card in self.supply.kinds(&node.remaining) {
            let cost = self.book.catalogue[card].cost;
            let known = tiles.iter().find(|(known, _)| *known == cost);
            let legal = match known {
                Some((_, legal)) => *legal,
                None => {
                    let legal = node.board.legal_tiles(self.book, self.attacker(), card);
                    tiles.push((cost, legal));
                    legal
                }
            };
            plays.extend(legal.iter().map(|tile| Play { card, tile }));
        }
        plays
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
        let node = Node {
            board,
            remaining,
            came_by: Some((from, play)),
        };
        if self.is_known(&node) {
            return;
        }
        let score = board.score_with(self.book, &resolved.powers);
        let place = self.nodes.len();
        let lead = self.open.iter().map(|open| open.lead(&score, self.leader));
        self.keep(node, lead.sum());
        let leader = Some(self.leader);
        let lost = |target: &Target| target.winner(&score) != leader;
        if self.open.iter().any(lost) {
            let line = self.line_to(place);
            let refuted = self.open.iter().filter(|target| lost(target));
            let refuted = refuted.map(|target| (*target, line.clone()));
            self.findings.refuted.extend(refuted);
            self.open.retain(|target| !lost(target));
        }
    }

    fn is_known(&self, node: &Node) -> bool {
        let alike = self.known.get(&fingerprint(node));
        alike.into_iter().flatten().any(|place| {
            let known = &self.nodes[*place];
            (&known.board, &known.remaining) == (&node.board, &node.remaining)
        })
    }

    fn keep(&mut self, node: Node, lead: i32) {
        let place = self.nodes.len();
        let alike = self.known.entry(fingerprint(&node)).or_default();
        alike.push(place);
        self.waiting.push(Reverse((lead, place)));
        self.nodes.push(node);
    }

    fn line_to(&self, place: usize) -> Vec<Play> {
        let mut line = Vec::new();
        let mut at = place;
        while let Some((from, play)) = self.nodes[at].came_by {
            line.push(play);
            at = from;
        }
        line.reverse();
        line
    }
}

fn fingerprint(node: &Node) -> u64 {
    let mut hasher = DefaultHasher::new();
    node.board.hash(&mut hasher);
    node.remaining.hash(&mut hasher);
    hasher.finish()
}

/// Hears only of the cards that come to one side's hand.
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
