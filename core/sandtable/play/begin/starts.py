"""What can be begun: scenarios with their games, where campaigns are kept, options as somebody writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sandtable.library.files.sqlite_errors import path_text
from sandtable.play.begin.presets import preset_choices, presets_for

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.discovery.modules import Plugins
    from sandtable.engine.errors import Invalid
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.rules.forms.rule_document import HouseRules
    from sandtable.engine.rules.options import Choices, Preset
    from sandtable.engine.rules.rulebooks import Rulebooks
    from sandtable.engine.rules.system import Scenario
    from sandtable.engine.running.chance import DiceSource
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.row import Row
    from sandtable.library.campaigns.carried_setup import CarriedSetup
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.library.store.library_file import Library


@dataclass(frozen=True, slots=True)
class Start:
    """A scenario with its game; one that is none of the game's own has its library and document besides."""

    family: InstalledGame
    scenario: Scenario
    library: Path | None = None
    document: ScenarioDocument | None = None
    harm: tuple[str, ...] = ()
    """What is to be told of its library, a sentence each: what else is damaged, a map that has changed since."""
    is_checked: bool = False
    """Whether all that ``sandtable check`` would find is known already."""

    @property
    def name(self) -> str:
        return self.scenario.key

    @classmethod
    def of(cls, document: ScenarioDocument, family: InstalledGame, library: Path, harm: Iterable[str] = ()) -> Start:
        """Return the start that a document of a library tells, laid over what it extends.

        Raises ``Invalid`` where that, or the preset that it begins with, is not there.
        """
        document = _laid(document, family, library)
        sheet = cache(partial(_bound_map, library, document)) if document.map else None
        return cls(family, document.scenario(family, sheet), library, document, tuple(harm))

    def rows(self) -> list[Row]:
        """Return everything it begins with; raises ``Invalid`` for a map that its game cannot be played on."""
        return self.family.system.start_rows(self.scenario)

    def require_sound(self) -> None:
        """Raise ``Invalid`` for a scenario of a library with errors in it: the worst, and how many more there are."""
        if self.document is None or self.is_checked:
            return
        from sandtable.engine.errors import Invalid
        from sandtable.lint.findings import worst_of
        from sandtable.lint.scenarios import check_scenario

        sheet = cast("Map | None", self.scenario.map() if self.scenario.map is not None else None)
        found = check_scenario(self.document, sheet, self.family)
        errors = [one.says for one in found if one.severity == "error"]
        if errors:
            where = f" ({path_text(self.library)})" if self.library is not None else ""
            raise Invalid(f"{self.name} cannot be played yet{where}: {worst_of(errors)}")

    def begin(
        self, choices: Choices | None = None, rows: Iterable[Row] | None = None, source: DiceSource | None = None
    ) -> Referee:
        """Begin it on its map, with its own options and rows unless others are given; the first ply is not played yet.

        Raises ``Invalid`` for a map that cannot be played.
        """
        from sandtable.engine.referee.referee import Referee

        chosen, laid = choices or self.begins_with, self.rows() if rows is None else rows
        return Referee.begin(self.family, laid, chosen, source=source, board=self.scenario.board())

    def to_carry(self) -> CarriedSetup:
        """Return what a campaign of it carries beside the map it is begun on: the scenario as it was found."""
        from sandtable.library.campaigns.carried_setup import CarriedSetup

        return CarriedSetup(layout=self.document)

    @property
    def begins_with(self) -> Choices:
        """The options that it is written for."""
        from sandtable.engine.rules.options import Choices

        given = {key: dict(values) for key, values in self.scenario.parameters.items()}
        return Choices(frozenset(self.scenario.options), given, grants=frozenset(self.scenario.grants))


def _laid(document: ScenarioDocument, family: InstalledGame, path: Path) -> ScenarioDocument:
    """Return a scenario as it is played."""
    if not (document.extends or document.preset or document.off):
        return document
    from sandtable.library.store.library_file import Library
    from sandtable.library.store.shelf import Shelf

    with Library.open_sound(path) as library:
        return Shelf(family, library).laid(document)


