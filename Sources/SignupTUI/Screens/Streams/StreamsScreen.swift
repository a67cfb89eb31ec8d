import Reactive
import TerminalKit
import ViewModels

/// All streams of a place as live rows of marbles, and their editor.
@MainActor
final class StreamsScreen: Screen {
  typealias Result = TrackScreen.Result

  private(set) var result: Result?

  let model: StreamLabViewModel
  var table = LaneTable()
  /// The document that is edited; nil while the rows are shown.
  var editor: StreamEditor?
  /// The question over the page.
  var question: StreamsQuestion?
  /// A name of a file that is typed.
  var prompt: PathPrompt?
  /// A document that somebody else has changed, too.
  var comparison: ConflictPanel?
  var help: KeyHelp?
  /// The effect of the last key, or why it had none.
  var message: MessageRow?
  /// The problems that were known when the message was said.
  private(set) var knownProblems: Set<String> = []
  private var pace: FramePace?
  private var cancellables: Set<AnyCancellable> = []
  private var isTooSmall = false
  var leavesByInterrupt = false
  /// True if there is nothing to show without documents, not even a way to reset them.
  private let needsDocuments: Bool
  /// Why there are no documents, which has ended the screen.
  private(set) var failure: StreamStoreError?

  /// - Parameter needsDocuments: Whether the screen ends where the place turns out to be unusable.
  init(model: StreamLabViewModel, needsDocuments: Bool = false) {
    (self.model, self.needsDocuments) = (model, needsDocuments)
    model.grain = table.scale
  }

  /// Asks the event loop for frames as the model changes.
  func willAppear(on loop: EventLoop) {
    let pace = FramePace(loop)
    self.pace = pace
    var wasReading = model.isReading
    model.objectWillChange.sink { [unowned self] in
      if wasReading, !model.isReading {
        wasReading = false
        endIfUnusable()
      }
      pace.modelChanged()
    }.store(in: &cancellables)
  }

  /// Ends where what was read at first cannot be shown.
  private func endIfUnusable() {
    guard needsDocuments, let failure = model.loadFailure else { return }
    self.failure = failure
    finish()
  }

  func frameDrawn() { pace?.frameDrawn() }

  func resized(to size: Size) {
    isTooSmall = !size.fits(Self.minimumSize)
    if isTooSmall { help = nil }
  }

  // MARK: Keys

  func handle(_ event: InputEvent) {
    // While nothing can be seen, keys do nothing but leave, with the same question.
    let leaving = [KeyPress(.escape), .control("c"), KeyPress(.character("q"))]
    if isTooSmall, !leaving.contains(where: { event == .key($0) }) { return }
    if help.take(event) { return }
    if question != nil { return answerQuestion(event) }
    if prompt != nil { return answerPrompt(event) }
    if comparison != nil { return answerComparison(event) }
    let wasEditing = editor != nil
    if case .mouse(let mouse) = event, !wasEditing {
      _ = table.handle(mouse)
      return
    }
    message = nil
    // Whatever happens to the editor, it leaves.
    if event == .key(.control("c")), keys.perform(.control("c")) { return }
    followSaved()
    if wasEditing != (editor != nil) { return }
    if case .key(let press) = event, keys.perform(press) { return }
    editField(event)
  }

  /// The chosen row.
  var chosen: StreamLane? { table.chosen(of: model.lanes) }

  /// The file that new documents go into, and that is saved and reset.
  var currentFile: String? {
    editor?.key.file ?? chosen?.stream.file ?? model.files.first?.name
  }

  func say(_ text: String, _ kind: MessageRow.Kind = .neutral) {
    knownProblems = Set(model.problems)
    message = text.isEmpty ? nil : MessageRow(kind: kind, text: text)
  }

  // MARK: Editing

  func edit(_ key: StreamKey, at part: StreamLane.Part = .whole) {
    guard let form = model.form(of: key) else {
      return say(
        model.standing(of: key) == .removed
          ? "This document is to be removed; u takes that back."
          : "This document cannot be read as it is in the file now.", .warning)
    }
    editor = StreamEditor(key: key, form: form, at: part)
    message = nil
  }

