"""Writes ``docs/lint.md`` out of the code: every kind of finding, family by family.

``scripts/docs`` calls it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from docs.option_reference import families as games

from sandtable.board import vocabulary
from sandtable.engine import InstalledGame
from sandtable.lint.registry import FindingCode, families

PAGE: Final = Path(__file__).with_name("lint.md")

BEGINNING: Final = """\
<!-- Generated from the code by scripts/docs: edit the checks there, not this page. -->

# What `sandtable check` finds

`sandtable check` ([all its options](commands.md#sandtable-check-library)) and the editor check maps, scenarios and
presets. A finding is an **error** (it cannot be played like this), a **warning** (most likely a mistake) or a **hint**
(worth a look); its code never changes. If a fix is safe, `--fix` makes it; a fix that would leave its finding, or cause
another, is not made.

## Allowing a finding

A map can allow a finding. To allow a gap (a lake, a neutral country), draw a line of the kind `allowed_gap` in it. For
everything else, the attribute `allowed` of the space, region or line lists the codes to allow, separated by spaces:
`allowed = "edge-one-way area-tiny"`; for an edge, either end may list them. Both are part of the map and are kept when
it is copied or moved.

## The words that maps share

The board contains no game, and the checks know only these words; anything with another name is ignored.

{words}
## Findings of a game

What only the rules of a game can know (stacking, terrain, leaders, reinforcements, dates), its modules report through
the hook [`findings`](hooks.md#findings). The codes under `remarks` are shared by all games, with functions for them in
`sandtable.lint.remarks`; a game's own code is shown after the game's key, `GAME/CODE`. A module lists the charts it
looks up in `charts`, with the bounds of their cells, so that a missing chart, or a mistake in one, is found before
play. It lists its own kinds of fault, each a `ScenarioFault`, in `faults`; the tables at the end of this page are made
from them.

```python
from collections.abc import Iterable

from sandtable.engine import Game, RuleModule, ScenarioFault, ScenarioFinding, hookimpl
from sandtable.lint import PlacedPiece, over_stacked
from sandtable_twin_rivers import Unit

SPENT = ScenarioFault("unit-spent", "error", "A unit that begins without steps.")


class Stacking(RuleModule):
    key = "stacking"
    faults = (SPENT,)

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        standing = (PlacedPiece(unit, unit.area, group=unit.side) for unit in game[Unit])
        yield from over_stacked(standing, lambda area: 3, what="units", rule="TR-2-stacking")
        for unit in game[Unit]:
            if not unit.steps:
                yield SPENT.finding(f"{unit.id} has no steps: give it some", unit, field="steps")
```

"""


def page() -> str:
    """Return the whole page."""
    parts = [_family(name, says, codes) for name, says, codes in families() if codes]
    parts += [_game(game) for game in games() if any(module.faults for module in game.modules.values())]
    return BEGINNING.replace("{words}", _words()) + "## All findings\n\n" + "\n".join(parts)


def _words() -> str:
    kinds = [
        ("kinds of spaces", vocabulary.KNOWN),
        ("water, as a kind of space or a terrain", vocabulary.WATER),
        ("rivers, as lines and along edges and hexsides", vocabulary.RIVERS),
        ("roads", vocabulary.ROADS),
        ("what crosses a river", vocabulary.OVER_WATER),
        ("what crosses the sea", vocabulary.BY_SEA),
        ("where a road may end", vocabulary.TOWNS),
        ("what may run along or lie across an edge", frozenset(vocabulary.ENDS)),
    ]
    rows = "".join(f"| {what} | {', '.join(f'`{word}`' for word in sorted(words))} |\n" for what, words in kinds)
    return f"| | |\n|---|---|\n{rows}"


def _family(name: str, says: str, codes: list[FindingCode]) -> str:
    rows = "".join(f"| `{one.name}` | {one.severity} | {one.says} | {one.fix or ''} |\n" for one in codes)
    return f"### {name}\n\n{says}\n\n| code | | what | `--fix` |\n|---|---|---|---|\n{rows}"


def _game(game: InstalledGame) -> str:
    """Return the kinds of fault that the modules of a game find in its scenarios, module by module."""
    key, title = game.system.key, game.system.title
    told: dict[str, str] = {}
    for module in game.modules.values():
        for one in module.faults:
            told.setdefault(one.code, f"| `{key}/{one.code}` | {one.severity} | {one.says} | {module.key} |\n")
    rows = "".join(told.values())
    return f"### {title}\n\nWhat the rules of {title} find.\n\n| code | | what | module |\n|---|---|---|---|\n{rows}"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
