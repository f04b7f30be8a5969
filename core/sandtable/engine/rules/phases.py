"""The sequence of play as data: sequences of phases of steps, into which modules insert steps of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.rules.ordering import declared_order
from sandtable.engine.words import make_fit

Each = Literal["once", "side"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step; actions and events are attached to its key, which is unique in the game.

    ``ends``: a side may end it with offers left; without, it ends when nothing is left to do. ``tells``: passing
    over it would tell a secret (a hidden garrison that could march), so the side ends it even with nothing to do.
    """

    key: str
    title: str = ""
    ends: bool = True
    tells: bool = False

    def __post_init__(self) -> None:
        make_fit(self, "title")


@dataclass(frozen=True, slots=True)
class Phase:
    """Steps that are gone through once, or by each side in turn."""

    key: str
    steps: tuple[Step, ...]
    each: Each = "once"
    title: str = ""

    def __post_init__(self) -> None:
        make_fit(self, "title")


@dataclass(frozen=True, slots=True)
class Sequence:
    """Phases in order, again and again until a rule leaves the sequence (``rounds=False``: once)."""

    key: str
    phases: tuple[Phase, ...]
    rounds: bool = True
    title: str = ""
    heading: str = ""
    """What the log calls one of it, with what it is about in place of ``{}``: "Battle of {}"."""
    counts: str = "round"
    """What one of its rounds is called in the log: "day"."""
    headings: tuple[tuple[str, str], ...] = ()
    """The heading by the ``kind`` of the row that it is about, where it goes by that: ("assault", "Assault on {}")."""

    def __post_init__(self) -> None:
        make_fit(self, "title", "heading", "counts")

    def heading_of(self, kind: str) -> str:
        """Return what the log calls one that is about a row of this kind."""
        return dict(self.headings).get(kind, self.heading)


@dataclass(frozen=True, slots=True)
class Insert:
    """A step that a module puts among others: after and before the steps named (those that are off do not count).

    ``phase`` says where when no step is named. A name with a question mark (``"guard?"``) may be that of a
    step which is not even installed.
    """

    step: Step
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    phase: str = ""

    def with_plain_anchors(self) -> Insert:
        """Return the same without question marks."""
        after, before = (tuple(name.rstrip("?") for name in names) for names in (self.after, self.before))
        return replace(self, after=after, before=before)


Inserts = Mapping[str, tuple[Insert, ...]]
"""The inserted steps of each module, by module key."""


def check(sequences: Iterable[Sequence], inserts: Inserts) -> None:
    """Raise ``Invalid`` for a key used twice or an anchor that no installed module has."""
    owner: dict[str, str] = {}
    phases: set[str] = set()
    for sequence in sequences:
        for phase in sequence.phases:
            if phase.key in phases:
                raise Invalid(f"two phases are called {phase.key}; give one another key")
            phases.add(phase.key)
            for step in phase.steps:
                _own(owner, step.key, f"sequence {sequence.key}")
    for module, steps in inserts.items():
        for insert in steps:
            _own(owner, insert.step.key, f"module {module}")
    _check_anchors(inserts, owner, phases)


def _check_anchors(inserts: Inserts, owner: dict[str, str], phases: set[str]) -> None:
    """Raise ``Invalid`` for an inserted step that goes nowhere, or next to what does not exist."""
    for module, steps in inserts.items():
        for insert in steps:
            for anchor in (*insert.after, *insert.before):
                if anchor not in owner and not anchor.endswith("?"):
                    raise unknown("step", anchor, owner, f"module {module} puts {insert.step.key} next to it")
            if insert.phase and insert.phase not in phases:
                raise unknown("phase", insert.phase, phases, f"module {module} puts {insert.step.key} into it")
            if not (insert.phase or insert.after or insert.before):
                raise Invalid(f"module {module} does not say where {insert.step.key} goes: name a phase or a step")


def _own(owner: dict[str, str], key: str, who: str) -> None:
    if key in owner:
        raise Invalid(f"step {key} is declared twice, by {owner[key]} and by {who}; give one another key")
    owner[key] = who


def arrange_sequences(sequences: Iterable[Sequence], inserts: Inserts) -> dict[str, Sequence]:
    """Return the sequences with the steps of the modules in force.

    Raises ``Invalid`` naming the modules when their demands contradict each other.
    """
    bases = tuple(sequences)
    home = {step.key: phase.key for sequence in bases for phase in sequence.phases for step in phase.steps}
    waiting = {
        insert.step.key: (module, insert.with_plain_anchors())
        for module, steps in sorted(inserts.items())
        for insert in steps
    }
    for _ in waiting:
        for key, (_, insert) in waiting.items():
            homes = [home[anchor] for anchor in (*insert.after, *insert.before) if anchor in home]
            if key not in home and (insert.phase or homes):
                home[key] = insert.phase or homes[0]
    lost = [f"{key} (module {module})" for key, (module, _) in waiting.items() if key not in home]
    if lost:
        raise Invalid(f"no step is left to put {lost[0]} next to: name its phase too")
    return {
        sequence.key: replace(
            sequence,
            phases=tuple(
                replace(phase, steps=_arrange(phase, {k: v for k, v in waiting.items() if home[k] == phase.key}))
                for phase in sequence.phases
            ),
        )
        for sequence in bases
    }


def _arrange(phase: Phase, inserted: Mapping[str, tuple[str, Insert]]) -> tuple[Step, ...]:
    if not inserted:
        return phase.steps
    steps = {step.key: step for step in phase.steps} | {key: insert.step for key, (_, insert) in inserted.items()}
    rank = {step.key: 2 * at for at, step in enumerate(phase.steps)}
    for _ in inserted:
        for key, (_, insert) in inserted.items():
            if key not in rank or key in inserted:
                behind = [rank[a] | 1 for a in insert.after if a in rank]
                ahead = [(rank[b] - 1) | 1 for b in insert.before if b in rank]
                rank[key] = max(behind) if behind else min(ahead) if ahead else rank.get(key, 2 * len(phase.steps) + 1)
    pairs = [(a.key, b.key) for a, b in zip(phase.steps, phase.steps[1:], strict=False)]
    for key, (_, insert) in inserted.items():
        pairs += [(anchor, key) for anchor in insert.after] + [(key, anchor) for anchor in insert.before]
    nodes = sorted(steps, key=lambda key: (rank[key], key))
    return tuple(
        steps[key]
        for key in declared_order(
            nodes, pairs, lambda key: f"{key} (module {inserted[key][0]})" if key in inserted else key
        )
    )
