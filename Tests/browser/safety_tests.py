"""Notes of strangers, pages of others and programs of others get nothing."""

import errno
import http.client
import http.server
import socket
import subprocess
import threading

from browser import PATIENCE, SERVER, Answer, Browser, Room, WebDriverException
from library import FRIENDLY, HOSTILE, make
from reading_tests import pages
from tests import Skip, test, with_folder

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
        self.server.seen.append((self.path, self.headers.get("Cookie", "")))
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        for cookie in self.server.cookies:
            self.send_header("Set-Cookie", cookie)
        self.end_headers()
        self.wfile.write(ENEMY)

    def log_message(self, *_):
        pass


class EnemySite:
    """Another site of this machine."""

    def __enter__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Enemy)
        # It takes all the cookies that a browser sends.
        http.client._MAXLINE = 1 << 21
        # What it gives to each visitor, and what it got.
        self.server.cookies, self.server.seen = [], []
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
            assert browser.address.startswith(room.root), browser.address
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
        others = browser.requests_of_others(room)
        assert others == set(), others
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
            browser.go(f"http://{host}:{enemy.port}/#{room.root}")
            browser.until(lambda: browser.title == "done", "the enemy's attempts")
            said = dict(one.split(": ") for one in browser.one("body").get_attribute("data-said").split("; "))
            assert said["read"] == said["read with cookies"] == "refused", said
            assert said["frame"] in ("refused", "0"), said
            assert said["image"] == "0", said
            assert said["blind"] in ("refused", "opaque 0"), said
            # A form that is sent by the page itself, with all that a browser adds.
            browser.run(
                "const f = document.forms[0]; f.action = arguments[0] + '/review'; f.submit()",
                room.root)
            browser.until(lambda: browser.address.startswith(room.root), "the refusal")
            assert not browser.all(".card") and not browser.all("nav"), browser.source[:500]
        assert (room.command("review", "stats", "--json"), room.command("notes", "--json")) == before


