"""What a change of options does, in words: options and parameters by their titles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.rules.rulings import parameters_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.engine.rules.options import Choices
    from sandtable.engine.rules.rulebooks import Rulebooks


def changes_to_make(family: Rulebooks, old: Choices, new: Choices) -> list[str]:
    """Say what is to be done: switch guard commitment on."""
    return [
        *(f"switch {_title(family, key)} on" for key in sorted(new.on - old.on)),
        *(f"switch {_title(family, key)} off" for key in sorted(old.on - new.on)),
        *(f"set “{title}” to {now} (it is {was})" for title, was, now in _numbers(family, old, new)),
        *(f"have {one} act before {other}" for one, other in new.order if (one, other) not in old.order),
        *(f"no longer have {one} act before {other}" for one, other in old.order if (one, other) not in new.order),
    ]


def changes_made(family: Rulebooks, old: Choices, new: Choices) -> list[str]:
    """Say what has been done: guard commitment is now on."""
    return [
        *(f"{_title(family, key)} is now on" for key in sorted(new.on - old.on)),
        *(f"{_title(family, key)} is now off" for key in sorted(old.on - new.on)),
        *(f"“{title}” is now {now} (it was {was})" for title, was, now in _numbers(family, old, new)),
        *(f"{one} now acts before {other}" for one, other in new.order if (one, other) not in old.order),
        *(f"{one} no longer acts before {other}" for one, other in old.order if (one, other) not in new.order),
    ]


def _title(family: Rulebooks, key: str) -> str:
    """Return what an option is called within a sentence."""
    title = family.option_title(key)
    return title[:1].lower() + title[1:]


def _numbers(family: Rulebooks, old: Choices, new: Choices) -> Iterator[tuple[str, object, object]]:
    """Yield the title, the old and the new value of every parameter that changes."""
    for key in sorted({*old.parameters, *new.parameters}):
        for one in parameters_of(family.modules[key]) if key in family.modules else ():
            if one.value(old) != one.value(new):
                yield one.title, one.value(old), one.value(new)
