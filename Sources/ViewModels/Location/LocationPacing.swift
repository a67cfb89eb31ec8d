/// The frequency at which the location view models publish new values.
///
/// Screens pace their own drawing; this keeps the text of the position unchanged long enough to be
/// read.
public struct LocationPacing: Hashable, Sendable {
  /// How long a permission must last before it is shown; its withdrawal is shown at once.
  public var statusDelay = Duration.milliseconds(500)
  /// The least time from one shown location to the next.
  public var locationInterval = Duration.milliseconds(500)
  /// The distance in metres of a location from the last one shown.
  public var minimumDistance = 1.0

  /// Half a second for the permission and the shown location, and one metre.
  public init() {}
}
