import Platform
import CommandLineKit
import Fetching
import Dispatch
import Reactive
import TerminalKit
import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A place with streams, and which of them a command is for.
struct StreamSelection: Equatable, Sendable {
  /// The path of a file or a folder, or a URL.
  var file: String
  /// The id or the name of one stream; nil for all of them.
  var stream: String?

  /// What stands on the command line.
  static let operands = [
    CommandSpec.Operand.file,
    CommandSpec.Operand(placeholder: "ID|NAME", noun: "stream", isOptional: true),
  ]

  /// How it is written in a call.
  static let usage = operands.map { CommandSpec.UsagePart.operand($0) }

  /// What the help says of the place.
  static let note =
    "FILE may be a folder, for all files in it whose names end in .json, and a URL that begins "
    + "with http://, https:// or file://."
}

extension StreamSelection {
  init(_ arguments: Arguments) {
    file = arguments.operand(0) ?? ""
    stream = arguments.operand(1)
  }

  /// The place, of which a URL is looked at at most so often.
  func source(every interval: Duration = .seconds(1)) throws(StreamStoreError) -> StreamSource {
    StreamSource(
      try StreamAddress(file), transport: CurlTransport(userAgent: Program.name),
      interval: interval)
  }

  /// Does something with each of the streams, in the order of the file.
  ///
  /// Where all are meant, everything that is wrong with the place is reported on standard error,
  /// and the rest goes on.
  ///
  /// - Returns: Whether nothing was wrong.
  /// - Throws: What makes the place, or the one stream that is meant, unusable.
  @MainActor func forEach(
    _ body: (StreamDocument, StreamLibrary) throws(StreamDocumentError) -> Void
  ) throws -> Bool {
    let contents = try load()
    if let stream {
      let found = try find(stream, in: contents)
      try body(found.document, found.library)
      return true
    }
    var problems: Set<String> = []
    func report(_ problem: some CustomStringConvertible) {
      if problems.insert(problem.description).inserted { Self.report(problem.description) }
    }
    contents.problems.forEach(report)
    for stream in contents.streams {
      do throws(StreamDocumentError) { try body(stream.document, stream.library) } catch {
        // A stream may be fine itself and need one that is not.
        report(error)
      }
    }
    return problems.isEmpty
  }

  /// The stream with an id or a name.
  ///
  /// - Throws: Why there is none, and what to ask for instead.
  func find(_ stream: String, in contents: StreamContents) throws -> StreamContents.Stream {
    if let found = contents.stream(called: stream) { return found }
    if contents.files.isEmpty, let problem = contents.problems.first { throw problem }
    throw StreamDocumentError(
      "there is no stream “\(stream)” that can be read; \(advice(on: stream, in: contents))",
      file: file)
  }

  /// Says on standard error that a value of a stream is missing.
  func report(_ failure: StreamFailure) { Self.report("\(file): \(failure)") }

  /// Says something on standard error.
  static func report(_ sentence: String) {
    OutputDescriptor.error.report("\(Program.name): \(sentence)")
  }

  /// What the place holds, however long its server takes.
  func load() throws(StreamStoreError) -> StreamContents {
    let (contents, isThere) = (Locked<StreamContents?>(nil), DispatchSemaphore(value: 0))
    let subscription = try source().contents.sink { new in
      contents.withLock { $0 = new }
      isThere.signal()
    }
    isThere.wait()
    subscription.cancel()
    return contents.withLock { $0! }
  }

  /// Throws where the system gives no thread, without which no place can be followed.
  func checkIsFollowable() throws(StreamStoreError) {
    let code = WorkerThread.check()
    guard code != 0 else { return }
    throw .unreadable(
      path: file,
      reason: "no thread could be started to follow it: \(SystemError(code).reason)")
  }

  /// What to ask for instead of a stream that is not there.
  private func advice(on stream: String, in contents: StreamContents) -> String {
    let documents = contents.streams.map(\.document)
    let known = documents.map(\.id) + documents.map(\.title)
    if let nearest = Suggestion.nearest(to: stream, among: known) {
      return "did you mean “\(nearest)”?"
    }
    let ids = documents.prefix(8).map { "“\($0.id)”" }
    if ids.isEmpty { return "no other can, either" }
    let others = documents.count - ids.count
    return "there are \((ids + (others > 0 ? ["\(others) more"] : [])).listed)"
  }
}
