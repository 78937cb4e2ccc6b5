"""Documents of subscriptions equal the answers of the methods."""

import asyncio
import gc
import random
from typing import Any, Dict

import qbcoach
from support import AsyncTest, Message, daemon, program, soon, proxy_to

TOPICS = ["state", "observation", "threat", "coach"]


async def asked(session: "qbcoach.Session[Any, Any, Any, Any, Any]", topic: str) -> Any:
    """The answer of a topic's method; an error in the form the topic shows it."""
    methods: Dict[str, Any] = {
        "state": session.get,
        "observation": session.observation,
        "threat": session.threats,
        "coach": session.advice,
    }
    try:
        return await methods[topic]()
    except qbcoach.Refused as refused:
        return {"seq": session.seq, "moves": [], "message": refused.reason}


class Following(AsyncTest):
    async def follow_and_compare(
        self, session: "qbcoach.Session[Any, Any, Any, Any, Any]", dice: random.Random
    ) -> int:
        """Plays random actions to the end and checks all documents after each; returns the
        number of patches."""
        patches = 0
        async with session.follow(TOPICS) as updates:
            current: Dict[str, qbcoach.Update[Any]] = {}
            while True:
                while (
                    len(current) < 4
                    or any(one.seq != session.seq for one in current.values())
                    or current["coach"].document.get("thinking")
                ):
                    update = await soon(updates.__anext__())
                    current[update.topic] = update
                    patches += update.kind == "patch"
                for topic in TOPICS:
                    self.assertEqual(current[topic].document, await asked(session, topic), topic)
                actions = (await session.actions())["actions"]
                if session.snapshot["phase"] == "over" or not actions:
                    return patches
                if session.seq and dice.random() < 0.1:
                    await session.undo()
                else:
                    await session.act(dice.choice(actions)["action"])

    async def test_followed_documents_of_random_matches_equal_the_answers(self) -> None:
        patches = 0
        async with qbcoach.start(program()) as coach:
            for seed in range(4):
                match = await coach.create(mode="simulated", seed=seed, autoplay=["enemy"])
                await match.mulligan()
                patches += await self.follow_and_compare(match, random.Random(seed))
        self.assertGreater(patches, 40, "patches were applied and not only snapshots taken")

    async def test_followed_documents_of_a_combat_equal_the_answers(self) -> None:
        async with qbcoach.start(program()) as coach:
            combat = await coach.create_combat(
                {"enemies": ["prowlers", "guardsmen"], "hand": ["tremor", "chill"]}, seed=3
            )
            await self.follow_and_compare(combat, random.Random(3))

    async def test_one_connection_may_follow_a_session_several_times(self) -> None:
        async with qbcoach.start(program()) as coach:
            match = await coach.create(mode="simulated", seed=1)

            async def until(seq: int, subscription: "qbcoach.Subscription[Any]") -> Any:
                async for update in subscription:
                    if update.seq == seq:
                        return update.document

            following = [asyncio.ensure_future(until(2, match.follow("state"))) for _ in range(8)]
            await match.mulligan()
            await match.enemy.mulligan()
            for document in await soon(asyncio.gather(*following)):
                self.assertEqual(document, match.snapshot)

    async def test_the_audience_stream_sees_no_hand(self) -> None:
        async with qbcoach.start(program()) as coach:
            match = await coach.create(mode="simulated", seed=1)
            async with match.follow("state", audience="stream") as updates:
                update = await soon(updates.__anext__())
            self.assertNotIn("hand", update.document["you"])
            self.assertIn("hand", match.snapshot["you"])

    async def test_closing_the_session_ends_the_loop(self) -> None:
        async with qbcoach.start(program()) as coach:
            match = await coach.create(mode="simulated", seed=1)
            updates = match.follow("state")
            await soon(updates.__anext__())
            await match.close()
            self.assertEqual([update async for update in updates], [])
            self.assertIn("closed", updates.ended or "")

    async def test_following_an_unknown_session_fails(self) -> None:
        async with qbcoach.start(program()) as coach:
            updates = coach.session("s99").follow("state")
            for _ in range(2):
                with self.assertRaises(qbcoach.UnknownSession):
                    await soon(updates.__anext__())

    async def test_a_slow_reader_gets_the_newest_document(self) -> None:
        async with qbcoach.start(program()) as coach:
            match = await coach.create(mode="analysis", enemy={"hand": 0})
            async with match.follow("state") as updates:
                await soon(updates.__anext__())
                for _ in range(100):
                    await match.passing()
                    await match.undo()
                seen = []
                async for update in updates:
                    seen.append(update.seq)
                    if update.seq == 200:
                        break
                self.assertLess(len(seen), 20, f"{seen} is a backlog")

    async def test_leaving_a_subscription_unsubscribes(self) -> None:
        async with daemon() as running, proxy_to(running) as proxy:
            async with qbcoach.connect(proxy.address) as coach:
                match = await coach.create(mode="simulated", seed=1)
                async with match.follow("state") as updates:
                    await soon(updates.__anext__())
                self.assertEqual(len(proxy.requests("session/unsubscribe")), 1)

                async for _ in match.follow("state"):
                    break
                gc.collect()
                await proxy.wait_until(lambda: len(proxy.requests("session/unsubscribe")) == 2)

                await match.mulligan()
                self.assertEqual(coach.state, "up")

    async def test_a_lost_patch_makes_the_client_subscribe_again(self) -> None:
        lost: list[Message] = []

        def lose_a_patch(message: Message) -> Any:
            result = message.get("params", {}).get("result")
            if not lost and isinstance(result, dict) and result.get("kind") == "patch":
                lost.append(message)
                return None
            return message

        async with daemon() as running, proxy_to(running) as proxy:
            proxy.to_client = lose_a_patch
            async with qbcoach.connect(proxy.address) as coach:
                match = await coach.create(mode="simulated", seed=1)
                async with match.follow("state") as updates:
                    await soon(updates.__anext__())
                    await match.mulligan()
                    await proxy.wait_until(lambda: bool(lost))
                    await match.enemy.mulligan()
                    update = await soon(updates.__anext__())
                    self.assertEqual(update.document, await match.get())
                    self.assertEqual((update.seq, update.kind), (2, "snapshot"))
                    self.assertEqual(updates.restarts, 1)
                    offered = (await match.actions())["actions"]
                    await match.act(offered[0]["action"])
                    update = await soon(updates.__anext__())
                    self.assertEqual((update.seq, update.kind), (3, "patch"))
                    self.assertEqual(update.document, match.snapshot)

    async def test_the_delay_can_be_changed_while_following(self) -> None:
        async with daemon() as running, proxy_to(running) as proxy:
            async with qbcoach.connect(proxy.address) as coach:
                match = await coach.create(mode="simulated", seed=1)
                async with match.follow("state") as updates:
                    await soon(updates.__anext__())
                    await updates.set_delay(600_000)
                    self.assertEqual(proxy.requests("session/setDelay")[0]["params"]["delayMs"], 600_000)
                    await match.mulligan()
                    await updates.set_delay(0)
                    self.assertEqual((await soon(updates.__anext__())).seq, 1)
