"""How long to wait before the next try."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Optional

__all__ = ["Backoff"]


@dataclass(frozen=True)
class Backoff:
    """Waits that double from `first` to `most` seconds, each shortened by chance.

    Chance keeps the clients of one daemon from all coming back at the same moment.
    `attempts` is how often to try before giving up; None tries for ever, 0 never.
    """

    first: float = 0.1
    most: float = 10.0
    attempts: Optional[int] = None

    def allows(self, attempt: int) -> bool:
        """Whether the try of this number, counted from 1, is still made."""
        return self.attempts is None or attempt <= self.attempts

    def wait(self, attempt: int) -> float:
        """Seconds before the try of this number."""
        longest = min(self.most, self.first * 2.0 ** min(attempt - 1, 60))
        return longest * random.uniform(0.5, 1.0)
