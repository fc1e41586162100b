"""The Classroom page: the deck, the votes, the computed answers, and questions made on other pages."""
