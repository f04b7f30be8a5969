"""Writes ``docs/maps.md`` out of the code: what a map must have for each game, and what a scenario says of it.

``scripts/docs`` calls it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from docs.api_reference import as_markdown
from docs.option_reference import families
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields

from sandtable.board.fitness import describe_kind, describe_type
from sandtable.engine import InstalledGame, MapKind
from sandtable.engine.state.struct_fields import hints_of
from sandtable.interchange import hex_text

PAGE: Final = Path(__file__).with_name("maps.md")

BEGINNING: Final = """\
<!-- Generated from the code by scripts/docs: edit the games' declarations there, not this page. -->

# What a map must have

A game lays its land out from the map that a scenario is bound to, and from the scenario's `setting`. Here stands what
it reads there: kinds of spaces and regions with their attributes, the terrains of hexes, what lies along or across a
side (an edge between two areas, a hexside). `sandtable check` names whatever a map lacks of it (`map-unfit`), with its
place, and such a map is not played. Everything else on a map is the designer's own; but of a game that reads terrains,
or what lies on hexsides, a map has those alone.

An attribute without a default must be there. A row that a scenario holds itself replaces the one of its id that is
laid out from the map.

## The text of a scenario

A scenario is written in TOML. Places go by their ids, or by a name that only one space or region has; rows stand in
tables named as they are (the references of the games list them), one in a line or each in a table of its own:

```toml
key = "valley"
game = "empires"
title = "The Valley"
map = "europe-1805"

[setting]
provinces = ["Old Castile", "leon"]
areas = { Burgos = "France" }

[Side]
France = { title = "France" }

[[Corps]]
id = "I Corps"
side = "France"
nation = "France"
area = "Burgos"
infantry = 12
```

A row that needs a `title` and has none is called by its id; `false` stands for nothing where a field may hold it.
Charts stand as `[[chart]]`, options at the head (`options = ["guard_commitment"]`), their parameters in
`[parameters]`, presets as `[[preset]]`. What cannot be read is told with file, table and key.

## The text of a map of hexes

{hex_text}
`read_hex_map` of `sandtable.interchange` reads it; the numbers are two digits of the column and two of the row.
"""


def page(games: Iterable[InstalledGame]) -> str:
    """Return the whole page."""
    text = as_markdown(hex_text.__doc__ or "")
    return BEGINNING.replace("{hex_text}", text) + "".join(f"\n{part}" for game in games for part in _game(game))


def _game(game: InstalledGame) -> Iterator[str]:
    ground = game.system.ground
    if ground is None:
        yield f"## {game.system.title}\n\nIt reads nothing of a map: all rows stand in its scenarios.\n"
        return
    yield f"## {game.system.title}\n"
    for kind in ground.reads:
        yield _kind(kind)
    yield f"### Setting\n\n{_first_line(ground.setting)}\n\n{_fields(ground.setting)}"


def _kind(kind: type[MapKind]) -> str:
    needed = f" At least {kind.fewest}." if kind.fewest else ""
    within = f" It lies within a {' or a '.join(kind.within)}." if kind.within else ""
    favours = f" On a hexside it must say {kind.favours}." if kind.favours else ""
    name = describe_kind(kind)
    heading = f"### {name[0].upper()}{name[1:]}\n\n{_first_line(kind)}{needed}{within}{favours}\n"
    return f"{heading}\n{_fields(kind)}" if fields(kind) else heading


def _fields(kind: type[Struct]) -> str:
    hints = hints_of(kind)
    rows = "".join(f"| `{one.encode_name}` | {_type(hints[one.name])} | {_default(one)} | {_says(hints[one.name])} |\n"
                   for one in fields(kind))  # fmt: skip
    return f"| attribute | is | default | what |\n|---|---|---|---|\n{rows}"


def _type(hint: Any) -> str:
    return describe_type(hint).replace("|", r"\|")


def _default(one: FieldInfo) -> str:
    if one.required:
        return "must be there"
    value = one.default
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, int) or (isinstance(value, str) and value) else "none"


def _says(hint: Any) -> str:
    """Return the description of a field, wherever in its type it stands."""
    for part in getattr(hint, "__metadata__", ()):
        if isinstance(part, Meta) and part.description:
            return part.description
    return next((says for arg in getattr(hint, "__args__", ()) if (says := _says(arg))), "")


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").split("\n")[0]


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(families()), "utf-8")


if __name__ == "__main__":
    main()
