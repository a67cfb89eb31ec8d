extension ValidationRule where Value == String {
  /// A URL with a scheme and a host, such as `https://example.org/path`; an empty text meets the
  /// rule.
  ///
  /// The scheme is any, and of `file` the host may be empty. Blanks, control characters, quotation
  /// marks, grave accents, `<`, `>`, `\`, `^`, `{`, `|` and `}` have to be encoded.
  public static var url: ValidationRule {
    ValidationRule(ValidationIssue(.notAURL)) { $0.isEmpty || NetworkAddress.isURL($0) }
  }

  /// The name of a host, an IPv4 address or an IPv6 address; an empty text meets the rule.
  ///
  /// A name has labels of letters, digits and hyphens separated by dots, each of at most 63 bytes,
  /// and at most 253 bytes in all. It may be a single label, such as `localhost`.
  public static var host: ValidationRule {
    ValidationRule(ValidationIssue(.notAHost)) { $0.isEmpty || NetworkAddress.isHost($0.utf8[...]) }
  }
}

/// Addresses as RFC 3986 and RFC 1123 have them, read as bytes.
private enum NetworkAddress {
  typealias Bytes = Substring.UTF8View

  static func isURL(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let (scheme, rest) = (bytes[..<colon], bytes[bytes.index(after: colon)...])
    guard let first = scheme.first, isLetter(first),
      scheme.allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }),
      rest.starts(with: "//".utf8), isClean(text)
    else { return false }
    let address = rest.dropFirst(2)
    var authority = address.prefix { !"/?#".utf8.contains($0) }
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
      authority = authority[authority.index(after: at)...]
    }
    if authority.isEmpty { return Substring(scheme).lowercased() == "file" }
    // The colons of an IPv6 address are inside brackets.
    let end = authority.firstIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
    if let colon = authority[end...].firstIndex(of: UInt8(ascii: ":")) {
      let port = authority[colon...].dropFirst()
      guard port.isEmpty || (isDigits(port) && port.count < 6 && Int(Substring(port))! < 65_536)
      else { return false }
      authority = authority[..<colon]
    }
    guard authority.first == UInt8(ascii: "[") else { return isName(authority) }
    return authority.last == UInt8(ascii: "]") && isIPv6(authority.dropFirst().dropLast())
  }

  static func isHost(_ text: Bytes) -> Bool { isName(text) || isIPv6(text) }

  /// True for labels separated by dots; four numbers must be an IPv4 address.
  private static func isName(_ text: Bytes) -> Bool {
    let text = text.last == UInt8(ascii: ".") ? text.dropLast() : text
    let labels = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard text.count <= 253,
      labels.allSatisfy({ label in
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-")
          && label.last != UInt8(ascii: "-")
          && Substring(label).unicodeScalars.allSatisfy { $0 == "-" || isNamed($0) }
      })
    else { return false }
    // A name that ends in a number is an address.
    guard let last = labels.last, isDigits(last) else { return true }
    return labels.count == 4 && labels.allSatisfy(isOctet)
  }

  private static func isIPv6(_ text: Bytes) -> Bool {
    // A zone, such as %eth0, follows the address.
    let address = text.prefix { $0 != UInt8(ascii: "%") }
    guard address.count < text.count || text.last != UInt8(ascii: "%") else { return false }
    var groups = address.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard groups.count > 2 else { return false }
    var count = groups.count
    if let last = groups.last, last.contains(UInt8(ascii: ".")) {
      let octets = last.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard octets.count == 4, octets.allSatisfy(isOctet) else { return false }
      groups[groups.count - 1] = "0"[...].utf8
      count += 1
    }
    let empty = groups.indices.filter { groups[$0].isEmpty }
    // `::` stands for at least one group of zeros; at an end it leaves two empty ones.
    let (first, last) = (0, groups.count - 1)
    let isShort =
      switch empty.count {
      case 0: false
      case 1: empty[0] != first && empty[0] != last
      case 2: empty == [first, first + 1] || empty == [last - 1, last]
      case 3: groups.count == 3
      default: false
      }
    guard empty.isEmpty || isShort else { return false }
    let given = count - empty.count
    return (isShort ? given < 8 : given == 8)
      && groups.allSatisfy { $0.count <= 4 && $0.allSatisfy(isHexadecimal) }
  }

  private static func isOctet(_ text: Bytes) -> Bool {
    isDigits(text) && text.count < 4 && Int(Substring(text))! < 256
      && (text.count == 1 || text.first != UInt8(ascii: "0"))
  }

  private static func isClean(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
        && !"\"<>\\^`{|}".unicodeScalars.contains(scalar)
    }
  }

  private static func isNamed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber:
      true
    default: false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
  }
  private static func isDigits(_ text: Bytes) -> Bool { !text.isEmpty && text.allSatisfy(isDigit) }
}
