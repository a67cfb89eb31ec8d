/// A number that changes by steps within its limits, as the text that is typed.
struct StepNumber: Equatable {
  var size: Double
  var low: Double?
  var high: Double?
  /// The character before the fraction of a number that has had none so far.
  var point: Character = "."

  /// Returns the text a number of steps away. From a text that is no number it is the least one.
  ///
  /// The places behind the point stay, and so do a point and a comma.
  func text(from text: String, by steps: Int) -> String {
    guard let number = Self.number(text) else { return write(low ?? 0, as: text) }
    return write(number + Double(steps) * size, as: text)
  }

  /// Returns the text of the step nearest to a place between the limits, 0 to 1; nil without both.
  func text(at fraction: Double, as text: String) -> String? {
    guard let low, let high, high > low, size > 0 else { return nil }
    let steps = (min(1, max(0, fraction)) * (high - low) / size).rounded()
    return write(low + steps * size, as: text)
  }

  /// The place of a text's number between the limits, 0 to 1; nil without both.
  func fraction(of text: String) -> Double? {
    guard let low, let high, high > low else { return nil }
    return min(1, max(0, ((Self.number(text) ?? low) - low) / (high - low)))
  }

  private func write(_ number: Double, as text: String) -> String {
    let number = min(high ?? .infinity, max(low ?? -.infinity, number))
    let places = max(Self.places(text), Self.places(Self.words(size)))
    let written = Self.words(number, places: places)
    let point = text.first { ".,".contains($0) } ?? point
    return point == "." ? written : String(written.map { $0 == "." ? point : $0 })
  }

  private static func number(_ text: String) -> Double? {
    Double(String(text.map { $0 == "," ? "." : $0 })).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func places(_ text: String) -> Int {
    guard let point = text.lastIndex(where: { ".,".contains($0) }) else { return 0 }
    return min(6, text.distance(from: point, to: text.endIndex) - 1)
  }

  /// Returns a number as people write it, a whole one without a point.
  static func words(_ number: Double) -> String {
    Int(exactly: number).map { String($0) } ?? "\(number)"
  }

  private static func words(_ number: Double, places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (number.magnitude * scale).rounded()
    guard scaled < 9_007_199_254_740_992 else { return "\(number)" }
    let digits = String(Int(scaled))
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
