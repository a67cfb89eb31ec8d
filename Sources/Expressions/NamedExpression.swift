import Formats

/// A condition on named values, or a value made of them, any of which may be missing: it decides
/// when a field of a form is shown or which answers go together, or makes a text.
///
///     let kinds: [String: ExpressionKind] = ["age": .number, "ticket": .text]
///     let condition = try NamedExpression("age >= 21 or ticket != 'business'", kinds: kinds)
///     condition.holds { name in ["age": 20, "ticket": "day"][name] }  // true
///
/// The language is that of ``StreamExpression``, without placeholders and `index`. A name of a
/// switch is a condition itself (`terms and age > 20`), and can be compared with `true` and
/// `false`. There is one comparison that asks whether a value is missing: with an empty text or
/// with `null`. In any other a missing value counts as follows. `today()` and `now()` are values
/// that are asked for by these names.
package struct NamedExpression: Sendable {
  /// The expression as it was written.
  package let text: String
  /// The names that it reads, each once.
  package let names: [String]
  /// The names, and those of clocks, in the order of the code's values.
  private let inputs: [String]
  /// The names without whose values a rule is not judged, as it compares them and does not ask
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
  ///   - kinds: The kinds of the values that there are, by name.
  ///   - isCondition: True if it must give a condition, false for any value.
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

  /// The day of today, and the present day and time, as ISO 8601 writes them.
  package static let (today, now) = ("today()", "now()")
  private static let clocks = [today, now]

  private static func listed(_ names: some Collection<String>) -> String {
    if names.isEmpty { return "" }
    let shown = names.sorted().prefix(8)
    let rest = names.count - shown.count
    return "; use " + (shown + (rest > 0 ? ["one of \(rest) more"] : [])).alternatives
  }

  /// Returns true if the condition holds. A comparison with a missing value does not, whichever it
  /// is; nor does a condition that cannot be computed.
  package func holds(_ value: (String) -> StreamValue?) -> Bool {
    (try? isTrue(value, isFault: false)) ?? false
  }

  /// Returns true if the condition does not hold for values that it needs and that are all there.
  ///
  /// It is not broken where it holds, and not where a comparison on the way is with a missing
  /// value, or something cannot be computed; but it is where a number becomes too large.
  package func isBroken(_ value: (String) -> StreamValue?) -> Bool {
    do throws(ExpressionFault) { return try !isTrue(value, isFault: true) } catch {
      return error.kind == .overflow
    }
  }

  /// Returns the value of the expression; nil if something is missing that it needs, or if it
  /// cannot be computed.
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
