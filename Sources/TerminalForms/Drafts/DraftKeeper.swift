import Forms
import Platform
import Reactive
import TerminalKit

/// Keeps the draft of a form up to date while that is filled in.
@MainActor
final class DraftKeeper<Value: Sendable> {
  private let form: FormViewModel<Value>
  private let file: DraftFile
  /// The contents of the file.
  private var kept: [FormDatum.Member]?
  /// The number of changes so far; the last one's deadline counts.
  private var changes = 0
  private var following: AnyCancellable?
  /// Says once why the file cannot be written.
  var failed: (String) -> Void = { _ in }
  private var hasFailed = false

  init(_ form: FormViewModel<Value>, in file: DraftFile) {
    (self.form, self.file) = (form, file)
  }

  /// The draft of an earlier run; nil for none.
  func found() -> (draft: [FormDatum.Member], age: String)? {
    file.read().map { ($0, file.age) }
  }

  /// Forgets what an earlier run has kept.
  func discard() { file.remove() }

  /// Begins to keep changes, each a second after the last.
  ///
  /// - Parameter later: Runs something on the main thread after a second.
  func begin(_ later: @escaping (@escaping @Sendable () -> Void) -> Void) {
    guard following == nil else { return }
    following = form.objectWillChange.sink { [weak self] in
      guard let self else { return }
      changes += 1
      let change = changes
      later { [weak self] in
        MainActor.assumeIsolated {
          guard let self, self.changes == change else { return }
          self.keep()
        }
      }
    }
  }

  /// Begins to keep changes while a loop runs.
  func begin(on loop: EventLoop) {
    begin { work in loop.schedule(after: .seconds(1), work) }
  }

  /// Removes the file: the form has been submitted, and what waits to be kept is not.
  func finish() {
    changes += 1
    file.remove()
  }

  /// Writes what is filled in now, or removes the file after a submission.
  func keep() {
    if case .succeeded = form.state.submission { return finish() }
    let draft = form.draft
    // A draft that was not taken yet stays until something else is filled in.
    guard !draft.isEmpty || kept != nil, draft != kept else { return }
    do {
      if draft.isEmpty { file.remove() } else { try file.write(draft) }
      kept = draft
    } catch {
      if !hasFailed { failed("No draft can be kept: \(error)") }
      hasFailed = true
    }
  }
}
