"""From data of version 1, in which areas and provinces went by their names, to version 2: by the ids of the map.

Documents to documents. It knows what version 1 wrote, and nothing of the rows of today.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, cast

from sandtable.engine import Act, Tables, Upgrade

Document = dict[str, Any]
Turn = Callable[[str], str]

NAMESAKES: Final = """
    Algeria, Austria, Baden, Berg, Corsica, Cyrenaica, Denmark, Duchies, Egypt, Finland, Flanders, Georgia, Gibraltar,
    Hanover, Hanse Towns, Hesse, Holland, Kleves, Lombardy, Malta, Mecklenburg, Morocco, Naples, Norway, Palatinate,
    Papal States, Piedmont, Portugal, Rhodes, Romagna, Sardinia, Saxony, Sicily, Sweden, Switzerland, Syria,
    Tripolitania, Tunisia, Tuscany, Venetia, Württemberg"""
"""The provinces of Europe that are called as a country or a district is; their ids say so."""

BY_PROVINCE: Final = "searched by"
"""The mark whose subject was a province."""

AREAS: Final = {
    "Corps": ("area",), "Garrison": ("area",), "Depot": ("area",), "Siege": ("area",), "Arrival": ("areas",),
    "Fleet": ("port",), "Battle": ("area",), "Storm": ("area",), "Roused": ("area",),
}  # fmt: skip
"""The fields, by table, that named areas."""
NAMED_BY_AREAS: Final = ("Garrison", "Depot", "Siege", "Commandant", "Guerillas", "Reckoned")
"""The tables whose ids were, or held, the names of areas."""
BEFORE: Final[Mapping[str, Document]] = {"Area": {}, "Province": {"capital": ""}, "Link": {"river": ""}}
"""What was not written in version 1, and is otherwise today where it is not."""
WITH_SUBJECT: Final = ("Frame", "Later", "Due", "Mark", "Duty")
NO_AREA: Final = frozenset({"nation", "side", "ally", "leader", "leaders", "corps", "commander", "chit", "arm", "what"})
"""Fields, of actions and of what waits, that never named an area."""

HOLDING: Final = re.compile(
    r"(?P<whose>.+ (?:garrison of|depot guard in|depot)|guerillas in|garrison guerillas of) (?P<area>[^:]+)"
    r"(?P<arm>: \w+)?"
)
"""The ids and keys that were made of the name of an area."""


def slug(name: str) -> str:
    """Return the id that the map of Europe gives to a name."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", name) if not unicodedata.combining(one))
    words = "".join(one if one.isalnum() else " " if one in " -" else "" for one in plain.lower())
    return "-".join(words.split())


def province(name: str) -> str:
    """Return the id of the region that a province is."""
    return f"{slug(name)}-province" if name in map(str.strip, NAMESAKES.split(",")) else slug(name)


class Areas(NamedTuple):
    """The ids of areas by the names they went by."""

    ids: Mapping[str, str]

    @classmethod
    def of(cls, tables: Tables) -> Areas:
        """Read them from the areas of version 1, which said on which space they lay."""
        return cls({name: str(row.get("space") or slug(name)) for name, row in tables.get("Area", {}).items()})

    def area(self, name: str) -> str:
        """Return the id of an area."""
        return self.ids.get(name, name)

    def link(self, id: str) -> str:
        """Return the id of a link."""
        return "|".join(sorted(map(self.area, id.split("|"))))

    def subject(self, text: str) -> str:
        """Return what a text means that may be an area, or be made of one; any other stays."""
        if text in self.ids:
            return self.ids[text]
        found = HOLDING.fullmatch(text)
        if found is not None and found["area"] in self.ids:
            return f"{found['whose']} {self.ids[found['area']]}{found['arm'] or ''}"
        return text

    def within(self, value: object) -> Any:
        """Return a value, or what waits, with all areas in it by their ids."""
        if isinstance(value, str):
            return self.subject(value)
        if isinstance(value, list):
            return [self.within(one) for one in cast("list[object]", value)]
        if isinstance(value, dict):
            return self.fields(cast("Document", value))
        return value

    def fields(self, document: Document) -> Document:
        """Return fields of an action, or of what waits, with all areas in them by their ids."""
        return {name: value if name in NO_AREA else self.within(value) for name, value in document.items()}


def rows(tables: Tables) -> Tables:
    """Return the rows with areas, provinces, and what is made of them, by the ids of the map."""
    areas = Areas.of(tables)
    return {table: dict(_row(table, id, row, areas) for id, row in some.items()) for table, some in tables.items()}


def act(name: str, fields: Document, tables: Tables) -> Act:
    """Return an answer with areas by their ids; ``tables`` are the rows among which it was given."""
    if name == "HuntGuerillas":
        return name, fields | {"province": province(fields["province"])}
    return name, Areas.of(tables).fields(fields)


def _row(table: str, id: str, row: Document, areas: Areas) -> tuple[str, Document]:
    changed = _land(table, row, areas) if table in ("Area", "Province", "Link") else _piece(table, row, areas)
    return changed.get("id", id), changed


def _land(table: str, row: Document, areas: Areas) -> Document:
    area = areas.area
    known: dict[str, dict[str, Callable[[Any], Any]]] = {
        "Area": {"id": area, "province": province},
        "Province": {"id": province, "capital": lambda name: area(name) if name else None},
        "Link": {"id": areas.link, "ends": lambda ends: sorted(map(area, ends)), "river": bool},
    }
    turns = known[table]
    return {name: turns.get(name, _same)(value) for name, value in (BEFORE[table] | row).items() if name != "space"}


def _same(value: Any) -> Any:
    return value


def _piece(table: str, row: Document, areas: Areas) -> Document:
    changed = dict(row)
    for field in AREAS.get(table, ()):
        if row.get(field):
            changed[field] = areas.within(row[field])
    if table == "Fleet":
        changed["space"] = row.get("space") or None
    if table in NAMED_BY_AREAS:
        changed["id"] = areas.subject(row["id"])
    if table in WITH_SUBJECT and row.get("subject"):
        changed |= _about(row, province if row.get("what", "").startswith(BY_PROVINCE) else areas.subject)
    if table in ("Later", "Due") and "data" in row:
        changed["data"] = areas.fields(row["data"])
    if table == "Standing" and row.get("topic"):
        changed["topic"] = areas.subject(row["topic"])
    if table == "Proposal":
        changed["data"] = _proposed(row, areas)
    return changed


def _about(row: Document, turn: Turn) -> Document:
    """Return the subject of a mark, a duty or what waits, and the id that ends in it."""
    old, new = row["subject"], turn(row["subject"])
    head = row["id"].removesuffix(f":{old}")
    return {"subject": new, "id": f"{head}:{new}" if head != row["id"] else head}


def _proposed(row: Document, areas: Areas) -> Document:
    data: Document = row["data"]
    if row["what"] == "correct":
        id, fields = _row(data["table"], data["id"], {"id": data["id"], **data["fields"]}, areas)
        return data | {"id": id, "fields": {name: fields[name] for name in data["fields"]}}
    if row["what"] == "overrule":
        return data | {"fields": areas.fields(data["fields"])}
    return data


BY_SPACE: Final = Upgrade("areas and provinces go by the ids of the map, rivers stand on its borders", rows, act)
