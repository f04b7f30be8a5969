"""The table's affairs: council, options, corrections, failures, handing over."""
