/// A publisher that replays recorded values and a recorded completion to each subscriber.
///
///     Record<Int, Never>(output: [1, 2, 3], completion: .finished).sink { print($0) }  // 1, 2, 3
public struct Record<Output, Failure: Error>: Publisher {
  /// The values and the completion to replay.
  public let recording: Recording
  private enum CodingKeys: String, CodingKey { case recording }
  /// Makes a publisher from a recording that a closure makes.
  public init(record: (inout Recording) -> Void) {
    var recording = Recording()
    record(&recording)
    self.init(recording: recording)
  }

  /// Makes a publisher from a recording.
  public init(recording: Recording) { self.recording = recording }
  /// Makes a publisher from values and a completion.
  public init(output: [Output], completion: Subscribers.Completion<Failure>) {
    self.init(recording: Recording(output: output, completion: completion))
  }

  public func receive(subscriber: some Subscriber<Output, Failure>) {
    subscriber.receive(elements: recording.output, completion: recording.completion)
  }

  /// Values and a completion, in the order they were received.
  public struct Recording {
    /// The kind of value recorded.
    public typealias Input = Output
    /// The values recorded.
    public private(set) var output: [Output]
    /// The completion; `.finished` until another is received.
    public private(set) var completion: Subscribers.Completion<Failure>
    private var isComplete = true
    private enum CodingKeys: String, CodingKey { case output, completion }

    /// Makes an empty recording that finishes.
    public init() { (output, completion, isComplete) = ([], .finished, false) }
    /// Makes a recording of values and a completion.
    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      (self.output, self.completion) = (output, completion)
    }

    /// Records a value.
    /// - Precondition: No completion has been recorded.
    public mutating func receive(_ input: Input) {
      precondition(!isComplete, "Record: a value came after the completion; nothing may.")
      output.append(input)
    }
    /// Records the completion.
    /// - Precondition: No completion has been recorded.
    public mutating func receive(completion: Subscribers.Completion<Failure>) {
      precondition(!isComplete, "Record: a second completion came; there is only one.")
      (self.completion, isComplete) = (completion, true)
    }
  }
}

extension Record.Recording: Encodable where Output: Encodable, Failure: Encodable {
  /// Writes the values and the completion, as `encode(to:)` does under another name.
  public func encode(into encoder: any Encoder) throws { try encode(to: encoder) }
}
extension Record.Recording: Decodable where Output: Decodable, Failure: Decodable {}
extension Record: Encodable where Output: Encodable, Failure: Encodable {}
extension Record: Decodable where Output: Decodable, Failure: Decodable {}
