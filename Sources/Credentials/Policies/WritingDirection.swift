/// The Bidi Rule of RFC 5893, which ensures that a name with right-to-left letters has a single
/// reading order.
///
/// The classes of characters come from Unicode's blocks and the standard library's categories, as
/// far as names can have them.
enum WritingDirection {
  /// Returns true if a name has no such letters, or begins with one, has no letter of the other
  /// direction, ends with one or with a digit, and does not mix Arabic digits with others.
  static func isPlain(_ name: String) -> Bool {
    let classes = name.unicodeScalars.map(Class.init)
    guard classes.contains(where: { $0 == .rightToLeft || $0 == .arabicDigit }) else { return true }
    return classes.first == .rightToLeft && !classes.contains(.leftToRight)
      && !(classes.contains(.digit) && classes.contains(.arabicDigit))
      && [.rightToLeft, .digit, .arabicDigit].contains(classes.last { $0 != .mark })
  }

  private enum Class {
    case leftToRight, rightToLeft, digit, arabicDigit, mark, neutral

    init(_ scalar: Unicode.Scalar) {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: self = .mark
      case .decimalNumber where Class.isArabicDigit(scalar.value): self = .arabicDigit
      // Extended Arabic digits, those of Persian and Urdu, are of the class of 0–9.
      case .decimalNumber where scalar.isASCII || (0x6F0...0x6F9).contains(scalar.value):
        self = .digit
      case _ where Class.isRightToLeft(scalar.value): self = .rightToLeft
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .spacingMark, .decimalNumber:
        self = .leftToRight
      default: self = .neutral
      }
    }

    private static func isArabicDigit(_ value: UInt32) -> Bool {
      switch value {
      case 0x660...0x669, 0x1_0D30...0x1_0D39, 0x1_0E60...0x1_0E7E: true
      default: false
      }
    }

    private static func isRightToLeft(_ value: UInt32) -> Bool {
      switch value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF,
        0x1_E800...0x1_EFFF:
        true
      default: false
      }
    }
  }
}
