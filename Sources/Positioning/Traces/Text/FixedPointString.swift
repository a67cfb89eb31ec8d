import Formats

extension String {
  /// Formats a number with a fixed count of decimals, a point, and no exponent.
  ///
  ///     String(fixedPoint: 39.43283666, decimals: 4)  // "39.4328"
  ///
  /// Empty for numbers that are not finite or whose magnitude is 2^63 or more. `decimals` is the
  /// number of digits after the point, 0…15; with 0 there is no point.
  package init(fixedPoint value: Double, decimals: Int) {
    var bytes: [UInt8] = []
    bytes.append(fixedPoint: value, decimals: decimals)
    self.init(decoding: bytes, as: UTF8.self)
  }
}
