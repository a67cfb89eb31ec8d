"""Both weather services and their search for places on the loopback, wrong in many ways.

    SignupTUI weather London --base-url http://127.0.0.1:PORT/good

The first part of a path names the behaviour: one of these, or of `misbehaving_server.py`. With
`then-` before it the first requests, one of Open-Meteo and two of OpenWeather, are answered well.
`/counts` is the number of requests of each behaviour.
"""

import copy
import gzip
import json
import os
import threading
import time

import misbehaving_server

FIXTURES = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "../TestSupport/Fixtures/Weather")


def fixture(name):
    with open(os.path.join(FIXTURES, name + ".json")) as file:
        return json.load(file)


ANSWERS = {name: fixture(file) for name, file in [
    ("weather", "current"), ("forecast", "forecast"), ("v1/forecast", "openmeteo-forecast"),
    ("v1/archive", "openmeteo-archive"), ("v1/search", "openmeteo-paris")]}


class Handler(misbehaving_server.Handler):
    """The answers of the services, changed by what the path begins with."""

    def missing(self):
        name = self.behaviour
        if name.startswith("then_"):
            service = "data" if "/data/2.5/" in self.path else "v1"
            with self.server.lock:
                answered = self.server.answered.get((name, service), 0) + 1
                self.server.answered[name, service] = answered
            if answered <= (2 if service == "data" else 1):
                return self.page_good()
            name = name.removeprefix("then_")
            if hasattr(self, "page_" + name):
                return getattr(self, "page_" + name)()
        return super().missing()

    def do_GET(self):
        self.behaviour = self.path.split("/")[1].split("?")[0].replace("-", "_")
        super().do_GET()

    def answer(self):
        """A copy of the answer to this request; nothing for a path that no service has."""
        path = self.path.split("?")[0].split("/", 2)[2].removeprefix("data/2.5/")
        return copy.deepcopy(ANSWERS.get(path))

    def page_counts(self):
        with self.server.lock:
            self.give(self.server.counts)

    def page_good(self):
        answer = self.answer()
        self.give(answer) if answer else self.give({"error": True, "reason": "Not Found"}, 404)

    def changed(self, change):
        """Gives the answer after a change; the search is as it should be."""
        answer = self.answer()
        if answer is None:
            return super().missing()
        if "results" not in answer:
            change(answer)
        self.give(answer)

    def each_number(self, value):
        """Gives the answer with another value in place of each number in its lists of hours."""
        def change(answer):
            hours = answer.get("hourly", {})
            for key in hours:
                if key != "time":
                    hours[key] = [value] * len(hours[key])
            for row in answer.get("list", []) + [answer] * ("main" in answer):
                row["main"]["temp"] = value
        self.changed(change)

    # Answers in other clothes

    def page_gzip_unasked(self):
        """Packed, though nobody has asked for that."""
        self.give(gzip.compress(json.dumps(self.answer()).encode()),
                  headers=[("Content-Encoding", "gzip")])

    def page_text_and_good(self):
        self.give(json.dumps(self.answer()).encode(), kind="text/plain")

    def page_mark_and_good(self):
        self.give(b"\xef\xbb\xbf" + json.dumps(self.answer()).encode())

    def page_elsewhere(self):
        self.give(b"", 302, [("Location", self.path.replace("/elsewhere/", "/good/"))])

    def page_cut_weather(self):
        self.cut(json.dumps(self.answer()).encode()[:500])

    # Refusals, in the words of the services

    def page_refusing(self):
        reason = "Latitude must be in range of -90 to 90°. Given: 999.0."
        self.give({"reason": reason, "error": True}, 400)

    def page_refusing_with_success(self):
        self.give({"error": True, "reason": "No data is available for this location"})

    def page_limited(self):
        reason = "Minutely API request limit exceeded. Please try again in one minute."
        self.give({"error": True, "reason": reason}, 429)

    def page_limited_until(self):
        later = self.date_time_string(time.time() + 3600)
        self.give({"cod": 429, "message": "Your account is temporary blocked"}, 429,
                  [("Retry-After", later)])

    def page_keyless(self):
        self.give({"cod": 401, "message": f"Invalid API key {self.query.get('appid')}."}, 401)

    def page_chatty(self):
        self.give({"error": True, "reason": "\x1b[31mno\x07 " * 100_000}, 500)

    # Wrong values

    def page_nan(self):
        """As the real service answers for a place that a model does not cover."""
        self.give(b'{"latitude":nan,"longitude":nan,"elevation":nan,"results":nan}')

    def page_huge_numbers(self):
        self.each_number(1e300)

    def page_huge_others(self):
        """Numbers that no one would believe, but of temperatures and times."""
        def change(answer):
            hours = answer["hourly"]
            for key in hours:
                if key not in ("time", "temperature_2m", "wind_direction_10m"):
                    hours[key] = [1e300] * len(hours[key])
            for key in answer["current"]:
                if key not in ("time", "temperature_2m", "weather_code", "wind_direction_10m"):
                    answer["current"][key] = -1e300
        self.changed(change)

    def page_long_numbers(self):
        def change(answer):
            answer["utc_offset_seconds"] = answer["timezone"] = 10 ** 400
            answer["city"] = {"timezone": 10 ** 400}
        self.changed(change)

    def page_many_values(self):
        self.changed(lambda answer: answer.update(extra=list(range(200_000))))

    def page_texts(self):
        self.each_number("warm")

    def page_nulls(self):
        self.each_number(None)

    def page_kelvins(self):
        self.each_number(288.15)

    def page_unequal(self):
        def change(answer):
            for hours in [answer.get("hourly"), answer.get("daily")]:
                if hours:
                    hours["wind_speed_10m_max" if "sunrise" in hours else "weather_code"].pop()
            if "list" in answer:
                del answer["list"][3]["main"]
            answer.pop("main", None)
        self.changed(change)

    def page_empty_lists(self):
        def change(answer):
            for part in [answer.get("hourly"), answer.get("daily")]:
                for key in part or {}:
                    part[key] = []
            answer["list"], answer["weather"] = [], []
            answer.pop("current", None)
        self.changed(change)

    def page_empty_object(self):
        self.changed(lambda answer: answer.clear())

    def page_wrong_kinds(self):
        def change(answer):
            for key in answer:
                answer[key] = [answer[key]] if isinstance(answer[key], dict) else {"": answer[key]}
        self.changed(change)

    def page_several_places(self):
        """A list, as the real service answers where several coordinates are asked about."""
        answer = self.answer()
        self.give(answer if "results" in answer else [answer, answer])

    def page_far_times(self):
        def change(answer):
            for key in ["current", "hourly", "daily"]:
                part = answer.get(key, {})
                if "time" in part:
                    part["time"] = 1 << 62 if key == "current" else [1 << 62] * len(part["time"])
            for row in answer.get("list", []) + [answer] * ("dt" in answer):
                row["dt"] = 1 << 62
        self.changed(change)

    def page_backwards(self):
        def change(answer):
            for key in ["hourly", "daily"]:
                if key in answer:
                    answer[key]["time"].reverse()
            answer.get("list", []).reverse()
        self.changed(change)

    def page_many_hours(self):
        """As many hours as an answer has room for."""
        def change(answer):
            if "hourly" in answer:
                hours = 20_000
                start = answer["hourly"]["time"][0]
                answer["hourly"] = {"time": [start + 3600 * n for n in range(hours)],
                                    "temperature_2m": [10.5] * hours}
        self.changed(change)

    def page_odd_offset(self):
        def change(answer):
            answer["utc_offset_seconds"] = answer["timezone"] = 10 ** 12
            answer.get("city", {})["timezone"] = 10 ** 12
        self.changed(change)

    # A search that answers nonsense

    def search(self, answer):
        if "v1/search" in self.path:
            return self.give(answer)
        self.page_good()

    def page_nowhere_found(self):
        self.search({"generationtime_ms": 0.54})

    def page_off_the_earth(self):
        self.search({"results": [{"name": "Paris", "latitude": 480.5, "longitude": 2.3}]})

    def page_nameless(self):
        self.search({"results": [{"latitude": 48.5, "longitude": 2.3}]})

    def page_no_list(self):
        self.search({"results": "Paris"})

    def page_other_places(self):
        self.search({"results": [{"name": "Debre Tabor", "latitude": 11.85, "longitude": 38.0},
                                 {"name": "Semera", "latitude": 11.79, "longitude": 41.0}]})

    def page_same_place_twice(self):
        place = ANSWERS["v1/search"]["results"][0]
        self.search({"results": [place, place]})

    def page_hundred_places(self):
        place = ANSWERS["v1/search"]["results"][0]
        self.search({"results": [
            {**place, "latitude": n / 2, "admin1": f"Region {n}"} for n in range(100)]})

    def page_painted(self):
        self.search({"results": [
            {"name": "Paris\x1b[31m\x07", "latitude": 48.5, "longitude": 2.3,
             "country": "\u202eX"}]})


if __name__ == "__main__":
    with misbehaving_server.MisbehavingServer(Handler) as server:
        # How often each of both services was asked.
        server.server.answered = {}
        print(server.url("/"), flush=True)
        threading.Event().wait()
