import Expressions
import Reactive

/// A part of a document that runs over inputs: the operators up to one in a chain, a union, or a
/// join. It sends its values to whatever is downstream, which may be exchanged while it goes on.
final class LivePart {
  /// The values of the part.
  let output = PassthroughSubject<StreamValue, Never>()
  /// The id of the document that it was made for.
  let document: String
  /// Its state, if it is one of a pipeline.
  let pipeline: ExpressionPipeline?
  /// Its values before it is started.
  private var publisher: StreamValues?
  private var subscription: AnyCancellable?

  /// Makes a part that is not started.
  init(of document: String, pipeline: ExpressionPipeline? = nil, _ publisher: StreamValues) {
    (self.document, self.pipeline, self.publisher) = (document, pipeline, publisher)
  }

  /// Starts it, once everything downstream is there.
  ///
  /// - Parameter gate: The gate through which values go that are sent at times of their own.
  func start(_ gate: LiveGate) {
    guard let publisher = publisher.take() else { return }
    let output = output
    // A computation sends within the call that brings it a value.
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

  /// The contents of a part: parts of the same contents are the same.
  enum Content: Hashable {
    /// Steps of a pipeline over something.
    case pipeline(Reference, [Operator])
    /// An operator over something, and the stream that it refers to.
    case step(Reference, Operator, Reference?)
    /// A document that needs no input.
    case document(Reference)
    case union(StreamUnion.Kind, [Reference])
    case join(StreamJoin.Kind, StreamExpression?, [StreamExpression], keep: Int?, [Reference])

    /// The content of a document that takes its values from several.
    init(_ document: StreamDocument, _ references: [Reference]) {
      switch document {
      case .union(let union): self = .union(union.kind, references)
      case .join(let join):
        self = .join(join.kind, join.expression, join.allKeys, keep: join.keep, references)
      case .source, .input, .chain: preconditionFailure("a chain has parts, others no references")
      }
    }
  }

  /// Something that a part takes its values from.
  enum Reference: Hashable {
    /// An input.
    case input(String)
    /// A document that needs no input, by the number of its contents in a ``StreamVersions``.
    case document(Int)
    /// Another part.
    case part(ObjectIdentifier)
  }
}
