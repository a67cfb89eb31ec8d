import Positioning

/// How a user who is simulated answers the question for permission, and changes their mind.
///
///     let user = SimulatedUser(changes: [.init(.seconds(60), .denied)])
public struct SimulatedUser: Hashable, Sendable {
  /// A change of the permission, as users make them in the settings.
  public struct Change: Hashable, Sendable {
    /// Time since the answer.
    public var offset: Duration
    /// The permission from then on.
    public var status: AuthorizationStatus

    /// Makes a change at a time since the answer.
    public init(_ offset: Duration, _ status: AuthorizationStatus) {
      self.offset = offset
      self.status = status
    }
  }

  /// What they answer; with `notDetermined` they never do.
  public var answer: AuthorizationStatus
  /// How long they take to answer.
  public var answerDelay: Duration
  /// What they change later, whether updates are started or not.
  public var changes: [Change]

  /// Makes a user who gives permission after a second, and leaves it at that.
  public init(
    answer: AuthorizationStatus = .authorizedWhenInUse, answerDelay: Duration = .seconds(1),
    changes: [Change] = []
  ) {
    self.answer = answer
    self.answerDelay = answerDelay
    self.changes = changes
  }
}
