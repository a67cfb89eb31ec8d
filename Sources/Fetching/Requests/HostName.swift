import Formats

/// A host as it is compared and sent: in ASCII and lower case (RFC 3986, 3.2.2; WHATWG URL, 3.5).
///
///     HostName(Array("BÜCHER.example".utf8)[...])?.text  // "xn--bcher-kva.example"
///     HostName(Array("0x7f.1".utf8)[...])?.text  // "127.0.0.1"
struct HostName {
  /// The name, the IPv4 address in four decimal numbers, or the IPv6 address in brackets.
  let text: String

  /// Reads a host; nil for a string that is not a host, or is ambiguous.
  init?(_ bytes: ArraySlice<UInt8>) {
    if bytes.first == UInt8(ascii: "[") {
      guard bytes.last == UInt8(ascii: "]"), bytes.count > 2,
        let address = IPv6Address(bytes.dropFirst().dropLast())
      else { return nil }
      text = "[\(address.text)]"
      return
    }
    guard let name = DomainName.ascii(bytes) else { return nil }
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // A full stop at the end makes a name another host, but not an address.
    let last = labels.last?.isEmpty == true ? labels.dropLast() : labels[...]
    guard let final = last.last, !last.contains(where: \.isEmpty) else { return nil }
    guard final.allSatisfy(\.isDigit) || Self.number(final) != nil else {
      text = name
      return
    }
    guard let address = Self.address(last.map { Self.number($0) }) else { return nil }
    text = address
  }

  /// Reads a part of an IPv4 address: decimal, octal after `0`, hexadecimal after `0x`.
  private static func number(_ digits: Substring.UTF8View) -> UInt64? {
    let text = String(Substring(digits))
    let (rest, radix) =
      text.utf8.starts(with: "0x".utf8)
      ? (text.dropFirst(2), 16)
      : text.utf8.count > 1 && text.utf8.first == UInt8(ascii: "0")
        ? (text.dropFirst(), 8) : (text[...], 10)
    if rest.isEmpty { return radix == 16 ? 0 : nil }
    guard rest.utf8.allSatisfy(\.isLetterOrDigit) else { return nil }
    return UInt64(rest, radix: radix)
  }

  /// The address for one to four numbers, the last of which has all remaining bytes.
  private static func address(_ parts: [UInt64?]) -> String? {
    let numbers = parts.compactMap { $0 }
    guard numbers.count == parts.count, 1...4 ~= numbers.count, let last = numbers.last,
      numbers.dropLast().allSatisfy({ $0 < 256 }), last < 1 << UInt64(8 * (5 - numbers.count))
    else { return nil }
    var address = last
    for (index, number) in numbers.dropLast().enumerated() {
      address += number << UInt64(8 * (3 - index))
    }
    return [24, 16, 8, 0].map { "\(address >> $0 & 0xFF)" }.joined(separator: ".")
  }
}

/// A name of the domain name system in ASCII (RFC 5890).
enum DomainName {
  /// Returns a name in lower case, with Punycode for labels that are not ASCII.
  ///
  /// Nil for a name with characters other than letters, digits, `-`, `_` and full stops; with
  /// letters that are variants of others (wide ones, ligatures) or have no width; or with a label
  /// that begins with a mark, or mixes Latin, Greek and Cyrillic letters, which look alike.
  static func ascii(_ bytes: ArraySlice<UInt8>) -> String? {
    guard let name = String(validating: bytes, as: UTF8.self) else { return nil }
    // Ideographic full stops separate labels, too (RFC 3490, 3.1).
    let stops: [Unicode.Scalar] = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
    var labels: [String] = []
    for label in name.unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: { stops.contains($0) })
    {
      guard let label = ascii(label) else { return nil }
      labels.append(label)
    }
    let text = labels.joined(separator: ".")
    // 253 bytes, and a full stop at the end.
    return text.utf8.count <= 254 ? text : nil
  }

  private static func ascii(_ label: Substring.UnicodeScalarView) -> String? {
    let lower = label.map(\.properties.lowercaseMapping).joined().normalizedNFC
    let text: String
    if lower.utf8.allSatisfy({ $0 < 0x80 }) {
      // This includes other letters, such as the sign for kelvins.
      guard label.allSatisfy(\.isASCII) else { return nil }
      text = lower
    } else {
      let scalars = Array(lower.unicodeScalars)
      // Two hyphens as the third and fourth characters are reserved for names that are already
      // Punycode.
      guard scalars.allSatisfy(isLetter), let first = scalars.first, !first.isMark,
        Set(scalars.compactMap(\.scriptThatLooksAlike)).count < 2,
        !lower.utf8.dropFirst(2).starts(with: "--".utf8), first != "-", scalars.last != "-"
      else { return nil }
      text = "xn--" + Punycode.encode(scalars)
    }
    let isName = text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x5F }
    return isName && text.utf8.count <= 63 ? text : nil
  }

  /// True for a lower-case letter, a mark or a digit that is not a variant of another one.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return true }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
      .decimalNumber:
      // These two fold to other letters, but are valid letters of names (RFC 5892, 2.6).
      return !scalar.properties.changesWhenNFKCCaseFolded || scalar == "ß" || scalar == "ς"
    default: return false
    }
  }
}

extension Unicode.Scalar {
  /// The script of a Latin, Greek or Cyrillic letter; nil for anything else.
  fileprivate var scriptThatLooksAlike: Int? {
    switch value {
    case 0x61...0x7A, 0xDF...0x24F, 0x1E00...0x1EFF: 0
    case 0x370...0x3FF, 0x1F00...0x1FFF: 1
    case 0x400...0x52F, 0x1C80...0x1C8F, 0xA640...0xA69F: 2
    default: nil
    }
  }

  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}

/// Labels in ASCII (RFC 3492).
enum Punycode {
  /// Returns the label without its prefix `xn--`.
  static func encode(_ label: [Unicode.Scalar]) -> String {
    var output = label.filter(\.isASCII).map { UInt8($0.value) }
    let basic = output.count
    var handled = basic
    if basic > 0 { output.append(UInt8(ascii: "-")) }
    var (code, delta, bias): (UInt32, Int, Int) = (0x80, 0, 72)
    while handled < label.count {
      // There is one: those below have been handled.
      guard let next = label.lazy.map(\.value).filter({ $0 >= code }).min() else { break }
      delta += Int(next - code) * (handled + 1)
      code = next
      for scalar in label {
        if scalar.value < code { delta += 1 }
        guard scalar.value == code else { continue }
        output += digits(of: delta, bias)
        bias = adapted(delta, handled + 1, isFirst: handled == basic)
        (delta, handled) = (0, handled + 1)
      }
      (delta, code) = (delta + 1, code + 1)
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func digits(of delta: Int, _ bias: Int) -> [UInt8] {
    var (digits, rest, step): ([UInt8], Int, Int) = ([], delta, 36)
    while true {
      let threshold = min(max(step - bias, 1), 26)
      guard rest >= threshold else { break }
      let (quotient, remainder) = (rest - threshold).quotientAndRemainder(
        dividingBy: 36 - threshold)
      digits.append(digit(threshold + remainder))
      (rest, step) = (quotient, step + 36)
    }
    return digits + [digit(rest)]
  }

  private static func digit(_ value: Int) -> UInt8 {
    value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "0") + UInt8(value - 26)
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = delta / (isFirst ? 700 : 2)
    delta += delta / count
    var step = 0
    while delta > 455 { (delta, step) = (delta / 35, step + 36) }
    return step + 36 * delta / (delta + 38)
  }
}
