"""The table's affairs at the terminal: options, proposals and votes, overruling, sealed answers."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import msgspec

from sandtable.cli.file_arguments import parse_argument
from sandtable.cli.talk.lines import StyledLine, Talk
from sandtable.engine.actions.actions import describe_action
from sandtable.engine.errors import Illegal, Invalid
from sandtable.engine.referee import changes
from sandtable.engine.referee.adoption import MOVE
from sandtable.engine.running import switching
from sandtable.engine.state.charts import Chart
from sandtable.engine.state.rows import Proposal
from sandtable.play.begin.presets import preset_choices
from sandtable.play.begin.starts import switch_options
from sandtable.play.rules.option_words import (
    lacking_facts,
    lacking_lines,
    option_facts,
    option_lines,
    ruling_facts,
    ruling_lines,
)
from sandtable.play.rules.proposals import describe_agreement, describe_proposal, impact_lines
from sandtable.play.words.wording import seat_title

if TYPE_CHECKING:
    from sandtable.cli.talk.dialogue import Dialogue
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.row import Row
    from sandtable.play.table.adoption_preview import AdoptionPreview


def options(talk: Dialogue, rest: str) -> Talk[None]:
    """Show the options, or propose others: ``on X off Y``."""
    if rest:
        yield from _propose(talk, rest)
    else:
        _show_options(talk)


def _show_options(talk: Dialogue) -> None:
    family, old = talk.referee.family, talk.game.rulebook.choices
    for key in sorted(family.options):
        talk.show(StyledLine(line) for line in option_lines(option_facts(family, key, old)))
    talk.show(StyledLine(line) for line in ruling_lines(ruling_facts(family, old)))
    talk.show(StyledLine(line) for line in lacking_lines(lacking_facts(family, old)))
    for proposal in talk.game[Proposal]:
        stands = describe_agreement(talk.game, proposal)
        talk.say(f"proposed: {describe_proposal(talk.game, proposal)} ({proposal.id}; {stands})", "prompt")


def _propose(talk: Dialogue, typed: str) -> Talk[None]:
    """Say what a change of options would do, and put it to the vote."""
    family, old = talk.game.family, talk.game.rulebook.choices
    for key in family.options:  # they may be called by their titles
        typed = re.sub(rf"\b{re.escape(family.option_title(key))}\b", key, typed, flags=re.IGNORECASE)
    preset, on, off, values = _parse_change(typed)
    base = old
    if preset:
        base = replace(preset_choices(preset, family, harmed=talk.say), order=old.order, grants=old.grants)
    choices = switch_options(family, base, on, off, values)
    view = talk.game.seen_by_sides(frozenset(talk.sides))
    impact = changes.impact(view, choices)
    talk.show(StyledLine(f"  {line}") for line in impact_lines(impact, view))
    if impact.problems:
        switching.check_options(family, choices)
    if not impact.changes:
        talk.say("nothing to propose: it is already so")
        return
    if not (yield from talk.yes("Propose this change, from the next step on?")):
        return
    talk.referee.council.propose_options(talk.speaker, choices)
    yield from _put_to_the_vote(talk)


NAMED: Final = 8
"""So many rows of a table are named."""
CORRECTION: Final = "correct NAME: FIELD = VALUE; FIELD = VALUE"
MOST: Final = 60
"""So many changes of a map are listed one by one."""
CHANGES: Final = "options preset X, options on X, options off X or options set X.P=V"


def _parse_change(text: str) -> tuple[str, list[str], list[str], list[str]]:
    found: dict[str, list[str]] = {"preset": [], "on": [], "off": [], "set": []}
    what = ""
    for word in _words(re.sub(r"\s*=\s*", "=", text)):
        if word in found:
            what = word
        elif what == "set" and found[what] and "=" not in word:
            found[what][-1] += f" {word}"  # a value of several words
        elif what:
            found[what].append(word)
        else:
            raise Invalid(f"options does not know {word!r}: type {CHANGES}")
    if not any(found.values()):
        raise Invalid(f"name an option: {CHANGES}")
    if len(found["preset"]) > 1:
        raise Invalid("name one preset; further changes can follow it, as in options preset X on Y")
    return next(iter(found["preset"]), ""), found["on"], found["off"], found["set"]


def _words(text: str) -> list[str]:
    """Part a line at its blanks, but not within quotes; raises ``Invalid`` for a quote that is not closed."""
    try:
        return shlex.split(text)
    except ValueError:
        raise Invalid(f"options {text}: a quotation mark is opened but not closed; close it, or leave it out") from None


def _put_to_the_vote(talk: Dialogue) -> Talk[None]:
    """Ask each seat that has not agreed to the newest proposal."""
    proposal = talk.game[Proposal].last()
    if proposal is None:
        return
    for seat in switching.voters(talk.game):
        row = talk.game[Proposal].get(proposal.id)
        if row is None or seat in row.agreed:
            continue
        _show_what_it_does(talk, row)
        if not (
            yield from talk.yes(f"{seat_title(talk.game, seat)}: agree to this? {describe_proposal(talk.game, row)}")
        ):
            talk.referee.council.decline(seat, proposal.id)
            talk.say(f"{seat_title(talk.game, seat)} declines; it is off the table.")
            return
        talk.referee.council.agree(seat, proposal.id)
    talk.look()


def _show_what_it_does(talk: Dialogue, proposal: Proposal) -> None:
    """Say to the seat that is asked what a map would change; other proposals say it themselves."""
    if proposal.what == "adopt":
        from sandtable.play.table.adoption_preview import preview_proposal  # brings along what compares maps

        preview = preview_proposal(talk.sitting, proposal)
        _show_preview(talk, preview)
        talk.show(StyledLine(f"  in the way: {one}: {MOVE}", "bad") for one in preview.obstacles)


def adopt(talk: Dialogue, rest: str) -> Talk[None]:
    """Say what another revision of the map would change, and put it to the vote."""
    from sandtable.play.table.adopting import find_revision, propose_adoption, read_revision
    from sandtable.play.table.adoption_preview import preview_adoption

    wanted = parse_argument(rest)
    if not wanted.key:
        raise Invalid("name the map and its library: adopt LIBRARY.db#MAP, or LIBRARY.db#MAP@REVISION")
    path = wanted.path.expanduser()
    revision = find_revision(path, wanted.key, wanted.revision)
    sheet = read_revision(path, wanted.key, revision)
    preview = preview_adoption(talk.sitting, sheet)
    _show_preview(talk, preview)
    if preview.obstacles:
        talk.wrong("the map cannot be adopted now", [f"{one}: {MOVE}" for one in preview.obstacles])
        return
    if (yield from talk.yes("Propose to play on this map from now on?")):
        propose_adoption(talk.sitting, talk.speaker, sheet, earlier=bool(revision))
        yield from _put_to_the_vote(talk)


def _show_preview(talk: Dialogue, preview: AdoptionPreview) -> None:
    """Say what playing on another map would change, and what stays."""
    lines = [*preview.changes, *preview.drawn]
    talk.show(StyledLine(f"  {one}") for one in lines[:MOST] or ("nothing visible has changed",))
    if more := len(lines[MOST:]):
        talk.say(f"  and {more} more")
    talk.show(StyledLine(f"  kept as play has left it: {one}") for one in preview.kept)


def correct(talk: Dialogue, rest: str) -> Talk[None]:
    """Show what can be corrected, the fields of one thing, or what a correction would change; put it to the vote."""
    from sandtable.play.table.correcting import find_row, read_correction
    from sandtable.play.table.correction_preview import preview_correction

    view = talk.game.seen_by_sides(frozenset(talk.sides))
    what, _, said = rest.partition(":")
    if not what.strip():
        _show_correctable(talk, view)
        return
    row = find_row(view, what.strip())
    if not said.strip():
        _show_fields(talk, view, row)
        return
    fields = read_correction(view, row, said.strip())
    true = talk.game[type(row)].get(row.id) or row
    preview = preview_correction(talk.referee, talk.speaker, talk.sides, true, fields)
    talk.show(StyledLine(f"  {line}") for line in preview.lines)
    if preview.problem:
        talk.wrong("it cannot be corrected in this way", [preview.problem])
        return
    if (yield from talk.yes("Propose this correction?")):
        talk.referee.council.propose_correction(talk.speaker, true, **fields)
        yield from _put_to_the_vote(talk)


def _show_correctable(talk: Dialogue, view: RunningGame) -> None:
    from sandtable.play.table.correcting import correctable_kinds, kind_title

    for kind in correctable_kinds(view):
        names = [row.name_in(view) for row in view[kind]]
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        talk.show([StyledLine(f"  {kind_title(kind)}: {', '.join(names[:NAMED])}{more}")])
    talk.say(f"name what is wrong: {CORRECTION}", "faint")


def _show_fields(talk: Dialogue, view: RunningGame, row: Row) -> None:
    from sandtable.engine.referee.wishes import cell_text, known_value_text
    from sandtable.play.table.correcting import fields_of

    talk.say(row.phrase_in(view), "title")
    for name, title in fields_of(row).items():
        if isinstance(row, Chart) and name == "cells":
            for keys, cell in zip(row.cell_keys(), row.cells, strict=True):
                talk.say(f"  {', '.join(keys)} = {cell_text(cell)}")
        else:
            talk.show([StyledLine(f"  {title} = {known_value_text(view, msgspec.to_builtins(getattr(row, name)))}")])
    talk.say(f"a correction takes effect when everyone has agreed: {CORRECTION}", "faint")


def agree(talk: Dialogue, rest: str) -> Talk[None]:
    """Put the newest proposal to the vote."""
    if talk.game[Proposal].last() is None:
        raise Illegal("nothing has been proposed: type options to propose a change")
    yield from _put_to_the_vote(talk)


def decline(talk: Dialogue, rest: str) -> Talk[None]:
    """Take the newest proposal off the table."""
    proposal = talk.game[Proposal].last()
    if proposal is None:
        raise Illegal("nothing has been proposed: type options to propose a change")
    talk.referee.council.decline(talk.speaker, proposal.id)
    yield from ()


def overrule(talk: Dialogue, rest: str) -> Talk[None]:
    """Ask the table to allow what was refused just now."""
    if talk.refused is None:
        raise Illegal("nothing has just been refused, so there is nothing to overrule")
    action, side = talk.refused
    told = describe_action(action, talk.referee.view(side), talk.referee.ask_for(action, side))
    if (yield from talk.yes(f"{told}: ask the table to allow it?")):
        talk.refused = None
        talk.referee.council.propose_overruling(talk.speaker, action, side)
        yield from _put_to_the_vote(talk)


def withdraw(talk: Dialogue, rest: str) -> Talk[None]:
    """Take a sealed answer back before it is revealed."""
    prompt = talk.referee.prompt
    answered = sorted(prompt.answered) if prompt is not None else []
    if not rest and len(answered) != 1:
        raise Invalid(
            f"name the side whose answer it is: {' or '.join(answered)}" if answered else "no sealed answer is waiting"
        )
    talk.referee.withdraw(rest or answered[0])
    yield from ()
