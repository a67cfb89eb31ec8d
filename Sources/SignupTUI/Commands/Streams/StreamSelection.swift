import TerminalKit
import ViewModels

/// A file of streams, and which of them a command is for.
struct StreamSelection: Equatable, Sendable {
  /// The file.
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
}

extension StreamSelection {
  init(_ arguments: Arguments) {
    file = arguments.operand(0) ?? ""
    stream = arguments.operand(1)
  }

  /// Does something with each of the streams, in the order of the file.
  ///
  /// Where all are meant, everything that is wrong with the file is reported on standard error, and
  /// the rest goes on.
  ///
  /// - Returns: Whether nothing was wrong.
  /// - Throws: What makes the file, or the one stream that is meant, unusable.
  @MainActor func forEach(
    _ body: (StreamDocument, StreamLibrary) throws(StreamDocumentError) -> Void
  ) throws -> Bool {
    let contents = try StreamStore(path: file).load().file
    let library = contents.library
    if let stream {
      guard let document = contents.document(called: stream) else {
        throw StreamDocumentError(
          "there is no stream “\(stream)” that can be read; \(advice(on: stream, in: contents))",
          file: file)
      }
      try body(document, library)
      return true
    }
    var problems = Set(contents.errors)
    contents.errors.forEach(report)
    var seen: Set<String> = []
    for document in contents.documents where seen.insert(document.id).inserted {
      do throws(StreamDocumentError) { try body(document, library) } catch {
        // A stream may be fine itself and need one that is not.
        if problems.insert(error).inserted { report(error) }
      }
    }
    return problems.isEmpty
  }

  /// Says on standard error that a value of a stream is missing.
  func report(_ failure: StreamFailure) {
    OutputDescriptor.error.report("\(Program.name): \(file): \(failure)")
  }

  private func report(_ error: StreamDocumentError) {
    OutputDescriptor.error.report("\(Program.name): \(error)")
  }

  /// What to ask for instead of a stream that is not there.
  private func advice(on stream: String, in contents: StreamDocumentFile) -> String {
    let documents = contents.documents
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
