import Formats

/// A condition on named values, or a value made from them. Any of them may be missing. It decides
/// when a field of a form is shown or which answers go together, or makes text.
///
///     let kinds: [String: ExpressionKind] = ["age": .number, "ticket": .text]
///     let condition = try NamedExpression("age >= 21 or ticket != 'business'", kinds: kinds)
///     condition.holds { name in ["age": 20, "ticket": "day"][name] }  // true
///
/// The language is that of ``StreamExpression``, without placeholders and `index`. The name of a
/// switch is itself a condition (`terms and age > 20`), and can be compared with `true` and
/// `false`. Comparing with an empty string or with `null` asks whether a value is missing; the
/// methods below define its effect in all other comparisons. The values of `today()` and `now()`
/// are requested by these names.
package struct NamedExpression: Sendable {
  /// The expression as it was written.
  package let text: String
  /// The names that it reads, without duplicates.
  package let names: [String]
  /// The names, and those of clocks, in the order of the code's values.
  private let inputs: [String]
  /// The names without whose values a rule is not judged, because it compares them without asking
  /// whether they are missing.
  package let needs: Set<String>
  private let code: ExpressionCode
  private let constants: [NamedOperand]
  /// The names of switches, whose values may be the integers 1 and 0.
  private let truths: Set<String>

  /// Parses an expression.
  ///
  /// - Parameters:
  ///   - text: The expression.
  ///   - kinds: The kinds of the available values, by name.
  ///   - isCondition: True if it must return a condition, false for any value.
  package init(
    _ text: String, kinds: [String: ExpressionKind], isCondition: Bool = true
  ) throws(StreamExpressionError) {
    self.text = text
    let parsed = try ExpressionParser.parse(text, kinds: kinds)
    var names: [String] = []
    let example = isCondition ? "age >= 18" : nil
    code = try parsed.bound(in: text, condition: example) { (step) throws(ExpressionFault) in
      switch step {
      case .value: throw ExpressionFault("a name was expected; placeholders are for streams")
      case .name(let number):
        let name = parsed.names[Int(number)]
        guard kinds[name] != nil || Self.clocks.contains(name) else {
          throw ExpressionFault("there is no value named “\(name)” here\(Self.listed(kinds.keys))")
        }
        if !names.contains(name) { names.append(name) }
        return .value(Int32(names.firstIndex(of: name)!))
      default: return step
      }
    }
    inputs = names
    self.names = names.filter { !Self.clocks.contains($0) }
    truths = Set(names.filter { kinds[$0] == .truth })
    let isList = names.map { kinds[$0]?.isList ?? false }
    needs = Set(MissingNames.needed(by: code, isList: isList).map { names[Int($0)] })
      .subtracting(truths).subtracting(Self.clocks)
    constants = parsed.constants.map { $0 == .null ? .null : .value($0) }
  }

  /// The current day, and the current day and time, in ISO 8601.
  package static let (today, now) = ("today()", "now()")
  private static let clocks = [today, now]

  private static func listed(_ names: some Collection<String>) -> String {
    if names.isEmpty { return "" }
    let shown = names.sorted().prefix(8)
    let rest = names.count - shown.count
    return "; use " + (shown + (rest > 0 ? ["one of \(rest) more"] : [])).alternatives
  }

  /// Returns true if the condition holds. It does not hold if it cannot be computed; nor does any
  /// comparison with a missing value.
  package func holds(_ value: (String) -> StreamValue?) -> Bool {
    (try? isTrue(value, isFault: false)) ?? false
  }

  /// Returns true if the condition does not hold although all values that it needs are present.
  ///
  /// A condition that holds is not broken, nor one that compares a missing value on the way or
  /// cannot be computed; but one whose numbers become too large is.
  package func isBroken(_ value: (String) -> StreamValue?) -> Bool {
    do throws(ExpressionFault) { return try !isTrue(value, isFault: true) } catch {
      return error.kind == .overflow
    }
  }

  /// Returns the value of the expression; nil if a value that it needs is missing, or if it cannot
  /// be computed.
  package func value(_ value: (String) -> StreamValue?) -> StreamValue? {
    (try? result(value, isFault: false))?.present
  }

  private func isTrue(
    _ value: (String) -> StreamValue?, isFault: Bool
  ) throws(ExpressionFault) -> Bool {
    try result(value, isFault: isFault).isTrue
  }

  private func result(
    _ value: (String) -> StreamValue?, isFault: Bool
  ) throws(ExpressionFault) -> NamedOperand {
    let machine = ExpressionMachine(code, constants: constants, valueCount: inputs.count)
    defer { machine.deallocate() }
    for (index, name) in inputs.enumerated() {
      var found = value(name)
      if case .integer(let integer)? = found, truths.contains(name) { found = .truth(integer != 0) }
      machine.set(NamedOperand(found ?? .null, isFault: isFault), at: index)
    }
    var load = 0
    return try machine.run(index: 0, &load)
  }
}
