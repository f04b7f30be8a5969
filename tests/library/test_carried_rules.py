"""A campaign carries its house rules by form: it opens where nobody has them, and goes on under them."""

from pathlib import Path

import pytest

from sandtable.engine import Choices, EndStep, InstalledGame, Invalid, SeededDice
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.engine.rules.forms.rule_document import HouseRules, house_rules
from sandtable.engine.state.rows import Proposal
from sandtable.library.campaigns.carried_rules import drop_rules, keep_rules
from sandtable.library.campaigns.opening import open_campaign
from sandtable.testing import position, save
from sandtable_twin_rivers import TWIN_RIVERS, AreaId, March, UnitId, start
from tests.plugins.test_rules_by_form import document

PLAIN = InstalledGame(TWIN_RIVERS)
NO_MARCH = {
    "game": "twin_rivers", "key": "house", "title": "House", "says": "Nobody marches to Elmsford.",
    "rule": [{"shape": "forbid", "id": "HOUSE-one", "says": "Not there.", "action": "March", "because": "not to {to}",
              "when": {"word": "to", "is": "Elmsford"}}],
}  # fmt: skip


def rules() -> HouseRules:
    return house_rules(NO_MARCH, "house.toml")


def campaign(folder: Path, family: InstalledGame, *on: str) -> Path:
    play = position(family, *start(), on=on, at="Blue: march", source=SeededDice("1"))
    play.play(March(UnitId("Blue 4"), AreaId("Fenwick")))
    save(play, folder / "a.campaign")
    return folder / "a.campaign"


def test_a_campaign_opens_under_its_house_rule_where_nobody_has_it(tmp_path: Path) -> None:
    path = campaign(tmp_path, InstalledGame(TWIN_RIVERS, by_form=[rules()]), "house")
    opened = open_campaign(PLAIN, path)
    assert not opened.notices
    reasons = opened.referee.verdict(March(UnitId("Blue 5"), AreaId("Elmsford")))
    assert [str(one) for one in reasons] == ["not to Elmsford (HOUSE-one)"]
    opened.referee.sink.close()


def test_a_rule_comes_into_a_campaign_begun_without_it_and_the_table_switches_it_on(tmp_path: Path) -> None:
    path = campaign(tmp_path, PLAIN)
    opened = open_campaign(PLAIN, path)
    before = opened.referee.game.state.hash
    keep_rules(opened.referee, rules())
    opened.referee.sink.close()
    again = open_campaign(PLAIN, path)
    referee = again.referee
    assert referee.game.state.hash == before
    assert referee.verdict(March(UnitId("Blue 5"), AreaId("Elmsford"))) == []
    referee.council.propose_options("Blue's player", Choices(frozenset({"house"})))
    (proposal,) = referee.game[Proposal]
    referee.council.agree("Red's player", proposal.id)
    referee.play(EndStep())
    assert "house" in referee.game.rulebook.choices.on
    again.referee.sink.close()
    assert "house" in open_campaign(PLAIN, path, reading=True).referee.game.rulebook.choices.on


def test_the_campaigns_own_rule_counts_where_the_folder_has_another(tmp_path: Path) -> None:
    path = campaign(tmp_path, InstalledGame(TWIN_RIVERS, by_form=[rules()]), "house")
    other = house_rules({**NO_MARCH, "says": "Otherwise."}, "house.toml")
    opened = open_campaign(InstalledGame(TWIN_RIVERS, by_form=[other]), path, reading=True)
    (notice,) = opened.notices
    assert notice.startswith("The house rule House (house) in your rules folder is another than this campaign carries")
    assert opened.referee.family.by_form["house"] == rules()


def test_a_rule_is_replaced_in_a_campaign_only_on_purpose(tmp_path: Path) -> None:
    path = campaign(tmp_path, InstalledGame(TWIN_RIVERS, by_form=[rules()]))
    other = house_rules({**NO_MARCH, "says": "Otherwise."}, "house.toml")
    opened = open_campaign(PLAIN, path)
    with pytest.raises(Invalid, match="already carries another house rule 'house'"):
        keep_rules(opened.referee, other)
    keep_rules(opened.referee, other, anew=True)
    opened.referee.sink.close()
    assert open_campaign(PLAIN, path, reading=True).referee.family.by_form["house"] == other


