"""A house rule while it is made by form: plain data, changed field by field and undone; what it says so far.

Nothing here is drawn: a window shows the fields and hands on what is chosen.
"""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import msgspec

from sandtable.engine.errors import SandtableError
from sandtable.engine.rules.forms.rule_document import HouseRules, Ref, house_rules
from sandtable.engine.words import fit

if TYPE_CHECKING:
    from sandtable.engine.running.installed_game import InstalledGame

Path = tuple[str | int, ...]
"""Where something stands in the document: ("rule", 0, "when")."""
SHAPES: Final = {
    "forbid": "Forbid an action",
    "allow": "Let a rule not stand in the way",
    "part": "Add a part to a number",
    "limit": "Limit a number",
    "number": "Give another number than a rule",
    "cell": "Put another cell into a chart",
    "throw": "Throw after an event",
}
BLANK: Final[dict[str, dict[str, Any]]] = {
    "forbid": {"action": "", "because": ""}, "allow": {"rule": ""}, "part": {"number": "", "value": 1},
    "limit": {"number": ""}, "number": {"rule": "", "value": 0}, "cell": {"chart": "", "at": [], "value": 0},
    "throw": {"event": "", "then": "", "to": ""},
}  # fmt: skip
"""What a rule of a shape has before anything is said in it."""
KEPT: Final = ("id", "says", "when", "supersedes", "after", "before", "example")
"""What a rule keeps when it takes another shape."""
MUST: Final = {
    "action": "the action that it forbids", "number": "the number", "rule": "the rule that it is about",
    "chart": "the chart", "at": "the cell", "event": "the event", "then": "what happens", "to": "whom it happens to",
}  # fmt: skip
"""What must be chosen before a rule says anything."""
NEW: Final = "the new rule"


class SoFar(NamedTuple):
    """What a document says so far: a sentence for each of its rules, or why it says nothing."""

    sentences: dict[str, str]
    fault: str = ""


