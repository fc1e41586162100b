"""The page Your turn."""
