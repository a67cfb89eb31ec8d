import Reactive
import ReactiveExtras
import TestSupport

/// The operators that Combine has not.
extension OperatorEntry {
  static let extras: [OperatorEntry] = [
    .init(
      "withLatestFrom", [.limits, .oneToOne],
      erasing: { up, _ in
        up.withLatestFrom(Just(0).setFailureType(to: TestError.self)) { $0 + $1 }
      }),
    .init(
      "withLatestFrom of three", [.limits, .oneToOne],
      erasing: { up, _ in
        let one = Just(0).setFailureType(to: TestError.self)
        return up.withLatestFrom(one, one, one) { $0 + $1.2 }
      }),
    .init(
      "withLatestFrom of nothing", [.limits],
      erasing: { up, _ in up.withLatestFrom(Empty<Int, TestError>(completeImmediately: false)) }),
    .init(
      "amb", [.oneToOne],
      erasing: { up, _ in up.amb(Empty<Int, TestError>(completeImmediately: false)) }),
    .init(
      "amb of a collection", [.oneToOne],
      erasing: { up, _ in [up, Empty(completeImmediately: false).eraseToAnyPublisher()].amb() }),
    .init(
      "flatMapLatest", [.limits, .asksForAll, .loses],
      erasing: { up, _ in up.flatMapLatest { Just($0) } }),
    .init(
      "flatMapFirst", [.limits, .asksForAll, .loses],
      erasing: { up, _ in up.flatMapFirst { Just($0) } }),
    .init(
      "materialize dematerialize", [.oneToOne, .comesLater],
      erasing: { up, _ in up.materialize().dematerialize() }),
    .init(
      "dematerialize early", [.endsEarly, .infallible],
      erasing: { up, _ in
        up.assumedInfallible().map { $0 < 3 ? Event<Int, TestError>.value($0) : .finished }
          .dematerialize()
      }),
    .init(
      "dematerialize a failure early", [.endsEarly, .throws, .infallible],
      erasing: { up, _ in
        up.assumedInfallible().map { $0 < 3 ? .value($0) : .failure(TestError.expected) }
          .dematerialize()
      }),
    .init(
      "retry(while:)", [.recovers, .oneToOne],
      erasing: { up, _ in up.retry(1) { $0 == .expected } }),
    .init(
      "retry(while:) never", [.oneToOne], erasing: { up, _ in up.retry { _ in false } }),
    .init(
      "retry(delay:)", [.recovers, .oneToOne],
      erasing: { up, _ in up.retry(1, delay: 1, scheduler: ImmediateScheduler.shared) }),
    .init("pairwise", [.transparent], erasing: { up, _ in up.pairwise().map { $0 + $1 } }),
    .init("nwise", [.transparent], erasing: { up, _ in up.nwise(3).map { $0.reduce(0, +) } }),
    .init(
      "removeAllDuplicates", [.transparent],
      erasing: { up, _ in up.map { $0 % 5 }.removeAllDuplicates() }),
    .init(
      "removeAllDuplicates(by:)", [.transparent],
      erasing: { up, _ in up.removeAllDuplicates { $0 / 2 == $1 / 2 } }),
    .init(
      "share(replay:)", [.asksForAll, .limits, .shares],
      erasing: { up, _ in up.share(replay: 2) }),
    .init(
      "merge of a collection", [.limits, .oneToOne],
      erasing: { up, _ in [up, Empty().eraseToAnyPublisher()].merge() }),
    .init(
      "combineLatest of a collection", [.limits, .loses],
      erasing: { up, _ in
        [up, Just(0).setFailureType(to: TestError.self).eraseToAnyPublisher()]
          .combineLatest().map { $0[0] }
      }),
    .init(
      "combineLatest of ten", [.limits, .loses],
      erasing: { up, _ in
        let one = Just(0).setFailureType(to: TestError.self)
        return up.combineLatest(one, one, one, one, one, one, one, one, one).map {
          a, _, _, _, _, _, _, _, _, j in a + j
        }
      }),
    .init(
      "zip of a collection", [.limits, .oneToOne],
      erasing: { up, _ in
        let many = Publishers.Sequence<Range<Int>, TestError>(sequence: 0..<1000)
        return [up, many.eraseToAnyPublisher()].zip().map { $0[0] }
      }),
    .init(
      "zip of ten", [.limits, .oneToOne],
      erasing: { up, _ in
        let many = Publishers.Sequence<Range<Int>, TestError>(sequence: 0..<1000)
        return up.zip(many, many, many, many, many, many, many, many, many).map {
          a, _, _, _, _, _, _, _, _, j in a + j
        }
      }),
  ]
}
