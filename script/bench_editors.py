#!/usr/bin/env python3
"""Measures what a key, a save and a list cost in real editors on pseudo-terminals: `script/bench editors`.

    bench_editors.py SERVER NVIM [--emacs EMACS] [--keys N] [--only NAME] [--plugins FOLDER] [--json]

A key's *block* is the longest time, in the 420 ms after it, during which the editor answers no
question. *Screen* is the time from the key to the first output. The yardstick is the same text with
the server attached and nothing of it shown. NAME is `neovim`, `emacs` or `lists`.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from editor_terminals import Emacs, Neovim

WATCHED = 0.42  # seconds after a key
SIZE = 1_000_000  # bytes of the long note
NOTES = 20_000  # in the notebook of the lists
KINDS = ("clean", "1,000 diagnostics")


def note(size, broken):
    """A note of about `size` bytes; with `broken`, about every tenth line has a cloze that stays open."""
    lines, length, number = ["# Walden and other ponds", ""], 0, 0
    while length < size:
        number += 1
        kind = number % 10
        if kind == 3:
            line = f"## Chapter {number}"
        elif kind == 5:
            line = f"> Time is but the stream I go *a-fishing* in, page {number}."
        elif kind == 7 and broken:
            line = f"The pond was ?[how deep](measured in winter {number} and never again."
        elif kind == 7:
            line = f"The pond was ?[how deep](measured in winter {number}) and never again."
        elif kind == 9:
            line = f"- **Beans** for sale, row {number} #farming/beans"
        else:
            line = f"In line {number} the woods are read slowly."
        lines += [line, ""]
        length += len(line) + 2
    return "\n".join(lines) + "\n"


BARE = """
local server, notebook, path = ...
vim.cmd('edit ' .. path)
-- Before 0.8 there is no `vim.lsp.start`.
local start = vim.lsp.start or function(config)
  vim.lsp.buf_attach_client(0, vim.lsp.start_client(config))
