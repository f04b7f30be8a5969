"""How one wins and who leads, in words: a few that are always in view, a sheet with all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.engine.words import in_a_row, sentence
from sandtable.play.words.where import describe_end, winner_title
from sandtable.play.words.wording import side_title
from sandtable.present import Sheet, SheetEntry, presentation

if TYPE_CHECKING:
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.rows import SideId
    from sandtable.present import Standing

UNSAID: Final = "This game does not say how it is won."


def describe_lead(game: RunningGame) -> str:
    """Say in a few words who leads, or who has won; nothing for a game that does not say how it is won."""
    return _title_of(game, presentation.standing(game) if game.ended is None else None)


def _title_of(game: RunningGame, standing: Standing | None) -> str:
    if game.ended is not None:
        return f"{winner_title(game)} has won"
    return "" if standing is None else standing.lead or _lead(game, standing)


def _lead(game: RunningGame, standing: Standing) -> str:
    titles = [side_title(game, side) for side in standing.leaders]
    if not titles:
        return "Nobody leads"
    says = next((one.says for one in standing.scores if one.side == standing.leaders[0]), "")
    several = len(titles) > 1 or " and " in titles[0]  # a side may be called by several names
    who = f"{in_a_row(titles)} {'lead' if several else 'leads'}"
    return f"{who}: {says}" if says else who


def standing_sheet(game: RunningGame) -> Sheet | None:
    """Return how one wins and what each side has, ``None`` for a game that does not say."""
    standing = presentation.standing(game)
    if standing is None:
        return None
    aim = SheetEntry(title="How to win", value=standing.aim, rule=standing.rule)
    ended = [SheetEntry(title="The end", value=says)] if (says := describe_end(game)) else []
    sides = [
        SheetEntry(title=_title(game, standing, one.side), value=sentence(one.says), reasons=one.reasons)
        for one in standing.scores
    ]
    return Sheet(key="standing", title=_title_of(game, standing), entries=(aim, *ended, *sides))


def _title(game: RunningGame, standing: Standing, side: SideId) -> str:
    leads = " (leads)" if side in standing.leaders and game.ended is None else ""
    return f"{side_title(game, side)}{leads}"


def standing_lines(game: RunningGame) -> list[str]:
    """Return how one wins and what each side has, the lead first."""
    sheet = standing_sheet(game)
    if sheet is None:
        return [UNSAID]
    aim, *rest = sheet.entries
    cited = f" ({aim.rule})" if aim.rule else ""
    lines = [sheet.title, f"{aim.value.rstrip('.')}{cited}."]
    for one in rest:
        lines += [f"{one.title}: {one.value}", *(f"  {reason}" for reason in one.reasons)]
    return lines
