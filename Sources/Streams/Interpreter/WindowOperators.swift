import Expressions
import Reactive

extension StreamEnvironment {
  /// Sends a total of each window of a number of values.
  func window(
    _ upstream: StreamValues, _ count: Int, _ function: StreamWindow.Function
  ) -> StreamValues {
    Deferred { () -> StreamValues in
      let step = step
      var total = WindowTotal(.function(function), meter)
      // The end of the stream is nil.
      return keepingLatest(upstream).map(Optional.some).append(nil).compactMap {
        value -> StreamValue? in
        do throws(ExpressionFault) {
          if let value { try total.add(value) }
          guard total.count >= count || value == nil, total.isOpen else { return nil }
          return total.close().flatMap { step.convert($0) }
        } catch {
          step.fail(error.reason)
          return nil
        }
      }.eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }
}

/// The values that are sent of those of a window or an interval, of which no more than one is kept.
struct WindowTotal {
  /// The choice of what is sent.
  enum Kind {
    case function(StreamWindow.Function)
    /// The latest value.
    case latest
    /// The number of values per second of some seconds; that of the first empty interval is 0.
    case rate(seconds: Double)
  }

  private let kind: Kind
  private(set) var count = 0
  private var result: StreamValue?
  private var hasMoved = false
  private let stock: StreamStock
  /// Whether the end of the interval matters: values have come, or something else is to be sent.
  var isOpen: Bool { count > 0 || hasMoved }

  init(_ kind: Kind, _ meter: StreamMeter?) { (self.kind, stock) = (kind, StreamStock(meter)) }

  /// Adds a value; throws the reason if it is of no use.
  mutating func add(_ value: StreamValue) throws(ExpressionFault) {
    switch kind {
    case .latest: result = value
    case .rate, .function(.count): break
    case .function(let name) where name == .sum || name == .mean:
      guard value.asDouble != nil else {
        throw ExpressionFault("\(name) takes numbers, not \(value.kind): \(value.shown)")
      }
      result = try result?.result(.add, value) ?? value
    case .function(let function):
      // The first value has to be one that can be compared, too.
      let before = result ?? value
      let isBetter = try function == .min ? value.isLess(than: before) : before.isLess(than: value)
      if isBetter || result == nil {
        if !stock.replace(by: value.size) { return }
        result = value
      }
    }
    count += 1
  }

  /// Returns what is sent at the end, and begins the next window.
  mutating func close() -> StreamValue? {
    let (sent, number) = (result, count)
    (result, count) = (nil, 0)
    switch kind {
    case .latest, .function(.sum), .function(.min), .function(.max): return sent
    case .function(.count): return .integer(number)
    case .function(.mean): return .decimal((sent?.asDouble ?? 0) / Double(number))
    case .rate(let seconds):
      hasMoved = number > 0
      return .decimal(Double(number) / seconds)
    }
  }
}
