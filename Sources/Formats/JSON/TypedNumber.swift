extension JSONValue {
  /// Reads a number in forms that people write but JSON does not allow: `.5`, `+1`.
  package init?(typedNumber text: String) {
    guard text.utf8.allSatisfy({ "0123456789.eE+-".utf8.contains($0) }), text.utf8.count <= 400
    else { return nil }
    if case .number(let digits)? = try? JSONReader.read(Array(text.utf8)) {
      self = .number(digits)
    } else if let integer = Int(text) {
      self = .number(String(integer))
    } else if let decimal = Double(text), decimal.isFinite {
      self = .number(String(decimal))
    } else {
      return nil
    }
  }
}
