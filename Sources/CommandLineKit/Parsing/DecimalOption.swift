extension Option<Double> {
  /// A decimal number in a range; `noun` is the unit.
  package static func decimal(
    _ name: String, _ placeholder: String, _ range: ClosedRange<Double>, of noun: String,
    help: String
  ) -> Option {
    let value = OptionValue(placeholder: placeholder, kind: .number(noun))
    return Option(spec: OptionSpec(name, value: value, help: help)) { text in
      // Swift would accept hexadecimal numbers, too.
      guard text.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }) else { return nil }
      return Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}
