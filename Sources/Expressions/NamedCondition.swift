import Formats

/// A condition on values with names, any of which may be missing: when a field of a form is shown,
/// which answers go together.
///
///     let kinds: [String: ExpressionKind] = ["age": .number, "ticket": .text]
///     let condition = try NamedCondition("age >= 21 or ticket != 'business'", kinds: kinds)
///     condition.holds { name in ["age": 20, "ticket": "day"][name] }  // true
///
/// The language is that of ``StreamExpression``, without placeholders and `index`. A name of a
/// switch is a condition itself (`terms and age > 20`), and can be compared with `true` and
/// `false`. There is one comparison that asks whether a value is missing: with an empty text or
/// with `null`. In any other a missing value counts as follows.
package struct NamedCondition: Sendable {
  /// The condition as it was written.
  package let text: String
  /// The names that it reads, each once.
  package let names: [String]
  /// The names without whose values a rule is not judged, as it compares them and does not ask
  /// whether they are missing.
  package let needs: Set<String>
  private let code: ExpressionCode
  private let constants: [NamedOperand]
  /// The names of switches, whose values may be the integers 1 and 0.
  private let truths: Set<String>

  /// Parses a condition.
  ///
  /// - Parameters:
  ///   - text: The condition.
  ///   - kinds: The kinds of the values that there are, by name.
  package init(_ text: String, kinds: [String: ExpressionKind]) throws(StreamExpressionError) {
    self.text = text
    let parsed = try ExpressionParser.parse(text, kinds: kinds)
    var names: [String] = []
    code = try parsed.bound(in: text, condition: "age >= 18") { (step) throws(ExpressionFault) in
      switch step {
      case .value: throw ExpressionFault("a name was expected; placeholders are for streams")
      case .name(let number):
        let name = parsed.names[Int(number)]
        guard kinds[name] != nil else {
          throw ExpressionFault("there is no value named “\(name)” here\(Self.listed(kinds.keys))")
        }
        if !names.contains(name) { names.append(name) }
        return .value(Int32(names.firstIndex(of: name)!))
      default: return step
      }
    }
    self.names = names
    truths = Set(names.filter { kinds[$0] == .truth })
    let isList = names.map { kinds[$0]?.isList ?? false }
    needs = Set(MissingNames.needed(by: code, isList: isList).map { names[Int($0)] })
      .subtracting(truths)
    constants = parsed.constants.map { $0 == .null ? .null : .value($0) }
  }

  private static func listed(_ names: some Collection<String>) -> String {
    if names.isEmpty { return "" }
    let shown = names.sorted().prefix(8)
    let rest = names.count - shown.count
    return ", only " + (shown + (rest > 0 ? ["\(rest) more"] : [])).listed
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

  private func isTrue(
    _ value: (String) -> StreamValue?, isFault: Bool
  ) throws(ExpressionFault) -> Bool {
    let machine = ExpressionMachine(code, constants: constants, valueCount: names.count)
    defer { machine.deallocate() }
    for (index, name) in names.enumerated() {
      var found = value(name)
      if case .integer(let integer)? = found, truths.contains(name) { found = .truth(integer != 0) }
      machine.set(NamedOperand(found ?? .null, isFault: isFault), at: index)
    }
    var load = 0
    return try machine.run(index: 0, &load).isTrue
  }
}
