"""Coming and going of factors and money: every cause is declared and counted; who is taken is somebody's prisoner."""

from __future__ import annotations

import pytest

from sandtable.engine import Game, Invalid, Refused, Row, SideId
from sandtable.play.record.story import stories_of
from sandtable.play.record.story_words import story_lines
from sandtable.present import PresentHooks, Table
from sandtable.testing import Play
from sandtable_empires.combat.bearing import BearLosses
from sandtable_empires.combat.captives import NameCaptor
from sandtable_empires.drafting import Draft
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.land.depots import LayDepot
from sandtable_empires.land.detaching import Detach
from sandtable_empires.land.foraging import Forage
from sandtable_empires.land.surrender import Surrender
from sandtable_empires.model import (
    FRANCE,
    SPAIN,
    STRAGGLERS,
    Account,
    Arrival,
    ArrivalId,
    Budget,
    Corps,
    CorpsId,
    Garrison,
    Leader,
    Prisoners,
    Province,
    Siege,
    SiegeId,
    Treasury,
    account,
    cause,
    causes,
    declare,
    lose,
    pay,
)  # fmt: skip
from sandtable_empires.testing import (
    FR,
    GB,
    SP,
    alter,
    area,
    attack,
    choose_chits,
    corps,
    garrison,
    iberia,
    leader,
    position,
)
from tests.plugins.empires.fights import ready

BADAJOZ = area("Badajoz")
F_I = CorpsId("F I")


def at(step: str, *pieces: Row, side: SideId = FR, dice: tuple[int, ...] = ()) -> Play:
    """Return a step of a side in a Spain where no guerillas rise."""
    calm = alter(Province, guerilla=None)
    return position(calm, *pieces, land=iberia, at=f"{side}: {step}", dice=dice)


def prisoners_of(game: Play) -> dict[tuple[str, str], dict[str, int]]:
    """Return the prisoners by whose they are and who has them."""
    return {
        (one.nation, one.captor): {str(arm): count for arm, count in one.by_arm().items()} for one in game[Prisoners]
    }


# --- causes


def test_every_cause_has_a_title_of_its_own() -> None:
    titles = [one.title for one in causes()]
    assert all(titles)
    assert len(set(titles)) == len(titles)


def test_a_cause_is_declared_once_under_one_title() -> None:
    known = cause("stragglers")
    assert declare(known.key, known.title) == STRAGGLERS
    with pytest.raises(Invalid, match="the cause 'stragglers' is declared twice"):
        declare("stragglers", "Those who come late")


def test_a_cause_that_nobody_has_declared_is_an_error_that_names_it() -> None:
    async def desert(game: Game) -> None:
        lose(game, game[Corps][F_I], {"infantry": 1}, "stragler")

    with pytest.raises(Exception, match="no cause is called 'stragler': did you mean stragglers"):
        position(corps("F I", FR, "Burgos", infantry=9), land=iberia, do=desert)


def test_an_account_has_each_arm_for_itself() -> None:
    async def march(game: Game) -> None:
        lose(game, game[Corps][F_I], {"infantry": 2, "cavalry": 1}, STRAGGLERS)
        account(game, SP, STRAGGLERS, "guerilla", 0)

    game = position(corps("F I", FR, "Burgos", infantry=9, cavalry=2), land=iberia, do=march)
    (entry,) = game[Account]
    assert (entry.side, entry.cause, entry.infantry, entry.cavalry, entry.factors) == (FR, STRAGGLERS, -2, -1, -3)


# --- money


def test_what_is_paid_is_counted() -> None:
    game = at("depots", corps("F I", FR, "Bayonne", infantry=9))
    game.play(LayDepot(area("Bayonne")))
    (entry,) = game[Budget]
    assert (entry.id, entry.money) == ("France: depots laid", game[Treasury][FR].money - 20)


def test_nobody_pays_what_he_has_not() -> None:
    async def waste(game: Game) -> None:
        pay(game, FR, "supply", money=21)

    with pytest.raises(Exception, match="France has 20 money and 10 manpower: Supply of corps cost more"):
        position(land=iberia, do=waste)


