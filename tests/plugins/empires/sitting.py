"""Kept sittings: scripts as somebody typed them, and what came of them when they were kept.

A sitting is ``NAME.txt``, the inputs one a line, with what came of it in ``NAME.kept.txt``: the hash of the last
position, then the situations as they were shown. It was begun with the scenario's own options and its year as seed: the
Peninsula of 1808, the Grand Campaign of 1805.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.cli.house import House

HERE: Final = Path(__file__).parent / "sittings"
SCENARIOS: Final = {"1808": "peninsula-1808", "1805": "grand-campaign-1805"}
"""What was played, by the year in which a sitting's name ends."""


def names() -> list[str]:
    """Return the sittings that are kept."""
    return sorted(path.stem for path in HERE.glob("*.txt") if not path.stem.endswith(".kept"))


def play(house: House, name: str) -> str:
    """Play a sitting through the command line; fails with the line that will not do. Returns the transcript."""
    file, year = house.home / "sitting.campaign", name.rpartition("-")[2]
    call = ("play", SCENARIOS[year], "--new", "--seed", year, "--campaign", file, "--script", HERE / f"{name}.txt")
    return house.run(*call).stdout


def came_of_it(house: House, transcript: str) -> str:
    """Return the hash of the last position and the situations that were shown, as they are kept."""
    replayed = json.loads(house.run("replay", house.home / "sitting.campaign", "--json").stdout)
    return "\n".join([replayed["plies"][-1]["hash"], *situations(transcript), ""])


def situations(transcript: str) -> Iterator[str]:
    """Yield the lines of the situations in a transcript, each with its title."""
    title, inside = "", False
    told = ("Provinces", "Victory points", "France", "Great Britain", "Spain", "Guerillas", "Sieges")
    for line in transcript.splitlines():
        if line.startswith(("Provinces: ", "Victory points: ")):
            yield title
            inside = True
        inside = inside and line.partition(":")[0] in told
        words = line.replace("no corps", "0").replace("besieges", "0")
        inside = inside and any(one.isdigit() for one in words)  # what is asked then has none
        if inside:
            yield line
        title = line if not line.endswith("(score says more)") else title


def kept_outcome(name: str) -> str:
    """Return what came of a sitting when it was kept."""
    return (HERE / f"{name}.kept.txt").read_text("utf-8")
