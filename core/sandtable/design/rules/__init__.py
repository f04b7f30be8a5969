"""Choosing rules as a designer does: options, parameters, presets and house rules, with one history."""
