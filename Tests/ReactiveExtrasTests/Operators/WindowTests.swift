import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Windows and duplicates")
struct WindowTests {
  @Test(
    "windows over one stream",
    arguments: [
      .init("pairwise", "ab-c|", "-[ab]-[bc]|") { s, _ in s.pairwise().map { $0 + $1 } },
      .init("pairwise of one", "a-|", "--|") { s, _ in s.pairwise().map { $0 + $1 } },
      .init("pairwise of a failure", "ab#", "-[ab]#") { s, _ in s.pairwise().map { $0 + $1 } },
      .init("nwise", "abcd|", "--[abc][bcd]|") { s, _ in s.nwise(3).map { $0.joined() } },
      .init("nwise of one", "abc|", "abc|") { s, _ in s.nwise(1).map { $0.joined() } },
      .init("removeAllDuplicates", "abacb|", "ab-c-|") { s, _ in s.removeAllDuplicates() },
      .init("removeAllDuplicates(by:)", "abAcB|", "ab-c-|") { s, _ in
        s.removeAllDuplicates { $0.lowercased() == $1.lowercased() }
      },
    ] as [MarbleRow])
  func windows(_ row: MarbleRow) { row.check() }

  @Test("each subscriber has windows and duplicates of its own")
  func stateOfItsOwn() {
    let pairs = [1, 2, 3].publisher.pairwise().map { $0 * 10 + $1 }
    #expect(pairs.allValues() == [12, 23])
    #expect(pairs.allValues() == [12, 23])
    let unique = [1, 1, 2].publisher.removeAllDuplicates()
    #expect(unique.allValues() == [1, 2])
    #expect(unique.allValues() == [1, 2])
    struct Unhashable: Equatable { let number: Int }
    let equal = [1, 2, 1].publisher.map(Unhashable.init).removeAllDuplicates().map(\.number)
    #expect(equal.allValues() == [1, 2])
  }
}
