import Forms

/// A number that changes by steps within its limits, kept as the typed text.
struct StepNumber: Equatable {
  var size: DecimalNumber
  var low: DecimalNumber?
  var high: DecimalNumber?
  /// The decimal separator for a number that had no fraction before.
  var point: Character = "."

  /// Returns the text that is a number of steps away; the least number if the text is not a number.
  ///
  /// The number of decimal places stays, and so does the decimal separator.
  func text(from text: String, by steps: Int) -> String {
    guard let number = DecimalText.number(text) else { return write(low ?? 0, as: text) }
    return write(sum(number, steps), as: text)
  }

  /// Returns the text of the step nearest to a fraction of the range, 0 to 1; nil without both
  /// limits.
  func text(at fraction: Double, as text: String) -> String? {
    guard let low, let high, high > low, size > 0 else { return nil }
    let range = high.double - low.double
    let steps = (min(1, max(0, fraction)) * range / size.double).rounded()
    return Int(exactly: steps).map { write(sum(low, $0), as: text) }
  }

  /// The position of the text's number in the range, 0 to 1; nil without both limits.
  func fraction(of text: String) -> Double? {
    guard let low, let high, high > low else { return nil }
    let number = DecimalText.number(text) ?? low
    return min(1, max(0, (number.double - low.double) / (high.double - low.double)))
  }

  /// The number that is some steps away; the number itself if that would have too many digits.
  private func sum(_ number: DecimalNumber, _ steps: Int) -> DecimalNumber {
    (try? number.adding(size.multiplied(by: DecimalNumber(steps)))) ?? number
  }

  private func write(_ number: DecimalNumber, as text: String) -> String {
    var number = number
    if let low, number < low { number = low }
    if let high, number > high { number = high }
    let places = max(DecimalText.number(text)?.places ?? 0, size.places)
    let point = text.first { ".,".contains($0) } ?? point
    return DecimalText.pointed(number.padded(to: places).description, by: point)
  }

  /// Returns a number as people write it, a whole one without a point.
  static func words(_ number: DecimalNumber) -> String { number.trimmed.description }
}
