"""How long to wait before the next attempt to connect."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Optional

__all__ = ["Backoff"]


@dataclass(frozen=True)
class Backoff:
    """Waits that double from `first` to `most` seconds, each shortened at random.

    The randomness keeps the clients of one daemon from reconnecting at the same moment.
    `attempts` is the number of attempts before giving up; None means no limit, 0 means
    no reconnecting.
    """

    first: float = 0.1
    most: float = 10.0
    attempts: Optional[int] = None

    def allows(self, attempt: int) -> bool:
        """Whether the attempt with this number, counted from 1, is made."""
        return self.attempts is None or attempt <= self.attempts

    def wait(self, attempt: int) -> float:
        """Seconds to wait before the attempt with this number."""
        longest = min(self.most, self.first * 2.0 ** min(attempt - 1, 60))
        return longest * random.uniform(0.5, 1.0)
