/// A publisher that replays recorded values and a recorded completion to each subscriber.
///
///     Record<Int, Never>(output: [1, 2, 3], completion: .finished).sink { print($0) }  // 1, 2, 3
public struct Record<Output, Failure: Error>: Publisher {
  /// What is replayed.
  public let recording: Recording

  /// Makes a publisher of what a closure records.
  public init(record: (inout Recording) -> Void) {
    var recording = Recording()
    record(&recording)
    self.init(recording: recording)
  }

  /// Makes a publisher of a recording.
  public init(recording: Recording) { self.recording = recording }

  /// Makes a publisher of values and a completion.
  public init(output: [Output], completion: Subscribers.Completion<Failure>) {
    self.init(recording: Recording(output: output, completion: completion))
  }

  public func receive(subscriber: some Subscriber<Output, Failure>) {
    guard !recording.output.isEmpty else {
      subscriber.receive(subscription: Subscriptions.empty)
      return subscriber.receive(completion: recording.completion)
    }
    var next = 0
    let recording = recording
    let subscription = PullSubscription(.of { "\(recording.output)" }) { pull, allowance in
      var left = allowance
      while left > 0 {
        if pull.isCancelled { return }
        let more = subscriber.receive(recording.output[next])
        next += 1
        guard next < recording.output.count else {
          return pull.finish { subscriber.receive(completion: recording.completion) }
        }
        left = left - 1 + more
      }
    }
    subscriber.receive(subscription: subscription)
  }

  /// Values and a completion, in the order they were received.
  public struct Recording {
    /// The kind of value recorded.
    public typealias Input = Output

    /// The values recorded.
    public private(set) var output: [Output]
    /// The completion recorded; `.finished` until another is received.
    public private(set) var completion: Subscribers.Completion<Failure>
    private var isComplete = false

    private enum CodingKeys: String, CodingKey {
      case output, completion
    }

    /// Makes an empty recording that finishes.
    public init() {
      self.output = []
      completion = .finished
    }

    /// Makes a recording of values and a completion.
    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      self.output = output
      self.completion = completion
      isComplete = true
    }

    /// Records a value.
    ///
    /// - Precondition: No completion has been recorded.
    public mutating func receive(_ input: Input) {
      precondition(!isComplete, "Record: a value came after the completion; nothing may.")
      output.append(input)
    }

    /// Records the completion.
    ///
    /// - Precondition: No completion has been recorded.
    public mutating func receive(completion: Subscribers.Completion<Failure>) {
      precondition(!isComplete, "Record: a second completion came; there is only one.")
      self.completion = completion
      isComplete = true
    }
  }
}

extension Record.Recording: Encodable where Output: Encodable, Failure: Encodable {
  /// Writes the values and the completion, as `encode(to:)` does under another name.
  public func encode(into encoder: any Encoder) throws { try encode(to: encoder) }
}
extension Record.Recording: Decodable where Output: Decodable, Failure: Decodable {}
extension Record: Encodable where Output: Encodable, Failure: Encodable {
  /// Writes the recording.
  public func encode(to encoder: any Encoder) throws { try recording.encode(to: encoder) }
}
extension Record: Decodable where Output: Decodable, Failure: Decodable {
  /// Reads a recording.
  public init(from decoder: any Decoder) throws {
    self.init(recording: try Recording(from: decoder))
  }
}
