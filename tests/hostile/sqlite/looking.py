"""A program that looks at files, one after the other: what was said of each, how long it took, the most memory."""

import json
import resource
import sys
from pathlib import Path
from time import process_time

from sandtable.engine.errors import SandtableError
from sandtable.library.store.library_file import Library


def look(path: Path, target: Path) -> list[str]:
    """Take a file in, and open it; return what is said."""
    said: list[str] = []
    try:
        Library.take_in(path, target)
    except SandtableError as error:
        said.append(str(error))
    try:
        with Library.open(path) as library:
            said += library.damage()
            library.maps(), library.scenarios(), library.presets(), library.charts(), library.content_hash()
    except SandtableError as error:
        said.append(str(error))
    return said


def main() -> None:
    for line in sys.stdin:
        path = Path(line.rstrip("\n"))
        start = process_time()
        said = look(path, path.with_name("taken in.db"))
        print(json.dumps([said, process_time() - start, most_memory()]), flush=True)


def most_memory() -> int:
    """Return the most memory this program has had, in kilobytes; ``getrusage`` counts that of its parent too."""
    status = Path("/proc/self/status")
    if status.exists():
        return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main()
