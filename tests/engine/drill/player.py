"""Drill 14: play a campaign in a process of its own and say, after every ply, what is safe.

`python -m tests.engine.drill.player FILE SEED` (SEED `-`: the dice are typed in). The same position always meets
the same answer, so that an interrupted campaign and one that was not must come out the same.
"""

import json
import sys
from pathlib import Path
from typing import Any

from sandtable.engine import RuleModule, rule
from sandtable.engine.referee.referee import Referee
from sandtable.engine.rules.options import Choices
from sandtable.engine.running.installed_game import InstalledGame
from sandtable.lab.bots import RandomBot
from sandtable.library.campaigns.beginning import new_campaign
from sandtable.library.campaigns.opening import open_campaign
from sandtable.testing import toy
from tests.engine.drill.battle import BATTLE, FR, RU, TURN, Army, Battle, BattleHooks, battle
from tests.engine.drill.guard import GUARD_LOSSES, Guard, GuardCommitment
from tests.engine.drill.guns import Bombardment, Guns


@rule("DRILL-steadfast", supersedes="DRILL-guard-must-break-enemy")
class Steadfast(RuleModule):
    """A repulsed guard does not break, so that the battle is a long one."""

    key = "steadfast"


MODULES = (Battle, GuardCommitment, Bombardment, Steadfast)
FAMILY = InstalledGame(toy(*MODULES, rows=(Army,), sequences=(TURN, BATTLE), hook_sets=(BattleHooks,)))
OPTIONS = Choices(frozenset({"guard_commitment", "bombardment"}))


def begin(path: Path | None, seed: str | None) -> Referee:
    rows = [*battle(900, 900, morale=500), Guard(FR, 20), Guard(RU, 20), Guns(FR, 5), Guns(RU, 5), GUARD_LOSSES]
    return new_campaign(
        FAMILY, path, lambda: Referee.begin(FAMILY, rows, OPTIONS), scenario="", title="", seed=seed, take_back="free"
    )


def describe_game(referee: Referee) -> dict[str, Any]:
    """Say where the game stands: the ply, the position, what is asked, every throw so far."""
    prompt = referee.prompt
    asks = [[ask.side, [kind.__name__ for kind in ask.kinds], ask.why] for ask in prompt.open] if prompt else []
    throws = [throw.faces for ply in referee.journal.line() for throw in ply.throws]
    said = {"ply": referee.journal.head, "hash": f"{referee.game.state.hash:x}", "asks": asks, "throws": throws}
    return json.loads(json.dumps(said | {"purpose": prompt.purpose if prompt else ""}))  # type: ignore[no-any-return]


def go_on(referee: Referee) -> bool:
    """Play one ply; tell whether there was one to play."""
    prompt = referee.prompt
    if prompt is None:
        return False
    ask = prompt.open[0]
    action = RandomBot(f"after ply {referee.journal.head}").answer(referee, ask)
    assert action is not None
    referee.play(action, ask.side)
    return True


def main(path: Path, seed: str | None, until: str = "") -> None:
    """Play on to the end, or to a prompt of the purpose ``until``, and stand still there."""
    referee = open_campaign(FAMILY, path).referee if path.exists() else begin(path, seed)
    print(json.dumps(describe_game(referee)), flush=True)
    while (referee.prompt is None or referee.prompt.purpose != until) and go_on(referee):
        print(json.dumps(describe_game(referee)), flush=True)
    if until:
        sys.stdin.read()


if __name__ == "__main__":
    main(Path(sys.argv[1]), None if sys.argv[2] == "-" else sys.argv[2], *sys.argv[3:])
