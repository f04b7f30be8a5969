"""With which status the program leaves."""

from __future__ import annotations

FINE, FOUND, BAD = 0, 1, 2
"""Exit statuses: all well, problems found, bad call or bad input."""


class ExitWith(Exception):  # not an error of ours: it only carries an exit status out
    """Leave with an exit status; everything has been said."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status
