"""Takes the pictures of the reading room for the documents, of a library of old books.

script/web-test --pictures runs it, with the folder for the pictures as its argument.
"""

import pathlib
import sys
import tempfile

from browser import Browser, Keys, Room
from library import make

BOOKS = [
    ("Walden", "Henry David Thoreau", "finish: 2025-12-24", "5",
     "I went to the woods because I wished to live deliberately."),
    ("Middlemarch", "George Eliot", "start: 2026-10-01", None,
     "The growing good of the world is partly dependent on unhistoric acts."),
    ("Les Essais", "Michel de Montaigne", "start: 2026-11-02", None, "Que sais-je ?"),
    ("Moby-Dick; or, The Whale", "Herman Melville", "finish: 2024-08-11", "4",
     "It is not down in any map; true places never are."),
    ("Meditations", "Marcus Aurelius", "finish: 2026-02-03", "5",
     "The impediment to action advances action. What stands in the way becomes the way."),
    ("Frankenstein", "Mary Shelley", "finish: 2023-10-31", "4",
     "Beware; for I am fearless, and therefore powerful."),
    ("The Voyage of the Beagle", "Charles Darwin", None, None, None),
    ("源氏物語", "紫式部", None, None, None),
    ("Emma", "Jane Austen", "finish: 2021-09-20", "4", "Silly things do cease to be silly."),
    ("Faust", "Johann Wolfgang von Goethe", None, None, None),
]


def text(title, author, reading, stars, quote):
    lines = ["---", "book:", f'  title: "{title}"', f'  authors: ["{author}"]']
    if stars:
        lines.append(f"  rating: {stars}")
    if reading:
        lines += ["  reading-history:", f"    - {reading}"]
    lines += ["---", f"# {title}", ""]
    if quote:
        lines += [f"> {quote}", "", f"Q: Who wrote {title}?", f"A: {author}.", "", "#books"]
    return "\n".join(lines) + "\n"


folder = pathlib.Path(sys.argv[1])
with tempfile.TemporaryDirectory() as place:
    files = {f"{number}.md": text(*book) for number, book in enumerate(BOOKS)}
    with Room(make(place, place, files), place) as room, Browser() as browser:
        for dark in (False, True):
            browser.look(width=1100, dark=dark)
            name = "dark" if dark else "light"
            browser.go(room.address if not dark else room.root + "/")
            browser.until(lambda: browser.all(".shelf, .covers, .cover, article"), "the page")
            browser.go(room.root + "/shelf")
            browser.picture(folder / f"reading-room-{name}.png")
        browser.look(width=480)
        browser.go(room.root + "/review")
        browser.press(Keys.ENTER)
        browser.until(lambda: browser.all(".card"), "a card")
        browser.press(Keys.SPACE)
        browser.until(lambda: browser.all(".answers button[value=good]"), "the answer")
        browser.picture(folder / "reading-room-card.png")
