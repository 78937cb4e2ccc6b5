//! Basic actions that make their points as attack or block.

use std::borrow::Cow;

use super::*;
use crate::element::Element;

impl Combat {
    /// What a card does when it is played now. With the boon for it, a basic action may
    /// make its points in another form.
    pub(crate) fn effect_of<'a>(&self, card: &'a Card, mode: Mode) -> Option<Cow<'a, Effect>> {
        let effect = &card.mode(mode)?.effect;
        let boons = self.holdings.as_deref().map(|held| held.boons.as_slice());
        let shifts = boons.is_some_and(|boons| boons.contains(&Boon::Shapeshift));
        if !shifts || card.advanced || card.kind != CardKind::Action {
            return Some(Cow::Borrowed(effect));
        }
        let mut forms = Vec::new();
        other_forms(effect, &mut forms);
        if forms.is_empty() {
            return Some(Cow::Borrowed(effect));
        }
        forms.insert(0, effect.clone());
        Some(Cow::Owned(Effect::Choice(forms)))
    }
}

/// The fixed amounts of an effect, as attack and as block where they are not that already.
fn other_forms(effect: &Effect, forms: &mut Vec<Effect>) {
    let attack = PointUse::Attack(AttackKind::Melee);
    let (amount, element, uses): (u32, Element, &[PointUse]) = match effect {
        Effect::Choice(parts) => {
            for part in parts {
                other_forms(part, forms);
            }
            return;
        }
        Effect::Spare {
            spare: Spare::Move,
            amount,
            per: None,
        } => (*amount, Element::Physical, &[attack, PointUse::Block]),
        Effect::Points(plan) if plan.per.is_none() && plan.rider.is_none() => match plan.what {
            PointUse::Attack(_) => (plan.amount, plan.element, &[PointUse::Block]),
            PointUse::Block => (plan.amount, plan.element, &[attack]),
        },
        _ => return,
    };
    for what in uses {
        let form = Effect::Shifted(Arc::new(PointsPlan {
            what: *what,
            element,
            amount,
            per: None,
            rider: None,
        }));
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
}
