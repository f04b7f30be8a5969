"""The Play workspace: a campaign on the table, what is asked, what may be done, and why not the rest."""
