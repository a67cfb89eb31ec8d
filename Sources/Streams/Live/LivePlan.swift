import Expressions
import Reactive

/// The parts that a document needs: unchanged ones of the previous logic, and new ones.
struct LivePlan {
  private let library: StreamLibrary
  private let environment: StreamEnvironment
  private let numbers: [String: Int]
  private let before: [LivePart.Content: LivePart]
  private let input: (String) -> StreamValues?
  /// All parts.
  private(set) var parts: [LivePart.Content: LivePart] = [:]
  /// The new parts, each after its sources.
  private(set) var added: [LivePart] = []

  /// The end of a document or of a part of it, and its values.
  typealias End = (reference: LivePart.Reference, publisher: StreamValues)

  private var ends: [String: LivePart.Reference] = [:]
  private var streams: [String: StreamValues] = [:]

  init(
    _ library: StreamLibrary, _ environment: StreamEnvironment, _ numbers: [String: Int],
    before: [LivePart.Content: LivePart], input: @escaping (String) -> StreamValues?
  ) {
    (self.library, self.environment, self.numbers) = (library, environment, numbers)
    (self.before, self.input) = (before, input)
  }

  /// Returns the end of a document that can be run.
  mutating func end(of document: StreamDocument) -> End {
    for id in library.sources(of: document) {
      (ends[id], streams[id]) = makeEnd(of: library.documents[id]!)
    }
    let last = makeEnd(of: document)
    // A document without inputs that is itself the final one runs once, and is the same as long as
    // its contents are.
    guard case .document = last.reference else { return last }
    return part(.document(last.reference), of: document) { last.publisher }
  }

  private mutating func makeEnd(of document: StreamDocument) -> End {
    if case .input(let input) = document { return (.input(input.id), self.input(input.id)!) }
    guard library.isLive(document.id) else {
      return (
        .document(numbers[document.id] ?? 0), library.stream(document, environment, of: streams)
      )
    }
    guard case .chain(let chain) = document else {
      let references = document.references.map { ends[library.root(of: $0.id)]! }
      return part(LivePart.Content(document, references), of: document) {
        [library, environment, streams] in library.stream(document, environment, of: streams)
      }
    }
    let named = library.named(environment, document, of: streams)
    return chain.operators.runs.reduce(end(at: chain.source)) { upstream, run in
      run.first!.isComputed
        ? pipeline(Array(run), over: upstream, of: document, named)
        : step(run.first!, over: upstream, of: document, named)
    }
  }

  private func end(at id: String) -> End {
    let root = library.root(of: id)
    return (ends[root]!, streams[root]!)
  }

  private mutating func step(
    _ step: Operator, over upstream: End, of document: StreamDocument,
    _ environment: StreamEnvironment
  ) -> End {
    let other = step.stream.map { ends[library.root(of: $0)]! }
    return part(.step(upstream.reference, step, other), of: document) {
      step.applied(to: upstream.publisher, environment)
    }
  }

  private mutating func pipeline(
    _ operators: [Operator], over upstream: End, of document: StreamDocument,
    _ environment: StreamEnvironment
  ) -> End {
    let content = LivePart.Content.pipeline(upstream.reference, operators)
    if let known = known(content) { return known }
    let pipeline = ExpressionPipeline(operators, environment)
    if let pipeline, let old = donor(for: operators, over: upstream.reference, of: document) {
      pipeline.take(old.count, from: old.pipeline)
    }
    let publisher =
      pipeline.map { upstream.publisher.passing(through: $0) } ?? Empty().eraseToAnyPublisher()
    return add(content, LivePart(of: document.id, pipeline: pipeline, publisher))
  }

  /// Returns a previous pipeline with the same first steps, and their number; prefers one of the
  /// same document, and then the one with the most steps.
  private func donor(
    for operators: [Operator], over reference: LivePart.Reference, of document: StreamDocument
  ) -> (pipeline: ExpressionPipeline, count: Int)? {
    var found: (pipeline: ExpressionPipeline, count: Int, isOwn: Bool)?
    for (content, part) in before {
      guard case .pipeline(reference, let steps) = content, let pipeline = part.pipeline else {
        continue
      }
      let count = zip(steps, operators).prefix { $0 == $1 }.count
      let isOwn = part.document == document.id
      guard count > 0 else { continue }
      if let found, (found.isOwn ? 1 : 0, found.count) >= (isOwn ? 1 : 0, count) { continue }
      found = (pipeline, count, isOwn)
    }
    return found.map { ($0.pipeline, $0.count) }
  }

  private mutating func part(
    _ content: LivePart.Content, of document: StreamDocument, _ publisher: () -> StreamValues
  ) -> End { known(content) ?? add(content, LivePart(of: document.id, publisher())) }

  private mutating func known(_ content: LivePart.Content) -> End? {
    guard let part = parts[content] ?? before[content] else { return nil }
    parts[content] = part
    return (.part(ObjectIdentifier(part)), part.output.eraseToAnyPublisher())
  }

  private mutating func add(_ content: LivePart.Content, _ part: LivePart) -> End {
    parts[content] = part
    added.append(part)
    return (.part(ObjectIdentifier(part)), part.output.eraseToAnyPublisher())
  }
}
