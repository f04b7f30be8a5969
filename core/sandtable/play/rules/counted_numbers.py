"""Every number that a game declares (a hook that collects parts), worked out for all that it can be asked about now."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from itertools import islice, product
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, get_args, get_origin

from sandtable.engine.errors import SandtableError
from sandtable.engine.failures import Trial
from sandtable.engine.rules.facts import fact_type
from sandtable.engine.rules.forms.vocabulary import Vocabulary
from sandtable.engine.state.row import Row
from sandtable.engine.state.struct_fields import hints_of
from sandtable.engine.state.tally import Part, Tally
from sandtable.play.words.wording import title_of

if TYPE_CHECKING:
    from sandtable.engine.hooks import Hook, HookSet
    from sandtable.engine.rules.rulebooks import Rulebooks
    from sandtable.engine.running.game import RunningGame

MOST: Final = 400
"""So many subjects a number is worked out for at most."""
DOCUMENTED: Final = re.compile(r"(?:Give the parts of|Add to|Modify|Shift) (the .+?|a .+?|what .+?)(?:[;(.,]|$)")
NumberKey = tuple[str, tuple[str, ...]]
"""A number's hook, and what it is asked about, by ids."""


class CountedNumber(NamedTuple):
    """A number of the position: what it is called, what it is of, its parts, what they come to."""

    title: str
    about: tuple[str, ...]
    parts: tuple[Part, ...]
    total: str

    @property
    def says(self) -> str:
        """What it is called with what it is of: *tactical rating, French at Madrid*."""
        return ", ".join((self.title, *self.about))


def numbers_of(game: RunningGame, check: Callable[[], object] = bool) -> dict[NumberKey, CountedNumber]:
    """Return all numbers that can be worked out as this position is seen; ``check`` may raise to break it off.

    A number asked about what it cannot be of answers nothing, and is left out.
    """
    found: dict[NumberKey, CountedNumber] = {}
    family = game.family
    words = Vocabulary.of(family)
    for name, hook in sorted(family.hooks.items()):
        if not gives_parts(hook):
            continue
        owner: type[HookSet] = next(one for one in family.hook_sets if name in vars(one))
        known = words.occasions.get(hook)
        title = known.says if known is not None else number_title(hook)
        domains = [_domain(game, hook, one) for one in hook.parameters if one != "game"]
        for asked in islice(product(*domains), MOST):
            check()
            with Trial():  # what it is asked about may be nothing that it can be of
                answer = getattr(game.hooks(owner), name)(game, *(value for _, value, _ in asked))
                if answer is not None and (parts := tuple(answer)):
                    key = name, tuple(id for id, _, _ in asked)
                    found[key] = CountedNumber(
                        title, tuple(told for _, _, told in asked), _sorted(parts), _total(parts)
                    )
    return found


def gives_parts(hook: Hook[..., Any]) -> bool:
    """Tell whether a hook collects the parts of a number."""
    return hook.kind == "collects" and hook.answer.removesuffix(" | None") == "Iterable[Part]"


def number_title(hook: Hook[..., Any]) -> str:
    """Return what a number is called whose game has no words for it: as its hook is documented, else its name."""
    told = DOCUMENTED.match((inspect.getdoc(hook.spec) or "").partition("\n")[0])
    return told[1].replace("``", "") if told is not None else hook.name.removesuffix("_parts").replace("_", " ")


Asked = tuple[str, Any, str]
"""Something that a number can be asked about: its id, the value that is handed over, what it is called."""


def _domain(game: RunningGame, hook: Hook[..., Any], argument: str) -> list[Asked]:
    """Return what an argument can be now: the rows of its id or class, or the values that are counted out."""
    note = hook.annotations.get(argument, "").removesuffix(" | None")
    rows = _rows(game.family, note)
    if rows is not None:
        kind, is_row = rows
        return [(str(row.id), row if is_row else row.id, title_of(row) or row.phrase_in(game)) for row in game[kind]]
    hint = getattr(hook.spec, "__globals__", {}).get(note)
    if get_origin(hint) is Literal:
        return [(str(one), one, str(one)) for one in get_args(hint)]
    return []


def _rows(family: Rulebooks, note: str) -> tuple[type[Row], bool] | None:
    """Return the table whose ids or rows a type means, and whether it is the rows."""
    for kind in family.schema.kinds.values():
        if kind.__name__ == note:
            return kind, True
    for kind in family.schema.kinds.values():
        if fact_type(hints_of(kind)["id"]).name == note and note != "str":
            return kind, False
    return None


def _sorted(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    return tuple(sorted(parts, key=lambda part: (part.stage, part.rule, str(part.value), part.says)))


def _total(parts: tuple[Part, ...]) -> str:
    """Return what parts come to in the usual stages; nothing where the number has others."""
    try:
        return str(Tally("number", parts).total)
    except SandtableError:
        return ""


def changed_numbers(
    before: dict[NumberKey, CountedNumber], after: dict[NumberKey, CountedNumber]
) -> Iterator[tuple[CountedNumber | None, CountedNumber | None]]:
    """Yield the numbers that come to something else, or have none before or after; parts that change nothing pass."""
    for key in sorted({*before, *after}):
        was, now = before.get(key), after.get(key)
        if was is None or now is None:
            if (was or now) is not None and (was or now).total not in ("", "0"):  # type: ignore[union-attr]
                yield was, now
        elif was.total != now.total or (not was.total and was.parts != now.parts):
            yield was, now


def parts_that_changed(was: CountedNumber, now: CountedNumber) -> list[Part]:
    """Return the parts that one number has and the other has not, which say why it differs.

    What comes to the same with and without a part is not for its sake.
    """
    new = [part for part in now.parts if part not in was.parts]
    told = [part for part in new if _total(tuple(one for one in now.parts if one is not part)) != now.total]
    return told or new or [one for one in was.parts if one not in now.parts]
