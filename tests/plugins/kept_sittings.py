"""Games that somebody played at the terminal to their end, both sides: ``NAME.txt`` holds the lines that were typed,
``NAME.kept.txt`` the hash of the last position and the log, which the last line asks for.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, NamedTuple

from tests.cli.house import House

HERE: Final = Path(__file__).parent / "sittings"


class Sitting(NamedTuple):
    """What came of a sitting: all that was told, and what is kept of it."""

    told: str
    kept: list[str]


def play(folder: Path, scenario: str, seed: str, name: str) -> Sitting:
    """Play a sitting through the command line and verify its campaign; fails with the line that will not do."""
    house = House(folder)
    file = house.home / "sitting.campaign"
    call = ("play", scenario, "--new", "--seed", seed, "--campaign", file, "--script", HERE / f"{name}.txt")
    told = house.run(*call).stdout
    asked = (HERE / f"{name}.txt").read_text("utf-8").splitlines()[-1]
    log = told.rpartition(f"> {asked}\n")[2].partition("Saved at ply")[0]
    last = json.loads(house.run("replay", file, "--verify", "--json").stdout)["plies"][-1]["hash"]
    return Sitting(told, [last, *log.splitlines()])


def kept(name: str) -> list[str]:
    """Return what came of a sitting when it was kept."""
    return (HERE / f"{name}.kept.txt").read_text("utf-8").splitlines()
