import PipelineCases

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

extension Run {
  func build(_ combination: Combination, _ inputs: [Pipeline], _ current: Int) -> Stream {
    let upstream = build(inputs[0], current: current)
    func other(_ place: Int) -> Stream { build(inputs[place], current: current) }
    switch combination {
    case .zip(2): return upstream.zip(other(1)) { digest([$0, $1]) }.eraseToAnyPublisher()
    case .zip(3):
      return upstream.zip(other(1), other(2)) { digest([$0, $1, $2]) }.eraseToAnyPublisher()
    case .zip:
      return upstream.zip(other(1), other(2), other(3)) { digest([$0, $1, $2, $3]) }
        .eraseToAnyPublisher()
    case .append: return upstream.append(other(1)).eraseToAnyPublisher()
    case .prepend: return upstream.prepend(other(1)).eraseToAnyPublisher()
    case .appendValues(let values): return upstream.append(values).eraseToAnyPublisher()
    case .prependValues(let values): return upstream.prepend(values).eraseToAnyPublisher()
    case .flatMap(_, let maximum):
      return upstream.flatMap(maxPublishers: demand(maximum), child(of: inputs))
        .eraseToAnyPublisher()
    case .switchToLatest:
      return upstream.map(child(of: inputs)).switchToLatest().eraseToAnyPublisher()
    }
  }

  /// Builds the child that a value chooses.
  private func child(of inputs: [Pipeline]) -> (Int) -> Stream {
    { value in
      if self.recorder.isFull { return Empty().eraseToAnyPublisher() }
      let place = 1 + Question.remainder(value, inputs.count - 1)
      return self.build(inputs[place], current: value)
    }
  }
}
