#!/usr/bin/env python3
"""`weather` of the built program against services that misbehave in some fifty ways.

    Tests/Integration/weather.py PROGRAM [--quick]

Each way is tried without an answer from before, and then with one on disk that is too old.
Whatever a service does, old weather stays, every place is asked about once, an error is one
sentence and status 1, no key is shown, and no more than 64 MiB are taken.
"""

import argparse
import concurrent.futures
import contextlib
import glob
import json
import os
import tempfile
import urllib.request

from measured import Checks, Measured, server

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("program")
parser.add_argument("--quick", action="store_true", help="leave out what takes seconds")
OPTIONS = parser.parse_args()
PROGRAM = Measured(OPTIONS.program, "weather")
KEY = "0f3c-s3cret-weather-key"
CHECKS = Checks()

# What a service may do, and a part of what is said of it.
SLOW = {
    "silent": "did not respond within 15 seconds",
    "dripping": "did not respond within 15 seconds",
}
ANY_SERVICE = {
    # Cut
    "cut-head": "",
    "cut-weather": "was cut off",
    "no-answer": "was cut off",
    "not-http": "is not HTTP",
    # Refusals
    "busy-for-ever": "Try again in 1 second",
    "limited": "Minutely API request limit exceeded. Please try again in one minute (429)",
    "limited-until": "temporary blocked (429). Try again in 60 minutes",
    "broken": "status 502. Try again later",
    "forbidden": "status 403",
    "keyless": "Invalid API key",
    "teapot": "status 418",
    "nowhere": "no such page (404). Check the place",
    "chatty": "no [31mno [31mno",
    "refusing": "Given: 999.0 (400). Check the place",
    "redirected-for-ever": "without end",
    # No weather
    "html": ":1:1 is not the weather",
    "broken-json": "",
    "half-json": "",
    "empty": "is not the weather",
    "no-content": "is not the weather",
    "number": "an object was expected",
    "object": "",
    "bad-utf8": "",
    "compressed": "was cut off",
    "deep": "",
    "nan": "a value was expected, not n",
    "several-places": "an object was expected",
    # Very large
    "many-values": "more than 100000 values",
    "huge": "is larger than 4 MiB",
    "endless": "is larger than 4 MiB",
    "huge-head": "headers of the response from",
    "dense": "more than 100000 values",
    # Wrong values
    "texts": "",
    "nulls": "",
    "kelvins": "is not a temperature in degrees Celsius",
    "huge-numbers": "is not a temperature in degrees Celsius",
    "long-numbers": "is not the weather",
    "unequal": "",
    "empty-lists": "",
    "empty-object": "",
    "wrong-kinds": "",
    "far-times": "is not a time",
    "odd-offset": "not a valid offset from UTC",
}
# Of these one answer of OpenWeather's is good.
HALF = {"unequal"}
# What Open-Meteo alone does.
OPEN_METEO = {"refusing-with-success": "No data is available for this location"}
# Answers that are as good as any.
GOOD = ["text-and-good", "mark-and-good", "gzip-unasked", "elsewhere", "backwards", "many-hours",
        "huge-others"]
# What a search may answer, and a part of what is said of it.
SEARCH = {
    "nowhere-found": "No place is called “Paris”",
    "off-the-earth": "it is not a place on Earth",
    "nameless": "“name” is missing",
    "no-list": "is not a list of places",
    "other-places": "Debre Tabor",
    "hundred-places": "And 88 more",
}
GOOD_SEARCH = ["good", "same-place-twice", "painted"]


@contextlib.contextmanager
def cache():
    """The environment of a run with a cache of its own."""
    with tempfile.TemporaryDirectory() as folder:
        yield {"PATH": os.environ["PATH"], "HOME": folder, "LC_ALL": "C.UTF-8"}


def answers(environment):
    return glob.glob(environment["HOME"] + "/.cache/signup-tui/answers/*")


def age(environment):
    """Makes the answers on disk an hour older."""
    for path in answers(environment):
        with open(path, "rb") as file:
            _, content = file.read().split(b"\n", 1)
        digest, time, rest = content.split(b"\n", 2)
        content = b"\n".join([digest, b"%d" % (int(time) - 3_600_000), rest])
        check = 0xCBF29CE484222325
        for byte in content:
            check = (check ^ byte) * 0x100000001B3 & (1 << 64) - 1
        with open(path, "wb") as file:
            file.write(b"ViewModelKit answer 1 %016x\n" % check + content)


def run(base, behaviour, environment, *arguments, provider="open-meteo"):
    if provider == "openweather":
        environment = {**environment, "OPENWEATHER_API_KEY": KEY}
    return PROGRAM.run(
        ["--base-url", f"{base}/{behaviour}", "--provider", provider, *arguments],
        environment=environment)