@test
@with_folder
def another_name_of_this_machine_is_refused(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, \
            Browser(names=["rebound.example"]) as browser:
        browser.go(f"http://rebound.example:{room.port}/")
        assert "Walden" not in browser.source and not browser.all("nav")
        browser.go(room.other_address().replace("127.0.0.1", "rebound.example"))
        assert "Walden" not in browser.source and not browser.all("nav")


@test
@with_folder
def a_program_without_the_address_gets_nothing(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room:
        for path in ("/", "/note/x", "/asset/x/style.css", "/ping", "/enter", "/enter?t=x", "/search?q=a"):
            for start, status in ((room.root, 403), (room.origin, 404), (room.root + "x", 404)):
                answer = Answer(start + path)
                assert answer.status == status and "Walden" not in answer.text, (path, answer.status)
                assert "notebook" not in answer.text, answer.text
                assert "Set-Cookie" not in answer.headers, path
        first = Answer(room.address)
        assert first.status == 200, first.status
        cookie = first.headers["Set-Cookie"].split(";")[0]
        assert Answer(room.root + "/", {"Cookie": cookie}).status == 200
        # The address lets in once.
        assert Answer(room.address).status == 403
        # Outside of its root the room has nothing, with the cookie either.
        for path in ("/", "/enter?t=x", "/favicon.ico", "/review"):
            assert Answer(room.origin + path, {"Cookie": cookie}).status == 404, path
        # A form of no browser, with the cookie but from nowhere.
        assert Answer(room.root + "/review", {"Cookie": cookie}, "do=begin").status == 403
        for name in ("Access-Control-Allow-Origin", "Server"):
            assert name not in first.headers, name


# Addresses of this machine as browsers read them, and some that only look like it.
LOOPBACKS = [
    "127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7F.1", "0177.0.0.1", "127.0.0.1.",
    "%3127.0.0.1", "local%68ost", "\uff11\uff12\uff17.0.0.1", "127\u30020\uff610.1", "local\xadhost",
    "\u24dbocalhost", "localho\u017ft", "localhost", "LOCALHOST", "localhost.", "user@127.0.0.1",
    "example.org:80@localhost", "[::1]", "[0:0:0:0:0:0:0:1]", "[0000::1]", "0.0.0.0", "[::ffff:127.0.0.1]",
    "/127.0.0.1", "\\\\127.0.0.1",
]


def click_all(browser, address):
    """Clicks every link of a note. None of the servers to which one leads need be there."""
    browser.go(address)
    for number in range(len(browser.all("article a"))):
        browser.go(address)
        try:
            browser.all("article a")[number].click()
        except WebDriverException:
            pass  # the browser's own words about a site that it does not find


@test
@with_folder
def a_note_leads_no_click_to_this_machine(folder):
    with EnemySite() as enemy:
        spelled = [f"http://{host}:{enemy.port}/x" for host in LOOPBACKS]
        note = "# Clicks\n\n" + "\n\n".join(
            f"{one} and ![a picture]({one})" for one in spelled) + "\n\nhttp://example.org/fine\n"
        with Room(make(folder, folder, {"clicks.md": note}), folder) as room, Browser() as browser:
            browser.go(room.address)
            address = f"{room.root}/note/{room.note('Clicks')}"
            browser.go(address)
            own = ["127.0.0.1", "localhost", "localhost.", "[::1]", "0.0.0.0", "[::ffff:7f00:1]"]
            read = browser.run(
                "return arguments[0].map(one => { try { return new URL(one).hostname } catch { return '' } })",
                spelled)
            assert set(read) <= set(own), [pair for pair in zip(spelled, read) if pair[1] not in own]
            links = browser.run("return [...document.querySelectorAll('article a')].map(a => a.hostname)")
            assert links == ["example.org"], links
            click_all(browser, address)
            assert enemy.server.seen == [], enemy.server.seen


@test
@with_folder
def another_port_gets_no_cookie(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser() as browser, \
            EnemySite() as enemy:
        browser.go(room.address)
        browser.until(lambda: browser.all("nav"), "the first page")
        for path in ("/", "/x", "/enter", "/room/", "/note/" + room.note("Walden")):
            browser.go(f"http://127.0.0.1:{enemy.port}{path}#{room.origin}")
            browser.until(lambda: browser.title == "done", "the enemy's page")
        assert len(enemy.server.seen) >= 5
        leaked = [one for one in enemy.server.seen if "commonplace" in one[1]]
        assert leaked == [], leaked
        assert browser.run("return document.cookie") == ""


@test
@with_folder
def another_port_replaces_no_cookie_and_keeps_nobody_out(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser() as browser, \
            EnemySite() as enemy:
        browser.go(room.address)
        browser.until(lambda: browser.all("nav"), "the first page")
        name = f"commonplace-{room.port}"

        def visit(cookies, path="/"):
            enemy.server.cookies = cookies
            browser.go(f"http://127.0.0.1:{enemy.port}{path}#{room.origin}")
            browser.until(lambda: browser.title == "done", "the enemy's page")

        def is_open():
            browser.go(room.root + "/")
            return bool(browser.all("nav"))

        # Another value, an empty one and one that is over, for every path that it may think of.
        for value in ("x", "", "x; Max-Age=0", "x; Expires=Thu, 01 Jan 1970 00:00:00 GMT"):
            visit([f"{name}={value}; Path={path}" for path in ("/", "/x", "/enter", "/room/")])
            assert is_open(), value
        # Eight of 3.8 kB, which was more than a head may have.
        visit([f"c{number}={'x' * 3800}; Path=/" for number in range(8)])
        assert is_open(), "eight large cookies"
        # As many as a browser keeps, of all a browser takes. Then Chromium may drop the oldest, ours too.
        for priority in ("Low", "Medium", "High"):
            for start in range(0, 200, 20):
                visit([f"{priority}{number}={'x' * 4000}; Path=/; Priority={priority}"
                       for number in range(start, start + 20)])
            still = is_open()
            print(f"# after 200 cookies of priority {priority}: {'open' if still else 'a new address is needed'}")
            browser.go(room.other_address())
            browser.until(lambda: browser.all("nav"), "the first page, after a fresh address")
            browser.go(room.root + "/shelf")
            assert "Walden" in browser.text


@test
@with_folder
def the_other_loopback_belongs_to_the_room(folder):
    notebook = make(folder, folder, FRIENDLY)
    with socket.socket(socket.AF_INET6) as stranger:
        try:
            stranger.bind(("::1", 0))
        except OSError:
            raise Skip("this machine has no ::1") from None
        stranger.listen()
        port = stranger.getsockname()[1]
        # Half of a port is not enough.
        room = Room(notebook, folder, "--port", str(port))
        refused = subprocess.run(
            [SERVER, "web", "--no-open", "--notebook", str(notebook), "--port", str(port)],
            env=room.environment, capture_output=True, text=True, timeout=PATIENCE)
        assert refused.returncode == 74 and refused.stdout == "", refused
    with Room(notebook, folder) as room, Browser() as browser:
        for address in (("::1", room.port), ("::", room.port), ("127.0.0.1", room.port), ("", room.port)):
            with socket.socket(socket.AF_INET6 if ":" in address[0] else socket.AF_INET) as stranger:
                stranger.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try:
                    stranger.bind(address)
                    stranger.listen()
                except OSError as error:
                    assert error.errno == errno.EADDRINUSE, error
                else:
                    raise AssertionError(f"a stranger has {address}")
        for host in ("localhost", "[::1]"):
            browser.go(room.other_address().replace("127.0.0.1", host))
            browser.until(lambda: browser.all("nav"), f"the first page at {host}")
            browser.go(room.root.replace("127.0.0.1", host) + "/shelf")
            assert "Walden" in browser.text


@test
@with_folder
def a_guess_of_the_browser_uses_up_nothing(folder):
    with Room(make(folder, folder, FRIENDLY), folder) as room, Browser() as browser:
        for purpose in ("prefetch", "prefetch;prerender"):
            guess = Answer(room.address, {"Sec-Purpose": purpose})
            assert guess.status == 503 and "Set-Cookie" not in guess.headers, guess.status
        browser.go(room.address)
        browser.until(lambda: browser.all("nav"), "the first page")
