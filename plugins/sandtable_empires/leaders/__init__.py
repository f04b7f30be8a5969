"""Leaders (10.6): who commands, and how well."""
