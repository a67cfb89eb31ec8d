import Reactive
import ReactiveExtras
import TestSupport
import Testing

/// A sequence that is nothing more, iterated anew for each who asks.
private struct Plain: Sequence {
  let elements: [Int]
  init(_ elements: [Int]) { self.elements = elements }
  func makeIterator() -> IndexingIterator<[Int]> { elements.makeIterator() }
}

@Suite("Eager operators")
struct EagerTests {
  @Test("a value's operators do at once, and once, what they do on any publisher", arguments: 1...5)
  func just(_ value: Int) {
    let (law, just) = (EagerLaw(), Just(value))
    let any = just.eraseToAnyPublisher()
    law.holds("map", calls: 1, just.map(law.doubled), any.map(law.doubled))
    law.holds("tryMap", calls: 1, just.tryMap(law.tryDoubled), any.tryMap(law.tryDoubled))
    law.holds("compactMap", calls: 1, just.compactMap(law.small), any.compactMap(law.small))
    law.holds("scan", calls: 1, just.scan("", law.joined), any.scan("", law.joined))
    law.holds("tryScan", calls: 1, just.tryScan("", law.tryJoined), any.tryScan("", law.tryJoined))
    law.holds("filter", calls: 1, just.filter(law.large), any.filter(law.large))
    law.holds("removeDuplicates()", calls: 0, just.removeDuplicates(), any.removeDuplicates())
    law.holds(
      "removeDuplicates(by:)", calls: 0, just.removeDuplicates(by: law.less),
      any.removeDuplicates(by: law.less))
    law.holds("replaceError", calls: 0, just.replaceError(with: 9), any.replaceError(with: 9))
    law.holds("replaceEmpty", calls: 0, just.replaceEmpty(with: 9), any.replaceEmpty(with: 9))
    law.holds("retry", calls: 0, just.retry(2), any.retry(2))
    law.holds("ignoreOutput", calls: 0, just.ignoreOutput(), any.ignoreOutput())
    law.holds("collect", calls: 0, just.collect(), any.collect())
    law.holds("count", calls: 0, just.count(), any.count())
    law.holds("reduce", calls: 1, just.reduce("", law.joined), any.reduce("", law.joined))
    law.holds(
      "tryReduce", calls: 1, just.tryReduce("", law.tryJoined), any.tryReduce("", law.tryJoined))
    law.holds("min()", calls: 0, just.min(), any.min())
    law.holds("min(by:)", calls: 0, just.min(by: law.less), any.min(by: law.less))
    law.holds("max()", calls: 0, just.max(), any.max())
    law.holds("max(by:)", calls: 0, just.max(by: law.less), any.max(by: law.less))
    law.holds("allSatisfy", calls: 1, just.allSatisfy(law.large), any.allSatisfy(law.large))
    law.holds(
      "tryAllSatisfy", calls: 1, just.tryAllSatisfy(law.tryLarge), any.tryAllSatisfy(law.tryLarge))
    law.holds("contains(_:)", calls: 0, just.contains(2), any.contains(2))
    law.holds(
      "contains(where:)", calls: 1, just.contains(where: law.large), any.contains(where: law.large))
    law.holds(
      "tryContains", calls: 1, just.tryContains(where: law.tryLarge),
      any.tryContains(where: law.tryLarge))
    law.holds("first()", calls: 0, just.first(), any.first())
    law.holds("first(where:)", calls: 1, just.first(where: law.large), any.first(where: law.large))
    law.holds("last()", calls: 0, just.last(), any.last())
    law.holds("last(where:)", calls: 1, just.last(where: law.large), any.last(where: law.large))
    law.holds("dropFirst()", calls: 0, just.dropFirst(), any.dropFirst())
    law.holds("drop(while:)", calls: 1, just.drop(while: law.large), any.drop(while: law.large))
    law.holds("prefix(_:)", calls: 0, just.prefix(1), any.prefix(1))
    law.holds(
      "prefix(while:)", calls: 1, just.prefix(while: law.large), any.prefix(while: law.large))
    law.holds("output(at:)", calls: 0, just.output(at: 0), any.output(at: 0))
    law.holds("output(in:)", calls: 0, just.output(in: 0..<3), any.output(in: 0..<3))
    law.holds(
      "mapError", just.mapError { (_: Never) -> OtherError in },
      any.mapError { (_: Never) -> OtherError in })
    law.holds(
      "setFailureType", just.setFailureType(to: TestError.self),
      any.setFailureType(to: TestError.self))
    law.holds("prepend(_: Int...)", just.prepend(7, 8), any.prepend(7, 8))
    law.holds("prepend(_: sequence)", just.prepend(7...8), any.prepend(7...8))
    law.holds("append(_: Int...)", just.append(7, 8), any.append(7, 8))
    law.holds("append(_: sequence)", just.append(7...8), any.append(7...8))
    // The 42nd, tryRemoveDuplicates(by:), is below.
    #expect(law.count == 41)
    law.holds("dropFirst(0)", just.dropFirst(0), any.dropFirst(0))
    law.holds("prefix(0)", just.prefix(0), any.prefix(0))
    law.holds("output(at: 1)", just.output(at: 1), any.output(at: 1))
    law.holds("output(in: 0..<0)", just.output(in: 0..<0), any.output(in: 0..<0))
    law.holds("output(in: 1...)", just.output(in: 1...), any.output(in: 1...))
    law.holds("output(in: ...0)", just.output(in: ...0), any.output(in: ...0))
    law.holds("output(in: -2..<2)", just.output(in: -2..<2), any.output(in: -2..<2))
  }

