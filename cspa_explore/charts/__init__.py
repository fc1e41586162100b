"""Finished numbers in, Plotly figures out."""
