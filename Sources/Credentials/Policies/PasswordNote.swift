/// A property of a password that is allowed but perhaps not meant.
///
///     PasswordNote("CORRECT HORSE")  // .allCapitals
///
/// Such a password is accepted as it is. The note is only shown, so that an unseen blank or key
/// does not lock a user out.
package enum PasswordNote: Hashable, Sendable, CaseIterable {
  /// Its first character is a blank.
  case startsWithSpace
  /// Its last character is a blank.
  case endsWithSpace
  /// It has four letters or more, all of them capitals.
  case allCapitals

  /// Makes the first note on a password; nil if there is none.
  package init?(_ password: String) {
    if password.first?.isWhitespace == true {
      self = .startsWithSpace
    } else if password.last?.isWhitespace == true {
      self = .endsWithSpace
    } else {
      let letters = password.filter(\.isLetter)
      guard letters.count >= 4, letters.allSatisfy(\.isUppercase) else { return nil }
      self = .allCapitals
    }
  }

  /// A sentence in English.
  package var text: String {
    switch self {
    case .startsWithSpace: "It starts with a space."
    case .endsWithSpace: "It ends with a space."
    case .allCapitals: "All capitals – is Caps Lock on?"
    }
  }
}
