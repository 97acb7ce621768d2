"""Writes the manual pages; run by script/release.

    commonplace --experimental-dump-help | manual.py DATE    commonplace(1), out of what the command line says of
                                                             itself and of docs/man/commonplace.1.in
    manual.py DATE commonplace.7                             commonplace(7), docs/man/commonplace.7.in

DATE is that of the page, such as 2026-11-21.
"""

import json
import sys
from pathlib import Path

TEXTS = Path(__file__).resolve().parent.parent / "docs/man"


def text(words):
    """Plain text as roff: nothing in it is a command."""
    return words.replace("\\", "\\e").replace("-", "\\-").replace("\n.", "\n\\&.").replace("\n'", "\n\\&'")


def paragraph(words):
    line = text(words)
    return "\\&" + line if line[:1] in (".", "'") else line


def spelling(name):
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def shown(items):
    """What help shows, without what every command has: `help`, `--help` and `--version`."""
    for item in items or []:
        name = item.get("commandName") or item.get("preferredName", {}).get("name")
        if item.get("shouldDisplay", True) and name not in ("help", "version"):
            yield item


def synopsis(argument):
    value = "\\fI" + text(argument.get("valueName", "")) + "\\fR"
    if argument["kind"] != "positional":
        name = "\\fB" + text(spelling(argument["preferredName"])) + "\\fR"
        value = name if argument["kind"] == "flag" else name + " " + value
    value += " ..." if argument.get("isRepeating") else ""
    return "[" + value + "]" if argument.get("isOptional") else value


def entry(argument):
    if argument["kind"] == "positional":
        tag = "\\fI" + text(argument["valueName"]) + "\\fR"
    else:
        tag = ", ".join("\\fB" + text(spelling(name)) + "\\fR" for name in argument["names"])
        if argument["kind"] == "option":
            tag += " \\fI" + text(argument["valueName"]) + "\\fR"
    said = [argument.get(key) for key in ("abstract", "discussion")]
    default = argument.get("defaultValue")
    said.append("Default: " + default + "." if default else None)
    return [".TP", tag, paragraph(" ".join(filter(None, said)))]


def section(command):
    words = " ".join(command.get("superCommands", []) + [command["commandName"]])
    arguments = list(shown(command.get("arguments")))
    inner = list(shown(command.get("subcommands")))
    lines = []
    if arguments or not inner:
        use = ["\\fB" + text(words) + "\\fR"] + [synopsis(a) for a in arguments]
        lines += ['.SS "' + text(words) + '"', " ".join(use), ".PP"]
        lines.append(paragraph(command.get("abstract", "")))
        if command.get("discussion"):
            lines += [".PP", paragraph(command["discussion"])]
        for argument in arguments:
            lines += entry(argument)
    for subcommand in inner:
        lines += section(subcommand)
    return lines


def page(command, date):
    name = command["commandName"]
    lines = [
        '.TH "' + name.upper() + '" 1 "' + date + '"', ".SH NAME",
        text(name) + " \\- " + text(command["abstract"]), ".SH SYNOPSIS",
        "\\fB" + text(name) + "\\fR \\fIcommand\\fR [\\fIargument\\fR ...]", ".br",
        "\\fB" + text(name) + "\\fR \\fB\\-\\-version\\fR | \\fB\\-\\-help\\fR", ".br",
        "\\fB" + text(name) + " help\\fR [\\fIcommand\\fR ...]", ".SH DESCRIPTION",
        paragraph(command.get("discussion", "")), ".SH COMMANDS",
    ]
    for subcommand in shown(command["subcommands"]):
        lines += section(subcommand)
    return "\n".join(lines) + "\n" + written("commonplace.1", date)


def written(name, date):
    """A page, or the end of one, that is written by hand."""
    return (TEXTS / (name + ".in")).read_text(encoding="utf-8").replace("@DATE@", date)


sys.stdout.reconfigure(encoding="utf-8")
if len(sys.argv) > 2:
    print(written(sys.argv[2], sys.argv[1]), end="")
else:
    print(page(json.load(sys.stdin)["command"], sys.argv[1]), end="")
