import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("materialize and dematerialize")
struct MaterializeTests {
  @Test(
    "materialize and dematerialize are opposites",
    arguments: [
      .init("values and the end", "a-b|", "a-b(E|)") { s, _ in s.materialize().drawn() },
      .init("a failure", "a-b#", "a-b(F|)") { s, _ in s.materialize().drawn() },
      .init("there and back", "a-b#", "a-b#") { s, _ in s.materialize().dematerialize() },
      .init("there and back to the end", "a-b|", "a-b|") { s, _ in s.materialize().dematerialize()
      },
      .init("an event that ends the stream", "a-E-b|", "a-|") { s, _ in s.undrawn().dematerialize()
      },
      .init("an event that fails it", "a-F-b|", "a-#") { s, _ in s.undrawn().dematerialize() },
      .init("an end without an event", "a-b|", "a-b|") { s, _ in s.undrawn().dematerialize() },
    ] as [MarbleRow])
  func events(_ row: MarbleRow) { row.check() }

  @Test("the last event of materialize waits for demand", arguments: [true, false])
  func materializeDemand(fails: Bool) {
    let upstream = ManualPublisher<Int, TestError>()
    let probe = ProbeSubscriber<Event<Int, TestError>, Never>(demand: .max(1))
    upstream.materialize().subscribe(probe)
    upstream.send(1)
    upstream.send(completion: fails ? .failure(.expected) : .finished)
    #expect(probe.values == [.value(1)])
    probe.request(.max(1))
    #expect(probe.values == [.value(1), fails ? .failure(.expected) : .finished])
    #expect(probe.log.last == "finished")
  }
}

extension Publisher where Output == Event<String, TestError>, Failure == Never {
  /// Events as letters: `E` the end, `F` a failure.
  fileprivate func drawn() -> Publishers.SetFailureType<Publishers.Map<Self, String>, TestError> {
    map { (event: Event<String, TestError>) -> String in
      switch event {
      case .value(let value): value
      case .failure: "F"
      case .finished: "E"
      }
    }.setFailureType(to: TestError.self)
  }
}

extension Publisher where Output == String, Failure == TestError {
  /// Letters as events.
  fileprivate func undrawn()
    -> Publishers.Map<
      Publishers.AssertNoFailure<Self>, Event<String, TestError>
    >
  {
    assertNoFailure().map { (letter: String) -> Event<String, TestError> in
      switch letter {
      case "E": .finished
      case "F": .failure(.expected)
      default: .value(letter)
      }
    }
  }
}
