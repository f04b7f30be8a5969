"""Losses as a domain: so many of each contingent, and of all cavalry and all guards no more than may be lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Final

from sandtable.engine import MANY, Refusal, Sums
from sandtable_empires.model import Arm, Contingent

CAPPED: Final[tuple[Arm, ...]] = ("cavalry", "guard")
"""The arms whose losses rules may limit."""
Parts = tuple[tuple[str, int], ...]


def by_cap(bearers: Iterable[Contingent]) -> Counter[str]:
    """Count the factors of each arm whose losses are limited, and the ``plain`` ones of all others."""
    there: Counter[str] = Counter()
    for one in bearers:
        there[one.arm if one.arm in CAPPED else "plain"] += one.factors
    return there


def arm_caps(bearers: Iterable[Contingent], factors: int, limits: Mapping[str, int]) -> dict[str, int]:
    """Return how much of so many losses the cavalry and the guards of some contingents may bear, all of them together.

    ``limits`` hold while other factors can bear the rest: what these cannot falls to the cavalry, then to the guard.
    """
    there = by_cap(bearers)
    guard = min(there["guard"], limits.get("guard", factors))
    cavalry = min(there["cavalry"], max(limits.get("cavalry", factors), factors - there["plain"] - guard))
    return {"cavalry": cavalry, "guard": min(there["guard"], max(guard, factors - there["plain"] - cavalry))}


class Allotment(Sums[str]):
    """Losses shared among contingents; ``caps`` hold for all contingents of an arm together."""

    __slots__ = ("arms", "caps")

    def __init__(self, bearers: Iterable[Contingent], total: int, caps: Mapping[str, int]) -> None:
        there = list(bearers)
        super().__init__({one.key: min(one.factors, caps.get(one.arm, one.factors)) for one in there}, total)
        self.arms = {one.key: one.arm for one in there}
        self.caps = dict(caps)

    def __contains__(self, value: object) -> bool:
        if not super().__contains__(value):
            return False
        borne: Counter[str] = Counter()
        for key, count in value:  # type: ignore[attr-defined]  # these are the pairs of a sum
            borne[self.arms[key]] += count
        return all(borne[arm] <= cap for arm, cap in self.caps.items())

    def __iter__(self) -> Iterator[Parts]:
        yield from self._within(tuple(self.limits.items()), self.total, self.caps)

    def _within(self, parts: Parts, left: int, caps: dict[str, int]) -> Iterator[Parts]:
        if left == 0:
            yield ()
            return
        if left > self._most(parts, caps):
            return
        (part, limit), rest = parts[0], parts[1:]
        arm = self.arms[part]
        cap = caps.get(arm, limit)
        for share in range(min(limit, left, cap), -1, -1):
            after = {**caps, arm: cap - share} if arm in caps else caps
            for tail in self._within(rest, left - share, after):
                yield ((part, share), *tail) if share else tail

    def _most(self, parts: Parts, caps: dict[str, int]) -> int:
        by_arm: Counter[str] = Counter()
        for part, limit in parts:
            by_arm[self.arms[part]] += limit
        return sum(min(count, caps.get(arm, count)) for arm, count in by_arm.items())

    def over(self, value: Parts) -> Iterator[tuple[str, int, int]]:
        """Go through the arms of which some losses name more than all of it may bear: arm, limit, how many."""
        borne: Counter[str] = Counter()
        for key, count in value:
            borne[self.arms.get(key, "")] += count
        yield from ((arm, cap, borne[arm]) for arm, cap in self.caps.items() if borne[arm] > cap)

    def most(self) -> int:
        """Return how many factors these contingents may lose at most."""
        return self._most(tuple(self.limits.items()), self.caps)

    def sample(self, rng: Random) -> Parts | None:
        slots = [part for part, limit in self.limits.items() for _ in range(limit)]
        rng.shuffle(slots)
        caps, drawn, left = dict(self.caps), Counter[str](), self.total
        for part in slots:
            arm = self.arms[part]
            if left and caps.get(arm, 1):
                drawn[part] += 1
                left -= 1
                if arm in caps:
                    caps[arm] -= 1
        return None if left else tuple((part, drawn[part]) for part in self.limits if drawn[part])

    def count(self) -> int:
        if self.total < 0:
            return 0
        ways = [1] + [0] * self.total
        for arm in dict.fromkeys(self.arms[part] for part in self.limits):
            of_arm = self._ways(arm)
            ways = [
                min(MANY, sum(ways[n - k] * of_arm[k] for k in range(n + 1) if of_arm[k]))
                for n in range(self.total + 1)
            ]  # fmt: skip
        return ways[self.total]

    def _ways(self, arm: str) -> list[int]:
        """Return in how many ways an arm can bear 0, 1, 2... factors."""
        ways = [1] + [0] * self.total
        for part, limit in self.limits.items():
            if self.arms[part] == arm:
                ways = [min(MANY, sum(ways[max(0, n - limit) : n + 1])) for n in range(self.total + 1)]
        cap = self.caps.get(arm, self.total)
        return [count if n <= cap else 0 for n, count in enumerate(ways)]

    def says(self) -> str:
        lasting = [f"{cap} {arm} at most" for arm, cap in self.caps.items() if arm in self.arms.values()]
        return ", ".join([super().says(), *lasting])


def over_the_limit(among: Allotment, losses: Parts, rules: Mapping[str, str] | None = None) -> Refusal | None:
    """Return what stands against naming more of an arm than all of it may bear, ``None`` when nobody does.

    ``rules`` say by arm which rule limits it; without them it is the rule at work.
    """
    for arm, cap, named in among.over(losses):
        return Refusal(
            "at most {cap} of the {total} factors lost may be {arm}, not {named}",
            total=among.total, cap=cap or "none", arm=arm, named=named, cure="name factors of other arms",
            rule=rules.get(arm, "") if rules else "",
        )  # fmt: skip
    return None
