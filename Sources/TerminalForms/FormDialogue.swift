import Forms
import TerminalKit

/// Any form as questions, in display order: what is wrong after each answer, and the question
/// again; at the end all answers, of which each can be changed.
@MainActor struct FormDialogue<Value: Sendable> {
  let form: FormViewModel<Value>
  let title: String
  let dialogue: LineDialogue

  /// Asks until the form is submitted, and returns what was; nil where it is left.
  func run() throws(LineDialogue.Ending) -> Value? {
    try dialogue.say("\(title).")
    try dialogue.say("Enter alone keeps what stands in brackets, a single - empties it.")
    try dialogue.say("The word back, in small letters, goes to the question before.")
    try dialogue.say("Ctrl-C or Ctrl-D leaves without submitting anything.")
    try askAll()
    while true {
      guard try review() else { return nil }
      let wrong = form.submit()
      try dialogue.wait { _ in !form.state.submission.isUnderWay }
      if case .succeeded(let value) = form.state.submission { return value }
      for issue in form.state.formIssues { try dialogue.say("\(form.messages.text(for: issue)).") }
      if let field = (wrong ?? form.state.firstInvalid).flatMap({ form.state[$0] }) {
        try sayIssues(of: field)
        try ask(field)
        try askAll()
      }
    }
  }

  // MARK: Questions

  /// Asks for every field that is shown and has not been left yet. An answer may show others.
  private func askAll() throws(LineDialogue.Ending) {
    while let next = form.state.fields.first(where: { !$0.isTouched && !isList($0) }) {
      if let row = next.row, isFirst(next) {
        try dialogue.say("\(rowTitle(row)).")
      }
      try ask(next)
      if let row = next.row, isLastOfList(next, row) { try offerRow(in: row) }
    }
  }

  private func isList(_ field: FieldSnapshot) -> Bool {
    if case .list = field.control { true } else { false }
  }

  private func isFirst(_ field: FieldSnapshot) -> Bool {
    form.state.fields.first { $0.row?.row == field.row?.row }?.id == field.id
  }

  /// True for the last field of the last row.
  private func isLastOfList(_ field: FieldSnapshot, _ row: RowPlace) -> Bool {
    row.index == row.count - 1
      && form.state.fields.last { $0.row?.row == row.row }?.id == field.id
  }

  private func rowTitle(_ row: RowPlace) -> String {
    let list = row.row.parent.flatMap { form.state[$0] }
    let label = list.map(form.messages.label(of:)) ?? ""
    return "\(label): \(row.index + 1) of \(row.count)"
  }

  private func offerRow(in row: RowPlace) throws(LineDialogue.Ending) {
    guard row.count < row.limits.upperBound, let list = row.row.parent,
      let field = form.state[list]
    else { return }
    if try agrees("\(form.messages.label(of: field)): add another? (y/n)") {
      form.addRow(to: list)
    }
  }

  /// Asks for a field until nothing is wrong with it.
  private func ask(_ field: FieldSnapshot) throws(LineDialogue.Ending) {
    if isList(field) { return try change(list: field) }
    while let now = form.state[field.id] {
      let input: FieldInput
      switch try read(now) {
      case .input(let typed): input = typed
      case .notUnderstood: continue
      case .back:
        try askAgain(before: now)
        continue
      }
      form.enter(input, at: field.id)
      form.leave(field.id)
      try dialogue.wait { _ in form.state[field.id]?.isValidating != true }
      guard let judged = form.state[field.id] else { return }
      for warning in judged.warnings {
        try dialogue.say("\(form.messages.text(for: warning, of: judged)).")
      }
      guard !judged.issues.isEmpty else { return }
      try sayIssues(of: judged)
    }
  }

  /// Asks again for what was asked before a field: what is wrong with it may lie there.
  private func askAgain(before field: FieldSnapshot) throws(LineDialogue.Ending) {
    let earlier = form.state.fields.prefix { $0.id != field.id }.last { !isList($0) }
    guard let earlier else { return try dialogue.say("This is the first question.") }
    try ask(earlier)
  }

  private func sayIssues(of field: FieldSnapshot) throws(LineDialogue.Ending) {
    for issue in field.issues { try dialogue.say("\(form.messages.text(for: issue, of: field)).") }
  }

  /// The outcome of asking for a field.
  private enum Answer {
    case input(FieldInput)
    /// The question before is wanted.
    case back
    /// It has been said why.
    case notUnderstood
  }

  /// Asks for a field once.
  private func read(_ field: FieldSnapshot) throws(LineDialogue.Ending) -> Answer {
    let answer = try dialogue.ask(question(field), isSecret: field.control.isSecret)
    if answer == "back" { return .back }
    switch field.control {
    case .text(let text):
      if text.isSecret { return .input(.text(answer)) }
      return .input(.text(answer.isEmpty ? field.text : answer == "-" ? "" : answer))
    case .toggle:
      switch answer.lowercased() {
      case "": return .input(field.input)
      case "y", "yes": return .input(.flag(true))
      case "n", "no": return .input(.flag(false))
      default:
        try dialogue.say("Type y or n.")
        return .notUnderstood
      }
    case .choice(let options, let allowsNone):
      return try choice(answer, field, options, allowsNone)
    case .choices, .note, .list: return .notUnderstood
    }
  }

