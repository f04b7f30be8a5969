"""What is wrong in a text: a sentence with its line; several, in the order of the text."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine.errors import Invalid, Remedy


class BringMap(Remedy):
    """The map of a text is in no library that is at hand."""

    says = "open the library that has it, or make a map under that key first"


class TextFault(Invalid):
    """One thing that is wrong in a text; ``line`` is 0 where nobody can say which it is."""

    def __init__(self, says: str, line: int = 0) -> None:
        super().__init__(f"{says} (at line {line})" if line else says)
        self.line = line


class WrongText(Invalid):
    """All that is wrong in a text, a sentence each."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))

    @classmethod
    def of(cls, faults: Iterable[Invalid]) -> Invalid:
        """Return several faults as one, those of earlier lines first; one alone stays what it is."""
        found = sorted(faults, key=lambda one: one.line if isinstance(one, TextFault) else 0)
        return found[0] if len(found) == 1 else cls(dict.fromkeys(str(one) for one in found))


def faults_in(error: Invalid) -> tuple[str, ...]:
    """Return what is wrong, a sentence each."""
    return error.faults if isinstance(error, WrongText) else (str(error),)
