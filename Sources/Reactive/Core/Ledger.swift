/// What a host owes its downstream: demand, values that wait, the end, and whose turn it is to call
/// the downstream. A plain value, to be changed under its owner's lock; what is to be done about a
/// change, outside the lock, is returned as a step.
///
/// Invariants: values leave in the order they came; nothing leaves after the end or after a cancel;
/// while it is nobody's turn no value waits that is asked for.
@usableFromInline package struct Ledger<Output, Failure: Error> {
  @usableFromInline package typealias Completion = Subscribers.Completion<Failure>
  @usableFromInline package typealias Queue = RingBuffer<(value: Output, source: Int)>

  /// When an end may leave.
  @usableFromInline package enum EndRule {
    /// A failure before the values that nobody has asked for; a finish behind all values.
    case failureOvertakesValues
    /// A failure before the values that nobody has asked for; a finish is asked for as a value is.
    case finishNeedsDemand
    /// As `finishNeedsDemand`, but not before the downstream asks for more.
    case atNextRequest
    /// Any end behind all values.
    case behindValues
    /// Any end as a value is: the host lets each out by adding to `demand`. What the downstream
    /// asks for is only passed on.
    case letOut
  }

  /// Whose turn it is, when it is no thread's.
  @usableFromInline enum Turn {
    @inlinable static var nobody: UInt { 0 }
    /// The subscription has not been handed over yet, so nothing may leave. With a thread's number,
    /// which is even, it is being handed over there: what comes from that thread may leave.
    @inlinable static var setup: UInt { 1 }
    /// The thread that delivers is passing demand on to the upstreams, or will go on later. What
    /// comes meanwhile waits, but does not count as sent from inside a delivery.
    @inlinable static var asking: UInt { 2 }
  }

  /// What is to be done next by the thread whose turn it is, outside the lock.
  @usableFromInline package enum Step {
    /// Send a value, and report it to the upstream that it came from.
    case send(Output, source: Int)
    /// Pass demand on to the upstreams. It is nobody's turn meanwhile, so that what comes of it
    /// leaves at once: an upstream that never ends would never return.
    case forward
    /// End the stream, and free what still waited.
    case finish(Completion, dropping: Queue?)
    /// Nothing: nothing is due, or it is somebody else's turn.
    case rest
  }

  /// How many values may leave: what the downstream has asked for, unless the host lets them out.
  @usableFromInline var demand = Subscribers.Demand.none
  /// The part of what was asked for that the upstreams have not been asked for yet.
  @usableFromInline var unforwarded = Subscribers.Demand.none
  /// Whether the downstream has returned demand that is still to be passed on.
  @usableFromInline var owesForward = false
  /// The thread that calls the downstream, or one of `Turn`.
  @usableFromInline var turn: UInt
  /// What `turn` goes back to after a delivery: nobody, once the subscription is handed over.
  @usableFromInline var idle: UInt
  @usableFromInline package var isClosed = false
  @usableFromInline var ending: Completion?
  @usableFromInline var endRule: EndRule
  /// What could not leave at once, each with the place of the upstream that it came from. Empty
  /// only while the last of them is being delivered.
  @usableFromInline var waiting: Queue?

  /// Makes an empty ledger; one that is not open lets nothing out before `beginSetup`.
  @inlinable init(isOpen: Bool, endRule: EndRule) {
    self.endRule = endRule
    idle = isOpen ? Turn.nobody : Turn.setup
    turn = idle
  }

  /// Whether more may come.
  @inlinable package var isOpen: Bool { !isClosed && ending == nil }

  /// Whether there is demand beyond what the values that wait will use up.
  @inlinable var hasRoom: Bool { demand > (waiting?.count ?? 0) }

  /// Whether the calling thread may take the turn.
  @inlinable func isFree(for me: UInt) -> Bool { turn == Turn.nobody || turn == me | Turn.setup }

  // MARK: Values

  /// Takes a value in. True if it is to be delivered now, by the calling thread, whose turn it is
  /// then; else it waits, or is dropped because the end has come.
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
    if waiting == nil { waiting = RingBuffer() }
    waiting!.append((value, source))
  }

  /// After a delivery, whose downstream asked for `more`: gives the turn back, if nothing is due.
  @inlinable mutating func endTurn(after more: Subscribers.Demand) -> Bool {
    if more > 0 || waiting != nil || ending != nil { return false }
    turn = idle
    return true
  }

  // MARK: Turns

  /// Takes the turn if it is free: the first step of it.
  @inlinable package mutating func takeTurn() -> Step {
    isFree(for: currentThread()) && !isClosed ? next() : .rest
  }

  /// The next step of the calling thread's turn, after one in which the downstream asked for
  /// `more`.
  @inlinable @inline(never) package mutating func next(after more: Subscribers.Demand = .none)
    -> Step
  {
    if more > 0, add(more) { owesForward = true }
    turn = currentThread()
    if waiting?.isEmpty == true { waiting = nil }
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

  /// Whether something is due that the calling thread, or work that is done later, may take up.
  @inlinable var isDue: Bool {
    if isClosed || !isFree(for: currentThread()) { return false }
    return demand > 0 && waiting != nil || ending.map(isDue) ?? false
  }

  // MARK: Demand

  /// Adds demand. False after the end; else it is to be passed on to the upstreams, and the calling
  /// thread's turn, if it has one, is interrupted until then.
  @inlinable mutating func add(_ more: Subscribers.Demand) -> Bool {
    if endRule != .letOut { demand += more }
    if isClosed { return false }
    unforwarded += more
    if turn == currentThread() { turn = Turn.asking }
    return true
  }

  /// Takes out what is to be passed on to the upstreams now.
  @inlinable mutating func takeUnforwarded() -> Subscribers.Demand {
    defer { unforwarded = .none }
    return unforwarded
  }

  // MARK: The beginning and the end

  /// Allows the calling thread to hand the subscription over; false if that was done before.
  @inlinable mutating func beginSetup() -> Bool {
    guard turn == Turn.setup else { return false }
    idle = currentThread() | Turn.setup
    turn = idle
    return true
  }

  /// The subscription has been handed over, and it is nobody's turn. Returns whether something is
  /// due.
  @inlinable @discardableResult mutating func endSetup() -> Bool {
    (turn, idle) = (Turn.nobody, Turn.nobody)
    return isDue
  }

  /// Has the stream end when the rule allows it.
  @inlinable package mutating func end(_ completion: Completion) {
    if isOpen { ending = completion }
  }

  /// Takes out what waits, to be freed.
  @inlinable mutating func dropWaiting() -> Queue? {
    defer { waiting = nil }
    return waiting
  }

  /// Lets nothing out any more. Returns what will not be sent, to be freed.
  @inlinable mutating func close() -> Queue? {
    isClosed = true
    return dropWaiting()
  }

  /// Whether the stream may end now; asked when no value can leave before.
  @inlinable func isDue(_ ending: Completion) -> Bool {
    switch endRule {
    case .failureOvertakesValues: ending.isFailure || waiting == nil
    case .finishNeedsDemand: ending.isFailure || demand > 0
    case .letOut: demand > 0
    case .atNextRequest: false
    case .behindValues: waiting == nil
    }
  }

  /// Checks, in debug builds, what holds when a turn is over.
  @inlinable func check() {
    assert(!isClosed || waiting == nil, "A value waits although nothing may leave any more.")
    assert(waiting?.isEmpty != true, "An empty queue was kept.")
    assert(waiting == nil || demand == .none, "A value waits although it is asked for.")
  }
}
