import Reactive
import Testing

@Suite("Folding")
struct FoldingTests {
  @Test(
    "diagrams",
    arguments: [
      MarbleRow("scan", "a-b-c|", "a-[ab]-[abc]|") { up, _ in up.scan("", +) },
      MarbleRow("reduce", "a-b-c|", "-----([abc]|)") { up, _ in up.reduce("", +) },
      MarbleRow("reduce of nothing sends the seed", "--|", "--(0|)") { up, _ in up.reduce("0", +) },
      MarbleRow("reduce discards its result at a failure", "a-b-#", "----#") { up, _ in
        up.reduce("", +)
      },
      MarbleRow("collect", "a-b|", "---([ab]|)") { up, _ in up.collect().map { $0.joined() } },
      MarbleRow("collect of nothing", "--|", "--(0|)") { up, _ in up.collect().map { "\($0.count)" }
      },
    ])
  func diagrams(_ row: MarbleRow) { row.check() }

  @Test("the classic examples: evens of 1…4, their product, their running products")
  func classics() {
    let numbers = [1, 2, 3, 4].publisher
    #expect(numbers.filter { $0 % 2 == 0 }.allValues() == [2, 4])
    #expect(numbers.reduce(1, *).allValues() == [24])
    #expect(numbers.scan(1, *).allValues() == [1, 2, 6, 24])
  }

  @Test("reduce asks for everything and holds the result until it is asked for")
  func reduceHolds() {
    let upstream = ManualPublisher<Int, TestError>()
    let probe = ProbeSubscriber<Int, TestError>(demand: .none)
    upstream.reduce(0, +).subscribe(probe)
    #expect(upstream.requests == [.unlimited])
    upstream.send(1)
    upstream.send(2)
    upstream.send(completion: .finished)
    #expect(probe.log == ["subscription"])
    // An upstream that fails after it has finished is not believed.
    upstream.send(completion: .failure(.expected))
    probe.request(.max(1))
    #expect(probe.log == ["subscription", "value 3", "finished"])
  }
}
