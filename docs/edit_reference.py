"""Writes ``docs/edits.md`` out of the code: everything a designer can do to a map by command.

``scripts/docs`` calls it.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal, Union, get_args, get_origin

import msgspec

from sandtable.board.spaces import RegionId, SpaceId
from sandtable.design.edits.edit import MapEdit
from sandtable.design.scenario.scenario_edits import ScenarioEdit
from sandtable.design.scenario.scenario_script import EDITS as SCENARIO_EDITS
from sandtable.design.script import EDITS

PAGE: Final = Path(__file__).with_name("edits.md")

BEGINNING: Final = """\
<!-- Generated from the code by scripts/docs: edit core/sandtable/design/edits there, not this page. -->

# Edits of a map

A map is changed by edits. Each is a value and can be written as a line of JSON; the field `edit` names it. An edit
carries along all that hangs together (shapes, edges, labels, attributes, regions, sources of values), or it is refused
in one sentence and nothing has changed. What it did besides (ground that was clipped, borders that came or went) is
told.

```json
{"edit": "DrawArea", "id": "north", "outline": [[0, 10], [20, 10], [20, 20], [0, 20]], "name": "The North"}
{"edit": "Split", "space": "north", "line": [[12, 9], [12, 21]], "part": "east", "name": "The East"}
{"edit": "SayEdge", "a": "north", "b": "east", "status": "forbidden"}
```

Places are two numbers in the units of the map, outlines are closed by themselves. Spaces, regions and lines are named
by their ids. A field without a default must be given.

"""

SCENARIOS: Final = """
# Edits of a scenario

A scenario is changed by edits of its rows, its charts, its options and its head, in the same way: each is a value with
a way back, or it is refused in one sentence. Rows go by table and id. Places, and rows that a field names, may go by
names that only one of them has; a name that nothing has, or two have, is refused. Of a scenario that extends another an
edit is held as what differs from that.

```json
{"edit": "ChangeRows", "table": "Corps", "rows": ["F II"], "fields": {"area": "Burgos"}}
{"edit": "SetCell", "chart": "losses", "at": ["1-1", "2"], "cell": 4, "source": "a report"}
{"edit": "SwitchOptions", "on": ["leader_casualties"]}
```

"""


def page() -> str:
    """Return the page."""
    maps = "\n".join(text for kind in EDITS for text in _section(kind))
    return BEGINNING + maps + SCENARIOS + "\n".join(text for kind in SCENARIO_EDITS for text in _section(kind))


def _section(kind: type[MapEdit | ScenarioEdit]) -> Iterator[str]:
    yield f"## `{kind.__name__}`\n"
    yield f"{(inspect.getdoc(kind) or '').replace('``', '`')}\n"
    yield "| field | is | default |\n|---|---|---|"
    for field in msgspec.structs.fields(kind):
        yield f"| `{field.name}` | {_words(field.type)} | {_default(field)} |"
    yield ""


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return ""
    value: object = {} if field.default is msgspec.NODEFAULT else field.default
    return f"`{msgspec.json.encode(value).decode()}`"


NEW_TYPES: Final[dict[Any, Any]] = {SpaceId: str, RegionId: str}
WORDS: Final[dict[Any, str]] = {
    str: "text",
    int: "number",
    float: "number",
    bool: "yes or no",
    msgspec.Raw: "edit",
    Any: "a value",
    bytes: "a file in base64",
}


def _words(kind: Any) -> str:
    """Return a type in words."""
    inner = [one for one in get_args(kind) if one is not type(None)]
    origin = get_origin(kind)
    if kind in WORDS:
        return WORDS[kind]
    if kind == tuple[float, float]:
        return "place"
    if origin is Literal:
        return ", ".join(f"`{one}`" for one in inner)
    if origin is tuple and inner[-1] is ...:
        return {"place": "places", "text": "ids or texts", "places": "outlines", "edit": "edits"}.get(
            _words(inner[0]), f"list of {_words(inner[0])}"
        )
    if origin is tuple:
        return f"[{', '.join(map(_words, inner))}]"
    if origin is dict:
        return "names with values (text, number, yes or no; `null` takes one away)"
    if origin is Union or "|" in str(kind):
        return " or ".join(dict.fromkeys(map(_words, inner)))
    if kind in NEW_TYPES:
        return _words(NEW_TYPES[kind])
    return "{" + ", ".join(f"`{one.name}`" for one in msgspec.structs.fields(kind)) + "}"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