def _bound_map(path: Path, document: ScenarioDocument) -> Map:
    """Return the map of a scenario in a library, in the revision it is bound to; raises ``Invalid`` without one."""
    from sandtable.engine.errors import Invalid
    from sandtable.library.store.library_file import Library

    with Library.open_sound(path) as library:
        kept = library.revisions(document.map)
        if not kept:
            raise Invalid(f"scenario {document.key} lies on the map {document.map!r}, which is not in {path}")
        return library.map_to_play(document.map, document.revision if document.revision in kept else "")


def _outdated(library: Library, document: ScenarioDocument) -> Iterator[str]:
    """Say that the map of a scenario has changed since it was bound to it, or that its revision is gone."""
    kept = library.revisions(document.map)
    if document.revision in kept[1:]:
        yield (
            f"{document.key} is played on the map {document.map!r} as it was: the map has changed since; "
            f"`sandtable check {path_text(library.path)}` says what that changes, "
            "and how to bind it to the map as it is"
        )
    elif kept and document.revision and document.revision != kept[0]:
        yield (
            f"{document.key} is played on the map {document.map!r} as it is now: the revision that it was made for is "
            f"gone; look it over there, and `sandtable check {path_text(library.path)}` says how to bind it"
        )


def find_scenario(name: str, found: Plugins) -> Start:
    """Return the scenario of a name: ``SCENARIO``, ``GAME/SCENARIO`` or ``LIBRARY.db#SCENARIO``.

    Raises ``Invalid`` naming the nearest ones.
    """
    from sandtable.engine.errors import Invalid, unknown

    library, sharp, key = name.partition("#")
    if sharp:
        return of_library(Path(library), key, found)
    if Path(name).suffix and Path(name).is_file():
        raise Invalid(f"{name} is a file, not a scenario: one in a library is named LIBRARY.db#SCENARIO")
    game, slash, key = name.partition("/")
    if slash:
        family = found.family(game)
        return Start(family, family.scenario(key))
    if (start := _by_title(name, found)) is not None:
        return start
    families = found.families()
    starts = [Start(family, one) for family in families.values() for one in family.system.scenarios if one.key == name]
    if len(starts) > 1:
        many = " or ".join(f"{start.family.system.key}/{name}" for start in starts)
        raise Invalid(f"several games have a scenario {name}: name {many}")
    if not starts:
        if name in found.games:
            found.family(name)  # a broken game says what is wrong with it
        broken = sorted(set(found.games) - families.keys())
        hint = f"; {', '.join(broken)} could not be loaded, see `sandtable plugins`" if broken else ""
        known = [one.key for family in families.values() for one in family.system.scenarios]
        raise unknown("scenario", name, known, f"`sandtable list` shows them{hint}")
    return starts[0]


def _by_title(name: str, found: Plugins) -> Start | None:
    """Return the scenario that the title page of one game alone names, loading no other game."""
    from sandtable.engine.errors import SandtableError

    games = [game for game, title in found.titles().items() if any(one.key == name for one in title.scenarios)]
    if len(games) != 1:
        return None
    try:
        family = found.family(games[0])
    except SandtableError:
        return None  # it is broken, and so no scenario of this name can be begun
    return Start(family, family.scenario(name))


def of_library(path: Path, key: str, found: Plugins) -> Start:
    """Return a scenario of a library, as it stands there."""
    from sandtable.library.store.library_file import Library

    with Library.open_sound(path) as library:
        document = library.scenario(key)
        harm = (*library.harm, *_outdated(library, document))
        house = library.house_rules()
    return Start.of(document, _with_rules(found.family(document.game), house), path, harm)


def _with_rules(family: InstalledGame, house: Iterable[HouseRules]) -> InstalledGame:
    """Return a game with the house rules that lie in a library beside its scenarios."""
    return family.carrying(one for one in house if one.game == family.system.key)


def all_of_library(path: Path, families: Mapping[str, InstalledGame], harm: list[str] | None = None) -> list[Start]:
    """Return the scenarios of a library of these games, as they stand there.

    Of a damaged one, and of scenarios that cannot be read here, ``harm`` is told; without it they are refused.
    """
    from sandtable.engine.errors import Invalid
    from sandtable.library.store.library_file import Library

    with Library.open_sound(path) as library:
        if harm is not None:
            harm += library.harm
        documents = [library.scenario(head.key) for head in library.scenarios() if head.game in families]
        house = library.house_rules()
    families = {key: _with_rules(family, house) for key, family in families.items()}
    starts: list[Start] = []
    for one in documents:
        try:
            starts.append(Start.of(one, families[one.game], path))
        except Invalid as error:
            if harm is None:
                raise
            harm.append(str(error))
    return starts


