import Fetching
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("Pages of a service") @MainActor
struct RemotePagesTests {
  private typealias Model = PagedListViewModel<RecordItem, RecordCursor>
  private let clock = VirtualTimeScheduler()

  /// A service that answers by the part of a URL behind its host, and notes what it was asked.
  private final class Service: Sendable {
    let requests = Locked<[HTTPRequest]>([])
    private let answer: @Sendable (String) -> HTTPResponse

    init(_ answer: @escaping @Sendable (String) -> HTTPResponse) { self.answer = answer }

    var transport: ScriptedTransport {
      ScriptedTransport { [self] request in
        requests.withLock { $0.append(request) }
        return .success(answer(String(request.url.dropFirst("http://a.example".count))))
      }
    }

    var targets: [String] {
      requests.withLock { $0.map { String($0.url.dropFirst("http://a.example".count)) } }
    }
  }

  private nonisolated static func json(
    _ text: String, status: Int = 200, headers: HTTPHeaders = [:]
  ) -> HTTPResponse { HTTPResponse(status: status, headers: headers, body: Array(text.utf8)) }

  /// Loads all pages, and returns the model.
  private func load(
    _ target: String, _ service: Service, items: RecordPath? = nil, next: RecordPath? = nil,
    first: Int? = nil, headers: HTTPHeaders = [:], retry: PageRetry = .never
  ) throws -> Model {
    let pages = RemotePages(
      try PageTemplate("http://a.example" + target), mapping: try RecordMapping(items: items),
      next: next, first: first, headers: headers, transport: service.transport)
    let model = Model(pages.source, retry: retry, scheduler: clock)
    var loads = 0
    repeat {
      model.load()
      clock.run()
      loads += 1
    } while model.state == .hasMoreData && loads < 50
    return model
  }

  private func message(_ model: Model) -> String? {
    if case .error(let error) = model.state { error.description } else { nil }
  }

  // MARK: Ways to the next page

