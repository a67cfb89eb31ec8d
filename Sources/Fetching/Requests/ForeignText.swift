extension StringProtocol {
  /// A server's text as one line within a sentence: without control characters, and without
  /// characters that change the direction of others or have no width.
  ///
  /// - Parameter limit: The maximum number of code points; the rest is replaced by an ellipsis.
  package func foreignLine(limit: Int) -> String {
    var line = String.UnicodeScalarView()
    var isBlank = true
    for scalar in unicodeScalars {
      if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
        if !isBlank { line.append(" ") }
        isBlank = true
        continue
      }
      switch scalar.properties.generalCategory {
      case .format, .surrogate, .privateUse, .unassigned: continue
      default: break
      }
      guard line.count < limit else {
        line.append("…")
        break
      }
      isBlank = false
      line.append(scalar)
    }
    if line.last == " " { line.removeLast() }
    return String(line)
  }
}
