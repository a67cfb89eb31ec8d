import Fetching
import Formats
import Platform
import Reactive
import ReactiveExtras

/// Pages of a service's records: by number, by offset, by a cursor in the response, or by the link
/// to the next page.
///
///     let template = try PageTemplate("https://example.org/users?page={page}")
///     let pages = RemotePages(template, mapping: RecordMapping(), transport: transport)
///     let model = PagedListViewModel(pages.source, scheduler: scheduler)
///
/// The list ends with a page that has no records, or that names no next one although the service
/// names them. Numbered pages also end if a page other than the first is missing (404). A repeated
/// response is an error, so that no service is queried forever. Headers are sent only to the origin
/// of the template.
public struct RemotePages: Sendable {
  /// The URL with the placeholder of a page.
  package let template: PageTemplate
  /// The paths and expressions of the records.
  package let mapping: RecordMapping
  /// The path of the next cursor in a response: text, a number or a URL. False, null and a missing
  /// value are the end; true continues counting.
  package let next: RecordPath?
  /// The number of the first page, or of records before it.
  package let first: Int
  /// The usual bytes that a response may have.
  package static let largestResponse = 4 << 20

  private let ask: @Sendable (PageTemplate, RecordCursor.Address) -> PageFetch

  /// Describes the pages of a service.
  ///
  /// - Parameters:
  ///   - template: The URL with the placeholder of a page.
  ///   - mapping: How records are found and shown.
  ///   - next: The path of the next cursor in a response.
  ///   - first: The number of the first page, or of records before it; nil for page 1 and offset 0.
  ///   - headers: The headers of each request, such as a key.
  ///   - timeout: The maximum time to wait for a response.
  ///   - transport: Answers the requests.
  public init(
    _ template: PageTemplate, mapping: RecordMapping, next: RecordPath? = nil, first: Int? = nil,
    headers: HTTPHeaders = [:], timeout: Duration = .seconds(15), transport: any Transport
  ) {
    let server = HTTPRequest(template.text).origin
    self.init(template, mapping, next, first) { template, address in
      let url =
        if case .url(let next) = address { next } else {
          template.text(for: address, escape: \.percentEncoded)
        }
      var request = HTTPRequest(
        url, headers: headers, timeout: timeout, largestBody: RemotePages.largestResponse)
      if request.headers["Accept"] == nil { request.headers["Accept"] = "application/json" }
      // Redirections are checked first: a key is for one server.
      request.followsRedirections = headers.isEmpty
      guard headers.isEmpty || request.origin == server else {
        return PageFetch(
          request: request,
          response: Fail(error: RemotePages.isElsewhere(url)).eraseToAnyPublisher())
      }
      return PageFetch(
        request: request, response: RemotePages.response(on: Redirection(request), from: transport))
    }
  }

  /// Asks, and follows redirections; with headers, only to the same server.
  private static func response(
    on redirection: Redirection, from transport: any Transport
  ) -> AnyPublisher<HTTPResponse, PageLoadError> {
    transport.response(to: redirection.request).mapError { PageLoadError($0) }
      .flatMap { response -> AnyPublisher<HTTPResponse, PageLoadError> in
        let here = Just(response).setFailureType(to: PageLoadError.self)
        var next = redirection
        do throws(TransportError) {
          guard try next.follow(response) else { return here.eraseToAnyPublisher() }
        } catch { return Fail(error: PageLoadError(error)).eraseToAnyPublisher() }
        guard
          redirection.original.followsRedirections
            || next.request.origin == redirection.original.origin
        else {
          return Fail(error: isElsewhere(next.request.url)).eraseToAnyPublisher()
        }
        return RemotePages.response(on: next, from: transport)
      }
      .eraseToAnyPublisher()
  }

  /// Describes the pages that a program writes; it is run for each page, without a shell.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments; the placeholder of a page may be in any of them.
  ///   - template: The arguments as one text.
  ///   - mapping: How records are found and shown.
  ///   - next: The path of the next cursor in the output.
  ///   - first: The number of the first page, or of records before it.
  ///   - timeout: The maximum time for a run.
  package init(
    command arguments: [String], _ template: PageTemplate, mapping: RecordMapping,
    next: RecordPath? = nil, first: Int? = nil, timeout: Duration = .seconds(60)
  ) throws(PageTemplateError) {
    var templates: [PageTemplate] = []
    for word in arguments { templates.append(try PageTemplate(word)) }
    let parts = templates
    self.init(template, mapping, next, first) { _, address in
      let arguments = parts.map { $0.text(for: address, escape: { $0 }) }
      let output = ProgramOutput(arguments, limit: RemotePages.largestResponse, timeout: timeout)
      return PageFetch(
        request: nil, name: arguments[0],
        response: output.bytes()
          .map { HTTPResponse(status: 200, body: $0) }
          .mapError { PageLoadError("\($0)", cause: $0, mayPass: false) }
          .eraseToAnyPublisher())
    }
  }

  private init(
    _ template: PageTemplate, _ mapping: RecordMapping, _ next: RecordPath?, _ first: Int?,
    _ ask: @escaping @Sendable (PageTemplate, RecordCursor.Address) -> PageFetch
  ) {
    (self.template, self.mapping, self.next, self.ask) = (template, mapping, next, ask)
    self.first = first ?? (template.placeholder == .page ? 1 : 0)
  }

