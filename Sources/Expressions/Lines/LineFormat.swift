/// The form in which the lines of an input have its values.
public enum LineFormat: String, CaseIterable, Sendable {
  /// Values of JSON, one after the other, over any number of lines.
  case json
  /// Plain numbers and texts.
  case text
  /// A table with commas, whose first line names the columns.
  case csv
}

/// The reason why a line of an input is not one of its values.
package struct LineProblem: Error, Equatable, Sendable {
  /// The problem, in words.
  package var reason: String
  /// The number of the line that has it; nil if it is the one that was read.
  package var line: Int?

  package init(reason: String, line: Int? = nil) { (self.reason, self.line) = (reason, line) }
}
