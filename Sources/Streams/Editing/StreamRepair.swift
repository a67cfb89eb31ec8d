import Formats

/// A document that cannot be read in its file, and its text as it is edited, until it can.
///
/// Its errors are found anew with each text, so an editor marks them while it is typed into.
public struct StreamRepair: Hashable, Sendable {
  /// An error, and its place.
  public struct Fault: Hashable, Sendable {
    /// The number of its line, counted as in the file as it is saved.
    public let line: Int
    /// The number of characters of the text before it.
    public let index: Int
    /// The reason, in words.
    public let reason: String
  }

  /// The text.
  public let text: String
  /// The document that it stands for; nil while it cannot be read.
  public let document: StreamDocument?
  /// Its errors, in the order of the text.
  public let faults: [Fault]
  /// The text's JSON, if it is some.
  let json: JSONValue?
  /// The document as it stands in the file.
  let original: JSONValue
  /// The text as it was first.
  let first: String
  /// The number of the text's first line in the file.
  public let firstLine: Int

  /// The most bytes of a text that is edited.
  public static let sizeLimit = 32_768

  /// Reads a text. O(bytes).
  ///
  /// - Parameters:
  ///   - original: The document as it stands in the file.
  ///   - first: The text as it was first; nil if this is it.
  ///   - firstLine: The number of its first line in the file.
  init(_ text: String, of original: JSONValue, first: String? = nil, firstLine: Int) {
    (self.text, self.original, self.firstLine) = (text, original, firstLine)
    self.first = first ?? text
    let bytes = Array(text.utf8)
    var (json, document) = (JSONValue?.none, StreamDocument?.none)
    var errors: [StreamDocumentError] = []
    do throws(StreamDocumentError) {
      let value = try JSONReader.read(bytes, valueLimit: StreamDocumentFile.valueLimit)
      json = value
      var reader = StreamDocumentReader()
      document = reader.document(value)
      errors = reader.errors
    } catch { errors = [error] }
    (self.json, self.document) = (json, document)
    faults = Self.faults(JSONLocator.locating(errors, in: bytes), in: text, firstLine)
  }

  /// Returns this with another text.
  func with(_ text: String) -> StreamRepair {
    text == self.text ? self : StreamRepair(text, of: original, first: first, firstLine: firstLine)
  }

  /// Puts the document into its place in a file, if the text stands for one.
  func apply(to file: inout StreamDocumentFile) {
    guard let document, let json else { return }
    file.replaceUnread(original, by: document, json, text: text)
  }

  private static func faults(
    _ errors: [StreamDocumentError], in text: String, _ firstLine: Int
  ) -> [Fault] {
    // The two bytes of a line's end on some systems are one character.
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    return errors.map { error in
      let position = error.positionInText
      let line = min(max(0, position.line - 1), lines.count - 1)
      let before = lines[..<line].reduce(0) { $0 + $1.count + 1 }
      // Positions count scalars, and texts characters.
      let head = lines[line].unicodeScalars.prefix(position.column - 1)
      return Fault(
        line: firstLine + line, index: before + String(String.UnicodeScalarView(head)).count,
        reason: error.shortDescription)
    }.sorted { $0.index < $1.index }
  }
}

extension StreamDocumentFile {
  /// Returns a document of ``unread`` as it is edited first; nil for any other, and for one whose
  /// text is longer than ``StreamRepair/sizeLimit``.
  ///
  /// Blanks stand for tabs, which have no width of their own.
  func repair(ofUnread name: String) -> StreamRepair? {
    guard let original = unreadJSON(name), let shown = text(ofUnread: name) else { return nil }
    let text = shown.lines.map(\.text).joined(separator: "\n")
      .replacing("\r\n", with: "\n").replacing("\t", with: "  ")
    guard text.utf8.count <= StreamRepair.sizeLimit else { return nil }
    return StreamRepair(text, of: original, firstLine: shown.lines.first?.number ?? 1)
  }
}

extension StreamDocumentError {
  /// The place of what is wrong in a text that is no file; its beginning where that is not known.
  fileprivate var positionInText: Position {
    if case .file(let line, let column) = place { return Position(line: line, column: column) }
    return position ?? Position(line: 1, column: 1)
  }
}

extension StreamRepair {
  /// A sentence for the first error, and the number of the others; nil for a text without any.
  public var problem: String? {
    guard let first = faults.first else { return nil }
    let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
    return "line \(first.line): \(first.reason)\(more)"
  }
}
