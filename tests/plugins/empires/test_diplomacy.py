"""4.1, 4.2, 4.5, 4.7: what powers propose and agree on, declarations of war, alliances."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from sandtable.engine import EndStep, Game, Pass, RuleModule, Side, SideId, hookimpl
from sandtable.engine.running.chance import SeededDice
from sandtable.engine.state.rows import StandingAnswer
from sandtable.testing import Play
from sandtable_empires.holding import declare_war_on_minor, run_by
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.hookspecs.politics import PoliticsHooks
from sandtable_empires.model import (
    Alliance,
    Arrival,
    Combined,
    District,
    DistrictId,
    Garrison,
    NationId,
    PointsAccount,
    War,
    allies,
    at_war,
)
from sandtable_empires.model.accords import Accord, AccordId, Truce, waiting_for
from sandtable_empires.politics.alliances import BreakAlliances, ProposeAlliance
from sandtable_empires.politics.declarations import DeclareWars
from sandtable_empires.politics.diplomacy import AnswerProposal, ProposeInWords
from sandtable_empires.soundness.politics import accords
from sandtable_empires.testing import (
    AU,
    FR,
    GB,
    POWERS,
    PR,
    RU,
    SP,
    TU,
    Piece,
    alliance,
    alter,
    combined_movement,
    corps,
    garrison,
    siege,
    war,
)
from tests.plugins.empires.at_peace import begin, box

TALKS = f"{AU}: diplomacy_step"
BAVARIA, DENMARK, NORWAY = DistrictId("bavaria"), DistrictId("denmark-proper"), DistrictId("norway")
WAITS = AccordId("an alliance, Austria to France, turn 1")


def bavaria_run_by(power: SideId, against: SideId) -> Callable[[Game], Awaitable[None]]:
    async def do(game: Game) -> None:
        await declare_war_on_minor(game, against, BAVARIA)
        run_by(game, NationId("Bavaria"), power)

    return do


def answers(game: Play) -> dict[str, str]:
    return {one.id: one.answer for one in game[Accord]}


def accord_of(game: Play) -> AccordId:
    """Return the proposal that waits."""
    (one,) = game[Accord]
    return one.id


def pass_all(game: Play, *but: SideId) -> None:
    """Have all who are asked at once pass, but for some."""
    for one in list(game.prompt.open) if game.prompt else ():
        if one.side not in but:
            game.play(Pass(), side=one.side)


# --- proposals


@pytest.mark.rule("BASE-4.1-order")
def test_the_powers_speak_in_the_order_of_their_names_and_minor_countries_do_not() -> None:
    game = begin(at="", do=bavaria_run_by(FR, against=AU))
    spoke = list[str]()
    while game.at.endswith("diplomacy_step"):
        spoke.append(game.at.partition(":")[0])
        game.play(EndStep())
    assert spoke == list(POWERS)


@pytest.mark.rule("BASE-4.1-answers")
def test_a_proposal_is_answered_in_the_step_of_the_other_or_when_all_have_spoken() -> None:
    game = begin(at=TALKS)
    game.play(ProposeAlliance(FR), EndStep())
    assert game.at == f"{FR}: diplomacy_step"
    game.play(AnswerProposal(WAITS, True), EndStep())
    assert answers(game) == {WAITS: "accepted"}
    late = begin(at=f"{FR}: diplomacy_step")
    late.play(ProposeAlliance(AU), *[EndStep()] * 6)
    assert late.questions == [(AU, ("AnswerProposal",))]
    late.play(Pass())
    assert list(answers(late).values()) == [""]


@pytest.mark.rule("BASE-4.1-lapse")
@pytest.mark.parametrize(("turn", "left"), [(2, True), (1, False)])
def test_what_nobody_answers_waits_until_the_end_of_the_month_after(turn: int, left: bool) -> None:
    waits = Accord(WAITS, "an alliance", AU, FR, "an alliance", lapses=turn)
    game = begin(waits, at="time_record_step")
    assert (WAITS in game[Accord]) is left


@pytest.mark.rule("BASE-4.1-lapse")
def test_what_was_refused_is_gone_with_the_month_and_others_hear_of_it() -> None:
    heard: list[str] = []

    class Hears(RuleModule):
        key = "hears"

        @hookimpl
        async def accord_ends(self, game: Game, accord: AccordId) -> None:
            heard.append(game[Accord][accord].answer)

    game = begin(at=TALKS, extra=[Hears])
    game.play(ProposeAlliance(FR), EndStep(), AnswerProposal(WAITS, False))
    assert answers(game) == {WAITS: "refused"}
    assert game[Accord][WAITS].lapses == 1
    assert not heard
    begin(game[Accord][WAITS], at="time_record_step", extra=[Hears])
    assert heard == ["refused"]


@pytest.mark.rule("BASE-4.1-once")
def test_on_one_matter_a_power_makes_another_one_proposal_a_month() -> None:
    game = begin(at=TALKS)
    game.play(ProposeAlliance(FR))
    assert game.why_not(ProposeAlliance(FR)) == {"BASE-4.1-once"}
    assert game.why_not(ProposeAlliance(RU)) == set()
    assert game.why_not(ProposeInWords(FR, "peace with Spain")) == set()
    game.play(EndStep())
    assert game.why_not(ProposeAlliance(AU)) == {"BASE-4.1-once"}
    game.play(AnswerProposal(WAITS, False))
    assert game.why_not(ProposeAlliance(AU)) == set()


@pytest.mark.rule("BASE-4.1-possible", "BASE-4.5-peace")
def test_what_its_matter_forbids_is_not_proposed() -> None:
    game = begin(war(AU, FR), alliance(AU, RU), at=TALKS)
    assert game.why_not(ProposeAlliance(FR)) == game.why_not(ProposeAlliance(RU)) == {"BASE-4.5-peace"}
    assert game.why_not(ProposeInWords(FR, "an exchange of prisoners")) == set()
    assert {one.to for one in game.may(ProposeAlliance)} == {GB, PR, SP, TU}


@pytest.mark.rule("BASE-4.1-still-possible")
def test_what_has_become_impossible_is_not_accepted_and_can_be_refused() -> None:
    game = begin(Accord(WAITS, "an alliance", AU, FR, "an alliance", lapses=2), war(AU, FR), at=f"{FR}: diplomacy_step")
    assert game.why_not(AnswerProposal(WAITS, True)) == {"BASE-4.5-peace"}
    assert game.why_not(AnswerProposal(WAITS, False)) == set()


@pytest.mark.rule("BASE-4.1-addressed")
def test_whoever_is_addressed_is_asked_though_it_has_left_word_to_end_its_step() -> None:
    game = begin(at=TALKS)
    game.by_hand(lambda one: one.put(_ends_by_itself(FR)))
    game.by_hand(lambda one: one.put(_ends_by_itself(GB)))
    game.play(ProposeAlliance(FR), EndStep())
    assert game.at == f"{FR}: diplomacy_step"
    game.play(AnswerProposal(WAITS, True), EndStep())
    assert game.at == f"{PR}: diplomacy_step"


def _ends_by_itself(side: SideId) -> StandingAnswer:
    return StandingAnswer(f"{side} ends", side, "EndStep", topic="diplomacy_step")


@pytest.mark.rule("BASE-4.1-words")
def test_what_is_agreed_in_words_stands_a_year_and_changes_nothing() -> None:
    game = begin(at=TALKS)
    game.play(ProposeInWords(RU, "  "))
    assert [one.says for one in waiting_for(game.game, RU)] == ["to be on good terms"]
    game.play(ProposeInWords(FR, "Bavaria is  yours"), EndStep())
    (waits,) = waiting_for(game.game, FR)
    assert waits.says == "Bavaria is yours"
    game.play(AnswerProposal(waits.id, True))
    assert (game[Accord][waits.id].lapses, allies(game.game, AU)) == (13, frozenset())


# --- declarations of war


def declaring(*pieces: Any, **others: Any) -> Play:
    return begin(*pieces, at="declarations", **others)


@pytest.mark.rule("BASE-4.2-sealed", "BASE-4.2-cost")
def test_declarations_are_read_out_together_and_both_pay() -> None:
    game = declaring()
    game.play(DeclareWars((FR,), ()), side=AU)
    assert not at_war(game.game, AU, FR)
    assert not any("France" in line for line in game.read_by(FR))
    game.play(DeclareWars((AU,), ()), side=FR)
    pass_all(game)
    assert [one.nations for one in game[War]] == [("Austria", "France")]
    assert (box(game, AU), box(game, FR), box(game, RU)) == (22, 22, 25)
    assert {one.cause for one in game[PointsAccount]} == {"politics: war on a major power"}


@pytest.mark.rule("BASE-4.2-sealed")
def test_undo_and_reload_in_the_midst_of_sealed_declarations_keep_them_sealed() -> None:
    game = declaring()
    game.play(DeclareWars((FR,), ()), side=AU)
    again = game.reload()
    assert [one.side for one in again.prompt.open] == [one for one in POWERS if one != AU]  # type: ignore[union-attr]
    game.undo()
    assert [one.side for one in game.prompt.open] == list(POWERS)  # type: ignore[union-attr]
    pass_all(game)
    assert len(game[War]) == 0
    game.prove()


@pytest.mark.rule("BASE-4.2-not-twice", "BASE-4.2-barred")
def test_nobody_declares_war_on_itself_or_on_whom_it_fights() -> None:
    game = declaring(war(AU, FR))
    assert game.why_not(DeclareWars((FR,), ()), side=AU) == {"BASE-4.2-not-twice"}
    assert game.why_not(DeclareWars((AU,), ()), side=AU) == {"BASE-4.2-not-twice"}
    assert game.why_not(DeclareWars((RU,), ()), side=AU) == set()


@pytest.mark.rule("BASE-4.2-barred")
def test_any_rule_may_forbid_a_declaration() -> None:
    class Gulf(RuleModule):
        key = "gulf"

        @hookimpl(of=PoliticsHooks.no_war_on_power)
        def too_far(self, game: Game, side: SideId, power: SideId) -> list[Hindrance]:
            return [Hindrance("too far away", rule="HOUSE-far")] if power == SP else []

    game = declaring(extra=[Gulf])
    assert "too far away" in game.explain(DeclareWars((SP,), ()), side=AU)
    assert game.why_not(DeclareWars((RU,), ()), side=AU) == set()


@pytest.mark.rule("BASE-4.2-truce")
@pytest.mark.parametrize(("until", "free"), [(2, False), (1, False), (0, True)])
def test_a_truce_binds_to_the_end_of_its_last_turn_and_one_way(until: int, free: bool) -> None:
    game = declaring(Truce("peace", AU, FR, until))
    assert (game.why_not(DeclareWars((FR,), ()), side=AU) == set()) is free
    assert game.why_not(DeclareWars((AU,), ()), side=FR) == set()


@pytest.mark.rule("BASE-4.2-invaded")
@pytest.mark.parametrize(
    ("pieces", "free"),
    [
        ((corps("F I", FR, "Vienna", infantry=5), war(AU, FR)), False),
        ((corps("F I", FR, "Vienna", infantry=5),), True),
        ((corps("F I", FR, "Munich", infantry=5), war(AU, FR)), True),
        ((corps("F I", FR, "Vienna", cavalry=5), war(AU, FR)), True),
    ],
)
def test_who_has_enemy_infantry_at_home_begins_no_other_war_with_a_power(pieces: tuple[Piece, ...], free: bool) -> None:
    """With a minor country he may; cavalry alone, and corps abroad or of a power at peace, are no matter."""
    game = declaring(*pieces)
    assert (game.why_not(DeclareWars((PR,), ()), side=AU) == set()) is free
    assert game.why_not(DeclareWars((), (BAVARIA,)), side=AU) == set()
    assert game.why_not(DeclareWars((PR,), ()), side=RU) == set()


@pytest.mark.rule("BASE-4.2-invaded")
def test_besieged_in_a_city_they_are_no_matter() -> None:
    inside = corps("F I", FR, "Vienna", infantry=5, inside=True), corps("A I", AU, "Vienna", infantry=9)
    game = declaring(*inside, siege(AU, "Vienna"), war(AU, FR))
    assert game.why_not(DeclareWars((PR,), ()), side=AU) == set()


@pytest.mark.rule("BASE-4.2-limit", "BASE-4.2-limit-countries")
def test_so_many_wars_and_no_more_are_declared_at_once() -> None:
    four = (GB, PR, RU, SP)
    game = declaring()
    assert game.why_not(DeclareWars(four, ()), side=AU) == set()
    assert game.why_not(DeclareWars(four, (BAVARIA,)), side=AU) == {"BASE-4.2-limit-countries"}
    assert game.why_not(DeclareWars((*four, TU), ()), side=AU) == {"BASE-4.2-limit"}
    assert game.why_not(DeclareWars((), ()), side=AU) != set()
    more = declaring(parameters={"declarations": {"wars": 5}})
    assert more.why_not(DeclareWars(four, (BAVARIA,)), side=AU) == set()


@pytest.mark.rule("BASE-4.2-minors")
def test_war_on_minors_that_nobody_controls() -> None:
    game = declaring(alter(District, BAVARIA, status="conquered", holder=FR))
    assert game.why_not(DeclareWars((), (BAVARIA,)), side=AU) == {"BASE-4.2-minors"}
    assert game.why_not(DeclareWars((), (NORWAY,)), side=AU) == {"EIA-10.4.2-no-separate-declaration"}
    game.play(DeclareWars((), (DENMARK,)), side=AU)
    game.play(DeclareWars((), (DENMARK,)), side=GB)
    pass_all(game)
    assert sorted(one.nations for one in game[War]) == [("Austria", "Denmark"), ("Denmark", "Great Britain")]
    assert (box(game, AU), box(game, GB)) == (23, 23)
    assert {game[District][one].status for one in (DENMARK, NORWAY)} == {"in conflict"}


@pytest.mark.rule("BASE-4.2-minors")
def test_nobody_declares_war_on_a_country_that_it_fights_or_runs() -> None:
    game = declaring(do=bavaria_run_by(AU, against=FR))
    assert game.why_not(DeclareWars((), (BAVARIA,)), side=FR) == {"BASE-4.2-minors"}
    assert game.why_not(DeclareWars((), (BAVARIA,)), side=AU) == {"BASE-4.2-minors"}
    assert game.why_not(DeclareWars((), (BAVARIA,)), side=RU) == set()


@pytest.mark.rule("BASE-4.2-ally-cost", "BASE-4.2-ally-lost")
def test_war_on_an_ally_costs_five_points_and_ends_the_alliance_and_its_combined_movement() -> None:
    game = declaring(alliance(AU, FR), combined_movement(AU, FR))
    game.play(DeclareWars((FR,), ()), side=AU)
    pass_all(game)
    assert (box(game, AU), box(game, FR)) == (20, 25)
    assert (len(game[Alliance]), len(game[Combined])) == (0, 0)
    assert at_war(game.game, AU, FR)


@pytest.mark.rule("BASE-4.2-sealed")
def test_who_has_left_word_to_declare_nothing_is_not_asked() -> None:
    quiet = [StandingAnswer(f"{side} declares nothing", side, "DeclareWars") for side in POWERS if side != AU]
    game = declaring(*quiet)
    assert [one.side for one in game.prompt.open] == [AU]  # type: ignore[union-attr]
    game.play(Pass())
    assert game.game.frame.step != "declarations"


@pytest.mark.rule("BASE-4.2-cost", "BASE-4.2-ally-cost", "EIA-10.4.2-cost")
@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("powers", FR, "costs 5 political points"), ("powers", RU, "costs 3 political points"),
        ("countries", BAVARIA, "costs 1 political point"), ("countries", DENMARK, "costs 2 political points"),
        ("powers", (), ""), ("powers", (FR, RU), "costs 8 political points"),
        ("countries", (BAVARIA, DENMARK), "costs 3 political points"),
    ],
)  # fmt: skip
def test_each_country_is_shown_with_what_war_on_it_costs_whoever_is_asked(
    field: str, value: str | tuple[str, ...], says: str
) -> None:
    game = begin(alliance(AU, FR), at="declarations")
    assert game.prompt is not None
    ask = next(one for one in game.prompt.open if one.side == AU)
    assert DeclareWars.value_facts_after(game.game, ask, {}, field, value) == says


@pytest.mark.rule("BASE-4.2-guests-come-out")
def test_a_garrison_that_was_let_into_a_city_leaves_it_with_the_war() -> None:
    """The Russians in Königsberg beside the Prussians; those who hold a city there alone stay."""
    shared = garrison(PR, "Konigsberg", infantry=2), garrison(RU, "Konigsberg", infantry=3)
    game = declaring(*shared, garrison(RU, "Danzig", infantry=1))
    game.play(DeclareWars((RU,), ()), side=PR)
    pass_all(game)
    assert {(one.side, one.infantry) for one in game[Garrison]} == {(PR, 2), (RU, 1)}
    assert [(one.side, one.infantry) for one in game[Arrival]] == [(RU, 3)]


# --- alliances


@pytest.mark.rule("BASE-4.5-made", "BASE-4.5-points")
def test_an_alliance_is_made_in_its_step_and_both_gain_a_point() -> None:
    agreed = Accord(WAITS, "an alliance", AU, FR, "an alliance", answer="accepted", lapses=1)
    game = begin(agreed, at="alliances")
    assert allies(game.game, AU) == {FR}
    assert (box(game, AU), box(game, FR), box(game, RU)) == (26, 26, 25)
    assert len(game[Accord]) == 0


@pytest.mark.rule("BASE-4.5-again", "BASE-4.7-noted")
@pytest.mark.parametrize(("months", "gained"), [(12, 0), (1, 1), (0, 1)])
def test_an_alliance_made_again_soon_brings_no_points(months: int, gained: int) -> None:
    """Austria breaks with France in January and is its ally again in February: of that nobody gains, by the ruling."""
    given = {"parameters": {"alliances": {"again": months}}, "dice": None, "source": SeededDice(1)}
    game = begin(*alliance(AU, FR), at="breaking", **given)
    game.play(BreakAlliances((FR,)))
    game.until(f"{AU}: diplomacy_step")
    assert (box(game, AU), box(game, FR)) == (23, 25)
    game.play(ProposeAlliance(FR), EndStep())
    game.play(AnswerProposal(accord_of(game), True))
    game.until("breaking")
    assert allies(game.game, AU) == {FR}
    assert (box(game, AU), box(game, FR)) == (23 + gained, 25 + gained)


@pytest.mark.rule("BASE-4.5-made")
@pytest.mark.parametrize("row", [{"answer": ""}, {"answer": "refused"}])
def test_what_was_not_accepted_makes_no_alliance(row: Any) -> None:
    game = begin(Accord(WAITS, "an alliance", AU, FR, "an alliance", lapses=2, **row), at="alliances")
    assert allies(game.game, AU) == frozenset()


@pytest.mark.rule("BASE-4.5-made")
def test_those_who_have_gone_to_war_since_are_no_allies() -> None:
    agreed = Accord(WAITS, "an alliance", AU, FR, "an alliance", answer="accepted", lapses=1)
    game = begin(agreed, war(AU, FR), at="alliances")
    assert (len(game[Alliance]), len(game[Accord]), box(game, AU)) == (0, 0, 25)


@pytest.mark.rule("BASE-4.7-broken", "BASE-4.7-points")
def test_whoever_breaks_an_alliance_loses_two_points() -> None:
    game = begin(alliance(AU, FR), alliance(AU, RU), at="breaking")
    assert game.questions == [(AU, ("BreakAlliances",))]
    game.play(BreakAlliances((FR,)))
    assert allies(game.game, AU) == {RU}
    assert (box(game, AU), box(game, FR)) == (23, 25)
    assert game.questions == [(RU, ("BreakAlliances",))]


@pytest.mark.rule("BASE-4.7-broken")
def test_nobody_is_asked_who_has_no_ally() -> None:
    assert begin(at="breaking").at != "breaking"


# --- before play


@pytest.mark.parametrize(
    ("row", "code", "says"),
    [
        (Truce("old", AU, FR, 0), "truce-past", "the truce of Austria and France is over before the campaign begins"),
        (Truce("self", AU, AU, 5), "accord-ends", "self is a truce of Austria with itself"),
        (Accord(WAITS, "an alliance", AU, SideId("Bavaria"), "x"), "accord-ends", "a proposal of Bavaria, which is no"),
    ],
)
def test_truces_and_proposals_that_cannot_be_are_named(row: Any, code: str, says: str) -> None:
    game = begin(row, Side(SideId("Bavaria"), resting=True), at=TALKS)
    (found,) = accords(game.game)
    assert (found.code, says in found.words) == (code, True)


def test_a_truce_of_those_at_war_is_named() -> None:
    game = begin(Truce("two", AU, FR, 9), war(AU, FR), at=TALKS)
    assert [one.code for one in accords(game.game)] == ["truce-and-war"]
