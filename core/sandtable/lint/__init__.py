"""Checks on maps, scenarios and presets: what is wrong, where, in words, and a fix where one is safe.

``maps.check_map``, ``scenarios.check_scenario``, ``choices.check_preset``, ``libraries.check_library``;
``mending.mended`` applies fixes. ``remarks`` has what modules of games call; ``vocabulary`` the words that maps share.
"""
