import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("flatMapLatest and flatMapFirst")
struct FlatMapChoiceTests {
  @Test(
    "flatMapLatest and flatMapFirst choose among publishers",
    arguments: [
      .init("flatMapLatest", ["a-b---|"], "-[a1]-[b1]-[b2]|") { s, marbles in
        s[0].flatMapLatest { value in marbles.cold("-1-2|").map { value + $0 } }
      },
      .init("flatMapLatest of what cannot fail", ["a-b#"], "a-b#") { s, _ in
        s[0].flatMapLatest { Just($0) }
      },
      .init("flatMapFirst", ["a-b---c|"], "-[a1]-[a2]---[c1]-[c2]|") { s, marbles in
        s[0].flatMapFirst { value in marbles.cold("-1-2|").map { value + $0 } }
      },
      .init("flatMapFirst ends with its upstream if nothing is active", ["a----|"], "-1---|") {
        s, marbles in s[0].flatMapFirst { _ in marbles.cold("-1|") }
      },
      .init("flatMapFirst fails with the active one", ["a-b---|"], "--#") { s, marbles in
        s[0].flatMapFirst { _ in marbles.cold("--#") }
      },
      .init("flatMapFirst fails with its upstream", ["a-#"], "-1#") { s, marbles in
        s[0].flatMapFirst { _ in marbles.cold("-1-1-1|") }
      },
      .init("flatMapFirst of what cannot fail", ["a-b|"], "a-b|") { s, _ in
        s[0].flatMapFirst { Just($0) }
      },
    ] as [MarbleRow])
  func choosing(_ row: MarbleRow) { row.check() }
}
