"""Makes the pictures of docs/images from games of the demo: `python -m tests.make_images`.

It needs chromium and pngquant, and is done again when the page has changed its looks.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from pbem.cli import home
from pbem.cli.main import run

FOLDER = Path(__file__).parents[1] / "docs" / "images"
_ALL = "--module carnies --module events --module notables --module objects".split()
#: Name, words for the demo, entry, colours, size.
SHOTS = (
    ("report", ["--players", "4", "--seed", "ardeche"], 64, "light", (1280, 1000)),
    ("report-dark", ["--players", "3", "--seed", "peyrebeille", *_ALL], 120, "dark", (1280, 1000)),
)


def main() -> None:
    """Play two games, and photograph an entry of each."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name, words, entry, scheme, size in SHOTS:
            game = f"{folder}/{name}"
            with home.elsewhere({"HOME": folder}):
                run(["demo", game, *words])
                run(["report", f"{game}/game.toml"])
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]}, color_scheme=scheme
            )
            page = context.new_page()
            page.emulate_media(reduced_motion="reduce")
            page.goto(f"file://{game}/game.html#entry-{entry}")
            picture = FOLDER / f"{name}.png"
            page.screenshot(path=picture)
            subprocess.run(["pngquant", "--force", "--output", picture, "128", picture], check=True)
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
