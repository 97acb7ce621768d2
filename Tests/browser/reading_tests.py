"""Pages are read: by eyes in light and dark, on a small screen, on paper, without a script."""

from urllib.parse import urljoin, urlsplit

from browser import AXE, Browser, Keys, Room
from library import FRIENDLY, make
from tests import Skip, test, with_folder

# The most pages that are visited in search of others.
MOST_PAGES = 150


def pages(browser, room):
    """Each page that links lead to from the first one, once, opened."""
    waiting, seen = [room.root + "/"], set()
    while waiting and len(seen) < MOST_PAGES:
        address = waiting.pop(0)
        if address in seen:
            continue
        seen.add(address)
        browser.go(address)
        if not browser.all("main"):
            continue  # a drawing
        yield address
        for link in browser.run(
            "return [...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href'))"
        ):
            found = urljoin(address, link).split("#")[0]
            if found.startswith(room.root + "/") and found not in seen:
                waiting.append(found)


def kind(address):
    """The route of a page, so that of a hundred notes not each is examined."""
    parts = urlsplit(address).path.strip("/").split("/")[1:]
    return tuple(part for index, part in enumerate(parts) if index % 2 == 0)


@test
@with_folder
def every_page_can_be_read_by_everyone(folder):
    if not AXE:
        raise Skip("axe-core cannot be had")
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser() as browser:
        browser.go(room.address)
        examined = set()
        for address in pages(browser, room):
            assert len(browser.all("h1")) == 1, address
            if kind(address) in examined:
                continue
            examined.add(kind(address))
            for dark in (False, True):
                browser.look(dark=dark)
                barriers = browser.barriers()
                assert barriers == [], f"{address}, {'dark' if dark else 'light'}: {barriers}"
            browser.look(width=320)
            assert browser.overflow() <= 0, f"{address} at 320 pixels"
            browser.look()
        assert len(examined) >= 10, examined


@test
@with_folder
def nothing_is_asked_of_others_and_nothing_is_refused(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser() as browser:
        browser.go(room.address)
        count = sum(1 for _ in pages(browser, room))
        assert count > 20, count
        others = browser.requests_of_others(room)
        assert others == set(), others
        # A drawing names no icon, and outside of its root the room has none.
        missing = f"{room.origin}/favicon.ico - "
        complaints = [one for one in browser.complaints() if not one.startswith(missing)]
        assert complaints == [], complaints


@test
@with_folder
def pictures_and_covers_are_shown(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser() as browser:
        browser.go(room.address)
        shown = 0
        for address in pages(browser, room):
            broken = browser.run(
                "return [...document.images].filter(i => i.complete && !i.naturalWidth).length")
            assert broken == 0, address
            shown += len(browser.all("img"))
        assert shown >= 2, shown


@test
@with_folder
def text_from_right_to_left_begins_there(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser() as browser:
        browser.go(room.address)
        browser.go(f"{room.root}/note/{room.note('קהלת')}")
        directions = browser.run(
            "return [...document.querySelectorAll('h1, blockquote p, article > p')]"
            ".map(one => getComputedStyle(one).direction)")
        assert directions == ["rtl"] * 3, directions


@test
@with_folder
def without_a_script_all_but_keys_works(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser(script=False) as browser:
        browser.go(room.address)
        field = browser.one("#find")
        field.send_keys("beans", Keys.ENTER)
        browser.until(lambda: "Walden" in browser.text and "/search" in browser.address, "the hits")
        browser.go(room.root + "/review")
        browser.submit(browser.one("form.bar button"))
        browser.submit(browser.one("button[value=reveal]"))
        browser.submit(browser.all(".answers button")[-1])
        assert browser.all("button[value=undo]")


@test
@with_folder
def on_paper_there_is_text_alone(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser() as browser:
        browser.go(room.address)
        browser.look(medium="print")
        assert not browser.one("nav").is_displayed()
        assert browser.one("h1").is_displayed()
