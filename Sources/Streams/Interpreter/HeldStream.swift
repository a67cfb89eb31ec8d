import Expressions
import Reactive

extension StreamEnvironment {
  /// Sends streams one after another.
  ///
  /// A stream whose values come from outside does not wait for its turn: what it sends before that
  /// is kept, and counted.
  func appending(_ streams: [(stream: Stream, isHot: Bool)]) -> Stream {
    func joined(_ streams: [Stream]) -> Stream {
      streams.dropFirst().reduce(streams[0]) { $0.append($1).eraseToAnyPublisher() }
    }
    guard streams.dropFirst().contains(where: \.isHot) else { return joined(streams.map(\.stream)) }
    return Deferred { () -> Stream in
      joined(
        streams.enumerated().map { place, part in
          place > 0 && part.isHot ? HeldStream(part.stream, meter).publisher : part.stream
        })
    }.eraseToAnyPublisher()
  }
}

/// A stream that has begun, and whose values are kept until somebody takes them.
private final class HeldStream<Value: StreamElement> {
  private var kept: [Value] = []
  private let stock: StreamStock?
  private let later = PassthroughSubject<Value, Never>()
  private var isTaken = false
  private var subscription: AnyCancellable?

  init(_ stream: AnyPublisher<Value, Never>, _ meter: StreamMeter?) {
    stock = meter.map(StreamStock.init)
    subscription = stream.sink { [unowned self] _ in
      later.send(completion: .finished)
    } receiveValue: { [unowned self] value in
      if isTaken { return later.send(value) }
      if let stock, !stock.add(StreamValue.queuedSize + value.streamValue.size) { return }
      kept.append(value)
    }
  }

  /// The values that were kept, and then all that come, for one subscription.
  var publisher: AnyPublisher<Value, Never> {
    Deferred { () -> AnyPublisher<Value, Never> in
      self.isTaken = true
      let first = self.kept
      self.kept = []
      _ = self.stock?.replace(by: 0)
      return first.publisher.append(self.later)
        .map { value in withExtendedLifetime(self) { value } }.eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }
}
