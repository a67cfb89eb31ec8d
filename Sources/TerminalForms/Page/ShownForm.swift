import Forms
import Reactive
import TerminalKit

/// The form of any view model as its host shows it: fields of all kinds, and lists with rows.
@MainActor final class ShownForm<Value: Sendable>: HostedForm {
  private(set) var result: FormEnd<Value>?

  let form: FormViewModel<Value>
  let title: String
  var host = FormHost(focus: FormFocus.submit)
  /// The state of the fields' controls between frames.
  let controls: FormControls<Value>
  let decorations: [FormDecoration]
  /// False if secrets must not be on the screen, because it is recorded.
  var mayShowSecrets = true
  /// Keeps the answers; nil if nothing is kept.
  let drafts: DraftKeeper<Value>?
  /// The sections that have been folded or unfolded.
  var folds: [SectionID: Bool] = [:]
  /// The last footer, and the conditions that it was made from.
  private var madeFooter: (conditions: FooterConditions, footer: Footer)?
  /// The answer for which the review was left; nil for none.
  var changedAnswer: FieldID?
  /// The parts of the last state that the next one is compared with.
  private var last: (isUnderWay: Bool, step: Int)
  private var cancellables: Set<AnyCancellable> = []

  init(
    _ form: FormViewModel<Value>, title: String, decorations: [FormDecoration] = [],
    draft: DraftFile? = nil, in surroundings: ControlSurroundings = .live
  ) {
    drafts = draft.map { DraftKeeper(form, title: title, in: $0) }
    controls = FormControls(form, surroundings)
    (self.decorations, self.form, self.title) = (decorations, form, title)
    last = (form.submissionState.isUnderWay, form.present.currentStep)
    focus = stops.first ?? .submit
    form.focusRequests.sink { [weak self] in self?.show($0) }.store(in: &cancellables)
    form.$state.sink { [weak self] in self?.follow($0) }.store(in: &cancellables)
    offerDraft()
  }

  /// Asks whether to continue with the draft of an earlier run.
  private func offerDraft() {
    guard let drafts else { return }
    if let problem = drafts.problem { host.refusal = (focus, problem) }
    guard let found = drafts.found else { return }
    host.question = .draft(of: found.age, in: form.presentMessages) { [weak self] isTaken in
      guard let self else { return }
      guard isTaken else { return drafts.discard() }
      drafts.take()
      focus = stops.first ?? .submit
    }
  }

  func willAppear(on loop: EventLoop) {
    // Its two published properties: nothing has to be found by reflection.
    form.$state.sink { _ in loop.setNeedsFrame() }.store(in: &cancellables)
    form.$messages.sink { _ in loop.setNeedsFrame() }.store(in: &cancellables)
    controls.changed = { loop.setNeedsFrame() }
    drafts?.failed = { [weak self] problem in
      if let self { host.refusal = (focus, problem) }
      loop.setNeedsFrame()
    }
    drafts?.begin(on: loop)
  }

  /// Updates the screen from a new state of the form.
  private func follow(_ state: FormState<Value>) {
    if case .succeeded(let value) = state.submission { result = .submitted(value) }
    let hasFailed = last.isUnderWay && !state.submission.isUnderWay
    // An issue without a field is shown below the buttons.
    if hasFailed, !state.formIssues.isEmpty { focus = .submit }
    if state.currentStep != last.step {
      host.hasBeenRefused = false
      focus = stops(of: state).first ?? .cancel
    }
    last = (state.submission.isUnderWay, state.currentStep)
  }

  var language: ValidationMessages { form.presentMessages }

  var isDirty: Bool { form.isDirty }

  var isUnderWay: Bool { form.submissionState.isUnderWay }

  func keepDraft() -> Bool { drafts?.keep() ?? false }

  func willSuspend() {
    hideSecrets()
    drafts?.keep()
  }

  func close(byInterrupt: Bool) { result = byInterrupt ? .interrupted : .cancelled }

  func hideSecrets() { controls.hideSecrets() }

  // MARK: Keys

