import Observation
import Reactive

/// An `ObservableObject` for code that observes by `withObservationTracking`.
///
///     let tracked = TrackedObject(model)
///     withObservationTracking {
///       print(tracked.name)
///     } onChange: {
///       print("changes")
///     }
///     model.name = "Ann"
///
/// A read through it depends on the whole object, as with `objectWillChange`: the change of
/// another `@Published` property calls `onChange`, too. It keeps the object.
@dynamicMemberLookup public final class TrackedObject<Object: ObservableObject>: Observable
where Object.ObjectWillChangePublisher == ObservableObjectPublisher {
  private let object: Object
  private let registrar = ObservationRegistrar()
  private var changes: [AnyCancellable] = []

  /// Makes an object's properties trackable.
  public init(_ object: Object) {
    self.object = object
    changes = [
      object.objectWillChange.sink { [weak self] in
        if let self { registrar.willSet(self, keyPath: \.object) }
      },
      object.objectDidChange.sink { [weak self] in
        if let self { registrar.didSet(self, keyPath: \.object) }
      },
    ]
  }

  /// A property of the object.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Object, Value>) -> Value {
    registrar.access(self, keyPath: \.object)
    return object[keyPath: keyPath]
  }

  /// A property of the object that can be set.
  public subscript<Value>(dynamicMember keyPath: ReferenceWritableKeyPath<Object, Value>) -> Value {
    get {
      registrar.access(self, keyPath: \.object)
      return object[keyPath: keyPath]
    }
    set { object[keyPath: keyPath] = newValue }
  }
}
