import Reactive
import TestSupport

/// The operators that keep values for a while, or in another form.
extension OperatorEntry {
  static let buffering: [OperatorEntry] = [
    .init(
      "buffer by request, dropping the newest", [.oneToOne, .limits, .asksForAll],
      erasing: { up, _ in up.buffer(size: 100, prefetch: .byRequest, whenFull: .dropNewest) }),
    .init(
      "buffer by request, dropping the oldest", [.oneToOne, .limits, .asksForAll],
      erasing: { up, _ in up.buffer(size: 100, prefetch: .byRequest, whenFull: .dropOldest) }),
    .init(
      "buffer by request, with an error", [.oneToOne, .limits, .asksForAll],
      erasing: { up, _ in
        up.buffer(size: 100, prefetch: .byRequest, whenFull: .customError { .other })
      }),
    .init(
      "buffer of two by request, dropping the newest", [.limits, .asksForAll, .loses],
      erasing: { up, _ in up.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest) }),
    .init(
      "buffer of two by request, dropping the oldest", [.limits, .asksForAll, .loses],
      erasing: { up, _ in up.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest) }),
    .init(
      "buffer of two by request, with an error", [.limits, .asksForAll, .loses],
      erasing: { up, _ in
        up.buffer(size: 2, prefetch: .byRequest, whenFull: .customError { .other })
      }),
    .init(
      "buffer of ten kept full", [.oneToOne, .limits],
      erasing: { up, _ in up.buffer(size: 10, prefetch: .keepFull, whenFull: .dropNewest) }),
    .init(
      "buffer of one kept full, dropping the newest", [.limits],
      erasing: { up, _ in up.buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest) }),
    .init(
      "buffer of two kept full, dropping the oldest", [.limits],
      erasing: { up, _ in up.buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest) }),
    .init(
      "buffer of three kept full, with an error", [.limits],
      erasing: { up, _ in
        up.buffer(size: 3, prefetch: .keepFull, whenFull: .customError { .other })
      }),
    .init(
      "collect by time", [.limits],
      erasing: { up, time in up.collect(.byTime(time, 2)).map { $0.reduce(0, +) } }),
    .init(
      "collect by time or count", [.limits],
      erasing: { up, time in up.collect(.byTimeOrCount(time, 2, 3)).map { $0.reduce(0, +) } }),
    .init(
      "collect by time or a count of one", [.oneToOne, .limits],
      erasing: { up, time in up.collect(.byTimeOrCount(time, 2, 1)).map { $0[0] } }),
    .init(
      "collect by time that stands still", [.oneToOne, .limits],
      erasing: { up, _ in up.collect(.byTime(ImmediateScheduler.shared, 2)).map { $0[0] } }),
  ]

  static let coding: [OperatorEntry] = [
    .init("encode", [.oneToOne], erasing: { up, _ in up.encode(encoder: Doubler()).testError() }),
    .init(
      "encode that throws", [.endsEarly, .throws],
      erasing: { up, _ in up.encode(encoder: Doubler(limit: 3)).testError() }),
    .init(
      "decode", [.oneToOne],
      erasing: { up, _ in up.decode(type: Int.self, decoder: Doubler()).testError() }),
    .init(
      "decode that throws", [.endsEarly, .throws],
      erasing: { up, _ in up.decode(type: Int.self, decoder: Doubler(limit: 3)).testError() }),
  ]
}

/// Codes a number as its double.
struct Doubler: TopLevelEncoder, TopLevelDecoder {
  var limit = Int.max

  func encode<T: Encodable>(_ value: T) throws -> Int { try double(value as? Int ?? .max) }

  func decode<T: Decodable>(_ type: T.Type, from number: Int) throws -> T {
    try double(number) as! T
  }

  private func double(_ number: Int) throws -> Int {
    if number > limit { throw TestError.expected }
    return number * 2
  }
}
