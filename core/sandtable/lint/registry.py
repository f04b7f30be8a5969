"""Every kind of finding there is, each declared once beside the check that makes it."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from sandtable.engine.rules.setup_findings import Severity
from sandtable.lint.findings import D, Finding, Fix, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

About = Literal["shapes", "map", "scenario", "preset", "rule"]

FAMILIES: Final = (
    "shapes", "coverage", "names", "links", "land_and_water", "ways", "hexsides", "regions",
    "layers", "binding", "ground", "rows", "choices", "charts", "set_up", "remarks", "house_rules",
)  # fmt: skip
"""The modules that declare codes, in the order in which the documentation shows them."""


class FindingCode(Struct, frozen=True):
    """A kind of finding. ``says`` is one sentence; ``fix`` what mending it does, if anything."""

    name: str
    about: About
    severity: Severity
    says: str
    fix: str = ""

    def finding(self, place: Place, words: str, fix: Fix[D] | None = None) -> Finding[D]:
        """Make a finding of this kind."""
        return Finding(self.severity, self.name, place, words, fix)


_codes: dict[str, FindingCode] = {}


def code(name: str, about: About, severity: Severity, says: str, fix: str = "") -> FindingCode:
    """Declare a kind of finding; raises ``ValueError`` for a name that is taken, or none that can stay for good."""
    if name in _codes or not re.fullmatch(r"[a-z]+(-[a-z]+)+", name):
        raise ValueError(f"{name!r} cannot be a code: take a new one of small words with hyphens")
    made = _codes[name] = FindingCode(name, about, severity, says, fix)
    return made


def families() -> Iterator[tuple[str, str, list[FindingCode]]]:
    """Yield every family of checks: its module, its docstring's first line, the codes that it declares, in order."""
    told: set[str] = set()
    for name in FAMILIES:
        module = import_module(f"sandtable.lint.{name}")
        own = {one.name: one for one in vars(module).values() if isinstance(one, FindingCode) and one.name not in told}
        told |= own.keys()
        yield name, (module.__doc__ or "").split("\n")[0], list(own.values())


@cache
def codes() -> dict[str, FindingCode]:
    """Return all kinds of findings by name."""
    return {one.name: one for _, _, family in families() for one in family}
