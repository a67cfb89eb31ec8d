import Forms
import ReactiveExtras
import TerminalKit

@testable import TerminalForms

/// A form's screen on virtual time, driven by keys.
@MainActor
struct TypedForm<Value: Sendable> {
  let clock = VirtualTimeScheduler()
  let screen: FormScreen<Value>
  var form: FormViewModel<Value> { screen.form }

  init(
    _ value: Value, _ fields: [FormField<Value>], steps: [FormStep] = [],
    texts: (@Sendable (Value) -> FormTexts)? = nil, messages: ValidationMessages = .forms,
    title: String,
    in surroundings: ControlSurroundings = .tried,
    submission: FormViewModel<Value>.Submission? = nil
  ) {
    let form = FormViewModel(
      value, fields: fields, steps: steps, texts: texts, messages: messages, scheduler: clock,
      submission: submission)
    screen = FormScreen(form, title: title, in: surroundings)
  }

  func type(_ text: String) {
    for character in text { press(KeyPress(.character(character))) }
  }

  func press(_ keys: KeyPress...) {
    for key in keys { screen.handle(.key(key)) }
  }

  func tab(_ count: Int = 1) { for _ in 0..<count { press(KeyPress(.tab)) } }

  func frame(_ width: Int = 80, _ height: Int = 24, symbols: Symbols = .unicode) -> Canvas {
    screen.resized(to: Size(width, height))
    var canvas = Canvas(size: Size(width, height), symbols: symbols)
    screen.draw(on: &canvas)
    return canvas
  }

  /// The lines of a frame, without blanks at their ends.
  func lines(_ width: Int = 80, _ height: Int = 24) -> [String] { frame(width, height).lines }

  /// Lets the mouse act on a text of the frame, at its first column.
  func click(_ text: String, _ width: Int = 80, _ height: Int = 24) {
    screen.mouse(on: text, in: frame(width, height))
  }

  /// Goes to a field with Tab.
  func go(to path: String) {
    for _ in 0..<60 where focused != path { press(KeyPress(.tab)) }
  }

  /// The label of the field that has the focus, or what the button is.
  var focused: String {
    switch screen.shown.focus {
    case .field(let id): form.state[id]?.path ?? "gone"
    case .action(let action, let place): "\(action.label) \(place.index)"
    case .add: "Add"
    case .section(let id):
      "the title \(form.state.steps[id.step].sections.first { $0.index == id.index }?.title ?? "")"
    case .answer(let id): "the answer \(form.state[id]?.path ?? "gone")"
    case .next: "Next"
    case .back: "Back"
    case .submit: "Submit"
    case .cancel: "Cancel"
    }
  }
}

extension ControlSurroundings {
  /// A day, a week that begins on Monday, and a few files.
  static let tried = ControlSurroundings(
    today: { CalendarDay("2026-11-24")! }, weekStart: 1,
    names: { folder in
      switch folder {
      case "": ["notes.txt", "photos/", "passport.pdf", ".secret", "Documents/"]
      case "photos/": ["berlin.jpg", "basel.jpg"]
      default: nil
      }
    })
}
