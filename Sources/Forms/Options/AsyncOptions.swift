import Reactive

/// Options that take a while to load: from a file, a server, another program.
///
///     AsyncOptions<Country>(on: DispatchQueue.global()) { country in
///       try cities(of: country).map { FieldOption(name: $0, label: $0) }
///     }
///
/// They are loaded when the field is first shown, and again when the part of the value that they
/// depend on changes; an answer about an older part is dropped. While they load, and when they
/// fail, the field says so (``FieldSnapshot/options``), and a choice that was made before stays. A
/// form with such a choice is not submitted before they are there.
public struct AsyncOptions<Part: Hashable & Sendable>: Sendable {
  /// A question for options. The first output is the answer.
  public typealias Question =
    @MainActor @Sendable (Part) -> AnyPublisher<[FieldOption], any Error>

  /// The time that the part has to rest before the question is asked.
  public var debounce: Duration
  /// The longest time that an answer may take.
  public var timeout: Duration
  let question: Question

  /// Makes a question of a publisher.
  ///
  /// - Parameters:
  ///   - debounce: The time that the part has to rest before the question is asked.
  ///   - timeout: The longest time that an answer may take.
  ///   - question: Asks; it is cancelled when the part changes.
  public init(
    debounce: Duration = .zero, timeout: Duration = .seconds(30), question: @escaping Question
  ) {
    self.debounce = debounce
    self.timeout = timeout
    self.question = question
  }

  /// Makes a question of a function that blocks, such as a look into a file.
  ///
  /// - Parameters:
  ///   - background: The scheduler that runs the function.
  ///   - debounce: The time that the part has to rest before the question is asked.
  ///   - timeout: The longest time that an answer may take.
  ///   - load: Returns the options.
  public init<Background: Scheduler & Sendable>(
    on background: Background, debounce: Duration = .zero, timeout: Duration = .seconds(30),
    load: @escaping @Sendable (Part) throws -> [FieldOption]
  ) {
    self.init(debounce: debounce, timeout: timeout) { part in
      BackgroundWork.publisher(on: background) { try load(part) }
    }
  }

  /// Makes a question of an asynchronous function. Its task is cancelled when the part changes.
  ///
  /// - Parameters:
  ///   - debounce: The time that the part has to rest before the question is asked.
  ///   - timeout: The longest time that an answer may take.
  ///   - load: Returns the options.
  public init(
    debounce: Duration = .zero, timeout: Duration = .seconds(30),
    load: @escaping @Sendable (Part) async throws -> [FieldOption]
  ) {
    self.init(debounce: debounce, timeout: timeout) { part in
      BackgroundWork.publisher { try await load(part) }
    }
  }
}

extension FormField {
  /// This choice with options that take a while to load and depend on another field.
  ///
  ///     .choice("city", \.city, options: []).loading(cities, of: \.country)
  ///
  /// - Parameters:
  ///   - options: The question for options.
  ///   - part: The property that they depend on.
  public func loading<Part: Hashable & Sendable>(
    _ options: AsyncOptions<Part>, of part: KeyPath<Value, Part> & Sendable
  ) -> FormField {
    loading(OptionLoad(options) { $0[keyPath: part] }, reading: [part])
  }

  /// This choice with options that take a while to load.
  ///
  ///     .choice("airport", \.airport, options: []).loading { try await airports() }
  ///
  /// - Parameter load: Returns the options.
  public func loading(
    _ load: @escaping @Sendable () async throws -> [FieldOption]
  ) -> FormField {
    loading(OptionLoad(AsyncOptions<Bool> { _ in try await load() }) { _ in true }, reading: [])
  }

  /// This choice with options that take a while to load, as a publisher.
  ///
  /// - Parameter options: Makes the publisher; its first output is the options.
  public func loading(
    from options: @escaping @MainActor @Sendable () -> AnyPublisher<[FieldOption], any Error>
  ) -> FormField {
    let question = AsyncOptions<Bool>(question: { _ in options() })
    return loading(OptionLoad(question) { _ in true }, reading: [])
  }

  private func loading(
    _ load: OptionLoad<Value>, reading paths: [PartialKeyPath<Value> & Sendable]
  ) -> FormField {
    var field = self
    field.options.load = load
    field.options.reads += paths
    return field
  }

  /// This choice with options that cannot be chosen while other fields stand as they do.
  ///
  ///     .choice("ticket", \.ticket, options: tickets)
  ///       .refusing(reading: \.age) { $1.name == "business" && $0.age < 21 ? "from 21" : nil }
  ///
  /// Such an option is shown with its reason. One that is chosen nevertheless bars the form
  /// (``ValidationIssue/Code/refused``) until another is chosen or it is no longer refused.
  ///
  /// - Parameters:
  ///   - paths: The properties that `reason` reads.
  ///   - reason: Returns the reason against an option; nil if it can be chosen.
  public func refusing(
    reading paths: PartialKeyPath<Value> & Sendable...,
    reason: @escaping @Sendable (Value, FieldOption) -> String?
  ) -> FormField {
    var field = self
    field.options.refusals.append(reason)
    field.options.reads += paths
    return field
  }
}

/// Options to load, with the type of the part that they depend on hidden.
struct OptionLoad<Value: Sendable>: Sendable {
  let debounce: Duration
  let timeout: Duration
  let key: @Sendable (Value) -> CheckKey
  let question: @Sendable (Value) -> OptionQuestion

  init<Part: Hashable & Sendable>(
    _ options: AsyncOptions<Part>, of part: @escaping @Sendable (Value) -> Part
  ) {
    (debounce, timeout) = (options.debounce, options.timeout)
    key = { CheckKey(value: part($0)) }
    question = { value in { [question = options.question] in question(part(value)) } }
  }
}

/// A question for options that can be asked.
typealias OptionQuestion = @MainActor @Sendable () -> AnyPublisher<[FieldOption], any Error>
