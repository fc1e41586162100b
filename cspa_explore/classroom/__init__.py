"""Questions for a class: decks as JSON, and the measures that compute their answers from seeded runs."""
