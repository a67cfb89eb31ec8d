import TestSupport
import Testing
import ViewModels

@Suite("Snapshots of lists")
struct ListSnapshotTests {
  private typealias Snapshot = ListSnapshot<String, Contact>

  @Test("A list becomes sections and items, in the order of their first items")
  func sections() {
    let names = ["bea", "ann", "bob", "ali"].enumerated().map { Contact($0.offset, $0.element) }
    let snapshot = Snapshot(names) { String($0.name.prefix(1)) }
    #expect(snapshot.sections.map(\.id) == ["b", "a"])
    #expect(snapshot.sections.map { $0.items.map(\.name) } == [["bea", "bob"], ["ann", "ali"]])
    #expect(snapshot.count == 6 && snapshot.items.count == 4)
    #expect(snapshot.row(of: 2) == 2 && snapshot.row(of: 1) == 4 && snapshot.row(of: 7) == nil)
    #expect(snapshot[id: 3]?.name == "ali")
  }

  @Test("An item or a section that is there already is left out and handed back")
  func unique() {
    var snapshot = Snapshot()
    snapshot.append([Contact(1)])
    let isNew = snapshot.append(section: "A")
    let left = snapshot.append([Contact(2), Contact(1, "other"), Contact(2)])
    let isNewAgain = snapshot.append(section: "A")
    #expect(isNew && !isNewAgain)
    #expect(left == [Contact(1, "other"), Contact(2)])
    #expect(snapshot.items == [Contact(1), Contact(2)])
    #expect(snapshot.sections.map(\.id) == [nil, "A"])
    #expect(ListSnapshot<Never, Contact>([Contact(1), Contact(1, "x")]).items == [Contact(1)])
  }

  @Test("Which row it is and how it looks are two things")
  func identity() {
    let old = Snapshot([Contact(1), Contact(2)])
    var new = old
    let isThere = new.update(Contact(2, "new"))
    let isElsewhere = new.update(Contact(3))
    #expect(isThere && !isElsewhere && new != old)
    #expect(old.rows.map(\.id) == new.rows.map(\.id))
    let difference = new.difference(from: old)
    #expect(difference.insertions.isEmpty && difference.removals.isEmpty)
    #expect(difference.updates.map(\.offset) == [1])
  }

  @Test("A difference of snapshots names headers too, and gives the new one of the old one")
  func differences() {
    let old = Snapshot([Contact(1, "a1"), Contact(2, "b2")]) { String($0.name.prefix(1)) }
    let new = Snapshot([Contact(3, "c3"), Contact(2, "b2"), Contact(1, "b1")]) {
      String($0.name.prefix(1))
    }
    let difference = new.difference(from: old)
    #expect(old.applying(difference) == new)
    #expect(difference.removals.map(\.element) == [.section("a")])
    #expect(difference.insertions.map(\.element) == [.section("c"), .item(Contact(3, "c3"))])
    #expect(Snapshot().applying(difference) == nil)
  }
}
