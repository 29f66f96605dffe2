"""A browser without a window, from the system."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """Chromium; tests are left out where it is not installed, unless services are required."""
    path = shutil.which("chromium")
    if path is None:
        if os.environ.get("PBEM_REQUIRE_SERVICES"):
            pytest.fail("chromium is not installed")
        pytest.skip("chromium is not installed")
    from playwright.sync_api import sync_playwright

    # Chromium has no sandbox for root.
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=path, args=options)
        yield running
        running.close()
