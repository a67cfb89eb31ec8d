import Reactive
import Testing

@Suite("Filtering")
struct FilteringTests {
  @Test(
    "diagrams",
    arguments: [
      MarbleRow("filter", "a-b-a-|", "a---a-|") { up, _ in up.filter { $0 == "a" } },
      MarbleRow("filters compose", "abcd|", "-bc-|") { up, _ in
        up.filter { $0 > "a" }.filter { $0 < "d" }
      },
      MarbleRow("compactMap", "1-x-2|", "1---2|") { up, _ in
        up.compactMap { Int($0) }.map { "\($0)" }
      },
      MarbleRow("compactMap map compactMap compose in order", "1x2|", "[11]-[21]|") { up, _ in
        up.compactMap { Int($0) }.map { "\($0)" }.compactMap { $0 + "1" }
      },
      MarbleRow("removeDuplicates", "aabba|", "a-b-a|") { up, _ in up.removeDuplicates() },
      MarbleRow("removeDuplicates(by:) gets previous and current", "acbd|", "ac-d|") { up, _ in
        up.removeDuplicates { previous, current in previous > current }
      },
      MarbleRow("a failure passes", "ab#", "a-#") { up, _ in up.filter { $0 == "a" } },
    ])
  func diagrams(_ row: MarbleRow) { row.check() }

  @Test("an operator that swallows a value asks for another in its place")
  func swallowedIsReplaced() {
    for build: (ManualPublisher<Int, Never>) -> AnyPublisher<Int, Never> in [
      { $0.filter { $0 > 1 }.eraseToAnyPublisher() },
      { $0.compactMap { $0 > 1 ? $0 : nil }.eraseToAnyPublisher() },
      { $0.removeDuplicates { _, _ in true }.eraseToAnyPublisher() },
    ] {
      let upstream = ManualPublisher<Int, Never>()
      let probe = ProbeSubscriber<Int, Never>(demand: .max(2))
      build(upstream).subscribe(probe)
      upstream.send(0)
      upstream.send(0)
      let used = probe.values.count
      #expect(upstream.connections[0].demand == .max(2 - used))
    }
  }

  @Test("removeDuplicates compares with the last value received")
  func comparesWithLast() {
    #expect([1, 1, 2, 2, 1, 3, 3].publisher.removeDuplicates().allValues() == [1, 2, 1, 3])
  }
}
