"""The link check of the documentation site finds what is dead, and passes what is not."""

from pathlib import Path

import pytest

from tools.links import check, main

pytestmark = pytest.mark.once

INDEX = '<a href="rules.html#S12">S12</a> <a href="rules.html">Rules</a> <a href="#top" id="top">Top</a>'
RULES = '<h2 id="S12">S12</h2><a href="index.html">Home</a><img src="die.svg" alt="">'


def site(folder: Path, **pages: str) -> Path:
    """A sound site of two pages, with these pages changed or added."""
    (folder / "die.svg").write_text("<svg/>")
    for name, body in {"index": INDEX, "rules": RULES, **pages}.items():
        (folder / f"{name}.html").write_text(f"<!doctype html><title>{name}</title>{body}")
    return folder


def test_a_sound_site_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = check(site(tmp_path))
    assert report.faults == []
    assert (report.pages, report.internal, report.external) == (2, 5, 0)
    assert main([str(tmp_path)]) == 0
    assert "2 pages, 5 internal links, 0 external ones, 0 faults" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("added", "fault"),
    [
        ('<a href="gone.html">', "index.html: gone.html does not exist"),
        ('<a href="rules.html#S99">', "index.html: rules.html#S99 names an anchor that does"),
        ('<a href="#gone">', "index.html: #gone names an anchor that does not exist"),
        ('<a href="die.svg#gone">', "index.html: die.svg#gone names an anchor"),
        ('<a href="../README.md">', "index.html: ../README.md leads out of the site"),
        ('<a href="/rules.html">', "index.html: /rules.html leads out of the site"),
        ('<img alt="" src="gone.svg">', "index.html: gone.svg does not exist"),
        ('<img src="die.svg">', "index.html: has a picture without alt: die.svg"),
        ('<script src="https://cdn.example/x.js">', "index.html: fetches https://cdn.example/x.js"),
        ('<link rel="stylesheet" href="//cdn.example/x.css">', "index.html: fetches //cdn.example"),
        ("<script>run()</script>", "index.html: has a script written into the page"),
        ('<p onclick="run()">', "index.html: has a script written into <p>"),
        ('<p style="color: red">', "index.html: has a style written into <p>"),
        ('<p id="a"><p id="a">', "index.html: has two anchors 'a'"),
    ],
)
def test_a_fault_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], added: str, fault: str
) -> None:
    site(tmp_path, index=INDEX + added)
    (found,) = check(tmp_path).faults
    assert found.startswith(fault)
    assert main([str(tmp_path)]) == 1
    assert fault in capsys.readouterr().err


def test_a_page_that_nothing_leads_to_is_found(tmp_path: Path) -> None:
    site(tmp_path, lonely='<a href="index.html">Home</a>')
    assert check(tmp_path).faults == ["lonely.html: no page leads here"]


def test_a_style_sheet_without_its_font_is_found(tmp_path: Path) -> None:
    site(tmp_path)
    (tmp_path / "site.css").write_text("@font-face { src: url('gone.woff2') }")
    assert check(tmp_path).faults == ["site.css: gone.woff2 does not exist"]


def test_links_to_other_sites_are_counted_and_not_followed(tmp_path: Path) -> None:
    report = check(site(tmp_path, index=INDEX + '<a href="https://example.org/gone">'))
    assert (report.external, report.faults) == (1, [])


def test_folders_and_spaces_in_names(tmp_path: Path) -> None:
    (tmp_path / "a b").mkdir()
    (tmp_path / "a b" / "index.html").write_text('<a href="../rules.html#S12"><a href="?q=1">')
    assert check(site(tmp_path, index=INDEX + '<a href="a%20b/">')).faults == []


def test_an_empty_site_is_none(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 1
    assert main([]) == 2
