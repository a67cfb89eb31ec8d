/// A problem with a value, as data: the text is made when it is shown.
///
///     let issue = ValidationIssue(.tooShort, ["minimum": 8])
///     ValidationMessages(["tooShort": "Use at least {minimum} characters"]).text(for: issue)
///     // "Use at least 8 characters"
///
/// The parameters come from the broken rule, so that a message always names the number that the
/// rule has checked.
public struct ValidationIssue: Error, Hashable, Sendable {
  /// The kind of issue.
  public var code: Code
  /// The numbers and texts for the message, by name.
  public var parameters: [String: Parameter]

  /// Makes an issue of a kind.
  public init(_ code: Code, _ parameters: [String: Parameter] = [:]) {
    (self.code, self.parameters) = (code, parameters)
  }
}

extension ValidationIssue {
  /// The same issue with its own template, which replaces that of the form's messages.
  func worded(_ template: String) -> ValidationIssue {
    var issue = self
    issue.parameters["template"] = .text(template)
    return issue
  }

  /// The same issue with its own message, which replaces the form's.
  func saying(_ sentence: String) -> ValidationIssue {
    var issue = self
    issue.parameters["sentence"] = .text(sentence)
    return issue
  }

  /// A kind of issue, by a name that stays the same in every language.
  ///
  /// Other forms add their own: `extension ValidationIssue.Code { static let noSuchCity: Self = …
  /// }`.
  public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name, in lower camel case.
    public var rawValue: String

    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a code from its name.
    public init(stringLiteral value: String) { rawValue = value }
  }

  /// A number or text in a message, or several kinds of issue listed in one.
  public enum Parameter: Hashable, Sendable {
    /// A number, such as a limit.
    case integer(Int)
    /// A number that need not be whole, written as the messages' language has it.
    case decimal(DecimalNumber)
    /// Text that is shown unchanged.
    case text(String)
    /// Kinds whose messages are listed: “a, b and c”.
    case list([Code])
  }
}

extension ValidationIssue.Parameter: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// A number.
  public init(integerLiteral value: Int) { self = .integer(value) }

  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension ValidationIssue.Code {
  /// A required value that is missing.
  public static let required: Self = "required"
  /// A text that cannot be read as a number of a `kind`, a whole one or any.
  public static let notANumber: Self = "notANumber"
  /// A text that cannot be read as a date.
  public static let notADate: Self = "notADate"
  /// A chosen `option` that is not offered; `options` lists those offered, in parentheses, and is
  /// empty if there are too many.
  public static let notOffered: Self = "notOffered"
  /// An option, labelled `option`, that cannot be chosen for a `reason`.
  public static let refused: Self = "refused"
  /// Text that cannot be read as a number with at most `places` decimal places.
  public static let notAnAmount: Self = "notAnAmount"
  /// A text that cannot be read as a time of day.
  public static let notATime: Self = "notATime"
  /// A text that cannot be read as a day and a time.
  public static let notAMoment: Self = "notAMoment"
  /// A value below `minimum` or above `maximum`.
  public static let outOfRange: Self = "outOfRange"
  /// A value below `minimum`, without an upper limit.
  public static let tooSmall: Self = "tooSmall"
  /// A value above `maximum`, without a lower limit.
  public static let tooLarge: Self = "tooLarge"
  /// A path at which nothing exists.
  public static let nothingThere: Self = "nothingThere"
  /// A path at which no file exists.
  public static let noFile: Self = "noFile"
  /// A path at which no folder exists.
  public static let noFolder: Self = "noFolder"
  /// A path at which something exists already.
  public static let fileExists: Self = "fileExists"
  /// A switch that must be on.
  public static let notAccepted: Self = "notAccepted"
  /// A text that is not an address of electronic mail.
  public static let notAnEmail: Self = "notAnEmail"
  /// A text that is not a URL with a scheme and a host.
  public static let notAURL: Self = "notAURL"
  /// A text that is not the name or the address of a host.
  public static let notAHost: Self = "notAHost"
  /// A bank account number with wrong check digits.
  public static let notAnIBAN: Self = "notAnIBAN"
  /// A payment card number with a wrong check digit.
  public static let notACardNumber: Self = "notACardNumber"
  /// A choice, labelled `option`, that was removed because it is no longer offered.
  public static let withdrawn: Self = "withdrawn"
  /// A text that does not have the form of a pattern.
  public static let notMatching: Self = "notMatching"
  /// An element of a list, at `position`, that repeats the `first` one like it.
  public static let repeated: Self = "repeated"
  /// A list with fewer than `minimum` rows.
  public static let tooFew: Self = "tooFew"
  /// A list with more than `maximum` rows.
  public static let tooMany: Self = "tooMany"
  /// A name that no field of the form has.
  public static let unknownField: Self = "unknownField"
  /// A datum of another kind than the one `expected`.
  public static let wrongKind: Self = "wrongKind"
  /// A check that could not be made, for a `reason`.
  public static let unchecked: Self = "unchecked"
  /// Fewer characters than `minimum`.
  public static let tooShort: Self = "tooShort"
  /// More characters than `maximum`.
  public static let tooLong: Self = "tooLong"
  /// More bytes of UTF-8 than `maximum`.
  public static let tooManyBytes: Self = "tooManyBytes"
  /// The first character that is not allowed, as `character`, at `position` (counted from 1).
  public static let forbiddenCharacter: Self = "forbiddenCharacter"
  /// Two fields that should be equal differ, first at the character `position` (counted from 1).
  public static let mismatch: Self = "mismatch"
  /// The second of two fields that should be equal is empty.
  public static let confirmationMissing: Self = "confirmationMissing"
}