  @Test(
    "an optional's operators do at once, and once, what they do on any publisher",
    arguments: [nil, 1, 2, 5])
  func optional(_ value: Int?) {
    let (law, maybe, calls) = (EagerLaw(), value.publisher, value == nil ? 0 : 1)
    let any = maybe.eraseToAnyPublisher()
    law.holds("map", calls: calls, maybe.map(law.doubled), any.map(law.doubled))
    law.holds("compactMap", calls: calls, maybe.compactMap(law.small), any.compactMap(law.small))
    law.holds("scan", calls: calls, maybe.scan("", law.joined), any.scan("", law.joined))
    law.holds("filter", calls: calls, maybe.filter(law.large), any.filter(law.large))
    law.holds("removeDuplicates()", calls: 0, maybe.removeDuplicates(), any.removeDuplicates())
    law.holds(
      "removeDuplicates(by:)", calls: 0, maybe.removeDuplicates(by: law.less),
      any.removeDuplicates(by: law.less))
    law.holds("replaceError", calls: 0, maybe.replaceError(with: 9), any.replaceError(with: 9))
    law.holds("replaceEmpty", calls: 0, maybe.replaceEmpty(with: 9), any.replaceEmpty(with: 9))
    law.holds("retry", calls: 0, maybe.retry(2), any.retry(2))
    law.holds("ignoreOutput", calls: 0, maybe.ignoreOutput(), any.ignoreOutput())
    law.holds("collect", calls: 0, maybe.collect(), any.collect())
    law.holds("min()", calls: 0, maybe.min(), any.min())
    law.holds("min(by:)", calls: 0, maybe.min(by: law.less), any.min(by: law.less))
    law.holds("max()", calls: 0, maybe.max(), any.max())
    law.holds("max(by:)", calls: 0, maybe.max(by: law.less), any.max(by: law.less))
    law.holds("first()", calls: 0, maybe.first(), any.first())
    law.holds(
      "first(where:)", calls: calls, maybe.first(where: law.large), any.first(where: law.large))
    law.holds("last()", calls: 0, maybe.last(), any.last())
    law.holds(
      "last(where:)", calls: calls, maybe.last(where: law.large), any.last(where: law.large))
    law.holds("dropFirst()", calls: 0, maybe.dropFirst(), any.dropFirst())
    law.holds(
      "drop(while:)", calls: calls, maybe.drop(while: law.large), any.drop(while: law.large))
    law.holds("prefix(_:)", calls: 0, maybe.prefix(1), any.prefix(1))
    law.holds(
      "prefix(while:)", calls: calls, maybe.prefix(while: law.large), any.prefix(while: law.large))
    law.holds("output(at:)", calls: 0, maybe.output(at: 0), any.output(at: 0))
    law.holds("output(in:)", calls: 0, maybe.output(in: 0..<3), any.output(in: 0..<3))
    // The other five are below, too.
    #expect(law.count == 25)
    if value != nil {
      law.holds("count", calls: 0, maybe.count(), any.count())
      law.holds("reduce", calls: 1, maybe.reduce("", law.joined), any.reduce("", law.joined))
      law.holds("allSatisfy", calls: 1, maybe.allSatisfy(law.large), any.allSatisfy(law.large))
      law.holds("contains(_:)", calls: 0, maybe.contains(2), any.contains(2))
      law.holds(
        "contains(where:)", calls: 1, maybe.contains(where: law.large),
        any.contains(where: law.large))
      #expect(law.count == 30)
    }
    law.holds("dropFirst(0)", maybe.dropFirst(0), any.dropFirst(0))
    law.holds("prefix(0)", maybe.prefix(0), any.prefix(0))
    law.holds("output(at: 1)", maybe.output(at: 1), any.output(at: 1))
    law.holds("output(in: 0..<0)", maybe.output(in: 0..<0), any.output(in: 0..<0))
    law.holds("output(in: 1...)", maybe.output(in: 1...), any.output(in: 1...))
    law.holds("output(in: ...0)", maybe.output(in: ...0), any.output(in: ...0))
    law.holds("output(in: -2..<2)", maybe.output(in: -2..<2), any.output(in: -2..<2))
  }

