import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Documented examples: one stream")
struct SequenceExamples: ExampleSuite {
  let page = PrintedPage()

  @Test("mapping")
  func mapping() {
    shows("10, 20, 30") {
      [1, 2, 3].publisher.map { $0 * 10 }  // 10, 20, 30
    }
    func parse(_ text: String) throws -> Int {
      guard let number = Int(text) else { throw ParseError.empty }
      return number
    }
    shows("1, 2") {
      ["1", "2"].publisher.tryMap { try parse($0) }  // 1, 2
    }
    shows("1, 0, 3") {
      let numbers = [1, nil, 3].publisher.eraseToAnyPublisher()
      return numbers.replaceNil(with: 0)  // 1, 0, 3
    }
    shows("1, 2, 6, 24") {
      [1, 2, 3, 4].publisher.scan(1, *)  // 1, 2, 6, 24
    }
    shows("1, 3, 6") {
      [1, 2, 3].publisher.tryScan(0) { try check($0 + $1) }  // 1, 3, 6
    }
    struct Password { let isStrong: Bool }
    let passwords = [Password(isStrong: true), Password(isStrong: false)].publisher
    shows("true, false") {
      passwords.map(\.isStrong)
    }
  }

  @Test("filtering")
  func filtering() {
    shows("2, 4") {
      [1, 2, 3, 4].publisher.filter { $0 % 2 == 0 }  // 2, 4
    }
    shows("3, 4") {
      [1, 2, 3, 4].publisher.tryFilter { try check($0) > 2 }  // 3, 4
    }
    shows("1, 3") {
      ["1", "x", "3"].publisher.compactMap { Int($0) }  // 1, 3
    }
    func parse(_ text: String) throws -> Int? { Int(text) }
    shows("1, 3") {
      ["1", "x", "3"].publisher.tryCompactMap { try parse($0) }  // 1, 3
    }
    shows("1, 2, 1") {
      [1, 1, 2, 1].publisher.removeDuplicates()  // 1, 2, 1
    }
    shows("1, 2") {
      [1, 3, 2].publisher.tryRemoveDuplicates { try check($0) % 2 == $1 % 2 }  // 1, 2
    }
    shows("1, 2, 3") {
      [1, 1, 2, 1, 3].publisher.removeAllDuplicates()  // 1, 2, 3
    }
    shows("0") {
      [Int]().publisher.replaceEmpty(with: 0)  // 0
    }
    shows("finishes") {
      [1, 2, 3].publisher.ignoreOutput()  // finishes
    }
  }

  @Test("folding")
  func folding() {
    shows("24") {
      [1, 2, 3, 4].publisher.reduce(1, *)  // 24
    }
    shows("6") {
      [1, 2, 3].publisher.tryReduce(0) { try check($0 + $1) }  // 6
    }
    shows("3") {
      ["a", "b", "c"].publisher.count()  // 3
    }
    shows("[1, 2, 3]") {
      [1, 2, 3].publisher.collect()  // [1, 2, 3]
    }
    shows("[1, 2], [3, 4], [5]") {
      [1, 2, 3, 4, 5].publisher.collect(2)  // [1, 2], [3, 4], [5]
    }
    shows("1") {
      [3, 1, 2].publisher.min()  // 1
    }
    shows("1") {
      [3, 1, 2].publisher.tryMin { try check($0) < $1 }  // 1
    }
    shows("3") {
      [1, 3, 2].publisher.max()  // 3
    }
    shows("3") {
      [1, 3, 2].publisher.tryMax { try check($0) < $1 }  // 3
    }
  }

  @Test("asking about all values")
  func matching() {
    shows("true") {
      [1, 2, 3].publisher.contains { $0 > 2 }  // true
    }
    shows("true") {
      [1, 2, 3].publisher.tryContains { try check($0) > 2 }  // true
    }
    shows("true") {
      [1, 2, 3].publisher.contains(2)  // true
    }
    shows("false") {
      [1, 2, 3].publisher.allSatisfy { $0 > 2 }  // false
    }
    shows("false") {
      [1, 2, 3].publisher.tryAllSatisfy { try check($0) > 2 }  // false
    }
  }

