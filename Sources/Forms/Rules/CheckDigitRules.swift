extension ValidationRule where Value == String {
  /// A bank account number (IBAN) with correct check digits, without blanks; an empty text meets
  /// the rule.
  ///
  /// Two letters, two check digits and 11 to 30 letters and digits; as a number it leaves 1 when
  /// divided by 97 (ISO 13616, ISO 7064 MOD 97-10). Does not check the lengths for each country.
  public static var iban: ValidationRule {
    let issue = ValidationIssue(.notAnIBAN)
    return ValidationRule(issue) { text in
      text.isEmpty || CheckDigits.isIBAN(Array(text.utf8)) ? .met : .notYet(issue)
    }
  }

  /// A payment card number of 12 to 19 digits with a correct last digit (ISO/IEC 7812, Luhn),
  /// without blanks; empty text meets the rule.
  public static var cardNumber: ValidationRule {
    let issue = ValidationIssue(.notACardNumber)
    return ValidationRule(issue) { text in
      text.isEmpty || CheckDigits.isCard(Array(text.utf8)) ? .met : .notYet(issue)
    }
  }
}

private enum CheckDigits {
  static func isIBAN(_ bytes: [UInt8]) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
    guard (15...34).contains(bytes.count), bytes[..<2].allSatisfy(isLetter),
      bytes[2..<4].allSatisfy(isDigit), bytes.allSatisfy({ isDigit($0) || isLetter($0) })
    else { return false }
    // The first four come last; letters count from 10.
    return (bytes[4...] + bytes[..<4]).reduce(0) { rest, byte in
      isDigit(byte)
        ? (rest * 10 + Int(byte) - 0x30) % 97 : (rest * 100 + Int(byte) - 0x41 + 10) % 97
    } == 1
  }

  static func isCard(_ bytes: [UInt8]) -> Bool {
    guard (12...19).contains(bytes.count), bytes.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return false
    }
    // From the last one on, every second digit counts twice, as the sum of its digits.
    let sum = bytes.reversed().enumerated().reduce(0) { sum, digit in
      let value = Int(digit.element) - 0x30
      return sum + (digit.offset % 2 == 0 ? value : value > 4 ? value * 2 - 9 : value * 2)
    }
    return sum % 10 == 0
  }
}
