import Expressions
import Reactive

/// A part of a document that runs over inputs: the operators up to one in a chain, a union, or a
/// join. The downstream that receives its values may be replaced while it runs.
final class LivePart {
  /// The values of the part.
  let output = PassthroughSubject<StreamValue, Never>()
  /// The id of the document for which it was made.
  let document: String
  /// The state of its pipeline, if it is one.
  let pipeline: ExpressionPipeline?
  /// Its values before it is started.
  private var publisher: StreamValues?
  private var subscription: AnyCancellable?

  /// Makes a part without starting it.
  init(of document: String, pipeline: ExpressionPipeline? = nil, _ publisher: StreamValues) {
    (self.document, self.pipeline, self.publisher) = (document, pipeline, publisher)
  }

  /// Starts it, once everything downstream is ready.
  ///
  /// - Parameter gate: The gate for values that are sent later than the values that cause them.
  func start(_ gate: LiveGate) {
    guard let publisher = publisher.take() else { return }
    let output = output
    // A computation sends its result within the call that brings the value.
    let isComputed = pipeline != nil
    subscription = publisher.sink { _ in
      gate.deliver { output.send(completion: .finished) }
    } receiveValue: { value in
      if isComputed || gate.isOwned {
        output.send(value)
      } else {
        gate.perform { output.send(value) }
      }
    }
  }

  /// Ends it.
  func stop() { (publisher, subscription) = (nil, nil) }

  /// The contents of a part: parts with equal contents are the same.
  enum Content: Hashable {
    /// Steps of a pipeline over its upstream.
    case pipeline(Reference, [Operator])
    /// An operator over its upstream, and the stream that it refers to.
    case step(Reference, Operator, Reference?)
    /// A document that needs no input.
    case document(Reference)
    case union(StreamUnion.Kind, [Reference])
    case join(StreamJoin.Kind, StreamExpression?, [StreamExpression], keep: Int?, [Reference])

    /// The content of a document with several sources.
    init(_ document: StreamDocument, _ references: [Reference]) {
      switch document {
      case .union(let union): self = .union(union.kind, references)
      case .join(let join):
        self = .join(join.kind, join.expression, join.allKeys, keep: join.keep, references)
      case .source, .input, .chain: preconditionFailure("a chain has parts, others no references")
      }
    }
  }

  /// A source of a part's values.
  enum Reference: Hashable {
    /// An input.
    case input(String)
    /// A document that needs no input, by the number of its contents in a ``StreamVersions``.
    case document(Int)
    /// Another part.
    case part(ObjectIdentifier)
  }
}
