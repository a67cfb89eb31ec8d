import Reactive

/// What operators need besides the values: time, other streams, and somebody to hear of failures.
///
/// Keeps the scheduler's type out of the operators, so that these can be specialised for a type of
/// value alone.
struct StreamEnvironment<Value: StreamElement> {
  typealias Stream = AnyPublisher<Value, Never>

  let delay: (Stream, Double) -> Stream
  let debounce: (Stream, Double) -> Stream
  let throttle: (Stream, Double, _ latest: Bool) -> Stream
  /// The stream with an id, if there is one.
  var stream: (String) -> Stream?
  var report: (StreamFailure) -> Void

  init<Context: Scheduler>(
    _ scheduler: Context, stream: @escaping (String) -> Stream?,
    report: @escaping (StreamFailure) -> Void
  ) {
    func length(_ seconds: Double) -> Context.SchedulerTimeType.Stride {
      let range = Operator.secondsRange
      return .seconds(seconds.isNaN ? 0 : min(max(seconds, range.lowerBound), range.upperBound))
    }
    delay = { $0.delay(for: length($1), scheduler: scheduler).eraseToAnyPublisher() }
    debounce = { $0.debounce(for: length($1), scheduler: scheduler).eraseToAnyPublisher() }
    throttle = {
      $0.throttle(for: length($1), scheduler: scheduler, latest: $2).eraseToAnyPublisher()
    }
    self.stream = stream
    self.report = report
  }

  /// The same, for the operators of a document, whose failures are reported with its name.
  func named(_ title: String) -> Self {
    var named = self
    named.report = { [report] failure in
      var failure = failure
      failure.stream = failure.stream ?? title
      report(failure)
    }
    return named
  }

  /// What a computation gives; nil if it fails, which is reported.
  func attempt<Result>(
    _ step: @autoclosure () -> String,
    _ body: () throws(StreamExpressionError) -> Result
  ) -> Result? {
    do throws(StreamExpressionError) { return try body() } catch {
      report(StreamFailure(step: step(), reason: error.description))
      return nil
    }
  }

  /// A value of the stream's own type; nil if it is of another kind, which is reported.
  func convert(_ value: StreamValue, _ step: @autoclosure () -> String) -> Value? {
    if let converted = Value(value) { return converted }
    report(StreamFailure(step: step(), reason: misfit(value)!))
    return nil
  }

  /// Why the stream cannot hold a value; nil if it can.
  func misfit(_ value: StreamValue) -> String? {
    Value(value) == nil ? "the result is \(value.kind), and the stream is of \(Value.self)" : nil
  }
}
