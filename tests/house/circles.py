"""Circles of imports: between files, and between the parts of a folder (its sub-packages, and files beside them).

Every import counts: at any depth in a file, and those for the type checker too. A package's ``__init__`` is the face
that others see: whoever imports a file below it does not thereby import the face.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.house.walls import modules

Arrows = Mapping[str, Mapping[str, "Tie"]]


@dataclass(frozen=True)
class Tie:
    """One import: from which part to which, and where it stands."""

    start: str
    end: str
    place: str
    line: int
    target: str

    def __str__(self) -> str:
        return f"{self.start} -> {self.end} ({self.place}:{self.line} imports {self.target})"


class Ties:
    """Every import between two files of ours."""

    def __init__(self, root: Path) -> None:
        house = modules(root)
        known = {module.name for module in house}
        packages = {module.name for module in house if module.is_package}
        self.folders = sorted({name.rpartition(".")[0] for name in packages} & packages)
        """The import names of the folders that have sub-packages."""
        self.files = [
            Tie(module.name, found.target, module.place, found.line, found.target)
            for module in house
            for found in module.imports(known)
            if found.target in known and found.target != module.name
        ]

    def within(self, folder: str) -> list[Tie]:
        """Return the ties between the parts of a folder; its face is no part of it."""
        parted = [(_part(folder, tie.start), _part(folder, tie.end), tie) for tie in self.files]
        return [
            Tie(start, end, tie.place, tie.line, tie.target)
            for start, end, tie in parted
            if start and end and start != end
        ]


def _part(folder: str, name: str) -> str:
    return name[len(folder) + 1 :].partition(".")[0] if name.startswith(f"{folder}.") else ""


def circles(ties: Iterable[Tie]) -> list[str]:
    """Tell each circle: the shortest way round, with the line of every import that is part of it."""
    arrows: dict[str, dict[str, Tie]] = {}
    for tie in ties:
        arrows.setdefault(tie.start, {}).setdefault(tie.end, tie)
    return [
        "a circle of imports:\n  " + "\n  ".join(map(str, _shortest_round(arrows, knot))) for knot in _knots(arrows)
    ]


def _knots(arrows: Arrows) -> Iterator[frozenset[str]]:
    """Yield the sets of parts each of which leads to all others of its set."""
    ahead = {part: _reached(arrows, part) for part in sorted(arrows)}
    done: set[str] = set()
    for part, there in ahead.items():
        if part in there and part not in done:
            knot = frozenset(other for other in there if part in ahead.get(other, ()))
            done |= knot
            yield knot


def _reached(arrows: Arrows, start: str) -> set[str]:
    seen: set[str] = set()
    ahead = [start]
    while ahead:
        for end in arrows.get(ahead.pop(), ()):
            if end not in seen:
                seen.add(end)
                ahead.append(end)
    return seen


def _shortest_round(arrows: Arrows, knot: frozenset[str]) -> list[Tie]:
    return min((_way_round(arrows, part, knot) for part in sorted(knot)), key=len)


def _way_round(arrows: Arrows, start: str, knot: frozenset[str]) -> list[Tie]:
    """Return the shortest way from a part of a knot back to it."""
    ways = [[tie] for end, tie in sorted(arrows[start].items()) if end in knot]
    seen: set[str] = set()
    while True:
        longer: list[list[Tie]] = []
        for way in ways:
            if way[-1].end == start:
                return way
            for end, tie in sorted(arrows[way[-1].end].items()):
                if end in knot and end not in seen:
                    seen.add(end)
                    longer.append([*way, tie])
        ways = longer
