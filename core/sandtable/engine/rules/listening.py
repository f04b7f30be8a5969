"""What functions listen for is there, and what marks and duties wait for: kinds, words, steps, phases, sequences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.errors import Broken, unknown
from sandtable.engine.state.kinds import FOREVER, SCOPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sandtable.engine.rules.belongings import Belongings
    from sandtable.engine.rules.phases import Insert, Sequence
    from sandtable.engine.rules.rule_functions import RuleFunction


def check_listeners(
    functions: Iterable[RuleFunction],
    belongings: Belongings,
    sequences: Iterable[Sequence],
    inserts: Mapping[str, Iterable[Insert]],
) -> None:
    """Raise ``Broken`` for a function that would never be called, and for a duty that would never be due."""
    played = {sequence.key: sequence for sequence in sequences}
    steps = {step.key for sequence in played.values() for phase in sequence.phases for step in phase.steps}
    steps |= {insert.step.key for those in inserts.values() for insert in those}
    for function in functions:
        listens, key = function.slot or ("hook", "")
        if listens in ("works", "fails", "doable") and key not in belongings.owners:
            name = getattr(key, "__name__", None) or getattr(key, "stored", key)
            raise Broken(
                f"{function.where} has @{listens}({name}), which no module brings: "
                f"list it in the `brings` of module {function.module.key}, or of the game",
                function.module.key,
            )
        known = steps if listens in ("opens", "closes") else played if listens == "leaves" else None
        if known is not None and key not in known:
            what = "sequence" if listens == "leaves" else "step"
            missing = unknown(what, str(key), known, f"{function.where} has @{listens}({key!r})")
            raise Broken(str(missing), function.module.key)
    for name, duty in belongings.duties.items():
        if duty.by not in steps:
            missing = unknown("step", duty.by, steps, f"the duty {name!r} is due by {duty.by!r}")
            raise Broken(str(missing), belongings.owners[duty])


def check_marks(
    belongings: Belongings,
    sequences: Iterable[Sequence],
    inserts: Mapping[str, Iterable[Insert]],
    wiped: Iterable[str],
) -> None:
    """Raise ``Broken`` for a mark that would last until what nobody ends; ``wiped`` are the words that rules wipe."""
    ends = {*SCOPES, FOREVER, *wiped, *(insert.step.key for those in inserts.values() for insert in those)}
    for sequence in sequences:
        ends |= {sequence.key, *(phase.key for phase in sequence.phases)}
        ends |= {step.key for phase in sequence.phases for step in phase.steps}
    for name, mark in belongings.marks.items():
        if mark.until not in ends:
            then = (
                f"the mark {name!r} lasts until {mark.until!r}; list a word that a rule wipes in `wipes` of its module"
            )
            missing = unknown("step, phase or sequence", mark.until, ends, then)
            raise Broken(str(missing), belongings.owners[mark])
