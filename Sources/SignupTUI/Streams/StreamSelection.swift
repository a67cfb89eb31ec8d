/// A source with streams, and the ones that a command is for.
struct StreamSelection: Equatable, Sendable {
  /// The path of a file or a folder, or a URL.
  var file: String
  /// The id or the name of one stream; nil for all of them.
  var stream: String?
  /// The transport that fetches URLs; nil for one without headers.
  var transport: HeadedTransport?

  static func == (left: Self, right: Self) -> Bool {
    left.file == right.file && left.stream == right.stream
  }

  /// The operands of the command line.
  static let operands = [
    CommandSpec.Operand.file,
    CommandSpec.Operand(placeholder: "ID|NAME", noun: "stream", isOptional: true),
  ]

  /// Its form in a call.
  static let usage = operands.map { CommandSpec.UsagePart.operand($0) }
}

/// The errors of a document that should run.
private struct UnreadStream: Error, CustomStringConvertible {
  private let errors: [StreamDocumentError]

  /// Stores the errors of a document; nil if there are none.
  init?(keeping idOrName: String, in file: StreamDocumentFile) {
    errors = file.errors(keeping: idOrName)
    if errors.isEmpty { return nil }
  }

  /// A line for each, as `check` writes them.
  var description: String { errors.map(\.description).joined(separator: "\n\(Program.name): ") }
}

extension StreamSelection {
  /// Reads the operands of a command.
  ///
  /// - Parameter remedy: What to use for a secret, which a URL must not contain.
  init(_ arguments: Arguments, insteadOfSecrets remedy: String = Self.unsigned) throws(UsageError) {
    file = arguments.operand(0) ?? ""
    stream = arguments.operand(1)
    try Self.check(file, insteadOfSecrets: remedy)
  }

  /// What to use for a secret if a command sends headers from files.
  static let signed = "Use --token-file or --header-file."
  /// What to use for a secret if a command sends no headers.
  static let unsigned = "Fetch it with another program, and read it as -."

  /// Throws if a source is a URL with a user and a password in it.
  static func check(_ file: String, insteadOfSecrets remedy: String) throws(UsageError) {
    guard case .web(let url)? = try? StreamAddress(file) else { return }
    _ = try ServiceURL.checked(url, of: "FILE", insteadOfSecrets: remedy)
  }

  /// The transport that fetches URLs.
  static var transport: any Transport { CurlTransport(userAgent: Program.name) }

  /// Returns the source of the documents; a URL is requested at most once in an interval.
  func source(every interval: Duration = .seconds(1)) throws(StreamStoreError) -> StreamSource {
    StreamSource(
      try StreamAddress(file), transport: transport ?? Self.transport, interval: interval)
  }

  /// Calls a closure for each of the streams, in the order of the file.
  ///
  /// For all streams, every problem of the source is reported on standard error, and the other
  /// streams continue.
  ///
  /// - Parameter contents: The contents of the source; nil to read it.
  /// - Returns: True if there was no problem.
  /// - Throws: The error that makes the source, or the single stream requested, unusable.
  @MainActor func forEach(
    in contents: StreamContents? = nil,
    _ body: (StreamContents.Stream) throws(StreamDocumentError) -> Void
  ) throws -> Bool {
    let contents = try contents ?? load()
    if let stream {
      let found = try find(stream, in: contents)
      do throws(StreamDocumentError) { try body(found) } catch {
        throw (UnreadStream(keeping: found.document.id, in: found.file) as (any Error)?) ?? error
      }
      return true
    }
    var problems: Set<String> = []
    func report(_ problem: some CustomStringConvertible) {
      if problems.insert(problem.description).inserted { Self.report(problem.description) }
    }
    for problem in contents.problems { report(problem) }
    for stream in contents.streams {
      do throws(StreamDocumentError) { try body(stream) } catch {
        // A stream without errors may need one that has errors.
        report(error)
      }
    }
    return problems.isEmpty
  }

  /// The selected streams.
  ///
  /// - Throws: The reason why there is none, with advice.
  func streams(in contents: StreamContents) throws -> [StreamContents.Stream] {
    guard let stream else { return contents.streams }
    return [try find(stream, in: contents)]
  }

  /// The stream with an id or a name.
  ///
  /// - Throws: The reason why there is none, with advice.
  func find(_ stream: String, in contents: StreamContents) throws -> StreamContents.Stream {
    if let found = contents.stream(called: stream) { return found }
    if contents.files.isEmpty, let problem = contents.problems.first { throw problem }
    for file in contents.files {
      if let error = UnreadStream(keeping: stream, in: file) { throw error }
    }
    throw StreamDocumentError(
      "there is no stream “\(stream)” that can be read; \(advice(on: stream, in: contents))",
      file: file)
  }

  /// Reports on standard error that a value of a stream is missing.
  func report(_ failure: StreamFailure) { reportInFile("\(failure)") }

  /// Reports a sentence about the file on standard error.
  func reportInFile(_ sentence: String) { Self.report("\(file): \(sentence)") }

  /// Reports a sentence on standard error.
  static func report(_ sentence: String) {
    OutputDescriptor.error.report("\(Program.name): \(sentence)")
  }

  /// Returns the contents of the source, waiting for a slow server.
  func load() throws(StreamStoreError) -> StreamContents {
    if PipedStreams.isPiped(file) { return try PipedStreams.contents(of: file) }
    return try source().contents.waitForFirst()
  }

  /// Throws if the source can be read only once, or if the system provides no thread, which
  /// following requires.
  func checkIsFollowable() throws {
    if PipedStreams.isPiped(file) {
      throw UsageError(
        "\(file) can be read only once; --watch needs a file, a folder or a URL that others "
          + "change.")
    }
    try ThreadSupply.check()
  }

  /// Returns the advice on a stream that does not exist.
  private func advice(on stream: String, in contents: StreamContents) -> String {
    let documents = contents.streams.map(\.document)
    let known = documents.map(\.id) + documents.map(\.title)
    if let nearest = Suggestion.nearest(to: stream, among: known) {
      return "did you mean “\(nearest)”?"
    }
    let ids = documents.prefix(8).map { "“\($0.id)”" }
    if ids.isEmpty { return "no stream in it can be read" }
    let others = documents.count - ids.count
    return "use \((ids + (others > 0 ? ["one of \(others) more"] : [])).alternatives)"
  }
}
