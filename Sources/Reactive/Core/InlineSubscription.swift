import Synchronization

/// A subscription that stores its subscriber: a subject's. A sink that is stored in it needs no
/// other object for its cancellable.
@usableFromInline class InlineSubscription: AnyCancellable {
  /// The name that an operator has given it, before any other code has it.
  // Exclusivity is unchecked because only the thread that hands it over sets it.
  @exclusivity(unchecked) @usableFromInline final var label: String?
  // Exclusivity is unchecked because only `state` uses it.
  @exclusivity(unchecked) private final var storage: SubscriptionState
  // Exclusivity is unchecked because nothing sets it again.
  @exclusivity(unchecked) @usableFromInline final var statePointer:
    UnsafeMutablePointer<SubscriptionState>?
  /// A pointer to the state, so that threads may use different parts of it.
  @inlinable final var state: UnsafeMutablePointer<SubscriptionState> {
    statePointer.unsafelyUnwrapped
  }

  @usableFromInline init(
    owner: Unmanaged<AnyObject>, keepsItself: Bool, list: UnsafeMutableRawPointer,
    ending: @escaping @convention(c) (UnsafeMutableRawPointer) -> Bool
  ) {
    storage = SubscriptionState(owner, keepsItself: keepsItself, list: list, ending: ending)
    super.init(phase: AnyCancellable.Phase.over)
    storage.subscription = .passUnretained(self)
    statePointer = withUnsafeMutablePointer(to: &storage) { $0 }
  }

  // Not inlined into a subclass's, as Swift 6.3's optimiser then fails at the atomics' end of life.
  @inline(never) deinit {}
}

/// The part of a subscription that its subject reads when the subscription may have ended: the
/// caller of `sink` has released it, perhaps during a delivery. The subject only keeps its memory.
/// So nothing here is freed with the object, and the subject reaches it by a `SubscriptionPointer`:
/// a reference to the object would sometimes be retained, and delay the end of its life.
@usableFromInline struct SubscriptionState: ~Copyable {
  @usableFromInline enum Phase {
    @inlinable static var counting: UInt8 { 0 }
    @inlinable static var steady: UInt8 { 1 }
    @inlinable static var dead: UInt8 { 2 }
    /// Dead, and cancelled since, perhaps during the delivery of the completion.
    @inlinable static var cancelled: UInt8 { 3 }
  }

  // All but the storage and the calls, which are set before others know of them, change under the
  // subject's lock, but from dead to cancelled. The first two are found by their offsets, as their
  // types are not known here.
  /// A `SubscriptionMemory`, while it is in a list.
  private var memory: UInt = 0
  /// The calls into the subscriber, `SubscriberCalls`.
  private var calls: (UInt, UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0, 0)
  @inlinable static var callsOffset: Int { MemoryLayout<UInt>.size }
  @usableFromInline let phase = Atomic<UInt8>(Phase.counting)
  var isParked = false
  var isFreed = false
  /// The number of the subject's lists that it is in, which keep the memory.
  var listCount: UInt8 = 0
  /// The subject's list; alive for a thread that is inside it, and for the subscription.
  let list: UnsafeMutableRawPointer
  /// Ends the subscription; false if it was dead before. A function, as a method of the
  /// object would have it retained.
  @usableFromInline let ending: @convention(c) (UnsafeMutableRawPointer) -> Bool
  /// The subscription, to be used only while it lives; set once.
  @usableFromInline var subscription: Unmanaged<InlineSubscription>?
  /// False for a sink's, which its caller owns; any other keeps itself from joining to being freed.
  let keepsItself: Bool
  /// The thread that is inside the subscriber, while counting.
  var gate = currentThread()
  /// The number in the order of joining; set once, by the subject.
  @usableFromInline var number: UInt64 = 0
  /// The version that was taken as the subject's latest value, so that it is not delivered again
  /// when its send gets here. Constant once the subscription is steady.
  @usableFromInline var takenVersion: UInt64 = 0
  /// The subject itself, which lives as long as it has a subscriber; retained until that is freed.
  let owner: Unmanaged<AnyObject>
  /// The subscriber, until it is freed.
  @usableFromInline var inlineStorage = InlineStorage()

  // In place, as a copy of the storage takes time.
  @inline(__always) init(
    _ owner: Unmanaged<AnyObject>, keepsItself: Bool, list: UnsafeMutableRawPointer,
    ending: @escaping @convention(c) (UnsafeMutableRawPointer) -> Bool
  ) { (self.owner, self.keepsItself, self.list, self.ending) = (owner, keepsItself, list, ending) }

  @inlinable var isDead: Bool { phase.load(ordering: .relaxed) >= Phase.dead }
}
