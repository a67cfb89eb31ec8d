import Reactive

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// Publishes just after any `@Published` property of the object has changed, superclasses'
  /// included.
  ///
  ///     let cancellable = counter.objectDidChange.sink { print(counter.count) }
  ///     counter.count += 1  // prints the new count
  ///
  /// It sends once for each set, on the thread that sets, when the new value is stored; several
  /// sets are not combined. A set from inside is announced when it is done, before the one around
  /// it. Code that sends `objectWillChange` by hand sends this by hand, too.
  public var objectDidChange: ObservableObjectPublisher {
    let follower = objectWillChange.follower(orInstall: DidChange())
    guard let didChange = follower as? DidChange else {
      preconditionFailure("No other follower is ever installed.")
    }
    return didChange.publisher
  }
}

/// Sends when the object that it follows has changed.
private final class DidChange: ChangeFollower {
  let publisher = ObservableObjectPublisher()

  func objectHasChanged() { publisher.send() }
}
