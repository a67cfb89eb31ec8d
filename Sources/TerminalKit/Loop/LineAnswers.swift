// Questions with a few possible answers.
extension LineDialogue {
  /// Asks until the answer is in a table, ignoring case.
  ///
  ///     let isKept = try dialogue.choose(
  ///       "Keep mine or theirs?", among: [("mine", true), ("theirs", false)],
  ///       otherwise: "Type mine or theirs.")
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - answers: The words for each answer, separated by blanks, and its meaning; an empty string
  ///     is Enter alone.
  ///   - note: The note to print on any other answer, before the question is repeated.
  package func choose<Choice>(
    _ question: String, among answers: [(words: String, choice: Choice)], otherwise note: String
  ) throws(Ending) -> Choice {
    while true {
      let typed = try ask(question).lowercased()
      let found = answers.first { answer in
        answer.words.isEmpty
          ? typed.isEmpty : answer.words.split(separator: " ").contains { $0 == typed }
      }
      if let found { return found.choice }
      try say(note)
    }
  }

  /// Asks until the answer is yes or no.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - noWords: Words that mean no, too, separated by blanks.
  ///   - isEmptyNo: True if Enter alone means no.
  ///   - note: The note to print on any other answer.
  package func agrees(
    to question: String, no noWords: String = "", isEmptyNo: Bool = false,
    otherwise note: String = "Type y or n."
  ) throws(Ending) -> Bool {
    let refusals = isEmptyNo ? [("", false)] : []
    return try choose(
      question, among: [("y yes", true), ("n no \(noWords)", false)] + refusals, otherwise: note)
  }
}
