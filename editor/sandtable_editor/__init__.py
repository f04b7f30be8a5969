"""The workbench: the window in which maps are drawn, rules chosen and games played. The only package with Qt."""
