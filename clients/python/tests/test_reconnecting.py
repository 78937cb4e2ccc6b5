"""Lines that break, daemons that are restarted: what goes on, what is told, what is not repeated."""

import asyncio
import shutil
import tempfile
from typing import Any, Callable, List, Optional, Tuple, Type

import qbcoach
from support import AsyncTest, Message, Wire, daemon, program, soon, wire
from test_doors import child_of

QUICK = qbcoach.Backoff(first=0.01, most=0.1)


class Events:
    """What a callback was told, and a way to wait for it."""

    def __init__(self) -> None:
        self.kinds: List[str] = []
        self.reasons: List[str] = []
        self._news = asyncio.Event()

    def __call__(self, event: qbcoach.LinkEvent) -> None:
        self.kinds.append(event.kind)
        self.reasons.append(event.reason)
        self._news.set()

    async def come(self, *kinds: str) -> None:
        async def wait() -> None:
            while self.kinds != list(kinds):
                self._news.clear()
                await self._news.wait()

        await soon(wait())


class Restarts(AsyncTest):
    async def check_restart(self, address_of: Callable[[Any], str], politely: str) -> None:
        async with daemon() as running:
            events = Events()
            async with qbcoach.connect(
                address_of(running), on_event=events, backoff=QUICK
            ) as coach:
                match = await coach.create(mode="simulated", seed=1)
                async with match.follow(["state", "observation"]) as updates:
                    first = {(await soon(updates.__anext__())).topic for _ in range(2)}
                    self.assertEqual(first, {"state", "observation"})
                    await (running.kill() if politely == "killed" else running.stop())
                    await events.come("lost")
                    self.assertEqual(coach.state, "lost")
                    waiting = asyncio.ensure_future(match.get())
                    await running.start()
                    await events.come("lost", "back")
                    self.assertEqual(await soon(waiting), match.snapshot)
                    for _ in range(2):
                        update = await soon(updates.__anext__())
                        self.assertEqual((update.seq, update.kind), (0, "snapshot"))
                    await match.mulligan()
                    update = await soon(updates.__anext__())
                    self.assertEqual((update.seq, update.topic), (1, "state"))
                    self.assertEqual(update.document, match.snapshot)
            self.assertEqual(events.kinds, ["lost", "back", "closed"])

    async def test_following_goes_on_after_a_restart_at_every_door(self) -> None:
        await self.check_restart(lambda running: running.tcp, "killed")
        await self.check_restart(lambda running: running.socket, "killed")
        await self.check_restart(lambda running: running.websocket, "killed")
        await self.check_restart(lambda running: running.tcp, "stopped")
        await self.check_restart(lambda running: running.websocket, "stopped")

    async def test_a_started_daemon_with_a_folder_is_started_again(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            events = Events()
            async with qbcoach.start(
                program(), data_dir=folder, on_event=events, backoff=QUICK
            ) as coach:
                match = await coach.create(mode="simulated", seed=1)
                await match.mulligan()
                child_of(coach)._process.kill()
                await events.come("lost", "back")
                self.assertEqual(await soon(match.get()), match.snapshot)

    async def test_a_started_daemon_without_a_folder_takes_its_sessions_along(self) -> None:
        events = Events()
        async with qbcoach.start(program(), on_event=events) as coach:
            match = await coach.create(mode="simulated", seed=1)
            updates = match.follow("state")
            await soon(updates.__anext__())
            child_of(coach)._process.kill()
            await events.come("lost", "closed")
            self.assertIn("signal 9", events.reasons[0])
            for work in (match.get(), updates.__anext__()):
                with self.assertRaises(qbcoach.ConnectionLost) as caught:
                    await soon(work)
                self.assertIn("data_dir", str(caught.exception))

    async def test_tries_end_where_backoff_says(self) -> None:
        async with daemon() as running:
            events = Events()
            few = qbcoach.Backoff(first=0.01, most=0.01, attempts=3)
            async with qbcoach.connect(running.socket, on_event=events, backoff=few) as coach:
                await running.kill()
                await events.come("lost", "closed")
                with self.assertRaises(qbcoach.ConnectionLost):
                    await soon(coach.info())

    async def test_a_session_the_new_daemon_does_not_know_ends_its_followers(self) -> None:
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

    async def test_waits_grow_and_differ_but_stay_below_the_most(self) -> None:
        backoff = qbcoach.Backoff(first=1.0, most=8.0)
        for attempt, longest in [(1, 1.0), (2, 2.0), (3, 4.0), (4, 8.0), (50, 8.0), (5000, 8.0)]:
            waits = {backoff.wait(attempt) for _ in range(50)}
            self.assertGreater(len(waits), 1, "jitter")
            self.assertTrue(all(longest / 2 <= wait <= longest for wait in waits))


class ActionsInFlight(AsyncTest):
    """The line breaks while an action is under way."""

    def cut_at(self, line: Wire, method: str, when: str) -> None:
        """Cuts the line once: before the request reaches the daemon, or before its answer comes."""
        numbers: List[Any] = []
        done: List[bool] = []

        def to_daemon(message: Message) -> Optional[Message]:
            if message.get("method") == method and not done:
                numbers.append(message["id"])
                if when == "before":
                    done.append(True)
                    line.cut()
                    return None
            return message

        def to_client(message: Message) -> Optional[Message]:
            if when == "after" and message.get("id") in numbers and not done:
                done.append(True)
                line.cut()
                return None
            return message

        line.to_daemon, line.to_client = to_daemon, to_client

    async def test_an_action_that_did_not_arrive_is_sent_again(self) -> None:
        async with daemon() as running, wire(running) as line:
            async with qbcoach.connect(line.address, backoff=QUICK) as coach:
                match = await coach.create(mode="analysis")
                self.cut_at(line, "match/act", "before")
                acted = await soon(match.play("crawler", "m1"))
                self.assertEqual(acted["seq"], 1)
                self.assertEqual(acted["events"][0]["type"], "played")

    async def test_an_action_whose_answer_was_lost_is_not_made_twice(self) -> None:
        for tile in ("m1", "MID-1", "mid1"):
            async with daemon() as running, wire(running) as line:
                async with qbcoach.connect(line.address, backoff=QUICK) as coach:
                    match = await coach.create(mode="analysis")
                    self.cut_at(line, "match/act", "after")
                    acted = await soon(match.play("Crawler", tile))
                    self.assertEqual((acted["seq"], acted["events"]), (1, []))
                    self.assertEqual(acted["snapshot"], await match.get())
                    self.assertEqual(len(line.asked("match/act")), 2)
                    self.assertEqual(line.asked("match/act")[1]["params"]["ifSeq"], 0)

    async def test_an_undo_whose_answer_was_lost_is_not_made_twice(self) -> None:
        async with daemon() as running, wire(running) as line:
            async with qbcoach.connect(line.address, backoff=QUICK) as coach:
                match = await coach.create(mode="analysis")
                await match.play("crawler", "m1")
                await match.enemy.play("crawler", "m5")
                self.cut_at(line, "session/undo", "after")
                acted = await soon(match.undo())
                self.assertEqual(acted["seq"], 3)
                self.assertEqual(acted["snapshot"]["sideToAct"], "enemy")

    async def test_when_others_moved_on_meanwhile_the_caller_decides(self) -> None:
        async with daemon() as running, wire(running) as line:
            async with qbcoach.connect(running.tcp) as other:
                there = await other.create(mode="analysis")

                def first_somebody_else(message: Message) -> Optional[Message]:
                    if message.get("method") != "match/act":
                        return message
                    line.to_daemon = lambda message: None
                    asyncio.ensure_future(meanwhile())
                    return None

                async def meanwhile() -> None:
                    await there.play("archdragon", "t1")
                    line.to_daemon = lambda message: message
                    line.cut()

                outcomes: List[Tuple[Optional[int], Type[qbcoach.QbcoachError]]] = [
                    (None, qbcoach.ConnectionLost),
                    (0, qbcoach.MovedOn),
                ]
                for if_seq, kind in outcomes:
                    there = await other.create(mode="analysis")
                    async with qbcoach.connect(line.address, backoff=QUICK) as coach:
                        match = coach.session(there.id)
                        await match.get()
                        line.to_daemon = first_somebody_else
                        with self.assertRaises(kind) as caught:
                            await soon(match.play("crawler", "m1", if_seq=if_seq))
                        if isinstance(caught.exception, qbcoach.ConnectionLost):
                            self.assertIs(caught.exception.applied, False)
                        self.assertEqual((await match.get())["seq"], 1)

    async def test_an_equal_action_after_those_of_others_may_or_may_not_be_ours(self) -> None:
        async with daemon() as running, wire(running) as line:
            async with qbcoach.connect(line.address, backoff=QUICK) as coach:
                match = await coach.create(mode="analysis")
                async with qbcoach.connect(running.tcp) as other:
                    await other.session(match.id).play("archdragon", "t1")
                    await other.session(match.id).enemy.passing()
                self.cut_at(line, "match/act", "after")
                with self.assertRaises(qbcoach.ConnectionLost) as caught:
                    await soon(match.play("crawler", "m1"))
                self.assertIsNone(caught.exception.applied)
                self.assertEqual((await soon(match.get()))["seq"], 3)

    async def test_who_follows_knows_where_the_session_is(self) -> None:
        async with daemon() as running, wire(running) as line:
            async with qbcoach.connect(line.address, backoff=QUICK) as coach:
                match = await coach.create(mode="analysis")
                async with match.follow("state") as updates:
                    async with qbcoach.connect(running.tcp) as other:
                        await other.session(match.id).play("archdragon", "t1")
                        await other.session(match.id).enemy.passing()
                    while (await soon(updates.__anext__())).seq < 2:
                        pass
                    self.cut_at(line, "match/act", "after")
                    self.assertEqual((await soon(match.play("crawler", "m1")))["seq"], 3)

    async def test_an_action_of_a_session_never_heard_of_stays_uncertain(self) -> None:
        async with daemon() as running, wire(running) as line:
            async with qbcoach.connect(line.address, backoff=QUICK) as coach:
                created = await coach.create(mode="analysis")
                self.cut_at(line, "match/act", "after")
                with self.assertRaises(qbcoach.ConnectionLost) as caught:
                    await soon(coach.session(created.id).play("crawler", "m1"))
                self.assertIsNone(caught.exception.applied)
                self.assertEqual((await soon(created.get()))["seq"], 1)

    async def test_what_begins_or_deletes_sessions_is_never_repeated(self) -> None:
        async with daemon() as running, wire(running) as line:
            async with qbcoach.connect(line.address, backoff=QUICK) as coach:
                self.cut_at(line, "session/create", "after")
                with self.assertRaises(qbcoach.ConnectionLost) as caught:
                    await soon(coach.create())
                self.assertIsNone(caught.exception.applied)
                self.assertEqual(len(await soon(coach.sessions())), 1)
                self.assertEqual(len(line.asked("session/create")), 1)

    async def test_questions_are_asked_again(self) -> None:
        async with daemon() as running, wire(running) as line:
            async with qbcoach.connect(line.address, backoff=QUICK) as coach:
                self.cut_at(line, "cards/get", "after")
                self.assertEqual((await soon(coach.card("crawler")))["id"], "019")
                self.assertEqual(len(line.asked("cards/get")), 2)


class QuietLines(AsyncTest):
    async def test_a_line_on_which_nothing_happens_is_kept(self) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as settings:
            settings.write("[limits]\nidleSeconds = 1\n")
            settings.flush()
            async with daemon("--config", settings.name) as running, wire(running) as line:
                events = Events()
                async with qbcoach.connect(line.address, on_event=events, keep_alive=0.2) as coach:
                    await line.hears(lambda: len(line.asked("server/info")) > 8)
                    self.assertEqual((coach.state, events.kinds), ("up", []))

    async def test_a_line_that_went_dead_without_a_word_is_noticed(self) -> None:
        async with daemon() as running, wire(running) as line:
            events = Events()
            async with qbcoach.connect(
                line.address, on_event=events, keep_alive=0.2, backoff=QUICK
            ) as coach:
                line.to_daemon = lambda message: None
                waiting = asyncio.ensure_future(coach.card("crawler"))
                await events.come("lost")
                self.assertIn("not answered", events.reasons[0])
                line.to_daemon = lambda message: message
                self.assertEqual((await soon(waiting))["id"], "019")
