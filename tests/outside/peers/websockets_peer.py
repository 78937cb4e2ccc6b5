"""Plays a match through Python's websockets: python websockets_peer.py URL

The last line printed is `done`; any error ends the script with a traceback.
"""

import asyncio
import json
import sys

import websockets

PATIENCE = 60


class Peer:
    def __init__(self, socket):
        self.socket = socket
        self.last_id = 0
        self.updates = []

    async def next(self):
        return json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))

    async def ask(self, method, params=None):
        self.last_id += 1
        request = {"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params or {}}
        await self.socket.send(json.dumps(request))
        while True:
            message = await self.next()
            if message.get("id") == self.last_id:
                return message
            self.updates.append(message)

    async def update(self):
        return self.updates.pop(0) if self.updates else await self.next()


async def main(url):
    async with websockets.connect(url) as socket:
        peer = Peer(socket)
        greeting = (await peer.ask("initialize", {"clientInfo": {"name": "websockets"}}))["result"]
        assert greeting["serverInfo"]["name"] == "qbcoach", greeting

        created = (await peer.ask("session/create", {"mode": "simulated", "seed": 7}))["result"]
        session = created["sessionId"]
        topics = {"sessionId": session, "topics": ["state"]}
        subscription = (await peer.ask("session/subscribe", topics))["result"]
        update = (await peer.update())["params"]
        assert update["subscription"] == subscription, update
        assert update["result"]["kind"] == "snapshot", update

        for side in ["you", "enemy"]:
            action = {"type": "mulligan", "side": side, "replace": []}
            acted = await peer.ask("match/act", {"sessionId": session, "action": action})
            assert "result" in acted, acted
        offered = (await peer.ask("match/actions", {"sessionId": session}))["result"]
        play = {"sessionId": session, "action": offered["actions"][0]["action"]}
        acted = (await peer.ask("match/act", play))["result"]
        while (await peer.update())["params"]["result"]["seq"] < acted["seq"]:
            pass

        refused = (await peer.ask("match/act", {"sessionId": session, "action": {"type": "dance"}}))
        assert refused["error"]["code"] == -32602 and refused["error"]["data"]["reason"], refused
        assert (await peer.ask("session/unsubscribe", [subscription]))["result"] is True

        # A message in three fragments, and a ping.
        text = json.dumps({"jsonrpc": "2.0", "id": "parts", "method": "session/list"})
        await socket.send([text[:10], text[10:30], text[30:]])
        assert (await peer.next())["id"] == "parts"
        await asyncio.wait_for(await socket.ping(), PATIENCE)

        assert (await peer.ask("shutdown"))["result"] is None
        await socket.send(json.dumps({"jsonrpc": "2.0", "method": "exit"}))
        await asyncio.wait_for(socket.wait_closed(), PATIENCE)
        assert socket.close_code == 1000, socket.close_code
    print("done")


asyncio.run(main(sys.argv[1]))
