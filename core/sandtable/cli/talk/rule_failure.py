"""When rules have changed, or a module fails: the table decides how to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.cli.talk.lines import Leave, StyledLine, Talk
from sandtable.engine.errors import Broken, SandtableError
from sandtable.engine.referee.epochs import epoch_of
from sandtable.engine.running import switching
from sandtable.play.table.changed_rules import list_changes, summarize_changes
from sandtable.play.table.going_back import last_playable
from sandtable.play.words.wording import seat_title

if TYPE_CHECKING:
    from sandtable.cli.talk.dialogue import Dialogue


def confirm_changed_rules(talk: Dialogue) -> Talk[None]:
    """Show what has changed in the rules since the campaign was played last; going on under them wants a yes."""
    found, each = summarize_changes(talk.referee), list_changes(talk.referee)
    if not found:
        return
    talk.say("The rules have changed since this campaign was played last:", "title")
    talk.show(StyledLine(f"  - {one}") for one in found)
    if not (yield from talk.yes("Go on under the changed rules?", details=each if len(each) > len(found) else ())):
        talk.say("Nothing was changed; install the former version to go on as before.")
        raise Leave
    talk.referee.accept_rules(epoch_of(talk.referee))


def decide_unended(talk: Dialogue) -> Talk[None]:
    """Name what did not come to an end when the campaign was played last, and offer to leave it out."""
    sitting, note = talk.sitting, talk.sitting.unended
    if note is None:
        return
    talk.say(f"When this campaign was played last, {note}.", "title")
    module = sitting.option(note.module)
    if not module:
        talk.say("It is not an option that can be left out: update it, or start with --safe-mode.")
    elif (yield from _all_agree(talk, module)):
        talk.referee.without(module)
    sitting.settle_unended()


def decide(talk: Dialogue, error: Broken) -> Talk[None]:
    """A rules module has failed; the position has not changed. The table decides."""
    yield from _decide(talk, error)
    if talk.watch is not None:
        talk.watch.settle()


def _decide(talk: Dialogue, error: Broken) -> Talk[None]:
    talk.wrong(str(error))
    module = talk.sitting.option_at_fault(error)
    ways = {
        "again": "try once more",
        "back": "go back to the last position that can be played from",
        "report": "write a report with a copy of the campaign",
        **({f"without {module}": f"go on without {module}, if all agree"} if module else {}),
        "quit": "leave; nothing is lost",
    }
    longest = max(map(len, ways))
    talk.say("A rule has failed; the position has not changed. The table decides how to go on:", "title")
    talk.show(StyledLine(f"  {way:{longest}}  {says}") for way, says in ways.items())
    while True:
        line = (yield from talk.hear("table")).casefold()
        if line == "again":
            return
        try:
            if line == "report":
                talk.say(
                    f"The report is {talk.sitting.report(error)}; it holds the whole campaign, secrets too.", "good"
                )
            elif line == "back":
                there = last_playable(talk.referee, present=_can_answer_otherwise(talk))
                talk.referee.history.goto(there, talk.seat, agreed=True)
                talk.look()
                return
            elif module and line in ("without", f"without {module}".casefold()):
                if (yield from _all_agree(talk, module)):
                    talk.referee.without(module)
                    talk.look()
                    return
            elif line:
                talk.wrong(f"{line!r} is not one of the ways on: type {', '.join(ways)}")
        except Broken as again:
            talk.wrong(str(again))
        except SandtableError as refusal:
            talk.wrong(str(refusal))


def _can_answer_otherwise(talk: Dialogue) -> bool:
    """Tell whether a person is asked something here that can be answered in another way."""
    try:
        return talk.bots.next_question() is None and bool(talk.referee.offers())
    except Broken:
        return False


def _all_agree(talk: Dialogue, module: str) -> Talk[bool]:
    for seat in switching.voters(talk.game):
        if not (yield from talk.yes(f"{seat_title(talk.game, seat)}: go on without {module}?")):
            return False
    return True
