"""All modules of a game, sorted for a tree, and each in words: what it does, its rules, and what it asks of others."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sandtable.engine.rules.by_form import FormedRules
from sandtable.engine.rules.rulings import parameters_of
from sandtable.engine.words import key_title
from sandtable.play.rules.option_words import parameter_facts
from sandtable.play.words.word_search import WordSearch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.engine.rules.options import Choices
    from sandtable.engine.rules.rulebooks import Rulebooks
    from sandtable.engine.rules.rules import RuleModule

OPTIONS: Final = "Options"
HOUSE: Final = "House rules"
RULINGS: Final = "Always in force, with something to decide"
BASE: Final = "Always in force"


class ModuleGroup(NamedTuple):
    """Modules that stand together in the tree, by title."""

    title: str
    keys: tuple[str, ...]


def module_title(family: Rulebooks, key: str) -> str:
    """Return what a module is called: an option by its title, another by its key in words."""
    module = family.modules.get(key)
    return module.option.title if module is not None and module.option is not None else key_title(key)


def module_says(module: type[RuleModule]) -> str:
    """Return what a module does: what its option says, else the first sentence of what it is documented with."""
    if module.option is not None:
        return module.option.says
    text = inspect.getdoc(module) or ""
    return " ".join(text.partition("\n\n")[0].split())


def is_of_the_house(module: type[RuleModule]) -> bool:
    """Tell whether a module is a rule of the house: by form, or of a file of the rules folder."""
    return issubclass(module, FormedRules) or bool(module.game)


def module_groups(family: Rulebooks) -> list[ModuleGroup]:
    """Return all modules of a game in groups, those that can be chosen first; groups without any are left out."""
    found: dict[str, list[str]] = {OPTIONS: [], HOUSE: [], RULINGS: [], BASE: []}
    for key, module in family.modules.items():
        found[_group(module)].append(key)
    return [
        ModuleGroup(title, tuple(sorted(keys, key=lambda key: module_title(family, key))))
        for title, keys in found.items()
        if keys
    ]


def _group(module: type[RuleModule]) -> str:
    if is_of_the_house(module):
        return HOUSE
    if module.option is not None:
        return OPTIONS
    return RULINGS if any(parameters_of(module)) else BASE


def rules_of_module(family: Rulebooks, key: str) -> list[str]:
    """Return the ids of the rules that a module has: those its functions cite, and those its option names."""
    cited = [id for owner, _, citation, _ in family.citations() if owner == key for id in citation.ids]
    option = family.modules[key].option
    named = [id for id in (option.rules if option is not None else ()) if id in family.texts]
    return list(dict.fromkeys((*named, *cited)))


def module_facts(family: Rulebooks, key: str, choices: Choices) -> dict[str, Any]:
    """Return all that is known of a module under these choices."""
    module = family.modules[key]
    option = module.option
    citations = [citation for owner, _, citation, _ in family.citations() if owner == key]
    need = option.need() if option is not None else None
    asked = family.needs.of.get(key)
    return {
        "key": key,
        "title": module_title(family, key),
        "says": module_says(module),
        "on": key in choices.on,
        "in_force": key in family.in_force(choices),
        "lacks": family.lacks(key, choices),
        "needs": str(need) if need is not None else "",
        "granted": str(asked) if asked is not None else "",
        "needed_by": needed_by(family, key),
        "excludes": excluded_with(family, key),
        "amends": list(dict.fromkeys(id for one in citations for id in one.amends)),
        "supersedes": list(dict.fromkeys(id for one in citations for id in one.supersedes)),
        "changeable": option.changeable if option is not None else "",
        "rules": rules_of_module(family, key),
        "parameters": [parameter_facts(one, choices) for one in parameters_of(module)],
        "sentences": dict(module.sentences) if issubclass(module, FormedRules) else {},
    }  # fmt: skip


def needed_by(family: Rulebooks, key: str) -> list[str]:
    """Return the options that need a module, or a rule that it has."""
    mine = {key, *rules_of_module(family, key)}
    found: list[str] = []
    for other, module in family.options.items():
        need = module.option.need() if module.option is not None else None
        if other != key and need is not None and mine & set(need.names()):
            found.append(other)
    return found


def excluded_with(family: Rulebooks, key: str) -> list[str]:
    """Return what a module excludes, and the options that exclude it or a rule of it."""
    module = family.modules[key]
    mine = {key, *rules_of_module(family, key)}
    found = list(module.option.conflicts) if module.option is not None else []
    for other, one in family.options.items():
        if other != key and one.option is not None and mine & set(one.option.conflicts):
            found.append(other)
    return list(dict.fromkeys(found))


def modules_search(family: Rulebooks) -> WordSearch[str]:
    """Return a search over all the words of all modules: titles, keys, rules, parameters, what each needs."""
    return WordSearch((key, " ".join(_words(family, key))) for key in family.modules)


def _words(family: Rulebooks, key: str) -> Iterator[str]:
    module = family.modules[key]
    yield from (key, key_title(key), module_title(family, key), module_says(module))
    for id in rules_of_module(family, key):
        yield id
        if (text := family.texts.get(id)) is not None:
            yield from (text.title, text.says)
    for one in parameters_of(module):
        yield from (one.title, one.says, one.name)
    need = module.option.need() if module.option is not None else None
    yield from need.names() if need is not None else ()
