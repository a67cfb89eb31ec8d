import Expressions
import Reactive

extension StreamEnvironment {
  /// Sends streams one after another.
  ///
  /// A stream of values from outside does not wait for its turn: values that it sends earlier are
  /// kept and counted.
  func appending(_ streams: [(stream: StreamValues, isHot: Bool)]) -> StreamValues {
    func joined(_ streams: [StreamValues]) -> StreamValues {
      streams.dropFirst().reduce(streams[0]) { $0.append($1).eraseToAnyPublisher() }
    }
    guard streams.dropFirst().contains(where: \.isHot) else { return joined(streams.map(\.stream)) }
    return Deferred { () -> StreamValues in
      joined(
        streams.enumerated().map { index, part in
          index > 0 && part.isHot ? HeldStream(part.stream, meter).publisher : part.stream
        })
    }.eraseToAnyPublisher()
  }
}

/// A running stream whose values are kept until a subscriber takes them.
private final class HeldStream {
  private var kept: [StreamValue] = []
  private let stock: StreamStock
  private let later = PassthroughSubject<StreamValue, Never>()
  private var isTaken = false
  private var subscription: AnyCancellable?

  init(_ stream: StreamValues, _ meter: StreamMeter?) {
    stock = StreamStock(meter)
    subscription = stream.sink { [unowned self] _ in
      later.send(completion: .finished)
    } receiveValue: { [unowned self] value in
      if isTaken { return later.send(value) }
      if !stock.add(StreamValue.queuedSize + value.size) { return }
      kept.append(value)
    }
  }

  /// The kept values and then all others, for one subscription.
  var publisher: StreamValues {
    Deferred { () -> StreamValues in
      self.isTaken = true
      let first = self.kept
      self.kept = []
      _ = self.stock.replace(by: 0)
      return first.publisher.append(self.later)
        .map { value in withExtendedLifetime(self) { value } }.eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }
}