def campaigns_folder() -> Path:
    """Return where campaigns are kept when no file is named."""
    from sandtable.home import home

    return home() / "campaigns"


# -- options as written


def start_presets(start: Start) -> dict[str, Preset]:
    """Return the presets for a scenario: those of its game, and those that its library brings along."""
    return presets_for(start.family, *([start.library] if start.library is not None else []))


def typed_choices(
    start: Start,
    on: Iterable[str],
    off: Iterable[str],
    values: Iterable[str],
    preset: str = "",
    harmed: Callable[[str], object] | None = None,
) -> Choices:
    """Return the scenario's options, or a preset's in their place, as changed on the command line.

    ``harmed`` is told what is damaged in the library that the preset names. Raises ``Invalid`` for a wrong name or
    value.
    """
    base = start.begins_with
    if preset:
        base = replace(preset_choices(preset, start.family, start.library, harmed), grants=base.grants)
    return switch_options(start.family, base, on, off, values)


def switch_options(
    family: Rulebooks, base: Choices, on: Iterable[str], off: Iterable[str], values: Iterable[str]
) -> Choices:
    """Return options with some switched on or off and some parameters set."""
    from sandtable.engine.errors import Invalid
    from sandtable.engine.rules.option_solver import parameters
    from sandtable.engine.rules.rulings import parameters_of

    on, off = list(on), list(off)
    for key in (*on, *off):
        if key not in family.options:
            raise unknown_option(family, key)
    if both := sorted({*on} & {*off}):
        raise Invalid(f"{both[0]} is switched both on and off: choose one")
    given = {key: dict(numbers) for key, numbers in base.parameters.items()}
    for text in values:
        key, name, value = _parameter(family, text)
        given.setdefault(key, {})[name] = value
        parameters(family.modules[key], given[key])
        if any(one.name == name and one.default == value for one in parameters_of(family.modules[key])):
            del given[key][name]  # a default is not written
    kept = {key: numbers for key, numbers in given.items() if numbers}
    return replace(base, on=(base.on | set(on)) - set(off), parameters=kept)


def unknown_option(family: Rulebooks, key: str) -> Invalid:
    """Say that no option is called so, and which rules files are not run: it may be of one of these."""
    from sandtable.engine.errors import unknown

    error = unknown("option", key, family.options, "; ".join(family.unread))
    if len(family.unread) == 1:
        (error.remedy,) = family.unread.values()
    return error


def _parameter(family: Rulebooks, text: str) -> tuple[str, str, Any]:
    """Read ``OPT.PARAM=VALUE``; the value is read as the parameter's type wants it."""
    import msgspec

    from sandtable.engine.errors import Invalid, unknown

    target, equals, value = text.partition("=")
    key, dot, name = target.strip().rpartition(".")
    if not (equals and dot and key and name):
        raise Invalid(f"{text!r} does not set a parameter: write OPTION.PARAMETER=VALUE")
    tunable = [one for one, module in family.modules.items() if module.Parameters.__struct_fields__]
    if key not in family.modules:
        raise unknown("option or ruling", key, {*family.options, *tunable})
    if key not in tunable:
        raise Invalid(f"{key} has no parameters; {', '.join(tunable) or 'nothing'} can be set")
    try:
        plain = msgspec.json.decode(value.strip())
    except msgspec.DecodeError:
        plain = value.strip()
    words = {"on": True, "yes": True, "off": False, "no": False}
    hint = next(
        (field.type for field in msgspec.structs.fields(family.modules[key].Parameters) if field.name == name), None
    )
    return key, name, words.get(str(plain).lower(), plain) if hint is bool else plain


def require_usable(family: InstalledGame, choices: Choices) -> None:
    """Raise ``Invalid`` with every reason and the nearest sets when these options cannot be used together."""
    from sandtable.engine.running.switching import check_options

    check_options(family, choices)