  @Test(
    "a result's operators do at once, and once, what they do on any publisher",
    arguments: [Result<Int, TestError>.success(1), .success(2), .success(5), .failure(.other)])
  func result(_ result: Result<Int, TestError>) {
    let (law, outcome, calls) = (EagerLaw(), result.publisher, result == .failure(.other) ? 0 : 1)
    let any = outcome.eraseToAnyPublisher()
    law.holds("map", calls: calls, outcome.map(law.doubled), any.map(law.doubled))
    law.holds("tryMap", calls: calls, outcome.tryMap(law.tryDoubled), any.tryMap(law.tryDoubled))
    law.holds("scan", calls: calls, outcome.scan("", law.joined), any.scan("", law.joined))
    law.holds(
      "tryScan", calls: calls, outcome.tryScan("", law.tryJoined), any.tryScan("", law.tryJoined))
    law.holds("removeDuplicates()", calls: 0, outcome.removeDuplicates(), any.removeDuplicates())
    law.holds(
      "removeDuplicates(by:)", calls: 0, outcome.removeDuplicates(by: law.less),
      any.removeDuplicates(by: law.less))
    law.holds("replaceError", calls: 0, outcome.replaceError(with: 9), any.replaceError(with: 9))
    law.holds("replaceEmpty", calls: 0, outcome.replaceEmpty(with: 9), any.replaceEmpty(with: 9))
    law.holds("retry", calls: 0, outcome.retry(2), any.retry(2))
    law.holds("collect", calls: 0, outcome.collect(), any.collect())
    law.holds("count", calls: 0, outcome.count(), any.count())
    law.holds("reduce", calls: calls, outcome.reduce("", law.joined), any.reduce("", law.joined))
    law.holds(
      "tryReduce", calls: calls, outcome.tryReduce("", law.tryJoined),
      any.tryReduce("", law.tryJoined))
    law.holds("min()", calls: 0, outcome.min(), any.min())
    law.holds("min(by:)", calls: 0, outcome.min(by: law.less), any.min(by: law.less))
    law.holds("max()", calls: 0, outcome.max(), any.max())
    law.holds("max(by:)", calls: 0, outcome.max(by: law.less), any.max(by: law.less))
    law.holds("allSatisfy", calls: calls, outcome.allSatisfy(law.large), any.allSatisfy(law.large))
    law.holds(
      "tryAllSatisfy", calls: calls, outcome.tryAllSatisfy(law.tryLarge),
      any.tryAllSatisfy(law.tryLarge))
    law.holds("contains(_:)", calls: 0, outcome.contains(2), any.contains(2))
    law.holds(
      "contains(where:)", calls: calls, outcome.contains(where: law.large),
      any.contains(where: law.large))
    law.holds(
      "tryContains", calls: calls, outcome.tryContains(where: law.tryLarge),
      any.tryContains(where: law.tryLarge))
    law.holds("first()", calls: 0, outcome.first(), any.first())
    law.holds("last()", calls: 0, outcome.last(), any.last())
    law.holds(
      "mapError", outcome.mapError { _ in OtherError() }, any.mapError { _ in OtherError() })
    let sure = Result<Int, Never>.success(1).publisher
    law.holds(
      "setFailureType", sure.setFailureType(to: TestError.self),
      sure.eraseToAnyPublisher().setFailureType(to: TestError.self))
    // The other four, ignoreOutput and the comparisons that may throw, are below.
    #expect(law.count == 26)
    if let value = try? result.get() {
      law.holds("ignoreOutput", outcome.ignoreOutput(), any.ignoreOutput())
      if value <= 3 {
        law.holds(
          "tryMin", outcome.tryMin { try $0.checked() < $1 }, any.tryMin { try $0.checked() < $1 })
        law.holds(
          "tryMax", outcome.tryMax { try $0.checked() < $1 }, any.tryMax { try $0.checked() < $1 })
        law.holds(
          "tryRemoveDuplicates", outcome.tryRemoveDuplicates { try $0.checked() == $1 },
          any.tryRemoveDuplicates { try $0.checked() == $1 })
      }
    }
  }

