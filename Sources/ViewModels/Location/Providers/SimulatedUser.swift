import Positioning

/// A simulated user who answers the question for permission, and may change their mind.
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
      (self.offset, self.status) = (offset, status)
    }
  }

  /// The answer; `notDetermined` gives none.
  public var answer: AuthorizationStatus
  /// The time that the answer takes.
  public var answerDelay: Duration
  /// The later changes, made even if updates are not started.
  public var changes: [Change]

  /// Makes a user who gives permission after a second, and changes nothing later.
  public init(
    answer: AuthorizationStatus = .authorizedWhenInUse, answerDelay: Duration = .seconds(1),
    changes: [Change] = []
  ) { (self.answer, self.answerDelay, self.changes) = (answer, answerDelay, changes) }
}
