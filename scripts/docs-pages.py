#!/usr/bin/env python3
"""Makes a DocC catalog of Markdown pages.

    scripts/docs-pages.py CATALOG TITLE TOPICS PAGE...

The first page becomes the site's first page, under TITLE, with the lines of TOPICS at its end. Links between the pages
become DocC's, with their headings; links to files that the site does not have become plain text. Images are copied.
"""
import os
import re
import shutil
import sys

catalog, title, topics, *paths = sys.argv[1:]
os.makedirs(catalog, exist_ok=True)
pages = {os.path.realpath(path): open(path, encoding="utf-8").read() for path in paths}
first = os.path.realpath(paths[0])


def name(path):
    return title if path == first else os.path.basename(path).removesuffix(".md")


def anchor(path, fragment):
    """The heading that GitHub calls FRAGMENT, as DocC calls it."""
    for heading in re.findall(r"^#+ (.*)$", pages[path], re.M):
        if re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") == fragment:
            return "#" + re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")
    sys.exit(f"{path} has no heading {fragment}.")


def page(path):
    def link(match):
        text, target = match.groups()
        if re.match(r"[a-z]+:", target):
            return match.group()
        file, _, fragment = target.partition("#")
        file = os.path.realpath(os.path.join(os.path.dirname(path), file)) if file else path
        if file not in pages:
            return text
        return f"[{text}](doc:{name(file)}{anchor(file, fragment) if fragment else ''})"

    def image(match):
        file = os.path.join(os.path.dirname(path), match.group(1))
        shutil.copy(file, catalog)
        return match.group()

    parts = re.split(r"(^```.*?^```$)", pages[path], flags=re.M | re.S)
    for index, part in enumerate(parts):
        if index % 2:
            # A block that names no language is not taken for Swift.
            parts[index] = re.sub(r"^```\n", "```text\n", part)
        else:
            re.sub(r"!\[[^\]]*\]\(([^)]+)\)", image, part)
            parts[index] = re.sub(r"(?<!!)\[([^\]]+)\]\(([^)]+)\)", link, part)
    return "".join(parts)


for path in pages:
    text = page(path)
    if path == first:
        _, _, rest = text.partition("\n")
        text = f"# {title}\n\n@Metadata {{\n  @TechnologyRoot\n}}\n{rest}{open(topics).read()}"
    with open(os.path.join(catalog, name(path) + ".md"), "w", encoding="utf-8") as file:
        file.write(text)
