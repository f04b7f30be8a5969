"""House rules by form: whether their worked examples come out, and which other rules they collide with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandtable.engine.errors import Invalid, SandtableError
from sandtable.engine.rules.forms.rule_document import CellRule, HouseRules
from sandtable.engine.rules.options import KEY, Choices
from sandtable.lint.findings import Place
from sandtable.lint.registry import code
from sandtable.lint.worked_examples import example_faults

if TYPE_CHECKING:
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.lint.findings import Finding

UNFIT = code("rule-unfit", "rule", "error", "A house rule that speaks of something which its game does not have.")
UNPROVED = code("rule-unproved", "rule", "warning", "A house rule without a worked example.")
WRONG = code("example-wrong", "rule", "error", "A worked example of a house rule that comes out otherwise.")
IDLE = code("example-idle", "rule", "warning", "Worked examples that come out the same without the house rule.")
COLLIDES = code("rule-collides", "rule", "warning", "A house rule that cannot be in force together with an option.")


def check_house_rules(family: InstalledGame, rules: HouseRules) -> Iterator[Finding[HouseRules]]:
    """Look at house rules of a game: at what they say, at their examples, at the options they go with."""
    with_it = family.carrying([rules])
    if rules.game != family.system.key or rules.key in with_it.left_out:
        yield UNFIT.finding(_place(rules), with_it.left_out.get(rules.key, f"it is of the game {rules.game!r}"))
        return
    if own := {rules.key, *(one.id for one in rules.rule)}.intersection((*rules.requires, *rules.conflicts)):
        words = f"{rules.key} requires or excludes {min(own)}, which is its own: name another option or rule, or none"
        yield UNFIT.finding(_place(rules), words)
    for one in rules.rule:
        if not one.example and not isinstance(one, CellRule):
            yield UNPROVED.finding(_place(rules, one.id), f"{one.id} has no worked example: add one")
            continue
        faults = list(example_faults(with_it, rules, one, on=True))
        yield from (WRONG.finding(_place(rules, one.id), fault) for fault in faults)
        if one.example and not faults and not any(example_faults(with_it, rules, one, on=False)):
            words = f"the examples of {one.id} come out the same without it: add one that shows it at work"
            yield IDLE.finding(_place(rules, one.id), words)
    yield from _collisions(with_it, rules)


def check_kept_rules(rules: HouseRules, family: InstalledGame | None) -> Iterator[Finding[HouseRules]]:
    """Look at house rules that a library keeps; ``family`` is their game, ``None`` where it is not installed."""
    if family is None:
        yield UNFIT.finding(_place(rules), f"the game {rules.game!r} is not installed: install it")
    else:
        yield from check_house_rules(family, rules)


def _collisions(family: InstalledGame, rules: HouseRules) -> Iterator[Finding[HouseRules]]:
    """Say with which options it cannot be, where these alone can."""
    option = family.options[rules.key].option
    named = set(option.conflicts) if option is not None else set[str]()
    alone = [*family.problems(_with(family, rules.key))]
    for problem in alone:
        yield COLLIDES.finding(_place(rules, _rule_in(rules, problem)), problem)
    for key in sorted(family.options.keys() - {rules.key, *named}) if not alone else ():
        without, together = _with(family, key), _with(family, key, rules.key)
        if rules.key in without.on or key in _with(family, rules.key).on:
            continue
        for problem in family.problems(together) if not family.problems(without) else ():
            yield COLLIDES.finding(_place(rules, _rule_in(rules, problem)), f"with {key}: {problem}")


def _rule_in(rules: HouseRules, problem: str) -> str:
    """Return the one of several house rules that a problem names."""
    words = set(KEY.findall(problem))
    return next((one.id for one in rules.rule if one.id in words), "")


def _with(family: InstalledGame, *keys: str) -> Choices:
    """Return these options with all that they require by name."""
    on: set[str] = set()
    waiting = list(keys)
    while waiting:
        key = waiting.pop()
        if key in on or key not in family.options:
            continue
        on.add(key)
        option = family.options[key].option
        need = option.need() if option is not None else None
        waiting += need.names() if need is not None else ()
    grants = frozenset(word for one in family.system.scenarios for word in one.grants)
    return Choices(frozenset(on), grants=grants)


def _place(rules: HouseRules, id: str = "") -> Place:
    return Place("rule", rules.key, row=id)


def require_sound(family: InstalledGame, rules: HouseRules) -> list[Finding[HouseRules]]:
    """Return what else is to be said of house rules that may be kept; raises ``Invalid`` for those that may not."""
    found = list(check_house_rules(family, rules))
    errors = [one for one in found if one.severity == "error"]
    if errors:
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        raise Invalid(f"{errors[0].words}{more}; the rule was not kept")
    return found


def sentences_of(family: InstalledGame, rules: HouseRules) -> dict[str, str]:
    """Return what each of the rules says in plain English; empty for rules that do not fit the game."""
    try:
        return dict(family.form(rules).sentences)
    except SandtableError:
        return {}
