"""Documents that are kept current by snapshots and patches."""

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
    def test_who_looks_late_sees_the_newest_of_each_topic_and_no_queue(self) -> None:
        feed = Feed()
        feed.take(snapshot("state", 0, {"count": 0}))
        feed.take(snapshot("coach", 0, {"count": 0}))
        for seq in range(1, 1001):
            feed.take(patch("state", seq - 1, seq, count(seq)))
        seen = []
        while (update := feed.next()) is not None:
            seen.append((update.topic, update.seq, update.document["count"]))
        self.assertEqual(seen, [("state", 1000, 1000), ("coach", 0, 0)])

    def test_a_document_that_was_given_away_may_be_changed(self) -> None:
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

    def test_topics_nobody_has_heard_of_work_like_the_others(self) -> None:
        feed = Feed()
        feed.take(snapshot("weather", 3, {"count": 1}))
        feed.take(patch("weather", 3, 4, count(2)))
        update = feed.next()
        assert update is not None
        self.assertEqual((update.topic, update.seq, update.document), ("weather", 4, {"count": 2}))

    def test_what_is_no_update_of_a_session_is_a_document_itself(self) -> None:
        feed = Feed()
        feed.take({"sessions": 3})
        update = feed.next()
        assert update is not None
        self.assertEqual(update.document, {"sessions": 3})

    def test_a_patch_that_does_not_follow_is_not_applied(self) -> None:
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
                feed.begin_anew()
                self.assertIsNone(feed.next(), "nothing is better than something wrong")


if __name__ == "__main__":
    unittest.main()
