"""What can be said at any time: taking back, the log, rules, options, standing answers, help."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sandtable.cli.talk.lines import Leave, StyledLine, Talk
from sandtable.engine.actions.actions import describe_action
from sandtable.engine.errors import Broken, Illegal, Invalid, SandtableError, unknown
from sandtable.engine.referee import changes
from sandtable.engine.state.rows import Proposal, StandingAnswer
from sandtable.library.files.sqlite_errors import path_text
from sandtable.play.wording import ply_lines, ply_places, seat_title, side_title, summarize_ply

if TYPE_CHECKING:
    from sandtable.cli.talk.conversation import Conversation
    from sandtable.engine.actions.actions import Action, Ask

HELP: Final = {
    "NUMBER": "choose an offer (or say its name), then its fields; at once: march, Dupont, Madrid or march > Dupont",
    "all": "for one of a list: do it with each in turn; names parted by commas: with these",
    "?": "why not: ? 2 for an offer or a value that is not possible now, ? march > Dupont > Lisbon for all of it",
    "back": "leave a half-filled offer",
    "pass, end": "decline what is offered; end the step",
    "undo, redo": "take the last answer back; do it again",
    "goto N": "go to any ply of the log (undone ones too)",
    "odds [NAME] [N]": "what comes of the battle at hand, or of one that can be begun: tried out N times (400)",
    "log [N], log WORDS": "the last N plies (10); all plies with these words",
    "look, situation": "the situation again",
    "rules [ID], rules WORDS": "a rule in words; the rules with these words",
    "options": "what is on; options on X, options off X, options set X.P=V, options preset X propose a change",
    "agree, decline": "answer a proposal that is on the table",
    "overrule": "after a refusal: ask the table to allow it all the same",
    "withdraw [SIDE]": "take a sealed answer back before it is revealed",
    "standing": "standing answers; standing pass KIND [about TOPIC] [below N], standing off N",
    "save [FILE]": "where the campaign is kept (every step is saved at once); with FILE: write a copy of it there",
    "quit": "leave; the same command goes on here",
}
MANY: Final = 20_000
"""So often odds are tried out at most."""
COMMANDS: Final = frozenset(
    [
        "undo", "redo", "goto", "odds", "log", "look", "situation", "rules", "options", "agree", "decline",
        "overrule", "withdraw", "standing", "save", "help", "quit", "exit",
    ]
)  # fmt: skip


def looks(talk: Conversation, line: str) -> bool:
    """Answer what only looks at the game; tell whether it was such a thing."""
    word, _, rest = line.partition(" ")
    looking: dict[str, Callable[[Conversation, str], None]] = {
        "log": _log,
        "odds": _odds,
        "rules": _rules,
        "save": _save,
        "help": _help,
    }
    act = looking.get(word.casefold())
    if act is None:
        return False
    try:
        act(talk, rest.strip())
    except SandtableError as error:
        talk.wrong(str(error))
    return True


def obey(talk: Conversation, line: str, ask: Ask | None) -> Talk[None]:
    """Do what a command says."""
    word, _, rest = line.partition(" ")
    word, rest = word.casefold(), rest.strip()
    acts: dict[str, Callable[..., Talk[None]]] = {
        "undo": _undo, "redo": _redo, "goto": _goto, "options": _options, "agree": _agree, "decline": _decline,
        "overrule": _overrule, "withdraw": _withdraw, "standing": _standing,
    }  # fmt: skip
    try:
        if word in ("look", "situation"):
            talk.look()
        elif word in acts:
            yield from acts[word](talk, rest)
        elif ask is None:
            raise Invalid(f"{line!r} means nothing here: the game is over; type help")
        elif word in ("pass", "end"):
            raise Invalid(f"{word} is no answer to this question; type a number, or help")
        else:
            raise Invalid(f"{line!r} is no offer and no command; type a number, or help")
    except Broken:
        raise
    except SandtableError as error:
        talk.wrong(str(error))


# -- looking


def _help(talk: Conversation, rest: str) -> None:
    longest = max(map(len, HELP))
    talk.show(StyledLine(f"  {what:{longest}}  {says}") for what, says in HELP.items())


def _log(talk: Conversation, rest: str) -> None:
    """Show the last plies, or those whose lines hold some words."""
    from sandtable.play.word_search import WordSearch

    sides = _sides(talk)
    view = talk.game.seen_by_sides(frozenset(sides))
    journal = talk.referee.journal
    plies = journal.line()
    if rest and not rest.isdigit():
        told = [(ply, "\n".join(ply_lines(view, journal, ply, sides, numbered=True))) for ply in plies]
        plies = sorted(WordSearch(told).find(rest), key=lambda ply: ply.id)
        if not plies:
            raise Invalid(f"nothing in the log has the words {rest!r}; log 20 shows the last 20 plies")
    else:
        plies = plies[-int(rest or 10) :]
    heading = ""
    for ply, place in zip(plies, ply_places(talk.game, plies), strict=True):
        if place != heading:
            talk.say(place, "title")
            heading = place
        talk.show(StyledLine(line) for line in ply_lines(view, journal, ply, sides, numbered=True))


def _odds(talk: Conversation, rest: str) -> None:
    """Try the contest at hand out; only what the seat at the screen may see is used."""
    from sandtable.lab.odds import GAMES, odds
    from sandtable.play import odds_report

    about, _, last = rest.rpartition(" ")
    games = int(last) if last.isdigit() else 0
    found = odds(talk.referee, talk.seat or "", about if games else rest, games=min(games, MANY) or GAMES)
    first, *lines = odds_report.lines(found)
    talk.say(first, "title")
    talk.show(StyledLine(line) for line in lines)


def _sides(talk: Conversation) -> tuple[str, ...]:
    """Return the sides that the seat at the screen answers for."""
    return talk.game.sides_of(talk.seat) if talk.seat else ()


def _rules(talk: Conversation, rest: str) -> None:
    from sandtable.cli.commands.rules import facts, rule_lines
    from sandtable.play.word_search import rules_of

    family = talk.referee.family
    if not rest:
        inside = [id for id in sorted(family.texts) if talk.game.stands(id)]
        talk.show(StyledLine(f"  {id}  {family.texts[id].title}") for id in inside)
        return
    known = {id.casefold(): id for id in family.texts}
    if rest.casefold() not in known:
        found = rules_of(family).find(rest)
        if not found:
            raise unknown("rule", rest, family.texts, "rules lists those in force")
        talk.show(StyledLine(f"  {id}  {family.texts[id].title}") for id in found)
        return
    id = known[rest.casefold()]
    talk.show(StyledLine(line) for line in rule_lines(facts(family, id)))
    talk.say("in force" if talk.game.stands(id) else "not in force in this campaign", "faint")


def _save(talk: Conversation, rest: str) -> None:
    if not rest:
        talk.say(talk.sitting.where_saved())
        return
    target = Path(rest).expanduser()
    talk.sitting.save_copy(target)
    talk.say(f"a copy is in {path_text(target.absolute())}", "good")


# -- taking back


def _consent(talk: Conversation, what: str) -> Talk[bool]:
    """Ask everybody but the seat at the screen."""
    for seat in changes.voters(talk.game):
        if seat != talk.seat and not (yield from talk.yes(f"{seat_title(talk.game, seat)}: agree to {what}?")):
            talk.say(f"{seat_title(talk.game, seat)} does not agree.")
            return False
    return True


def _with_consent(talk: Conversation, what: str, act: Callable[[bool], object]) -> Talk[bool]:
    """Do something that may need everybody's agreement."""
    try:
        act(False)
    except Illegal as error:
        if talk.referee.take_back != "agree" or "agreement" not in str(error):
            raise
        talk.say(str(error))
        if not (yield from _consent(talk, what)):
            return False
        act(True)
    return True


