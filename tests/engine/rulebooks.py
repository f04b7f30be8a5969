"""Random families of rule modules, and a plain slow reference that says what they must answer.

A family is drawn as plain data (`Module`, `Function`). `system()` makes real rule modules of it; `Reference` works
every answer out again from the plain data alone, at each call, in the simplest way there is.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, Literal

from sandtable.engine import (
    Action,
    Game,
    GameSystem,
    HookSet,
    Moment,
    Option,
    Phase,
    Reaction,
    Refusal,
    RuleModule,
    Step,
    collects,
    decides,
    happens,
    hookimpl,
    opens,
    reacts,
    refuses,
    roll,
    rule,
    settles,
)
from sandtable.engine import Sequence as Steps
from sandtable.testing import toy

Mode = Literal["own", "pass", "wrap", "twice", "hand on"]


class Advance(Action, frozen=True):
    """An action that rules refuse."""


class Charge(Advance, frozen=True):
    """A special one: what is refused of its kind holds for it too."""


class Sighted(Moment, frozen=True):
    """A moment that rules react to."""


class Ambush(Sighted, frozen=True):
    """A special one."""


class Places(HookSet):
    """Hooks of all four kinds."""

    @collects
    def parts(self, game: Game, a: int, b: str) -> Iterable[str] | None:
        """Add words."""

    @collects
    def more_parts(self, game: Game, a: int, b: str) -> Iterable[str] | None:
        """Add other words."""

    @decides
    def limit(self, game: Game, a: int) -> int | None:
        """Say a number, or none."""

    @decides
    def number(self, game: Game, a: int) -> int:  # type: ignore[empty-body]
        """Say a number."""

    @happens
    async def after(self, game: Game, a: int, b: str) -> str | None:
        """Do something."""

    @settles
    async def owner(self, game: Game, b: str) -> str | None:
        """Say who."""


# name of the place -> its manner, the arguments it hands out (after `game`), the key a listener has
HOOKS: dict[str, tuple[str, tuple[str, ...]]] = {
    "parts": ("collects", ("a", "b")),
    "more_parts": ("collects", ("a", "b")),
    "limit": ("decides", ("a",)),
    "number": ("decides", ("a",)),
    "after": ("happens", ("a", "b")),
    "owner": ("settles", ("b",)),
}
LISTENERS: dict[str, tuple[str, tuple[str, ...], Callable[[Any], Any]]] = {
    "refuses Advance": ("refuses", ("act", "ask"), refuses(Advance)),
    "refuses Charge": ("refuses", ("act", "ask"), refuses(Charge)),
    "reacts Sighted": ("reacts", ("moment",), reacts(Sighted)),
    "reacts Ambush": ("reacts", ("moment",), reacts(Ambush)),
    "opens play": ("tells", ("frame",), opens("play")),
    "opens pause": ("tells", ("frame",), opens("pause")),
}
MANNER = {**{name: manner for name, (manner, _) in HOOKS.items()}, **{n: m for n, (m, _, _) in LISTENERS.items()}}
ARGUMENTS = {**{name: given for name, (_, given) in HOOKS.items()}, **{n: g for n, (_, g, _) in LISTENERS.items()}}
EVENTS = ("happens", "settles", "tells")
SEEN: dict[str, Any] = {"a": 7, "b": "x"}
HANDED_ON: dict[str, Any] = {"a": 8, "b": "y"}
TRACE: list[str] = []


@dataclass(frozen=True)
class Function:
    """One rule function: where it answers, what it cites, what it takes, what it says."""

    module: str
    name: str
    place: str  # "" for an amendment
    ids: tuple[str, ...]
    takes: tuple[str, ...]
    supersedes: tuple[str, ...] = ()
    amends: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    commutes: bool = False
    awaits: bool = False
    default: bool = False
    silent: bool = False
    mode: Mode = "own"

    def says(self, given: dict[str, Any]) -> str:
        return (
            f"{self.name}({', '.join(f'{name}={describe_value(given[name])}' for name in self.takes if name != 'was')})"
        )

    def handed_on(self, given: dict[str, Any]) -> dict[str, Any]:
        """The arguments that an amendment passes to the old rule by their names."""
        if self.mode != "hand on":
            return {}
        return {name: HANDED_ON.get(name, given[name]) for name in self.takes if name not in ("was", "game")}

    def own(self, manner: str, given: dict[str, Any]) -> Any:
        """What the function answers out of itself."""
        if self.silent or manner == "tells":
            return None
        match manner:
            case "collects":
                return [self.says(given), self.name]
            case "decides":
                return 1 + len(self.name) % 2
            case "refuses":
                return Refusal(self.says(given))
            case "reacts":
                return [Reaction("Blue", Charge, self.says(given), self.ids[0] if self.ids else "")]
            case _:
                return self.says(given)

    def amend(self, manner: str, old: Any, given: dict[str, Any]) -> Any:
        """What an amendment makes of the old answer."""
        if self.mode in ("pass", "twice", "hand on"):
            return old
        match manner:
            case "collects" | "reacts":
                return [*(old or ()), *(self.own(manner, given) or ())]
            case "decides":
                return None if self.silent else (old or 0) + 10
            case "refuses":
                return None if old is not None else self.own(manner, given)
            case "tells":
                return None
            case _:
                return f"{self.name}<{old}>"


@dataclass(frozen=True)
class Module:
    """One module: its place in the order, whether it is an option, its functions, what it replaces as a whole."""

    key: str
    after: tuple[str, ...]
    option: bool
    functions: tuple[Function, ...]
    ids: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()


def describe_value(value: Any) -> str:
    return repr(value) if isinstance(value, int | str) else type(value).__name__


# -- drawing a family


@dataclass
class Draw:
    """Draws one family from a seed; what the engine refuses when it is installed is not drawn."""

    rng: Random
    functions: list[Function] = field(default_factory=list)

    def family(self) -> list[Module]:
        """Draw a family; three of four are ones without a conflict when everything is on."""
        for _ in range(8):
            self.functions = []
            modules = self.modules()
            all_on = frozenset(m.key for m in modules if m.option)
            if not Reference(modules, all_on).conflicts() or self.rng.random() < 0.06:
                break
        return modules

    def modules(self) -> list[Module]:
        rng = self.rng
        keys = rng.sample(["ash", "birch", "cedar", "elm", "fir", "hazel", "larch", "oak"], rng.randint(2, 6))
        modules: list[Module] = []
        if rng.random() < 0.7:
            self.functions.append(Function("base", "base_0", "number", ("R-base_0",), ("a",), default=True))
            modules.append(Module("base", (), False, (self.functions[0],)))
        for at, key in enumerate(keys):
            earlier = tuple(rng.sample(keys[:at], min(at, rng.choice([0, 1, 1, 2]))))
            mine = tuple(self.function(key, n, manner=rng.random()) for n in range(rng.randint(1, 4)))
            class_wide = self.targets(rng.choice([0, 0, 0, 0, 1]))
            ids = (f"R-{key}-whole",) if class_wide else ()
            modules.append(Module(key, earlier, rng.random() < 0.6, mine, ids, class_wide))
        return [replace(m, functions=tuple(self.give_order(f) for f in m.functions)) for m in modules]

    def targets(self, most: int) -> tuple[str, ...]:
        alone = [f.ids[0] for f in self.functions if len(f.ids) == 1]
        return tuple(self.rng.sample(alone, min(most, len(alone))))

    def function(self, key: str, n: int, manner: float) -> Function:
        rng = self.rng
        name = f"{key}_{n}"
        ids = (f"R-{name}",) if rng.random() < 0.8 else () if rng.random() < 0.5 else (f"R-{name}", f"R-{name}-b")
        amends = self.alike(self.targets(1)) if manner < 0.4 else ()
        if amends:
            made = self.amendment(key, name, amends)
        else:
            place = rng.choice([*HOOKS, *LISTENERS])
            given = ("game", *ARGUMENTS[place])
            takes = tuple(rng.sample(given, rng.randint(0, len(given))))
            made = Function(key, name, place, ids, takes)
            made = replace(made, awaits=MANNER[place] in EVENTS and rng.random() < 0.5)
            if place in HOOKS and MANNER[place] in ("decides", "settles"):
                made = replace(made, default=rng.random() < 0.3)
        if made.ids:
            made = replace(made, supersedes=self.targets(rng.choice([0, 0, 0, 0, 0, 0, 1, 1, 2])))
            if set(amends) & set(made.supersedes):
                made = replace(made, supersedes=())
        made = replace(made, silent=rng.random() < 0.3)
        self.functions.append(made)
        return made

    def alike(self, targets: tuple[str, ...]) -> tuple[str, ...]:
        """Return a rule to amend, sometimes together with another one of its place."""
        if not targets or self.rng.random() < 0.7:
            return targets
        place = place_of(self.functions, targets)
        others = [f.ids[0] for f in self.functions if len(f.ids) == 1 and self.home(f) == place]
        return tuple(dict.fromkeys((*targets, self.rng.choice(others))))

    def home(self, function: Function) -> str:
        return function.place or place_of(self.functions, function.amends)

    def amendment(self, key: str, name: str, amends: tuple[str, ...]) -> Function:
        rng = self.rng
        place = place_of(self.functions, amends)
        given = ("game", *ARGUMENTS[place])
        takes = ("was", *rng.sample(given, rng.randint(0, len(given))))
        mode: Mode = rng.choice(["own", "pass", "wrap", "wrap", "twice", "hand on"])
        targets = [function for function in self.functions if set(amends) & set(function.ids)]
        must = any(target.awaits for target in targets) or mode in (
            "wrap",
            "twice",
        )  # what amends a rule that may ask must await it
        awaits = MANNER[place] in EVENTS and (must or rng.random() < 0.5)
        return Function(
            key, name, "", (f"R-{name}",), takes, amends=amends, commutes=rng.random() < 0.8, awaits=awaits, mode=mode
        )

    def give_order(self, function: Function) -> Function:
        """Give some functions a declared order among rules (circles included: they must be found)."""
        if not function.ids or self.rng.random() > 0.4:
            return function
        at = self.functions.index(function)
        earlier, later = self.functions[:at], self.functions[at + 1 :]
        if self.rng.random() < 0.15:
            earlier, later = later, earlier
        backward = self.rng.random() < 0.5
        ids = [id for f in (earlier if backward else later) for id in f.ids]
        some = tuple(self.rng.sample(ids, min(len(ids), self.rng.randint(1, 3))))
        return replace(function, after=some) if backward else replace(function, before=some)


def place_of(functions: Iterable[Function], amends: tuple[str, ...]) -> str:
    function = next(f for f in functions if amends[0] in f.ids)
    return function.place or place_of(functions, function.amends)


# -- making real modules of it


def system(modules: Sequence[Module]) -> GameSystem:
    every = [f for m in modules for f in m.functions]
    play = Steps("turn", (Phase("play", (Step("play"), Step("pause")), each="side"),))
    return toy(*(real(module, every) for module in modules), hook_sets=(Places,), sequences=(play,))


def real(module: Module, every: list[Function]) -> type[RuleModule]:
    body: dict[str, Any] = {"key": module.key, "after": module.after, "__doc__": f"The module {module.key}."}
    if module.option:
        body["option"] = Option(module.key, "An option.")
    body |= {function.name: write_function(function, every) for function in module.functions}
    made = type(module.key, (RuleModule,), body)
    return rule(*module.ids, supersedes=module.supersedes)(made) if module.ids else made


def write_function(function: Function, every: list[Function]) -> Any:
    """Write the function with exactly the parameters it takes, and mark it."""
    manner = MANNER[function.place or place_of(every, function.amends)]
    names = ", ".join(function.takes)
    seen = ", ".join(f"{name!r}: {name}" for name in function.takes)
    word, call = ("async ", "await slowly") if function.awaits else ("", "at_once")
    source = f"{word}def {function.name}(self, {names}):\n    return {call}(function, manner, {{{seen}}})\n"
    space = {"function": function, "manner": manner, "slowly": slowly, "at_once": at_once}
    exec(source, space)  # a function of these very parameters can only be written
    made: Any = space[function.name]
    if function.ids:
        made = rule(
            *function.ids,
            supersedes=function.supersedes,
            amends=function.amends,
            after=function.after,
            before=function.before,
            commutes=function.commutes,
        )(made)
    if function.place in HOOKS:
        made = hookimpl(of=inspect.getattr_static(Places, function.place), default=function.default)(made)
    elif function.place:
        made = LISTENERS[function.place][2](made)
    return made


def at_once(function: Function, manner: str, given: dict[str, Any]) -> Any:
    TRACE.append(f"{function.says(given)} …")
    if not function.amends or function.mode == "own":
        return function.own(manner, given)
    old = given["was"](**function.handed_on(given))
    if function.mode == "twice":
        old = given["was"]()
    return function.amend(manner, old, given)


async def slowly(function: Function, manner: str, given: dict[str, Any]) -> Any:
    TRACE.append(f"{function.says(given)} …")
    await roll("1d6", why="a pause", rule="R")
    if not function.amends or function.mode == "own":
        answer = function.own(manner, given)
    else:
        old = await given["was"](**function.handed_on(given))
        if function.mode == "twice":
            old = await given["was"](**function.handed_on(given))
        answer = function.amend(manner, old, given)
    TRACE.append(f"{function.name} is done")
    return answer


# -- the reference


class Conflict(Exception):
    """The declared rules collide; `ids` are those of which at least one must be named."""

    def __init__(self, *ids: str) -> None:
        super().__init__(", ".join(ids))
        self.ids = ids


class Reference:
    """What a family must answer under a set of options: each answer worked out anew, what is declared read once."""

    def __init__(self, modules: Sequence[Module], on: frozenset[str]) -> None:
        self.modules = list(modules)
        self.on = on
        self.trace: list[str] = []

    # order

    @cached_property
    def module_order(self) -> list[str]:
        left = sorted(m.key for m in self.modules)
        out: list[str] = []
        while left:
            key = next(k for k in left if not any(self.comes_before(other, k) for other in left))
            out.append(key)
            left.remove(key)
        return out

    def comes_before(self, first: str, second: str) -> bool:
        after = next(m for m in self.modules if m.key == second).after
        return first in after or any(self.comes_before(first, one) for one in after)

    @cached_property
    def functions(self) -> list[Function]:
        """All functions of modules in force, in the order of modules, then of definition."""
        by_key = {m.key: m for m in self.modules}
        return [f for key in self.module_order if self.counts(by_key[key]) for f in by_key[key].functions]

    def counts(self, module: Module) -> bool:
        return not module.option or module.key in self.on

    def pair(self, first: Function, second: Function) -> bool:
        by_rule = any(id in first.before for id in second.ids) or any(id in second.after for id in first.ids)
        return by_rule or self.comes_before(first.module, second.module)

    def follows(
        self, first: Function, second: Function, among: list[Function], seen: tuple[Function, ...] = ()
    ) -> bool:
        """Tell whether an order of the two follows from the declared ones among these functions."""
        if self.pair(first, second):
            return True
        steps = [f for f in among if f not in (*seen, first) and self.pair(first, f)]
        return any(self.follows(f, second, among, (*seen, first)) for f in steps)

    def in_order(self, functions: list[Function]) -> list[Function]:
        left, out = list(functions), list[Function]()
        while left:
            free = [f for f in left if not any(self.pair(other, f) for other in left if other is not f)]
            if not free or (len(functions) > 1 and any(self.pair(f, f) for f in left)):
                raise Conflict(*(id for f in left for id in f.ids))
            out.append(free[0])
            left.remove(free[0])
        return out

    # replacement

    @cached_property
    def claims(self) -> list[tuple[str, str]]:
        """(superseded rule, rule in its place) of everything in force."""
        found: list[tuple[str, str]] = []
        for module in self.modules:
            if self.counts(module):
                found += [(target, module.ids[0]) for target in module.supersedes]
                found += [(target, f.ids[0]) for f in module.functions for target in f.supersedes]
        return found

    def ends(self, id: str, seen: tuple[str, ...] = ()) -> set[str]:
        """The rules that stand in the place of a rule in the end."""
        if id in seen:
            raise Conflict(*seen)
        places = [by for target, by in self.claims if target == id]
        return set().union(*(self.ends(by, (*seen, id)) for by in places)) if places else {id}

    def end(self, id: str) -> str:
        ends = self.ends(id)
        if len(ends) > 1:
            raise Conflict(id, *ends)
        return ends.pop()

    def is_superseded(self, id: str) -> bool:
        return any(target == id for target, _ in self.claims)

    @cached_property
    def standing(self) -> list[Function]:
        return [f for f in self.functions if not any(self.is_superseded(id) for id in f.ids)]

    def stands(self, id: str) -> bool:
        cited = {id for f in self.functions for id in f.ids}
        cited |= {id for m in self.modules if self.counts(m) for id in m.ids}
        return id in cited and not self.is_superseded(id)

    # amendment

    def home(self, function: Function) -> str:
        return function.place or place_of([f for m in self.modules for f in m.functions], function.amends)

    def amenders(self, function: Function) -> list[Function]:
        """The amendments of a function, innermost first."""
        found = [f for f in self.standing if any(self.end(id) in function.ids for id in f.amends)]
        for at, first in enumerate(found):
            for second in found[at + 1 :]:
                known = self.follows(first, second, found) or self.follows(second, first, found)
                if not known and not (first.commutes and second.commutes):
                    raise Conflict(*function.ids)
        for amender in found:
            old, new = self.home(amender), self.home(function)
            if (MANNER[old], ARGUMENTS[old]) != (MANNER[new], ARGUMENTS[new]):
                raise Conflict(*amender.ids)
        return self.in_order(found)

    def goes_round(self, function: Function, trail: tuple[Function, ...] = ()) -> None:
        """Raise ``Conflict`` where a function is an amendment of itself, by way of a replacement."""
        if function in trail:
            raise Conflict(*(id for one in trail for id in one.ids))
        for amender in self.standing:
            if any(self.end(id) in function.ids for id in amender.amends):
                self.goes_round(amender, (*trail, function))

    def base_answer(self, place: str) -> None:
        """Raise ``Conflict`` where the base answer that a place must have is superseded, and no other left."""
        gone = [f for f in self.functions if f.place == place and f.default and f not in self.standing]
        if gone and not any(f.place == place and f.default for f in self.standing):
            raise Conflict(*(id for f in gone for id in f.ids))

    def conflicts(self) -> list[str]:
        """Return the rules that conflicts are about which must be found when the rulebook is made."""
        found: list[str] = []
        for target, _ in self.claims:
            found += ids_in_conflict(self.end, target)
        for function in self.standing:
            found += ids_in_conflict(self.goes_round, function)
            found += ids_in_conflict(self.amenders, function)
        for place in MANNER:
            found += ids_in_conflict(self.voices, place)
        found += ids_in_conflict(self.base_answer, "number")
        return found

    # calling

    def call(self, function: Function, given: dict[str, Any], amenders: list[Function]) -> Any:
        """Call a function through its amenders (outermost last)."""
        manner = MANNER[self.home(function)]
        if not amenders:
            return self.add_citation(function, self.body(function, manner, given, None))
        *inner, outer = amenders

        def old(handed: dict[str, Any]) -> Any:
            return self.call(function, handed, inner)

        return self.amending(outer, function, given, old, self.amenders(outer))

    def amending(
        self, amender: Function, target: Function, given: dict[str, Any], was: Any, over: list[Function]
    ) -> Any:
        """Call an amendment of a function, which may have amenders of its own."""
        if not over:
            answer = self.body(amender, MANNER[self.home(target)], given, was)
            return self.add_citation(amender, answer, target)
        *inner, outer = over

        def old(handed: dict[str, Any]) -> Any:
            return self.amending(amender, target, handed, was, inner)

        return self.amending(outer, amender, given, old, self.amenders(outer))

    def body(self, function: Function, manner: str, given: dict[str, Any], was: Any) -> Any:
        self.trace.append(f"{function.says(given)} …")
        if was is None or function.mode == "own":
            answer = function.own(manner, given)
        else:
            handed = given | function.handed_on(given)
            old = was(handed)
            if function.mode == "twice":
                old = was(handed)
            answer = function.amend(manner, old, given)
        if function.awaits:
            self.trace.append(f"{function.name} is done")
        return answer

    def add_citation(self, function: Function, answer: Any, target: Function | None = None) -> Any:
        if isinstance(answer, Refusal) and not answer.rule and function.ids:
            answer.rule = function.ids[0]
            old = {target for target, _ in self.claims if self.end(target) in function.ids}
            amended = [id for id in function.amends if target is not None and self.end(id) in target.ids]
            answer.instead_of = (*sorted(old), *amended)
        return answer

    def voices(self, *places: str) -> list[Function]:
        """Who answers at a place (for a class: at those of its bases too), in order."""
        mine = [f for f in self.standing if f.place in places]
        return self.in_order(mine)

    def answers(self, place: str, given: dict[str, Any]) -> Any:
        """What the place answers as a whole."""
        voices = self.voices(*family_of(place))
        match MANNER[place]:
            case "collects" | "reacts":
                return [one for f in voices for one in self.call(f, given, self.amenders(f)) or ()]
            case "decides":
                return self.decide(voices, given, must=place == "number")
            case "settles":
                voices = [f for f in voices if not f.default] + [f for f in voices if f.default]
                for f in voices:
                    if (answer := self.call(f, given, self.amenders(f))) is not None:
                        return answer
                return None
            case _:
                found = [self.call(f, given, self.amenders(f)) for f in voices]
                return [answer for answer in found if answer is not None]

    def decide(self, voices: list[Function], given: dict[str, Any], *, must: bool) -> Any:
        for default in (False, True):
            mine = [(f, self.call(f, given, self.amenders(f))) for f in voices if f.default is default]
            said = [(f, answer) for f, answer in mine if answer is not None]
            for f, answer in said[1:]:
                if answer != said[0][1] and not self.follows(said[0][0], f, voices):
                    raise Conflict(*f.ids, f.name)
            if said:
                return said[0][1]
        if must:
            raise Conflict("no module in force answers number")
        return None


def ids_in_conflict(check: Callable[[Any], object], of: object) -> tuple[str, ...]:
    """Return the rules of the conflict that a check comes upon."""
    try:
        check(of)
    except Conflict as conflict:
        return conflict.ids
    return ()


def family_of(place: str) -> tuple[str, ...]:
    bases = {"refuses Charge": "refuses Advance", "reacts Ambush": "reacts Sighted"}
    return (place, bases[place]) if place in bases else (place,)
