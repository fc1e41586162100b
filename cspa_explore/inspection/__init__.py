"""A run looked at closely: rewind, one round, territories in the plane, the biggest changes."""
