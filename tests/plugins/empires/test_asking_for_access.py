"""10.3.1: access is asked for and offered in the Diplomacy Step, and on the march; it may be closed to others."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import EndStep, Pass, Side, SideId
from sandtable.testing import Play
from sandtable_empires.access.asking import AskForAccess, AskOnTheMarch, LetIn, May, OfferAccess
from sandtable_empires.access.requests import CloseAccess
from sandtable_empires.access.terms import terms_text
from sandtable_empires.march import March
from sandtable_empires.model import CorpsId, Passage, Permission, PermissionId, Treasury
from sandtable_empires.model.accords import Accord
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.politics.diplomacy import AnswerProposal
from sandtable_empires.testing import AU, FR, GB, PR, Piece, alliance, area, corps, position, province, purse, war

ANYHOW = "in any case"
F_I = CorpsId("F I")


def begin(*pieces: Piece, step: str = "diplomacy_step", **others: Any) -> Play:
    """Return a step of France; a corps of its stands in Munich."""
    given: dict[str, Any] = {"dice": (), **others}
    return position(
        corps("F I", FR, "Munich", infantry=10), corps("T I", "Turkey", "Constantinople", infantry=1),
        purse(FR, 20), purse(AU, 5), *pieces, grants=(CAMPAIGN,), at=f"{FR}: {step}", order=(FR, AU),
        **given,
    )  # fmt: skip


def ask_for(
    *provinces: str, of: str = AU, may: tuple[May, ...] = (), against: str = ANYHOW, start: int = 0, months: int = 0,
    money: int = 0, words: str = "",
) -> AskForAccess:  # fmt: skip
    return AskForAccess(SideId(of), tuple(map(province, provinces)), may, against, start, months, money, words)


def offer_of(*, to: str = AU, money: int = 0) -> OfferAccess:
    return OfferAccess(SideId(to), (), (), ANYHOW, 0, 0, money, "")


def answered(game: Play, act: AskForAccess | OfferAccess, accept: bool) -> Play:
    """Have France propose something, and Austria answer it in its own step."""
    game.play(act, EndStep())
    (accord,) = game[Accord].ids()
    game.play(AnswerProposal(accord, accept), side=AU)  # type: ignore[arg-type]
    return game


# --- asked for, and answered


@pytest.mark.rule("BASE-10.3.1-agreed", "BASE-10.3.1-payment")
def test_what_is_asked_for_and_accepted_holds() -> None:
    asked = ask_for(
        "tyrol", may=("leave garrisons", "lay depots"), against=GB, months=6, money=7, words=" no  looting "
    )
    game = begin(war(FR, GB))
    game.play(asked)
    (wanted,) = game[Permission]
    assert wanted.validity == "proposed"
    assert terms_text(game.game, wanted) == (
        "to Tyrol, with garrisons and depots, while at war with Great Britain, until February 1806, for 7 money, "
        "“no looting”"
    )
    (accord,) = game[Accord]
    assert accord.says.startswith("access for France to Tyrol, with garrisons and depots, ")
    again = answered(begin(war(FR, GB)), asked, True)
    (given,) = again[Permission]
    assert (given.validity, given.since, given.until, given.paid) == ("in force", 1, 6, 7)
    assert (again[Treasury][FR].money, again[Treasury][AU].money) == (13, 12)
    again.prove()


@pytest.mark.rule("BASE-10.3.1-not-agreed")
def test_what_is_refused_comes_to_nothing() -> None:
    game = answered(begin(), ask_for(money=7), False)
    game.until(f"{FR}: land_movement")
    assert [one.validity for one in game[Permission]] == [
        "proposed"
    ]  # until the month ends it is known what was refused
    assert "EIA-10.3.1-major-needs-right" in game.why_not(March(F_I, (area("Salzburg"),)))
    assert game[Treasury][FR].money == 20


@pytest.mark.rule("BASE-10.3.1-agreed")
def test_access_that_begins_later_waits() -> None:
    game = answered(begin(), ask_for(start=2), True)
    assert [(one.validity, one.since) for one in game[Permission]] == [("to come", 3)]


@pytest.mark.rule("BASE-10.3.1-agreed")
def test_nothing_comes_of_it_where_the_money_is_gone() -> None:
    game = begin()
    game.play(ask_for(money=20))
    game.put(purse(FR, 3))
    game.play(EndStep())
    (accord,) = game[Accord].ids()
    game.play(AnswerProposal(accord, True), side=AU)  # type: ignore[arg-type]
    assert not len(game[Permission])
    assert "France cannot pay 20 money: nothing comes of it" in game.log


def test_the_other_way_round_a_power_offers_it_for_money() -> None:
    game = answered(begin(), offer_of(money=4), True)
    (given,) = game[Permission]
    assert (given.owner, given.guest, game[Treasury][FR].money, game[Treasury][AU].money) == (FR, AU, 24, 1)


@pytest.mark.rule("BASE-10.3.1-may-agree", "BASE-10.3.1-no-enemy")
def test_enemies_neither_ask_for_it_nor_offer_it() -> None:
    game = begin(war(FR, AU))
    assert "BASE-10.3.1-no-enemy" in game.why_not(ask_for())
    assert "BASE-10.3.1-no-enemy" in game.why_not(offer_of())
    assert game.why_not(ask_for(of=PR)) == set()


# --- on the march


@pytest.mark.rule("BASE-10.3.1-agreed")
def test_asked_on_the_march_a_power_answers_at_once() -> None:
    """Another's decision in the middle of one's own step: taken back, saved and gone on with there."""
    game = begin(step="land_movement")
    game.play(AskOnTheMarch(AU, (), (), ANYHOW, 0, 0, 2, ""))
    assert game.questions == [(AU, ("LetIn",))]
    assert game.prompt is not None
    says = "France asks for access to all your land, without garrisons and depots, for 2 money"
    assert game.prompt.open[0].why == says
    game = game.reload()
    game.play(LetIn())
    assert game.why_not(March(F_I, (area("Salzburg"),))) == set()
    game.undo()
    assert (game.questions, game[Treasury][FR].money) == ([(AU, ("LetIn",))], 20)
    game.play(Pass())
    assert "EIA-10.3.1-major-needs-right" in game.why_not(March(F_I, (area("Salzburg"),)))


@pytest.mark.rule("BASE-10.3.1-powers")
def test_a_minor_country_asks_nobody() -> None:
    bavaria = [
        Side(SideId("Bavaria"), "Bavaria"),
        corps("B I", "Bavaria", "Munich", side=SideId("Bavaria"), infantry=3),
    ]
    game = position(
        *bavaria, grants=(CAMPAIGN,), dice=(), at="Bavaria: land_movement", order=("Bavaria",),
    )  # fmt: skip
    assert "BASE-10.3.1-powers" in game.why_not(AskOnTheMarch(AU, (), (), ANYHOW, 0, 0, 0, ""))


# --- closed


def given(**terms: Any) -> Permission:
    return Permission(id=PermissionId("given"), owner=FR, guest=AU, **terms)


@pytest.mark.rule("BASE-10.3.1-close", "EIA-10.3.1-deny-others")
def test_a_power_lets_no_further_forces_in_and_those_who_are_in_keep_it() -> None:
    passage = Passage("A I through France", CorpsId("A I"), FR, PermissionId("given"), (area("Strasbourg"),))
    game = begin(given(), corps("A I", AU, "Strasbourg", infantry=5), passage, dice=[1] * 9)
    game.play(CloseAccess(PermissionId("given")))
    assert (game[Permission]["given"].validity, len(game[Passage])) == ("closed", 1)
    game.until(f"{AU}: land_movement")
    assert game.why_not(March(CorpsId("A I"), (area("Metz"),))) == set()


@pytest.mark.rule("BASE-10.3.1-close", "EIA-10.3.1-unconditional")
@pytest.mark.parametrize(
    ("permission", "why_not"),
    [
        (given(), set[str]()),
        (given(unconditional=True), {"EIA-10.3.1-unconditional"}),
        (given(validity="closed"), {"BASE-10.3.1-close"}),
        (Permission(id=PermissionId("given"), owner=AU, guest=FR), {"BASE-10.3.1-close"}),
    ],
)
def test_it_closes_what_it_has_given_of_its_own_will(permission: Permission, why_not: set[str]) -> None:
    assert begin(permission).why_not(CloseAccess(permission.id)) == why_not


# --- for allies alone (12.8)

ALLIES_ONLY: dict[str, Any] = {"on": ("allied_voluntary_access",)}


@pytest.mark.rule("EIA-12.8-allies-only")
def test_by_the_option_allies_alone_are_asked_and_offered_it() -> None:
    game = begin(alliance(FR, PR), **ALLIES_ONLY)
    assert game.why_not(ask_for()) == game.why_not(offer_of()) == {"EIA-12.8-allies-only"}
    assert game.why_not(ask_for(of=PR)) == game.why_not(offer_of(to=PR)) == set()
    assert begin(alliance(FR, PR)).why_not(ask_for()) == set()


@pytest.mark.rule("EIA-12.8-allies-only")
@pytest.mark.parametrize(("relations", "may"), [(alliance(FR, AU), True), ((), False)])
def test_when_the_alliance_ends_no_further_forces_come_in(relations: Piece, may: bool) -> None:
    """R-35: those inside keep it, by C.5 all go on, and forcible access is another matter."""
    by_leave = Permission(id=PermissionId("leave"), owner=AU, guest=FR)
    inside = corps("F II", FR, "Salzburg", infantry=5)
    passage = Passage("in", CorpsId("F II"), AU, PermissionId("leave"), (area("Salzburg"),))
    game = begin(by_leave, inside, passage, relations, step="land_movement", **ALLIES_ONLY)
    assert (game.why_not(March(F_I, (area("Salzburg"),))) == set()) is may
    assert game.why_not(March(CorpsId("F II"), (area("Linz"),))) == set()


@pytest.mark.rule("EIA-12.8-allies-only")
def test_access_by_a_peace_is_not_voluntary() -> None:
    peace = Permission(id=PermissionId("peace"), owner=AU, guest=FR, unconditional=True)
    game = begin(peace, step="land_movement", **ALLIES_ONLY)
    assert game.why_not(March(F_I, (area("Salzburg"),))) == set()


def test_what_a_rule_refuses_with_its_first_field_is_not_tried_in_every_way() -> None:
    """Eight fields, most of them wide: with an enemy in the first all the ways to fill the others are refused."""
    game = begin(war(FR, GB), step="land_movement")
    (offer,) = (one for one in game.referee.offers() if one.kind is AskOnTheMarch)
    assert list(offer.fill(to=GB).actions()) == []
    assert [reason.rule for reason in offer.why_not("to", GB)] == ["BASE-10.3.1-no-enemy"]