def _undo(talk: Conversation, rest: str) -> Talk[None]:
    referee = talk.referee

    def act(agreed: bool) -> None:
        ply = referee.undo(talk.seat, agreed=agreed)
        while _bots_turn(talk) and referee.journal.head > 1:
            ply = referee.undo(talk.seat, agreed=agreed)
        talk.say(f"taken back: {summarize_ply(referee.journal, ply, _sides(talk))}", "good")

    if (yield from _with_consent(talk, "take it back", act)):
        talk.again()


def _bots_turn(talk: Conversation) -> bool:
    prompt = talk.referee.prompt
    return prompt is not None and all(talk.sitting.bot_for(ask) is not None for ask in prompt.open)


def _redo(talk: Conversation, rest: str) -> Talk[None]:
    ply = talk.referee.redo()
    while _bots_turn(talk) and talk.referee.journal.redo_of(talk.referee.journal.head) is not None:
        ply = talk.referee.redo()
    talk.say(f"done again: {summarize_ply(talk.referee.journal, ply, _sides(talk))}", "good")
    talk.again()
    yield from ()


def _goto(talk: Conversation, rest: str) -> Talk[None]:
    if not rest.isdigit():
        raise Invalid("say which ply, as in goto 12; log shows their numbers")

    def act(agreed: bool) -> None:
        talk.referee.goto(int(rest), talk.seat, agreed=agreed)
        talk.say(f"now at ply {talk.referee.journal.head}", "good")

    if (yield from _with_consent(talk, f"go to ply {rest}", act)):
        talk.look()


