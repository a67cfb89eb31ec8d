import Synchronization

/// An object that publishes just before any of its `@Published` properties changes.
///
///     final class Counter: ObservableObject {
///       @Published var count = 0
///     }
///     let counter = Counter()
///     let cancellable = counter.objectWillChange.sink { print("will change") }
///     counter.count += 1  // prints "will change"
public protocol ObservableObject: AnyObject {
  /// The kind of publisher that announces changes.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never
  /// Publishes before the object changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// Publishes before any `@Published` property of the object changes, superclasses' included.
  ///
  /// The same publisher every time. Finding it costs O(properties) once for an object, then O(1).
  public var objectWillChange: ObservableObjectPublisher { ChangePublishers.publisher(of: self) }
}

/// Publishes that an object is about to change.
///
/// Each send reaches every subscriber that has ever requested something, however much it requested.
/// It never completes.
public final class ObservableObjectPublisher: Broadcasting {
  public typealias Output = Void
  public typealias Failure = Never

  @usableFromInline let broadcast = Broadcast<Void, Never>(label: "ObservableObjectPublisher")
  /// True if there is a follower, so that a set need not look for one.
  @usableFromInline let hasFollower = Atomic<Bool>(false)
  private let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var installedFollower: (any ChangeFollower)?
  /// Makes a publisher without subscribers.
  public init() {}

  /// The follower that was installed before, otherwise the given one, now installed.
  package func follower(orInstall candidate: any ChangeFollower) -> any ChangeFollower {
    lock.withLock {
      let follower = installedFollower ?? candidate
      installedFollower = follower
      hasFollower.store(true, ordering: .relaxed)
      return follower
    }
  }

  /// Reports to the follower, if there is one, that the object has changed.
  @inlinable func reportChange() { if hasFollower.load(ordering: .relaxed) { reportToFollower() } }

  @usableFromInline @inline(never) func reportToFollower() {
    lock.withLock { installedFollower }?.objectHasChanged()
  }

  /// Announces to the subscribers that the object is about to change.
  @inlinable public func send() { broadcast.send(()) }
  @inlinable public func receive(subscriber: some Subscriber<Void, Never>) {
    broadcast.attach(Rewrapping(subscriber) { UnlimitedRequests($0) }, owner: self)
  }
}

/// A receiver of an object's changes after each is done. At most one for an object; installed by
/// the higher-level module that offers it.
package protocol ChangeFollower: AnyObject { func objectHasChanged() }

/// A subscription that turns each request into an unlimited one.
@usableFromInline final class UnlimitedRequests: Subscription, CustomStringConvertible {
  private let subscription: any Subscription
  @usableFromInline init(_ subscription: any Subscription) { self.subscription = subscription }
  @usableFromInline var description: String { "\(subscription)" }
  @usableFromInline func request(_: Subscribers.Demand) { subscription.request(.unlimited) }
  @usableFromInline func cancel() { subscription.cancel() }
}
