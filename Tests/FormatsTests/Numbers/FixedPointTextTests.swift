import Formats
import Testing

@Suite("Numbers as text")
struct FixedPointTextTests {
  @Test(
    "Zeros stand in front of a number that is shorter than it should be",
    arguments: [(7, 2, "07"), (123, 2, "123"), (0, 4, "0000"), (-7, 2, "-07")])
  func padded(number: Int, width: Int, text: String) {
    #expect(String(number, width: width) == text)
  }

  @Test("A fixed count of decimals is rounded to even, and zero has no minus")
  func fixedPoint() {
    var text: [UInt8] = []
    for (value, decimals) in [(0.125, 2), (-0.00004, 4), (2.5, 0), (1e300, 3)] {
      text.append(fixedPoint: value, decimals: decimals)
      text.append(UInt8(ascii: " "))
    }
    #expect(String(decoding: text, as: UTF8.self) == "0.12 0.0000 2  ")
  }
}
