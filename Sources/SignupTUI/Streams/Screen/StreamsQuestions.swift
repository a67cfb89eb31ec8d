/// A question over the page.
struct StreamsQuestion {
  var dialog: Dialog
  /// True for the question asked before leaving.
  var isAboutLeaving = false
  /// Performs an answer, given its index; the last answer changes nothing.
  let choose: @MainActor (Int) -> Void
}

/// A prompt for the name of a file, or another line.
struct LinePrompt {
  /// Its purpose.
  let title: String
  var field: TextField
  /// Uses the line, which is not empty.
  let use: @MainActor (String) -> Void

  init(
    title: String, noun: String = "the name of a file", text: String = "",
    use: @escaping @MainActor (String) -> Void
  ) {
    (self.title, self.use) = (title, use)
    field = TextField(noun: noun, trimsPaste: true, maximumBytes: 4_096)
    field.setText(text)
  }

  mutating func draw(in rect: Rect, on canvas: inout Canvas) {
    let box = rect.centered(Size(min(70, rect.width), 4))
    canvas.coverSpots()
    Frame(title: title).draw(in: box, on: &canvas)
    let content = box.inset(columns: 2, rows: 1)
    canvas.write("Enter confirms, Esc cancels.", in: content.row(1), style: .muted)
    field.draw(in: content.row(0), on: &canvas, isFocused: true, style: .plain.adding(.underline))
  }
}

extension StreamsScreen {
  func askKind() {
    let kinds = StreamDocument.Kind.inOrderOfMenus
    question = StreamsQuestion(
      dialog: Dialog(
        question: "What do you want to add?",
        answers: kinds.map(\.rawValue.capitalized) + ["Nothing"],
        focus: 0)
    ) { self.make(kinds[$0]) }
  }

  func askReset() {
    guard let file = currentFile else { return }
    question = StreamsQuestion(
      dialog: Dialog(
        question: "Replace all documents of \(file) with the defaults? The old ones are kept "
          + "in a file next to it, whose name ends in .old.",
        answers: ["Reset", "Keep them"], focus: 1)
    ) { _ in
      self.editor = nil
      self.model.reset(file) { self.say($0) }
      self.sayWorking("Writing \(file)")
    }
  }

  /// Saves a file under another name; asks before another one is replaced.
  func saveAs(_ path: String, from file: String, replacing: Bool = false) {
    switch model.saveAs(file, to: path, replacing: replacing) {
    case .saved(isOpen: true): say("Saved as \(path), which is now shown.", .success)
    case .saved(isOpen: false): say("Saved as \(path); the folder is still shown.", .success)
    case .refused(let reason): say("Not saved. \(reason)", .failure)
    case .exists:
      question = StreamsQuestion(
        dialog: Dialog(
          question: "\(path) already exists. Replace its documents?",
          answers: ["Replace", "Keep them"], focus: 1)
      ) { _ in self.saveAs(path, from: file, replacing: true) }
    }
  }

  func leave(byInterrupt: Bool) {
    leavesByInterrupt = byInterrupt
    if model.isWorking, !byInterrupt { return sayWorking("A file is still being written") }
    let count = model.changeCount
    guard model.hasChanges else { return finish() }
    question = StreamsQuestion(
      dialog: Dialog(
        question: count == 1
          ? "1 document has unsaved changes."
          : "\(count) documents have unsaved changes.", answers: ["Save", "Discard", "Stay"],
        focus: 2), isAboutLeaving: true
    ) { $0 == 0 ? self.saveAndLeave() : self.finish() }
  }

  func answerQuestion(_ event: InputEvent) {
    guard let asked = question, let response = question?.dialog.handle(event) else { return }
    let isInterrupt = event == .key(.control("c"))
    if response == .open, !isInterrupt { return }
    question = nil
    if isInterrupt {
      // If the open question is whether to leave, this leaves.
      leavesByInterrupt = true
      if asked.isAboutLeaving { finish() }
    } else if case .chosen(let answer) = response, answer < asked.dialog.answers.count - 1 {
      asked.choose(answer)
    }
  }

  func answerPrompt(_ event: InputEvent) {
    switch event {
    case .mouse: break
    case .key(KeyPress(.escape)), .key(.control("c")): prompt = nil
    case .key(KeyPress(.enter)):
      let typed = prompt
      prompt = nil
      if let typed, !typed.field.text.isEmpty { typed.use(typed.field.text) }
    default: if case .refused(let reason)? = prompt?.field.handle(event) { say(reason, .warning) }
    }
  }
}

extension String { fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() } }