def test_a_rule_that_is_on_is_not_dropped(tmp_path: Path) -> None:
    opened = open_campaign(PLAIN, campaign(tmp_path, InstalledGame(TWIN_RIVERS, by_form=[rules()]), "house"))
    with pytest.raises(Invalid, match="house is on in this campaign: let the table switch it off first"):
        drop_rules(opened.referee, "house")
    with pytest.raises(Invalid, match="no house rule of the campaign is called 'horse': did you mean house"):
        drop_rules(opened.referee, "horse")
    opened.referee.sink.close()


def test_a_rule_that_is_off_is_dropped(tmp_path: Path) -> None:
    path = campaign(tmp_path, InstalledGame(TWIN_RIVERS, by_form=[rules()]))
    opened = open_campaign(PLAIN, path)
    drop_rules(opened.referee, "house")
    opened.referee.sink.close()
    assert "house" not in open_campaign(PLAIN, path, reading=True).referee.family.options


def test_a_rule_that_does_not_fit_is_not_kept_and_the_campaign_stands(tmp_path: Path) -> None:
    path = campaign(tmp_path, PLAIN)
    opened = open_campaign(PLAIN, path)
    wrong = house_rules({**NO_MARCH, "rule": [{**NO_MARCH["rule"][0], "action": "Marsh"}]}, "x")  # type: ignore[dict-item]
    with pytest.raises(Invalid, match="HOUSE-one: no action is called 'Marsh'"):
        keep_rules(opened.referee, wrong)
    opened.referee.sink.close()
    assert not open_campaign(PLAIN, path, reading=True).notices


def test_without_house_rules_a_campaign_carries_none(tmp_path: Path) -> None:
    opened = open_campaign(PLAIN, campaign(tmp_path, PLAIN), reading=True)
    assert opened.referee.journal.epochs[-1].house == {}
    assert opened.referee.family is PLAIN


def test_the_rules_of_the_guide_are_carried(tmp_path: Path) -> None:
    family = InstalledGame(TWIN_RIVERS, by_form=[document("garrison"), document("cold_steel")])
    opened = open_campaign(PLAIN, campaign(tmp_path, family, "garrison"), reading=True)
    assert set(opened.referee.family.by_form) == {"garrison", "cold_steel"}


def stragglers(steps: int) -> HouseRules:
    """Return a rule by which units of more than so many steps lose one when they march."""
    return house_rules({
        "game": "twin_rivers", "key": "house", "title": "House", "says": "Marching costs men.",
        "rule": [{"shape": "throw", "id": "HOUSE-one", "says": "Strong units lose men.", "event": "after_march",
                  "then": "lose_step", "to": "unit", "when": {"word": "unit.steps", "more_than": steps}}],
    }, "house.toml")  # fmt: skip


def test_each_epoch_is_replayed_under_its_own_text(tmp_path: Path) -> None:
    """What was lost on a march then is not lost under the newest text, and the campaign is sound all the same."""
    old, path = InstalledGame(TWIN_RIVERS, by_form=[stragglers(0)]), tmp_path / "a.campaign"
    save(position(old, *start(), on=("house",), at="Blue: march", source=SeededDice("1")), path)
    opened = open_campaign(old, path)
    opened.referee.play(March(UnitId("Blue 4"), AreaId("Fenwick")))
    keep_rules(opened.referee, stragglers(99), anew=True)
    opened.referee.sink.close()
    again = open_campaign(PLAIN, path, reading=True)
    assert again.referee.family.by_form["house"] == stragglers(99)
    found = list(verify(again.referee.family, again.start, again.referee.journal))
    assert found
    assert not [one for one in found if isinstance(one, Mismatch)]
