"""The list of tests, and what all of them use."""

import functools
import tempfile


class Skip(Exception):
    """The reason why a test cannot run here."""


TESTS = []


def test(function):
    TESTS.append(function)
    return function


def with_folder(function):
    """Gives the test a folder of its own, which goes away with it."""
    @functools.wraps(function)
    def inner():
        with tempfile.TemporaryDirectory(prefix="commonplace-browser-") as folder:
            function(folder)
    return inner
