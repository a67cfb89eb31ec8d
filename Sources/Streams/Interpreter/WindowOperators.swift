import Expressions
import Reactive

extension StreamEnvironment {
  /// Sends statistics of each window of a number of values.
  func window(
    _ upstream: StreamValues, _ count: Int, _ kind: WindowTotal.Kind
  ) -> StreamValues {
    Deferred { () -> StreamValues in
      let (step, clock) = (step, clock())
      var (total, start) = (WindowTotal(kind, meter), 0)
      // The end of the stream is nil.
      return keepingLatest(upstream).map(Optional.some).append(nil).compactMap {
        value -> StreamValue? in
        do throws(ExpressionFault) {
          if !total.isOpen { start = clock.elapsed() }
          if let value { try total.add(value) }
          guard total.count >= count || value == nil, total.isOpen else { return nil }
          return total.close(from: .decimal(Double(start) / 1e9)).flatMap { step.convert($0) }
        } catch {
          step.fail(error.reason)
          return nil
        }
      }.eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }
}

/// The result of the values in a window or an interval, at most one of which is kept.
struct WindowTotal {
  /// The choice of the result.
  enum Kind {
    case function(StreamWindow.Function)
    /// An object with the window's beginning and several statistics.
    case object([StreamWindow.Function])
    /// The latest value.
    case latest
    /// The number of values per second; 0 for the first empty interval.
    case rate(seconds: Double)

    static func figures(_ figures: StreamWindow.Figures) -> Self {
      switch figures {
      case .one(let function): .function(function)
      case .several(let functions): .object(functions)
      }
    }
  }

  private let kind: Kind
  private(set) var count = 0
  private var result: StreamValue?
  private var hasMoved = false
  /// The statistics of an object.
  private var parts: [WindowTotal] = []
  private let stock: StreamStock
  /// Whether the end of the interval matters: values have arrived, or another result must be sent.
  var isOpen: Bool { count > 0 || hasMoved }

  init(_ kind: Kind, _ meter: StreamMeter?) {
    (self.kind, stock) = (kind, StreamStock(meter))
    if case .object(let functions) = kind {
      parts = functions.map { WindowTotal(.function($0), meter) }
    }
  }

  /// Adds a value; throws the reason if it cannot be used.
  mutating func add(_ value: StreamValue) throws(ExpressionFault) {
    switch kind {
    case .latest: result = value
    case .rate, .function(.count): break
    case .object:
      // Either all parts take the value, or none.
      var next = parts
      for index in next.indices { try next[index].add(value) }
      parts = next
    case .function(let name) where name == .sum || name == .mean:
      guard value.asDouble != nil else {
        throw ExpressionFault("\(name) takes numbers, not \(value.kind): \(value.shown)")
      }
      result = try result?.result(.add, value) ?? value
    case .function(let function):
      // The first value must be comparable, too.
      let before = result ?? value
      let isBetter = try function == .min ? value.isLess(than: before) : before.isLess(than: value)
      if isBetter || result == nil {
        if !stock.replace(by: value.size) { return }
        result = value
      }
    }
    count += 1
  }

  /// Returns the result at the end, and begins the next window.
  ///
  /// - Parameter start: The beginning of the window.
  mutating func close(from start: @autoclosure () -> StreamValue = .null) -> StreamValue? {
    let (sent, number) = (result, count)
    (result, count) = (nil, 0)
    switch kind {
    case .latest, .function(.sum), .function(.min), .function(.max): return sent
    case .function(.count): return .integer(number)
    case .object(let functions):
      var members = [StreamObject.Member(key: "from", value: start())]
      for (index, function) in functions.enumerated() {
        let figure = parts[index].close() ?? .null
        members.append(StreamObject.Member(key: function.rawValue, value: figure))
      }
      return .object(StreamObject(distinct: members))
    case .function(.mean): return .decimal((sent?.asDouble ?? 0) / Double(number))
    case .rate(let seconds):
      hasMoved = number > 0
      return .decimal(Double(number) / seconds)
    }
  }
}