end
start({
  name = 'bare', cmd = { server, 'lsp' }, init_options = { notebook = notebook },
  handlers = { ['textDocument/publishDiagnostics'] = function() end },
  on_init = function(client)
    client.server_capabilities.semanticTokensProvider = nil
    client.server_capabilities.diagnosticProvider = nil
  end,
  get_language_id = function() return 'minimarkdown' end,
})
"""
PLUGIN = """
local server, notebook, uri = ...
require('commonplace').setup({ cmd = { server, 'lsp' }, notebook = notebook, timeout = 60000 })
vim.cmd('edit ' .. uri)
"""
PAINTED = """
local c = require('commonplace.client').running()
return c and c.initialized and vim.lsp.buf_is_attached(0, c.id) and #vim.diagnostic.get(0) >= ...
"""
# Only Eglot's synchronization of the text.
EMACS_BARE = """
(progn
  (require 'eglot)
  (setq eglot-stay-out-of '(flymake eldoc imenu xref)
        eglot-ignored-server-capabilities
        '(:hoverProvider :documentHighlightProvider :inlayHintProvider :codeActionProvider
          :completionProvider :documentOnTypeFormattingProvider :semanticTokensProvider)
        eglot-events-buffer-config '(:size 0 :format short)
        eglot-sync-connect 60)
  (add-to-list 'eglot-server-programs
               '((text-mode :language-id "minimarkdown") . (%s "lsp" :initializationOptions
                                                               (:notebook %s))))
  (find-file %s) (text-mode) (apply #'eglot--connect (eglot--guess-contact)))
"""
EMACS_PLUGIN = """
(progn
  (add-to-list 'load-path %s)
  (require 'commonplace)
  (setq commonplace-server-command (list %s "lsp") commonplace-notebook %s commonplace-timeout 60))
"""
# Off the socket's own filter, as a command is.
TIMED = """
(progn
  (setq bench-took nil)
  (run-at-time 0 nil (lambda ()
                       (with-current-buffer (window-buffer)
                         (let ((began (float-time)))
                           %s
                           (redisplay)
                           (setq bench-took (- (float-time) began)))))))
"""


def quoted(text):
    return json.dumps(text)


def typed(editor, keys, pause):
    """What `keys` keys cost, after some that do not count."""
    for _ in range(5):
        editor.key("w", WATCHED)
    text = "slowly and deliberately, as they were written "
    return [editor.key(text[index % len(text)], pause) for index in range(keys)]


def summary(name, figures, editor):
    screens, blocks = zip(*figures)
    return {
        "what": name,
        "screen": statistics.median(screens),
        "screen max": max(screens),
        "block": statistics.median(blocks),
        "block max": max(blocks),
        "memory": editor.memory(),
    }


def row(name, times):
    return {"what": name, "block": statistics.median(times), "block max": max(times)}


class Scene:
    """A notebook with the notes that are measured."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.notebook = os.path.join(folder, "bench.libnotes")
        self.run("init")
        self.texts = {"clean": note(SIZE, False), "1,000 diagnostics": note(SIZE, True),
                      "10 KB": note(10_000, False)}
        self.uris = {}
        for name, text in self.texts.items():
            made = json.loads(self.run("new", "--json", "-", text=text))
            # Only the id counts.
            self.uris[name] = f"commonplace://bench/{made['id']}/note.md"

    def run(self, command, *arguments, text=None, notebook=None):
        done = subprocess.run(
            [self.options.server, command, "--notebook", notebook or self.notebook, *arguments],
            input=text, capture_output=True, text=True, env=self.environment())
        if done.returncode:
            raise SystemExit(f"bench: {command}: {done.stderr.strip()}")
        return done.stdout

    def environment(self):
        """That of the editors, so that all have one working copy."""
        variables = {k: v for k, v in os.environ.items() if not k.startswith("XDG_")}
        variables["HOME"] = self.folder
        for kind in ("STATE", "CACHE", "DATA", "CONFIG"):
            variables[f"XDG_{kind}_HOME"] = os.path.join(self.folder, kind.lower())
        return variables

    def file(self, name):
        path = os.path.join(self.folder, "bare.txt")
        with open(path, "w") as file:
            file.write(self.texts[name])
        return path

    def many(self):
        """A notebook of many notes."""
        folder = os.path.join(self.folder, "many")
        os.mkdir(folder)
        for number in range(NOTES):
            with open(os.path.join(folder, f"{number}.md"), "w") as file:
                file.write(f"# Note {number} of many\n\n> quote {number}\n\n#tag{number % 300}\n")
        path = os.path.join(self.folder, "many.libnotes")
        self.run("init", notebook=path)
        self.run("import", folder, notebook=path)
        return path


def neovim(scene):
    options = scene.options
    for name in KINDS:
        editor = Neovim(options.nvim, scene.folder, [])
        editor.lua(BARE, options.server, scene.notebook, scene.file(name))
        time.sleep(2)
        yield neovim_keys(f"Neovim, {name}: nothing shown", editor, options)
        editor.close()
        editor = with_plugin(scene, scene.notebook, scene.uris[name])
        least = 1000 if name == KINDS[1] else 0
        editor.until("the note", lambda: editor.lua(PAINTED, least))
        time.sleep(2)
        yield neovim_keys(f"Neovim, {name}: plugin", editor, options)
        if name == KINDS[0]:
            yield from neovim_saves(editor, scene.uris)
        editor.close()


def with_plugin(scene, notebook, uri):
    plugin = os.path.join(scene.options.plugins, "neovim")
    editor = Neovim(scene.options.nvim, scene.folder, ["--cmd", f"set rtp^={plugin}"])
    editor.lua(PLUGIN, scene.options.server, notebook, uri)
    return editor


def neovim_keys(name, editor, options):
    editor.ask("nvim_command", "normal! 50%")
    editor.ask("nvim_input", "A ")
    return summary(name, typed(editor, options.keys, WATCHED), editor)


def neovim_saves(editor, uris):
    """How long `:write` takes after a word, in the long note and in a short one; medians of five."""
    editor.ask("nvim_input", "<Esc>")
    for name, words in (("clean", "1 MB"), ("10 KB", "10 KB")):
        editor.ask("nvim_command", f"silent edit! {uris[name]}")
        time.sleep(1)
        times = []
        for _ in range(6):
            editor.ask("nvim_command", "normal! 50%Aword ")
            time.sleep(1)
            began = time.monotonic()
            editor.ask("nvim_command", "silent write")
            times.append((time.monotonic() - began) * 1000)
        # The first after the start of the server looks at the whole note.
        yield row(f"Neovim, write, {words}", times[1:])
        yield row(f"Neovim, first write, {words}", times[:1])


def lists(scene):
    """How long a list of very many notes takes to its first screen, and blocks after that."""
    options = scene.options
    notebook = scene.many()
    for name, command in (("list of the file", f"edit {notebook}"),
                          ("quickfix list", "Commonplace! notes")):
        editor = with_plugin(scene, notebook, "commonplace-view://many/quotes")
        time.sleep(3)
        editor.ask("nvim_command", "set hidden")
        began = time.monotonic()
        editor.ask("nvim_command", f"silent {command}")
        editor.ask("nvim_command", "redraw")
        took = (time.monotonic() - began) * 1000
        yield row(f"Neovim, {name}, first screen", [took])
        yield row(f"Neovim, {name}, block afterwards", [editor.blocked(8)])
        editor.close()
    if options.emacs:
        yield from emacs_lists(scene, notebook)


def emacs_lists(scene, notebook):
    """The same in Emacs: the table, and the choice of a title with its default completion."""
    editor = with_package(scene, notebook)
    timed(editor, '(find-file "commonplace-view://many/quotes")')
    time.sleep(3)
    yield row("Emacs, table, first screen", [timed(editor, "(commonplace-notes)")])
    yield row("Emacs, table, block afterwards", [editor.blocked(8)])
    editor.press("\x1bxcommonplace-find-note\r")
    yield row("Emacs, titles, block afterwards", [editor.blocked(8)])
    for key, what in (("\t", "all of them"), ("a", "a letter"), ("\t", "completed")):
        yield row(f"Emacs, titles, {what}", [editor.key(key, 1)[1]])
    editor.close()


def with_package(scene, notebook):
    options = scene.options
    editor = Emacs(options.emacs, scene.folder, [])
    package = os.path.join(options.plugins, "emacs")
    editor.lisp(EMACS_PLUGIN % tuple(map(quoted, (package, options.server, notebook))))
    return editor


def emacs(scene):
    options = scene.options
    for name in KINDS:
        editor = Emacs(options.emacs, scene.folder, [])
        values = map(quoted, (options.server, scene.notebook, scene.file(name)))
        editor.lisp("(progn %s t)" % (EMACS_BARE % tuple(values)))
        editor.until("the server", lambda: editor.lisp("(and (eglot-current-server) t)") == "t")
        time.sleep(2)
        yield emacs_keys(f"Emacs, {name}: nothing shown", editor, options)
        editor.close()
        editor = with_package(scene, scene.notebook)
        # So that the server runs.
        timed(editor, f"(find-file {quoted(scene.uris['10 KB'])})")
        yield row(f"Emacs, open, {name}", [timed(editor, f"(find-file {quoted(scene.uris[name])})")])
        time.sleep(3)
        yield emacs_keys(f"Emacs, {name}: plugin", editor, options)
        if name == KINDS[0]:
            for note, words in (("clean", "1 MB"), ("10 KB", "10 KB")):
                timed(editor, f"(find-file {quoted(scene.uris[note])})")
                times = []
                for _ in range(6):
                    editor.lisp('(progn (goto-char (/ (point-max) 2)) (insert "word "))')
                    time.sleep(1)
                    times.append(timed(editor, "(save-buffer)"))
                yield row(f"Emacs, save, {words}", times[1:])
        editor.close()


def timed(editor, code):
    """How long `code` takes, in milliseconds."""
    editor.lisp(TIMED % code)
    editor.until(code, lambda: editor.lisp("(and bench-took t)") == "t")
    return float(editor.lisp("bench-took")) * 1000


def emacs_keys(name, editor, options):
    editor.lisp("(progn (goto-char (/ (point-max) 2)) (end-of-line))")
    return summary(name, typed(editor, options.keys, WATCHED), editor)


def show(rows):
    figures = {row["what"]: row for row in rows}
    print("| what, ms | key to screen, median / max | block, median / max | memory |")
    print("| --- | --- | --- | --- |")
    for row in rows:
        screen = f"{row['screen']:.1f} / {row['screen max']:.1f}" if "screen" in row else ""
        memory = f"{row['memory']} MB" if "memory" in row else ""
        print(f"| {row['what']} | {screen} | {row['block']:.1f} / {row['block max']:.1f} | {memory} |")
    for editor in ("Neovim", "Emacs"):
        for name, bar in zip(KINDS, (1.5, 3)):
            bare, plugin = (figures.get(f"{editor}, {name}: {kind}")
                            for kind in ("nothing shown", "plugin"))
            if bare and plugin:
                print(f"{editor}, {name}: {plugin['block'] / bare['block']:.2f} times the block with"
                      f" nothing shown; bar {bar}")
        for verb in ("write", "save"):
            short, long = (figures.get(f"{editor}, {verb}, {size}") for size in ("10 KB", "1 MB"))
            if short and long:
                print(f"{editor}, {verb}: 1 MB is {long['block'] / short['block']:.1f} times 10 KB;"
                      " bar 5")
    for row in rows:
        for words, bar in (("first screen", 100), ("block afterwards", 50)):
            if row["what"].endswith(words):
                print(f"{row['what']}: {row['block']:.0f} ms; bar {bar}")


def main():
    parser = argparse.ArgumentParser(prog="script/bench editors")
    parser.add_argument("server")
    parser.add_argument("nvim")
    parser.add_argument("--emacs", default="")
    parser.add_argument("--keys", type=int, default=500)
    parser.add_argument("--only", choices=["neovim", "emacs", "lists"])
    parser.add_argument("--plugins", default=os.path.join(os.path.dirname(__file__), "..", "editors"))
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    for name in ("server", "nvim", "emacs", "plugins"):
        if getattr(options, name):
            setattr(options, name, os.path.abspath(getattr(options, name)))
    parts = {"neovim": neovim, "lists": lists, "emacs": emacs}
    folder = tempfile.mkdtemp(prefix="bench-")
    try:
        scene = Scene(options, folder)
        rows = []
        for name, part in parts.items():
            if options.only in (None, name) and (name != "emacs" or options.emacs):
                rows += part(scene)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if options.json:
        json.dump(rows, sys.stdout, indent=2)
    else:
        show(rows)


if __name__ == "__main__":
    main()
