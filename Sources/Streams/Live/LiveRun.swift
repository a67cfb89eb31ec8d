import Dispatch
import Expressions
import Reactive

extension StreamLibrary {
  /// Makes a publisher of the values of a document that takes inputs.
  ///
  ///     let prices = PassthroughSubject<StreamValue, Never>()
  ///     let tens = try library.publisher(of: "tens", inputs: ["prices": prices])
  ///       .sink { print($0) }
  ///     prices.send(3)  // 30
  ///
  /// Each subscription subscribes to an input once, when everything downstream is ready, however
  /// many documents use it. Values of another type than the input's are dropped and reported.
  /// Values without demand wait; while a thousand are waiting, nothing more is requested from the
  /// inputs. This slows an input that sends only requested values, and a subject drops the others;
  /// a `sink` requests everything.
  ///
  /// Inputs may send from any thread, but values pass one at a time: a thread that sends while
  /// another delivers leaves its value to that one. If a thousand values are waiting, or one thread
  /// has delivered 64 for others, the thread that sends next waits for its turn to deliver.
  ///
  /// - Parameters:
  ///   - id: The document's id.
  ///   - inputs: The publishers of the inputs, by their ids.
  ///   - scheduler: The scheduler that measures time for delays.
  ///   - budget: The limits for what is kept; a budget of its own by default. An input may send any
  ///     number of values.
  ///   - report: Receives a failure for each dropped value, and for a limit that ended the stream.
  /// - Throws: The reason why the document cannot run: for example an input that is missing from
  ///   `inputs`, or an id in `inputs` that is not an input of the file.
  public func publisher<Context: Scheduler>(
    of id: String, inputs: [String: any Publisher<StreamValue, Never>],
    on scheduler: Context = DispatchQueue.main, budget: StreamBudget? = nil,
    report: @escaping (StreamFailure) -> Void = { _ in }
  ) throws(StreamDocumentError) -> AnyPublisher<StreamValue, Never> {
    let document = try document(id)
    for needed in self.inputs(of: id) where inputs[needed.id] == nil {
      throw unbound(needed, for: document)
    }
    try checkInputs(inputs.keys)
    var versions = StreamVersions()
    let numbers = versions.numbers(of: self)
    return LiveRun.publisher(inputs, scheduler, budget, report) { run in
      run.finishes = true
      // It has been checked.
      try? run.adopt(id, of: self, numbers)
    }
  }

  /// Throws if one of some ids does not belong to an input.
  func checkInputs(_ ids: some Collection<String>) throws(StreamDocumentError) {
    for id in ids.sorted() {
      if case .input? = documents[id] { continue }
      throw StreamDocumentError("there is no input “\(id)”", file: fileName)
    }
  }
}

/// One subscription to a document with inputs: the logic, the subscriptions to the inputs, and the
/// values that are waiting for demand.
final class LiveRun {
  /// True if the stream ends with its logic; false if other logic may follow.
  var finishes = false
  /// An object that is kept as long as the stream runs.
  var companion: AnyCancellable?

  private let outlet = PassthroughSubject<StreamValue, Never>()
  private let waiting = LiveFlow()
  private let publishers: [String: any Publisher<StreamValue, Never>]
  private let report: (StreamFailure) -> Void
  private var stream: LiveStream?
  private var inlets: [String: LiveInlet] = [:]

  private init(
    _ publishers: [String: any Publisher<StreamValue, Never>],
    report: @escaping (StreamFailure) -> Void
  ) { (self.publishers, self.report) = (publishers, report) }

  /// Makes a publisher with a run for each subscription.
  ///
  /// - Parameter begin: Gives the run its logic.
  static func publisher<Context: Scheduler>(
    _ publishers: [String: any Publisher<StreamValue, Never>], _ scheduler: Context,
    _ budget: StreamBudget?, _ report: @escaping (StreamFailure) -> Void,
    begin: @escaping (LiveRun) -> Void
  ) -> AnyPublisher<StreamValue, Never> {
    Deferred { () -> AnyPublisher<StreamValue, Never> in
      let run = LiveRun(publishers, report: report)
      return run.outlet.buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
        .handleEvents(
          receiveSubscription: { _ in
            run.prepare(scheduler, budget ?? StreamBudget())
            begin(run)
          },
          receiveOutput: { _ in run.waiting.leave() },
          receiveCancel: { run.cancel() }
        )
        .eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }

  private func prepare(_ scheduler: some Scheduler, _ budget: StreamBudget) {
    stream = LiveStream(
      on: scheduler, budget, report: report,
      input: { [unowned self] id in
        guard let publisher = publishers[id] else { return nil }
        if let inlet = inlets[id] { return inlet.values.eraseToAnyPublisher() }
        let inlet = LiveInlet(publisher)
        inlets[id] = inlet
        return inlet.values.eraseToAnyPublisher()
      },
      send: { [unowned self] value in
        waiting.enter()
        outlet.send(value)
      },
      end: { [unowned self] in
        guard finishes else { return }
        // After all other work, because the end may free everything.
        stream?.gate.perform { [self] in outlet.send(completion: .finished) }
      })
  }

  /// Does some work between two values.
  func perform(_ work: @escaping (LiveRun) -> Void) {
    stream?.gate.perform { [weak self] in if let self { work(self) } }
  }

  /// Switches to a document, and subscribes to the inputs that it needs.
  func adopt(
    _ id: String, of library: StreamLibrary, _ numbers: [String: Int]
  ) throws(StreamDocumentError) {
    guard let stream else { return }
    let inputs = library.inputs(of: id)
    let types = Dictionary(inputs.map { ($0.id, $0) }) { first, _ in first }
    try stream.adopt(id, of: library, numbers)
    for (id, inlet) in inlets { inlet.input = types[id] ?? inlet.input }
    for input in inputs { inlets[input.id]?.connect(through: stream.gate, waiting, report) }
  }

  private func cancel() {
    companion = nil
    perform { run in
      for inlet in run.inlets.values { inlet.cancel() }
      run.stream?.stop()
    }
  }
}
