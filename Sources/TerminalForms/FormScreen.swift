import Forms
import Reactive
import TerminalKit

/// A form of any kind on the screen: what it looks like and which keys it has follows from its
/// fields alone.
///
///     let form = FormViewModel(Trip(), fields: Trip.fields, scheduler: LoopScheduler(loop: loop))
///     switch try FormScreen(form, title: "A trip").run(on: loop, settings: settings) {
///     case .submitted(let trip): print("\(trip.nights) nights in \(trip.place)")
///     case .cancelled, .interrupted: print("Nothing was booked.")
///     }
///
/// ``run(on:settings:)`` asks line by line where there is no screen. A program that decides for
/// itself gives the screen to its `EventLoop`, or calls ``ask(on:settings:)``.
@MainActor
public final class FormScreen<Value: Sendable>: Screen {
  /// How the form was left; nil while it is shown.
  public private(set) var result: FormEnd<Value>?

  /// The form that is filled in.
  public let form: FormViewModel<Value>
  /// The first line of the page.
  public let title: String
  private(set) var focus: FormFocus {
    didSet { if focus != oldValue { view.showFocus() } }
  }
  /// The texts' editors. The form owns the texts; an editor has a copy of one with a cursor in it
  /// and what can be undone.
  private var texts: [FieldID: TextField] = [:]
  /// What a field has just refused, and why.
  private var refusal: (field: FieldID, note: String)?
  /// Whether a submission was refused since the last one.
  private var hasBeenRefused = false
  /// Which rows of the page are seen.
  private var view = PageView()
  private var dialog: Dialog?
  private var help: KeyHelp?
  private var leavesByInterrupt = false
  private var isTooSmall = false
  private var cancellables: Set<AnyCancellable> = []

  /// Makes a screen of a form.
  ///
  /// - Parameters:
  ///   - form: The form. Its scheduler has to be a `LoopScheduler` of the loop that shows the
  ///     screen: nothing else runs on the main thread meanwhile.
  ///   - title: The first line of the page.
  public init(_ form: FormViewModel<Value>, title: String) {
    self.form = form
    self.title = title
    focus = .submit
    focus = stops.first ?? .submit
    form.focusRequests.sink { [weak self] in self?.show($0) }.store(in: &cancellables)
    form.$state.sink { [weak self] in self?.follow($0) }
      .store(in: &cancellables)
  }

  /// The form stands otherwise than before: the property still holds what was.
  private func follow(_ state: FormState<Value>) {
    if case .succeeded(let value) = state.submission { result = .submitted(value) }
    let hasFailed = form.state.submission.isUnderWay && !state.submission.isUnderWay
    // What is wrong with no field is said below the buttons.
    if hasFailed, !state.formIssues.isEmpty { focus = .submit }
  }

  /// Lets the loop draw the form whenever it changes.
  public func willAppear(on loop: EventLoop) {
    form.objectWillChange.sink { loop.setNeedsFrame() }.store(in: &cancellables)
  }

  /// Lets a key, a paste or the mouse act on the form.
  public func handle(_ event: InputEvent) {
    if isTooSmall, event != .key(KeyPress(.escape)), event != .key(.control("c")) { return }
    if let answered = dialog?.handle(event) { return answer(answered, event) }
    if help != nil {
      if help?.handle(event) == false { help = nil }
      return
    }
    if case .mouse(let mouse) = event { return handle(mouse) }
    guard case .key(let press) = event else { return edit(event) }
    if view.handle(press) { return }
    if form.state.submission.isUnderWay {
      if press == .control("c") { result = .interrupted }
      if press == KeyPress(.escape) { form.cancelSubmission() }
      return
    }
    refusal = nil
    switch press {
    case KeyPress(.tab), KeyPress(.down): move(by: 1)
    case KeyPress(.tab, .shift), KeyPress(.up): move(by: -1)
    case KeyPress(.up, .alt): moveRow(.up)
    case KeyPress(.down, .alt): moveRow(.down)
    case .control("s"), KeyPress(.enter, .control): submit()
    case .control("c"): leave(byInterrupt: true)
    case KeyPress(.escape): leave(byInterrupt: false)
    case .control("d") where !form.state.isDirty: leave(byInterrupt: false)
    case _ where press.asksForHelp(isInText: isInText): help = makeHelp()
    case KeyPress(.enter): enter()
    case KeyPress(.character(" ")) where !isInText: space()
    case KeyPress(.left) where !isInText: turn(by: -1)
    case KeyPress(.right) where !isInText: turn(by: 1)
    default: edit(event)
    }
  }

