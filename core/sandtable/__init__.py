"""Sandtable: a workbench for historical board wargames."""

from sandtable.distribution import VERSION

__version__ = VERSION