# -- options


def _options(talk: Conversation, rest: str) -> Talk[None]:
    from sandtable.cli.commands.options import facts, option_lines, ruling_facts, ruling_lines

    family, old = talk.referee.family, talk.game.rulebook.choices
    if not rest:
        for key in sorted(family.options):
            talk.show(StyledLine(line) for line in option_lines(facts(family, key, old)))
        talk.show(StyledLine(line) for line in ruling_lines(ruling_facts(family, old)))
        for proposal in talk.game[Proposal]:
            talk.say(f"proposed: {_describe_proposal(talk, proposal)}", "prompt")
        return
    from sandtable.play.presets import preset_choices
    from sandtable.play.starts import switch_options

    for key in family.options:  # they may be called by their titles
        rest = re.sub(rf"\b{re.escape(facts(family, key, old)['title'])}\b", key, rest, flags=re.IGNORECASE)
    preset, on, off, values = _parse_change(rest)
    base = replace(preset_choices(preset, family, harmed=talk.say), order=old.order) if preset else old
    choices = switch_options(family, base, on, off, values)
    impact = changes.impact(talk.game, choices)
    talk.show(StyledLine(f"  {line}") for line in impact.lines())
    if impact.problems:
        changes.check_options(family, choices)
    if not impact.changes:
        talk.say("that is how it is already")
        return
    seat = _speaker(talk)
    if not (yield from talk.yes("Propose this change, from the next step on?")):
        return
    talk.referee.propose_options(seat, choices)
    yield from _put_to_the_vote(talk)


CHANGES: Final = "options preset X, options on X, options off X or options set X.P=V"


def _parse_change(text: str) -> tuple[str, list[str], list[str], list[str]]:
    found: dict[str, list[str]] = {"preset": [], "on": [], "off": [], "set": []}
    what = ""
    for word in shlex.split(re.sub(r"\s*=\s*", "=", text)):
        if word in found:
            what = word
        elif what == "set" and found[what] and "=" not in word:
            found[what][-1] += f" {word}"  # a value of several words
        elif what:
            found[what].append(word)
        else:
            raise Invalid(f"options {word}: say {CHANGES}")
    if not any(found.values()):
        raise Invalid(f"say which option: {CHANGES}")
    if len(found["preset"]) > 1:
        raise Invalid("say one preset: what more shall differ can follow it, as in options preset X on Y")
    return next(iter(found["preset"]), ""), found["on"], found["off"], found["set"]


def _speaker(talk: Conversation) -> str:
    """Return the seat that speaks: the one at the screen."""
    return talk.seat or talk.people()[0]


def _describe_proposal(talk: Conversation, proposal: Proposal) -> str:
    if proposal.what == "options":
        from sandtable.engine.rules.options import differences
        from sandtable.engine.running.game import choices_of
        from sandtable.engine.state.rows import InForce

        data: dict[str, Any] = proposal.data
        row = InForce("options", tuple(data["on"]), data["parameters"])
        what = "options " + "; ".join(differences(talk.game.rulebook.choices, choices_of(row)))
    else:
        what = f"{proposal.what} {proposal.data.get('action') or proposal.data.get('id')}"
    waits = [seat_title(talk.game, seat) for seat in changes.voters(talk.game) if seat not in proposal.agreed]
    return (
        f"{what} ({proposal.id}; {'waits for ' + ', '.join(waits) if waits else 'agreed, made at the end of the step'})"
    )