# --- prisoners


def test_a_garrison_that_gives_up_is_taken_with_its_corps() -> None:
    inside = garrison(SP, "Badajoz", militia=3, infantry=2), corps("S I", SP, "Badajoz", infantry=5, inside=True)
    before = corps("F I", FR, "Badajoz", infantry=20), Siege(SiegeId("badajoz"), BADAJOZ, FR)
    game = at("land_combat", *inside, *before, side=SP)
    game.play(Surrender(BADAJOZ))
    assert prisoners_of(game) == {(SPAIN, FR): {"militia": 3, "infantry": 7}}


def test_guerillas_in_a_city_that_is_lost_are_lost_and_nobodys_prisoners() -> None:
    before = corps("F I", FR, "Badajoz", infantry=20), Siege(SiegeId("badajoz"), BADAJOZ, FR)
    game = at("land_combat", Guerillas(BADAJOZ, 0, 4), *before, side=SP)
    game.play(Surrender(BADAJOZ))
    assert prisoners_of(game) == {}
    assert {one.id: one.guerilla for one in game[Account]} == {"Spain: guerillas lost with their city": -4}


def test_a_corps_that_cannot_retreat_is_taken() -> None:
    """S I has withdrawn in Bayonne, which France holds, and there are French to both sides of it."""
    around = corps("F II", FR, "Burgos", infantry=5), corps("F III", FR, "Saragossa", infantry=5)
    game = ready(corps("F I", FR, "Bayonne", infantry=9), corps("S I", SP, "Bayonne", infantry=5), *around)
    attack(game, "Bayonne")
    choose_chits(game, "probe", "withdraw")
    assert prisoners_of(game) == {(SPAIN, FR): {"infantry": 5}}


def test_the_story_of_a_battle_counts_prisoners_as_factors() -> None:
    """Those of a first battle are not counted again in the story of a second."""
    around = corps("F II", FR, "Burgos", infantry=5), corps("F III", FR, "Saragossa", infantry=5)
    had = Prisoners(
        id="France: Spain of Spain", side=SP, nation=corps("S I", SP, "Bayonne").nation, captor=FR, infantry=3
    )
    game = ready(corps("F I", FR, "Bayonne", infantry=9), corps("S I", SP, "Bayonne", infantry=5), *around, had)
    attack(game, "Bayonne")
    choose_chits(game, "probe", "withdraw")
    stories = stories_of(game.referee, (FR, SP))
    story = stories.tell(stories.fought[-1])
    assert story.outcome is not None
    assert "France takes 5 factors of Spain prisoner" in story.outcome.events
    told = "\n".join(line for _, line in story_lines(game.game, story))
    assert told.count("France takes 5 factors of Spain prisoner") == 2, "where it happened, and at the end"


# --- captured leaders


@pytest.mark.rule("EIA-10.6.3-capture-elimination")
def test_a_leader_with_a_pinning_force_of_which_nothing_is_left_is_captured() -> None:
    """F II goes round the enemy; the one factor of F I that pins him falls, and Junot with it."""
    pinning = (
        corps("F I", FR, "Madrid", infantry=1),
        leader("Junot", FR, "F I", 2, 2),
        corps("F II", FR, "Madrid", infantry=9),
    )
    game = ready(*pinning, corps("S I", SP, "Madrid", infantry=20), dice=(1, 6, 6, 6, 6, 6, 6, 6))
    attack(game, "Madrid")
    choose_chits(game, "outflank", "defend", round_the_enemy=("F II",))
    while game.prompt and BearLosses in game.prompt.open[0].kinds and game[Corps][F_I].factors:
        game.play(game.may(BearLosses)[0])
    junot = game[Leader]["Junot"]
    assert (junot.standing, junot.corps, junot.captor) == ("captured", None, SP)


