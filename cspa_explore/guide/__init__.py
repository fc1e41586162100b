"""The guide in seven steps, and the glossary."""