  private func question(_ field: FieldSnapshot) -> String {
    let hint = field.hint.map { " (\($0))" } ?? ""
    let label = form.messages.label(of: field) + hint
    switch field.control {
    case .text(let text):
      let isSecret = text.isSecret
      let kept = isSecret || field.text.isEmpty ? "" : " [\(field.text)]"
      return "\(label)\(isSecret ? " (not shown while typed)" : "")\(kept):"
    case .toggle: return "\(label)? (y/n) [\(field.input == .flag(true) ? "y" : "n")]:"
    case .choice(let options, _):
      let names = options.map { form.messages.label(of: $0, in: field) }
      let list = names.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
      var kept = ""
      if case .choice(let index?) = field.input { kept = " [\(names[index])]" }
      return "\(label) (\(list))\(kept):"
    case .choices, .note, .list: return label
    }
  }

  private func choice(
    _ answer: String, _ field: FieldSnapshot, _ options: [FieldOption], _ allowsNone: Bool
  ) throws(LineDialogue.Ending) -> Answer {
    let names = options.map { form.messages.label(of: $0, in: field) }
    if answer.isEmpty { return .input(field.input) }
    if answer == "-", allowsNone { return .input(.choice(nil)) }
    let index =
      Int(answer).map { $0 - 1 }
      ?? names.firstIndex { $0.lowercased() == answer.lowercased() }
    if let index, names.indices.contains(index) { return .input(.choice(index)) }
    try dialogue.say("Type a number from 1 to \(names.count), or one of the words.")
    return .notUnderstood
  }

  // MARK: Reviewing

  /// Shows all answers until they are to be submitted; false where they are not.
  private func review() throws(LineDialogue.Ending) -> Bool {
    while true {
      let fields = form.state.fields
      for (number, field) in fields.enumerated() {
        let indent = field.row.map { "row \($0.index + 1), " } ?? ""
        try dialogue.say(
          "\(number + 1). \(indent)\(form.messages.label(of: field)): \(shown(field))")
      }
      let answer = try dialogue.ask("Submit? (y/n, or a number to change that line)")
      switch answer.lowercased() {
      case "y", "yes": return true
      case "n", "no":
        switch try choose(fields) {
        case .field(let field): try change(field)
        case .back: break
        case .leave: return false
        }
      default:
        guard let number = Int(answer), fields.indices.contains(number - 1) else {
          try dialogue.say("Type y, n or a number from 1 to \(fields.count).")
          continue
        }
        try change(fields[number - 1])
      }
    }
  }

  /// The next step for a form that is not to be submitted as it is.
  private enum Choice {
    case field(FieldSnapshot)
    case back
    case leave
  }

  /// Asks which answer is to be changed.
  private func choose(_ fields: [FieldSnapshot]) throws(LineDialogue.Ending) -> Choice {
    while true {
      let answer = try dialogue.ask(
        "Which answer is to be changed? (a number, or leave to submit nothing)")
      switch answer.lowercased() {
      case "", "back": return .back
      case "leave": return .leave
      default:
        if let number = Int(answer), fields.indices.contains(number - 1) {
          return .field(fields[number - 1])
        }
        try dialogue.say("Type a number from 1 to \(fields.count), back or leave.")
      }
    }
  }

  /// Asks again for an answer, and for what it makes necessary.
  private func change(_ field: FieldSnapshot) throws(LineDialogue.Ending) {
    try ask(field)
    try askAll()
  }

  private func shown(_ field: FieldSnapshot) -> String {
    switch (field.control, field.input) {
    case (.text(let control), .text(let text)) where control.isSecret:
      text.isEmpty ? "empty" : "not shown"
    case (_, .text(let text)): text.isEmpty ? "empty" : text
    case (_, .flag(let isOn)): isOn ? "yes" : "no"
    case (.choice(let options, _), .choice(let index?)):
      form.messages.label(of: options[index], in: field)
    case (_, .choice): "none"
    case (.choices(let options, _), .choices(let chosen)):
      chosen.isEmpty
        ? "none"
        : chosen.map { form.messages.label(of: options[$0], in: field) }.joined(separator: ", ")
    case (_, .choices), (_, .nothing): ""
    case (_, .rows(let rows)): rows.count == 1 ? "1 row" : "\(rows.count) rows"
    }
  }

  /// Adds, removes or moves a row.
  private func change(list: FieldSnapshot) throws(LineDialogue.Ending) {
    let rows = form.state.rows(of: list.id)
    let label = form.messages.label(of: list)
    let answer = try dialogue.ask(
      "\(label): a adds a row, r and a number removes one, m and two numbers moves one:")
    let words = answer.lowercased().split(separator: " ")
    let numbers = words.dropFirst().compactMap { Int($0) }
    func row(_ number: Int) -> FieldID? {
      rows.indices.contains(number - 1) ? rows[number - 1] : nil
    }
    switch (words.first, numbers.count) {
    case ("a", 0):
      if form.addRow(to: list.id) == nil { try dialogue.say("There is room for no more.") }
    case ("r", 1):
      guard let row = row(numbers[0]) else { return try sayNoRow(rows.count) }
      form.removeRow(row)
      if form.state.rows(of: list.id).count == rows.count {
        try dialogue.say("There have to be that many.")
      }
    case ("m", 2):
      guard let row = row(numbers[0]), rows.indices.contains(numbers[1] - 1) else {
        return try sayNoRow(rows.count)
      }
      form.moveRow(row, to: numbers[1] - 1)
    case (nil, _): break
    default: try dialogue.say("Type a, r 1 or m 2 1, or only Enter to change nothing.")
    }
  }

  private func sayNoRow(_ count: Int) throws(LineDialogue.Ending) {
    try dialogue.say("The rows are numbered from 1 to \(count).")
  }

  private func agrees(_ question: String) throws(LineDialogue.Ending) -> Bool {
    while true {
      switch try dialogue.ask(question).lowercased() {
      case "y", "yes": return true
      case "n", "no": return false
      default: try dialogue.say("Type y or n.")
      }
    }
  }
}
