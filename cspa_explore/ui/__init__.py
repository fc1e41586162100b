"""What the pages share: the only place, with them, that knows Streamlit."""
