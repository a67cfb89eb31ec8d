import PipelineCases

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

extension Run {
  func build(_ recovery: Recovery, _ inputs: [Stream]) -> Stream {
    let upstream = inputs[0]
    return switch recovery {
    case .catch: upstream.catch { _ in inputs[1] }.eraseToAnyPublisher()
    case .tryCatch(let fails):
      upstream.tryCatch { fault in
        if fails { throw Fault(code: fault.code + 500) }
        return inputs[1]
      }.stream()
    case .retry(let count): upstream.retry(count).eraseToAnyPublisher()
    case .replaceError:
      upstream.replaceError(with: -7).setFailureType(to: Fault.self).eraseToAnyPublisher()
    case .mapError: upstream.mapError { Fault(code: $0.code + 200) }.eraseToAnyPublisher()
    }
  }
}
