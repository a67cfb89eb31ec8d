import Forms
import TerminalKit

/// Any form as questions, in display order: after each answer its errors, and the question again;
/// at the end all answers, each of which can be changed.
@MainActor struct FormDialogue<Value: Sendable> {
  let form: FormViewModel<Value>
  let title: String
  let dialogue: LineDialogue

  /// Asks until the form is submitted, and returns its value; nil if the form is left.
  func run() throws(LineDialogue.Ending) -> Value? {
    try dialogue.say((form.state.texts.title ?? title).stopped())
    try say("Press Enter to keep the answer in brackets, or type - to empty it.")
    try say("Type back, in lower case, to go to the previous question.")
    try say("Ctrl-C or Ctrl-D quits without submitting anything.")
    try askAll()
    while true {
      guard try review() else { return nil }
      let wrong = form.submit()
      try dialogue.wait { _ in !form.state.submission.isUnderWay }
      if case .succeeded(let value) = form.state.submission { return value }
      for issue in form.state.formIssues {
        try dialogue.say(form.messages.text(for: issue).stopped())
      }
      if let field = (wrong ?? form.state.firstInvalid).flatMap({ form.state[$0] }) {
        try sayIssues(of: field)
        try ask(field)
        try askAll()
      }
    }
  }

  private func words(
    _ english: String, _ parameters: [String: ValidationIssue.Parameter] = [:]
  ) -> String { form.messages.words(english, parameters) }

  private func say(
    _ english: String, _ parameters: [String: ValidationIssue.Parameter] = [:]
  ) throws(LineDialogue.Ending) { try dialogue.say(words(english, parameters)) }

  private func label(of field: FieldSnapshot) -> ValidationIssue.Parameter {
    .text(form.messages.label(of: field))
  }

  // MARK: Questions

  /// Asks for every field that is shown and has not been visited yet, and for the rows of lists one
  /// by one. An answer may show more fields.
  private func askAll() throws(LineDialogue.Ending) {
    while let next = form.state.fields.first(where: { !$0.isTouched && $0.rows.isEmpty }) {
      if next.control.isList {
        try offerFirstRow(of: next)
        continue
      }
      if let row = next.row, isFirst(next) { try dialogue.say(rowTitle(row).stopped()) }
      try ask(next)
      if let row = next.row, isLastOfList(next, row) { try offerRow(in: row) }
    }
  }

  private func offerFirstRow(of list: FieldSnapshot) throws(LineDialogue.Ending) {
    form.leave(list.id)
    guard case .list(let limits) = list.control, limits.upperBound > 0 else { return }
    let label = form.messages.label(of: list) + (list.isRequired ? " (\(words("required")))" : "")
    if try dialogue.agrees(to: words("{list}: add one? (y/n)", ["list": .text(label)])) {
      form.addRow(to: list.id)
    }
  }

  private func isNote(_ field: FieldSnapshot) -> Bool {
    if case .note = field.control { true } else { false }
  }

  private func isFirst(_ field: FieldSnapshot) -> Bool {
    form.state.fields.first { $0.row?.row == field.row?.row }?.id == field.id
  }

  /// True for the last field of the last row.
  private func isLastOfList(_ field: FieldSnapshot, _ row: RowPosition) -> Bool {
    row.index == row.count - 1 && form.state.fields.last { $0.row?.row == row.row }?.id == field.id
  }

  private func rowTitle(_ row: RowPosition) -> String {
    let list = row.row.parent.flatMap { form.state[$0] }
    return words(
      "{list}: {number} of {count}",
      [
        "list": list.map(label(of:)) ?? "", "number": .integer(row.index + 1),
        "count": .integer(row.count),
      ])
  }

  private func offerRow(in row: RowPosition) throws(LineDialogue.Ending) {
    guard row.count < row.limits.upperBound, let list = row.row.parent, let field = form.state[list]
    else { return }
    if try dialogue.agrees(to: words("{list}: add another? (y/n)", ["list": label(of: field)])) {
      form.addRow(to: list)
    }
  }

