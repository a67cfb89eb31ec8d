import Reactive

extension Publisher where Output: Sendable {
  /// The end of a publisher of one value, waited for without blocking a thread.
  package func outcome() async -> Result<Output, Failure>? {
    let (outcomes, report) = AsyncStream<Result<Output, Failure>>.makeStream()
    let cancellable = sink { completion in
      if case .failure(let error) = completion { report.yield(.failure(error)) }
      report.finish()
    } receiveValue: {
      report.yield(.success($0))
    }
    defer { cancellable.cancel() }
    for await outcome in outcomes { return outcome }
    return nil
  }
}
