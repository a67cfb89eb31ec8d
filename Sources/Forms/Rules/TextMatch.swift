/// The agreement of a repeated text with the first one.
///
///     TextMatch(of: "sec", with: "secret")  // .prefix(count: 3)
///     TextMatch(of: "sek", with: "secret")  // .differs(position: 3)
///
/// Texts are compared by appearance: composed and decomposed letters are the same. Two empty texts
/// do not match, as nothing has been confirmed.
public enum TextMatch: Hashable, Sendable {
  /// One of the two texts, or both, have not been typed.
  case empty
  /// The repetition agrees so far; more must follow after `count` characters.
  case prefix(count: Int)
  /// They differ, first at this character, counted from 1; more typing cannot help.
  case differs(position: Int)
  /// They are equal.
  case equal

  /// Compares a repetition with the original text.
  public init(of repetition: String, with original: String) {
    guard !repetition.isEmpty, !original.isEmpty else {
      self = .empty
      return
    }
    guard repetition != original else {
      self = .equal
      return
    }
    var wanted = original.makeIterator()
    var rest = Substring(repetition)
    var count = 0
    while let typed = rest.popFirst() {
      let next = wanted.next()
      // An accent or a joined emoji may still follow in the last character.
      let isBeginning =
        rest.isEmpty && next?.unicodeScalars.starts(with: typed.unicodeScalars) == true
      guard typed == next || isBeginning else {
        self = .differs(position: count + 1)
        return
      }
      if typed == next { count += 1 }
    }
    self = .prefix(count: count)
  }
}

extension ValidationRule where Value == TextMatch {
  /// A repetition that is equal and not empty.
  package static var equal: ValidationRule {
    let issue = ValidationIssue(.mismatch)
    return ValidationRule(issue) { match in
      switch match {
      case .equal: .met
      case .empty, .prefix: .notYet(issue)
      case .differs(let position):
        .failed(ValidationIssue(.mismatch, ["position": .integer(position)]))
      }
    }
  }
}

extension ValidationRule {
  /// Two equal texts of a form. While both are empty there is nothing to repeat.
  ///
  ///     ValidationRule<SignupInput>.matches(\.confirmation, \.password)
  public static func matches(
    _ repetition: any KeyPath<Value, String> & Sendable,
    _ original: any KeyPath<Value, String> & Sendable
  ) -> ValidationRule {
    ValidationRule<TextMatch>.equal.of { value in
      TextMatch(of: value[keyPath: repetition], with: value[keyPath: original])
    }
    .when { !$0[keyPath: repetition].isEmpty || !$0[keyPath: original].isEmpty }
  }
}
