"""Notes that point at notes: a link is followed and come back from, and the map is walked without a mouse."""

from browser import AXE, Browser, Keys, Room, is_gone
from library import FRIENDLY, HOSTILE, NASTY, make
from tests import Skip, test, with_folder


def follow(browser, link):
    """Follows a link with a key: the page may be scrolling to it."""
    page = browser.one("html")
    link.send_keys(Keys.ENTER)
    browser.until(lambda: is_gone(page), "the next page")


def focused(browser):
    """The name of the link that has the focus."""
    return browser.run(
        "return document.activeElement.getAttribute('aria-label') || document.activeElement.textContent")


def crowd(count):
    """Notes around one, with long and wide titles."""
    titles = [f"Point {number} " + "and a long title " * (number % 4) for number in range(count)]
    titles[0], titles[1] = "W" * 60, "日本語の本についての長い題名が続いています"
    files = {f"crowd-{number}.md": f"# {title}\n\n[[Hub]] #hub\n" for number, title in enumerate(titles)}
    return {"hub.md": "# Hub\n\n#hub\n\n" + " ".join(f"[[{title}]]" for title in titles[::3]), **files}


@test
@with_folder
def links_are_followed_and_lead_back(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser(script=False) as browser:
        browser.go(room.address)
        browser.go(f"{room.root}/note/{room.note('The pond')}")
        book = browser.one("article a.note-link[href*='#h-economy']")
        assert book.text == "the book", book.text
        assert [one.text for one in browser.all("article .nowhere")] == ["Nothing"]
        follow(browser, book)
        assert browser.address.endswith("#h-economy"), browser.address
        assert browser.one("#h-economy").text == "Economy"
        assert "It is in the book" in browser.text
        follow(browser, browser.one(".links p a"))
        assert "here" in browser.address and browser.one("#here").is_displayed()
        # A title that two notes have leads to both.
        browser.go(f"{room.root}/note/{room.note('The pond')}")
        follow(browser, browser.one(".links p a"))
        follow(browser, browser.one("article .several"))
        assert len(browser.all(".rows a")) == 2
        assert browser.one(".rows a").text == "Twin"


@test
@with_folder
def the_map_is_walked_with_keys(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser(script=False) as browser:
        browser.go(room.address)
        browser.go(f"{room.root}/note/{room.note('Thoughts')}")
        follow(browser, browser.one("a[href$='/map']"))
        browser.run("arguments[0].focus()", browser.one("main p a"))
        names = []
        for _ in range(3):
            browser.press(Keys.TAB)
            names.append(focused(browser))
        assert names[:2] == ["The pond", "Thoughts"], names
        assert names[2].startswith("Walden"), names
        assert [one.text for one in browser.all(".rows a")] == [names[0], names[2]]
        browser.run("arguments[0].focus()", browser.one("main p a"))
        browser.press(Keys.TAB, Keys.ENTER)
        browser.until(lambda: browser.one("h1").text == "The pond", "the note")


@test
@with_folder
def a_crowded_map_can_be_read_by_everyone(folder):
    if not AXE:
        raise Skip("axe-core cannot be had")
    with Room(make(folder, folder, crowd(60)), folder) as room, Browser() as browser:
        browser.go(room.address)
        for page in ("", "/map"):
            browser.go(f"{room.root}/note/{room.note('Hub')}{page}")
            for dark in (False, True):
                browser.look(dark=dark)
                barriers = browser.barriers()
                assert barriers == [], f"{page}, {'dark' if dark else 'light'}: {barriers}"
            browser.look(width=320)
            assert browser.overflow() <= 0, f"{page} at 320 pixels"
        assert len(browser.all(".map a")) == 41
        # Nothing is smaller than a finger needs, and no node lies over another.
        places = browser.run(
            "return [...document.querySelectorAll('.map a')].map(a => {"
            "const r = a.querySelector('rect').getBoundingClientRect();"
            "return [r.left, r.top, r.right, r.bottom]})")
        for left, top, right, bottom in places:
            assert right - left >= 24 and bottom - top >= 24, (left, top, right, bottom)
            assert left >= 0 and right <= 320, (left, right)
        for number, one in enumerate(places):
            for other in places[number + 1:]:
                assert (one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1]
                        or other[3] <= one[1]), (one, other)
        colors = set()
        for dark in (False, True):
            browser.look(dark=dark)
            colors.add(browser.run(
                "return getComputedStyle(document.querySelector('.map text')).fill"))
        assert len(colors) == 2, colors


@test
@with_folder
def hostile_titles_are_text_on_the_map(folder):
    with Room(make(folder, folder, HOSTILE), folder) as room, Browser() as browser:
        browser.go(room.address)
        title = f"To {NASTY}"
        browser.go(f"{room.root}/note/{room.note(title)}")
        assert "again" in browser.one(".links").text, browser.one(".links").text
        follow(browser, browser.one("a[href$='/map']"))
        assert browser.one(".map .here a").get_attribute("aria-label") == title
        assert browser.run("return window.ran") is None
        assert not browser.all("main img, main script, main form")
        assert browser.violations() == []