  var keys: KeyMap {
    if isUnderWay { return waitingKeys("stop waiting") { self.form.cancelSubmission() } }
    if isOpen {
      return KeyMap(
        controls.popupKeys + [
          .elsewhere("Tab ⇧Tab ^S", "use the ticked options, and continue in the form"),
          helpKeys(asking: "outside text fields"),
        ])
    }
    let isInText = isInText
    // In two parts, and with a type for older compilers.
    let own: [KeyBinding] =
      controlKeys + movingKeys() + [
        KeyBinding("Enter", "next field; on a button: press it", footer: enterHint) { _ in
          self.enter()
        },
        KeyBinding(
          "^S ^Enter", isInStep ? "next step" : "submit",
          footer: isInText ? KeyHint("^S", isInStep ? "next step" : "submit", rank: 3) : nil,
          for: .finish
        ) { _ in self.submit() },
        KeyBinding(
          "Space ←→", "change a choice or a switch; on a button ←→: the next one",
          footer: isInField ? KeyHint("Space", "change", rank: 2) : nil,
          when: focusedControl?.turns ?? true
        ) { press in
          switch press.key {
          case .left: self.turn(by: -1)
          case .right: self.turn(by: 1)
          default: self.press()
          }
        },
        pageKeys,
        KeyBinding("M-↑ M-↓", "move a row up, down") { press in
          self.moveRow(press.key == .up ? .up : .down)
        },
      ]
    return KeyMap(
      own + stepKeys + undoKeys + secretKeys + KeyBinding.ofText() + KeyBinding.ofTheLoop
        + [leavingKeys(), helpKeys(asking: "outside text fields")])
  }

  var footer: Footer {
    if isOpen { return keys.footer }
    let (form, control) = (form.present, focusedControl)
    let state = control.flatMap { controls.states[$0.field.id] } ?? ControlState()
    let conditions = FooterConditions(
      focus: focus, isUnderWay: isUnderWay, isInText: control?.takesLetters == true,
      actions: actions(of: form), hasRemoved: form.restorableList != nil,
      isRevealed: state.text?.isRevealed == true, mayShowSecrets: mayShowSecrets,
      control: control?.keys(state).compactMap { $0.isOn ? $0.footer : nil } ?? [])
    if let made = madeFooter, made.conditions == conditions {
      assert(made.footer == keys.footer, "the footer depends on something else, too")
      return made.footer
    }
    let footer = keys.footer
    madeFooter = (conditions, footer)
    return footer
  }

  /// The footer's words for Enter.
  private var enterHint: KeyHint? {
    switch focus {
    case .field: nil
    case .action, .add, .submit, .next, .back: KeyHint("Enter", "press", rank: 2)
    case .section: KeyHint("Enter", "fold", rank: 2)
    case .answer: KeyHint("Enter", "change", rank: 2)
    case .cancel: KeyHint("Enter", "cancel")
    }
  }

  // MARK: Moving

  /// The parts that can have the focus, in reading order.
  var stops: [FormFocus] { stops(of: form.present) }

  func stops(of state: FormState<Value>) -> [FormFocus] {
    items(of: state).flatMap(\.stops) + actions(of: state)
  }

  func leaveField() {
    guard case .field(let field) = focus else { return }
    controls.leave(field)
    form.leave(field)
  }

  /// Goes to a field, or to the first part of a list.
  func show(_ field: FieldID) {
    host.hasBeenRefused = true
    unfold(around: field)
    let stop = stops.first { stop in
      if case .field(let id) = stop { id.isWithin([field]) } else { stop == .add(field) }
    }
    if let stop { focus = stop }
  }

  private func enter() {
    switch focus {
    case .field: move(by: 1)
    case .action(let action, let position): perform(action, position)
    case .add(let list):
      if let row = form.addRow(to: list) { show(row) }
      host.hasBeenRefused = false
    case .section(let id): fold(id)
    case .answer(let field): change(field)
    case .submit, .next: submit()
    case .back: form.goBack()
    case .cancel: leave(byInterrupt: false)
    }
  }

  func press() { if isInField { turn(by: 1) } else { enter() } }

  var isInField: Bool { if case .field = focus { true } else { false } }

  var isInText: Bool { focusedControl?.takesLetters == true }

  /// ← and →: to the next button of a row, or to the next option.
  private func turn(by step: Int) {
    guard isInField else { return turnToButton(step) }
    act { $0.turn(by: step, &$1) }
  }

  /// Goes to the next button of the same row, in a circle.
  private func turnToButton(_ step: Int) {
    let rows = items(of: form.present).map(\.stops) + [actions(of: form.present)]
    for stops in rows {
      guard let index = stops.firstIndex(where: { $0.isSame(as: focus) }) else { continue }
      focus = stops[(index + step + stops.count) % stops.count]
      return
    }
  }

  // MARK: Editing

  /// True while a control has something open over the form.
  var isOpen: Bool { controls.popup != nil }

  /// The control that has the focus.
  private var focusedControl: (any ShownControl)? {
    guard case .field(let id) = focus else { return nil }
    return controls.control(of: id)
  }

  /// The keys of the control that has the focus.
  private var controlKeys: [KeyBinding] {
    guard case .field(let id) = focus else { return [] }
    return controls.keys(of: id) { _ = self.take($0) }
  }

  func edit(_ event: InputEvent) { act { $0.handle(event, &$1) } }

  func click(_ mouse: Mouse) {
    // A label only gives the focus.
    if mouse.target(as: LabelSpot.self) != nil { return }
    if isInField { edit(.mouse(mouse)) } else { enter() }
  }

