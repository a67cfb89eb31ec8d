#!/usr/bin/env python3
"""Feeds malformed forms to the program, which has to say of each what is wrong with it, and where.

    Tests/Integration/forms.py PROGRAM [--count 200] [--seed 1]

Each is a good form with a mistake made from the seed: in its JSON, or in what it declares. The program
has to end with status 1 and write nothing but lines FILE:LINE:COLUMN: sentence, whose places are in the
file; a crash, a silence or a long wait is a failure. The good forms are filled in as well, by --set, by
--answers from a file and from standard input, and by eval.
"""

import argparse
import contextlib
import copy
import json
import os
import random
import re
import subprocess
import sys
import tempfile

ENVIRONMENT = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"}

CONFERENCE = {"title": "Conference", "fields": [
    {"id": "name", "title": "Name", "kind": "text", "required": True, "minLength": 2, "maxLength": 60,
     "pattern": "[^0-9]+"},
    {"id": "age", "kind": "integer", "minimum": 18, "maximum": 120},
    {"id": "ticket", "kind": "choice", "options": ["day", {"value": "business", "title": "Business"}],
     "value": "day"},
    {"id": "company", "kind": "text", "when": "ticket == 'business'", "required": True},
    {"id": "workshops", "kind": "choices", "options": ["a", "b", "c"], "least": 1, "most": 2},
    {"id": "arrival", "kind": "date", "minimum": "2026-01-01"},
    {"id": "guests", "kind": "list", "most": 5, "distinct": ["name"], "fields": [
        {"id": "name", "kind": "text", "required": True}, {"id": "age", "kind": "integer"}]},
    {"id": "terms", "kind": "toggle", "required": True, "message": "Accept the terms"}],
    "rules": [{"rule": "age >= 21 or ticket != 'business'", "at": "age",
               "message": "Business tickets from 21"}],
    "pages": [{"title": "You", "fields": ["name", "age"]}]}

KINDS = {"fields": [
    {"id": "about", "kind": "note", "text": "Übung"},
    {"id": "a", "kind": "lines", "rows": 3, "maxLength": 9}, {"id": "b", "kind": "secret"},
    {"id": "c", "kind": "decimal", "places": 2, "minimum": 0.5, "maximum": 9, "suffix": "€"},
    {"id": "d", "kind": "time", "minimum": "08:00", "maximum": "18:00"},
    {"id": "e", "kind": "datetime", "minimum": "2026-01-01T00:00"},
    {"id": "f", "kind": "file", "exists": "anything"},
    {"id": "g", "kind": "toggle", "value": True}, {"id": "h", "kind": "integer", "when": "g"},
    {"id": "i", "kind": "text", "when": "h > 3 and c < 2.5", "suggestions": ["x", "y"]}],
    "rules": [{"command": ["./check", "{a}", "{{}}"], "at": "a"}, {"rule": "d < '12:00' or g"}],
    "texts": {"de": {"title": "Arten", "fields": {"about": {"text": "Übung"}}, "rules": ["Nein"],
                     "messages": {"required": "{field} fehlt"}}}}

GOOD = [CONFERENCE, KINDS]

# MARK: mistakes


def objects(value, found=None):
    """All objects of a form that the program reads by their keys."""
    found = [] if found is None else found
    if isinstance(value, dict):
        found.append(value)
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        objects(part, found)
    return found


def fields(form):
    return [each for each in objects(form) if "kind" in each]


def of_kind(form, random, *kinds):
    found = [each for each in fields(form) if each["kind"] in kinds]
    return random.choice(found) if found else None


