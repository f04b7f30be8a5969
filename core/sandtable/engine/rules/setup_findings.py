"""What the rules of a game have to say against a scenario before it is played."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sandtable.engine.rule_at_work import this_rule
from sandtable.engine.state.row import Row

Severity = Literal["error", "warning", "hint"]
"""``error``: it cannot be played so. ``warning``: most likely a mistake. ``hint``: worth a look."""


class ScenarioFix(Struct, frozen=True):
    """Rows to put and to remove that surely mend a fault, and nothing else; ``says`` tells what they do."""

    says: str
    put: tuple[Row, ...] = ()
    remove: tuple[Row, ...] = ()


class ScenarioFinding(Struct, frozen=True):
    """One thing that is wrong with a scenario.

    ``code`` names the kind of fault for good: one of the core's (``scenario-over-stacked``), or one of the game's
    own, which is shown behind its key (``twin_rivers/no-bridge``). ``words`` say what, where and what to do.
    ``row`` is the one to look at, ``field`` the field of it, ``space`` the place on the map.
    """

    code: str
    words: str
    severity: Severity = "error"
    row: Row | None = None
    field: str = ""
    space: str = ""
    rule: str = ""
    fix: ScenarioFix | None = None


class ScenarioFault(Struct, frozen=True):
    """A kind of fault that a module looks for in scenarios; ``code`` names it for good, ``says`` is one sentence.

    A module lists its own in ``RuleModule.faults``: the documentation is made from these.
    """

    code: str
    severity: Severity
    says: str

    def finding(
        self, words: str, row: Row | None = None, *, field: str = "", space: str = "", rule: str = "",
        fix: ScenarioFix | None = None,
    ) -> ScenarioFinding:  # fmt: skip
        """Return a remark of this kind: ``words`` say what, where and what to do."""
        return ScenarioFinding(self.code, words, self.severity, row, field, space, rule or this_rule(), fix)