class HouseForm:
    """A document being made; ``said`` is what stands in it now."""

    def __init__(self, family: InstalledGame, rules: HouseRules | None = None) -> None:
        """Begin with nothing but a rule that forbids, or with a document that there is."""
        self.family = family
        self._past: list[dict[str, Any]] = []
        self._ahead: list[dict[str, Any]] = []
        self.said: dict[str, Any] = msgspec.to_builtins(rules) if rules is not None else self._blank()
        self.said = deepcopy(self.said)

    def _blank(self) -> dict[str, Any]:
        rule = {"shape": "forbid", "id": "HOUSE-new", "says": "", "action": "", "because": ""}
        return {"game": self.family.system.key, "key": "", "title": "", "says": "", "rule": [rule]}

    # -- reading

    def at(self, path: Path, otherwise: Any = None) -> Any:
        """Return what stands at a place, ``otherwise`` where nothing does."""
        here: Any = self.said
        for step in path:
            try:
                here = here[step]
            except (KeyError, IndexError, TypeError):
                return otherwise
        return here

    @property
    def rules(self) -> list[dict[str, Any]]:
        """The rules of the document."""
        found: list[dict[str, Any]] = self.said["rule"]
        return found

    def document(self) -> HouseRules:
        """Return the document; raises ``Invalid`` saying what is still wrong with it."""
        return house_rules(deepcopy(self.said), self.said.get("title") or NEW)

    def so_far(self) -> SoFar:
        """Return what it says so far, in sentences."""
        if missing := self._missing():
            return SoFar({}, missing)
        try:
            return SoFar(dict(self.family.form(self.document()).sentences))
        except SandtableError as error:
            return SoFar({}, fit(str(error)))

    def _missing(self) -> str:
        """Say what must still be filled in before it says anything; nothing where nothing must."""
        if not self._title().strip():
            return "give the rule a title"
        if not self.said.get("key"):
            return "give the rule a title with a letter or a digit"
        for number, one in enumerate(self.rules, 1):
            empty = next((name for name in MUST if name in one and not one[name]), "")
            if empty:
                return f"rule {number}: choose {MUST[empty]}"
        return ""

    # -- changing

    def put(self, path: Path, value: Any) -> None:
        """Put something at a place; nothing (``None``, an empty text or list) takes out what stands there."""
        if self.at(path) == value:
            return
        self._note()
        here: Any = self.said
        for step, following in pairwise(path):
            if not isinstance(step, int) and step not in here:
                here[step] = [] if isinstance(following, int) else {}
            here = here[step]
        if value is None or value == "" or value == [] or value == {}:
            if path[-1] in ("title", "says", "key", "because", "action"):
                here[path[-1]] = ""  # these are always there
            elif not isinstance(path[-1], int):
                here.pop(path[-1], None)
        else:
            here[path[-1]] = value
        if path == ("title",) or (path[:1] == ("rule",) and path[-1] == "says"):
            self._name_anew()

    def _name_anew(self) -> None:
        """Give what has no key and no id of its own yet one by its title."""
        key = "_".join("".join(one if one.isalnum() and one.isascii() else " " for one in self._title()).split())
        if not self.said.get("key") or self.said.get("key") == self._named:
            self.said["key"] = key
        for number, one in enumerate(self.rules):
            own = f"HOUSE-{key.replace('_', '-')}" + (f"-{number + 1}" if number else "")
            was = f"HOUSE-{self._named.replace('_', '-')}" + (f"-{number + 1}" if number else "")
            if key and one.get("id") in ("", "HOUSE-new", was):
                one["id"] = own
        self._named = key

    _named = ""
    """The key that was made of the title last."""

    def _title(self) -> str:
        return str(self.said.get("title", "")).casefold()

    def add_rule(self) -> int:
        """Add a rule; return its place."""
        self._note()
        number = len(self.rules)
        base = str(self.said.get("key") or "new").replace("_", "-")
        blank = {"shape": "forbid", "id": f"HOUSE-{base}-{number + 1}", "says": "", "action": "", "because": ""}
        self.rules.append(blank)
        return number

    def remove(self, path: Path) -> None:
        """Take an entry out of a list, or a field out; the last rule stays."""
        above = self.at(path[:-1])
        if not isinstance(above, list | dict) or (path[:-1] == ("rule",) and len(self.rules) == 1):
            return
        self._note()
        del self.at(path[:-1])[path[-1]]

    def append(self, path: Path, value: Any) -> None:
        """Add an entry to a list, which is made if need be."""
        self._note()
        above = self.at(path[:-1])
        above.setdefault(path[-1], []).append(value)

    def reshape(self, rule: int, shape: str) -> None:
        """Give a rule another shape: what every shape has stays."""
        if self.rules[rule].get("shape") == shape:
            return
        self._note()
        kept = {name: value for name, value in self.rules[rule].items() if name in KEPT}
        self.rules[rule] = {"shape": shape, **kept, **deepcopy(BLANK.get(shape, {}))}

    def take(self, rules: HouseRules) -> None:
        """Take another document whole; that can be undone too."""
        self._note()
        self.said = deepcopy(msgspec.to_builtins(rules))

    # -- back and forth

    def _note(self) -> None:
        self._past.append(deepcopy(self.said))
        self._ahead = []

    @property
    def can_undo(self) -> bool:
        """Whether something can be taken back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether something that was taken back can be done again."""
        return bool(self._ahead)

    def undo(self) -> None:
        """Take the last change back."""
        if self._past:
            self._ahead.append(self.said)
            self.said = self._past.pop()

    def redo(self) -> None:
        """Make it again."""
        if self._ahead:
            self._past.append(self.said)
            self.said = self._ahead.pop()


def read_value(text: str, parameters: dict[str, Any] | None = None, *, words: bool = True) -> Any:
    """Return what somebody has written as a value: a number, yes or no, a parameter, a word in brackets, a text."""
    said = text.strip()
    if said.lstrip("+-").isdigit():
        return int(said)
    if said.casefold() in ("yes", "true"):
        return True
    if said.casefold() in ("no", "false"):
        return False
    if said in (parameters or {}):
        return {"parameter": said}
    if words and said.startswith("[") and said.endswith("]"):
        path, _, of = said[1:-1].partition(" of ")
        return {"word": path.strip(), **({"of": of.strip()} if of else {})}
    return said


def value_text(value: Any) -> str:
    """Return how a value is written, so that ``read_value`` reads it."""
    if isinstance(value, Ref):
        value = msgspec.to_builtins(value)
    if isinstance(value, dict):
        said = cast("dict[str, str]", value)
        if said.get("parameter"):
            return said["parameter"]
        return f"[{said.get('word', '')}{' of ' + said['of'] if said.get('of') else ''}]"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def values_text(value: Any) -> str:
    """Return how a value or a list of values is written, with commas between."""
    if isinstance(value, list | tuple):
        return ", ".join(map(value_text, cast("list[Any]", value)))
    return value_text(value)
