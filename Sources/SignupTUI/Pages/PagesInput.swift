/// The records that `pages` shows, as the command line names them.
struct PagesInput: Equatable, Sendable {
  /// A source of pages.
  enum Source: Equatable, Sendable {
    /// A service, by the URL with the placeholder of a page.
    case service(PageTemplate)
    /// A file.
    case file(String)
    /// A program with its arguments, and the text that they were parsed from.
    case program([String], PageTemplate)
  }

  var origin: Source
  /// The paths and expressions of the records.
  var mapping = RecordMapping()
  /// The path to the next cursor.
  var next: RecordPath?
  /// The number of the first page or record.
  var first: Int?
  /// The format of a file; nil to guess it from its name.
  var format: RecordFileFormat?
  /// The file with the headers of requests.
  var headerFile: String?
  /// The timeout for a response, in seconds; nil for the default.
  var timeout: Int?

  static let url = Option.text(
    "--url", "URL",
    help: "load a service's pages; URL can contain {page}, {offset} or {cursor}"
  ).ofCommandLineOnly
  static let file = Option.file(
    "--file", help: "load a file of any size: JSON, NDJSON, CSV or a log"
  ).ofCommandLineOnly
  static let command = Option.text(
    "--command", "PROGRAM",
    help: "load a program's output; PROGRAM can contain the same"
  ).ofCommandLineOnly
  static let title = Option.text(
    "--title", "EXPRESSION",
    help: "show this for each record, such as value.name"
  ).ofCommandLineOnly
  static let detail = Option.text(
    "--detail", "EXPRESSION", help: "also show this, such as text(value.age) + ' years'"
  ).ofCommandLineOnly
  static let key = Option.text(
    "--key", "EXPRESSION", help: "identify records by this (default: value.id)"
  ).ofCommandLineOnly
  static let next = Option.text(
    "--next", "PATH", help: "set the path of the next cursor or URL, such as meta.next"
  ).ofCommandLineOnly
  static let first = Option.number(
    "--first", "N", 0...1_000_000_000, of: "whole numbers",
    help: "start at this page or offset (default: page 1, offset 0)"
  ).ofCommandLineOnly
  static let timeout = Option.number(
    "--timeout", "SECONDS", 1...3600, of: "whole seconds",
    help: "wait this long for a page (default: 15, or 60 for a program)"
  ).ofCommandLineOnly
  static let format = Option<RecordFileFormat>.anyCase(
    "--format", "FORMAT",
    help: "read \(RecordFileFormat.allCases.map(\.rawValue).alternatives) (default: by file name)"
  ).ofCommandLineOnly
  static let headerFile = HeaderFile.option

  static let sources = [url.spec, file.spec, command.spec]
  static let ofRecords = [ServiceURL.items.spec, title.spec, detail.spec, key.spec]
  static let ofRequests = [next.spec, first.spec, timeout.spec]
  static let specs = sources + ofRecords + ofRequests + [format.spec, headerFile.spec]

  static let rules: [OptionRule] =
    [
      .apart([url.spec], [file.spec, command.spec], because: "only one list is shown"),
      .apart([file.spec], [command.spec], because: "only one list is shown"),
      .apart([file.spec], ofRequests, because: "a file needs no requests"),
      .apart(
        [file.spec, command.spec], [headerFile.spec], because: "headers are sent only to a service"),
      .apart(
        [url.spec, command.spec], [format.spec], because: "only a file has a format"),
    ]
}

extension PagesInput {
  /// Reads a command line; nil if it names no source of records.
  init?(_ arguments: Arguments) throws(UsageError) {
    if let text = try arguments[Self.url] {
      let url = try ServiceURL.checked(
        text, of: Self.url.spec, insteadOfSecrets: "Use --header-file.")
      origin = .service(try Self.template(url, of: "--url"))
    } else if let path = try arguments[Self.file] {
      origin = .file(path)
    } else if let text = try arguments[Self.command] {
      guard let words = CommandWords.words(of: text) else {
        throw UsageError("A quotation mark in --command '\(text)' is not closed.")
      }
      guard !words.isEmpty else { throw UsageError("--command needs a program.") }
      origin = .program(words, try Self.template(text, of: "--command"))
    } else {
      for option in Self.specs where arguments.has(option) {
        throw UsageError("\(option.name) needs --url, --file or --command.")
      }
      return nil
    }
    mapping = try Self.mapping(arguments)
    next = try arguments[Self.next].map { RecordPath($0) }
    first = try arguments[Self.first]
    timeout = try arguments[Self.timeout]
    format = try arguments[Self.format]
    headerFile = try arguments[Self.headerFile]
    switch origin {
    case .service(let template), .program(_, let template):
      guard template.placeholder == .cursor, next == nil else { break }
      throw UsageError(
        "{cursor} needs --next PATH, the path of the next cursor, such as --next meta.next.")
    case .file: break
    }
  }

  private static func template(_ text: String, of option: String) throws(UsageError) -> PageTemplate
  {
    do throws(PageTemplateError) { return try PageTemplate(text) } catch {
      throw UsageError("\(option) '\(text)': \(error).")
    }
  }

  private static func mapping(_ arguments: Arguments) throws(UsageError) -> RecordMapping {
    func expression(_ option: Option<String>) throws(UsageError) -> StreamExpression? {
      guard let text = try arguments[option] else { return nil }
      do throws(StreamExpressionError) {
        let expression = try StreamExpression(text)
        try expression.check(for: .map)
        return expression
      } catch {
        throw UsageError(
          "\(option.spec.name) '\(text)': \(error). The record is called value, as in value.name.")
      }
    }
    var mapping = RecordMapping()
    mapping.items = try arguments[ServiceURL.items].map { RecordPath($0) }
    mapping.title = try expression(Self.title)
    mapping.detail = try expression(Self.detail)
    mapping.key = try expression(Self.key)
    return mapping
  }

  /// The name of the source, without secrets.
  var name: String {
    switch origin {
    case .service(let template): HTTPRequest(template.text).address
    case .file(let path): path
    case .program(let words, _): words[0]
    }
  }

  /// The pages as a list loads them.
  ///
  /// - Throws: The reason why the file with the headers cannot be used.
  func source() throws -> CursorSource<RecordItem, RecordCursor> {
    switch origin {
    case .service(let template):
      let headers = try headerFile.map { try HeaderFile.headers(in: $0) } ?? [:]
      return RemotePages(
        template, mapping: mapping, next: next, first: first, headers: headers,
        timeout: .seconds(timeout ?? 15), transport: CurlTransport(userAgent: Program.name)
      ).source
    case .file(let path): return RecordFile(path: path, format: format, mapping: mapping).source
    case .program(let words, let template):
      return try RemotePages(
        command: words, template, mapping: mapping, next: next, first: first,
        timeout: .seconds(timeout ?? 60)
      ).source
    }
  }
}
