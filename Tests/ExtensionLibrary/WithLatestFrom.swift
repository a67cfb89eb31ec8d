import Combine

extension Publishers {
  /// A value of one publisher with the latest of another.
  public struct WithLatestFrom<Upstream: Publisher, Other: Publisher, Output>: Publisher
  where Upstream.Failure == Other.Failure {
    public typealias Failure = Upstream.Failure

    let upstream: Upstream
    let other: Other
    let transform: (Upstream.Output, Other.Output) -> Output

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      subscriber.receive(
        subscription: Inner(upstream: upstream, other: other, transform, subscriber))
    }

    private final class Inner<S: Subscriber>: Subscription
    where S.Input == Output, S.Failure == Failure {
      private let transform: (Upstream.Output, Other.Output) -> Output
      private var buffer: DemandBuffer<S>?
      private var latest: Other.Output?
      private var both: Set<AnyCancellable> = []

      init(
        upstream: Upstream, other: Other,
        _ transform: @escaping (Upstream.Output, Other.Output) -> Output, _ subscriber: S
      ) {
        self.transform = transform
        let buffer = DemandBuffer(subscriber)
        self.buffer = buffer
        other.sink(receiveCompletion: { _ in }, receiveValue: { [weak self] in self?.latest = $0 })
          .store(in: &both)
        upstream.sink(
          receiveCompletion: buffer.complete,
          receiveValue: { [weak self] value in
            guard let self, let latest else { return }
            buffer.buffer(self.transform(value, latest))
          }
        ).store(in: &both)
      }

      func request(_ demand: Subscribers.Demand) { buffer?.demand(demand) }

      func cancel() {
        both = []
        buffer = nil
      }
    }
  }
}

extension Publisher {
  /// Each value with the latest of another publisher.
  public func withLatestFrom<Other: Publisher, Result>(
    _ other: Other, resultSelector: @escaping (Output, Other.Output) -> Result
  ) -> Publishers.WithLatestFrom<Self, Other, Result> where Other.Failure == Failure {
    .init(upstream: self, other: other, transform: resultSelector)
  }
}
