/// The form of a document as questions, field by field; after an error, the question is repeated.
extension StreamsDialogue {
  /// The words that change a form's parts: each returns the field to continue with; nil on failure.
  private static let changes:
    [(word: String, change: (inout StreamForm, StreamForm.Field) -> StreamForm.Field?)] = [
      ("add", { $0.add($0.additions.contains(.entry) ? .entry : .step, behind: $1) }),
      ("operator", { $0.additions.contains(.step) ? $0.add(.step, behind: $1) : nil }),
      ("remove", { $0.remove($1) }), ("repeat", { $0.duplicate($1) }),
      ("up", { $0.move($1, by: -1) }), ("down", { $0.move($1, by: 1) }),
    ]

  private static let editingWords =
    "Enter alone keeps the value; none clears it; . ends. " + changes.map(\.word).listed
    + " change the parts; put = before a word to enter it as text."

  /// Asks for each field of a document, and prints the document's results.
  func edit(_ key: StreamKey) throws(LineDialogue.Ending) {
    guard var form = model.form(of: key) else {
      return try dialogue.say(
        model.saveState(of: key) == .removed
          ? "It will be removed; discard undoes that."
          : "It cannot be read: fix it in a text editor; problems lists the errors.")
    }
    try dialogue.say("The \(form.kind.rawValue) “\(form.title)”. \(Self.editingWords)")
    var field = StreamForm.Field.name
    while true {
      let answer = try dialogue.ask(question(field, of: form, in: key.file))
      if answer == "." { break }
      if let change = Self.changes.first(where: { $0.word == answer })?.change {
        guard let next = change(&form, field) else {
          try dialogue.say("That cannot be done here.")
          continue
        }
        model.stage(form, in: key.file)
        field = next
        continue
      }
      if !answer.isEmpty {
        if let refusal = set(field, of: &form, to: answer, in: key.file) {
          try dialogue.say(refusal)
          continue
        }
        model.stage(form, in: key.file)
      }
      if let problem = form.problem(of: field) {
        try dialogue.say("\(form.title(of: field)): \(problem.shortDescription).")
        continue
      }
      let fields = form.fields
      guard let index = fields.firstIndex(of: field), index + 1 < fields.count else { break }
      field = fields[index + 1]
    }
    try report(form, key)
  }

  private func question(_ field: StreamForm.Field, of form: StreamForm, in file: String) -> String {
    let (title, text) = (form.title(of: field), form[field])
    guard let options = form.options(of: field, streams: model.options(in: file)) else {
      return text.isEmpty ? "\(title):" : "\(title) (now \(text)):"
    }
    let labels = options.map(\.label).joined(separator: ", ")
    let now = options.first { $0.value == text }?.label ?? text
    return "\(title), one of \(labels) (now \(now)):"
  }

  /// Sets a field; returns the problem if that fails.
  private func set(
    _ field: StreamForm.Field, of form: inout StreamForm, to answer: String, in file: String
  ) -> String? {
    let text = answer == "none" ? "" : answer.hasPrefix("=") ? String(answer.dropFirst()) : answer
    guard let options = form.options(of: field, streams: model.options(in: file)) else {
      form[field] = text
      return nil
    }
    let option =
      options.first { $0.value == text } ?? options.first { $0.label == text }
      ?? options.first { $0.label.lowercased() == text.lowercased() }
    guard let option else {
      let nearest = Suggestion.nearest(to: text, among: options.map(\.label))
      return "“\(text)” cannot be chosen." + (nearest.map { " Did you mean \($0)?" } ?? "")
    }
    form[field] = option.value
    return nil
  }

  private func report(_ form: StreamForm, _ key: StreamKey) throws(LineDialogue.Ending) {
    let preview = model.preview(of: form, in: key.file)
    if let (field, problem) = form.firstProblem {
      try dialogue.say("Still wrong: \(form.path(of: field)): \(problem.shortDescription).")
    } else if let problem = preview.problem {
      try dialogue.say("It cannot be run: \(problem.shortDescription).")
    }
    for row in preview.timeline.rows {
      let values = row.marbles.compactMap { marble in
        if case .value(let text) = marble.event { text } else { nil }
      }
      try dialogue.say(
        "\(row.title): \(values.isEmpty ? "nothing" : values.joined(separator: ", "))")
    }
    for failure in preview.failures { try dialogue.say("\(failure).") }
    try dialogue.say(
      model.saveState(of: key) == .saved
        ? "Nothing has changed." : "Not saved yet: save publishes it.")
  }
}
