"""The odds of combats and storms: who can win, what it costs, and what each chit is worth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from sandtable.cli import main
from sandtable.engine import InstalledGame, Referee, Scenario, SideId
from sandtable.lab.odds import contests_of, odds
from sandtable.play.begin.starts import Start
from sandtable.play.table.sitting import Wishes, begin
from sandtable.present import PresentHooks
from sandtable_empires.combat.chits import ChooseAttack
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.model import Battle, Corps, Siege, SiegeId
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing import FR, GB, SP, area, attack, corps, garrison, iberia, laid_out, leader
from tests.plugins.empires.fights import ready

GAMES = 24
BADAJOZ = area("Badajoz")


def facing(spaniards: int, *, dice: tuple[int, ...] = ()) -> Referee:
    """Return France's Land Combat Step with Ney before so many Spaniards in Madrid."""
    game = ready(
        corps("F I", FR, "Madrid", infantry=10, cavalry=2), corps("F II", FR, "Madrid", infantry=8),
        corps("S I", SP, "Madrid", infantry=spaniards), leader("Ney", FR, "F I", 3, 4), dice=dice,
    )  # fmt: skip
    return game.referee


def test_a_combat_that_is_due_has_odds_before_it_is_begun() -> None:
    game = facing(14)
    (contest,) = contests_of(game.game)
    assert (contest.title, contest.parties) == ("Attack in Madrid", (FR, SP))
    found = odds(game, games=GAMES)
    assert sum(map(found.results.share, (FR, SP, ""))) == pytest.approx(1)
    assert found.answers == {}
    assert not len(game.game[Battle])  # it was tried out elsewhere
    assert game.game[Corps]["S I"].factors == 14


def test_all_who_stand_there_are_named() -> None:
    """The Spaniards with Moore beside them are attacked together, and break and withdraw together."""
    pieces = (
        corps("S I", SP, "Madrid", infantry=6),
        corps("B I", GB, "Madrid", infantry=4),
        corps("F I", FR, "Madrid", infantry=14),
    )
    due = ready(*pieces)
    (contest,) = contests_of(due.game)
    assert contest.parties == ("France", "Great Britain and Spain")
    found = odds(due.referee, games=GAMES)
    assert sum(map(found.results.share, (*contest.parties, ""))) == pytest.approx(1)
    assert found.results.chance("Great Britain and Spain break") > 0
    assert all(0 <= lost <= 10 for lost in found.results.losses["Great Britain and Spain"])
    attack(due, "Madrid")
    assert [one.parties for one in contests_of(due.game)] == [("France", "Great Britain and Spain")]


def test_all_who_are_shut_up_in_a_city_are_named() -> None:
    siege = Siege(SiegeId(BADAJOZ), BADAJOZ, FR, breached=True)
    inside = garrison(SP, "Badajoz", infantry=3), corps("B I", GB, "Badajoz", infantry=2, inside=True)
    game = ready(corps("F I", FR, "Badajoz", infantry=10), *inside, siege)
    assert [one.parties for one in contests_of(game.game)] == [("France", "Spain and Great Britain")]


