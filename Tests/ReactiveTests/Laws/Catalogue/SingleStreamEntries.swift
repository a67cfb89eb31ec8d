import Reactive
import TestSupport

/// The operators that make one stream of one.
extension OperatorEntry {
  static let all: [OperatorEntry] =
    mapping + filtering + folding + slicing + chaining + recovering + combining + flattening
    + timed + sharing + debugging + buffering + coding + extras

  static let mapping: [OperatorEntry] = [
    .init("map", [.transparent, .oneToOne]) { up, _ in up.map { $0 * 2 }.eraseToAnyPublisher() },
    .init(
      "map map map", [.transparent, .oneToOne],
      erasing: { up, _ in
        up.map { $0 * 2 }.map { $0 + 1 }.map { $0 * 3 }
      }),
    .init("map key path", [.transparent, .oneToOne], erasing: { up, _ in up.map(\.byteSwapped) }),
    .init(
      "map two key paths", [.transparent, .oneToOne],
      erasing: { up, _ in
        up.map(\.self, \.byteSwapped).map { $0.0 }
      }),
    .init(
      "map three key paths", [.transparent, .oneToOne],
      erasing: { up, _ in
        up.map(\.self, \.byteSwapped, \.leadingZeroBitCount).map { $0.0 + $0.2 }
      }),
    .init("tryMap", [.oneToOne], erasing: { up, _ in up.tryMap { $0 + 1 }.testError() }),
    .init(
      "tryMap that throws", [.endsEarly, .throws],
      erasing: { up, _ in up.tryMap { try $0.checked() }.testError() }),
    .init(
      "map tryMap map", [.oneToOne],
      erasing: { up, _ in
        up.map { $0 + 1 }.tryMap { $0 + 1 }.map { $0 + 1 }.tryMap { $0 }.testError()
      }),
    .init("mapError", [.transparent, .oneToOne], erasing: { up, _ in up.mapError { $0 } }),
    .init(
      "replaceNil", [.transparent, .oneToOne],
      erasing: { up, _ in
        up.map { $0 % 2 == 0 ? nil : $0 }.replaceNil(with: 0)
      }),
    .init(
      "setFailureType", [.transparent, .oneToOne, .infallible],
      erasing: { up, _ in
        up.assumedInfallible().setFailureType(to: TestError.self)
      }),
    .init(
      "eraseToAnyPublisher", [.transparent, .oneToOne],
      erasing: { up, _ in
        up.map { $0 }.eraseToAnyPublisher()
      }),
  ]

  static let filtering: [OperatorEntry] = [
    .init("filter", [.transparent], erasing: { up, _ in up.filter { $0 % 3 != 0 } }),
    .init(
      "filter filter", [.transparent],
      erasing: { up, _ in
        up.filter { $0 % 3 != 0 }.filter { $0 % 2 != 0 }
      }),
    .init(
      "compactMap", [.transparent],
      erasing: { up, _ in
        up.compactMap { $0 % 2 == 0 ? $0 : nil }
      }),
    .init(
      "compactMap map compactMap", [.transparent],
      erasing: { up, _ in
        up.compactMap { $0 % 2 == 0 ? $0 : nil }.map { $0 + 1 }.compactMap { $0 }
      }),
    .init("removeDuplicates", erasing: { up, _ in up.map { $0 / 2 }.removeDuplicates() }),
    .init(
      "removeDuplicates(by:)",
      erasing: { up, _ in
        up.removeDuplicates { $0 / 2 == $1 / 2 }
      }),
    .init(
      "filter tryFilter filter",
      erasing: { up, _ in
        up.filter { $0 % 3 != 0 }.tryFilter { $0 % 2 != 0 }.filter { _ in true }.testError()
      }),
    .init("tryFilter", erasing: { up, _ in up.tryFilter { $0 % 3 != 0 }.testError() }),
    .init(
      "tryFilter that throws", [.endsEarly, .throws],
      erasing: { up, _ in up.tryFilter { try $0.checked() > 1 }.testError() }),
    .init(
      "tryCompactMap", erasing: { up, _ in up.tryCompactMap { $0 % 2 == 0 ? $0 : nil }.testError() }
    ),
    .init(
      "tryCompactMap compactMap",
      erasing: { up, _ in up.tryCompactMap { $0 }.compactMap { $0 % 2 == 0 ? $0 : nil }.testError()
      }),
    .init(
      "tryCompactMap that throws", [.endsEarly, .throws],
      erasing: { up, _ in up.tryCompactMap { try $0.checked() }.testError() }),
    .init(
      "tryRemoveDuplicates",
      erasing: { up, _ in up.tryRemoveDuplicates { $0 / 2 == $1 / 2 }.testError() }),
    .init(
      "tryRemoveDuplicates that throws", [.endsEarly, .throws],
      erasing: { up, _ in up.tryRemoveDuplicates { try $0.checked() == $1 }.testError() }),
    .init(
      "ignoreOutput", [.asksForAll, .limits],
      erasing: { up, _ in up.ignoreOutput().map { never -> Int in } }),
    .init("replaceEmpty", [.oneToOne], erasing: { up, _ in up.replaceEmpty(with: 0) }),
    .init(
      "replaceEmpty of nothing",
      erasing: { up, _ in up.filter { _ in false }.replaceEmpty(with: 0) }),
  ]

