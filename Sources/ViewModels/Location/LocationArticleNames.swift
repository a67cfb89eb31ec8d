/// The names that well-known articles on Combine give these, so that views written after them
/// compile.
extension LocationViewModel {
  /// Degrees north with four decimals, `-` if there is no position: ``latitudeText``.
  public var latitude: String { latitudeText }

  /// Degrees east with four decimals, `-` if there is no position: ``longitudeText``.
  public var longitude: String { longitudeText }

  /// Starts updates, unless they have been started: ``start()``.
  public func startUpdating() { start() }
}
