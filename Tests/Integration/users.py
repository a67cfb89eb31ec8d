#!/usr/bin/env python3
"""The built program's `users --url` against real servers: nginx for tags, Python for a sign-in.

    Tests/Integration/users.py .build/debug/SignupTUI

What a service may do wrong has to end in one sentence, without a secret, and leave what was kept;
100,000 users take no more than 64 MiB.
"""

import contextlib
import glob
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from measured import Checks, Measured

PROGRAM = Measured(sys.argv[1], "users")
CHECKS = Checks()
PASSWORD = "Zq7!vermilion-Otter"
SECRETS = [PASSWORD, "hunter2"]
FOLDER = tempfile.mkdtemp(prefix="users-")


def check(what, holds, more=""):
    CHECKS.expect(holds, what, more)


def users(count):
    return [{"id": n, "name": f"user {n * 7919 % count}", "email": f"u{n}@example.org",
             "company": {"name": f"company {n % 13}"}} for n in range(count)]


class Service(http.server.BaseHTTPRequestHandler):
    """A service whose tokens are numbers, of which the last one counts."""
    token = 0
    log = []
    protocol_version = "HTTP/1.1"

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if status != 304:
            self.wfile.write(body)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        Service.log.append(("POST", self.path, self.headers.get("Content-Type"), body))
        if self.path == "/moved":
            return self.answer(307, Location="/login")
        if self.path == "/tokenless":
            return self.answer(200, b"{}")
        if PASSWORD not in body and PASSWORD.replace("!", "%21") not in body:
            return self.answer(401, b"{}")
        Service.token += 1
        self.answer(200, json.dumps({"data": {"jwt": f"hunter2-{Service.token}"}}).encode())

    def do_GET(self):
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        tag = self.headers.get("If-None-Match")
        Service.log.append(("GET", self.path, token, tag))
        kind = self.path.strip("/")
        if kind == "users":
            if token != f"hunter2-{Service.token}":
                return self.answer(401)
            return self.answer(304 if tag == '"1"' else 200,
                               json.dumps({"users": users(3)}).encode(), ETag='"1"')
        broken = {"busy": (429, b"", {"Retry_After": "7"}), "wait": (403, b"", {"Retry_After": "7"}),
                  "invalid": (422, b'{"message": "no such\\u001b role."}', {}), "down": (500, b"<html>", {}),
                  "secret": (403, b"", {}), "gone": (404, b"", {}), "html": (200, b"<html>", {}),
                  "empty": (200, b"", {}), "text": (200, b'"hello"', {}),
                  "lists": (200, b'{"a": [{}], "b": [{}]}', {}),
                  "half": (200, b'{"users": [{"id": 1}, {"id"', {}),
                  "utf8": (200, b'[{"name": "\xff\xfe"}', {}),
                  "long": (200, b'[{"id": 18446744073709551616}]', {}),
                  "null": (200, b'{"users": null}', {})}
        if kind in broken:
            status, body, headers = broken[kind]
            return self.answer(status, body, **headers)
        self.send_response(200)
        self.send_header("Content-Length", str(5 << 30))
        self.end_headers()
        if kind == "cut":
            self.wfile.write(b'[{"id": 1},')
        with contextlib.suppress(OSError):
            while kind == "endless":
                self.wfile.write(b'[{"id": 1},' * 10_000)
        self.close_connection = True

    def log_message(self, *_):
        pass


def run(*arguments, text="", cache="cache"):
    environment = {"PATH": os.environ["PATH"], "HOME": FOLDER, "LC_ALL": "C.UTF-8",
                   "XDG_CACHE_HOME": os.path.join(FOLDER, cache)}
    run = PROGRAM.run(arguments, text, environment)
    CHECKS.expect_bounds(run, " ".join(arguments), 60, SECRETS)
    return run.status, run.output, run.complaints


def service():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def sign_in(base):
    options = ["--url", base + "/users", "--sign-in", base + "/login", "--token-path", "data.jwt",
               "--json", "--username", "ann", "--password-stdin"]
    status, output, errors = run(*options, text=PASSWORD)
    check("a name and a password get a token, and with it the users",
          status == 0 and output.count("\n") == 3, errors)
    check("they are sent as JSON", Service.log[0][2] == "application/json")
    run(*options, "--sign-in-as", "form", text=PASSWORD)
    check("or as a form", Service.log[2][3].startswith("grant_type=password&username=ann&"))
    check("the second time the tag is shown", Service.log[3][3] == '"1"')
    status, output, errors = run(*options, text="wrong")
    check("a wrong password is one sentence", status == 1 and not output
          and errors.count("\n") == 1 and "Check the name and the password." in errors, errors)
    for path, words in [("/moved", "status 307"), ("/tokenless", "without a token"),
                        ("/none", "status 401")]:
        status, _, errors = run("--url", base + "/users", "--sign-in", base + path, "--json",
                                "--username", "ann", "--password-stdin",
                                text="wrong" if path == "/none" else PASSWORD)
        check(f"a sign-in at {path} is one sentence", status == 1 and words in errors
              and errors.count("\n") == 1, errors)
    file = os.path.join(FOLDER, "token")
    with open(file, "w") as token:
        token.write(f"hunter2-{Service.token}\n")
    status, output, errors = run("--url", base + "/users", "--token-file", file, "--json")
    check("a token is read from a file", status == 0 and output.count("\n") == 3, errors)
    Service.token += 1
    status, _, errors = run("--url", base + "/users", "--token-file", file, "--json")
    check("a token that has run out is one sentence",
          status == 1 and "status 401" in errors and errors.count("\n") == 1, errors)


