//! Sessions of Queen's Blood, and random matches of every mode.

use std::time::Duration;

use qbcoach_engine::rules::notation::read_setting;
use qbcoach_engine::rules::{BySide, CardId, Move, Rulebook, Rules, Side, data};
use qbcoach_engine::simulation::action::{Action, Phase};
use qbcoach_engine::simulation::deck_library::DeckLibrary;
use qbcoach_engine::simulation::game_state::MatchMode;
use qbcoach_sessions::export;
use qbcoach_sessions::history::SessionChange;
use qbcoach_sessions::journal::{DataDir, Journal};
use qbcoach_sessions::queens_blood::{EnemyHand, Library, Match, MatchRefusal, MatchSetup, text};
use qbcoach_sessions::{
    ActCondition, Acted, Mark, Moment, SessionError, SessionId, SessionLimits, Sessions,
};

use crate::sessions::counter_sessions::LIMITS;
use crate::sessions::support::position;

pub const MODES: [MatchMode; 3] = [MatchMode::Live, MatchMode::Simulated, MatchMode::Analysis];

pub fn library() -> Library {
    let catalogue = data::embedded();
    let decks = DeckLibrary::embedded(&catalogue).expect("the shipped decks are valid");
    Library::new(catalogue, decks)
}

pub fn matches() -> Sessions<Match> {
    let journal = Journal::open(&DataDir::Memory).expect("a journal in memory");
    let limits = SessionLimits {
        idle: Duration::from_secs(3600),
        ..LIMITS
    };
    Sessions::new(library(), journal, limits, std::env::temp_dir())
}

/// The cards of the deck with this tag.
pub fn deck(library: &Library, tag: &str) -> Vec<CardId> {
    library
        .decks
        .get(tag)
        .expect("the deck is shipped")
        .cards
        .clone()
}

/// Cards by their numbers, separated by spaces.
#[track_caller]
pub fn cards(library: &Library, numbers: &str) -> Vec<CardId> {
    let find = |number| {
        library
            .catalogue
            .by_number(number)
            .expect("a card's number")
    };
    numbers.split_whitespace().map(find).collect()
}

/// A simulated match between two shipped decks.
pub fn simulated(library: &Library, seed: u64) -> MatchSetup {
    let decks = BySide::new(deck(library, "attrition"), deck(library, "field-medics"));
    MatchSetup {
        seed,
        decks: decks.map(Some),
        ..MatchSetup::new(MatchMode::Simulated)
    }
}

/// The seq and everything that clients can read of a match.
pub fn shown(moment: &Moment<Match>) -> (u64, String, String, Vec<String>) {
    let annotated = &moment.game.annotated;
    let state = format!("{:#?}", annotated.state);
    let observation = format!("{:#?}", annotated.observation);
    let marks = moment.course.marks().into_iter();
    let act = |mark: &Mark<Match>| {
        let (seq, action) = (mark.seq, &mark.action);
        format!("{seq} {action:?} {:?} {:?}", mark.events, mark.standing)
    };
    (moment.seq, state, observation, marks.map(act).collect())
}

/// The exports of a session in both formats.
pub async fn exports(sessions: &Sessions<Match>, id: SessionId) -> [String; 2] {
    let history = sessions.history(id).await.expect("the session exists");
    let library = sessions.library();
    [
        export::jsonl(library, &history),
        text::write(library, &history),
    ]
}

/// Imports an export of either format.
pub async fn import(
    sessions: &Sessions<Match>,
    content: &str,
) -> Result<Acted<Match>, SessionError<MatchRefusal>> {
    let library = sessions.library();
    let read = match export::is_jsonl(content) {
        true => export::read(library, content),
        false => text::read(library, content),
    };
    let read = read.unwrap_or_else(|error| panic!("{error}\n{content}"));
    sessions.import(read.setup, read.changes).await
}

/// Random choices that were drawn in advance. When they run out, every choice is the
/// first option.
pub struct Dice<'a>(pub std::slice::Iter<'a, u16>);

impl Dice<'_> {
    pub fn below(&mut self, number: usize) -> usize {
        let drawn = self.0.next().copied().unwrap_or_default();
        usize::from(drawn) % number.max(1)
    }

    fn maybe<T>(&mut self, value: T) -> Option<T> {
        (self.below(2) == 0).then_some(value)
    }

    fn some_of(&mut self, cards: &[CardId]) -> Vec<CardId> {
        let chosen = cards.iter().filter(|_| self.below(3) == 0);
        chosen.copied().collect()
    }
}

const POSITIONS: [&str; 3] = [
    "y1,.,.,.,e1/y1,.,.,.,e1/y1,.,.,.,e1 enemy",
    "y1[007],y1,.,.,e1/y3,y2,.,e1,e1[013]/y1,.,.,e2,e3 you",
    "y2[007+2],.,.,.,e1/y1,y1[020-1],e2:1,.,e1/y1,.,.,.,e1[012] enemy",
];

const SETTINGS: [&str; 6] = [
    "TOP-3 .",
    "MID-2 y2",
    "BOT-4 e3:1",
    "MID-3 y1[007+2]",
    "TOP-5 e2[013-1]",
    "BOT-1 y3",
];