  static let folding: [OperatorEntry] = [
    .init("scan", [.oneToOne], erasing: { up, _ in up.scan(0, +) }),
    .init("reduce", [.folds, .asksForAll, .limits], erasing: { up, _ in up.reduce(0, +) }),
    .init(
      "collect", [.folds, .asksForAll, .limits],
      erasing: { up, _ in
        up.collect().map(\.count)
      }),
    .init("tryScan", [.oneToOne], erasing: { up, _ in up.tryScan(0, +).testError() }),
    .init(
      "tryScan that throws", [.endsEarly, .throws],
      erasing: { up, _ in up.tryScan(0) { try $0 + $1.checked() }.testError() }),
    .init(
      "tryReduce", [.folds, .asksForAll, .limits],
      erasing: { up, _ in up.tryReduce(0, +).testError() }),
    .init(
      "tryReduce that throws", [.endsEarly, .asksForAll, .limits, .throws],
      erasing: { up, _ in up.tryReduce(0) { try $0 + $1.checked() }.testError() }),
    .init("collect(2)", erasing: { up, _ in up.collect(2).map { $0.reduce(0, +) } }),
    .init("collect(1)", [.oneToOne], erasing: { up, _ in up.collect(1).map { $0[0] } }),
    .init("count", [.folds, .asksForAll, .limits], erasing: { up, _ in up.count() }),
    .init("min", [.folds, .asksForAll, .limits], erasing: { up, _ in up.min() }),
    .init("max", [.folds, .asksForAll, .limits], erasing: { up, _ in up.max() }),
    .init("min(by:)", [.folds, .asksForAll, .limits], erasing: { up, _ in up.min { $0 > $1 } }),
    .init("max(by:)", [.folds, .asksForAll, .limits], erasing: { up, _ in up.max { $0 > $1 } }),
    .init(
      "tryMin(by:)", [.folds, .asksForAll, .limits],
      erasing: { up, _ in up.tryMin { $0 < $1 }.testError() }),
    .init(
      "tryMax(by:)", [.folds, .asksForAll, .limits],
      erasing: { up, _ in up.tryMax { $0 < $1 }.testError() }),
    .init(
      "tryMin(by:) that throws", [.endsEarly, .asksForAll, .limits, .throws],
      erasing: { up, _ in up.tryMin { try $0.checked() < $1.checked() }.testError() }),
    .init(
      "tryMax(by:) that throws", [.endsEarly, .asksForAll, .limits, .throws],
      erasing: { up, _ in up.tryMax { try $0 < $1.checked() }.testError() }),
    .init(
      "contains", [.endsEarly, .asksForAll, .limits],
      erasing: { up, _ in up.contains(2).map { $0 ? 1 : 0 } }),
    .init(
      "contains(where:)", [.endsEarly, .asksForAll, .limits],
      erasing: { up, _ in up.contains { $0 > 2 }.map { $0 ? 1 : 0 } }),
    .init(
      "contains(where:) of none", [.folds, .asksForAll, .limits],
      erasing: { up, _ in up.contains { $0 < 0 }.map { $0 ? 1 : 0 } }),
    .init(
      "tryContains(where:)", [.endsEarly, .asksForAll, .limits],
      erasing: { up, _ in up.tryContains { $0 > 2 }.map { $0 ? 1 : 0 }.testError() }),
    .init(
      "tryContains(where:) that throws", [.endsEarly, .asksForAll, .limits, .throws],
      erasing: { up, _ in up.tryContains { try $0.checked() < 0 }.map { $0 ? 1 : 0 }.testError() }),
    .init(
      "allSatisfy", [.endsEarly, .asksForAll, .limits],
      erasing: { up, _ in up.allSatisfy { $0 < 3 }.map { $0 ? 1 : 0 } }),
    .init(
      "tryAllSatisfy", [.endsEarly, .asksForAll, .limits],
      erasing: { up, _ in up.tryAllSatisfy { $0 < 3 }.map { $0 ? 1 : 0 }.testError() }),
  ]

