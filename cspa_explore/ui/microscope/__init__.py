"""The Microscope: one round of a run as a scene and as tables."""
