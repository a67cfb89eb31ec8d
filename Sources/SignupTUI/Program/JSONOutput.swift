extension OutputDescriptor {
  /// Writes JSON: in a locale without UTF-8 as ASCII, and everywhere without characters that change
  /// how a terminal shows a line.
  ///
  /// - Parameter text: JSON: one value, or several on separate lines.
  /// - Returns: The system's `errno` on failure; nil if everything was written.
  func write(json text: String) -> Int32? {
    write(Array(text.escapedJSON(isASCII: TerminalSettings().symbols.isASCII).utf8))
  }
}

extension String {
  /// Returns the same JSON with escapes for all characters that are not ASCII, or only for those
  /// that change how a terminal shows a line: control codes, line separators, directional marks,
  /// and all invisible ones.
  func escapedJSON(isASCII: Bool) -> String {
    func isPlain(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 0x7F || (!isASCII && scalar.value >= 0xA0 && scalar.isShown)
    }
    if utf8.allSatisfy({ $0 < 0x7F }) { return self }
    var escaped = ""
    for scalar in unicodeScalars {
      if isPlain(scalar) {
        escaped.unicodeScalars.append(scalar)
      } else {
        escaped += scalar.jsonEscape
      }
    }
    return escaped
  }
}

extension Unicode.Scalar {
  /// True if it is a visible character that does not move its neighbours.
  fileprivate var isShown: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }
}
