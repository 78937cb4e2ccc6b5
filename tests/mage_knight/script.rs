//! Combats as text: reads setups and scripts, and lists the facts of a combat.

use std::collections::BTreeSet;
use std::sync::Arc;

use qbcoach_basics::data::DataFile;
use qbcoach_mage_knight::combat::HeroCondition;
use qbcoach_mage_knight::{
    Action, AttackKind, AttackPoints, BlockPoints, CardId, CardSet, Combat, CombatData,
    CombatSetup, DayTime, Detail, Element, EnemyId, Event, InstanceId, Mana, ManaPayment,
    ManaSource, Mode, Site, UnitId, UnitSetup,
};

pub fn data() -> Arc<CombatData> {
    CombatData::embedded()
}

/// The embedded enemies with the given cards instead of the embedded ones.
pub fn with_cards(cards: &str) -> Arc<CombatData> {
    let text = format!("{{\"cards\": {cards}}}");
    let files = [
        qbcoach_mage_knight::data::EMBEDDED[0],
        DataFile {
            name: "made_up.json",
            text: &text,
        },
    ];
    Arc::new(CombatData::load(&files).unwrap_or_else(|error| panic!("{error}")))
}

/// Plays the script from the setup and compares the facts at the end.
///
/// A setup has parts between `;`: `printed`, `enemies a b`, `hand a b`,
/// `armor 2`, `limit 5`, `fame 3`, `seed 7`, `fortified site`.
///
/// A script has commands between `;`: `play tremor`, `play tremor powered`,
/// `choose 0`, `attack enemy_0 enemy_1 with 4 fire siege, 2 ranged`,
/// `block enemy_0 0 with 3 ice`, `take enemy_0 0`, `end`, `take all`.
/// `refused <rule>: <command>` is a command that must be refused.
///
/// Each line of `expected` must be one of [`facts`], or an event of the script after
/// `event: `. A line that begins with `not` must not be.
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
            "after `{script}` expected: {line}\nbut the facts are:\n{}",
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
            "mana" => {
                for color in rest {
                    let supply = setup.mana.get_or_insert_default();
                    supply.tokens.add(mana(color), 1);
                }
            }
            "crystals" => {
                for color in rest {
                    let supply = setup.mana.get_or_insert_default();
                    supply.crystals.add(mana(color), 1);
                }
            }
            "dice" => {
                for color in rest {
                    let supply = setup.mana.get_or_insert_default();
                    supply.dice.add(mana(color), 1);
                }
            }
            "units" => {
                let units = rest.iter().map(|id| UnitSetup::from(CardId::from(*id)));
                setup.units = Some(units.collect());
            }
            "skills" => setup.skills = Some(rest.iter().map(|id| CardId::from(*id)).collect()),
            "day" => setup.time = Some(DayTime::Day),
            "night" => setup.time = Some(DayTime::Night),
            other => panic!("`{other}` is not a part of a setup"),
        }
    }
    setup
}

#[track_caller]
pub fn start(data: &CombatData, text: &str) -> Combat {
    Combat::start(data, &setup(text)).unwrap_or_else(|error| panic!("{error}"))
}

/// Carries out the commands of a script and returns all events.
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
                let action = Action::AssignDamage {
                    enemy,
                    attack,
                    units: Vec::new(),
                };
                events.extend(combat.act(data, &action).expect("the attack is open"));
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
            assert_eq!(
                *combat, before,
                "the refused `{command}` changed the combat"
            );
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
        ["play", card, how @ ..] => {
            let (mode, pay) = match how {
                ["powered", pay @ ..] => (Mode::Powered, pay),
                ["sideways", pay @ ..] => (Mode::Sideways, pay),
                pay => (Mode::Basic, pay),
            };
            Action::PlayCard {
                card: CardId::from(*card),
                mode,
                pay: payment(pay),
            }
        }
        ["unit", unit, ability, pay @ ..] => Action::ActivateUnit {
            unit: unit_id(unit),
            ability: ability.parse().expect("a number"),
            pay: payment(pay),
        },
        ["use", skill] => Action::UseSkill {
            skill: CardId::from(*skill),
        },
        ["choose", option] => Action::ResolveChoice {
            option: option.parse().expect("a number"),
        },
        ["attack", enemies @ ..] => Action::DeclareAttack {
            special: special(points),
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
            special: special(points),
            enemy: InstanceId::from(*enemy),
            attack: attack.parse().expect("a number"),
            points: entries(points)
                .map(|(amount, words)| BlockPoints {
                    amount,
                    element: element(&words),
                })
                .collect(),
        },
        ["take", enemy, attack, units @ ..] => Action::AssignDamage {
            enemy: InstanceId::from(*enemy),
            attack: attack.parse().expect("a number"),
            units: units.iter().map(|unit| unit_id(unit)).collect(),
        },
        ["end"] => Action::EndPhase,
        _ => panic!("`{command}` is not a command"),
    }
}

