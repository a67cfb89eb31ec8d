/// A command line that cannot be understood: one sentence, and the help to read.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  /// The problem, and how to fix it.
  package let problem: String
  /// The command whose help to read; nil for that of the whole program.
  var topic: String?

  package init(_ problem: String, topic: String? = nil) {
    (self.problem, self.topic) = (problem, topic)
  }

  package var description: String { problem }

  /// Returns the sentence, and the command line that shows the help.
  package func text(for program: ProgramSpec) -> String {
    "\(problem)\nTry '\(program.name) \(topic.map { $0 + " " } ?? "")--help'."
  }
}
