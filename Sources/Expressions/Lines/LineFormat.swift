/// The format of an input's lines.
public enum LineFormat: String, CaseIterable, Sendable {
  /// Consecutive JSON values, which may span any number of lines.
  case json
  /// Plain numbers and text.
  case text
  /// A comma-separated table, whose first line names the columns.
  case csv
}

/// The reason why a line of an input is not a value.
package struct LineProblem: Error, Equatable, Sendable {
  /// The problem, in words.
  package var reason: String
  /// The number of the faulty line; nil for the line that was read.
  package var line: Int?

  package init(reason: String, line: Int? = nil) { (self.reason, self.line) = (reason, line) }
}
