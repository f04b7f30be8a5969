"""Who works plies out: the referee, its history, the table's council, replay."""
