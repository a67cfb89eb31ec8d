import ReactiveExtras
import TerminalKit
import TestSupport
import ViewModels

@testable import SignupTUI
@testable import TerminalForms

/// `form --demo gallery` on virtual time, driven by keys and the mouse.
@MainActor
struct ShownGallery {
  let clock = VirtualTimeScheduler()
  let screen: FormScreen<FormRecord>
  let size: Size
  let symbols: Symbols
  var form: FormViewModel<FormRecord> { screen.form }

  init(_ width: Int = 80, _ height: Int = 24, symbols: Symbols = .unicode, languages: [String] = [])
  {
    let declaration = FormCommand.Demo.galleryForm.translated(to: languages)
    let form = FormViewModel(
      declaration.record,
      fields: FormCommand.Demo.galleryFields(
        of: declaration, files: nil, failsFirst: true, on: clock),
      steps: declaration.steps, messages: declaration.validationMessages, scheduler: clock)
    let surroundings = ControlSurroundings(
      today: { CalendarDay("2026-11-24")! }, weekStart: 1,
      names: { $0.isEmpty ? ["notes.txt", "photos/", "passport.pdf"] : nil })
    screen = FormScreen(form, title: declaration.title ?? "", in: surroundings)
    (size, self.symbols) = (Size(width, height), symbols)
    screen.resized(to: size)
  }

  func press(_ keys: KeyPress...) { for key in keys { screen.handle(.key(key)) } }

  func type(_ text: String) { for letter in text { press(KeyPress(.character(letter))) } }

  /// The path of the field that has the focus.
  var focused: String {
    if case .field(let id) = screen.shown.focus { form.state[id]?.path ?? "" } else { "" }
  }

  /// Goes to a field with Tab.
  func go(to path: String) {
    for _ in 0..<60 where focused != path { press(KeyPress(.tab)) }
  }

  func frame() -> Canvas {
    var canvas = Canvas(size: size, symbols: symbols)
    screen.draw(on: &canvas)
    return canvas
  }

  /// Lets the mouse click on a text of the frame, so many columns behind its first one; false where
  /// it is not to be seen.
  @discardableResult func click(_ text: String, _ columns: Int = 0) -> Bool {
    let isSeen = screen.mouse(on: text, columns: columns, in: frame())
    screen.mouse(.release, on: text, columns: columns, in: frame())
    return isSeen
  }

  /// An answer; nil where there is none.
  func answer(_ id: String) -> FormDatum? { form.state.data.first { $0.name == id }?.value }
}
