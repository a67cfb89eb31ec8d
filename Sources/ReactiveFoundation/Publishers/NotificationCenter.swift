import Foundation
import Reactive

extension NotificationCenter {
  /// A publisher of the notifications that are posted under a name.
  ///
  ///     NotificationCenter.default.publisher(for: Notification.Name("saved"))
  ///       .sink { show($0.userInfo) }
  ///
  /// - Parameters:
  ///   - name: The name that notifications are posted under.
  ///   - object: The object to observe; nil for all objects. A subscription keeps it alive.
  public func publisher(
    for name: Notification.Name, object: AnyObject? = nil
  ) -> NotificationCenter.Publisher {
    Publisher(center: self, name: name, object: object)
  }

  /// Sends the notifications posted under a name, from its subscription on.
  ///
  /// Values come on the thread that posts. A subscriber without demand misses a notification. It
  /// never completes.
  public struct Publisher: Reactive.Publisher, Equatable {
    /// A notification.
    public typealias Output = Notification
    /// Cannot fail.
    public typealias Failure = Never

    /// The center in which notifications are posted.
    public let center: NotificationCenter
    /// The name that they are posted under.
    public let name: Notification.Name
    /// The object to observe; nil for all objects.
    public let object: AnyObject?

    /// Makes a publisher of notifications.
    public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
      (self.center, self.name, self.object) = (center, name, object)
    }

    /// Attaches a subscriber and registers with the center.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let subscription = DroppingSubscription(subscriber, label: "NotificationCenter Observer")
      #if os(Linux) && compiler(<6.3)
        // Foundation there delivers nothing to an observer of an object of a pure Swift class.
        let (observed, wanted) = (nil as AnyObject?, object.map { ObjectIdentifier($0) })
      #else
        let (observed, wanted) = (object, nil as ObjectIdentifier?)
      #endif
      let token = center.addObserver(forName: name, object: observed, queue: nil) {
        if let wanted, $0.object.map({ ObjectIdentifier($0 as AnyObject) }) != wanted { return }
        subscription.send($0)
      }
      subscription.leave { [center, object] in
        center.removeObserver(token)
        // The center does not keep the object, and another one at its address would match.
        withExtendedLifetime(object) {}
      }
      subscriber.receive(subscription: subscription)
    }

    /// Returns true if both are of the same center, name and object.
    public static func == (left: Self, right: Self) -> Bool {
      left.center === right.center && left.name == right.name && left.object === right.object
    }
  }
}
