/// What a command line gives to a command, sorted by its specification.
package struct Arguments: Equatable, Sendable {
  /// The text of each option that is there; empty where it takes no value.
  package var options: [String: String] = [:]
  /// What is no option, in the order of the specification.
  package var operands: [String] = []

  /// What stands in the place of an operand; nil where it was left out.
  package func operand(_ place: Int) -> String? { place < operands.count ? operands[place] : nil }

  /// The variables that stand for options, by the options' names.
  var variables: [String: String] = [:]

  /// Whether an option is there, and not by a variable.
  package func isOnCommandLine(_ option: OptionSpec) -> Bool {
    has(option) && variables[option.name] == nil
  }

  /// A complaint that begins with an option's name, about the variable that stands for it.
  func naming(_ problem: String) -> String {
    for (option, variable) in variables where problem.hasPrefix(option) {
      let rest = problem.dropFirst(option.count)
      // Not `--max-hdop` for `--max`.
      if let next = rest.first, next != "-", !next.isLetter {
        return "The variable \(variable)" + rest
      }
    }
    return problem
  }

  /// Whether an option is there.
  package func has(_ option: OptionSpec) -> Bool { options[option.name] != nil }

  /// The value of an option; nil where it is not there.
  package subscript<Value>(option: Option<Value>) -> Value? {
    get throws(UsageError) {
      guard let text = options[option.spec.name] else { return nil }
      if let value = option.read(text) { return value }
      throw UsageError(
        option.spec.value?.problem(with: text, of: option.spec.name)
          ?? "\(option.spec.name) takes no value, so not '\(text)'.")
    }
  }
}