def mistake(form, random):
    """Makes one mistake in a form; returns false if it has no place for that."""
    field = random.choice(fields(form))
    texts = form.get("texts", {}).get("de")
    choice = random.randrange(22)
    if choice == 0:
        target = random.choice([form, field] + form["rules"])
        target[random.choice(["titel", "", "a.b", "[0]", "\u0000", "mimimum", "Kind"])] = 1
    elif choice == 1:
        field["kind"] = random.choice(["tekst", "", "Text", 3, None, [], {}])
    elif choice == 2:
        field["id"] = random.choice(["", "1", "a b", "ä", "x.y", 3, [], "a[0]", "=", "\n"])
    elif choice == 3:
        form["fields"].append(copy.deepcopy(random.choice(form["fields"])))
    elif choice == 4:
        del field[random.choice(["id", "kind"])]
    elif choice == 5:
        field["when"] = random.choice(
            ["", "x ==", "nope == 1", "1", "'a' < 2", "((((", "%d > 1", "true and", "index > 1", 3,
             "a" * 5000, "not " * 100 + "true", "\u0000", "'"])
    elif choice == 6:
        form["rules"][0] = random.choice(
            [{}, 3, None, {"rule": "oops"}, {"rule": "age"}, {"at": "age"}, {"command": []},
             {"command": [""]}, {"command": ["x", "{nope}"]}, {"command": "ls"},
             {"rule": "true", "command": ["x"]}, {"rule": "true"}, {"rule": "true", "at": "nope"},
             {"command": ["{name}"]}, {"command": ["x"]}])
    elif choice == 7:
        first, second = form["fields"][1], form["fields"][2]
        first["when"], second["when"] = f"{second['id']} != ''", f"{first['id']} != ''"
        if "text" in first or "text" in second:
            return False
    elif choice == 8:
        target = of_kind(form, random, "choices", "list")
        if not target:
            return False
        target["least"], target["most"] = 3, 2
    elif choice == 9:
        target = of_kind(form, random, "choice", "choices")
        if not target:
            return False
        target["options"] = random.choice(
            [[], {}, None, ["a", "a"], [3], [{}], [{"value": 3}], ["x", {"value": "x"}], [""],
             [{"value": "a", "x": 1}]])
    elif choice == 10:
        target = of_kind(form, random, "text", "lines", "secret")
        target["pattern"] = random.choice(
            ["(", "[a", "*", "a{2,1}", "\\", "(?<x", "[z-a]", ")", "(?P<", "\\p{Nope}", 3,
             "a**", "[[:oops:]]", "(?<a>.)(?<a>.)"])
    elif choice == 11:
        target = of_kind(form, random, "text", "lines", "secret")
        target["minLength"], target["maxLength"] = random.choice([(5, 4), (-1, 4), ("a", 4), (1.5, 4)])
    elif choice == 12:
        target = of_kind(form, random, "integer", "decimal", "date", "time", "datetime")
        target["minimum"], target["maximum"] = random.choice(
            [("x", "y"), (True, False), ([], {}), ("2026-13-01", "25:00")])
    elif choice == 13:
        field["value"] = {"oops": 1}
        if field["kind"] == "list":
            return False
    elif choice == 14:
        form["pages"] = random.choice(
            [{}, 3, [3], [{}], [{"fields": ["nope"]}], [{"fields": [3]}], [{"fields": "a"}],
             [{"title": 3, "fields": []}]])
    elif choice == 15:
        form["fields"] = random.choice([[], {}, 3, None, "x", [[]], [None], [3]])
    elif choice == 16:
        form["texts"] = random.choice(
            [3, [], {"de": 3}, {"de": {"oops": 1}}, {"de": {"fields": {"nope": {}}}},
             {"de": {"pages": ["a"] * 9}}, {"de": {"messages": {"oops": "x"}}}])
    elif choice == 17:
        field["required"] = random.choice([1, "nope", []])
    elif choice == 18:
        target = of_kind(form, random, "list")
        if not target:
            return False
        target["distinct"] = random.choice([["nope"], [3], "name", {}])
    elif choice == 19:
        field["title"] = random.choice([3, [], {}, True])
    elif choice == 20:
        target = of_kind(form, random, "list")
        if not target:
            return False
        target["fields"] = random.choice([[], {}, [3], [{"id": "a"}], target["fields"] * 2])
    elif texts:
        texts[random.choice(["rules", "fields", "messages", "title"])] = random.choice([3, True])
    else:
        return False
    return True


def broken_json(text, random):
    """Makes a mistake in the text of a form; returns None if it is still JSON."""
    place = random.randrange(len(text))
    made = random.choice([
        text[:place], text[:place] + text[place + 1:],
        text[:place] + random.choice("{}[],:\"\\x\u0000é-") + text[place:],
        text[:place] + text[place:].replace(",", ",,", 1), text + random.choice(["x", "]", "{}", ","]),
        text.replace(":", "", 1), text.replace("true", "True", 1), "[" * random.randrange(1, 4000),
        "\ufeff" + text[:place], "",
    ])
    try:
        json.loads(made)
    except (ValueError, RecursionError):
        return made
    return None


