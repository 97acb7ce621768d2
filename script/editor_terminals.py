#!/usr/bin/env python3
"""Real editors on pseudo-terminals, for `script/bench editors`: keys are written to the terminal, as a
keyboard does, and a socket beside it asks whether the editor answers."""
import fcntl
import os
import pty
import select
import signal
import socket
import struct
import tempfile
import termios
import time

ROWS, COLUMNS = 34, 110
PATIENCE = 60  # seconds until a step is given up


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
    """An editor on a pseudo-terminal, and a socket to question it."""

    def __init__(self, folder, command, environment):
        self.path = os.path.join(tempfile.mkdtemp(dir=folder), "socket")
        self.buffer, self.seen = b"", b""
        variables = {k: v for k, v in os.environ.items()
                     if not k.startswith(("XDG_", "NVIM", "EMACS"))}
        variables |= {"HOME": folder, "TERM": "xterm-256color", "COMMONPLACE_NOTEBOOK": ""}
        for kind in ("STATE", "CACHE", "DATA", "CONFIG"):
            variables[f"XDG_{kind}_HOME"] = os.path.join(folder, kind.lower())
        variables |= environment
        command = [part.replace("SOCKET", self.path) for part in command]
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.execve(command[0], command, variables)
        self.socket = socket.socket(socket.AF_UNIX)
        self.until("the editor", self.connects)

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
                raise SystemExit(f"bench: waited in vain for {what}; it showed {self.seen[-400:]!r}")
            self.drain(0.02)

    def drain(self, patience=0):
        """Reads what the terminal shows; returns when it came, or None."""
        if select.select([self.terminal], [], [], patience)[0]:
            try:
                self.seen = (self.seen + os.read(self.terminal, 1 << 16))[-4000:]
                return time.monotonic()
            except OSError:
                raise SystemExit(f"bench: the editor ended; it showed {self.seen[-400:]!r}")

    def exchange(self, message, parse, seen=None):
        """Sends `message`, and returns what `parse` makes of the answer; `seen` is told of each output of
        the terminal meanwhile."""
        self.socket.sendall(message)
        while True:
            readable, _, _ = select.select([self.socket, self.terminal], [], [], PATIENCE)
            if not readable:
                raise SystemExit(f"bench: no answer to {message[:200]}: the editor may wait for a key;"
                                 f" it showed {self.seen[-400:]!r}")
            if self.terminal in readable:
                came = self.drain()
                if seen:
                    seen(came)
            if self.socket in readable:
                data = self.socket.recv(1 << 16)
                if not data:
                    raise SystemExit(f"bench: the editor ended; it showed {self.seen[-400:]!r}")
                self.buffer += data
                found = parse()
                if found is not None:
                    return found[0]

    def press(self, key):
        os.write(self.terminal, key.encode())

    def key(self, key, pause):
        """Presses a key; returns milliseconds until output came, and the block, within `pause` s."""
        began, outputs, block = time.monotonic(), [], 0
        self.press(key)
        last = began
        while last < began + pause:
            self.ping(outputs.append)
            now = time.monotonic()
            block, last = max(block, now - last), now
        return (min(outputs, default=last) - began) * 1000, block * 1000

    def blocked(self, pause):
        """The longest time in which the editor answers nothing, of the next `pause` s; milliseconds."""
        last = began = time.monotonic()
        block = 0
        while last < began + pause:
            self.ping()
            now = time.monotonic()
            block, last = max(block, now - last), now
        return block * 1000

    def memory(self):
        """Resident megabytes, or 0 where that cannot be read."""
        try:
            with open(f"/proc/{self.process()}/status") as status:
                return next(int(s.split()[1]) // 1024 for s in status if s.startswith("VmRSS"))
        except OSError:
            return 0

    def close(self):
        self.socket.close()
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


class Neovim(Editor):
    """A Neovim, questioned by its own protocol."""

    def __init__(self, nvim, folder, arguments):
        self.number = 0
        super().__init__(folder, [nvim, "--clean", "-n", "--listen", "SOCKET", "--cmd",
                                  "set shortmess+=aF", *arguments], {})
        self.until("the editor's start", lambda: self.ask("nvim_eval", "v:vim_did_enter") == 1)

    def ask(self, method, *arguments, seen=None):
        """The answer to a request."""
        self.number += 1
        number = self.number

        def parse():
            while self.buffer:
                try:
                    message, end = unpack(self.buffer)
                except Short:
                    return None
                self.buffer = self.buffer[end:]
                if message[0] == 1 and message[1] == number:
                    if message[2]:
                        raise SystemExit(f"bench: {method}: {message[2]}")
                    return (message[3],)
            return None

        return self.exchange(pack([0, number, method, list(arguments)]), parse, seen)

    def ping(self, seen=None):
        self.ask("nvim_eval", "1", seen=seen)

    def lua(self, code, *arguments):
        return self.ask("nvim_exec_lua", code, list(arguments))

    def process(self):
        return self.ask("nvim_eval", "getpid()")


# Evaluates each line that comes, and answers with a line. It is a filter, and makes little garbage.
EMACS = """
(progn
  (setq inhibit-startup-screen t vc-handled-backends nil create-lockfiles nil ring-bell-function 'ignore)
  (make-network-process
   :name "bench" :server t :family 'local :service "SOCKET" :noquery t :coding 'utf-8
   :filter (lambda (process line)
             (process-send-string
              process
              (if (eq (aref line 0) ?.) ".\n"
                (concat (replace-regexp-in-string
                         "\n" " " (condition-case failure
                                     (with-current-buffer (window-buffer)
                                       (format "%S" (eval (read line) t)))
                                    (error (format "error: %S" failure))))
                        "\n"))))))
"""


class Emacs(Editor):
    """An Emacs in a terminal."""

    def __init__(self, emacs, folder, arguments):
        super().__init__(folder, [emacs, "-nw", "-q", "--eval", EMACS, *arguments], {})
        self.until("the editor's start", lambda: self.lisp("after-init-time") != "nil")

    def parse(self):
        line, found, rest = self.buffer.partition(b"\n")
        if not found:
            return None
        self.buffer = rest
        return (line.decode(errors="replace"),)

    def ping(self, seen=None):
        self.exchange(b".\n", self.parse, seen)

    def lisp(self, code):
        """What `code` evaluates to, as Lisp prints it."""
        answer = self.exchange((" ".join(code.split()) + "\n").encode(), self.parse)
        if answer.startswith("error: "):
            raise SystemExit(f"bench: {code[:200]}: {answer}")
        return answer

    def process(self):
        return self.lisp("(emacs-pid)")