  /// Lets the mouse go to a field and change a choice or a switch, press a button, or turn the
  /// page.
  private func handle(_ mouse: Mouse) {
    if view.handle(mouse) { return }
    guard mouse.action == .press, !form.state.submission.isUnderWay,
      let target = mouse.target(as: FormFocus.self)
    else { return }
    refusal = nil
    if !target.isSame(as: focus) { leaveField() }
    // After leaving a field others may be hidden.
    guard let place = stops.first(where: { $0.isSame(as: target) }) else { return settle() }
    focus = place
    switch place {
    case .field: isInText ? edit(.mouse(mouse)) : turn(by: 1)
    case .action, .add, .submit, .cancel: enter()
    }
  }

  /// Hides the secrets that are shown.
  public func willSuspend() { hideSecrets() }

  /// Takes no keys but those that leave where there is no room for a form.
  public func resized(to size: Size) { isTooSmall = !size.fits(FormKeys.minimumSize) }

  private func hideSecrets() { for id in texts.keys { texts[id]?.isRevealed = false } }

  // MARK: Moving

  /// Where the focus can be, in reading order.
  private var stops: [FormFocus] {
    FormItem.all(of: form.state.fields).flatMap(\.stops) + [.submit, .cancel]
  }

  private func move(by step: Int) {
    leaveField()
    // The place is sought after leaving, which may show or hide fields.
    let stops = stops
    let place = stops.firstIndex { $0.isSame(as: focus) } ?? 0
    focus = stops[(place + step + stops.count) % stops.count]
  }

  private func leaveField() {
    guard case .field(let field) = focus else { return }
    texts[field]?.isRevealed = false
    form.leave(field)
  }

  /// Goes to a field, or to the first place in a list.
  private func show(_ field: FieldID) {
    hasBeenRefused = true
    let stops = stops
    func isInside(_ stop: FormFocus) -> Bool {
      guard case .field(var id) = stop else { return stop == .add(field) }
      while id != field {
        guard let parent = id.parent else { return false }
        id = parent
      }
      return true
    }
    if let stop = stops.first(where: isInside) { focus = stop }
  }

  private func enter() {
    switch focus {
    case .field: move(by: 1)
    case .action(let action, let place): perform(action, place)
    case .add(let list):
      if let row = form.addRow(to: list) { show(row) }
      hasBeenRefused = false
    case .submit: submit()
    case .cancel: leave(byInterrupt: false)
    }
  }

  private func space() {
    if case .field = focus { turn(by: 1) } else { enter() }
  }

  private var isInText: Bool {
    guard case .field(let id) = focus, case .text = form.state[id]?.control else { return false }
    return true
  }

  /// ← and →: to the next button of a row, or to the next option.
  private func turn(by step: Int) {
    guard case .field(let id) = focus else { return turnToButton(step) }
    guard let field = form.state[id] else { return }
    switch field.control {
    case .toggle: form.enter(.flag(field.input != .flag(true)), at: id)
    case .choice(let options, let allowsNone):
      // None stands before the first option.
      let (first, count) = (allowsNone ? -1 : 0, options.count + (allowsNone ? 1 : 0))
      guard count > 0 else { return }
      var index = first
      if case .choice(let chosen?) = field.input { index = chosen }
      let next = (index - first + step + count) % count + first
      form.enter(.choice(next < 0 ? nil : next), at: id)
    case .text, .list: break
    }
  }

  /// Goes to the next button of the same row, round and round.
  private func turnToButton(_ step: Int) {
    let rows = FormItem.all(of: form.state.fields).map(\.stops) + [[.submit, .cancel]]
    for stops in rows {
      guard let place = stops.firstIndex(where: { $0.isSame(as: focus) }) else { continue }
      focus = stops[(place + step + stops.count) % stops.count]
      return
    }
  }

  // MARK: Rows

  private func perform(_ action: RowAction, _ place: RowPlace) {
    switch action {
    case .up: form.moveRow(place.row, to: place.index - 1)
    case .down: form.moveRow(place.row, to: place.index + 1)
    case .remove: form.removeRow(place.row)
    }
    settle()
  }

