import Formats

extension String {
  /// A number with a fixed count of decimals, a point, and no exponent.
  ///
  ///     String(fixedPoint: 39.43283666, decimals: 4)  // "39.4328"
  ///
  /// Empty for numbers that are not finite or whose magnitude is 2^63 or more.
  /// `decimals` says how many digits follow the point, 0…15; the point is left out with 0.
  package init(fixedPoint value: Double, decimals: Int) {
    var bytes: [UInt8] = []
    bytes.append(fixedPoint: value, decimals: decimals)
    self.init(decoding: bytes, as: UTF8.self)
  }
}
