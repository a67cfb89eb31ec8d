/// A command line that cannot be understood: one sentence, and where to read more.
struct UsageError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, and how to fix it.
  let problem: String
  /// The command whose help says more; nil for that of the whole program.
  var topic: String?

  init(_ problem: String, topic: String? = nil) {
    self.problem = problem
    self.topic = topic
  }

  var description: String {
    "\(problem)\nTry '\(Program.name) \(topic.map { $0 + " " } ?? "")--help'."
  }
}
