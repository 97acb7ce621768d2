#!/usr/bin/env python3
"""Measures links between notes at a client's pipes: `script/bench links`.

    bench_links.py SERVER [--notes N] [--only TEXT]

It compares a notebook of N (100,000) notes, each with ten links, with one of 100 notes. A tenth of the notes link to
the first one, whose title is changed. Peers that are installed read folders of 10,000 notes with five links each.
"""
import argparse
import glob
import json
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 40
LINKS = 10
PEER_NOTES = 10_000
PEER_LINKS = 5
PATIENCE = 60  # seconds until a peer's backlinks are given up
TEXT = "# Here\n\nSee [[Note 55]] and [[%s\n"
COLUMN = 8  # within the first link
KEYS = ("See (Note %d) in the woods by the pond...", "See [[Note %d]] in the woods by the pond.")


def say(words, figure, bar="none"):
    print(f"| {words} | {figure} | {bar} |", flush=True)


class Home:
    """A user's folders, with a notebook."""

    def __init__(self, server, folder, name):
        self.server = server
        self.state = os.path.join(folder, name)
        os.makedirs(self.state)
        self.notebook = os.path.join(self.state, "notes.libnotes")
        self.environment = dict(
            os.environ, HOME=self.state, XDG_STATE_HOME=self.state, XDG_CONFIG_HOME=self.state
        )
        self.run("init", "--empty")

    def run(self, *arguments, given=None):
        done = subprocess.run(
            [self.server, *arguments, "--notebook", self.notebook], env=self.environment,
            input=given, capture_output=True, text=True,
        )
        if done.returncode:
            sys.exit(f"commonplace {arguments[0]} failed: {done.stderr}")
        return done.stdout

    def take(self, notes):
        """Imports texts."""
        with tempfile.TemporaryDirectory() as folder:
            for number, text in enumerate(notes):
                with open(f"{folder}/n{number}.md", "w") as file:
                    file.write(text)
            self.run("import", folder)

    def notes(self):
        """The ids of all notes by their titles."""
        lines = self.run("notes", "--limit", "100000000", "--format", "{title}\\t{id}\\n").splitlines()
        return dict(line.split("\t") for line in lines if "\t" in line)

    def editor(self):
        options = {"notebook": self.notebook, "semanticTokenTypes": "minimarkdown"}
        return Editor([self.server, "lsp"], self.environment, initializationOptions=options)


