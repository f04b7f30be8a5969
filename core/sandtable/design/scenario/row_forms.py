"""The fields of a table of rows as a form has them: what each takes, how its value is written, how it is read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, partial
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Union, cast, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Meta

from sandtable.design.scenario.row_changes import kind_of, row_title
from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.state.row import TITLES
from sandtable.engine.state.row_fields import title_of, wanted_type
from sandtable.engine.state.struct_fields import fields_of
from sandtable.library.text.field_values import PLACES
from sandtable.library.text.place_names import NameOfSeveral

if TYPE_CHECKING:
    from collections.abc import Iterable

    from msgspec.structs import FieldInfo

    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.row import Row

FieldKind = Literal["number", "yes or no", "choice", "text", "row", "place", "region", "value"]
"""What a field takes; a ``value`` is made of others, and written as JSON has it."""

YES_NO: Final = ("yes", "no")
NOTHING_GIVEN: Final = object()


@dataclass(frozen=True)
class RowField:
    """A field of a table; ``many`` takes several of its kind, and ``optional`` may hold nothing."""

    name: str
    title: str
    kind: FieldKind
    says: str = ""
    many: bool = False
    optional: bool = False
    choices: tuple[str, ...] = ()
    target: str = ""
    """The table whose rows it names; of places, that of those that are played."""
    least: int | None = None
    most: int | None = None
    default: Any = NOTHING_GIVEN

    @property
    def wants(self) -> str:
        """Say what it takes, in a few words."""
        words = {
            "number": _between(self.least, self.most), "yes or no": "yes or no", "choice": "one of a few words",
            "text": "text", "row": f"a {self.target}", "place": "a place of the map", "region": "a region of the map",
            "value": "a value as JSON has it",
        }[self.kind]  # fmt: skip
        return f"several, with commas between them: {words}" if self.many else words


def _between(least: int | None, most: int | None) -> str:
    if least is not None and most is not None:
        return f"a number from {least} to {most}"
    return f"a number of {least} or more" if least is not None else "a number"


def form_of(family: InstalledGame, table: str) -> tuple[RowField, ...]:
    """Return the fields of a table but its id, in their order; raises ``Invalid`` for a table that there is not."""
    if table not in family.schema.kinds:
        raise unknown("table", table, family.schema.kinds, f"the game is {family.system.title}")
    kind = family.schema.kinds[table]
    targets = {name: one.target.stored for name, one in family.schema.references[kind].items()}
    return _form(kind, tuple(sorted(targets.items())))


@cache
def _form(kind: type[Row], targets: tuple[tuple[str, str], ...]) -> tuple[RowField, ...]:
    return tuple(_field(kind, one, dict(targets)) for one in fields_of(kind) if one.name != "id")


def _field(kind: type[Row], info: FieldInfo, targets: dict[str, str]) -> RowField:
    bare, meta, optional = _unwrapped(info.type)
    many = get_origin(bare) in (tuple, list, frozenset) and get_args(bare)[1:] in ((), (...,))
    if many:
        bare, inner, _ = _unwrapped(get_args(bare)[0])
        meta = {**inner, **meta}
    what, choices = _kind(bare, targets.get(info.name, ""))
    if info.default_factory is not NODEFAULT:
        default = msgspec.to_builtins(info.default_factory())
    else:
        default = NOTHING_GIVEN if info.default is NODEFAULT else msgspec.to_builtins(info.default)
    title = title_of(kind, info.name)
    return RowField(
        info.encode_name, title[:1].upper() + title[1:], what, meta.get("says", ""), many and what != "value", optional,
        choices, targets.get(info.name, ""), meta.get("ge"), meta.get("le"), default,
    )  # fmt: skip


def _unwrapped(hint: Any) -> tuple[Any, dict[str, Any], bool]:
    """Return a declared type without what is said of it, that, and whether it may be nothing."""
    meta: dict[str, Any] = {}
    if get_origin(hint) is Annotated:
        hint, *said = get_args(hint)
        for one in said:
            if isinstance(one, Meta):
                meta |= {"ge": one.ge, "le": one.le, "says": one.description or ""}
    if get_origin(hint) in (Union, UnionType):
        ways = [one for one in get_args(hint) if one is not NoneType]
        if len(ways) == 1:
            inner, more, _ = _unwrapped(ways[0])
            return inner, {**more, **meta}, len(ways) < len(get_args(hint))
        return hint, meta, len(ways) < len(get_args(hint))
    return hint, meta, False


def _kind(hint: Any, target: str) -> tuple[FieldKind, tuple[str, ...]]:
    place = wanted_type(hint, PLACES)
    if place is not None:
        return ("place" if place.__name__ == "SpaceId" else "region"), ()
    if target:
        return "row", ()
    if get_origin(hint) is Literal:
        choices = get_args(hint)
        return ("choice", choices) if all(isinstance(one, str) for one in choices) else ("value", ())
    while hasattr(hint, "__supertype__"):
        hint = hint.__supertype__
    kinds: dict[Any, FieldKind] = {bool: "yes or no", int: "number", str: "text"}
    return kinds.get(hint, "value"), ()


def field_named(design: DesignedScenario, table: str, name: str) -> RowField:
    """Return a field by its name or its title; raises ``Invalid`` naming the nearest."""
    kind_of(design, table)
    fields = form_of(design.family, table)
    wanted = name.strip().casefold()
    for one in fields:
        if wanted in (one.name.casefold(), one.title.casefold(), one.name.replace("_", " ").casefold()):
            return one
    raise unknown("field", name, [one.name for one in fields], f"the table is {table}")


# --- as it is written -----------------------------------------------------------------------------------------------


def value_in(row: dict[str, Any] | None, field: RowField) -> Any:
    """Return what a row holds in a field: what it says, else the default."""
    found = (row or {}).get(field.name, field.default)
    return None if found is NOTHING_GIVEN else found


def text_of(design: DesignedScenario, field: RowField, value: Any) -> str:
    """Return a value as it is written in a form: places by their names, several with commas between them."""
    if value is None:
        return ""
    if field.many and isinstance(value, list | tuple):
        words = [_one_text(design, field, one) for one in cast("Iterable[Any]", value)]
        return ("; " if any("," in one for one in words) else ", ").join(words)
    return _one_text(design, field, value)


def _one_text(design: DesignedScenario, field: RowField, value: Any) -> str:
    if isinstance(value, bool):
        return YES_NO[not value]
    if field.kind == "place" and isinstance(value, str):
        return _place_text(design, value)
    if field.kind == "value":
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def _place_text(design: DesignedScenario, id: str) -> str:
    """Return a place by its name where only it has that, else by its id."""
    if design.map is None or not design.map.knows(id):
        return id
    name = design.map.name(id)
    try:
        return name if name and design.places.space(name) == id else id
    except Invalid:
        return id


# --- as it is read --------------------------------------------------------------------------------------------------


def read_text(design: DesignedScenario, field: RowField, text: str) -> Any:
    """Return what is written as a document has it; raises ``Invalid`` saying what belongs there.

    Nothing written is nothing where a field may hold that, else the default, else an empty text.
    """
    text = text.strip()
    if not text:
        return _nothing(field)
    if field.many:
        return [_read_one(design, field, one) for one in _divided(design, field, text)]
    return _read_one(design, field, text)


def _nothing(field: RowField) -> Any:
    if field.optional:
        return None
    if field.many:
        return []
    if field.kind == "text":
        return ""
    if field.default is not NOTHING_GIVEN:
        return field.default
    raise Invalid(f"{field.title} is wanted: write {field.wants}")


def _divided(design: DesignedScenario, field: RowField, text: str) -> list[str]:
    """Return the parts of a list: by semicolons where there are any, else by commas, unless the whole is one name."""
    if ";" in text:
        parts = text.split(";")
    elif field.kind in ("row", "place") and "," in text and _is_known(design, field, text):
        parts = [text]
    else:
        parts = text.split(",")
    return [one.strip() for one in parts if one.strip()]


def _is_known(design: DesignedScenario, field: RowField, text: str) -> bool:
    try:
        _read_one(design, field, text)
    except Invalid:
        return False
    return True


def _read_one(design: DesignedScenario, field: RowField, text: str) -> Any:
    match field.kind:
        case "number":
            return _number(field, text)
        case "yes or no":
            if text.casefold() not in YES_NO:
                raise Invalid(f"{text!r} is neither yes nor no: write one of them")
            return text.casefold() == "yes"
        case "choice":
            found = next((one for one in field.choices if one.casefold() == text.casefold()), None)
            if found is None:
                raise Invalid(f"{text!r} is none of {', '.join(field.choices)}: write one of them")
            return found
        case "place":
            return _place(design, text)
        case "region":
            return design.places.region(text)
        case "row":
            return _row(design, field.target, text)
        case "value":
            return _value(text)
        case _:
            return text


def _number(field: RowField, text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        raise Invalid(f"{text!r} is not a whole number: write {field.wants}") from None
    over = field.most is not None and number > field.most
    if over or (field.least is not None and number < field.least):
        raise Invalid(f"{field.title} is {number}: write {_between(field.least, field.most)}")
    return number


def _place(design: DesignedScenario, text: str) -> str:
    """Return the id of a place; capitals make no difference where that leaves one."""
    try:
        return design.places.space(text)
    except Invalid:
        if (found := design.places.space_in_any_case(text)) is None:
            raise
        return found


def _row(design: DesignedScenario, target: str, text: str) -> str:
    """Return the id of a row that is called so, by its id or by a title that only one has."""
    ids = design.ids(target)
    if text in ids:
        return text
    wanted = text.casefold()
    found = [id for id in sorted(ids) if wanted in _called(design, target, id)]
    if len(found) == 1:
        return found[0]
    if found:
        raise NameOfSeveral(text, f"rows of {target}", found)
    raise unknown(target, text, ids, called=partial(row_title, design, target))


def _called(design: DesignedScenario, target: str, id: str) -> set[str]:
    row = design.row(target, id) or {}
    return {id.casefold(), *(str(row[name]).casefold() for name in TITLES if row.get(name))}


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Invalid(f"{text[:60]!r} cannot be read ({error}): write it as JSON has it") from error


def required(fields: Iterable[RowField]) -> list[RowField]:
    """Return the fields that a new row cannot do without."""
    return [one for one in fields if one.default is NOTHING_GIVEN and one.name != "id"]


def candidates(design: DesignedScenario, field: RowField) -> list[str]:
    """Return what a field may be filled with, as it is written; nothing where that cannot be listed."""
    match field.kind:
        case "yes or no":
            return list(YES_NO)
        case "choice":
            return list(field.choices)
        case "row":
            return sorted(design.ids(field.target))
        case "place" if design.map is not None:
            there = design.ids(field.target) if field.target else design.map.graph.spaces
            return sorted(_place_text(design, str(one)) for one in there)
        case "region" if design.map is not None:
            return sorted(str(one.id) for one in design.map.regions)
        case _:
            return []
