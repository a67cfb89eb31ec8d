import Reactive

/// What a lab has to know of a file to run its documents and to say what is wrong with them.
///
/// Made of the file once, on any thread: with many documents it takes longer than a frame.
struct StreamLabContent: Sendable {
  /// The documents, each below those that it is made of.
  let order: [StreamDocument]
  let library: StreamLibrary
  /// The names of documents by their ids.
  let names: [String: String]
  /// What documents are, in numbers that other contents of the lab have, too.
  let versions: [String: Int]
  /// What is wrong with single documents, a sentence each.
  let problems: [String]
  /// Whether all documents can be read.
  let isReadable: Bool

  /// How many sentences there are at most.
  static let problemLimit = 1_000

  /// - Parameter table: The numbers of what documents are.
  init(_ file: StreamDocumentFile, _ table: Locked<StreamVersions>) {
    let library = file.library
    self.library = library
    order = file.documentsBelowTheirSources
    names = Dictionary(order.map { ($0.id, $0.title.cut(to: StreamLane.titleLimit)) }) { first, _ in
      first
    }
    versions = table.withLock { $0.numbers(of: library) }
    problems = file.errors(with: library).sentences(named: file.name)
    isReadable = file.entries.allSatisfy { (try? $0.document.get()) != nil }
  }
}

extension [StreamDocumentError] {
  /// A sentence for each, and one for those beyond a limit.
  func sentences(named file: String?) -> [String] {
    let limit = StreamLabContent.problemLimit
    guard count > limit else { return map(\.description) }
    let more = "\(count - limit) more errors; 'streams check' lists all"
    return prefix(limit).map(\.description) + [file.map { "\($0): \(more)" } ?? more]
  }
}
