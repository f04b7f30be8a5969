"""A scenario in TOML: what stands at its head, ``[setting]``, then tables named as rows are.

::

    key = "valley"
    game = "twin_rivers"
    title = "The Valley"
    map = "rivers"
    options = ["fog"]
    grants = ["bridges"]            # what modules of the game may need, and not every scenario has

    [setting]                       # what the game's ground wants to know of the map
    provinces = ["Old Castile"]     # ids, or names that one space or region has alone

    [Side]                          # rows, one in a line
    Red = { title = "The Reds" }

    [[Corps]]                       # or one in a table
    id = "I Corps"
    side = "Red"
    area = "Toledo"

A row without a ``title`` that wants one is called by its id; ``false`` stands for nothing where a field may hold it.
Charts stand as ``[[chart]]``, as in the files of charts, or in files that ``charts`` names; ``[[cell]]`` is a cell that
the designer has changed (``chart``, ``at``, ``cell``, what ``was`` printed there, ``source``, ``note``); ``[[preset]]``
brings a choice of options along, ``[[note]]`` is something noted (``id``, ``text``, ``table`` and ``row``,
``pictures``), ``[picture]`` holds the pictures that notes show, in base64, each under the hash of its content.

One that ``extends`` another puts its rows over those of that, changes fields of rows (``[change.Corps]``, a row in a
line), removes rows (``[remove]``, ids by table) and lets cells be as printed again (``[[printed]]``); ``[was.Corps]``
says how a row was in the base when that was said, ``[lost.Corps]`` what no upgrade could bring up. ``begins_with``
names a preset, ``off`` what is switched off of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import msgspec
from msgspec import NODEFAULT, Struct

from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.state.charts import Chart, read_chart, read_charts
from sandtable.engine.state.struct_fields import fields_of, hints_of
from sandtable.engine.unfit import unfit
from sandtable.library.store.documents import PresetDocument, ScenarioDocument
from sandtable.library.store.scenario_parts import Dates, RowChanges, ScenarioNote
from sandtable.library.text.field_values import read_value
from sandtable.library.text.layer_reading import LayerReading
from sandtable.library.text.place_names import PlaceNames
from sandtable.library.text.text_faults import TextFault, WrongText
from sandtable.library.text.text_lines import line_of
from sandtable.library.text.toml_reading import load_toml

if TYPE_CHECKING:
    from pathlib import Path

    from sandtable.board.maps import Map
    from sandtable.engine.rules.ground import Ground
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.row import Row

T = TypeVar("T")
Table = dict[str, Any]
Kinds = Mapping[str, "type[Row]"]

HEAD: Final = (
    "key",
    "game",
    "title",
    "says",
    "map",
    "revision",
    "options",
    "off",
    "begins_with",
    "parameters",
    "grants",
    "dates",
    "extends",
    "base",
    "charts",
)
"""What may stand at the head."""
PARTS: Final = (
    "setting", "chart", "cell", "preset", "note", "picture", "change", "was", "lost", "remove", "printed",
)  # fmt: skip
"""The tables that are no rows."""


class TextHead(Struct, frozen=True, forbid_unknown_fields=True):
    """What may stand at the head of a text, as it must be."""

    key: str
    title: str
    game: str = ""
    says: str = ""
    map: str = ""
    revision: str = ""
    options: tuple[str, ...] = ()
    parameters: dict[str, dict[str, Any]] = {}
    grants: tuple[str, ...] = ()
    dates: Dates | None = None
    begins_with: str = ""
    off: tuple[str, ...] = ()
    extends: str = ""
    base: str = ""


class ScenarioText(TextHead, frozen=True):
    """What the text of a scenario says, places by their ids."""

    setting: Table = {}
    rows: tuple[Row, ...] = ()
    presets: tuple[PresetDocument, ...] = ()
    notes: tuple[ScenarioNote, ...] = ()
    pictures: dict[str, bytes] = {}
    over: RowChanges = RowChanges()

    def document(self, family: InstalledGame, sheet: Map | None = None) -> ScenarioDocument:
        """Return it as a library keeps it, bound to the map as it is; an overlay that names none is on its base's."""
        if self.extends and not self.map:
            sheet = None
        bound = sheet.digest if sheet is not None else self.revision
        key = sheet.info.key if sheet is not None else self.map
        given = {name: dict(values) for name, values in self.parameters.items()}
        return ScenarioDocument.made_of(
            family, self.rows, key=self.key, title=self.title, says=self.says, map=key, revision=bound,
            setting=self.setting, options=self.options, parameters=given, grants=self.grants, dates=self.dates,
            notes=self.notes, pictures=self.pictures, preset=self.begins_with, off=self.off, extends=self.extends,
            base=self.base, over=self.over,
        )  # fmt: skip


