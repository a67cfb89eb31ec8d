import Expressions
import Reactive

/// A document that runs over inputs, and goes on when its logic changes.
///
/// The inputs run through: a value goes through the old logic or through the new, never through
/// both or neither. Of the logic, every part that is the same in the new one with all that it takes
/// its values from goes on with its state; the rest begins again. Within a row of `filter`, `map`
/// and `scan` these are the steps before the first that differs.
///
/// Belongs to the thread that owns its gate: everything but the gate is called from within it.
package final class LiveStream {
  let gate = LiveGate()
  private var environment: StreamEnvironment
  private let budget: StreamBudget
  private let input: (String) -> StreamValues?
  private let send: (StreamValue) -> Void
  private let end: () -> Void

  private var parts: [LivePart.Content: LivePart] = [:]
  private var meter: StreamMeter?
  /// The part whose values are sent, or the input or document in its place.
  private var final: LivePart.Reference?
  private var subscription: AnyCancellable?
  private var generation = 0

  /// Makes a stream without logic.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that measures time for delays.
  ///   - budget: The limits.
  ///   - report: Gets each value that is left out, and a limit that ended the stream.
  ///   - input: Returns the values of a bound input.
  ///   - send: Takes each value.
  ///   - end: Called when the logic can send no more.
  ///   - now: Returns the nanoseconds since 1970; nil for what the scheduler's time makes of them.
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
  ///   - willSwitch: Called before the new logic begins, if it is another.
  /// - Throws: The reason why it cannot run, for example an input that is not bound; then the old
  ///     logic goes on.
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
    // The parts after a part are started before it.
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

  /// Ends the logic whose limit has been reached, when the value on its way has gone; all that it
  /// keeps is released.
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
      // After a limit some values are missing, and what others make of the rest would be wrong.
      if !meter.hasEnded { send(value) }
    }
  }
}
