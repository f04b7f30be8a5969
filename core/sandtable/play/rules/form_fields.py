"""What a rule by form can be made of in a game: the fields of each shape with their choices, and words."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, cast, get_args, get_origin

import msgspec

from sandtable.engine.errors import SandtableError
from sandtable.engine.failures import Trial
from sandtable.engine.rules.by_form import FormCompiler
from sandtable.engine.rules.facts import GAME, FactType, fact_type
from sandtable.engine.rules.forms.vocabulary import Roots, Vocabulary
from sandtable.engine.rules.options import Choices
from sandtable.engine.rules.targets import manner_of
from sandtable.engine.running.procedures import roll
from sandtable.engine.state.struct_fields import hints_of
from sandtable.play.rules.counted_numbers import gives_parts, number_title
from sandtable.play.rules.house_form import read_value, value_text
from sandtable.play.rules.rule_words import rule_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandtable.engine.rules.forms.rule_document import Shape
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.play.rules.house_form import HouseForm

FieldSort = Literal["choice", "text", "value", "number", "flag", "word", "cell"]
DEEPEST: Final = 3
"""So many words one upon the other are listed; more can be typed."""
MOST: Final = 400


class FormField(NamedTuple):
    """A field of a shape: its name in the document, what it is called, what it holds, what may be chosen."""

    name: str
    title: str
    sort: FieldSort
    choices: Mapping[str, str] = {}
    tip: str = ""


class WordPath(NamedTuple):
    """A word that can be said at a place: how it is written, how it reads, its type; ``of``: which other it wants."""

    path: str
    says: str
    type: FactType
    of: str = ""


def fields_of(family: InstalledGame, shape: str) -> tuple[FormField, ...]:
    """Return the fields that a shape has beside those that every shape has."""
    numbers = FormField("number", "The number", "choice", numbers_in(family))
    value = FormField("value", "Value", "value", tip="A number, a parameter, or a word in brackets: [unit.steps]")
    reads = FormField("reads", "Reads as", "text", tip="What the part is called where the number is told")
    stages = {"add": "is added (less than 0: taken away)", "base": "is the base", "times": "multiplies", "at_least":
              "is the least it comes to", "at_most": "is the most it comes to"}  # fmt: skip
    return {
        "part": (numbers, FormField("stage", "The value", "choice", stages), value, reads),
        "limit": (
            numbers, FormField("at_least", "At least", "value"), FormField("at_most", "At most", "value"), reads
        ),
        "number": (FormField("rule", "In place of what this rule gives", "choice", _rules(family, "number")), value),
        "cell": (
            FormField("chart", "The chart", "choice", _charts(family)),
            FormField("at", "The cell", "cell", tip="Its row and column, with commas between"), value,
        ),
        "forbid": (
            FormField("action", "The action", "choice", actions_in(family)),
            FormField("because", "Reason that is told", "text", tip="A word of the game in braces is filled in there"),
            FormField("cure", "What would help", "text"),
            FormField("step", "Only steps of its way", "flag"),
        ),
        "allow": (FormField("rule", "The rule that does not stand in the way", "choice", _rules(family, "allow")),),
        "throw": (
            FormField("event", "After", "choice", events_in(family)), FormField("dice", "Dice", "text", tip="As 1d6"),
            FormField("on.at_least", "On at least", "number"), FormField("on.at_most", "On at most", "number"),
            FormField("to", "To", "word"), FormField("then", "What happens", "choice", consequences_in(family)),
            FormField("amount", "How much", "value"),
        ),
    }[shape]  # fmt: skip


def numbers_in(family: InstalledGame) -> dict[str, str]:
    """Return the numbers of a game by hook, with what they are called."""
    words = Vocabulary.of(family)
    return {
        name: known.says if (known := words.occasions.get(hook)) is not None else number_title(hook)
        for name, hook in sorted(family.hooks.items())
        if gives_parts(hook)
    }


def events_in(family: InstalledGame) -> dict[str, str]:
    """Return the events of a game by hook."""
    words = Vocabulary.of(family)
    return {
        name: known.says if (known := words.occasions.get(hook)) is not None else name.replace("_", " ")
        for name, hook in sorted(family.hooks.items())
        if hook.kind == "happens"
    }


def actions_in(family: InstalledGame) -> dict[str, str]:
    """Return the actions of a game by name, with what they are called."""
    return {name: kind.label() for name, kind in sorted(family.kinds.items(), key=lambda one: one[1].label())}


def consequences_in(family: InstalledGame) -> dict[str, str]:
    """Return what may be done to something."""
    words = Vocabulary.of(family)
    return {name: done.says.replace("{it}", subject) for (subject, name), done in sorted(words.consequences.items())}


def _charts(family: InstalledGame) -> dict[str, str]:
    known = {str(lookup.chart) for module in family.modules.values() for lookup in module.charts}
    return {one: one.replace("_", " ") for one in sorted(known)}


def _rules(family: InstalledGame, shape: str) -> dict[str, str]:
    """Return the rules that refuse something, or those that give a number."""
    found: dict[str, str] = {}
    for id, there in sorted(family.where.items()):
        with Trial():  # of a rule whose place cannot be told nothing can be said by form
            manner = manner_of(family, there[0])
            number = (manner.kind == "collects" and manner.answer == "Iterable[Part]") or (
                manner.kind == "decides" and manner.answer == "int"
            )
            if manner.kind == "refuses" if shape == "allow" else number:
                found[id] = rule_name(family, id)
    return found


# -- words


def roots_at(family: InstalledGame, form: HouseForm, rule: int) -> Roots:
    """Return what words can begin with in a rule; nothing while its place is not known."""
    try:
        document = form.document()
        return FormCompiler(family, document, roll).roots(document.rule[rule])
    except (SandtableError, IndexError):
        return {}


def words_at(family: InstalledGame, roots: Roots) -> list[WordPath]:
    """Return the words that can be said where these are, short ones first."""
    words = Vocabulary.of(family)
    begun = [WordPath(name, root.says, root.type) for name, root in roots.items()]
    begun += [
        WordPath(name, fact.says, fact_type(fact.type))
        for (subject, name), fact in words.facts.items()
        if subject == GAME
    ]
    found, front = list(begun), begun
    for _ in range(DEEPEST - 1):
        front = [longer for one in front if not one.of for longer in _further(words, one)]
        found += front
    return found[:MOST]


def _further(words: Vocabulary, one: WordPath) -> Iterator[WordPath]:
    for name in words.names(one.type.name):
        fact = words.facts[one.type.name, name]
        of = fact_type(fact.of).name if fact.of is not None else ""
        yield WordPath(f"{one.path}.{name}", fact.says.replace("{it}", one.says), fact_type(fact.type), of)


def ids_of(family: InstalledGame, scenario: str, kind: str) -> list[str]:
    """Return the ids of a type that a scenario begins with, for lists to choose from."""
    found = family.scenario(scenario) if scenario else family.system.scenarios[0]
    rows = family.system.start_rows(found)
    return sorted(str(row.id) for row in rows if fact_type(hints_of(type(row))["id"]).name == kind)


class ExampleField(NamedTuple):
    """What an example says of an argument or a field: of which type it is, and whether it may be several values."""

    type: str
    several: bool = False

    @classmethod
    def of(cls, hint: Any) -> ExampleField:
        """Return it by an annotation; several are a tuple of any length."""
        inner = get_args(hint) if get_origin(hint) is tuple else ()
        return cls(fact_type(inner[0]).name, several=True) if inner else cls(fact_type(hint).name)

    def read(self, text: str, known: Collection[str] = ()) -> Any:
        """Return what somebody has written: several stand with semicolons or commas between them.

        One of the ids in ``known`` may have a comma in it. Numbers and yes or no are read where they are meant: the
        number of a hex is its name.
        """
        if not self.several:
            return self._value(text)
        said = text.strip()
        parts = said.split(";") if ";" in said else [said] if said in known else said.split(",")
        return [self._value(one) for one in parts if one.strip()]

    def text(self, value: Any) -> str:
        """Return how a value is written, so that ``read`` reads it."""
        if isinstance(value, list | tuple):
            return "; ".join(map(value_text, cast("list[Any]", value)))
        return value_text(value)

    def _value(self, text: str) -> Any:
        return read_value(text, words=False) if self.type in ("int", "bool") else text.strip()


def example_fields(family: InstalledGame, rule: Shape | dict[str, Any], act: str = "") -> dict[str, ExampleField]:
    """Return what an example must say: the arguments of a number or the fields of an action."""
    said: dict[str, Any] = rule if isinstance(rule, dict) else msgspec.to_builtins(rule)
    number = said.get("number", "")
    if not number and said.get("shape") == "number" and (there := family.where.get(said.get("rule", ""))):
        slot = there[0].slot
        number = str(slot[1]) if slot is not None and slot[0] == "hook" else ""
    if number in family.hooks:
        hook = family.hooks[number]
        return {one: ExampleField.of(hook.annotations.get(one, "str")) for one in hook.parameters if one != "game"}
    kind = family.kinds.get(act or said.get("action", ""))
    return {name: ExampleField.of(hint) for name, hint in hints_of(kind).items()} if kind is not None else {}


def steps_in(family: InstalledGame, scenario: str = "") -> list[str]:
    """Return where an example can stand: each step of the main sequence, with the side whose it is."""
    begun = family.scenario(scenario) if scenario else family.system.scenarios[0]
    book = family.rulebook(Choices(frozenset(begun.options), begun.parameters, grants=frozenset(begun.grants)))
    sides = ids_of(family, scenario, "SideId")
    found: list[str] = []
    for phase in book.sequences[family.system.sequences[0].key].phases:
        for step in phase.steps:
            found += [f"{side}: {step.key}" for side in sides] if phase.each == "side" else [step.key]
    return found