  /// Asks for a field until it is valid.
  private func ask(_ field: FieldSnapshot) throws(LineDialogue.Ending) {
    if field.control.isList { return try change(list: field) }
    if isNote(field) {
      form.leave(field.id)
      return try dialogue.say(form.messages.label(of: field))
    }
    let withdrawals = field.warnings.filter { $0.code == .withdrawn }
    for gone in withdrawals {
      try dialogue.say(form.messages.text(for: gone, of: field).stopped())
    }
    var isFirst = true
    while let now = form.state[field.id] {
      let input: FieldInput
      defer { isFirst = false }
      switch try read(now, listsOptions: isFirst) {
      case .input(let typed): input = typed
      case .notUnderstood(let reason):
        try dialogue.say(reason)
        continue
      case .list: continue
      case .skip: return form.leave(field.id)
      case .back:
        try askAgain(before: now)
        continue
      }
      form.enter(input, at: field.id)
      form.leave(field.id)
      try dialogue.wait { _ in form.state[field.id]?.isValidating != true }
      guard let judged = form.state[field.id] else { return }
      for warning in judged.warnings where !withdrawals.contains(warning) {
        try dialogue.say(form.messages.text(for: warning, of: judged).stopped())
      }
      guard !judged.issues.isEmpty else { return try sayRepetition(in: judged) }
      try sayIssues(of: judged)
    }
  }

  /// Asks the previous question again: the error in this field may come from there.
  private func askAgain(before field: FieldSnapshot) throws(LineDialogue.Ending) {
    let earlier = form.state.fields.prefix { $0.id != field.id }.last { $0.control.takesFocus }
    guard let earlier else { return try say("This is the first question.") }
    try ask(earlier)
  }

  private func sayIssues(of field: FieldSnapshot) throws(LineDialogue.Ending) {
    for issue in field.issues {
      try dialogue.say(form.messages.text(for: issue, of: field).stopped())
    }
  }

  /// Reports at once that a field's row repeats another, if the list reports that; in the review at
  /// the end it would be too late.
  private func sayRepetition(in field: FieldSnapshot) throws(LineDialogue.Ending) {
    guard let row = field.row, let list = row.row.parent.flatMap({ form.state[$0] }) else { return }
    for issue in list.issues
    where issue.code == .repeated && issue.parameters["position"] == .integer(row.index + 1) {
      try dialogue.say(form.messages.text(for: issue, of: list).stopped())
    }
  }

  /// Asks for a field once, or until it is clear which of many options is meant.
  ///
  /// - Parameter listsOptions: True to show a long list of options before the question.
  private func read(
    _ field: FieldSnapshot, listsOptions: Bool
  ) throws(LineDialogue.Ending) -> FieldQuestion.Answer {
    guard let field = try loaded(field) else { return .skip }
    var question = FieldQuestion(field: field, messages: form.messages)
    if case .text(let text) = field.control, text.rows > 1 { return try readLines(of: question) }
    var start = 0
    if listsOptions, question.hasLongList {
      try say(
        "{field}: {count} options.",
        ["field": label(of: field), "count": .integer(question.options.count)])
      try list(question, from: start)
    }
    while true {
      let answer = try dialogue.ask(question.text, isSecret: field.control.isSecret)
      if question.hasLongList, ["more", "list"].contains(answer), !question.isOption(answer) {
        start = answer == "more" ? start + FieldQuestion.pageSize : 0
        if answer == "list" { question.listed = nil }
        try list(question, from: start)
        continue
      }
      guard case .list(let indices) = question.read(answer) else { return question.read(answer) }
      (question.listed, start) = (indices, 0)
      try list(question, from: start)
    }
  }

  private func list(_ question: FieldQuestion, from start: Int) throws(LineDialogue.Ending) {
    for line in question.lines(from: start) { try dialogue.say(line) }
  }

  /// Waits for a field's options, and returns the field as it is then; nil if they do not arrive
  /// and are not requested again.
  private func loaded(_ field: FieldSnapshot) throws(LineDialogue.Ending) -> FieldSnapshot? {
    while true {
      guard let now = form.state[field.id] else { return nil }
      switch now.options {
      case .loaded: return now
      case .loading:
        try say("{field}: loading the options.", ["field": label(of: now)])
        try dialogue.wait { _ in form.state[field.id]?.options != .loading }
      case .failed(let reason):
        try say(
          "The options of {field} could not be loaded: {reason}.",
          ["field": label(of: now), "reason": .text(reason)])
        guard try dialogue.agrees(to: words("Try again? (y/n)")) else { return nil }
        form.retryOptions(of: field.id)
      }
    }
  }

