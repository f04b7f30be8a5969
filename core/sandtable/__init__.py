"""Sandtable: a workbench for historical board wargames."""

__version__ = "0.1.0"
