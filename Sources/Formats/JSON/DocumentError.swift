/// The reason why a document cannot be read or run: the file, the key, the position and the
/// problem.
///
/// ```text
/// streams.json:3:14: documents[0].source.name: a comma or } was expected, not x
/// streams.json: documents[0].source.stream[1].operators[0].filter.expression, column 4: …
/// ```
public struct DocumentError: Error, Hashable, Sendable {
  /// The position of a character in a file.
  public struct Position: Hashable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The character of the line, from 1.
    public var column: Int

    /// Makes a position.
    public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
  }

  /// The file's name, if the document is from a file.
  public var file: String?
  /// The keys that lead to the error, such as `documents[0].chain.operators[2].delay`; empty for
  /// the document as a whole.
  public var keyPath: String
  /// The position in the file: of the error if the text is not JSON, else of the key if it is
  /// known.
  public var position: Position?
  /// The column of the expression at the key, from 1, if the error is in one.
  public var expressionColumn: Int?
  /// The problem, in words.
  public var reason: String

  /// Makes an error.
  public init(
    _ reason: String, file: String? = nil, keyPath: String = "", expressionColumn: Int? = nil
  ) {
    (self.file, self.keyPath, self.expressionColumn) = (file, keyPath, expressionColumn)
    self.reason = reason
  }

  /// This error for a value one level up, with the key or index `component`.
  @usableFromInline package func inside(_ component: String) -> DocumentError {
    var outer = self
    let isDotted = !component.isEmpty && !keyPath.isEmpty && !keyPath.begins(with: "[")
    outer.keyPath = component + (isDotted ? "." : "") + keyPath
    return outer
  }

  /// This error in a file.
  package func inFile(_ file: String) -> DocumentError {
    var named = self
    named.file = file
    return named
  }
}

extension DocumentError: CustomStringConvertible {
  /// One sentence that begins with the file and the key.
  public var description: String {
    var (head, path) = (file ?? "", shownKeyPath)
    if let expressionColumn { path += (path.isEmpty ? "" : ", ") + "column \(expressionColumn)" }
    if let position {
      let (line, column) = (position.line, position.column)
      head += head.isEmpty ? "line \(line), column \(column)" : ":\(line):\(column)"
    }
    return [head, path, reason].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}

extension DocumentError {
  /// The keys; if there are very many, … replaces those in the middle.
  private var shownKeyPath: String {
    guard keyPath.utf8.count > 160 else { return keyPath }
    let starts = keyPath.utf8.indices.filter { index in
      keyPath.utf8[index] == UInt8(ascii: "[") || keyPath.utf8[index] == UInt8(ascii: ".")
    }
    guard starts.count > 12 else { return keyPath.prefix(100) + "…" + keyPath.suffix(40) }
    return keyPath[..<starts[6]] + "…" + keyPath[starts[starts.count - 3]...]
  }
}

/// Reads a value at a key or index, whose path is added to its errors.
package func within<Result>(
  _ component: @autoclosure () -> String, _ body: () throws(DocumentError) -> Result
) throws(DocumentError) -> Result {
  do throws(DocumentError) { return try body() } catch { throw error.inside(component()) }
}
