import Forms

extension FieldSnapshot {
  /// The answer in words, of a secret only whether there is one.
  func answer(in messages: ValidationMessages) -> String {
    switch (control, input) {
    case (.text(let control), .text(let text)) where control.isSecret:
      text.isEmpty ? "empty" : "not shown"
    case (.text(let control), .text(let text)):
      text.isEmpty
        ? "empty"
        : text.split(separator: "\n").joined(separator: " / ")
          + (control.suffix.isEmpty ? "" : " \(control.suffix)")
    case (_, .text(let text)): text
    case (_, .flag(let isOn)): isOn ? "yes" : "no"
    case (.choice(let options, _), .choice(let index?)):
      messages.label(of: options[index], in: self)
    case (_, .choice): "none"
    case (.choices(let options, _), .choices(let chosen)):
      chosen.isEmpty
        ? "none"
        : chosen.map { messages.label(of: options[$0], in: self) }.joined(separator: ", ")
    case (_, .choices), (_, .nothing): ""
    case (_, .rows(let rows)): rows.count == 1 ? "1 row" : "\(rows.count) rows"
    }
  }
}
