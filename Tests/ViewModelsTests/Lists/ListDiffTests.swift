import TestSupport
import Testing
import ViewModels

@Suite("Differences of lists")
struct ListDiffTests {
  private static func list(_ ids: Int...) -> [Contact] { ids.map { Contact($0) } }

  @Test(
    "A difference is said in insertions, removals, moves and updates",
    arguments: [
      (list(), list(), ""), (list(1, 2), list(1, 2), ""), (list(), list(1, 2), "+1@0 +2@1"),
      (list(1, 2), list(), "-1@0 -2@1"), (list(1, 2, 3), list(1, 4, 3), "-2@1 +4@1"),
      (list(1, 2, 3, 4), list(4, 1, 2, 3), "3>0"), (list(1, 2, 3, 4), list(2, 3, 4, 1), "0>3"),
      (list(1, 2), list(2, 1), "1>0"), (list(1, 2, 3), list(1, 2, 3, 3), "+3@3"),
      ([Contact(1)], [Contact(1, "x")], "1=x"),
      ([Contact(1), Contact(2)], [Contact(2, "x"), Contact(1)], "1>0 2=x"),
    ])
  func words(old: [Contact], new: [Contact], words: String) {
    let difference = ListDiff(from: old, to: new)
    #expect(difference.words == words)
    #expect(difference.isEmpty == (old == new))
    #expect(old.applying(difference) == new)
  }

  @Test("Applied to the old list it gives the new one, whatever they are, also with twins")
  func property() {
    var random = SplitMix(seed: 3)
    for round in 0..<3_000 {
      let isUnique = round % 2 == 0
      func list() -> [Contact] {
        var ids = (0..<Int.random(in: 0...12, using: &random)).map { _ in
          Int.random(in: 0...9, using: &random)
        }
        if isUnique { ids = Array(Set(ids)).shuffled(using: &random) }
        return ids.map { Contact($0, ["a", "b"].randomElement(using: &random)!) }
      }
      let (old, new) = (list(), list())
      let difference = ListDiff(from: old, to: new)
      #expect(old.applying(difference) == new)
      #expect(difference.newCount == new.count)
      guard isUnique else { continue }
      let (a, b) = (ListSnapshot<Never, Contact>(old), ListSnapshot<Never, Contact>(new))
      #expect(a.applying(b.difference(from: a)) == b)
      // No row is said to have come that was there.
      #expect(Set(difference.insertions.map(\.element.id)).isDisjoint(with: old.map(\.id)))
      #expect(Set(difference.removals.map(\.element.id)).isDisjoint(with: new.map(\.id)))
    }
  }

  @Test("As few rows as possible are said to have moved")
  func fewestMoves() {
    var random = SplitMix(seed: 5)
    for _ in 0..<200 {
      let old = (0..<7).map { Contact($0) }
      let new = old.shuffled(using: &random)
      let stayed = 7 - ListDiff(from: old, to: new).moves.count
      #expect(stayed == Self.longestRise(new.map(\.id)))
    }
  }

  /// By trying every subset.
  private static func longestRise(_ numbers: [Int]) -> Int {
    (0..<1 << numbers.count).map { subset in
      let chosen = numbers.indices.filter { subset >> $0 & 1 == 1 }.map { numbers[$0] }
      return chosen == chosen.sorted() ? chosen.count : 0
    }.max() ?? 0
  }

  @Test("It does not fit a list of another length")
  func otherList() {
    let difference = ListDiff(from: Self.list(1, 2), to: Self.list(2))
    #expect(Self.list(1).applying(difference) == nil)
  }

  /// A row that remembers how often it was made anew.
  private final class Row {
    let id: Int
    init(_ contact: Contact) { id = contact.id }
  }

  @Test("Rows are made once, moved with their elements, and let go with them")
  func rows() {
    let old = Self.list(1, 2, 3)
    let rows = old.map { Row($0) }
    var made: [Int] = []
    let changes = ListDiff(from: old, to: [Contact(3), Contact(4), Contact(1, "x")])
    let new = rows.applyingChanges(changes) {
      made.append($0.id)
      return Row($0)
    }
    #expect(new.map(\.id) == [3, 4, 1] && made == [4])
    #expect(new[0] === rows[2] && new[2] === rows[0])
  }
}
