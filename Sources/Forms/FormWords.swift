extension ValidationMessages {
  /// Returns a form's own words in this language, such as those of a button.
  ///
  /// - Parameters:
  ///   - english: The words in English.
  ///   - parameters: What stands in place of names in braces.
  package func words(
    _ english: String, _ parameters: [String: ValidationIssue.Parameter] = [:]
  ) -> String {
    let template = translations[english] ?? english
    return parameters.isEmpty ? template : filled(template, ValidationIssue("", parameters))
  }
}

extension ValidationMessages {
  /// True if a form has a message of a code, or words of its own that are the code.
  static func knows(_ code: String) -> Bool {
    forms.templates[ValidationIssue.Code(rawValue: code)] != nil || germanWords[code] != nil
  }

  /// Replaces a message, or words of the form's own.
  mutating func replace(_ code: String, by text: String) {
    let key = ValidationIssue.Code(rawValue: code)
    if Self.forms.templates[key] != nil { templates[key] = text } else { translations[code] = text }
  }

  /// A form's own words in German.
  static let germanWords: [String: String] = [
    // Buttons.
    "Submit": "Absenden", "Next": "Weiter", "Back": "Zurück", "Review": "Prüfen",
    "Cancel": "Abbrechen", "Add": "Neu", "Add to {list}": "Neu in {list}", "Up": "Auf",
    "Down": "Ab", "Remove": "Entfernen", "Discard": "Verwerfen", "Keep editing": "Weiter ausfüllen",
    "Quit": "Beenden", "Take it": "Ja", "Discard it": "Verwerfen",
    // Questions.
    "Discard what you typed?": "Eingaben verwerfen?", "Discard your text?": "Verwerfen?",
    "Quit? What you typed is kept as a draft, but for secrets.":
      "Beenden? Die Eingaben bleiben als Entwurf, außer Geheimem.",
    "Quit with a draft?": "Mit Entwurf beenden?",
    "A draft of {age} is there. Go on with it?":
      "Es gibt einen Entwurf ({age}). Damit weitermachen?",
    "Take the draft?": "Entwurf nehmen?",
    "One line only, for a file of variables cannot hold line breaks":
      "Nur eine Zeile, denn eine Datei mit Variablen kann keine Zeilenumbrüche enthalten",
    "{path} is not a draft of a form. It was not changed; choose another file.":
      "{path} ist kein Entwurf eines Formulars. Sie wurde nicht geändert; bitte eine andere Datei "
      + "wählen.",
    "{path} is the draft of another form, “{form}”. It was not changed; choose another file.":
      "{path} ist der Entwurf eines anderen Formulars, „{form}“. Sie wurde nicht geändert; bitte "
      + "eine andere Datei wählen.",
    "{path} is a draft of this form with other fields. It was not changed; choose another file.":
      "{path} ist ein Entwurf dieses Formulars mit anderen Feldern. Sie wurde nicht geändert; "
      + "bitte eine andere Datei wählen.",
    "No draft can be kept in {path}: {reason}.":
      "In {path} kann kein Entwurf bleiben: {reason}.",
    "discards": "verwirft", "keeps editing": "füllt weiter aus", "quits": "beendet",
    "begins anew": "beginnt neu", "Esc cancels": "Esc bricht ab",
    // The texts of the page.
    "A form": "Ein Formular",
    "Step {number} of {count}": "Schritt {number} von {count}",
    "All answers: Enter changes one": "Alle Antworten: Enter ändert eine",
    "1 thing to fix: {fields}": "1 Angabe fehlt oder stimmt nicht: {fields}",
    "{count} things to fix: {fields}": "{count} Angaben fehlen oder stimmen nicht: {fields}",
    "Waiting for the checks": "Wird geprüft", "Submitting": "Wird abgeschickt",
    "checking": "wird geprüft", "checked": "geprüft",
    "{list}: {number} of {count}":
      "{list}: {number} von {count}",
    "{count} folded away": "{count} zugeklappt", "more above": "mehr davor",
    "more below": "mehr danach",
    "none": "nichts", "no options": "keine Möglichkeiten", "loading": "wird geladen",
    "not loaded: {reason}": "nicht geladen: {reason}", "empty": "leer",
    "not shown": "nicht gezeigt", "yes": "ja", "no": "nein", "1 row": "1 Zeile",
    "{count} rows": "{count} Zeilen", "{count} of {all}": "{count} von {all}",
    "{count} of {all} chosen": "{count} von {all} gewählt",
    "{count} needed": "{count} nötig", "at least {count}": "mindestens {count}",
    "at most {count}": "höchstens {count}",
    "Enter or a letter opens the list": "Enter oder ein Buchstabe öffnet die Liste",
    "Enter tries again": "Enter versucht es noch einmal",
    "Enter breaks the line, Tab goes on": "Enter bricht um, Tab geht weiter",
    "Space ticks": "Leertaste hakt ab", "←→ or Space chooses": "←→ oder Leertaste wählt",
    "↑ and ↓ change it{range}": "↑ und ↓ ändern sie{range}",
    "such as 2026-11-30{range}": "wie 2026-11-30{range}",
    "such as 2026-11-30 14:30{range}": "wie 2026-11-30 14:30{range}",
    "such as 14:30{range}": "wie 14:30{range}",
    "not before {day}": "nicht vor {day}", "not after {day}": "nicht nach {day}",
    ", from {low}": ", ab {low}", ", to {high}": ", bis {high}",
    "F2 lists files": "F2 zeigt Dateien", "F2 lists suggestions": "F2 zeigt Vorschläge",
    "type to search": "tippen sucht", "search": "suchen",
    "There are no options": "Es gibt nichts zu wählen", "No option has that": "Nichts hat das",
    "No file begins like that": "Keine Datei beginnt so",
    "Nothing begins like that": "Nichts beginnt so",
    "today, {day}": "heute, {day}",
    "Secrets stay hidden while the screen is recorded":
      "Geheimes bleibt verborgen, solange aufgezeichnet wird",
    "Nothing can be suggested": "Kein Vorschlag möglich",
    // The footer.
    "next": "weiter", "list": "Liste", "calendar": "Kalender", "try again": "noch einmal",
    "take": "nehmen", "close": "schließen", "closes": "schließt", "tick": "abhaken",
    "all, none": "alle, keine", "month": "Monat", "today": "heute", "new line": "neue Zeile",
    "complete": "ergänzen", "step": "Schritt", "change": "ändern", "press": "drücken",
    "fold": "klappen", "cancel": "abbrechen", "help": "Hilfe", "submit": "absenden",
    "next step": "nächster Schritt", "back": "zurück", "show": "zeigen", "hide": "verbergen",
    "suggest": "vorschlagen", "undo remove": "zurückholen", "give up waiting": "nicht mehr warten",
    "choose": "wählen", "answer": "antworten", "keep editing": "weiter ausfüllen",
    "begin anew": "neu beginnen", "scroll": "blättern", "any other key": "jede andere Taste",
    // The list of all keys.
    "Help": "Hilfe", "next field": "nächstes Feld", "previous field": "voriges Feld",
    "step before": "voriger Schritt", "quit": "beenden",
    "next field; on a button: press it": "nächstes Feld; auf einem Knopf: drücken",
    "change a choice or a switch; on a button ←→: the next one":
      "Wahl oder Schalter ändern; auf einem Knopf ←→: der nächste",
    "what lies above, below": "was darüber, darunter liegt",
    "move a row up, down": "eine Zeile nach oben, unten",
    "put the removed row back": "die entfernte Zeile zurückholen",
    "take the field back to what it was": "das Feld zurücksetzen",
    "show or hide what is typed": "zeigen oder verbergen, was getippt ist",
    "suggest something": "etwas vorschlagen", "this list": "diese Liste",
    "this list; outside of texts ? too": "diese Liste; außerhalb von Texten auch ?",
    "take what is ticked, and go on in the form":
      "nehmen, was abgehakt ist, und weiter im Formular",
    "open the list of options": "die Liste öffnen", "choose none": "nichts wählen",
    "a page up, down": "eine Seite nach oben, unten",
    "previous, next option": "vorige, nächste Möglichkeit",
    "first, last option": "erste, letzte Möglichkeit", "take the option": "diese nehmen",
    "take the ticked options": "die abgehakten nehmen",
    "tick all that are listed, none": "alle gelisteten abhaken, keine",
    "tick all, none": "alle abhaken, keine",
    "drop what narrows the list down": "die ganze Liste zeigen",
    "close the list, change nothing": "die Liste schließen, nichts ändern",
    "previous, next text": "voriger, nächster Text", "first, last text": "erster, letzter Text",
    "take the text; open a folder": "den Text nehmen; einen Ordner öffnen",
    "take the completion": "die Ergänzung nehmen",
    "list what completes the text": "zeigen, was den Text ergänzt",
    "open the calendar": "den Kalender öffnen",
    "close the calendar, change nothing": "den Kalender schließen, nichts ändern",
    "take the day": "den Tag nehmen", "the day before, after": "der Tag davor, danach",
    "the week before, after": "die Woche davor, danach",
    "first, last day of the week": "erster, letzter Tag der Woche",
    "the month before, after": "der Monat davor, danach",
    "the year before, after": "das Jahr davor, danach",
    "previous option; at the first one: previous field":
      "vorige Möglichkeit; bei der ersten: voriges Feld",
    "next option; at the last one: next field":
      "nächste Möglichkeit; bei der letzten: nächstes Feld",
    "previous row of the text; in the first one: previous field":
      "vorige Zeile; in der ersten: voriges Feld",
    "next row of the text; in the last one: next field":
      "nächste Zeile; in der letzten: nächstes Feld",
    "rows of the text above, below": "Zeilen des Texts darüber, darunter",
    "break the line": "die Zeile umbrechen", "a step up, down": "ein Schritt nach oben, unten",
    "a step up; at the greatest: previous field": "ein Schritt nach oben; am Ende: voriges Feld",
    "a step down; at the least: next field": "ein Schritt nach unten; am Ende: nächstes Feld",
    "start, end of the line": "Anfang, Ende der Zeile",
    "delete a word, to the start, to the end; put back":
      "Wort löschen, bis zum Anfang, bis zum Ende; zurück",
    "delete what is behind the cursor": "löschen, was hinter der Marke steht",
    "undo, redo": "rückgängig, wieder", "draw anew": "neu zeichnen", "suspend": "anhalten",
    // In lines. The words that are typed stay English.
    "Enter alone keeps what stands in brackets, a single - empties it.":
      "Enter allein behält, was in Klammern steht, ein einzelnes - leert es.",
    "The word back, in small letters, goes to the question before.":
      "Das Wort back, klein geschrieben, führt zur Frage davor.",
    "Ctrl-C or Ctrl-D quits without submitting anything.":
      "Strg-C oder Strg-D beendet das Formular, ohne etwas abzusenden.",
    "{list}: add one? (y/n)": "{list}: etwas eintragen? (y/n)",
    "{list}: add another? (y/n)": "{list}: noch etwas? (y/n)",
    "This is the first question.": "Das ist die erste Frage.",
    "{field}: {count} options.": "{field}: {count} Möglichkeiten.",
    "{field}: loading the options.": "{field}: Die Möglichkeiten werden geladen.",
    "{field} could not be loaded: {reason}.": "{field}: nicht geladen: {reason}.",
    "Try again? (y/n)": "Noch einmal? (y/n)", "row {number}, ": "Zeile {number}, ",
    "Submit? (y/n, or a number to change that line)":
      "Absenden? (y/n, oder eine Nummer, um das zu ändern)",
    "Type y, n or a number from 1 to {count}.": "y, n oder eine Nummer von 1 bis {count} eingeben.",
    "Which answer is to be changed? (a number, or quit to submit nothing)":
      "Welche Antwort ist zu ändern? (eine Nummer, oder quit, um nichts abzusenden)",
    "Type a number from 1 to {count}, back or quit.":
      "Eine Nummer von 1 bis {count}, back oder quit eingeben.",
    "{list}: a adds a row, r and a number removes one, m and two numbers moves one:":
      "{list}: a fügt an, r und eine Nummer entfernt, m und zwei Nummern verschiebt:",
    "There is room for no more.": "Für mehr ist kein Platz.",
    "There have to be that many.": "So viele müssen es sein.",
    "Type a, r 1 or m 2 1, or only Enter to change nothing.":
      "a, r 1 oder m 2 1 eingeben, oder nur Enter, um nichts zu ändern.",
    "The rows are numbered from 1 to {count}.": "Die Zeilen haben die Nummern 1 bis {count}.",
    "not shown while typed": "bleibt verborgen",
    "a line with a single . ends it": "eine Zeile mit . allein beendet es",
    "at most {count} characters": "höchstens {count} Zeichen",
    "a number, a part of a word, or list": "eine Nummer, ein Teil eines Worts oder list",
    "numbers such as 1,3, all, none, a part of a word, or list":
      "Nummern wie 1,3, all, none, ein Teil eines Worts oder list",
    "a word, a part of one, or list": "ein Wort, ein Teil davon oder list",
    "words with commas between them, all, none, a part of a word, or list":
      "Wörter mit Kommas dazwischen, all, none, ein Teil eines Worts oder list",
    "such as {example}": "wie {example}", "{low} to {high}": "{low} bis {high}",
    "from {low}": "ab {low}", "up to {high}": "bis {high}",
    "There are no more; list begins again.": "Mehr gibt es nicht; list beginnt von vorn.",
    "{count} more: type more to see them.": "{count} weitere: more zeigt sie.",
    "Type y or n.": "y oder n eingeben.",
    "Type a number from 1 to {count}, or one of the words.":
      "Eine Nummer von 1 bis {count} oder eines der Wörter eingeben.",
    "Type one of the words.": "Eines der Wörter eingeben.",
    "Type words of them with commas between them, all or none.":
      "Deren Wörter mit Kommas dazwischen eingeben, all oder none.",
    "A text with a line break cannot stand in a file of variables: write one line, or use --to json":
      "Eine Datei mit Variablen hat keine Zeilenumbrüche: eine Zeile eingeben oder --to json nehmen",
    "“{part}” is in several words.": "„{part}“ steht in mehreren Wörtern.",
    "Type numbers from 1 to {count} such as 1,3, or words of them, all or none.":
      "Nummern von 1 bis {count} wie 1,3 oder deren Wörter eingeben, all oder none.",
    "A draft of {age} is there.": "Es gibt einen Entwurf ({age}).",
    "Go on with it? (y/n)": "Damit weitermachen? (y/n)",
    // The calendar.
    "January": "Januar", "February": "Februar", "March": "März", "May": "Mai", "June": "Juni",
    "July": "Juli", "October": "Oktober", "December": "Dezember",
    "Monday": "Montag", "Tuesday": "Dienstag", "Wednesday": "Mittwoch", "Thursday": "Donnerstag",
    "Friday": "Freitag", "Saturday": "Samstag", "Sunday": "Sonntag",
  ]
}
