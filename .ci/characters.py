#!/usr/bin/env python3
"""Finds code that compares Characters, where syntax has to be compared as bytes or Unicode scalars.

    .ci/characters.py [FOLDER]   checks a debug build (default: .build/debug) against .ci/characters.txt
    .ci/characters.py --prune    also takes lines out of that list which nothing needs any more

A Character is a letter with all marks behind it: "=" before U+0338 is another one than "=", and
String.hasPrefix takes what only looks the same for equal. So a shell, curl or a web server finds syntax
where such code finds none. Types are not in the source's text, but in the objects that the compiler
has made of it: every function that compares Characters, itself or by a generic function such as split,
firstIndex(of:), contains or switch, refers to one of few symbols of the standard library. What
compares bytes or scalars does not.
"""

import bisect
import collections
import fnmatch
import glob
import os
import re
import struct
import subprocess
import sys

MODULES = ("CommandLineKit Credentials Expressions Fetching Formats Forms Platform Positioning "
           "SignupTUI Streams TerminalForms TerminalKit ViewModels").split()
LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "characters.txt")
SOURCES = os.path.join(os.path.dirname(LIST), "..", "Sources")
# Functions and conformances of Character, and the prefixes and suffixes of strings.
SYMBOLS = [
    (re.compile(r"^\$sSJ(2ee|1l|1g|2le|2ge)\w*SJ_SJtFZ$"), "a comparison of Characters"),
    (re.compile(r"^\$sSJS[QHL]sWP$"), "a generic comparison of Characters"),
    (re.compile(r"^\$sS[Sy]\w*has(Pre|Suf)fix"), "hasPrefix or hasSuffix"),
    (re.compile(r"^\$sSJ\d+(is|hexDigit|wholeNumber)(Letter|Number|WholeNumber|HexDigit|Whitespace|"
                r"Newline|Value)\w*vg$"), "a property of Characters such as isNumber"),
]
ADVICE = """
What another program reads, or is written for one, is compared as UTF-8 bytes or Unicode scalars: by
begins, ends, rest, halves and parts of Formats/Text/ByteSyntax.swift, or on .utf8 and .unicodeScalars.
Text that people see or type may be compared as Characters: add PATH FUNCTION: REASON to
.ci/characters.txt."""


def references(path):
    """The mangled names of functions in an object, with what they refer to of SYMBOLS."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:5] != b"\x7fELF\x02":
        sys.exit(f"{path}: only objects of 64-bit Linux can be read.")
    start, = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    # Per section: name, type, flags, address, offset, size, link, info, alignment, entry size.
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, start + size * i) for i in range(count)]
    table = next(section for section in sections if section[1] == 2)
    strings = sections[table[6]][4]
    symbols = [struct.unpack_from("<IBBHQQ", data, table[4] + 24 * i) for i in range(table[5] // 24)]

    def name(symbol):
        begin = strings + symbol[0]
        return data[begin:data.index(b"\0", begin)].decode()

    wanted, functions = {}, collections.defaultdict(list)
    for number, symbol in enumerate(symbols):
        if symbol[3] == 0:
            reason = next((text for form, text in SYMBOLS if form.match(name(symbol))), None)
            if reason:
                wanted[number] = reason
        elif symbol[1] & 15 == 2:
            functions[symbol[3]].append((symbol[4], number))
    for section in sections if wanted else []:
        # Relocations of machine code.
        if section[1] != 4 or not sections[section[7]][2] & 4:
            continue
        within = sorted(functions[section[7]])
        for position in range(section[4], section[4] + section[5], 24):
            offset, target = struct.unpack_from("<QQ", data, position)
            if target >> 32 in wanted:
                function = within[bisect.bisect(within, (offset, 1 << 62)) - 1][1]
                yield name(symbols[function]), wanted[target >> 32]


def findings(folder):
    """(path below Sources, function, reason), once each."""
    found = set()
    for module in MODULES:
        paths = {os.path.basename(path): os.path.relpath(path, SOURCES) for path in
                 glob.glob(os.path.join(SOURCES, module, "**", "*.swift"), recursive=True)}
        objects = glob.glob(os.path.join(folder, f"{module}.build", "*.swift.o"))
        if not objects:
            sys.exit(f"There are no objects of {module} in {folder}; run 'swift build' first.")
        for path in objects:
            source = paths.get(os.path.basename(path)[:-2])
            # Objects of files that are gone stay for a while.
            if source:
                found.update((source, *pair) for pair in references(path))
    names = sorted({function for _, function, _ in found})
    result = subprocess.run(["swift", "demangle", "--compact", "--simplified"], text=True,
                            input="\n".join(names), capture_output=True, check=True)
    readable = dict(zip(names, result.stdout.splitlines()))
    # A closure is part of its function; == of a struct that the compiler makes is none of ours.
    shorter = r"^.*(closure #\d+|variable initialization expression|\w+ #\d+ \(.*\)) (in|of) |<[^()]*>"
    for source, function, reason in sorted(found):
        text = readable[function]
        if text.startswith("key path getter"):
            yield source, "key path", reason
        elif "__derived_" not in text:
            yield source, re.sub(r"^static ", "", re.sub(shorter, "", text)), reason


def main():
    prunes = "--prune" in sys.argv
    folders = [word for word in sys.argv[1:] if word != "--prune"]
    lines = open(LIST, encoding="utf-8").read().splitlines()
    # Line number: path, function or "".
    allowed = {}
    for number, line in enumerate(lines):
        if line and not line.startswith("#"):
            place, _, reason = line.partition(": ")
            path, _, function = place.partition(" ")
            if not reason:
                sys.exit(f"{LIST}:{number + 1}: the reason is missing: PATH FUNCTION: REASON")
            allowed[number] = path, function
    used, failed = set(), collections.OrderedDict()
    for source, function, reason in findings(folders[0] if folders else ".build/debug"):
        fitting = [number for number, (path, name) in allowed.items()
                   if fnmatch.fnmatchcase(source, path) and name in ("", function)]
        used.update(fitting)
        if not fitting:
            failed.setdefault((source, function), []).append(reason)
    stale = [number for number in allowed if number not in used]
    if prunes:
        kept = [line for number, line in enumerate(lines) if number not in stale]
        with open(LIST, "w", encoding="utf-8") as file:
            file.write("\n".join(kept) + "\n")
        stale = []
    for (source, function), reasons in failed.items():
        print(f"Sources/{source}: {function} has {' and '.join(sorted(set(reasons)))}.")
    for number in stale:
        print(f".ci/characters.txt:{number + 1}: nothing needs this line any more; take it out "
              "(.ci/characters.py --prune).")
    if failed:
        print(ADVICE)
    sys.exit(1 if failed or stale else 0)


main()
