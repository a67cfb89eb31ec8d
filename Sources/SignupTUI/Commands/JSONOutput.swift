import TerminalKit
import ViewModels

extension OutputDescriptor {
  /// Writes JSON: in a locale without UTF-8 as ASCII, and everywhere without control codes, for a
  /// terminal may show it.
  ///
  /// - Parameter text: JSON, of one value or of several in lines.
  /// - Returns: The system's `errno` when that fails; nil when all is written.
  func write(json text: String) -> Int32? {
    write(Array(text.escapedJSON(isASCII: TerminalSettings().symbols.isASCII).utf8))
  }
}

extension String {
  /// The same JSON with escapes for what is not ASCII, or only for control codes.
  func escapedJSON(isASCII: Bool) -> String {
    func isPlain(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 0x7F || (!isASCII && scalar.value >= 0xA0)
    }
    guard !unicodeScalars.allSatisfy(isPlain) else { return self }
    var escaped = ""
    for scalar in unicodeScalars {
      if isPlain(scalar) {
        escaped.unicodeScalars.append(scalar)
      } else {
        for unit in UTF16.encode(scalar)! {
          let digits = String(unit, radix: 16)
          escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return escaped
  }
}
