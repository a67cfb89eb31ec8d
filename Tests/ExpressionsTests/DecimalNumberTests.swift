import Expressions
import Testing

@Suite("A decimal number")
struct DecimalNumberTests {
  private func number(_ text: String) throws -> DecimalNumber {
    try #require(DecimalNumber(text), "\(text)")
  }

  @Test(
    "is read exactly, and keeps its places",
    arguments: [
      ("0", "0"), ("-0", "0"), ("007.50", "7.50"), ("+.5", "0.5"), ("5.", "5"),
      ("-12.50", "-12.50"),
      ("1e3", "1000"), ("1.5E-3", "0.0015"), ("0e9", "0"), ("1.50e1", "15.0"),
      ("123456789012345678", "123456789012345678"),
      ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
      ("0.00000000000000000000000000000000000001", "0.00000000000000000000000000000000000001"),
    ])
  func read(text: String, written: String) throws {
    #expect(try number(text).description == written)
    #expect(try number(written) == number(text))
  }

  @Test(
    "is no other text, and no number of more than 38 digits",
    arguments: [
      "", "-", ".", "+.", "1.2.3", "1,5", " 1", "1 ", "1e", "e3", "1e+", "0x1", "١", "1\u{301}",
      "--1",
      "1e38", "1e999999999999999999999", "100000000000000000000000000000000000000",
      "0.000000000000000000000000000000000000001", "nan", "inf", "1e2.5",
    ])
  func refused(text: String) { #expect(DecimalNumber(text) == nil) }

  @Test(
    "is added, subtracted, multiplied and divided exactly",
    arguments: [
      ("0.1", "+", "0.2", "0.3"), ("22.79", "+", "999.43", "1022.22"), ("1", "-", "0.9", "0.1"),
      ("-1.5", "+", "1.50", "0"), ("0.1", "*", "0.1", "0.01"), ("19.99", "*", "3", "59.97"),
      ("-2.5", "*", "-4", "10"), ("10", "/", "4", "2.5"), ("1", "/", "3", "0.333333333333333333"),
      ("2", "/", "3", "0.666666666666666667"), ("-2", "/", "3", "-0.666666666666666667"),
      ("1", "/", "8", "0.125"), ("0.3", "/", "0.1", "3"), ("7.5", "%", "2", "1.5"),
      ("-7.5", "%", "2", "-1.5"), ("0.3", "%", "0.1", "0"),
      (
        "99999999999999999999999999999999999998", "+", "1", "99999999999999999999999999999999999999"
      ),
      ("12345678901234567890", "*", "12345678901234567890", nil),
      ("99999999999999999999999999999999999999", "+", "1", nil),
      ("99999999999999999999999999999999999999", "*", "10", nil),
      ("0.00000000000000000000000000000000000001", "*", "0.1", nil), ("1", "/", "0", nil),
      ("1", "%", "0.00", nil),
      ("99999999999999999999999999999999999999", "+", "0.1", nil),
      (
        "99999999999999999999999999999999999999", "+", "0.0",
        "99999999999999999999999999999999999999"
      ),
    ] as [(String, String, String, String?)])
  func computed(left: String, sign: String, right: String, result: String?) throws {
    let (left, right) = (try number(left), try number(right))
    let found: DecimalNumber? =
      switch sign {
      case "+": try? left.adding(right)
      case "-": try? left.subtracting(right)
      case "*": try? left.multiplied(by: right)
      case "/": try? left.divided(by: right)
      default: try? left.remainder(dividingBy: right)
      }
    #expect(found == (try result.map(number)))
  }

  @Test(
    "has an order by amount, however many places it has",
    arguments: [
      ("1.50", "1.5", 0), ("-1", "1", -1), ("0.1", "0.11", -1), ("-0.1", "-0.11", 1),
      ("0", "-0.0", 0),
      ("99999999999999999999999999999999999999", "0.00000000000000000000000000000000000001", 1),
      ("-99999999999999999999999999999999999999", "-0.1", -1), ("2", "10", -1),
    ])
  func ordered(left: String, right: String, order: Int) throws {
    let (left, right) = (try number(left), try number(right))
    #expect((left < right) == (order < 0))
    #expect((left == right) == (order == 0))
    #expect((right < left) == (order > 0))
    if order == 0 { #expect(left.hashValue == right.hashValue) }
  }

  @Test(
    "is rounded in each direction",
    arguments: [
      ("2.5", "3", "2", "3"), ("-2.5", "-3", "-3", "-2"), ("2.4", "2", "2", "3"),
      ("-0.4", "0", "-1", "0"),
      ("3", "3", "3", "3"),
    ])
  func rounded(text: String, nearest: String, down: String, up: String) throws {
    let number = try number(text)
    #expect(number.rounded().description == nearest)
    #expect(number.rounded(.down).description == down)
    #expect(number.rounded(.up).description == up)
  }

  @Test("is what the shortest digits of a binary number say")
  func binary() {
    let written: [(Double, String?)] = [
      (0.1, "0.1"), (5.0, "5"), (1e20, "100000000000000000000"), (1e300, nil), (.nan, nil),
    ]
    for (number, text) in written { #expect(DecimalNumber(number)?.description == text) }
    #expect((12.5 as DecimalNumber).double == 12.5)
  }
}
