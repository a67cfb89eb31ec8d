import Reactive
import TestSupport
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
      MarbleRow("tryFilter", "abca|", "-bc-|") { up, _ in up.tryFilter { $0 != "a" }.testError() },
      MarbleRow("tryFilter fails at a throw", "abxc|", "ab#") { up, _ in
        up.tryFilter { try $0.letter() != "" }.testError()
      },
      MarbleRow("filters that throw and do not compose", "abcd|", "-bc-|") { up, _ in
        up.filter { $0 > "a" }.tryFilter { $0 < "e" }.filter { $0 < "d" }.tryFilter { _ in true }
          .testError()
      },
      MarbleRow("tryCompactMap", "1-b-2|", "1---2|") { up, _ in
        up.tryCompactMap { Int($0) }.map { "\($0)" }.testError()
      },
      MarbleRow("tryCompactMap fails at a throw", "abxc|", "ab#") { up, _ in
        up.tryCompactMap { try $0.letter() }.testError()
      },
      MarbleRow("tryCompactMaps compose in order", "1b2|", "[11]-[21]|") { up, _ in
        up.tryCompactMap { Int($0) }.compactMap { "\($0)1" }.testError()
      },
      MarbleRow("tryRemoveDuplicates", "aabba|", "a-b-a|") { up, _ in
        up.tryRemoveDuplicates { $0 == $1 }.testError()
      },
      MarbleRow("tryRemoveDuplicates fails at a throw", "abxc|", "ab#") { up, _ in
        up.tryRemoveDuplicates { try $0 == $1.letter() }.testError()
      },
      MarbleRow("ignoreOutput sends the end alone", "abc|", "---|") { up, _ in
        up.ignoreOutput().map { _ -> String in }
      },
      MarbleRow("ignoreOutput passes failure", "ab#", "--#") { up, _ in
        up.ignoreOutput().map { _ -> String in }
      },
      MarbleRow("replaceEmpty of nothing", "--|", "--(0|)") { up, _ in up.replaceEmpty(with: "0") },
      MarbleRow("replaceEmpty of something", "-a-|", "-a-|") { up, _ in up.replaceEmpty(with: "0")
      },
      MarbleRow("replaceEmpty passes failure", "--#", "--#") { up, _ in up.replaceEmpty(with: "0")
      },
    ])
  func diagrams(_ row: MarbleRow) { row.check() }

  @Test("the value of replaceEmpty waits for demand; upstream is asked for no more than that")
  func replaceEmptyDemand() {
    let upstream = ManualPublisher<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    upstream.replaceEmpty(with: 7).subscribe(probe)
    #expect(upstream.requests.isEmpty)
    upstream.send(completion: .finished)
    #expect(probe.log == ["subscription"])
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value 7", "finished"])
    let asking = ProbeSubscriber<Int, Never>(demand: .max(2))
    let other = ManualPublisher<Int, Never>()
    other.replaceEmpty(with: 7).subscribe(asking)
    #expect(other.requests == [.max(2)])
  }

  @Test("ignoreOutput asks for everything, and its end needs no demand")
  func ignoreOutputDemand() {
    let upstream = ManualPublisher<Int, Never>()
    let probe = ProbeSubscriber<Never, Never>(demand: .none)
    upstream.ignoreOutput().subscribe(probe)
    #expect(upstream.requests == [.unlimited])
    upstream.send(completion: .finished)
    #expect(probe.log == ["subscription", "finished"])
  }

  @Test("removeDuplicates compares with the value before; the first always passes")
  func removeDuplicates() {
    #expect(
      [1, 1, 2, 2, 1, 1, 3].publisher.eraseToAnyPublisher().removeDuplicates().allValues() == [
        1, 2, 1, 3,
      ])
    // Each differs by one from the last that was sent, not from the last that was dropped.
    let steps = [1, 2, 3, 4, 5].publisher.eraseToAnyPublisher().removeDuplicates {
      abs($0 - $1) < 2
    }
    #expect(steps.allValues() == [1, 3, 5])
  }
}
