#!/usr/bin/env python3
"""Measures what a key costs in a real Neovim on a pseudo-terminal: `script/bench editors`.

    bench_editors.py SERVER NVIM [--keys N] [--plugin FOLDER] [--json]

Keys are written to the terminal, as a keyboard does. A key's *block* is the longest time, in the
420 ms after it, during which the editor answers no question. *Screen* is the time from the key to the
first output. The yardstick is the same text with the server attached and nothing of it shown.
"""
import argparse
import fcntl
import json
import os
import pty
import select
import shutil
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

ROWS, COLUMNS = 34, 110
WATCHED = 0.42  # seconds after a key
SIZE = 1_000_000  # bytes of the long note
PATIENCE = 20  # seconds until a step is given up


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


def pack(value):
    """MessagePack of what requests are made of."""
    if isinstance(value, int):
        return struct.pack(">Bq", 0xD3, value)
    if isinstance(value, str):
        data = value.encode()
        return struct.pack(">BI", 0xDB, len(data)) + data
    return struct.pack(">BI", 0xDD, len(value)) + b"".join(map(pack, value))


class Short(Exception):
    """A message that is not whole yet."""


def unpack(data, at=0):
    """The value at `at` and where it ends."""

    def take(count):
        if at + count > len(data):
            raise Short
        return data[at : at + count], at + count

    def items(count):
        nonlocal at
        found = []
        for _ in range(count):
            value, at = unpack(data, at)
            found.append(value)
        return found, at

    (head,), at = take(1)
    if head < 0x80:
        return head, at
    if head >= 0xE0:
        return head - 0x100, at
    if head < 0x90 or head in (0xDE, 0xDF):
        if head >= 0xDE:
            raw, at = take(2 if head == 0xDE else 4)
            head = int.from_bytes(raw, "big")
        else:
            head &= 0x0F
        flat, at = items(2 * head)
        return dict(zip(map(str, flat[::2]), flat[1::2])), at
    if head < 0xA0:
        return items(head & 0x0F)
    if head < 0xC0:
        raw, at = take(head & 0x1F)
        return raw.decode(errors="replace"), at
    if head in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[head], at
    widths = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
    if head in widths:
        raw, at = take(widths[head])
        raw, at = take(int.from_bytes(raw, "big"))
        return raw.decode(errors="replace"), at
    if head in (0xDC, 0xDD):
        raw, at = take(2 if head == 0xDC else 4)
        return items(int.from_bytes(raw, "big"))
    formats = {0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q"}
    formats |= {0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q"}
    if head in formats:
        raw, at = take(struct.calcsize(formats[head]))
        return struct.unpack(formats[head], raw)[0], at
    if 0xC7 <= head <= 0xC9 or 0xD4 <= head <= 0xD8:  # handles of buffers, windows, tab pages
        if head <= 0xC9:
            raw, at = take(1 << (head - 0xC7))
            count = int.from_bytes(raw, "big")
        else:
            count = 1 << (head - 0xD4)
        _, at = take(1 + count)
        return None, at
    raise ValueError(f"unexpected byte {head:#x}")


class Editor:
    """A Neovim on a pseudo-terminal, and a socket to question it."""

    def __init__(self, nvim, folder, arguments):
        self.path = os.path.join(tempfile.mkdtemp(dir=folder), "socket")
        self.buffer, self.number = b"", 0
        self.seen = b""
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "NVIM"))}
        environment |= {"HOME": folder, "TERM": "xterm-256color", "COMMONPLACE_NOTEBOOK": ""}
        for kind in ("STATE", "CACHE", "DATA", "CONFIG"):
            environment[f"XDG_{kind}_HOME"] = os.path.join(folder, kind.lower())
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            command = [nvim, "--clean", "-n", "--listen", self.path, "--cmd", "set shortmess+=aF",
                       *arguments]
            os.execve(nvim, command, environment)
        self.socket = socket.socket(socket.AF_UNIX)
        self.until("the editor", self.connects)
        self.until("the editor's start", lambda: self.ask("nvim_eval", "v:vim_did_enter") == 1)

    def connects(self):
        self.drain()
        try:
            self.socket.connect(self.path)
            return True
        except OSError:
            return False

    def until(self, what, test):
        end = time.monotonic() + PATIENCE
        while not test():
            if time.monotonic() > end:
                raise SystemExit(f"bench: waited in vain for {what}")
            self.drain(0.02)

    def drain(self, patience=0):
        """Reads what the terminal shows; returns when it came, or None."""
        if select.select([self.terminal], [], [], patience)[0]:
            try:
                self.seen = (self.seen + os.read(self.terminal, 1 << 16))[-4000:]
                return time.monotonic()
            except OSError:
                raise SystemExit("bench: the editor ended")

    def ask(self, method, *arguments, seen=None):
        """The answer to a request; `seen` is told of each output of the terminal meanwhile."""
        self.number += 1
        self.socket.sendall(pack([0, self.number, method, list(arguments)]))
        while True:
            readable, _, _ = select.select([self.socket, self.terminal], [], [], PATIENCE)
            if not readable:
                raise SystemExit(f"bench: no answer to {method}{arguments}: the editor may wait for"
                                 f" a key; it showed {self.seen[-400:]!r}")
            if self.terminal in readable:
                came = self.drain()
                if seen:
                    seen(came)
            if self.socket in readable:
                data = self.socket.recv(1 << 16)
                if not data:
                    raise SystemExit(f"bench: the editor ended; it showed {self.seen[-400:]!r}")
                self.buffer += data
                while self.buffer:
                    try:
                        message, end = unpack(self.buffer)
                    except Short:
                        break
                    self.buffer = self.buffer[end:]
                    if message[0] == 1 and message[1] == self.number:
                        if message[2]:
                            raise SystemExit(f"bench: {method}: {message[2]}")
                        return message[3]

    def lua(self, code, *arguments):
        return self.ask("nvim_exec_lua", code, list(arguments))

    def key(self, key, pause):
        """Presses a key; returns milliseconds until output came, and the block, within `pause` s."""
        began, outputs, block = time.monotonic(), [], 0
        os.write(self.terminal, key.encode())
        last = began
        while last < began + pause:
            self.ask("nvim_eval", "1", seen=outputs.append)
            now = time.monotonic()
            block, last = max(block, now - last), now
        return (min(outputs, default=last) - began) * 1000, block * 1000

    def memory(self):
        """Resident megabytes, or 0 where that cannot be read."""
        try:
            with open(f"/proc/{self.ask('nvim_eval', 'getpid()')}/status") as status:
                return next(int(s.split()[1]) // 1024 for s in status if s.startswith("VmRSS"))
        except OSError:
            return 0

    def close(self):
        self.socket.close()
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


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


def typed(editor, keys, pause):
    """What `keys` keys cost, typed in the middle of the text, after some that do not count."""
    editor.ask("nvim_command", "normal! 50%")
    editor.ask("nvim_input", "A ")
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


def measure(options, folder):
    notebook = os.path.join(folder, "bench.libnotes")
    subprocess.run([options.server, "init", "--notebook", notebook], check=True,
                   stdout=subprocess.DEVNULL)
    texts = {"clean": note(SIZE, False), "1,000 diagnostics": note(SIZE, True)}
    uris = {}
    for name, text in list(texts.items()) + [("10 KB", note(10_000, False))]:
        made = subprocess.run([options.server, "new", "--notebook", notebook, "--json", "-"],
                              input=text, capture_output=True, text=True)
        if made.returncode:
            raise SystemExit(f"bench: no note was made: {made.stderr.strip()}")
        # Only the id counts.
        uris[name] = f"commonplace://bench/{json.loads(made.stdout)['id']}/note.md"
    rows = []
    for name in ("clean", "1,000 diagnostics"):
        path = os.path.join(folder, "bare.txt")
        with open(path, "w") as file:
            file.write(texts[name])
        editor = Editor(options.nvim, folder, [])
        editor.lua(BARE, options.server, notebook, path)
        time.sleep(2)
        rows.append(summary(f"{name}: nothing shown", typed(editor, options.keys, WATCHED), editor))
        editor.close()
        editor = Editor(options.nvim, folder, ["--cmd", f"set rtp^={options.plugin}"])
        editor.lua(PLUGIN, options.server, notebook, uris[name])
        painted = ("local c = require('commonplace.client').running() return c and c.initialized"
                   " and vim.lsp.buf_is_attached(0, c.id) and"
                   + (" #vim.diagnostic.get(0) >= 1000" if "diag" in name else " true"))
        editor.until("the note", lambda: editor.lua(painted))
        time.sleep(2)
        rows.append(summary(f"{name}: plugin", typed(editor, options.keys, WATCHED), editor))
        if name == "clean":
            rows += saves(editor, uris)
        editor.close()
    return rows


def saves(editor, uris):
    """How long `:write` takes after a word, in the long note and in a short one; medians of five."""
    editor.ask("nvim_input", "<Esc>")
    for name in ("clean", "10 KB"):
        editor.ask("nvim_command", f"silent edit! {uris[name]}")
        time.sleep(1)
        times = []
        for _ in range(5):
            editor.ask("nvim_command", "normal! 50%Aword ")
            time.sleep(1)
            began = time.monotonic()
            editor.ask("nvim_command", "silent write")
            times.append((time.monotonic() - began) * 1000)
        yield {"what": f"write, {'1 MB' if name == 'clean' else name}",
               "block": statistics.median(times), "block max": max(times)}


def show(rows):
    figures = {row["what"]: row for row in rows}
    print("| what, ms | key to screen, median / max | block, median / max | memory |")
    print("| --- | --- | --- | --- |")
    for row in rows:
        screen = f"{row['screen']:.1f} / {row['screen max']:.1f}" if "screen" in row else ""
        memory = f"{row['memory']} MB" if "memory" in row else ""
        print(f"| {row['what']} | {screen} | {row['block']:.1f} / {row['block max']:.1f} | {memory} |")
    bars = {"clean": 1.5, "1,000 diagnostics": 3}
    for name, bar in bars.items():
        bare, plugin = (figures[f"{name}: {kind}"]["block"] for kind in ("nothing shown", "plugin"))
        print(f"{name}: {plugin / bare:.2f} times the block with nothing shown; bar {bar}")
    short, long = figures["write, 10 KB"]["block"], figures["write, 1 MB"]["block"]
    print(f"write: 1 MB is {long / short:.1f} times 10 KB; bar 5")


def main():
    parser = argparse.ArgumentParser(prog="script/bench editors")
    parser.add_argument("server")
    parser.add_argument("nvim")
    parser.add_argument("--keys", type=int, default=500)
    parser.add_argument("--plugin", default=os.path.join(os.path.dirname(__file__), "..",
                                                         "editors", "neovim"))
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    for name in ("server", "nvim", "plugin"):
        setattr(options, name, os.path.abspath(getattr(options, name)))
    folder = tempfile.mkdtemp(prefix="bench-")
    try:
        rows = measure(options, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if options.json:
        json.dump(rows, sys.stdout, indent=2)
    else:
        show(rows)


if __name__ == "__main__":
    main()
