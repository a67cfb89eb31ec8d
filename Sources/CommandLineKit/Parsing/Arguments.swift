/// The arguments of a command, sorted by its specification.
package struct Arguments: Equatable, Sendable {
  /// The text of each option that is present; empty for an option without a value.
  package var options: [String: String] = [:]
  /// All texts of each option on the command line that has values, in their order.
  package var allTexts: [String: [String]] = [:]
  /// The operands, in the order of the specification.
  package var operands: [String] = []

  /// Returns the operand at an index; nil if it was left out.
  package func operand(_ index: Int) -> String? { index < operands.count ? operands[index] : nil }

  /// The environment variables that set options, by the options' names.
  var variables: [String: String] = [:]

  /// Returns true if an option is on the command line itself, not set by a variable.
  package func isOnCommandLine(_ option: OptionSpec) -> Bool {
    has(option) && variables[option.name] == nil
  }

  /// Returns an error about an option, reworded to name the variable that sets it.
  func naming(_ problem: String) -> String {
    for (option, variable) in variables where problem.hasPrefix(option) {
      let rest = problem.dropFirst(option.count)
      // Not `--max-hdop` for `--max`.
      if let next = rest.first, next != "-", !next.isLetter {
        return "The environment variable \(variable)" + rest
      }
    }
    return problem
  }

  /// Returns true if an option is present.
  package func has(_ option: OptionSpec) -> Bool { options[option.name] != nil }

  /// The value of an option; nil if it is not present.
  package subscript<Value>(option: Option<Value>) -> Value? {
    get throws(UsageError) {
      guard let text = options[option.spec.name] else { return nil }
      if let value = option.read(text) { return value }
      throw UsageError(
        option.spec.value?.problem(with: text, of: option.spec.name)
          ?? "\(option.spec.name) takes no value, but '\(text)' was given.")
    }
  }
}
