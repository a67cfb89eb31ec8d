import Forms
import Reactive
import TerminalKit

/// The controls of a form: their state between frames, and the list or calendar that is open.
@MainActor final class FormControls<Value: Sendable> {
  private let form: FormViewModel<Value>
  private let surroundings: ControlSurroundings
  /// The state of each control that has been drawn or used.
  var states: [FieldID: ControlState] = [:]
  /// The list or calendar that is open over the form.
  private(set) var popup: (any ControlPopup)?
  /// Requests a frame, because something slow has finished.
  var changed: () -> Void = {}

  private var suggestions: AnyCancellable?
  /// The names in the folder that was read last.
  private var names: (folder: String, names: [String])?

  init(_ form: FormViewModel<Value>, _ surroundings: ControlSurroundings) {
    (self.form, self.surroundings) = (form, surroundings)
  }

  /// Returns the control of a field; nil while the field is hidden.
  func control(of field: FieldID) -> (any ShownControl)? {
    form.present[field].map { shownControl(of: $0, form.presentMessages) }
  }

  /// Hides the secrets that are shown.
  func hideSecrets() { for id in states.keys { states[id]?.hideSecret() } }

  /// The focus leaves a field.
  func leave(_ field: FieldID) {
    states[field]?.hideSecret()
    popup = nil
    suggestions = nil
  }

  // MARK: Keys

  /// Returns the keys of a field's control.
  ///
  /// - Parameters:
  ///   - field: The field that has the focus.
  ///   - take: Takes the response to a key.
  func keys(of field: FieldID, take: @escaping @MainActor (ControlResponse) -> Void) -> [KeyBinding]
  {
    guard let control = control(of: field) else { return [] }
    return control.keys(states[field] ?? ControlState()).map { key in
      KeyBinding(key.keys, key.words, footer: key.footer, when: key.isOn) { press in
        take(self.act(on: field) { key.action(press, &$1) })
      }
    }
  }

  /// Runs an action on a field's control, and performs its response.
  func act(
    on field: FieldID, _ action: (any ShownControl, inout ControlState) -> ControlResponse
  ) -> ControlResponse {
    guard let control = control(of: field) else { return .ignored }
    let response = action(control, &states[field, default: ControlState()])
    switch response {
    case .ignored, .handled, .refused: break
    case .enter(let input):
      form.enter(input, at: field)
      complete(control.field.control, of: field)
    case .open(let opening): open(opening, of: control.field)
    case .retry: form.retryOptions(of: field)
    }
    return response
  }

  // MARK: What is open

  private func open(_ opening: ControlOpening, of field: FieldSnapshot) {
    switch opening {
    case .options(let typed): popup = OptionPopup(field, form.presentMessages, typed: typed)
    case .calendar(let first, let last):
      popup = CalendarPopup(
        field, form.presentMessages, from: first, through: last, in: surroundings)
    case .completions:
      names = nil
      let list = CompletionPopup(field, form.presentMessages, arePaths: Self.arePaths(field))
      popup = list
      complete(field.control, of: field.id)
    }
  }

  /// The keys of what is open.
  var popupKeys: [KeyBinding] {
    (popup?.keys ?? []).map { key in
      KeyBinding(key.keys, key.words, footer: key.footer) { press in
        _ = self.answer(key.action(press))
      }
    }
  }

  /// Passes an event to the open list or calendar; returns false if the event is for the form, with
  /// nothing open any more.
  func takesOver(_ event: InputEvent) -> Bool {
    guard let popup else { return false }
    // The field may have changed since the last frame.
    if let field = form.present[popup.field] { popup.follow(field) }
    if case .key(let press) = event {
      switch press {
      case KeyPress(.tab), KeyPress(.tab, .shift), .control("s"):
        if let input = popup.taken { form.enter(input, at: popup.field) }
        fallthrough
      case .control("c"):
        self.popup = nil
        return false
      case KeyPress(.function(1)), .control("g"): return false
      default: if KeyMap(popupKeys).perform(press) { return true }
      }
    }
    return answer(popup.edit(event))
  }

  private func answer(_ response: PopupResponse) -> Bool {
    guard let field = popup?.field else { return true }
    switch response {
    case .stays: break
    case .closes: popup = nil
    case .passes:
      popup = nil
      return false
    case .takes(let input):
      popup = nil
      enter(input, at: field)
    case .enters(let input): enter(input, at: field)
    case .retries: form.retryOptions(of: field)
    }
    return true
  }

  private func enter(_ input: FieldInput, at field: FieldID) {
    guard let control = control(of: field) else { return }
    if case .text(let text) = input, let line = control as? TextLineControl {
      // Through the editor, so that it can be undone.
      _ = line.take(text, &states[field, default: ControlState()])
    }
    form.enter(input, at: field)
    complete(control.field.control, of: field)
  }

  /// Draws what is open, beside its control.
  func drawPopup(in body: Rect, on canvas: inout Canvas) {
    guard let open = popup else { return }
    guard let field = form.present[open.field], !form.submissionState.isUnderWay else {
      return popup = nil
    }
    open.follow(field)
    let anchor = states[open.field]?.rect ?? Rect(x: 0, y: 0, width: 0, height: 0)
    open.draw(beside: anchor, in: body, on: &canvas)
  }

  // MARK: Completions

  private static func arePaths(_ field: FieldSnapshot) -> Bool {
    if case .text(let text) = field.control { text.aid == .files } else { false }
  }

  /// Finds the completions of the text typed in a field.
  private func complete(_ control: FieldControl, of id: FieldID) {
    guard case .text(let text) = control else { return }
    switch text.aid {
    case .files: show(paths(for: form.present[id]?.text ?? ""), of: id)
    case .suggestions:
      suggestions = form.suggestions(for: id).sink { [weak self] texts in
        self?.show(texts, of: id)
        self?.changed()
      }
    case .calendar, .dayAndTime, .timeOfDay, .step, .rating, nil: break
    }
  }

  private func show(_ texts: [String], of field: FieldID) {
    states[field, default: ControlState()].completions = texts
    (popup as? CompletionPopup)?.show(texts)
  }

  private func paths(for path: String) -> [String] {
    let folder = PathCompletion.folder(of: path)
    if names?.folder != folder { names = (folder, surroundings.names(folder) ?? []) }
    return PathCompletion.paths(for: path, names: names?.names ?? [])
  }
}
