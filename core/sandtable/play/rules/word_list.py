"""The words of a game that house rules by form can be made of, for lists and forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sandtable.engine.rules.facts import fact_type
from sandtable.engine.rules.forms.vocabulary import Vocabulary, hook_hints
from sandtable.engine.state.struct_fields import hints_of

if TYPE_CHECKING:
    from sandtable.engine.running.installed_game import InstalledGame


class ListedWord(NamedTuple):
    """A word: what it is read of, its name, its type, how it reads, the module that declares it."""

    subject: str
    name: str
    type: str
    says: str
    module: str = ""


def word_lists(family: InstalledGame) -> dict[str, list[ListedWord]]:
    """Return facts, actions, numbers, events and consequences; of an occasion the type lists its fields."""
    words = Vocabulary.of(family)
    found: dict[str, list[ListedWord]] = {"facts": [], "actions": [], "numbers": [], "events": [], "consequences": []}
    for (subject, name), fact in sorted(words.facts.items()):
        of = f" of a {fact_type(fact.of).name}" if fact.of is not None else ""
        module = words.owners[subject, name]
        found["facts"].append(ListedWord(subject or "the game", name, f"{fact_type(fact.type)}{of}", fact.says, module))
    for one in words.occasions.values():
        if hasattr(one.about, "spec"):
            kind = "numbers" if one.about.kind != "happens" else "events"
            name, fields = one.about.name, hook_hints(one.about)
        else:
            kind, name = "actions", one.about.stored
            fields = dict(hints_of(one.about))
        told = ", ".join(f"{name}: {fact_type(hint).name}" for name, hint in fields.items())
        found[kind].append(ListedWord("", name, told, one.says))
    for (subject, name), done in sorted(words.consequences.items()):
        counted = "with an amount" if done.counted else ""
        found["consequences"].append(ListedWord(subject, name, counted, done.says, words.owners[subject, name]))
    return found
