"""Which editor played which step of the story, from what the editors' tests printed.

    story_table.py STORY.md OUTPUT            prints the table
    story_table.py STORY.md OUTPUT --write    writes it into STORY.md, between its two marks
    story_table.py STORY.md OUTPUT --compare  says whether STORY.md has another one

OUTPUT holds, for each editor, a line `== NAME` and TAP. The steps are those of STORY.md's own table.
"""

import re
import sys

BEGIN, END = "<!-- Written by script/editors --table. -->\n", "<!-- End. -->\n"
# Whose first line says what they are, and the name in the table.
NAMES = [
    (r"NVIM v(\S+)", r"Neovim \1"),
    (r"GNU Emacs (\S+)", r"Emacs \1"),
    (r"vscode-languageclient (\d+\.\d+)\S*", r"vscode-languageclient \1"),
]
# Stories by the names of their tests, and what is said of the editor then.
STORIES = [
    (r"story: (.*)", ""),
    (r"story \d+ (.*)", ""),
    (r"mirror story \d+ (.*)", ", lsp-mode on a mirror"),
]
VERDICT = re.compile(r"(not )?ok \d+ - (.*?)(?: # skip (.*))?$")


def editor_name(line):
    for pattern, name in NAMES:
        if match := re.match(pattern, line):
            return match.expand(name)
    return line.split(",")[0]


def read(lines):
    """Editor to step to outcome, in the order in which they come."""
    outcomes, editor = {}, ""
    for line in lines:
        line = line.rstrip("\n")
        if line.startswith("== "):
            editor = editor_name(line[3:])
        elif match := VERDICT.match(line):
            failed, test, reason = match.groups()
            outcome = "FAILED" if failed else f"skipped: {reason}" if reason else "ok"
            if test == "story tests" and reason:
                outcomes.setdefault(editor, {})[None] = outcome
            for pattern, suffix in STORIES:
                if story := re.fullmatch(pattern, test):
                    outcomes.setdefault(editor + suffix, {})[story[1]] = outcome
    return outcomes


def version(editor):
    name, number = re.match(r"(\D*)([\d.]*)", editor).groups()
    return name, [-int(part) for part in number.split(".") if part], editor


def table(steps, outcomes):
    editors = sorted((editor for editor in outcomes if set(outcomes[editor]) != {None}), key=version)
    rows = [["step", *editors], ["---"] * (len(editors) + 1)]
    for step in steps:
        found = [outcomes[editor] for editor in editors]
        rows.append([step, *(steps.get(step, "not run") for steps in found)])
    # Who plays none of it.
    others = [f"\n{name}: {steps[None]}\n" for name, steps in outcomes.items() if None in steps]
    return "".join("| " + " | ".join(row) + " |\n" for row in rows) + "".join(others)


def main():
    path, output, *options = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        story = file.read()
    steps = re.findall(r"^\| (\w[^|]*\w) \|[^|]*\|[^|]*\|$", story.split(BEGIN)[0], re.MULTILINE)
    with open(output, encoding="utf-8", errors="replace") as file:
        found = table([step for step in steps if step != "step"], read(file))
    before, rest = story.split(BEGIN)
    old, after = rest.split(END)
    if "--write" in options:
        with open(path, "w", encoding="utf-8") as file:
            file.write(before + BEGIN + "\n" + found + "\n" + END + after)
    elif "--compare" in options:
        if old.strip() != found.strip():
            print(f"{path} has another table; script/editors --table writes this one into it")
    else:
        print(found, end="")


main()
