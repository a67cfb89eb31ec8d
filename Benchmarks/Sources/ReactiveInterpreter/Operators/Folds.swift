import PipelineCases

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

extension Run {
  func build(_ fold: FoldOperator, _ upstream: Stream) -> Stream {
    switch fold {
    case .collect: upstream.collect().map(digest).eraseToAnyPublisher()
    case .collectCount(let count): upstream.collect(count).map(digest).eraseToAnyPublisher()
    case .count: upstream.count().eraseToAnyPublisher()
    case .reduce: upstream.reduce(7) { $0 &* 31 &+ $1 }.eraseToAnyPublisher()
    case .tryReduce(let throwing):
      upstream.tryReduce(7) { sum, value in
        try throwing.check(value)
        return sum &* 31 &+ value
      }.stream()
    case .min(let divisor):
      upstream.min { $0 % divisor < $1 % divisor }.eraseToAnyPublisher()
    case .tryMin(let throwing):
      upstream.tryMin { first, second in
        try throwing.check(second)
        return first < second
      }.stream()
    case .max(let divisor):
      upstream.max { $0 % divisor < $1 % divisor }.eraseToAnyPublisher()
    case .tryMax(let throwing):
      upstream.tryMax { first, second in
        try throwing.check(second)
        return first < second
      }.stream()
    case .first: upstream.first().eraseToAnyPublisher()
    case .firstWhere(let question): upstream.first { question($0) }.eraseToAnyPublisher()
    case .tryFirst(let question, let throwing):
      upstream.tryFirst { value in
        try throwing.check(value)
        return question(value)
      }.stream()
    case .last: upstream.last().eraseToAnyPublisher()
    case .lastWhere(let question): upstream.last { question($0) }.eraseToAnyPublisher()
    case .tryLast(let question, let throwing):
      upstream.tryLast { value in
        try throwing.check(value)
        return question(value)
      }.stream()
    case .ignoreOutput: upstream.ignoreOutput().map { (_: Never) -> Int in }.eraseToAnyPublisher()
    case .replaceEmpty: upstream.replaceEmpty(with: -6).eraseToAnyPublisher()
    case .contains, .containsWhere, .tryContains, .allSatisfy, .tryAllSatisfy:
      answer(fold, upstream)
    }
  }

  /// Folds whose answer is yes or no.
  private func answer(_ fold: FoldOperator, _ upstream: Stream) -> Stream {
    switch fold {
    case .contains(let value): upstream.contains(value).map { $0 ? 1 : 0 }.eraseToAnyPublisher()
    case .containsWhere(let question):
      upstream.contains { question($0) }.map { $0 ? 1 : 0 }.eraseToAnyPublisher()
    case .tryContains(let question, let throwing):
      upstream.tryContains { value in
        try throwing.check(value)
        return question(value)
      }.map { $0 ? 1 : 0 }.stream()
    case .allSatisfy(let question):
      upstream.allSatisfy { question($0) }.map { $0 ? 1 : 0 }.eraseToAnyPublisher()
    case .tryAllSatisfy(let question, let throwing):
      upstream.tryAllSatisfy { value in
        try throwing.check(value)
        return question(value)
      }.map { $0 ? 1 : 0 }.stream()
    default: preconditionFailure("\(fold) has another answer than yes or no.")
    }
  }
}
