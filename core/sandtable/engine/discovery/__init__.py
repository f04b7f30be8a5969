"""Finding games and rules modules, and what to do with a broken one."""
