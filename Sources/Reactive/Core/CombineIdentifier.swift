import Synchronization

/// A value that identifies a publisher stream.
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
  private let value: UInt
  private static let counter = Atomic<UInt>(0)
  /// Makes an identifier that no other call of this initialiser returns.
  public init() {
    // Odd numbers, so that they never equal an object's address.
    value = CombineIdentifier.counter.add(2, ordering: .relaxed).newValue | 1
  }

  /// Makes the identifier of an object: its address, valid while the object lives.
  public init(_ object: AnyObject) { value = UInt(bitPattern: ObjectIdentifier(object)) }
  public var description: String { "0x" + String(value, radix: 16) }
}

/// A type whose values each have an identifier.
public protocol CustomCombineIdentifierConvertible {
  /// The identifier of this value; for classes, by default, the object's address.
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  /// The object's address.
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
