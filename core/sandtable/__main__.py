"""``python -m sandtable`` is the command ``sandtable``."""

from sandtable.cli import main

if __name__ == "__main__":
    main()