  @Test("A next page to which no way is named is said behind the first")
  func untold() throws {
    let service = Service { _ in
      Self.json(#"{"count": 3, "next": "http://a.example/u?page=2", "results": [{"id": 1}]}"#)
    }
    let model = try load("/u", service)
    #expect(model.items.count == 1 && service.targets == ["/u"])
    #expect(
      message(model) == "http://a.example/u has more than these 1: its response names the next "
        + "page at “next”. Add --next next.")
    let last = try load(
      "/u", Service { _ in Self.json(#"{"next": null, "results": [{"id": 1}]}"#) })
    #expect(message(last) == nil && last.items.count == 1)
  }

  @Test("Numbered pages are asked for until one has no records")
  func numbered() throws {
    let service = Service { target in
      ["/?p=1": "[1, 2]", "/?p=2": "[3]"][target].map { Self.json($0) } ?? Self.json("[]")
    }
    let model = try load("/?p={page}", service)
    #expect(model.items.map(\.title) == ["1", "2", "3"] && model.hasEnded)
    #expect(service.targets == ["/?p=1", "/?p=2", "/?p=3"])
    #expect(service.requests.withLock { $0[0].headers["Accept"] } == "application/json")
  }

  @Test("A first number may be said, and a page that is missing behind it is the end")
  func missing() throws {
    let service = Service { $0 == "/0" ? Self.json("[1]") : Self.json("", status: 404) }
    #expect(try load("/{page}", service, first: 0).hasEnded)
    #expect(service.targets == ["/0", "/1"])
    let nothing = try load("/{page}", service, first: 5)
    #expect(
      message(nothing) == "There is nothing at http://a.example/5 (status 404). Check the address.")
  }

  @Test("An offset is the number of records before")
  func offset() throws {
    let service = Service { target in
      ["/?o=0": "[1, 2, 3]", "/?o=3": "[4, 5]"][target].map { Self.json($0) } ?? Self.json("[]")
    }
    #expect(try load("/?o={offset}", service).items.count == 5)
    #expect(service.targets == ["/?o=0", "/?o=3", "/?o=5"])
  }

  @Test("A cursor comes from the answer, is escaped, and is left out of the first request")
  func cursor() throws {
    let service = Service { target in
      Self.json(
        target == "/u?n=5" ? #"{"list": [1], "next": "a&b="}"# : #"{"list": [2], "next": null}"#)
    }
    let model = try load("/u?n=5&after={cursor}", service, next: "next")
    #expect(model.items.map(\.title) == ["1", "2"] && model.hasEnded)
    #expect(service.targets == ["/u?n=5", "/u?n=5&after=a%26b%3D"])
  }

  @Test("The link to the next page is followed, also a relative one")
  func link() throws {
    let service = Service { target in
      target == "/u/list?p=1"
        ? Self.json("[1]", headers: ["Link": #"<list?p=2>; rel="next""#])
        : Self.json("[2]", headers: ["Link": #"<list?p=1>; rel="first""#])
    }
    #expect(try load("/u/list?p=1", service).items.count == 2)
    #expect(service.targets == ["/u/list?p=1", "/u/list?p=2"])
    // Links say where numbered pages end, too.
    #expect(try load("/u/list?p={page}", service).items.count == 2)
    #expect(service.targets.suffix(2) == ["/u/list?p=1", "/u/list?p=2"])
  }

  @Test("True at the path of the next page goes on counting")
  func more() throws {
    let service = Service { Self.json(#"{"list": [\#($0.last!)], "more": \#($0 == "/1")}"#) }
    #expect(try load("/{page}", service, next: "more").items.map(\.title) == ["1", "2"])
  }

  @Test("Without any way to a next page there is one")
  func single() throws {
    let service = Service { _ in Self.json("[1]") }
    #expect(try load("/", service).hasEnded && service.targets == ["/"])
  }

  // MARK: What is refused

  @Test(
    "Answers that repeat are an error, with keys and without",
    arguments: [
      #"[{"id": 1}]"#, #"[{"name": "x"}]"#,
    ])
  func repeated(body: String) throws {
    let service = Service { _ in Self.json(body) }
    let model = try load("/{page}", service)
    #expect(message(model)?.contains("repeats an earlier one") == true)
    #expect(model.items.count == 1 && service.targets.count == 2)
  }

  @Test("Headers are sent to one server alone")
  func otherServer() throws {
    let service = Service { _ in
      Self.json("[1]", headers: ["Link": "<http://b.example/?key=x>; rel=next"])
    }
    let model = try load("/", service, headers: ["X-Key": "secret"])
    #expect(
      message(model)
        == "The service refers to http://b.example/, another server; the headers are not sent "
        + "there, so loading stops.")
    #expect(service.requests.withLock { $0.map { $0.headers["X-Key"] } } == ["secret"])
    #expect(model.items.count == 1)
  }

  @Test(
    "A link that only looks like one to the same server gets no headers",
    arguments: [
      "http://b.example/\u{338}@a.example/x", "http://b.example\\@a.example/x",
      "http://b.example#@a.example/", "http://a.example:81/", "//b.example/", "https://a.example/",
      "http://a.example@b.example/", "http://a.example.b.example/", "\\\\b.example/x",
      "http://a.example\\@b.example/", "http://a.example./",
    ])
  func disguises(link: String) throws {
    for isRedirection in [false, true] {
      let service = Service { target in
        if target != "/" { return Self.json("[2]") }
        return isRedirection
          ? Self.json("", status: 302, headers: ["Location": link])
          : Self.json("[1]", headers: ["Link": "<\(link)>; rel=next"])
      }
      let model = try load("/", service, headers: ["X-Key": "secret"])
      #expect(message(model) != nil)
      #expect(service.requests.withLock { $0.map(\.url) } == ["http://a.example/"])
    }
  }

  @Test(
    "A redirected 403 or 503 with a time to wait is tried again after it", arguments: [403, 503])
  func waitsFor(status: Int) throws {
    let count = Locked(0)
    let service = Service { _ in
      let isFirst = count.withLock { count -> Bool in
        count += 1
        return count == 1
      }
      return isFirst
        ? Self.json("", status: status, headers: ["Retry-After": "20"]) : Self.json("[]")
    }
    let start = clock.now
    #expect(try load("/{page}", service, retry: .usual).hasEnded)
    #expect(start.duration(to: clock.now) == .seconds(20))
  }

  @Test("A service that repeats a key in its own words is not quoted with it")
  func echo() throws {
    let service = Service { _ in
      Self.json(#"{"message": "Bearer k3y\u0338 and q-k3y are bad"}"#, status: 400)
    }
    let model = try load(
      "/?api_key=q-k3y", service, headers: ["Authorization": "Bearer k3y", "X": "y"])
    let text = try #require(message(model))
    #expect(!text.contains("k3y") && text.contains("<secret>"))
  }

  @Test(
    "A page of null, or of nothing but empty lists, is the last one",
    arguments: [
      "null", " null ", #"{"items":null}"#, #"{"errors":[],"data":[]}"#,
      #"{"data":{"users":null}}"#,
      #"{"results":null,"next":null}"#, #"{"error":null,"errors":null,"data":null}"#,
      #"{"a":[],"b":{"c":[]}}"#, #"{"items":[],"total":3}"#,
    ])
  func nulls(body: String) throws {
    let service = Service { Self.json($0 == "/1" ? #"{"data": [{"id": 1}]}"# : body) }
    let model = try load("/{page}", service)
    #expect(model.hasEnded && model.items.count == 1 && message(model) == nil)
  }

  @Test(
    "What reports an error, or has no list at all, is no empty page",
    arguments: [
      #"{"error":"no","data":null}"#, #"{"errors":{"a":1},"data":null}"#, #"{"a":1}"#, "7", "\"x\"",
      "true", #"{"tags":["x"],"data":[]}"#,
    ])
  func noLists(body: String) throws {
    #expect(try message(load("/{page}", Service { _ in Self.json(body) })) != nil)
  }

  @Test("Null at the path of the list is an empty page, and anything else there an error")
  func nullAtPath() throws {
    for (body, isEmpty) in [
      (#"{"d":{"u":null}}"#, true), (#"{"d":{"u":[]}}"#, true), (#"{"d":{"u":{}}}"#, false),
      (#"{"d":null}"#, false),
    ] {
      let model = try load("/{page}", Service { _ in Self.json(body) }, items: "d.u")
      #expect(model.hasEnded == isEmpty && (message(model) == nil) == isEmpty)
    }
  }

  @Test(
    "Numbers keep their digits, as records, in them, and as cursors",
    arguments: [
      "18446744073709551615", "9223372036854775808", "-9223372036854775809",
      "340282366920938463463374607431768211456", "0.12345678901234567890123", "1e400",
      "1.50000000000000000",
    ])
  func digits(number: String) throws {
    let service = Service { target in
      Self.json(
        target == "/"
          ? #"{"list": [{"id": \#(number), "x": [\#(number)]}, \#(number)], "next": \#(number)}"#
          : #"{"list": [{"id": 7}], "next": null}"#)
    }
    let model = try load("/?n={cursor}", service, next: "next")
    #expect(
      model.items.map(\.text) == [#"{"id":\#(number),"x":[\#(number)]}"#, number, #"{"id":7}"#])
    #expect(service.targets == ["/", "/?n=\(number)"])
    #expect(model.items.allSatisfy { $0.isJSON && $0.problem == nil })
    if number.utf8.allSatisfy({ $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "e") }) {
      #expect(model.items[0].id == .key(number, count: 0) && model.items[1].title == number)
    }
  }

  @Test(
    "A redirection is followed with headers only on the same server",
    arguments: [
      ("/b", 1), ("http://b.example/b", 0),
    ])
  func redirections(location: String, count: Int) throws {
    let service = Service { target in
      target == "/" ? Self.json("", status: 302, headers: ["Location": location]) : Self.json("[1]")
    }
    let model = try load("/", service, headers: ["X-Key": "secret"])
    #expect(model.items.count == count)
    #expect(service.requests.withLock { $0.allSatisfy { $0.origin?.host == "a.example" } })
    #expect(service.requests.withLock { !$0[0].followsRedirections })
  }

  @Test(
    "What cannot be shown is said with its place, without the query",
    arguments: [
      (
        json("<p>", headers: ["Content-Type": "text/html"]),
        "The response from http://a.example/1 cannot "
          + "be shown: it is not JSON: line 1, column 1: a value was expected, not < (its content type "
          + "is text/html)."
      ),
      (
        json(#"{"a": 1}"#),
        "The response from http://a.example/1 cannot be shown: it has no list of "
          + "records."
      ),
      (
        json("", status: 401),
        "http://a.example/1 denies access (status 401). Check the key and "
          + "its permissions."
      ),
      (
        json("", status: 500),
        "http://a.example/1 reports a server error (status 500). Try again "
          + "later."
      ),
      (
        json("", status: 429, headers: ["Retry-After": "7"]),
        "http://a.example/1 reports too many "
          + "requests (status 429). Try again in 7 seconds."
      ),
      (
        json("", status: 418),
        "http://a.example/1 refuses the request (status 418). Check the "
          + "address."
      ),
    ])
  func refusals(answer: HTTPResponse, expected: String) throws {
    let model = try load("/{page}?key=secret", Service { _ in answer })
    #expect(message(model) == expected)
  }

  private nonisolated static let quoted: [(HTTPResponse, String)] = [
    (
      json(#"{"message": "too many\nitems."}"#, status: 422),
      "http://a.example/1 refuses the request (status 422: “too many items”)."
    ),
    (
      json(#"{"detail": "No such list"}"#, status: 404),
      "There is nothing at http://a.example/1 (status 404: “No such list”). Check the address."
    ),
    (
      json(#"{"error": {"message": "slow down"}}"#, status: 403, headers: ["Retry-After": "7"]),
      """
      http://a.example/1 reports too many requests (status 403: “slow down”). \
      Try again in 7 seconds.
      """
    ),
    (
      json("", status: 403, headers: ["Retry-After": "0"]),
      "http://a.example/1 denies access (status 403). Check the key and its permissions."
    ),
    (
      json("", status: 302, headers: ["Location": "ftp://b/x?key=1"]),
      """
      http://a.example/1 leads to ftp://b/x, which does not begin with http:// or https:// and a \
      host; check the address.
      """
    ),
  ]

  @Test(
    "A refusal is quoted, and one that asks to wait or leads elsewhere says so", arguments: quoted)
  func quotes(answer: HTTPResponse, expected: String) throws {
    #expect(message(try load("/{page}?key=secret", Service { _ in answer })) == expected)
  }

  @Test(
    "The time to wait is said in seconds, or as a date beside the answer's own",
    arguments: [
      (["Retry-After": " 20 "], 20),
      (
        ["Retry-After": "Sun, 06 Nov 1994 08:50:07 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"],
        30
      ),
      (
        ["Retry-After": "Sun, 06 Nov 1994 08:50:07 GMT", "Date": "Sun, 06 Nov 1994 08:51:37 GMT"], 0
      ),
      (
        ["Retry-After": "Sunday, 06-Nov-94 08:50:07 GMT", "Date": "Sun Nov  6 08:49:37 1994"], 30
      ),
      (["Retry-After": "99999999999999999999"], 1), (["Retry-After": "-9223372036854775808"], 1),
      (
        [
          "Retry-After": "Sun, 06 Nov 9223372036854775807 08:50:07 GMT",
          "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
        ], 1
      ),
      (["Retry-After": "Sun, 06 Nov 1994 08:50:07 GMT"], 1), (["Retry-After": "soon"], 1), ([:], 1),
    ] as [(HTTPHeaders, Int)])
  func waits(headers: HTTPHeaders, seconds: Int) throws {
    let count = Locked(0)
    let service = Service { _ in
      let number = count.withLock {
        $0 += 1
        return $0
      }
      return number == 1 ? Self.json("", status: 429, headers: headers) : Self.json("[]")
    }
    let start = clock.now
    #expect(try load("/{page}", service, retry: .usual).hasEnded)
    #expect(Int(start.distance(to: clock.now).nanoseconds / 1_000_000_000) == seconds)
  }

  @Test(
    "Templates that cannot be filled in are refused",
    arguments: [
      ("http://a/{pge}", "there is no {pge}; use {page}, {offset} or {cursor}"),
      ("http://a/{page}/{offset}", "it has {page} and {offset}; one of them is enough"),
    ])
  func templates(text: String, problem: String) {
    #expect(throws: PageTemplateError.self) { try PageTemplate(text) }
    do { _ = try PageTemplate(text) } catch { #expect("\(error)" == problem) }
  }

  @Test("Braces of another meaning stay")
  func braces() throws {
    let template = try PageTemplate(#"jq {"a":1} {} {page}"#)
    #expect(template.placeholder == .page)
    #expect(try PageTemplate("a}{b").placeholder == nil)
  }
}
