#!/usr/bin/env python3
"""Writes the tables of docs/measurements.md from the figures of script/bench.

    script/measurements.py FOLDER VERSION [PAGE]

FOLDER has AREA.json for each area, as `script/bench AREA --json` prints it. In PAGE the text between
`<!-- AREA -->` and `<!-- /AREA -->` becomes the area's table, and that between `<!-- machine -->` and
`<!-- /machine -->` the date, the machine and the version. Run by `script/bench --write`.
"""

import datetime
import json
import math
import re
import sys
from pathlib import Path


def number(value):
    """Three significant digits or all before the point, in groups of three, as the report has it."""
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    text = f"{value:.{max(0, 2 - math.floor(math.log10(abs(value))))}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def figure(row):
    if "value" not in row:
        return row["detail"]
    return f"{number(row['value'])} {row['unit']} ({row['detail']})"


def table(rows):
    lines = ["| measurement | figure | bar | result |", "| --- | --- | --- | --- |"]
    for row in rows:
        cells = [row["measurement"], figure(row), row["bar"], row["result"]]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def machine(facts, version):
    return (
        f"Measured on {datetime.date.today()} at {version}, on {facts['cores']} cores of an "
        f"{facts['processor']} ({facts['system']}, {facts['compiler']}), load {facts['load']:.1f}."
    )


def replace(text, name, content):
    block = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    text, count = block.subn(lambda match: f"{match[1]}{content}\n{match[2]}", text)
    if count != 1:
        sys.exit(f"measurements: the page needs <!-- {name} --> and <!-- /{name} --> once")
    return text


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    folder, version = Path(sys.argv[1]), sys.argv[2]
    page = Path(sys.argv[3] if len(sys.argv) == 4 else "docs/measurements.md")
    text = page.read_text(encoding="utf-8")
    reports = {path.stem: json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))}
    for area, report in reports.items():
        text = replace(text, area, table(report["rows"]))
    text = replace(text, "machine", machine(reports["parsing"]["machine"], version))
    page.write_text(text, encoding="utf-8")


main()
