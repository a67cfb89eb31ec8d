import Expressions
import Platform
import Reactive

/// The values of a stream.
typealias StreamValues = AnyPublisher<StreamValue, Never>

/// The environment of operators: time, other streams, and a handler of failures.
///
/// It keeps the types of the scheduler and of the stream's values out of the operators.
struct StreamEnvironment {
  let delay: (StreamValues, Double) -> StreamValues
  let throttle: (StreamValues, Double, _ latest: Bool) -> StreamValues
  /// Makes the clock of a stream that begins now.
  let clock: () -> StreamClock
  /// Returns the nanoseconds since 1970, by a scheduler's clock that began when this was made,
  /// unless the caller replaces it.
  var now: () -> Int
  /// Returns the stream with an id, if there is one.
  var stream: (String) -> StreamValues? = { _ in nil }
  /// Returns the values of a bound input, by its id.
  var input: (String) -> StreamValues? = { _ in nil }
  /// True if only an outside source decides when a stream sends its values, by its id.
  var isHot: (String) -> Bool = { _ in false }
  /// The same for the stream to which a chain's operators are applied.
  var isUpstreamHot = false
  /// True if an input is bound to a source, by its id.
  var isBound: (String) -> Bool = { _ in false }
  var report: (StreamFailure) -> Void
  /// The operator that is applied.
  private(set) var step: StreamStep
  /// Counts work and bytes; nil if nothing is limited.
  var meter: StreamMeter?
  /// Returns the extent of another stream, by its id.
  var extent: (String) -> StreamExtent = { _ in StreamExtent() }
  /// The type of the stream's values; nil for any.
  var type: StreamType?

  init<Context: Scheduler>(_ scheduler: Context, report: @escaping (StreamFailure) -> Void) {
    func length(_ seconds: Double) -> Context.SchedulerTimeType.Stride {
      let range = Operator.secondsRange
      return .seconds(seconds.isNaN ? 0 : min(max(seconds, range.lowerBound), range.upperBound))
    }
    delay = { $0.delay(for: length($1), scheduler: scheduler).eraseToAnyPublisher() }
    throttle = {
      $0.throttle(for: length($1), scheduler: scheduler, latest: $2).eraseToAnyPublisher()
    }
    clock = { StreamClock(scheduler) }
    let (start, time) = (SystemClock.nanoseconds(), StreamClock(scheduler))
    now = { start + time.elapsed() }
    self.report = report
    step = StreamStep(report: report)
  }

  /// Makes the environment of streams of a type.
  init<Context: Scheduler, Value: StreamElement>(
    _ scheduler: Context, typed streams: @escaping (String) -> AnyPublisher<Value, Never>?,
    report: @escaping (StreamFailure) -> Void
  ) {
    self.init(scheduler, report: report)
    stream = { streams($0)?.streamValues }
    if Value.self != StreamValue.self { type = StreamType(Value.self) }
  }

  /// Returns this environment for a document's operators, whose failures are reported with its
  /// name.
  func named(_ title: String) -> Self {
    var named = self
    named.report = { [report] failure in
      var failure = failure
      failure.stream = failure.stream ?? title
      report(failure)
    }
    return named
  }

  /// Returns this environment for an operator, whose name is used in failures.
  func at(_ name: @escaping () -> String) -> Self {
    var stepping = self
    stepping.step = StreamStep(named: name, type: type, isMetered: meter != nil, report: report)
    return stepping
  }
}

extension StreamEnvironment {
  /// Makes the computation of an expression for one subscription; nil if it does not suit its use,
  /// which is reported.
  func evaluation(
    of expression: StreamExpression, for use: StreamExpression.Use
  ) -> ExpressionEvaluation? {
    step.attempt { () throws(StreamExpressionError) in
      try ExpressionEvaluation(expression, for: use, counting: meter?.spend, now: now)
    }
  }
}

/// The type of a stream's values.
struct StreamType {
  /// Converts a value to the type; nil if it is of another kind.
  let convert: (StreamValue) -> StreamValue?
  private let name: String
  let isInteger: Bool

  init<Value: StreamElement>(_ type: Value.Type) {
    (name, isInteger) = ("\(type)", type == Int.self)
    convert = { Value($0)?.streamValue }
  }

  /// Returns true if the stream can contain a value.
  func admits(_ value: StreamValue) -> Bool {
    isInteger ? value.integer != nil : convert(value) != nil
  }

  /// Returns the reason why the stream cannot contain a value.
  func misfit(_ value: StreamValue) -> String {
    "the result is \(value.kind), and the stream is of \(name)"
  }
}

extension AnyPublisher where Failure == Never, Output: StreamElement {
  /// The values as operators take them.
  var streamValues: StreamValues { map(\.streamValue).eraseToAnyPublisher() }
}

extension StreamValues {
  /// The values of a stream whose environment has a type.
  func typed<Value: StreamElement>() -> AnyPublisher<Value, Never> {
    compactMap { Value($0) }.eraseToAnyPublisher()
  }
}

extension StreamEnvironment {
  /// Returns a stream's values, the latest of which the next operator keeps.
  func keepingLatest(_ upstream: StreamValues) -> StreamValues {
    guard let meter else { return upstream }
    return Deferred { () -> StreamValues in
      let stock = StreamStock(meter)
      var kept = 0
      return upstream.compactMap { value in
        let size = value.size
        if size == 0, kept == 0 { return value }
        kept = size
        return stock.replace(by: size) ? value : nil
      }.eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }

  /// Returns the output of an operator that keeps all values of its streams until they are sent.
  ///
  /// - Parameters:
  ///   - overhead: The bytes for a value beyond its own.
  ///   - values: The values from which an output was made.
  func keepingAll<Output>(
    _ upstreams: [StreamValues], overhead: Int = StreamValue.queuedSize,
    through body: @escaping ([StreamValues]) -> AnyPublisher<Output, Never>,
    releasing values: @escaping (Output) -> [StreamValue]
  ) -> AnyPublisher<Output, Never> {
    guard let meter else { return body(upstreams) }
    return Deferred { () -> AnyPublisher<Output, Never> in
      let stock = StreamStock(meter)
      let kept = upstreams.map { upstream in
        var load = StreamLoad(overhead)
        return upstream.compactMap { value in
          !meter.hasEnded && load.take(value, stock.add) ? value : nil
        }.eraseToAnyPublisher()
      }
      var load = StreamLoad(overhead)
      return body(kept).map { output in
        for value in values(output) {
          _ = load.take(value) { bytes in
            stock.remove(bytes)
            return true
          }
        }
        return output
      }.eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }
}

/// Counts the bytes of values that enter or leave a stock. Numbers are counted many at once,
/// because counting takes longer than most operators.
private struct StreamLoad {
  private let overhead: Int
  private var waiting = 0

  /// The number of bytes that are counted at once.
  private static let portion = 1 << 10

  init(_ overhead: Int) { self.overhead = overhead }

  mutating func take(_ value: StreamValue, _ count: (Int) -> Bool) -> Bool {
    waiting += overhead + value.size
    guard waiting >= StreamLoad.portion else { return true }
    defer { waiting = 0 }
    return count(waiting)
  }
}
