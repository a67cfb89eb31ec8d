/// One thing that the script of a case does.
public enum Action: Hashable, Sendable {
  /// Sends a value by a subject.
  case send(Int, to: Int)
  /// Finishes a subject.
  case finish(Int)
  /// Has a subject fail.
  case fail(Int)
  /// Attaches a subscriber; nothing if it was attached before.
  case attach(Int)
  /// Has a subscriber ask for values; nil for all.
  case request(Int?, by: Int)
  /// Has a subscriber cancel.
  case cancel(Int)
  /// Moves the virtual time on and does what is due.
  case advance(Int)
  /// Connects a shared pipeline that does not connect by itself, or disconnects it.
  case connect(Int)
}

extension Action: CustomStringConvertible {
  public var description: String {
    switch self {
    case .send(let value, let subject): "send \(value) by subject \(subject)"
    case .finish(let subject): "finish subject \(subject)"
    case .fail(let subject): "fail subject \(subject)"
    case .attach(let subscriber): "attach subscriber \(subscriber)"
    case .request(nil, let subscriber): "ask for everything, subscriber \(subscriber)"
    case .request(let count?, let subscriber): "ask for \(count), subscriber \(subscriber)"
    case .cancel(let subscriber): "cancel, subscriber \(subscriber)"
    case .advance(let ticks): "wait \(ticks)"
    case .connect(let shared): "connect or disconnect shared \(shared)"
    }
  }
}

/// How a subscriber behaves.
public struct Conduct: Hashable, Sendable {
  /// What it asks for when it gets its subscription; nil for everything, 0 for nothing.
  public var initialDemand: Int?
  /// How much more it asks for by what it returns, value by value.
  public var returns: [Int]
  /// What it does from inside its first calls: the first is the subscription, then come the values
  /// and the completion.
  public var reactions: [[Action]]

  /// Makes a conduct.
  public init(initialDemand: Int?, returns: [Int] = [], reactions: [[Action]] = []) {
    (self.initialDemand, self.returns, self.reactions) = (initialDemand, returns, reactions)
  }
}

/// What a script's subject is.
public enum SubjectKind: Hashable, Sendable {
  /// Written for these cases: it delivers in the order of subscription.
  case ordered
  case passthrough
  case currentValue
  case future
  case published
}

/// How a pipeline is shared by all that name it.
public struct SharedPipeline: Hashable, Sendable {
  /// What connects it to its upstream.
  public enum Connection: Hashable, Sendable { case share, automatic, byHand }

  /// What connects it.
  public var connection: Connection
  /// What is shared.
  public var pipeline: Pipeline

  /// Makes one.
  public init(_ connection: Connection, _ pipeline: Pipeline) {
    (self.connection, self.pipeline) = (connection, pipeline)
  }
}

/// All that happens in one run: what is built, who listens, and what is sent when.
public struct Case: Hashable, Sendable {
  /// The subjects that pipelines name by number.
  public var subjects: [SubjectKind]
  /// The pipelines that others name by number, each only those before it.
  public var shared: [SharedPipeline]
  /// What the subscribers listen to.
  public var pipeline: Pipeline
  /// The subscribers, all of the same publisher.
  public var subscribers: [Conduct]
  /// What is done, one after the other.
  public var script: [Action]

  /// Makes a case.
  public init(
    subjects: [SubjectKind], shared: [SharedPipeline], pipeline: Pipeline, subscribers: [Conduct],
    script: [Action]
  ) {
    (self.subjects, self.shared, self.pipeline) = (subjects, shared, pipeline)
    (self.subscribers, self.script) = (subscribers, script)
  }

  /// The names of all operators and sources, in the shared pipelines, too.
  public var names: Set<String> {
    shared.reduce(into: pipeline.names) { $0.formUnion($1.pipeline.names) }
  }
}

extension Case: CustomStringConvertible {
  public var description: String {
    var lines: [String] = []
    for (number, kind) in subjects.enumerated() { lines.append("subject \(number): \(kind)") }
    for (number, shared) in shared.enumerated() {
      lines.append("shared \(number), \(shared.connection): \(shared.pipeline)")
    }
    lines.append("pipeline: \(pipeline)")
    for (number, conduct) in subscribers.enumerated() {
      let demand = conduct.initialDemand.map(String.init) ?? "everything"
      lines.append("subscriber \(number) asks for \(demand), returns \(conduct.returns)")
      for (call, actions) in conduct.reactions.enumerated() where !actions.isEmpty {
        lines.append("  in its call \(call): \(actions)")
      }
    }
    lines.append("script:")
    for (number, action) in script.enumerated() { lines.append("  \(number): \(action)") }
    return lines.joined(separator: "\n")
  }
}
