"""One description per chart, made from finished numbers; Plotly and the canvas render the same description."""
