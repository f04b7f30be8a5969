"""How one wins and who leads: of games that say so, and of one that does not."""

from __future__ import annotations

import pytest
from msgspec import structs

from sandtable.engine import GameSystem, InstalledGame, Referee, SideId
from sandtable.play.words.standing_words import UNSAID, describe_lead, standing_lines, standing_sheet
from sandtable.present import SideScore, Standing, presentation
from sandtable.testing import position
from sandtable_twin_rivers import TWIN_RIVERS, Unit
from tests.cli.sandtable_parley import PARLEY
from tests.games.fords import Corps
from tests.games.fords.at_the_fords import at_march


def begun(system: GameSystem) -> Referee:
    family = InstalledGame(system)
    return Referee.begin(family, family.system.scenarios[0].rows())


def test_a_game_that_says_nothing_has_no_standing() -> None:
    game = begun(PARLEY).game
    assert describe_lead(game) == ""
    assert standing_sheet(game) is None
    assert standing_lines(game) == [UNSAID]


def test_nobody_leads_while_both_are_equal_and_who_has_more_does() -> None:
    referee = at_march()
    view = referee.view("Blue")
    assert len(standing_lines(view)) >= 4
    assert "(FOR-5-victory)" in standing_lines(view)[1]
    blue, red = (len(view[Corps].where("side", side)) for side in ("Blue", "Red"))
    expected = "Nobody leads" if blue == red else f"{'Blue' if blue > red else 'Red'} leads: {max(blue, red)} corps"
    assert describe_lead(view) == expected


@pytest.mark.rule("TR-5-victory")
def test_twin_rivers_counts_areas_and_bridges() -> None:
    rows = [
        structs.replace(row, area="Larch") if isinstance(row, Unit) and row.side == "Red" else row
        for row in TWIN_RIVERS.scenarios[0].rows()
    ]
    game = position(TWIN_RIVERS, *rows, at="Blue: march").game
    held = {side: {unit.area for unit in game[Unit].where("side", side)} for side in ("Blue", "Red")}
    standing = presentation.standing(game)
    assert standing is not None
    assert len(held["Blue"]) > len(held["Red"])
    assert standing.leaders == ("Blue",)
    assert describe_lead(game).startswith(f"Blue leads: {len(held['Blue'])} areas, ")


def test_words_of_a_standing_are_made_fit() -> None:
    dirty = "a\x1b[31mb\u202ec"
    score = SideScore(side=SideId("Blue"), says=dirty, reasons=(dirty,))
    made = Standing(aim=dirty, lead=dirty, scores=(score,))
    assert not any("\x1b" in one or "\u202e" in one for one in (made.aim, made.lead, score.says, *score.reasons))
