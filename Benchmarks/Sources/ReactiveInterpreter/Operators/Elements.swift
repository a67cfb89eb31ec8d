import PipelineCases

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

extension Publisher where Output == Int {
  /// As one of a case's streams, whatever its failure was.
  func stream() -> Stream { mapError(Fault.init).eraseToAnyPublisher() }
}

extension Run {
  func build(_ element: ElementOperator, _ upstream: Stream) -> Stream {
    switch element {
    case .map(let addend): upstream.map { $0 &+ addend }.eraseToAnyPublisher()
    case .tryMap(let throwing):
      upstream.tryMap { value in
        try throwing.check(value)
        return value &+ 1
      }.stream()
    case .compactMap(let question):
      upstream.compactMap { question($0) ? $0 &* 2 : nil }.eraseToAnyPublisher()
    case .tryCompactMap(let question, let throwing):
      upstream.tryCompactMap { value in
        try throwing.check(value)
        return question(value) ? value &* 2 : nil
      }.stream()
    case .filter(let question): upstream.filter { question($0) }.eraseToAnyPublisher()
    case .tryFilter(let question, let throwing):
      upstream.tryFilter { value in
        try throwing.check(value)
        return question(value)
      }.stream()
    case .removeDuplicates(let divisor):
      upstream.removeDuplicates { $0 % divisor == $1 % divisor }.eraseToAnyPublisher()
    case .tryRemoveDuplicates(let divisor, let throwing):
      upstream.tryRemoveDuplicates { first, second in
        try throwing.check(second)
        return first % divisor == second % divisor
      }.stream()
    case .replaceNil(let question):
      upstream.map { question($0) ? nil : $0 }.replaceNil(with: -5).eraseToAnyPublisher()
    case .scan: upstream.scan(7) { $0 &* 31 &+ $1 }.eraseToAnyPublisher()
    case .tryScan(let throwing):
      upstream.tryScan(7) { sum, value in
        try throwing.check(value)
        return sum &* 31 &+ value
      }.stream()
    case .encode(let throwing): upstream.encode(encoder: Coder(throwing)).stream()
    case .decode(let throwing):
      upstream.decode(type: Int.self, decoder: Coder(throwing)).stream()
    }
  }
}

/// Codes an integer as the next one, or throws.
private struct Coder: TopLevelEncoder, TopLevelDecoder {
  private let throwing: Throwing
  init(_ throwing: Throwing) { self.throwing = throwing }

  func encode<T: Encodable>(_ value: T) throws -> Int {
    let value = value as! Int
    try throwing.check(value)
    return value &+ 1
  }

  func decode<T: Decodable>(_ type: T.Type, from value: Int) throws -> T {
    try throwing.check(value)
    return (value &- 1) as! T
  }
}
