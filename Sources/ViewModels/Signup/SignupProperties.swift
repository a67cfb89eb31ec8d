import Credentials
import Reactive

/// A property that reads a part of a sign-up's state, and whose `$` publishes the part: the present
/// one, and each time it changes.
@propertyWrapper @MainActor public struct SignupPart<Value: Equatable> {
  private let part: KeyPath<SignupState, Value>

  init(_ part: KeyPath<SignupState, Value>) { self.part = part }

  /// Not available: the state belongs to a view model.
  @available(*, unavailable, message: "@SignupPart is only available in SignupViewModel")
  public var wrappedValue: Value { fatalError("A part without a view model.") }

  /// Not available: the state belongs to a view model.
  @available(*, unavailable, message: "@SignupPart is only available in SignupViewModel")
  public var projectedValue: AnyPublisher<Value, Never> {
    fatalError("A part without a view model.")
  }

  /// The part of a view model's state.
  public static subscript(
    _enclosingInstance model: SignupViewModel, wrapped _: KeyPath<SignupViewModel, Value>,
    storage property: KeyPath<SignupViewModel, SignupPart>
  ) -> Value {
    model.state[keyPath: model[keyPath: property].part]
  }

  /// The publisher of a part of a view model's state.
  public static subscript(
    _enclosingInstance model: SignupViewModel,
    projected _: KeyPath<SignupViewModel, AnyPublisher<Value, Never>>,
    storage property: KeyPath<SignupViewModel, SignupPart>
  ) -> AnyPublisher<Value, Never> {
    model.$state.map(model[keyPath: property].part).removeDuplicates().eraseToAnyPublisher()
  }
}

/// A property that is the text of a sign-up's field, and whose `$` publishes the text: the present
/// one, and each time it changes.
@propertyWrapper @MainActor public struct SignupText {
  private let field: SignupField

  init(_ field: SignupField) { self.field = field }

  /// Not available: the text belongs to a view model.
  @available(*, unavailable, message: "@SignupText is only available in SignupViewModel")
  public var wrappedValue: String {
    get { fatalError("A text without a view model.") }
    set { fatalError("A text without a view model.") }
  }

  /// Not available: the text belongs to a view model.
  @available(*, unavailable, message: "@SignupText is only available in SignupViewModel")
  public var projectedValue: Publisher {
    get { fatalError("A text without a view model.") }
    set { fatalError("A text without a view model.") }
  }

  /// The text of a view model's field.
  public static subscript(
    _enclosingInstance model: SignupViewModel,
    wrapped _: ReferenceWritableKeyPath<SignupViewModel, String>,
    storage property: ReferenceWritableKeyPath<SignupViewModel, SignupText>
  ) -> String {
    get { model[model[keyPath: property].field] }
    set { model[model[keyPath: property].field] = newValue }
  }

  /// The publisher of the text of a view model's field.
  public static subscript(
    _enclosingInstance model: SignupViewModel,
    projected _: ReferenceWritableKeyPath<SignupViewModel, Publisher>,
    storage property: ReferenceWritableKeyPath<SignupViewModel, SignupText>
  ) -> Publisher {
    get {
      let field = model[keyPath: property].field
      let texts = model.$state.map { [weak model] _ in model?[field] ?? "" }.removeDuplicates()
      return Publisher(texts: texts.eraseToAnyPublisher()) { [weak model] in
        model?.assign($0, to: field)
      }
    }
    // Nothing to write back: the setter is there so that `&$username` can be passed to `assign`.
    set {}
  }

  /// Publishes the text of a field, the present one first.
  public struct Publisher: Reactive.Publisher {
    public typealias Output = String
    public typealias Failure = Never
    fileprivate let texts: AnyPublisher<String, Never>
    fileprivate let assign: @MainActor (AnyPublisher<String, Never>) -> Void

    public func receive(subscriber: some Subscriber<String, Never>) {
      texts.receive(subscriber: subscriber)
    }
  }
}

extension Publisher where Output == String, Failure == Never {
  /// Enters each text into a field of a sign-up, as if it had been typed.
  ///
  ///     names.assign(to: &model.$username)
  ///
  /// The subscription lives as long as the view model: nothing to keep, and no cycle.
  @MainActor public func assign(to text: inout SignupText.Publisher) {
    text.assign(eraseToAnyPublisher())
  }
}
