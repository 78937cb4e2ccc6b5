"""Cancelled tasks and timeouts cancel the request in the daemon too."""

import asyncio
from typing import Any, List

import qbcoach
from qbcoach.types import CombatSetup, ProgressValue
from support import PATIENCE, AsyncTest, Message, Proxy, daemon, program, soon, proxy_to

# Advice on this combat takes long enough to be cancelled.
LONG: CombatSetup = {
    "enemies": ["prowlers", "guardsmen", "prowlers", "guardsmen", "prowlers"],
    "hand": ["tremor", "chill", "whirlwind", "tremor"],
    "hero": {"points": {"block": [{"amount": 4}] * 3, "attack": [{"amount": 5}] * 3}},
}


def answer_to(proxy: Proxy, method: str) -> List[Any]:
    numbers = [message["id"] for message in proxy.requests(method)]
    return [message for message in proxy.received if message.get("id") in numbers]


class Cancelling(AsyncTest):
    async def test_a_cancelled_task_cancels_its_request(self) -> None:
        async with daemon() as running, proxy_to(running) as proxy:
            async with qbcoach.connect(proxy.address) as coach:
                combat = await coach.create_combat(LONG)
                asking = asyncio.ensure_future(combat.advice())
                await proxy.wait_until(lambda: len(proxy.requests("coach/recommend")) == 1)
                asking.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await asking
                await proxy.wait_until(lambda: bool(answer_to(proxy, "coach/recommend")))
                number = proxy.requests("coach/recommend")[0]["id"]
                self.assertEqual(proxy.requests("$/cancelRequest")[0]["params"], {"id": number})
                answer = answer_to(proxy, "coach/recommend")[0]
                self.assertEqual(answer["error"]["code"], -32800)
                self.assertEqual((await combat.get())["seq"], 0, "the connection still works")

    async def test_a_timeout_cancels_the_request(self) -> None:
        async with daemon() as running, proxy_to(running) as proxy:
            async with qbcoach.connect(proxy.address) as coach:
                combat = await coach.create_combat(LONG)
                with self.assertRaises(qbcoach.TimedOut) as caught:
                    await combat.advice(timeout=0.01)
                self.assertIsInstance(caught.exception, asyncio.TimeoutError)
                self.assertIn("coach/recommend", str(caught.exception))
                await proxy.wait_until(lambda: bool(proxy.requests("$/cancelRequest")))
                self.assertEqual((await combat.get())["seq"], 0)

    async def test_connect_takes_a_timeout_for_all_calls(self) -> None:
        async with daemon() as running, proxy_to(running) as proxy:
            async with qbcoach.connect(proxy.address, timeout=0.05) as coach:
                proxy.to_daemon = lambda message: None
                with self.assertRaises(qbcoach.TimedOut):
                    await coach.card("crawler")
                proxy.to_daemon = lambda message: message

    async def test_a_call_that_waits_for_a_reconnect_can_time_out(self) -> None:
        async with daemon() as running:
            async with qbcoach.connect(running.socket) as coach:
                match = await coach.create(mode="analysis")
                await running.kill()
                with self.assertRaises(qbcoach.TimedOut):
                    await match.play("crawler", "m1", timeout=0.05)

    async def test_a_subscription_whose_task_was_cancelled_is_unsubscribed(self) -> None:
        async with daemon() as running, proxy_to(running) as proxy:
            async with qbcoach.connect(proxy.address) as coach:
                match = await coach.create(mode="analysis")

                def cancel_while_subscribing(message: Message) -> Message:
                    if message.get("method") == "session/subscribe":
                        starting.cancel()
                    return message

                proxy.to_daemon = cancel_while_subscribing
                starting = asyncio.ensure_future(match.follow("state").__anext__())
                with self.assertRaises(asyncio.CancelledError):
                    await soon(starting)
                await proxy.wait_until(lambda: bool(answer_to(proxy, "session/unsubscribe")))
                self.assertIs(answer_to(proxy, "session/unsubscribe")[0]["result"], True)

    async def test_progress_is_passed_to_the_callback(self) -> None:
        async with qbcoach.start(program()) as coach:
            match = await coach.create(mode="simulated", seed=7)
            await match.mulligan()
            await match.enemy.mulligan()
            reports: List[ProgressValue] = []
            await soon(match.advice(on_progress=reports.append))
            self.assertEqual((reports[0]["kind"], reports[-1]["kind"]), ("begin", "end"))

    async def test_a_failing_callback_is_logged_and_the_connection_stays_up(self) -> None:
        def failing(value: ProgressValue) -> None:
            raise ZeroDivisionError

        async with qbcoach.start(program()) as coach:
            match = await coach.create(mode="simulated", seed=7)
            with self.assertLogs("qbcoach", "ERROR"):
                await soon(match.advice(on_progress=failing))
            self.assertEqual(coach.state, "up")

    async def test_closing_ends_pending_requests_and_subscriptions(self) -> None:
        async with qbcoach.start(program()) as coach:
            combat = await coach.create_combat(LONG)
            asking = asyncio.ensure_future(combat.advice())
            updates = combat.follow("state")
            await soon(updates.__anext__())
            following = asyncio.ensure_future(updates.__anext__())
        _, waiting = await asyncio.wait([asking, following], timeout=PATIENCE)
        self.assertEqual(len(waiting), 0)
        # The answer may have arrived before the end.
        self.assertIsInstance(asking.exception(), (type(None), qbcoach.QbcoachError))
        with self.assertRaises(StopAsyncIteration):
            following.result()
