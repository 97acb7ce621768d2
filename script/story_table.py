"""Which editor played which step of the story, from what the editors' tests printed.

    story_table.py STORY.md OUTPUT            prints the table
    story_table.py STORY.md OUTPUT --write    writes it into STORY.md, between its two marks
    story_table.py STORY.md OUTPUT --compare  says whether STORY.md has another one

OUTPUT holds, for each editor, a line `== NAME` and TAP. The steps are those of STORY.md's own table.
"""

import re
import sys

BEGIN, END = "<!-- Written by script/editors --table. -->\n", "<!-- End. -->\n"
# Their first line says what they are; this is the name in the table.
NAMES = [
    (r"NVIM v(\S+)", r"Neovim \1"),
    (r"GNU Emacs (\S+)", r"Emacs \1"),
    (r"vscode-languageclient (\d+\.\d+)\S*", r"vscode-languageclient \1"),
]
# The names of the steps of each part; the parts are the tables of steps in STORY.md, in their order.
PARTS = [
    "step", "step of the review", "step with a book", "step with earlier texts", "step with lists and images",
    "step with links"]
# Test files: which part they play, and what is said of the editor then.
STORIES = {
    "story": (0, ""),
    "story_mirror": (0, ", lsp-mode on a mirror"),
    "story_review": (1, ""),
    "story_books": (2, ""),
    "story_history": (3, ""),
    "story_lists": (4, ""),
    "story_links": (5, ""),
}
VERDICT = re.compile(r"(not )?ok \d+ - (.*?)(?: # skip (.*))?$")


def editor_name(line):
    for pattern, name in NAMES:
        if match := re.match(pattern, line):
            return match.expand(name)
    return line.split(",")[0]


def read(lines):
    """For each part, editor to step to outcome, in the order in which they come; and editor to reason
    of those that do not play at all."""
    outcomes, others, editor = [{} for _ in PARTS], {}, ""
    for line in lines:
        line = line.rstrip("\n")
        if line.startswith("== "):
            editor = editor_name(line[3:])
        elif match := VERDICT.match(line):
            failed, test, reason = match.groups()
            outcome = "FAILED" if failed else f"skipped: {reason}" if reason else "ok"
            if test == "story tests" and reason:
                others[editor] = outcome
            story, _, step = test.partition(": ")
            if step and story in STORIES:
                part, suffix = STORIES[story]
                outcomes[part].setdefault(editor + suffix, {})[step] = outcome
    return outcomes, others


def version(editor):
    name, number = re.match(r"(\D*)([\d.]*)", editor).groups()
    return name, [-int(part) for part in number.split(".") if part], editor


def table(title, steps, outcomes):
    editors = sorted(outcomes, key=version)
    rows = [[title, *editors], ["---"] * (len(editors) + 1)]
    for step in steps:
        rows.append([step, *(outcomes[editor].get(step, "not run") for editor in editors)])
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


def parts(story):
    """The steps of each part, by the first columns of the tables of three that begin with “step”."""
    found = []
    for step in re.findall(r"^\| (\w[^|]*\w) \|[^|]*\|[^|]*\|$", story, re.MULTILINE):
        if step == "step":
            found.append([])
        elif found:
            found[-1].append(step)
    return found


def main():
    path, output, *options = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        story = file.read()
    before, rest = story.split(BEGIN)
    with open(output, encoding="utf-8", errors="replace") as file:
        outcomes, others = read(file)
    tables = [table(*part) for part in zip(PARTS, parts(before), outcomes, strict=True)]
    found = "\n".join(tables + [f"{name}: {reason}\n" for name, reason in others.items()])
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
