//! A combat in words: setups, scripts, and what is true of a combat.

use std::collections::BTreeSet;
use std::sync::Arc;

use qbcoach::mage_knight::combat::HeroCondition;
use qbcoach::mage_knight::{
    Action, AttackKind, AttackPoints, BlockPoints, CardId, CardSet, Combat, CombatData,
    CombatSetup, Detail, Element, EnemyId, Event, InstanceId, Mode, Site,
};
use qbcoach::rules::data::DataFile;

pub fn data() -> Arc<CombatData> {
    CombatData::embedded()
}

/// The embedded enemies with cards of a test's own.
pub fn with_cards(cards: &str) -> Arc<CombatData> {
    let text = format!("{{\"cards\": {cards}}}");
    let files = [
        qbcoach::mage_knight::data::EMBEDDED[0],
        DataFile {
            name: "made_up.json",
            text: &text,
        },
    ];
    Arc::new(CombatData::load(&files).unwrap_or_else(|error| panic!("{error}")))
}

/// Plays the script from the setup and compares what is true in the end.
///
/// A setup has parts between `;`: `printed`, `enemies a b`, `hand a b`,
/// `armor 2`, `limit 5`, `fame 3`, `seed 7`, `fortified site`.
///
/// A script has commands between `;`: `play tremor`, `play tremor powered`,
/// `choose 0`, `attack enemy_0 enemy_1 with 4 fire siege, 2 ranged`,
/// `block enemy_0 0 with 3 ice`, `take enemy_0 0`, `end`, `take all`.
/// `refused <rule>: <command>` is a command that must be refused.
///
/// Each line of `expected` must be one of [`facts`]; after `not` it must not.
#[track_caller]
pub fn check(setup: &str, script: &str, expected: &str) {
    check_with(&data(), setup, script, expected);
}

#[track_caller]
pub fn check_with(data: &Arc<CombatData>, setup: &str, script: &str, expected: &str) {
    let mut combat = start(data, setup);
    let events = run(data, &mut combat, script);
    let mut facts = facts(data, &combat);
    facts.extend(events.iter().map(|event| format!("event: {event}")));
    let all: Vec<&str> = facts.iter().map(String::as_str).collect();
    for line in expected.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let (wanted, fact) = match line.strip_prefix("not ") {
            Some(fact) => (false, fact),
            None => (true, line),
        };
        assert!(
            facts.contains(fact) == wanted,
            "after `{script}` expected: {line}\nbut it is:\n{}",
            all.join("\n")
        );
    }
}

pub fn setup(text: &str) -> CombatSetup {
    let mut setup = CombatSetup::default();
    for part in text.split(';').map(str::trim).filter(|p| !p.is_empty()) {
        let mut words = part.split_whitespace();
        let name = words.next().expect("a part has words");
        let rest: Vec<&str> = words.collect();
        let number = || rest[0].parse::<u32>().expect("a number");
        match name {
            "seed" => setup.seed = u64::from(number()),
            "printed" => setup.rules = CardSet::Printed,
            "enemies" => setup.enemies = rest.iter().map(|id| EnemyId::from(*id)).collect(),
            "hand" => setup.hand = rest.iter().map(|id| CardId::from(*id)).collect(),
            "armor" => setup.hero.armor = number(),
            "limit" => setup.hero.hand_limit = number(),
            "fame" => setup.hero.fame = number(),
            "fortified" => setup.site = Site::Fortified,
            other => panic!("`{other}` is no part of a setup"),
        }
    }
    setup
}

#[track_caller]
pub fn start(data: &CombatData, text: &str) -> Combat {
    Combat::start(data, &setup(text)).unwrap_or_else(|error| panic!("{error}"))
}

/// Does the commands of a script and returns every event.
#[track_caller]
pub fn run(data: &CombatData, combat: &mut Combat, script: &str) -> Vec<Event> {
    let mut events = Vec::new();
    for command in script.split(';').map(str::trim).filter(|c| !c.is_empty()) {
        if command == "take all" {
            loop {
                let open = combat.open_attacks().next();
                let Some((enemy, attack)) = open.map(|(enemy, attack)| (enemy.id.clone(), attack))
                else {
                    break;
                };
                let action = Action::AssignDamage { enemy, attack };
                events.extend(combat.act(data, &action).expect("it is open"));
            }
            continue;
        }
        if let Some((rule, refused)) = command
            .strip_prefix("refused ")
            .and_then(|rest| rest.split_once(':'))
        {
            let before = combat.clone();
            match combat.act(data, &action(refused.trim())) {
                Ok(events) => panic!("`{command}` was accepted: {events:?}"),
                Err(refusal) => assert_eq!(refusal.rule(), rule, "{command}: {refusal}"),
            }
            assert_eq!(*combat, before, "`{command}` changed something");
            continue;
        }
        match combat.act(data, &action(command)) {
            Ok(happened) => events.extend(happened),
            Err(refusal) => panic!("`{command}` was refused: {refusal}"),
        }
    }
    events
}

