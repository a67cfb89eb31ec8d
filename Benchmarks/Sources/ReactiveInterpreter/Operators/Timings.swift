import PipelineCases

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

extension Run {
  func build(_ timing: Timing, _ upstream: Stream) -> Stream {
    switch timing {
    case .debounce(let ticks):
      upstream.debounce(for: .nanoseconds(ticks), scheduler: scheduler).eraseToAnyPublisher()
    case .throttle(let ticks, let latest):
      upstream.throttle(for: .nanoseconds(ticks), scheduler: scheduler, latest: latest)
        .eraseToAnyPublisher()
    case .delay(let ticks):
      upstream.delay(for: .nanoseconds(ticks), scheduler: scheduler).eraseToAnyPublisher()
    case .timeout(let ticks, let fails):
      upstream.timeout(
        .nanoseconds(ticks), scheduler: scheduler,
        customError: fails ? { Fault(code: 4) } : nil
      ).eraseToAnyPublisher()
    case .measureInterval:
      upstream.measureInterval(using: scheduler).map(\.ticks).eraseToAnyPublisher()
    case .receiveOn: upstream.receive(on: scheduler).eraseToAnyPublisher()
    case .subscribeOn: upstream.subscribe(on: scheduler).eraseToAnyPublisher()
    case .receiveImmediately:
      upstream.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher()
    }
  }
}
