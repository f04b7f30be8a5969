"""A guided turn: what is asked, why, what one might do; it waits until that is done, and leads on."""
