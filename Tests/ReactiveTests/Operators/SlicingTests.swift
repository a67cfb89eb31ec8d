import Reactive
import Testing

@Suite("Slicing")
struct SlicingTests {
  @Test(
    "diagrams",
    arguments: [
      MarbleRow("dropFirst", "abc|", "-bc|") { up, _ in up.dropFirst() },
      MarbleRow("dropFirst more than there are", "abc|", "---|") { up, _ in up.dropFirst(5) },
      MarbleRow("dropFirst none", "abc|", "abc|") { up, _ in up.dropFirst(0) },
      MarbleRow("prefix ends right after the last value", "abc|", "a(b|)") { up, _ in up.prefix(2)
      },
      MarbleRow("prefix of fewer values", "ab-|", "ab-|") { up, _ in up.prefix(5) },
      MarbleRow("prefix of none ends at once", "-abc|", "|") { up, _ in up.prefix(0) },
      MarbleRow("prefix passes failure", "a#", "a#") { up, _ in up.prefix(5) },
      MarbleRow("prefix(while:)", "abca|", "ab|") { up, _ in up.prefix { $0 != "c" } },
      MarbleRow("prefix(while:) that always holds", "ab-|", "ab-|") { up, _ in
        up.prefix { _ in true }
      },
      MarbleRow("first", "-ab|", "-(a|)") { up, _ in up.first() },
      MarbleRow("first of nothing", "--|", "--|") { up, _ in up.first() },
    ])
  func diagrams(_ row: MarbleRow) { row.check() }

  @Test("dropFirst asks for what it drops besides, and for no replacement")
  func dropFirstDemand() {
    let upstream = ManualPublisher<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>(demand: .max(1))
    upstream.dropFirst(3).subscribe(probe)
    #expect(upstream.connections[0].demand == .max(4))
    for value in 1...4 { upstream.send(value) }
    #expect(upstream.connections[0].demand == .none)
    #expect(probe.values == [4])
  }

  @Test("prefix(0) asks upstream for nothing and cancels it")
  func prefixOfNone() {
    let upstream = ManualPublisher<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>()
    upstream.prefix(0).subscribe(probe)
    #expect(probe.log == ["subscription", "finished"])
    #expect(upstream.requests.isEmpty)
    #expect(upstream.cancelCount == 1)
  }

  @Test("first asks for everything and holds the value until it is asked for")
  func firstHolds() {
    let upstream = ManualPublisher<Int, Never>()
    let probe = ProbeSubscriber<Int, Never>(demand: .none)
    upstream.first().subscribe(probe)
    #expect(upstream.requests == [.unlimited])
    upstream.send(1)
    #expect(upstream.cancelCount == 1)
    #expect(probe.log == ["subscription"])
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value 1", "finished"])
  }
}
