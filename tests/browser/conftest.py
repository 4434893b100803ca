"""A real browser without a network, which lets nothing pass unsaid. tests/browser/install installs Chromium; playwright is its driver."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from peers.rows import CHROMIUM


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (the extra test)")
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed (tests/browser/install)")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens an address; in the end nothing may have been complained about, failed, or been asked for elsewhere."""
    told: list[str] = []
    contexts: list[Any] = []

    def page_at(address: str, **context: Any) -> Any:
        contexts.append(browser.new_context(offline=True, **context))
        page = contexts[-1].new_page()
        page.on("console", lambda message: told.append(message.text))
        page.on("pageerror", lambda error: told.append(str(error)))
        page.on("requestfailed", lambda request: told.append(f"failed: {request.url}"))
        page.on("request", lambda request: None if request.url.startswith(("file:", "data:")) else told.append(request.url))
        page.goto(address)
        return page

    yield page_at
    assert told == []
    for context in contexts:
        context.close()
