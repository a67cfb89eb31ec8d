/// The account of a host with its downstream: demand, waiting values, the end, and which thread's
/// turn it is to call the downstream. A plain value, changed under its owner's lock; a change
/// returns the action to take as a step, which the owner performs outside the lock.
///
/// Invariants: values leave in the order they came; nothing leaves after the end or after a cancel;
/// while no thread has the turn, no value waits while there is demand.
@usableFromInline package struct Ledger<Output, Failure: Error> {
  @usableFromInline package typealias Completion = Subscribers.Completion<Failure>
  @usableFromInline package typealias Queue = RingBuffer<(value: Output, source: Int)>

  /// The rule for when an end may leave.
  @usableFromInline package enum EndRule {
    /// A failure leaves before the values that wait for demand; a finish leaves after all values.
    case failureOvertakesValues
    /// A failure leaves before the values that wait for demand; a finish needs demand, as a value
    /// does.
    case finishNeedsDemand
    /// As `finishNeedsDemand`, but not before the downstream requests more.
    case atNextRequest
    /// Any end leaves after all values.
    case behindValues
    /// Any end leaves as a value does: the host lets each out by adding to `demand`. The
    /// downstream's demand is only passed on.
    case letOut
  }

  /// The holders of the turn that are not threads.
  @usableFromInline enum Turn {
    @inlinable static var free: UInt { 0 }
    /// The subscription has not been handed over yet, so nothing may leave. With a thread's number,
    /// which is even, it is being handed over there: what that thread sends may leave.
    @inlinable static var setup: UInt { 1 }
    /// The delivering thread is passing demand on to the upstreams, or will continue later. Values
    /// that come meanwhile wait, but do not count as sent from inside a delivery.
    @inlinable static var asking: UInt { 2 }
  }

  /// The next action of the thread whose turn it is, performed outside the lock.
  @usableFromInline package enum Step {
    /// Send a value, and report it to the upstream that it came from.
    case send(Output, source: Int)
    /// Pass demand on to the upstreams. No thread has the turn meanwhile, so that the resulting
    /// values leave at once: an upstream that never ends would never return.
    case forward
    /// End the stream, and free the values that still waited.
    case finish(Completion, dropping: Queue?)
    /// Do nothing: nothing is due, or another thread has the turn.
    case rest
  }

  /// The number of values that may leave: the downstream's demand, unless the host lets them out.
  @usableFromInline var demand = Subscribers.Demand.none
  /// The part of the demand that has not been passed on to the upstreams yet.
  @usableFromInline var unforwarded = Subscribers.Demand.none
  /// True if the downstream has returned demand that is still to be passed on.
  @usableFromInline var owesForward = false
  /// The thread that calls the downstream, or one of `Turn`.
  @usableFromInline var turn: UInt
  /// The value of `turn` between deliveries: `free`, once the subscription is handed over.
  @usableFromInline var idle: UInt
  @usableFromInline package var isClosed = false
  @usableFromInline var ending: Completion?
  @usableFromInline var endRule: EndRule
  /// The values that could not leave at once, each with the index of its upstream. Empty only while
  /// the last of them is being delivered.
  @usableFromInline var waiting: Queue?
  /// The memory of values that waited, for those that will. Kept while it is small, because each
  /// value waits if a scheduler delivers it.
  @usableFromInline var spare: Queue?

  /// Makes an empty ledger; if it is not open, nothing leaves before `beginSetup`.
  @inlinable init(isOpen: Bool, endRule: EndRule) {
    self.endRule = endRule
    idle = isOpen ? Turn.free : Turn.setup
    turn = idle
  }

  /// True if more values may come.
  @inlinable package var isOpen: Bool { !isClosed && ending == nil }

  /// True if the demand exceeds the number of waiting values.
  @inlinable var hasRoom: Bool { demand > (waiting?.count ?? 0) }

  /// Returns true if the calling thread may take the turn.
  @inlinable func isFree(for me: UInt) -> Bool { turn == Turn.free || turn == me | Turn.setup }

  // MARK: Values

  /// Admits a value. Returns true if the calling thread must deliver it now, and then has the turn;
  /// otherwise the value waits, or is dropped after the end.
  @inlinable @inline(__always) package mutating func admit(
    _ value: Output, from source: Int = 0, by me: UInt = currentThread()
  ) -> Bool {
    if !isOpen { return false }
    guard isFree(for: me), waiting == nil, demand > 0 else {
      enqueue(value, from: source)
      return false
    }
    turn = me
    demand -= 1
    return true
  }

  @inlinable @inline(never) package mutating func enqueue(_ value: Output, from source: Int = 0) {
    if waiting == nil { waiting = spare.take() ?? RingBuffer() }
    waiting!.append((value, source))
  }

  /// Gives the turn back after a delivery that returned `more`, if nothing is due.
  @inlinable mutating func endTurn(after more: Subscribers.Demand) -> Bool {
    if more > 0 || waiting != nil || ending != nil { return false }
    turn = idle
    return true
  }

  // MARK: Turns

  /// Takes the turn if it is free, and returns its first step.
  @inlinable package mutating func takeTurn() -> Step {
    isFree(for: currentThread()) && !isClosed ? next() : .rest
  }

  /// Returns the next step of the calling thread's turn, after a step that returned `more`.
  @inlinable @inline(never) package mutating func next(after more: Subscribers.Demand = .none)
    -> Step
  {
    if more > 0, add(more) { owesForward = true }
    turn = currentThread()
    if let emptied = waiting, emptied.isEmpty {
      (waiting, spare) = (nil, emptied.isSmall ? emptied : nil)
    }
    if !isClosed, demand > 0, let (value, source) = waiting?.popFirst() {
      demand -= 1
      return .send(value, source: source)
    }
    if !isClosed, let ending, isDue(ending) { return .finish(ending, dropping: close()) }
    turn = idle
    check()
    if owesForward && !isClosed {
      owesForward = false
      return .forward
    }
    return .rest
  }

  /// True if something is due that the calling thread, or work that is done later, may take up.
  @inlinable var isDue: Bool {
    if isClosed || !isFree(for: currentThread()) { return false }
    return demand > 0 && waiting != nil || ending.map(isDue) ?? false
  }

  // MARK: Demand

  /// Adds demand. Returns false after the end; otherwise the demand must be passed on to the
  /// upstreams, and the calling thread's turn, if it has one, is interrupted until then.
  @inlinable mutating func add(_ more: Subscribers.Demand) -> Bool {
    if endRule != .letOut { demand += more }
    if isClosed { return false }
    unforwarded += more
    if turn == currentThread() { turn = Turn.asking }
    return true
  }

  /// Takes out the demand to pass on to the upstreams now.
  @inlinable mutating func takeUnforwarded() -> Subscribers.Demand {
    defer { unforwarded = .none }
    return unforwarded
  }

  // MARK: The beginning and the end

  /// Allows the calling thread to hand the subscription over; returns false if already done.
  @inlinable mutating func beginSetup() -> Bool {
    guard turn == Turn.setup else { return false }
    idle = currentThread() | Turn.setup
    turn = idle
    return true
  }

  /// Ends the handing over of the subscription, and the turn. Returns true if something is due.
  @inlinable @discardableResult mutating func endSetup() -> Bool {
    (turn, idle) = (Turn.free, Turn.free)
    return isDue
  }

  /// Ends the stream when the rule allows it.
  @inlinable package mutating func end(_ completion: Completion) {
    if isOpen { ending = completion }
  }

  /// Takes out the values that wait, to be freed.
  @inlinable mutating func dropWaiting() -> Queue? {
    defer { waiting = nil }
    return waiting
  }

  /// Lets nothing out any more. Returns the values that will not be sent, to be freed.
  @inlinable mutating func close() -> Queue? {
    isClosed = true
    return dropWaiting()
  }

  /// Returns true if the stream may end now; called when no value can leave before.
  @inlinable func isDue(_ ending: Completion) -> Bool {
    switch endRule {
    case .failureOvertakesValues: ending.isFailure || waiting == nil
    case .finishNeedsDemand: ending.isFailure || demand > 0
    case .letOut: demand > 0
    case .atNextRequest: false
    case .behindValues: waiting == nil
    }
  }

  /// Checks, in debug builds, the invariants at the end of a turn.
  @inlinable func check() {
    assert(!isClosed || waiting == nil, "A value waits although nothing may leave any more.")
    assert(waiting?.isEmpty != true, "An empty queue was kept.")
    assert(waiting == nil || demand == .none, "A value waits although it is asked for.")
  }
}
