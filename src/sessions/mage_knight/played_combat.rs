//! The state of a combat.

use std::sync::Arc;

use super::record;
use crate::game::{Game, RecordError, Summary};
use qbcoach_mage_knight::{
    Action, Combat, CombatActionRefusal, CombatData, CombatSetup, Event, SetupError,
};

#[derive(Clone, Debug)]
pub struct PlayedCombat {
    pub data: Arc<CombatData>,
    pub setup: Arc<NamedSetup>,
    pub combat: Combat,
}

/// A setup and its title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSetup {
    pub setup: CombatSetup,
    pub title: Option<String>,
}

/// The numbers of a combat after an act.
#[derive(Clone, Debug)]
pub struct CombatStanding {
    /// How many actions there have been.
    pub actions: u32,
    pub wounds: u32,
    pub fame: u32,
}

/// Why a setup or an action was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CombatRefusal {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Act(#[from] CombatActionRefusal),
}

impl Game for PlayedCombat {
    type Library = Arc<CombatData>;
    type Setup = NamedSetup;
    type Action = Action;
    type Event = Event;
    type Standing = CombatStanding;
    type Refusal = CombatRefusal;

    fn game_word(_: &NamedSetup) -> &'static str {
        "mage-knight"
    }

    fn begin(data: &Arc<CombatData>, setup: &NamedSetup) -> Result<PlayedCombat, CombatRefusal> {
        Ok(PlayedCombat {
            combat: Combat::start(data, &setup.setup)?,
            data: data.clone(),
            setup: Arc::new(setup.clone()),
        })
    }

    fn act(
        &self,
        data: &Arc<CombatData>,
        action: &Action,
    ) -> Result<(PlayedCombat, Vec<Event>), CombatRefusal> {
        let (combat, events) = self.combat.after(data, action)?;
        let next = PlayedCombat {
            data: self.data.clone(),
            setup: self.setup.clone(),
            combat,
        };
        Ok((next, events))
    }

    /// The enemies act only in response to the player's actions.
    fn is_programs_turn(&self) -> bool {
        false
    }

    fn by_itself(&self, _: &Arc<CombatData>) -> Option<Action> {
        None
    }

    fn summary(&self) -> Summary {
        Summary {
            game: PlayedCombat::game_word(&self.setup).to_owned(),
            mode: "combat".to_owned(),
            title: self.setup.title.clone().unwrap_or_default(),
            opponent: None,
            turn: self.combat.actions(),
            over: self.combat.is_over(),
            result: None,
        }
    }

    fn standing(&self) -> CombatStanding {
        let hero = self.combat.hero();
        CombatStanding {
            actions: self.combat.actions(),
            wounds: hero.wounds,
            fame: self.combat.fame_gained(),
        }
    }

    fn write_setup(_: &Arc<CombatData>, setup: &NamedSetup) -> String {
        record::write_setup(setup)
    }

    fn read_setup(_: &Arc<CombatData>, _: &str, text: &str) -> Result<NamedSetup, RecordError> {
        record::read_setup(text)
    }

    fn write_action(_: &Arc<CombatData>, action: &Action) -> String {
        record::write_action(action)
    }

    fn read_action(_: &Arc<CombatData>, _: &NamedSetup, text: &str) -> Result<Action, RecordError> {
        record::read_action(text)
    }
}
