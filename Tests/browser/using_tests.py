"""The reading room is used: by keys, by touch, in several windows, beside editor and command line."""

import json
import pathlib

from browser import Browser, Keys, Room
from library import FRIENDLY, make
from tests import test, with_folder


@test
@with_folder
def keys_alone_lead_to_a_note_and_back(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser() as browser:
        browser.go(room.address)
        browser.press(Keys.TAB)
        assert browser.run("return document.activeElement.textContent") == "Skip to the content"
        browser.press(Keys.ENTER)
        assert browser.run("return document.activeElement.id") == "main"
        browser.press("/")
        assert browser.run("return document.activeElement.id") == "find"
        browser.press("Walden", Keys.ENTER)
        browser.until(lambda: "/search" in browser.address, "the search")
        for _ in range(40):
            browser.press(Keys.TAB)
            if "/note/" in (browser.run("return document.activeElement.href") or ""):
                break
        browser.press(Keys.ENTER)
        browser.until(lambda: "/note/" in browser.address, "the note")
        assert "Simplify" in browser.text


@test
@with_folder
def a_search_answers_as_you_type(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser() as browser:
        browser.go(room.address)
        browser.go(room.root + "/search")
        page = browser.one("html")
        browser.one("[data-part=results]").send_keys("unhistor")
        browser.until(lambda: "Middlemarch" in browser.one("#results").text, "the hit")
        assert page.is_enabled(), "the page was loaded again"
        assert "q=unhistor" in browser.address


@test
@with_folder
def a_cloze_opens_by_a_touch(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser() as browser:
        browser.go(room.address)
        browser.look(width=320)
        browser.go(f"{room.root}/note/{room.note('Walden')}")
        cloze, pair = browser.one("label.cloze"), browser.one("details.pair")
        assert cloze.text.strip("[]") == "the pond", cloze.text
        browser.touch(cloze)
        browser.until(lambda: "Walden Pond" in cloze.text, "the answer of the cloze")
        assert "Twenty-eight" not in pair.text
        browser.touch(browser.one("details.pair summary"))
        browser.until(lambda: "Twenty-eight" in pair.text, "the answer of the question")


@test
@with_folder
def a_review_by_keys_is_in_the_notebook(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser() as browser:
        browser.go(room.address)
        browser.go(room.root + "/review")
        browser.press(Keys.ENTER)
        browser.until(lambda: browser.all(".card"), "a card")
        browser.run("window.loadedOnce = true")
        cards = 0
        while browser.all(".card") and cards < 20:
            cards += 1
            before = browser.one(".progress").text
            if cards == 2:
                browser.press("u")
                browser.until(lambda: browser.one(".progress").text != before, "the undone card")
                before = browser.one(".progress").text
            browser.press(Keys.SPACE)
            browser.until(lambda: browser.all(".answers button[value=good]"), "the answer")
            browser.press(Keys.ARROW_RIGHT)
            browser.until(lambda: browser.one(".progress").text != before, "the next card")
            if browser.all(".card"):
                assert browser.run("return document.activeElement.matches('.card')")
        assert "Done" in browser.text and browser.run("return window.loadedOnce")
        told = json.loads(room.command("review", "stats", "--json"))
        assert told["answers"]["allCount"] == 5 and told["dueCounts"][0] == 0, told


@test
@with_folder
def an_answer_to_a_server_that_is_gone_is_not_swallowed(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser() as browser:
        browser.go(room.address)
        browser.go(room.root + "/review")
        browser.submit(browser.one("form.bar button"))
        room.process.kill()
        room.process.wait()
        browser.press(Keys.SPACE)
        browser.until(lambda: not browser.all(".card"), "the browser's own words")


@test
@with_folder
def two_windows_never_ask_the_same_card_twice(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser() as one, Browser() as other:
        one.go(room.address)
        other.go(room.other_address())
        for browser in (one, other):
            browser.go(room.root + "/review")
            browser.submit(browser.one("form.bar button"))
        answered = []
        for _ in range(12):
            for browser in (one, other):
                if not browser.all(".card"):
                    continue
                browser.submit(browser.one("button[value=reveal]"))
                if not browser.all(".answers button[value=good]"):
                    continue  # the other window had it, and the page says so
                answered.append(browser.one(".card .front").text)
                browser.submit(browser.one(".answers button[value=good]"))
        assert answered and len(answered) == len(set(answered)), answered


@test
@with_folder
def a_book_is_started_and_rated_by_forms(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser() as browser:
        browser.go(room.address)
        browser.go(f"{room.root}/book/{room.note('Dune')}")
        browser.submit(browser.one("button[value=start]"))
        assert "Dune" in room.command("books", "--section", "reading")
        browser.run("document.querySelector('select[name=stars]').value = '4.0'")
        browser.submit(browser.one("button[value=rate]"))
        stars = {book["title"]: book["stars"] for book in json.loads(room.command("books", "--json"))}
        assert stars["Dune"] == 4, stars


@test
@with_folder
def reading_only_changes_nothing(folder):
    notebook = make(folder, folder, FRIENDLY)
    with Room(notebook, folder, "--read-only") as room, Browser() as browser:
        browser.go(room.address)
        for path in ("/", "/shelf", "/review", "/add"):
            browser.go(room.root + path)
            assert browser.all("form[method=post]") == [], path
        status = browser.run(
            "return fetch(arguments[0] + '/review', {method: 'POST', body: new URLSearchParams({a: 1})})"
            ".then(answer => answer.status)", room.root)
        assert status == 403, status


@test
@with_folder
def a_quote_is_saved_as_a_picture(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser() as browser:
        browser.go(room.address)
        browser.save_to(folder)
        browser.go(room.root + "/quotes")
        browser.submit(next(
            link for link in browser.all("main a") if "/quote/" in link.get_attribute("href")))
        browser.one("[data-part=png]").click()
        picture = pathlib.Path(folder) / "quote.png"
        browser.until(picture.exists, "the picture")
        data = browser.until(picture.read_bytes, "its contents")
        assert data.startswith(b"\x89PNG") and len(data) > 1000, len(data)
        assert browser.violations() == []
