import Formats

extension ValidationMessages {
  /// Returns a form's own words in this language, such as those of a button.
  ///
  /// - Parameters:
  ///   - english: The words in English.
  ///   - parameters: The values that replace names in braces.
  package func words(
    _ english: String, _ parameters: [String: ValidationIssue.Parameter] = [:]
  ) -> String {
    let template = translations[english] ?? english
    return parameters.isEmpty ? template : filled(template, ValidationIssue("", parameters))
  }

  /// No messages, for a form that uses only its own words.
  package static let untranslated = ValidationMessages([:])

  /// The messages of a form in German, and its own words. The labels stay those of the form, unless
  /// ``labels`` has others.
  ///
  /// `german.json` has them: messages by their codes, and words by the English ones.
  public static let german: ValidationMessages = {
    var reader = DeclarationReader()
    let file = try? JSONReader.read(PackageResources.german_json)
    func texts(_ key: String) -> [String: String] {
      var texts: [String: String] = [:]
      guard case .object(let members)? = file else { return texts }
      reader.entries(key, DeclarationReader.Members(members: members)) { _, name, json in
        if case .string(let text) = json { texts[name] = text }
      }
      return texts
    }
    var messages = ValidationMessages([:], listSeparator: ", ", lastSeparator: " und ")
    for (code, text) in texts("messages") {
      messages.templates[ValidationIssue.Code(rawValue: code)] = text
    }
    messages.translations = texts("words")
    messages.decimalPoint = ","
    messages.ordinal = { "\($0)." }
    return messages
  }()

  /// Returns the messages of a form in English or German.
  ///
  ///     ValidationMessages.forms(in: "de_AT.UTF-8").text(for: ValidationIssue(.required))
  ///     // "{field} fehlt"
  ///
  /// - Parameter language: The language, as in the environment variable `LANG`; English is used for
  ///   all others.
  public static func forms(in language: String) -> ValidationMessages {
    let code = language.prefix { $0.isLetter }.lowercased()
    return code == "de" ? .german : .forms
  }

  /// True if a form has a message for a code, or uses it as its own wording.
  static func knows(_ code: String) -> Bool {
    forms.templates[ValidationIssue.Code(rawValue: code)] != nil || german.translations[code] != nil
  }

  /// Replaces a message, or words of the form's own.
  mutating func replace(_ code: String, by text: String) {
    let key = ValidationIssue.Code(rawValue: code)
    if Self.forms.templates[key] != nil { templates[key] = text } else { translations[code] = text }
  }
}
