"""The name under which this program is installed: ``import sandtable`` comes from ``sandtable-workbench``.

The package index has another project's ``sandtable`` with a package of the same import name. Who installs both has
the files of one over those of the other, so that is said wherever it is noticed.
"""

from __future__ import annotations

from typing import Final

VERSION = "0.1.0"
NAME: Final = "sandtable-workbench"
STRANGER: Final = "sandtable"


def is_ours(distribution: str) -> bool:
    """Tell whether a distribution of this name is this program."""
    return distribution.lower().replace("_", "-") == NAME


def install_hint(extra: str = "") -> str:
    """Return what to type to have this program with an extra."""
    return f"pip install '{NAME}[{extra}]'" if extra else f"pip install {NAME}"


def stranger() -> str:
    """Say that another project's ``sandtable`` is installed beside this one, and what to do; else an empty text."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        found = version(STRANGER)
    except PackageNotFoundError:
        return ""
    return (
        f"another project's package {STRANGER!r} ({found}) is installed beside {NAME}, and both bring files named "
        f"{STRANGER}: pip uninstall {STRANGER}, then pip install --force-reinstall --no-deps {NAME}"
    )