  static let slicing: [OperatorEntry] = [
    .init("dropFirst", erasing: { up, _ in up.dropFirst(2) }),
    .init("dropFirst(0)", [.oneToOne], erasing: { up, _ in up.dropFirst(0) }),
    .init("prefix(3)", [.endsEarly], erasing: { up, _ in up.prefix(3) }),
    .init("prefix(0)", [.endsEarly, .endsAtOnce], erasing: { up, _ in up.prefix(0) }),
    .init("prefix(while:)", [.endsEarly], erasing: { up, _ in up.prefix { $0 < 4 } }),
    .init("first", [.endsEarly, .asksForAll, .limits], erasing: { up, _ in up.first() }),
    .init(
      "tryPrefix(while:)", [.endsEarly], erasing: { up, _ in up.tryPrefix { $0 < 4 }.testError() }),
    .init(
      "tryPrefix(while:) that throws", [.endsEarly, .throws],
      erasing: { up, _ in up.tryPrefix { try $0.checked() > 0 }.testError() }),
    .init(
      "prefix(untilOutputFrom:)", [.oneToOne, .limits],
      erasing: { up, _ in up.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false))
      }),
    .init(
      "prefix(untilOutputFrom:) one that ends", [.oneToOne, .limits],
      erasing: { up, _ in up.prefix(untilOutputFrom: Fail<Int, TestError>(error: .other)) }),
    .init(
      "prefix(untilOutputFrom:) one at once", [.endsEarly, .endsAtOnce],
      erasing: { up, _ in up.prefix(untilOutputFrom: Just(0)) }),
    .init("drop(while:)", erasing: { up, _ in up.drop { $0 < 3 } }),
    .init("tryDrop(while:)", erasing: { up, _ in up.tryDrop { $0 < 3 }.testError() }),
    .init(
      "tryDrop(while:) that throws", [.endsEarly, .throws],
      erasing: { up, _ in up.tryDrop { try $0.checked() > 0 }.testError() }),
    .init(
      "drop(untilOutputFrom:)", [.oneToOne, .limits],
      erasing: { up, _ in up.drop(untilOutputFrom: Just(0).setFailureType(to: TestError.self)) }),
    .init("output(at:)", [.endsEarly], erasing: { up, _ in up.output(at: 2) }),
    .init("output(in:)", [.endsEarly], erasing: { up, _ in up.output(in: 1...3) }),
    .init("output(in:) to the end", erasing: { up, _ in up.output(in: 2...) }),
    .init(
      "first(where:)", [.endsEarly, .asksForAll, .limits], erasing: { up, _ in up.first { $0 > 1 } }
    ),
    .init(
      "tryFirst(where:)", [.endsEarly, .asksForAll, .limits],
      erasing: { up, _ in up.tryFirst { $0 > 1 }.testError() }),
    .init(
      "tryFirst(where:) that throws", [.endsEarly, .asksForAll, .limits, .throws],
      erasing: { up, _ in up.tryFirst { try $0.checked() < 0 }.testError() }),
    .init("last", [.folds, .asksForAll, .limits], erasing: { up, _ in up.last() }),
    .init(
      "last(where:)", [.folds, .asksForAll, .limits], erasing: { up, _ in up.last { $0 < 3 } }),
    .init(
      "tryLast(where:)", [.folds, .asksForAll, .limits],
      erasing: { up, _ in up.tryLast { $0 < 3 }.testError() }),
    .init(
      "tryLast(where:) that throws", [.endsEarly, .asksForAll, .limits, .throws],
      erasing: { up, _ in up.tryLast { try $0.checked() > 0 }.testError() }),
  ]
}
