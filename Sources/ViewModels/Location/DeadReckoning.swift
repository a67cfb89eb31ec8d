import Positioning

/// The position of a receiver by now, if it had gone on as it was when its fixes stopped.
///
///     let place = DeadReckoning.position(from: fix, after: .seconds(20))
///
/// Along the last course at the last speed, on the ellipsoid; nothing turns or brakes, so it is
/// given up after two minutes.
package enum DeadReckoning {
  /// The longest time that is reckoned.
  package static let limit = Duration.seconds(120)

  /// Returns the position; nil if the fix says no speed or course, or was too long ago.
  ///
  /// - Parameters:
  ///   - fix: The last fix.
  ///   - age: How long ago that was.
  package static func position(from fix: Location, after age: Duration) -> Coordinate? {
    guard age > .zero, age <= limit, let speed = fix.speed, let course = fix.shownCourse,
      speed.isFinite, speed > Location.standingSpeed
    else { return nil }
    return fix.coordinate.destination(distance: speed * age.inSeconds, bearing: course)
  }
}
