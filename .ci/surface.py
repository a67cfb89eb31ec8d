#!/usr/bin/env python3
"""Compares the public declarations of each library with its file in .ci/surface, after `make docs`:

    .ci/surface.py                fails if a declaration is added, changed or removed
    .ci/surface.py --update       writes the files anew
    .ci/surface.py --symbols DIR  reads the symbol graphs in DIR (.build/docs/symbols)

A line is a declaration: the type that it belongs to, and its text. Clients name it, so what is removed or
changed needs a new major version (docs/compatibility.md) and a line in CHANGELOG.md. Then the counts:
for each module and in total the declarations, and the lines of its sources that say `public` or `open`.
"""
import argparse
import glob
import json
import os
import re
import sys

MOST_LINES = 3900

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))


def declarations(folder):
    """The lines of a module, whose symbol graphs are in a folder."""
    lines = set()
    for path in glob.glob(os.path.join(folder, "*.symbols.json")):
        with open(path, encoding="utf-8") as stream:
            graph = json.load(stream)
        for symbol in graph["symbols"]:
            if symbol["kind"]["identifier"] == "swift.extension":
                continue
            text = "".join(part["spelling"] for part in symbol["declarationFragments"])
            owner = ".".join(symbol["pathComponents"][:-1])
            lines.add(f"{owner}: {text}" if owner else text)
    return sorted(re.sub(r"\s+", " ", line) for line in lines)


def counted(module):
    """The number of lines with `public` or `open` in a module's sources."""
    count = 0
    for path in glob.glob(f"Sources/{module}/**/*.swift", recursive=True):
        with open(path, encoding="utf-8") as stream:
            count += sum(1 for line in stream if re.match(r"[^/]*\b(public|open)\b", line))
    return count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--symbols", default=".build/docs/symbols")
    arguments = parser.parse_args()
    modules = sorted(os.listdir(arguments.symbols))
    if not modules:
        sys.exit("surface: there are no symbol graphs; run `make docs`")
    differences, lines, total = 0, 0, 0
    for module in modules:
        found = declarations(os.path.join(arguments.symbols, module))
        path = f".ci/surface/{module}.txt"
        if arguments.update:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as stream:
                stream.writelines(line + "\n" for line in found)
        known = []
        if os.path.exists(path):
            with open(path, encoding="utf-8") as stream:
                known = stream.read().splitlines()
        for sign, one, other in (("+", found, known), ("-", known, found)):
            for line in sorted(set(one) - set(other)):
                print(f"{module}: {sign} {line}")
                differences += 1
        lines += counted(module)
        total += len(found)
        print(f"{module}: {len(found)} declarations, {counted(module)} lines say public")
    print(f"total: {total} declarations, {lines} lines say public, at most {MOST_LINES}")
    if differences:
        print(
            f"surface: {differences} differences (+ new, - gone). `.ci/surface.py --update` takes them over."
            " What is gone or changed breaks clients: it needs a new major version and a line in CHANGELOG.md.")
    sys.exit(1 if differences or lines > MOST_LINES else 0)


main()
