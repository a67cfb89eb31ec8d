/// How often the location view models say something new.
///
/// What is drawn is paced where it is drawn; here it is the text of the position that is held still
/// long enough to be read.
public struct LocationPacing: Hashable, Sendable {
  /// How long a permission has to stand before it is shown; taking it back is shown at once.
  public var statusDelay = Duration.milliseconds(500)
  /// The least time from one shown location to the next.
  public var locationInterval = Duration.milliseconds(500)
  /// Metres that a location must lie from the last one shown.
  public var minimumDistance = 1.0

  /// Half a second for the permission and the shown location, and one metre.
  public init() {}
}
