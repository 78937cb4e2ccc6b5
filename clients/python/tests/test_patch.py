"""JSON Patch: examples of the RFC, and patches that must be refused."""

import unittest
from typing import Any, List, Tuple

from qbcoach.patch import BrokenPatch, apply, copied

FITTING: List[Tuple[Any, List[Any], Any]] = [
    # document, patch, result
    ({"a": 1}, [{"op": "replace", "path": "/a", "value": 2}], {"a": 2}),
    ({"a": 1}, [{"op": "add", "path": "/b", "value": [1]}], {"a": 1, "b": [1]}),
    ({"a": 1}, [{"op": "add", "path": "/a", "value": None}], {"a": None}),
    ({"a": 1, "b": 2}, [{"op": "remove", "path": "/a"}], {"b": 2}),
    ({"a": [1, 3]}, [{"op": "add", "path": "/a/1", "value": 2}], {"a": [1, 2, 3]}),
    ({"a": [1]}, [{"op": "add", "path": "/a/-", "value": 2}], {"a": [1, 2]}),
    ({"a": [1]}, [{"op": "add", "path": "/a/1", "value": 2}], {"a": [1, 2]}),
    ({"a": [1, 2]}, [{"op": "remove", "path": "/a/0"}], {"a": [2]}),
    ({"a": [{"b": 1}]}, [{"op": "replace", "path": "/a/0/b", "value": 2}], {"a": [{"b": 2}]}),
    ({"a/b": 1, "m~n": 2}, [{"op": "remove", "path": "/a~1b"}], {"m~n": 2}),
    ({"a/b": 1, "m~n": 2}, [{"op": "remove", "path": "/m~0n"}], {"a/b": 1}),
    ({"~1": 1}, [{"op": "remove", "path": "/~01"}], {}),
    ({"": 1}, [{"op": "replace", "path": "/", "value": 2}], {"": 2}),
    ({"a": 1}, [{"op": "replace", "path": "", "value": [7]}], [7]),
    ([1], [{"op": "add", "path": "/0", "value": 0}, {"op": "remove", "path": "/1"}], [0]),
]

BROKEN: List[Tuple[Any, Any]] = [
    ({"a": 1}, {"op": "replace", "path": "/b", "value": 2}),
    ({"a": 1}, {"op": "remove", "path": "/b"}),
    ({"a": 1}, {"op": "remove", "path": ""}),
    ({"a": 1}, {"op": "add", "path": "/b/c", "value": 2}),
    ({"a": 1}, {"op": "add", "path": "/a/c", "value": 2}),
    ({"a": 1}, {"op": "add", "path": "a", "value": 2}),
    ({"a": 1}, {"op": "add", "path": "/b"}),
    ({"a": 1}, {"op": "add", "value": 2}),
    ({"a": 1}, {"op": "move", "path": "/b", "from": "/a", "value": 0}),
    ({"a": 1}, "remove"),
    ({"a": [1]}, {"op": "add", "path": "/a/2", "value": 2}),
    ({"a": [1]}, {"op": "replace", "path": "/a/1", "value": 2}),
    ({"a": [1]}, {"op": "replace", "path": "/a/-", "value": 2}),
    ({"a": [1]}, {"op": "replace", "path": "/a/00", "value": 2}),
    ({"a": [1]}, {"op": "replace", "path": "/a/-1", "value": 2}),
    ({"a": [1]}, {"op": "replace", "path": "/a/²", "value": 2}),
]


class Patches(unittest.TestCase):
    def test_applicable_patches_give_the_next_document(self) -> None:
        for document, patch, result in FITTING:
            with self.subTest(document=document, patch=patch):
                self.assertEqual(apply(copied(document), patch), result)

    def test_inapplicable_patches_are_an_error(self) -> None:
        for document, operation in BROKEN:
            with self.subTest(document=document, operation=operation):
                with self.assertRaises(BrokenPatch):
                    apply(copied(document), [operation])

    def test_a_patched_document_shares_nothing_with_the_patch(self) -> None:
        value = {"deep": [1]}
        document = apply({}, [{"op": "add", "path": "/a", "value": value}])
        value["deep"].append(2)
        self.assertEqual(document, {"a": {"deep": [1]}})


if __name__ == "__main__":
    unittest.main()
