/// A sum that subscribers add to.
///
/// A pointer, so that adding costs the same few instructions everywhere: a captured variable would
/// bring exclusivity checks into some rows and not into others. Not safe for use from two threads
/// at once; publishers serialise their calls.
@frozen
public struct Tally: @unchecked Sendable {
  // Sendable because publishers never call one subscriber from two threads at once.
  @usableFromInline let sum: UnsafeMutablePointer<Int>

  /// Makes a sum of zero.
  @inlinable
  public init() {
    sum = .allocate(capacity: 1)
    sum.initialize(to: 0)
  }

  /// Adds a value, wrapping around.
  @inlinable
  public func add(_ value: Int) { sum.pointee &+= value }

  /// Frees the sum and returns it.
  @inlinable
  public func finish() -> Int {
    let result = sum.pointee
    sum.deallocate()
    return result
  }
}
