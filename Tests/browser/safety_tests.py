"""Notes of strangers, pages of others and programs of others get nothing."""

import http.server
import threading

from browser import Answer, Browser, Room
from library import FRIENDLY, HOSTILE, make
from reading_tests import pages
from tests import test, with_folder

ENEMY = b"""<!DOCTYPE html><title>enemy</title><body><script>
const room = location.hash.slice(1), said = [];
const note = (name, value) => said.push(name + ": " + value);
(async () => {
  for (const [name, options] of [
    ["read", {}], ["read with cookies", {credentials: "include"}],
    ["blind", {mode: "no-cors", credentials: "include"}],
    ["write", {method: "POST", credentials: "include", mode: "no-cors",
      headers: {"Content-Type": "application/x-www-form-urlencoded"}, body: "do=begin"}],
  ]) {
    try { const a = await fetch(room + "/review", options); note(name, a.type + " " + (await a.text()).length); }
    catch (error) { note(name, "refused"); }
  }
  const frame = document.createElement("iframe");
  frame.src = room + "/"; document.body.append(frame);
  await new Promise(done => { frame.onload = done; setTimeout(done, 3000); });
  try { note("frame", frame.contentDocument.body.textContent.length); } catch (error) { note("frame", "refused"); }
  const image = new Image(); image.src = room + "/asset/x/style.css";
  await new Promise(done => { image.onload = image.onerror = done; });
  note("image", image.naturalWidth);
  document.title = "done"; document.body.dataset.said = said.join("; ");
})();
</script><form method=post action="" target=_self><input name=do value=begin></form></body>"""


class Enemy(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(ENEMY)

    def log_message(self, *_):
        pass


class EnemySite:
    """Another site of this machine."""

    def __enter__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Enemy)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.port = self.server.server_address[1]
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


@test
@with_folder
def no_text_of_a_hostile_notebook_runs_loads_or_leads_away(folder):
    with Room(make(folder, folder, {**FRIENDLY, **HOSTILE}), folder) as room, Browser() as browser:
        browser.go(room.address)
        seen = 0
        for address in pages(browser, room):
            seen += 1
            assert browser.run("return window.ran") is None, address
            assert browser.address.startswith(room.origin), browser.address
            for link in browser.run(
                "return [...document.querySelectorAll('[href],[src],[action]')].flatMap(e =>"
                " ['href', 'src', 'action'].map(n => e.getAttribute(n)).filter(v => v))"
            ):
                assert link.startswith(("/", "#", "http://", "https://", "mailto:", "vscode:", "?")) \
                    and not link.startswith("//"), f"{link} on {address}"
            assert browser.run(
                "return [...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames())"
                ".filter(n => n.startsWith('on') || n === 'style')") == [], address
            assert len(browser.all("script")) == 1, address
        assert seen > 20
        assert browser.requests_of_others(room) == set()
        assert browser.violations() == []


@test
@with_folder
def pages_of_others_read_and_write_nothing(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser() as browser, \
            EnemySite() as enemy:
        browser.go(room.address)
        before = room.command("review", "stats", "--json"), room.command("notes", "--json")
        # A name of another site, and the same host with another port, to which cookies are sent.
        for host in ("localhost", "127.0.0.1"):
            browser.go(f"http://{host}:{enemy.port}/#{room.origin}")
            browser.until(lambda: browser.title == "done", "the enemy's attempts")
            said = dict(one.split(": ") for one in browser.one("body").get_attribute("data-said").split("; "))
            assert said["read"] == said["read with cookies"] == "refused", said
            assert said["frame"] in ("refused", "0"), said
            assert said["image"] == "0", said
            assert said["blind"] in ("refused", "opaque 0"), said
            # A form that is sent by the page itself, with all that a browser adds.
            browser.run(
                "const f = document.forms[0]; f.action = arguments[0] + '/review'; f.submit()",
                room.origin)
            browser.until(lambda: browser.address.startswith(room.origin), "the refusal")
            assert not browser.all(".card") and not browser.all("nav"), browser.source[:500]
        assert (room.command("review", "stats", "--json"), room.command("notes", "--json")) == before


@test
@with_folder
def another_name_of_this_machine_is_refused(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, \
            Browser(names=["rebound.example"]) as browser:
        browser.go(f"http://rebound.example:{room.port}/")
        assert "Walden" not in browser.source and not browser.all("nav")
        secret = room.other_address().split("?", 1)[1]
        browser.go(f"http://rebound.example:{room.port}/enter?{secret}")
        assert "Walden" not in browser.source and not browser.all("nav")


@test
@with_folder
def a_program_without_the_address_gets_nothing(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room:
        for path in ("/", "/note/x", "/asset/x/style.css", "/ping", "/enter", "/enter?t=x", "/search?q=a"):
            answer = Answer(room.origin + path)
            assert answer.status == 403 and "Walden" not in answer.text, (path, answer.status)
            assert "Set-Cookie" not in answer.headers, path
        first = Answer(room.address)
        assert first.status == 200, first.status
        cookie = first.headers["Set-Cookie"].split(";")[0]
        assert Answer(room.origin + "/", {"Cookie": cookie}).status == 200
        # The address lets in once.
        assert Answer(room.address).status == 403
        # A form of no browser, with the cookie but from nowhere.
        assert Answer(room.origin + "/review", {"Cookie": cookie}, "do=begin").status == 403
        for name in ("Access-Control-Allow-Origin", "Server"):
            assert name not in first.headers, name
