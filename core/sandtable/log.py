"""What the program does, told to Python's ``logging`` (logger ``sandtable``) where anybody listens.

Nobody does until the command line is asked to, or a program that uses this one has loaded ``logging`` and set it up:
 till then not even ``logging`` is loaded, so a note costs nothing. Notes are for who looks for a fault; they may
be called anything at any time, and no rule hears them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

NAME: Final = "sandtable"
FORMAT: Final = "%(asctime)s.%(msecs)03d %(process)d %(message)s"
TIME: Final = "%H:%M:%S"


def note(message: str, *values: object) -> None:
    """Tell what is being done; ``values`` are put in for ``%s`` only if somebody listens."""
    logging = sys.modules.get("logging")
    if logging is not None:
        logging.getLogger(NAME).debug(message, *values)


def listen(*, aloud: bool, file: Path | None) -> None:
    """Have the notes told on standard error, and written to the end of a file; raises ``OSError`` for the file."""
    import logging

    logger = logging.getLogger(NAME)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    handlers: list[logging.Handler] = [logging.StreamHandler(sys.stderr)] if aloud else []
    if file is not None:
        handlers.append(logging.FileHandler(file, encoding="utf-8"))
    for handler in handlers:
        handler.setFormatter(logging.Formatter(FORMAT, TIME))
        logger.addHandler(handler)
