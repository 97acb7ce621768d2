"""Notebooks for the tests: files that `commonplace import` reads."""

import os
import pathlib
import struct
import subprocess
import zlib

from browser import SERVER


def png(red, green, blue, width=60, height=90):
    """A picture of one color."""
    def chunk(name, data):
        body = name + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = (b"\0" + bytes((red, green, blue)) * width) * height
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


FRIENDLY = {
    "walden.md": """---
book:
  title: "Walden; or, Life in the Woods"
  authors: ["Henry David Thoreau"]
  year-published: 1854
  isbn: "0140449264"
  rating: 5
  reading-history:
    - start: 2021-09-20
      finish: 2021-10-02
cover: "assets/walden.png"
---
# Walden

> Simplify, simplify.

Thoreau built his house at ?[the pond](Walden Pond) in 1845. #nature #books/2021

## Economy

Q: What did the house cost?
A: Twenty-eight dollars and twelve and a half cents.

- beans
- *more* beans, and `code`

![A bean field](assets/field.png)
""",
    "middlemarch.md": """---
book:
  title: Middlemarch
  authors: ["George Eliot"]
  reading-history:
    - start: 2026-10-01
---
# Middlemarch

> The growing good of the world is partly dependent on unhistoric acts.

#books/2026
""",
    "dune.md": """---
book:
  title: Dune
  authors: ["Frank Herbert"]
---
# Dune
""",
    "kohelet.md": """# קהלת

> הבל הבלים אמר קהלת הבל הבלים הכל הבל

פסקה אחת של טקסט. #books/bible
""",
    "thoughts.md": "# Thoughts\n\nA thought without a book. #nature\n",
    "pond.md": "# The pond\n\nIt is in [[Walden#Economy|the book]], as [[Thoughts]] and [[Nothing]] say. "
    "[[#Depth]]\n\n## Depth\n",
    "twin-1.md": "# Twin\n\nOne of [[Twin]], beside [[The pond]].\n",
    "twin-2.md": "# Twin\n",
}

NASTY = '"><img src=x onerror="window.ran=1"><script>window.ran=1</script>'

HOSTILE = {
    f"hostile-{number}.md": text for number, text in enumerate((
        f"# {NASTY}\n\n{NASTY} #{NASTY}\n\n> {NASTY}\n\nQ: {NASTY}\nA: {NASTY}\n\n"
        f"?[{NASTY}]({NASTY})\n",
        "# Links\n\n[a](javascript:window.ran=1) [b](data:text/html,<script>window.ran=1</script>) "
        "[c](vbscript:x) [d](//evil.example/d) [e](http://evil.example/e) <http://evil.example/f>\n\n"
        "![g](http://evil.example/g.png) ![h](//evil.example/h.png) ![i](file:///etc/passwd)\n"
        "![j](assets/drawing.svg)\n",
        "---\nbook:\n  title: '\" onmouseover=\"window.ran=1'\n"
        "  authors: ['</title><script>window.ran=1</script>']\n  publisher: '<svg onload=window.ran=1>'\n"
        "  tags: ['<b>', '../../etc']\n---\n# </title><script>window.ran=1</script>\n\n"
        "<style>body{display:none}</style><base href=http://evil.example/>"
        "<meta http-equiv=refresh content='0;url=http://evil.example/'>\n",
        f"# To {NASTY}\n\n[[{NASTY}]] [[To {NASTY}|{NASTY}]] [{NASTY}]({NASTY}.md) "
        "[[javascript:window.ran=1]] [x](javascript:window.ran=1.md) [[//evil.example/x]]\n",
        f"# {NASTY} again\n\n[[To {NASTY}]] [[# \u202e]] [[*a]]* **[[b** c]]\n",
        "# \u202egnp.exe \u0000\u001b]0;title\u0007\n\n> \u2028quote\u2029\n\n"
        "<form action=http://evil.example/><button>press</button></form>\n",
    ))
}

DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" onload="window.ran=1">'
    '<script>window.ran=1</script><image href="http://evil.example/k.png"/></svg>'
)


def make(folder, state, files):
    """A notebook of `files` at a path in `folder`."""
    folder = pathlib.Path(folder)
    source = folder / "source"
    (source / "assets").mkdir(parents=True)
    (source / "assets" / "walden.png").write_bytes(png(40, 90, 60))
    (source / "assets" / "field.png").write_bytes(png(160, 140, 60, 90, 60))
    (source / "assets" / "drawing.svg").write_text(DRAWING, encoding="utf-8")
    for name, text in files.items():
        (source / name).write_text(text, encoding="utf-8")
    notebook = folder / "notebook.libnotes"
    environment = dict(
        os.environ, XDG_STATE_HOME=str(state), XDG_CONFIG_HOME=str(state), HOME=str(state))
    for arguments in (["init", "--empty", str(notebook)],
                      ["import", str(source), "--review", "now", "--notebook", str(notebook)]):
        done = subprocess.run([SERVER, *arguments], env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    return notebook
