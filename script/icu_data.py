#!/usr/bin/env python3
"""Takes out of ICU's data the locales that the program never uses.

    script/icu_data.py ARCHIVE OUTPUT

ARCHIVE is lib_FoundationICU.a of a Swift toolchain. Foundation is linked into a release with all of
ICU's data, 34 MB: the names of currencies and languages in 700 locales, dictionaries of Thai, encodings
of mainframes. The program speaks English and writes dates by ISO 8601. OUTPUT is an object file with the
rest: time zones, calendars, normalization, transliteration, and the root and English locales. ICU falls
back to its root where a locale is missing. The name of ICU's symbol is printed; OUTPUT defines it as the
linker's option --wrap asks for it.

The layout is that of https://unicode-org.github.io/icu/userguide/icu_data/: a header, and a table of
names and offsets.
"""

import pathlib
import re
import struct
import subprocess
import sys
import tempfile

ALIGNMENT = 16
LOCALE = re.compile(r"[a-z]{2,3}(_.*)?\.res")
ENGLISH = re.compile(r"en(_.*)?\.res")
DROPPED_KINDS = {".cnv", ".spp", ".cfu", ".dict"}
DROPPED_FILES = {"unames.icu"}


def is_kept(name):
    """Whether the program may need an item, such as `zone/de.res`."""
    folder, _, file = name.rpartition("/")
    if pathlib.PurePath(file).suffix in DROPPED_KINDS or file in DROPPED_FILES:
        return False
    if folder == "brkitr" and "_" in file and file.endswith(".res"):
        return False  # Models of words, as Thai_codepoints_exclusive_model4_heavy.res.
    return not LOCALE.fullmatch(file) or bool(ENGLISH.fullmatch(file))


def items(data):
    """The header, and the names and contents of the items, in order."""
    size = struct.unpack_from("<H", data)[0]
    if data[2:4] != b"\xda\x27" or data[12:16] != b"CmnD":
        sys.exit("icu_data: this is not ICU's data")
    table = data[size:]
    count = struct.unpack_from("<I", table)[0]
    offsets = [struct.unpack_from("<II", table, 4 + 8 * number) for number in range(count)]
    ends = [start for _, start in offsets[1:]] + [len(table)]
    found = []
    for (name, start), end in zip(offsets, ends):
        found.append((table[name : table.index(b"\0", name)].decode(), table[start:end]))
    return data[:size], found


def packed(header, kept):
    """ICU's data with the header and the items, which are in order of their names."""
    names, places = b"", []
    begin = 4 + 8 * len(kept)
    for name, _ in kept:
        places.append(begin + len(names))
        names += name.encode() + b"\0"
    starts = []
    contents_begin = -(-(begin + len(names)) // ALIGNMENT) * ALIGNMENT
    parts = []
    place = contents_begin
    for _, content in kept:
        starts.append(place)
        parts.append(content + b"\0" * (-len(content) % ALIGNMENT))
        place += len(parts[-1])
    contents = b"".join(parts)
    table = struct.pack("<I", len(kept))
    for name, start in zip(places, starts):
        table += struct.pack("<II", name, start)
    return header + (table + names).ljust(contents_begin, b"\0") + contents


def main(archive, output):
    member = "icu_packaged_data.cpp.o"
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        subprocess.run(["ar", "x", archive, member], cwd=work, check=True)
        subprocess.run(
            ["objcopy", "-O", "binary", "--only-section=.rodata", member, "all.dat"], cwd=work, check=True
        )
        symbols = subprocess.run(["nm", member], cwd=work, check=True, capture_output=True, text=True)
        symbol = symbols.stdout.split()[-1]
        wrapped = f"__wrap_{symbol}"
        header, found = items((work / "all.dat").read_bytes())
        prefix = found[0][0].split("/")[0] + "/"
        kept = [(name, content) for name, content in found if is_kept(name.removeprefix(prefix))]
        (work / "kept.dat").write_bytes(packed(header, kept))
        (work / "data.s").write_text(
            f".section .rodata\n.balign {ALIGNMENT}\n.globl {wrapped}\n.type {wrapped}, %object\n"
            f'{wrapped}:\n.incbin "kept.dat"\n.size {wrapped}, .-{wrapped}\n'
            '.section .note.GNU-stack,"",%progbits\n'
        )
        subprocess.run(["clang", "-c", "-o", output, "data.s"], cwd=work, check=True)
    print(symbol)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*(str(pathlib.Path(path).absolute()) for path in sys.argv[1:]))
