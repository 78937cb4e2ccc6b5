"""The documents of a subscription, kept current by snapshots and patches."""

import unittest
from typing import Any, Dict, List

from qbcoach.feed import BrokenChain, Feed


def snapshot(topic: str, seq: int, data: Any) -> Dict[str, Any]:
    return {"sessionId": "s1", "topic": topic, "seq": seq, "kind": "snapshot", "data": data}


def patch(topic: str, base: int, seq: int, data: List[Any]) -> Dict[str, Any]:
    whole = {"sessionId": "s1", "topic": topic, "seq": seq, "kind": "patch"}
    return {**whole, "baseSeq": base, "data": data}


def count(value: int) -> List[Any]:
    return [{"op": "replace", "path": "/count", "value": value}]


class Feeds(unittest.TestCase):
    def test_a_late_reader_gets_only_the_newest_document_of_each_topic(self) -> None:
        feed = Feed()
        feed.take(snapshot("state", 0, {"count": 0}))
        feed.take(snapshot("coach", 0, {"count": 0}))
        for seq in range(1, 1001):
            feed.take(patch("state", seq - 1, seq, count(seq)))
        seen = []
        while (update := feed.next()) is not None:
            seen.append((update.topic, update.seq, update.document["count"]))
        self.assertEqual(seen, [("state", 1000, 1000), ("coach", 0, 0)])

    def test_changing_a_returned_document_does_not_change_the_feed(self) -> None:
        feed = Feed()
        feed.take(snapshot("state", 0, {"count": 0, "list": [1]}))
        first = feed.next()
        assert first is not None
        first.document["list"].clear()
        feed.take(patch("state", 0, 1, count(1)))
        second = feed.next()
        assert second is not None
        self.assertEqual(second.document, {"count": 1, "list": [1]})
        self.assertEqual((first.kind, second.kind), ("snapshot", "patch"))

    def test_unknown_topics_work_like_the_others(self) -> None:
        feed = Feed()
        feed.take(snapshot("weather", 3, {"count": 1}))
        feed.take(patch("weather", 3, 4, count(2)))
        update = feed.next()
        assert update is not None
        self.assertEqual((update.topic, update.seq, update.document), ("weather", 4, {"count": 2}))

    def test_a_notification_without_data_is_the_document(self) -> None:
        feed = Feed()
        feed.take({"sessions": 3})
        update = feed.next()
        assert update is not None
        self.assertEqual(update.document, {"sessions": 3})

    def test_a_patch_of_another_document_is_an_error(self) -> None:
        wrong = [
            patch("state", 1, 2, count(2)),
            patch("coach", 0, 1, count(1)),
            patch("state", 0, 1, [{"op": "remove", "path": "/nowhere"}]),
        ]
        for update in wrong:
            with self.subTest(update=update):
                feed = Feed()
                feed.take(snapshot("state", 0, {"count": 0}))
                with self.assertRaises(BrokenChain):
                    feed.take(update)
                feed.clear()
                self.assertIsNone(feed.next(), "a partly patched document is not returned")


if __name__ == "__main__":
    unittest.main()
