import Dispatch
import Expressions
import Formats
import Reactive

/// The documents of a file with their references checked, ready to run.
///
///     let library = StreamDocumentFile(StreamDocument.defaults).library
///     try library.publisher(of: "serial-a").sink { print($0) }  // 1, 2, 3, 4, a second apart
///
/// Making the library finds dangling and circular references, and documents that would need too
/// much stack or too many streams. A ``StreamBudget`` limits the rest while a document runs:
/// running a document is safe with any file.
public struct StreamLibrary: Sendable {
  /// The maximum number of streams of a document, including those of each reference to another
  /// document.
  package static let streamLimit = 10_000
  /// The maximum number of operators of a chain.
  package static let operatorLimit = 1_000
  /// The maximum number of simultaneous operators and streams, counted in the same way.
  package static let partLimit = 40_000
  /// The maximum number of operators, unions and joins that a value passes. They are nested calls,
  /// which fit in two megabytes of stack.
  package static let depthLimit = 100
  /// The maximum number of values that a document's operators may take, including those of each
  /// reference to another document: a `flatMap` of two hundred streams of ten values each would
  /// never end.
  package static let workLimit = 100_000_000

  /// The maximum number of characters of a title in a row or a failure.
  private static let titleLimit = 1_000

  /// The file's name, for errors.
  let fileName: String?
  /// The errors of the references, each with its position in the file.
  public let errors: [StreamDocumentError]
  /// The documents by their ids.
  let documents: [String: StreamDocument]
  /// The reasons why documents cannot be run.
  let faults: [String: StreamDocumentError]
  /// Streams that wait for the end of an endless one, which is not an error when they run.
  let waits: [StreamDocumentError]
  let extents: [String: StreamExtent]
  /// The ids of documents, each after those that it refers to.
  let order: [String]
  /// The index of each id in that order.
  private let ranks: [String: Int]
  /// The document that a chain without operators equals.
  private let roots: [String: String]
  /// The documents that are inputs or take values from one.
  private let live: Set<String>

  init(_ file: StreamDocumentFile) {
    fileName = file.name
    var check = StreamReferenceCheck(file)
    check.run()
    documents = check.documents
    errors = file.located(check.errors)
    waits = file.located(check.waits)
    let (ids, faults) = (Array(check.faults.keys), Array(check.faults.values))
    self.faults = Dictionary(uniqueKeysWithValues: zip(ids, file.located(faults)))
    (extents, order) = (check.extents, check.measured)
    ranks = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    var (roots, live) = ([String: String](), Set<String>())
    for id in order {
      guard let document = documents[id] else { continue }
      if case .chain(let chain) = document, chain.operators.isEmpty {
        roots[id] = roots[chain.source] ?? chain.source
      }
      if document.kind == .input || document.references.contains(where: { live.contains($0.id) }) {
        live.insert(id)
      }
    }
    (self.roots, self.live) = (roots, live)
  }

  /// Returns true if a document is an input, or takes values from one. O(1).
  package func isLive(_ id: String) -> Bool { live.contains(id) }

  /// Returns the inputs that a document needs, without duplicates; an input needs itself.
  /// O(documents).
  package func inputs(of id: String) -> [StreamInput] {
    guard isLive(id), let document = documents[id], faults[id] == nil else { return [] }
    if case .input(let input) = document { return [input] }
    return sources(of: document).compactMap { id in
      if case .input(let input)? = documents[id] { input } else { nil }
    }
  }

  /// Throws if a document cannot be run. O(1).
  package func check(_ id: String) throws(StreamDocumentError) { _ = try document(id) }

  /// Makes a publisher of a document's values, which needs no input.
  ///
  /// - Parameters:
  ///   - id: The document's id.
  ///   - scheduler: The scheduler that measures time for delays.
  ///   - budget: The limits; a budget of its own by default.
  ///   - report: Receives a failure for each value that an operator could not process, and for a
  ///     limit that ended the stream.
  public func publisher<Context: Scheduler>(
    of id: String, on scheduler: Context = DispatchQueue.main, budget: StreamBudget? = nil,
    report: @escaping (StreamFailure) -> Void = { _ in }
  ) throws(StreamDocumentError) -> AnyPublisher<StreamValue, Never> {
    let document = try document(id)
    if let input = inputs(of: id).first { throw unbound(input, for: document) }
    let environment = StreamEnvironment(scheduler, report: report)
    return Deferred { run(document, environment, budget ?? StreamBudget()).publisher }
      .eraseToAnyPublisher()
  }

  /// The values that one row of a document shows.
  struct RowPart {
    /// The row's own document.
    let document: StreamDocument
    /// The number of its operators that are applied; nil for all.
    var operators: Int?
    /// The row's title.
    let title: String
  }

