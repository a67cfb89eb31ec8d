/// An option whose text is read as a Swift value.
///
///     static let every = Option.number(
///       "--every", "SECONDS", 1...86_400, of: "whole seconds", help: "from one to the next")
///
///     interval = try arguments[every] ?? 5
package struct Option<Value>: Sendable {
  package let spec: OptionSpec
  /// Returns the value of a text; nil if the text is not valid.
  package let read: @Sendable (String) -> Value?

  package init(spec: OptionSpec, read: @escaping @Sendable (String) -> Value?) {
    (self.spec, self.read) = (spec, read)
  }
}

extension Option {
  /// Text that is read as a value; `noun` describes it.
  ///
  /// - Parameter isOptional: True if the option also has a meaning without a value, which is then
  ///     read from an empty text.
  package static func reading(
    _ name: String, _ placeholder: String, as noun: String, isOptional: Bool = false,
    help: String, _ read: @escaping @Sendable (String) -> Value?
  ) -> Option {
    let value = OptionValue(placeholder: placeholder, kind: .number(noun), isOptional: isOptional)
    return Option(spec: OptionSpec(name, value: value, help: help), read: read)
  }

  /// The same option, with completions from a list.
  package func completed(from listing: OptionValue.Listing) -> Option {
    Option(spec: spec.completed(from: listing), read: read)
  }

  /// The same option, with its values converted when it is present.
  package func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Option<Other> {
    let read = read
    return Option<Other>(spec: spec) { read($0).map(transform) }
  }

  /// The same without a variable of its name.
  package var ofCommandLineOnly: Option { Option(spec: spec.ofCommandLineOnly, read: read) }
}

extension Option<String> {
  /// Any text.
  package static func text(_ name: String, _ placeholder: String, help: String) -> Option {
    let value = OptionValue(placeholder: placeholder, kind: .text)
    return Option(spec: OptionSpec(name, value: value, help: help)) { $0 }
  }

  /// The name of a file.
  package static func file(_ name: String, _ placeholder: String = "FILE", help: String) -> Option {
    let value = OptionValue(placeholder: placeholder, kind: .file)
    return Option(spec: OptionSpec(name, value: value, help: help)) { $0.isEmpty ? nil : $0 }
  }
}

extension Option where Value: FixedWidthInteger {
  /// A number in a range; `noun` is the unit.
  package static func number(
    _ name: String, _ placeholder: String, _ range: ClosedRange<Value>, of noun: String,
    help: String
  ) -> Option where Value: Sendable {
    let value = OptionValue(
      placeholder: placeholder,
      kind: .number("\(noun) from \(range.lowerBound) to \(range.upperBound)"))
    return Option(spec: OptionSpec(name, value: value, help: help)) { text in
      Value(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension Option where Value: Sendable {
  /// One of a few words, each with a value.
  ///
  /// - Parameters:
  ///   - placeholder: Its placeholder in the help; nil for the words that make a difference.
  ///   - usual: The default word.
  package static func choice(
    _ name: String, _ placeholder: String? = nil, among choices: KeyValuePairs<String, Value>,
    usual: String? = nil, help: String, summary: String? = nil
  ) -> Option {
    let names = (0..<choices.count).map { choices[$0].key }
    // Not with `joined`, which is not specialised: its first call looks up generic metadata.
    var others = ""
    for name in names where name != usual { others += others.isEmpty ? name : "|" + name }
    let value = OptionValue(placeholder: placeholder ?? others, kind: .choice(names, usual: usual))
    return Option(spec: OptionSpec(name, value: value, help: help, summary: summary)) { text in
      names.firstIndex(of: text).map { choices[$0].value }
    }
  }
}

extension Option where Value: CaseIterable & RawRepresentable<String> & Sendable {
  /// One of all cases of a type, each by its raw value.
  ///
  /// - Parameter usual: The default case.
  package static func anyCase(
    _ name: String, _ placeholder: String, usual: Value? = nil, help: String
  ) -> Option {
    let value = OptionValue(
      placeholder: placeholder,
      kind: .choice(Value.allCases.map(\.rawValue), usual: usual?.rawValue))
    return Option(spec: OptionSpec(name, value: value, help: help)) { Value(rawValue: $0) }
  }
}
