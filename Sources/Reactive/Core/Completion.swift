extension Subscribers {
  /// The end of a publisher.
  @frozen public enum Completion<Failure: Error> {
    /// The publisher ended normally.
    case finished
    /// The publisher ended because of an error.
    case failure(Failure)
  }
}

extension Subscribers.Completion: Sendable {}
extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}

extension Subscribers.Completion: Encodable where Failure: Encodable {
  /// Writes `{"success": true}`, or `{"success": false, "error": …}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(!isFailure, forKey: .success)
    if let failure { try container.encode(failure, forKey: .error) }
  }
}

extension Subscribers.Completion: Decodable where Failure: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let isSuccess = try container.decode(Bool.self, forKey: .success)
    self = isSuccess ? .finished : .failure(try container.decode(Failure.self, forKey: .error))
  }
}

extension Subscribers.Completion {
  private enum CodingKeys: String, CodingKey { case success, error }

  @inlinable func mapFailure<NewFailure: Error>(
    _ transform: (Failure) -> NewFailure
  ) -> Subscribers.Completion<NewFailure> {
    switch self {
    case .finished: .finished
    case .failure(let error): .failure(transform(error))
    }
  }

  @inlinable package var isFailure: Bool { if case .failure = self { true } else { false } }
  @inlinable var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