  /// The values that the rows of a document show, from its sources to the document itself.
  ///
  /// A chain has its source, and a row for each operator with the result up to there. A union or
  /// join has its sources, and the result.
  func rowParts(of id: String) throws(StreamDocumentError) -> [RowPart] {
    func part(_ document: StreamDocument) -> RowPart {
      RowPart(document: document, title: document.rowTitle.cut(to: Self.titleLimit))
    }
    let document = try document(id)
    switch document {
    case .source, .input: return [part(document)]
    case .chain(let chain):
      return [part(documents[chain.source]!)]
        + chain.operators.enumerated().map { index, step in
          RowPart(
            document: document, operators: index + 1,
            title: step.description.cut(to: Self.titleLimit))
        }
    case .union(let union): return union.sources.map { part(documents[$0]!) } + [part(document)]
    case .join(let join): return join.sources.map { part(documents[$0]!) } + [part(document)]
    }
  }

  /// Makes the publisher of a row.
  func row(_ part: RowPart, _ environment: StreamEnvironment, _ budget: StreamBudget) -> StreamRow {
    let (publisher, meter) = run(part.document, environment, budget, operators: part.operators)
    return StreamRow(title: part.title, publisher: publisher, meter: meter)
  }

  func document(_ id: String) throws(StreamDocumentError) -> StreamDocument {
    guard let document = documents[id] else {
      throw StreamDocumentError("there is no document “\(id)” that can be read")
    }
    if let fault = faults[id] { throw fault }
    return document
  }

  // MARK: Building

  /// Makes the stream of a document whose references have been checked, and its meter.
  ///
  /// The documents that it refers to are made first, each once, in a loop: the stack stays small
  /// even for a long chain of references.
  ///
  /// - Parameter count: The number of operators of a chain to apply; nil for all.
  private func run(
    _ document: StreamDocument, _ environment: StreamEnvironment,
    _ budget: StreamBudget, operators count: Int? = nil
  ) -> (publisher: StreamValues, meter: StreamMeter) {
    // A part of a chain needs no more than the whole.
    let extent = extent(of: document.id)
    let over = PassthroughSubject<Void, Never>()
    let meter = meter(of: document, environment, budget) { over.send() }
    let metered = metered(environment, meter)
    let publisher = Deferred { () -> StreamValues in
      // Reserve the room before making the parts.
      guard meter.occupy(extent) else { return Empty().eraseToAnyPublisher() }
      // After a limit some values are missing, and results made from the rest would be wrong.
      return whole(document, operators: count, metered).filter { _ in !meter.hasEnded }
        .prefix(untilOutputFrom: over).eraseToAnyPublisher()
    }
    return (publisher.eraseToAnyPublisher(), meter)
  }

  /// Returns the extent of a document; that of a single part if it is unknown.
  func extent(of id: String) -> StreamExtent { extents[id] ?? StreamExtent() }

  /// Makes the meter of a document.
  ///
  /// - Parameters:
  ///   - isEndless: True if the number of steps is unlimited, because an input may send any number
  ///     of values.
  ///   - over: Called when a limit has been reached and reported.
  func meter(
    of document: StreamDocument, _ environment: StreamEnvironment,
    _ budget: StreamBudget, isEndless: Bool = false, over: @escaping () -> Void
  ) -> StreamMeter {
    let (title, report) = (document.title.cut(to: Self.titleLimit), environment.report)
    let weight = extent(of: document.id).weight
    return StreamMeter(budget, weight: weight, isEndless: isEndless) { excess in
      report(StreamFailure(stream: title, step: StreamFailure.limitStep, reason: excess))
      over()
    }
  }

  /// Returns an environment whose work is counted.
  func metered(_ environment: StreamEnvironment, _ meter: StreamMeter) -> StreamEnvironment {
    var metered = environment
    metered.meter = meter
    // After the end, values are missing only for that reason. Titles and steps repeat with each
    // failure.
    metered.report = { [report = environment.report] failure in
      guard !meter.hasEnded else { return }
      report(
        StreamFailure(
          stream: failure.stream?.cut(to: Self.titleLimit),
          step: failure.step.cut(to: Self.titleLimit), reason: failure.reason))
    }
    metered.extent = extent(of:)
    return metered
  }

  /// Returns the document that a chain without operators equals; for any other, its own id.
  func root(of id: String) -> String { roots[id] ?? id }

  private func whole(
    _ document: StreamDocument, operators count: Int?, _ environment: StreamEnvironment
  ) -> StreamValues {
    var streams: [String: StreamValues] = [:]
    for id in sources(of: document) {
      streams[id] = stream(documents[id]!, environment, of: streams)
    }
    guard let count, case .chain(var chain) = document else {
      return stream(document, environment, of: streams)
    }
    (chain.name, chain.operators) = (document.title, Array(chain.operators.prefix(count)))
    return stream(.chain(chain), environment, of: streams)
  }

