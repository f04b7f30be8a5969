"""A rule as it is read: what changes it, counts on it and waits for it; to players by titles and without code."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.engine.code_places import openable
from sandtable.engine.rules.rulings import parameters_of
from sandtable.engine.words import sentence
from sandtable.play.rules.module_words import module_title
from sandtable.play.rules.rule_words import modules_of, rule_name

if TYPE_CHECKING:
    from sandtable.engine.rules.rulebooks import Rulebooks


class RuleBearing(NamedTuple):
    """How some others bear on a rule; ``names`` are ids of rules, keys of modules, or titles of what is left open."""

    lead: str
    names: tuple[str, ...]


def bearings(family: Rulebooks, id: str) -> list[RuleBearing]:
    """Return all that bears on a rule, sort by sort; sorts without any are left out."""
    found: dict[str, dict[str, None]] = {}
    for lead, name in (*_by_rules(family, id), *_by_options(family, id)):
        found.setdefault(lead, {})[name] = None
    return [RuleBearing(lead, tuple(names)) for lead, names in found.items()]


def _by_rules(family: Rulebooks, id: str) -> Iterator[tuple[str, str]]:
    for key, _, citation, _ in family.citations():
        if id in citation.ids:
            yield from (("In place of", one) for one in citation.supersedes)
            yield from (("Amends", one) for one in citation.amends)
            continue
        name = citation.ids[0] if citation.ids else key
        sorts = {
            "Replaced by": citation.supersedes,
            "Amended by": citation.amends,
            "Applied before": citation.after,
            "Applied after": citation.before,
        }
        yield from ((lead, name) for lead, named in sorts.items() if id in named)


def _by_options(family: Rulebooks, id: str) -> Iterator[tuple[str, str]]:
    for module in family.modules.values():
        yield from (("Leaves open", one.title) for one in parameters_of(module) if id in one.rules)
    homes = modules_of(family, id)
    for key, module in family.options.items():
        option = module.option
        assert option is not None
        need = option.need()
        sorts = {
            "Comes with": () if key in homes else option.rules,
            "Needed by": need.names() if need is not None else (),
            "Excluded by": option.conflicts,
        }
        yield from ((lead, key) for lead, named in sorts.items() if id in named)


def plain_name(family: Rulebooks, name: str) -> str:
    """Return a module by its title, a rule by its title and id, and its option; another word is left as it is."""
    if name in family.modules:
        return module_title(family, name)
    of = option_of(family, name)
    return rule_name(family, name) + (f" (option {module_title(family, of)})" if of else "")


def option_of(family: Rulebooks, rule: str) -> str | None:
    """Return the key of the option that a rule is a part of, ``None`` where it is of none."""
    return next((key for key in modules_of(family, rule) if key in family.options), None)


def rule_lines(family: Rulebooks, facts: dict[str, Any], *, code: bool = False) -> list[str]:
    """Tell a rule, its title and its text first; ``facts`` are those of ``rule_facts``.

    Players read titles; who writes rules reads, with ``code``, keys, functions and where these stand.
    """
    name = partial(_in_code if code else plain_name, family)
    title = f"{facts['id']}: {facts['title']}" + (f" ({facts['game']})" if code else "")
    modules = ", ".join(map(name, facts["modules"]))
    lines = [title, facts["says"], f"Part of: {modules}" if modules else "Nothing that is installed plays by it."]
    for key, need in facts["needs"].items():
        where = ", ".join(facts["granted_by"][key]) or "no scenario of the game"
        lines.append(f"In force only where {name(key)} has what it needs ({need}): {where}")
    lines += [f"By form: {one}" for one in facts["by_form"]]
    if code:
        lines += [
            f"Implemented: {one['function']}, {openable(one['path'])}:{one['line']}" for one in facts["implemented"]
        ]
        lines += [sentence(one["line"]) for one in facts["answers"]]
    return lines + [f"{one.lead}: {', '.join(map(name, one.names))}" for one in bearings(family, facts["id"])]


def _in_code(family: Rulebooks, name: str) -> str:
    """Return a module by its key, a rule with its function, what a rule leaves open by its key and what it may be."""
    if functions := family.where.get(name):
        return f"{name} ({functions[0].where}{', option' if option_of(family, name) else ''})"
    if name in family.modules:
        return f"{name} (option)" if name in family.options else name
    opened = (one for module in family.modules.values() for one in parameters_of(module) if one.title == name)
    return next((f"{one.key} ({one.title}: {one.type})" for one in opened), name)
