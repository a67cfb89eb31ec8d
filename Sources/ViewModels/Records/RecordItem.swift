/// A record of a service, a file or a program: its title, its detail, and its whole text.
public struct RecordItem: Identifiable, Hashable, Sendable {
  /// The identity of a record among those of one source.
  public enum ID: Hashable, Sendable {
    /// The key in the record itself, such as its `id`. A key that occurs several times on a page is
    /// counted, so that no record replaces another.
    case key(String, count: Int)
    /// The position in the source: the number of records before it, or its first byte's offset.
    case position(Int)
  }

  /// The identity.
  public let id: ID
  /// The name of the record: never empty, unless the record is.
  public let title: String
  /// Further information; nil if there is none.
  public let detail: String?
  /// The whole record on one line: JSON, or text.
  public let text: String
  /// True if ``text`` is JSON, false if it is plain text.
  public let isJSON: Bool
  /// The reason why the title or the detail could not be computed; nil if both could.
  public let problem: String?

  /// Makes a record.
  ///
  /// - Parameters:
  ///   - id: The identity.
  ///   - title: What the record is called.
  ///   - detail: More about it.
  ///   - text: The whole record on one line.
  ///   - isJSON: True if that is JSON.
  ///   - problem: The reason why the title or the detail could not be computed.
  package init(
    id: ID, title: String, detail: String? = nil, text: String, isJSON: Bool = false,
    problem: String? = nil
  ) {
    (self.id, self.title, self.detail) = (id, title, detail)
    (self.text, self.isJSON, self.problem) = (text, isJSON, problem)
  }

  /// About as many bytes of memory as it takes.
  var size: Int {
    200 + text.utf8.count + (title == text ? 0 : title.utf8.count) + (detail?.utf8.count ?? 0)
  }
}

/// The reason why a response has no records that can be read, in a sentence without its source.
public struct RecordError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, and its remedy.
  public let description: String

  /// Makes an error with a description.
  public init(_ description: String) { self.description = description }
}
