"""A real Chromium, and the reading room that it looks at. Only this file knows Selenium."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import time
import urllib.request

from selenium import webdriver
from selenium.common.exceptions import WebDriverException  # noqa: F401, for the tests
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys  # noqa: F401, for the tests

SERVER = os.environ.get("COMMONPLACE_BIN", ".build/debug/commonplace")
AXE = os.environ.get("AXE", "")
# The longest wait for anything, in seconds: a busy machine is no failure.
PATIENCE = 60


class Room:
    """`commonplace web` of a notebook, with state of its test alone."""

    def __init__(self, notebook, state, *options):
        self.notebook, self.options = notebook, options
        self.environment = dict(
            os.environ, XDG_STATE_HOME=str(state), XDG_CONFIG_HOME=str(state), HOME=str(state)
        )
        self.environment.pop("XDG_RUNTIME_DIR", None)
        self.process = None

    def __enter__(self):
        self.process = self.start()
        self.address = self.process.stdout.readline().strip()
        # The origin, and all that every address of the room begins with.
        self.root = self.address[:self.address.index("/enter?")]
        self.origin = re.match(r"http://127\.0\.0\.1:\d+", self.address).group()
        self.port = int(self.origin.rsplit(":", 1)[1])
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE)

    def start(self):
        return subprocess.Popen(
            [SERVER, "web", "--no-open", "--notebook", str(self.notebook), *self.options],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        )

    def other_address(self):
        """An address that lets another browser in, from a second start of the command."""
        return self.start().communicate(timeout=PATIENCE)[0].strip()

    def command(self, *arguments, given=None):
        """The output of a command of the same notebook."""
        done = subprocess.run(
            [SERVER, *arguments, "--notebook", str(self.notebook)], env=self.environment,
            input=given, capture_output=True, text=True, timeout=PATIENCE,
        )
        assert done.returncode == 0, f"{arguments}: {done.stderr}"
        return done.stdout


    def note(self, title):
        """The id of the note with this title."""
        lines = self.command("notes", "--format", "{title}\\t{id}\\n").splitlines()
        return next(line.split("\t")[1] for line in lines if line.split("\t")[0] == title)


class Browser:
    """A window of Chromium that reaches nothing but this machine, and notes each request."""

    def __init__(self, script=True, names=()):
        """Without `script`, JavaScript is off. `names` are host names that lead to this machine."""
        self.folder = tempfile.TemporaryDirectory(prefix="commonplace-browser-")
        options = webdriver.ChromeOptions()
        rules = [f"MAP {name} 127.0.0.1" for name in names]
        rules += ["MAP * ~NOTFOUND", "EXCLUDE 127.0.0.1", "EXCLUDE localhost", "EXCLUDE ::1"]
        for argument in (
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
            f"--user-data-dir={self.folder.name}", "--host-resolver-rules=" + ", ".join(rules),
            "--disable-background-networking", "--no-first-run", "--window-size=1000,800",
        ):
            options.add_argument(argument)
        if not script:
            options.add_experimental_option(
                "prefs", {"profile.managed_default_content_settings.javascript": 2}
            )
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        # A dialog would be a script that ran: it is to be seen, not to be closed.
        options.set_capability("unhandledPromptBehavior", "ignore")
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_page_load_timeout(PATIENCE)
        self.driver.set_script_timeout(PATIENCE)
        self.entries = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()
        self.folder.cleanup()

    # Pages

    def go(self, address):
        self.driver.get(address)

    @property
    def address(self):
        return self.driver.current_url

    @property
    def source(self):
        return self.driver.page_source

    @property
    def title(self):
        return self.driver.title

    @property
    def text(self):
        return self.driver.find_element(By.TAG_NAME, "body").text

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        found = self.all(selector)
        assert found, f"there is no {selector} on {self.address}"
        return found[0]

    def run(self, script, *arguments):
        """The value of a script that the test runs in the page."""
        return self.driver.execute_script(script, *arguments)

    def until(self, condition, words):
        """The first true value of `condition`. Fails with `words` when it does not come."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                value = condition()
            except Exception as error:  # the page may be changing
                value, words = None, f"{words} ({type(error).__name__})"
            if value:
                return value
            time.sleep(0.05)
        raise AssertionError(f"waited in vain for {words} on {self.address}")

    def press(self, *keys):
        """Keys where the focus is."""
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def submit(self, button):
        """Presses a button that leads to another page or card, and waits for that."""
        button.click()
        self.until(lambda: is_gone(button), "the next page")

    def touch(self, element):
        """A touch of a finger in the middle of an element, or of its first line."""
        self.run("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
        place = self.run(
            "const [r] = arguments[0].getClientRects();"
            "return [r.x + r.width / 2, r.y + r.height / 2]", element)
        self.command("Emulation.setTouchEmulationEnabled", enabled=True)
        self.command(
            "Input.dispatchTouchEvent", type="touchStart",
            touchPoints=[{"x": place[0], "y": place[1]}])
        self.command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    # Ways of looking

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def look(self, width=1000, dark=False, medium=""):
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1,
            mobile=width < 600)
        self.command(
            "Emulation.setEmulatedMedia", media=medium,
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def save_to(self, folder):
        """Has files that a page gives to its reader saved in a folder."""
        self.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))

    def picture(self, path):
        self.driver.save_screenshot(str(path))

    # Facts about the page

    def overflow(self):
        """The number of pixels by which the page is wider than the window."""
        return self.run(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def barriers(self):
        """The violations that axe finds: `rule: target`."""
        self.run(pathlib.Path(AXE).read_text(encoding="utf-8"))
        result = self.driver.execute_async_script(
            "const done = arguments[0];"
            "axe.run(document, {resultTypes: ['violations']}).then(done, e => done({error: `${e}`}))")
        assert "error" not in result, result
        return [
            f"{violation['id']}: {node['target']}"
            for violation in result["violations"] for node in violation["nodes"]
        ]

    def requests(self):
        """The addresses that were asked for since the last call."""
        found = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
            elif message["method"] == "Network.webSocketCreated":
                found.append(message["params"]["url"])
        return found

    def requests_of_others(self, room):
        """Those that went to another place than the room; the browser's own pages are none. Beside a drawing,
        which names no icon, it asks the host for one, and gets nothing."""
        return {
            one for one in self.requests()
            if not one.startswith((room.root + "/", "chrome:", "data:"))
            and one != room.origin + "/favicon.ico"
        }

    def complaints(self):
        """What the browser noted since the last call: violations of the policy, pages that are not there."""
        return [
            entry["message"] for entry in self.driver.get_log("browser")
            if entry["level"] in ("SEVERE", "WARNING")
        ]

    def violations(self):
        """Those of the complaints that are about the policy."""
        return [one for one in self.complaints() if "404 (Not Found)" not in one]


def is_gone(element):
    try:
        element.is_enabled()
        return False
    except Exception:
        return True


class Answer:
    """The answer to a request by a program that is no browser."""

    def __init__(self, address, headers=None, form=None):
        request = urllib.request.Request(
            address, data=form.encode() if form is not None else None, headers=headers or {})

        class Stay(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *_):
                return None

        try:
            answer = urllib.request.build_opener(Stay).open(request, timeout=PATIENCE)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            self.status, self.headers = answer.status, answer.headers
            self.text = answer.read().decode("utf-8", "replace")
