import Formats

/// One row of the view of running streams.
public struct WorkspaceRow: Sendable {
  /// The document and the file that it belongs to.
  public let stream: StreamKey
  /// The part of the document that the row shows.
  package let part: Part
  /// The title of the row.
  public internal(set) var title: String
  /// The maximum number of characters of a title, more than a screen shows.
  static let titleLimit = 200

  /// The note after the title: the sources of the document.
  package internal(set) var note: String
  /// The marbles of the stream.
  public internal(set) var recording: MarbleRecording

  /// The part of a document that a row shows.
  package enum Part: Hashable, Sendable {
    /// The whole document.
    case whole
    /// The values that a chain takes.
    case input
    /// The result of the operator with this index and those before it.
    case step(Int)
    /// Nothing: the document cannot be run, or has not been saved.
    case idle
  }
}

extension WorkspaceRow {
  /// Makes the row of a document that is not running.
  init(idle stream: StreamKey, title: String, note: String = "") {
    self.init(
      stream: stream, part: .idle, title: title.cut(to: WorkspaceRow.titleLimit), note: note,
      recording: MarbleRecording())
  }
}

/// A document in one of several files.
public struct StreamKey: Hashable, Sendable {
  /// The file's name.
  public let file: String
  /// The document's id.
  public let id: String

  /// Makes the key of a document.
  package init(file: String, id: String) { (self.file, self.id) = (file, id) }
}

extension StreamDocument {
  /// Returns the sources of a document in a few words: `zip of Numbers and Letters`. Of very many
  /// sources, only the first are named.
  package func composition(in names: [String: String]) -> String {
    func named(_ ids: [String]) -> String {
      let known = ids.prefix(20).map { (names[$0] ?? $0).cut(to: WorkspaceRow.titleLimit) }
      let rest = ids.count - known.count
      return (known + (rest > 0 ? ["\(rest) more"] : [])).listed
    }
    return switch self {
    case .source: ""
    case .input(let input): input.unboundNote
    case .chain(let chain): "of \(named([chain.source]))"
    case .union(let union): "\(union.kind.rawValue) of \(named(union.sources))"
    case .join(let join): "\(join.kind.rawValue) of \(named(join.sources))"
    }
  }
}
