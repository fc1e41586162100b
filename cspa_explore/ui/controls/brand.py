"""The head of the sidebar: the product's name and what CSPA stands for."""

from base64 import b64encode

PARTS = (("#1f7fc0", "V-9A9 9 0 0 1 9 0"), ("#b07400", "H9A9 9 0 0 1 0 9"), ("#1f4e79", "V9A9 9 0 0 1-9 0"),
         ("#c06a9a", "H-9A9 9 0 0 1 0-9"))  # fmt: skip
PATHS = "".join(f'<path fill="{colour}" d="M0 0{path}z"/>' for colour, path in PARTS)
SVG = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 20 20">{PATHS}</svg>'
ICON = f"data:image/svg+xml;base64,{b64encode(SVG.encode()).decode()}"
MEANING = "CSPA: complementary support-class passive-aggressive"
HEAD = f'<div class="brand"><strong><img src="{ICON}" alt="">CSPA Explorer</strong><span>{MEANING}</span></div>'