  /// Returns the documents from which one is made, each after those that it refers to.
  func sources(of document: StreamDocument) -> [String] {
    var open = document.references.map(\.id)
    var found: Set<String> = []
    while let id = open.popLast() {
      let root = roots[id] ?? id
      if found.insert(root).inserted { open += documents[root]!.references.map(\.id) }
    }
    return found.sorted { ranks[$0]! < ranks[$1]! }
  }

  /// Makes the stream of a document from the streams that it refers to.
  func stream(
    _ document: StreamDocument, _ environment: StreamEnvironment, of streams: [String: StreamValues]
  ) -> StreamValues {
    let named = named(environment, document, of: streams)
    let other = named.stream
    func sources(_ ids: [String]) -> [StreamValues] { ids.map { other($0)! } }
    switch document {
    case .source(let model): return model.publisher(named)
    case .input(let input):
      guard let bound = named.input(input.id) else { return input.testStream.publisher(named) }
      return bound.filter { input.admits($0, named.report) }.eraseToAnyPublisher()
    case .chain(let chain): return chain.operators.publisher(of: other(chain.source)!, named)
    case .union(let union):
      let sources = sources(union.sources)
      switch union.kind {
      case .merge: return sources.merge().eraseToAnyPublisher()
      case .append:
        return named.appending(zip(sources, union.sources).map { ($0, named.isHot($1)) })
      case .flatMap:
        return union.sources.dropFirst().reduce(sources[0]) { upstream, next in
          Operator.flatMap(stream: next, expression: nil).applied(to: upstream, named)
        }
      }
    case .join(let join):
      let sources = sources(join.sources)
      let together =
        switch join.kind {
        case .zip: named.zip(sources)
        case .combineLatest where !join.allKeys.isEmpty:
          named.at { join.kind.rawValue }.latest(sources, by: join.allKeys, keeping: join.keep)
        case .combineLatest:
          sources.map(named.keepingLatest).combineLatest().eraseToAnyPublisher()
        }
      return together.joined(
        by: join.expression, of: sources.count, named.at { join.kind.rawValue })
    }
  }
}

extension StreamLibrary {
  /// Returns the reason why a document cannot run without an input.
  package func unbound(_ input: StreamInput, for document: StreamDocument) -> StreamDocumentError {
    StreamDocumentError(
      input.id == document.id
        ? "the input “\(input.id)” is not bound to anything"
        : "“\(document.title)” needs the input “\(input.id)”, which is not bound to anything",
      file: fileName)
  }

  /// Returns the environment of a document's operators, from the streams that it refers to.
  func named(
    _ environment: StreamEnvironment, _ document: StreamDocument, of streams: [String: StreamValues]
  ) -> StreamEnvironment {
    var named = environment.named(document.title)
    // Only its own references, to keep no stream alive through another.
    var own: [String: StreamValues] = [:]
    for id in document.references.map(\.id) { own[id] = streams[root(of: id)] }
    named.stream = { [own] id in own[id] }
    named.isHot = { [isBound = environment.isBound] id in
      inputs(of: id).contains { isBound($0.id) }
    }
    if case .chain(let chain) = document { named.isUpstreamHot = named.isHot(chain.source) }
    return named
  }
}

extension StreamDocument {
  /// The title of its row, which states if it is an unbound input.
  fileprivate var rowTitle: String {
    if case .input(let input) = self { "\(title) (\(input.unboundNote))" } else { title }
  }
}

extension StreamInput {
  /// Returns true if its type admits a value; otherwise reports the value.
  func admits(_ value: StreamValue, _ report: (StreamFailure) -> Void) -> Bool {
    if type.admits(value) { return true }
    let reason = "\(type.noun) was expected, not \(value.kind)"
    report(StreamFailure(stream: name ?? id, step: "input", reason: reason))
    return false
  }

  /// The note after the title of a row with the values of a source.
  var boundNote: String { "an input of \(type.nouns)" }

  /// The note after the title of an unbound input's row.
  var unboundNote: String {
    "an input of \(type.nouns), \(test.isEmpty ? "not bound" : "with test data")"
  }
}

extension StreamDocumentFile {
  /// The documents with their references checked, ready to run.
  public var library: StreamLibrary { StreamLibrary(self) }
}

/// A stream with its title.
struct StreamRow {
  /// A document's name, or an operator with its parameters.
  let title: String
  /// The values.
  let publisher: StreamValues
  /// Counts the work and the bytes.
  let meter: StreamMeter
}
