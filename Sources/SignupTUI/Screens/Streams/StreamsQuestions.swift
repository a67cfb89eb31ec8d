import TerminalKit
import ViewModels

/// What is asked over the page, and what for.
struct StreamsQuestion {
  enum Subject: Equatable {
    /// Whether to leave though something is not saved.
    case leave
    /// Whether to replace a file by the defaults.
    case reset(file: String)
    /// What kind of document is to be made.
    case kind
  }

  let subject: Subject
  var dialog: Dialog

  init(_ subject: Subject, _ dialog: Dialog) { (self.subject, self.dialog) = (subject, dialog) }
}

/// The name of a file that is typed, and what for.
struct PathPrompt {
  enum Purpose: Equatable {
    case importing
    /// Of the chosen document and all that it refers to.
    case exporting(StreamKey)

    var title: String {
      switch self {
      case .importing: "Import the documents of a file"
      case .exporting: "Export to a new file"
      }
    }
  }

  let purpose: Purpose
  var field = TextField(noun: "the name of a file", trimsPaste: true)

  mutating func draw(in rect: Rect, on canvas: inout Canvas) {
    let box = rect.centered(Size(min(70, rect.width), 4))
    canvas.coverSpots()
    Frame(title: purpose.title).draw(in: box, on: &canvas)
    let content = box.inset(columns: 2, rows: 1)
    canvas.write("Enter does it, Esc does not.", in: content.row(1), style: .muted)
    field.draw(
      in: content.row(0), on: &canvas, isFocused: true, style: .plain.adding(.underline))
  }
}

extension StreamsScreen {
  func ask(_ subject: StreamsQuestion.Subject, _ dialog: Dialog) {
    question = StreamsQuestion(subject, dialog)
  }

  func answerQuestion(_ event: InputEvent) {
    guard let subject = question?.subject, var response = question?.dialog.handle(event) else {
      return
    }
    // ^C while it is asked whether to leave: leave.
    if event == .key(.control("c")) {
      response = subject == .leave ? .chosen(1) : .dismissed
      leavesByInterrupt = true
    }
    switch response {
    case .open: return
    case .dismissed: question = nil
    case .chosen(let answer):
      question = nil
      if answer != StreamsQuestion.keeping(subject) { perform(subject, answer) }
    }
  }

  private func perform(_ subject: StreamsQuestion.Subject, _ answer: Int) {
    switch subject {
    case .leave: answer == 0 ? saveAndLeave() : finish()
    case .reset(let file):
      editor = nil
      say(model.reset(file))
    case .kind: make(StreamForm.Kind.allCases[answer])
    }
  }

  func answerPrompt(_ event: InputEvent) {
    guard let purpose = prompt?.purpose else { return }
    switch event {
    case .mouse: break
    case .key(KeyPress(.escape)), .key(.control("c")): prompt = nil
    case .key(KeyPress(.enter)):
      let path = prompt?.field.text ?? ""
      prompt = nil
      guard !path.isEmpty, let file = currentFile else { return }
      switch purpose {
      case .importing: say(model.importDocuments(from: path, into: file))
      case .exporting(let key): say(model.exportDocuments([key.id], of: key.file, to: path))
      }
    default:
      if case .refused(let reason)? = prompt?.field.handle(event) { say(reason, .warning) }
    }
  }
}

extension StreamsQuestion {
  /// The answer that changes nothing.
  fileprivate static func keeping(_ subject: Subject) -> Int {
    switch subject {
    case .leave: 2
    case .reset: 1
    case .kind: 4
    }
  }
}