class Editor:
    """A language server, asked as an editor does."""

    def __init__(self, command, environment=None, **options):
        self.began, self.number, self.version = time.perf_counter(), 0, 1
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        tokens = {"requests": {"full": {"delta": True}}, "tokenTypes": [], "tokenModifiers": [],
                  "formats": ["relative"]}
        capabilities = {"textDocument": {"semanticTokens": tokens, "diagnostic": {}}}
        self.ask("initialize", processId=None, rootUri=options.pop("rootUri", None),
                 capabilities=capabilities, **options)
        self.start = time.perf_counter() - self.began
        self.tell("initialized")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def send(self, **message):
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def tell(self, method, **params):
        self.send(method=method, params=params)

    def ask(self, method, **params):
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        while True:
            length = 0
            while line := self.process.stdout.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            answer = json.loads(self.process.stdout.read(length))
            if "method" in answer:
                if "id" in answer:
                    self.send(id=answer["id"], result=None)
            elif answer.get("id") == self.number:
                return answer.get("result")

    def open(self, uri, text):
        self.tell("textDocument/didOpen", textDocument={
            "uri": uri, "languageId": "minimarkdown", "version": 1, "text": text})

    def change(self, uri, change):
        self.version += 1
        self.tell("textDocument/didChange", contentChanges=[change],
                  textDocument={"uri": uri, "version": self.version})

    def at(self, method, uri, line, character, **more):
        return self.ask(method, textDocument={"uri": uri},
                        position={"line": line, "character": character}, **more)

    def references(self, uri, line, character):
        return self.at("textDocument/references", uri, line, character,
                       context={"includeDeclaration": False}) or []

    def megabytes(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(next(line for line in status if "VmRSS" in line).split()[1]) // 1024

    def processor(self):
        """The seconds of processor time so far."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            words = file.read().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def median(body, rounds=ROUNDS):
    """The median of the milliseconds that `body` takes."""
    times = []
    for number in range(rounds):
        start = time.perf_counter()
        body(number)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def linked(server, folder, count):
    """A notebook of linked notes, and the seconds in which its index of links was made."""
    home, dice = Home(server, folder, f"of-{count}"), random.Random(1)
    texts = []
    for number in range(count):
        links = [dice.randrange(1, count) for _ in range(LINKS)]
        if 0 < number <= count // 10:
            links[0] = 0
        lines = [f"Some words of the pond, see [[Note {link}]] and the wood." for link in links]
        texts.append("\n\n".join([f"# Note {number}", f"#t{number % 7}", *lines]) + "\n")
    home.take(texts)
    start = time.perf_counter()
    home.run("links", "Note 55")
    return home, time.perf_counter() - start


def questions(home):
    """Medians of what an editor asks, by names, and its megabytes afterwards."""
    uri = "file:///tmp/here.md"
    notes, dice = sorted(home.notes().values()), random.Random(2)
    some = [f"commonplace://notes/{dice.choice(notes)}/n.md" for _ in range(ROUNDS)]
    with home.editor() as editor:
        editor.open(uri, TEXT % "No")
        times = {
            "references at a link": median(lambda _: editor.references(uri, 2, COLUMN)),
            "hover": median(lambda _: editor.at("textDocument/hover", uri, 2, COLUMN)),
            "definition": median(lambda _: editor.at("textDocument/definition", uri, 2, COLUMN)),
            "`listLinks` of any note": median(
                lambda number: editor.ask("commonplace/listLinks", uri=some[number])),
        }
        # As many titles are offered in both notebooks.
        line = (TEXT % "No").splitlines()[2]
        times["completion after `[[No`, 50 answers"] = median(
            lambda _: editor.at("textDocument/completion", uri, 2, len(line)))
        return times, editor.megabytes()


def rename(home):
    """The seconds of a rename, and those of SQLite alone storing the same rows in the same files."""
    note = home.notes()["Note 0"]
    folder = glob.glob(home.state + "/commonplace/notebooks/*/")[0]
    names = ["notebook.sqlite", "history.sqlite"]

    def copy(suffix):
        for name in names:
            source = sqlite3.connect(f"file:{folder}{name}?mode=ro", uri=True)
            target = sqlite3.connect(f"{home.state}/{name}.{suffix}")
            source.backup(target)
            source.close()
            target.close()

    home.run("links", "Note 55")
    copy("before")
    start = time.perf_counter()
    home.run("rename", note, "Note zero")
    ours = time.perf_counter() - start
    copy("after")
    return ours, sum(replay(f"{home.state}/{name}.before", f"{home.state}/{name}.after") for name in names)


def replay(before, after):
    """The seconds in which SQLite makes the rows of the one file those of the other, in one transaction."""
    db = sqlite3.connect(before, isolation_level=None)
    db.execute("ATTACH ? AS new", [after])
    work = []
    tables = "SELECT name FROM main.sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'"
    for table in [row[0] for row in db.execute(tables)]:
        if "FullText" in table or table.startswith("sqlite_"):
            continue  # made by triggers
        columns = [row[1] for row in db.execute(f"PRAGMA main.table_info({table})")]
        old = {row[0]: row[1:] for row in db.execute(f"SELECT rowid, * FROM main.{table}")}
        new = {row[0]: row[1:] for row in db.execute(f"SELECT rowid, * FROM new.{table}")}
        for row, values in new.items():
            if row not in old:
                marks = ", ".join("?" * len(columns))
                work.append((f"INSERT INTO {table} VALUES ({marks})", values))
            elif old[row] != values:
                changed = [place for place in range(len(columns)) if old[row][place] != values[place]]
                names = ", ".join(columns[place] + " = ?" for place in changed)
                work.append((f"UPDATE {table} SET {names} WHERE rowid = ?",
                             [*(values[place] for place in changed), row]))
        work += [(f"DELETE FROM {table} WHERE rowid = ?", [row]) for row in old if row not in new]
    db.execute("DETACH new")
    db.execute("PRAGMA journal_mode = wal")
    db.execute("PRAGMA cache_size = -65536")
    start = time.perf_counter()
    db.execute("BEGIN IMMEDIATE")
    for sql, values in work:
        db.execute(sql, values)
    db.execute("COMMIT")
    return time.perf_counter() - start


def key(server, folder, words):
    """Microseconds from a key in 10,000 paragraphs to its tokens, and processor time of a key with diagnostics."""
    home = Home(server, folder, f"key-{time.monotonic_ns()}")
    text = "# Title\n\n" + "\n\n".join(words % number for number in range(10_000)) + "\n"
    note = json.loads(home.run("new", "--json", "-", given=text))["id"]
    uri = f"commonplace://notes/{note}/n.md"
    with home.editor() as editor:
        editor.open(uri, text)
        known = editor.ask("textDocument/semanticTokens/full", textDocument={"uri": uri})["resultId"]
        place = {"line": 5002, "character": 5}
        times, before = [], editor.processor()
        for number in range(600):
            editor.change(uri, {"range": {"start": place, "end": place}, "text": "w"})
            start = time.perf_counter()
            answer = editor.ask("textDocument/semanticTokens/full/delta", textDocument={"uri": uri},
                                previousResultId=known)
            times.append(time.perf_counter() - start)
            known = answer["resultId"]
            if number < 300:
                editor.ask("textDocument/diagnostic", textDocument={"uri": uri})
            elif number == 300:
                # After opening, the targets of links are looked up.
                processor, times = editor.processor() - before, []
        return statistics.median(times) * 1e6, processor / 300 * 1e3


def peers(server, folder):
    """Starts, first backlinks and memory of what is installed, on the same notes."""
    dice = random.Random(3)
    links = [[dice.randrange(PEER_NOTES) for _ in range(PEER_LINKS)] for _ in range(PEER_NOTES)]
    words = "Some words of the pond, see %s and the wood."
    markdown = [
        "\n\n".join([f"# Note {number}", *(words % f"[Note {link}](n{link}.md)" for link in row)]) + "\n"
        for number, row in enumerate(links)
    ]
    place = next(number for number, row in enumerate(links) if 7 in row)
    line = 2 + 2 * links[place].index(7)
    column = markdown[place].splitlines()[line].index("](n7.md)") + 4
    wanted = sum(7 in row for row in links)

    home = Home(server, folder, "peers")
    home.take(markdown)
    for state in ("the first time", "later"):
        with home.editor() as editor:
            editor.open("file:///tmp/here.md", "See [[Note 7]] there\n")
            editor.references("file:///tmp/here.md", 0, COLUMN)
            report("commonplace", state, editor.start, time.perf_counter() - editor.began, editor.megabytes())

    rumdl = os.path.join(os.path.dirname(__file__), "../.tools/peers/bin/rumdl")
    if os.path.exists(rumdl):
        root = os.path.join(folder, "markdown")
        os.makedirs(root)
        for number, text in enumerate(markdown):
            with open(f"{root}/n{number}.md", "w") as file:
                file.write(text)
        with Editor([rumdl, "server"], rootUri="file://" + root) as editor:
            uri = f"file://{root}/n{place}.md"
            editor.open(uri, markdown[place])
            while len(editor.references(uri, line, column)) < wanted:
                if time.perf_counter() - editor.began > PATIENCE:
                    return say("rumdl: backlinks", "none")
                time.sleep(0.005)
            report("rumdl", "each time", editor.start, time.perf_counter() - editor.began, editor.megabytes())
    else:
        print("rumdl is not here: script/bench --install-peers")

    found = subprocess.run(["emacs", "--batch", "-f", "package-initialize", "--eval", "(require 'org-roam)"],
                           capture_output=True) if shutil.which("emacs") else None
    if not found or found.returncode:
        return print("org-roam is not here: install elpa-org-roam")
    root = os.path.join(folder, "org")
    os.makedirs(root)
    for number, row in enumerate(links):
        with open(f"{root}/n{number}.org", "w") as file:
            file.write(f":PROPERTIES:\n:ID: id-{number}\n:END:\n#+title: Note {number}\n\n")
            file.write("\n\n".join(words % f"[[id:id-{link}][Note {link}]]" for link in row) + "\n")
    program = f"""
      (progn (package-initialize)
        (let ((began (float-time)))
          (require 'org-roam)
          (setq org-roam-directory {json.dumps(root)}
                org-roam-db-location {json.dumps(folder + '/roam.db')})
          (princ (format "\\n%f" (- (float-time) began)))
          (let ((inhibit-message t)) (org-roam-db-sync))
          (org-roam-backlinks-get (org-roam-node-from-id "id-7"))
          (princ (format " %f" (- (float-time) began)))
          (with-temp-buffer (insert-file-contents "/proc/self/status")
            (re-search-forward "VmRSS:[ \\t]*\\\\([0-9]+\\\\)")
            (princ (format " %s" (match-string 1))))))"""
    for state in ("the first time", "later"):
        done = subprocess.run(["emacs", "--batch", "--eval", program], capture_output=True, text=True)
        start, backlinks, size = done.stdout.split()[-3:]
        report("org-roam", state, float(start), float(backlinks), int(size) // 1024)


def report(program, state, start, backlinks, size):
    figure = f"{start * 1000:.0f} ms; {backlinks * 1000:,.0f} ms; {size} MB"
    say(f"{program}, {state}: start; first backlinks of {PEER_NOTES:,} notes; memory", figure)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("--notes", type=int, default=100_000)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print("| measurement | figure | bar |\n| --- | --- | --- |")
        if options.only in "peers":
            peers(options.server, folder)
        if options.only in "key":
            # In turn: the machine is not the same all the time.
            turns = [[key(options.server, folder, words) for words in KEYS] for _ in range(5)]
            (without, _), (tokens, processor) = [
                [statistics.median(values) for values in zip(*side)] for side in zip(*turns)]
            say("a key until its tokens in a note with 10,000 links to nowhere, against one without",
                f"{tokens / without:.2f} times ({tokens:.0f} µs)", "at most 1.1")
            say("the same until its diagnostics, processor time", f"{processor:.1f} ms")
        if options.only in "notebook":
            small, _ = linked(options.server, folder, 100)
            big, making = linked(options.server, folder, options.notes)
            say(f"making the index of {options.notes * LINKS:,} links", f"{making:.1f} s")
            few, _ = questions(small)
            many, size = questions(big)
            for name, time_of_many in many.items():
                say(f"{name}, {options.notes:,} notes against 100",
                    f"{time_of_many / few[name]:.2f} times ({time_of_many:.2f} ms)", "at most 2")
            say("memory after that", f"{size} MB")
            ours, alone = rename(big)
            say(f"renaming a title that {options.notes // 10:,} notes name until it is published, against SQLite "
                "alone storing the same rows", f"{ours / alone:.1f} times ({ours:.1f} s / {alone:.1f} s)",
                "at most 3")


main()
