import Formats
import Platform
import ViewModels

/// The format in which answers are written.
enum FormOutput: String, CaseIterable, Sendable {
  /// One JSON object.
  case json
  /// `name='value'`, a line each, for `eval`.
  case shell
  /// The same for a file of variables, in which a value has no line break.
  case env

  /// Returns the answers as text.
  ///
  /// - Throws: The reason why an answer cannot be written in this format.
  func text(of members: [FormDatum.Member]) throws(FormOutputError) -> String {
    guard self != .json else { return JSONValue(members).text(width: .max) + "\n" }
    var text = ""
    for member in members {
      try Self.checkName(member.name)
      text += "\(member.name)='\(try quoted(member))'\n"
    }
    return text
  }

  /// Throws if an id is no name of a variable.
  ///
  /// - Parameter ids: The ids of all fields that have an answer.
  func check(_ ids: [String]) throws(FormOutputError) {
    if self != .json { for id in ids { try Self.checkName(id) } }
  }

  /// Returns a field that takes no answer which this format cannot hold.
  func limiting(
    _ field: FormField<FormRecord>, _ language: ValidationMessages
  ) -> FormField<FormRecord> {
    guard self == .env else { return field }
    let sentence = language.words("One line only, for a file of variables cannot hold line breaks")
    let rule = ValidationRule<FormRecord>(ValidationIssue("oneLine")) { [name = field.name] in
      !$0[text: name].utf8.contains { $0 == 0x0A || $0 == 0x0D }
    }
    return field.rule(rule.unlisted().saying(sentence))
  }

  private static func checkName(_ name: String) throws(FormOutputError) {
    func isLetter(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || (0x61...0x7A).contains(byte | 0x20)
    }
    let bytes = name.utf8
    guard let first = bytes.first, isLetter(first),
      bytes.allSatisfy({ isLetter($0) || (0x30...0x39).contains($0) })
    else {
      throw FormOutputError(
        description: "“\(name)” is no name of a shell's variable: such an id has letters, digits "
          + "and _ alone; give the field another one, or write --to json.")
    }
  }

  private func quoted(_ member: FormDatum.Member) throws(FormOutputError) -> String {
    let value: String =
      switch member.value {
      case .none: ""
      case .text(let text): text
      case .integer(let number): String(number)
      case .decimal(let number): "\(number)"
      case .flag(let flag): flag ? "true" : "false"
      case .texts, .list: JSONValue(member.value).compactText
      }
    func refuse(_ what: String, _ advice: String) -> FormOutputError {
      FormOutputError(description: "\(member.name) has \(what); \(advice).")
    }
    if value.utf8.contains(0) {
      throw refuse("a character U+0000, which a shell cannot take", "write --to json")
    }
    if self == .env, value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
      throw refuse(
        "a line break, which a file of variables cannot have", "write --to shell or --to json")
    }
    return value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
  }
}

/// The reason why answers cannot be written in a format.
struct FormOutputError: Error, CustomStringConvertible {
  let description: String
}
