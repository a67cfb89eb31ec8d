extension Coordinate {
  /// The square of the radio amateurs' Maidenhead locator system that contains the point.
  ///
  ///     Coordinate(latitude: 59.3303, longitude: 18.058).maidenhead()  // "JO99ah"
  ///
  /// Each pair of letters or digits divides the square before it, by 10 and by 24 in turn. Empty
  /// for an invalid coordinate.
  /// - Parameter pairs: The number of pairs, 1…5: two are 1° by 2°, three 2.5′ by 5′.
  public func maidenhead(pairs: Int = 3) -> String {
    guard isValid else { return "" }
    // The north pole and the date line belong to the last squares.
    var east = min(longitude + 180, (360.0).nextDown) / 20
    var north = min(latitude + 90, (180.0).nextDown) / 10
    var text = ""
    for pair in 0..<min(max(pairs, 1), 5) {
      if pair > 0 {
        let parts = pair % 2 == 1 ? 10.0 : 24
        east = (east - east.rounded(.down)) * parts
        north = (north - north.rounded(.down)) * parts
      }
      let first: Unicode.Scalar = pair == 0 ? "A" : pair % 2 == 1 ? "0" : "a"
      for value in [east, north] {
        text.unicodeScalars.append(
          Unicode.Scalar(UInt8(first.value) + UInt8(min(23, value.rounded(.down)))))
      }
    }
    return text
  }
}
