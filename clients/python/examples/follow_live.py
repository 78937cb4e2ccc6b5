#!/usr/bin/env python3
"""Follows a match while it is played: prints the board and the coach's message.

Without options it starts a daemon, reports a short match to it and follows that. With
`--daemon` it follows a session of a running daemon (the newest one, or `--session`)
until the session is closed, and reconnects if the daemon is restarted.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import Optional

import qbcoach
from qbcoach.types import Audience

HAND = ["Security Officer", "Crawler", "Levrikon", "Riot Trooper", "Archdragon"]


async def report_a_match(match: qbcoach.Match) -> None:
    """Reports moves as a player of a live match does."""
    await match.mulligan(replace=["Riot Trooper"], drew=["Elphadunk"])
    await match.play("crawler", "mid1")
    await match.enemy.play("archdragon", "mid5")
    await match.draw("grenadier")
    await match.play("security officer", "top1")
    await match.enemy.play("crawler", "top5")
    await match.draw("queen bee")
    try:
        await match.play("archdragon", "mid5")
    except qbcoach.IllegalAction as refused:
        print(f"-- refused: {refused}")
    await match.passing()
    await match.enemy.passing()
    await match.close()


async def follow(match: qbcoach.Match, audience: Audience) -> None:
    topics = ["state"] if audience == "stream" else ["state", "coach"]
    async with match.follow(topics, audience=audience) as updates:
        async for update in updates:
            if update.topic == "state":
                score = update.document["score"]
                print(f"== {match.id} after {update.seq} events, {update.document['phase']}")
                print((await match.get(update.seq, text=True))["text"])
                print(f"score: you {score['totalYou']}, enemy {score['totalEnemy']}")
            else:
                print(f"-- coach at {update.seq}: {update.document['message']}")
        print(f"the end: {updates.ended}")


def print_event(event: qbcoach.LinkEvent) -> None:
    if event.kind != "closed":
        print(f"-- the connection to the daemon is {event.kind}: {event.reason}", flush=True)


async def main_of(daemon: Optional[str], session: Optional[str], audience: Audience) -> None:
    if daemon is None:
        async with qbcoach.start(on_event=print_event) as coach:
            match = await coach.create(
                title="Reported by follow_live.py", you={"hand": HAND}, enemy={"tag": "Chadley"}
            )
            await asyncio.gather(follow(match, audience), report_a_match(match))
        return
    async with qbcoach.connect(daemon, on_event=print_event, wait_seconds=60) as coach:
        if session is None:
            newest = await coach.newest()
            session = newest.id
        await follow(coach.session(session), audience)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--daemon", metavar="ADDRESS", help="such as ws://127.0.0.1:7117")
    parser.add_argument("--session", metavar="ID", help="the session; the newest if left out")
    parser.add_argument(
        "--audience",
        choices=["player", "stream"],
        default="player",
        help="`stream` leaves out your hand and the advice",
    )
    arguments = parser.parse_args()
    try:
        asyncio.run(main_of(arguments.daemon, arguments.session, arguments.audience))
    except qbcoach.QbcoachError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
