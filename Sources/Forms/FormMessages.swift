extension ValidationMessages {
  /// The messages of a form in English. A form's own issues are added to them:
  ///
  ///     var messages = ValidationMessages.forms
  ///     messages.templates["beforeStart"] = "{field} is before the start"
  ///
  /// Beside the issue's parameters a template can have the field's label, `{field}`.
  public static let forms = ValidationMessages([
    .required: "{field} is missing",
    .tooShort: "{field} needs at least {minimum} characters",
    .tooLong: "{field} may have at most {maximum} characters",
    .tooManyBytes: "{field} may have at most {maximum} bytes",
    .forbiddenCharacter: "{field} cannot contain {name}",
    .mismatch: "The two do not match",
    .confirmationMissing: "{field} is missing",
    .notANumber: "{field} must be {kind}",
    .notADate: "{field} must be a date such as 2026-11-30",
    .notOffered: "{field} has no option “{option}”{options}",
    .refused: "{option} cannot be chosen: {reason}",
    .notAnAmount: "{field} must be a number with at most {places} decimal places",
    .notATime: "{field} must be a time such as 14:30",
    .notAMoment: "{field} must be a date and time such as 2026-11-30 14:30",
    .outOfRange: "{field} must be between {minimum} and {maximum}",
    .tooSmall: "{field} must be at least {minimum}",
    .tooLarge: "{field} must be at most {maximum}",
    .nothingThere: "{field}: there is no file or folder at this path",
    .noFile: "{field}: there is no file at this path",
    .noFolder: "{field}: there is no folder at this path",
    .fileExists: "{field}: a file or folder already exists at this path",
    .notAccepted: "Accept “{field}”",
    .notAnEmail: "{field} must be an address such as ann@example.org",
    .notAURL: "{field} must be a URL such as https://example.org",
    .notAHost: "{field} must be a host such as example.org or 192.0.2.1",
    .notAnIBAN: "{field} is not a valid IBAN: check its digits",
    .notACardNumber: "{field} is not a valid card number: check its digits",
    .withdrawn: "{field}: “{option}” is no longer offered, so it was deselected",
    .notMatching: "{field} does not have the required format",
    .repeated: "The {position:ordinal} {item} repeats the {first:ordinal}",
    .tooFew: "{field}: at least {minimum} needed",
    .tooMany: "{field}: at most {maximum} allowed",
    .unknownField: "There is no such field",
    .wrongKind: "{expected} is expected",
    .aText: "a text",
    .aNumber: "a number",
    .aWholeNumber: "a whole number",
    .trueOrFalse: "true or false",
    .yesOrNo: "yes or no",
    .anOption: "the name of an option",
    .listOfOptions: "a list of options",
    .aList: "a list of rows",
    .unchecked: "Could not be checked: {reason}",
  ])

  /// The label of a field in this language.
  public func label(of field: FieldSnapshot) -> String { labels[field.name] ?? field.label }

  /// The label of one of a field's options in this language.
  public func label(of option: FieldOption, in field: FieldSnapshot) -> String {
    labels["\(field.name).\(option.name)"] ?? option.label
  }

  /// The text for an issue of a field; a template can contain the field's label as `{field}`.
  public func text(for issue: ValidationIssue, of field: FieldSnapshot) -> String {
    var issue = issue
    if issue.parameters["field"] == nil { issue.parameters["field"] = .text(label(of: field)) }
    if issue.code == .notANumber, issue.parameters["kind"] == nil {
      issue.parameters["kind"] = .list([.aNumber])
    }
    // An issue at a field of a row names the list of its rows.
    var list = (name: field.name, item: field.item ?? FormField<Never>.item(of: label(of: field)))
    if case .text(let name)? = issue.parameters["list"] { list.name = name }
    if case .text(let item)? = issue.parameters["item"] { list.item = item }
    issue.parameters["item"] = .text(labels["\(list.name).item"] ?? list.item)
    return text(for: issue)
  }
}
