import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Documented examples: several streams")
struct CombiningExamples: ExampleSuite {
  let page = PrintedPage()

  /// Subscribes, sends along two diagrams of one character a step, then finishes both.
  private func show<P: Publisher>(
    _ output: String, numbers: String, letters: String,
    at location: SourceLocation = #_sourceLocation,
    _ example: (PassthroughSubject<Int, Never>, PassthroughSubject<Letter, Never>) -> P
  ) where P.Failure == Never {
    let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Letter, Never>())
    let length = max(numbers.count, letters.count)
    let steps = zip(
      numbers + String(repeating: " ", count: length - numbers.count),
      letters + String(repeating: " ", count: length - letters.count))
    var shown: [String] = []
    let cancellable = example(left, right).sink { shown.append("\($0)") }
    for (number, letter) in steps {
      if let number = number.wholeNumberValue { left.send(number) }
      if letter != " " { right.send(Letter(String(letter))) }
    }
    #expect(shown.joined(separator: ", ") == output, sourceLocation: location)
    cancellable.cancel()
  }

  @Test("pairs")
  func zipping() {
    show(
      "(1, a), (2, b), (3, c)",
      numbers: "1  2        3",
      letters: "   a  b        c"
    ) { numbers, letters in
      // numbers: 1  2        3
      // letters:    a  b        c
      numbers.zip(letters)  // (1, a), (2, b), (3, c)
    }
  }

  @Test("the latest of both")
  func combiningLatest() {
    show(
      "(1, a), (2, a), (2, b)",
      numbers: "1     2",
      letters: "   a     b"
    ) { numbers, letters in
      // numbers: 1     2
      // letters:    a     b
      numbers.combineLatest(letters)  // (1, a), (2, a), (2, b)
    }
  }

  @Test("the latest of another")
  func latestFrom() {
    let (numbers, letters) = (
      PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>()
    )
    let output = #""2a", "3a""#
    let combined = example {
      // numbers: 1     2  3
      // letters:    a        b
      numbers.withLatestFrom(letters) { "\($0)\($1)" }  // "2a", "3a"
    }
    let cancellable = combined.sink { print($0.debugDescription) }
    numbers.send(1)
    letters.send("a")
    numbers.send(2)
    numbers.send(3)
    letters.send("b")
    #expect(printed.joined(separator: ", ") == output)
    cancellable.cancel()
  }

  @Test("as they come")
  func merging() {
    let (keys, mouse, remote) = (
      PassthroughSubject<String, Never>(), PassthroughSubject<String, Never>(),
      PassthroughSubject<String, Never>()
    )
    let two = example {
      keys.merge(with: mouse)
    }
    let three = example {
      [keys, mouse, remote].merge()
    }
    let cancellables = [two.sink { print("2: \($0)") }, three.sink { print("3: \($0)") }]
    keys.send("k")
    remote.send("r")
    mouse.send("m")
    #expect(printed == ["2: k", "3: k", "3: r", "2: m", "3: m"])
    withExtendedLifetime(cancellables) {}
  }

  @Test("five and more")
  func five() {
    let (name, email) = (Just("Ann"), Just("ann@example.org"))
    let (age, country, terms) = (Just(20), Just("Norway"), Just(true))
    let latest = example {
      name.combineLatest(email, age, country, terms)
        .map { name, email, age, country, terms in terms && age >= 18 }
    }
    shows("true") { latest }
    let groups = example {
      name.zip(email, age, country, terms)
        .map { name, email, age, country, terms in terms && age >= 18 }
    }
    shows("true") { groups }
  }

  @Test("collections of publishers")
  func collections() {
    let (isNameValid, isEmailValid, isAgeValid) = (Just(true), Just(true), Just(false))
    let all = example {
      [isNameValid, isEmailValid, isAgeValid].combineLatest()
        .map { $0.allSatisfy(\.self) }
    }
    shows("false") { all }
    let (first, second, third) = ([1, 2].publisher, [10, 20].publisher, [100, 200].publisher)
    let sums = example {
      [first, second, third].zip().map { $0.reduce(0, +) }
    }
    shows("111, 222") { sums }
  }

  @Test("one after the other")
  func chaining() {
    shows("1, 2, 3, 4") {
      [1, 2].publisher.append(3, 4)  // 1, 2, 3, 4
    }
    shows("1, 2, 3, 4") {
      [3, 4].publisher.prepend(1, 2)  // 1, 2, 3, 4
    }
  }

  @Test("until another speaks")
  func untilOutput() {
    let (moves, start, end) = (
      PassthroughSubject<Int, Never>(), PassthroughSubject<Void, Never>(),
      PassthroughSubject<Void, Never>()
    )
    let after = example {
      moves.drop(untilOutputFrom: start)  // what comes after the start
    }
    let before = example {
      moves.prefix(untilOutputFrom: end)
    }
    let cancellables = [after.sink { print("after \($0)") }, before.sink { print("before \($0)") }]
    moves.send(1)
    start.send()
    moves.send(2)
    end.send()
    moves.send(3)
    #expect(printed == ["before 1", "after 2", "before 2", "after 3"])
    withExtendedLifetime(cancellables) {}
  }

  @Test("flattening")
  func flattening() {
    shows("1, 10, 2, 20") {
      [1, 2].publisher.flatMap { [$0, $0 * 10].publisher }  // 1, 10, 2, 20
    }
    let queries = PassthroughSubject<String, Never>()
    let answers = PassthroughSubject<String, Never>()
    func search(_ query: String) -> some Publisher<String, Never> {
      answers.map { query + $0 }
    }
    let switched = example {
      queries.map { search($0) }.switchToLatest()
    }
    let cancellable = switched.sink { print($0) }
    queries.send("a")
    answers.send("1")
    queries.send("b")
    answers.send("2")
    #expect(printed == ["a1", "b2"])
    cancellable.cancel()
  }

  @Test("one at a time")
  func flatteningFirst() {
    let loginTaps = PassthroughSubject<Void, Never>()
    let answer = PassthroughSubject<String, Never>()
    var logins = 0
    func logIn() -> some Publisher<String, Never> {
      logins += 1
      return answer.first()
    }
    let results = example {
      loginTaps.flatMapFirst { logIn() }  // taps during a login do nothing
    }
    let cancellable = results.sink { print($0) }
    loginTaps.send()
    loginTaps.send()
    answer.send("in")
    #expect(logins == 1)
    #expect(printed == ["in"])
    cancellable.cancel()
  }

  @Test("the faster of two")
  func racing() {
    let (fastMirror, slowMirror) = (
      PassthroughSubject<String, Never>(), PassthroughSubject<String, Never>()
    )
    let answers = example {
      fastMirror.amb(slowMirror)  // the one that answers first
    }
    let cancellable = answers.sink { print($0) }
    fastMirror.send("fast")
    slowMirror.send("slow")
    #expect(printed == ["fast"])
    cancellable.cancel()
  }
}
