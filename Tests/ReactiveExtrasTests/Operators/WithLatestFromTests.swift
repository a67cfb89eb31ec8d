import ReactiveExtras
import TestSupport
import Reactive
import Testing

/// What the operators that Combine has not do, drawn.
@Suite("Extras: marbles")
struct ExtraMarbleTests {
  typealias Stream = MarbleRow.Stream

  @Test("withLatestFrom looks the others up at each value", arguments: withLatestFromRows)
  func withLatestFrom(_ row: MarbleRow) { row.check() }

  static let withLatestFromRows: [MarbleRow] = [
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
  ]

  @Test("amb follows the first to send anything", arguments: ambRows)
  func amb(_ row: MarbleRow) { row.check() }

  static let ambRows: [MarbleRow] = [
    .init("the other is first", ["--a-b|", "-x-y-z|"], "-x-y-z|") { s in s[0].amb(s[1]) },
    .init("both at once", ["-a-b|", "-x-y-z|"], "-a-b|") { s in s[0].amb(s[1]) },
    .init("an end counts", ["--|", "---x"], "--|") { s in s[0].amb(s[1]) },
    .init("a failure counts", ["--a", "-#"], "-#") { s in s[0].amb(s[1]) },
    .init("the winner fails later", ["-a--#", "--x"], "-a--#") { s in s[0].amb(s[1]) },
    .init("three in a collection", ["---a|", "--b-b|", "----c"], "--b-b|") { s in s.amb() },
    .init("an empty collection", [], "|") { s in s.amb() },
  ]

  @Test("flatMapLatest and flatMapFirst choose among publishers", arguments: choosingRows)
  func choosing(_ row: MarbleRow) { row.check() }

  static let choosingRows: [MarbleRow] = [
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
  ]

  @Test("materialize and dematerialize are opposites", arguments: eventsRows)
  func events(_ row: MarbleRow) { row.check() }

  static let eventsRows: [MarbleRow] = [
    .init("values and the end", "a-b|", "a-b(E|)") { s, _ in s.materialize().drawn() },
    .init("a failure", "a-b#", "a-b(F|)") { s, _ in s.materialize().drawn() },
    .init("there and back", "a-b#", "a-b#") { s, _ in s.materialize().dematerialize() },
    .init("there and back to the end", "a-b|", "a-b|") { s, _ in s.materialize().dematerialize() },
    .init("an event that ends the stream", "a-E-b|", "a-|") { s, _ in s.undrawn().dematerialize() },
    .init("an event that fails it", "a-F-b|", "a-#") { s, _ in s.undrawn().dematerialize() },
    .init("an end without an event", "a-b|", "a-b|") { s, _ in s.undrawn().dematerialize() },
  ]

  @Test("windows over one stream", arguments: windowsRows)
  func windows(_ row: MarbleRow) { row.check() }

  static let windowsRows: [MarbleRow] = [
    .init("pairwise", "ab-c|", "-[ab]-[bc]|") { s, _ in s.pairwise().map { $0 + $1 } },
    .init("pairwise of one", "a-|", "--|") { s, _ in s.pairwise().map { $0 + $1 } },
    .init("pairwise of a failure", "ab#", "-[ab]#") { s, _ in s.pairwise().map { $0 + $1 } },
    .init("nwise", "abcd|", "--[abc][bcd]|") { s, _ in s.nwise(3).map { $0.joined() } },
    .init("nwise of one", "abc|", "abc|") { s, _ in s.nwise(1).map { $0.joined() } },
    .init("removeAllDuplicates", "abacb|", "ab-c-|") { s, _ in s.removeAllDuplicates() },
    .init("removeAllDuplicates(by:)", "abAcB|", "ab-c-|") { s, _ in
      s.removeAllDuplicates { $0.lowercased() == $1.lowercased() }
    },
  ]

  @Test("retry waits, and asks whether to", arguments: retryingRows)
  func retrying(_ row: MarbleRow) { row.check() }

  static let retryingRows: [MarbleRow] = [
    .init("after the same delay", [], "a---a---a#") { _, marbles in
      marbles.cold("a#").retry(2, delay: 3, scheduler: marbles.scheduler)
    },
    .init("after longer and longer delays", [], "a-a--a#") { _, marbles in
      marbles.cold("a#").retry(2, delay: { .seconds($0) }, scheduler: marbles.scheduler)
    },
    .init("not after this failure", [], "a#") { _, marbles in
      marbles.cold("a#").retry(delay: 3, scheduler: marbles.scheduler) { _ in false }
    },
    .init("not after the end", [], "a|") { _, marbles in
      marbles.cold("a|").retry(delay: 3, scheduler: marbles.scheduler)
    },
    .init("not at all", [], "a#") { _, marbles in
      marbles.cold("a#").retry(0, delay: 3, scheduler: marbles.scheduler)
    },
    .init("at once", [], "aaa#") { _, marbles in marbles.cold("a#").retry(2) { _ in true } },
  ]

  @Test("merge of a collection passes everything on", arguments: mergingRows)
  func merging(_ row: MarbleRow) { row.check() }

  static let mergingRows: [MarbleRow] = [
    .init("three", ["a--b|", "-x|", "--1---|"], "ax1b--|") { s in s.merge() },
    .init("a failure", ["a--b|", "-x#"], "ax#") { s in s.merge() },
    .init("none", [], "|") { s in s.merge() },
  ]
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
