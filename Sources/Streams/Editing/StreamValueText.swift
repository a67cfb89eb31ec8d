import Expressions
import Formats

extension StreamValue {
  /// The value in its edited form: digits and words unchanged, and text in quotation marks if it
  /// would otherwise be read as something else.
  ///
  ///     StreamValue.text("A").editedText  // A
  ///     StreamValue.text("1").editedText  // "1"
  package var editedText: String {
    switch self {
    case .integer, .decimal, .exact, .truth, .null: description
    case .list, .object: json.compactText
    case .text(let text):
      StreamValue(editedText: text) == self && text.unicodeScalars.allSatisfy { $0.value >= 0x20 }
        ? text : json.compactText
    }
  }

  /// Reads the typed text of a value: an integer, a decimal, `true`, `false`, `null`, a JSON list
  /// or object, or else text, in quotation marks if it could be read as one of these. Nil for a
  /// number that is too large, and for an incomplete list, object or quotation.
  package init?(editedText: String) {
    // Blanks around text are hard to see and must be in quotation marks.
    var bytes = editedText.utf8.drop { $0 == 0x20 }
    while bytes.last == 0x20 { bytes.removeLast() }
    let text = String(Substring(bytes))
    let first = text.utf8.first ?? 0
    if "\"[{".utf8.contains(first) || ["true", "false", "null"].contains(text) {
      guard let json = try? JSONReader.read(Array(text.utf8)),
        let value = try? StreamValue(json: json)
      else { return nil }
      self = value
    } else if let json = JSONValue(typedNumber: text) {
      guard let value = try? StreamValue(json: json) else { return nil }
      self = value
    } else {
      self = .text(text)
    }
  }
}
