"""Single files in the user's rules folder: a file is run only while its content is the one that was trusted.

``trusted.json`` beside the files maps a file's name to the sha256 of its content; a changed file loses
trust. The bytes that are compared are the bytes that are run.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import ModuleType

import msgspec

from sandtable.engine.errors import Invalid, unknown

TRUSTED = "trusted.json"
PACKAGE = "sandtable_rules_file_"
"""What the import names of single files begin with."""


def rule_files(folder: Path) -> list[Path]:
    """Return the rule files in a folder, by name; a folder that is not there holds none."""
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ".py" and path.is_file())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise Invalid(f"the rules folder {folder} cannot be read: {error.strerror}; check its permissions") from error


def digest(content: bytes) -> str:
    """Return what a file's content is known by."""
    return sha256(content).hexdigest()


def read_trusted(folder: Path) -> dict[str, str]:
    """Return name -> sha256 of the files that were trusted; raises ``Invalid`` for a list that cannot be read."""
    path = folder / TRUSTED
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError) as error:
        raise Invalid(
            f"{path} is not a list of trusted files ({error}); remove it and trust the files again"
        ) from error


def trust(folder: Path, name: str) -> Path:
    """Trust a file of the rules folder as it is now; returns it. A list that cannot be read is begun anew."""
    files = {path.name: path for path in rule_files(folder)}
    given = Path(name)
    elsewhere = given.parent != Path() and given.parent.resolve() != folder.resolve()
    if elsewhere:
        raise Invalid(f"{name} is not in the rules folder; copy it to {folder} and trust it there")
    path = files.get(given.name) or files.get(f"{given.name}.py")
    if path is None:
        raise unknown("rules file", given.name, files, f"rules files are *.py in {folder}")
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Invalid(f"{path} cannot be read: {error.strerror}; check its permissions") from error
    try:
        known = read_trusted(folder)
    except Invalid:
        known = {}
    kept = {name: known[name] for name in known if name in files}
    _write(
        folder / TRUSTED,
        msgspec.json.format(msgspec.json.encode({**kept, path.name: digest(content)}, order="sorted")) + b"\n",
    )
    return path


def _write(path: Path, content: bytes) -> None:
    """Replace a file as a whole, so that a crash leaves the old one or the new one."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise Invalid(f"{path} cannot be written: {error.strerror}; check the permissions there") from error


def run(path: Path, content: bytes) -> ModuleType:
    """Run the content of a rules file as a module of its own and return it."""
    name = PACKAGE + path.stem
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    try:
        exec(compile(content, str(path), "exec"), module.__dict__)  # the file is trusted as it stands
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module