  func make(_ kind: StreamForm.Kind) {
    guard let file = currentFile, let key = model.makeNew(kind, in: file) else { return }
    edit(key)
  }

  /// Lets an event edit the field that has the focus.
  private func editField(_ event: InputEvent) {
    guard let file = editor?.key.file else { return }
    switch editor?.handle(event, streams: model.options(in: file)) {
    case nil, .ignored: break
    case .changed: stage()
    case .refused(let reason): say(reason, .warning)
    }
  }

  /// Changes the parts of the document, or says why that cannot be done where there is no field
  /// to go to then.
  func change(
    orSay reason: String, _ body: (inout StreamForm, StreamForm.Field) -> StreamForm.Field?
  ) {
    if editor?.change(body) == true { stage() } else { say(reason, .warning) }
  }

  private func stage() {
    if let editor { model.stage(editor.form, in: editor.key.file) }
  }

  /// Shows in an editor in which nothing is changed what another program has saved.
  func followSaved() {
    guard let editor, model.isOutdated(editor.form, in: editor.key.file) else { return }
    guard let form = model.form(of: editor.key) else {
      self.editor = nil
      return say(
        "“\(editor.form.title)” is no longer in the file, or cannot be read there.", .warning)
    }
    self.editor?.adopt(form)
    if (try? form.document()) != (try? editor.form.document()) {
      say("Another program has saved this document; here it is as it is now.", .warning)
    }
  }

  func closeEditor() {
    guard let key = editor?.key else { return }
    editor = nil
    table.choose(key, of: model.lanes)
    switch model.standing(of: key) {
    case .saved: break
    case .changed, .new, .removed: say("Not saved yet: ^S saves it, u takes it back.")
    }
  }

  // MARK: Saving

  /// Saves a file, asking about each document that somebody else has changed, too.
  ///
  /// - Returns: Whether everything is saved.
  @discardableResult
  func save(_ file: String) -> Bool {
    switch model.save(file) {
    case .nothing: sayNothingToSave(of: file)
    case .saved(let count, let isMerged):
      let documents = count == 1 ? "1 document" : "\(count) documents"
      let others = isMerged ? " Another program had saved others meanwhile; both are kept." : ""
      say("Saved \(documents); what is new runs.\(others)", .success)
      // A merged document may be another form now.
      if isMerged, let key = editor?.key, let form = model.form(of: key) {
        editor = StreamEditor(key: key, form: form)
      }
    case .refused(let problems):
      let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
      say("Not saved. \(problems[0])\(more)", .failure)
      if let field = editor?.form.firstProblem?.field { editor?.focus(on: field) }
      return false
    case .conflicts(let conflicts):
      comparison = ConflictPanel(conflicts[0], in: file)
      return false
    }
    return true
  }

  /// Says that there is nothing to save, and what is wrong where a file cannot be read.
  func sayNothingToSave(of file: String? = nil) {
    if let problem = file.flatMap({ model.file($0)?.loadProblem }) ?? model.loadFailure {
      say("There is nothing to save. \(problem)", .warning)
    } else {
      say("There is nothing to save.")
    }
  }

  private func answerComparison(_ event: InputEvent) {
    guard let comparison, let response = self.comparison?.handle(event) else { return }
    switch response {
    case .open: break
    case .cancelled:
      self.comparison = nil
      say("Nothing was saved; your changes are still here.", .warning)
    case .decided(let decision):
      self.comparison = nil
      model.decide(comparison.conflict, decision, in: comparison.file)
      if editor?.key.id == comparison.conflict.id {
        editor = editor.flatMap { editor in
          model.form(of: editor.key).map { StreamEditor(key: editor.key, form: $0) }
        }
      }
      save(comparison.file)
    }
  }

  // MARK: Leaving

  func saveAndLeave() {
    for file in model.files where !file.edits.isEmpty {
      guard save(file.name) else { return }
    }
    finish()
  }

  func finish() { result = leavesByInterrupt ? .interrupted : .quit }
}
