"""The command line: the same engine, for scripts, tests and bug reports."""

from sandtable.cli.group import Sandtable

main = Sandtable()
"""The command ``sandtable``; calling it runs it and leaves with its exit status."""

__all__ = ["main"]
