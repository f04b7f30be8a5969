"""The map as a widget: the view, mouse and keys, minimap and legend."""
