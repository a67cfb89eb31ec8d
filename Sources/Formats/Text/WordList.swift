extension [String] {
  /// These words separated by commas, with “and” before the last.
  package var listed: String { listed(by: "and") }

  /// These words as alternatives: “a, b or c”.
  package var alternatives: String { listed(by: "or") }

  private func listed(by word: String) -> String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(word) " + self[count - 1]
  }
}
