/// All streams of a source as live rows of marbles, and their editor.
@MainActor final class StreamsScreen: Screen {
  private(set) var result: ScreenEnd?

  let model: StreamWorkspace
  var table = MarbleTable()
  /// The open document; nil while the rows are shown.
  var editor: StreamEditor?
  /// The question over the page.
  var question: StreamsQuestion?
  /// The open prompt for a line.
  var prompt: LinePrompt?
  /// The conflict with a document that another program has also changed.
  var comparison: ConflictPanel?
  /// The single document to save then; nil for the whole file.
  private var savedAlone: String?
  /// The column where the mouse grabbed the marble that it is dragging, and the marble's time then,
  /// in nanoseconds from the start of its stream.
  var drag: (column: Int, nanoseconds: Int)?
  var help: KeyHelp?
  /// The effect of the last key, or the reason why it had none.
  var message: MessageRow?
  /// The problems known when the message was shown.
  private(set) var knownProblems: Set<String> = []
  private var pace: FramePace?
  private var cancellables: Set<AnyCancellable> = []
  private var isTooSmall = false
  var leavesByInterrupt = false
  /// True if nothing can be shown without documents, not even how to reset them.
  private let needsDocuments: Bool
  /// The reason why there are no documents, which has ended the screen.
  private(set) var failure: StreamStoreError?

  /// - Parameter needsDocuments: Whether the screen ends if the source turns out to be unusable.
  init(model: StreamWorkspace, needsDocuments: Bool = false) {
    (self.model, self.needsDocuments) = (model, needsDocuments)
    model.grain = table.scale
  }

  /// Requests frames from the event loop as the model changes.
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

  /// Ends the screen if the contents read first cannot be shown.
  private func endIfUnusable() {
    guard needsDocuments, let failure = model.loadFailure else { return }
    self.failure = failure
    finish()
  }

  func frameDrawn() { pace?.frameDrawn() }

  func resized(to size: Size) {
    isTooSmall = !size.fits(Self.minimumSize)
    if isTooSmall { help = nil }
    editor?.resized(to: size)
  }

  // MARK: Keys

  func handle(_ event: InputEvent) {
    // While nothing is visible, keys can only leave, with the same question.
    let leaving = [KeyPress(.escape), .control("c"), KeyPress(.character("q"))]
    if isTooSmall, !leaving.contains(where: { event == .key($0) }) { return }
    settleCursor()
    if help.take(event) { return }
    if question != nil { return answerQuestion(event) }
    if prompt != nil { return answerPrompt(event) }
    if comparison != nil { return answerComparison(event) }
    guard let editor else {
      if case .mouse(let mouse) = event { return handleMouse(mouse) }
      guard case .key(let press) = event else { return }
      message = nil
      return _ = keys.perform(press)
    }
    message = nil
    // Whatever happens to the editor, ^C leaves.
    if event != .key(.control("c")) { followSaved() }
    if self.editor === editor { editor.handle(event) }
  }

  /// The chosen row.
  var chosen: WorkspaceRow? { table.chosen(of: model.rows) }

  /// The file for new documents, which is also saved and reset.
  var currentFile: String? { editor?.key.file ?? chosen?.stream.file ?? model.files.first?.name }

  func say(_ text: String, _ kind: MessageRow.Kind = .neutral) {
    knownProblems = Set(model.problems)
    message = text.isEmpty ? nil : MessageRow(kind: kind, text: text)
  }

  /// Shows the outcome of work, or the reason why it cannot be done.
  func sayOutcome(_ work: () throws -> String) { do { say(try work()) } catch { say("\(error)") } }

  func say<Outcome>(_ outcome: Swift.Result<Outcome, StreamRefusal>) {
    sayOutcome { "\(try outcome.get())" }
  }

  // MARK: Editing

  func edit(_ key: StreamKey, at part: WorkspaceRow.Part = .whole) {
    guard let form = model.form(of: key) else {
      if model.saveState(of: key) == .removed {
        return say("This document will be removed; u undoes that.", .warning)
      }
      return say(
        "“\(key.id)” cannot be read: fix it in a text editor; p shows the problems, x "
          + "removes it.", .warning)
    }
    editor = StreamEditor(form, of: key, at: part, on: self)
    message = nil
  }

  func make(_ kind: StreamDocument.Kind) {
    guard let file = currentFile, let key = model.makeNew(kind, in: file) else { return }
    edit(key)
  }

  /// Shows a document saved by another program in an editor without changes.
  func followSaved() {
    guard let editor, model.isOutdated(editor.form, in: editor.key.file) else { return }
    guard let form = model.form(of: editor.key) else {
      self.editor = nil
      return say(
        "“\(editor.form.title)” is no longer in the file, or cannot be read there.", .warning)
    }
    let isAnother = (try? form.document()) != (try? editor.form.document())
    editor.adopt(form)
    if isAnother {
      say("Another program has saved this document; this is the new version.", .warning)
    }
  }

  func closeEditor() {
    guard let key = editor?.key else { return }
    editor = nil
    model.endGesture()
    table.choose(key, of: model.rows)
    if model.saveState(of: key) != .saved { say("Not saved yet: ^S saves it, u undoes it.") }
  }

  // MARK: Saving

  /// Saves a file, asking about each document that another program has also changed.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - id: The single document to save; nil for all.
  ///   - done: Called if everything was saved.
  func save(_ file: String, only id: String? = nil, then done: @escaping @MainActor () -> Void = {})
  {
    savedAlone = id
    model.save(file, only: id) { outcome in if self.reportSaved(outcome, of: file) { done() } }
    sayWorking("Saving \(file)")
  }

  /// Shows that work on a large file takes a while, if it is under way.
  func sayWorking(_ text: String) { if model.isWorking { say(text, .pending) } }

  /// - Returns: True if everything is saved.
  private func reportSaved(_ outcome: StreamWorkspace.SaveOutcome, of file: String) -> Bool {
    switch outcome {
    case .nothing: sayNothingToSave(of: file)
    case .saved(let count, let isMerged):
      let documents = count == 1 ? "1 document" : "\(count) documents"
      let others = isMerged ? " Another program saved others in the meantime; both are kept." : ""
      say("Saved \(documents); the new version runs.\(others)", .success)
      // A merged document may be another form now.
      if isMerged, let key = editor?.key, let form = model.form(of: key) {
        editor = StreamEditor(form, of: key, on: self)
      }
    case .refused(let problems):
      let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
      say("Not saved. \(problems[0])\(more)", .failure)
      if let field = editor?.form.firstProblem?.field { editor?.focus = field }
      return false
    case .conflicts(let conflicts):
      comparison = ConflictPanel(conflicts[0], in: file)
      return false
    }
    return true
  }

  /// Shows that there is nothing to save, and the error if a file cannot be read.
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
      let mine = model.decide(comparison.conflict, decision, in: comparison.file)
      if editor?.key.id == comparison.conflict.id {
        editor = editor.flatMap { editor in
          model.form(of: editor.key).map { StreamEditor($0, of: editor.key, on: self) }
        }
      }
      save(
        comparison.file,
        only: savedAlone == comparison.conflict.id ? mine ?? savedAlone : savedAlone)
    }
  }

  // MARK: Leaving

  func saveAndLeave() {
    save(model.files.filter { !$0.edits.isEmpty }.map(\.name)[...]) { self.finish() }
  }

  private func save(_ files: ArraySlice<String>, then done: @escaping @MainActor () -> Void) {
    guard let first = files.first else { return done() }
    save(first) { self.save(files.dropFirst(), then: done) }
  }

  func finish() { result = leavesByInterrupt ? .interrupted : .quit }
}
