#!/usr/bin/env python3
"""Draws the screen that a recording shows at some second, as an SVG picture.

    scripts/picture.py docs/signup.cast > docs/signup.svg      # the last frame
    scripts/picture.py docs/replay.cast 12.5 > docs/replay.svg

The recording is an asciicast (version 2), as `SignupTUI --record FILE` makes them. Needs pyte
(`pip install pyte`), a terminal in Python.
"""

import json
import sys
from html import escape

import pyte

CELL, LINE, MARGIN = 8.4, 18, 12
PAPER, INK = "#14161b", "#d6d9de"
NAMED = {
    "black": "#3b4048", "red": "#e06c75", "green": "#98c379", "brown": "#e5c07b",
    "blue": "#61afef", "magenta": "#c678dd", "cyan": "#56b6c2", "white": "#d6d9de",
    "brightblack": "#7f848e", "brightred": "#ff7b85", "brightgreen": "#b5e08f",
    "brightbrown": "#ffd88a", "brightyellow": "#ffd88a", "brightblue": "#7cc4ff",
    "brightmagenta": "#e09bf5", "brightcyan": "#74d7e3", "brightwhite": "#ffffff",
}


def screen_at(lines, second):
    """The terminal's screen after all events up to a second."""
    header = json.loads(next(lines))
    screen = pyte.Screen(header["width"], header["height"])
    stream = pyte.Stream(screen)
    for line in lines:
        if not line.endswith("\n"):
            break  # A recording that was cut off is good up to its last whole line.
        time, kind, data = json.loads(line)
        if second is not None and time > second:
            break
        if kind == "o":
            # pyte does not know synchronized output, and prints what it does not know.
            stream.feed(data.replace("\x1b[?2026h", "").replace("\x1b[?2026l", ""))
        elif kind == "r":
            columns, rows = data.split("x")
            screen.resize(int(rows), int(columns))
    return screen


def colour(name, default):
    if name == "default":
        return default
    return NAMED.get(name, "#" + name)


def runs(row, columns):
    """Cells side by side that look the same: (first column, cells, text, style)."""
    start, text, style = 0, "", None
    for column in range(columns + 1):
        cell = row[column] if column < columns else None
        look = cell and (cell.fg, cell.bg, cell.bold, cell.underscore, cell.reverse, cell.italics)
        if look != style or cell is None:
            if style is not None and text:
                yield start, column - start, text, style
            start, text, style = column, "", look
        if cell is not None:
            text += cell.data
    return


def draw(screen):
    width = screen.columns * CELL + 2 * MARGIN
    height = screen.lines * LINE + 2 * MARGIN
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
          f' viewBox="0 0 {width:.0f} {height:.0f}" font-size="14"'
          ' font-family="ui-monospace, Menlo, DejaVu Sans Mono, monospace">')
    print(f'<rect width="100%" height="100%" rx="6" fill="{PAPER}"/>')
    for y in range(screen.lines):
        for x, cells, text, look in runs(screen.buffer[y], screen.columns):
            foreground, background = colour(look[0], INK), colour(look[1], PAPER)
            if look[4]:
                foreground, background = background, foreground
            left, top = MARGIN + x * CELL, MARGIN + y * LINE
            if background != PAPER:
                print(f'<rect x="{left:.1f}" y="{top}" width="{cells * CELL:.1f}"'
                      f' height="{LINE}" fill="{background}"/>')
            if not text.strip():
                continue
            style = (' font-weight="bold"' if look[2] else "")
            style += ' text-decoration="underline"' if look[3] else ""
            style += ' font-style="italic"' if look[5] else ""
            print(f'<text x="{left:.1f}" y="{top + 14}" fill="{foreground}"{style}'
                  f' textLength="{cells * CELL:.1f}" xml:space="preserve">{escape(text)}</text>')
    print("</svg>")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as recording:
        draw(screen_at(recording, float(sys.argv[2]) if len(sys.argv) == 3 else None))
