#!/usr/bin/env python3
"""Asks the coach for moves in a position, and prints them with reasons."""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import List

import qbcoach
from qbcoach.types import AdvisedMove

POSITION = "y1,.,.,.,e1/y1[001],y1,.,.,e1[019]/y2,.,.,.,e1 you"
HAND = "Crawler, Archdragon, Grenadier"


def lines_of(move: AdvisedMove) -> List[str]:
    chance = f"win chance {move['winChance']:.0%}, {move['expectedMargin']:+.1f} points"
    lines = [f"{move['rank']}. {move['label']} ({move['quality']}, {chance})"]
    return lines + [f"   {reason['text']}" for reason in move["reasons"]]


async def ask(position: str, hand: List[str], top: int, daemon: str) -> None:
    async with qbcoach.reach(daemon) as coach:
        match = await coach.create(
            mode="analysis", position=position, you={"hand": hand}, enemy={"hand": 5}
        )
        print((await match.get(text=True))["text"])
        advice = await match.advice(top)
        print(advice["message"])
        for move in advice["moves"]:
            print("\n".join(lines_of(move)))
        for note in advice["notes"]:
            print(f"Note: {note}")
        await match.delete()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--position", default=POSITION, help="one line, as of `qbcoach show`")
    parser.add_argument("--hand", default=HAND, help="your cards, with commas between")
    parser.add_argument("--top", type=int, default=3, metavar="N", help="how many moves to print")
    parser.add_argument(
        "--daemon", metavar="WHERE", help="an address such as tcp://HOST:PORT, or a program to start"
    )
    arguments = parser.parse_args()
    hand = [card.strip() for card in arguments.hand.split(",")]
    try:
        asyncio.run(ask(arguments.position, hand, arguments.top, arguments.daemon))
    except qbcoach.UnknownCard as error:
        print(f"error: {error}", file=sys.stderr)
        for suggestion in error.suggestions:
            print(f"  {suggestion}", file=sys.stderr)
        return 1
    except qbcoach.QbcoachError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
