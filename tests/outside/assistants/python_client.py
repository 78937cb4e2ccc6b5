"""An assistant with the official client for Python, in the newest version of the protocol.

python_client.py PROGRAM: the coach is inside the program. The last line printed is `done`;
any error ends the script with a stack trace.
"""

import asyncio
import sys

from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError

PROGRAM = sys.argv[1]
HAND = ["Security Officer", "Riot Trooper", "Levrikon", "Crawler", "Ogre"]


def door(*arguments: str) -> Client:
    return Client(StdioServerParameters(command=PROGRAM, args=["mcp", *arguments]))


async def ask(client: Client, name: str, **inputs: object) -> tuple[str, dict]:
    """The text and the data of an answer; the client checks the data against its schema."""
    answer = await client.call_tool(name, inputs)
    assert not answer.is_error, answer.content[0].text
    size = len(answer.model_dump_json(by_alias=True, exclude_none=True))
    assert size < 4096, f"{name} answers {size} bytes"
    return answer.content[0].text, answer.structured_content


async def refused(client: Client, name: str, **inputs: object) -> dict:
    answer = await client.call_tool(name, inputs)
    assert answer.is_error, answer.content[0].text
    assert answer.content[0].text.endswith("Nothing was changed.")
    return answer.structured_content


async def every_tool(client: Client) -> None:
    """Calls every tool at least once."""
    before = {tool.name for tool in (await client.list_tools()).tools}
    called = set()

    async def call(name: str, **inputs: object) -> tuple[str, dict]:
        called.add(name)
        return await ask(client, name, **inputs)

    text, card = await call("look_up_card", card="great malboro")
    assert card["number"] == "055" and "lowers the power" in text
    assert len((await refused(client, "look_up_card", card="chocobo"))["candidates"]) == 4
    await call("read_deck", deck="starter-footsoldiers")
    await call("start_match", your_hand=HAND, first="you", opponent="Regina")
    lines = "You play Crawler to MID-1.\nThe enemy plays Levrikon to MID-5.\nYou draw Zu."
    _, reported = await call("report", lines=lines)
    assert reported["turn"] == 3 and len(reported["happened"]) == 3
    wrong = await refused(client, "report", lines="you play Ogre t1\nenemy play Zuu m4")
    assert wrong["line"] == 2 and "015 Zu" in wrong["candidates"], wrong
    _, shown = await call("show_match")
    assert shown["steps"] == 3
    for name in ["legal_moves", "enemy_threat", "is_it_locked", "continue_match"]:
        await call(name)
    await call("best_move", effort="quick")
    await call("correct", tiles=[{"tile": "TOP-3", "owner": "you", "rank": 1}])
    await call("undo", steps=2)
    await call("redo", steps=2)
    await call("review_match", effort="quick")
    _, puzzle = await call("puzzle")
    await call("puzzle", puzzle=puzzle["puzzle"], answer="pass")
    _, combat = await call("start_combat", enemies=["prowlers"], hand=["tremor"])
    await call("combat_step", number=combat["actions_total"])
    assert called == before, before - called


async def following(client: Client) -> None:
    """A followed board is reported after each turn, and only then."""
    _, started = await ask(client, "start_match", your_hand=HAND)
    board = f"qbcoach://matches/{started['match']}/board"
    async with client.listen(resource_subscriptions=[board]) as changes:
        for line in ["you play Crawler m1", "enemy play Levrikon m5"]:
            await ask(client, "report", lines=line)
            change = await anext(aiter(changes))
            assert change.uri == board, change
    read = await client.read_resource(board)
    assert "Levrikon" in read.contents[0].text
    viewers = await client.read_resource(board.replace("/board", "/stream"))
    assert "Your hand" not in viewers.contents[0].text


async def long_work(client: Client) -> None:
    """A review reports its progress, and one that is cancelled leaves the coach free."""
    text = "\n".join(f"{side} pass" for side in ["you"])
    await ask(client, "report", lines=f"draw Zu\n{text}")
    told = []

    async def progress(done: float, _total: float | None, _message: str | None) -> None:
        told.append(done)

    inputs = {"effort": "quick"}
    answer = await client.call_tool("review_match", inputs, progress_callback=progress)
    assert not answer.is_error and told == sorted(told) and told

    begun = asyncio.Event()

    async def first_progress(*_: object) -> None:
        begun.set()

    inputs = {"effort": "long"}
    review = asyncio.create_task(
        client.call_tool("review_match", inputs, progress_callback=first_progress)
    )
    await begun.wait()
    review.cancel()
    try:
        await review
        raise AssertionError("the review was not cancelled")
    except asyncio.CancelledError:
        pass
    await ask(client, "show_match")


async def wrong_requests(client: Client) -> None:
    await refused(client, "report", lines=["no", "text"])
    await refused(client, "undo", steps=-1)
    await refused(client, "show_match", match="s99")
    for wrong in [
        client.call_tool("no_such_tool", {}),
        client.read_resource("qbcoach://cards/chocobo"),
        client.read_resource("qbcoach://nowhere"),
        client.get_prompt("no_such_prompt", {}),
    ]:
        try:
            await wrong
            raise AssertionError("it was not refused")
        except MCPError as error:
            assert error.message


async def main() -> None:
    async with door() as client:
        assert client.protocol_version == "2026-07-28"
        assert client.server_info.name == "qbcoach"
        await every_tool(client)
        await following(client)
        await long_work(client)
        await wrong_requests(client)
        prompts = (await client.list_prompts()).prompts
        assert len(prompts) == 3
        resources = (await client.list_resources()).resources
        assert any(one.uri == "qbcoach://rules/queens-blood" for one in resources)
    async with door("--read-only") as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert "report" not in names and "look_up_card" in names
        await refused(client, "start_match")


asyncio.run(main())
print("done")