def misbehaviour(base):
    for kind, words in [("busy", "in 7 seconds"), ("wait", "in 7 seconds"),
                        ("invalid", "status 422: “no such role”)."), ("down", "status 500"), ("secret", "status 403"),
                        ("gone", "status 404"), ("html", "not JSON"), ("empty", "not JSON"),
                        ("text", "not a list"), ("lists", "several lists"), ("half", "not JSON"),
                        ("utf8", "not JSON"), ("cut", "was cut off"), ("endless", "32 MiB")]:
        status, output, errors = run("--url", f"{base}/{kind}", "--json")
        check(f"{kind} is one sentence", status == 1 and not output and words in errors
              and errors.count("\n") == 1, errors)


def numbers(base):
    status, output, errors = run("--url", base + "/long", "--json")
    check("long numbers keep their digits", output == '{"id":18446744073709551616}\n', output + errors)
    status, output, _ = run("--url", base + "/long", "--json", "--columns", "id")
    check("in columns, too", output == '{"id":18446744073709551616}\n', output)
    status, output, errors = run("--url", base + "/null", "--json")
    check("null is no user", status == 0 and not output, output + errors)
    status, _, errors = run("--url", "http://a/b c", "--json")
    check("a space is named", status == 2 and "space at column 11" in errors, errors)
    status, _, errors = run("--url", "http://b\u00fccher.invalid/", "--json")
    check("a name that is not ASCII is asked for", "xn--bcher-kva.invalid" in errors, errors)


def cache():
    files = glob.glob(os.path.join(FOLDER, "cache/signup-tui/answers/*"))
    check("answers are kept", len(files) == 2, f"{len(files)}")
    for file in files:
        content = open(file, "rb").read().decode(errors="replace")
        check("a kept answer is its owner's alone, and has no secret",
              os.stat(file).st_mode & 0o777 == 0o600
              and not any(secret in file + content for secret in SECRETS))


def nginx():
    program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
    if not program:
        return print("skipped nginx, which is not installed")
    os.makedirs(os.path.join(FOLDER, "site"))
    with open(os.path.join(FOLDER, "site/users.json"), "w") as file:
        json.dump(users(100_000), file)
    os.chmod(FOLDER, 0o755)
    port = 20_000 + os.getpid() % 20_000
    configuration = os.path.join(FOLDER, "nginx.conf")
    with open(configuration, "w") as file:
        file.write(f"""daemon off; pid {FOLDER}/pid; error_log {FOLDER}/error.log;
            {'user root;' if os.geteuid() == 0 else ''}
            events {{}}
            http {{ log_format short '$status'; access_log {FOLDER}/access.log short;
              {' '.join(f'{kind}_temp_path {FOLDER}/{kind};' for kind in
                        ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'])}
              server {{ listen 127.0.0.1:{port}; root {FOLDER}/site; }} }}""")
    server = subprocess.Popen([program, "-c", configuration, "-e", f"{FOLDER}/error.log"])
    try:
        url = f"http://127.0.0.1:{port}/users.json"
        time.sleep(0.5)
        begin = time.monotonic()
        status, output, errors = run("--url", url, "--json")
        print(f"        100,000 users in {time.monotonic() - begin:.2f} s")
        check("100,000 users of nginx", status == 0 and output.count("\n") == 100_000, errors)
        _, again, _ = run("--url", url, "--json")
        log = open(f"{FOLDER}/access.log").read().split()
        check("nginx says that its tag still holds, and the list is the same",
              log == ["200", "304"] and again == output, log)
        for options in [["--json", "--columns", "name,upper(value.email)"], ["--accessible"]]:
            status, output, errors = run("--url", url, "--no-cache", *options)
            check(f"100,000 users with {options[-1]}",
                  status == 0 and output.count("\n") >= 100_000, errors)
    finally:
        server.terminate()
        server.wait()


try:
    base = service()
    sign_in(base)
    cache()
    misbehaviour(base)
    numbers(base)
    nginx()
finally:
    shutil.rmtree(FOLDER)
CHECKS.end()
