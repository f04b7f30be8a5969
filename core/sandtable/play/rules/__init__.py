"""What the group plays by, in words: rules, options, what is proposed."""
