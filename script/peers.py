"""Times tree-sitter's Markdown on one file, for commonplace-benchmark.

    peers.py FILE OFFSET

prints its versions on a line, and then answers every line of its input by a number of nanoseconds:
`parse` is a parse from scratch, `key` a letter typed at byte OFFSET and the parse after it (the
letter is taken out again, which is not timed). The block grammar alone: the inline grammar, which
would come on top of it, is not run.
"""

import sys
from importlib.metadata import version
from time import perf_counter_ns

import tree_sitter
import tree_sitter_markdown


def main(path, offset):
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_markdown.language()))
    with open(path, "rb") as file:
        text = file.read()
    typed = text[:offset] + b"e" + text[offset:]
    row = text.count(b"\n", 0, offset)
    column = offset - (text.rfind(b"\n", 0, offset) + 1)
    before, after = (row, column), (row, column + 1)
    packages = ("tree-sitter", "tree-sitter-markdown")
    print(*(f"{name} {version(name)}" for name in packages), flush=True)

    tree = parser.parse(text)

    def parse():
        start = perf_counter_ns()
        fresh = parser.parse(text)
        time = perf_counter_ns() - start
        del fresh
        return time

    def key():
        nonlocal tree
        start = perf_counter_ns()
        tree.edit(offset, offset, offset + 1, before, before, after)
        tree = parser.parse(typed, tree)
        time = perf_counter_ns() - start
        tree.edit(offset, offset + 1, offset, before, after, before)
        tree = parser.parse(text, tree)
        return time

    for line in sys.stdin:
        print({"parse": parse, "key": key}[line.strip()](), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