  /// M-↑ and M-↓ move the row that the focus is in.
  private func moveRow(_ action: RowAction) {
    let place: RowPlace? =
      switch focus {
      case .field(let id): form.state[id]?.row
      case .action(_, let place): place
      case .add, .submit, .cancel: nil
      }
    guard let place, action.isPossible(at: place) else { return }
    perform(action, place)
  }

  /// Keeps the focus where it is, or near to it where that has gone.
  private func settle() {
    let stops = stops
    if let same = stops.first(where: { $0.isSame(as: focus) }) { return focus = same }
    guard case .action(_, let place) = focus else { return focus = stops.first ?? .submit }
    // Another button of the same row, or of the one that took its place.
    let list = place.row.parent
    let others = stops.filter { stop in
      if case .action(_, let other) = stop { return other.row.parent == list }
      return stop == list.map { .add($0) }
    }
    let same = others.first { stop in
      if case .action(_, let other) = stop { return other.row == place.row }
      return false
    }
    let near = others.last { stop in
      if case .action(_, let other) = stop { return other.index <= place.index }
      return false
    }
    focus = same ?? near ?? others.first ?? stops.first ?? .submit
  }

  // MARK: Editing

  private func edit(_ event: InputEvent) {
    guard case .field(let id) = focus, !form.state.submission.isUnderWay,
      let field = form.state[id], case .text = field.control
    else { return }
    var editor = texts[id] ?? FormScreenText.field(for: field)
    editor.setText(field.text)
    switch editor.handle(event) {
    case .ignored, .handled: break
    case .edited: refusal = nil
    case .refused(let note): refusal = (id, note)
    }
    texts[id] = editor
    if editor.text != field.text { form.enter(.text(editor.text), at: id) }
  }

  // MARK: Leaving

  private func submit() {
    leaveField()
    hasBeenRefused = false
    form.submit()
  }

  private func leave(byInterrupt: Bool) {
    leavesByInterrupt = byInterrupt
    guard form.state.isDirty else {
      result = byInterrupt ? .interrupted : .cancelled
      return
    }
    dialog = Dialog(
      question: "Discard what you typed?", answers: ["Discard", "Keep editing"], focus: 1)
  }

  private func answer(_ response: Dialog.Response, _ event: InputEvent) {
    let isInterrupt = event == .key(.control("c"))
    if response == .open, !isInterrupt { return }
    guard response == .chosen(0) || isInterrupt else {
      dialog = nil
      return
    }
    result = leavesByInterrupt || isInterrupt ? .interrupted : .cancelled
  }

  // MARK: Drawing

