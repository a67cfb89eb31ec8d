import Reactive

/// Options that take a while to load: from a file, a server, another program.
///
///     AsyncOptions<Country>(on: DispatchQueue.global()) { country in
///       try cities(of: country).map { FieldOption(name: $0, label: $0) }
///     }
///
/// They are loaded when the field is first shown, and again when the part of the value that they
/// depend on changes; a response for an older part is dropped. The field reports loading and
/// failure (``FieldSnapshot/options``), and keeps a choice made before. A form with such a choice
/// is not submitted until they have loaded.
public struct AsyncOptions<Part: Hashable & Sendable>: Sendable {
  /// A question for options. The first output is the answer.
  public typealias Question = @MainActor @Sendable (Part) -> AnyPublisher<[FieldOption], any Error>

  /// The time that the part has to rest before the question is asked.
  package let debounce: Duration
  /// The maximum time to wait for an answer.
  let timeout: Duration
  let question: Question

  /// Makes a question from a publisher.
  ///
  /// - Parameters:
  ///   - debounce: The time that the part has to rest before the question is asked.
  ///   - timeout: The maximum time to wait for an answer.
  ///   - question: Asks; it is cancelled when the part changes.
  public init(
    debounce: Duration = .zero, timeout: Duration = .seconds(30), question: @escaping Question
  ) { (self.debounce, self.timeout, self.question) = (debounce, timeout, question) }

  /// Makes a question from a function that blocks, such as one that reads a file.
  ///
  /// - Parameters:
  ///   - background: The scheduler that runs the function.
  ///   - debounce: The time without changes before the question is asked.
  ///   - timeout: The maximum time to wait for the options.
  ///   - load: Returns the options.
  public init<Background: Scheduler & Sendable>(
    on background: Background, debounce: Duration = .zero, timeout: Duration = .seconds(30),
    load: @escaping @Sendable (Part) throws -> [FieldOption]
  ) {
    self.init(debounce: debounce, timeout: timeout) { part in
      BackgroundWork.publisher(on: background) { try load(part) }
    }
  }

  /// Makes a question from an asynchronous function. Its task is cancelled when the part changes.
  ///
  /// - Parameters:
  ///   - debounce: The time that the part has to rest before the question is asked.
  ///   - timeout: The maximum time to wait for an answer.
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
  ) -> FormField { loading(options, reading: [part]) { $0[keyPath: part] } }

  /// This choice with options that take a while to load.
  ///
  ///     .choice("airport", \.airport, options: []).loading { try await airports() }
  ///
  /// - Parameter load: Returns the options.
  public func loading(_ load: @escaping @Sendable () async throws -> [FieldOption]) -> FormField {
    loading(AsyncOptions<Bool> { _ in try await load() }) { _ in true }
  }

  /// This choice with options that take a while to load, as a publisher.
  ///
  /// - Parameter options: Makes the publisher; its first output is the options.
  public func loading(
    from options: @escaping @MainActor @Sendable () -> AnyPublisher<[FieldOption], any Error>
  ) -> FormField { loading(AsyncOptions<Bool>(question: { _ in options() })) { _ in true } }

  func loading<Part: Hashable & Sendable>(
    _ options: AsyncOptions<Part>, reading paths: [PartialKeyPath<Value> & Sendable] = [],
    of part: @escaping @Sendable (Value) -> Part
  ) -> FormField {
    let terms = CheckTerms(debounce: options.debounce, timeout: options.timeout)
    return with {
      $0.options.load = OptionLoad(terms, reads: paths, of: part, question: options.question)
      $0.options.reads += paths
    }
  }
}

extension FormField {
  /// This choice, removed when the chosen option is no longer offered. A warning reports this
  /// (``ValidationIssue/Code/withdrawn``) until the user makes another choice.
  ///
  ///     .choice("size", \.size, offering: { $0.product.sizes }, reading: \.product).takingBack()
  public func takingBack() -> FormField { with { $0.options.takesBack = true } }
}

/// The origin of a choice's options.
struct OptionSource<Value: Sendable>: Sendable {
  /// The options that are always the same.
  var fixed = OptionTable.empty
  /// The options offered, given the other fields; nil for the fixed ones.
  var offered: (@Sendable (Value) -> [FieldOption])?
  /// The options that take a while to load; nil for none.
  var load: OptionLoad<Value>?
  /// True if a choice is removed once it is no longer offered.
  var takesBack = false
  /// The properties that all of these read.
  var reads: [PartialKeyPath<Value> & Sendable] = []

  /// True if the options depend on anything.
  var isFixed: Bool { offered == nil && load == nil }

  /// Returns the options, once those that are loaded are known.
  func table(_ value: Value, loaded: OptionTable?) -> OptionTable {
    loaded ?? (load != nil ? .empty : offered.map { OptionTable($0(value)) } ?? fixed)
  }
}
