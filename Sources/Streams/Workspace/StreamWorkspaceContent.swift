import Formats
import Reactive

/// The part of a file that a workspace needs to run its documents and to report their errors.
///
/// Made from the file once, on any thread: with many documents it takes longer than a frame.
struct StreamWorkspaceContent: Sendable {
  /// The documents, each below its sources.
  let order: [StreamDocument]
  let library: StreamLibrary
  /// The names of documents by their ids.
  let names: [String: String]
  /// The numbers of the documents' contents, which are shared by all contents of the workspace.
  let versions: [String: Int]
  /// The errors of single documents, a sentence each.
  let problems: [String]
  /// The names of the unreadable documents.
  let unread: [String]

  /// The maximum number of sentences.
  static let problemLimit = 1_000

  /// - Parameters:
  ///   - table: The numbers of the documents' contents.
  ///   - bound: The ids of the bound inputs, whose test data are irrelevant.
  init(_ file: StreamDocumentFile, _ table: Locked<StreamVersions>, bound: Set<String> = []) {
    var file = file
    for id in bound {
      guard case .input(var input)? = file[id], !input.test.isEmpty else { continue }
      input.test = []
      file.replace(.input(input))
    }
    let library = file.library
    self.library = library
    order = file.documentsBelowTheirSources
    names = Dictionary(order.map { ($0.id, $0.title.cut(to: WorkspaceRow.titleLimit)) }) {
      first, _ in first
    }
    versions = table.withLock { $0.numbers(of: library) }
    problems = file.errors(with: library).sentences(named: file.name)
    unread = file.unread
  }
}

extension [StreamDocumentError] {
  /// Returns a sentence for each error, and one for the number beyond the limit.
  func sentences(named file: String?) -> [String] {
    let limit = StreamWorkspaceContent.problemLimit
    guard count > limit else { return map(\.description) }
    let more = "\(count - limit) more errors; 'streams check' lists all"
    return prefix(limit).map(\.description) + [file.map { "\($0): \(more)" } ?? more]
  }
}