  /// Draws the part of the form that has the focus, and the keys that there are.
  public func draw(on canvas: inout Canvas) {
    guard canvas.size.fits(FormKeys.minimumSize) else {
      let keys = dialog == nil ? ["Esc cancels"] : ["^C discards", "Esc keeps editing"]
      TooSmallNotice(
        needed: FormKeys.minimumSize, question: dialog == nil ? nil : "Discard your text?",
        keys: keys
      ).draw(on: &canvas)
      return
    }
    let body = Rect(x: 0, y: 0, width: canvas.size.width, height: canvas.size.height - 1)
    let page = page(PageColumns(window: body.width), symbols: canvas.symbols)
    let rows = page.rows()
    // What becomes of a form that is being submitted stands below its buttons.
    let shown = form.state.submission.isUnderWay ? FormFocus.submit : focus
    let top = view.show(page.target(of: shown, rows), of: page.height(rows), in: body.height)
    canvas.clipped(to: body) { canvas in
      page.draw(at: Point(page.columns.left, -top), rows, on: &canvas, scrolling: &texts)
      if dialog == nil, help == nil {
        ScrollMarks(
          visible: top..<top + body.height, of: 0..<page.height(rows), hasWords: true
        ).draw(in: body, on: &canvas)
      }
    }
    if let cursor = canvas.cursor, !body.contains(cursor) { canvas.cursor = nil }
    let footer = help == nil ? footer : KeyHelp.footer
    footer.draw(in: PageColumns.footer(in: canvas.bounds), on: &canvas)
    dialog?.draw(in: canvas.bounds, on: &canvas)
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  private func page(_ columns: PageColumns, symbols: Symbols) -> FormPage {
    let state = form.state
    let fields = state.fields
    for field in fields {
      if case .text = field.control {
        texts[field.id, default: FormScreenText.field(for: field)].setText(field.text)
      }
    }
    return FormPage(
      title: title, items: FormItem.all(of: fields),
      focus: dialog == nil && help == nil ? focus : nil,
      isLocked: state.submission.isUnderWay, isReady: state.isValid, summary: summary(fields),
      messages: form.messages, refusal: refusal, columns: columns, symbols: symbols)
  }

  /// The message below the buttons, about the form as a whole.
  private func summary(_ fields: [FieldSnapshot]) -> MessageRow {
    switch form.state.submission {
    case .validating: return MessageRow(kind: .pending, text: "Waiting for the checks")
    case .submitting: return MessageRow(kind: .pending, text: "Submitting")
    case .idle, .succeeded, .failed: break
    }
    if let issue = form.state.formIssues.first {
      return MessageRow(kind: .failure, text: form.messages.text(for: issue))
    }
    let wrong = fields.filter { !$0.issues.isEmpty }
    guard !wrong.isEmpty, hasBeenRefused || focus == .submit else {
      return MessageRow(kind: .hint, text: "")
    }
    let names = wrong.map { name(of: $0, among: fields) }.joined(separator: ", ")
    let count = wrong.count == 1 ? "1 thing to fix" : "\(wrong.count) things to fix"
    return MessageRow(kind: hasBeenRefused ? .failure : .neutral, text: "\(count): \(names)")
  }

  /// A field's label, and in a list the row that it is part of: “Number (Phones 2)”.
  private func name(of field: FieldSnapshot, among fields: [FieldSnapshot]) -> String {
    let label = form.messages.label(of: field)
    guard let row = field.row, let list = fields.first(where: { $0.id == row.row.parent }) else {
      return label
    }
    return "\(label) (\(form.messages.label(of: list)) \(row.index + 1))"
  }

  /// What F1 shows: what is wrong where the focus is, what is wrong with the form, and the keys.
  private func makeHelp() -> KeyHelp {
    let fields = form.state.fields
    var notes = [summary(fields)]
    if case .field(let id) = focus, let field = form.state[id], let issue = field.shownIssue {
      notes.insert(
        MessageRow(kind: .failure, text: form.messages.text(for: issue, of: field)), at: 0)
    }
    return KeyHelp(
      title: "Help", notes: notes.filter { !$0.text.isEmpty }, hints: FormKeys.all)
  }

  private var footer: Footer {
    if dialog != nil {
      return Footer(hints: [
        KeyHint("←→", "choose"), KeyHint("Enter", "answer"), KeyHint("Esc", "keep editing"),
      ])
    }
    if form.state.submission.isUnderWay {
      return Footer(hints: [KeyHint("Esc", "give up waiting")])
    }
    var hints = [KeyHint("⇥", "next", rank: 1)]
    switch focus {
    case .field:
      hints.append(
        isInText ? KeyHint("^S", "submit", rank: 3) : KeyHint("Space", "change", rank: 2))
    case .action, .add, .submit: hints.append(KeyHint("Enter", "press", rank: 2))
    case .cancel: return Footer(hints: hints + [KeyHint("Enter", "cancel"), FormKeys.help])
    }
    return Footer(hints: hints + [KeyHint("Esc", "cancel"), FormKeys.help])
  }
}

/// What a form's screen has whatever the form.
enum FormKeys {
  /// Below this there is no form, only a notice.
  static let minimumSize = Size(20, 6)

  static let help = KeyHint("^G", "help")

  static let all = [
    KeyHint("Tab ↓", "next field"), KeyHint("⇧Tab ↑", "previous field"),
    KeyHint("Enter", "next field; on a button: press it"), KeyHint("^S", "submit"),
    KeyHint("Space ←→", "change a choice or a switch; on a button ←→: the next one"),
    KeyHint("PgUp PgDn", "what lies above, below"),
    KeyHint("M-↑ M-↓", "move a row up, down"), KeyHint("^A ^E", "start, end of the line"),
    KeyHint("^W ^U ^K ^Y", "delete a word, to the start, to the end; put back"),
    KeyHint("^_ M-_", "undo, redo"), KeyHint("^L", "draw anew"), KeyHint("^Z", "suspend"),
    KeyHint("Esc ^C", "cancel"), KeyHint("F1 ^G", "this list; outside of texts ? too"),
  ]
}
