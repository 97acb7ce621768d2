"""Runs every test in a real browser and prints TAP. script/web-test sets what it needs:

COMMONPLACE_BIN  the program
AXE              axe-core's script; without it, the test of barriers is skipped
SPEC             only tests whose name contains this
"""

import os
import sys
import traceback

import link_tests  # noqa: F401, as these are
import reading_tests  # noqa: F401
import safety_tests  # noqa: F401
import together_tests  # noqa: F401
import using_tests  # noqa: F401
from tests import TESTS, Skip

wanted = [one for one in TESTS if os.environ.get("SPEC", "") in one.__name__]
failures = 0
print(f"1..{len(wanted)}", flush=True)
for number, one in enumerate(wanted, 1):
    name = one.__name__.replace("_", " ")
    try:
        one()
        print(f"ok {number} - {name}", flush=True)
    except Skip as reason:
        print(f"ok {number} - {name} # skip {reason}", flush=True)
    except Exception:
        failures += 1
        print(f"not ok {number} - {name}")
        for line in traceback.format_exc().splitlines()[-6:]:
            print(f"  # {line[:400]}")
        sys.stdout.flush()
sys.exit(1 if failures else 0)