  @Test(
    "a sequence's operators do at once, and once, what they do on any publisher",
    arguments: [[], [1], [5], [2, 1], [1, 1, 2, 2, 1], [3, 13, 2, 12, 3], [1, 2, 5, 1]])
  func sequence(_ elements: [Int]) {
    let law = EagerLaw()
    do {
      let numbers = Plain(elements).publisher
      let any = numbers.eraseToAnyPublisher()
      law.holds("map", numbers.map(law.doubled), any.map(law.doubled))
      law.holds("compactMap", numbers.compactMap(law.small), any.compactMap(law.small))
      law.holds("scan", numbers.scan("", law.joined), any.scan("", law.joined))
      law.holds("filter", numbers.filter(law.large), any.filter(law.large))
      law.holds(
        "setFailureType", numbers.setFailureType(to: TestError.self),
        any.setFailureType(to: TestError.self))
      law.holds("ignoreOutput", numbers.ignoreOutput(), any.ignoreOutput())
      law.holds("dropFirst", numbers.dropFirst(2), any.dropFirst(2))
      law.holds("drop(while:)", numbers.drop(while: law.large), any.drop(while: law.large))
      law.holds("prefix(_:)", numbers.prefix(2), any.prefix(2))
      law.holds("prefix(while:)", numbers.prefix(while: law.large), any.prefix(while: law.large))
      law.holds("collect", numbers.collect(), any.collect())
      law.holds("reduce", numbers.reduce("", law.joined), any.reduce("", law.joined))
      law.holds("tryReduce", numbers.tryReduce("", law.tryJoined), any.tryReduce("", law.tryJoined))
      law.holds("allSatisfy", numbers.allSatisfy(law.large), any.allSatisfy(law.large))
      law.holds(
        "tryAllSatisfy", numbers.tryAllSatisfy(law.tryLarge), any.tryAllSatisfy(law.tryLarge))
      law.holds(
        "contains(where:)", numbers.contains(where: law.large), any.contains(where: law.large))
      law.holds(
        "tryContains", numbers.tryContains(where: law.tryLarge),
        any.tryContains(where: law.tryLarge))
      law.holds("removeDuplicates", numbers.removeDuplicates(), any.removeDuplicates())
      law.holds("contains(_:)", numbers.contains(2), any.contains(2))
      law.holds("min(by:)", numbers.min(by: law.less), any.min(by: law.less))
      law.holds("max(by:)", numbers.max(by: law.less), any.max(by: law.less))
      law.holds("first(where:)", numbers.first(where: law.large), any.first(where: law.large))
      law.holds("min()", numbers.min(), any.min())
      law.holds("max()", numbers.max(), any.max())
      let optionals = elements.map { $0 == 1 ? nil : $0 }.publisher
      law.holds(
        "replaceNil", optionals.replaceNil(with: 7),
        optionals.eraseToAnyPublisher().replaceNil(with: 7).map(Optional.some))
      law.holds(
        "removeDuplicates", optionals.removeDuplicates(),
        optionals.eraseToAnyPublisher().removeDuplicates())
    }
    let numbers = elements.publisher
    let any = numbers.eraseToAnyPublisher()
    let fallible = numbers.setFailureType(to: TestError.self)
    let anyFallible = fallible.eraseToAnyPublisher()
    law.holds("first()", numbers.first(), any.first())
    law.holds("output(at:)", numbers.output(at: 1), any.output(at: 1))
    law.holds("output(in:)", numbers.output(in: 1..<3), any.output(in: 1..<3))
    law.holds("count", numbers.count(), any.count())
    law.holds("count, fallible", fallible.count(), anyFallible.count())
    law.holds("output(in:), fallible", fallible.output(in: 1..<3), anyFallible.output(in: 1..<3))
    law.holds("last()", numbers.last(), any.last())
    law.holds("last(where:)", numbers.last(where: law.large), any.last(where: law.large))
    law.holds("prepend(_: Int...)", numbers.prepend(7, 8), any.prepend(7, 8))
    law.holds("prepend(_: sequence)", numbers.prepend(7...8), any.prepend(7...8))
    law.holds("prepend(_: publisher)", numbers.prepend([7].publisher), any.prepend([7].publisher))
    law.holds("append(_: Int...)", numbers.append(7, 8), any.append(7, 8))
    law.holds("append(_: sequence)", numbers.append(7...8), any.append(7...8))
    law.holds("append(_: publisher)", numbers.append([7].publisher), any.append([7].publisher))
    let text = elements.map { "\($0)" }.joined().publisher
    let anyText = text.eraseToAnyPublisher()
    law.holds("count of a string", text.count(), anyText.count())
    law.holds("output(at:) of a string", text.output(at: text.sequence.startIndex), anyText.first())
    law.holds(
      "output(in:) of a string",
      text.output(in: text.sequence.startIndex..<text.sequence.endIndex), anyText)
    #expect(law.count == 41 + 2)
  }

