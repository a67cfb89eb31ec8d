#!/usr/bin/env python3
"""Lists the texts that users read: FILE:LINE and the text, for a reading of their own.

    scripts/texts.py [FOLDER|FILE]...        by default all modules
    scripts/texts.py --random 60             as many, drawn at random

A text is a string literal of several words, with those that + joins to it, or a text of a JSON file.
"""
import json
import pathlib
import random
import re
import sys

LITERAL = re.compile(r'#?"((?:[^"\\]|\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\\.)*)"#?')
JOINED = re.compile(r'^\s*\+\s*#?"')
WORDS = re.compile(r"[A-Za-z]{2,}[,.:;]? +[A-Za-z“‘{]|^[A-Z][a-z]+$|[a-z]\.$")


def swift(path):
    """Yields the line and the text of each literal outside comments."""
    text, start, block = "", 0, None
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if block is not None:
            if '"""' in line:
                yield from block
                block = None
            elif line.strip():
                block.append((number, line.strip()))
            continue
        if line.lstrip().startswith("//"):
            continue
        if line.count('"""') == 1:
            block = []
            continue
        if text and JOINED.match(line):
            text += "".join(LITERAL.findall(line))
            continue
        if text:
            yield start, text
        literals = LITERAL.findall(line)
        for literal in literals[:-1]:
            yield number, literal
        text, start = (literals[-1], number) if literals else ("", 0)
    if text:
        yield start, text


def texts(value):
    """Yields every text of a JSON value."""
    if isinstance(value, str):
        yield value
    else:
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
            yield from texts(part)


def lines(path):
    if path.suffix == ".json":
        return ((0, text) for text in texts(json.loads(path.read_text())))
    return swift(path)


def main(arguments):
    count = None
    if arguments[:1] == ["--random"]:
        count, arguments = int(arguments[1]), arguments[2:]
    paths = [pathlib.Path(argument) for argument in arguments or ["Sources"]]
    files = [
        file for path in paths
        for file in (sorted(path.rglob("*")) if path.is_dir() else [path])
        if file.suffix in (".swift", ".json")
    ]
    found = [
        f"{file}:{number}: {text}" for file in files for number, text in lines(file)
        if WORDS.search(re.sub(r"\\\([^)]*\)", "X", text))
    ]
    for line in found if count is None else random.sample(found, min(count, len(found))):
        print(line)


main(sys.argv[1:])
