/// What a debounce or a throttle decides; a value, without clock, timer or downstream.
@usableFromInline protocol PacingRule<Value, Time> {
  associatedtype Value
  associatedtype Time: Strideable

  /// Takes in a value at an instant.
  mutating func receive(_ value: Value, at now: Time) -> PacingStep<Value, Time>
  /// The timer asked for has fired.
  mutating func timerFired(armedFor date: Time, at now: Time) -> PacingStep<Value, Time>
  /// Whether a value counts as sent once it is set to go out, as throttle has it: demand is charged
  /// then, one that comes without demand is dropped, and a completion waits for it. With debounce
  /// demand is charged when the value goes out, and a completion discards it.
  static var bindsOnArrival: Bool { get }
}

/// What is to be done now.
@usableFromInline enum PacingStep<Value, Time> {
  case wait
  /// Wake the rule at an instant.
  case arm(Time)
  /// Wake the rule as soon as the scheduler can.
  case armNow
  /// Send a value at once: the timer that fired runs on the scheduler already.
  case emit(Value)
}

/// The host of operators that pass values on by the clock. Asks upstream for everything. There is
/// one timer at most, however fast values come. A value for which there is no demand when it is due
/// is lost.
@usableFromInline
final class Pacer<Rule: PacingRule, Context: Scheduler, Downstream: Subscriber>:
  Relay<Downstream>, Intermediary
where Rule.Value == Downstream.Input, Rule.Time == Context.SchedulerTimeType {
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?

  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) @usableFromInline var rule: Rule
  @exclusivity(unchecked) @usableFromInline var demand = Subscribers.Demand.none
  @exclusivity(unchecked) @usableFromInline var isArmed = false
  @exclusivity(unchecked) @usableFromInline var completion:
    Subscribers.Completion<Downstream.Failure>?

  @inlinable init(
    _ rule: Rule, _ scheduler: Context, _ options: Context.SchedulerOptions?, label: String,
    _ downstream: Downstream
  ) {
    (self.rule, self.scheduler, self.options) = (rule, scheduler, options)
    super.init(downstream, label: label)
  }

  @usableFromInline override func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    downstream.receive(subscription: self)
    ask(.unlimited)
  }

  @inlinable func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    let now = scheduler.now
    lock.lock()
    if isOver || completion != nil || Rule.bindsOnArrival && demand == 0 {
      lock.unlock()
      return .none
    }
    // Kept until the lock is given up, so that what the rule replaces is not freed under it.
    let before = rule
    let step = charge(rule.receive(input, at: now))
    lock.unlock()
    perform(step)
    withExtendedLifetime(before) {}
    return .none
  }

  /// Takes off the demand what a step costs; without demand no value is sent. The caller holds the
  /// lock.
  @inlinable func charge(
    _ step: PacingStep<Rule.Value, Rule.Time>
  ) -> PacingStep<Rule.Value, Rule.Time> {
    switch step {
    case .wait: break
    case .arm, .armNow:
      isArmed = true
      if Rule.bindsOnArrival { demand -= 1 }
    case .emit:
      if Rule.bindsOnArrival { break }
      if demand == .none { return .wait }
      demand -= 1
    }
    return step
  }

  /// Does what the rule decided.
  @inlinable func perform(_ step: PacingStep<Rule.Value, Rule.Time>) {
    switch step {
    case .wait: break
    case .arm(let date):
      scheduler.schedule(after: date, tolerance: scheduler.minimumTolerance, options: options) {
        self.timerFired(armedFor: date)
      }
    case .armNow:
      let now = scheduler.now
      scheduler.schedule(options: options) { self.timerFired(armedFor: now) }
    case .emit(let value): deliver(value)
    }
  }

  @inlinable func timerFired(armedFor date: Rule.Time) {
    let now = scheduler.now
    lock.lock()
    isArmed = false
    if isOver { return lock.unlock() }
    let before = rule
    let step = rule.timerFired(armedFor: date, at: now)
    let isDropped = completion != nil && !Rule.bindsOnArrival
    let charged = isDropped ? .wait : charge(step)
    lock.unlock()
    perform(charged)
    if !isDropped { finishIfDue() }
    withExtendedLifetime(before) {}
  }

  @inlinable func deliver(_ value: Rule.Value) {
    if isOver { return }
    let more = downstream.receive(value)
    lock.withLock { demand += more }
  }

  @usableFromInline override func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    lock.lock()
    let ended = upstream.complete()
    let isFirst = ended.isFirst && !isOver && self.completion == nil
    if isFirst { self.completion = completion }
    let waitsForTimer = isArmed && Rule.bindsOnArrival
    lock.unlock()
    if isFirst && !waitsForTimer { scheduler.schedule(options: nil) { self.finishIfDue() } }
    ended.release()
  }

  @usableFromInline func finishIfDue() {
    lock.lock()
    let due = isArmed && Rule.bindsOnArrival ? nil : completion
    lock.unlock()
    guard let due, takeEnd() else { return }
    downstream.receive(completion: due)
  }

  @usableFromInline override func request(_ demand: Subscribers.Demand) {
    lock.withLock { self.demand += demand }
  }
}
