/// The frequency at which the location view models publish new values.
///
/// Drawing is paced where it is done; here the text of the position is held still long enough to be
/// read.
public struct LocationPacing: Hashable, Sendable {
  /// The time for which a permission has to last before it is shown; its withdrawal is shown at
  /// once.
  public var statusDelay = Duration.milliseconds(500)
  /// The least time from one shown location to the next.
  public var locationInterval = Duration.milliseconds(500)
  /// The distance in metres of a location from the last one shown.
  public var minimumDistance = 1.0

  /// Half a second for the permission and the shown location, and one metre.
  public init() {}
}
