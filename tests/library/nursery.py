"""A program that saves without end, to be killed: forked anew from a warm one for every line on standard input.

A line is the path of a library. The child says its process id, then the number of each state that is saved.
"""

import gc
import os
import sys
from dataclasses import replace
from pathlib import Path

from sandtable.board.maps import MapInfo
from sandtable.library.store.library_file import Library
from tests.library.samples import PRESET, county, plain, war


def save_without_end(path: Path) -> None:
    """Save states in which a map, the hexes of another, a scenario and a preset all say the same number."""
    whole, hexes, scenario = county(), plain(), war()
    assert hexes.hexes is not None
    with Library.open(path, writing=True) as library:
        number = int(library.preset("club").title)
        while True:
            number += 1
            hexes.hexes.elevation[number % 4_000] = number % 1_000
            with library.unit():
                library.put_map(replace(whole, info=MapInfo("county", str(number))))
                library.put_map(replace(hexes, info=MapInfo("plain", str(number))))
                library.put_scenario(war(title=str(number), revision="", map=scenario.map))
                library.put_preset(type(PRESET)(key="club", game="rivers", title=str(number)))
            os.write(1, f"{number}\n".encode())


def main() -> None:
    county()  # with numpy, and whatever else is loaded for a map
    plain()
    gc.freeze()  # what is here stays: no child looks through it, and its memory is shared with all
    for line in sys.stdin:
        if not os.fork():
            os.write(1, f"pid {os.getpid()}\n".encode())
            save_without_end(Path(line.rstrip("\n")))
        os.wait()
        os.write(1, b"gone\n")


if __name__ == "__main__":
    main()
