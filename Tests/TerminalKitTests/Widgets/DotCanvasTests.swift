import TestSupport
import Testing

@testable import TerminalKit

@Suite("A picture of dots")
struct DotCanvasTests {
  @Test("Its frames, with three kinds of markers")
  func frames() {
    var golden = GoldenFrames("DotCanvas")
    var picture = DotCanvas(size: Size(12, 4))
    picture.line(from: (0, 0), to: (23, 15))
    picture.line(from: (-1e9, 8), to: (1e9, 8), role: .accent)
    picture.line(from: (4, 100), to: (4, 10), role: .danger)
    picture.line(from: (50, 50), to: (60, 40))
    picture.line(from: (.nan, 0), to: (1, 1))
    picture.set(23, 0)
    picture.set(24, 0)
    for markers in DotCanvas.Markers.allCases {
      var canvas = Canvas(size: Size(14, 4))
      canvas.fill(canvas.bounds, with: "~")
      picture.draw(in: Rect(x: 1, y: 0, width: 12, height: 4), on: &canvas, markers: markers)
      golden.add("\(markers)", canvas)
    }
    golden.expectUnchanged()
    #expect(picture.isSet(23, 0))
    #expect(!picture.isSet(24, 0))
  }

  @Test("A line has every dot between its ends, whichever way it is drawn")
  func lines() {
    var random = SplitMix(seed: 7)
    for _ in 0..<300 {
      func point() -> (x: Double, y: Double) {
        (Double.random(in: -30...50, using: &random), Double.random(in: -30...50, using: &random))
      }
      let (start, end) = (point(), point())
      var picture = DotCanvas(size: Size(10, 5))
      picture.line(from: start, to: end)
      // Every whole step along the longer axis that is inside has a dot nearby.
      let steps = Int(max(abs(end.x - start.x), abs(end.y - start.y)))
      for step in 0...max(1, steps) {
        let part = Double(step) / Double(max(1, steps))
        let x = start.x + (end.x - start.x) * part
        let y = start.y + (end.y - start.y) * part
        guard x >= 1, y >= 1, x <= 18, y <= 18 else { continue }
        let (column, row) = (Int(x.rounded()), Int(y.rounded()))
        let isNear = (-1...1).contains { dx in
          (-1...1).contains { dy in picture.isSet(column + dx, row + dy) }
        }
        #expect(isNear, "\(start) to \(end) at \(x), \(y)")
      }
    }
  }
}
