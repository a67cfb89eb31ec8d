import Expressions

/// A column of a table of records: its title, and the part of a record shown in its cells.
///
///     try RecordColumn.list("name, Company: company.name, upper(value.city)").map(\.title)
///     // ["name", "Company", "upper(value.city)"]
///
/// A path leads from a record to a part of it; anything else is an expression, in which `value` is
/// the record and `index` the number of records before it. A title with a colon may come first.
package struct RecordColumn: Hashable, Sendable {
  /// The text in the header: the part before the colon, or the whole source.
  package let title: String
  let source: Source

  /// How to find a cell's value.
  enum Source: Hashable, Sendable {
    case path(RecordPath)
    case expression(StreamExpression)
  }

  /// True if the cells are results of an expression.
  var isExpression: Bool { if case .expression = source { true } else { false } }

  /// Makes a column of its text.
  ///
  /// - Throws: The reason why it is neither a path nor an expression.
  package init(_ text: String) throws(RecordError) {
    var rest = text[...].trimmed
    guard !rest.isEmpty else { throw RecordError("a column is empty; remove a comma") }
    var title = String(rest)
    if let colon = Self.titleEnd(in: rest) {
      title = String(rest[..<colon].trimmed)
      rest = rest[rest.unicodeScalars.index(after: colon)...].trimmed
    }
    self.title = title
    if Self.isPath(rest) {
      source = .path(RecordPath(String(rest)))
      return
    }
    do throws(StreamExpressionError) {
      let expression = try StreamExpression(String(rest))
      try expression.check(for: .map)
      source = .expression(expression)
    } catch {
      throw RecordError("the column “\(rest)” is neither a path nor an expression: \(error)")
    }
  }

  /// Makes the column of a member.
  init(member key: String) { self.init(title: key, path: RecordPath(steps: [key])) }

  init(title: String, path: RecordPath) { (self.title, source) = (title, .path(path)) }

  /// Reads columns with commas between them; those in brackets and quotation marks do not count.
  ///
  /// - Throws: The reason why one of them is neither a path nor an expression.
  package static func list(_ text: String) throws(RecordError) -> [RecordColumn] {
    var columns: [RecordColumn] = []
    var (start, depth, quote) = (text.startIndex, 0, Unicode.Scalar?.none)
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      if let open = quote {
        if scalar == open { quote = nil }
        continue
      }
      switch scalar {
      case "'", "\"": quote = scalar
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case "," where depth == 0:
        columns.append(try RecordColumn(String(text[start..<index])))
        start = scalars.index(after: index)
      default: break
      }
    }
    columns.append(try RecordColumn(String(text[start...])))
    return columns
  }

  /// The colon after a title, before which are only letters, digits, blanks and hyphens.
  private static func titleEnd(in text: Substring) -> Substring.Index? {
    guard let colon = text.unicodeScalars.firstIndex(of: ":"), colon > text.startIndex else {
      return nil
    }
    return text[..<colon].unicodeScalars.allSatisfy { $0.isOfWord(or: " -_") } ? colon : nil
  }

  /// Returns true for keys and indices separated by points, but not for an expression that begins
  /// with one of its own names.
  private static func isPath(_ text: Substring) -> Bool {
    let steps = RecordPath(String(text)).steps
    guard let first = steps.first, first != "value", first != "index" else { return false }
    return text.unicodeScalars.allSatisfy { $0.isOfWord(or: "_-.[]$@") }
      && !["true", "false", "null"].contains(first) && Double(text) == nil
  }
}

extension Substring {
  /// The text without the blanks around it.
  fileprivate var trimmed: Substring {
    var scalars = unicodeScalars.drop { $0.properties.isWhitespace }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return Substring(scalars)
  }
}

extension Unicode.Scalar {
  /// True for letters with their marks, digits, and the signs in a text.
  fileprivate func isOfWord(or signs: String) -> Bool {
    properties.isAlphabetic || properties.isGraphemeExtend || properties.isJoinControl
      || properties.numericType != nil || signs.unicodeScalars.contains(self)
  }
}
