"""A rule with all that bears on it, as plain data and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.engine.rules.by_form import FormedRules
from sandtable.engine.rules.options import Choices
from sandtable.engine.rules.rulings import parameters_of
from sandtable.play.rules.rule_places import places_of

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from sandtable.engine.rules.rule_functions import RuleFunction
    from sandtable.engine.rules.rulebooks import Rulebooks
    from sandtable.engine.rules.rules import RuleModule


def rule_name(family: Rulebooks, rule: str) -> str:
    """Name a rule by its title and its id; a word that is no rule is left as it is."""
    text = family.texts.get(rule)
    return f"{text.title} ({rule})" if text is not None else rule


def rule_facts(family: Rulebooks, id: str) -> dict[str, Any]:
    """Return all that is known of a rule."""
    text = family.texts[id]
    functions = family.where.get(id, [])
    sentences = [one.sentences[id] for one in map(family.modules.get, modules_of(family, id)) if is_by_form(one)]
    supersedes: list[str] = []
    amends: list[str] = []
    superseded_by: list[str] = []
    amended_by: list[str] = []
    for _, where, citation, _ in family.citations():
        if id in citation.ids:
            supersedes += citation.supersedes
            amends += citation.amends
        else:
            named = f"{citation.ids[0] if citation.ids else where} ({where})"
            superseded_by += [named] if id in citation.supersedes else []
            amended_by += [named] if id in citation.amends else []
    modules = modules_of(family, id)
    return {
        "game": family.system.key,
        "id": id,
        "title": text.title,
        "says": text.says,
        "modules": modules,
        "option": next((key for key in modules if key in family.options), None),
        "needs": {key: str(family.needs.of[key]) for key in modules if key in family.needs.of},
        "granted_by": {key: _grantors(family, key) for key in modules if key in family.needs.of},
        "implemented": [_implementation(one) for one in functions if not is_by_form(one.module)],
        "by_form": sentences,
        "answers": [{**place.facts(), "line": place.line} for place in places_of(family, id)],
        "supersedes": list(dict.fromkeys(supersedes)),
        "amends": list(dict.fromkeys(amends)),
        "superseded_by": superseded_by,
        "amended_by": amended_by,
        "cited_by": cited_by(family, id),
    }


def modules_of(family: Rulebooks, id: str) -> list[str]:
    """Return the keys of the modules that a rule is of."""
    return list(dict.fromkeys(key for key, _, citation, _ in family.citations() if id in citation.ids))


def is_by_form(module: type[RuleModule] | None) -> TypeIs[type[FormedRules]]:
    """Tell whether a module is a house rule by form, which has no code to show."""
    return module is not None and issubclass(module, FormedRules)


def _grantors(family: Rulebooks, key: str) -> list[str]:
    """Return the scenarios of the game in which the need of a module is met, with the options that they begin with."""
    return [
        one.key
        for one in family.system.scenarios
        if not family.lacks(key, Choices(frozenset(one.options), grants=frozenset(one.grants)))
    ]


def _implementation(function: RuleFunction) -> dict[str, Any]:
    place = function.place
    return {
        "function": function.where,
        "file": place.shown,
        "line": place.line,
        "last": place.last,
        "path": str(place.file),
    }


def cited_by(family: Rulebooks, id: str) -> list[str]:
    """Name the options that count on a rule, what is left open in it, and the rules that are ordered by it."""
    open_in_it = (one for module in family.modules.values() for one in parameters_of(module) if id in one.rules)
    found = [f"{one.key} ({one.title}: {one.type})" for one in open_in_it]
    for key, module in family.options.items():
        option = module.option
        assert option is not None
        need = option.need()
        if id in option.rules:
            found.append(f"option {key}")
        if need is not None and id in need.names():
            found.append(f"option {key} needs it")
        if id in option.conflicts:
            found.append(f"option {key} excludes it")
    for _, where, citation, _ in family.citations():
        found += [f"{where} comes after it"] if id in citation.after else []
        found += [f"{where} comes before it"] if id in citation.before else []
    return found
