import Reactive
import ReactiveExtras
import TestSupport
import Testing

/// `combineLatest` and `zip` of collections, and of more than four publishers.
@Suite("Many publishers")
struct ManyPublishersTests {
  @Test(
    "combineLatest and zip of a collection",
    arguments: [
      .init(
        "combineLatest", ["a--b--|", "-x---|", "--1-2|"], "--[ax1][bx1][bx2]-|"
      ) { s in s.combineLatest().map { $0.joined() } },
      .init("combineLatest of one", ["ab|"], "ab|") { s in s.combineLatest().map { $0.joined() } },
      .init("combineLatest of none", [], "|") { s in s.combineLatest().map { $0.joined() } },
      .init("combineLatest that fails", ["a-#", "-x--"], "-[ax]#") { s in
        s.combineLatest().map { $0.joined() }
      },
      .init("combineLatest whose parts end without a value", ["a|", "-|"], "-|") { s in
        s.combineLatest().map { $0.joined() }
      },
      .init("zip", ["ab---|", "-x-y---", "--12---"], "--[ax1][by2]-|") { s in
        s.zip().map { $0.joined() }
      },
      .init(
        "zip that ends with the last value of one that has ended", ["ab|", "--x-y"],
        "--[ax]-([by]|)"
      ) {
        s in s.zip().map { $0.joined() }
      },
      .init("zip that waits for partners of what is left", ["abc|", "-x-y---"], "-[ax]-[by]") { s in
        s.zip().map { $0.joined() }
      },
      .init("zip of one", ["ab|"], "ab|") { s in s.zip().map { $0.joined() } },
      .init("zip of none", [], "|") { s in s.zip().map { $0.joined() } },
      .init("zip that fails", ["a-#", "-x--"], "-[ax]#") { s in s.zip().map { $0.joined() } },
    ] as [MarbleRow])
  func collections(_ row: MarbleRow) { row.check() }

  @Test("more than eight publishers are kept apart, at their ends, too", arguments: [9, 20, 70])
  func manyLegs(count: Int) {
    let subjects = (0..<count).map { _ in PassthroughSubject<Int, TestError>() }
    let latest = ProbeSubscriber<[Int], TestError>()
    let zipped = ProbeSubscriber<[Int], TestError>()
    subjects.combineLatest().subscribe(latest)
    subjects.zip().subscribe(zipped)
    for (number, subject) in subjects.enumerated() { subject.send(number) }
    subjects[count - 1].send(-1)
    #expect(latest.values.last == Array(0..<count - 1) + [-1])
    #expect(zipped.values == [Array(0..<count)])
    subjects[count - 1].send(completion: .finished)
    #expect(!zipped.hasEnded, "a value of the one that has ended is left")
    for subject in subjects.dropLast() { subject.send(7) }
    #expect(zipped.values.count == 2)
    #expect(zipped.log.last == "finished")
    for subject in subjects.dropLast() {
      #expect(!latest.hasEnded)
      subject.send(completion: .finished)
    }
    #expect(latest.log.last == "finished")
  }

  @Test("combineLatest of six types")
  func combineLatestOfSix() {
    let name = CurrentValueSubject<String, TestError>("Ann")
    let age = CurrentValueSubject<Int, TestError>(40)
    let (tall, weight) = (Just(true).setFailureType(to: TestError.self), Just(6.5))
    let letter = PassthroughSubject<Character, TestError>()
    var log: [String] = []
    let cancellable = name.combineLatest(
      age, tall, weight.setFailureType(to: TestError.self), letter,
      Optional(9).publisher
        .setFailureType(to: TestError.self)
    )
    .map { name, age, tall, weight, letter, number in
      "\(name) \(age) \(tall) \(weight) \(letter) \(number)"
    }
    .sink(receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append($0) })
    #expect(log.isEmpty)
    letter.send("x")
    age.send(41)
    letter.send(completion: .failure(.expected))
    age.send(42)
    #expect(
      log == [
        "Ann 40 true 6.5 x 9", "Ann 41 true 6.5 x 9", "failure(TestSupport.TestError.expected)",
      ])
    withExtendedLifetime(cancellable) {}
  }

  @Test("zip of five types ends with the shortest")
  func zipOfFive() {
    let numbers = (1...9).publisher
    let all = numbers.zip(["a", "b"].publisher, numbers, [true, false, true].publisher, numbers)
      .map { "\($0.0)\($0.1)\($0.2)\($0.3)\($0.4)" }
    #expect(all.log() == ["subscription", "value 1a1true1", "value 2b2false2", "finished"])
  }

  @Test("a failure cancels the others, and a cancel all", arguments: [true, false])
  func cancels(fails: Bool) {
    let legs = (0..<5).map { _ in ManualPublisher<Int, TestError>() }
    let latest = ProbeSubscriber<(Int, Int, Int, Int, Int), TestError>(demand: .max(2))
    legs[0].combineLatest(legs[1], legs[2], legs[3], legs[4]).subscribe(latest)
    #expect(legs.allSatisfy { $0.requests == [.max(2)] })
    if fails { legs[2].send(completion: .failure(.expected)) } else { latest.cancel() }
    #expect(legs.map(\.cancelCount) == [1, 1, fails ? 0 : 1, 1, 1])
  }

  @Test(
    "merge of a collection passes everything on",
    arguments: [
      .init("three", ["a--b|", "-x|", "--1---|"], "ax1b--|") { s in s.merge() },
      .init("a failure", ["a--b|", "-x#"], "ax#") { s in s.merge() },
      .init("none", [], "|") { s in s.merge() },
    ] as [MarbleRow])
  func merging(_ row: MarbleRow) { row.check() }
}
