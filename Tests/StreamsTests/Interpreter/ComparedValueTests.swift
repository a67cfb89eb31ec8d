import Expressions
import Reactive
import ReactiveExtras
import Testing

@testable import Streams

@Suite("Values that count as the same key")
struct ComparedValueTests {
  @Test(
    "Numbers are one by their amount, wherever they are",
    arguments: [
      (20, 20.0, true), (0, -0.0, true), (0.0, -0.0, true), (10, 1e1, true), (1, 1.5, false),
      ([20], [20.0], true), ([1, 2], [2, 1], false), ([], [0], false),
      (["a": 1, "b": [2]], ["b": [2.0], "a": 1.0], true), (["a": 1], ["a": 2], false),
      (["a": 1], ["b": 1], false), (1, "1", false), (1, true, false), (.null, 0, false),
      ("", .null, false), ("é", "e\u{301}", true),
      (.integer(1 << 53), .decimal(9_007_199_254_740_992), true),
      (.integer(1 << 53 + 1), .decimal(9_007_199_254_740_992), false),
      (.integer(.max), .decimal(9_223_372_036_854_775_808), false),
      (.integer(.min), .decimal(-9_223_372_036_854_775_808), true),
    ] as [(StreamValue, StreamValue, Bool)])
  func pairs(left: StreamValue, right: StreamValue, areOne: Bool) throws {
    let keys = (ComparedValue(left), ComparedValue(right))
    #expect((keys.0 == keys.1) == areOne)
    if areOne { #expect(keys.0.hashValue == keys.1.hashValue) }
    // Two values are one exactly if == holds for them, where it can compare them.
    let evaluation = try ExpressionEvaluation("a == b", for: .join(of: 2))
    if let result = try? evaluation.result(of: left, right) {
      #expect(result == .truth(areOne))
    }
    let values = [left, right, left]
    func results(_ step: Operator) -> [StreamValue] {
      step.applyPublisher(values.publisher.eraseToAnyPublisher(), on: VirtualTimeScheduler())
        .valuesAtOnce
    }
    #expect(results(.removeDuplicates) == (areOne ? [left] : values))
    #expect(results(.distinct(key: nil)) == (areOne ? [left] : [left, right]))
    #expect(results(.distinct(key: "[value]")) == (areOne ? [left] : [left, right]))
    #expect(results(.groupBy(key: "value", fold: nil)).count == (areOne ? 1 : 2))
  }
}
