#!/usr/bin/env python3
"""The site that `make docs` has made, in a browser: its first page, a search, an example in colour.

    Tests/Integration/docs.py [.build/docs/ViewModelKit.doccarchive]

Needs Python's playwright (pip) and chromium (CHROMIUM= names another one).
"""
import functools
import http.server
import os
import shutil
import sys
import threading

from playwright.sync_api import sync_playwright

site = sys.argv[1] if len(sys.argv) > 1 else ".build/docs/ViewModelKit.doccarchive"
chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
MEGABYTES = 25


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def check(condition, sentence):
    print(("ok: " if condition else "FAILED: ") + sentence)
    return condition


def main(page, address):
    failed = []
    page.on("response", lambda answer: answer.status >= 400 and failed.append(answer.url))
    good = []

    page.goto(address)
    page.wait_for_selector("h1")
    page.wait_for_selector("main >> text=What do you want to do?")
    text = page.inner_text("main")
    for word in ("In a Swift program", "At a terminal", "A form on a terminal", "GPS logs", "The libraries"):
        good.append(check(word in text, f"the first page has “{word}”"))

    for name in ("Reactive", "ReactiveFoundation", "Forms"):
        link = page.query_selector(f"main a[href='/documentation/{name.lower()}']")
        good.append(check(link is not None, f"the first page leads to {name}"))

    page.locator("input.filter__input:visible").fill("withLatestFrom")
    results = page.locator(".navigator a[href*='/publisher/withlatestfrom']")
    results.first.wait_for()
    paths = [link.get_attribute("href") for link in results.all()]
    good.append(check(len(paths) == 6, f"a search for withLatestFrom finds its {len(paths)} forms"))
    good.append(check(len(set(paths)) == len(paths), "each of them once"))

    page.locator(".navigator a[href$='withlatestfrom(_:resultselector:)']").click()
    page.wait_for_selector("h1:has-text('withLatestFrom(_:resultSelector:)')")
    colours = page.locator("pre [class*=syntax-]")
    colours.first.wait_for()
    good.append(check(colours.count() > 0, f"its example has {colours.count()} words in colour"))

    good.append(check(not failed, f"nothing is missing {failed}"))
    return all(good)


server = http.server.ThreadingHTTPServer(
    ("127.0.0.1", 0), functools.partial(Quiet, directory=site))
threading.Thread(target=server.serve_forever, daemon=True).start()
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
    isGood = main(browser.new_page(), f"http://127.0.0.1:{server.server_port}/")
    browser.close()
packed = os.path.join(os.path.dirname(site), "ViewModelKit-documentation.tar.gz")
megabytes = os.path.getsize(packed) / 1e6
isGood &= check(megabytes < MEGABYTES, f"in one file the site takes {megabytes:.1f} MB")
sys.exit(0 if isGood else 1)