def _put_to_the_vote(talk: Conversation) -> Talk[None]:
    """Ask each seat that has not agreed to the newest proposal."""
    proposal = talk.game[Proposal].last()
    if proposal is None:
        return
    for seat in changes.voters(talk.game):
        row = talk.game[Proposal].get(proposal.id)
        if row is None or seat in row.agreed:
            continue
        if not (yield from talk.yes(f"{seat_title(talk.game, seat)}: agree to {_describe_proposal(talk, row)}?")):
            talk.referee.decline(seat, proposal.id)
            talk.say(f"{seat_title(talk.game, seat)} declines; it is off the table.")
            return
        talk.referee.agree(seat, proposal.id)
    talk.look()


def _agree(talk: Conversation, rest: str) -> Talk[None]:
    if talk.game[Proposal].last() is None:
        raise Illegal("nothing is proposed")
    yield from _put_to_the_vote(talk)


def _decline(talk: Conversation, rest: str) -> Talk[None]:
    proposal = talk.game[Proposal].last()
    if proposal is None:
        raise Illegal("nothing is proposed")
    talk.referee.decline(_speaker(talk), proposal.id)
    yield from ()


def _overrule(talk: Conversation, rest: str) -> Talk[None]:
    if talk.refused is None:
        raise Illegal("nothing has been refused just now")
    action, side = talk.refused
    if (yield from talk.yes(f"{describe_action(action, talk.referee.view(side))}: ask the table to allow it?")):
        talk.refused = None
        talk.referee.propose_overruling(_speaker(talk), action, side)
        yield from _put_to_the_vote(talk)


def _withdraw(talk: Conversation, rest: str) -> Talk[None]:
    prompt = talk.referee.prompt
    answered = sorted(prompt.answered) if prompt is not None else []
    if not rest and len(answered) != 1:
        raise Invalid(f"say whose answer: {' or '.join(answered)}" if answered else "no sealed answer waits")
    talk.referee.withdraw(rest or answered[0])
    yield from ()


# -- standing answers


def _standing(talk: Conversation, rest: str) -> Talk[None]:
    seat = _speaker(talk)
    sides = talk.game.sides_of(seat)
    rows = [row for row in talk.game[StandingAnswer] if row.side in sides]
    word, _, what = rest.partition(" ")
    if not rest:
        talk.show(StyledLine(f"  {number}  {_standing_says(talk, row)}") for number, row in enumerate(rows, 1))
        talk.say(
            "standing pass KIND [about TOPIC] [below N] leaves one, standing off N withdraws it"
            if rows
            else "no standing answer; standing pass KIND leaves one",
            "faint",
        )
    elif word == "off":
        if not what.isdigit() or not 1 <= int(what) <= len(rows):
            raise Invalid(f"say which, 1 to {len(rows)}" if rows else "there is no standing answer")
        talk.referee.withdraw_standing_answer(seat, rows[int(what) - 1].id)
    elif word == "pass":
        _leave_standing(talk, seat, what)
    else:
        raise Invalid("say standing pass KIND [about TOPIC] [below N], or standing off N")
    yield from ()


def _standing_says(talk: Conversation, row: StandingAnswer) -> str:
    topic = f" about {row.topic}" if row.topic else ""
    below = f" below {row.below}" if row.below is not None else ""
    return f"{side_title(talk.game, row.side)} passes: {row.kind}{topic}{below}"


def _kinds(talk: Conversation) -> list[type[Action]]:
    """Return every kind of action of the game, those that answer questions too."""
    return list(talk.referee.family.kinds.values())


def _leave_standing(talk: Conversation, seat: str, what: str) -> None:
    match = re.fullmatch(r"(?P<kind>.+?)(?:\s+about\s+(?P<topic>.+?))?(?:\s+below\s+(?P<below>\d+))?", what.strip())
    if match is None:
        raise Invalid("say what to pass on: standing pass KIND")
    known = _kinds(talk)
    kind = next(
        (one for one in known if match["kind"].casefold() in (one.label().casefold(), one.stored.casefold())), None
    )
    if kind is None:
        raise unknown("kind of action", match["kind"], [one.label() for one in known])
    side = talk.game.frame.side if talk.game.frame.side in talk.game.sides_of(seat) else talk.game.sides_of(seat)[0]
    below = int(match["below"]) if match["below"] else None
    talk.referee.add_standing_answer(seat, str(side), kind, topic=match["topic"] or "", below=below)


__all__ = ["COMMANDS", "HELP", "Leave", "looks", "obey"]
