"""What hangs together."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

K = TypeVar("K", bound=Hashable)


def connected_parts(beside: Mapping[K, Iterable[K]]) -> Iterator[tuple[K, ...]]:
    """Yield the parts that hang together, in the order in which they are come to."""
    seen: set[K] = set()
    for start in beside:
        if start in seen:
            continue
        part, ahead = {start: None}, deque([start])
        while ahead:
            fresh = [there for there in dict.fromkeys(beside[ahead.popleft()]) if there not in part]
            part |= dict.fromkeys(fresh)
            ahead.extend(fresh)
        seen.update(part)
        yield tuple(part)
