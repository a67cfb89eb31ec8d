import Combine
import Testing
import ViewModels

/// The names that a diffable data source has for building a list.
extension ListSnapshot {
  fileprivate mutating func appendSections(_ sections: [SectionID]) {
    for section in sections { append(section: section) }
  }

  fileprivate mutating func appendItems(_ items: [Item], toSection section: SectionID? = nil) {
    let sections = sections
    let last = section ?? sections.last?.id
    self = ListSnapshot()
    for section in sections {
      if let id = section.id { append(section: id) }
      append(section.items)
      if section.id == last { append(items) }
    }
  }
}

/// The articles on lists: a fetched list becomes snapshots, which are applied to a view.
@Suite("Articles: lists as snapshots") @MainActor
struct ListArticle {
  enum Section { case main, others }

  struct Contact: Hashable, Identifiable {
    let id: Int
    var name: String
  }

  final class ContactsViewModel {
    typealias Snapshot = ListSnapshot<Section, Contact>

    private let list: CurrentValueSubject<[Contact], Never>

    init(list: CurrentValueSubject<[Contact], Never>) {
      self.list = list
    }

    var snapshots: AnyPublisher<Snapshot, Never> {
      list
        .map { contacts in
          var snapshot = Snapshot()
          snapshot.appendSections([.main, .others])
          snapshot.appendItems(contacts.filter { $0.id < 10 }, toSection: .main)
          snapshot.appendItems(contacts.filter { $0.id >= 10 })
          return snapshot
        }
        .eraseToAnyPublisher()
    }
  }

  final class Table: ListTarget {
    private(set) var shown: [([[Int]], Bool)] = []

    func apply(_ snapshot: ListSnapshot<Section, Contact>, animated: Bool) {
      shown.append((snapshot.sections.map { $0.items.map(\.id) }, animated))
    }
  }

  @Test("each list is applied, the first one without animation")
  func snapshots() {
    let list = CurrentValueSubject<[Contact], Never>([
      Contact(id: 12, name: "Ali"), Contact(id: 1, name: "Ann"),
    ])
    let (model, table) = (ContactsViewModel(list: list), Table())
    let animates = CurrentValueSubject<Bool, Never>(true)
    let cancellable = model.snapshots.apply(to: table, animate: animates)
    list.value.append(Contact(id: 2, name: "Ben"))
    animates.value = false
    list.value.removeFirst()
    cancellable.cancel()
    #expect(table.shown.map(\.0) == [[[1], [12]], [[1, 2], [12]], [[1, 2], []]])
    #expect(table.shown.map(\.1) == [false, true, false])
  }
}
