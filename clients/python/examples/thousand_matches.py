#!/usr/bin/env python3
"""Plays a thousand simulated matches and writes a line of CSV for each.

Several matches are played at the same time over one connection to one daemon.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import random
import sys
import time
from typing import Dict, List, TextIO, Union

import qbcoach
from qbcoach.types import Side

Row = Dict[str, Union[str, int]]

COLUMNS = ["seed", "you", "enemy", "turns", "points_you", "points_enemy", "margin", "winner"]


async def play_match(
    coach: qbcoach.Coach, seed: int, decks: List[str], daemon_plays: List[Side]
) -> Row:
    """Plays one whole match; sides that the daemon does not play make random moves."""
    dice = random.Random(seed)
    you, enemy = dice.choice(decks), dice.choice(decks)
    match = await coach.create(
        mode="simulated",
        seed=seed,
        you={"deck": you},
        enemy={"deck": enemy},
        autoplay=daemon_plays,
    )
    snapshot = match.snapshot
    for player in (match.you, match.enemy):
        if player.side not in daemon_plays:
            snapshot = (await player.mulligan())["snapshot"]
    while snapshot["phase"] != "over":
        offered = (await match.actions())["actions"]
        plays = [one["action"] for one in offered if one["action"]["type"] != "pass"]
        action = dice.choice(plays) if plays else offered[-1]["action"]
        snapshot = (await match.act(action))["snapshot"]
    await match.delete()
    score = snapshot["score"]
    return {
        "seed": seed,
        "you": you,
        "enemy": enemy,
        "turns": snapshot["turn"],
        "points_you": score["totalYou"],
        "points_enemy": score["totalEnemy"],
        "margin": score["margin"],
        "winner": score.get("winner") or "drawn",
    }


async def play_all(arguments: argparse.Namespace, out: TextIO) -> None:
    daemon_plays: List[Side] = arguments.daemon_plays
    async with qbcoach.reach(arguments.daemon) as coach:
        decks = [deck["tag"] for deck in await coach.decks()]
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        writer.writeheader()
        seeds = iter(range(arguments.seed, arguments.seed + arguments.matches))
        wins: Dict[str, int] = {"you": 0, "enemy": 0, "drawn": 0}

        async def worker() -> None:
            for seed in seeds:
                row = await play_match(coach, seed, decks, daemon_plays)
                writer.writerow(row)
                wins[str(row["winner"])] += 1

        began = time.perf_counter()
        await asyncio.gather(*(worker() for _ in range(arguments.at_once)))
        took = time.perf_counter() - began
    print(
        f"{arguments.matches} matches in {took:.1f} s, {arguments.matches / took:.0f} a second: "
        f"you won {wins['you']}, the enemy {wins['enemy']}, {wins['drawn']} drawn",
        file=sys.stderr,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--matches", type=int, default=1000, metavar="N", help="number of matches")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first match; the next have +1")
    parser.add_argument("--at-once", type=int, default=16, metavar="N", help="matches at a time")
    parser.add_argument(
        "--daemon-plays",
        choices=["you", "enemy"],
        nargs="*",
        default=[],
        metavar="SIDE",
        help="sides (you, enemy) that play the coach's moves instead of random ones",
    )
    parser.add_argument("--csv", metavar="FILE", help="file to write; standard output if left out")
    parser.add_argument(
        "--daemon", metavar="WHERE", help="an address such as tcp://HOST:PORT, or a program to start"
    )
    arguments = parser.parse_args()
    try:
        if arguments.csv is None:
            asyncio.run(play_all(arguments, sys.stdout))
        else:
            with open(arguments.csv, "w", encoding="utf-8", newline="") as out:
                asyncio.run(play_all(arguments, out))
    except qbcoach.QbcoachError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
