"""The Arena: its runs, the answers to the player's requests, and its numbers as tables and files."""
