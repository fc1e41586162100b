"""A game in which a person is the learner."""
