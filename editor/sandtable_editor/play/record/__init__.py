"""What has happened: log, dice, rules, verification."""
