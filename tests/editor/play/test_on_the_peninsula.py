"""What a player meets on the Peninsula: stacks, ways to march, places by their names, supply on the map."""

from __future__ import annotations

import pytest

from sandtable.engine.offers import offers
from sandtable.lab.bots import RandomBot
from sandtable.play.sitting import Wishes
from sandtable_editor.play import shown
from tests.editor.play.sitting import Sitting
from tests.editor.workbench import Workbench


@pytest.fixture
def march(peninsula: Workbench) -> Workbench:
    """Come to the land movement of France."""
    peninsula.window.resize(1280, 800)
    sitting = peninsula.sit_down(Wishes(seed="1", seats="one"))
    referee, bot = sitting.referee, RandomBot("march")
    while (prompt := referee.prompt) is not None:
        ask = prompt.open[0]
        if ask.side == "France" and any(one.label == "March" for one in offers(referee.view(ask.side), ask)):
            break
        action = bot.answer(referee, ask)
        assert action is not None
        referee.play(action, ask.side)
    peninsula.play.accept(sitting)
    peninsula.settle()
    return peninsula


def stack(bench: Workbench) -> tuple[str, str]:
    """Return a French corps that lies in a stack with a garrison of its own, and where it can go."""
    view = bench.campaign.view
    assert view is not None
    there = shown.counters(view)
    ours = [one for one in there if one.kind == "Corps" and one.side == "France"]
    alone = [one for one in ours if [other.space for other in ours].count(one.space) == 1]
    for corps in alone:
        reach = shown.reach(view, corps.piece)
        free = {one.space for one in there}
        goals = [space for space in (reach.costs if reach is not None else ()) if space not in free]
        if goals and not any(one.kind == "Garrison" and one.space == corps.space for one in there):
            words = f"mouse Detach: {corps.piece} / city / infantry / 1"
            try:
                Sitting(bench).do(words)
            except AssertionError:
                continue
            return corps.piece, goals[0]
        if goals:
            return corps.piece, goals[0]
    raise AssertionError("no such stack")


def test_a_stack_is_carried_without_what_goes_nowhere(march: Workbench) -> None:
    corps, goal = stack(march)
    assert len(march.map.counters.stack_of(corps).pieces) > 1
    before = march.campaign.referee.journal.head
    march.see(goal)
    march.drag(corps, goal)
    assert march.campaign.referee.journal.head == before + 1
    assert march.map.counters[corps].space == goal


def test_what_may_not_be_carried_there_is_said(march: Workbench) -> None:
    view = march.campaign.view
    assert view is not None
    garrison = next(one for one in shown.counters(view) if one.kind == "Garrison" and one.side == "France")
    march.map.counters_dropped.emit((garrison.piece,), "toledo")
    march.settle()
    assert march.hand.against is not None
    assert f"takes {garrison.title} to Toledo" in march.hand.against.title


def test_a_click_on_a_corps_takes_up_the_plain_march(march: Workbench) -> None:
    corps, _ = stack(march)
    march.see(march.map.counters[corps].space)
    march.click_counter(corps)
    assert march.hand.offer is not None
    assert march.hand.offer.label == "March"
    assert march.hand.filled == {"corps": corps}


def test_a_place_is_told_of_by_names(march: Workbench) -> None:
    march.desk.look_at("burgos")
    assert march.desk.place is not None
    told = "\n".join(str(panel) for panel in march.desk.place.stack.panels or ())
    assert "Old Castile" in told
    assert "old-castile" not in told
    assert "Valladolid" in told  # beside it


def test_supply_is_a_way_to_colour_the_map(march: Workbench) -> None:
    view = march.campaign.view
    assert view is not None
    mode = next(mode for mode in shown.map_modes(view) if mode.key == "supply")
    assert mode.says == "France's supply"
    corps = {one.space for one in shown.counters(view) if one.kind == "Corps" and one.side == "France"}
    assert corps <= mode.fills.keys()  # fed, or beyond the depots
    assert mode.hatched <= corps
    Sitting(march).do("mode Supply")
    assert march.desk.board is not None
    assert march.desk.board.mode == mode


@pytest.mark.parametrize("place", ["leon", "valencia", "murcia", "granada"])
def test_a_town_is_found_before_the_province_of_its_name(march: Workbench, place: str) -> None:
    assert march.map.find(place.title())[0][0] == place


def test_a_stack_is_carried_whole_though_it_may_march_in_two_ways(march: Workbench) -> None:
    view = march.campaign.view
    assert view is not None
    corps = ["Moncey's Corps", "Murat's Reserve"]
    spaces = march.map.counters
    assert len({spaces[one].space for one in corps}) == 1
    Sitting(march).do(f"carry {march.map.counters.stack_of(corps[0]).pieces[-1]} -> Guadalajara")
    assert {march.map.counters[one].space for one in corps} == {"guadalajara"}
