import PipelineCases

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

extension Run {
  func build(_ plumbing: Plumbing, _ upstream: Stream) -> Stream {
    switch plumbing {
    case .buffer(let size, let keepsFull, let whenFull):
      return upstream.buffer(
        size: size, prefetch: keepsFull ? .keepFull : .byRequest, whenFull: strategy(whenFull)
      ).eraseToAnyPublisher()
    case .share:
      return SharedStream(upstream, .share, recorder).stream
    case .multicast:
      return upstream.multicast { OrderedSubject() }.autoconnect().eraseToAnyPublisher()
    case .makeConnectable:
      return upstream.replaceError(with: -8).makeConnectable().autoconnect()
        .setFailureType(to: Fault.self).eraseToAnyPublisher()
    case .handleEvents:
      let recorder = recorder
      return upstream.handleEvents(
        receiveSubscription: { _ in recorder.record(.hooked("subscription")) },
        receiveOutput: { value in recorder.record(.hooked("output \(value)")) },
        receiveCompletion: { completion in recorder.record(completion, at: .hook) },
        receiveCancel: { recorder.record(.hooked("cancel")) },
        receiveRequest: { demand in recorder.record(.requested(.hook, demand.max)) }
      ).eraseToAnyPublisher()
    case .print:
      return upstream.print("p", to: PrintedLines(recorder: recorder)).eraseToAnyPublisher()
    case .breakpoint:
      return upstream.breakpoint(
        receiveSubscription: { _ in false }, receiveOutput: { _ in false },
        receiveCompletion: { _ in false }
      ).eraseToAnyPublisher()
    }
  }

  private func strategy(_ whenFull: Plumbing.Overflow)
    -> Publishers.BufferingStrategy<Fault>
  {
    switch whenFull {
    case .dropNewest: .dropNewest
    case .dropOldest: .dropOldest
    case .fails: .customError { Fault(code: 5) }
    }
  }
}

/// Writes down what `print` writes; nothing of a write of nothing, with which Swift's begins.
private struct PrintedLines: TextOutputStream {
  let recorder: Recorder
  mutating func write(_ text: String) { if !text.isEmpty { recorder.record(.hooked(text)) } }
}
