"""What a library holds beside maps: scenarios and presets, as plain data that needs no game to be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from sandtable.engine.errors import Elsewhere, Invalid
from sandtable.engine.referee.epochs import made_here, made_with
from sandtable.engine.rules.options import Preset
from sandtable.engine.rules.system import Scenario
from sandtable.engine.state.encoding import Writing, changed_defaults, fill_defaults, plain, tells, whole
from sandtable.engine.state.upgrades import upgrade_rows
from sandtable.engine.unfit import unfit
from sandtable.library.store.older_changes import changes_brought_up
from sandtable.library.store.scenario_parts import Dates, RowChanges, Rows, ScenarioNote

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.encoding import Defaults
    from sandtable.engine.state.row import Row

_canonical: Final = msgspec.json.Encoder(order="sorted").encode

LATER: Final = ("setting", "grants", "dates", "notes", "preset", "off", "extends", "base", "over", "pictures")
"""Fields that documents did not have at first: they count in a digest where they say something."""

LONGEST_KEY: Final = 120
"""Characters of the longest key."""


def checked_key(what: str, key: str) -> str:
    """Return a key that something may be kept under: a line of visible characters; raises ``Invalid`` for another."""
    if 0 < len(key) <= LONGEST_KEY and key.isprintable() and key == key.strip():
        return key
    raise Invalid(
        f"{what} cannot be called {key[:LONGEST_KEY]!r}: "
        f"give it a key of 1 to {LONGEST_KEY} visible characters, without spaces around it"
    )


class ScenarioHead(Struct, frozen=True, kw_only=True):
    """What a list of scenarios tells of each."""

    key: str
    game: str
    title: str
    says: str = ""
    map: str = ""
    revision: str = ""


class ScenarioDocument(ScenarioHead, frozen=True, kw_only=True, omit_defaults=True):
    """A scenario: its own rows (sides, pieces, charts), its options, the revision of the map it is for.

    ``map`` is a map's key and ``revision`` the digest it had when the scenario was last looked over; ``setting`` is
    what the game's ground wants to know to lay out its rows from that map, ``grants`` what modules may need
    (``RuleModule.needs``) and this scenario has. ``preset`` names the choice of options that it begins with,
    ``options`` and ``off`` what it switches on and off besides. One that ``extends`` another holds what it puts
    (``rows``) and what it does to rows of that (``over``); ``base`` is the digest that this had when it was last
    looked over (``layers``).
    ``pictures`` are those that its notes show, by the hash of their content.
    ``writing`` says how the rows were written and what was not written of them, ``made`` which programs wrote them.
    """

    rows: Rows = {}
    setting: dict[str, Any] = {}
    options: tuple[str, ...] = ()
    parameters: dict[str, dict[str, Any]] = {}
    grants: tuple[str, ...] = ()
    dates: Dates | None = None
    notes: tuple[ScenarioNote, ...] = ()
    pictures: dict[str, bytes] = {}
    preset: str = ""
    off: tuple[str, ...] = ()
    extends: str = ""
    base: str = ""
    over: RowChanges = RowChanges()
    writing: Writing = Writing()
    made: str = ""

    @property
    def digest(self) -> str:
        """The hash of what it says; by whom and how it was written is no part of that."""
        says = asdict(self)
        del says["writing"], says["made"]
        for later in LATER:  # a scenario of before these has the hash it had
            if not says[later] or says[later] == RowChanges():
                del says[later]
        return sha256(_canonical(says)).hexdigest()

    @classmethod
    def of(cls, scenario: Scenario, family: InstalledGame, sheet: Map | None = None) -> ScenarioDocument:
        """Return a scenario of a game as it is kept in a library, with a note of how it was written."""
        return cls.made_of(
            family,
            scenario.own_rows(),
            key=scenario.key,
            title=scenario.title,
            says=scenario.says,
            map=sheet.info.key if sheet is not None else "",
            revision=sheet.digest if sheet is not None else "",
            setting=scenario.setting(),
            options=scenario.options,
            parameters={key: dict(values) for key, values in scenario.parameters.items()},
            grants=scenario.grants,
        )

    @classmethod
    def made_of(
        cls, family: InstalledGame, rows: Iterable[Row], *, setting: Mapping[str, Any], **head: Any
    ) -> ScenarioDocument:
        """Return a scenario of these rows, with a note of how it was written."""
        kept = rows_as_documents(rows)
        return cls(
            game=family.system.key, rows=kept, setting=_as_json(setting), writing=_writing(family, kept),
            made=made_here(family), **head,
        )  # fmt: skip

    def upgrade(self, family: InstalledGame) -> ScenarioDocument:
        """Return it as its game has it now: what has changed since it was written is told by its rows.

        Raises ``Elsewhere`` when it is of a later version of the game's data.
        """
        if self.writing.data > family.writing.data:
            raise self._elsewhere("its data are of a later version of the game")
        rows = self.rows
        if later := family.system.upgrades[self.writing.data - 1 :]:
            rows = upgrade_rows(
                later, {name: {id: dict(row) for id, row in some.items()} for name, some in rows.items()}
            )
        changed = changed_defaults(self.writing.defaults, family.defaults)
        if changed:
            rows = {name: _fill_defaults(family, name, some, changed) for name, some in rows.items()}
        if not later and not changed:
            return self
        over = changes_brought_up(self.over, later) if later and self.over != RowChanges() else self.over
        return replace(self, rows=rows, over=over, writing=_writing(family, rows), made=made_here(family))

    def written(self, family: InstalledGame) -> ScenarioDocument:
        """Return it with a note of how the rows that it has now are written here; one that is older is upgraded first.

        What is not written of a row is told by this note: without it a default that is another one later would count.
        """
        now = self.upgrade(family)
        return replace(now, writing=_writing(family, now.rows), made=made_here(family))

    def read(self, family: InstalledGame) -> list[Row]:
        """Return its own rows; raises ``Invalid`` naming the first that is not one of this game, and why.

        It is ``Elsewhere`` where they were written by programs other than those that are here.
        """
        if family.system.key != self.game:
            raise Invalid(
                f"scenario {self.key} is one of {self.game}, not of {family.system.key}: open it with its game"
            )
        document = self.upgrade(family)
        own = self.made in ("", made_here(family))
        try:
            return [
                _row(family, name, id, row, own=own) for name, rows in document.rows.items() for id, row in rows.items()
            ]
        except Invalid as error:
            if own:
                raise Invalid(f"scenario {self.key}: {error}") from error
            raise self._elsewhere(str(error)) from error

    def ground_rows(self, family: InstalledGame, sheet: Map) -> list[Row]:
        """Return the rows that the game lays out from a map under its own; raises ``Invalid`` for one that is unfit."""
        ground = family.system.ground
        if ground is None:
            return []
        laid = ground.rows(sheet, self.setting)
        return [row for row in laid if row.id not in self.rows.get(type(row).stored, {})]

    def _elsewhere(self, why: str) -> Elsewhere:
        made = made_with(self.made)
        return Elsewhere(
            f"scenario {self.key} was made by {made}, and what is installed here cannot read it ({why}): "
            "open it with those versions, or with newer ones that bring it up; nothing was changed"
        )

    def scenario(self, family: InstalledGame, sheet: Callable[[], Map] | None = None) -> Scenario:
        """Return it as something that can be begun on the map that ``sheet`` gives."""
        rows = self.read(family)
        return Scenario(
            self.key,
            self.title,
            lambda: list(rows),
            self.says,
            self.options,
            self.parameters,
            sheet,
            lambda: self.setting,
            self.grants,
        )


class PresetDocument(Struct, frozen=True, kw_only=True):
    """A named choice of options for a game; it adds to and takes from the one it extends."""

    key: str
    game: str
    title: str
    extends: str = ""
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    parameters: dict[str, dict[str, Any]] = {}

    def preset(self) -> Preset:
        """Return it as the engine has it."""
        return Preset(self.key, self.title, self.extends, self.on, self.off, self.parameters)


def _row(family: InstalledGame, name: str, id: str, row: dict[str, Any], *, own: bool) -> Row:
    try:
        read = msgspec.convert(row, family.schema.kind(name))
    except msgspec.ValidationError as error:
        raise Invalid(f"{name} {id!r} is not a valid row: {unfit(error)}") from error
    if not own and not tells(known := whole(read), row):
        strange = ", ".join(sorted(part for part in row if not tells(known.get(part), row[part])))
        raise Invalid(f"{name} {id!r} has {strange}, which this version does not know or reads differently")
    return read


def _fill_defaults(
    family: InstalledGame, name: str, rows: dict[str, Any], changed: Defaults
) -> dict[str, dict[str, Any]]:
    """Return rows of a table with what they meant by a default that is another now."""
    kind = family.schema.kinds.get(name)
    return {id: fill_defaults(row, name, kind, changed) for id, row in rows.items()} if kind is not None else rows


def _writing(family: InstalledGame, rows: Rows) -> Writing:
    """Say how rows are written here, with the defaults of their tables."""
    defaults = {path: some for path, some in family.defaults.items() if _table(path) in rows}
    return replace(family.writing, defaults=defaults)


def _table(path: str) -> str:
    return path.partition(".")[0].partition(":")[0]


def _as_json(setting: Mapping[str, Any]) -> dict[str, Any]:
    """Return a setting as JSON has it: lists for tuples, texts for keys."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(setting))
    return found


def rows_as_documents(rows: Iterable[Row]) -> Rows:
    """Return rows as plain data without their defaults, by table name and id."""
    found: Rows = {}
    for row in rows:
        found.setdefault(type(row).stored, {})[row.id] = plain(row)
    return {name: dict(sorted(table.items())) for name, table in sorted(found.items())}