def test_each_chit_is_told_apart() -> None:
    play = ready(
        corps("F I", FR, "Madrid", infantry=10, cavalry=2), corps("F II", FR, "Madrid", infantry=8),
        corps("S I", SP, "Madrid", infantry=14), leader("Ney", FR, "F I", 3, 4),
    )  # fmt: skip
    attack(play, "Madrid")
    found = odds(play.referee, games=GAMES)
    assert found.contest.title == "Battle of Madrid, day 1"
    assert list(found.answers) == [
        "outflank · F I", "outflank · F II", "assault", "escalated assault", "echelon", "probe",
    ]  # fmt: skip
    assert {one.trials for one in found.answers.values()} == {GAMES // 6}
    assert all(0 <= lost <= 14 for lost in found.results.losses[SP])


def test_numbers_tell() -> None:
    """Twenty against two is hardly lost; twenty against sixty is hardly won."""
    few, many = (odds(facing(spaniards), games=GAMES).results for spaniards in (2, 60))
    assert few.wins[FR] > many.wins[FR]
    assert few.mean(FR) < many.mean(FR)
    assert few.chance("Spain breaks") > many.chance("Spain breaks")


def test_what_the_attacker_has_sealed_tells_the_defender_nothing() -> None:
    """One player for both sides: Spain's odds are the same whatever France has chosen just now."""
    found: list[tuple[dict[str, int], dict[str, list[int]]]] = []
    for chit in ("probe", "escalated assault"):
        play = ready(corps("F I", FR, "Madrid", infantry=10), corps("S I", SP, "Madrid", infantry=9))
        attack(play, "Madrid")
        play.play(ChooseAttack(chit, ()), side=FR)
        results = odds(play.referee, games=GAMES).results
        found.append((dict(results.wins), results.losses))
    assert found[0] == found[1]


def test_without_an_enemy_there_is_nothing_to_tell() -> None:
    game = ready(corps("F I", FR, "Madrid", infantry=10)).referee.game
    assert contests_of(game) == []
    assert game.hooks(PresentHooks).contests(game) == []


@pytest.mark.parametrize(("side", "title"), [(FR, "Assault on Badajoz"), (SP, "Sortie from Badajoz")])
def test_storms_have_odds_before_they_are_begun(side: SideId, title: str) -> None:
    """The guerillas before the city are asked first whether they join a sortie: that is a part of it."""
    band, siege = Guerillas(id=BADAJOZ, factors=2), Siege(SiegeId(BADAJOZ), BADAJOZ, FR, breached=True)
    inside = garrison(SP, "Badajoz", infantry=3)
    game = ready(corps("F I", FR, "Badajoz", infantry=10), inside, siege, band, side=side)
    found = odds(game.referee, about=title, games=GAMES)
    assert found.contest.title == title
    assert found.results.share("") == 0
    assert found.results.mean(SP) > 0


# -- at the command line


def campaign_in_battle(folder: Path) -> Path:
    """Keep a campaign that stands at the chits of a battle in Madrid."""
    pieces = [corps("F I", FR, "Madrid", infantry=10), corps("S I", SP, "Madrid", infantry=9)]
    scenario = Scenario(
        "madrid", "madrid", lambda: [*iberia(), *laid_out(*pieces, land=iberia)], "Two corps in one place."
    )
    sitting = begin(Start(InstalledGame(EMPIRES), scenario), Wishes(seed="1", seats="one"), folder / "madrid.campaign")
    referee = sitting.referee
    while (prompt := referee.prompt) is not None and ChooseAttack not in prompt.open[0].kinds:
        ask = prompt.open[0]
        action = next(one for offer in reversed(referee.offers()) if (one := offer.some()) is not None)
        referee.play(action, ask.side)
    referee.sink.close()
    return sitting.path


def test_the_command_tells_odds_and_changes_nothing(tmp_path: Path) -> None:
    path = campaign_in_battle(tmp_path)
    before = path.read_bytes()
    run = CliRunner().invoke(main, ["odds", str(path), "--games", "20", "--json"])
    assert run.exit_code == 0, run.output
    told = json.loads(run.stdout)
    assert told["contest"] == "Battle of Madrid, day 1"
    assert told["sides"] == ["France", "Spain"]
    assert sum(told["wins"].values()) + told["nobody"] == pytest.approx(1)
    assert [one["answer"] for one in told["answers"]] == ["assault", "escalated assault", "echelon", "probe"]
    again = CliRunner().invoke(main, ["odds", str(path), "--games", "20"])
    assert "France chooses" in again.stdout
    assert all(len(line) <= 80 for line in again.stdout.splitlines()[:-1])
    assert path.read_bytes() == before


def test_the_command_says_what_there_is_not(tmp_path: Path) -> None:
    path = campaign_in_battle(tmp_path)
    for more, says in (
        (
            ("--about", "Lisbon"),
            "nothing called 'Lisbon' is being fought out here: choose from Battle of Madrid, day 1",
        ),
        (("--seat", "nobody"), "nobody"),
        (("--games", "0"), "--games"),
    ):
        run = CliRunner().invoke(main, ["odds", str(path), *more])
        assert run.exit_code == 2
        assert says in run.stderr


def test_who_stands_there_is_told_before_an_attack_is_ordered(tmp_path: Path) -> None:
    """The one attack that is due says whom it meets, and how strong; its odds can be asked first."""
    pieces = [corps("F I", FR, "Madrid", infantry=10), corps("S I", SP, "Madrid", infantry=9)]
    scenario = Scenario(
        "madrid", "madrid", lambda: [*iberia(), *laid_out(*pieces, land=iberia)], "Two corps in one place."
    )
    sitting = begin(Start(InstalledGame(EMPIRES), scenario), Wishes(seed="1", seats="one"), tmp_path / "at.campaign")
    referee = sitting.referee
    while (prompt := referee.prompt) is not None and not contests_of(referee.game):
        ask = prompt.open[0]
        action = next(one for offer in reversed(referee.offers()) if (one := offer.some()) is not None)
        referee.play(action, ask.side)
    referee.sink.close()
    run = CliRunner().invoke(main, ["play", str(sitting.path)], input="odds 20\nquit\n")
    assert "Madrid (S I 9I)" in run.output
    assert "Attack in Madrid: the odds" in run.output
