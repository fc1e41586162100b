"""Inspecting a run: rewind, one round, territories in the plane, the biggest changes."""
