import ReactiveExtras
import Testing

@testable import SignupTUI

@Suite("The changes of accounts that were made here")
struct OwnAccountChangesTests {
  /// What happens to an account: a change here, or a reading.
  private enum Event: Sendable {
    case change(OwnAccountChanges.Outcome)
    case reading(Int?, isOwn: Bool)
    case seconds(Int)
  }

  @Test(
    "A reading of the file before, between and after them is not taken for another program's",
    arguments: [
      // Removed and restored, both read; only the removal read before; read late; never read.
      [
        .change(.absence), .reading(nil, isOwn: true), .change(.revision(otherThan: nil)),
        .reading(1, isOwn: true), .reading(nil, isOwn: false),
      ],
      [
        .change(.absence), .change(.revision(otherThan: nil)), .reading(nil, isOwn: true),
        .reading(1, isOwn: true), .reading(nil, isOwn: false), .reading(1, isOwn: false),
      ],
      [
        .change(.absence), .change(.revision(otherThan: nil)), .seconds(10),
        .reading(nil, isOwn: false), .reading(1, isOwn: false),
      ],
      // A new password, and another one before the first was read.
      [.change(.revision(otherThan: 1)), .reading(2, isOwn: true), .reading(3, isOwn: false)],
      [
        .change(.revision(otherThan: 1)), .change(.revision(otherThan: 1)),
        .reading(2, isOwn: true), .reading(3, isOwn: true), .reading(4, isOwn: false),
      ],
      // Another program is faster: its removal is told.
      [.change(.revision(otherThan: 1)), .reading(nil, isOwn: false), .reading(2, isOwn: true)],
      [.change(.absence), .reading(2, isOwn: false), .reading(nil, isOwn: true)],
    ] as [[Event]])
  private func readings(events: [Event]) {
    var changes = OwnAccountChanges()
    var now = MonotonicInstant(nanoseconds: 0)
    for event in events {
      switch event {
      case .change(let outcome): changes.note(outcome, of: "ann", at: now)
      case .reading(let revision, let isOwn):
        let explained = (
          changes.explain(revision, of: "bob", at: now),
          changes.explain(revision, of: "ann", at: now)
        )
        #expect(explained == (false, isOwn))
      case .seconds(let count): now = now + .seconds(count)
      }
    }
  }

  @Test("They are read when the last one is")
  func last() {
    var changes = OwnAccountChanges()
    let now = MonotonicInstant(nanoseconds: 0)
    #expect(changes.areRead { _ in 1 })
    changes.note(.absence, of: "ann", at: now)
    #expect(!changes.areRead { _ in 1 } && changes.areRead { _ in nil })
    changes.note(.revision(otherThan: nil), of: "ann", at: now)
    #expect(changes.areRead { _ in 1 } && !changes.areRead { _ in nil })
    changes.forget()
    #expect(changes.areRead { _ in nil })
  }
}
