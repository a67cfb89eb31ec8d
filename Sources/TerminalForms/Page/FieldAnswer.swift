import Forms

extension FieldSnapshot {
  /// The text for a choice that has not been made, different from every option's: what to do, if a
  /// choice is required.
  func nothingChosen(_ messages: ValidationMessages) -> String {
    let isNeeded = isRequired || checklist.contains { $0.requirement.code == .required }
    return messages.words(isNeeded ? "(choose one)" : "(none)")
  }

  /// The answer in words; for a secret, only whether there is one.
  func answer(in messages: ValidationMessages) -> String {
    switch (control, input) {
    case (.text(let control), .text(let text)) where control.isSecret:
      messages.words(text.isEmpty ? "empty" : "not shown")
    case (.text(let control), .text(let text)):
      text.isEmpty
        ? messages.words("empty")
        : text.split(separator: "\n").joined(separator: " / ")
          + (control.suffix.isEmpty ? "" : " \(control.suffix)")
    case (_, .text(let text)): text
    case (_, .flag(let isOn)): messages.words(isOn ? "yes" : "no")
    case (.choice(let options, _), .choice(let index?)):
      messages.label(of: options[index], in: self)
    case (_, .choice): nothingChosen(messages)
    case (.choices(let options, _), .choices(let chosen)),
      (.ranking(let options), .choices(let chosen)):
      chosen.isEmpty
        ? messages.words("none")
        : chosen.map { messages.label(of: options[$0], in: self) }.joined(separator: ", ")
    case (_, .choices), (_, .nothing): ""
    case (_, .rows(let rows)):
      messages.words(rows.count == 1 ? "1 row" : "{count} rows", ["count": .integer(rows.count)])
    }
  }
}