  /// The pages as a list loads them.
  public var source: CursorSource<RecordItem, RecordCursor> {
    CursorSource { cursor -> AnyPublisher<CursorPage<RecordItem, RecordCursor>, PageLoadError> in
      let cursor = cursor ?? firstCursor
      if cursor.address == .untold {
        return Fail(
          error: PageLoadError(
            "\(HTTPRequest(template.text).address) has more than these \(cursor.count): its response names "
              + "the next page at “next”. Add --next next.", mayPass: false)
        ).eraseToAnyPublisher()
      }
      let fetch = ask(template, cursor.address)
      return fetch.response.attempting { response throws(PageLoadError) in
        try page(of: response, fetch, at: cursor)
      }
    }
  }

  private var firstCursor: RecordCursor {
    switch template.placeholder {
    case .page, .offset: RecordCursor(.number(first))
    case .cursor, nil: RecordCursor(.token(""))
    }
  }

  // MARK: Answers

  /// Returns the page of a response.
  private func page(
    of response: HTTPResponse, _ fetch: PageFetch, at cursor: RecordCursor
  ) throws(PageLoadError) -> CursorPage<RecordItem, RecordCursor> {
    if isBehindTheLast(response, cursor) { return CursorPage([], next: nil) }
    if let refusal = PageLoadError(response, from: fetch.name, hiding: fetch.request?.secrets ?? [])
    {
      throw refusal
    }
    if response.body.allSatisfy({ $0 <= 0x20 }) { return CursorPage([], next: nil) }
    let records = try fetch.failing { () throws(RecordError) in
      try fetch.request == nil
        ? mapping.records(ofOutput: response.body, from: cursor.count)
        : mapping.records(of: response.body, from: cursor.count)
    } because: {
      response.isSaidToBeJSON ? nil : response.headers["Content-Type"]
    }
    let hash = response.body.hashValue
    guard records.isEmpty || !cursor.trail.contains(hash) else { throw .repeated }
    let address = try nextAddress(response, fetch, at: cursor, count: records.count)
    return CursorPage(
      records,
      next: address.map {
        RecordCursor(
          $0, count: cursor.count + records.count, trail: Array(cursor.trail.suffix(7)) + [hash])
      },
      cost: records.reduce(0) { $0 + $1.size })
  }

  /// Returns true if a service has no page with a number, which may mean that the one before was
  /// the last.
  private func isBehindTheLast(_ response: HTTPResponse, _ cursor: RecordCursor) -> Bool {
    guard case .number(let number) = cursor.address, number > first else { return false }
    return response.status == 404 || response.status == 416
  }

  /// Returns the address of the next page; nil if there is none.
  private func nextAddress(
    _ response: HTTPResponse, _ fetch: PageFetch, at cursor: RecordCursor, count: Int
  ) throws(PageLoadError) -> RecordCursor.Address? {
    if let next {
      switch try fetch.failing({ () throws(RecordError) in try response.body.value(at: next) }) {
      case .string(let text) where !text.isEmpty:
        return template.placeholder == nil ? try url(of: text, fetch) : .token(text)
      case .number(let digits):
        // As written: a cursor may have more digits than a 64-bit number.
        if template.placeholder != nil { return .token(digits) }
        throw PageLoadError(
          "The value that \(fetch.name) returns at “\(next)” is the number \(digits.prefix(40)), "
            + "but the URL has no {cursor} for it.", mayPass: false)
      case .bool(true) where template.placeholder != nil: break
      case .bool, .null, .string, nil: return nil
      case .array, .object:
        throw PageLoadError(
          "The value that \(fetch.name) returns at “\(next)” is not a cursor (a text or a number).",
          mayPass: false)
      }
    } else if response.headers.hasLinks {
      guard let link = response.headers.link("next") else { return nil }
      if template.placeholder == nil { return try url(of: link, fetch) }
    }
    if template.placeholder == nil, fetch.request != nil, response.body.namesNextPage {
      return .untold
    }
    guard count > 0, case .number(let number) = cursor.address else { return nil }
    return .number(template.placeholder == .page ? number + 1 : number + count)
  }

  /// The address of a reference to the next page.
  private func url(
    of reference: String, _ fetch: PageFetch
  ) throws(PageLoadError) -> RecordCursor.Address {
    guard let request = fetch.request, let url = request.url(of: reference) else {
      throw PageLoadError(
        "The next page that \(fetch.name) names, “\(reference.prefix(100))”, is not a URL.",
        mayPass: false)
    }
    return .url(url)
  }

  private static func isElsewhere(_ url: String) -> PageLoadError {
    PageLoadError(
      "The service refers to \(HTTPRequest(url).address), another server; the headers are not sent "
        + "there, so loading stops.", mayPass: false)
  }
}

/// A request of a page, and what answers it.
struct PageFetch {
  /// The request; nil if a program is run.
  let request: HTTPRequest?
  /// The address or the name of the program.
  let name: String
  let response: AnyPublisher<HTTPResponse, PageLoadError>

  init(
    request: HTTPRequest?, name: String? = nil, response: AnyPublisher<HTTPResponse, PageLoadError>
  ) {
    (self.request, self.response) = (request, response)
    self.name = name ?? request?.address ?? ""
  }

  /// Reads a part of the response; an error names the source of the response.
  ///
  /// - Parameter because: Returns the kind of the response, if that explains an error.
  func failing<Value>(
    _ read: () throws(RecordError) -> Value, because kind: () -> String? = { nil }
  ) throws(PageLoadError) -> Value {
    do throws(RecordError) { return try read() } catch {
      let kind = kind().map { " (its content type is \($0.prefix(60)))" } ?? ""
      throw PageLoadError(
        "The response from \(name) cannot be shown: \(error)\(kind).", cause: error, mayPass: false)
    }
  }
}

extension HTTPResponse {
  /// True if its type is JSON or not known.
  fileprivate var isSaidToBeJSON: Bool {
    headers["Content-Type"].map { $0.lowercased().hasBytes(of: "json") } ?? true
  }
}
