/// A measurement other than the position: its names, and how it is shown.
struct SensorMetric: Sendable {
  let quantity: TrackProfile.Quantity
  let name: String
  let shortName: String
  /// Returns the value; nil if it was not measured.
  let value: @Sendable (Sensors) -> Double?
  /// Returns a value in its unit.
  let text: @Sendable (Double) -> String
  /// Its width in a table of fixes, and its rank there.
  let column: (width: Int, rank: Int)
  /// The distance of the round values at the ends of its curve.
  let step: Double

  /// All measurements, the most important ones first.
  static let all = [
    SensorMetric(
      quantity: .heartRate, name: "Heart rate", shortName: "Heart", value: \.heartRate,
      text: FigureText.heartRate, column: (7, 3), step: 10),
    SensorMetric(
      quantity: .power, name: "Power", shortName: "Power", value: \.power,
      text: FigureText.power, column: (6, 3), step: 50),
    SensorMetric(
      quantity: .cadence, name: "Cadence", shortName: "Cadence", value: \.cadence,
      text: FigureText.cadence, column: (7, 6), step: 10),
    SensorMetric(
      quantity: .temperature, name: "Temperature", shortName: "Temp", value: \.temperature,
      text: FigureText.temperature, column: (7, 6), step: 5),
  ]
}
