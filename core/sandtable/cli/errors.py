"""What went wrong, in one plain sentence on standard error, and the exit status it means."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

import click

from sandtable.cli.exit_status import BAD, FINE, FOUND, ExitWith

NOT_WRITTEN: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
"""What writing to standard output may come to, where nobody has closed the other end."""


def report_error(error: BaseException) -> int:
    """Say what went wrong and return the exit status; what nobody foresaw is written to a file."""
    from sandtable.cli.remedies import describe_error
    from sandtable.engine.errors import Broken, SandtableError

    match error:
        case ExitWith():
            return error.status
        case click.exceptions.Exit():
            return error.exit_code
        case SystemExit():
            return error.code if isinstance(error.code, int) else FINE
        case BrokenPipeError():
            _silence()
            return FINE
        case OSError() if error.filename is None and error.errno in NOT_WRITTEN:
            _silence()
            complain(f"standard output cannot be written ({error.strerror}): send it elsewhere, or make room")
            return BAD
        case OSError() if error.filename is not None:
            long = error.errno == errno.ENAMETOOLONG
            why = "its name is too long; choose a shorter one" if long else f"{error.strerror}; name another"
            complain(f"{error.filename!s} cannot be used: {why}")
            return BAD
        case KeyboardInterrupt() | click.Abort():
            complain("stopped")
            return FOUND
        case click.UsageError():
            complain(usage(error))
            return BAD
        case click.ClickException():
            complain(error.format_message())
            return BAD
        case Broken():
            complain(describe_error(error))
            return FOUND
        case SandtableError():
            complain(describe_error(error))
            return BAD
        case _:
            says = f"something went wrong inside the program ({type(error).__name__}: {error}); {write_report(error)}"
            complain(f"{says}{_stranger(error)}")
            return BAD


def _stranger(error: BaseException) -> str:
    """Say what may be behind an import that fails: files of a stranger in the place of ours."""
    if not isinstance(error, ImportError | AttributeError):
        return ""
    from sandtable.distribution import stranger

    return f". Note: {found}" if (found := stranger()) else ""


def usage(error: click.UsageError) -> str:
    """Tell a wrong call in one sentence: what, where, what to do."""
    says = " ".join(error.format_message().split()).rstrip(".")
    if error.ctx is None:
        return says
    return (
        f"{error.ctx.command_path}: {says[:1].lower()}{says[1:]}; `{error.ctx.command_path} --help` lists what there is"
    )


def complain(says: str) -> None:
    """Say a sentence on standard error."""
    with suppress(OSError):
        click.echo(says, err=True)


def write_report(error: BaseException) -> str:
    """Write the traceback to a file and say where; if that fails too, hand it out on standard error."""
    from sandtable.home import make_reports_folder

    report = "".join(["\n".join(versions()), "\n\n", *traceback.format_exception(error)])
    try:
        path = _free(make_reports_folder(), f"crash-{datetime.now().astimezone():%Y%m%d-%H%M%S}", ".txt")
        path.write_text(report, "utf-8")
    except OSError:
        return f"this is where:\n{report}"
    return f"the details are in {path}, please report them"


def versions() -> list[str]:
    """Return what a report says of the program and what it stands on; a report is written even if that fails."""
    try:
        from sandtable.versions import report_lines

        return report_lines()
    except Exception as error:  # noqa: BLE001  # something is very wrong already
        return [f"versions could not be read ({type(error).__name__}: {error})"]


def _free(folder: Path, stem: str, suffix: str) -> Path:
    """Return a name in a folder that is not taken."""
    path, number = folder / f"{stem}{suffix}", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}{suffix}"
    return path


def _silence() -> None:
    """Nobody reads standard output any more: let what is left in its buffer go nowhere."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
