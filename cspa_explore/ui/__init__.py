"""What the pages share. Only the pages, this package and `player` import Streamlit."""
