"""The paper's experiments: its published tables, our reproduction of them, its figures and its claims."""
