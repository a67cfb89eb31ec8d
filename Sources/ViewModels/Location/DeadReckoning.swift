import Positioning

/// The current position of a receiver if it had continued unchanged when its fixes stopped.
///
///     let place = DeadReckoning.position(from: fix, after: .seconds(20))
///
/// It follows the last course at the last speed, on the ellipsoid. Turns and braking are ignored,
/// so it ends after two minutes.
package enum DeadReckoning {
  /// The longest time that is reckoned.
  package static let limit = Duration.seconds(120)

  /// Returns the position; nil if the fix has no speed or course, or is too old.
  ///
  /// - Parameters:
  ///   - fix: The last fix.
  ///   - age: The age of the fix.
  package static func position(from fix: Location, after age: Duration) -> Coordinate? {
    guard age > .zero, age <= limit, let speed = fix.speed, let course = fix.shownCourse,
      speed.isFinite, speed > Location.standingSpeed
    else { return nil }
    return fix.coordinate.destination(distance: speed * age.inSeconds, bearing: course)
  }
}
