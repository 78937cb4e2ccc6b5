//! What the hero holds: mana, units, skills and points.

use super::*;

pub(super) fn amounts(held: &ByMana) -> BTreeMap<String, u8> {
    let held = held.held();
    held.map(|(mana, amount)| (mana.word().to_owned(), amount))
        .collect()
}

/// What the hero holds besides the hand, where the combat counts it.
pub(super) fn holdings(data: &CombatData, combat: &Combat) -> Option<wire::Holdings> {
    let held = combat.holdings()?;
    let attack = held.pool.attack.iter().map(|points| (points, None));
    let special = held.pool.special_attack.iter();
    let attack = attack.chain(special.map(|s| (&s.points, Some(s.rider.source.to_string()))));
    let block = held.pool.block.iter().map(|points| (points, None));
    let special = held.pool.special_block.iter();
    let block = block.chain(special.map(|s| (&s.points, Some(s.rider.source.to_string()))));
    Some(wire::Holdings {
        day: held.time == DayTime::Day,
        mana: wire::HeldMana {
            tokens: amounts(&held.mana.tokens),
            crystals: amounts(&held.mana.crystals),
            dice: amounts(&held.mana.dice),
            dice_left: held.mana.dice_left,
        },
        units: (0..held.units.len())
            .map(|index| unit(combat, UnitId(index), &held.units[index]))
            .collect(),
        skills: held
            .skills
            .iter()
            .map(|skill| {
                let wire::NamedCard { id, name } = named_card(data, combat, &skill.id);
                wire::HeldSkill {
                    id,
                    name,
                    used: skill.used,
                }
            })
            .collect(),
        pool: wire::PointPool {
            attack: attack
                .map(|(points, special)| wire::PooledAttack {
                    amount: points.amount,
                    element: points.element.word().to_owned(),
                    kind: points.kind.word().to_owned(),
                    special,
                })
                .collect(),
            block: block
                .map(|(points, special)| wire::PooledBlock {
                    amount: points.amount,
                    element: points.element.word().to_owned(),
                    special,
                })
                .collect(),
        },
        boons: held
            .boons
            .iter()
            .map(|boon| describe(&Effect::Boon(boon.clone())))
            .collect(),
    })
}

pub(super) fn unit(combat: &Combat, id: UnitId, unit: &HeldUnit) -> wire::HeldUnit {
    let resists = Resistance::WORDS.iter();
    let resists = resists.filter(|(_, resistance)| unit.resists(*resistance));
    wire::HeldUnit {
        unit_id: id.to_string(),
        id: unit.kind.id.to_string(),
        name: combat.name_of_unit(id),
        level: unit.kind.level,
        armor: unit.armor(),
        resistances: resists.map(|(word, _)| (*word).to_owned()).collect(),
        spent: unit.readiness == Readiness::Spent,
        health: health(unit.health).to_owned(),
        takes_damage: unit.can_take_damage(),
        abilities: unit.kind.abilities.iter().map(ability).collect(),
    }
}

pub(crate) fn ability(ability: &UnitAbility) -> wire::UnitAbility {
    wire::UnitAbility {
        text: describe(&ability.effect),
        cost: ability.cost.map(|mana| mana.word().to_owned()),
    }
}

pub(super) const fn health(health: UnitHealth) -> &'static str {
    match health {
        UnitHealth::Unhurt => "unhurt",
        UnitHealth::Wounded => "wounded",
        UnitHealth::Destroyed => "destroyed",
    }
}

pub(super) fn paid(pay: &[ManaPayment]) -> Vec<wire::ManaPayment> {
    let wire = |payment: &ManaPayment| wire::ManaPayment {
        mana: payment.mana.word().to_owned(),
        from: payment.source.word().to_owned(),
    };
    pay.iter().map(wire).collect()
}

/// The payment of an action; left out if nothing is paid.
pub(super) fn pay(pay: &[ManaPayment]) -> Option<Vec<wire::PaidMana>> {
    let pay = paid(pay);
    (!pay.is_empty()).then(|| pay.into_iter().map(wire::PaidMana::Exact).collect())
}

pub(super) fn some_texts<T: ToString>(items: &[T]) -> Option<Vec<String>> {
    (!items.is_empty()).then(|| items.iter().map(T::to_string).collect())
}