pub fn any_setup(library: &Library, mode: MatchMode, dice: &mut Dice<'_>) -> MatchSetup {
    let rules = ["canon", "rebirth", "canon claim=takeOver openingHand=4"][dice.below(3)];
    let rules = Rules::parse(rules).expect("the rules are valid");
    let book = library.book(rules);
    let decks = BySide::new(deck(library, "attrition"), deck(library, "field-medics"));
    let mut setup = MatchSetup {
        rules,
        seed: (dice.below(1000) as u64).wrapping_mul(0x0123_4567_89ab_cdef),
        first: Side::BOTH[dice.below(2)],
        title: dice.maybe("a # title, with marks -> and 2x".to_owned()),
        name: dice.maybe("Cloud # 7".to_owned()),
        enemy_tag: dice.maybe("Regina # 1".to_owned()),
        ..MatchSetup::new(mode)
    };
    let hand = |deck: &[CardId]| deck[..5].to_vec();
    match mode {
        MatchMode::Simulated => {
            setup.hand = dice.maybe(hand(&decks.you));
            setup.enemy_hand = dice.maybe(EnemyHand::Cards(hand(&decks.enemy)));
            setup.decks = decks.map(Some);
        }
        MatchMode::Live | MatchMode::Analysis => {
            setup.hand = dice.maybe(hand(&decks.you));
            let unseen = dice.below(7) as u32;
            setup.enemy_hand = dice.maybe(EnemyHand::Unseen(unseen));
            setup.decks = BySide::new(dice.maybe(decks.you), dice.maybe(decks.enemy));
        }
    }
    if dice.below(3) == 0 {
        let drawn = position(&book, POSITIONS[dice.below(POSITIONS.len())]);
        setup.first = drawn.to_act;
        setup.position = Some(drawn);
    }
    setup
}

/// A random change, which may be refused.
fn any_change(library: &Library, played: &Match, dice: &mut Dice<'_>) -> SessionChange<Action> {
    let state = &played.annotated.state;
    let side = Side::BOTH[dice.below(2)];
    let list = deck(library, "attrition");
    let hand = state.holdings[side].hand.cards();
    SessionChange::Act(match dice.below(16) {
        0 => return SessionChange::Undo(1 + dice.below(3) as u64),
        13 => return SessionChange::Redo(1 + dice.below(2) as u64),
        12 => {
            let tag = ["attrition", "field-medics"][dice.below(2)];
            let deck = dice.maybe(deck(library, tag));
            Action::SetDeck { side, deck }
        }
        1 => {
            let setting = |text: &&str| read_setting(&library.catalogue, text);
            let tiles = SETTINGS.iter().skip(dice.below(7)).take(dice.below(3));
            let tiles: Result<_, _> = tiles.map(setting).collect();
            Action::Resync {
                tiles: tiles.expect("the tiles are valid"),
            }
        }
        2 => Action::SetHand {
            cards: dice.some_of(&list),
        },
        3..=5 if state.phase() == Phase::Mulligan => {
            let replace = dice.some_of(&hand);
            let drew = match state.mode() {
                MatchMode::Live => dice.maybe(list[10..10 + replace.len()].to_vec()),
                _ => None,
            };
            Action::Mulligan {
                side,
                replace,
                drew,
            }
        }
        _ if state.phase() == Phase::Draw => Action::Draw {
            card: list[dice.below(list.len())],
        },
        _ => any_move(played.book(), played, dice),
    })
}

fn any_move(book: &Rulebook, played: &Match, dice: &mut Dice<'_>) -> Action {
    let state = &played.annotated.state;
    let side = state.position.to_act;
    let hand = &state.holdings[side].hand;
    let every: Vec<CardId> = book.catalogue.collectible().map(|card| card.id).collect();
    let cards = match hand.unknown == 0 && !hand.known.is_empty() {
        true => hand.cards(),
        false => every,
    };
    let plays = state.position.board.legal_plays(book, side, &cards);
    let made = match dice.below(12) {
        0 => Move::Pass,
        _ if plays.is_empty() => Move::Pass,
        _ => Move::Play(plays[dice.below(plays.len())]),
    };
    Action::Move { side, made }
}

/// Plays a random match. Some of its actions are refused.
pub async fn any_match(sessions: &Sessions<Match>, mode: MatchMode, drawn: &[u16]) -> RandomMatch {
    let mut dice = Dice(drawn.iter());
    let mut setup = any_setup(sessions.library(), mode, &mut dice);
    let created = match sessions.create(|_| Ok(setup.clone())).await {
        Ok(created) => created,
        // The position's cards are not in the random decks.
        Err(SessionError::Refused(_)) => {
            setup.position = None;
            let again = sessions.create(|_| Ok(setup)).await;
            again.unwrap_or_else(|error| panic!("{error}"))
        }
        Err(error) => panic!("{error}"),
    };
    let mut now = created.now;
    let id = now.session;
    let (mut done, mut refused) = (0, 0);
    while dice.0.len() > 0 {
        let change = any_change(sessions.library(), &now.game, &mut dice);
        let acted = match &change {
            SessionChange::Act(action) => sessions.act(id, action, None).await,
            SessionChange::Undo(count) => sessions.undo(id, *count, ActCondition::default()).await,
            SessionChange::Redo(count) => sessions.redo(id, *count, ActCondition::default()).await,
        };
        match acted {
            Ok(acted) => {
                now = acted.now;
                done += 1;
            }
            Err(
                SessionError::Refused(_)
                | SessionError::TooManyUndone { .. }
                | SessionError::TooManyRedone { .. },
            ) => refused += 1,
            Err(error) => panic!("{change:?}: {error}"),
        }
    }
    RandomMatch { now, done, refused }
}

/// A random match, and the numbers of accepted and refused changes.
pub struct RandomMatch {
    pub now: std::sync::Arc<Moment<Match>>,
    pub done: u32,
    pub refused: u32,
}
