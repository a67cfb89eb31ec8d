/// The groups in which text is shown while it is typed, as in a bank account number.
///
///     TextMask.iban.arranged("de89370400440532013000")  // "DE89 3704 0044 0532 0130 00"
///     TextMask.iban.value(of: "DE89 3704")              // "DE893704"
///
/// The separators between the groups are never part of the value, so a paste with other blanks,
/// or with none, gives the same value.
public struct TextMask: Hashable, Sendable {
  /// The lengths of the groups in characters; the last one repeats.
  public var groups: [Int]
  /// The text between two groups.
  public var separator: Character
  /// Other characters that people write between groups, and that are dropped; blanks always are.
  public var dropped: Set<Character> = []
  /// True if letters become capitals.
  public var isUppercase = false
  /// True if a country code after a plus is a separate group.
  private var hasCountryCode = false

  /// Makes a mask of groups; `groups` must not be empty, and each must be at least 1.
  public init(groups: [Int], separator: Character = " ") {
    precondition(!groups.isEmpty && groups.allSatisfy { $0 > 0 }, "a mask has groups")
    (self.groups, self.separator) = (groups, separator)
  }

  /// The number of a bank account (IBAN): groups of four, in capitals.
  public static let iban: TextMask = {
    var mask = TextMask(groups: [4])
    mask.isUppercase = true
    mask.dropped = ["-"]
    return mask
  }()

  /// The number of a payment card: groups of four.
  public static let card: TextMask = {
    var mask = TextMask(groups: [4])
    mask.dropped = ["-"]
    return mask
  }()

  /// A telephone number: `+49 151 234 567 89`; the country code is a separate group.
  public static let telephone: TextMask = {
    var mask = TextMask(groups: [3])
    mask.dropped = ["-", "/", ".", "(", ")"]
    mask.hasCountryCode = true
    return mask
  }()

  /// The rule for a value that the mask is for; nil for any value.
  var rule: ValidationRule<String>? { self == .iban ? .iban : self == .card ? .cardNumber : nil }

  /// Returns text without the separators between the groups.
  public func value(of text: String) -> String {
    let value = text.filter { !isBetween($0) }
    return isUppercase ? value.uppercased() : value
  }

  /// Returns text in groups.
  public func arranged(_ text: String) -> String { arranged(text, cursor: text.count).text }

  /// Returns text in groups, and the position of the cursor between the same characters as before.
  ///
  ///     TextMask.card.arranged("41112", cursor: 5).cursor   // 6, in “4111 2”
  ///     TextMask.card.arranged("41 112", cursor: 1).cursor  // 1
  ///
  /// - Parameters:
  ///   - text: The text after a key or a paste.
  ///   - cursor: The position of the cursor in it, in characters.
  ///   - isForward: True if the key deletes what follows the cursor: the cursor then moves past a
  ///     separator, so that the key does not delete the separator again and again.
  package func arranged(
    _ text: String, cursor: Int, isForward: Bool = false
  ) -> (text: String, cursor: Int) {
    let before = value(of: String(text.prefix(cursor))).count
    let value = Array(value(of: text))
    let ends = boundaries(in: value)
    var arranged = ""
    for (index, character) in value.enumerated() {
      if ends.contains(index) { arranged.append(separator) }
      arranged.append(character)
    }
    // A separator at the cursor itself stays after it, unless the cursor goes forward.
    let passed = ends.count { $0 < before || ($0 == before && isForward) }
    return (arranged, before + passed)
  }

  private func isBetween(_ character: Character) -> Bool {
    character == separator || character.isWhitespace || dropped.contains(character)
  }

  /// The indices in a value before which a separator is inserted.
  private func boundaries(in value: [Character]) -> Set<Int> {
    var ends: Set<Int> = []
    var end = 0
    if hasCountryCode, value.first == "+" {
      end = 1 + Self.countryCodeLength(value.dropFirst())
      if end < value.count { ends.insert(end) }
    }
    var group = 0
    while true {
      end += groups[min(group, groups.count - 1)]
      group += 1
      guard end < value.count else { return ends }
      ends.insert(end)
    }
  }

  /// The number of digits of a country's code, as the ITU gives them out (E.164).
  private static func countryCodeLength(_ digits: ArraySlice<Character>) -> Int {
    if digits.first == "1" || digits.first == "7" { return 1 }
    return twoDigitCodes.contains(String(digits.prefix(2))) ? 2 : 3
  }

  private static let twoDigitCodes: Set<String> = Set(
    """
    20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 \
    65 66 81 82 84 86 90 91 92 93 94 95 98
    """.split(separator: " ").map(String.init))
}
