"""A web server on the loopback whose answers are wrong in many ways, for tests of the program.

    with MisbehavingServer() as server:
        server.url("/numbered?page=1")

As a program it prints its URL and serves until it is stopped.

The first part of a path names the behaviour. Records have an id and a name, three a page, in
five pages.
"""

import gzip
import http.server
import json
import threading
import time
import urllib.parse
import zlib

PAGES, SIZE = 5, 3
KEY = "s3cret-key"


def records(number, named=True):
    """The records of a page, from 0."""
    if not 0 <= number < PAGES:
        return []
    first = number * SIZE
    return [
        {"id": n, "name": f"Name {n}"} if named else {"name": f"Name {n}"}
        for n in range(first, first + SIZE)
    ]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        parts = urllib.parse.urlsplit(self.path)
        self.query = dict(urllib.parse.parse_qsl(parts.query))
        name = parts.path.split("/")[1].replace("-", "_")
        with self.server.lock:
            count = self.server.counts[name] = self.server.counts.get(name, 0) + 1
        self.count = count
        try:
            getattr(self, "page_" + name, self.missing)()
        except (BrokenPipeError, ConnectionResetError):
            pass
        self.close_connection = True

    # Answers

    def give(self, value, status=200, headers=(), kind="application/json"):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        for key, text in headers:
            self.send_header(key, text)
        self.end_headers()
        self.wfile.write(body)

    def missing(self):
        self.give({"error": "no such page"}, 404)

    def number(self):
        return int(self.query.get("page", "1")) - 1

    # As it should be

    def page_numbered(self):
        self.give(records(self.number()))

    def page_offset(self):
        self.give({"data": {"users": records(int(self.query["offset"]) // SIZE)}})

    def page_cursor(self, loop=None):
        cursor = int(self.query.get("after", "c0")[1:])
        following = cursor + 1 if cursor + 1 < PAGES else loop
        self.give(
            {"items": records(cursor), "meta": {"next": None if following is None else f"c{following}"}})

    def page_linked(self):
        number = self.number()
        link = f'</linked?page={number + 2}>; rel="next", </linked?page=1>; rel="first"'
        if number + 1 == PAGES:
            link = '</linked?page=1>; rel="first"'
        self.give(records(number), headers=[("Link", link)])

    def page_next_url(self):
        number = self.number()
        following = f"?page={number + 2}" if number + 1 < PAGES else None
        self.give({"results": records(number), "next": following})

    def page_has_more(self):
        number = self.number()
        self.give({"list": records(number), "more": number + 1 < PAGES})

    def page_missing_at_end(self):
        number = self.number()
        self.give(records(number)) if number < PAGES else self.missing()

    def page_redirected(self):
        self.give(b"", 302, [("Location", "/numbered?page=" + self.query["page"])])

    def page_keyed(self):
        if self.headers["X-Key"] != KEY:
            return self.give({"error": "no key"}, 401)
        self.give(records(self.number()))

    def page_said_to_be_text(self):
        self.give(json.dumps(records(self.number())).encode(), kind="text/plain")

    # Slow, cut, silent

    def page_silent(self):
        time.sleep(20)

    def page_dripping(self):
        self.send_response(200)
        self.send_header("Content-Length", "1000000")
        self.end_headers()
        for _ in range(40):
            self.wfile.write(b"[")
            self.wfile.flush()
            time.sleep(0.5)

    def cut(self, body):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "100000")
        self.end_headers()
        self.wfile.write(body)

    def page_cut_on_third(self):
        if self.number() == 2:
            return self.cut(b'[{"id": 6, "name": "Na')
        self.give(records(self.number()))

    def page_cut_once(self):
        if self.number() == 2 and self.count == 3:
            return self.cut(b'[{"id": 6, "name": "Na')
        self.give(records(self.number()))

    def page_cut_head(self):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Ty")

    def page_no_answer(self):
        pass

    def page_not_http(self):
        self.wfile.write(b"220 mail.example ESMTP\r\n")

    # Statuses

    def page_busy_once(self):
        if self.count == 2:
            return self.give({}, 429, [("Retry-After", "1")])
        self.give(records(self.number()))

    def page_busy_for_ever(self):
        self.give({}, 429, [("Retry-After", "1")])

    def page_busy_for_an_hour(self):
        if self.number() > 0:
            return self.give({}, 429, [("Retry-After", "3600")])
        self.give(records(0))

    def page_busy_until(self):
        if self.count == 1:
            later = self.date_time_string(time.time() + 2)
            return self.give({}, 503, [("Retry-After", later)])
        self.give(records(self.number()))

    def page_broken_twice(self):
        if self.count in (2, 3):
            return self.give({}, 500)
        self.give(records(self.number()))

    def page_broken(self):
        self.give({}, 502)

    def page_forbidden_for_a_second(self):
        if self.count == 2:
            return self.give({"message": "slow down"}, 403, [("Retry-After", "1")])
        self.give(records(self.number()))

    def page_unprocessable(self):
        self.give({"errors": [{"detail": "page\x1b[31m is \u202eodd."}]}, 422)

    def page_echo(self):
        self.give({"message": f"your key {self.headers['X-Key']}\u0338 is bad"}, 400)

    def page_forbidden(self):
        self.give({}, 403)

    def page_teapot(self):
        self.give({}, 418)

    def page_to_ftp(self):
        self.give(b"", 302, [("Location", "ftp://u:p@b.example/x?key=1")])

    def page_to_file(self):
        self.give(b"", 302, [("Location", "file:///etc/passwd")])

    def page_redirected_for_ever(self):
        self.give(b"", 302, [("Location", self.path)])

    # Wrong answers

    def page_html(self):
        self.give(b"<!DOCTYPE html><p>Sign in first.", kind="text/html")

    def page_broken_json(self):
        self.give(b'[{"id": 1},\n {"id": 2,}]')

    def page_half_json(self):
        self.give(b'[{"id": 1}, {"id"')

    def page_empty(self):
        self.give(b"")

    def page_no_content(self):
        self.send_response(204)
        self.send_header("Connection", "close")
        self.end_headers()

    def page_number(self):
        self.give(42)

    def page_object(self):
        self.give({"error": {"code": 7}})

    def page_two_lists(self):
        self.give({"a": [{"id": 1}], "b": [{"id": 2}]})

    def page_bad_utf8(self):
        self.give(b'[{"id": 1, "name": "\xff\xfe"}, {"id": 2, "name": "good"}]'
                  if self.number() == 0 else b"[]")

    def page_compressed(self):
        self.give(b"\x1f\x8b\x08\x00\x00\x00\x00\x00", headers=[("Content-Encoding", "gzip")])

    # Packed though nobody asked, and trailers

    def packed(self):
        return json.dumps(records(self.number())).encode()

    def page_gzip(self):
        self.give(gzip.compress(self.packed()), headers=[("Content-Encoding", "gzip")])

    def page_deflate(self):
        self.give(zlib.compress(self.packed()), headers=[("Content-Encoding", "deflate")])

    def page_raw_deflate(self):
        self.give(zlib.compress(self.packed())[2:-4], headers=[("Content-Encoding", "deflate")])

    def page_bomb(self):
        self.give(gzip.compress(b"[" + b" " * (100 << 20) + b"]"),
                  headers=[("Content-Encoding", "gzip")])

    def page_trailers(self):
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        body = gzip.compress(self.packed())
        for part in (body[:7], body[7:]):
            self.wfile.write(b"%x;a=b\r\n%s\r\n" % (len(part), part))
        self.wfile.write(b"0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n")

    # Last pages that are not a list, and long numbers

    def last(self, body):
        self.give(records(0) if self.number() == 0 else body)

    def page_null(self):
        self.last(b"null")

    def page_null_items(self):
        self.last(b'{"items":null}')

    def page_empty_lists(self):
        self.last(b'{"errors":[],"data":[]}')

    def page_long_numbers(self):
        cursor = self.query.get("after")
        if cursor is None:
            body = b'{"items": [{"id": 18446744073709551615}], "next": 18446744073709551616}'
        else:
            body = b'{"items": [{"id": %s}], "next": null}' % cursor.encode()
        self.give(body)

    def page_deep(self):
        self.give(b"[" * 100000 + b"]" * 100000)

    def page_odd_cursor(self):
        self.give({"items": records(0), "meta": {"next": {"page": 2}}})

    def page_odd_records(self):
        self.give(b'[null, 7, "text", [1, 2], {}, {"name": "\\u001b[31mred"}, 123456789012345678901]'
                  if self.number() == 0 else b"[]")

    # Without end

    def page_repeating(self):
        self.give(records(0))

    def page_repeating_unnamed(self):
        self.give(records(0, named=False))

    def page_swapping_unnamed(self):
        self.give(records(self.number() % 2, named=False))

    def page_cursor_same(self):
        self.give({"items": records(0), "meta": {"next": "c1"}})

    def page_cursor_loop(self):
        self.page_cursor(loop=1)

    def page_foreign(self):
        other = f"http://localhost:{self.server.server_port}/numbered?page=2"
        self.give(records(0), headers=[("Link", f'<{other}>; rel="next"')])

    def page_disguised(self):
        host = f"127.0.0.1:{self.server.server_port}"
        other = f"localhost:{self.server.server_port}"
        link = [f"http://{other}/\u0338@{host}/numbered?page=2", f"http://{other}\\@{host}/numbered",
                f"http://{other}#@{host}/", f"http://{host}\\@{other}/numbered",
                f"//{other}/numbered", f"\\\\{other}/numbered"][int(self.query["kind"])]
        self.give(records(0), headers=[("Link", f"<{link.encode().decode('latin-1')}>; rel=next")])

    def page_scheme(self):
        self.give(records(0), headers=[("Link", '<file:///etc/passwd>; rel="next"')])

    # Very large

    def page_huge(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(5 << 30))
        self.end_headers()
        block = b'[{"id": 1, "name": "' + b"x" * (1 << 20)
        for _ in range(5 << 10):
            self.wfile.write(block)

    def page_endless(self):
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        block = b"10000\r\n" + b"[" * 0x10000 + b"\r\n"
        while True:
            self.wfile.write(block)

    def page_huge_head(self):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for number in range(1 << 20):
            self.wfile.write(b"X-%d: %s\r\n" % (number, b"y" * 1000))

    def page_dense(self):
        self.give(b"[" + b"1," * ((2 << 20) - 2) + b"1]")

    def page_large(self):
        number = self.number()
        numbers = range(number * 300, number * 300 + 300) if number < 20 else []
        self.give([{"id": n, "name": f"Name {n}", "more": "x" * 10000} for n in numbers])


class MisbehavingServer:
    """Serves until the block ends, on a port that the system chooses."""

    def __init__(self, handler=Handler):
        self.handler = handler

    def __enter__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler)
        self.server.daemon_threads = True
        self.server.lock, self.server.counts = threading.Lock(), {}
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()

    def url(self, path):
        return f"http://127.0.0.1:{self.server.server_port}{path}"


if __name__ == "__main__":
    with MisbehavingServer() as server:
        print(server.url("/"), flush=True)
        threading.Event().wait()
