import Reactive

/// How a subscription references the object that it works on.
public enum ObjectOwnership: Sendable {
  /// Keeps the object alive until the end.
  case strong
  /// Does not keep the object alive; once it is gone, the next value cancels the subscription.
  case weak
  /// Does not keep the object alive; a value that arrives after its end stops the program.
  case unowned
}

extension Publisher where Failure == Never {
  /// Sets a property of an object to each value, holding the object by `ownership`.
  ///
  ///     names.assign(to: \.title, on: self, ownership: .weak).store(in: &cancellables)
  ///
  /// With weak or unowned ownership an object may keep the cancellable itself without a cycle.
  @inlinable public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root, ownership: ObjectOwnership
  ) -> AnyCancellable { sink(on: object, ownership: ownership) { $0[keyPath: keyPath] = $1 } }

  /// Attaches a closure that receives an object and each value, holding the object by `ownership`.
  ///
  ///     locations.sink(on: self, ownership: .weak) { $0.show($1) }.store(in: &cancellables)
  @inlinable public func sink<Root: AnyObject>(
    on object: Root, ownership: ObjectOwnership, receiveValue: @escaping (Root, Output) -> Void
  ) -> AnyCancellable {
    switch ownership {
    case .strong: return sink { receiveValue(object, $0) }
    case .weak:
      return prefix { [weak object] _ in object != nil }.sink { [weak object] value in
        if let object { receiveValue(object, value) }
      }
    case .unowned: return sink { [unowned object] in receiveValue(object, $0) }
    }
  }
}