def malformed(random):
    while True:
        form = copy.deepcopy(random.choice(GOOD))
        text = json.dumps(form, indent=random.choice([None, 1, 2]), ensure_ascii=False)
        if random.random() < 0.3:
            text = broken_json(text, random)
            if text is not None:
                return text.encode("utf-8", "surrogatepass")
            continue
        if mistake(form, random):
            # Sometimes a second one, where the first has left a place for it.
            with contextlib.suppress(IndexError, KeyError, TypeError, AttributeError):
                if random.random() < 0.3:
                    mistake(form, random)
            return json.dumps(form, indent=random.choice([None, 1, 2]),
                              ensure_ascii=False).encode("utf-8", "surrogatepass")


# MARK: running

def run(program, arguments, folder, given=b""):
    return subprocess.run(
        [program, "form"] + arguments, cwd=folder, env=ENVIRONMENT, input=given,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=30)


def complaint(result, name, text):
    """Says what is wrong with the program's answer to a malformed form; None if nothing is."""
    if result.returncode != 1:
        return f"ended with {result.returncode}"
    if result.stdout:
        return f"wrote {result.stdout[:80]!r}"
    lines = result.stderr.decode("utf-8", "replace").splitlines()
    if not lines:
        return "said nothing"
    rows = text.decode("utf-8", "replace").split("\n")
    for line in lines:
        place = re.match(re.escape(name) + r":([0-9]+):([0-9]+): .*[A-Za-z]{2}", line)
        if not place:
            return f"said {line[:160]!r}"
        row, column = int(place[1]), int(place[2])
        if not 1 <= row <= len(rows) or not 1 <= column <= len(rows[row - 1]) + 2:
            return f"named a place that is not in the file: {line[:80]!r}"
    return None


def check(what, condition, seen):
    if not condition:
        sys.exit(f"forms: {what}: {seen}")


def check_good(program, folder):
    """Fills the good forms in."""
    path = os.path.join(folder, "conference.json")
    with open(path, "w") as file:
        json.dump(CONFERENCE, file)
    check("check", run(program, ["--check", "conference.json"], folder).returncode == 0, "status")

    answers = {"name": "Ada", "age": 30, "ticket": "business", "company": "A'B \"C\" $(x)\n`y`",
               "workshops": ["c", "a"], "arrival": "2026-02-03",
               "guests": [{"name": "Bea", "age": None}, {"name": "Cleo"}], "terms": True}
    expected = dict(answers, workshops=["a", "c"],
                    guests=[{"name": "Bea", "age": None}, {"name": "Cleo", "age": None}])
    for arguments, given in [(["--answers", "-"], json.dumps(answers).encode()),
                             (["--answers", "answers.json"], b"")]:
        with open(os.path.join(folder, "answers.json"), "w") as file:
            json.dump(answers, file)
        result = run(program, ["conference.json"] + arguments, folder, given)
        check("answers", result.returncode == 0, result)
        check("answers", list(json.loads(result.stdout).items()) == list(expected.items()), result)
    result = run(program, ["conference.json", "--answers", "-", "--to", "shell"], folder,
                 json.dumps(answers).encode())
    script = 'eval "$1"; printf %s "$company"'
    shown = subprocess.run(["sh", "-c", script, "sh", result.stdout.decode()], stdout=subprocess.PIPE)
    check("eval", shown.stdout.decode() == answers["company"], shown)

    # Also a rule that takes a while is answered where others are broken.
    slow = {"name": "Ada", "email": "ada@example.org", "age": 19, "ticket": "business",
            "company": "A", "workshops": ["maps"], "coupon": "NONE", "terms": True}
    result = run(program, ["--demo", "conference", "--answers", "-"], folder,
                 json.dumps(slow).encode())
    check("slow rules", result.returncode == 1 and result.stderr.decode().splitlines() == [
        "age: Business tickets from 21", "coupon: Unknown coupon"], result)

    result = run(program, ["conference.json", "--set", "name=A1", "--set", "age=12",
                           "--set", "guests[1].name=Bea", "--set", "guests[0].name=Bea"], folder)
    said = [line.split(": ")[0] for line in result.stderr.decode().splitlines()]
    check("issues", result.returncode == 1 and not result.stdout, result)
    check("issues", said == ["name", "age", "workshops", "guests[1].name", "terms"], result)
    for arguments in [["--set", "nope=1"], ["--set", "guests[0].nope=1"], ["--answers", "-"], ["--set", "x"]]:
        result = run(program, ["conference.json"] + arguments, folder, b'{"nope": 1}')
        check("unknown ids", result.returncode == 2 and not result.stdout, result)

    form = {"fields": [{"id": "name", "kind": "text"}],
            "rules": [{"command": ["./check", "{name}"]}]}
    with open(os.path.join(folder, "command.json"), "w") as file:
        json.dump(form, file)
    with open(os.path.join(folder, "check"), "w") as file:
        file.write('#!/bin/sh\ntouch ran\n[ "$1" = "it\'s; fine" ] || { echo "not $1"; exit 3; }\n')
    os.chmod(os.path.join(folder, "check"), 0o755)
    result = run(program, ["command.json", "--set", "name=a"], folder)
    check("commands", result.returncode == 2 and not os.path.exists(os.path.join(folder, "ran")), result)
    result = run(program, ["command.json", "--set", "name=$(x) y", "--allow-commands"], folder)
    check("commands", result.returncode == 1 and result.stderr == b"name: not $(x) y\n", result)
    result = run(program, ["command.json", "--set", "name=it's; fine", "--allow-commands"], folder)
    check("commands", result.returncode == 0, result)


