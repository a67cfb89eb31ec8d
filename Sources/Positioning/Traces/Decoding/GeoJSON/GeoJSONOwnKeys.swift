/// The properties of GeoJSON that this package alone writes.
enum GeoJSONOwnKeys {
  /// The property of a line that says what it goes through.
  static let line: StaticString = "of"
}
