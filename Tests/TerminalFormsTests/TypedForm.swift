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
    _ value: Value, _ fields: [FormField<Value>], messages: ValidationMessages = .forms,
    title: String, submission: FormViewModel<Value>.Submission? = nil
  ) {
    let form = FormViewModel(
      value, fields: fields, messages: messages, scheduler: clock, submission: submission)
    screen = FormScreen(form, title: title)
  }

  func type(_ text: String) {
    for character in text { press(KeyPress(.character(character))) }
  }

  func press(_ keys: KeyPress...) {
    for key in keys { screen.handle(.key(key)) }
  }

  func tab(_ count: Int = 1) { for _ in 0..<count { press(KeyPress(.tab)) } }

  func frame(_ width: Int = 80, _ height: Int = 24) -> Canvas {
    screen.resized(to: Size(width, height))
    var canvas = Canvas(size: Size(width, height))
    screen.draw(on: &canvas)
    return canvas
  }

  /// The label of the field that has the focus, or what the button is.
  var focused: String {
    switch screen.shown.focus {
    case .field(let id): form.state[id]?.path ?? "gone"
    case .action(let action, let place): "\(action.label) \(place.index)"
    case .add: "Add"
    case .submit: "Submit"
    case .cancel: "Cancel"
    }
  }
}
