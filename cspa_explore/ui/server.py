"""The web server's own routes: the pages' addresses, the front end, and requests that need no script run."""

from collections.abc import Iterable
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from cspa_explore.player.component import entries, file_name, module
from cspa_explore.ui.session.desk import desks

# Streamlit's front end guesses the server's address from the page's: at /microscope it first asks
# /microscope/_stcore/health, which does not exist. If the page states the server's address, it asks there.
BASE = "<script>window.__streamlit = {BACKEND_BASE_URL: new URL('.', location.href).href}</script>"


def routes(pages: Iterable[str]) -> list[Route]:
    """Return a route for each page that is opened by its address, for the front end, and for a session's desk."""
    base = st.get_option("server.baseUrlPath").strip("/")
    root = f"/{base}" if base else ""
    return [
        *(Route(f"{root}/{name}", page) for name in pages),
        Route(f"{root}/front/{{file}}", front),
        Route(f"{root}/ask/{{ticket}}/{{name}}", ask),
    ]


def page(request: Request) -> HTMLResponse:
    """Return Streamlit's index.html, with the server's address."""
    index = Path(st.__file__).with_name("static") / "index.html"
    html = index.read_text(encoding="utf-8").replace("<head>", f"<head>{BASE}", 1)
    return HTMLResponse(html, headers={"Cache-Control": "no-cache"})


def front(request: Request) -> Response:
    """Return the module of a component; its name holds a digest of its content, so the browser keeps it for ever."""
    name = request.path_params["file"].partition(".")[0]
    if name not in entries():
        return Response(status_code=404)
    known = request.path_params["file"] == file_name(name)
    kept = "public, max-age=31536000, immutable" if known else "no-cache"
    return Response(module(name), media_type="text/javascript", headers={"Cache-Control": kept})


def ask(request: Request) -> Response:
    """Return what a session's page answers; nothing (204) if the session is gone or cannot be asked that."""
    desk = desks().get(request.path_params["ticket"])
    found = desk.answer(request.path_params["name"], request.query_params) if desk else None
    if found is None:
        return Response(status_code=204)
    return Response(found, media_type="application/octet-stream", headers={"Cache-Control": "no-store"})
