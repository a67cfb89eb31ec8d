import Expressions
import Reactive

/// A document that runs over inputs, and continues when its logic changes.
///
/// The inputs continue: each value goes through either the old logic or the new. A part continues
/// with its state if it and all its sources are unchanged; the rest begins again. In a series of
/// `filter`, `map` and `scan` steps, those before the first difference continue.
///
/// Belongs to the thread that owns its gate: everything but the gate is called from inside the
/// gate.
package final class LiveStream {
  let gate = LiveGate()
  private var environment: StreamEnvironment
  private let budget: StreamBudget
  private let input: (String) -> StreamValues?
  private let send: (StreamValue) -> Void
  private let end: () -> Void

  private var parts: [LivePart.Content: LivePart] = [:]
  private var meter: StreamMeter?
  /// The part whose values are sent, or an input or document instead.
  private var final: LivePart.Reference?
  private var subscription: AnyCancellable?
  private var generation = 0

  /// Makes a stream without logic.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that measures time for delays.
  ///   - budget: The limits.
  ///   - report: Receives a failure for each dropped value, and for a limit that ended the stream.
  ///   - input: Returns the values of a bound input.
  ///   - send: Receives each value.
  ///   - end: Called when the logic can send no more.
  ///   - now: Returns the nanoseconds since 1970; nil to derive them from the scheduler's time.
  package init<Context: Scheduler>(
    on scheduler: Context, _ budget: StreamBudget, now: (() -> Int)? = nil,
    report: @escaping (StreamFailure) -> Void,
    input: @escaping (String) -> AnyPublisher<StreamValue, Never>?,
    send: @escaping (StreamValue) -> Void, end: @escaping () -> Void
  ) {
    environment = StreamEnvironment(scheduler, report: report)
    if let now { environment.now = now }
    (self.budget, self.input, self.send, self.end) = (budget, input, send, end)
  }

  /// Switches to a document.
  ///
  /// - Parameters:
  ///   - id: The document's id.
  ///   - library: The documents of its file.
  ///   - numbers: The numbers of their contents.
  ///   - willSwitch: Called before the new logic begins, if it is different.
  /// - Throws: The reason why it cannot run, for example an unbound input; the old logic then
  ///   continues.
  package func adopt(
    _ id: String, of library: StreamLibrary, _ numbers: [String: Int], willSwitch: () -> Void = {}
  ) throws(StreamDocumentError) {
    let document = try library.document(id)
    for needed in library.inputs(of: id) where input(needed.id) == nil {
      throw library.unbound(needed, for: document)
    }
    if meter?.hasEnded == true { stop() }
    let meter =
      self.meter
      ?? library.meter(of: document, environment, budget, isEndless: true) { [weak self] in
        self?.endAtLimit()
      }
    guard meter.occupy(instead: library.extent(of: id)) else {
      if self.meter == nil { end() }
      return
    }
    self.meter = meter
    var metered = library.metered(environment, meter)
    metered.isBound = { _ in true }
    var plan = LivePlan(library, metered, numbers, before: parts, input: input)
    let (reference, publisher) = plan.end(of: document)
    let isChanged = reference != final
    if isChanged, final != nil { willSwitch() }
    for (content, part) in parts where plan.parts[content] == nil { part.stop() }
    parts = plan.parts
    final = reference
    if isChanged { subscribe(to: publisher, meter) }
    // Parts further downstream are started first.
    for part in plan.added.reversed() { part.start(gate) }
  }

  /// Ends everything.
  package func stop() {
    endParts()
    meter = nil
  }

  private func endParts() {
    subscription = nil
    for part in parts.values { part.stop() }
    (parts, final) = ([:], nil)
    generation += 1
  }

  /// Ends the logic that has reached a limit, after the current value, and releases all that it
  /// keeps.
  private func endAtLimit() {
    gate.perform { [weak self] in
      guard let self, meter?.hasEnded == true else { return }
      endParts()
      meter?.vacate()
      end()
    }
  }

  private func subscribe(to publisher: StreamValues, _ meter: StreamMeter) {
    generation += 1
    let current = generation
    subscription = nil
    subscription = publisher.sink { [unowned self] _ in
      if current == generation { end() }
    } receiveValue: { [unowned self] value in
      // After a limit some values are missing, and results made from the rest would be wrong.
      if !meter.hasEnded { send(value) }
    }
  }
}
