"""The harness for rule authors: a position in a few lines, scripted outcomes, one act, the numbers.

>>> game = position(TWIN_RIVERS, *rows, at="Blue: march", dice=[3, 5])
>>> game.play(March("Blue 1", "Cobham"))
>>> game.why_not(March("Blue 1", "Larch"))
{'TR-2-neighbours'}
"""

from sandtable.engine.referee.replay import Mismatch
from sandtable.engine.rules.system import Scenario
from sandtable.engine.running.chance import ScriptedDice, SeededDice
from sandtable.engine.state.rows import Frame
from sandtable.testing.chances import distribution
from sandtable.testing.dice import Dice, DiceScript, Total
from sandtable.testing.leaks import leaks, tells_apart
from sandtable.testing.play import Play
from sandtable.testing.positions import Cells, ground, install_game, position, toy
from sandtable.testing.proofs import first_position, play_randomly, save
from sandtable.testing.rules_files import install_rules_file

__all__ = [
    "Cells", "Dice", "DiceScript", "Frame", "Mismatch", "Play", "Scenario", "ScriptedDice",
    "SeededDice", "Total", "distribution", "first_position", "ground", "install_game", "install_rules_file", "leaks",
    "play_randomly", "position", "save", "tells_apart", "toy",
]  # fmt: skip
