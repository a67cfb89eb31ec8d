#!/usr/bin/env python3
"""Fills in the forms of examples/forms by --set, with answers that are right and others that are not.

    Tests/Integration/example-forms.py PROGRAM

Each file has to pass --check, and to have answers here. Without a PROGRAM that is installed there is
nothing to do.
"""

import datetime
import json
import os
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "forms"
ENVIRONMENT = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"}


def day(days):
    return (datetime.date.today() + datetime.timedelta(days)).isoformat()


# For each form: answers, and parts of the JSON; then answers that are wrong, and the ids of the issues.
CASES = {
    "bug": (
        {"summary": "Crash", "severity": "It crashes", "steps": "Start it", "version": "1.4.2"},
        {"severity": "crash", "seen": day(0), "log": None},
        {"severity": "wrong", "version": "new", "seen": day(1), "mail": "me"},
        ["summary", "steps", "version", "seen", "mail"]),
    "expenses": (
        {"from": day(-9), "to": day(-7), "items[0].day": day(-9), "items[0].what": "train",
         "items[0].amount": "22.79", "items[1].day": day(-8), "items[1].what": "hotel",
         "items[1].amount": "999.43", "manager": "ann@example.org",
         "iban": "DE89 3704 0044 0532 0130 00", "receipts": "yes"},
        {"iban": "DE89370400440532013000", "manager": "ann@example.org"},
        {"from": day(-7), "to": day(-9), "items[0].day": day(0), "items[0].what": "other",
         "items[0].amount": "1000.01", "iban": "DE89370400440532013001", "receipts": "yes"},
        ["to", "items[0].day", "items[0].why", "manager", "iban"]),
    "server": (
        {"host": "db1.example.org", "os": "linux", "image": "debian", "disks[0].size": "100",
         "disks[1].size": "100", "raid": "yes", "password": "correct horse", "again": "correct horse"},
        {"image": "debian", "raid": True, "cpus": 2},
        {"host": "-x", "os": "linux", "image": "2025", "disks[0].size": "100", "raid": "yes",
         "password": "correct horse", "again": "correct house", "health": "example"},
        ["host", "image", "raid", "health", "again"]),
    "conference": (
        {"name": "Ada", "mail": "ada@example.org", "ticket": "business", "company": "Engines",
         "workshops": "maps", "guests[0].name": "Bea", "terms": "yes"},
        {"company": "Engines", "workshops": ["maps"]},
        {"name": "Ada", "mail": "ada@example.org", "ticket": "day", "day": day(-1),
         "workshops": "maps", "guests[0].name": "Bea", "guests[0].age": "7", "terms": "yes"},
        ["day", "workshops", "guardian"]),
    "survey": (
        {"stars": "4", "why": "Cake", "use": "often", "wishes": "speed"},
        {"stars": 4, "wishes": ["speed", "price", "support"]},
        {"stars": "6", "wishes": "fame"}, ["stars", "use", "wishes"]),
    "commit": (
        {"type": "fix", "scope": "forms", "summary": "Say what people need"}, {"breaking": False},
        {"type": "fix", "summary": "Done.", "breaking": "yes"}, ["summary", "what"]),
    "huh-burger": (
        {"burger": "Vegan", "spice": "hot", "name": "Ada"},
        {"toppings": ["Lettuce", "Tomatoes"], "side": None},
        {"burger": "Fish", "toppings": "", "name": "Frank"}, ["burger", "toppings", "name"]),
    "huh-git": ({"type": "fix", "summary": "x"}, {"type": "fix", "commit": False}, None, None),
    "huh-conditional": (
        {"mood": "drink", "choice": "tea"}, {"choice": "tea"},
        {"mood": "fruit", "choice": "tea"}, ["choice"]),
    "huh-dynamic": (
        {"country": "United States", "state": "Ohio"}, {"state": "Ohio"},
        {"country": "Canada", "state": "Ohio"}, ["state"]),
    "huh-filepicker": ({"name": "Ada"}, {"picture": None}, {"picture": "states/Canada.txt"}, ["picture"]),
    "huh-multi-select": (
        {"toppings": "Cheese"}, {"toppings": ["Cheese"]},
        {"toppings": "Lettuce, Tomatoes, Sauce, Cheese, Chocolate"}, ["toppings"]),
    "huh-help": ({"a": "1"}, {"a": "1", "b": ""}, None, None),
    "huh-accessibility": ({"cuisine": "greek"}, {"cuisine": "Greek"}, None, None),
    "gum": ({"choose": "cherry", "filter": "banana"}, {"filter": ["banana"]}, {"filter": "kiwi"}, ["filter"]),
}

failures = 0


def check(condition, text):
    global failures
    if not condition:
        failures += 1
        print(text)


def run(program, *arguments):
    return subprocess.run(
        [program, "form", *arguments], cwd=FOLDER, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=30)


def fill(program, name, answers):
    settings = [each for id, text in answers.items() for each in ("--set", f"{id}={text}")]
    return run(program, f"{name}.json", "--allow-commands", *settings)


def main(program):
    names = sorted(path.stem for path in FOLDER.glob("*.json"))
    check(names == sorted(CASES), f"answers are for {sorted(CASES)}, and there are {names}")
    for name in names:
        checked = run(program, "--check", f"{name}.json")
        check(checked.returncode == 0, f"{name}: {checked.stderr}")
        answers, expected, wrong, ids = CASES[name]
        filled = fill(program, name, answers)
        check(filled.returncode == 0, f"{name}: {filled.stderr}")
        if filled.returncode == 0:
            found = json.loads(filled.stdout)
            for id, value in expected.items():
                check(found.get(id) == value or (value == "" and found.get(id) is None),
                      f"{name}.{id}: {found.get(id)}, not {value}")
        if wrong is not None:
            refused = fill(program, name, wrong)
            said = [line.split(":")[0] for line in refused.stderr.splitlines()]
            check(refused.returncode == 1 and said == ids, f"{name}: {said}, not {ids}\n{refused.stderr}")
    print(f"{len(names)} forms, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
