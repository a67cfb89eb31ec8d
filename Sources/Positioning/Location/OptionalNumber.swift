/// A number or none in eight bytes, where `Double?` takes sixteen: none is stored as not a number.
///
/// Locations and satellites are made, copied and kept by the million, and most of what they say is
/// optional. A value that is given as not a number therefore reads as nil.
@propertyWrapper public struct OptionalNumber: Hashable, Sendable {
  private var stored: Double

  /// None.
  @inline(__always) public init() { stored = .nan }

  /// The number, if there is one, as the value of a property.
  @inline(__always) public var wrappedValue: Double? {
    get { stored.isNaN ? nil : stored }
    set { stored = newValue ?? .nan }
  }

  init(_ value: Double?) { stored = value ?? .nan }

  /// A number, or none where it is not a number.
  @inline(__always) init(orNone value: Double) { stored = value }

  /// The number, if there is one.
  var value: Double? { wrappedValue }

  public static func == (left: OptionalNumber, right: OptionalNumber) -> Bool {
    left.stored == right.stored || (left.stored.isNaN && right.stored.isNaN)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
