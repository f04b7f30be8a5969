"""A program that opens a campaign again and again, and is killed before each statement to its file in turn.

Arguments: the source of the game, the campaign, a folder for the copies ``NUMBER.campaign`` that the killed have left.
"""

import gc
import os
import shutil
import signal
import sys
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any, Final

from sandtable.engine.running.installed_game import InstalledGame
from sandtable.library.campaigns.opening import open_campaign

STATEMENTS: Final = ("execute", "executemany", "commit")


def game_in(source: Path) -> InstalledGame:
    spec = spec_from_file_location(source.stem, source)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[source.stem] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return InstalledGame(module.TWIN_RIVERS)


def opened_until(family: InstalledGame, path: Path, last: int) -> None:
    """Open a campaign, and be killed before one of the statements that change its file."""
    seen = 0

    def at_work(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal seen
        if event == "c_call" and getattr(arg, "__name__", "") in STATEMENTS and _writes(frame):
            seen += 1
            if seen == last:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(at_work)
    open_campaign(family, path)


def _writes(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_name in ("resumed", "fill", "ply", "epoch", "head"):
            return True
        frame = frame.f_back
    return False


def main() -> None:
    source, campaign, folder = map(Path, sys.argv[1:])
    family = game_in(source)
    gc.freeze()  # what is here stays: no child looks through it, and its memory is shared with all
    for last in count(1):
        path = folder / f"{last}.campaign"
        shutil.copy(campaign, path)
        if not os.fork():
            opened_until(family, path, last)
            os._exit(0)
        if not os.WIFSIGNALED(os.wait()[1]):
            return


if __name__ == "__main__":
    main()