def read_scenario_file(path: Path, kinds: Kinds, ground: Ground[Any, Any] | None, sheet: Map | None) -> ScenarioText:
    """Read the text of a scenario; charts that it names lie beside it."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Invalid(f"{path.name} cannot be read: {error}; name a text file in UTF-8") from error
    return read_scenario(text, path.name, kinds, ground, sheet, beside=path.parent)


def read_scenario(
    text: str, name: str, kinds: Kinds, ground: Ground[Any, Any] | None, sheet: Map | None, beside: Path | None = None
) -> ScenarioText:
    """Read the text of a scenario; raises ``Invalid`` naming the file, the table and the key that is wrong.

    With several it is a ``WrongText``, which tells of each table, row and part what is wrong with it first.
    ``kinds`` are the game's rows, ``sheet`` is the map whose spaces and regions it names (``None``: by ids alone).
    """
    return TextReading(name, load_toml(text, name), kinds, PlaceNames(sheet), text).scenario(ground, beside)


def read_scenario_table(
    table: dict[str, Any],
    name: str,
    kinds: Kinds,
    ground: Ground[Any, Any] | None,
    sheet: Map | None,
    beside: Path | None = None,
    text: str = "",
) -> ScenarioText:
    """Read a scenario whose ``text`` was taken apart already; ``read_scenario`` says the rest."""
    return TextReading(name, table, kinds, PlaceNames(sheet), text).scenario(ground, beside)


def read_presets(text: str, name: str) -> tuple[PresetDocument, ...]:
    """Read the presets in a text, ``[[preset]]`` each; raises ``Invalid`` for a text without any, or with more."""
    said = load_toml(text, name)
    reading = TextReading(name, said, {}, PlaceNames(None), text)
    for key in said:
        if key not in ("preset", "game"):
            raise reading.wrong("", "", str(unknown("table", key, ("preset",), "a file of presets")), key)
    found = tuple(reading.presets())
    for preset in found:
        if not preset.game:
            raise reading.wrong("preset", preset.key, 'it does not say for which game it is: write game = "..."')
    if not found:
        raise Invalid(f"{name} holds no preset: write a table [[preset]] for each")
    return found


class TextReading:
    """A text while it is read. What is wrong in it is noted, and the rest is read all the same."""

    def __init__(self, name: str, said: Table, kinds: Kinds, places: PlaceNames, text: str = "") -> None:
        self.name, self.said, self.kinds, self.places, self.text = name, said, kinds, places, text
        self.faults: list[Invalid] = []

    def scenario(self, ground: Ground[Any, Any] | None, beside: Path | None) -> ScenarioText:
        layers, tables = LayerReading(self), self.row_tables()
        rows: dict[tuple[str, str], Row] = {}
        for row in (
            *self.sound(self.charts(beside)),
            *self.sound(layers.designed_charts()),
            *(row for key in tables for row in self.sound(self.rows(key))),
        ):
            if rows.setdefault((type(row).stored, row.id), row) is not row:
                self.faults.append(self.wrong(type(row).stored, row.id, "it stands there twice: take one out"))
        presets = tuple(self.sound(self.presets()))
        nothing: tuple[tuple[ScenarioNote, ...], dict[str, bytes]] = ((), {})
        notes, pictures = self.tried(layers.illustrated_notes, nothing)
        empty: Table = {}
        head, over = self.tried(self.head, empty), self.tried(layers.over, RowChanges())
        setting = self.tried(lambda: self.setting(ground), empty)
        if self.faults:
            raise WrongText.of(self.faults)
        return ScenarioText(
            **head, setting=setting, rows=tuple(rows.values()), presets=presets, notes=notes, pictures=pictures,
            over=over,
        )  # fmt: skip

    def row_tables(self) -> list[str]:
        """Return the tables of rows in the order of the text; of any other that is there it is noted."""
        tables = [key for key in self.said if key not in (*HEAD, *PARTS)]
        for key in tables:
            if key not in self.kinds:
                why = str(unknown("table", key, {*self.kinds, *PARTS, *HEAD}))
                self.faults.append(self.wrong(key, "", why))
        return [key for key in tables if key in self.kinds]

    # -- what is wrong

    def tried(self, read: Callable[[], T], otherwise: T) -> T:
        """Return a part as it is read; where something is wrong with it, that is noted."""
        try:
            return read()
        except Invalid as error:
            self.faults.append(error)
            return otherwise

    def sound(self, found: Iterable[T]) -> Iterator[T]:
        """Go through what is read, up to where something is wrong: that is noted."""
        try:
            yield from found
        except Invalid as error:
            self.faults.append(error)

    def wrong(self, table: str, row: str, why: str, field: str = "", number: int = 1) -> TextFault:
        """Return what is wrong in a sentence, with its line; without a table it is at the head."""
        where = f"{table} {row!r}" if row else table
        return self.fault(": ".join(filter(None, (self.name, where, why))), table, row, field, number)

    def fault(self, says: str, table: str, row: str = "", field: str = "", number: int = 1) -> TextFault:
        """Return a sentence on something in the text, with its line where the text is at hand."""
        return TextFault(says, line_of(self.text, table, row, field, number) if self.text else 0)

    # -- head, setting, presets

    def head(self) -> Table:
        found: Table = {key: self.said[key] for key in HEAD if key in self.said and key != "charts"}
        for key in ("key", "title"):
            if not found.get(key):
                raise Invalid(f"{self.name} has no {key}: write it at the top")
        try:
            found = msgspec.structs.asdict(msgspec.convert(found, TextHead))
        except msgspec.ValidationError as error:
            wrong = unfit(error)
            raise self.wrong("", "", str(wrong), wrong.field) from error
        if (dates := found["dates"]) is not None and (fault := dates.fault()):
            raise self.wrong("", "", f"the dates of the scenario: {fault}", "dates")
        return found

    def setting(self, ground: Ground[Any, Any] | None) -> Table:
        said = self.said.get("setting", {})
        if not isinstance(said, dict):
            raise self.wrong("setting", "", "it is not a table: write [setting], and below it what it says")
        if ground is None:
            if said:
                raise self.wrong("setting", "", "the game has no ground that asks for one: take it out")
            return {}
        found = self.values(cast("Table", said), ground.setting, "setting", "")
        try:
            if not self.said.get("extends"):  # what an overlay does not say is said by its base
                ground.read_setting(found)
        except Invalid as error:
            raise self.fault(f"{self.name}: {error}", "setting") from error
        return found

    def presets(self) -> Iterator[PresetDocument]:
        return (self.preset(table) for table in self.tables("preset"))

    def preset(self, table: Table) -> PresetDocument:
        key = str(table.get("key", ""))
        for name in table:
            if name not in PresetDocument.__struct_fields__:
                raise self.wrong("preset", key, str(unknown("field", name, PresetDocument.__struct_fields__)), name)
        try:
            return msgspec.convert({"game": self.said.get("game", ""), **table}, PresetDocument, strict=True)
        except msgspec.ValidationError as error:
            raise self.wrong("preset", key, str(unfit(error))) from error

    # -- rows

    def tables(self, key: str) -> list[Table]:
        """Return the tables of an array of tables."""
        found: Any = self.said.get(key, [])
        if not (isinstance(found, list) and all(isinstance(one, dict) for one in cast("Any", found))):
            raise self.wrong(key, "", f"write a table [[{key}]] for each")
        return cast("list[Table]", found)

    def rows(self, key: str) -> Iterator[Row]:
        """Read the rows of a table: ``[[Corps]]`` each, or one in a line below ``[Corps]``."""
        said = self.said[key]
        if isinstance(said, dict):
            for id, table in cast("Table", said).items():
                if not isinstance(table, dict):
                    raise self.wrong(key, id, f"it is not a row: write {id} = {{ ... }} with its fields")
                yield from self.sound_row(key, {"id": id, **cast("Table", table)})
            return
        for number, table in enumerate(self.tables(key), 1):
            if not isinstance(table.get("id"), str):
                raise self.wrong(key, "", f'number {number} has no id: write id = "..."', number=number)
            yield from self.sound_row(key, table)

    def sound_row(self, key: str, said: Table) -> Iterator[Row]:
        """Read a row; of one that is wrong it is noted, and those after it are read."""
        try:
            row = self.row(key, said)
        except Invalid as error:
            self.faults.append(error)
        else:
            yield row

    def row(self, key: str, said: Table) -> Row:
        kind, id = self.kinds[key], str(said["id"])
        if not said.get("title") and _wants_title(kind):
            said = {**said, "title": id}
        found = self.values(said, kind, key, id)
        try:
            return msgspec.convert(found, kind)
        except msgspec.ValidationError as error:
            wrong = unfit(error)
            raise self.wrong(key, id, str(wrong), wrong.field) from error

    def values(self, said: Table, kind: type[Struct], table: str, row: str) -> Table:
        """Return the fields of a row, or of the setting, with places by their ids."""
        hints = dict(zip(kind.__struct_encode_fields__, hints_of(kind).values(), strict=True))
        found: Table = {}
        for field_name, value in said.items():
            if field_name not in hints:
                raise self.wrong(table, row, str(unknown("field", field_name, hints)), field_name)
            try:
                found[field_name] = read_value(value, hints[field_name], self.places)
            except Invalid as error:
                raise self.wrong(table, row, f"{field_name}: {error}", field_name) from error
        return found

    # -- charts

    def charts(self, beside: Path | None) -> Iterator[Chart]:
        files: Any = self.said.get("charts", [])
        if not (isinstance(files, list) and all(isinstance(one, str) for one in cast("Any", files))):
            raise Invalid(f"{self.name}: charts: name files of charts, each in quotes")
        for file in cast("list[str]", files):
            if beside is None:
                raise Invalid(f"{self.name}: charts: {file!r} cannot be read from here: write its charts as [[chart]]")
            yield from read_charts(beside / file)
        for table in self.tables("chart"):
            try:
                yield read_chart(self.name, dict(table))
            except Invalid as error:
                raise self.fault(str(error), "chart", str(table.get("id", ""))) from error


@cache
def _wants_title(kind: type[Struct]) -> bool:
    """Tell whether a row must have a title."""
    return any(
        one.name == "title" and one.default is NODEFAULT and one.default_factory is NODEFAULT for one in fields_of(kind)
    )