fn unit_id(text: &str) -> UnitId {
    UnitId::read(text).expect("a unit")
}

/// `paying red token, black die`.
fn payment(words: &[&str]) -> Vec<ManaPayment> {
    let Some(("paying", words)) = words.split_first().map(|(first, rest)| (*first, rest)) else {
        assert!(words.is_empty(), "`{words:?}` is no payment");
        return Vec::new();
    };
    words
        .chunks(2)
        .map(|pair| ManaPayment {
            mana: mana(pair[0]),
            source: *ManaSource::WORDS
                .iter()
                .find(|(word, _)| *word == pair[1].trim_end_matches(','))
                .map(|(_, source)| source)
                .expect("token, die or crystal"),
        })
        .collect()
}

pub fn mana(word: &str) -> Mana {
    let known = Mana::WORDS.iter().find(|(known, _)| *known == word);
    known.map(|(_, mana)| *mana).expect("a color of mana")
}

/// The cards whose special points are named: `2 fire, points of chivalry`.
fn special(points: &str) -> Vec<CardId> {
    let entries = points.split(',').map(str::trim);
    entries
        .filter_map(|entry| entry.strip_prefix("points of "))
        .map(CardId::from)
        .collect()
}

fn entries(points: &str) -> impl Iterator<Item = (u32, Vec<&str>)> {
    let entries = points
        .split(',')
        .map(str::trim)
        .filter(|p| !p.is_empty() && !p.starts_with("points of "));
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

/// All facts of a combat, one line for each.
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
            HeroCondition::Standing => "hero is not knocked out".to_owned(),
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
            format!("{id} has {}", combat.ability_words(enemy).join(" "))
                .trim()
                .to_owned(),
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
            if let Some(strike) = combat.strike(enemy, attack) {
                let element = strike.element.word();
                facts.insert(format!("{id} attack {attack} element {element}"));
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
    if let Some(held) = combat.holdings() {
        for points in &held.pool.attack {
            let (element, kind) = (points.element.word(), points.kind.word());
            facts.insert(format!("pool {} {element} {kind} attack", points.amount));
        }
        for points in &held.pool.block {
            facts.insert(format!(
                "pool {} {} block",
                points.amount,
                points.element.word()
            ));
        }
        for special in &held.pool.special_attack {
            let (amount, source) = (special.points.amount, &special.rider.source);
            facts.insert(format!("pool {amount} attack of {source}"));
        }
        for special in &held.pool.special_block {
            let (amount, source) = (special.points.amount, &special.rider.source);
            facts.insert(format!("pool {amount} block of {source}"));
        }
        for (mana, amount) in held.mana.tokens.held() {
            facts.insert(format!("tokens {} {amount}", mana.word()));
        }
        for (mana, amount) in held.mana.crystals.held() {
            facts.insert(format!("crystals {} {amount}", mana.word()));
        }
        for (mana, amount) in held.mana.dice.held() {
            facts.insert(format!("dice {} {amount}", mana.word()));
        }
        for (index, unit) in held.units.iter().enumerate() {
            let (health, readiness) = (unit.health, unit.readiness);
            facts.insert(format!("unit_{index} {health:?} {readiness:?}").to_lowercase());
        }
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
        (Action::PlayCard { card, mode, pay }, _) => {
            let paid: String = pay.iter().map(|one| format!(" {one}")).collect();
            let paid = paid.trim_start();
            match paid.is_empty() {
                true => format!("offers play {card} {}", mode.word()),
                false => format!("offers play {card} {} paying {paid}", mode.word()),
            }
        }
        (Action::ActivateUnit { unit, ability, .. }, _) => format!("offers {unit} {ability}"),
        (Action::UseSkill { skill }, _) => format!("offers skill {skill}"),
        (Action::DeclareAttack { enemies, .. }, Detail::PoolAttack { needed, .. }) => {
            let ids: Vec<&str> = enemies.iter().map(InstanceId::as_str).collect();
            format!("offers attack {} needs {needed}", ids.join(" "))
        }
        (
            Action::AssignDamage {
                enemy,
                attack,
                units,
            },
            Detail::UnitDamage { left, .. },
        ) => {
            let units: String = units.iter().map(|unit| format!(" {unit}")).collect();
            format!(
                "offers take {enemy} {attack}{units} for {} wounds",
                left.wounds
            )
        }
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
        (Action::AssignDamage { enemy, attack, .. }, Detail::Damage(damage)) => {
            format!("offers take {enemy} {attack} for {} wounds", damage.wounds)
        }
        (Action::EndPhase, _) => "offers end".to_owned(),
        (action, detail) => format!("offers {action:?} with {detail:?}"),
    }
}
