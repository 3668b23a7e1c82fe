"""Takes a picture of every page in every state, on every screen, light and dark: gallery.py FOLDER [--program DEADWAXD]

Starts a hub of its own with the virtual devices, fills it with the sample records of Tests/page, and writes
FOLDER/PAGE-STATE-WIDTHxHEIGHT-SCHEME.png and FOLDER/index.html, a sheet with all of them. What opens over a page is taken on
the smallest screen and on that of 1280 × 800.
"""

import argparse
import html
import os
import pathlib
import re
import sys
import tempfile
import time

from programs import ROOT, hub_with_devices

sys.path.insert(0, str(ROOT / "Tests" / "page"))
SCHEMES = ("light", "dark")


def take(folder):
    """Takes the pictures; returns their files."""
    # The tests' modules read the address of the hub when they are imported.
    from browser import Browser
    from hub import ADDRESS
    from test_views import WITH_BUTTONS
    from view_case import opened, resize, screens_of, show, viewer
    from views import SCREENS, all_views

    files = []

    def picture(page, name, size, scheme):
        file = f"{name}-{size[0]}x{size[1]}-{scheme}.png"
        page.screenshot(path=folder / file)
        files.append(file)

    context = Browser.shared().chromium.new_context(base_url=ADDRESS, locale="en-GB")
    context.set_default_timeout(60_000)
    context.add_init_script("try { localStorage.setItem('deadwax.counter', 'false') } catch {}")
    page = viewer(context.new_page())
    for view in all_views():
        page.set_viewport_size({"width": SCREENS[0][0], "height": SCREENS[0][1]})
        page.emulate_media(color_scheme="light")
        if not show(page, view):
            sys.exit(f"gallery: {view.name} does not come to rest")
        for size in screens_of(view):
            resize(page, view, size)
            if view.isWhole:
                height = page.evaluate("""innerHeight + Math.max(0, ...[...document.querySelectorAll('.list, html')]
                    .map((part) => part.scrollHeight - part.clientHeight))""")
                page.set_viewport_size({"width": size[0], "height": height})
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                picture(page, view.name, size, scheme)
        if view.state not in WITH_BUTTONS or view.isWhole:
            continue
        for size in ((360, 740), (1280, 800)):
            resize(page, view, size)
            for words, _ in opened(page):
                slug = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:40]
                for scheme in SCHEMES:
                    page.emulate_media(color_scheme=scheme)
                    picture(page, f"{view.name}-{slug}", size, scheme)
    Browser.end()
    return files


def sheet(files):
    """Returns the sheet with all pictures: one line for each state."""
    lines = {}
    for file in files:
        lines.setdefault(re.sub(r"-\d+x\d+-\w+\.png$", "", file), []).append(file)
    rows = "".join(
        f"<h2>{html.escape(name)}</h2><p>" + "".join(
            f'<a href="{file}"><img loading="lazy" src="{file}" alt="{file.removesuffix(".png")}"></a>' for file in sorted(
                named, key=lambda one: int(re.search(r"-(\d+)x", one)[1]))) + "</p>"
        for name, named in lines.items())
    style = "body{font:16px sans-serif;background:#777}p{display:flex;gap:12px;overflow:auto}img{height:220px}"
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Pages</title><style>{style}</style>{rows}</html>'


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/debug/deadwaxd")
    given = arguments.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as data, hub_with_devices(given.program.resolve(), pathlib.Path(data)) as link:
        os.environ.update(DEADWAX_URL=link.partition("/setup")[0], DEADWAX_SETUP=link)
        files = take(given.folder)
    (given.folder / "index.html").write_text(sheet(files), encoding="utf-8")
    print(f"{len(files)} pictures in {given.folder}, in {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
