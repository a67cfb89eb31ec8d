import Reactive
import TestSupport
import ViewModels

/// What the lists of these tests list: who it is, and what may change.
struct Contact: Identifiable, Hashable, Sendable {
  let id: Int
  var name: String

  init(_ id: Int, _ name: String? = nil) { (self.id, self.name) = (id, name ?? "c\(id)") }
}

/// A list that a test changes by hand, with what became of it.
final class ContactSource {
  var result: Result<[Contact], TestError>
  private(set) var fetches = 0
  let changes = PassthroughSubject<Void, Never>()

  init(_ ids: Int...) { result = .success(ids.map { Contact($0) }) }

  var source: ListSource<Contact, TestError> {
    ListSource(changes: changes) { [unowned self] () throws(TestError) in
      fetches += 1
      return try result.get()
    }
  }

  /// Changes the list and says so.
  func set(_ ids: Int...) { set(ids.map { Contact($0) }) }

  func set(_ contacts: [Contact]) {
    result = .success(contacts)
    changes.send()
  }

  func fail() {
    result = .failure(.expected)
    changes.send()
  }
}

extension ListDiff where Element == Contact {
  /// What has happened in short: `+1@0 -2@1 3>0 4=new`.
  var words: String {
    let parts =
      removals.map { "-\($0.element.id)@\($0.offset)" }
      + insertions.map { "+\($0.element.id)@\($0.offset)" }
      + moves.map { "\($0.from)>\($0.to)" } + updates.map { "\($0.new.id)=\($0.new.name)" }
    return parts.joined(separator: " ")
  }
}
