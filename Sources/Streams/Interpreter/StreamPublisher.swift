import Dispatch
import Expressions
import Reactive

extension StreamItem where Value: StreamElement {
  /// Makes a publisher of the value with its operators applied, first to last.
  ///
  ///     StreamItem(value: 2, operators: [.map(expression: "%d + 1"), .map(expression: "%d * 10")])
  ///       .toPublisher()  // 30
  ///
  /// The parameters are those of ``Operator/applyPublisher(_:on:report:streams:)``.
  public func toPublisher<Context: Scheduler>(
    on scheduler: Context = DispatchQueue.main,
    report: @escaping (StreamFailure) -> Void = { _ in },
    streams: @escaping (String) -> AnyPublisher<Value, Never>? = { _ in nil }
  ) -> AnyPublisher<Value, Never> {
    let environment = StreamEnvironment(scheduler, typed: streams, report: report)
    return untyped.publisher(environment).typed()
  }

  fileprivate var untyped: StreamItem<StreamValue> {
    StreamItem<StreamValue>(value: value.streamValue, operators: operators)
  }
}

extension StreamItem<StreamValue> {
  fileprivate func publisher(_ environment: StreamEnvironment) -> StreamValues {
    operators.publisher(of: Just(value).eraseToAnyPublisher(), environment)
  }
}

extension StreamModel where Value: StreamElement {
  /// Makes a publisher of the items, one after another.
  ///
  ///     let items = (1...4).map { StreamItem(value: $0, operators: [.delay(seconds: 1)]) }
  ///     StreamModel(id: "a", items: items).toPublisher()  // 1 after a second, 2 after two …
  ///
  /// Each item starts when the previous one has ended, and delays add up. A stream without items
  /// finishes at once. The parameters are those of
  /// ``Operator/applyPublisher(_:on:report:streams:)``.
  public func toPublisher<Context: Scheduler>(
    on scheduler: Context = DispatchQueue.main,
    report: @escaping (StreamFailure) -> Void = { _ in },
    streams: @escaping (String) -> AnyPublisher<Value, Never>? = { _ in nil }
  ) -> AnyPublisher<Value, Never> {
    let environment = StreamEnvironment(scheduler, typed: streams, report: report)
    return StreamModel<StreamValue>(id: id, items: items.map(\.untyped))
      .publisher(environment.named(name ?? id)).typed()
  }
}

extension StreamModel<StreamValue> {
  func publisher(_ environment: StreamEnvironment) -> StreamValues {
    var whole: StreamValues?
    var plain: [StreamValue] = []
    func append(_ next: StreamValues) {
      whole = whole.map { $0.append(next).eraseToAnyPublisher() } ?? next
    }
    func appendPlain() {
      // Consecutive values without operators share one publisher.
      if !plain.isEmpty {
        let values = plain.publisher.eraseToAnyPublisher()
        append(environment.counting(plain.count) { values })
      }
      plain = []
    }
    for item in items {
      if item.operators.isEmpty {
        plain.append(item.value)
        if plain.count == environment.portion { appendPlain() }
      } else {
        appendPlain()
        append(environment.counting(1) { item.publisher(environment) })
      }
    }
    appendPlain()
    return whole ?? Empty().eraseToAnyPublisher()
  }
}

extension StreamEnvironment {
  /// The number of values that are sent by one publisher.
  fileprivate var portion: Int { meter?.portion ?? .max }

  /// Returns a stream that begins only if a number of values may still be sent.
  fileprivate func counting(_ values: Int, _ stream: @escaping () -> StreamValues) -> StreamValues {
    guard let meter else { return stream() }
    return Deferred { () -> StreamValues in
      meter.count(values: values) ? stream() : Empty().eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }
}
