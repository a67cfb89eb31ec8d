#!/usr/bin/env python3
"""One tree of all pages of a merged DocC archive, so that a search from any page finds all of them.

    scripts/docs-index.py INDEX.json ROOT

DocC's pages show the tree of the module that they belong to, unless there is but one module. So the
modules that the page of ROOT links to become parts of its tree.
"""
import json
import sys

path, title = sys.argv[1:]
with open(path) as file:
    index = json.load(file)
for language, trees in index["interfaceLanguages"].items():
    modules = {module["path"]: dict(module, type="collection") for module in trees[0]["children"]}
    root = next(module for module in modules.values() if module["title"] == title)
    root["type"] = "module"
    root["children"] = [
        modules.pop(child["path"]) if child.get("external") else child for child in root["children"]
    ]
    left = [module["title"] for module in modules.values() if module is not root]
    if left:
        sys.exit(f"The page of {title} does not link to {', '.join(left)}.")
    index["interfaceLanguages"][language] = [root]
with open(path, "w") as file:
    json.dump(index, file, separators=(",", ":"))