EVERY = {"fields": [
    {"id": "t", "kind": "text", "minLength": 2, "maxLength": 3, "pattern": "[^0-9]+"},
    {"id": "l", "kind": "lines"}, {"id": "s", "kind": "secret"},
    {"id": "i", "kind": "integer", "minimum": -5, "maximum": 8}, {"id": "d", "kind": "decimal"},
    {"id": "da", "kind": "date", "minimum": "2026-01-01", "maximum": "2026-12-31"},
    {"id": "ti", "kind": "time", "minimum": "08:00"}, {"id": "dt", "kind": "datetime"},
    {"id": "c", "kind": "choice", "options": [
        "x", {"value": "y", "title": "The y"}, {"value": "z", "refused": "gone"}]},
    {"id": "cs", "kind": "choices", "options": ["p", "q", "r"], "most": 2},
    {"id": "to", "kind": "toggle"},
    {"id": "li", "kind": "list", "least": 0, "most": 2, "distinct": ["n"], "fields": [
        {"id": "n", "kind": "text", "required": True}, {"id": "k", "kind": "integer", "when": "n == 'deep'"}]},
    {"id": "f", "kind": "file", "exists": "file"}, {"id": "no", "kind": "note", "text": "Only shown."},
    {"id": "b", "kind": "text", "mask": "iban"},
    {"id": "h", "kind": "integer", "when": "to", "required": True, "message": "How many?"}],
    "rules": [{"rule": "i < d", "message": "d is the larger one", "at": "d"}]}

EMPTY = {"t": None, "l": None, "s": None, "i": None, "d": None, "da": None, "ti": None, "dt": None,
         "c": None, "cs": [], "to": False, "li": [], "f": None, "b": None}

# What is set, and what the answers have instead of nothing.
TAKEN = [
    ({}, {}),
    ({"t": "e\u0301\U0001f469\u200d\U0001f52c"}, {"t": "\u00e9\U0001f469\u200d\U0001f52c"}),
    ({"l": "a\nb"}, {"l": "a\nb"}), ({"s": " x "}, {"s": " x "}),
    ({"i": "5"}, {"i": 5}), ({"i": "-5"}, {"i": -5}), ({"i": 5}, {"i": 5}), ({"i": 5.0}, {"i": 5}),
    ({"d": "1,5"}, {"d": 1.5}), ({"d": "1.5"}, {"d": 1.5}), ({"d": -3}, {"d": -3}),
    ({"da": "2026-11-30"}, {"da": "2026-11-30"}), ({"ti": "9:05"}, {"ti": "09:05"}),
    ({"dt": "2026-11-30 14:30"}, {"dt": "2026-11-30T14:30"}),
    ({"dt": "2026-11-30T14:30"}, {"dt": "2026-11-30T14:30"}),
    ({"c": "y"}, {"c": "y"}), ({"c": None}, {}), ({"cs": ["r", "p"]}, {"cs": ["p", "r"]}),
    ({"cs": []}, {}), ({"li": [{"n": "a"}, {"n": "deep", "k": 3}]}, {"li": [{"n": "a"}, {"n": "deep", "k": 3}]}),
    ({"li": [{"n": "a", "k": 3}]}, {"li": [{"n": "a"}]}),
    ({"b": "de89 370400440532013000"}, {"b": "DE89370400440532013000"}), ({"to": True, "h": 1}, {"to": True, "h": 1}),
    ({"h": 1}, {}), ({"to": None}, {}), ({"i": 1, "d": 2}, {"i": 1, "d": 2}),
]

