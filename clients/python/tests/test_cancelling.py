"""Tasks that are cancelled and times that run out stop the daemon's work too."""

import asyncio
from typing import Any, List

import qbcoach
from qbcoach.types import CombatSetup, ProgressValue
from support import PATIENCE, AsyncTest, Message, Wire, daemon, program, soon, wire

# Advice on it takes a while.
LONG: CombatSetup = {
    "enemies": ["prowlers", "guardsmen", "prowlers", "guardsmen", "prowlers"],
    "hand": ["tremor", "chill", "whirlwind", "tremor"],
    "hero": {"points": {"block": [{"amount": 4}] * 3, "attack": [{"amount": 5}] * 3}},
}


def answer_to(line: Wire, method: str) -> List[Any]:
    numbers = [message["id"] for message in line.asked(method)]
    return [message for message in line.received if message.get("id") in numbers]


class Cancelling(AsyncTest):
    async def test_a_cancelled_task_cancels_its_request(self) -> None:
        async with daemon() as running, wire(running) as line:
            async with qbcoach.connect(line.address) as coach:
                combat = await coach.create_combat(LONG)
                asking = asyncio.ensure_future(combat.advice())
                await line.hears(lambda: len(line.asked("coach/recommend")) == 1)
                asking.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await asking
                await line.hears(lambda: bool(answer_to(line, "coach/recommend")))
                number = line.asked("coach/recommend")[0]["id"]
                self.assertEqual(line.asked("$/cancelRequest")[0]["params"], {"id": number})
                answer = answer_to(line, "coach/recommend")[0]
                self.assertEqual(answer["error"]["code"], -32800)
                self.assertEqual((await combat.get())["seq"], 0, "the line still works")

    async def test_a_time_that_runs_out_cancels_the_request(self) -> None:
        async with daemon() as running, wire(running) as line:
            async with qbcoach.connect(line.address) as coach:
                combat = await coach.create_combat(LONG)
                with self.assertRaises(qbcoach.TimedOut) as caught:
                    await combat.advice(timeout=0.01)
                self.assertIsInstance(caught.exception, asyncio.TimeoutError)
                self.assertIn("coach/recommend", str(caught.exception))
                await line.hears(lambda: bool(line.asked("$/cancelRequest")))
                self.assertEqual((await combat.get())["seq"], 0)

    async def test_a_time_for_all_calls_may_be_given_at_the_beginning(self) -> None:
        async with daemon() as running, wire(running) as line:
            async with qbcoach.connect(line.address, timeout=0.05) as coach:
                line.to_daemon = lambda message: None
                with self.assertRaises(qbcoach.TimedOut):
                    await coach.card("crawler")
                line.to_daemon = lambda message: message

    async def test_a_call_that_waits_for_a_lost_daemon_can_run_out_of_time(self) -> None:
        async with daemon() as running:
            async with qbcoach.connect(running.socket) as coach:
                match = await coach.create(mode="analysis")
                await running.kill()
                with self.assertRaises(qbcoach.TimedOut):
                    await match.play("crawler", "m1", timeout=0.05)

    async def test_a_subscription_nobody_waited_for_is_ended(self) -> None:
        async with daemon() as running, wire(running) as line:
            async with qbcoach.connect(line.address) as coach:
                match = await coach.create(mode="analysis")

                def give_up_meanwhile(message: Message) -> Message:
                    if message.get("method") == "session/subscribe":
                        starting.cancel()
                    return message

                line.to_daemon = give_up_meanwhile
                starting = asyncio.ensure_future(match.follow("state").__anext__())
                with self.assertRaises(asyncio.CancelledError):
                    await soon(starting)
                await line.hears(lambda: bool(answer_to(line, "session/unsubscribe")))
                self.assertIs(answer_to(line, "session/unsubscribe")[0]["result"], True)

    async def test_progress_is_told_to_whoever_asked(self) -> None:
        async with qbcoach.start(program()) as coach:
            match = await coach.create(mode="simulated", seed=7)
            await match.mulligan()
            await match.enemy.mulligan()
            told: List[ProgressValue] = []
            await soon(match.advice(on_progress=told.append))
            self.assertEqual((told[0]["kind"], told[-1]["kind"]), ("begin", "end"))

    async def test_a_callback_that_fails_is_logged_and_the_conversation_goes_on(self) -> None:
        def failing(value: ProgressValue) -> None:
            raise ZeroDivisionError

        async with qbcoach.start(program()) as coach:
            match = await coach.create(mode="simulated", seed=7)
            with self.assertLogs("qbcoach", "ERROR"):
                await soon(match.advice(on_progress=failing))
            self.assertEqual(coach.state, "up")

    async def test_nobody_is_left_waiting_after_the_end(self) -> None:
        async with qbcoach.start(program()) as coach:
            combat = await coach.create_combat(LONG)
            asking = asyncio.ensure_future(combat.advice())
            updates = combat.follow("state")
            await soon(updates.__anext__())
            following = asyncio.ensure_future(updates.__anext__())
        _, waiting = await asyncio.wait([asking, following], timeout=PATIENCE)
        self.assertEqual(len(waiting), 0)
        # The daemon may have been quick enough to answer.
        self.assertIsInstance(asking.exception(), (type(None), qbcoach.QbcoachError))
        with self.assertRaises(StopAsyncIteration):
            following.result()
