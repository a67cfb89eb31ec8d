import PipelineCases

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

extension Run {
  func build(_ slice: SliceOperator, _ inputs: [Stream]) -> Stream {
    let upstream = inputs[0]
    return switch slice {
    case .prefix(let count): upstream.prefix(count).eraseToAnyPublisher()
    case .dropFirst(let count): upstream.dropFirst(count).eraseToAnyPublisher()
    case .outputAt(let index): upstream.output(at: index).eraseToAnyPublisher()
    case .outputIn(let range): upstream.output(in: range).eraseToAnyPublisher()
    case .prefixWhile(let question): upstream.prefix { question($0) }.eraseToAnyPublisher()
    case .tryPrefixWhile(let question, let throwing):
      upstream.tryPrefix { value in
        try throwing.check(value)
        return question(value)
      }.stream()
    case .dropWhile(let question): upstream.drop { question($0) }.eraseToAnyPublisher()
    case .tryDropWhile(let question, let throwing):
      upstream.tryDrop { value in
        try throwing.check(value)
        return question(value)
      }.stream()
    case .prefixUntilOutput: upstream.prefix(untilOutputFrom: inputs[1]).eraseToAnyPublisher()
    case .dropUntilOutput: upstream.drop(untilOutputFrom: inputs[1]).eraseToAnyPublisher()
    }
  }
}
