import Testing

@testable import Positioning

@Suite("Points of the compass")
struct CompassPointTests {
  @Test(
    "Degrees of any sign and size have a point",
    arguments: [
      (0, "N"), (11.24, "N"), (11.26, "NNE"), (157.5, "SSE"), (348.7, "NNW"), (348.8, "N"),
      (360, "N"), (450, "E"), (-0.1, "N"), (-22.5, "NNW"), (-90, "W"), (-450, "W"), (3.6e300, nil),
      (-.greatestFiniteMagnitude, nil), (.infinity, ""), (.nan, ""),
    ] as [(Double, String?)])
  func point(degrees: Double, expected: String?) {
    #expect(expected.map { degrees.compassPoint == $0 } ?? !degrees.compassPoint.isEmpty)
  }
}
