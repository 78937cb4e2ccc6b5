"""Lost connections and restarted daemons: what continues, what is repeated, what is reported."""

import asyncio
import shutil
import tempfile
from typing import Any, Callable, List, Optional, Tuple, Type

import qbcoach
from support import AsyncTest, Message, Proxy, daemon, program, soon, proxy_to
from test_doors import child_of

QUICK = qbcoach.Backoff(first=0.01, most=0.1)


class Events:
    """Records the events of a link, and can wait for them."""

    def __init__(self) -> None:
        self.kinds: List[str] = []
        self.reasons: List[str] = []
        self._news = asyncio.Event()

    def __call__(self, event: qbcoach.LinkEvent) -> None:
        self.kinds.append(event.kind)
        self.reasons.append(event.reason)
        self._news.set()

    async def wait_for(self, *kinds: str) -> None:
        async def wait() -> None:
            while self.kinds != list(kinds):
                self._news.clear()
                await self._news.wait()

        await soon(wait())


class Restarts(AsyncTest):
    async def check_restart(self, address_of: Callable[[Any], str], how: str) -> None:
        async with daemon() as running:
            events = Events()
            async with qbcoach.connect(
                address_of(running), on_event=events, backoff=QUICK
            ) as coach:
                match = await coach.create(mode="simulated", seed=1)
                async with match.follow(["state", "observation"]) as updates:
                    first = {(await soon(updates.__anext__())).topic for _ in range(2)}
                    self.assertEqual(first, {"state", "observation"})
                    await (running.kill() if how == "killed" else running.stop())
                    await events.wait_for("lost")
                    self.assertEqual(coach.state, "lost")
                    waiting = asyncio.ensure_future(match.get())
                    await running.start()
                    await events.wait_for("lost", "back")
                    self.assertEqual(await soon(waiting), match.snapshot)
                    for _ in range(2):
                        update = await soon(updates.__anext__())
                        self.assertEqual((update.seq, update.kind), (0, "snapshot"))
                    await match.mulligan()
                    update = await soon(updates.__anext__())
                    self.assertEqual((update.seq, update.topic), (1, "state"))
                    self.assertEqual(update.document, match.snapshot)
            self.assertEqual(events.kinds, ["lost", "back", "closed"])

    async def test_a_subscription_continues_after_a_restart_at_every_door(self) -> None:
        await self.check_restart(lambda running: running.tcp, "killed")
        await self.check_restart(lambda running: running.socket, "killed")
        await self.check_restart(lambda running: running.websocket, "killed")
        await self.check_restart(lambda running: running.tcp, "stopped")
        await self.check_restart(lambda running: running.websocket, "stopped")

    async def test_a_started_daemon_with_a_data_dir_is_started_again(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            events = Events()
            async with qbcoach.start(
                program(), data_dir=folder, on_event=events, backoff=QUICK
            ) as coach:
                match = await coach.create(mode="simulated", seed=1)
                await match.mulligan()
                child_of(coach)._process.kill()
                await events.wait_for("lost", "back")
                self.assertEqual(await soon(match.get()), match.snapshot)

    async def test_a_started_daemon_without_a_data_dir_is_not_started_again(self) -> None:
        events = Events()
        async with qbcoach.start(program(), on_event=events) as coach:
            match = await coach.create(mode="simulated", seed=1)
            updates = match.follow("state")
            await soon(updates.__anext__())
            child_of(coach)._process.kill()
            await events.wait_for("lost", "closed")
            self.assertIn("signal 9", events.reasons[0])
            for work in (match.get(), updates.__anext__()):
                with self.assertRaises(qbcoach.ConnectionLost) as caught:
                    await soon(work)
                self.assertIn("data_dir", str(caught.exception))

    async def test_reconnecting_gives_up_after_the_attempts_of_backoff(self) -> None:
        async with daemon() as running:
            events = Events()
            few = qbcoach.Backoff(first=0.01, most=0.01, attempts=3)
            async with qbcoach.connect(running.socket, on_event=events, backoff=few) as coach:
                await running.kill()
                await events.wait_for("lost", "closed")
                with self.assertRaises(qbcoach.ConnectionLost):
                    await soon(coach.info())

    async def test_a_subscription_fails_if_the_restarted_daemon_lacks_its_session(self) -> None:
        async with daemon() as running:
            events = Events()
            async with qbcoach.connect(running.tcp, on_event=events, backoff=QUICK) as coach:
                match = await coach.create(mode="simulated", seed=1)
                updates = match.follow("state")
                await soon(updates.__anext__())
                await running.kill()
                shutil.rmtree(running.folder / "data")
                await running.start()
                with self.assertRaises(qbcoach.UnknownSession):
                    await soon(updates.__anext__())

    async def test_waits_double_with_jitter_up_to_most(self) -> None:
        backoff = qbcoach.Backoff(first=1.0, most=8.0)
        for attempt, longest in [(1, 1.0), (2, 2.0), (3, 4.0), (4, 8.0), (50, 8.0), (5000, 8.0)]:
            waits = {backoff.wait(attempt) for _ in range(50)}
            self.assertGreater(len(waits), 1, "jitter")
            self.assertTrue(all(longest / 2 <= wait <= longest for wait in waits))


class ActionsInFlight(AsyncTest):
    """The connection breaks while an action is in flight."""

    def cut_at(self, proxy: Proxy, method: str, when: str) -> None:
        """Cuts the connection once: before the request reaches the daemon, or before its
        answer reaches the client."""
        numbers: List[Any] = []
        done: List[bool] = []

        def to_daemon(message: Message) -> Optional[Message]:
            if message.get("method") == method and not done:
                numbers.append(message["id"])
                if when == "before":
                    done.append(True)
                    proxy.cut()
                    return None
            return message

        def to_client(message: Message) -> Optional[Message]:
            if when == "after" and message.get("id") in numbers and not done:
                done.append(True)
                proxy.cut()
                return None
            return message

        proxy.to_daemon, proxy.to_client = to_daemon, to_client

    async def test_an_action_that_did_not_reach_the_daemon_is_sent_again(self) -> None:
        async with daemon() as running, proxy_to(running) as proxy:
            async with qbcoach.connect(proxy.address, backoff=QUICK) as coach:
                match = await coach.create(mode="analysis")
                self.cut_at(proxy, "match/act", "before")
                acted = await soon(match.play("crawler", "m1"))
                self.assertEqual(acted["seq"], 1)
                self.assertEqual(acted["events"][0]["type"], "played")

    async def test_an_action_whose_answer_was_lost_happens_once(self) -> None:
        for tile in ("m1", "MID-1", "mid1"):
            async with daemon() as running, proxy_to(running) as proxy:
                async with qbcoach.connect(proxy.address, backoff=QUICK) as coach:
                    match = await coach.create(mode="analysis")
                    self.cut_at(proxy, "match/act", "after")
                    acted = await soon(match.play("Crawler", tile))
                    self.assertEqual((acted["seq"], acted["events"]), (1, []))
                    self.assertEqual(acted["snapshot"], await match.get())
                    self.assertEqual(len(proxy.requests("match/act")), 2)
                    self.assertEqual(proxy.requests("match/act")[1]["params"]["ifSeq"], 0)

    async def test_an_undo_whose_answer_was_lost_happens_once(self) -> None:
        async with daemon() as running, proxy_to(running) as proxy:
            async with qbcoach.connect(proxy.address, backoff=QUICK) as coach:
                match = await coach.create(mode="analysis")
                await match.play("crawler", "m1")
                await match.enemy.play("crawler", "m5")
                self.cut_at(proxy, "session/undo", "after")
                acted = await soon(match.undo())
                self.assertEqual(acted["seq"], 3)
                self.assertEqual(acted["snapshot"]["sideToAct"], "enemy")

    async def test_an_action_fails_if_another_client_moved_meanwhile(self) -> None:
        async with daemon() as running, proxy_to(running) as proxy:
            async with qbcoach.connect(running.tcp) as other:
                there = await other.create(mode="analysis")

                def drop_and_let_other_move(message: Message) -> Optional[Message]:
                    if message.get("method") != "match/act":
                        return message
                    proxy.to_daemon = lambda message: None
                    asyncio.ensure_future(meanwhile())
                    return None

                async def meanwhile() -> None:
                    await there.play("archdragon", "t1")
                    proxy.to_daemon = lambda message: message
                    proxy.cut()

                outcomes: List[Tuple[Optional[int], Type[qbcoach.QbcoachError]]] = [
                    (None, qbcoach.ConnectionLost),
                    (0, qbcoach.MovedOn),
                ]
                for if_seq, kind in outcomes:
                    there = await other.create(mode="analysis")
                    async with qbcoach.connect(proxy.address, backoff=QUICK) as coach:
                        match = coach.session(there.id)
                        await match.get()
                        proxy.to_daemon = drop_and_let_other_move
                        with self.assertRaises(kind) as caught:
                            await soon(match.play("crawler", "m1", if_seq=if_seq))
                        if isinstance(caught.exception, qbcoach.ConnectionLost):
                            self.assertIs(caught.exception.applied, False)
                        self.assertEqual((await match.get())["seq"], 1)

    async def test_an_equal_action_after_those_of_others_leaves_applied_unknown(self) -> None:
        async with daemon() as running, proxy_to(running) as proxy:
            async with qbcoach.connect(proxy.address, backoff=QUICK) as coach:
                match = await coach.create(mode="analysis")
                async with qbcoach.connect(running.tcp) as other:
                    await other.session(match.id).play("archdragon", "t1")
                    await other.session(match.id).enemy.passing()
                self.cut_at(proxy, "match/act", "after")
                with self.assertRaises(qbcoach.ConnectionLost) as caught:
                    await soon(match.play("crawler", "m1"))
                self.assertIsNone(caught.exception.applied)
                self.assertEqual((await soon(match.get()))["seq"], 3)

    async def test_updates_of_a_subscription_keep_the_seq_current(self) -> None:
        async with daemon() as running, proxy_to(running) as proxy:
            async with qbcoach.connect(proxy.address, backoff=QUICK) as coach:
                match = await coach.create(mode="analysis")
                async with match.follow("state") as updates:
                    async with qbcoach.connect(running.tcp) as other:
                        await other.session(match.id).play("archdragon", "t1")
                        await other.session(match.id).enemy.passing()
                    while (await soon(updates.__anext__())).seq < 2:
                        pass
                    self.cut_at(proxy, "match/act", "after")
                    self.assertEqual((await soon(match.play("crawler", "m1")))["seq"], 3)

    async def test_without_a_known_seq_a_lost_answer_leaves_applied_unknown(self) -> None:
        async with daemon() as running, proxy_to(running) as proxy:
            async with qbcoach.connect(proxy.address, backoff=QUICK) as coach:
                created = await coach.create(mode="analysis")
                self.cut_at(proxy, "match/act", "after")
                with self.assertRaises(qbcoach.ConnectionLost) as caught:
                    await soon(coach.session(created.id).play("crawler", "m1"))
                self.assertIsNone(caught.exception.applied)
                self.assertEqual((await soon(created.get()))["seq"], 1)

    async def test_creating_a_session_is_never_repeated(self) -> None:
        async with daemon() as running, proxy_to(running) as proxy:
            async with qbcoach.connect(proxy.address, backoff=QUICK) as coach:
                self.cut_at(proxy, "session/create", "after")
                with self.assertRaises(qbcoach.ConnectionLost) as caught:
                    await soon(coach.create())
                self.assertIsNone(caught.exception.applied)
                self.assertEqual(len(await soon(coach.sessions())), 1)
                self.assertEqual(len(proxy.requests("session/create")), 1)

    async def test_reading_requests_are_repeated(self) -> None:
        async with daemon() as running, proxy_to(running) as proxy:
            async with qbcoach.connect(proxy.address, backoff=QUICK) as coach:
                self.cut_at(proxy, "cards/get", "after")
                self.assertEqual((await soon(coach.card("crawler")))["id"], "019")
                self.assertEqual(len(proxy.requests("cards/get")), 2)


class IdleConnections(AsyncTest):
    async def test_an_idle_connection_is_kept_open(self) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as settings:
            settings.write("[limits]\nidleSeconds = 3\n")
            settings.flush()
            async with daemon("--config", settings.name) as running, proxy_to(running) as proxy:
                events = Events()
                # An answer that takes longer than this is taken for a lost connection, so it
                # leaves room for a machine that is busy.
                async with qbcoach.connect(proxy.address, on_event=events, keep_alive=1.5) as coach:
                    await proxy.wait_until(lambda: len(proxy.requests("server/info")) > 4)
                    self.assertEqual((coach.state, events.kinds), ("up", []))

    async def test_a_connection_that_no_longer_answers_is_reopened(self) -> None:
        async with daemon() as running, proxy_to(running) as proxy:
            events = Events()
            async with qbcoach.connect(
                proxy.address, on_event=events, keep_alive=0.2, backoff=QUICK
            ) as coach:
                proxy.to_daemon = lambda message: None
                waiting = asyncio.ensure_future(coach.card("crawler"))
                await events.wait_for("lost")
                self.assertIn("not answered", events.reasons[0])
                proxy.to_daemon = lambda message: message
                self.assertEqual((await soon(waiting))["id"], "019")
