/// The form of one document.
///
/// The form is a value, which is given to the view model after each change; the editor has a copy
/// of one of its texts, with a cursor.
@MainActor final class StreamEditor: HostedForm {
  /// It ends with the screen.
  let result: Never? = nil

  let key: StreamKey
  private(set) var form: StreamForm
  var host = FormHost(focus: StreamForm.Field.name)
  /// The text of the focused field.
  var text = StreamEditor.emptyText
  /// The document's results for the first values, and the form that they are of.
  private var preview: (form: StreamForm, preview: StreamPreview)?
  /// The screen of all documents, which saves them, asks about them, and shows the result.
  unowned let screen: StreamsScreen

  init(
    _ form: StreamForm, of key: StreamKey, at part: WorkspaceRow.Part = .whole,
    on screen: StreamsScreen
  ) {
    (self.key, self.form, self.screen) = (key, form, screen)
    text.setText(form[.name])
    if case .step(let index) = part {
      let position = StreamForm.OperatorPosition(item: 0, index: index)
      if let step = form[position] {
        focus = step.kind.parameterNames.first.map { .parameter(position, $0) } ?? .kind(position)
      }
    }
  }

  private static var emptyText: TextField { TextField(noun: "this", maximumBytes: 4_096) }

  /// Shows the document as it is saved now, keeping the focus.
  func adopt(_ new: StreamForm) {
    form = new
    focus = host.focus
  }

  // MARK: The state

  var focus: StreamForm.Field {
    get { host.focus }
    set {
      if newValue != focus { text = StreamEditor.emptyText }
      host.focus = form.fields.contains(newValue) ? newValue : form.fields.last ?? .name
      text.setText(form[focus])
    }
  }

  var stops: [StreamForm.Field] { form.fields }

  var isInText: Bool { form.options(of: focus) == nil }

  /// The typed texts are kept for a save, so nothing is lost by leaving.
  var isDirty: Bool { false }

  var isUnderWay: Bool { false }

  var wayOut: String { "Esc goes back" }

  func close(byInterrupt: Bool) {
    if byInterrupt { screen.leave(byInterrupt: true) } else { screen.closeEditor() }
  }

  func leaveField() {}

  func hideSecrets() {}

  func press() {}

  // MARK: Editing

  func edit(_ event: InputEvent) {
    if let options = form.options(of: focus, streams: screen.model.options(in: key.file)) {
      if case .key(let press) = event { choose(press, options) }
      return
    }
    switch text.handle(event) {
    case .ignored, .handled: break
    case .edited:
      form[focus] = text.text
      stage()
    case .refused(let reason): host.refusal = (focus, reason)
    }
  }

  private func choose(_ press: KeyPress, _ options: [StreamForm.Option]) {
    let index = options.firstIndex { $0.value == form[focus] } ?? 0
    var choice = ChoiceField(options: options.map(\.label), selected: index)
    guard choice.handle(press), options.indices.contains(choice.selected), choice.selected != index
    else { return }
    form[focus] = options[choice.selected].value
    stage()
  }

  /// Changes the parts of the document, or shows why that failed if there is no field to go to.
  func change(
    orSay reason: String, _ body: (inout StreamForm, StreamForm.Field) -> StreamForm.Field?
  ) {
    guard let field = body(&form, focus) else { return screen.say(reason, .warning) }
    focus = field
    stage()
  }

  private func stage() { screen.model.stage(form, in: key.file) }

  // MARK: Preview

  /// The document's results for the first values.
  func results() -> StreamPreview {
    if let preview, preview.form == form { return preview.preview }
    let new = screen.model.preview(of: form, in: key.file)
    preview = (form, new)
    return new
  }

  /// The offset in the text of an error, counted from 0.
  var fault: Int? {
    guard let column = form.problem(of: focus)?.expressionColumn else { return nil }
    return column - 1
  }

  /// The error of the field with the focus, or its results.
  func statusRow(_ preview: StreamPreview) -> MessageRow {
    if let problem = form.problem(of: focus) {
      return MessageRow(kind: .failure, text: problem.shortDescription)
    }
    if let problem = preview.problem {
      return MessageRow(kind: .failure, text: problem.shortDescription)
    }
    if let position = form.position(of: focus) {
      let results = preview.results(at: position, of: form).map { value, result in
        result.map { "\(value) → \($0)" } ?? "\(value) left out"
      }
      let hasFailed = results.contains { $0.unicodeScalars.contains("✗") }
      if !results.isEmpty {
        return MessageRow(
          kind: hasFailed ? .warning : .success, text: results.joined(separator: ", "))
      }
    }
    if let failure = preview.failures.first {
      return MessageRow(kind: .warning, text: failure.description)
    }
    if let (field, problem) = form.firstProblem {
      return MessageRow(
        kind: .failure, text: "\(form.path(of: field)): \(problem.shortDescription)")
    }
    return MessageRow(kind: .hint, text: "")
  }

  // MARK: Drawing

  func page(in size: Size, symbols: Symbols) -> StreamEditorPage {
    StreamEditorPage(self, in: size, symbols: symbols)
  }

  func draw(_ page: StreamEditorPage, from top: Int, on canvas: inout Canvas) {
    page.draw(from: top, on: &canvas)
  }
}
