#!/usr/bin/env python3
"""Fights a combat of Mage Knight by the coach's advice and prints what happens."""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import List, Optional

import qbcoach
from qbcoach.types import CombatSetup


async def fight(setup: CombatSetup, seed: int, daemon: Optional[str]) -> None:
    async with qbcoach.reach(daemon) as coach:
        combat = await coach.create_combat(setup, seed=seed)
        print(combat.snapshot["text"])
        threats = await combat.threats()
        print(f"if nothing is done: {threats['total']['hand']} wounds, knock out {threats['knockOut']}")
        while combat.snapshot["phase"] != "over":
            advice = await combat.advice(top=1)
            best = advice["moves"][0]
            print(f"> {best['label']}")
            acted = await combat.act(best["action"], if_seq=advice["seq"])
            for event in acted["events"]:
                print(f"  {event['text']}")
        hero = combat.snapshot["hero"]
        print(f"fame gained {combat.snapshot['fameGained']}, wounds in hand {hero['wounds']}")
        await combat.delete()


def names(text: str) -> List[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--enemies", type=names, default="prowlers, guardsmen", metavar="NAMES")
    parser.add_argument("--hand", type=names, default="tremor, chill", metavar="NAMES")
    parser.add_argument("--mana", type=names, metavar="COLORS", help="with it the combat counts points itself")
    parser.add_argument("--units", type=names, metavar="NAMES", help="likewise")
    parser.add_argument("--skills", type=names, metavar="NAMES", help="likewise")
    parser.add_argument("--block", type=int, default=4, help="points the hero can block with")
    parser.add_argument("--attack", type=int, default=5, help="points the hero can attack with")
    parser.add_argument("--seed", type=int, default=7, help="the random seed; decides what is summoned")
    parser.add_argument(
        "--daemon", metavar="WHERE", help="an address such as tcp://HOST:PORT, or a program to start"
    )
    arguments = parser.parse_args()
    setup: CombatSetup = {"enemies": arguments.enemies, "hand": arguments.hand, "hero": {"armor": 3}}
    if arguments.mana or arguments.units or arguments.skills:
        setup["mana"] = arguments.mana or []
        setup["units"] = arguments.units or []
        setup["skills"] = arguments.skills or []
    else:
        setup["hero"] = {
            "armor": 3,
            "points": {
                "block": [{"amount": arguments.block}],
                "attack": [{"amount": arguments.attack}],
            },
        }
    try:
        asyncio.run(fight(setup, arguments.seed, arguments.daemon))
    except qbcoach.QbcoachError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
