/// Numbers that depend on a seed only: SplitMix64, by Steele, Lea and Flood (2014).
public struct Random: RandomNumberGenerator {
  private var state: UInt64

  /// Begins with a seed. It is mixed, as the numbers of neighbouring seeds would be the same ones
  /// shifted by one.
  public init(seed: UInt64) {
    state = seed
    state = next()
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to below the given one.
  mutating func below(_ end: Int) -> Int { Int(next() >> 33) % end }

  /// A number of a range.
  mutating func within(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  /// Whether something happens that does so many times out of a hundred.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One of several.
  mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Some values, few and small, so that they often meet.
  mutating func values() -> [Int] {
    var values: [Int] = []
    for _ in 0..<below(5) { values.append(below(10)) }
    return values
  }

  mutating func question() -> Question {
    let divisor = within(2...4)
    return Question(divisor: divisor, remainder: below(divisor))
  }

  /// Throws at some values, most often at few.
  mutating func throwing() -> Throwing {
    let divisor = within(2...7)
    return Throwing(at: Question(divisor: divisor, remainder: below(divisor)))
  }

  /// A time; two hardly ever add up to a third one by accident.
  mutating func interval() -> Int { within(100...20_000) }
}
