"""The campaign at the window: whose turn it is, every act, and what comes of it."""
