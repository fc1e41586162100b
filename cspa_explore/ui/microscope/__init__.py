"""The Microscope: one round as a scene and as tables."""
