/// The rule of a debounce or a throttle; a value, without clock, timer or downstream.
@usableFromInline protocol PacingRule<Value, Time> {
  associatedtype Value
  associatedtype Time: Strideable

  /// The value that a timer has been set for.
  var pending: Value? { get }
  /// Takes in a value at an instant.
  mutating func receive(_ value: Value, at now: Time) -> PacingStep<Value, Time>
  /// Called when the requested timer has fired.
  mutating func timerFired(armedFor date: Time, at now: Time) -> PacingStep<Value, Time>
  /// True if a value counts as sent once it is set to go out, as with throttle: demand is charged
  /// then, a value that comes without demand is dropped, and a completion waits for it. With
  /// debounce demand is charged when the value goes out, and a completion discards it.
  static var bindsOnArrival: Bool { get }
}

/// The next action of a pacer.
@usableFromInline enum PacingStep<Value, Time> {
  case wait
  /// Wake the rule at an instant.
  case arm(Time)
  /// Wake the rule as soon as the scheduler can.
  case armNow
  /// Send a value at once: the timer that fired runs on the scheduler already.
  case emit(Value)
}

/// The host of operators that pass values on by the clock. Requests everything from upstream. It
/// has at most one timer, however fast values come. A value that is due without demand is lost.
@usableFromInline
final class Pacer<Rule: PacingRule, Context: Scheduler, Downstream: Subscriber>:
  Deliverer<Context, Downstream>, Intermediary
where Rule.Value == Downstream.Input, Rule.Time == Context.SchedulerTimeType {
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) @usableFromInline var rule: Rule
  /// The end, until it is due.
  @exclusivity(unchecked) @usableFromInline var completion: Completion?
  @usableFromInline let alarm = Alarm()

  @inlinable init(
    _ rule: Rule, _ scheduler: Context, _ options: Context.SchedulerOptions?, label: String,
    _ downstream: Downstream
  ) {
    self.rule = rule
    super.init(downstream, label: label, endRule: .behindValues, scheduler, options)
  }

  @usableFromInline override func didHandOver() { ask(.unlimited) }

  @inlinable func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    let now = scheduler.now
    lock.lock()
    if upstreams[0].hasEnded || Rule.bindsOnArrival && !hasRoom {
      lock.unlock()
      return .none
    }
    // Kept until the lock is released, so that what the rule replaces is not freed under it.
    let before = rule
    let step = settle(rule.receive(input, at: now))
    lock.unlock()
    perform(step)
    withExtendedLifetime(before) {}
    return .none
  }

  /// True if there is demand for one more value. The caller holds the lock.
  @inlinable var hasRoom: Bool { ledger.demand > (ledger.waiting?.count ?? 0) + (isBound ? 1 : 0) }

  /// True if a value counts as sent before it has left. The caller holds the lock.
  @inlinable var isBound: Bool { Rule.bindsOnArrival && rule.pending != nil }

  /// Queues the value that a step sends, if there is demand. The caller holds the lock.
  @inlinable func settle(
    _ step: PacingStep<Rule.Value, Rule.Time>
  ) -> PacingStep<Rule.Value, Rule.Time> {
    guard case .emit(let value) = step else { return step }
    if !hasRoom { return .wait }
    ledger.enqueue(value)
    return step
  }

  /// Performs the rule's decision.
  @inlinable func perform(_ step: PacingStep<Rule.Value, Rule.Time>) {
    switch step {
    case .wait: break
    case .arm(let date):
      alarm.set(on: scheduler, at: date, options: options) { self.timerFired(armedFor: date) }
    case .armNow:
      let now = scheduler.now
      alarm.setNow(on: scheduler, options: options) { self.timerFired(armedFor: now) }
    case .emit: drain()
    }
  }

  @inlinable func timerFired(armedFor date: Rule.Time) {
    let now = scheduler.now
    lock.lock()
    if !ledger.isOpen || upstreams[0].hasEnded && !Rule.bindsOnArrival { return lock.unlock() }
    let before = rule
    let step = settle(rule.timerFired(armedFor: date, at: now))
    lock.unlock()
    perform(step)
    finishIfDue()
    withExtendedLifetime(before) {}
  }

  @usableFromInline func receive(completion: Completion) {
    lock.lock()
    let ended = upstreams[0].complete()
    if ended.isFirst { self.completion = completion }
    let waitsForTimer = isBound
    lock.unlock()
    if ended.isFirst && !waitsForTimer {
      alarm.end()
      scheduler.schedule(options: nil) { self.finishIfDue() }
    }
    ended.release()
  }

  @usableFromInline func finishIfDue() {
    lock.lock()
    guard let due = completion, !isBound else { return lock.unlock() }
    completion = nil
    ledger.end(due)
    lock.unlock()
    drain()
  }

  @usableFromInline override func request(_ demand: Subscribers.Demand) {
    lock.withLock { ledger.demand += demand }
  }

  @usableFromInline override func cancel() {
    super.cancel()
    alarm.end()
  }

  // Upstream has been asked for everything.
  @usableFromInline override func forward() {}
}
