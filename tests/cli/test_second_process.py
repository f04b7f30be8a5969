"""A replay is worked out by a second process too, whose hashes are sown otherwise."""

from __future__ import annotations

from tests.cli.house import House

UNLUCKY = '''
from sandtable.engine import Game, Option, Refusal, RuleModule, refuses, rule
from sandtable_parley import Send


class Unlucky(RuleModule):
    """Some ways are unlucky."""

    key, game = "unlucky", "parley"
    option = Option("Unlucky", "Some ways are unlucky.")

    @refuses(Send)
    @rule("HOUSE-unlucky")
    def unlucky(self, game: Game, act: Send) -> Refusal | None:
        return Refusal("an unlucky number: {n}", n=hash(act.way) % 1000)
'''


def test_a_refusal_that_rests_on_a_hash_is_named(house: House) -> None:
    house.rules.mkdir()
    (house.rules / "unlucky.py").write_text(UNLUCKY)
    house.run("plugins", "--trust", "unlucky.py")
    file = house.home / "x.campaign"
    house.run("play", "crown", "--on", "unlucky", "--seed", "1", "--campaign", file, typed="quit\n")
    done = house.run("replay", file, "--verify", status=1)
    assert "module unlucky: what HOUSE-unlucky says differs when it is asked again" in done.stderr
