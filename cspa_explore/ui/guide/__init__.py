"""The guide and the glossary on every page."""