  func target(of mouse: Mouse) -> FormFocus? {
    mouse.target(as: FormFocus.self) ?? mouse.target(as: ControlSpot.self).map { .field($0.field) }
      ?? mouse.target(as: LabelSpot.self).map { .field($0.field) }
  }

  /// Runs an action on the control that has the focus; returns true if it was handled.
  @discardableResult private func act(
    _ action: (any ShownControl, inout ControlState) -> ControlResponse
  ) -> Bool {
    guard case .field(let id) = focus, !isUnderWay else { return false }
    return take(controls.act(on: id, action))
  }

  private func take(_ response: ControlResponse) -> Bool {
    switch response {
    case .ignored: return false
    case .handled, .open, .retry: break
    case .enter: host.refusal = nil
    case .refused(let note): host.refusal = (focus, note)
    }
    return true
  }

  func takesOver(_ event: InputEvent) -> Bool {
    if controls.takesOver(event) { return true }
    guard isInField, !isUnderWay else { return false }
    switch event {
    // The host would turn the page.
    case .key(KeyPress(.pageUp)), .key(KeyPress(.pageDown)):
      guard isInText else { return false }
      return act { $0.handle(event, &$1) }
    case .mouse(let mouse):
      let isItself = target(of: mouse) == focus
      guard isItself, mouse.scroll != 0 || mouse.action == .drag else { return false }
      return act { $0.handle(event, &$1) }
    case .key, .paste, .focus: return false
    }
  }

  func drawOver(in body: Rect, on canvas: inout Canvas) {
    controls.drawPopup(in: body, on: &canvas)
  }

  func submit() {
    leaveField()
    host.hasBeenRefused = false
    if isInStep { finishStep() } else { form.submit() }
  }

  // MARK: Drawing

  func draw(_ page: FormPage, from top: Int, on canvas: inout Canvas) {
    page.draw(from: top, on: &canvas, scrolling: &controls.states)
  }

  func page(in size: Size, symbols: Symbols) -> FormPage {
    let state = form.present
    let fields = state.fields
    return FormPage(
      title: state.texts.title ?? title, progress: progress(of: state), items: items(of: state),
      focus: host.isCovered ? nil : focus,
      isLocked: state.submission.isUnderWay, isReady: state.isValid, message: summary(fields),
      isRefused: host.hasBeenRefused, messages: form.presentMessages, refusal: host.refusal,
      window: size, symbols: symbols, controls: controls.states,
      actions: actions(of: state), nextLabel: nextLabel(of: state), decorations: decorations
    ).laidOut()
  }

  /// The message below the buttons, about the form as a whole.
  private func summary(_ fields: [FieldSnapshot]) -> MessageRow {
    switch form.submissionState {
    case .validating:
      return MessageRow(kind: .pending, text: language.words("Waiting for the checks"))
    case .submitting: return MessageRow(kind: .pending, text: language.words("Submitting"))
    case .idle, .succeeded, .failed: break
    }
    if let issue = form.present.formIssues.first {
      return MessageRow(kind: .failure, text: form.presentMessages.text(for: issue))
    }
    // For a step that cannot be finished, only its own fields are named.
    let shown = isInStep ? fieldsOfStep : fields
    let wrong = shown.filter { !$0.issues.isEmpty }
    return summary(ofWrong: wrong.map { name(of: $0, among: fields) }, isOnButton: focus == .submit)
  }

  /// A field's label, and in a list the row that it is part of: “Number (Phones 2)”.
  private func name(of field: FieldSnapshot, among fields: [FieldSnapshot]) -> String {
    let label = form.presentMessages.label(of: field)
    guard let row = field.row, let list = fields.first(where: { $0.id == row.row.parent }) else {
      return label
    }
    return "\(label) (\(form.presentMessages.label(of: list)) \(row.index + 1))"
  }

  /// The help of F1: the issues of the field with the focus and of the form, and the keys.
  func makeHelp() -> KeyHelp {
    let fields = form.present.fields
    var notes = [summary(fields)]
    if case .field(let id) = focus, let field = form.present[id], let issue = field.shownIssue {
      notes.insert(
        MessageRow(kind: .failure, text: form.presentMessages.text(for: issue, of: field)), at: 0)
    }
    return KeyHelp(
      title: language.words("Help"), notes: notes.filter { !$0.text.isEmpty },
      hints: keys.hints.map { $0.worded(in: language) })
  }
}

/// The conditions that determine a form's footer while nothing is open over the form. A typed
/// character changes none of them, so it makes no table of keys.
private struct FooterConditions: Equatable {
  var focus: FormFocus
  var isUnderWay: Bool
  var isInText: Bool
  var actions: [FormFocus]
  var hasRemoved: Bool
  var isRevealed: Bool
  var mayShowSecrets: Bool
  /// The hints of the control that has the focus.
  var control: [KeyHint]
}
