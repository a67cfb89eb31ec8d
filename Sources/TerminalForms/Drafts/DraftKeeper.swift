import Forms
import Platform
import Reactive
import TerminalKit

/// Keeps the draft of a form up to date while the form is filled in.
@MainActor final class DraftKeeper<Value: Sendable> {
  private let form: FormViewModel<Value>
  private let store: DraftStore
  /// The initial contents of the form, which need no draft.
  private let start: [FormDatum.Member]
  /// The contents of the file, as this run has written or read them; nil before that.
  private var kept: [FormDatum.Member]?
  /// The draft of an earlier run, until it is used or discarded; nil for none.
  private(set) var found: (draft: [FormDatum.Member], age: String)?
  /// The reason why the draft is not up to date; nil if it is.
  private(set) var problem: String?
  /// Reports a new problem.
  var failed: (String) -> Void = { _ in }
  /// True while the next write is scheduled.
  private var isDue = false
  private var isRemoved = false
  private var following: AnyCancellable?

  /// Reads the draft of an earlier run, and checks whether a draft can be written.
  init(_ form: FormViewModel<Value>, title: String, in file: DraftFile) {
    self.form = form
    store = DraftStore(path: file.path, form: file.form ?? title, fields: form.outline)
    start = form.draft
    attempt { () throws(DraftFailure) in
      if let draft = try store.open(), !draft.isEmpty { found = (draft, store.age) }
    }
  }

  /// Fills in the draft of the earlier run.
  func take() {
    guard let found else { return }
    form.restore(found.draft)
    kept = found.draft
    self.found = nil
  }

  /// Removes the draft of the earlier run.
  func discard() {
    found = nil
    attempt(store.remove)
  }

  /// Starts to write changes, each within a second.
  ///
  /// - Parameter later: Runs something on the main thread after a second.
  func begin(_ later: @escaping (@escaping @Sendable () -> Void) -> Void) {
    guard following == nil else { return }
    following = form.objectWillChange.sink { [weak self] in
      guard let self, !isDue else { return }
      // Counted from the first change, so that typing without a pause delays nothing.
      isDue = true
      later { [weak self] in
        MainActor.assumeIsolated {
          self?.isDue = false
          self?.keep()
        }
      }
    }
  }

  /// Starts to write changes while a loop runs.
  func begin(on loop: EventLoop) { begin { work in loop.schedule(after: .seconds(1), work) } }

  /// Writes the current answers; returns true if all of them are in the file.
  @discardableResult func keep() -> Bool {
    guard !isRemoved else { return true }
    let draft = form.draft
    // A draft that was not used yet stays until something is filled in.
    guard draft != (kept ?? start) else { return problem == nil }
    return attempt { () throws(DraftFailure) in
      if draft == start { try store.remove() } else { try store.write(draft) }
      kept = draft
    }
  }

  /// True if the file contains any of the user's answers.
  var hasContents: Bool { !isRemoved && problem == nil && kept != nil && kept != start }

  /// Removes the file, and writes nothing more.
  func finish() {
    isRemoved = true
    // Without a file there is nothing to remove; a file that cannot be reached has been reported.
    if kept != nil { attempt(store.remove) }
  }

  @discardableResult private func attempt(_ step: () throws(DraftFailure) -> Void) -> Bool {
    do throws(DraftFailure) {
      try step()
      problem = nil
      return true
    } catch {
      let sentence = error.sentence(store.path, in: form.presentMessages)
      if sentence != problem {
        problem = sentence
        failed(sentence)
      }
      return false
    }
  }
}
