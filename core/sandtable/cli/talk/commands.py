"""What can be said at any time: commands that look at the game, and the way to those that change something."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sandtable.board.spaces import SpaceId
from sandtable.cli.talk import passing_talk, standing_talk, table_talk, take_back
from sandtable.cli.talk.help import HELP
from sandtable.cli.talk.lines import StyledLine, Talk
from sandtable.engine.errors import Broken, Invalid, SandtableError, unknown
from sandtable.library.files.sqlite_errors import path_text
from sandtable.play.record.log_lines import ply_lines
from sandtable.play.words.matching import typed_number
from sandtable.play.words.where import ply_places

if TYPE_CHECKING:
    from sandtable.cli.talk.dialogue import Dialogue
    from sandtable.engine.actions.actions import Ask

MANY: Final = 20_000
"""So often odds are tried out at most."""


def looks(talk: Dialogue, line: str) -> bool:
    """Answer what only looks at the game; tell whether it was such a thing."""
    word, _, rest = line.partition(" ")
    looking: dict[str, Callable[[Dialogue, str], None]] = {
        "log": _log,
        "recap": _recap,
        "counts": _counts,
        "score": _score,
        "track": _track,
        "place": _place,
        "odds": _odds,
        "story": _story,
        "luck": _luck,
        "rules": _rules,
        "save": _save,
        "help": _help,
    }
    act = looking.get(word.casefold()) if word.casefold() != "look" or not rest else _look_back
    if act is None:
        return False
    try:
        act(talk, rest.strip())
    except SandtableError as error:
        talk.wrong(str(error))
    return True


def obey(talk: Dialogue, line: str, ask: Ask | None) -> Talk[None]:
    """Do what a command says."""
    word, _, rest = line.partition(" ")
    word, rest = word.casefold(), rest.strip()
    acts: dict[str, Callable[..., Talk[None]]] = {
        "undo": take_back.undo, "redo": take_back.redo, "goto": take_back.goto, "options": table_talk.options,
        "adopt": table_talk.adopt, "correct": table_talk.correct, "agree": table_talk.agree,
        "decline": table_talk.decline, "overrule": table_talk.overrule, "withdraw": table_talk.withdraw,
    }  # fmt: skip
    try:
        if word in ("look", "situation"):
            talk.look()
        elif word == "guide":
            talk.guide(rest)
        elif (word, rest.casefold()) == ("pass", "all") and ask is not None:
            yield from passing_talk.pass_all(talk)
        elif word == "standing":
            yield from standing_talk.standing(talk, rest, ask)
        elif word in acts:
            yield from acts[word](talk, rest)
        elif ask is None:
            raise Invalid(f"{line!r} means nothing here: the game is over; type help")
        elif word in ("pass", "end"):
            raise Invalid(f"{word!r} is not an answer to this question; type a number, or help")
        else:
            raise Invalid(f"{line!r} is neither an offer nor a command; type a number, or help")
    except Broken:
        raise
    except SandtableError as error:
        talk.wrong(str(error))


# -- looking


def _help(talk: Dialogue, rest: str) -> None:
    longest = max(map(len, HELP))
    talk.show(StyledLine(f"  {what:{longest}}  {says}") for what, says in HELP.items())


def _log(talk: Dialogue, rest: str) -> None:
    """Show the last plies, or those whose lines hold some words."""
    from sandtable.play.words.word_search import WordSearch

    sides = talk.sides
    view = talk.game.seen_by_sides(frozenset(sides))
    journal = talk.referee.journal
    line = plies = journal.line()
    count = typed_number(rest)
    if rest and count is None:
        told = [(ply, "\n".join(ply_lines(view, journal, ply, sides, numbered=True))) for ply in line]
        plies = sorted(WordSearch(told).find(rest), key=lambda ply: ply.id)
        if not plies:
            raise Invalid(f"nothing in the log contains {rest!r}; log 20 shows the last 20 plies")
    else:
        plies = plies[-(count or 10) :]
    since = line[line.index(plies[0]) :] if plies else []
    places = {ply.id: place for ply, place in zip(since, ply_places(talk.game, since), strict=True)}
    heading = ""
    for ply in plies:
        if places[ply.id] != heading:
            heading = places[ply.id]
            talk.say(heading, "title")
        talk.show(StyledLine(line) for line in ply_lines(view, journal, ply, sides, numbered=True))


def _recap(talk: Dialogue, rest: str) -> None:
    from sandtable.cli.talk.past_talk import recap

    recap(talk, rest)


def _look_back(talk: Dialogue, rest: str) -> None:
    from sandtable.cli.talk.past_talk import look_back

    look_back(talk, rest)


def _counts(talk: Dialogue, rest: str) -> None:
    from sandtable.cli.talk.past_talk import counts

    counts(talk, rest)


def _score(talk: Dialogue, rest: str) -> None:
    from sandtable.play.words.standing_words import standing_lines

    lead, *lines = standing_lines(talk.game.seen_by_sides(frozenset(talk.sides)))
    talk.say(lead, "title")
    talk.show(StyledLine(line) for line in lines)


def _track(talk: Dialogue, rest: str) -> None:
    from sandtable.play.words.sequence_track import track_lines, tracks_of

    view = talk.game.seen_by_sides(frozenset(talk.sides))
    talk.show(StyledLine(line) for line in track_lines(tracks_of(talk.referee, view)))


def _place(talk: Dialogue, rest: str) -> None:
    """Show what is known of a place, and who stands there."""
    from sandtable.play.words.naming import space_called
    from sandtable.play.words.place_words import place_lines
    from sandtable.present import presentation

    if not rest:
        raise Invalid("which place? Type its name too, as in place Madrid")
    view = talk.game.seen_by_sides(frozenset(talk.sides))
    board, space = presentation.sheet(view), space_called(view, rest)
    if board is None or not space:
        raise Invalid(f"the map has no place called {rest!r}")
    talk.say(board.name(space), "title")
    talk.show(StyledLine(f"  {line}") for line in place_lines(view, board, SpaceId(space)))


def _odds(talk: Dialogue, rest: str) -> None:
    """Try the contest at hand out; only what the seat at the screen may see is used."""
    from sandtable.lab.odds import GAMES, odds
    from sandtable.play.words import odds_report

    about, _, last = rest.rpartition(" ")
    games = typed_number(last) or 0
    found = odds(talk.referee, talk.seat or "", about if games else rest, games=min(games, MANY) or GAMES)
    first, *lines = odds_report.lines(found)
    talk.say(first, "title")
    talk.show(StyledLine(line) for line in lines)


def _story(talk: Dialogue, rest: str) -> None:
    from sandtable.cli.talk.story_talk import story

    story(talk, rest)


def _luck(talk: Dialogue, rest: str) -> None:
    from sandtable.cli.talk.story_talk import luck

    luck(talk, rest)


def _rules(talk: Dialogue, rest: str) -> None:
    from sandtable.play.rules.rule_bearings import rule_lines
    from sandtable.play.rules.rule_words import rule_facts
    from sandtable.play.words.word_search import rules_of

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
    talk.show(StyledLine(line) for line in rule_lines(family, rule_facts(family, id), code=True))
    talk.say("in force" if talk.game.stands(id) else "not in force in this campaign", "faint")


def _save(talk: Dialogue, rest: str) -> None:
    if not rest:
        talk.say(talk.sitting.where_saved())
        return
    target = Path(rest).expanduser()
    talk.sitting.save_copy(target)
    talk.say(f"a copy is in {path_text(target.absolute())}", "good")
