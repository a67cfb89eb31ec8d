import Dispatch
import Reactive

/// The documents of a file with their references checked, ready to be run.
///
///     let library = StreamDocumentFile(StreamDocument.defaults).library
///     try library.publisher(of: "serial-a").sink { print($0) }  // 1, 2, 3, 4, a second apart
///
/// References that lead nowhere or round in a circle are found when the library is made, and so are
/// documents that would need too much of the stack or too many streams: whatever the file, running
/// a document is safe.
public struct StreamLibrary: Sendable {
  /// How many streams a document may run, those of the documents that it refers to counted each
  /// time.
  public static let streamLimit = 10_000
  /// How many operators, unions and joins may follow each other on a value's way. They are nested
  /// calls, for which a megabyte of stack is enough.
  public static let depthLimit = 100
  /// How many values the operators of a document may take, those of the documents that it refers to
  /// counted each time: a `flatMap` of two hundred streams of ten values each would never end.
  public static let workLimit = 100_000_000

  /// What is wrong with the references, each at its place in the file.
  public let errors: [StreamDocumentError]
  private let documents: [String: StreamDocument]
  /// Why documents cannot be run.
  private let faults: [String: StreamDocumentError]
  let extents: [String: StreamExtent]

  init(_ file: StreamDocumentFile) {
    var check = StreamReferenceCheck(file)
    check.run()
    documents = check.documents
    errors = file.located(check.errors)
    let (ids, faults) = (Array(check.faults.keys), Array(check.faults.values))
    self.faults = Dictionary(uniqueKeysWithValues: zip(ids, file.located(faults)))
    extents = check.extents
  }

  /// Makes a publisher of a document's values.
  ///
  /// - Parameters:
  ///   - id: The document's id.
  ///   - scheduler: Whose clock counts for delays.
  ///   - report: Hears of each value that is left out because nothing could be made of it.
  public func publisher<Context: Scheduler>(
    of id: String, on scheduler: Context = DispatchQueue.main,
    report: @escaping (StreamFailure) -> Void = { _ in }
  ) throws(StreamDocumentError) -> AnyPublisher<StreamValue, Never> {
    stream(try document(id), environment(scheduler, report))
  }

  /// Makes the publishers that show how a document's values come about, the last of them its own.
  ///
  /// For a chain: its source, and a row for each operator with the result up to there. For a union
  /// or join: its sources, and the result. The rows are subscribed to separately.
  public func rows<Context: Scheduler>(
    of id: String, on scheduler: Context = DispatchQueue.main,
    report: @escaping (StreamFailure) -> Void = { _ in }
  ) throws(StreamDocumentError) -> [StreamRow] {
    let document = try document(id)
    let environment = environment(scheduler, report)
    func row(_ document: StreamDocument) -> StreamRow {
      StreamRow(title: document.title, publisher: stream(document, environment))
    }
    switch document {
    case .source: return [row(document)]
    case .chain(let chain):
      let source = row(documents[chain.source]!)
      let named = environment.named(document.title)
      var upstream = source.publisher
      return [source]
        + chain.operators.map { step in
          upstream = step.applied(to: upstream, named)
          return StreamRow(title: step.description, publisher: upstream)
        }
    case .union(let union): return union.sources.map { row(documents[$0]!) } + [row(document)]
    case .join(let join): return join.sources.map { row(documents[$0]!) } + [row(document)]
    }
  }

  private func document(_ id: String) throws(StreamDocumentError) -> StreamDocument {
    guard let document = documents[id] else {
      throw StreamDocumentError("there is no document “\(id)” that can be read")
    }
    if let fault = faults[id] { throw fault }
    return document
  }

  private func environment<Context: Scheduler>(
    _ scheduler: Context, _ report: @escaping (StreamFailure) -> Void
  ) -> StreamEnvironment<StreamValue> {
    var environment = StreamEnvironment<StreamValue>(
      scheduler, stream: { _ in nil }, report: report)
    let bare = environment
    environment.stream = { id in documents[id].map { stream($0, bare) } }
    return environment
  }

  /// The stream of a document whose references have been checked.
  private func stream(
    _ document: StreamDocument, _ environment: StreamEnvironment<StreamValue>
  ) -> AnyPublisher<StreamValue, Never> {
    var named = environment.named(document.title)
    named.stream = { id in documents[id].map { stream($0, environment) } }
    func sources(_ ids: [String]) -> [AnyPublisher<StreamValue, Never>] {
      ids.map { stream(documents[$0]!, environment) }
    }
    switch document {
    case .source(let model): return model.publisher(named)
    case .chain(let chain):
      return chain.operators.publisher(of: stream(documents[chain.source]!, environment), named)
    case .union(let union):
      let sources = sources(union.sources)
      switch union.kind {
      case .merge: return sources.merge().eraseToAnyPublisher()
      case .append:
        return sources.dropFirst().reduce(sources[0]) { $0.append($1).eraseToAnyPublisher() }
      case .flatMap:
        return sources.dropFirst().reduce(sources[0]) { upstream, next in
          upstream.flatMap { _ in next }.eraseToAnyPublisher()
        }
      }
    case .join(let join):
      let (sources, step) = (sources(join.sources), join.kind.rawValue)
      switch join.kind {
      case .zip: return sources.zip().joined(by: join.expression, of: sources.count, step, named)
      case .combineLatest:
        return sources.combineLatest()
          .joined(by: join.expression, of: sources.count, step, named)
      }
    }
  }
}

extension StreamDocumentFile {
  /// The documents with their references checked, ready to be run.
  public var library: StreamLibrary { StreamLibrary(self) }
}

/// A stream with what is written beside it.
public struct StreamRow {
  /// A document's name, or an operator with its parameters.
  public var title: String
  /// The values.
  public var publisher: AnyPublisher<StreamValue, Never>
}
