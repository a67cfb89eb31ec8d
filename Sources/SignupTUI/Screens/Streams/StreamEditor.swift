import CommandLineKit
import TerminalKit
import ViewModels

/// The form of one document: which field has the focus, and the editor of its text.
///
/// The form is the view model's value; this has a copy with a cursor in it.
struct StreamEditor {
  /// What an event did to the form.
  enum Response: Equatable {
    /// It means nothing here.
    case ignored
    /// The form is another one.
    case changed
    /// It could not be done, for this reason.
    case refused(String)
  }

  let key: StreamKey
  private(set) var form: StreamForm
  private(set) var focus: StreamForm.Field
  /// The text of the field that has the focus.
  var text = TextField(noun: "this", maximumBytes: 4_096)
  /// The first row of the form that is in view.
  var first = 0
  /// What the document does with the first values, and the form that this is of.
  private var preview: (form: StreamForm, preview: StreamPreview)?

  init(key: StreamKey, form: StreamForm, at part: StreamLane.Part = .whole) {
    (self.key, self.form) = (key, form)
    focus = .name
    if case .step(let index) = part {
      let place = StreamForm.OperatorPlace(index: index)
      if let step = form[place] {
        focus = step.kind.parameterNames.first.map { .parameter(place, $0) } ?? .kind(place)
      }
    }
    text.setText(form[focus])
  }

  static let keys = [
    KeyHint("Tab ↓ ⇧Tab ↑", "next field, field before"),
    KeyHint("← → Space", "another choice; a letter goes to the next that begins with it"),
    KeyHint("^N", "add a value or a stream; in a chain, an operator"),
    KeyHint("^O", "add an operator here"), KeyHint("^X", "remove the part with the focus"),
    KeyHint("^T", "repeat it"), KeyHint("M-↑ M-↓", "move it up, down; M-p and M-n, too"),
    KeyHint("^S", "save, and run what is new"), KeyHint("Esc", "back to the rows"),
    KeyHint("^A ^E ^W ^U ^K ^Y", "edit a line as in a shell"), KeyHint("^_ M-_", "undo, redo"),
    KeyHint("F1 ^G", "this list; outside of texts ? too"),
  ]

  var isText: Bool { if case .text = form.content(of: focus) { true } else { false } }

  /// Takes in the document as it is saved now, with the focus where it was.
  mutating func adopt(_ new: StreamForm) {
    form = new
    if !form.fields.contains(focus) { focus(on: focus) }
    text.setText(form[focus])
  }

  // MARK: Keys

  mutating func handle(_ event: InputEvent, streams: [StreamForm.Option]) -> Response {
    if case .mouse(let mouse) = event { return handle(mouse) }
    guard case .key(let press) = event else { return type(event) }
    switch press {
    case KeyPress(.tab), KeyPress(.down), KeyPress(.enter): move(1)
    case KeyPress(.tab, .shift), KeyPress(.up): move(-1)
    case KeyPress(.pageDown): move(8)
    case KeyPress(.pageUp): move(-8)
    case .control("n"):
      return change(orSay: "Nothing can be added here.") { form, field in
        form.add(form.additions.contains(.entry) ? .entry : .step, behind: field)
      }
    case .control("o"):
      return change(orSay: "No operator can be added here; a chain over it can have some.") {
        $0.additions.contains(.step) ? $0.add(.step, behind: $1) : nil
      }
    case .control("x"):
      return change(orSay: "This cannot be removed.") { $0.remove($1) }
    case .control("t"):
      return change(orSay: "This cannot be repeated.") { $0.duplicate($1) }
    case KeyPress(.up, .alt), .alt("p"):
      return change(orSay: "This cannot be moved up.") { $0.move($1, by: -1) }
    case KeyPress(.down, .alt), .alt("n"):
      return change(orSay: "This cannot be moved down.") { $0.move($1, by: 1) }
    default:
      if case .choice(let chosen, let options) = form.content(of: focus, streams: streams) {
        return choose(press, chosen, options)
      }
      return type(event)
    }
    return .ignored
  }

  /// Lets the mouse go to a field.
  private mutating func handle(_ mouse: Mouse) -> Response {
    if mouse.scroll != 0 {
      move(mouse.scroll)
    } else if mouse.action == .press, let field = mouse.target(as: StreamForm.Field.self) {
      if field != focus { focus(on: field) } else { return type(.mouse(mouse)) }
    }
    return .ignored
  }

  private mutating func choose(
    _ press: KeyPress, _ chosen: String, _ options: [StreamForm.Option]
  ) -> Response {
    let index = options.firstIndex { $0.value == chosen } ?? 0
    var choice = ChoiceField(options: options.map(\.label), selected: index)
    guard choice.handle(press), options.indices.contains(choice.selected),
      choice.selected != index
    else { return .ignored }
    form[focus] = options[choice.selected].value
    return .changed
  }

  private mutating func type(_ event: InputEvent) -> Response {
    guard isText else { return .ignored }
    switch text.handle(event) {
    case .ignored, .handled: return .ignored
    case .edited:
      form[focus] = text.text
      return .changed
    case .refused(let reason): return .refused(reason)
    }
  }

  private mutating func change(
    orSay reason: String,
    _ body: (inout StreamForm, StreamForm.Field) -> StreamForm.Field?
  ) -> Response {
    guard let field = body(&form, focus) else { return .refused(reason) }
    focus(on: field)
    return .changed
  }

  private mutating func move(_ step: Int) {
    let fields = form.fields
    let index = fields.firstIndex(of: focus) ?? 0
    let next =
      abs(step) == 1
      ? (index + step + fields.count) % fields.count
      : min(max(0, index + step), fields.count - 1)
    focus(on: fields[next])
  }

  mutating func focus(on field: StreamForm.Field) {
    focus = form.fields.contains(field) ? field : form.fields.last ?? .name
    text = TextField(noun: "this", maximumBytes: 4_096)
    text.setText(form[focus])
  }

  // MARK: Preview

  /// What the document does with the first values.
  @MainActor mutating func preview(_ model: StreamLabViewModel) -> StreamPreview {
    if let preview, preview.form == form { return preview.preview }
    let new = model.preview(of: form, in: key.file)
    preview = (form, new)
    return new
  }

  /// The place in the text at which something is wrong, counted from 0.
  var fault: Int? {
    guard case .expression(let column)? = form.problem(of: focus)?.place else { return nil }
    return column - 1
  }

  /// How the field with the focus stands: what is wrong with it, or what comes of it.
  func standing(_ preview: StreamPreview) -> MessageRow {
    if let problem = form.problem(of: focus) {
      return MessageRow(kind: .failure, text: problem.shortDescription)
    }
    if let problem = preview.problem {
      return MessageRow(kind: .failure, text: problem.shortDescription)
    }
    if let place = form.place(of: focus) {
      let results = preview.results(at: place, of: form).map { value, result in
        result.map { "\(value) → \($0)" } ?? "\(value) left out"
      }
      let hasFailed = results.contains { $0.contains("✗") }
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
}