  @Test("of no value there is nothing to count, to reduce, or to ask about, as in Combine")
  func nilOptional() {
    let none = Int?.none.publisher
    let nothing = ["subscription", "finished"]
    #expect(none.count().log() == nothing)
    #expect(none.reduce(0, +).log() == nothing)
    #expect(none.contains(1).log() == nothing)
    #expect(none.contains { $0 > 0 }.log() == nothing)
    #expect(none.allSatisfy { $0 > 0 }.log() == nothing)
    #expect(none.collect().log() == ["subscription", "value []", "finished"])
    let any = none.eraseToAnyPublisher()
    #expect(any.count().log() == ["subscription", "value 0", "finished"])
    #expect(any.allSatisfy { $0 > 0 }.log() == ["subscription", "value true", "finished"])
  }

  @Test("a comparison that throws is asked about the only value and itself, as in Combine")
  func throwingComparisons() {
    let failed = ["subscription", "failure expected"]
    let (just, success) = (Just(5), Result<Int, TestError>.success(5).publisher)
    #expect(just.tryRemoveDuplicates { try $0.checked() == $1 }.log() == failed)
    #expect(success.tryRemoveDuplicates { try $0.checked() == $1 }.log() == failed)
    #expect(success.tryMin { try $0.checked() < $1 }.log() == failed)
    #expect(success.tryMax { try $0.checked() < $1 }.log() == failed)
    #expect(
      just.tryRemoveDuplicates { _, _ in true }.log() == ["subscription", "value 5", "finished"])
  }

  @Test("a failure whose values are ignored is ignored as well, as in Combine")
  func ignoredFailure() {
    let failure = Result<Int, TestError>.failure(.expected).publisher
    #expect(failure.ignoreOutput().log() == ["subscription", "finished"])
    #expect(
      failure.eraseToAnyPublisher().ignoreOutput().log() == ["subscription", "failure expected"])
  }

  @Test("positions in a collection are its own indices, and none beyond its ends is an error")
  func indices() {
    let slice = [1, 2, 3, 4][2...].publisher
    #expect(slice.output(at: 2).output == 3)
    #expect(slice.output(at: 0).output == nil)
    #expect(slice.output(in: 0..<3).sequence == [3])
    #expect([1, 2].publisher.output(in: 1..<9).sequence == [2])
    #expect("abc".publisher.output(at: "abc".endIndex).output == nil)
    let set = Set([1])
    #expect(set.publisher.output(at: set.startIndex).output == 1)
    #expect(set.publisher.output(at: set.endIndex).output == nil)
  }

  @Test("a sequence is gone through when the operator is written down")
  func eagerness() {
    var made = 0
    let counted = AnySequence<Int> {
      AnyIterator {
        made += 1
        return made <= 3 ? made : nil
      }
    }
    let doubled = counted.publisher.map { $0 * 2 }
    #expect(made == 4)
    #expect(doubled.allValues() == [2, 4, 6])
    #expect(doubled.allValues() == [2, 4, 6])
    #expect(made == 4)
    // Any other publisher calls its closure for each subscriber.
    var calls = 0
    let later = AnyPublisher(Just(1)).map { value in
      calls += 1
      return value
    }
    #expect(calls == 0)
    #expect(later.allValues() + later.allValues() == [1, 1])
    #expect(calls == 2)
  }

  @Test("counts, lengths and positions below zero trap at once, although nobody has subscribed")
  func traps() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).dropFirst(-1) }
    await #expect(processExitsWith: .failure) { _ = Int?.none.publisher.prefix(-1) }
    await #expect(processExitsWith: .failure) { _ = Just(1).output(at: -1) }
    await #expect(processExitsWith: .failure) { _ = [1].publisher.dropFirst(-1) }
  }

  @Test("ordinary chains need no annotations")
  func ordinaryChains() {
    let one = Just(1).map { $0 + 1 }.eraseToAnyPublisher()
    #expect(one.allValues() == [2])
    let words = [1, 2, 3].publisher.map { "\($0)" }.filter { $0 != "2" }.collect()
    #expect(words.allValues() == [["1", "3"]])
    let caught = Just(5).tryMap { try $0.checked() }.catch { _ in Just(0) }
    #expect(caught.allValues() == [0])
    let points = [Point(x: 1), Point(x: 2)].publisher.map(\.x).reduce(0, +)
    #expect(points.allValues() == [3])
    #expect(Just(Point()).map(\.y).allValues() == [2])
    #expect(Just(Point()).map(\.y, \.z).allValues().first! == (2, 3))
    let nested = [1, 2].publisher.flatMap { number in
      (0..<number).publisher.map { (number, $0) }.prepend((0, 0))
    }
    #expect(nested.count().allValues() == [5])
    let loaded = Just("7").compactMap { Int($0) }.setFailureType(to: TestError.self)
      .flatMap { Fail<Int, TestError>(error: $0 > 3 ? .expected : .other) }
      .retry(1).replaceError(with: -1)
    #expect(loaded.allValues() == [-1])
    var sum = 0
    let cancellable = [1, 2, 3].publisher.dropFirst().first().sink { sum += $0 }
    cancellable.cancel()
    #expect(sum == 2)
    let steps = (1...3).publisher.scan(0, +).max().zip(Just(3).contains(3)) { $1 ? $0 : 0 }
    #expect(steps.allValues() == [6])
    let merged = Just(1).merge(with: [2].publisher, Optional(3).publisher).merge(with: Just(4))
    #expect(merged.allValues() == [1, 2, 3, 4])
    let first: AnyPublisher<Int, Never> = [1, 2].publisher.first { $0 > 1 }.eraseToAnyPublisher()
    #expect(first.allValues() == [2])
    let lazily: Publishers.Map<Just<Int>, Int> = Just(1).map { $0 + 1 }
    #expect(lazily.allValues() == [2])
    #expect(["a", "b"].publisher.reduce("", +).allValues() == ["ab"])
    let letters = "abc".publisher.prepend("xy").map { String($0) }.reduce("", +)
    #expect(letters.allValues() == ["xyabc"])
    let seven = Just("7").compactMap(Int.init)
    #expect(seven.append(Just(8)).allValues() == [7, 8])
    #expect(Just("a").append("b").prepend(["c"]).allValues() == ["c", "a", "b"])
    #expect(Just([1, 2]).append([3]).flatMap(\.publisher).allValues() == [1, 2, 3])
    #expect(Just<Int?>(nil).replaceNil(with: 3).setFailureType(to: Error.self).allValues() == [3])
    #expect(Just(1).merge(with: Just(2)).collect(2).allValues() == [[1, 2]])
    let number: Result<Int, Never>.Publisher = [1, 2].publisher.count()
    #expect(number.allValues() == [2])
  }
}
