import PipelineCases

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

extension Run {
  /// Builds what a case describes. What a `flatMap` builds for one of its values knows it.
  func build(_ pipeline: Pipeline, current: Int = 0) -> Stream {
    let inputs = pipeline.inputs
    func input(_ place: Int) -> Stream { build(inputs[place], current: current) }
    return switch pipeline.root {
    case .source(let source):
      build(source, current) { self.build(inputs[0], current: current) }
    case .element(let element): build(element, input(0))
    case .fold(let fold): build(fold, input(0))
    case .slice(let slice): build(slice, inputs.indices.map(input))
    case .combination(let combination): build(combination, inputs, current)
    case .recovery(let recovery): build(recovery, inputs.indices.map(input))
    case .timing(let timing): build(timing, input(0))
    case .plumbing(let plumbing): build(plumbing, input(0))
    }
  }

  private func build(
    _ source: Source, _ current: Int, upstream: @escaping () -> Stream
  ) -> Stream {
    switch source {
    case .subject(let number):
      return Probe(
        upstream: subjects[number].stream, number: number,
        isUnordered: scenario.subjects[number] != .ordered, count: counts[number],
        recorder: recorder
      ).eraseToAnyPublisher()
    case .shared(let number): return shared[number].stream
    case .current: return Just(current).setFailureType(to: Fault.self).eraseToAnyPublisher()
    case .just(let value):
      return Just(value).setFailureType(to: Fault.self).eraseToAnyPublisher()
    case .optional(let value):
      #if OPENCOMBINE
        return Optional.OCombine.Publisher(value).setFailureType(to: Fault.self)
          .eraseToAnyPublisher()
      #else
        return value.publisher.setFailureType(to: Fault.self).eraseToAnyPublisher()
      #endif
    case .result(let value):
      let result = value.map { Result.success($0) } ?? .failure(Fault(code: 1))
      #if OPENCOMBINE
        return result.ocombine.publisher.eraseToAnyPublisher()
      #else
        return result.publisher.eraseToAnyPublisher()
      #endif
    case .empty(let completes): return Empty(completeImmediately: completes).eraseToAnyPublisher()
    case .fail: return Fail(error: Fault(code: 2)).eraseToAnyPublisher()
    case .sequence(let values):
      return Publishers.Sequence(sequence: values).eraseToAnyPublisher()
    case .record(let values, let fails):
      return Record(output: values, completion: fails ? .failure(Fault(code: 3)) : .finished)
        .eraseToAnyPublisher()
    case .deferred: return Deferred(createPublisher: upstream).eraseToAnyPublisher()
    }
  }
}