# What is given, and the issues.
REFUSED = [
    ({"t": "\U0001f469\u200d\U0001f52c"}, ["t: T needs at least 2 characters"]),
    ({"t": "abcd"}, ["t: T may have at most 3 characters"]),
    ({"t": "a1"}, ["t: T does not have the required format"]),
    ({"t": 5}, ["t: a text is expected"]), ({"t": ["a"]}, ["t: a text is expected"]),
    ({"i": 9}, ["i: I must be between -5 and 8"]),
    ({"i": 5.5}, ["i: a whole number is expected"]),
    ({"i": 10 ** 30}, ["i: a whole number is expected"]),
    ({"i": "x"}, ["i: I must be a whole number"]), ({"i": True}, ["i: a whole number is expected"]),
    ({"d": "x"}, ["d: D must be a number"]), ({"d": {}}, ["d: a number is expected"]),
    ({"da": "2026-02-30"}, ["da: Da must be a date such as 2026-11-30"]),
    ({"da": "2025-12-31"}, ["da: Da must be between 2026-01-01 and 2026-12-31"]),
    ({"ti": "7:59"}, ["ti: Ti must be at least 08:00"]),
    ({"ti": "24:00"}, ["ti: Ti must be a time such as 14:30"]),
    ({"dt": "2026-11-30"}, ["dt: Dt must be a date and time such as 2026-11-30 14:30"]),
    ({"c": "w"}, ["c: C has no option \u201cw\u201d (x, y: The y, z)"]),
    ({"c": "z"}, ["c: z cannot be chosen: gone"]), ({"c": 3}, ["c: the name of an option is expected"]),
    ({"cs": ["p", "w"]}, ["cs: Cs has no option \u201cw\u201d (p, q, r)"]),
    ({"cs": ["p", "q", "r"]}, ["cs: Cs: at most 2 allowed"]),
    ({"cs": "p"}, ["cs: a list of options is expected"]), ({"cs": [1]}, ["cs: a list of options is expected"]),
    ({"to": "on"}, ["to: true or false is expected"]),
    ({"li": [{"n": "a"}, {"n": "a"}]}, ["li[1].n: The 2nd li repeats the 1st"]),
    ({"li": [{}, {"n": {}}]}, ["li[0].n: N is missing", "li[1].n: a text is expected"]),
    ({"li": [{"n": x} for x in "abc"]}, ["li: Li: at most 2 allowed"]),
    ({"li": {}}, ["li: a list of rows is expected"]), ({"li": ["x"]}, ["li: a list of rows is expected"]),
    ({"f": "/"}, ["f: F: there is no file at this path"]),
    ({"to": True}, ["h: How many?"]), ({"i": 3, "d": 2}, ["d: d is the larger one"]),
]


