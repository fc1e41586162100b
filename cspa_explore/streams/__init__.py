"""What is played: a description of a stream, and its rows block by block."""
