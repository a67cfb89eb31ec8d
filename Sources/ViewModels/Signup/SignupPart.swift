import Reactive

/// A property of a sign-up that is a part of its state or a typed text. Its `$` publishes the part:
/// the current one, and each time it changes.
///
/// Inside a subscriber the properties have their new values already, and `state` still has its old
/// one.
@propertyWrapper @MainActor public struct SignupPart<Value: Equatable> {
  private let part: @MainActor (SignupViewModel) -> Value
  /// The field of a typed text; nil for a part of the state.
  private let field: SignupField?
  /// The parts of the published states. Sending one, perhaps on another thread, reads nothing of
  /// the view model.
  private let values: @MainActor (SignupViewModel) -> AnyPublisher<Value, Never>

  /// Makes a part of the state.
  init(_ shown: @escaping @Sendable (SignupState) -> Value) {
    part = { model in shown(model.current) }
    field = nil
    values = { model in model.$state.map { shown($0) }.eraseToAnyPublisher() }
  }

  /// Makes a typed text.
  init(_ field: SignupField) where Value == String {
    part = { model in model[field] }
    self.field = field
    values = { model in
      let typed = model.typed
      return model.$state.map { _ in typed.withLock { $0[field] } }.eraseToAnyPublisher()
    }
  }

  /// Not available: the part belongs to a view model.
  @available(*, unavailable, message: "@SignupPart is only available in SignupViewModel")
  public var wrappedValue: Value {
    get { fatalError("@SignupPart is only available in SignupViewModel.") }
    set { fatalError("@SignupPart is only available in SignupViewModel.") }
  }

  /// Not available: the part belongs to a view model.
  @available(*, unavailable, message: "@SignupPart is only available in SignupViewModel")
  public var projectedValue: Publisher {
    get { fatalError("@SignupPart is only available in SignupViewModel.") }
    set { fatalError("@SignupPart is only available in SignupViewModel.") }
  }

  /// Reads the part of a view model, and sets it if it is text.
  @inline(__always)
  public static subscript(_enclosingInstance model: SignupViewModel,
    wrapped _: ReferenceWritableKeyPath<SignupViewModel, Value>,
    storage property: ReferenceWritableKeyPath<SignupViewModel, SignupPart>
  ) -> Value {
    get { model[keyPath: property].part(model) }
    set { model[keyPath: property].set(newValue, in: model) }
  }

  /// The publisher of the part of a view model.
  public static subscript(_enclosingInstance model: SignupViewModel,
    projected _: ReferenceWritableKeyPath<SignupViewModel, Publisher>,
    storage property: ReferenceWritableKeyPath<SignupViewModel, SignupPart>
  ) -> Publisher {
    get {
      let property = model[keyPath: property]
      let values = property.values(model).removeDuplicates().eraseToAnyPublisher()
      return Publisher(values: values) { [weak model] in
        model?.assign($0) { property.set($0, in: $1) }
      }
    }
    // Nothing to write back: the setter only allows `&$username` to be passed to `assign`.
    set {}
  }

  private func set(_ value: Value, in model: SignupViewModel) {
    guard let field, let text = value as? String else { return }
    model[field] = text
  }

  /// Publishes a part of a sign-up, the current one first.
  public struct Publisher: Reactive.Publisher {
    public typealias Output = Value
    public typealias Failure = Never
    fileprivate let values: AnyPublisher<Value, Never>
    fileprivate let assign: @MainActor (AnyPublisher<Value, Never>) -> Void

    public func receive(subscriber: some Subscriber<Value, Never>) {
      values.receive(subscriber: subscriber)
    }
  }
}

extension Publisher where Failure == Never, Output: Equatable {
  /// Enters each text into a field of a sign-up, as if it had been typed.
  ///
  ///     names.assign(to: &model.$username)
  ///
  /// The subscription lives as long as the view model: there is no cancellable and no cycle.
  @MainActor public func assign(to text: inout SignupPart<Output>.Publisher) {
    text.assign(eraseToAnyPublisher())
  }
}
