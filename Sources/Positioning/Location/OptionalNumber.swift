/// An optional number in eight bytes, where `Double?` takes sixteen: nil is stored as NaN.
///
/// Locations and satellites are made, copied and kept by the million, and most of their values are
/// optional. A value that is not a number therefore reads as nil.
@propertyWrapper public struct OptionalNumber: Hashable, Sendable {
  private var stored: Double

  /// None.
  @inline(__always) public init() { stored = .nan }

  /// The number, or nil.
  @inline(__always) public var wrappedValue: Double? {
    get { stored.isNaN ? nil : stored }
    set { stored = newValue ?? .nan }
  }

  init(_ value: Double?) { stored = value ?? .nan }

  /// Makes a number, or nil if the value is not a number.
  @inline(__always) init(orNone value: Double) { stored = value }

  /// The number, or nil.
  var value: Double? { wrappedValue }

  public static func == (left: OptionalNumber, right: OptionalNumber) -> Bool {
    left.stored == right.stored || (left.stored.isNaN && right.stored.isNaN)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
