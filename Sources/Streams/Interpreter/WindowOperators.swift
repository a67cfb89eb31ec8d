import Expressions
import Reactive

/// Operators that send something of the values of a window or an interval.
extension Operator {
  func window<Value>(
    _ upstream: AnyPublisher<Value, Never>, _ seconds: Double, _ function: StreamWindow.Function,
    _ environment: StreamEnvironment<Value>
  ) -> AnyPublisher<Value, Never> {
    environment.intervals(of: environment.keepingLatest(upstream), seconds, description) {
      WindowFigure<Value>(function, environment.meter)
    }
  }

  func window<Value>(
    _ upstream: AnyPublisher<Value, Never>, _ count: Int, _ function: StreamWindow.Function,
    _ environment: StreamEnvironment<Value>
  ) -> AnyPublisher<Value, Never> {
    let step = description
    return Deferred { () -> AnyPublisher<Value, Never> in
      var figure = WindowFigure<Value>(function, environment.meter)
      // The end of the stream is nil.
      return environment.keepingLatest(upstream).map(Optional.some).append(nil).compactMap {
        value -> Value? in
        do throws(ExpressionFault) {
          if let value { try figure.add(value) }
          guard figure.count >= count || value == nil, figure.isOpen else { return nil }
          return figure.close().flatMap { environment.convert($0, step) }
        } catch {
          environment.report(StreamFailure(step: step, reason: error.reason))
          return nil
        }
      }.eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }

  func sample<Value>(
    _ upstream: AnyPublisher<Value, Never>, _ seconds: Double,
    _ environment: StreamEnvironment<Value>
  ) -> AnyPublisher<Value, Never> {
    environment.intervals(of: environment.keepingLatest(upstream), seconds, description) {
      LatestOfInterval<Value>()
    }
  }

  func rate<Value>(
    _ upstream: AnyPublisher<Value, Never>, _ seconds: Double,
    _ environment: StreamEnvironment<Value>
  ) -> AnyPublisher<Value, Never> {
    environment.intervals(of: upstream, seconds, description) {
      RateOfInterval<Value>(seconds: max(seconds, 1e-9))
    }
  }
}

/// The latest value of an interval.
private struct LatestOfInterval<Value: StreamElement>: StreamInterval {
  private var latest: Value?
  var isOpen: Bool { latest != nil }

  mutating func add(_ value: Value) { latest = value }

  mutating func close() -> StreamValue? {
    defer { latest = nil }
    return latest?.streamValue
  }
}

/// The number of values per second of an interval; that of the first empty one is 0.
private struct RateOfInterval<Value>: StreamInterval {
  let seconds: Double
  private var count = 0
  private var hasMoved = false
  var isOpen: Bool { count > 0 || hasMoved }

  init(seconds: Double) { self.seconds = seconds }

  mutating func add(_ value: Value) { count += 1 }

  mutating func close() -> StreamValue? {
    defer { (hasMoved, count) = (count > 0, 0) }
    return .decimal(Double(count) / seconds)
  }
}

/// A figure of the values of a window, of which no more than one is kept.
private struct WindowFigure<Value: StreamElement>: StreamInterval {
  let function: StreamWindow.Function
  private(set) var count = 0
  private var result: StreamValue?
  private let stock: StreamStock?
  var isOpen: Bool { count > 0 }

  init(_ function: StreamWindow.Function, _ meter: StreamMeter?) {
    self.function = function
    stock = meter.map(StreamStock.init)
  }

  mutating func add(_ value: Value) throws(ExpressionFault) {
    let value = value.streamValue
    switch function {
    case .count: break
    case .sum, .mean:
      switch value {
      case .integer, .decimal, .exact: result = try result?.adding(value) ?? value
      case .text, .truth, .null, .list, .object:
        throw ExpressionFault("\(function) takes numbers, not \(value.kind): \(value.shown)")
      }
    case .min, .max:
      // The first value has to be one that can be compared, too.
      let before = result ?? value
      let isBetter = try function == .min ? value.isLess(than: before) : before.isLess(than: value)
      if isBetter || result == nil {
        if let stock, !stock.replace(by: value.size) { return }
        result = value
      }
    }
    count += 1
  }

  mutating func close() -> StreamValue? {
    let (sent, number) = (result, count)
    (result, count) = (nil, 0)
    switch function {
    case .count: return .integer(number)
    case .sum, .min, .max: return sent
    case .mean: return .decimal((sent?.asDouble ?? 0) / Double(number))
    }
  }
}
