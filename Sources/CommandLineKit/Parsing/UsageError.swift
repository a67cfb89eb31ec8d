/// A command line that cannot be understood: one sentence, and where to read more.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  /// The problem, and how to fix it.
  package let problem: String
  /// The command whose help says more; nil for that of the whole program.
  var topic: String?

  package init(_ problem: String, topic: String? = nil) {
    (self.problem, self.topic) = (problem, topic)
  }

  package var description: String { problem }

  /// Returns the sentence, and the call of a program that says more.
  package func text(for program: ProgramSpec) -> String {
    "\(problem)\nTry '\(program.name) \(topic.map { $0 + " " } ?? "")--help'."
  }
}