  @Test("slicing")
  func slicing() {
    shows("2, 3") {
      [1, 2, 3].publisher.dropFirst()  // 2, 3
    }
    shows("3, 1") {
      [1, 2, 3, 1].publisher.drop { $0 < 3 }  // 3, 1
    }
    shows("3, 1") {
      [1, 2, 3, 1].publisher.tryDrop { try check($0) < 3 }  // 3, 1
    }
    shows("1, 2") {
      [1, 2, 3].publisher.prefix(2)  // 1, 2
    }
    shows("1, 2") {
      [1, 2, 3, 1].publisher.prefix { $0 < 3 }  // 1, 2
    }
    shows("1, 2") {
      [1, 2, 3, 1].publisher.tryPrefix { try check($0) < 3 }  // 1, 2
    }
    shows(#""b""#) {
      ["a", "b", "c"].publisher.output(at: 1)  // "b"
    }
    shows(#""b", "c""#) {
      ["a", "b", "c", "d"].publisher.output(in: 1...2)  // "b", "c"
    }
  }

  @Test("the first and the last")
  func firstAndLast() {
    shows("1") {
      [1, 2, 3].publisher.first()  // 1
    }
    shows("2") {
      [1, 2, 3].publisher.first { $0 > 1 }  // 2
    }
    shows("2") {
      [1, 2, 3].publisher.tryFirst { try check($0) > 1 }  // 2
    }
    shows("3") {
      [1, 2, 3].publisher.last()  // 3
    }
    shows("2") {
      [1, 2, 3].publisher.last { $0 < 3 }  // 2
    }
    shows("2") {
      [1, 2, 3].publisher.tryLast { try check($0) < 3 }  // 2
    }
  }

  @Test("neighbours")
  func neighbours() {
    shows("(1, 2), (2, 3), (3, 4)") {
      [1, 2, 3, 4].publisher.pairwise()  // (1, 2), (2, 3), (3, 4)
    }
    shows("[1, 2, 3], [2, 3, 4]") {
      [1, 2, 3, 4].publisher.nwise(3)  // [1, 2, 3], [2, 3, 4]
    }
  }

  @Test("looking on")
  func debugging() {
    let keys = PassthroughSubject<String, Never>()
    let watched = example {
      keys.handleEvents(receiveOutput: { print($0) }, receiveCancel: { print("cancelled") })
    }
    let cancellable = watched.sink { _ in }
    keys.send("a")
    cancellable.cancel()
    #expect(printed == ["a", "cancelled"])

    let balances = [3, 1].publisher
    let stopping = example {
      balances.breakpoint(receiveOutput: { $0 < 0 })
    }
    shows("3, 1") { stopping }
    func load() -> Just<Int> { Just(1) }
    let stoppingOnError = example {
      load().breakpointOnError()
    }
    shows("1") { stoppingOnError }
  }

  @Test("printing what happens")
  func printing() {
    var log: [String] = []
    let stream = LineStream { log.append($0) }
    _ = [1, 2].publisher.print("numbers", to: stream).sink { _ in }
    let cancellable = example {
      [1, 2].publisher.print("numbers").sink { _ in }
      // numbers: receive subscription: ([1, 2])
      // numbers: request unlimited
      // numbers: receive value: (1)
      // numbers: receive value: (2)
      // numbers: receive finished
    }
    let expected = [
      "receive subscription: ([1, 2])", "request unlimited", "receive value: (1)",
      "receive value: (2)", "receive finished",
    ]
    #expect(log == expected.map { "numbers: " + $0 })
    cancellable.cancel()
  }

  private struct LineStream: TextOutputStream {
    let line: (String) -> Void
    mutating func write(_ text: String) {
      for part in text.split(separator: "\n") { line(String(part)) }
    }
  }
}