  /// Asks for lines until one is a single full stop. Enter alone, `-` and `back` have their meaning
  /// in the first line only.
  private func readLines(
    of question: FieldQuestion
  ) throws(LineDialogue.Ending) -> FieldQuestion.Answer {
    var lines = [try dialogue.ask(question.text)]
    if ["", "-", "back"].contains(lines[0]) { return question.read(lines[0]) }
    while lines.last != "." { lines.append(try dialogue.ask(">")) }
    return .input(.text(lines.dropLast().joined(separator: "\n")))
  }

  // MARK: Reviewing

  /// Shows all answers until the user submits them; false if the user does not.
  private func review() throws(LineDialogue.Ending) -> Bool {
    while true {
      let fields = form.state.fields.filter { !isNote($0) }
      for (number, field) in fields.enumerated() {
        let indent =
          field.row.map { words("row {number}, ", ["number": .integer($0.index + 1)]) } ?? ""
        let label = form.messages.label(of: field).stopped(by: ":")
        try dialogue.say("\(number + 1). \(indent)\(label) \(field.answer(in: form.messages))")
      }
      let answer = try dialogue.ask(words("Submit? (y/n, or a number to change that line)"))
      switch answer.lowercased() {
      case "y", "yes": return true
      case "n", "no":
        switch try choose(fields) {
        case .field(let field): try change(field)
        case .back: break
        case .quit: return false
        }
      default:
        guard let number = Int(answer), fields.indices.contains(number - 1) else {
          try say("Type y, n or a number from 1 to {count}.", ["count": .integer(fields.count)])
          continue
        }
        try change(fields[number - 1])
      }
    }
  }

  /// The next step if the form must not be submitted yet.
  private enum Choice {
    case field(FieldSnapshot)
    case back
    case quit
  }

  /// Asks which answer to change.
  private func choose(_ fields: [FieldSnapshot]) throws(LineDialogue.Ending) -> Choice {
    let numbers = fields.enumerated().map { ("\($0 + 1)", Choice.field($1)) }
    return try dialogue.choose(
      words("Which answer do you want to change? (a number, or quit to submit nothing)"),
      among: [("", .back), ("back", .back), ("quit q", .quit)] + numbers,
      otherwise: words(
        "Type a number from 1 to {count}, back or quit.", ["count": .integer(fields.count)]))
  }

  /// Asks again for an answer, and for the fields that the change makes necessary.
  private func change(_ field: FieldSnapshot) throws(LineDialogue.Ending) {
    try ask(field)
    try askAll()
  }

  /// Adds, removes or moves a row.
  private func change(list: FieldSnapshot) throws(LineDialogue.Ending) {
    let rows = form.state.rows(of: list.id)
    let answer = try dialogue.ask(
      words(
        "{list}: a adds a row, r 1 removes row 1, m 2 1 moves row 2 to 1:",
        ["list": label(of: list)]))
    let words = answer.lowercased().split(separator: " ")
    let numbers = words.dropFirst().compactMap { Int($0) }
    func row(_ number: Int) -> FieldID? {
      rows.indices.contains(number - 1) ? rows[number - 1] : nil
    }
    switch (words.first, numbers.count) {
    case ("a", 0): if form.addRow(to: list.id) == nil { try say("No more rows are allowed.") }
    case ("r", 1):
      guard let row = row(numbers[0]) else { return try sayNoRow(rows.count) }
      form.removeRow(row)
      if form.state.rows(of: list.id).count == rows.count { try say("No fewer rows are allowed.") }
    case ("m", 2):
      guard let row = row(numbers[0]), rows.indices.contains(numbers[1] - 1) else {
        return try sayNoRow(rows.count)
      }
      form.moveRow(row, to: numbers[1] - 1)
    case (nil, _): break
    default: try say("Type a, r 1 or m 2 1, or press Enter to change nothing.")
    }
  }

  private func sayNoRow(_ count: Int) throws(LineDialogue.Ending) {
    try say("The rows are numbered from 1 to {count}.", ["count": .integer(count)])
  }
}
