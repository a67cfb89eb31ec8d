extension ValidationMessages {
  /// The messages of a form in German. The labels stay those of the form, unless ``labels`` has
  /// others.
  public static let german: ValidationMessages = {
    var messages = ValidationMessages(
      [
        .required: "{field} fehlt",
        .tooShort: "{field} braucht mindestens {minimum} Zeichen",
        .tooLong: "{field} darf höchstens {maximum} Zeichen haben",
        .tooManyBytes: "{field} darf höchstens {maximum} Bytes haben",
        .forbiddenCharacter: "{field} darf „{character}“ nicht enthalten",
        .mismatch: "Die beiden Eingaben stimmen nicht überein",
        .confirmationMissing: "{field} fehlt",
        .notANumber: "{field} muss {kind} sein",
        .notAnAmount: "{field} muss eine Zahl mit höchstens {places} Nachkommastellen sein",
        .notADate: "{field} muss ein Datum wie 2026-11-30 sein",
        .notATime: "{field} muss eine Uhrzeit wie 14:30 sein",
        .notAMoment: "{field} muss ein Tag mit Uhrzeit wie 2026-11-30 14:30 sein",
        .notOffered: "{field}: „{option}“ steht nicht zur Wahl{options}",
        .refused: "{option} ist nicht möglich: {reason}",
        .outOfRange: "{field} muss zwischen {minimum} und {maximum} liegen",
        .tooSmall: "{field} muss mindestens {minimum} sein",
        .tooLarge: "{field} darf höchstens {maximum} sein",
        .nothingThere: "{field}: Unter diesem Pfad ist nichts",
        .noFile: "{field}: Unter diesem Pfad ist keine Datei",
        .noFolder: "{field}: Unter diesem Pfad ist kein Ordner",
        .fileExists: "{field}: Unter diesem Pfad ist schon etwas",
        .notAccepted: "Bitte zustimmen: „{field}“",
        .notAnEmail: "{field} muss eine Adresse wie anna@example.org sein",
        .notMatching: "{field} hat nicht die richtige Form",
        .repeated: "Die {position:ordinal} Angabe wiederholt die {first:ordinal}",
        .tooFew: "{field}: mindestens {minimum} nötig",
        .tooMany: "{field}: höchstens {maximum} möglich",
        .unknownField: "Ein solches Feld gibt es nicht",
        .wrongKind: "Erwartet wird {expected}",
        .aText: "ein Text",
        .aNumber: "eine Zahl",
        .aWholeNumber: "eine ganze Zahl",
        .trueOrFalse: "true oder false",
        .yesOrNo: "yes oder no",
        .anOption: "der Name einer Möglichkeit",
        .listOfOptions: "eine Liste von Möglichkeiten",
        .aList: "eine Liste von Zeilen",
        .unchecked: "Konnte nicht geprüft werden: {reason}",
      ],
      listSeparator: ", ", lastSeparator: " und ")
    messages.translations = germanWords
    messages.decimalPoint = ","
    messages.ordinal = { "\($0)." }
    return messages
  }()

  /// Returns the messages of a form in a language, of which there are English and German.
  ///
  ///     ValidationMessages.forms(in: "de_AT.UTF-8").text(for: ValidationIssue(.required))
  ///     // "{field} fehlt"
  ///
  /// - Parameter language: The language, as the environment's `LANG` names it; English stands for
  ///   all others.
  public static func forms(in language: String) -> ValidationMessages {
    let code = language.prefix { $0.isLetter }.lowercased()
    return code == "de" ? .german : .forms
  }
}
