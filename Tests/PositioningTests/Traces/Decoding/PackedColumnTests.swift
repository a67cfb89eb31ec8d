import TestSupport
import Testing

@testable import Positioning

@Suite("Numbers that wait, packed")
struct PackedColumnTests {
  private var generator = SplitMix(seed: 7)

  /// Numbers of all kinds: as texts have them, of any bits, none.
  private mutating func number(_ index: Int) -> Double {
    switch generator.next() % 8 {
    case 0: .nan
    case 1: Double(bitPattern: generator.next())
    case 2: Double(Int64(bitPattern: generator.next()) >> 20) / 1000
    case 3: -0.0
    default: (59.33 + Double(index) * 0.000_012_3 * 1e7).rounded() / 1e7
    }
  }

  @Test("Every number comes out as it went in, in its order")
  mutating func doubles() {
    let numbers = (0..<40_000).map { number($0) }
    var column = PackedColumn()
    for number in numbers { column.append(number) }
    #expect(column.count == numbers.count)
    let taken = numbers.map { _ in column.takeDouble() }
    #expect(
      zip(numbers, taken).allSatisfy {
        $0.bitPattern == $1.bitPattern || $0.isNaN && $1.isNaN
      })
    #expect(column.isEmpty && column.byteCount == 0)
    #expect(column.takeDouble().isNaN)
  }

  @Test("So do instants, the first and the last there are among them")
  mutating func instants() {
    var instants: [Int64?] = [.min, .max, .min, nil, 0, -1, .max, 1_700_000_000_000_000_000]
    for index in 0..<30_000 {
      let any = Int64(bitPattern: generator.next())
      instants.append(index % 7 == 0 ? any : index % 5 == 0 ? nil : Int64(index) * 1_000_000_000)
    }
    var column = PackedColumn()
    for instant in instants { column.append(nanoseconds: instant) }
    #expect(instants.map { _ in column.takeNanoseconds() } == instants)
  }

  @Test("Numbers may be taken while others are put behind them")
  mutating func turns() {
    var column = PackedColumn()
    var (waiting, next): ([Int], Int) = ([], 0)
    for _ in 0..<50_000 {
      if generator.next() % 3 > 0 {
        let whole = Int(truncatingIfNeeded: generator.next() >> 2)
        waiting.append(whole)
        column.append(whole: whole)
      } else if next < waiting.count {
        #expect(column.takeWhole() == waiting[next])
        next += 1
      }
      #expect(column.count == waiting.count - next)
    }
  }

  @Test("What is written every second, with seven decimals, takes a few bytes")
  func size() {
    var (places, times) = (PackedColumn(), PackedColumn())
    for index in 0..<100_000 {
      places.append(Double(593_300_000 + index * 123 % 4000) / 1e7)
      times.append(nanoseconds: 1_700_000_000_000_000_000 + Int64(index) * 1_000_000_000)
    }
    #expect(places.byteCount < 210_000)
    #expect(times.byteCount < 100_100)
  }
}