def check_kinds(program, folder):
    """Answers of every kind, those that are taken and those that are not."""
    with open(os.path.join(folder, "every.json"), "w") as file:
        json.dump(EVERY, file)
    for given, changes in TAKEN:
        result = run(program, ["every.json", "--answers", "-"], folder, json.dumps(given).encode())
        check(f"taking {given}", result.returncode == 0 and not result.stderr, result)
        answers = json.loads(result.stdout)
        check(f"taking {given}", answers == dict(EMPTY, **changes), answers)
        order = [each["id"] for each in EVERY["fields"] if each["id"] in answers]
        check("order", list(answers) == order, answers)
    for given, issues in REFUSED:
        result = run(program, ["every.json", "--answers", "-"], folder, json.dumps(given).encode())
        check(f"refusing {given}", result.returncode == 1 and not result.stdout, result)
        said = result.stderr.decode().splitlines()
        check(f"refusing {given}", said == issues, said)
    result = run(program, ["every.json", "--set", "li[2].n=x"], folder)
    check("a row too many", result.stderr == b"li[2].n: Li: at most 2 allowed\n", result)
    for nearly, meant in [("ti ", "ti"), ("li[0].m", None), ("l[0]", None)]:
        result = run(program, ["every.json", "--set", f"{nearly}=x"], folder)
        said = result.stderr.decode()
        check("unknown ids", result.returncode == 2 and (meant is None or f"'{meant}'?" in said), said)

    # Whatever a value has in it, eval takes it as it is.
    values = ["it's", '"', "$(touch gone)", "`touch gone`", "\\", "a\nb\n", "*", "~", "!x", "", "'", "''", " ",
              "\t", "\u00e9", "; touch gone", "\r", "-n", "$HOME"]
    for value in values:
        result = run(program, ["every.json", "--answers", "-", "--to", "shell"], folder,
                     json.dumps({"s": value, "cs": ["q"], "i": 3}).encode())
        script = 'eval "$1"; printf "%s|%s|%s" "$s" "$cs" "$i"'
        shown = subprocess.run(["sh", "-c", script, "sh", result.stdout.decode()], cwd=folder,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        check("eval", shown.stdout.decode() == value + '|["q"]|3' and not shown.stderr, (value, shown))
        check("eval", not os.path.exists(os.path.join(folder, "gone")), value)


def write(folder, name, value):
    with open(os.path.join(folder, name), "w") as file:
        json.dump(value, file)


def check_time(program, folder):
    """Fills in what takes for ever if a reader goes over all of it again and again."""
    patterns = {
        "escaped brackets": "[" + "\\]" * 4000 + "]", "sets in a set": "[" + "[a]" * 2600 + "]",
        "classes": "[" + "[:alpha:]" * 900 + "]", "options": "(?i)" * 1000 + "ÄБ" * 2000,
        "options on and off": "(?i)a(?-i)b" * 700, "groups": "(a)" * 2600, "digits": "\\d" * 4000}
    for name, pattern in patterns.items():
        write(folder, "slow.json", {"fields": [{"id": "a", "kind": "text", "pattern": pattern}]})
        result = run(program, ["--check", "slow.json"], folder)
        check(f"a pattern of {name} is read", result.returncode == 0, result)
    rows = {"id": "l", "kind": "list", "fields": [{"id": "x", "kind": "integer"}, {"id": "y", "kind": "text"}],
            "rules": [{"rule": "x > 1", "message": "m"}]}
    write(folder, "rows.json", {"fields": [rows], "rules": [{"rule": "sum(l.x) > 1", "at": "l"}]})
    for value in [5, 0, "x", [1]]:
        answers = json.dumps({"l": [{"x": value, "y": "t"}] * 8000}).encode()
        result = run(program, ["rows.json", "--answers", "-"], folder, answers)
        check(f"8,000 rows with {value} are judged", result.returncode == (0 if value == 5 else 1), result)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        check_good(program, folder)
        check_kinds(program, folder)
        check_time(program, folder)
        for number in range(arguments.count):
            text = malformed(random.Random(f"{arguments.seed} {number}"))
            name = f"form{number}.json"
            with open(os.path.join(folder, name), "wb") as file:
                file.write(text)
            # With answers it is the same: a form with a mistake is filled in by nobody.
            options = ["--check", name] if number % 2 else [name, "--allow-commands", "--set", "name=x"]
            try:
                problem = complaint(run(program, options, folder), name, text)
            except subprocess.TimeoutExpired:
                problem = "did not end"
            if problem:
                failures += 1
                print(f"forms: number {number} of seed {arguments.seed}: {problem}\n"
                      f"  {text[:600].decode('utf-8', 'replace')}", file=sys.stderr)
    if failures:
        sys.exit(f"forms: {failures} of {arguments.count} malformed forms were not refused as they should be")
    print(f"forms: {arguments.count} malformed forms, each refused with its places")


if __name__ == "__main__":
    main()
