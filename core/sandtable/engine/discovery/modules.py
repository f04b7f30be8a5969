"""Finding games and rules modules, and what to do with a broken one: name it, leave it out, go on.

Games come by entry point (``sandtable.games``), rules modules of third parties by entry point
(``sandtable.rules``, named ``<game>.<module key>``) or as trusted single files in the user's rules folder.
What is not asked for is not imported.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from functools import cached_property, partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from sandtable.distribution import is_ours
from sandtable.engine.code_places import place_in
from sandtable.engine.discovery import trust
from sandtable.engine.discovery.loading import UNENDED, LoadAgain, left_unended, loading
from sandtable.engine.errors import Broken, Invalid, Remedy, SandtableError, advise, unknown
from sandtable.engine.failures import Trial, class_and_text, is_of_the_engine, text_of
from sandtable.engine.rules.forms.rule_text import form_files
from sandtable.engine.rules.system import GameSystem, GameTitle
from sandtable.engine.words import key_title
from sandtable.home import home
from sandtable.log import note

if TYPE_CHECKING:
    from sandtable.engine.rules.forms.rule_document import HouseRules
    from sandtable.engine.rules.rules import RuleModule
    from sandtable.engine.running.installed_game import InstalledGame

GAMES, RULES = "sandtable.games", "sandtable.rules"

Kind = Literal["game", "rules module", "rules file", "house rule"]
PluginStatus = Literal["ready", "broken", "not trusted", "left out"]
T = TypeVar("T")


class StartNormally(Remedy):
    """What is left out in safe mode is there otherwise."""

    says = "start without safe mode"


class TrustFile(Remedy):
    """A file of the rules folder, ``name``, is run once somebody trusts it."""

    says = "read it, then trust it"


@dataclass(frozen=True, slots=True)
class Plugin:
    """One thing found: what it is, where it comes from, how it stands.

    When it is not ready, ``fault`` says why, ``remedy`` what can be done, and ``why`` both. ``lacks``: what keeps one
    that is ready out of force in every scenario of its game.
    """

    kind: Kind
    name: str
    place: str
    standing: PluginStatus = "ready"
    fault: str = ""
    game: str = ""
    remedy: Remedy | None = None
    lacks: str = ""

    @property
    def why(self) -> str:
        return advise(self.fault, "" if self.remedy is None else str(self.remedy))


@dataclass(frozen=True, slots=True)
class Report:
    """All plugins there are."""

    plugins: tuple[Plugin, ...]

    @property
    def broken_plugins(self) -> tuple[Plugin, ...]:
        return tuple(plugin for plugin in self.plugins if plugin.standing == "broken")


class Plugins:
    """Everything that is installed. A game is imported when it is asked for, its third-party modules with it.

    ``safe``: leave all third parties out. ``folder``: where single rules files lie. ``kept``: house rules by form that
    are kept elsewhere; those of the folder count before them.
    """

    def __init__(
        self, *, safe: bool = False, folder: Path | None = None,
        kept: Callable[[], Iterable[HouseRules]] = tuple,
    ) -> None:  # fmt: skip
        self.safe, self._kept = safe, kept
        self.folder = folder if folder is not None else home() / "rules"
        self._titles: dict[str, GameSystem | GameTitle | Plugin] = {}
        self._families: dict[str, InstalledGame | Plugin] = {}
        self._third: list[tuple[Plugin, type[RuleModule] | None]] | None = None

    # -- games

    @cached_property
    def _games(self) -> dict[str, list[EntryPoint]]:
        """What is said to be a game, by key: every installed package is read for it, when it is first asked for."""
        return _by_name(entry_points(group=GAMES))

    @property
    def games(self) -> tuple[str, ...]:
        """The keys of all games found, broken ones too."""
        return tuple(self._games)

    def family(self, game: str) -> InstalledGame:
        """Return a game with all modules installed for it; raises ``Invalid`` for an unknown game, else ``Broken``."""
        if game not in self._games:
            raise unknown("game", game, self._games, "`sandtable plugins` lists what is installed")
        if game not in self._families:
            self._families[game] = self._make(game)
        found = self._families[game]
        if isinstance(found, Plugin):
            found = self._with_remedy(found)
            raise (Invalid if found.standing == "left out" else Broken)(found.fault, remedy=found.remedy)
        return found

    def titles(self) -> dict[str, GameSystem | GameTitle]:
        """Return what every game says of itself, loading none that has a title page; the others are in ``report``."""
        found = {game: self._title(game) for game in self._games}
        return {game: title for game, title in found.items() if not isinstance(title, Plugin)}

    def untitled(self) -> tuple[Plugin, ...]:
        """Return the games that could not even be asked for their titles."""
        return tuple(self._with_remedy(one) for game in self._games if isinstance(one := self._title(game), Plugin))

    def systems(self) -> dict[str, GameSystem]:
        """Return every game as it was declared, with nothing made of it yet; the others are in ``report``."""
        found = {game: self._system(game) for game in self._games}
        return {game: system for game, system in found.items() if not isinstance(system, Plugin)}

    def families(self) -> dict[str, InstalledGame]:
        """Return every game that works; the others are in ``report``."""
        found: dict[str, InstalledGame] = {}
        for game in self._games:
            try:
                found[game] = self.family(game)
            except SandtableError:
                continue
        return found

    def _make(self, game: str) -> InstalledGame | Plugin:
        system = self._system(game)
        if isinstance(system, Plugin):
            return system
        extra = [module for plugin, module in self._third_parties(game) if module is not None and plugin.game == game]
        from sandtable.engine.running.installed_game import InstalledGame

        ours = not is_third_party(self._games[game][0])
        kept = [] if self.safe else [rules for rules in self._kept() if rules.game == game]
        forms = [*kept, *(rules for _, rules in self._forms() if rules is not None and rules.game == game)]
        made = try_loading(lambda: InstalledGame(system, extra, ours=ours, by_form=forms))
        if isinstance(made, str):
            first = self._games[game][0]
            return Plugin("game", game, place(first), "broken", _left_out(f"game {game}", place(first), made))
        made.unread = {plugin.fault: plugin.remedy for plugin, _ in self._files if plugin.standing == "not trusted"}
        return made

    def _system(self, game: str) -> GameSystem | Plugin:
        title = self._title(game)
        if not isinstance(title, GameTitle):
            return title
        point = self._games[game][0]
        loaded = self._loaded_by(title.load, game, foreign=is_third_party(point))
        fault = loaded if isinstance(loaded, str) else title.fault_in(loaded)
        found: GameSystem | Plugin
        if isinstance(loaded, str) or fault:
            found = Plugin("game", game, place(point), "broken", _left_out(f"game {game}", place(point), fault), game)
        else:
            found = loaded
        self._titles[game] = found
        return found

    def _title(self, game: str) -> GameSystem | GameTitle | Plugin:
        if game not in self._titles:
            self._titles[game] = self._load(game, self._games[game])
        return self._titles[game]

    def _load(self, game: str, points: list[EntryPoint]) -> GameSystem | GameTitle | Plugin:
        plugin = Plugin("game", game, place(points[0]), game=game)
        if self.safe and is_third_party(points[0]):
            return replace(
                plugin,
                standing="left out",
                fault=f"game {game} ({plugin.place}) is left out in safe mode",
                remedy=StartNormally(),
            )
        note("game %s is loaded from %s (%s)", game, points[0].value, plugin.place)
        loaded = self._loaded_by(points[0].load, game, foreign=is_third_party(points[0]))
        if isinstance(loaded, GameSystem | GameTitle) and loaded.key != game:
            loaded = f"its key is {loaded.key}, but its entry point says {game}: make them the same"
        elif not isinstance(loaded, GameSystem | GameTitle | str):
            loaded = f"{points[0].value} is not a GameSystem"
        if isinstance(loaded, str):
            return replace(plugin, standing="broken", fault=_left_out(f"game {game}", plugin.place, loaded))
        return loaded

    def _loaded_by(self, load: Callable[[], T], name: str, *, foreign: bool) -> T | str:
        """Load a plugin; a third party's is looked after, and left out if it has not come to an end before."""
        if not foreign:
            return try_loading(load)
        if left_unended(self.folder, name):
            return UNENDED

        def watch_and_load() -> T:
            with loading(self.folder, name):
                return load()

        return try_loading(watch_and_load)

    # -- rules modules of third parties

    def _third_parties(self, game: str = "") -> list[tuple[Plugin, type[RuleModule] | None]]:
        """Return the modules for one game (``""``: for all), each with its class when it could be loaded."""
        if self._third is None:
            self._third = []
            self._loaded: set[str] = set()
            self._files = [*self._from_files()]
        for name, points in _by_name(entry_points(group=RULES)).items():
            if name not in self._loaded and (not game or name.partition(".")[0] == game):
                self._loaded.add(name)
                self._third += self._from_entry_points(name, points)
        return [*self._third, *self._files]

    def _from_entry_points(
        self, name: str, points: list[EntryPoint]
    ) -> Iterator[tuple[Plugin, type[RuleModule] | None]]:
        game, _, key = name.partition(".")
        for nth, point in enumerate(points):
            plugin = Plugin("rules module", name, place(point), game=game)
            if self.safe and is_third_party(point):
                yield replace(plugin, standing="left out", fault="left out in safe mode"), None
                continue
            what = f"rules module {name}"
            if not key:
                fault: Any = f"its entry point must be named <game>.<module key>, not {name!r}"
            elif nth:
                fault = f"{place(points[0])} has a module of that name too: uninstall one"
            elif game not in self._games:
                fault = _no_such_game(game, self._games)
            else:
                note("rules module %s is loaded from %s (%s)", name, point.value, plugin.place)
                fault = self._loaded_by(point.load, name, foreign=is_third_party(point))
                if not isinstance(fault, str):
                    fault = try_loading(partial(_sound, fault, game, key))
            if isinstance(fault, str):
                yield replace(plugin, standing="broken", fault=_left_out(what, plugin.place, fault)), None
            else:
                yield plugin, fault

    def _from_files(self) -> Iterator[tuple[Plugin, type[RuleModule] | None]]:
        try:
            files = trust.rule_files(self.folder)
            known, complaint = trust.read_trusted(self.folder), ""
        except Invalid as error:
            files, known, complaint = trust.rule_files(self.folder), {}, f" ({error})"
        for path in files:
            yield from self._from_file(path, known, complaint)

    def _from_file(
        self, path: Path, known: dict[str, str], complaint: str
    ) -> Iterator[tuple[Plugin, type[RuleModule] | None]]:
        from sandtable.engine.rules.rules import RuleModule

        plugin = Plugin("rules file", path.name, str(path))
        if self.safe:
            yield replace(plugin, standing="left out", fault="left out in safe mode"), None
            return
        try:
            content = path.read_bytes()
        except OSError as error:
            yield replace(plugin, standing="broken", fault=f"{path} cannot be read: {error.strerror}"), None
            return
        if known.get(path.name) != trust.digest(content):
            was = "has changed since it was trusted" if path.name in known else "is not trusted"
            remedy = TrustFile(name=path.name)
            yield replace(plugin, standing="not trusted", fault=f"{path} {was}{complaint}", remedy=remedy), None
            return
        note("rules file %s is run", path)
        loaded = self._loaded_by(lambda: trust.run(path, content), path.name, foreign=True)
        if isinstance(loaded, str):
            yield replace(plugin, standing="broken", fault=_left_out("rules file", path.name, loaded)), None
            return
        modules = [
            one
            for one in vars(loaded).values()
            if inspect.isclass(one) and issubclass(one, RuleModule) and one.__module__ == loaded.__name__
        ]
        if not modules:
            yield (
                replace(plugin, standing="broken", fault=_left_out("rules file", path.name, "it holds no RuleModule")),
                None,
            )
        for module in modules:
            yield self._of_file(module, path)

    def _of_file(self, module: type[RuleModule], path: Path) -> tuple[Plugin, type[RuleModule] | None]:
        game, key = module.game, getattr(module, "key", "")
        name = f"{game}.{key}" if game and key else f"{path.name}: {module.__qualname__}"
        plugin = Plugin("rules file", name, str(path), game=game)
        fault = unsound(module, game, key)
        if not fault and not game:
            fault = 'it does not say for which game it is: add `game = "<game key>"`'
        elif not fault and game not in self._games:
            fault = _no_such_game(game, self._games)
        if fault:
            return replace(plugin, standing="broken", fault=_left_out(f"rules module {name}", path.name, fault)), None
        return plugin, as_option(module)

    def _forms(self) -> Iterator[tuple[Plugin, HouseRules | None]]:
        """Go through the house rules by form in the rules folder: data, which nobody need trust."""
        for path, rules, fault in form_files(self.folder) if not self.safe else ():
            plugin = Plugin("house rule", path.name, str(path))
            if rules is None:
                yield replace(plugin, standing="broken", fault=_left_out("house rule", path.name, fault)), None
            elif rules.game not in self._games:
                fault = _left_out("house rule", path.name, _no_such_game(rules.game, self._games))
                yield replace(plugin, standing="broken", fault=fault), None
            else:
                yield replace(plugin, name=f"{rules.game}.{rules.key}", game=rules.game), rules

    # -- the report

    def report(self) -> Report:
        """Load everything and say how it stands."""
        found: list[Plugin] = []
        for game, points in self._games.items():
            found += self._report_game(game, points)
        for plugin, module in self._third_parties():
            why = self._why_left_out(plugin, module) if module is not None else ""
            lacks = self._lacks(plugin, module) if module is not None and not why else ""
            found.append(replace(plugin, standing="broken", fault=why) if why else replace(plugin, lacks=lacks))
        found += (self._report_form(plugin, rules) for plugin, rules in self._forms())
        return Report(tuple(map(self._with_remedy, found)))

    def _report_form(self, plugin: Plugin, rules: HouseRules | None) -> Plugin:
        from sandtable.engine.running.installed_game import InstalledGame

        family = self._families.get(plugin.game) if rules is not None else None
        if rules is None or not isinstance(family, InstalledGame) or rules.key not in family.left_out:
            return plugin
        fault = _left_out("house rule", Path(plugin.place).name, family.left_out[rules.key])
        return replace(plugin, standing="broken", fault=fault)

    def _with_remedy(self, plugin: Plugin) -> Plugin:
        """Say of a plugin that was left out for not coming to an end that it can be loaded again."""
        if plugin.standing != "broken" or not left_unended(self.folder, plugin.name):
            return plugin
        return replace(plugin, remedy=LoadAgain(name=plugin.name))

    def _report_game(self, game: str, points: list[EntryPoint]) -> Iterator[Plugin]:
        plugin = Plugin("game", game, place(points[0]), game=game)
        try:
            self.family(game)
        except SandtableError:
            broken = self._families[game]
            assert isinstance(broken, Plugin)
            plugin = broken
        yield plugin
        for point in points[1:]:
            why = _left_out(
                f"game {game}", place(point), f"{place(points[0])} brings a game of that name too: uninstall one"
            )
            yield Plugin("game", game, place(point), "broken", why, game)

    def _lacks(self, plugin: Plugin, module: type[RuleModule]) -> str:
        """Say what a module needs that no scenario of its game grants."""
        family = self._families.get(plugin.game)
        if family is None or isinstance(family, Plugin) or not (words := family.missing_grants(module.key)):
            return ""
        return f"no scenario of {family.system.title} grants {', '.join(words)}, which it needs"

    def _why_left_out(self, plugin: Plugin, module: type[RuleModule]) -> str:
        """Return why the game's family has left the module out, if it has."""
        family = self._families.get(plugin.game)
        if family is None or isinstance(family, Plugin):
            return (
                f"{plugin.name} ({plugin.place}) waits for game {plugin.game}, which is not available"
                if family is not None
                else ""
            )
        if family.modules.get(module.key) is module:
            return ""
        return _left_out(
            plugin.kind if plugin.name in plugin.place else f"rules module {plugin.name}",
            _short(plugin),
            family.left_out.get(module.key, "it clashes"),
        )


