import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("withLatestFrom")
struct WithLatestFromTests {
  @Test(
    "withLatestFrom looks the others up at each value",
    arguments: [
      .init("one other", ["a-b-c-d|", "-x---y--"], "--[bx]-[cx]-[dy]|") { s in
        s[0].withLatestFrom(s[1]) { $0 + $1 }
      },
      .init("without a selector", ["a-b-c-d|", "-x---y--"], "--x-x-y|") { s in
        s[0].withLatestFrom(s[1])
      },
      .init("the other finishes", ["a-b-c|", "-x|"], "--x-x|") { s in s[0].withLatestFrom(s[1]) },
      .init("the other finishes without a value", ["a-b-|", "-|"], "----|") { s in
        s[0].withLatestFrom(s[1])
      },
      .init("the other fails", ["a-b-c|", "-x-#"], "--x#") { s in s[0].withLatestFrom(s[1]) },
      .init("this fails", ["a-b#", "-x---"], "--x#") { s in s[0].withLatestFrom(s[1]) },
      .init("two others", ["a-b-c-d|", "-x---y--", "---1----"], "----[cx1]-[dy1]|") { s in
        s[0].withLatestFrom(s[1], s[2]) { $0 + $1.0 + $1.1 }
      },
      .init("two others without a selector", ["a-b-c|", "-x---", "---1-"], "----[x1]|") { s in
        s[0].withLatestFrom(s[1], s[2]).map { $0 + $1 }
      },
      .init("three others", ["a-b-c|", "-x---", "---1-", "-i-"], "----[cx1i]|") { s in
        s[0].withLatestFrom(s[1], s[2], s[3]) { $0 + $1.0 + $1.1 + $1.2 }
      },
      .init("three others without a selector", ["a-b-c|", "-x---", "---1-", "-i-"], "----[x1i]|") {
        s in s[0].withLatestFrom(s[1], s[2], s[3]).map { $0 + $1 + $2 }
      },
    ] as [MarbleRow])
  func withLatestFrom(_ row: MarbleRow) { row.check() }

  @Test("withLatestFrom asks the other for everything, and its own upstream for what is wanted")
  func withLatestFromDemand() {
    let (upstream, other) = (ManualPublisher<Int, TestError>(), ManualPublisher<Int, TestError>())
    let probe = ProbeSubscriber<Int, TestError>(demand: .max(2))
    upstream.withLatestFrom(other) { $0 + $1 }.subscribe(probe)
    #expect(other.requests == [.unlimited])
    #expect(upstream.requests == [.max(2)])
    upstream.send(1)
    #expect(upstream.connections[0].demand == .max(2), "what is dropped is asked for again")
    for sample in [10, 20] { other.send(sample) }
    upstream.send(2)
    upstream.send(3)
    #expect(probe.values == [22, 23])
    #expect(upstream.connections[0].demand == .none)
    probe.cancel()
    #expect(upstream.cancelCount == 1)
    #expect(other.cancelCount == 1)
  }

  @Test("withLatestFrom that fails by the other before it has its upstream asks for nothing")
  func withLatestFromFailsFirst() {
    let upstream = ManualPublisher<Int, TestError>()
    let probe = ProbeSubscriber<Int, TestError>()
    upstream.withLatestFrom(Fail<Int, TestError>(error: .other)).subscribe(probe)
    #expect(probe.log == ["subscription", "failure other"])
    #expect(upstream.requests.isEmpty)
    #expect(upstream.cancelCount == 1)
  }

  @Test("withLatestFrom lets go of the latest value at the end", arguments: [true, false])
  func withLatestFromLetsGo(byCancel: Bool) {
    final class Held {}
    weak var weakHeld: Held?
    let (upstream, other) = (
      PassthroughSubject<Int, Never>(), PassthroughSubject<Held, Never>()
    )
    let probe = ProbeSubscriber<Int, Never>(keeping: .forever)
    upstream.withLatestFrom(other) { number, _ in number }.subscribe(probe)
    do {
      let held = Held()
      weakHeld = held
      other.send(held)
    }
    #expect(weakHeld != nil)
    if byCancel { probe.cancel() } else { upstream.send(completion: .finished) }
    #expect(weakHeld == nil)
  }
}
