//! A session of any game. This module is the only one that tells the games apart for
//! sessions.

use std::sync::Arc;

use super::game::{Game, RecordError, Summary};
use super::mage_knight::{CombatRefusal, CombatStanding, NamedSetup, PlayedCombat};
use super::queens_blood::{self, Match, MatchRefusal, MatchSetup, MatchStanding};
use qbcoach_engine::{rules, simulation};
use qbcoach_mage_knight::CombatData;

#[derive(Clone, Debug)]
pub enum AnyGame {
    QueensBlood(Box<Match>),
    MageKnight(Box<PlayedCombat>),
}

/// What all sessions of a game share.
#[derive(Debug)]
pub struct Libraries {
    pub queens_blood: queens_blood::Library,
    pub mage_knight: Arc<CombatData>,
}

/// A user may load cards of Queen's Blood; the cards of combats are embedded.
impl From<queens_blood::Library> for Libraries {
    fn from(queens_blood: queens_blood::Library) -> Libraries {
        Libraries {
            queens_blood,
            mage_knight: CombatData::embedded(),
        }
    }
}

#[derive(Clone, Debug)]
pub enum AnySetup {
    QueensBlood(Box<MatchSetup>),
    MageKnight(Box<NamedSetup>),
}

#[derive(Clone, Debug)]
pub enum AnyAction {
    QueensBlood(simulation::action::Action),
    MageKnight(qbcoach_mage_knight::Action),
}

#[derive(Clone, Debug)]
pub enum AnyEvent {
    QueensBlood(rules::Event),
    MageKnight(qbcoach_mage_knight::Event),
}

#[derive(Clone, Debug)]
pub enum AnyStanding {
    QueensBlood(MatchStanding),
    MageKnight(CombatStanding),
}

#[derive(Clone, Debug, thiserror::Error)]
pub enum AnyRefusal {
    #[error("the action is of another game than the session")]
    OtherGame,
    #[error(transparent)]
    QueensBlood(#[from] MatchRefusal),
    #[error(transparent)]
    MageKnight(#[from] CombatRefusal),
}

/// The word for Mage Knight in the journal.
const MAGE_KNIGHT: &str = "mage-knight";

impl Game for AnyGame {
    type Library = Libraries;
    type Setup = AnySetup;
    type Action = AnyAction;
    type Event = AnyEvent;
    type Standing = AnyStanding;
    type Refusal = AnyRefusal;

    fn game_word(setup: &AnySetup) -> &'static str {
        match setup {
            AnySetup::QueensBlood(setup) => Match::game_word(setup),
            AnySetup::MageKnight(setup) => PlayedCombat::game_word(setup),
        }
    }

    fn begin(library: &Libraries, setup: &AnySetup) -> Result<AnyGame, AnyRefusal> {
        Ok(match setup {
            AnySetup::QueensBlood(setup) => {
                AnyGame::QueensBlood(Box::new(Match::begin(&library.queens_blood, setup)?))
            }
            AnySetup::MageKnight(setup) => {
                AnyGame::MageKnight(Box::new(PlayedCombat::begin(&library.mage_knight, setup)?))
            }
        })
    }

    fn act(
        &self,
        library: &Libraries,
        action: &AnyAction,
    ) -> Result<(AnyGame, Vec<AnyEvent>), AnyRefusal> {
        match (self, action) {
            (AnyGame::QueensBlood(game), AnyAction::QueensBlood(action)) => {
                let (next, events) = game.act(&library.queens_blood, action)?;
                let events = events.into_iter().map(AnyEvent::QueensBlood).collect();
                Ok((AnyGame::QueensBlood(Box::new(next)), events))
            }
            (AnyGame::MageKnight(game), AnyAction::MageKnight(action)) => {
                let (next, events) = game.act(&library.mage_knight, action)?;
                let events = events.into_iter().map(AnyEvent::MageKnight).collect();
                Ok((AnyGame::MageKnight(Box::new(next)), events))
            }
            _ => Err(AnyRefusal::OtherGame),
        }
    }

    fn is_programs_turn(&self) -> bool {
        match self {
            AnyGame::QueensBlood(game) => game.is_programs_turn(),
            AnyGame::MageKnight(game) => game.is_programs_turn(),
        }
    }

    fn by_itself(&self, library: &Libraries) -> Option<AnyAction> {
        match self {
            AnyGame::QueensBlood(game) => {
                let action = game.by_itself(&library.queens_blood);
                action.map(AnyAction::QueensBlood)
            }
            AnyGame::MageKnight(game) => {
                let action = game.by_itself(&library.mage_knight);
                action.map(AnyAction::MageKnight)
            }
        }
    }

    fn summary(&self) -> Summary {
        match self {
            AnyGame::QueensBlood(game) => game.summary(),
            AnyGame::MageKnight(game) => game.summary(),
        }
    }

    fn standing(&self) -> AnyStanding {
        match self {
            AnyGame::QueensBlood(game) => AnyStanding::QueensBlood(game.standing()),
            AnyGame::MageKnight(game) => AnyStanding::MageKnight(game.standing()),
        }
    }

    fn write_setup(library: &Libraries, setup: &AnySetup) -> String {
        match setup {
            AnySetup::QueensBlood(setup) => Match::write_setup(&library.queens_blood, setup),
            AnySetup::MageKnight(setup) => PlayedCombat::write_setup(&library.mage_knight, setup),
        }
    }

    fn read_setup(library: &Libraries, game: &str, text: &str) -> Result<AnySetup, RecordError> {
        Ok(match game {
            MAGE_KNIGHT => {
                let setup = PlayedCombat::read_setup(&library.mage_knight, game, text)?;
                AnySetup::MageKnight(Box::new(setup))
            }
            _ => {
                let setup = Match::read_setup(&library.queens_blood, game, text)?;
                AnySetup::QueensBlood(Box::new(setup))
            }
        })
    }

    fn exported_setup(setup: &AnySetup) -> AnySetup {
        match setup {
            AnySetup::QueensBlood(setup) => {
                AnySetup::QueensBlood(Box::new(Match::exported_setup(setup)))
            }
            AnySetup::MageKnight(setup) => AnySetup::MageKnight(setup.clone()),
        }
    }

    fn write_action(library: &Libraries, action: &AnyAction) -> String {
        match action {
            AnyAction::QueensBlood(action) => Match::write_action(&library.queens_blood, action),
            AnyAction::MageKnight(action) => {
                PlayedCombat::write_action(&library.mage_knight, action)
            }
        }
    }

    fn read_action(
        library: &Libraries,
        setup: &AnySetup,
        text: &str,
    ) -> Result<AnyAction, RecordError> {
        Ok(match setup {
            AnySetup::QueensBlood(setup) => {
                let action = Match::read_action(&library.queens_blood, setup, text)?;
                AnyAction::QueensBlood(action)
            }
            AnySetup::MageKnight(setup) => {
                let action = PlayedCombat::read_action(&library.mage_knight, setup, text)?;
                AnyAction::MageKnight(action)
            }
        })
    }
}
