"""The Arena: runs, answers to the player, and numbers to take away."""
