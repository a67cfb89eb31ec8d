import CommandLineKit
import TerminalKit
import ViewModels

/// The form of one document: which field has the focus, and the editor of its text.
///
/// The form is the view model's value; this has a copy with a cursor in it.
struct StreamEditor {
  /// The effect of an event on the form.
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
  /// The document's results for the first values, and the form that they are of.
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

  var isText: Bool { if case .text = form.content(of: focus) { true } else { false } }

  /// Takes in the document as it is saved now, with the focus where it was.
  mutating func adopt(_ new: StreamForm) {
    form = new
    if !form.fields.contains(focus) { focus(on: focus) }
    text.setText(form[focus])
  }

  // MARK: Keys

  /// Lets an event act on the field that has the focus, or the mouse go to another.
  mutating func handle(_ event: InputEvent, streams: [StreamForm.Option]) -> Response {
    if case .mouse(let mouse) = event { return handle(mouse) }
    if case .key(let press) = event,
      case .choice(let chosen, let options) = form.content(of: focus, streams: streams)
    {
      return choose(press, chosen, options)
    }
    return type(event)
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

  /// Changes the parts of the form, and goes to the field that is named; false if there is none.
  mutating func change(
    _ body: (inout StreamForm, StreamForm.Field) -> StreamForm.Field?
  ) -> Bool {
    guard let field = body(&form, focus) else { return false }
    focus(on: field)
    return true
  }

  /// Goes some fields on or back: by one round and round, by more as far as there are any.
  mutating func move(_ step: Int) {
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

  /// The document's results for the first values.
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