def kinds(output):
    return [json.loads(line)["kind"] for line in output.splitlines()]


def expect(name, run, status, words, seconds=40):
    """Expects a status and a sentence, and of each run that it is bounded."""
    CHECKS.expect(run.status == status, name, f"status {run.status}: {run.complaints}")
    CHECKS.expect(words in run.complaints, name, f"said {run.complaints[:300]}")
    said = run.complaints.rstrip("\n")
    CHECKS.expect(bool(said) == (status != 0) and len(said) < 1000, name, f"said {said[:300]}")
    CHECKS.expect(all(character >= " " for character in said), name, f"control in {said[:300]!r}")
    CHECKS.expect_bounds(run, name, seconds, [KEY])


def misbehave(base, behaviour, words, provider):
    """Tries a behaviour without an answer from before, and then with an old one."""
    name = f"{behaviour}, {provider}"
    place = ["--at", "51.5,-0.1", "--json"]
    with cache() as environment:
        result = run(base, behaviour, environment, *place, provider=provider)
        expect(name, result, 1, words)
        if behaviour not in HALF:
            CHECKS.expect(result.output == "", name, f"wrote {result.output[:200]}")
    with cache() as environment:
        first = run(base, "then-" + behaviour, environment, *place, provider=provider)
        CHECKS.expect(first.status == 0, name, f"first status {first.status} {first.complaints}")
        age(environment)
        second = run(base, "then-" + behaviour, environment, *place, provider=provider)
        expect(name + ", old", second, 1, words)
        CHECKS.expect(
            second.output == first.output or behaviour in HALF and second.output != "",
            name + ", old", f"lost weather: {second.output[:200]}")
        third = run(base, "then-" + behaviour, environment, "--at", "51.5,-0.1", "--line", "{temp}",
                    provider=provider)
        CHECKS.expect(third.output == "12°\n", name + ", line", f"wrote {third.output}")


def behave(base, behaviour):
    with cache() as environment:
        result = run(base, behaviour, environment, "--at", "51.5,-0.1", "--json")
        expect(behaviour, result, 0, "")
        CHECKS.expect(kinds(result.output)[:1] == ["current"], behaviour, result.output[:200])
        CHECKS.expect(len(answers(environment)) == 1, behaviour, "was not kept")
        result = run(base, behaviour, environment, "--at", "51.5,-0.1", "--accessible")
        expect(behaviour + ", in lines", result, 0, "")
        CHECKS.expect("12° light rain" in result.output, behaviour, result.output[:200])


def search(base, behaviour, words):
    with cache() as environment:
        result = run(base, behaviour, environment, "Paris", "--line", "{place} {temp}")
        name = "search " + behaviour
        if words is None:
            expect(name, result, 0, "")
            CHECKS.expect(result.output.startswith("Paris"), name, result.output)
            CHECKS.expect("\x1b" not in result.output, name, repr(result.output))
        else:
            CHECKS.expect(
                result.status == 1 and words in result.complaints, name, result.complaints)
            CHECKS.expect_bounds(result, name, 20)


def unreachable():
    with cache() as environment:
        result = PROGRAM.run(
            ["--base-url", "http://127.0.0.1:1", "--at", "51.5,-0.1", "--json"],
            environment=environment)
        expect("unreachable", result, 1, "cannot be reached")
        result = PROGRAM.run(
            ["--base-url", "http://127.0.0.1:1", "Paris", "--json"],
            environment={**environment, "PATH": "/nowhere"})
        expect("no curl", result, 1, "curl is not installed")


def main():
    with server("misbehaving_weather.py") as base:
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            slow = {} if OPTIONS.quick else SLOW
            work = [pool.submit(misbehave, base, name, words, provider)
                    for name, words in {**slow, **ANY_SERVICE}.items()
                    for provider in ["open-meteo", "openweather"]]
            work += [pool.submit(misbehave, base, name, words, "open-meteo")
                     for name, words in OPEN_METEO.items()]
            work += [pool.submit(behave, base, name) for name in GOOD]
            work += [pool.submit(search, base, name, words) for name, words in SEARCH.items()]
            work += [pool.submit(search, base, name, None) for name in GOOD_SEARCH]
            for one in work:
                one.result()
        unreachable()
        with urllib.request.urlopen(base + "/counts") as answer:
            counts = json.load(answer)
    for name, count in counts.items():
        # Three calls of one request and of two, each of which is led on five times at most.
        most = 6 * 9 if "redirected" in name else 9
        CHECKS.expect(count <= most, name, f"was asked {count} times")
    CHECKS.end()


if __name__ == "__main__":
    main()