def try_loading(load: Callable[[], T]) -> T | str:
    """Run foreign code; return what it gives, or in words how it failed. What it prints goes to standard error."""
    with Trial() as trial, redirect_stdout(sys.stderr):
        return load()
    error = trial.failure
    assert error is not None  # or load had returned
    if is_of_the_engine(error):
        return text_of(error)
    if isinstance(error, SystemExit):
        return "it calls sys.exit when it is imported"
    if isinstance(error, ModuleNotFoundError) and error.name:
        return f"it does not import: there is no module {error.name}"
    return f"it does not import: {class_and_text(error)}{_line_of(error)}"


def _line_of(error: BaseException) -> str:
    """Say where in the plugin an error was raised."""
    if isinstance(error, SyntaxError):
        return ""
    trace, where = error.__traceback__, ""
    while trace is not None:
        if (
            trace.tb_frame.f_code.co_filename not in (__file__, trust.__file__)
            and "importlib" not in trace.tb_frame.f_code.co_filename
        ):
            where = f" ({place_in(trace.tb_frame, trace.tb_lineno)})"
        trace = trace.tb_next
    return where


def unsound(module: object, game: str, key: str) -> str:
    """Say what keeps this from being the rules module that it is named as; an empty text means nothing."""
    from sandtable.engine.rules.rules import RuleModule

    if isinstance(module, RuleModule):
        return f"hand over the class {type(module).__name__}, not an instance: leave the () away"
    if not (inspect.isclass(module) and issubclass(module, RuleModule)):
        return f"{module!r} is not a RuleModule"
    own = getattr(module, "key", None)
    if not isinstance(own, str) or not own:
        return f'{module.__qualname__} has no key: add `key = "..."`'
    if own != key:
        return f"its key is {own}, but its entry point says {key}: make them the same"
    if module.game and module.game != game:
        return f"it says game = {module.game!r}, but its entry point says {game}: make them the same"
    return ""


