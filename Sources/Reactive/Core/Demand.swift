extension Subscribers {
  /// The number of values that a subscriber asks a publisher for.
  ///
  ///     Subscribers.Demand.max(1) + 2  // max(3)
  ///
  /// Demands add up and are never taken back. `unlimited` stays so, whatever is added or taken off;
  /// a sum too large for an `Int` becomes `unlimited`, and a difference below zero becomes zero.
  @frozen public struct Demand: Hashable, Comparable, Codable, Sendable {
    /// The count; everything above `Int.max` means unlimited.
    @usableFromInline let rawValue: UInt
    @inlinable init(rawValue: UInt) { self.rawValue = min(rawValue, Demand.unlimitedRawValue) }
    @inlinable static var unlimitedRawValue: UInt { UInt(Int.max) + 1 }
    /// As many values as the publisher can produce.
    @inlinable public static var unlimited: Demand { Demand(rawValue: unlimitedRawValue) }
    /// No values. May only be returned, never requested.
    @inlinable public static var none: Demand { Demand(rawValue: 0) }

    /// At most the given number of values.
    /// - Precondition: `value` is not negative.
    @inlinable public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "Demand.max: \(value) is negative; a demand is zero or more.")
      return Demand(rawValue: UInt(value))
    }

    /// The number of values requested, or nil if unlimited.
    @inlinable public var max: Int? { isUnlimited ? nil : Int(rawValue) }
    @inlinable var isUnlimited: Bool { rawValue == Demand.unlimitedRawValue }

    /// Traps if nothing was requested of a subscription, which the message names.
    @inlinable package func requirePositive(_ name: @autoclosure () -> String) {
      precondition(self > 0, "\(name()): a subscriber requested no values; ask for at least one.")
    }

    public init(from decoder: any Decoder) throws {
      rawValue = min(try decoder.singleValueContainer().decode(UInt.self), Demand.unlimitedRawValue)
    }

    /// Writes the demand as one number; unlimited is `Int.max` + 1.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(rawValue)
    }
  }
}

extension Subscribers.Demand: CustomStringConvertible {
  public var description: String { max.map { "max(\($0))" } ?? "unlimited" }
}

extension Subscribers.Demand {
  /// The sum of two demands.
  @inlinable public static func + (left: Self, right: Self) -> Self {
    // Neither exceeds 2^63, so the sum can only just reach 2^64; the initialiser clamps.
    let (sum, overflow) = left.rawValue.addingReportingOverflow(right.rawValue)
    return overflow ? .unlimited : Self(rawValue: sum)
  }
  /// Adds a demand to this one.
  @inlinable public static func += (left: inout Self, right: Self) { left = left + right }
  /// The demand with a number of values added, or taken off if `right` is negative.
  @inlinable public static func + (left: Self, right: Int) -> Self {
    right < 0 ? left - Self(rawValue: right.magnitude) : left + Self(rawValue: UInt(right))
  }
  /// Adds a number of values to this demand.
  @inlinable public static func += (left: inout Self, right: Int) { left = left + right }
  /// The demand multiplied by a number.
  /// - Precondition: `right` is not negative.
  @inlinable public static func * (left: Self, right: Int) -> Self {
    precondition(right >= 0, "Demand: cannot multiply by \(right); a demand is zero or more.")
    if left.isUnlimited { return .unlimited }
    let (product, overflow) = left.rawValue.multipliedReportingOverflow(by: UInt(right))
    return overflow ? .unlimited : Self(rawValue: product)
  }
  /// Multiplies this demand by a number.
  @inlinable public static func *= (left: inout Self, right: Int) { left = left * right }
  /// The difference of two demands, at least zero; unlimited if `left` is.
  @inlinable public static func - (left: Self, right: Self) -> Self {
    if left.isUnlimited { return .unlimited }
    return left.rawValue <= right.rawValue ? .none : Self(rawValue: left.rawValue - right.rawValue)
  }
  /// Takes a demand off this one.
  @inlinable public static func -= (left: inout Self, right: Self) { left = left - right }
  /// The demand with a number of values taken off, or added if `right` is negative.
  @inlinable public static func - (left: Self, right: Int) -> Self {
    right < 0 ? left + Self(rawValue: right.magnitude) : left - Self(rawValue: UInt(right))
  }
  /// Takes a number of values off this demand.
  @inlinable public static func -= (left: inout Self, right: Int) { left = left - right }
}

extension Subscribers.Demand {
  /// Returns true if the demand allows more than a number of values.
  @inlinable
  public static func > (left: Self, right: Int) -> Bool { right < 0 || left.rawValue > UInt(right) }
  /// Returns true if the demand allows at least a number of values.
  @inlinable public static func >= (left: Self, right: Int) -> Bool {
    right < 0 || left.rawValue >= UInt(right)
  }
  /// Returns true if a number is more than the demand allows.
  @inlinable
  public static func > (left: Int, right: Self) -> Bool { left >= 0 && UInt(left) > right.rawValue }
  /// Returns true if a number is at least the demand.
  @inlinable public static func >= (left: Int, right: Self) -> Bool {
    left >= 0 && UInt(left) >= right.rawValue
  }
  /// Returns true if the demand allows less than a number of values.
  @inlinable public static func < (left: Self, right: Int) -> Bool { right > left }
  /// Returns true if a number is less than the demand allows.
  @inlinable public static func < (left: Int, right: Self) -> Bool { right > left }
  /// Returns true if the demand allows at most a number of values.
  @inlinable public static func <= (left: Self, right: Int) -> Bool { right >= left }
  /// Returns true if a number is at most the demand.
  @inlinable public static func <= (left: Int, right: Self) -> Bool { right >= left }
  /// Returns true if one demand is less than another; unlimited is the greatest.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  /// Returns true if the demand allows exactly a number of values.
  @inlinable public static func == (left: Self, right: Int) -> Bool { left.max == right }
  /// Returns true if the demand allows a different number of values, or unlimited ones.
  @inlinable public static func != (left: Self, right: Int) -> Bool { left.max != right }
  /// Returns true if a number is exactly the demand.
  @inlinable public static func == (left: Int, right: Self) -> Bool { right.max == left }
  /// Returns true if a number is not the demand.
  @inlinable public static func != (left: Int, right: Self) -> Bool { right.max != left }
}
