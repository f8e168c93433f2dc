"""The documentation site is served under /docs where it was built; elsewhere a page says how to."""

from pathlib import Path

import pytest
from starlette.requests import Request

from rollplayer.server.transport.security import HEADERS
from rollplayer.server.transport.site import SITE, Site
from tests.server.harness import Server

pytestmark = pytest.mark.once

RULES = b"<!doctype html><title>Rules</title>" + b"<p>S12</p>" * 1000


@pytest.fixture
def site(tmp_path: Path) -> Site:
    (tmp_path / "gallery").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Docs</title>")
    (tmp_path / "rules.de.html").write_bytes(RULES)
    (tmp_path / "gallery" / "card.svg").write_text("<svg/>")
    (tmp_path.parent / "secret.txt").write_text("secret")
    return Site(tmp_path)


def asked(path: str, **headers: str) -> Request:
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request(
        {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": pairs}
    )


def test_pages_have_their_type_and_are_asked_for_anew(site: Site) -> None:
    page = site.serve(asked("/docs/rules.de.html", accept_encoding="gzip"))
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["content-encoding"] == "gzip"
    assert page.headers["cache-control"] == "no-cache"
    again = site.serve(asked("/docs/rules.de.html", if_none_match=page.headers["etag"]))
    assert again.status_code == 304
    picture = site.serve(asked("/docs/gallery/card.svg"))
    assert picture.headers["content-type"].startswith("image/svg+xml")


def test_the_folder_is_its_first_page(site: Site) -> None:
    first = site.serve(asked("/docs/"))
    assert b"<title>Docs</title>" in first.body
    moved = site.serve(asked("/docs"))
    assert (moved.status_code, moved.headers["location"]) == (308, "/docs/")


@pytest.mark.parametrize(
    "path", ["/docs/gone.html", "/docs/../secret.txt", "/docs/gallery/", "/docs//index.html"]
)
def test_what_is_not_there_leads_to_the_first_page(site: Site, path: str) -> None:
    missing = site.serve(asked(path))
    assert missing.status_code == 404
    assert b'<a href="/docs/">' in missing.body
    assert b"secret</" not in missing.body


def test_a_missing_address_is_shown_harmlessly(site: Site) -> None:
    missing = site.serve(asked("/docs/<script>"))
    assert b"<script" not in missing.body
    assert b"&lt;script&gt;" in missing.body


def test_only_its_own_addresses_are_the_sites(site: Site) -> None:
    assert site.has("/docs")
    assert site.has("/docs/gone")
    assert not site.has("/docsy")
    assert not site.has("/g/docs/")


def test_without_a_site_a_page_says_how_to_build_it(tmp_path: Path) -> None:
    nothing = Site(tmp_path / "nothing")
    assert not nothing.built
    pages = set()
    for tag in ("en", "de", "fr"):
        for path in ("/docs", "/docs/", "/docs/rules.html"):
            missing = nothing.serve(asked(path, accept_language=tag))
            assert missing.status_code == 404
            pages.add(bytes(missing.body))
    assert len(pages) == 3
    assert all(b"make docs" in page for page in pages)


def test_a_server_has_it_with_every_security_header(server: Server) -> None:
    status, page, headers = server.request("GET", "/docs/")
    assert status == (200 if (SITE / "index.html").is_file() else 404)
    assert headers["content-type"] == "text/html; charset=utf-8"
    for name, value in HEADERS.items():
        assert headers[name] == value
    # Not the client's page, which other addresses get.
    assert server.request("GET", "/docsy")[1] != page
    status, _, headers = server.request("POST", "/docs/", {})
    assert (status, headers["allow"]) == (405, "GET, HEAD")
