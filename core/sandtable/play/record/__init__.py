"""What has happened: the lines of the log, and the chapters they stand under."""
