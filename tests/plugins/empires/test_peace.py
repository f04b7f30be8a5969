"""4.4: peace by agreement, suing, terms chosen by turns, what they do, what every peace brings."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import Game, Pass, SideId
from sandtable.engine.state.rows import StandingAnswer
from sandtable.testing import Play
from sandtable_empires.campaign.appointments import Appoint
from sandtable_empires.land.detaching import Absorb, Detach
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.model import (
    AUSTRIA,
    FRANCE,
    Area,
    Arrival,
    Corps,
    CorpsId,
    Depot,
    District,
    DistrictId,
    Fleet,
    Garrison,
    Leader,
    LeaderId,
    Permission,
    PointsAccount,
    PoliticalStatus,
    Prisoners,
    Province,
    Siege,
    War,
    at_war,
    garrison_id,
)
from sandtable_empires.model.accords import Accord, AccordId, Truce
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.peace import LentCorps, PeaceTerm, Surrender
from sandtable_empires.model.quarter import Embargo, Loan
from sandtable_empires.politics.peace_effects import CedeProvinces, GiveUpCorps, PayReparations, cedable, home_tax
from sandtable_empires.politics.peace_terms import BeSpared, ChooseTerm
from sandtable_empires.politics.removed_leaders import CallBack, SetFree
from sandtable_empires.politics.suing import AnswerSuit, ProposePeace, Sue, SurrenderUnconditionally
from sandtable_empires.sending_home import NameHome, NamePort
from sandtable_empires.testing import (
    AU,
    FR,
    GB,
    POWERS,
    RU,
    TU,
    alter,
    area,
    calendar,
    cession,
    control,
    corps,
    depot,
    fleet,
    garrison,
    leader,
    position,
    province,
    siege,
    status,
    war,
)

BAVARIA, DENMARK = DistrictId("bavaria"), DistrictId("denmark-proper")
ARMY = [corps(f"A {one}", AU, "Vienna", infantry=4) for one in ("I", "II", "III", "IV", "V")]


def begin(*pieces: Any, at: str = "peace", **others: Any) -> Play:
    given: dict[str, Any] = {"dice": (), **others}
    someone, *boxes = corps("T I", TU, "Constantinople", infantry=1), *(status(one, 25) for one in POWERS)
    return position(someone, *boxes, *pieces, grants=(CAMPAIGN,), at=at, **given)


def box(game: Play, side: SideId) -> int:
    return game[PoliticalStatus][side].box


def sue(game: Play, side: SideId, *foes: SideId) -> None:
    """Have one power sue, and all others sue nobody."""
    for one in list(game.prompt.open) if game.prompt else ():
        game.play(Sue(foes) if one.side == side else Pass(), side=one.side)


def answer(game: Play, **demands: Any) -> None:
    for side, demand in demands.items():
        game.play(AnswerSuit(demand), side=side)


def surrender(*pieces: Any, kind: Any = "conditional", victors: tuple[SideId, ...] = (FR,), **others: Any) -> Play:
    """Have Austria surrender to France, or to others too; the first question of the peace is asked."""
    game = begin(*(war(AU, one) for one in victors), *pieces, **others)
    sue(game, AU, *victors)
    for one in victors:
        game.play(AnswerSuit(kind), side=one)
    if kind == "unconditional":
        game.play(SurrenderUnconditionally(victors))
    return game


def choose(game: Play, *letters: Any) -> None:
    for letter in letters:
        game.play(letter if isinstance(letter, ChooseTerm) else ChooseTerm(letter, ()))


# --- by agreement


@pytest.mark.rule("BASE-4.4.1-at-war")
def test_peace_is_proposed_to_an_enemy() -> None:
    game = begin(war(AU, FR), at=f"{AU}: diplomacy_step")
    assert game.why_not(ProposePeace(FR)) == set()
    assert game.why_not(ProposePeace(RU)) == {"BASE-4.4.1-at-war"}


@pytest.mark.rule("BASE-4.4.1-informal")
def test_agreed_peace_ends_the_war_without_points_and_leaves_both_free() -> None:
    agreed = Accord(AccordId("peace"), "peace", AU, FR, "peace", answer="accepted", lapses=1)
    game = begin(agreed, war(AU, FR))
    assert (at_war(game.game, AU, FR), box(game, AU), box(game, FR)) == (False, 25, 25)
    assert (len(game[Truce]), len(game[Accord])) == (0, 0)


@pytest.mark.rule("BASE-4.4.1-informal")
def test_what_was_not_accepted_ends_no_war() -> None:
    game = begin(Accord(AccordId("peace"), "peace", AU, FR, "peace", lapses=2), war(AU, FR))
    assert at_war(game.game, AU, FR)


# --- suing


@pytest.mark.rule("BASE-4.4.2-suits")
def test_only_those_at_war_are_asked_and_nobody_in_a_quiet_month() -> None:
    assert begin(at="peace").at != "peace"
    game = begin(war(AU, FR))
    assert {side for side, _ in game.questions} == {AU, FR}
    assert [one.enemies for one in game.may(Sue, AU)] == [(FR,)]


@pytest.mark.rule("BASE-4.4.2-suits")
def test_a_standing_answer_fights_on() -> None:
    rows = [StandingAnswer(f"{side} fights on", side, "Sue") for side in (AU, FR)]
    assert begin(war(AU, FR), *rows).at != "peace"


@pytest.mark.rule("BASE-4.4.2-answers", "BASE-4.4-points", "BASE-4.4-enforced")
def test_a_conditional_surrender_ends_the_war_moves_both_and_is_enforced_for_18_months() -> None:
    game = surrender()
    game.play(BeSpared("A.1"))
    choose(game, "B.2", "B.3", "B.6")
    game.play(PayReparations("half at once"))
    assert not at_war(game.game, AU, FR)
    assert (box(game, AU), box(game, FR)) == (22, 27)
    bound = {(one.bound, one.towards): one.until for one in game[Truce] if "B.2" not in one.id and one.until == 19}
    assert bound == {(AU, FR): 19, (FR, AU): 19}
    assert (len(game[Surrender]), len(game[PeaceTerm])) == (0, 0)
    game.prove()


@pytest.mark.rule("BASE-4.4.2-answers")
def test_who_is_refused_fights_on() -> None:
    game = begin(war(AU, FR))
    sue(game, AU, FR)
    game.play(AnswerSuit("none"), side=FR)
    assert (at_war(game.game, AU, FR), box(game, AU), len(game[Surrender])) == (True, 25, 0)


@pytest.mark.rule("BASE-4.4.2-conditional", "EIA-10.5.1-forced-suit-acceptance")
@pytest.mark.parametrize("forced", [False, True])
def test_an_unconditional_surrender_may_be_refused_by_whoever_sues_freely_or_is_forced_to(forced: bool) -> None:
    row = PoliticalStatus(AU, 25, must_sue=forced)
    game = begin(war(AU, FR), row)
    if forced:
        game.play(Pass(), side=FR)
    else:
        sue(game, AU, FR)
    game.play(AnswerSuit("unconditional"), side=FR)
    assert game.questions == [(AU, ("SurrenderUnconditionally",))]
    game.play(Pass())
    assert (at_war(game.game, AU, FR), game[PoliticalStatus][AU].must_sue) == (True, False)


@pytest.mark.rule("EIA-10.5.1-forced-suit", "BASE-4.4.2-suits")
def test_who_is_forced_sues_all_its_enemies_and_is_not_asked() -> None:
    game = begin(war(AU, FR), war(AU, RU), war(AU, "Bavaria"), PoliticalStatus(AU, 25, must_sue=True))
    assert {side for side, _ in game.questions} == {FR, RU}
    game.play(Pass(), side=FR)
    game.play(Pass(), side=RU)
    assert {(side, kinds) for side, kinds in game.questions} == {(FR, ("AnswerSuit",)), (RU, ("AnswerSuit",))}


@pytest.mark.rule("BASE-4.4.1-each-other")
def test_two_who_sue_each_other_are_at_peace_without_terms() -> None:
    """Austria sues France and Russia, France Austria: between these two nobody surrenders, and Russia answers."""
    game = begin(war(AU, FR), war(AU, RU))
    game.play(Sue((FR, RU)), side=AU)
    game.play(Sue((AU,)), side=FR)
    game.play(Pass(), side=RU)
    assert (at_war(game.game, AU, FR), at_war(game.game, AU, RU)) == (False, True)
    assert game.questions == [(RU, ("AnswerSuit",))]
    game.play(AnswerSuit("none"), side=RU)
    assert (len(game[Surrender]), len(game[Truce]), box(game, AU), box(game, FR)) == (0, 0, 25, 25)
    game.prove()


@pytest.mark.rule("BASE-4.4.2-answers")
def test_one_enemy_accepts_another_wants_more() -> None:
    game = begin(war(AU, FR), war(AU, RU))
    sue(game, AU, FR, RU)
    answer(game, France="conditional", Russia="unconditional")
    game.play(SurrenderUnconditionally((RU,)))
    assert {(one.kind, one.victors) for one in game[Surrender]} == {("conditional", (FR,)), ("unconditional", (RU,))}


# --- terms


@pytest.mark.rule("BASE-4.4-spared", "BASE-4.4-what-is-spared")
@pytest.mark.parametrize(("spared", "letter"), [("A.1", "B.1"), ("A.2", "B.3"), ("A.3", "B.2"), ("A.4", "B.6")])
def test_what_is_spared_cannot_be_chosen(spared: Any, letter: Any) -> None:
    game = surrender(*ARMY)
    assert game.questions == [(AU, ("BeSpared",))]
    game.play(BeSpared(spared))
    assert game.why_not(ChooseTerm(letter, ())) == {"BASE-4.4-what-is-spared"}


@pytest.mark.rule("BASE-4.4-spared", "BASE-4.4-lists")
def test_nothing_is_spared_by_an_unconditional_surrender_and_list_c_is_open() -> None:
    game = surrender(*ARMY, kind="unconditional")
    assert game.questions == [(FR, ("ChooseTerm",))]
    assert game.why_not(ChooseTerm("C.1", ())) == set()
    mild = surrender(*ARMY)
    mild.play(BeSpared("A.2"))
    assert mild.why_not(ChooseTerm("C.1", ())) == {"BASE-4.4-lists"}


@pytest.mark.rule("BASE-4.4-by-turns")
def test_victors_choose_by_turns_in_the_order_in_which_they_went_to_war() -> None:
    game = begin(war(AU, RU), War("Austria|France", (AUSTRIA, FRANCE), since=1), *ARMY)
    sue(game, AU, FR, RU)
    answer(game, France="conditional", Russia="conditional")
    game.play(BeSpared("A.1"))
    order = list[str]()
    for letter in ("B.2", "B.3", "B.6"):
        order += [side for side, _ in game.questions]
        choose(game, letter)
    assert order == [RU, FR, RU]
    game.play(PayReparations("half at once"))
    assert (len(game[War]), box(game, AU), box(game, FR), box(game, RU)) == (0, 22, 27, 27)
    assert {one.towards for one in game[Truce] if one.until == 25} == {RU}


@pytest.mark.rule("BASE-4.4-by-turns")
def test_the_number_of_terms_is_the_charts() -> None:
    game = surrender(charts={"surrenders": {("conditional", "terms"): 1}})
    game.play(BeSpared("A.1"))
    choose(game, "B.6")
    assert not at_war(game.game, AU, FR)


@pytest.mark.rule("BASE-4.4-once-each", "BASE-4.4-exclusive", "BASE-4.4-barred")
def test_no_term_twice_and_none_beside_what_excludes_it() -> None:
    game = surrender(*ARMY, leader("Mack", AU, "A I"), leader("John", AU, "A II"), kind="unconditional")
    choose(game, "B.1")
    assert game.why_not(ChooseTerm("B.1", ())) == {"BASE-4.4-once-each"}
    assert game.why_not(ChooseTerm("C.1", ())) == game.why_not(ChooseTerm("B.4", ())) == {"BASE-4.4-exclusive"}
    choose(game, ChooseTerm("C.6", ("Mack",)))
    assert game.why_not(ChooseTerm("C.6", ("John",))) == set()
    assert game.why_not(ChooseTerm("C.6", ("Mack",))) != set()


@pytest.mark.rule("BASE-4.4-about-something")
def test_nothing_is_taken_that_is_not_there() -> None:
    game = surrender(alter(District, BAVARIA, status="conquered", holder=AU), kind="unconditional")
    assert game.why_not(ChooseTerm("C.6", ())) == {"BASE-4.4-about-something"}
    assert game.why_not(ChooseTerm("B.5", (BAVARIA,))) == set()


@pytest.mark.rule("BASE-4.4-made")
def test_undo_save_and_kill_in_the_midst_of_the_terms() -> None:
    game = surrender(*ARMY)
    game.play(BeSpared("A.2"))
    choose(game, "B.2")
    assert at_war(game.game, AU, FR)
    again = game.reload()
    assert again.questions == [(FR, ("ChooseTerm",))]
    game.undo()
    choose(game, "B.6", "B.2", "B.1")
    game.play(GiveUpCorps((CorpsId("A I"), CorpsId("A II"), CorpsId("A III"))))
    assert not at_war(game.game, AU, FR)
    game.prove()


# --- what they do


def peace(term: Any, *pieces: Any, kind: Any = "unconditional", **others: Any) -> Play:
    """Have Austria make a peace with France of this one term."""
    charts = {"surrenders": {(kind, "terms"): 1}}
    game = surrender(*pieces, kind=kind, charts=charts, **others)
    choose(game, term)
    return game


@pytest.mark.rule("BASE-4.4-B1")
@pytest.mark.parametrize(("army", "given"), [(ARMY, 3), (ARMY[:3], 2), (ARMY[:1], 1)])
def test_three_corps_or_half_of_them_are_disbanded(army: Any, given: int) -> None:
    guard = corps("A G", AU, "Vienna", guard=3)
    game = peace("B.1", *army, guard, leader("Mack", AU, "A I"))
    ours = tuple(one.id for one in game[Corps].where("side", AU) if one.area is not None and not one.guard)
    game.play(GiveUpCorps(ours[:given]))
    left = {one.id for one in game[Corps].where("side", AU) if one.area is not None}
    assert left == {"A G", *ours[given:]}
    assert (game[Leader]["Mack"].standing, game[Leader]["Mack"].corps) == ("waiting", None)


@pytest.mark.rule("BASE-4.4-C1")
def test_up_to_six_corps_but_never_more_than_half_are_disbanded() -> None:
    many = [corps(f"A {one}", AU, "Vienna", infantry=1) for one in range(14)]
    game = peace("C.1", *many)
    assert len(game.prompt.asks[0].about.corps) == 14  # type: ignore[union-attr]
    assert game.prompt.asks[0].about.number == 6  # type: ignore[union-attr]
    assert peace("C.1", *ARMY).prompt.asks[0].about.number == 3  # type: ignore[union-attr]


@pytest.mark.rule("BASE-4.4-B2", "BASE-4.4-C2")
@pytest.mark.parametrize(("letter", "until"), [("B.2", 25), ("C.2", 37)])
def test_a_truce_binds_the_loser_alone(letter: Any, until: int) -> None:
    game = peace(letter)
    assert [(one.bound, one.towards) for one in game[Truce] if one.until == until] == [(AU, FR)]


@pytest.mark.rule("BASE-4.4-B3")
@pytest.mark.parametrize(("how", "debts"), [("half at once", [(1, 0.5)]), ("a third twice", [(1, 1 / 3), (4, 1 / 3)])])
def test_half_of_the_home_tax_is_owed_next_quarter_or_a_third_twice(how: Any, debts: Any) -> None:
    game = peace("B.3")
    tax = home_tax(game.game, AU)
    game.play(PayReparations(how))
    rounded = [(turn, -int(-(tax * part) // 1)) for turn, part in debts]
    assert [(one.due, one.money) for one in game[Loan]] == rounded
    assert {(one.lender, one.borrower) for one in game[Loan]} == {(FR, AU)}


@pytest.mark.rule("BASE-4.4-C3")
def test_all_of_the_home_tax_is_owed_next_quarter() -> None:
    game = peace("C.3", calendar(1805, 10))
    assert [(one.due, one.money) for one in game[Loan]] == [(3, home_tax(game.game, AU))]


@pytest.mark.rule("BASE-4.4-B4", "BASE-4.4-B4-back")
def test_a_corps_serves_the_victor_for_a_year_with_half_its_factors_and_comes_back() -> None:
    game = peace("B.4", corps("A I", AU, "Vienna", infantry=5, cavalry=2), leader("Mack", AU, "A I"))
    game.play(GiveUpCorps((CorpsId("A I"),)))
    game.play(game.may(NameHome)[0], side=FR)
    lent = game[Corps]["A I"]
    assert (lent.side, lent.infantry, lent.cavalry, game[LentCorps]["A I"].until) == (FR, 2, 1, 13)
    assert [(one.infantry, one.cavalry, one.turn) for one in game[Arrival].where("side", AU)] == [(3, 1, 2)]
    assert game[Area][lent.area].holder == FR  # type: ignore[index]
    assert game[Leader]["Mack"].standing == "waiting"
    served = corps("A I", AU, "Vienna", infantry=2), LentCorps(CorpsId("A I"), AU, 1)
    back = begin(*served, at="time_record_step", do=_serving(FR))
    assert (back[Corps]["A I"].side, len(back[LentCorps])) == (AU, 0)


def _serving(side: SideId) -> Any:
    async def do(game: Game) -> None:
        game.change(game[Corps]["A I"], side=side)

    return do


@pytest.mark.rule("BASE-4.4-B4-no-detaching", "BASE-4.4-B4-no-absorbing")
def test_a_corps_on_loan_leaves_no_garrison_and_takes_none_in() -> None:
    lent = corps("A I", AU, "Vienna", infantry=5), LentCorps(CorpsId("A I"), AU, 9)
    own = corps("A II", AU, "Vienna", infantry=5), garrison(AU, "Vienna", infantry=1)
    game = begin(*lent, *own, at=f"{AU}: land_movement")
    ours = garrison_id(AUSTRIA, area("Vienna"))
    leaves, takes = Detach(CorpsId("A I"), "city", "infantry", 1), Absorb(CorpsId("A I"), ours, "infantry", 1)
    assert "BASE-4.4-B4-no-detaching" in game.why_not(leaves)
    assert "BASE-4.4-B4-no-absorbing" in game.why_not(takes)
    assert game.why_not(Detach(CorpsId("A II"), "city", "infantry", 1)) == set()


@pytest.mark.rule("BASE-4.4-B4-corps")
@pytest.mark.parametrize(
    "army",
    [
        (),
        (corps("A I", AU, "Vienna", infantry=1),),
        (control(AU, "Bavaria"), corps("Bav I", "Bavaria", "Munich", infantry=5)),
        (
            corps("A I", AU, "Vienna", infantry=5, inside=True),
            siege(FR, "Vienna"),
            corps("F I", FR, "Vienna", infantry=9),
        ),
    ],
)
def test_who_has_no_corps_to_lend_lends_none(army: Any) -> None:
    game = surrender(*army, kind="unconditional")
    assert game.why_not(ChooseTerm("B.4", ())) == {"BASE-4.4-B4-corps"}


@pytest.mark.rule("BASE-4.4-B5", "BASE-4.4-B5-countries")
def test_a_minor_country_changes_hands() -> None:
    held = [
        alter(District, BAVARIA, status="free state", holder=AU),
        alter(District, DENMARK, status="conquered", holder=RU),
    ]
    game = surrender(*held, kind="unconditional", charts={"surrenders": {("unconditional", "terms"): 1}})
    assert game.why_not(ChooseTerm("B.5", (DENMARK,))) != set()
    choose(game, ChooseTerm("B.5", (BAVARIA,)))
    assert (game[District][BAVARIA].holder, game[District][BAVARIA].status) == (FR, "conquered")


@pytest.mark.rule("BASE-4.4-B6", "BASE-4.4-C7", "BASE-4.4-C7-colonies")
def test_trade_is_stopped_for_a_year_and_a_half() -> None:
    game = peace("B.6")
    assert [(one.by, one.against, one.until, one.kind) for one in game[Embargo]] == [(FR, AU, 19, "American")]
    austria = surrender(kind="unconditional")
    assert austria.why_not(ChooseTerm("C.7", ())) == {"BASE-4.4-C7-colonies"}
    britain = begin(war(GB, FR), charts={"surrenders": {("unconditional", "terms"): 1}})
    sue(britain, GB, FR)
    britain.play(AnswerSuit("unconditional"), side=FR)
    britain.play(SurrenderUnconditionally((FR,)))
    choose(britain, "C.7")
    assert [(one.against, one.kind) for one in britain[Embargo]] == [(GB, "colonial")]


@pytest.mark.rule("BASE-4.4-B7", "BASE-4.4-provinces", "EIA-10.2.2-cede-in-peace-only")
def test_a_province_is_ceded_but_not_that_of_the_capital() -> None:
    game = surrender(kind="unconditional", charts={"surrenders": {("unconditional", "terms"): 1}})
    assert province("Austria") not in cedable(game.game, AU)
    assert game.why_not(ChooseTerm("B.7", (province("Austria"),))) != set()
    choose(game, ChooseTerm("B.7", (province("Tyrol"),)))
    assert game[Province][province("Tyrol")].ceded_to == "France"
    assert {one.holder for one in game[Area].where("province", province("Tyrol"))} == {FR}


@pytest.mark.rule("BASE-4.4-provinces")
def test_what_was_ceded_before_can_be_ceded_on_and_what_was_lost_cannot() -> None:
    game = begin(cession("Tyrol", "France"), cession("Silesia", "Austria"))
    able = cedable(game.game, AU)
    assert (province("Silesia") in able, province("Tyrol") in able) == (True, False)


@pytest.mark.rule("BASE-4.4-A5")
def test_with_a_5_the_loser_names_the_province() -> None:
    game = surrender(charts={"surrenders": {("conditional", "terms"): 1}})
    game.play(BeSpared("A.5"))
    assert game.why_not(ChooseTerm("B.7", (province("Tyrol"),))) != set()
    choose(game, "B.7")
    assert game.questions == [(AU, ("CedeProvinces",))]
    game.play(CedeProvinces(province("Bohemia")))
    assert game[Province][province("Bohemia")].ceded_to == "France"


@pytest.mark.rule("BASE-4.4-C4")
def test_two_provinces_are_ceded() -> None:
    two = tuple(sorted((province("Tyrol"), province("Bohemia"))))
    game = surrender(kind="unconditional", charts={"surrenders": {("unconditional", "terms"): 1}})
    assert game.why_not(ChooseTerm("C.4", two[:1])) != set()
    choose(game, ChooseTerm("C.4", two))
    assert {game[Province][one].ceded_to for one in two} == {"France"}


@pytest.mark.rule("BASE-4.4-C6", "BASE-4.4-C6-leaders")
def test_a_leader_is_removed() -> None:
    game = surrender(
        *ARMY, leader("Mack", AU, "A I"), leader("John", AU, None, standing="dead"),
        leader("Ney", FR, None),
        kind="unconditional", charts={"surrenders": {("unconditional", "terms"): 1}},
    )  # fmt: skip
    assert game.why_not(ChooseTerm("C.6", ("John",))) != set() != game.why_not(ChooseTerm("C.6", ("Ney",)))
    choose(game, ChooseTerm("C.6", ("Mack",)))
    assert (game[Leader]["Mack"].standing, game[Leader]["Mack"].corps) == ("removed", None)


# --- what every peace brings


def agreed_peace(*pieces: Any) -> Play:
    agreed = Accord(AccordId("peace"), "peace", AU, FR, "peace", answer="accepted", lapses=1)
    return begin(agreed, war(AU, FR), *pieces)


@pytest.mark.rule("BASE-4.4.6-prisoners", "EIA-10.6.3-captive-return")
def test_prisoners_and_leaders_of_the_two_come_home_and_those_of_others_do_not() -> None:
    def held(side: SideId, captor: SideId) -> Prisoners:
        return Prisoners(id=f"{captor}: {side}", side=side, nation=side, captor=captor, infantry=3)  # type: ignore[arg-type]

    mack, bagration = (
        leader(name, side, None, standing="captured", captor=FR) for name, side in (("Mack", AU), ("Bagration", RU))
    )
    game = agreed_peace(held(AU, FR), held(FR, AU), held(RU, FR), mack, bagration)
    assert [one.side for one in game[Prisoners]] == [RU]
    assert {(one.side, one.infantry, one.turn) for one in game[Arrival]} == {(AU, 3, 2), (FR, 3, 2)}
    assert (game[Leader]["Mack"].standing, game[Leader]["Mack"].captor) == ("waiting", None)
    assert game[Leader]["Bagration"].standing == "captured"


@pytest.mark.rule("BASE-4.4.6.2-repatriation")
def test_forces_leave_the_lands_of_the_other_at_once_and_others_stay() -> None:
    inside = corps("F I", FR, "Vienna", infantry=5)
    others = corps("R I", RU, "Vienna", infantry=5), corps("F II", FR, "Munich", infantry=5)
    game = agreed_peace(
        inside,
        *others,
        garrison(FR, "Salzburg", infantry=2),
        depot(FR, "Linz"),
        siege(FR, "Vienna"),
        garrison(AU, "Vienna", infantry=3),
    )
    while game.questions and NameHome in game.prompt.asks[0].kinds:  # type: ignore[union-attr]
        game.play(game.may(NameHome)[0])
    assert game[Area][game[Corps]["F I"].area].holder == FR  # type: ignore[index]
    assert (game[Corps]["R I"].area, game[Corps]["F II"].area) == (area("Vienna"), area("Munich"))
    assert ([one for one in game[Garrison] if one.side == FR], len(game[Depot]), len(game[Siege])) == ([], 0, 0)
    assert [(one.side, one.infantry) for one in game[Arrival]] == [(FR, 2)]


@pytest.mark.rule("BASE-4.4.6.2-repatriation")
def test_a_fleet_leaves_the_port_of_the_other_for_the_nearest_of_its_own() -> None:
    agreed = Accord(AccordId("peace"), "peace", AU, FR, "peace", answer="accepted", lapses=1)
    game = begin(agreed, war(AU, FR), fleet("F f", FR, "Venice"), board=europe_1805())
    assert {act.to for act in game.may(NamePort)} == {area("Corsica"), area("Genoa"), area("Leghorn")}
    game.play(NamePort(area("Genoa")))
    assert (game[Fleet]["F f"].port, game[Fleet]["F f"].space) == (area("Genoa"), "port-genoa")


@pytest.mark.rule("BASE-4.4-C5")
def test_the_lands_of_the_loser_are_open_to_the_victor() -> None:
    game = peace("C.5")
    (given,) = game[Permission]
    assert (given.owner, given.guest, given.unconditional, given.until) == (AU, FR, True, 0)


# --- leaders who come back


@pytest.mark.rule("BASE-10.6.3-set-free")
def test_a_captor_may_set_a_leader_free_before_any_peace() -> None:
    held = leader("Mack", AU, None, standing="captured", captor=FR)
    game = begin(held, at=f"{FR}: diplomacy_step")
    game.play(SetFree(LeaderId("Mack")))
    assert (game[Leader]["Mack"].standing, game[Leader]["Mack"].captor) == ("waiting", None)
    other = begin(held, leader("Ney", FR, None, standing="captured", captor=GB), at=f"{FR}: diplomacy_step")
    assert other.why_not(SetFree(LeaderId("Ney"))) == {"BASE-10.6.3-set-free"}


def gone(name: str = "Mack", **ratings: int) -> Leader:
    return leader(name, AU, None, standing="removed", **ratings)


@pytest.mark.rule("EIA-10.6.4-fiasco-return")
@pytest.mark.parametrize(("where", "standing"), [(8, "waiting"), (9, "removed")])
def test_in_the_fiasco_zone_a_removed_leader_is_back(where: int, standing: str) -> None:
    game = begin(gone(), PoliticalStatus(AU, where), calendar(1805, 3), at=f"{AU}: manipulation")
    if standing == "removed":
        game.play(Pass())
    assert (game[Leader]["Mack"].standing, box(game, AU)) == (standing, where)


@pytest.mark.rule("EIA-10.6.4-buy-back", "BASE-10.6.4-price")
def test_elsewhere_he_is_called_back_for_his_ratings_in_points() -> None:
    two = gone(strategic=2, tactical=3), gone("John", strategic=4, tactical=4)
    game = begin(*two, calendar(1805, 3), at=f"{AU}: manipulation")
    game.play(CallBack(LeaderId("Mack")), Pass())
    assert (game[Leader]["Mack"].standing, game[Leader]["John"].standing) == ("waiting", "removed")
    assert box(game, AU) == 20
    assert {one.cause: one.points for one in game[PointsAccount]} == {"bought back": -5}


@pytest.mark.rule("EIA-10.6.4-nelson-cost")
def test_nelson_costs_ten() -> None:
    game = begin(gone("Nelson", strategic=0, tactical=0), calendar(1805, 3), at=f"{AU}: manipulation")
    game.play(CallBack(LeaderId("Nelson")))
    assert box(game, AU) == 15


@pytest.mark.rule("EIA-10.6.4-only-ways")
def test_a_removed_leader_takes_no_command_and_no_peace_brings_him_back() -> None:
    army = leader("John", AU, None), corps("A I", AU, "Vienna", infantry=2)
    game = begin(gone(), *army, at=f"{AU}: army_reinforcement")
    assert {one.leader for one in game.may(Appoint)} == {"John"}
    assert agreed_peace(gone())[Leader]["Mack"].standing == "removed"