@pytest.mark.rule("EIA-10.6.3-capture-elimination")
@pytest.mark.parametrize("captor", [GB, SP])
def test_his_owner_says_which_of_the_opposing_powers_captures_him(captor: SideId) -> None:
    beaten = corps("F I", FR, "Madrid", infantry=1), leader("Junot", FR, "F I", 2, 2)
    victors = (
        corps("S I", SP, "Madrid", infantry=20),
        corps("B I", GB, "Madrid", infantry=20),
        leader("Cuesta", SP, "S I", 2, 2),
    )
    game = ready(*beaten, *victors, dice=(1, 6))
    attack(game, "Madrid")
    choose_chits(game, "assault", "defend")
    game.play(game.may(BearLosses)[0])
    assert game.questions == [(FR, ("NameCaptor",))]
    game.play(NameCaptor(captor))
    assert (game[Leader]["Junot"].standing, game[Leader]["Junot"].captor) == ("captured", captor)


# --- drafts


def test_what_a_corps_has_no_room_for_goes_to_another() -> None:
    draft = Arrival(id=ArrivalId("draft"), side=FR, nation=FRANCE, turn=1, infantry=6)
    game = at(
        "army_reinforcement", draft, corps("F I", FR, "Burgos", infantry=16), corps("F II", FR, "Burgos", infantry=9)
    )
    game.play(Draft(ArrivalId("draft"), F_I, "infantry", 4))
    assert (game[Corps][F_I].infantry, game[Arrival]["draft"].infantry) == (20, 2)
    game.play(Draft(ArrivalId("draft"), CorpsId("F II"), "infantry", 2))
    assert (game[Corps]["F II"].infantry, len(game[Arrival])) == (11, 0)


def test_guards_join_guards_only() -> None:
    draft = Arrival(id=ArrivalId("draft"), side=FR, nation=FRANCE, turn=1, guard=2)
    guards = corps("F Gd", FR, "Burgos", guard=8, guards=True)
    game = at("army_reinforcement", draft, corps("F I", FR, "Burgos", infantry=9), guards)
    with pytest.raises(Refused, match=r"F I has no room for guard \(BASE-5.2-draft-room\)"):
        game.play(Draft(ArrivalId("draft"), F_I, "guard", 2))
    game.play(Draft(ArrivalId("draft"), CorpsId("F Gd"), "guard", 2))
    assert game[Corps]["F Gd"].guard == 10


# --- many, and none


def test_a_city_holds_a_garrison_of_more_than_a_hundred_factors() -> None:
    game = at("land_movement", garrison(FR, "Burgos", infantry=95), corps("F I", FR, "Burgos", infantry=20))
    game.play(Detach(F_I, "city", "infantry", 19))
    assert game[Garrison]["France garrison of burgos"].infantry == 114


@pytest.mark.rule("BASE-7.5-siege-starved")
def test_a_siege_is_over_when_the_last_besieger_starves() -> None:
    """Both must forage: the siege of Badajoz is over before F II does."""
    besieger = corps("F I", FR, "Badajoz", infantry=1), Siege(SiegeId("badajoz"), BADAJOZ, FR)
    inside, other = garrison(SP, "Badajoz", infantry=4), corps("F II", FR, "Burgos", infantry=5)
    game = at("supply", *besieger, inside, other, dice=(6,))
    game.play(Forage(F_I))
    assert (game[Corps][F_I].area, len(game[Siege])) == (None, 0)
    assert game.questions[0][0] == FR


def test_the_books_can_be_read() -> None:
    before = corps("F I", FR, "Badajoz", infantry=20), Siege(SiegeId("badajoz"), BADAJOZ, FR)
    game = at("land_combat", garrison(SP, "Badajoz", militia=3, infantry=2), *before, side=SP)
    assert not {"returns", "prisoners"} & {one.key for one in game.game.hooks(PresentHooks).panels(game.game)}
    game.play(Surrender(BADAJOZ))
    shown = {one.key: one for one in game.game.hooks(PresentHooks).panels(game.game) if isinstance(one, Table)}
    assert shown["returns"].rows == (("Spain", "Prisoners", "-5", "3 militia, 2 infantry"),)
    assert shown["prisoners"].rows == (("France", "Spain", "5", "3 militia, 2 infantry"),)
