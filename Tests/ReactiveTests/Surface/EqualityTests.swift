import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Equality of publishers")
struct EqualityTests {
  @Test("publishers of equal parts without closures are equal")
  func equal() {
    #expect([1, 2].publisher == [1, 2].publisher && [1, 2].publisher != [1, 3].publisher)
    // Shared, because what a sequence's publisher does is done at once and leaves no operator.
    let (a, b) = ([1, 2].publisher.share(), [1, 3].publisher.share())
    #expect(Just(1) == Just(1) && Just(1) != Just(2))
    #expect(Empty<Int, Never>() != Empty(completeImmediately: false))
    #expect(Fail<Int, TestError>(error: .expected) != Fail(error: .other))
    #expect(Optional(1).publisher == Optional(1).publisher)
    #expect(a.prefix(2) == a.prefix(2) && a.prefix(2) != a.prefix(1))
    #expect(a.dropFirst() == a.dropFirst() && a.first() == a.first())
    #expect(a.collect() == a.collect() && a.append(b) != b.append(a))
    #expect(a.merge(with: Just(1)) == a.merge(with: Just(1)))
    #expect(a.zip(b) == a.zip(b) && a.zip(b) != b.zip(a))
    #expect(a.combineLatest(b, a) == a.combineLatest(b, a))
    #expect(
      a.setFailureType(to: TestError.self).retry(1) == a.setFailureType(to: TestError.self).retry(1)
    )
    #expect(a.collect(2) == a.collect(2) && a.collect(2) != a.collect(3))
    #expect(a.count() == a.count() && a.last() == a.last() && a.ignoreOutput() == a.ignoreOutput())
    #expect(a.contains(1) == a.contains(1) && a.contains(1) != a.contains(2))
    #expect(a.replaceEmpty(with: 1) == a.replaceEmpty(with: 1))
    #expect(a.output(at: 1) == a.output(in: 1...1) && a.output(at: 1) != a.output(at: 2))
    #expect(a.drop(untilOutputFrom: b) != b.drop(untilOutputFrom: a))
  }
}
