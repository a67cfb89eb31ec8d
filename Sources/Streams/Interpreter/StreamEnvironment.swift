import Expressions
import Reactive

/// The environment of operators: time, other streams, and a receiver of failures.
///
/// It keeps the scheduler's type out of the operators, so that these can be specialised for a type
/// of value alone.
struct StreamEnvironment<Value: StreamElement> {
  typealias Stream = AnyPublisher<Value, Never>

  let delay: (Stream, Double) -> Stream
  let throttle: (Stream, Double, _ latest: Bool) -> Stream
  /// Makes the clock of a stream that begins now.
  let clock: () -> StreamClock
  /// Returns the stream with an id, if there is one.
  var stream: (String) -> Stream?
  /// Returns the values of a bound input, by its id.
  var input: (String) -> Stream? = { _ in nil }
  /// True if nothing but a source outside decides when a stream sends its values, by its id.
  var isHot: (String) -> Bool = { _ in false }
  /// The same of the stream that a chain's operators are applied to.
  var isUpstreamHot = false
  /// True if an input is bound to a source, by its id.
  var isBound: (String) -> Bool = { _ in false }
  var report: (StreamFailure) -> Void
  /// The count of the work and the bytes; nil if nothing is limited.
  var meter: StreamMeter?
  /// Returns the footprint of another stream, by its id.
  var footprint: (String) -> StreamFootprint = { _ in StreamFootprint() }

  init<Context: Scheduler>(
    _ scheduler: Context, stream: @escaping (String) -> Stream?,
    report: @escaping (StreamFailure) -> Void
  ) {
    func length(_ seconds: Double) -> Context.SchedulerTimeType.Stride {
      let range = Operator.secondsRange
      return .seconds(seconds.isNaN ? 0 : min(max(seconds, range.lowerBound), range.upperBound))
    }
    delay = { $0.delay(for: length($1), scheduler: scheduler).eraseToAnyPublisher() }
    throttle = { upstream, seconds, latest in
      StreamTimers.cancelledAtEnd(on: scheduler) { timers in
        upstream.throttle(for: length(seconds), scheduler: timers, latest: latest)
      }
    }
    clock = { StreamClock(scheduler) }
    self.stream = stream
    self.report = report
  }

  /// Returns the same for the operators of a document, whose failures are reported with its name.
  func named(_ title: String) -> Self {
    var named = self
    named.report = { [report] failure in
      var failure = failure
      failure.stream = failure.stream ?? title
      report(failure)
    }
    return named
  }

  /// Returns the result of a computation; nil if it fails, which is reported.
  func attempt<Result>(
    _ step: @autoclosure () -> String,
    _ body: () throws(StreamExpressionError) -> Result
  ) -> Result? {
    do throws(StreamExpressionError) { return try body() } catch {
      report(StreamFailure(step: step(), reason: error.description))
      return nil
    }
  }

  /// Returns a value of the stream's own type; nil if it is of another kind, which is reported.
  func convert(_ value: StreamValue, _ step: @autoclosure () -> String) -> Value? {
    if let converted = Value(value) { return converted }
    report(StreamFailure(step: step(), reason: misfit(value)!))
    return nil
  }

  /// Returns a list of values as one of the stream's own type; nil if that is another or the list
  /// too long, which is reported.
  func list(_ values: [Value], _ step: @autoclosure () -> String) -> Value? {
    let list = StreamValue.list(values.map(\.streamValue))
    // Short lists of numbers need not be measured.
    return meter != nil || values.count > 1_000 ? bounded(list, step()) : convert(list, step())
  }

  /// Returns a list or an object as a value of the stream's own type; nil if that is another or it
  /// is too large, which is reported.
  func bounded(_ value: StreamValue, _ step: @autoclosure () -> String) -> Value? {
    guard value.size <= StreamValue.listLimit else {
      let noun = if case .list = value { "list" } else { "object" }
      let reason = "the \(noun) would have more than \(StreamValue.listLimit) bytes"
      report(StreamFailure(step: step(), reason: reason))
      return nil
    }
    return convert(value, step())
  }

  /// Returns the reason why the stream cannot hold a value; nil if it can.
  func misfit(_ value: StreamValue) -> String? {
    Value(value) == nil ? "the result is \(value.kind), and the stream is of \(Value.self)" : nil
  }
}

extension StreamEnvironment {
  /// Returns the values of a stream, the latest of which the next operator keeps.
  func keepingLatest(_ upstream: Stream) -> Stream {
    guard let meter else { return upstream }
    return Deferred { () -> AnyPublisher<Value, Never> in
      let stock = StreamStock(meter)
      var kept = 0
      return upstream.compactMap { value in
        let size = value.streamValue.size
        if size == 0, kept == 0 { return value }
        kept = size
        return stock.replace(by: size) ? value : nil
      }.eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }

  /// Returns the output of an operator of streams all of whose values it keeps until they are sent.
  ///
  /// - Parameters:
  ///   - overhead: The bytes that a value takes there beyond its own.
  ///   - values: The values that an output was made of.
  func keepingAll<Output>(
    _ upstreams: [Stream], overhead: Int = StreamValue.queuedSize,
    through body: @escaping ([Stream]) -> AnyPublisher<Output, Never>,
    releasing values: @escaping (Output) -> [Value]
  ) -> AnyPublisher<Output, Never> {
    guard let meter else { return body(upstreams) }
    return Deferred { () -> AnyPublisher<Output, Never> in
      let stock = StreamStock(meter)
      let kept = upstreams.map { upstream in
        var load = StreamLoad(overhead)
        return upstream.compactMap { value in
          !meter.hasEnded && load.take(value.streamValue, stock.add) ? value : nil
        }.eraseToAnyPublisher()
      }
      var load = StreamLoad(overhead)
      return body(kept).map { output in
        for value in values(output) {
          _ = load.take(value.streamValue) { bytes in
            stock.remove(bytes)
            return true
          }
        }
        return output
      }.eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }
}

/// Counts the bytes of values on their way into a stock or out of it: those of numbers many at
/// once, because counting takes longer than most operators.
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