pub fn action(command: &str) -> Action {
    let (head, points) = command.split_once(" with ").unwrap_or((command, ""));
    let words: Vec<&str> = head.split_whitespace().collect();
    match words.as_slice() {
        ["play", card] => Action::PlayCard {
            card: CardId::from(*card),
            mode: Mode::Basic,
        },
        ["play", card, "powered"] => Action::PlayCard {
            card: CardId::from(*card),
            mode: Mode::Powered,
        },
        ["choose", option] => Action::ResolveChoice {
            option: option.parse().expect("a number"),
        },
        ["attack", enemies @ ..] => Action::DeclareAttack {
            enemies: enemies.iter().map(|id| InstanceId::from(*id)).collect(),
            points: entries(points)
                .map(|(amount, words)| AttackPoints {
                    amount,
                    element: element(&words),
                    kind: *AttackKind::WORDS
                        .iter()
                        .find(|(word, _)| words.contains(word))
                        .map_or(&AttackKind::Melee, |(_, kind)| kind),
                })
                .collect(),
        },
        ["block", enemy, attack] => Action::DeclareBlock {
            enemy: InstanceId::from(*enemy),
            attack: attack.parse().expect("a number"),
            points: entries(points)
                .map(|(amount, words)| BlockPoints {
                    amount,
                    element: element(&words),
                })
                .collect(),
        },
        ["take", enemy, attack] => Action::AssignDamage {
            enemy: InstanceId::from(*enemy),
            attack: attack.parse().expect("a number"),
        },
        ["end"] => Action::EndPhase,
        _ => panic!("`{command}` is no command"),
    }
}

fn entries(points: &str) -> impl Iterator<Item = (u32, Vec<&str>)> {
    let entries = points.split(',').map(str::trim).filter(|p| !p.is_empty());
    entries.map(|entry| {
        let mut words = entry.split_whitespace();
        let amount = words.next().and_then(|word| word.parse().ok());
        (amount.expect("an amount comes first"), words.collect())
    })
}

fn element(words: &[&str]) -> Element {
    Element::WORDS
        .iter()
        .find(|(word, _)| words.contains(word))
        .map_or(Element::Physical, |(_, element)| *element)
}

/// All that is true of a combat, a line for each.
pub fn facts(data: &CombatData, combat: &Combat) -> BTreeSet<String> {
    let hero = combat.hero();
    let hand: Vec<&str> = hero.hand.iter().map(CardId::as_str).collect();
    let mut facts = BTreeSet::from([
        format!("phase {}", combat.phase().word()),
        format!("hero armor {}", combat.hero_armor()),
        format!("hero wounds {}", hero.wounds),
        format!("hero discard wounds {}", hero.discard_wounds),
        format!("hero fame {}", hero.fame),
        format!("fame gained {}", combat.fame_gained()),
        format!("hand {}", hand.join(" ")).trim().to_owned(),
        format!("modifiers {}", combat.modifiers().len()),
        match hero.condition {
            HeroCondition::Standing => "hero stands".to_owned(),
            HeroCondition::KnockedOut => "hero is knocked out".to_owned(),
        },
    ]);
    for enemy in combat.enemies() {
        let id = &enemy.id;
        let resistances = combat.resistances(enemy).words().join(" ");
        facts.extend([
            format!("{id} is {}", enemy.kind.id),
            format!("{id} armor {}", combat.effective_armor(enemy)),
            format!("{id} resists {resistances}").trim().to_owned(),
            format!("{id} fortification {:?}", combat.fortification(enemy)),
        ]);
        let states = [
            (combat.does_attack(enemy), "attacks"),
            (combat.is_blocked(enemy), "is blocked"),
            (!enemy.is_alive(), "is defeated"),
            (combat.is_replaced(enemy), "is replaced"),
        ];
        for (_, state) in states.iter().filter(|(holds, _)| *holds) {
            facts.insert(format!("{id} {state}"));
        }
        for attack in 0..enemy.attacks.len() {
            if let Some(value) = combat.attack_value(enemy, attack) {
                facts.insert(format!("{id} attack {attack} is {value}"));
            }
        }
        if let Some(by) = &enemy.summoned_by {
            facts.insert(format!("{id} summoned by {by}"));
        }
    }
    for modifier in combat.modifiers() {
        let whom = modifier.scope.enemy().map(|id| format!("{id} "));
        let whom = whom.unwrap_or_default();
        facts.insert(format!("modifier {whom}{}", modifier.description));
    }
    if let Some(pending) = combat.pending() {
        facts.insert(format!("choosing: {}", pending.description));
        for (place, option) in pending.options.iter().enumerate() {
            facts.insert(format!("choice {place}: {}", option.label));
        }
        facts.insert(format!("choices {}", pending.options.len()));
    }
    for offered in combat.options(data) {
        facts.insert(offer(&offered.action, &offered.detail));
    }
    let threat = combat.threat(data);
    facts.insert(format!("threat {}", threat.total.hand));
    for enemy in &threat.enemies {
        facts.insert(format!(
            "{} threatens {}",
            enemy.enemy.id, enemy.wounds.hand
        ));
    }
    facts
}

fn offer(action: &Action, detail: &Detail) -> String {
    match (action, detail) {
        (Action::PlayCard { card, mode }, _) => format!("offers play {card} {}", mode.word()),
        (Action::ResolveChoice { option }, _) => format!("offers choose {option}"),
        (Action::DeclareAttack { enemies, .. }, Detail::Attack { needed, .. }) => {
            let ids: Vec<&str> = enemies.iter().map(InstanceId::as_str).collect();
            format!("offers attack {} needs {needed}", ids.join(" "))
        }
        (
            Action::DeclareBlock { enemy, attack, .. },
            Detail::Block {
                needed, unblocked, ..
            },
        ) => format!(
            "offers block {enemy} {attack} needs {needed} or {} wounds",
            unblocked.wounds
        ),
        (Action::AssignDamage { enemy, attack }, Detail::Damage(damage)) => {
            format!("offers take {enemy} {attack} for {} wounds", damage.wounds)
        }
        (Action::EndPhase, _) => "offers end".to_owned(),
        (action, detail) => format!("offers {action:?} with {detail:?}"),
    }
}
