"""Every error of a real daemon raises the exception of its code."""

import asyncio
import tempfile
from typing import Any, Awaitable, Type

import qbcoach
from support import AsyncTest, daemon, program

HAND = ["Security Officer", "Crawler", "Levrikon", "Riot Trooper", "Ogre"]


class Errors(AsyncTest):
    async def check(
        self,
        kind: Type[qbcoach.Refused],
        work: Awaitable[Any],
        **data: Any,
    ) -> qbcoach.Refused:
        with self.assertRaises(kind) as caught:
            await work
        error = caught.exception
        self.assertIs(type(error), kind)
        self.assertTrue(error.reason)
        self.assertIn(error.reason, str(error))
        if error.hint:
            self.assertIn(error.hint, str(error))
        for name, value in data.items():
            self.assertEqual(getattr(error, name), value, f"{name} of {error!r}")
        return error

    async def test_each_error_code_has_its_class_and_its_data(self) -> None:
        async with qbcoach.start(program()) as coach:
            match = await coach.create(you={"hand": HAND})
            await self.check(qbcoach.IllegalAction, match.play("ogre", "mid1"), rule="rankTooLow")
            await self.check(
                qbcoach.OutOfTurn, match.enemy.play("crawler", "mid5"), expected="you"
            )
            await self.check(
                qbcoach.UnknownCard, match.play("crawlr", "m1"), suggestions=["019 Crawler"]
            )
            await self.check(qbcoach.MovedOn, match.passing(if_seq=7), seq=0, code=1005)
            await self.check(qbcoach.InvalidParams, match.play("crawler", "z9"))
            nothing: Any = {"limit": 1}
            await self.check(
                qbcoach.InvalidParams, coach.call("cards/search", nothing), field="query"
            )
            await self.check(qbcoach.UnknownMethod, coach.request("cards/eat"))
            await self.check(qbcoach.UnknownSession, coach.session("s99").get())
            known = await coach.create(enemy={"deck": "starter-footsoldiers"}, first_player="enemy")
            await self.check(qbcoach.Contradiction, known.enemy.play("cactuar", "mid5"))
            await match.close()
            await self.check(qbcoach.SessionOver, match.passing())
            combat = await coach.create_combat({"enemies": ["prowlers"], "hand": ["chill"]})
            await combat.play_card("chill")
            await self.check(qbcoach.OutOfTurn, combat.end_phase(), expected=["resolveChoice"])

    async def test_a_refused_action_changes_nothing(self) -> None:
        async with qbcoach.start(program()) as coach:
            match = await coach.create(you={"hand": HAND})
            before = await match.get()
            for wrong in (match.play("ogre", "mid1"), match.play("crawlr", "m1")):
                with self.assertRaises(qbcoach.Refused):
                    await wrong
            self.assertEqual(await match.get(), before)

    async def test_limit_reached_names_the_limit(self) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as settings:
            settings.write("[limits]\nsessions = 1\n")
            settings.flush()
            async with daemon("--config", settings.name) as running:
                async with qbcoach.connect(running.socket) as coach:
                    await coach.create()
                    await self.check(qbcoach.LimitReached, coach.create(), limit="sessions", most=1)

    async def test_more_requests_than_the_daemon_allows_wait_in_the_client(self) -> None:
        async with qbcoach.start(program()) as coach:
            match = await coach.create(mode="simulated", seed=7)
            answers = await asyncio.gather(*(match.threats() for _ in range(200)))
            self.assertEqual(len(answers), 200)

    async def test_warnings_of_the_daemon_are_logged(self) -> None:
        async with qbcoach.start(program()) as coach:
            with self.assertLogs("qbcoach", "WARNING") as logged:
                misspelt: Any = {"card": "019", "colour": "red"}
                await coach.call("cards/get", misspelt)
            self.assertIn("colour", logged.output[0])