def _sound(module: Any, game: str, key: str) -> type[RuleModule] | str:
    """Return a third party's module as an option, or what keeps it from being one."""
    return unsound(module, game, key) or as_option(module)


def as_option(module: type[RuleModule]) -> type[RuleModule]:
    """Return a third party's module as an option: installed is not on, a group switches on what it plays with."""
    from sandtable.engine.rules.options import Option

    if module.option is None:
        says = (inspect.getdoc(module) if module.__doc__ else "") or f"The module {module.key}."
        module.option = Option(key_title(module.key), says.split("\n\n")[0].replace("\n", " "))
    return module


def left_a_plugin(error: BaseException) -> str:
    """Name the module or package that an exception has come out of, with its line; empty where it is our own code."""
    from sandtable.engine.rules.rules import RuleModule

    points = (*entry_points(group=GAMES), *entry_points(group=RULES))
    packages = {point.value.partition(":")[0].partition(".")[0] for point in points}
    packages |= {name.removesuffix("_title") for name in packages}  # the title page of a game that is one file
    found, trace = "", error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        name = str(frame.f_globals.get("__name__", ""))
        if name.partition(".")[0] in packages or name.startswith(trust.PACKAGE):
            owner = frame.f_locals.get("self")
            whose = f"module {owner.key}" if isinstance(owner, RuleModule) else name
            found = f"{whose} ({place_in(frame, trace.tb_lineno)}, in {frame.f_code.co_name})"
        trace = trace.tb_next
    return found


def is_third_party(point: EntryPoint) -> bool:
    """Tell whether an entry point is not of our own distribution."""
    return point.dist is None or not is_ours(point.dist.name)


def place(point: EntryPoint) -> str:
    """Say which distribution an entry point comes from."""
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else point.value


def _by_name(points: Iterable[EntryPoint]) -> dict[str, list[EntryPoint]]:
    found: dict[str, list[EntryPoint]] = {}
    for point in sorted(points, key=lambda point: (point.name, is_third_party(point), place(point))):
        known = found.setdefault(point.name, [])
        if not any((other.value, place(other)) == (point.value, place(point)) for other in known):
            known.append(point)
    return found


def _no_such_game(game: str, games: Iterable[str]) -> str:
    return str(unknown("game", game, games, "install the game"))


def _left_out(what: str, where: str, fault: str) -> str:
    return f"{what} ({where}) is left out: {fault}"


def _short(plugin: Plugin) -> str:
    return Path(plugin.place).name if plugin.kind == "rules file" else plugin.place
