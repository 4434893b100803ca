"""
Every page of the book by the rules of WCAG, levels A and AA (axe-core), unfolded, in one browser: on a phone, on a desk, dark and printed.

    dtref spec --html BOOK; PYTHONPATH=tests python tests/browser/every_page.py BOOK STATE.jsonl [LOOK ...]

On a phone each page is asked by every rule but those of colour. These take most of the time, and what they say of a text follows from
what it and the elements around it look like: in each look, every text and link is asked that looks like none before it. A line a page
and look goes to STATE as soon as it is known; those of pages that haven't changed aren't asked again. At the end: pages, violations by
rule, each with an example, and pages that are wider than their window.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from peers.rows import AXE, CHROMIUM
from playwright.sync_api import sync_playwright

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
OF_COLOUR = ["color-contrast", "link-in-text-block"]

LOOKS: dict[str, dict[str, Any]] = {
    "narrow": {"viewport": {"width": 320, "height": 800}},
    "wide": {"viewport": {"width": 1280, "height": 900}},
    "dark": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark"},
    "print": {"viewport": {"width": 700, "height": 900}},  # a page of paper between its margins
}

RUN = Path(__file__).with_suffix(".js").read_text("utf-8")


def main() -> None:
    """Asks what isn't known yet, then says what is."""
    book, state, *looks = sys.argv[1:]
    contents = ((sha256(path.read_bytes()).hexdigest()[:16], path.name) for path in Path(book).glob("*.html"))
    pages = {name: content for content, name in sorted(contents)}  # of all kinds in turn
    known = {(line["page"], line["look"]): line for line in lines(Path(state)) if pages.get(line["page"]) == line["content"]}
    with sync_playwright() as driver, Path(state).open("a", encoding="utf-8") as told:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for look in looks or LOOKS:
            page = browser.new_context(offline=True, **LOOKS[look]).new_page()
            page.set_default_timeout(0)  # a large page takes axe-core a while
            page.add_init_script(AXE.read_text("utf-8"))
            page.emulate_media(media="print" if look == "print" else "screen")
            seen = {text for (_, at), line in known.items() if at == look for text in line["fresh"]}
            for name in (name for name in pages if (name, look) not in known):
                page.goto((Path(book).resolve() / name).as_uri())
                answer = page.evaluate(RUN, [RULES, OF_COLOUR, look == "narrow", list(seen)])
                known[name, look] = {"page": name, "look": look, "content": pages[name], **answer}
                seen.update(answer["fresh"])
                told.write(json.dumps(known[name, look]) + "\n")
                told.flush()
        browser.close()
    report([line for (_, look), line in known.items() if look in (looks or LOOKS)])


def lines(state: Path) -> Iterator[dict[str, Any]]:
    """What is known already."""
    if state.exists():
        yield from map(json.loads, state.read_text("utf-8").splitlines())


def report(known: list[dict[str, Any]]) -> None:
    """How many pages of each look, and what is wrong on how many of them, with an example."""
    for look, pages in Counter(line["look"] for line in known).items():
        print(f"{look}: {pages} pages, {sum(len(line['fresh']) for line in known if line['look'] == look)} looks of texts")
    wrong = [(violation["id"], line) for line in known for violation in line["violations"]]
    for rule, count in Counter(rule for rule, _ in wrong).most_common():
        example = next(line for name, line in wrong if name == rule)
        node = next(each["nodes"][0] for each in example["violations"] if each["id"] == rule)
        print(f"{rule}: {count}, as {example['page']} ({example['look']}): {node}")
    for line in known:
        if line["wider"] > 0:
            print(f"{line['page']} ({line['look']}) is {line['wider']} px too wide")
    print(f"{len(wrong)} violations")


if __name__ == "__main__":
    main()
