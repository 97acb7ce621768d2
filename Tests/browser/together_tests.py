"""Page, editor and command line answer and save in the same notebook at once: nothing is lost, and no
card is recorded twice. No browser: what one sends is enough."""

import html
import json
import os
import re
import subprocess
import threading
from urllib.parse import urlencode

from browser import PATIENCE, SERVER, Answer, Room
from library import make
from tests import test, with_folder

# The long form has 200.
ROUNDS = int(os.environ.get("COMMONPLACE_ROUNDS", "20"))


class Page:
    """A browser's requests in a session of review."""

    def __init__(self, room):
        self.room = room
        first = Answer(room.other_address())
        self.headers = {
            "Cookie": first.headers["Set-Cookie"].split(";")[0], "Sec-Fetch-Site": "same-origin",
            "Origin": room.origin,
        }
        self.place, self.text = None, ""
        self.answered = 0

    def send(self, path, **form):
        answer = Answer(self.room.root + path, self.headers, urlencode(form))
        assert answer.status == 303, (path, form, answer.status, answer.text[:300])
        self.place = (self.room.origin + answer.headers["Location"]).removeprefix(self.room.root)
        self.text = Answer(self.room.root + self.place, self.headers).text

    def step(self, name):
        self.send(
            self.place, do=name, step=re.search(r'name="step" value="(\d+)"', self.text).group(1))

    def round(self, _):
        if 'class="card"' not in self.text:
            self.send("/review", limit="1000")
        if 'class="card"' not in self.text:
            return
        self.step("reveal")
        if 'value="good"' not in self.text:
            return  # it was answered elsewhere
        before = self.done()
        self.step("good")
        self.answered += self.done() - before

    def done(self):
        found = re.search(r">\s*(\d+) of \d+", html.unescape(self.text))
        return int(found.group(1)) if found else 0


class Editor:
    """A client of the language server."""

    def __init__(self, room):
        self.process = subprocess.Popen(
            [SERVER, "lsp"], env=dict(room.environment, COMMONPLACE_NOTEBOOK=str(room.notebook)),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number, self.session, self.answered, self.saved = 0, None, 0, []
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.send({"method": "initialized", "params": {}})
        self.note = None

    def send(self, message):
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, params):
        """The result of a request; None if it is refused."""
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            message = self.receive()
            if "method" in message:
                if "id" in message:
                    self.send({"id": message["id"], "result": None})
            elif message.get("id") == self.number:
                return message.get("result")

    def round(self, number):
        self.answer()
        self.save(number)

    def answer(self):
        state = self.session and self.ask("commonplace/review/reveal", {"session": self.session})
        if not state:
            state = self.ask("commonplace/review/start", {"limit": 1000})
            if not state or not state.get("card"):
                return
            self.session = state["session"]
            if not self.ask("commonplace/review/reveal", {"session": self.session}):
                return
        after = self.ask("commonplace/review/answer", {"session": self.session, "ease": "good"})
        if after:
            # Not one more if the card was answered elsewhere.
            self.answered += after["progress"]["done"] - state["progress"]["done"]
        else:
            self.session = None

    def save(self, number):
        if not self.note:
            notes = self.ask("commonplace/listNotes", {"query": "Shared"})["notes"]
            self.note = notes[0]["uri"]
        line = f"From the editor, round {number}."
        for _ in range(20):
            note = self.ask("commonplace/readNote", {"uri": self.note})
            text = note["text"].rstrip("\n") + f"\n\n{line}\n"
            done = self.ask("commonplace/writeNote", {
                "uri": self.note, "text": text, "baseVersion": note["version"]})
            if done and "version" in done:
                self.saved.append(line)
                return

    def close(self):
        self.ask("shutdown", None)
        self.send({"method": "exit"})
        self.process.wait(timeout=PATIENCE)


class Command:
    def __init__(self, room):
        self.room, self.saved = room, []
        self.id = room.note("Shared")

    def round(self, number):
        line = f"From a command, round {number}."
        self.room.command("append", self.id, given=line + "\n")
        self.saved.append(line)


@test
@with_folder
def page_editor_and_command_answer_and_save_at_once(folder):
    files = {
        f"note-{number}.md": f"# Note {number}\n\n" + "".join(
            f"Q: What is {number} times {other}?\nA: It is {number * other}.\n\n"
            for other in range(2, 10))
        for number in range(2, 2 + max(10, ROUNDS // 2))
    }
    files["shared.md"] = "# Shared\n\nAll write here.\n"
    with Room(make(folder, folder, files), folder) as room:
        page, editor, command = Page(room), Editor(room), Command(room)
        failures = []

        def work(one, number):
            try:
                one.round(number)
            except Exception as error:  # it is reported by the test
                failures.append(f"{type(one).__name__}, round {number}: {error!r}")

        for number in range(ROUNDS):
            threads = [
                threading.Thread(target=work, args=(one, number)) for one in (page, editor, command)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert not failures, failures
        editor.close()
        log = [json.loads(line) for line in room.command("review", "log", "--json").splitlines()]
        log = log[0] if log and isinstance(log[0], list) else log
        prompts = [json.dumps([one["noteId"], one["prompt"], one["index"]]) for one in log]
        assert len(prompts) == len(set(prompts)), "a card was recorded twice"
        assert len(log) == page.answered + editor.answered, (len(log), page.answered, editor.answered)
        assert page.answered >= ROUNDS // 2 and editor.answered >= ROUNDS // 2, (
            page.answered, editor.answered)
        assert len(editor.saved) == ROUNDS == len(command.saved)
        text = room.command("show", command.id)
        lost = [line for line in editor.saved + command.saved if line not in text]
        assert lost == [], lost
